// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's cradle with three balls: what happens, where the energy goes, and is it the only
// outcome?
#include <carom/carom.h>

#include <iostream>

int main() {
  // Three balls of 1 kg in a row, touching. gap(a,b) = x_b - x_a - 2r, so its row is (-1, 1, 0).
  const Eigen::MatrixXd mass_matrix = Eigen::Vector3d(1, 1, 1).asDiagonal();
  const std::vector<carom::Contact> contacts{
      {.name = "a-b", .normal = Eigen::RowVector3d(-1, 1, 0)},
      {.name = "b-c", .normal = Eigen::RowVector3d(0, -1, 1)}};
  const carom::ImpactProblem problem{mass_matrix, contacts, Eigen::Vector3d(1, 0, 0)};

  const auto outcome = carom::resolve(problem, carom::Propagative{.restitution = 1.0});
  std::cout << outcome.report() << "\n";

  std::cout << carom::analyze(problem).report();
  return outcome.ok() ? 0 : 1;
}
