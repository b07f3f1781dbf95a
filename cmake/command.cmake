# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# The carom command.

find_package(CLI11 REQUIRED)
carom_room_sources(cli_sources cli)
add_executable(carom_cli ${cli_sources})
carom_configure_target(carom_cli)
target_include_directories(carom_cli PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(carom_cli PRIVATE
  carom::carom CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  # Argument handling: what takes time is in the library.
  target_compile_options(carom_cli PRIVATE -O1)
endif()
carom_precompile(carom_cli <CLI/CLI.hpp> <fmt/format.h> <nlohmann/json.hpp>)
# An installed command finds Pinocchio where the build found it.
set_target_properties(carom_cli PROPERTIES OUTPUT_NAME carom
  INSTALL_RPATH
    "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};$<TARGET_FILE_DIR:pinocchio::pinocchio_default>")
