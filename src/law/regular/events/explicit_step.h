// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A turning step by Dormand–Prince 5(4) (solver/dormand_prince.h); shares, friction and works are
// integrated with the same weights.
#pragma once

#include <vector>

#include "law/regular/events/turning_step.h"
#include "solver/dormand_prince.h"

namespace carom::law {

class ExplicitStep final : public TurningStep {
 public:
  /// The rate at the system's state: before the first attempt from there, and after one in vain.
  [[nodiscard]] bool begin(TurningSystem& system);
  /// The rate at the end of a step, by this or another method, where next() begins.
  [[nodiscard]] bool finish(TurningSystem& system, const double* zeta);
  void next();

  [[nodiscard]] bool attempt(TurningSystem& system, double length) override;
  double error() const override;
  void interpolate(double fraction, double* zeta) const override;
  double integral(int entry, double fraction) const override;
  double integral(int entry) const override;

 private:
  static constexpr int last = solver::dormand_prince::stages - 1;
  bool evaluate(TurningSystem& system, const double* zeta, int stage);
  double at(int stage, int entry) const {
    return stages_[static_cast<std::size_t>(stage * size_ + entry)];
  }

  int states_ = 0, size_ = 0;
  std::vector<double> stages_;  // f of each stage
  std::vector<double> dense_;   // five coefficients per entry of ζ
  std::vector<double> start_, argument_;
};

}  // namespace carom::law
