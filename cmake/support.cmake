# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# What tests and benchmarks share: tests/support, and a view of the private headers.

include_guard()

file(GLOB support_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.cpp")
add_library(carom_support STATIC ${support_sources})
carom_configure_target(carom_support)
target_include_directories(carom_support PUBLIC
  "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
if(CAROM_CORE_ONLY)
  target_link_libraries(carom_support PUBLIC carom::core)
else()
  target_link_libraries(carom_support PUBLIC carom::carom fmt::fmt nlohmann_json::nlohmann_json
    PkgConfig::CAIRO)
endif()
