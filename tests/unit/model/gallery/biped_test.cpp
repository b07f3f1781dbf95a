// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scene `biped` (S4 Example 1). Expected: kinetic energy and rows written out by hand from the
// velocities of the point masses; edges of the parameters; every fault.
//   hip velocity h = (q̇1 + d cos q3 q̇3, q̇2 − d sin q3 q̇3), d = l − R
//   a mass at distance c below (or above) the hip on a limb q: h ∓ c (cos q, −sin q) q̇
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;
using testing::HasSubstr;

using std::numbers::pi;

struct ByHand {
  double l = 0.8, b = 0.4, l_T = 0.4, m_W = 30.0, m_H = 10.0;
  double R, mu;
  double leg_inertia = 0.0, torso_inertia = 0.0;

  Vector2d hip(const VectorXd& q, const VectorXd& v) const {
    return {v[0] + (l - R) * std::cos(q[2]) * v[2], v[1] - (l - R) * std::sin(q[2]) * v[2]};
  }
  Vector2d above_hip(const VectorXd& q, const VectorXd& v, int limb, double c) const {
    return hip(q, v) + c * v[limb] * Vector2d(std::cos(q[limb]), -std::sin(q[limb]));
  }
  double energy(const VectorXd& q, const VectorXd& v) const {
    const double m = (m_W - m_H) / (2.0 * (1.0 + mu)), m_T = 2.0 * m * mu;
    return 0.5 *
           (m_H * hip(q, v).squaredNorm() + m * above_hip(q, v, 2, -b).squaredNorm() +
            m * above_hip(q, v, 3, -b).squaredNorm() + m_T * above_hip(q, v, 4, l_T).squaredNorm() +
            leg_inertia * (v[2] * v[2] + v[3] * v[3]) + torso_inertia * v[4] * v[4]);
  }
  /// Of the point of the landing foot that touches: (x, z).
  Vector2d foot(const VectorXd& q, const VectorXd& v) const {
    return above_hip(q, v, 3, R - l) - Vector2d(R * v[3], 0.0);
  }
};

TEST(Biped, IsWhatTheHandWrites) {
  for (const double rho : {0.0, 0.3}) {
    for (const double mu : {0.2, 5.0}) {
      const SceneModel scene =
          make_scene_model("biped", {{"rho", rho}, {"mu", mu}, {"theta", 0.9}, {"q5", -0.3}});
      const ImpactProblem problem = make_problem(scene.model, scene.state);
      const ByHand hand{.R = 0.8 * rho, .mu = mu};
      base::Random random(7);
      for (int k = 0; k < 5; ++k) {
        VectorXd v(5);
        for (double& entry : v) entry = random.uniform(-1.0, 1.0);
        EXPECT_NEAR(0.5 * v.dot(problem.mass_matrix() * v), hand.energy(scene.state.q, v), 1e-13);
        const Vector2d foot = hand.foot(scene.state.q, v);
        EXPECT_NEAR(problem.contacts()[0].normal.dot(v), foot.y(), 1e-14);
        EXPECT_NEAR(problem.contacts()[0].tangents.row(0).dot(v), foot.x(), 1e-14);
      }
    }
  }
}

TEST(Biped, RodsAddTheirInertia) {
  const double leg = 5.0 * 0.8 * 0.8 / 12.0, torso = 10.0 * 0.8 * 0.8 / 12.0;
  for (const std::string word : {"point", "leg_rod", "torso_rod", "both_rods"}) {
    ByHand hand{.R = 0.2, .mu = 1.0};
    if (word == "leg_rod" || word == "both_rods") hand.leg_inertia = leg;
    if (word == "torso_rod" || word == "both_rods") hand.torso_inertia = torso;
    const SceneModel scene = make_scene_model("biped", {{"inertia", word}});
    const ImpactProblem problem = make_problem(scene.model, scene.state);
    VectorXd v(5);
    v << 0.1, -0.2, 0.7, -0.4, 0.9;
    EXPECT_NEAR(0.5 * v.dot(problem.mass_matrix() * v), hand.energy(scene.state.q, v), 1e-13)
        << word;
  }
}

TEST(Biped, OneContactWithOneTangentAndTheNamesOfThePaper) {
  const ImpactProblem problem = make_scene("biped");
  ASSERT_EQ(problem.contact_count(), 1);
  EXPECT_EQ(problem.contacts()[0].name, "landing_foot");
  EXPECT_EQ(problem.contacts()[0].tangents.rows(), 1);
  EXPECT_EQ(problem.bilateral_count(), 0);
  EXPECT_EQ(problem.name(), "biped");
  const SceneModel scene = make_scene_model("biped");
  EXPECT_EQ(scene.model.coordinate_names(),
            (std::vector<std::string>{"q1", "q2", "q3", "q4", "q5"}));
  EXPECT_NEAR(scene.model.total_mass(), 30.0, 1e-13);
}

TEST(Biped, TheStanceFootRollsAndTheLandingFootTouches) {
  const SceneModel scene = make_scene_model("biped", {{"rates", std::vector<double>{2, 1, 0.5}}});
  EXPECT_NEAR(scene.state.v[0], 0.2 * 2.0, 1e-15);
  EXPECT_EQ(scene.state.v[1], 0.0);
  EXPECT_EQ(scene.state.v[4], 0.5);
  EXPECT_NEAR(scene.state.q[1], 0.2, 1e-15);
}

TEST(Biped, LegsTogetherHaveNoImpact) {  // θ = 0: the foot already stands still
  for (const double rho : {0.0, 0.25, 0.999}) {
    const ImpactProblem problem = make_scene("biped", {{"theta", 0.0}, {"rho", rho}});
    EXPECT_NEAR(energy_split(problem).constrained, 0.0, 1e-25);
    const Outcome outcome = solve_once(problem, Inert{});
    EXPECT_LE((outcome.velocity_plus - problem.velocity()).norm(), 1e-13);
  }
}

TEST(Biped, WideStridesAndExtremeMassesStayFinite) {
  for (const double theta : {1e-6, 1.0, 3.14159}) {
    for (const double mu : {1e-3, 1e3}) {
      const ImpactProblem problem = make_scene("biped", {{"theta", theta}, {"mu", mu}});
      const Outcome outcome = solve_once(problem, Inert{});
      EXPECT_TRUE(outcome.velocity_plus.allFinite());
      EXPECT_LE(outcome.residuals.momentum, 1e-12);
      const EnergySplit split = energy_split(problem);
      EXPECT_NEAR(split.constrained, outcome.impulse[0].normal * 0.6 * std::sin(0.5 * theta),
                  1e-11);
    }
  }
}

TEST(Biped, ImpulsesScaleWithMassAndSpeed) {
  const Outcome one = solve_once(make_scene("biped"), Inert{});
  const Outcome scaled = solve_once(
      make_scene("biped",
                 {{"mass", 60.0}, {"hip_mass", 20.0}, {"rates", std::vector<double>{3, 3, 0}}}),
      Inert{});
  EXPECT_NEAR(scaled.impulse[0].normal, 6.0 * one.impulse[0].normal, 1e-11);
  EXPECT_NEAR(scaled.energy.lost, 18.0 * one.energy.lost, 1e-11);
}

TEST(Biped, NoHipMass) {
  EXPECT_NEAR(make_scene_model("biped", {{"hip_mass", 0.0}}).model.total_mass(), 30.0, 1e-13);
}

std::string biped_refusal(const SceneSettings& settings) {
  return refusal_of([&] { static_cast<void>(make_scene("biped", settings)); });
}

TEST(Biped, EveryFault) {
  EXPECT_THAT(biped_refusal({{"theta", -0.1}}),
              HasSubstr("theta = -0.1 rad (-5.72958 deg); expected 0 <= "
                        "theta < pi: the hip is above the feet"));
  EXPECT_THAT(biped_refusal({{"theta", pi}}), HasSubstr("(180 deg); expected 0 <= theta < pi"));
  EXPECT_THAT(biped_refusal({{"theta", NAN}}), HasSubstr("theta = nan"));
  EXPECT_THAT(biped_refusal({{"rho", 1.0}}),
              HasSubstr("rho = 1; expected 0 <= rho < 1: the foot's radius "
                        "is a part of the leg's length"));
  EXPECT_THAT(biped_refusal({{"rho", -0.25}}), HasSubstr("rho = -0.25; expected"));
  EXPECT_THAT(biped_refusal({{"q5", 4.0}}), HasSubstr("q5 = 4 rad; expected -pi <= q5 <= pi"));
  EXPECT_THAT(biped_refusal({{"mu", 0.0}}), HasSubstr("mu = 0; expected > 0 and finite"));
  EXPECT_THAT(biped_refusal({{"leg_center", 0.0}}), HasSubstr("leg_center = 0 m; expected > 0"));
  EXPECT_THAT(biped_refusal({{"hip_mass", -1.0}}), HasSubstr("hip_mass = -1 kg; expected >= 0"));
  EXPECT_THAT(biped_refusal({{"hip_mass", 30.0}}),
              HasSubstr("hip_mass = 30 kg; expected < mass = 30 kg: the rest is legs and torso"));
  EXPECT_THAT(biped_refusal({{"rates", std::vector<double>{1, 1}}}),
              HasSubstr("rates has 2 entries; expected 3, of stance leg, landing leg and torso"));
  EXPECT_THAT(biped_refusal({{"rates", std::vector<double>{1, NAN, 0}}}),
              HasSubstr("rates[1] = nan; expected a finite number"));
  EXPECT_THAT(biped_refusal({{"inertia", std::string("leg_rods")}}),
              HasSubstr("inertia = 'leg_rods'; expected one of point, leg_rod, torso_rod, "
                        "both_rods; did you mean 'leg_rod'?"));
  const std::string all = biped_refusal({{"theta", 4.0}, {"rho", 2.0}, {"mu", -1.0}});
  for (const char* name : {"theta = 4", "rho = 2", "mu = -1"}) EXPECT_THAT(all, HasSubstr(name));
}

}  // namespace
}  // namespace carom::test
