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
      # Paths below the checkout count as relative, so that another clone finds the same results.
      set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true
        CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime
        "${CCACHE_PROGRAM}")
    endif()
  endif()
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  # Objects need not wait for the libraries that they are linked with.
  set(CMAKE_OPTIMIZE_DEPENDENCIES ON)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -fuse-ld=mold CAROM_MOLD)
  if(CAROM_MOLD)
    add_link_options(-fuse-ld=mold)
  endif()
endif()

option(CAROM_UNITY "Compile the files of a folder of src/ as one" ON)

# Sets *result* to the .cpp files below the given rooms of src/, sorted.
function(carom_room_sources result)
  set(sources)
  foreach(room IN LISTS ARGN)
    file(GLOB_RECURSE room_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
    list(APPEND sources ${room_sources})
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# The files of a folder are compiled together: the compiler reads Eigen and the rest once instead of
# once per file, and instantiates their templates once (decision 0012). Small neighbouring folders of one
# room share a unit. Sets *result* to what is to be compiled: files that include those of a folder, *most*
# at a time, by names relative to *base*, so that they are the same in every checkout and a compiler cache
# knows them.
function(carom_unite result base most)
  set(folders)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${base}" OUTPUT_VARIABLE name)
    cmake_path(GET name PARENT_PATH folder)
    string(REPLACE "/" "_" folder "${folder}")
    list(APPEND folders ${folder})
    list(APPEND names_${folder} "${name}")
    string(REGEX MATCH "^[^/]*" room_${folder} "${name}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(united)
  set(names)
  set(room)
  foreach(folder IN LISTS folders)
    list(LENGTH names held)
    list(LENGTH names_${folder} count)
    math(EXPR both "${held} + ${count}")
    if(names AND (NOT room STREQUAL "${room_${folder}}" OR both GREATER most))
      carom_write_units(united "${first}" ${most} ${names})
      set(names)
    endif()
    if(NOT names)
      set(first ${folder})
      set(room ${room_${folder}})
    endif()
    list(APPEND names ${names_${folder}})
  endforeach()
  carom_write_units(united "${first}" ${most} ${names})
  set(${result} ${united} PARENT_SCOPE)
endfunction()

# Appends to *result* files that include the given ones: as many as needed, of equal size.
function(carom_write_units result folder most)
  set(united ${${result}})
  list(LENGTH ARGN count)
  math(EXPR parts "(${count} + ${most} - 1) / ${most}")
  foreach(part RANGE 1 ${parts})
    math(EXPR begin "(${part} - 1) * ${count} / ${parts}")
    math(EXPR size "${part} * ${count} / ${parts} - ${begin}")
    list(SUBLIST ARGN ${begin} ${size} names)
    list(TRANSFORM names PREPEND "#include \"")
    list(TRANSFORM names APPEND "\"")
    list(JOIN names "\n" text)
    set(file "${PROJECT_BINARY_DIR}/generated/unity/${folder}_${part}.cpp")
    get_property(known GLOBAL PROPERTY carom_united_files)
    if(file IN_LIST known)
      message(FATAL_ERROR "Two folders give the united file ${folder}_${part}.cpp; rename one.")
    endif()
    set_property(GLOBAL APPEND PROPERTY carom_united_files "${file}")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${text}\n" @ONLY)
    list(APPEND united "${file}")
  endforeach()
  set(${result} ${united} PARENT_SCOPE)
endfunction()

# Unites sources of src/, where CAROM_UNITY says so. Without it (preset core) every file shows that it
# includes what it uses.
macro(carom_unite_rooms sources)
  if(CAROM_UNITY)
    carom_unite(${sources} "${PROJECT_SOURCE_DIR}/src" 20 ${${sources}})
  endif()
endmacro()

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
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Meant for headers, and on by default; a .cpp file that another one includes is taken for one.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
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
