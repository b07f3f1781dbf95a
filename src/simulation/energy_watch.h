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

#include <algorithm>
#include <cmath>

#include "carom/simulation.h"

namespace carom::simulation {

class EnergyWatch {
 public:
  static constexpr double reason = 10.0;  // times A

  /// `energy`: all; `gravity`: the part of gravity; `least`: what a run resolves.
  void start(double energy, double gravity, double least) {
    now_ = {.start = energy, .gravity = gravity, .least = least};
  }
  /// False: no reason.
  bool take(double energy, double gravity, double work) {
    now_.work += std::max(0.0, work);
    now_.fall = std::max(now_.fall, std::abs(gravity - now_.gravity));
    return energy - now_.start - now_.work <= reason * available();  // false for NaN, too
  }
  /// A.
  double available() const {
    return now_.start - now_.gravity + now_.work + now_.fall + now_.least;
  }

  const EnergyMemory& memory() const { return now_; }
  void set_memory(const EnergyMemory& memory) { now_ = memory; }

 private:
  EnergyMemory now_;
};

}  // namespace carom::simulation
