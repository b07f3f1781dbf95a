// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a scene reads its parameters from: the user's settings over the scene's defaults. Gathers
// every fault, each "scene 'name': what = value unit; expected rule", and throws them together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene.h"

namespace carom {

/// A finite number; for angles also "40deg", "1.5rad".
std::optional<double> parse_quantity(std::string_view text, bool angle);

class SceneReader {
 public:
  /// Unknown names and wrong kinds are faults; the defaults stand in for them.
  SceneReader(const Scene& scene, const SceneSettings& settings);

  bool given(std::string_view name) const;
  bool flag(std::string_view name) const;
  double number(std::string_view name) const;
  const std::vector<double>& list(std::string_view name) const;
  const std::string& word(std::string_view name) const;

  /// A fault unless the number, or every entry of the list, is > 0.
  void require_positive(std::string_view name);
  /// A fault unless the number is finite and >= 0.
  void require_not_negative(std::string_view name);
  /// A fault unless the number is in [0, 1].
  void require_fraction(std::string_view name);
  /// A fault unless every entry of the list is finite.
  void require_finite(std::string_view name);
  /// A fault unless the list has `size` entries; `why` ends the sentence.
  void require_size(std::string_view name, std::size_t size, std::string_view why);
  void add_fault(std::string_view text);
  /// A number, or one entry of a list, to be changed in place.
  double& slot(std::string_view name, std::optional<std::size_t> entry);
  bool has_faults() const { return !faults_.empty(); }
  /// All faults as one text; none are left.
  std::string take_faults();
  /// Throws InvalidInput if there is any fault.
  void finish() const;

 private:
  std::size_t index(std::string_view name) const;
  const ParameterValue& value(std::string_view name) const { return values_[index(name)]; }

  const Scene& scene_;
  std::vector<ParameterValue> values_;  // As scene_.parameters.
  std::vector<std::string> given_;
  std::vector<std::string> faults_;
};

}  // namespace carom
