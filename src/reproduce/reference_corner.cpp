// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S1's ball in the corner against an independent computation: the three modes of the law corner,
// and springs of different stiffness at ground (1) and wall (2). Tolerance 1e-6; lists in the order
// t1, n1, t2, n2, where the reference counts p_n2 along the wall's normal.
#include <fmt/format.h>

#include "carom/laws/compliant.h"
#include "carom/laws/corner.h"
#include "carom/scene.h"
#include "reproduce/data/corner.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using Numbers = std::vector<double>;
constexpr const char* corner_source = "S1 corrected, independent reference";
constexpr int corner_digits = 8;  // of the works, the largest numbers: 5e-7

void append(Numbers& values, const Numbers& more) {
  values.insert(values.end(), more.begin(), more.end());
}

/// Velocity, works and, if wanted, impulses in the order of the reference.
Eigen::MatrixXd found(const Outcome& outcome, bool impulses) {
  if (!outcome.ok()) return {};
  Numbers values(outcome.velocity_plus.begin(), outcome.velocity_plus.end());
  for (const ContactWork& work : outcome.energy.contacts) {
    append(values, {work.friction_work, work.normal_work});
  }
  if (impulses) {
    for (const ContactImpulse& impulse : outcome.impulse) {
      append(values, {impulse.tangential[0], impulse.normal});
    }
  }
  return list(values);
}

Reproduction compute(const CornerPathCase& chain) {
  Numbers expected = chain.after;
  append(expected, chain.works);
  return {.source = corner_source,
          .quantity = fmt::format("velocity and works, law corner, mode {}, e = {}",
                                  to_string(chain.mode), chain.restitution),
          .published = list(expected),
          .computed = found(run(make_scene("corner_ball", {{"restitution", chain.restitution}}),
                                Corner{.mode = chain.mode}),
                            false),
          .digits = corner_digits};
}

Reproduction compute(const CornerSprings& given) {
  Numbers expected = given.after;
  append(expected, given.works);
  append(expected, given.impulse);
  const ImpactProblem scene = make_scene("corner_ball", {{"restitution", given.restitution}});
  std::vector<Contact> contacts = scene.contacts();
  contacts[1].stiffness = given.ratio;
  const ImpactProblem problem(scene.mass_matrix(), contacts, scene.velocity());
  return {.source = corner_source,
          .quantity = fmt::format("velocity, works, impulses, law compliant, e = {}, stiffness of "
                                  "the wall {} of the ground's",
                                  given.restitution, given.ratio),
          .published = list(expected),
          .computed = found(run(problem, Compliant{}), true),
          .digits = corner_digits};
}

}  // namespace

void add_reference_corner(Table& table) {
  for (const CornerPathCase& chain : corner_paths) {
    table.add(fmt::format("corner.{}", chain.name), [&chain] { return compute(chain); });
  }
  for (std::size_t i = 0; i < corner_springs.size(); ++i) {
    table.add(fmt::format("corner.springs.{}", i + 1), [i] { return compute(corner_springs[i]); });
  }
}

}  // namespace carom::published
