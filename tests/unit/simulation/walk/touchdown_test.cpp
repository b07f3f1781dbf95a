// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One touch-down of Atlas under several laws and with several numbers of points: S2 chapters 3 and
// 5 claim that the number of points does not matter.
#include "carom/touchdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/error.h"
#include "carom/laws/plastic.h"
#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/scene_walk.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct TouchdownTrial {
  SceneModel scene;
  Walk walk;
  TouchdownOptions options = {};

  explicit TouchdownTrial(const SceneSettings& settings = {{"steps", 2.0}})
      : scene(make_scene_start("atlas", settings)), walk(make_walk("atlas", settings).value()) {
    options.step = 0;
    options.points = {4, 8};
    options.verdict = false;
  }
  TouchdownComparison compare() const {
    return compare_touchdown(scene.model, scene.state, walk, options);
  }
};

TEST(Touchdown, TheNumberOfPointsHardlyMatters) {
  TouchdownTrial trial;
  trial.options.laws = {Regular{}, Plastic{}};
  std::vector<int> told;
  trial.options.progress = [&](int done, int all) {
    EXPECT_EQ(all, 4);
    told.push_back(done);
  };
  const TouchdownComparison compared = trial.compare();
  EXPECT_TRUE(compared.complete);
  EXPECT_THAT(told, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(compared.step, 0);
  EXPECT_EQ(compared.side, Side::right);
  EXPECT_NEAR(compared.time, 2.3, 5e-3);  // planned: shift and single support
  EXPECT_NEAR(compared.approach, 0.05, 0.01);
  EXPECT_TRUE(compared.left_out.empty());

  // Both feet, all points: those of the model before, and of the model with more of them.
  ASSERT_EQ(compared.models.size(), 2u);
  ASSERT_EQ(compared.problems.size(), 2u);
  EXPECT_EQ(compared.problems[0].contacts().size(), 8u);
  EXPECT_EQ(compared.problems[1].contacts().size(), 16u);
  for (const ImpactProblem& problem : compared.problems) {
    EXPECT_EQ(problem.velocity(), compared.state.v);
  }

  ASSERT_EQ(compared.rows.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const TouchdownRow& row = compared.rows[k];
    SCOPED_TRACE(row.law + " " + std::to_string(row.points));
    EXPECT_EQ(row.law, k < 2 ? "regular" : "plastic");
    EXPECT_EQ(row.points, k % 2 == 0 ? 4 : 8);
    ASSERT_TRUE(row.outcome.ok()) << row.outcome.message;
    EXPECT_EQ(row.outcome.uniqueness.verdict, Uniqueness::Verdict::not_checked);
    if (k % 2 == 0) {
      EXPECT_EQ(row.difference, 0.0);
    } else {
      EXPECT_LT(row.difference, 1e-3);
    }
    EXPECT_GT(row.largest_jump, 0.1);
    EXPECT_THAT(row.jump_joint, HasSubstr("_leg_"));
    EXPECT_TRUE(row.stands) << row.trouble;
    EXPECT_GE(row.impacts, 2);
    EXPECT_GT(row.energy_lost, 0.01);
    EXPECT_LT(row.energy_lost, 0.1);
    EXPECT_THAT(row.sequence, StartsWith("1+"));
  }
  for (const std::size_t k : {0u, 2u}) {
    EXPECT_NEAR(compared.rows[k + 1].energy_lost / compared.rows[k].energy_lost, 1.0, 1e-4);
  }

  const Comparison more = compared.at_points(1);
  ASSERT_EQ(more.outcomes.size(), 2u);
  EXPECT_EQ(more.outcomes[0].velocity_plus, compared.rows[1].outcome.velocity_plus);
  EXPECT_EQ(more.outcomes[1].velocity_plus, compared.rows[3].outcome.velocity_plus);
  EXPECT_TRUE(compared.at_points(2).outcomes.empty());
}

TEST(Touchdown, SequenceOfPointsThatHit) {
  Touchdown touchdown;
  EXPECT_EQ(touchdown.sequence(), "");
  touchdown.points = {{"a"}, {"b"}, {"c", "d"}};
  EXPECT_EQ(touchdown.sequence(), "1+1+2");
  EXPECT_EQ(touchdown.sequence(3), "1+1+2");
  EXPECT_EQ(touchdown.sequence(2), "1+1+…");
}

TEST(Touchdown, WithoutLawsItIsThatOfTheWalk) {
  TouchdownTrial trial;
  trial.options.points = {4};
  trial.options.verdict = true;
  const TouchdownComparison compared = trial.compare();
  ASSERT_EQ(compared.rows.size(), 1u);
  EXPECT_EQ(compared.rows[0].law, "regular");
  EXPECT_NE(compared.rows[0].outcome.uniqueness.verdict, Uniqueness::Verdict::not_checked);
}

/// The landing of the walk itself is that of the first row.
TEST(Touchdown, IsTheOneOfTheWalk) {
  TouchdownTrial trial;
  trial.options.points = {4};
  trial.options.step = 1;
  const TouchdownComparison compared = trial.compare();
  SimulationOptions options;
  options.law = Regular{};
  options.walk = trial.walk;
  options.verdict = false;
  options.duration = 3.8;
  const Trajectory run = simulate(trial.scene.model, trial.scene.state, options);
  ASSERT_EQ(run.record.touchdowns.size(), 2u);
  const Touchdown& landing = run.record.touchdowns[1];
  EXPECT_EQ(compared.side, landing.side);
  EXPECT_EQ(compared.time, landing.time);
  EXPECT_NEAR(compared.approach, landing.approach, 1e-9);
  ASSERT_EQ(compared.rows.size(), 1u);
  EXPECT_EQ(compared.rows[0].impacts, landing.impacts);
  EXPECT_NEAR(compared.rows[0].energy_lost, landing.energy_lost, 1e-6);
}

TEST(Touchdown, TheReportHasARowForEach) {
  TouchdownTrial trial;
  trial.options.laws = {Regular{}, Plastic{}};
  const std::string text = trial.compare().report();
  EXPECT_THAT(text, StartsWith("touch-down of step 1, right foot, t = 2.29"));
  EXPECT_THAT(text, HasSubstr("all points of both feet in one impact"));
  EXPECT_THAT(text, HasSubstr("\n  regular "));
  EXPECT_THAT(text, HasSubstr("\n  plastic "));
  EXPECT_THAT(text, HasSubstr("the number of points changes the velocities after one impact by at "
                              "most "));
  EXPECT_THAT(text, HasSubstr("(plastic), in the mass metric"));
}

TEST(Touchdown, LawsThatDoNotApplyAreLeftOut) {
  struct Refuses {
    LawDescription describe() const { return {.name = "refuses"}; }
    void solve(const ImpactProblem&, Workspace&, Outcome&) const {
      throw InvalidInput("refuses: takes nothing");
    }
  };
  TouchdownTrial trial;
  trial.options.points = {4};
  trial.options.laws = {Refuses{}, Plastic{}};
  const TouchdownComparison compared = trial.compare();
  ASSERT_EQ(compared.left_out.size(), 1u);
  EXPECT_EQ(compared.left_out[0].law, "refuses");
  EXPECT_EQ(compared.left_out[0].reason, "refuses: takes nothing");
  ASSERT_EQ(compared.rows.size(), 1u);
  EXPECT_EQ(compared.rows[0].law, "plastic");
  EXPECT_THAT(compared.report(), HasSubstr("does not apply: refuses: refuses: takes nothing"));
}

TEST(Touchdown, StopsOnRequest) {
  TouchdownTrial trial;
  int asked = 0;
  trial.options.stop = [&] { return ++asked > 100; };
  const TouchdownComparison compared = trial.compare();
  EXPECT_FALSE(compared.complete);
  EXPECT_TRUE(compared.rows.empty());
  EXPECT_THAT(compared.report(), HasSubstr("stopped before all rows were done"));
}

TEST(Touchdown, Faults) {
  TouchdownTrial trial;
  const auto faults = [&] { return faults_of([&] { (void)trial.compare(); }); };
  trial.options.step = 2;
  EXPECT_THAT(faults(),
              ElementsAre("touch-down: step = 3; expected 1 to 2, the steps of the walk"));
  trial.options.step = -1;
  trial.options.points = {};
  EXPECT_THAT(faults(),
              ElementsAre("touch-down: step = 0; expected 1 to 2, the steps of the walk",
                          "touch-down: no number of points; expected at least one, such as 4"));
  trial.options = TouchdownTrial().options;
  trial.options.points = {4, 5};
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("points = 5; expected 8, or the square")));
  trial.options.points = {4};
  trial.walk.gait.motion = WalkMotion::stand;
  EXPECT_THAT(faults(),
              ElementsAre("touch-down: it stands; expected motion = walk or quasi_static"));
}

TEST(Touchdown, AWalkThatFallsBefore) {
  TouchdownTrial trial({{"steps", 2.0}, {"push", std::vector<double>{1.0, 0.0, 200.0, 0.0}}});
  EXPECT_THAT(
      faults_of([&] { (void)trial.compare(); }),
      ElementsAre(testing::AllOf(
          HasSubstr("touch-down of step 1: the walk ended before it: the robot fell at t ="),
          HasSubstr("; expected a walk that makes this step"))));
}

}  // namespace
}  // namespace carom::test
