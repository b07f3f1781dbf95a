# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# The page that results are put into, embedded in the library: who runs carom needs no Node. It is
# viewer/dist/page.html, which the scripts keep up to date; where it is missing, npm builds it here.

option(CAROM_VIEWER "Embed the viewer, so that pages can be written" ON)
set(CAROM_PAGE "" CACHE FILEPATH "A viewer built before (page.html); empty: viewer/dist/page.html")

# Sets *result* to the file of the page, or to nothing.
function(carom_find_page result)
  set(page "${PROJECT_SOURCE_DIR}/viewer/dist/page.html")
  if(NOT CAROM_VIEWER)
    set(page "")
  elseif(CAROM_PAGE)
    set(page "${CAROM_PAGE}")
    if(NOT EXISTS "${page}")
      message(FATAL_ERROR "CAROM_PAGE = ${page}: no such file.")
    endif()
  elseif(NOT EXISTS "${page}")
    find_program(CAROM_NPM npm)
    if(CAROM_NPM)
      message(STATUS "carom: building the viewer with npm")
      execute_process(COMMAND "${CAROM_NPM}" install --no-save --no-audit --no-fund
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/viewer" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
      execute_process(COMMAND "${CAROM_NPM}" run build
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/viewer" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
    elseif(PROJECT_IS_TOP_LEVEL)
      message(FATAL_ERROR "The viewer of carom's pages is not built and there is no npm to build it: "
        "install Node.js 20.19 or newer, name a built one (-DCAROM_PAGE=page.html), or do without "
        "pages (-DCAROM_VIEWER=OFF).")
    else()
      message(STATUS "carom: no npm, so no pages; -DCAROM_PAGE=page.html names a built viewer")
      set(page "")
    endif()
  endif()
  set(${result} "${page}" PARENT_SCOPE)
endfunction()

# Adds the page to the sources of *target*; its name is carom::report::page_template.
function(carom_embed_page target)
  carom_find_page(page)
  set(source "${PROJECT_BINARY_DIR}/generated/page_template.cpp")
  add_custom_command(OUTPUT "${source}"
    COMMAND "${CMAKE_COMMAND}" "-DPAGE=${page}" "-DSOURCE=${source}"
      -P "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
    DEPENDS "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake" ${page}
    COMMENT "Embedding the page" VERBATIM)
  target_sources(${target} PRIVATE "${source}")
endfunction()
