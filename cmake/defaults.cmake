# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# Build settings. Nothing here reaches a project that consumes carom.

if(PROJECT_IS_TOP_LEVEL)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

  if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(CCACHE_PROGRAM ccache)
    if(CCACHE_PROGRAM)
      # ccache keeps results of precompiled headers only when told that they may be trusted.
      set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
    endif()
  endif()
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endif()

# Sets *result* to the .cpp files below the given rooms of src/, sorted.
function(carom_room_sources result)
  set(sources)
  foreach(room IN LISTS ARGN)
    file(GLOB_RECURSE room_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
    list(APPEND sources ${room_sources})
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# Language level, warnings and floating point, for every target of ours.
function(carom_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # No fused multiply-add: the same input gives the same bits with every compiler.
    target_compile_options(${target} PRIVATE -ffp-contract=off)
    if(PROJECT_IS_TOP_LEVEL)
      target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow)
    endif()
    if(CAROM_WERROR)
      target_compile_options(${target} PRIVATE -Werror)
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC 12 reports an Eigen vector inside a std::optional or std::variant, and a string made
        # from a long literal inside push_back (its bug 105651), both wrongly.
        target_compile_options(${target} PRIVATE
          -Wno-error=maybe-uninitialized -Wno-array-bounds -Wno-restrict -Wno-stringop-overread)
      endif()
    endif()
  endif()
endfunction()

# Reads the large headers once per target instead of once per file: half of the build time. Builds
# without it (preset core, outside projects) show that every file includes what it uses.
option(CAROM_PRECOMPILE "Precompile the headers of Eigen and the standard library"
  ${PROJECT_IS_TOP_LEVEL})
function(carom_precompile target)
  if(CAROM_PRECOMPILE)
    carom_precompile_always(${target} ${ARGN})
  endif()
endfunction()
function(carom_precompile_always target)
  target_precompile_headers(${target} PRIVATE <Eigen/Dense> <algorithm> <cmath> <functional>
    <map> <memory> <optional> <string> <string_view> <vector> ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()
