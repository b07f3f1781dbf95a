// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Steps and nodes of the variational integrator (step.h): the equations are in rule.h, their
// solution in step_solver.h, nodes in tree.h.
// The first guess of v̄ is the straight line through the v̄ of the two steps before, which belong to
// the middles of these steps; a trial step from the same node is the nearer of the two.
#include "simulation/variational/step.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace carom::simulation {

VariationalStep::VariationalStep(const Model& model, const Controller& controller)
    : tree_(model), forces_(model, controller), rule_(tree_, forces_), solver_(rule_) {
  const Eigen::Index n = rule_.velocities();
  for (VariationalNode* node : {&node_, &start_, &end_}) {
    node->q = VectorXd::Zero(tree_.tree.configuration_size);
    node->rows = node->p = VectorXd::Zero(n);
    node->flights.resize(tree_.floating.size());
  }
  middle_q_ = configuration_ = node_.q;
  middle_v_ = velocity_ = VectorXd::Zero(n);
  x_ = VectorXd::Zero(rule_.unknowns());
  // Linear extrapolation needs two solved steps; unknown ones are never read.
  for (Past* past : {&trial_, &last_, &older_}) past->velocity = x_;
  set_node(model.neutral(), velocity_);
}

/// v̄(t) through the two nearest middles of steps, extrapolated to the middle of this one: off by
/// h². Times are relative to the node.
void VariationalStep::guess() {
  const Past* near = trial_.known ? &trial_ : last_.known ? &last_ : nullptr;
  // After an impact, a start or an event there is nothing to extrapolate from.
  if (near == nullptr) {
    rule_.guess_from_momentum(x_);
    return;
  }
  const Past& far = trial_.known ? last_ : older_;
  x_ = near->velocity;
  // `apart`: between the two known middles. `ahead`: from the nearer one to ours.
  const double apart = near->middle - far.middle, ahead = 0.5 * h_ - near->middle;
  // Not from steps that are much closer to each other than to this one: rounding would grow.
  if (far.known && std::abs(ahead) <= 2.0 * apart) {
    x_ += (ahead / apart) * (near->velocity - far.velocity);
  }
  // Drifts u are given by P₀ and weight better than by what they were.
  rule_.guess_drift(x_);
}

/// After an impact the velocities before it say nothing: the guess starts from M⁻¹p.
void VariationalStep::set_node(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  node_.q = q;
  tree_.momentum(q, v, node_.p);
  tree_.split(node_);
  forget();
}

/// The node keeps (c, P, L, π) of floating trees; q and p are put together when asked for, so that
/// a flight does not round them at every step.
const VectorXd& VariationalStep::q() {
  tree_.place(node_);
  return node_.q;
}
const VectorXd& VariationalStep::p() {
  tree_.sum(node_);
  return node_.p;
}

bool VariationalStep::step(double time, double h, const Ref<const VectorXd>& impulse) {
  trouble_.clear();
  // The node stays as it is: any number of trial steps may start from it.
  start_ = node_;
  tree_.push(impulse, start_);
  h_ = h;
  middle_known_ = false;
  // The impulse is part of p₀: p₀′ = p₀ + W(q₀)ᵀλ of the node forces (variational.cpp).
  rule_.begin(start_, time, h);
  // h = 0 is regular, as v̄ and not (q₁ − q₀)/h is the unknown: q₁ = q₀, p₁ = p₀.
  if (h == 0.0) {
    rule_.guess_from_momentum(x_);
    end_ = start_;
    iterations_ = 0;
    return x_.allFinite();
  }
  guess();
  // p₁ and q₁ follow from x by increments of p₀ and q₀.
  const VariationalSolver::Result result = solver_.solve(x_);
  iterations_ = solver_.evaluations();
  if (result == VariationalSolver::Result::solved) {
    rule_.finish(x_, end_);
    trial_.velocity = x_;
    trial_.middle = 0.5 * h;
    trial_.known = true;
    if (end_.rows.allFinite() && end_.q.allFinite()) return true;
    // An end that is not finite is no guess for the next trial.
    trial_.known = false;
  }
  // A controller's fault is told from a step that does not converge.
  if (result == VariationalSolver::Result::bad_force) {
    trouble_ = fmt::format("the controller's force is not finite at t = {}", time + 0.5 * h);
  } else {
    trouble_ = fmt::format("the step of {} s at t = {} did not converge", h, time);
  }
  return false;
}

/// (q̄, v̄) of the last trial step, computed once and only if somebody asks.
void VariationalStep::place_middle() {
  if (!middle_known_) rule_.middle(x_, middle_q_, middle_v_);
  middle_known_ = true;
}

const VectorXd& VariationalStep::middle_q() {
  place_middle();
  return middle_q_;
}
const VectorXd& VariationalStep::middle_v() {
  place_middle();
  return middle_v_;
}
/// Placed and summed only when asked for: a trial that is rejected by its gaps needs no p.
const VectorXd& VariationalStep::end_q() {
  tree_.place(end_);
  return end_.q;
}
const VectorXd& VariationalStep::end_p() {
  tree_.sum(end_);
  return end_.p;
}

/// The impulse is that of the end node, W(q₁)ᵀμ: p₁ = p₁′ + W(q₁)ᵀμ.
void VariationalStep::commit(const Ref<const VectorXd>& impulse) {
  node_ = end_;
  tree_.push(impulse, node_);
  // The trial becomes the last step. Middles are relative to the node, which has moved by h.
  if (h_ > 0.0 && trial_.known) {
    std::swap(older_, last_);
    older_.middle -= h_;
    std::swap(last_.velocity, trial_.velocity);
    last_.middle = -0.5 * h_;
    last_.known = true;
  }
  trial_.known = false;
}

/// H(q, p) = ½ pᵀM⁻¹p + V(q) [J].
double VariationalStep::energy(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p) {
  tree_.velocity(q, p, velocity_);
  configuration_ = q;
  return 0.5 * p.dot(velocity_) + tree_.gravity_energy(configuration_) +
         forces_.energy(configuration_, tree_);
}

double VariationalStep::gravity_energy(const Ref<const VectorXd>& q) {
  configuration_ = q;
  return tree_.gravity_energy(configuration_);
}

const FramePlacements& VariationalStep::placements(const Ref<const VectorXd>& q) {
  // Kinematics alone: no velocities, no factorisation.
  configuration_ = q;
  tree_.place_in_world(configuration_);
  return tree_;
}

/// π, flights and the two guesses: from (q, v) alone they would come back with other bits.
VariationalMemory VariationalStep::memory() const {
  VariationalMemory memory;
  memory.last = last_;
  memory.older = older_;
  memory.momentum = node_.rows;
  memory.flights = node_.flights;
  return memory;
}

bool VariationalStep::set_memory(const VariationalMemory& memory) {
  // Every size is checked first: nothing changes unless all of it fits.
  const Eigen::Index unknowns = rule_.unknowns();
  if (memory.momentum.size() != node_.rows.size() || memory.last.velocity.size() != unknowns ||
      memory.older.velocity.size() != unknowns || memory.flights.size() != node_.flights.size()) {
    return false;
  }
  last_ = memory.last;
  older_ = memory.older;
  // p itself is summed from π and P when it is asked for.
  node_.rows = memory.momentum;
  node_.flights = memory.flights;
  node_.summed = false;
  trial_.known = false;
  return true;
}

}  // namespace carom::simulation
