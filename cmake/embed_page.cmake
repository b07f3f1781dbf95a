# SPDX-FileCopyrightText: 2026 The carom authors
# SPDX-License-Identifier: MIT
# cmake -DPAGE=page.html -DSOURCE=page_template.cpp -P embed_page.cmake: the file as a C++ string.
# A raw string keeps every byte but the carriage return, which the page must not have.

set(text "")
if(PAGE)
  file(READ "${PAGE}" text)
  string(FIND "${text}" ")carom_page\"" end)
  string(FIND "${text}" "\r" return)
  if(NOT end EQUAL -1 OR NOT return EQUAL -1)
    message(FATAL_ERROR "${PAGE}: holds what ends a raw string, or a carriage return.")
  endif()
endif()
file(WRITE "${SOURCE}" "// Written by cmake/embed_page.cmake.\n#include <string_view>\n\n"
  "namespace carom::report {\nextern const std::string_view page_template;\n"
  "const std::string_view page_template = R\"carom_page(")
file(APPEND "${SOURCE}" "${text}")
file(APPEND "${SOURCE}" ")carom_page\";\n}  // namespace carom::report\n")
