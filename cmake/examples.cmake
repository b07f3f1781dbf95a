# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# One program per examples/NN_name.cpp; they see the public headers only.

file(GLOB example_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp")
foreach(source IN LISTS example_sources)
  cmake_path(GET source STEM name)
  add_executable(example_${name} "${source}")
  carom_configure_target(example_${name})
  target_link_libraries(example_${name} PRIVATE carom::carom)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(example_${name} PRIVATE -O1)  # what takes time is in the library
  endif()
  set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples")
endforeach()
