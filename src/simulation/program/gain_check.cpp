// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor alone, I ẍ + d ẋ + k x = 0, with the inertia I = 1/(M⁻¹)_ii that it sees when all other
// joints are free. Over a step h the midpoint rule multiplies an overdamped error by
// (1 − h d/2I)/(1 + h d/2I), which alternates beyond h d = 2 I, and turns an oscillation by less
// than it does beyond h² k = I. An explicit method needs inner steps of about 3/λ, λ = max(d/I,
// √(k/I)): an integrator that may make 10 000 per step manages hλ of 5000 with room for the rest.
#include "simulation/program/gain_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "carom/error.h"
#include "solver/decompositions.h"

namespace carom::simulation {
namespace {

// Of hλ, for an explicit integrator (see the top). Ten times more ends in "more than 10000 inner
// steps"; ten times less refuses what only takes long.
constexpr double explicit_reach = 5000.0;

struct Reach {
  double stiffness = 0.0, damping = 0.0;  ///< Largest for an inertia of 1.
};

Reach reach_of(const SimulationOptions& options) {
  const double h = options.step;
  if (options.integrator == IntegratorKind::variational) return {1.0 / (h * h), 2.0 / h};
  const double rate = explicit_reach / h;
  return {rate * rate, rate};
}

}  // namespace

void check_gains(const Model& model, const Eigen::VectorXd& posture,
                 const SimulationOptions& options) {
  if (!options.drive || options.integrator == IntegratorKind::ticks) return;
  ModelWorkspace workspace(model);
  workspace.set_configuration(posture);
  solver::Cholesky mass;
  mass.compute(workspace.mass_matrix());
  const Reach reach = reach_of(options);
  std::vector<std::string> faults;
  const auto check = [&](const MotorDrive::Motor& motor, const char* what, double gain,
                         double largest, const MotorEntry& entry) {
    if (gain <= largest) return;
    faults.push_back(fmt::format(
        "program '{}': {} of '{}': {} = {}; expected at most {} with steps of {} s of {}; a larger "
        "gain needs a smaller --step{}",
        options.drive->program.name, motion_word(entry),
        model.velocity_names()[static_cast<std::size_t>(motor.v)], what, base::number(gain),
        base::number(largest, 3), options.step, to_string(options.integrator),
        options.integrator == IntegratorKind::variational
            ? ", or --integrator runge_kutta"
            : ", or --integrator ticks, which takes any"));
  };
  for (std::size_t k = 0; k < options.drive->motors.size(); ++k) {
    const MotorEntry& entry = options.drive->program.entries[k];
    for (const MotorDrive::Motor& motor : options.drive->motors[k]) {
      Eigen::VectorXd unit = Eigen::VectorXd::Unit(model.velocity_size(), motor.v);
      mass.solve(unit);
      const double inertia = 1.0 / unit[motor.v];
      check(motor, "stiffness", motor.stiffness, inertia * reach.stiffness, entry);
      check(motor, "damping", motor.damping, inertia * reach.damping, entry);
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace carom::simulation
