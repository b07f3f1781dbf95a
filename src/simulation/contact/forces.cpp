// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Forces of sustained contacts (forces.h).
#include "simulation/contact/forces.h"

#include <algorithm>
#include <limits>

namespace carom::simulation {

using Eigen::Index;

namespace {
// Of the largest reaction: pulls less than this are rounding of the shortest reactions, as in
// event_search.cpp; below it nothing is shared anew.
constexpr double pull = 1e-9;
// Of the total force: what sharing may change. A total that is off by more has no forces within the
// cones, and the reactions stay.
constexpr double same = 1e-9;
}  // namespace

/// One cone per sustained contact. A contact that slides has its friction inside its one row, W =
/// J_n − μ tᵀJ_t, and so no tangents here. Rows of loops stand before `first`.
void ContactForces::set_cones(const Model& model, const HeldDynamics& held) {
  contacts_.clear();
  const Index first = held.places().front().row;
  for (std::size_t k = 0; k < held.held().size(); ++k) {
    const HeldDynamics::Place& place = held.places()[k];
    const auto& contact = model.contacts()[static_cast<std::size_t>(held.held()[k].contact)];
    contacts_.push_back({.row = static_cast<int>(place.row - first),
                         .tangents = static_cast<int>(place.tangents),
                         .friction = contact.static_friction.value_or(contact.friction)});
  }
}

/// r_n ≥ 0 and ‖r_t‖ ≤ μ r_n.
bool ContactForces::within_cones() const {
  const double least = pull * reaction_.lpNorm<Eigen::Infinity>();
  return std::all_of(contacts_.begin(), contacts_.end(), [&](const solver::ConeContact& contact) {
    const double normal = reaction_[contact.row];
    return normal >= -least && reaction_.segment(contact.row + 1, contact.tangents).norm() <=
                                   contact.friction * normal + least;
  });
}

/// The same total with forces that push. If there are none such, reactions stay as they are.
void ContactForces::share(const HeldDynamics& held) {
  // In the metric of M = L Lᵀ the total is A r, A = L⁻¹Wᵀ. The cone problem y = AᵀA x − Aᵀ(A r) has
  // a solution with y = 0, A x = A r, wherever forces within the cones can give the same total.
  mass_.compute(held.mass_matrix());
  columns_ = held.force_rows().bottomRows(reaction_.size()).transpose();
  mass_.solve_lower_columns(columns_);
  total_.noalias() = columns_ * reaction_;
  right_.noalias() = -columns_.transpose() * total_;
  cone_.solve(columns_, right_, contacts_);
  if ((cone_.change() - total_).norm() <= same * total_.norm()) reaction_ = cone_.impulse();
}

void ContactForces::put(const Model& model, HeldDynamics& held, TrajectoryRow& row) {
  const auto count = static_cast<Index>(model.contacts().size());
  row.forces.setZero(count);
  row.friction.setZero(count);
  if (held.held().empty()) return;
  if (!held.set_state(row.time, row.state.q, row.state.v)) {
    for (const HeldContact& contact : held.held()) {
      row.forces[contact.contact] = row.friction[contact.contact] =
          std::numeric_limits<double>::quiet_NaN();
    }
    return;
  }
  const Index first = held.places().front().row;
  reaction_ = held.reaction().tail(held.reaction().size() - first);
  set_cones(model, held);
  if (!within_cones()) share(held);
  // Of a contact that sticks friction is ‖r_t‖ [N], of one that slides μ r_n.
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const int at = contacts_[k].row;
    const int contact = held.held()[k].contact;
    row.forces[contact] = std::max(0.0, reaction_[at]);
    row.friction[contact] = reaction_.segment(at + 1, contacts_[k].tangents).norm();
    for (const HeldDynamics::Slide& slide : held.slides()) {
      if (slide.row == first + at) row.friction[contact] = slide.friction * row.forces[contact];
    }
  }
}

}  // namespace carom::simulation
