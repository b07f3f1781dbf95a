# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# One GoogleTest binary per folder of tests/; a test is known to ctest as folder/Suite.name.

enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

include(cmake/support.cmake)

file(GLOB test_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*/*_test.cpp")
set(test_folders)
foreach(source IN LISTS test_sources)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  list(APPEND test_folders ${folder})
  list(APPEND ${folder}_sources "${source}")
endforeach()
list(REMOVE_DUPLICATES test_folders)

foreach(folder IN LISTS test_folders)
  add_executable(${folder}_tests ${${folder}_sources})
  carom_configure_target(${folder}_tests)
  target_link_libraries(${folder}_tests PRIVATE
    carom_support GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${folder}_tests TEST_PREFIX "${folder}/" NO_PRETTY_VALUES
    DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endforeach()

# tests/determinism counts allocations: it stands in front of malloc and realloc.
if(TARGET determinism_tests)
  target_link_options(determinism_tests PRIVATE "LINKER:--wrap=malloc,--wrap=realloc")
endif()
