# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# One GoogleTest binary per folder of tests/; a test is known to ctest as folder/Suite.name. With
# CAROM_CORE_ONLY, the tests that include nothing beyond carom::core.

enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

include(cmake/support.cmake)

set(CAROM_TEST_FOLDERS "" CACHE STRING "Folders of tests/ to build, a list; empty: all")

file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*_test.cpp")
set(test_folders)
# What takes a test out of the core: a header, public or private, of a room beyond it, or a helper that
# includes one.
list(JOIN further_headers "|" beyond_headers)
string(REPLACE "." "\\." beyond_headers "${beyond_headers}")
set(beyond_rooms ${further_rooms})
list(REMOVE_ITEM beyond_rooms reproduce)  # Its data are plain.
list(JOIN beyond_rooms "|" beyond_rooms)
set(beyond_core "carom/(${beyond_headers})\"|(${beyond_rooms})/|reproduce/[a-z0-9_]+\\.h")
file(GLOB helpers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.h")
foreach(helper IN LISTS helpers)
  file(STRINGS "${helper}" beyond REGEX "^#include \"(${beyond_core})" LIMIT_COUNT 1)
  if(beyond)
    cmake_path(GET helper STEM name)
    string(APPEND beyond_helpers "|support/${name}\\.h")
  endif()
endforeach()
set(beyond_core "^#include \"(${beyond_core}${beyond_helpers})")
foreach(source IN LISTS test_sources)
  if(CAROM_CORE_ONLY)
    file(STRINGS "${source}" beyond REGEX "${beyond_core}" LIMIT_COUNT 1)
    if(beyond)
      continue()
    endif()
  endif()
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/tests" OUTPUT_VARIABLE name)
  string(REGEX REPLACE "/.*" "" folder "${name}")
  if(CAROM_TEST_FOLDERS AND NOT folder IN_LIST CAROM_TEST_FOLDERS)
    continue()
  endif()
  list(APPEND test_folders ${folder})
  list(APPEND ${folder}_sources "${source}")
endforeach()
list(REMOVE_DUPLICATES test_folders)
list(JOIN test_folders "\n" folder_lines)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/test_folders.txt" CONTENT "${folder_lines}\n" @ONLY)

# Tests are compiled for speed of compilation, not of running.
function(carom_configure_test target)
  carom_configure_target(${target})
  target_link_libraries(${target} PRIVATE carom_support GTest::gmock GTest::gtest_main)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -O1)
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=[a-z,]*undefined")
      # The library is what is checked; in the tests it would double the time to compile.
      target_compile_options(${target} PRIVATE -fno-sanitize=undefined -g0)
    endif()
  endif()
endfunction()

foreach(folder IN LISTS test_folders)
  carom_unite(${folder}_sources "${PROJECT_SOURCE_DIR}/tests" 14 ${${folder}_sources})
  add_executable(${folder}_tests ${${folder}_sources})
  carom_configure_test(${folder}_tests)
  gtest_discover_tests(${folder}_tests TEST_PREFIX "${folder}/" NO_PRETTY_VALUES
    DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endforeach()

# tests/determinism counts allocations: it stands in front of malloc and realloc, with an operator
# new of its own, which GCC takes for a mismatch where it inlines only one half.
if(TARGET determinism_tests)
  target_compile_options(determinism_tests PRIVATE -Wno-mismatched-new-delete)
  target_link_options(determinism_tests PRIVATE "LINKER:--wrap=malloc,--wrap=realloc")
endif()
