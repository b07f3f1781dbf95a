// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Designs with known answers: billiards at a right angle, cradles at Coxeter angles, TREX against
// the independent reference, RHex at A.
#include "carom/design.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/robot.h"

namespace carom::test {
namespace {

using Goal = DesignOptions::Goal;
using std::numbers::pi;

Variation vary(std::string_view scene, const std::vector<std::string>& names,
               const SceneSettings& settings = {}) {
  return Variation::of_scene(scene, settings, names, Variation::Closing::free);
}

TEST(Design, BilliardsAreUniqueAtARightAngle) {
  const Design design = find_design(vary("billiards", {"theta"}));
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  EXPECT_EQ(design.goal, Goal::orthogonal);
  const DesignPoint& point = design.solutions.front().point;
  EXPECT_NEAR(point.values[0], pi / 2.0, 1e-12);
  EXPECT_LE(std::abs(point.gram(0, 1)), 1e-12);
  EXPECT_NEAR(point.spread, 0.0, 1e-12);
  EXPECT_GT(design.start.spread, 0.1);
}

TEST(Design, AStartThatIsASolutionIsLeftAlone) {
  const Design design = find_design(vary("billiards", {"theta"}, {{"theta", pi / 2.0}}));
  EXPECT_EQ(design.status, Design::Status::already);
  EXPECT_TRUE(design.solutions.empty());
}

TEST(Design, TrexIsOrthogonalWithItsContactsClosed) {
  for (const auto scaling : {DesignOptions::Scaling::unit, DesignOptions::Scaling::relative}) {
    const Design design =
        find_design(vary("trex", varied_group("trex", "all")), {.scaling = scaling});
    ASSERT_EQ(design.status, Design::Status::found) << design.message;
    const DesignPoint& point = design.solutions.front().point;
    EXPECT_LE(std::abs(point.gram(0, 1)), 1e-12);
    EXPECT_LE(point.largest_gap, 1e-10);
    if (scaling == DesignOptions::Scaling::unit) {
      // The reference's Newton steps end at 0.2596380772; the nearest solution is nearer.
      EXPECT_LT(design.solutions.front().change, 0.2596380772);
    }
  }
}

TEST(Design, NewtonStepsOnTrexEndAtTheReference) {
  const Design design = find_design(vary("trex", varied_group("trex", "all")), {.newton = true});
  ASSERT_EQ(design.status, Design::Status::found);
  const double reference[] = {12.261754088256055,  5.763259480105476,  4.996786330402094,
                              5.413498863298901,   1.9919747769943423, 5.236702019054613,
                              0.07826299408672889, 6.953821934469509,  4.096486569467052,
                              7.997654108923775,   9.989936343556286};
  for (Eigen::Index k = 0; k < 11; ++k) {
    EXPECT_NEAR(design.solutions.front().point.values[k], reference[k], 1e-8) << k;
  }
}

TEST(Design, PostureAloneMayDo) {
  const Design design = find_design(vary("trex", varied_group("trex", "posture")));
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  EXPECT_LE(design.solutions.front().point.largest_gap, 1e-10);
}

TEST(Design, RhexEndsAtASaysThatItIsNoZero) {
  const Design design = find_design(vary("rhex", {"phi_r", "gamma"}), {.allow_penetration = true});
  EXPECT_EQ(design.status, Design::Status::not_found);
  ASSERT_FALSE(design.solutions.empty());
  EXPECT_NEAR(design.solutions.front().point.values[0], 1.185209363190678, 1e-5);
  EXPECT_NEAR(design.solutions.front().point.values[1], 0.0, 1e-5);
  EXPECT_EQ(design.solutions.front().point.penetration.what, "body");
  EXPECT_NE(design.message.find("least |inner product|"), std::string::npos);
}

TEST(Design, OffersNoPostureWithABodyBelowTheGround) {
  for (const double phi : {0.8, 1.3}) {  // The second start is inside itself.
    const Design design = find_design(vary("rhex", {"phi_r", "gamma"}, {{"phi_r", phi}}));
    ASSERT_FALSE(design.solutions.empty());
    const DesignSolution& best = design.solutions.front();
    EXPECT_EQ(best.point.penetration.depth, 0.0);
    EXPECT_EQ(best.at_bound, std::vector<std::string>{"body above the ground"});
    EXPECT_EQ(design.start.penetration.depth > 0.0, phi > 1.0);
    const bool says = design.message.find("the start itself is impossible") != std::string::npos;
    EXPECT_EQ(says, phi > 1.0) << design.message;
    EXPECT_FALSE(best.point.verdict.empty());
  }
}

TEST(Design, CradlesGoToTheirCoxeterAngle) {
  const Design design =
      find_design(vary("cradle", {"masses[1]"}, {{"masses", std::vector{1.0, 2.0, 1.0}}}),
                  {.goal = Goal::coxeter});
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  EXPECT_NEAR(design.solutions.front().point.values[0], 1.0, 1e-9);  // equal masses: m = 3
  EXPECT_NEAR(design.solutions.front().point.gram(0, 1), -0.5, 1e-12);
  EXPECT_NE(design.message.find("orders only"), std::string::npos);
}

TEST(Design, ManyStartsFindDistinctSolutions) {
  // The vee is orthogonal at a half angle and, its legs crossed, at minus that angle.
  const Design design = find_design(
      vary("vee", {"half_angle"}),
      {.bounds = {{"half_angle", {-1.2, 1.2}}}, .starts = 24, .start_spread = 2.0, .seed = 3});
  ASSERT_EQ(design.solutions.size(), 2u);
  const double near = design.solutions[0].point.values[0];
  EXPECT_NEAR(near, 0.36486383, 1e-7);
  EXPECT_NEAR(design.solutions[1].point.values[0], -near, 1e-9);
  EXPECT_GT(design.solutions[1].change, design.solutions[0].change);
}

TEST(Design, BoundsHold) {
  const Design design = find_design(vary("trex", varied_group("trex", "all")),
                                    {.bounds = {{"gS", {5.2, 5.3}}, {"r2", {3.99, 4.01}}}});
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  const Eigen::VectorXd& values = design.solutions.front().point.values;
  EXPECT_GE(values[3], 5.2);
  EXPECT_LE(values[3], 5.3);
  EXPECT_GE(values[8], 3.99);
  EXPECT_LE(values[8], 4.01);
}

TEST(Design, WeightedSumsAreMadeLeast) {
  const auto sought = vary("vee", {"half_angle"});
  const Design energy = find_design(
      sought,
      {.goal = Goal::least, .terms = {{"energy_ratio"}}, .bounds = {{"half_angle", {0.1, 1.4}}}});
  ASSERT_FALSE(energy.solutions.empty());
  const Design both =
      find_design(sought, {.goal = Goal::least,
                           .terms = {{"energy_ratio", 1.0}, {"inner_product", 100.0}},
                           .bounds = {{"half_angle", {0.1, 1.4}}}});
  ASSERT_FALSE(both.solutions.empty());
  EXPECT_LE(energy.solutions.front().point.constrained_energy_ratio,
            both.solutions.front().point.constrained_energy_ratio + 1e-9);
  EXPECT_LT(std::abs(both.solutions.front().point.gram(0, 1)),
            std::abs(energy.solutions.front().point.gram(0, 1)));
}

TEST(Design, TheFrontIsOrderedAndNotDominated) {
  const Design design = find_design(vary("vee", {"half_angle"}), {.front = 6});
  ASSERT_GE(design.front.size(), 2u);
  for (std::size_t k = 1; k < design.front.size(); ++k) {
    EXPECT_GT(design.front[k].indeterminacy, design.front[k - 1].indeterminacy);
    EXPECT_LT(design.front[k].constrained_energy_ratio,
              design.front[k - 1].constrained_energy_ratio);
  }
}

TEST(Design, AModelsPosturesKeepItsFeetDownAndItsLimits) {
  // TREX's stance as a model: joints vary, the sliders and the trunk follow as constraints.
  const SceneModel trex = make_scene_model("trex");
  const Variation variation =
      Variation::of_model(trex.model, trex.state, {.closed = {"stance_foot", "tail"}},
                          {"y", "th", "pS", "gS", "pT"}, Variation::Closing::free);
  const Design design = find_design(variation);
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  const DesignPoint& point = design.solutions.front().point;
  ASSERT_TRUE(point.state.has_value());
  ModelWorkspace workspace(trex.model);
  workspace.set_configuration(point.state->q);
  EXPECT_LE(std::abs(workspace.gap(trex.model.contact("tail"))), 1e-10);
  EXPECT_LE(std::abs(workspace.gap(trex.model.contact("stance_foot"))), 1e-10);
}

TEST(Design, PracticalGoalsStopBelowTheLimit) {
  const Variation variation = vary("vee", {"half_angle"});
  const Design design = find_design(variation, {.goal = Goal::practical, .restitution = 0.3});
  ASSERT_EQ(design.status, Design::Status::found) << design.message;
  EXPECT_LT(design.solutions.front().point.spread, 0.01);
  const Design again = find_design(
      vary("vee", {"half_angle"}, {{"half_angle", design.solutions.front().point.values[0]}}),
      {.goal = Goal::practical, .restitution = 0.3});
  EXPECT_EQ(again.status, Design::Status::already);
}

}  // namespace
}  // namespace carom::test
