# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# The two libraries. carom::core needs Eigen alone; carom::carom adds the rooms that read and write.

set(core_rooms solver problem outcome law analysis)
set(further_rooms model control simulation design report)
set(further_headers carom model scene control simulation design report)

set(generated_include "${PROJECT_BINARY_DIR}/generated/include")
configure_file(cmake/version.h.in "${generated_include}/carom/version.h" @ONLY)

file(GLOB_RECURSE core_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/carom/*.h")
set(carom_headers)
foreach(stem IN LISTS further_headers)
  if(EXISTS "${PROJECT_SOURCE_DIR}/include/carom/${stem}.h")
    list(APPEND carom_headers "${PROJECT_SOURCE_DIR}/include/carom/${stem}.h")
  endif()
endforeach()
list(REMOVE_ITEM core_headers ${carom_headers})

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
list(APPEND core_headers "${generated_include}/carom/version.h")
carom_add_library(carom_core core "${core_sources}" "${core_headers}")
target_link_libraries(carom_core PUBLIC Eigen3::Eigen)
carom_precompile(carom_core)

if(NOT CAROM_CORE_ONLY)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json 3.10 REQUIRED)
  carom_room_sources(carom_sources ${further_rooms})
  carom_add_library(carom_carom carom "${carom_sources}" "${carom_headers}")
  set_target_properties(carom_carom PROPERTIES OUTPUT_NAME carom)
  # nlohmann_json is header-only and stays inside; fmt must be linked by whoever links us.
  target_link_libraries(carom_carom PUBLIC carom_core
    PRIVATE fmt::fmt "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>")
  carom_precompile(carom_carom <fmt/format.h> <nlohmann/json.hpp>)
endif()
