// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A foot of 0.2 m lands heel and toe at once, sliding: planar, friction 0.4, under four laws.
#include <carom/carom.h>

#include <iostream>

int main() {
  // q = (x, z, pitch) of the centre of mass, 0.3 m above the ground.
  const auto point = [](const char* name, double x) {
    carom::Contact contact{.name = name, .normal = Eigen::RowVector3d(0, 1, -x)};
    contact.tangents = Eigen::RowVector3d(1, 0, -0.3);
    contact.friction = 0.4;
    contact.restitution = 0.2;
    return contact;
  };
  const Eigen::Vector3d inertia(10, 10, 0.4), velocity(0.8, -1, 0.5);
  const carom::ImpactProblem problem(
      inertia.asDiagonal(), {point("heel", -0.08), point("toe", 0.12)}, velocity, {}, "foot");
  for (const carom::Law& law : {carom::Law(carom::Regular{}), carom::Law(carom::Compliant{}),
                                carom::Law(carom::Newton{}), carom::Law(carom::Poisson{})}) {
    const auto outcome = carom::resolve(problem, law);
    std::cout << outcome.report() << "\n";
    if (!outcome.ok()) return 1;
  }
}
