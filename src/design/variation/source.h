// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What stands behind a Variation: a scene of the gallery, or a model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/variation.h"

namespace carom {

class Variation::Source {
 public:
  virtual ~Source() = default;
  virtual std::unique_ptr<VariationPoint> make_point() const = 0;

  std::vector<VariedParameter> parameters;
  std::vector<std::string> contacts;
  std::string mass_unit = "kg", length_unit = "m";
  std::string usual_law;
  std::vector<std::string> released;
  Eigen::MatrixXd released_rows;
};

namespace design {

/// Of Variation::of_scene (of_scene.cpp) and Variation::of_model (of_model.cpp).
std::shared_ptr<const Variation::Source> scene_source(std::string_view scene,
                                                      const SceneSettings& settings,
                                                      const std::vector<std::string>& names,
                                                      Variation::Closing closing);
std::shared_ptr<const Variation::Source> model_source(const Model& model, const State& state,
                                                      const ProblemOptions& options,
                                                      const std::vector<std::string>& names,
                                                      Variation::Closing closing);

}  // namespace design

}  // namespace carom
