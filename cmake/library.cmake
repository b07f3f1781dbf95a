# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# The two libraries. carom::core needs Eigen alone; carom::carom adds robots (Pinocchio) and the rooms
# that read and write.

set(core_rooms base solver problem outcome law analysis)
set(further_rooms model control simulation design report reproduce)

set(generated_include "${PROJECT_BINARY_DIR}/generated/include")
configure_file(cmake/version.h.in "${generated_include}/carom/version.h" @ONLY)

# Headers of rooms beyond the core; the list of all stands once.
set(further_headers)
file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/public_headers.txt" header_lines REGEX "^[a-z]")
foreach(line IN LISTS header_lines)
  string(REGEX MATCH "^([^ ]+) ([a-z]+)$" line "${line}")
  if(NOT CMAKE_MATCH_2 IN_LIST core_rooms)
    list(APPEND further_headers "${CMAKE_MATCH_1}")
  endif()
endforeach()
file(GLOB_RECURSE core_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/carom/*.h")
list(TRANSFORM further_headers PREPEND "${PROJECT_SOURCE_DIR}/include/carom/" OUTPUT_VARIABLE carom_headers)
list(REMOVE_ITEM core_headers ${carom_headers})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/public_headers.txt)

# Defines the library *target*, known outside as carom::*name*.
function(carom_add_library target name sources headers)
  if(NOT sources)
    message(FATAL_ERROR "carom::${name}: no .cpp file found in its rooms under src/.")
  endif()
  add_library(${target} ${sources})
  add_library(carom::${name} ALIAS ${target})
  carom_configure_target(${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${generated_include}" FILES ${headers})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
carom_room_sources(core_sources ${core_rooms})
carom_unite_rooms(core_sources)
list(APPEND core_headers "${generated_include}/carom/version.h")
carom_add_library(carom_core core "${core_sources}" "${core_headers}")
target_link_libraries(carom_core PUBLIC Eigen3::Eigen)

if(NOT CAROM_CORE_ONLY)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json 3.10 REQUIRED)
  find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
  find_package(pinocchio 3.7 REQUIRED)
  # ProxSuite: headers alone, in src/control/whole_body/quadratic_program.cpp. Its CMake package wants cereal,
  # which those headers do not.
  find_path(PROXSUITE_INCLUDE_DIR proxsuite/proxqp/dense/dense.hpp REQUIRED)
  find_package(Boost REQUIRED)  # Headers alone: Odeint, Math. They come with Pinocchio.
  find_package(console_bridge REQUIRED)  # The log of the URDF reader.
  find_package(tinyxml2 REQUIRED)
  find_package(assimp REQUIRED)  # Collada meshes. It comes with Pinocchio, through Coal.
  find_package(TBB REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)
  carom_room_sources(carom_sources ${further_rooms})
  # Only these files see Pinocchio. Its headers want definitions of their own, so they share no flags
  # with the rest. They compile slowest: named so that Ninja, which goes by the alphabet, begins here.
  carom_room_sources(pinocchio_sources model/pinocchio)
  list(REMOVE_ITEM carom_sources ${pinocchio_sources})
  carom_unite_rooms(carom_sources)
  carom_unite_rooms(pinocchio_sources)
  add_library(carom_bodies OBJECT ${pinocchio_sources})
  carom_configure_target(carom_bodies)
  target_include_directories(carom_bodies PRIVATE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(carom_bodies PRIVATE
    pinocchio::pinocchio_default pinocchio::pinocchio_parsers console_bridge::console_bridge
    fmt::fmt)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    # Kinematics are the inner loop of sweeps, and these files are few.
    target_compile_options(carom_bodies PRIVATE "$<$<CONFIG:Release>:-O3>")
  endif()
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    # They only pass on what the rest has checked. Memory of Eigen's goes to and from Pinocchio's
    # libraries, which know no sanitizer: the preset says EIGEN_MALLOC_ALREADY_ALIGNED for that.
    target_compile_options(carom_bodies PRIVATE -fno-sanitize=all -g0)
  endif()
  list(APPEND carom_sources $<TARGET_OBJECTS:carom_bodies>)
  carom_add_library(carom_carom carom "${carom_sources}" "${carom_headers}")
  set_target_properties(carom_carom PROPERTIES OUTPUT_NAME carom)
  carom_embed_page(carom_carom)
  # nlohmann_json and toml++ are header-only and stay inside; the others must be linked by whoever
  # links us.
  target_link_libraries(carom_carom PUBLIC carom_core
    PRIVATE fmt::fmt tinyxml2::tinyxml2 assimp::assimp
    "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>" "$<BUILD_INTERFACE:Boost::headers>"
    "$<LINK_ONLY:pinocchio::pinocchio_default>" "$<LINK_ONLY:pinocchio::pinocchio_parsers>"
    "$<LINK_ONLY:console_bridge::console_bridge>"
    TBB::tbb PkgConfig::CAIRO)
  target_include_directories(carom_carom SYSTEM PRIVATE "${TOMLPLUSPLUS_INCLUDE_DIR}"
    "${PROXSUITE_INCLUDE_DIR}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CAROM_WERROR)
    # GCC 12 sees short strings overflow where a long one is appended (its bug 105651 again).
    target_compile_options(carom_carom PRIVATE -Wno-stringop-overflow)
  endif()
endif()
