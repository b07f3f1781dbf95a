// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "carom/variation.h"

#include "design/refusal.h"
#include "design/variation/source.h"

namespace carom {

const ImpactProblem* VariationPoint::find_problem() {
  const ImpactProblem* found = nullptr;
  const std::string refused = design::refusal([&] { found = &problem(); });
  if (!refused.empty()) why_ = refused;
  return found;
}

const Eigen::MatrixXd& VariationPoint::inner_products() {
  const ImpactProblem& here = problem();
  const int n = here.contact_count();
  inner_products_.resize(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      inner_products_(i, j) = here.delassus()(here.normal_row(i), here.normal_row(j));
    }
  }
  return inner_products_;
}

Penetration VariationPoint::penetration() {
  const Clearance* checked = clearance();
  const ModelWorkspace* at = checked ? workspace() : nullptr;
  return at ? checked->deepest(*at) : Penetration{};
}

Variation Variation::of_scene(std::string_view scene, const SceneSettings& settings,
                              const std::vector<std::string>& names, Closing closing) {
  return Variation(design::scene_source(scene, settings, names, closing));
}

Variation Variation::of_model(const Model& model, const State& state, const ProblemOptions& options,
                              const std::vector<std::string>& names, Closing closing) {
  return Variation(design::model_source(model, state, options, names, closing));
}

const std::vector<VariedParameter>& Variation::parameters() const { return source_->parameters; }
const std::string& Variation::mass_unit() const { return source_->mass_unit; }
const std::string& Variation::length_unit() const { return source_->length_unit; }
const std::vector<std::string>& Variation::contacts() const { return source_->contacts; }
const std::vector<std::string>& Variation::released() const { return source_->released; }
const Eigen::MatrixXd& Variation::released_rows() const { return source_->released_rows; }
const std::string& Variation::usual_law() const { return source_->usual_law; }

Eigen::VectorXd Variation::start() const {
  Eigen::VectorXd values(static_cast<Eigen::Index>(parameters().size()));
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    values[k] = parameters()[static_cast<std::size_t>(k)].start;
  }
  return values;
}

bool Variation::has_clearance() const {
  const auto point = make_point();
  return point->move(start()) && point->clearance() != nullptr;
}

std::unique_ptr<VariationPoint> Variation::make_point() const { return source_->make_point(); }

}  // namespace carom
