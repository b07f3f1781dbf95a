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
#include "reproduce/published.h"

namespace carom::published {
namespace {

using Numbers = std::vector<double>;
constexpr const char* corner_source = "S1 corrected, independent reference";
constexpr int corner_digits = 8;  // of the works, the largest numbers: 5e-7

struct BouncePath {
  const char* name;
  CornerMode mode;
  double restitution;
  Numbers after, works;
};

const std::vector<BouncePath> bounce_paths = {
    {"published_table",
     CornerMode::published_table,
     0.46234,
     {-3.00402844045, 3.83159685009, -5.17836632492},
     {-8.01879053989, 3.6838946408, -2.83566068654, -21.1132654058}},
    {"literal",
     CornerMode::literal,
     0.46234,
     {-2.92501640432, 4.12363076573, -7.08859389099},
     {-9.99686739312, 5.10376828815, -1.67045841434, -19.3283564425}},
    {"literal_half",
     CornerMode::literal,
     0.5,
     {-3.22913043691, 4.24885419091, -7.23170637691},
     {-10.3541377941, 6.00242363979, -1.72467724254, -18.227437376}},
    {"stick_tested",
     CornerMode::stick_tested,
     0.46234,
     {-3.46784098821, 4.12372477385, -8.24744954769},
     {-10.6763244858, 6.34710082038, -1.54933421053, -17.1671020565}},
    {"stick_tested_half",
     CornerMode::stick_tested,
     0.5,
     {-3.76169979046, 4.22167770793, -8.44335541586},
     {-11.0577273334, 7.16455747957, -1.54933421053, -15.9278312767}},
};

struct Springs {
  double restitution, ratio;
  Numbers after, works, impulse;
};

const std::vector<Springs> springs = {
    {0.46234,
     1.0,
     {-3.1700244289, 1.31130672548, -2.0642687029},
     {-5.57897477121, -5.47991231731, -2.40360425096, -22.1993432266},
     {-0.353008702452, 5.90436519875, -0.163058473274, 10.8170157264}},
    {0.5,
     1.0,
     {-3.42448483228, 1.42231762099, -2.2117743733},
     {-5.82438548169, -5.22731637159, -2.40389263255, -21.176067006},
     {-0.3037173018, 6.10154391251, -0.249226291524, 11.1207675305}},
    {1.0,
     1.0,
     {-6.80252497917, 2.89957442861, -4.15361710622},
     {-10.981839819, 0, -2.41138775983, 0},
     {0.350502535938, 8.7184812411, -1.38890681249, 15.1530275151}},
    {0.46234,
     0.25,
     {-3.18349903158, 1.86085326546, -3.72170653093},
     {-7.22599582067, -6.86966407954, -1.41380549755, -18.6385704035},
     {-1.44425597964, 5.77702391856, 0.513829346907, 9.73924305194}},
    {0.46234,
     4.0,
     {-2.82176675653, 1.60313355458, 5.64353351307},
     {-2.55972516518, -4.72653156793, -2.98804953484, -24.2813494139},
     {0.501982770001, 5.12423294632, 0.908900608265, 11.3237495265}},
};

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

Reproduction compute(const BouncePath& chain) {
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

Reproduction compute(const Springs& given) {
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
  for (const BouncePath& chain : bounce_paths) {
    table.add(fmt::format("corner.{}", chain.name), [&chain] { return compute(chain); });
  }
  for (std::size_t i = 0; i < springs.size(); ++i) {
    table.add(fmt::format("corner.springs.{}", i + 1), [i] { return compute(springs[i]); });
  }
}

}  // namespace carom::published
