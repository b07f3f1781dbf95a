// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What differs between the settings that a file or folder holds and those that are asked for.
// Numbers are compared as they are written, so that −0 and 0, or two values that print alike with
// few digits, are told apart.
#pragma once

#include <string>
#include <vector>

#include "report/json/json_text.h"

namespace carom::report {

struct Differences {
  std::string where;                    ///< "in the file".
  std::string missing;                  ///< What stands for a part that is not there.
  bool quoted = true;                   ///< Words in quotes.
  bool there_first = false;             ///< In the order of what is there, else of what is asked.
  std::vector<std::string> found = {};  ///< "law.restitution: 0.5 in the file, 0.8 asked".

  /// Names the innermost parts that differ. Null pointers: not there.
  void compare(const std::string& name, const Json* there, const Json* asked);
  void add(const std::string& name, const std::string& there, const std::string& asked);
  /// Throws InvalidInput if there are any, about `path`, with `last` as the last fault.
  void refuse(const std::string& path, const std::string& last) const;
};

}  // namespace carom::report
