// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whether the energy of a run can still be explained. Impacts, dampers and friction take energy;
// only motors give it. With K + S the kinetic energy and that of springs, G that of gravity and W
// what motors have put in (their work in the steps in which it is positive),
//   K + S + G  ≤  K₀ + S₀ + G₀ + W        exactly, and so
//   K + S      ≤  A = K₀ + S₀ + W + max |G₀ − G|.
// Integrators miss the first by a share of A that falls with the step: by h² where the step
// resolves the motion, by less than A where it barely does. The energy has left all reason where it
// is above the first bound by more than ten times A. Twice A would end runs that are coarse but
// alive; a hundred times would keep rows that no reader can use. A start at rest in balance has A =
// 0: the energy of moving by `touching` within a step, the least that a run resolves, counts with
// A. No unit and no zero of the potential enters.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace carom::simulation {

class EnergyWatch {
 public:
  static constexpr int remembered = 5;
  static constexpr double reason = 10.0;  // times A

  /// `energy`: all; `gravity`: the part of gravity; `least`: what a run resolves.
  void start(double energy, double gravity, double least) {
    start_ = energy;
    gravity_ = gravity;
    least_ = least;
    work_ = fall_ = 0.0;
  }
  /// False: no reason.
  bool take(double energy, double gravity, double work) {
    work_ += std::max(0.0, work);
    fall_ = std::max(fall_, std::abs(gravity - gravity_));
    return energy - start_ - work_ <= reason * available();  // false for NaN, too
  }
  /// A.
  double available() const { return start_ - gravity_ + work_ + fall_ + least_; }

  Eigen::Matrix<double, remembered, 1> memory() const {
    Eigen::Matrix<double, remembered, 1> numbers;
    numbers << start_, gravity_, least_, work_, fall_;
    return numbers;
  }
  void set_memory(const Eigen::Ref<const Eigen::Matrix<double, remembered, 1>>& numbers) {
    start_ = numbers[0], gravity_ = numbers[1], least_ = numbers[2];
    work_ = numbers[3], fall_ = numbers[4];
  }

 private:
  double start_ = 0.0, gravity_ = 0.0, least_ = 0.0, work_ = 0.0, fall_ = 0.0;
};

}  // namespace carom::simulation
