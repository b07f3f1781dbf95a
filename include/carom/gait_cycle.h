// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "simulation": does a run under a periodic motor program travel steadily? Input: a model,
// the program, what a simulation records. Output: its strides, one per period of the program; how
// far the state at the end of each is from the one before (the return map of Poincaré, taken once
// per period); speed, time on the ground, impacts and touch-downs of the settled strides. Page:
// docs/programs.md, "Gaits".
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/motor_program.h"
#include "carom/simulation.h"

namespace carom {

/// After what time a program repeats itself: the longest period of its clocks and repeating tables
/// and torques [s]. None: it has none, or another one does not fit into it a whole number of times.
[[nodiscard]] std::optional<double> gait_period(const MotorProgram& program);

struct GaitOptions {
  /// A gait has settled from the stride on after which the state changes by less from one stride to
  /// the next, in every coordinate [m, rad] and velocity [m/s, rad/s].
  double settled = 1e-3;
  /// A contact touches down where it was off the ground for this share of the period before: what
  /// bounces or loses contact for less stands.
  double swing = 0.05;
};

/// A contact that comes down.
struct GaitTouchdown {
  double time = 0.0;  ///< [s]
  int contact = 0;
  bool impact = false;     ///< It hits; else it closes without.
  Eigen::VectorXd q = {};  ///< The posture then.
};

/// What a contact does in the strides that count.
struct GaitContact {
  std::string name = {};
  double duty = 0.0;        ///< Share of the time that it is active.
  double touchdowns = 0.0;  ///< Per stride.
};

/// A run as a gait. What is said per stride and of impacts is of the strides that count: those
/// after it settled; of a gait that has not, the last half of them. At most `most_kept` of them,
/// the last.
struct GaitCycle {
  static constexpr int most_kept = 1000;

  double period = 0.0;       ///< [s]
  std::int64_t strides = 0;  ///< Whole periods.
  /// The return map: by how much the state after stride k + 2 differs from that after stride k + 1:
  /// the largest of all coordinates and velocities. Left out: horizontal places, and whole turns of
  /// driven joints.
  std::vector<double> changes = {};
  /// Strides after which every change is less than GaitOptions::settled; none: the last is not.
  std::optional<std::int64_t> settled_after = {};
  /// By what a change shrinks per stride, fitted where it does; NaN: too few strides, or none.
  double contraction = std::numeric_limits<double>::quiet_NaN();

  std::int64_t first = 0,
               counted = 0;  ///< Strides that count: the first of them, from 0; how many.
  /// Of the centre of mass per stride, horizontally [m].
  Eigen::Vector3d travel = Eigen::Vector3d::Zero();
  double impacts = 0.0;       ///< Per stride.
  double simultaneous = 0.0;  ///< Of them: share where two contacts or more approached.
  double shared = 0.0;        ///< Share where two or more had an impulse, at rest before or not.
  double loss = 0.0;          ///< In impacts, per stride [J].
  std::int64_t graded = 0;    ///< Impacts of these strides with a practical verdict …
  double spread_worst = 0.0;  ///< … and its spread: the largest,
  double spread_mean = 0.0;   ///< the mean.
  std::vector<GaitContact> contacts = {};      ///< By contact of the model.
  std::vector<GaitTouchdown> touchdowns = {};  ///< Of the last stride that counts.

  /// Of the centre of mass, horizontally [m/s].
  [[nodiscard]] double speed() const;
  [[nodiscard]] bool settled() const { return settled_after.has_value(); }
};

/// Looks at a run while it goes on; memory grows by a few numbers per stride, up to
/// GaitCycle::most_kept strides.
class GaitWatch {
 public:
  /// The model must outlive it. Throws InvalidInput for a program without gait_period().
  GaitWatch(const Model& model, const MotorDrive& drive, const GaitOptions& options = {});
  ~GaitWatch();
  GaitWatch(GaitWatch&&) noexcept;
  GaitWatch& operator=(GaitWatch&&) noexcept;

  /// What came after all that it was given before, in order of time.
  void take(const SimulationRecord& record);
  [[nodiscard]] GaitCycle cycle() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Of a whole record. Throws InvalidInput as GaitWatch does.
[[nodiscard]] GaitCycle gait_cycle(const Model& model, const MotorDrive& drive,
                                   const SimulationRecord& record, const GaitOptions& options = {});

}  // namespace carom
