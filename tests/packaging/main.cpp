// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A user outside the tree: one ball hits two that touch and rest; the last one leaves alone.
#include <carom/carom.h>

#include <iostream>
#include <vector>

int main() {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(3, 3);
  const std::vector<carom::Contact> contacts{
      {.name = "a-b", .normal = Eigen::RowVector3d(-1, 1, 0)},
      {.name = "b-c", .normal = Eigen::RowVector3d(0, -1, 1)}};
  const carom::ImpactProblem problem{M, contacts, Eigen::Vector3d(1, 0, 0)};
  const carom::Outcome outcome = carom::resolve(problem, carom::Propagative{.restitution = 1.0});
  std::cout << "carom " << carom::version << "\n" << outcome.report();
  // The JSON part is there too, with the library it needs linked.
  std::cout << carom::to_json(outcome) << "\n";
  // And the models, with theirs.
  if (carom::make_scene("vee").contact_count() != 2) return 1;
  return outcome.velocity_plus.isApprox(Eigen::Vector3d(0, 0, 1), 1e-12) ? 0 : 1;
}
