// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a scene reads its parameters from: the user's settings over the scene's defaults. Gathers
// every fault, each "scene 'name': what = value unit; expected rule", and throws them together.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene.h"

namespace carom {

/// A finite number; for angles also "40deg", "1.5rad".
std::optional<double> parse_quantity(std::string_view text, bool angle);

/// Null: the scene has no such parameter.
const SceneParameter* find_parameter(const Scene& scene, std::string_view name);

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
  /// A fault unless the number, or every entry of the list, is finite.
  void require_finite(std::string_view name);
  /// A fault unless the list has `size` entries; `why` ends the sentence.
  void require_size(std::string_view name, std::size_t size, std::string_view why);
  /// Both: of so many entries, all finite.
  void require_vector(std::string_view name, std::size_t size, std::string_view why);
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
  /// The number under its name, or each entry of the list under "name[i]".
  void each_entry(std::string_view name,
                  const std::function<void(const std::string&, double)>& check) const;
  const ParameterValue& value(std::string_view name) const { return values_[index(name)]; }

  const Scene& scene_;
  std::vector<ParameterValue> values_;  // As scene_.parameters.
  std::vector<std::string> given_;
  std::vector<std::string> faults_;
};

/// Of scenes whose state follows from some parameters while the model stays as it is, so that a
/// sweep over these builds the model once.
struct ScenePosture {
  std::vector<std::string_view> parameters;  ///< Those that change the state alone.
  bool keeps_contacts = false;               ///< Contacts that touch do so at every value of these.
  /// Writes the state of the reader's values; a fault of the reader: nothing stands there.
  void (*set)(SceneReader& reader, State& state) = nullptr;
};

/// Null: the scene has none.
const ScenePosture* find_scene_posture(std::string_view scene);
/// Contacts closed before the impact that it releases (the biped's stance foot): names, and their
/// normals as rows.
struct ReleasedContacts {
  std::vector<std::string> names;
  Eigen::MatrixXd rows;
};
ReleasedContacts released_contacts(std::string_view scene);
/// The problem of the scene is that of its model; false: it is written out.
bool scene_problem_is_of_model(std::string_view scene);

}  // namespace carom
