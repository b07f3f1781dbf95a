// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": gaits by search. Numbers of a motor program or of what it moves are varied, a run
// says how fast, how well defined and how costly each gait is, and an evolution strategy without
// derivatives (src/design/gait_search/cma_es.h) looks for better ones. Input: what makes a run of a
// set of numbers, their bounds, what is sought. Output: the best numbers, all that were tried, and
// the front of spread against speed. Page: docs/design.md.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"

namespace carom {

/// A number that the search changes.
struct GaitVariable {
  std::string name = {};
  std::string unit = {};
  double start = 0.0;
  double lower = 0.0, upper = 0.0;  ///< Finite; the start is within them.
  double scale = 0.0;  ///< How far the first candidates are from the start; 0: an eighth of these.
};

/// A run of a gait.
struct GaitRun {
  Model model;
  State start;
  SimulationOptions options = {};  ///< With a drive.
};

struct GaitProblem {
  std::vector<GaitVariable> variables = {};
  /// The run of a set of numbers, one per variable. Called from several threads at once. Throws
  /// InvalidInput for numbers that have none, which then count as worst.
  std::function<GaitRun(const Eigen::VectorXd& values)> make = {};
  /// Says what is run: the states of searches with the same text, variables and options are the
  /// same.
  std::string identity = {};
  std::string length_unit = "m";
};

/// A part of what is sought.
struct GaitTerm {
  enum class Figure {
    speed,   ///< Is to be large.
    spread,  ///< Is to be small, as cost.
    cost
  };
  Figure figure = Figure::speed;
  double weight = 1.0;
};
/// Reads "speed+0.1*spread+0.2*cost". Throws InvalidInput with all faults.
[[nodiscard]] std::vector<GaitTerm> parse_gait_target(std::string_view text);
/// The same text.
[[nodiscard]] std::string to_string(const std::vector<GaitTerm>& terms);

/// What a run did, over the second half of its duration: the first one is left out as start-up.
struct GaitFigures {
  enum class End {
    finished,
    fell,       ///< A watched body touched the ground.
    diverged,   ///< The run had no answer.
    costly,     ///< Ended for its effort (GaitSearchOptions::effort).
    stopped,    ///< On request.
    impossible  ///< The numbers have no run.
  };
  End end = End::finished;
  double share = 0.0;  ///< Of the duration that it reached.
  /// Way of the centre of mass, horizontally, over the time [length/s]; of runs that finished.
  double speed = 0.0;
  Eigen::Vector3d way = Eigen::Vector3d::Zero();  ///< That way, with its direction.
  /// Worst of the practical verdicts on impacts, a share of the momentum; NaN: not asked.
  double spread = std::numeric_limits<double>::quiet_NaN();
  /// Of transport: energy drawn by the motors over weight and way; NaN: no way, weight or motors.
  double cost = std::numeric_limits<double>::quiet_NaN();
  std::int64_t impacts = 0;  ///< In the second half.
  std::string message = {};  ///< Why it ended, where it did not finish.
};
[[nodiscard]] std::string to_string(GaitFigures::End end);

/// −speed, spread and cost, weighted. Runs that did not finish are worse than any that did, the
/// worse the earlier they ended: the search is led to longer ones.
[[nodiscard]] double gait_objective(const GaitFigures& figures, const std::vector<GaitTerm>& terms);

struct TriedGait {
  Eigen::VectorXd values = {};
  GaitFigures figures = {};
  double objective = 0.0;
  int generation = 0;  ///< That it was tried in; 0: the start.
};

/// All that a search needs to go on with the same bits: what it has tried, in order.
struct GaitSearchState {
  std::string search = {};  ///< Of which search: gait_search_identity().
  bool finished = false;    ///< Its budget is used up; a larger one goes on.
  std::vector<TriedGait> points = {};
};

struct GaitProgress {
  int generation = 0;
  int evaluations = 0;  ///< Done, those of a resumed state with them.
  int resumed = 0;      ///< Of a resumed state.
  int budget = 0;
  const TriedGait* best = nullptr;  ///< Of finished generations; null: none yet.
};

struct GaitSearchOptions {
  std::vector<GaitTerm> terms = {{}};
  int evaluations = 200;  ///< Runs at most, the start's with them; generations are whole.
  int population = 0;     ///< Runs of a generation; 0: 4 + ⌊3 ln n⌋ of n variables.
  std::uint64_t seed = 0;
  int threads = 0;  ///< 0: all cores. Any number gives the same bits.
  /// Asks for the verdict on every impact, so that there is a front; else only where spread is
  /// sought. Slower.
  bool front = false;
  /// A run ends where it has taken more than so many integration steps for each step of its grid,
  /// on average; an impact counts as two. Gaits of rhex and trex take 1 to 5, and up to 15 over
  /// half a second that begins with chattering.
  double effort = 40.0;
  std::function<bool()> stop = {};  ///< Asked now and then, from any thread; true stops.
  /// After every run, one call at a time.
  std::function<void(const GaitProgress&)> progress = {};
  std::function<void(const GaitSearchState&)> checkpoint = {};  ///< After every generation.
  std::optional<GaitSearchState> resume = {};
};

/// What two searches have in common if they are the same; the budget and threads are no part.
[[nodiscard]] std::string gait_search_identity(const GaitProblem& problem,
                                               const GaitSearchOptions& options);

struct GaitGeneration {
  int generation = 0, evaluations = 0, restarts = 0;
  double best = 0.0;  ///< Objective, of all so far.
  double step = 0.0;  ///< Of the search, in scales.
};

struct GaitSearch {
  enum class Status {
    found,      ///< Better than the start.
    unchanged,  ///< The start is the best.
    none,       ///< No run finished.
    stopped     ///< On request; the best so far.
  };
  Status status = Status::none;
  std::string message = {};
  std::vector<GaitTerm> terms = {};
  std::vector<GaitVariable> variables = {};
  std::string length_unit = "m";
  TriedGait start = {}, best = {};
  std::vector<TriedGait> points = {};   ///< All, in order; the start first.
  std::vector<std::size_t> front = {};  ///< Points of it, the slowest first; empty: no verdicts.
  std::vector<GaitGeneration> history = {};
  int budget = 0;

  /// A screen of text; `rows`: of the front, 0: without it.
  [[nodiscard]] std::string report(int rows = 0) const;
};
[[nodiscard]] std::string to_string(GaitSearch::Status status);

/// Throws InvalidInput with all faults: variables, options, a state of another search.
[[nodiscard]] GaitSearch search_gait(const GaitProblem& problem,
                                     const GaitSearchOptions& options = {});

/// One run, as the search measures it; `verdicts`: with its spread.
[[nodiscard]] GaitFigures measure_gait(const GaitRun& run, bool verdicts = true,
                                       const GaitSearchOptions& options = {});

/// Points of which no other is as fast and as well defined, and better in one: the slowest first.
[[nodiscard]] std::vector<std::size_t> gait_front(const std::vector<TriedGait>& points);

}  // namespace carom
