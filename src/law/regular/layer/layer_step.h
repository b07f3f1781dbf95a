// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One step of the compliant layer (layer_system.h), by one of four methods: RODAS 4(3) with error
// control; where its steps beside a kink do not grow, extrapolated implicit increments; where it
// finds none at all, a short extrapolated increment; or a plain increment of given length. A step
// that would hide the departure from a fold (negative determinant at its end) is shortened. A step
// can be repeated with another length: dense output is not trusted across the kinks of friction.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "law/regular/layer/layer_euler.h"
#include "law/regular/layer/layer_system.h"
#include "solver/rodas.h"

namespace carom::law {

class LayerStep {
 public:
  /// Both are kept by reference; steps begin at y.
  LayerStep(LayerSystem& system, const Eigen::VectorXd& y) : system_(system), y_(y) {}

  /// After a change of the system's size.
  void resize();
  /// Before an impact: error allowed per step, length of the first try.
  void begin(double tolerance, double first);
  /// From y, with error control. False: no method found a step.
  [[nodiscard]] bool take();
  /// From y, one implicit increment of length h, or shorter where that has no solution.
  [[nodiscard]] bool take_increment(double h);
  /// Shortens the step just taken so that `value`, negative at its start and not at its end, is
  /// zero (regula falsi, Illinois variant).
  template <class Value>
  [[nodiscard]] bool shorten(Value value);

  Eigen::VectorXd& end() { return next_; }
  double length() const { return length_; }

 private:
  enum class Way { rodas, creep, extrapolation, increment };
  bool rodas_step();
  bool creep_step();
  bool extrapolation_step();
  bool jumps_fold();
  bool advance(double h);
  double error_norm() const;
  double cone_excess(const Eigen::VectorXd& after) const;

  LayerSystem& system_;
  const Eigen::VectorXd& y_;
  LayerEuler euler_;
  solver::Rodas rodas_;
  Eigen::VectorXd next_;
  Way way_ = Way::rodas;
  // Until begin() gives that of the run; increments do not use it.
  double tolerance_ = 1e-9;
  double h_ = 0.0;       // of the next try
  double length_ = 0.0;  // that led from y to next_
  int slow_ = 0;         // steps of RODAS without growth, less those with
  int other_ = 0;        // steps by extrapolation in a row
};

template <class Value>
bool LayerStep::shorten(Value value) {
  double low = 0.0, high = length_, at_low = value(y_), at_high = value(next_);
  for (int i = 0; i < 60 && at_high != 0.0; ++i) {
    double h = low + (high - low) * at_low / (at_low - at_high);
    if (!(h > low && h < high)) h = 0.5 * (low + high);
    if (!(h > low && h < high)) break;
    // The step may have no solution at this length: then a shorter one, above the lower end.
    for (int tries = 0; !advance(h); ++tries) {
      if (tries == 8) return false;
      h = low + 0.7 * (h - low);
    }
    const double here = value(next_);
    length_ = h;
    // A velocity or an energy, scaled: rounding.
    if (std::abs(here) <= 1e-15) return true;
    // The end that stays counts half (Illinois): else it would stay for ever.
    if (here < 0.0) {
      low = h, at_low = here, at_high *= 0.5;
    } else {
      high = h, at_high = here, at_low *= 0.5;
    }
    // Below the spacing of doubles: only neighbours end the search.
    if (high - low <= 1e-16 * high) break;
  }
  length_ = high;
  return advance(high);
}

}  // namespace carom::law
