// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "carom/variation.h"

#include "design/variation/source.h"

namespace carom {

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

std::unique_ptr<VariationPoint> Variation::make_point() const { return source_->make_point(); }

}  // namespace carom
