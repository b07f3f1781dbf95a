// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The invariants that every law must keep, as one check for our laws and for users' laws.
// Change of coordinates: v = T v′, M′ = TᵀMT, J′ = J T, v⁺ = T v⁺′. Change of unit: v → s v, M → k
// M.
#include "carom/invariants.h"

#include <algorithm>
#include <numeric>

#include "outcome/ledger.h"
#include "solver/decompositions.h"
#include "solver/random.h"
#include "solver/text.h"

namespace carom {
namespace {

using Complaints = std::vector<std::string>;

struct Parts {
  Eigen::MatrixXd mass_matrix;
  std::vector<Contact> contacts;
  Eigen::VectorXd velocity;
  std::vector<BilateralConstraint> bilateral;

  ImpactProblem build() const { return {mass_matrix, contacts, velocity, bilateral}; }
};

Parts parts_of(const ImpactProblem& problem) {
  return {problem.mass_matrix(), problem.contacts(), problem.velocity(), problem.bilateral()};
}

// What the law itself says: solve() without its gate, which would hide a wrong answer.
Outcome solve_once(const ImpactProblem& problem, const Law& law) {
  Workspace workspace;
  Outcome outcome;
  outcome::prepare(problem, outcome);
  law.solve(problem, workspace, outcome);
  outcome::complete(problem, outcome);
  return outcome;
}

void expect(bool holds, const std::string& what, double value, Complaints& complaints) {
  if (!holds) complaints.push_back(what + " = " + solver::number(value));
}

void check_balances(const ImpactProblem& problem, const Outcome& outcome, double tolerance,
                    Complaints& complaints) {
  const double speed = problem.momentum_norm();
  expect(outcome.residuals.momentum <= tolerance, "momentum residual", outcome.residuals.momentum,
         complaints);
  expect(outcome.residuals.energy <= tolerance, "energy ledger residual", outcome.residuals.energy,
         complaints);
  for (const auto& constraint : problem.bilateral()) {
    const double scale = constraint.row.norm() * std::max({outcome.velocity_plus.norm(),
                                                           problem.velocity().norm(), 1e-300});
    const double rate = std::abs(constraint.row.dot(outcome.velocity_plus));
    expect(rate <= tolerance * scale, "bilateral '" + constraint.name + "' rate", rate, complaints);
  }
  expect(std::isfinite(speed) && outcome.velocity_plus.allFinite(), "speed", speed, complaints);
}

void check_declared(const ImpactProblem& problem, const LawDescription& law, const Outcome& outcome,
                    double tolerance, Complaints& complaints) {
  const double speed = problem.momentum_norm();
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const double rate = contact.normal.dot(outcome.velocity_plus) / length;
    if (!law.leaves_approach)
      expect(rate >= -tolerance * speed, "approach left at '" + contact.name + "'", rate,
             complaints);
    if (law.pulls) continue;
    expect(impulse.normal * length >= -tolerance * speed, "pull at '" + contact.name + "'",
           impulse.normal, complaints);
    const double mu = std::max(contact.friction, contact.static_friction.value_or(0.0));
    const double excess = std::hypot(impulse.tangential[0], impulse.tangential[1]) -
                          mu * std::max(0.0, impulse.normal);
    expect(excess * length <= tolerance * speed, "friction cone excess at '" + contact.name + "'",
           excess, complaints);
  }
  const double gain = outcome.energy.after - outcome.energy.before;
  if (!law.gains_energy)
    expect(gain <= tolerance * outcome.energy.before, "energy gain", gain, complaints);
}

void check_same_bits(const ImpactProblem& problem, const Law& law, const Outcome& outcome,
                     Complaints& complaints) {
  const Outcome again = solve_once(problem, law);
  if (again.velocity_plus != outcome.velocity_plus || again.sequence != outcome.sequence)
    complaints.push_back("two solves of one problem differ");
}

void compare(const std::string& what, const ImpactProblem& problem, const Outcome& outcome,
             const Eigen::VectorXd& velocity, double tolerance, Complaints& complaints) {
  if (velocity.size() != outcome.velocity_plus.size()) {
    complaints.push_back(what + " changes whether there is an outcome");
    return;
  }
  const double change = problem.whiten(velocity - outcome.velocity_plus).norm();
  expect(change <= tolerance * problem.momentum_norm(), what + " moves the outcome by", change,
         complaints);
}

void check_units(const ImpactProblem& problem, const Law& law, const Outcome& outcome,
                 double tolerance, Complaints& complaints) {
  Parts parts = parts_of(problem);
  parts.mass_matrix *= 1000.0;  // kg → g
  parts.velocity *= 64.0;
  const Outcome scaled = solve_once(parts.build(), law);
  compare("a change of units", problem, outcome, scaled.velocity_plus / 64.0, tolerance,
          complaints);
}

void check_coordinates(const ImpactProblem& problem, const Law& law, const Outcome& outcome,
                       double tolerance, Complaints& complaints) {
  const Eigen::Index n = problem.coordinate_count();
  solver::Random random(1);
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i < T.size(); ++i) T.data()[i] += 0.3 * random.normal() / double(n);
  Parts parts = parts_of(problem);
  parts.mass_matrix = T.transpose() * parts.mass_matrix * T;
  parts.mass_matrix = (0.5 * (parts.mass_matrix + parts.mass_matrix.transpose())).eval();
  solver::PivotedLu(T).solve(parts.velocity, parts.velocity);
  for (auto& contact : parts.contacts) {
    contact.normal = (contact.normal * T).eval();
    if (contact.tangents.rows() > 0) contact.tangents = (contact.tangents * T).eval();
  }
  for (auto& constraint : parts.bilateral) constraint.row = (constraint.row * T).eval();
  Eigen::VectorXd turned = solve_once(parts.build(), law).velocity_plus;
  if (turned.size() == n) turned = (T * turned).eval();  // Else there was no outcome.
  compare("a change of coordinates", problem, outcome, turned, tolerance, complaints);
}

void check_renumbering(const ImpactProblem& problem, const Law& law, const Outcome& outcome,
                       double tolerance, Complaints& complaints) {
  Parts parts = parts_of(problem);
  std::reverse(parts.contacts.begin(), parts.contacts.end());
  const Outcome reversed = solve_once(parts.build(), law);
  compare("renumbering the contacts", problem, outcome, reversed.velocity_plus, tolerance,
          complaints);
}

}  // namespace

std::vector<std::string> check_law_invariants(const ImpactProblem& problem, const Law& law,
                                              double tolerance) {
  Complaints complaints;
  const Outcome outcome = solve_once(problem, law);
  check_same_bits(problem, law, outcome, complaints);
  if (!outcome.ok()) {
    if (outcome.velocity_plus.size() > 0)
      complaints.push_back("no answer, yet a velocity is given");
    if (outcome.message.empty()) complaints.push_back("no answer, and no message that says why");
    return complaints;
  }
  check_balances(problem, outcome, tolerance, complaints);
  check_declared(problem, law.description(), outcome, tolerance, complaints);
  check_units(problem, law, outcome, tolerance, complaints);
  check_coordinates(problem, law, outcome, tolerance, complaints);
  if (!law.description().depends_on_order)
    check_renumbering(problem, law, outcome, tolerance, complaints);
  return complaints;
}

}  // namespace carom
