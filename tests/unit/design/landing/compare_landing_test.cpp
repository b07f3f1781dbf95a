// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One landing under several laws. What is expected is computed a second way: impulses by the
// momentum along gravity, velocities by the outcomes of compare() itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/error.h"
#include "carom/landing.h"
#include "carom/law_by_name.h"
#include "carom/report.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

/// Its base tilted: world and base axes differ. Falls at 1 m/s, and turns.
carom::Stance tilted_pair() {
  carom::Stance stance = stand(load_text(pair_mjcf("0.001")), {.touch = 1.0});
  const Eigen::Quaterniond turn(
      Eigen::AngleAxisd(0.4, Eigen::Vector3d(1.0, 2.0, 0.5).normalized()));
  stance.state.q.segment<4>(3) = turn.coeffs();
  stance.state.v.head<3>() = turn.conjugate() * Eigen::Vector3d(0.1, 0.0, -1.0);
  stance.state.v.segment<3>(3) = Eigen::Vector3d(0.1, -0.2, 0.3);
  return stance;
}

LandingComparison compared(const carom::Stance& stance, LandingCompareOptions options = {}) {
  options.problem = stance.options;
  return compare_landing(stance.model, stance.state, options);
}

TEST(CompareLanding, TheBaseInWorldAxesTheLargestJumpTheImpulseOfTheGround) {
  const carom::Stance stance = tilted_pair();
  const LandingComparison result = compared(stance);
  const ImpactProblem problem = make_problem(stance.model, stance.state, stance.options);
  const Eigen::VectorXd up = rising(stance.model, stance.state.q).value();
  const Eigen::Quaterniond turn(stance.state.q[6], stance.state.q[3], stance.state.q[4],
                                stance.state.q[5]);
  EXPECT_LE((*result.base_linear - Eigen::Vector3d(0.1, 0.0, -1.0)).norm(), 1e-12);
  EXPECT_EQ(*result.base_angular, Eigen::Vector3d(0.1, -0.2, 0.3));
  ASSERT_EQ(result.laws.size(), result.comparison.outcomes.size());
  for (std::size_t k = 0; k < result.laws.size(); ++k) {
    const Outcome& outcome = result.comparison.outcomes[k];
    SCOPED_TRACE(outcome.law->name);
    ASSERT_TRUE(outcome.ok() && result.laws[k]);
    const LawLanding& law = *result.laws[k];
    const Eigen::VectorXd& after = outcome.velocity_plus;
    EXPECT_LE((*law.base_linear - turn * Eigen::Vector3d(after.head<3>())).norm(), 1e-12);
    EXPECT_EQ(*law.base_angular, Eigen::Vector3d(after.segment<3>(3)));
    const Eigen::VectorXd jump = (after - problem.velocity()).tail(4).cwiseAbs();
    Eigen::Index largest = 0;
    jump.maxCoeff(&largest);
    EXPECT_EQ(law.largest_jump->velocity, 6 + largest);
    EXPECT_EQ(law.largest_jump->after, after[6 + largest]);
    // Momentum along gravity: the ground alone changes it. Laws that integrate are good to 1e-6.
    const double gained = up.dot(problem.mass_matrix() * (after - problem.velocity()));
    EXPECT_NEAR(law.normal_impulse, gained, 1e-6 * std::abs(gained));
  }
}

/// Every law that needs a coefficient has that of the verdict, and the verdict is that of analyze.
TEST(CompareLanding, OneRestitutionForAllLawsAndTheVerdictOfTheAnalysis) {
  const carom::Stance stance = tilted_pair();
  for (const double e : {0.0, 0.4}) {
    SCOPED_TRACE(e);
    const LandingComparison result = compared(stance, {.restitution = e});
    EXPECT_EQ(result.restitution, e);
    for (const Outcome& outcome : result.comparison.outcomes) {
      EXPECT_EQ(outcome.restitution.value_or(e), e) << outcome.law->name;
    }
    EXPECT_EQ(result.comparison.outcomes.size() + result.comparison.left_out.size(),
              law_names().size());
    ASSERT_EQ(result.comparison.left_out.size(), 1U);
    EXPECT_EQ(result.comparison.left_out[0].law, "corner");  // of planar bodies
    LandingOptions analysis{.problem = stance.options};
    analysis.analysis.restitution = e;
    const Landing landing = analyze_landing(stance.model, stance.state, analysis);
    EXPECT_EQ(result.spread.spread.value(), landing.spread.spread.value());
    EXPECT_EQ(result.spread.practical, landing.spread.practical);
    EXPECT_EQ(result.approach_speed, landing.approach_speed);
  }
}

TEST(CompareLanding, FrictionIsOfTheLawsThatHaveIt) {
  const carom::Stance stance = tilted_pair();
  const std::vector<Law> laws = laws_by_name({"plastic", "newton"}, {.restitution = 0.0});
  const LandingComparison smooth = compared(stance, {.compare = {.laws = laws}});
  const LandingComparison rough = compared(stance, {.compare = {.laws = laws, .friction = 0.8}});
  EXPECT_EQ(rough.friction, 0.8);
  EXPECT_FALSE(smooth.friction);
  EXPECT_EQ(rough.laws[0]->normal_impulse, smooth.laws[0]->normal_impulse);
  EXPECT_GT(std::abs(rough.laws[1]->normal_impulse - smooth.laws[1]->normal_impulse), 1e-3);
}

TEST(CompareLanding, AFixedBaseHasNoVelocityAndALockedRobotNoJump) {
  const Model robot = load_text(leg_urdf(), {.base = RobotOptions::Base::fixed});
  carom::Stance stance =
      stand(robot, {.contacts = {"foot"}, .velocity = Eigen::Vector2d(0.0, -1.0)});
  const LandingComparison fixed = compared(stance);
  EXPECT_FALSE(fixed.base_linear || fixed.laws[0]->base_angular);
  EXPECT_TRUE(fixed.laws[0]->largest_jump);
  stance = stand(load_text(leg_urdf()), {.contacts = {"foot"}, .locked = {"all"}});
  const LandingComparison rigid = compared(stance);
  EXPECT_TRUE(rigid.laws[0]->base_linear);
  EXPECT_FALSE(rigid.laws[0]->largest_jump);
}

/// A neck that turns a point on its axis stays behind as the trunk rolls: it is not what is jolted.
TEST(CompareLanding, AJointWithoutInertiaIsNotTheLargestJump) {
  const std::string text =
      "<mujoco><worldbody><body name='trunk' pos='0 0 1'><freejoint/>"
      "<geom type='box' size='0.1 0.1 0.1' mass='3'/>"
      "<body name='head' pos='0 0 0.2'><joint name='neck' axis='1 0 0'/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='1e-13 1e-13 1e-13'/></body>"
      "<body name='leg' pos='0 0 -0.2'><joint name='hip' axis='0 1 0'/>"
      "<geom type='box' size='0.1 0.1 0.02' mass='1'/></body></body></worldbody></mujoco>";
  const carom::Stance stance = stand(load_text(text), {.contacts = {"leg[0.001,0.05,-0.02]"}});
  const LandingComparison result = compared(stance);
  const auto hip = static_cast<std::size_t>(stance.model.joint("hip"));
  EXPECT_EQ(result.laws[0]->largest_jump->velocity, stance.model.joints()[hip].v);
  LandingOptions options{.problem = stance.options};
  const Landing landing = analyze_landing(stance.model, stance.state, options);
  ASSERT_EQ(landing.jumps.size(), 2U);
  EXPECT_EQ(landing.jumps[0].velocity, stance.model.joints()[hip].v);
  EXPECT_GT(std::abs(landing.jumps[1].after), std::abs(landing.jumps[0].after));
}

TEST(CompareLanding, ItsJson) {
  const LandingComparison result = compared(tilted_pair(), {.compare = {.friction = 0.5}});
  const nlohmann::json json = nlohmann::json::parse(to_json(result));
  EXPECT_EQ(json["format"], "carom-comparison/1");
  EXPECT_EQ(json["restitution"], 0.0);
  EXPECT_EQ(json["friction"], 0.5);
  EXPECT_EQ(json["practical"]["spread"], result.spread.spread.value());
  ASSERT_EQ(json["landing"].size(), json["outcomes"].size());
  for (std::size_t k = 0; k < json["landing"].size(); ++k) {
    const auto& law = json["landing"][k];
    EXPECT_EQ(law["law"], json["outcomes"][k]["law"]["name"]);
    EXPECT_EQ(law["base_linear"].size(), 3U);
    const auto& names = result.velocity_names;
    EXPECT_NE(std::find(names.begin(), names.end(), law["largest_jump"]["joint"]), names.end());
    EXPECT_EQ(law["energy_lost"], json["outcomes"][k]["energy"]["lost"]);
  }
}

TEST(CompareLanding, RefusesARestitutionThatIsNone) {
  EXPECT_THAT(faults_of([] { (void)compared(tilted_pair(), {.restitution = 1.5}); }),
              testing::ElementsAre("compare_landing: restitution = 1.5; expected 0 to 1"));
}

}  // namespace
}  // namespace carom::test
