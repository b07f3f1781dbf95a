// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a reader of robot files gathers on its way: faults, thrown together, and warnings, that stay
// with the model. Numbers are read here, so that each bad one is a fault with file and line.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/robot/xml_document.h"

namespace carom {

class RobotNotes {
 public:
  std::vector<std::string> faults = {};
  std::vector<std::string> warnings = {};

  void fault(const xml::Element& element, std::string_view text);
  void warn(std::string_view text) { warnings.emplace_back(text); }
  /// Throws InvalidInput if there is any fault.
  void finish() const;

  /// The numbers of an attribute; none where it is missing. Between `least` and `most` of them,
  /// all finite, else a fault (and none).
  std::optional<Eigen::VectorXd> numbers(const xml::Element& element, std::string_view attribute,
                                         Eigen::Index least, Eigen::Index most);
  double number(const xml::Element& element, std::string_view attribute, double otherwise);
  Eigen::Vector3d vector(const xml::Element& element, std::string_view attribute,
                         const Eigen::Vector3d& otherwise);
};

/// The numbers of a text separated by blanks; none if one is no number. Infinity and NaN are read.
std::optional<std::vector<double>> parse_numbers(std::string_view text);

/// "a, b, c" or "a, b, c and 12 more".
std::string short_list(const std::vector<std::string>& items, std::size_t most = 6);

}  // namespace carom
