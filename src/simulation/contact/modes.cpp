// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Find forces r and accelerations c of the rows of all candidates with
//   0 <= r_n ⊥ c_n >= 0,   at rest: ‖r_t‖ <= μ_s r_n, c_t = 0 or r_t = −μ r_n c_t/‖c_t‖ (maximum
//   dissipation, S3 VII-B),   slipping: r_t = −μ r_n t, t the direction of slip.
// Sustaining all candidates gives reactions r⁰ of any sign with c = 0, so that the accelerations
// without them are c⁰ = −J M⁻¹Wᵀr⁰ (loops kept closed): all that the solver needs besides the rows.
// The friction of contacts that slip enters as a force of the last round (a few rounds; it is exact
// once their normal forces repeat). A contact opens if its acceleration is positive.
#include "simulation/contact/modes.h"

#include <algorithm>

namespace carom::simulation {

using Eigen::Index;
using Eigen::VectorXd;

namespace {
constexpr int most_rounds = 200;
// Of the largest acceleration: zero. γ and the solve leave 1e-12 (held_dynamics.cpp), a contact
// that begins to open passes any size soon.
constexpr double small = 1e-9;
}  // namespace

ContactModes::ContactModes(const Model& model) : model_(model) {}

Index ContactModes::tangents(const Candidate& candidate) const {
  const auto& contact = model_.contacts()[static_cast<std::size_t>(candidate.contact)];
  const double friction = std::max(contact.friction, contact.static_friction.value_or(0.0));
  return candidate.rests && friction > 0.0 ? contact.tangents : 0;
}

/// Rows and forces, whitened, with loops projected out.
void ContactModes::gather(const HeldDynamics& dynamics, const std::vector<Candidate>& candidates) {
  Index count = 0;
  for (const Candidate& candidate : candidates) count += 1 + tangents(candidate);
  // Rows of loops stand first; they hold in any case and are no part of the cones.
  const Index loops = dynamics.rows().rows() - count;
  mass_.compute(dynamics.mass_matrix());
  rows_ = dynamics.rows().bottomRows(count).transpose();
  mass_.solve_lower_columns(rows_);
  forces_ = dynamics.force_rows().bottomRows(count).transpose();
  mass_.solve_lower_columns(forces_);
  if (loops > 0) {
    loops_ = dynamics.rows().topRows(loops).transpose();
    mass_.solve_lower_columns(loops_);
    // Rows of loops that depend on each other leave rounding times the condition of M, 1e-12.
    const Eigen::MatrixXd basis = solver::PivotedQr(loops_, 1e-10).span();
    rows_ -= (basis * (basis.transpose() * rows_)).eval();
    forces_ -= (basis * (basis.transpose() * forces_)).eval();
  }
  // What the accelerations of the rows are sums of: zero is judged by it.
  size_ = std::max(model_.gravity().norm(), (dynamics.rows().bottomRows(count).cwiseAbs() *
                                             dynamics.acceleration().cwiseAbs())
                                                .maxCoeff());
  reaction_ = dynamics.reaction().tail(count);
  // Sustaining all of them may be impossible (rows that contradict each other): what is left
  // counts.
  base_ = dynamics.rows().bottomRows(count) * dynamics.acceleration() +
          dynamics.drift().tail(count) - rows_.transpose() * (forces_ * reaction_);
}

bool ContactModes::solve(const std::vector<Candidate>& candidates) {
  contacts_.clear();
  Index row = 0;
  bool slides = false;
  for (const Candidate& candidate : candidates) {
    const auto& contact = model_.contacts()[static_cast<std::size_t>(candidate.contact)];
    const auto count = static_cast<int>(tangents(candidate));
    contacts_.push_back({.row = static_cast<int>(row),
                         .tangents = count,
                         .friction = contact.static_friction.value_or(contact.friction)});
    slides = slides || (!candidate.rests && contact.friction > 0.0);
    row += 1 + count;
  }
  force_ = VectorXd::Zero(row);
  for (int round = 0; round < most_rounds; ++round) {
    // Of a contact that slips the force acts along `forces_`, its row is `rows_`: what the last
    // round's force does beyond its row is moved to the right-hand side, and the problem that is
    // left is symmetric.
    b_ = base_;
    if (slides) b_ += rows_.transpose() * ((forces_ - rows_) * force_);
    if (!cone_.solve(rows_, b_, contacts_)) {
      trouble_ = "resting contacts: no forces were found";
      return false;
    }
    if (!slides) {
      force_ = cone_.impulse();
      return true;
    }
    // What the friction of slipping contacts does; shares of redundant points may differ.
    const double change = ((forces_ - rows_) * (cone_.impulse() - force_)).norm();
    force_ = cone_.impulse();
    if (change <= 1e-10 * (forces_ * force_).norm()) return true;
  }
  jams_ = true;
  trouble_ = "sliding contacts: their friction admits no forces (Painlevé)";
  return false;
}

void ContactModes::choose(const std::vector<Candidate>& candidates) {
  held_.clear();
  const double scale = std::max({b_.cwiseAbs().maxCoeff(), base_.cwiseAbs().maxCoeff(), size_});
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const Candidate& candidate = candidates[k];
    const int row = contacts_[k].row, count = contacts_[k].tangents;
    // c_n > 0: it opens. c_n = 0 and c_t = 0: it sticks; else it slides from here on.
    if (cone_.velocity()[row] > small * scale) continue;  // opens
    HeldContact held{.contact = candidate.contact, .sticks = false, .anchor = {0.0, 0.0, 0.0}};
    const VectorXd rate = cone_.velocity().segment(row + 1, count);
    held.sticks = count > 0 && rate.norm() <= small * scale;
    if (held.sticks) held.anchor = candidate.anchor;
    held_.push_back(held);
  }
}

bool ContactModes::resolve(double time, const State& state,
                           const std::vector<Candidate>& candidates, HeldDynamics& dynamics) {
  held_.clear();
  trouble_.clear();
  jams_ = false;
  std::vector<HeldContact> all;
  for (const Candidate& candidate : candidates) {
    all.push_back({.contact = candidate.contact,
                   .sticks = tangents(candidate) > 0,
                   .anchor = candidate.anchor});
  }
  dynamics.hold(all);
  if (!candidates.empty()) {
    if (!dynamics.set_state(time, state.q, state.v)) {
      trouble_ = dynamics.trouble();
      return false;
    }
    gather(dynamics, candidates);
    if (!solve(candidates)) return false;
    choose(candidates);
    dynamics.hold(held_);
  }
  return true;
}

}  // namespace carom::simulation
