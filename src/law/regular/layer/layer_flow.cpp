// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_flow.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace carom::law {
namespace {

constexpr double layer_compliance = 1e-8;
constexpr int step_limit = 20000;
/// Two compliances this far apart in the scaled end state did not take the same way.
constexpr double layer_branch_change = 1e-5;
constexpr double good_residual = 1e-6;         // else once more with less compliance
constexpr double layer_worst_residual = 1e-4;  // else no answer
constexpr double impulse_limit = 1e7;
/// Shares of contacts that lock; those that only wait at the same velocity have less than the rate
/// below which everything is at rest.
constexpr double locking_force = 1e-4;

}  // namespace

bool LayerFlow::prepare(const ImpactProblem& problem, std::span<const int> contacts,
                        const Regular& settings) {
  rows_.compute(problem);
  if (!system_.prepare(problem, contacts, settings.restitution, rows_)) return false;
  energy_ = settings.energy;
  rodas_.resize(system_.states(), system_.size());
  euler_.resize(system_);
  next_.resize(system_.size());
  rate_.resize(system_.size());
  return true;
}

FlowEnd LayerFlow::run(const ImpactProblem& problem, std::span<const int> contacts,
                       const Regular& settings, Outcome& outcome) {
  if (!prepare(problem, contacts, settings)) return FlowEnd::finished;
  const bool fine = settings.tolerance < 0.5 * layer_compliance;
  const FlowEnd end = run_with(fine, problem, outcome);
  if (fine || (end == FlowEnd::finished && outcome.residuals.law <= good_residual)) return end;
  return run_with(true, problem, outcome);  // less compliance, smaller steps
}

FlowEnd LayerFlow::run_with(bool fine, const ImpactProblem& problem, Outcome& outcome) {
  outcome.residuals.law = 0.0;
  outcome.message.clear();
  outcome.last_velocity.resize(0);
  const double first = fine ? 2e-9 : layer_compliance;
  if (!follow(first, fine ? 1e-10 : 3e-10)) return report_failure(problem, outcome);
  if (fine) {
    // The error is linear in δ.
    keep_as_coarse();
    if (!follow(0.5 * first, 1e-10)) return report_failure(problem, outcome);
    const double change = extrapolate(layer_branch_change);
    if (change > layer_branch_change) outcome.residuals.law = change;
  }
  write_result(problem, system_, y_, exchange_, outcome);
  if (fine && outcome.residuals.law > layer_worst_residual) {
    reason_ = "the compliant layer gives different outcomes as its compliance goes to zero";
    const double residual = outcome.residuals.law;
    const FlowEnd end = report_failure(problem, outcome);
    outcome.residuals.law = residual;
    return end;
  }
  report_events(outcome);
  return FlowEnd::finished;
}

void LayerFlow::begin(double delta) {
  system_.set_compliance(delta);
  system_.set_stored({});
  stores_.begin(system_.restitution(), energy_);
  system_.start(y_);
  exchange_.reset(system_.point_count());
  events_.clear();
  counts_ = {};
  phase_ = Phase::compression;
  impulse_ = 0.0;
  slow_ = 0;
  other_ = 0;
  jammed_ = false;
  reason_ = "";
}

bool LayerFlow::follow(double delta, double tolerance) {
  begin(delta);
  tolerance_ = tolerance;
  h_ = delta;  // The state may start outside the layer.
  for (bool done = came_to_rest() && lock(); !done;) {
    if (++counts_.steps > step_limit || impulse_ > impulse_limit) {
      reason_ = "compression did not end within the limit of steps";
      return false;
    }
    if (!take_step()) {
      reason_ = "neither the stiff integrator nor implicit increments found a step";
      return false;
    }
    if (!finish_step(done)) return false;
    done = done || (came_to_rest() && lock());
  }
  log(Event::Kind::ends);
  return true;
}

bool LayerFlow::follow_increments(double delta, double h) {
  begin(delta);
  way_ = Way::increment;
  for (bool done = came_to_rest() && lock(); !done;) {
    if (++counts_.steps > 10 * step_limit) {
      reason_ = "compression did not end within the limit of increments";
      return false;
    }
    step_ = h;
    while (step_ > 1e-6 * h && !advance(step_)) step_ *= 0.5;
    if (step_ <= 1e-6 * h) {
      reason_ = "the equations of an implicit increment were not solved";
      return false;
    }
    if (!finish_step(done)) return false;
    done = done || (came_to_rest() && lock());
  }
  log(Event::Kind::ends);
  return true;
}

double LayerFlow::extrapolate(double limit) {
  const Eigen::Index r = system_.states();
  const double difference = (y_.head(r) - coarse_.head(r)).cwiseAbs().maxCoeff();
  if (difference <= limit) y_ = 2.0 * y_ - coarse_;
  return difference;
}

// σ tends to zero together with the rates: every point that carries has stopped for good.
bool LayerFlow::came_to_rest() {
  system_.rate(y_.data(), rate_.data());
  sigma_ = system_.last_sigma();
  return std::abs(sigma_) <= 10.0 * system_.compliance() &&
         rate_.head(system_.states()).norm() <= 1e-5;
}

// What contacts that lock still hold is lost; others, which they do not move, give back theirs.
// True: nothing is left.
bool LayerFlow::lock() {
  phase_ = Phase::release;
  jammed_ = true;
  for (std::size_t j = 0; j < system_.points().size(); ++j)
    if (system_.force()[system_.points()[j].row] > locking_force)
      stores_.empty(stores_.store_of(static_cast<int>(j)));
  const bool left = stores_.settle(resolved());
  system_.set_stored(stores_.stored());
  return !left;
}

void LayerFlow::log(Event::Kind kind) {
  events_.push_back({kind, -1, impulse_ * system_.impulse_unit()});
}

void LayerFlow::report_events(Outcome& outcome) const {
  outcome.events.insert(outcome.events.end(), events_.begin(), events_.end());
  bool bounces = false;
  for (const double e : system_.restitution()) bounces = bounces || e > 0.0;
  if (jammed_ && bounces)
    outcome.notes.push_back(
        "contacts jam: they stopped before the energy they took up could be given back");
}

FlowEnd LayerFlow::report_failure(const ImpactProblem& problem, Outcome& outcome) const {
  outcome.message = std::string(reason_) + "; stopped at a total impulse of " +
                    base::number(impulse_ * system_.impulse_unit()) + " N s";
  outcome.residuals.law = std::max(0.0, -sigma_);
  write_last_velocity(problem, system_, y_, outcome);
  return FlowEnd::failed;
}

}  // namespace carom::law
