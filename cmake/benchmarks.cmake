# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# One program per benchmarks/*_benchmark.cpp. Those in benchmarks/peers/ also need the engine that
# their name starts with, ode, bullet or mujoco, and are left out where it is missing. The landing
# and the simulation are timed beside bare Pinocchio.

find_package(benchmark REQUIRED)
include(cmake/support.cmake)

file(GLOB benchmark_sources CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/benchmarks/*_benchmark.cpp")

find_path(ODE_INCLUDE_DIR ode/ode.h)
find_library(ODE_LIBRARY ode)
set(ode_include_dirs "${ODE_INCLUDE_DIR}")
set(ode_libraries "${ODE_LIBRARY}")

find_path(BULLET_INCLUDE_DIR btBulletDynamicsCommon.h PATH_SUFFIXES bullet)
set(bullet_include_dirs "${BULLET_INCLUDE_DIR}")
set(bullet_libraries)
foreach(part IN ITEMS BulletDynamics BulletCollision LinearMath)
  find_library(${part}_LIBRARY ${part})
  list(APPEND bullet_libraries "${${part}_LIBRARY}")
endforeach()

find_path(MUJOCO_INCLUDE_DIR mujoco/mujoco.h)
find_library(MUJOCO_LIBRARY mujoco)
set(mujoco_include_dirs "${MUJOCO_INCLUDE_DIR}")
set(mujoco_libraries "${MUJOCO_LIBRARY}")

function(carom_add_benchmark source)
  cmake_path(GET source STEM name)
  add_executable(${name} "${source}")
  carom_configure_target(${name})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE
    carom_support benchmark::benchmark benchmark::benchmark_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/benchmarks")
endfunction()

foreach(source IN LISTS benchmark_sources)
  carom_add_benchmark("${source}")
endforeach()
foreach(name IN ITEMS landing_benchmark simulation_benchmark)
  target_link_libraries(${name} PRIVATE
    pinocchio::pinocchio_default pinocchio::pinocchio_parsers)
endforeach()

foreach(peer IN ITEMS ode bullet mujoco)
  file(GLOB peer_sources CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/benchmarks/peers/${peer}_*_benchmark.cpp")
  if("${${peer}_include_dirs};${${peer}_libraries}" MATCHES "NOTFOUND")
    message(STATUS "carom: benchmarks/peers/${peer}_* is left out, because ${peer} was not found")
    continue()
  endif()
  foreach(source IN LISTS peer_sources)
    carom_add_benchmark("${source}")
    cmake_path(GET source STEM name)
    target_include_directories(${name} SYSTEM PRIVATE ${${peer}_include_dirs})
    target_link_libraries(${name} PRIVATE ${${peer}_libraries})
  endforeach()
endforeach()
