// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "model/robot/robot_notes.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"

namespace carom {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string count_rule(Eigen::Index least, Eigen::Index most) {
  if (least == most) return std::to_string(least);
  return std::to_string(least) + " to " + std::to_string(most);
}

std::string cut(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 60) + "…";
}

}  // namespace

void RobotNotes::fault(const xml::Element& element, std::string_view text) {
  faults.push_back(element.where() + ": " + std::string(text));
}

void RobotNotes::finish() const {
  if (!faults.empty()) throw InvalidInput(faults);
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> values;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;
       at = text.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    std::string_view word = text.substr(at, end - at);
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0.0;
    const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::result_out_of_range) {
      value = word.find("e-") != word.npos || word.find("E-") != word.npos ? 0.0 : HUGE_VAL;
    } else if (error != std::errc() || rest != word.data() + word.size()) {
      return std::nullopt;
    }
    values.push_back(value);
    at = end;
  }
  return values;
}

std::optional<Eigen::VectorXd> RobotNotes::numbers(const xml::Element& element,
                                                   std::string_view attribute, Eigen::Index least,
                                                   Eigen::Index most) {
  const std::string* text = element.find(attribute);
  if (text == nullptr) return std::nullopt;
  const auto values = parse_numbers(*text);
  const std::string what = fmt::format("{}: {} = '{}'", element.name, attribute, cut(*text));
  if (!values) {
    fault(element, what + "; expected numbers");
    return std::nullopt;
  }
  const auto size = static_cast<Eigen::Index>(values->size());
  if (size < least || size > most) {
    fault(element,
          fmt::format("{}; expected {} numbers, got {}", what, count_rule(least, most), size));
    return std::nullopt;
  }
  const Eigen::VectorXd result = Eigen::Map<const Eigen::VectorXd>(values->data(), size);
  if (!result.allFinite()) {
    fault(element, what + "; expected finite numbers");
    return std::nullopt;
  }
  return result;
}

double RobotNotes::number(const xml::Element& element, std::string_view attribute,
                          double otherwise) {
  const auto values = numbers(element, attribute, 1, 1);
  return values ? (*values)(0) : otherwise;
}

Eigen::Vector3d RobotNotes::vector(const xml::Element& element, std::string_view attribute,
                                   const Eigen::Vector3d& otherwise) {
  const auto values = numbers(element, attribute, 3, 3);
  return values ? Eigen::Vector3d(*values) : otherwise;
}

std::string short_list(const std::vector<std::string>& items, std::size_t most) {
  if (items.size() <= most) return base::join(items);
  const std::vector<std::string> first(items.begin(), items.begin() + static_cast<long>(most));
  return base::join(first) + " and " + std::to_string(items.size() - most) + " more";
}

}  // namespace carom
