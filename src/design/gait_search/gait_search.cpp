// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The search: generations of runs, each on any thread. The strategy works in coordinates
// (value − start)/scale. A state holds what was tried and nothing of the strategy, which asks for
// the same again: going on means to tell it what is known.
#include "carom/gait_search.h"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "design/gait_search/cma_es.h"
#include "design/refusal.h"

namespace carom {
namespace {

using End = GaitFigures::End;

void check_variables(const std::vector<GaitVariable>& variables, std::vector<std::string>& faults) {
  if (variables.empty()) {
    faults.push_back("gait search: nothing to vary; expected at least one variable");
  }
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const GaitVariable& one = variables[k];
    for (std::size_t j = 0; j < k; ++j) {
      if (variables[j].name == one.name) {
        faults.push_back(fmt::format("variable '{}' twice; expected each once", one.name));
      }
    }
    const std::string unit = one.unit.empty() ? "" : " " + one.unit;
    const std::string bounds = fmt::format("bounds of {}: {} … {}{}", one.name,
                                           base::number(one.lower), base::number(one.upper), unit);
    if (!std::isfinite(one.lower) || !std::isfinite(one.upper)) {
      faults.push_back(bounds + "; expected finite ones");
    } else if (!(one.lower < one.upper)) {
      faults.push_back(bounds + "; expected the lower one first, and room between them");
    } else if (!(one.start >= one.lower && one.start <= one.upper)) {
      faults.push_back(fmt::format("{} exclude the start, {}; expected the start within them",
                                   bounds, base::number(one.start)));
    }
    if (!(one.scale >= 0.0) || !std::isfinite(one.scale)) {
      faults.push_back(fmt::format("scale of {} = {}; expected >= 0 and finite", one.name,
                                   base::number(one.scale)));
    }
  }
}

void check_gait_options(const GaitSearchOptions& options, std::vector<std::string>& faults) {
  if (options.terms.empty()) faults.push_back("target: no terms; expected speed, spread or cost");
  double weights = 0.0;
  for (const GaitTerm& term : options.terms) weights += term.weight;
  if (!options.terms.empty() && !(weights > 0.0)) {
    faults.push_back("target: all weights are 0; expected one above");
  }
  if (options.population != 0 && options.population < 4) {
    faults.push_back(
        fmt::format("population = {}; expected at least 4, or 0: by the number of "
                    "variables",
                    options.population));
  }
  if (options.threads < 0) {
    faults.push_back(fmt::format("threads = {}; expected >= 0 (0: all cores)", options.threads));
  }
  if (!(options.effort > 0.0)) {
    faults.push_back(fmt::format("effort = {}; expected > 0", base::number(options.effort)));
  }
}

double scale_of(const GaitVariable& one) {
  return one.scale > 0.0 ? one.scale : (one.upper - one.lower) / 8.0;
}

bool seeks(const std::vector<GaitTerm>& terms, GaitTerm::Figure figure) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const GaitTerm& term) { return term.figure == figure; });
}

design::CmaOptions evolution_options(const GaitProblem& problem, const GaitSearchOptions& options) {
  design::CmaOptions cma{.population = options.population, .seed = options.seed};
  const auto n = static_cast<Eigen::Index>(problem.variables.size());
  cma.lower.resize(n);
  cma.upper.resize(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const GaitVariable& one = problem.variables[static_cast<std::size_t>(k)];
    cma.lower[k] = (one.lower - one.start) / scale_of(one);
    cma.upper[k] = (one.upper - one.start) / scale_of(one);
  }
  // Numbers of a gait are not set finer than to a thousandth of their range, and a speed is not
  // measured to 10 µm/s: ten times less polishes what no robot has, ten times more starts again
  // while a search still gains.
  cma.narrow = 1e-2;
  cma.flat = 1e-5;
  return cma;
}

class EvolutionSearch {
 public:
  EvolutionSearch(const GaitProblem& problem, const GaitSearchOptions& options)
      : problem_(problem),
        options_(options),
        verdicts_(options.front || seeks(options.terms, GaitTerm::Figure::spread)),
        strategy_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(problem.variables.size())),
                  evolution_options(problem, options)) {
    state_.search = gait_search_identity(problem, options);
    if (options.resume) known_ = options.resume->points;
  }

  GaitSearch go() {
    require_budget();
    bool stopped = false;
    while (!stopped && count() + next_size() <= options_.evaluations) {
      std::vector<TriedGait> batch = next_batch();
      stopped = !evaluate(batch);
      if (!stopped) take(std::move(batch));
    }
    return result(stopped);
  }

 private:
  int count() const { return static_cast<int>(state_.points.size()); }
  /// The start is tried with the first generation.
  int next_size() const {
    return static_cast<int>(strategy_.ask().cols()) + (state_.points.empty() ? 1 : 0);
  }

  void require_budget() const {
    if (options_.evaluations >= next_size()) return;
    throw InvalidInput(
        fmt::format("evaluations = {}; expected at least {}: the start and a generation of {}",
                    options_.evaluations, next_size(), next_size() - 1));
  }

  std::vector<TriedGait> next_batch() const {
    std::vector<TriedGait> batch;
    const Eigen::MatrixXd& asked = strategy_.ask();
    if (state_.points.empty())
      batch.push_back({.values = values_at(Eigen::VectorXd::Zero(asked.rows()))});
    for (Eigen::Index k = 0; k < asked.cols(); ++k) {
      batch.push_back(
          {.values = values_at(asked.col(k)), .generation = strategy_.generation() + 1});
    }
    return batch;
  }

  Eigen::VectorXd values_at(const Eigen::VectorXd& coordinates) const {
    Eigen::VectorXd values(coordinates.size());
    for (Eigen::Index k = 0; k < values.size(); ++k) {
      const GaitVariable& one = problem_.variables[static_cast<std::size_t>(k)];
      // Clamped: (bound − start)/scale·scale + start rounds.
      values[k] = std::clamp(one.start + scale_of(one) * coordinates[k], one.lower, one.upper);
    }
    return values;
  }

  /// False: stopped before all were tried.
  bool evaluate(std::vector<TriedGait>& batch) {
    const auto done = state_.points.size();
    std::atomic<bool> stopped = false;
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < batch.size(); ++k) {
      if (done + k < known_.size()) {
        recall(known_[done + k], batch[k]);
      } else {
        open.push_back(k);
      }
    }
    if (open.empty()) return true;
    const int cores = tbb::this_task_arena::max_concurrency();
    const int threads = options_.threads > 0 ? options_.threads : cores;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, open.size(), 1),
          [&](const auto& range) {
            for (std::size_t k = range.begin(); k < range.end(); ++k) {
              if (stopped || (options_.stop && options_.stop())) stopped = true;
              if (stopped) return;
              try_out(batch[open[k]]);
              if (batch[open[k]].figures.end == End::stopped) stopped = true;
              if (!stopped) report_progress();
            }
          },
          tbb::simple_partitioner());
    });
    return !stopped;
  }

  /// What a state knows of a point.
  void recall(const TriedGait& known, TriedGait& point) const {
    if (known.values.size() != point.values.size() || known.values != point.values) {
      throw InvalidInput(
          "the state holds other points than this search asks for; expected one that carom wrote "
          "on this machine, unchanged");
    }
    point.figures = known.figures;
    point.objective = objective(point);
  }

  void try_out(TriedGait& point) const {
    std::string why = design::refusal(
        [&] { point.figures = measure_gait(problem_.make(point.values), verdicts_, options_); });
    if (!why.empty()) {
      point.figures = {.end = End::impossible};
      point.figures.message = std::move(why);
    }
    point.objective = objective(point);
  }

  /// Where there is no run at all, the start is the way back.
  double objective(const TriedGait& point) const {
    double value = gait_objective(point.figures, options_.terms);
    if (point.figures.end != End::impossible) return value;
    for (Eigen::Index k = 0; k < point.values.size(); ++k) {
      const GaitVariable& one = problem_.variables[static_cast<std::size_t>(k)];
      value += std::abs(point.values[k] - one.start) / scale_of(one);
    }
    return value;
  }

  void report_progress() {
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    ++fresh_;
    options_.progress(
        {.generation = strategy_.generation() + 1,
         .evaluations = static_cast<int>(known_.size()) + fresh_,
         .resumed = static_cast<int>(known_.size()),
         .budget = options_.evaluations,
         .best = best_ < 0 ? nullptr : &state_.points[static_cast<std::size_t>(best_)]});
  }

  void take(std::vector<TriedGait> batch) {
    const auto population = strategy_.ask().cols();
    Eigen::VectorXd values(population);
    for (Eigen::Index k = 0; k < population; ++k) {
      values[k] = batch[batch.size() - static_cast<std::size_t>(population - k)].objective;
    }
    for (TriedGait& point : batch) {
      if (best_ < 0 || point.objective < state_.points[static_cast<std::size_t>(best_)].objective) {
        best_ = count();
      }
      state_.points.push_back(std::move(point));
    }
    strategy_.tell(values);
    history_.push_back({.generation = strategy_.generation(),
                        .evaluations = count(),
                        .restarts = strategy_.restarts(),
                        .best = state_.points[static_cast<std::size_t>(best_)].objective,
                        .step = strategy_.step()});
    state_.finished = count() + next_size() > options_.evaluations;
    const bool is_new = state_.points.size() > known_.size();
    if (is_new && options_.checkpoint) options_.checkpoint(state_);
  }

  GaitSearch result(bool stopped) {
    GaitSearch found{.terms = options_.terms,
                     .variables = problem_.variables,
                     .length_unit = problem_.length_unit,
                     .history = std::move(history_),
                     .budget = options_.evaluations};
    if (best_ >= 0) {
      found.start = state_.points.front();
      found.best = state_.points[static_cast<std::size_t>(best_)];
      if (verdicts_) found.front = gait_front(state_.points);
    }
    const bool finished = best_ >= 0 && found.best.figures.end == End::finished;
    using Status = GaitSearch::Status;
    found.status = stopped      ? Status::stopped
                   : !finished  ? Status::none
                   : best_ == 0 ? Status::unchanged
                                : Status::found;
    found.message = fmt::format("{} after {}", stopped ? "stopped" : "the budget is used up",
                                base::plural(count(), "run"));
    found.points = std::move(state_.points);
    return found;
  }

  const GaitProblem& problem_;
  const GaitSearchOptions& options_;
  bool verdicts_;
  design::CmaEs strategy_;
  GaitSearchState state_;
  std::vector<TriedGait> known_;  // of the state that it goes on from
  std::vector<GaitGeneration> history_;
  int best_ = -1;  // of state_.points
  std::mutex mutex_;
  int fresh_ = 0;
};

}  // namespace

std::vector<std::size_t> gait_front(const std::vector<TriedGait>& points) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const GaitFigures& figures = points[k].figures;
    if (figures.end == End::finished && !std::isnan(figures.spread)) order.push_back(k);
  }
  // The fastest first, of equals the better defined: one is on the front if it is better defined
  // than all before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const GaitFigures &first = points[a].figures, &second = points[b].figures;
    return first.speed != second.speed ? first.speed > second.speed : first.spread < second.spread;
  });
  std::vector<std::size_t> front;
  for (const std::size_t k : order) {
    if (front.empty() || points[k].figures.spread < points[front.back()].figures.spread) {
      front.push_back(k);
    }
  }
  std::reverse(front.begin(), front.end());
  return front;
}

GaitSearch search_gait(const GaitProblem& problem, const GaitSearchOptions& options) {
  std::vector<std::string> faults;
  check_variables(problem.variables, faults);
  check_gait_options(options, faults);
  if (!problem.make) faults.push_back("gait search: no runs; expected GaitProblem::make");
  if (!faults.empty()) throw InvalidInput(faults);
  if (options.resume && options.resume->search != gait_search_identity(problem, options)) {
    throw InvalidInput(
        "the state is that of another search; expected the same scene or robot, program, "
        "variables, "
        "bounds, target, population, seed and law");
  }
  return EvolutionSearch(problem, options).go();
}

}  // namespace carom
