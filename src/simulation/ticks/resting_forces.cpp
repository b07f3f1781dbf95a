// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/ticks/resting_forces.h"

#include <algorithm>
#include <cmath>

namespace carom::simulation {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using solver::ConeContact;
using Cones = std::vector<ConeContact>;

namespace {

// Of the mean diagonal of G: points of one sole are redundant, and their shares of a force are then
// good to 1e-10 (rounding 1e-16 over it); the ground gives by 1e-6 of what it would without.
constexpr double regularisation = 1e-6;
constexpr int sharings = 3;
// Of the largest normal force, when friction is shared by weight: lighter points could be given
// nothing, and the weights would be singular.
constexpr double lightest = 1e-3;
// Of the largest force (or of the largest right side): forces are good to 1e-10, see above.
constexpr double no_force = 1e-9;

}  // namespace

void RestingForces::solve(const MatrixXd& columns, const VectorXd& right, const Cones& cones) {
  right_ = right;
  // Rest of all closed points is by far the most common and needs one linear solve; the cone
  // problem only where some point slides.
  if (sticks(columns, cones)) {
    ++counts_.sticking;
    return;
  }
  ++counts_.sliding;
  if (!cone_.solve(columns, right, cones)) ++counts_.unsolved;
  forces_ = cone_.impulse();
}

/// Four and more points under a stiff sole share their load in infinitely many ways, the softness
/// picks the one that springs under the points would. Stops of joints have another unit: each has
/// a softness of its own.
void RestingForces::soften(const Cones& cones) {
  double sum = 0.0;
  Index count = 0;
  for (const ConeContact& cone : cones) {
    if (cone.tangents == 0) continue;
    sum += gram_.diagonal().segment(cone.row, 1 + cone.tangents).sum();
    count += 1 + cone.tangents;
  }
  if (count == gram_.rows()) {
    softness_ = regularisation * gram_.diagonal().mean();
    gram_.diagonal().array() += softness_;
    return;
  }
  softness_ = count > 0 ? regularisation * sum / static_cast<double>(count) : 0.0;
  for (const ConeContact& cone : cones) {
    auto rows = gram_.diagonal().segment(cone.row, 1 + cone.tangents);
    rows.array() += cone.tangents > 0 ? softness_ : regularisation * rows[0];
  }
}

/// Forces of the kept points at rest, without the others.
void RestingForces::solve_kept(const Cones& cones) {
  kept_rows_.clear();
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!kept_[i]) continue;
    for (Index k = 0; k <= cones[i].tangents; ++k) kept_rows_.push_back(cones[i].row + k);
  }
  // Rest is y = 0: the problem of the header is then linear, G x = −c on the kept rows, and x = 0
  // on the others.
  part_ = gram_(kept_rows_, kept_rows_);
  // `more_` softens tangents further, where friction is shared by weight.
  for (std::size_t i = 0, at = 0; i < kept_.size(); ++i) {
    if (!kept_[i]) continue;
    part_.diagonal().segment(static_cast<Index>(at) + 1, cones[i].tangents).array() +=
        softness_ * more_[i];
    at += static_cast<std::size_t>(1 + cones[i].tangents);
  }
  part_forces_ = -right_(kept_rows_);
  gram_factor_.compute(part_);
  gram_factor_.solve(part_forces_);
  forces_.setZero(right_.size());
  forces_(kept_rows_) = part_forces_;
}

/// All closed points at rest, but those that would pull and leave: forces_; false: some slide, or
/// no such set was found.
bool RestingForces::sticks(const MatrixXd& columns, const Cones& cones) {
  const Index size = columns.cols();
  gram_.setZero(size, size);
  gram_.selfadjointView<Eigen::Lower>().rankUpdate(columns.transpose());
  gram_.triangularView<Eigen::StrictlyUpper>() = gram_.transpose();
  soften(cones);
  more_.assign(cones.size(), 0.0);
  // Active set: all points; without the one that pulls most, again and again; then those that were
  // dropped come back if they would move into the ground.
  kept_.assign(cones.size(), true);
  for (std::size_t tries = 0; tries <= 2 * cones.size(); ++tries) {
    solve_kept(cones);
    std::size_t worst = cones.size();
    double most = no_force * forces_.cwiseAbs().maxCoeff();
    for (std::size_t i = 0; i < cones.size(); ++i) {
      if (!kept_[i] || !(-forces_[cones[i].row] > most)) continue;
      most = -forces_[cones[i].row];
      worst = i;
    }
    if (worst < cones.size()) {
      kept_[worst] = false;
      continue;
    }
    // Those that were dropped must leave, or be active again.
    const double closing = no_force * right_.cwiseAbs().maxCoeff();
    bool again = false;
    for (std::size_t i = 0; i < cones.size() && !again; ++i) {
      if (kept_[i]) continue;
      const Index row = cones[i].row;
      again = gram_.col(row).dot(forces_) + right_[row] < -closing;
      kept_[i] = again;
    }
    if (again) continue;
    return inside_cones(cones) || shares_friction(cones);
  }
  return false;
}

/// x_n ≥ 0 and ‖x_t‖ ≤ μ x_n, up to what the softened forces are good to.
bool RestingForces::inside_cones(const Cones& cones) const {
  const double slack = no_force * forces_.cwiseAbs().maxCoeff();
  return std::all_of(cones.begin(), cones.end(), [&](const ConeContact& cone) {
    const double normal = forces_[cone.row];
    return normal >= -slack && forces_.segment(cone.row + 1, cone.tangents).norm() <=
                                   cone.friction * std::max(0.0, normal) + slack;
  });
}

/// Points at rest may share friction otherwise: most where most of the weight is. The motion stays.
bool RestingForces::shares_friction(const Cones& cones) {
  for (int tries = 0; tries < sharings; ++tries) {
    double largest = 0.0;
    for (const ConeContact& cone : cones) largest = std::max(largest, forces_[cone.row]);
    for (std::size_t i = 0; i < cones.size(); ++i) {
      // Softness in inverse proportion to the load: friction then goes where the load is, as the
      // cones ask.
      more_[i] = largest / std::max(forces_[cones[i].row], lightest * largest) - 1.0;
    }
    solve_kept(cones);
    if (inside_cones(cones)) return true;
  }
  return false;
}

}  // namespace carom::simulation
