# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# Installs the libraries, headers and command, and the CMake package "carom" with the components
# core and carom. Each component has its own target file, so that core asks for Eigen only.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/carom")

install(TARGETS carom_core EXPORT carom_core_targets FILE_SET HEADERS)
install(EXPORT carom_core_targets NAMESPACE carom:: DESTINATION "${package_dir}"
  FILE carom-core-targets.cmake)
if(NOT CAROM_CORE_ONLY)
  install(TARGETS carom_carom EXPORT carom_carom_targets FILE_SET HEADERS)
  install(EXPORT carom_carom_targets NAMESPACE carom:: DESTINATION "${package_dir}"
    FILE carom-carom-targets.cmake)
endif()
if(TARGET carom_cli)
  install(TARGETS carom_cli)
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

configure_package_config_file(cmake/caromConfig.cmake.in
  "${PROJECT_BINARY_DIR}/caromConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/caromConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/caromConfig.cmake"
  "${PROJECT_BINARY_DIR}/caromConfigVersion.cmake" DESTINATION "${package_dir}")
