// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A turning step where a slow slip turns at the rate μ l ‖T‖²/‖u_t‖, too fast for an explicit one:
// RODAS 4(3) (solver/rodas.h) on ζ with the exact derivative; the rest are its quadratures.
#pragma once

#include <Eigen/Core>

#include "law/regular/events/turning_step.h"
#include "solver/rodas.h"

namespace carom::law {

class StiffStep final : public TurningStep {
 public:
  [[nodiscard]] bool attempt(TurningSystem& system, double length) override;
  double error() const override;
  void interpolate(double fraction, double* zeta) const override;
  double integral(int entry, double fraction) const override {
    return rodas_.interpolate(fraction, entry);
  }
  double integral(int entry) const override { return rodas_.result()[entry]; }

 private:
  solver::Rodas rodas_;
  Eigen::VectorXd start_;
  int members_ = 0;
};

}  // namespace carom::law
