// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "simulation": one touch-down of a walk under several laws, and with several numbers of
// points under each foot. Input: a robot that walks, laws. Output: a row per law and number of
// points. Page: docs/walking.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "carom/compare.h"
#include "carom/law.h"
#include "carom/simulation.h"
#include "carom/walking.h"

namespace carom {

struct TouchdownOptions {
  int step = 2;                          ///< Which landing, counted from 0.
  std::vector<int> points = {4, 8, 16};  ///< Under each foot (with_sole_points).
  std::vector<Law> laws = {};            ///< Empty: Regular alone.
  Law walk_law;                          ///< Of the steps before it.
  double period = 1e-3;                  ///< Of the controller [s].
  ResolveOptions resolve = {};
  bool verdict = true;  ///< False: not checked, faster. Never of Compliant, which is slow here.
  /// Asked between steps; true stops, and what is done is returned.
  std::function<bool()> stop = {};
  /// Told how many rows of all are done.
  std::function<void(int done, int all)> progress = {};

  TouchdownOptions();
};

/// One law with one number of points.
struct TouchdownRow {
  std::string law = {};
  int points = 0;  ///< Under each foot.

  // All points of both feet in one impact, the sole taken as flat on the ground.
  Outcome outcome = {};
  /// ‖v⁺ − v⁺ of the first number of points‖ / ‖v⁻‖, mass metric; NaN: one has no answer.
  double difference = 0.0;
  double largest_jump = 0.0;  ///< Of a joint's velocity [rad/s].
  std::string jump_joint = {};

  // As it happens: impacts one after the other until the foot stands.
  bool stands = false;  ///< False: it did not within half a second.
  int impacts = 0;
  double energy_lost = 0.0;    ///< [J]
  double sequence_jump = 0.0;  ///< Largest, in one of them [rad/s].
  std::string sequence = {};   ///< Points that hit, impact by impact: "1+1+2".
  std::string trouble = {};    ///< Why there is no sequence.
};

struct TouchdownComparison {
  using LeftOut = Comparison::LeftOut;
  int step = 0;
  Side side = Side::left;
  double time = 0.0;                         ///< Of the first touch [s].
  State state = {};                          ///< Right before it.
  double approach = 0.0;                     ///< Speed of the point that touches first [m/s].
  bool complete = true;                      ///< False: stopped.
  std::vector<ImpactProblem> problems = {};  ///< All points of both feet, one per number of them.
  std::vector<Model> models = {};            ///< Likewise.
  std::vector<TouchdownRow> rows = {};
  std::vector<LeftOut> left_out = {};  ///< Laws that do not apply.

  /// All laws at one impact: all points of both feet, problems[k].
  [[nodiscard]] Comparison at_points(std::size_t k) const;
  std::string report() const;  ///< A table for people.
};

/// Walks to the touch-down under `walk_law` with the first number of points; from there every law
/// and number of points sees the same state. Throws InvalidInput with all faults, and for a walk
/// that does not come so far.
[[nodiscard]] TouchdownComparison compare_touchdown(const Model& model, const State& start,
                                                    const Walk& walk,
                                                    const TouchdownOptions& options = {});

}  // namespace carom
