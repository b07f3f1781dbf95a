# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# The carom command.

find_package(CLI11 REQUIRED)
carom_room_sources(cli_sources cli)
carom_unite_rooms(cli_sources)
# Objects of their own, which need not wait for the library.
add_library(carom_cli_objects OBJECT ${cli_sources})
carom_configure_target(carom_cli_objects)
target_include_directories(carom_cli_objects PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(carom_cli_objects PRIVATE
  carom::carom CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  # Argument handling: what takes time is in the library.
  target_compile_options(carom_cli_objects PRIVATE -O1)
endif()
add_executable(carom_cli $<TARGET_OBJECTS:carom_cli_objects>)
target_link_libraries(carom_cli PRIVATE carom::carom fmt::fmt)
# An installed command finds Pinocchio where the build found it.
set_target_properties(carom_cli PROPERTIES OUTPUT_NAME carom
  INSTALL_RPATH
    "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$<TARGET_FILE_DIR:pinocchio::pinocchio_default>")
