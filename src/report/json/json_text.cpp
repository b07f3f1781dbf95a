// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A handler of parser events that builds the document and words the errors.
#include "report/json/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "carom/error.h"

namespace carom::report {
namespace {

/// The letters and signs around a byte: what a person typed there.
std::string_view word_around(std::string_view text, std::size_t byte) {
  const auto part_of_word = [&](std::size_t i) {
    const auto c = static_cast<unsigned char>(text[i]);
    return std::isalpha(c) != 0 || c == '+' || c == '-';
  };
  std::size_t first = std::min(byte, text.size()), last = first;
  while (first > 0 && part_of_word(first - 1)) --first;
  while (last < text.size() && part_of_word(last)) ++last;
  return text.substr(first, last - first);
}

bool is_non_finite_word(std::string_view word) {
  while (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

/// What nlohmann-json says after its own prefix and position, without what we say ourselves.
std::string reason_of(const nlohmann::json::exception& error) {
  std::string reason = error.what();
  constexpr std::string_view mark = "syntax error ", end = " - unexpected end of input";
  if (const auto found = reason.find(mark); found != reason.npos) {
    reason.erase(0, found + mark.size());
  }
  if (const auto found = reason.find(end); found != reason.npos) reason.erase(found, end.size());
  return reason;
}

class Builder {
 public:
  Builder(std::string_view text, const Place& place, std::size_t max_list)
      : text_(text), place_(place), max_list_(max_list) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (containers_.size() == 1) top_key_ = name;
    if (containers_.back()->contains(name)) {
      throw InvalidInput(fmt::format("{}: key '{}' is given twice in one object; expected once",
                                     place_.name(), name));
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) {
    std::size_t byte = std::min(position > 0 ? position - 1 : 0, text_.size());
    const std::string reason = reason_of(error);
    if (is_non_finite_word(word_around(text_, byte))) {
      throw InvalidInput(
          fmt::format("{}: {}; expected a finite number: NaN and infinities are not numbers here",
                      place_.at(text_, byte), word_around(text_, byte)));
    }
    if (error.id == 406) {
      throw InvalidInput(fmt::format("{}: {} overflows; expected a finite number up to 1.8e308",
                                     place_.at(text_, byte), token));
    }
    if (text_.find_first_not_of(" \t\r\n", byte) == std::string_view::npos) {
      byte = text_.find_last_not_of(" \t\r\n", text_.size());
      byte = byte == std::string_view::npos ? 0 : byte + 1;
      throw InvalidInput(fmt::format("{}: JSON ends early {}", place_.at(text_, byte), reason));
    }
    throw InvalidInput(fmt::format("{}: not JSON {}", place_.at(text_, byte), reason));
  }

  Json take() { return std::move(root_); }

 private:
  Json* put(Json&& value) {
    if (containers_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *containers_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(value));
    if (parent.size() == max_list_) {
      throw InvalidInput(fmt::format("{}: {} has more than {} entries; expected at most {}",
                                     place_.name(), top_key_.empty() ? "the list" : top_key_,
                                     max_list_, max_list_));
    }
    parent.push_back(std::move(value));
    return &parent.back();
  }
  bool add(Json&& value) {
    put(std::move(value));
    return true;
  }
  bool open(Json&& container) {
    // Our formats need five; a text of brackets alone must not run out of stack.
    constexpr std::size_t deepest = 32;
    if (containers_.size() == deepest) {
      throw InvalidInput(fmt::format("{}: lists and objects are nested more than {} deep",
                                     place_.name(), deepest));
    }
    containers_.push_back(put(std::move(container)));
    return true;
  }
  bool close() {
    containers_.pop_back();
    return true;
  }

  std::string_view text_;
  const Place& place_;
  std::size_t max_list_;
  Json root_;
  std::vector<Json*> containers_;
  std::string key_, top_key_;
};

}  // namespace

std::string Place::name() const {
  return line > 0 ? fmt::format("{}:{}", where, line) : std::string(where);
}

std::string Place::at(std::string_view text, std::size_t byte) const {
  const std::string_view before = text.substr(0, byte);
  const auto newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? byte + 1 : byte - newline;
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return fmt::format("{}:{}:{}", where, std::max(line, 1) + lines, column);
}

Json parse_json(std::string_view text, const Place& place, std::size_t max_list) {
  Builder builder(text, place, max_list);
  Json::sax_parse(text, &builder);
  return builder.take();
}

std::string dump_json(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json list_of(const Eigen::Ref<const Eigen::VectorXd>& values) {
  return list_from(values, [&](const double value) { return value; });
}

Json rows_of(const Eigen::Ref<const Eigen::MatrixXd>& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) rows.push_back(list_of(matrix.row(i)));
  return rows;
}

Json names_at(const std::vector<std::string>& names, const std::vector<int>& numbers) {
  return list_from(numbers,
                   [&](const int number) { return names.at(static_cast<std::size_t>(number)); });
}

Json count_of(double value) {
  constexpr double exact_limit = 9007199254740992.0;  // 2^53: beyond, doubles skip integers
  if (value == std::floor(value) && std::abs(value) <= exact_limit) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

std::string shown(const Json& value) {
  constexpr std::size_t longest = 40;  // bytes: the message still fits on a line or two
  std::string text = dump_json(value, -1);
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

}  // namespace carom::report
