// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

namespace carom::report {
namespace {

void count_row(const TrajectoryRow& row, RunNode& node) {
  RunTrajectory& facts = node.facts;
  if (facts.rows == 0) {
    facts.energy_start = row.energy;
    facts.kinetic_start = row.kinetic;
  }
  if (facts.rows == 0 || row.kind == TrajectoryRow::Kind::after_impact) {
    node.reference_energy = row.energy;
  }
  facts.energy_change = std::max(facts.energy_change, std::abs(row.energy - node.reference_energy));
  facts.energy_end = row.energy;
  facts.kinetic_end = row.kinetic;
  ++facts.rows;
  node.last_row = row.time;
}

void count_spread(const ImpactRecord& impact, RunTrajectory& facts) {
  SpreadSums& sums = facts.spread;
  const auto& verdict = impact.outcome.practical;
  const std::optional<Practical> grade = verdict ? verdict->grade() : std::nullopt;
  if (!grade) {
    ++sums.not_asked;
    return;
  }
  switch (*grade) {
    case Practical::one: ++sums.one; break;
    case Practical::slight: ++sums.slight; break;
    case Practical::several: ++sums.several; break;
  }
  sums.friction = sums.friction || verdict->friction;
  if (sums.worst_impact >= 0 && verdict->value() <= sums.worst) return;
  sums.worst = verdict->value();
  sums.worst_time = impact.time;
  sums.worst_impact = facts.impacts;
}

void count_impact(const ImpactRecord& impact, RunTrajectory& facts) {
  facts.captured += impact.captured ? 1 : 0;
  count_spread(impact, facts);
  if (impact.outcome.ok()) facts.energy_lost += impact.outcome.energy.lost;
  switch (impact.outcome.uniqueness.verdict) {
    case Uniqueness::Verdict::unique: ++facts.unique; break;
    case Uniqueness::Verdict::not_checked: ++facts.not_checked; break;
    case Uniqueness::Verdict::several:
      ++facts.several;
      if (facts.first_several < 0) facts.first_several = facts.impacts;
      break;
  }
  ++facts.impacts;
}

void count_landing(const SimulationRecord& record, LandingSums& sums) {
  if (record.fall) sums.fall = record.fall;
  sums.limits.insert(sums.limits.end(), record.limits.begin(), record.limits.end());
}

int rank(RunStatus status) {
  switch (status) {
    case RunStatus::finished: return 0;
    case RunStatus::fell: return 1;
    case RunStatus::diverged: return 2;
    case RunStatus::running: return 3;
    case RunStatus::stopped: break;
  }
  return 4;
}

}  // namespace

void count_record(const SimulationRecord& record, const WalkMotors& motors, RunNode& node) {
  for (const TrajectoryRow& row : record.rows) count_row(row, node);
  for (const ImpactRecord& impact : record.impacts) {
    count_impact(impact, node.facts);
    if (node.facts.program) count_program(impact, *node.facts.program);
  }
  if (node.facts.landing) count_landing(record, *node.facts.landing);
  if (!node.facts.walk) return;
  for (const WalkSample& sample : record.walk) count_walk(sample, motors, *node.facts.walk);
  for (const Touchdown& touchdown : record.touchdowns) {
    count_touchdown(touchdown, *node.facts.walk);
  }
}

RunResult overall(const std::deque<RunNode>& nodes, bool named) {
  RunResult result{.status = RunStatus::finished};
  for (const RunNode& one : nodes) {
    const RunTrajectory& facts = one.facts;
    result.trajectories.push_back(facts);
    if (facts.id > 0 && rank(facts.status) <= rank(result.status)) continue;
    result.status = facts.status;
    result.message = facts.id == 0 || !named
                         ? facts.message
                         : fmt::format("trajectory {}: {}", facts.id, facts.message);
  }
  return result;
}

RunSums::RunSums(const Model& model, const State& start, const SimulationOptions& options,
                 RunState state, RunWatch watch)
    : state_(std::move(state)), motors_(motors_of(model)), watch_(std::move(watch)) {
  if (model.has_free_base()) base_ = model.joints().front().q + 2;
  const auto& loops = model.parts().loops;
  const bool held = std::ranges::any_of(loops, [](const LoopClosure& loop) {
    return loop.first == "world" || loop.second == "world";
  });
  if (base_ >= 0 && !held) weight_ = model.total_mass() * model.gravity().norm();
  if (options.drive) program_.emplace(model, *options.drive);
  if (options.drive && gait_period(options.drive->program)) gait_.emplace(model, *options.drive);
  if (!state_.nodes.empty()) return;
  RunTrajectory& first = state_.nodes.emplace_back().facts;
  first.state = start;
  if (program_) first.program = program_->begin(start);
  if (options.walk) {
    first.walk = empty_walk_sums();
  } else if (options.integrator == IntegratorKind::ticks || !model.parts().watched.empty()) {
    first.landing.emplace().base_height_start = base_height(start);
  }
}

double RunSums::base_height(const State& state) const {
  return base_ < 0 ? std::numeric_limits<double>::quiet_NaN() : state.q[base_];
}

void RunSums::begin(const simulation::TreeNode& node) {
  at(node).facts.status = RunStatus::running;
  at(node).facts.message.clear();
}

void RunSums::fork(const simulation::TreeNode& branch) {
  RunTrajectory& facts = state_.nodes.emplace_back().facts;
  facts.id = branch.id;
  facts.parent = branch.parent;
  facts.impact = branch.impact;
  facts.start = facts.time = branch.fork->time;
  facts.folder = fmt::format("branch_{}", branch.id);
  facts.state = {.q = branch.fork->q, .v = branch.fork->v};
  if (state_.nodes.front().facts.landing) {
    facts.landing.emplace().base_height_start = base_height(facts.state);
  }
  const auto& parent = state_.nodes[static_cast<std::size_t>(branch.parent)].facts.program;
  if (parent) facts.program = ProgramBook::branch(*parent);
}

void RunSums::take(const simulation::TreeNode& node, const Simulation& simulation,
                   SimulationRecord& record) {
  RunNode& counted = at(node);
  counted.facts.time = simulation.time();
  count_record(record, motors_, counted);
  if (gait_ && node.id == 0) gait_->take(record);
  keep(node, record);
  if (watch_.observe) watch_.observe(node.id, record);
  if (watch_.progress) watch_.progress(node.id, simulation.time());
}

void RunSums::end(const simulation::TreeNode& node, const Simulation& simulation) {
  settle(node, simulation, simulation.checkpoint());
  at(node).facts.status = simulation.status();
  at(node).facts.message = simulation.message();
}

void RunSums::settle(const simulation::TreeNode& node, const Simulation& simulation,
                     const SimulationCheckpoint& checkpoint) {
  RunTrajectory& facts = at(node).facts;
  facts.time = simulation.time();
  facts.state = simulation.state();
  // What was integrated before a fork counts for the parent.
  facts.integration_steps =
      checkpoint.integration_steps - (node.fork ? node.fork->integration_steps : 0);
  facts.halvings = checkpoint.halvings - (node.fork ? node.fork->halvings : 0);
  facts.lowest_gap = checkpoint.lowest_gap;
  if (program_ && facts.program) program_->settle(checkpoint, *facts.program);
  if (gait_ && node.id == 0) facts.gait = gait_->cycle();
  if (!facts.landing) return;
  facts.landing->base_height_end = base_height(facts.state);
  facts.landing->speed = facts.state.v.lpNorm<Eigen::Infinity>();
  const auto* ticks = std::get_if<TickMemory>(&checkpoint.memory);
  facts.landing->slip = facts.landing->carried = std::numeric_limits<double>::quiet_NaN();
  bool balanced = true;
  if (ticks != nullptr) {
    facts.landing->slip = ticks->slid.empty() ? 0.0 : *std::ranges::max_element(ticks->slid);
    facts.landing->carried = ticks->carried;
    balanced = weight_ ? std::abs(ticks->carried - *weight_) <= LandingSums::balance * *weight_
                       : ticks->carried > 0.0;
  }
  facts.landing->settled = simulation.status() == RunStatus::finished && balanced &&
                           facts.landing->speed < LandingSums::at_rest;
}

}  // namespace carom::report
