# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# One program per benchmarks/*_benchmark.cpp. Those in benchmarks/peers/ also need the Open Dynamics
# Engine and are left out where it is missing.

find_package(benchmark REQUIRED)
include(cmake/support.cmake)

file(GLOB benchmark_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/benchmarks/*_benchmark.cpp")
file(GLOB peer_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/benchmarks/peers/*_benchmark.cpp")

find_path(ODE_INCLUDE_DIR ode/ode.h)
find_library(ODE_LIBRARY ode)
if(peer_sources AND NOT (ODE_INCLUDE_DIR AND ODE_LIBRARY))
  message(STATUS "carom: benchmarks/peers is left out, because ode was not found")
  set(peer_sources)
endif()

foreach(source IN LISTS benchmark_sources peer_sources)
  cmake_path(GET source STEM name)
  add_executable(${name} "${source}")
  carom_configure_target(${name})
  target_link_libraries(${name} PRIVATE
    carom_support benchmark::benchmark benchmark::benchmark_main)
  if(source IN_LIST peer_sources)
    target_include_directories(${name} SYSTEM PRIVATE "${ODE_INCLUDE_DIR}")
    target_link_libraries(${name} PRIVATE "${ODE_LIBRARY}")
  endif()
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/benchmarks")
endforeach()
