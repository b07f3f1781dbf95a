// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/files/differences.h"

#include <fmt/format.h>

#include "carom/error.h"

namespace carom::report {

void Differences::compare(const std::string& name, const Json* there, const Json* asked) {
  // Where what is missing is shown as null, a null is the same as nothing.
  const auto nothing = [&](const Json* value) {
    return value == nullptr || (missing == "null" && value->is_null());
  };
  if (nothing(there) && nothing(asked)) return;
  if (there != nullptr && asked != nullptr) {
    if (dump_json(*there, -1) == dump_json(*asked, -1)) return;
    if (there->is_object() && asked->is_object()) {
      const auto part = [](const Json& document, const std::string& key) {
        return document.contains(key) ? &document.at(key) : nullptr;
      };
      // All keys of one side, then those that only the other has.
      const Json& first = there_first ? *there : *asked;
      const Json& second = there_first ? *asked : *there;
      for (const auto& [key, value] : first.items()) {
        compare(name + "." + key, part(*there, key), part(*asked, key));
      }
      for (const auto& [key, value] : second.items()) {
        if (!first.contains(key)) compare(name + "." + key, part(*there, key), part(*asked, key));
      }
      return;
    }
  }
  const auto text = [&](const Json* value) {
    if (value == nullptr) return missing;
    return value->is_string() && !quoted ? value->get<std::string>() : shown(*value);
  };
  add(name, text(there), text(asked));
}

void Differences::add(const std::string& name, const std::string& there, const std::string& asked) {
  found.push_back(fmt::format("{}: {} {}, {} asked", name, there, where, asked));
}

void Differences::refuse(const std::string& path, const std::string& last) const {
  if (found.empty()) return;
  std::vector<std::string> faults;
  for (const std::string& difference : found) {
    faults.push_back(fmt::format("{}: {}; expected the same", path, difference));
  }
  faults.push_back(fmt::format("{}: {}", path, last));
  throw InvalidInput(faults);
}

}  // namespace carom::report
