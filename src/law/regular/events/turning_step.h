// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Steps along a piece in which slips turn: the right side, and two ways to step.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "law/regular/events/event_state.h"
#include "solver/dormand_prince.h"
#include "solver/rodas.h"

namespace carom::law {

/// The right side of a piece in which slips turn, y' = f(ζ) with the pattern of the rate kept, so
/// that it is smooth. Entries of y: ζ, the normal work W of the piece (for the error of a step),
/// then five per member: share, two friction forces, normal power and friction power. Only ζ enters
/// f: the others are quadratures.
class TurningSystem {
 public:
  /// Both are kept by reference. The rate is left at the last state evaluated.
  TurningSystem(const EventState& at, Rate& rate) : at_(at), rate_(rate) {}

  int states() const { return at_.points.rank; }
  int size() const { return states() + 1 + 5 * at_.points.count; }
  int member_count() const { return static_cast<int>(rate_.members().size()); }
  static constexpr int share = 0, force = 1, normal_power = 3, friction_power = 4;
  /// Entry of y.
  int entry(int member, int quantity) const { return states() + 1 + 5 * member + quantity; }
  const EventState& at() const { return at_; }

  /// f at ζ; where the rate has no solution `good` becomes false, and f stays.
  void rate(const double* zeta, double* f);
  /// ∂f/∂ζ, size() × states(), after rate() at the same state.
  void jacobian(const double* zeta, Eigen::MatrixXd& D);
  bool good = true;

 private:
  const EventState& at_;
  Rate& rate_;
  std::vector<double> response_;
};

/// One step along such a piece: tried, judged by its error, looked into by its dense output, and
/// accepted or not by the caller.
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

/// By Dormand–Prince 5(4) (solver/dormand_prince.h); shares, friction and works are integrated with
/// the same weights.
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

/// Where a slow slip turns at the rate μ l ‖T‖²/‖u_t‖, too fast for an explicit one: RODAS 4(3)
/// (solver/rodas.h) on ζ with the exact derivative; the rest are its quadratures.
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
