// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One step along a piece in which slips turn (turning_system.h): tried, judged by its error, looked
// into by its dense output, and accepted or not by the caller.
#pragma once

#include <vector>

#include "law/regular/events/turning_system.h"

namespace carom::law {

class TurningStep {
 public:
  virtual ~TurningStep() = default;

  /// From the system's state. False: the rate has no solution on the way.
  [[nodiscard]] virtual bool attempt(TurningSystem& system, double length) = 0;
  /// Of the last attempt: estimated error, ζ and a quadrature at a fraction of its length, and the
  /// whole quadrature. Entries as in TurningSystem.
  virtual double error() const = 0;
  virtual void interpolate(double fraction, double* zeta) const = 0;
  virtual double integral(int entry, double fraction) const = 0;
  virtual double integral(int entry) const = 0;

  double length() const { return length_; }
  const double* end() const { return end_.data(); }  ///< ζ there.

 protected:
  double length_ = 0.0;
  std::vector<double> end_;
};

}  // namespace carom::law
