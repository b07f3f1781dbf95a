// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// JSON text to a document and back, with what nlohmann-json leaves to its user: positions for
// people in every error, refusal of keys given twice, and a limit on the length of lists.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace carom::report {

/// Keeps the order in which keys were written.
using Json = nlohmann::ordered_json;

/// Where a text came from, as messages show it.
struct Place {
  std::string_view where;
  int line = 0;  ///< Of a line of JSON Lines; 0: the text is a whole file.

  /// "file" or "file:line".
  std::string name() const;
  /// "file:line:column" of a byte of the text.
  std::string at(std::string_view text, std::size_t byte) const;
};

/// Throws InvalidInput for text that is not JSON, a key given twice, or a list longer than
/// `max_list`.
Json parse_json(std::string_view text, const Place& place,
                std::size_t max_list = std::numeric_limits<std::size_t>::max());

/// Invalid UTF-8 in names is replaced, never an error.
std::string dump_json(const Json& document, int indent);

/// NaN and infinities become null when the document is written.
Json list_of(const Eigen::Ref<const Eigen::VectorXd>& values);
/// A list of rows.
Json rows_of(const Eigen::Ref<const Eigen::MatrixXd>& matrix);
/// A list with an entry for each item.
template <class Items, class Entry>
Json list_from(const Items& items, const Entry& entry) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(entry(item));
  return list;
}
/// The names of some of them, by their numbers.
Json names_at(const std::vector<std::string>& names, const std::vector<int>& numbers);
/// Counts are held as doubles: written as an integer while that is exact.
Json count_of(double value);

/// A short form of any value, for messages.
std::string shown(const Json& value);

}  // namespace carom::report
