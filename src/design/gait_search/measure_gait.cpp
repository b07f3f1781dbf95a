// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One run of a gait, and what it is worth.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/error.h"
#include "carom/gait_search.h"

namespace carom {
namespace {

constexpr double unknown_figure = std::numeric_limits<double>::quiet_NaN();

/// Where it is, and what its motors have drawn by then.
struct GaitMark {
  double time = 0.0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double drawn = unknown_figure;
};

GaitMark mark_of(const Simulation& simulation) {
  ModelWorkspace workspace(simulation.model());
  workspace.set_configuration(simulation.state().q);
  const SimulationCheckpoint checkpoint = simulation.checkpoint();
  GaitMark mark{.time = simulation.time(), .center = workspace.center_of_mass()};
  if (checkpoint.program) mark.drawn = checkpoint.program->work.drawn;
  return mark;
}

/// The larger of the worst so far and that of an impact.
void take_verdict(const ImpactRecord& impact, GaitFigures& figures) {
  const auto& verdict = impact.outcome.practical;
  if (!verdict || !verdict->grade()) return;  // too slow to matter, or not to be had
  figures.spread = std::max(figures.spread, verdict->value());
}

void set_way(const Model& model, const GaitMark& from, const GaitMark& to, GaitFigures& figures) {
  figures.way = to.center - from.center;
  const double gravity = model.gravity().norm();
  if (gravity > 0.0) {
    const Eigen::Vector3d down = model.gravity() / gravity;
    figures.way -= down.dot(figures.way) * down;
  }
  const double way = figures.way.norm(), time = to.time - from.time;
  if (time > 0.0) figures.speed = way / time;
  const double work = model.total_mass() * gravity * way;
  if (work > 0.0) figures.cost = (to.drawn - from.drawn) / work;
}

/// Steps of the grid on which its effort is looked at: a checkpoint copies the state, which costs
/// about as much as a step does.
constexpr std::int64_t between_looks = 64;
/// Integration steps that an impact is worth: those of chattering are quicker than a step, others
/// cost a few of them.
constexpr double impact_effort = 2.0;

class MeasuredRun {
 public:
  MeasuredRun(const GaitRun& run, bool verdicts, const GaitSearchOptions& how)
      : run_(run), verdicts_(verdicts), how_(how) {
    run_.options.every = std::numeric_limits<int>::max();  // rows are not looked at
    run_.options.branches = 1;
    steps_ = static_cast<std::int64_t>(std::ceil(run_.options.duration / run_.options.step));
  }

  GaitFigures go() {
    run_.options.verdict = false;
    Simulation first(run_.model, run_.start, run_.options);
    const std::int64_t half = steps_ / 2;
    if (!advance(first, half)) return std::move(figures_);
    const GaitMark from = mark_of(first);
    figures_.impacts = 0;
    // Verdicts tell and change nothing: the second half goes on with the same bits.
    run_.options.verdict = verdicts_;
    if (verdicts_) figures_.spread = 0.0;
    Simulation second(run_.model, first.checkpoint(), run_.options);
    if (!advance(second, std::numeric_limits<std::int64_t>::max())) {
      figures_.spread = unknown_figure;
      return std::move(figures_);
    }
    set_way(run_.model, from, mark_of(second), figures_);
    return std::move(figures_);
  }

 private:
  using End = GaitFigures::End;

  /// By so many steps, or to the end. False: it ended too early, the figures say why.
  bool advance(Simulation& simulation, std::int64_t steps) {
    for (std::int64_t done = 0; done < steps; ++done) {
      SimulationRecord record;
      const bool goes_on = simulation.advance(record);
      for (const ImpactRecord& impact : record.impacts) take_verdict(impact, figures_);
      figures_.impacts += static_cast<std::int64_t>(record.impacts.size());
      figures_.share = std::min(1.0, simulation.time() / run_.options.duration);
      if (!goes_on) return note_end(simulation);
      if (done % between_looks == between_looks - 1 && is_to_end(simulation)) return false;
    }
    return true;
  }

  bool note_end(const Simulation& simulation) {
    if (simulation.status() == RunStatus::finished) return true;
    const RunStatus status = simulation.status();
    figures_.end = status == RunStatus::fell      ? End::fell
                   : status == RunStatus::stopped ? End::stopped
                                                  : End::diverged;
    figures_.message = simulation.message();
    return false;
  }

  bool is_to_end(const Simulation& simulation) {
    if (how_.stop && how_.stop()) {
      figures_.end = End::stopped;
      return true;
    }
    const SimulationCheckpoint now = simulation.checkpoint();
    const double effort = static_cast<double>(now.integration_steps) +
                          impact_effort * static_cast<double>(now.impacts);
    if (effort <= how_.effort * static_cast<double>(steps_)) return false;
    figures_.end = End::costly;
    figures_.message = "took too many steps and impacts";
    return true;
  }

  GaitRun run_;
  bool verdicts_;
  const GaitSearchOptions& how_;
  std::int64_t steps_ = 0;
  GaitFigures figures_ = {};
};

}  // namespace

GaitFigures measure_gait(const GaitRun& run, bool verdicts, const GaitSearchOptions& options) {
  return MeasuredRun(run, verdicts, options).go();
}

double gait_objective(const GaitFigures& figures, const std::vector<GaitTerm>& terms) {
  // Above what any gait that travels has: its cost is cut off at 1e5 (a walker's is about 1).
  constexpr double ended = 1e9, impossible = 2e9, most_cost = 1e5;
  using End = GaitFigures::End;
  if (figures.end == End::impossible) return impossible;
  if (figures.end != End::finished) return ended * (2.0 - figures.share) / 2.0 + most_cost;
  double sum = 0.0;
  for (const GaitTerm& term : terms) {
    switch (term.figure) {
      case GaitTerm::Figure::speed: sum -= term.weight * figures.speed; break;
      case GaitTerm::Figure::spread:
        sum += term.weight * (std::isnan(figures.spread) ? 0.0 : figures.spread);
        break;
      case GaitTerm::Figure::cost:
        sum += term.weight *
               (std::isnan(figures.cost) ? most_cost : std::min(figures.cost, most_cost));
        break;
    }
  }
  return sum;
}

}  // namespace carom
