// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Walks that are refused, by the text of the message, and walks that end in a fall.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "carom/simulation.h"
#include "support/faults.h"
#include "support/walk_trial.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Numbers = std::vector<double>;

class WalkRejection : public testing::Test {
 protected:
  std::vector<std::string> faults() const {
    return faults_of([&] { Simulation(trial.scene.model, trial.scene.state, trial.options); });
  }
  void change(const std::function<void(ModelParts&)>& how) {
    ModelParts parts = trial.scene.model.parts();
    how(parts);
    trial.scene.model = trial.scene.model.with(parts);
  }
  WalkRobot& robot() { return trial.options.walk->robot; }

  WalkTrial trial{{{"steps", 2.0}}};
};

TEST_F(WalkRejection, NothingIsWrongToBeginWith) { EXPECT_THAT(faults(), ElementsAre()); }

TEST_F(WalkRejection, FramesThatAreNotThere) {
  robot().left_foot = "l_fot";
  robot().right_foot = "";
  robot().pelvis = "plevis";
  robot().torso = "utorsso";
  EXPECT_THAT(faults(), ElementsAre(AllOf(StartsWith("walk: left_foot: "), HasSubstr("l_fot"),
                                          HasSubstr("did you mean 'l_foot'?")),
                                    "walk: right_foot is not given; expected a frame of atlas_v1",
                                    AllOf(StartsWith("walk: pelvis: "), HasSubstr("plevis"),
                                          HasSubstr("did you mean 'pelvis'?")),
                                    AllOf(StartsWith("walk: torso: "), HasSubstr("utorsso"))));
}

TEST_F(WalkRejection, FeetWithoutContacts) {
  change([](ModelParts& parts) { parts.contacts.resize(4); });
  EXPECT_THAT(faults(), ElementsAre("walk: right_foot = r_foot has no contact; expected points "
                                    "under it, such as contacts = [\"r_foot:corners\"]"));
  change([](ModelParts& parts) { parts.contacts.clear(); });
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("left_foot = l_foot has no contact"),
                                    HasSubstr("right_foot = r_foot has no contact")));
}

TEST_F(WalkRejection, SolesTurnedInsideOut) {
  std::swap(robot().back, robot().front);
  EXPECT_THAT(faults(),
              ElementsAre("walk: sole from 0.178 to -0.082 m along and -0.0624435 to 0.0624435 m "
                          "across; expected back < front and right < left"));
}

TEST_F(WalkRejection, ARobotThatDoesNotStand) {
  trial.scene.state.q[2] += 0.01;
  EXPECT_THAT(faults(), ElementsAre("walk: the left foot is up to 0.01 m off the ground at the "
                                    "start; expected a robot that stands on its soles",
                                    HasSubstr("walk: the right foot is up to 0.01 m off")));
}

TEST_F(WalkRejection, MotorsTooWeakToStand) {
  trial.options.walk->control.effort_scale = 0.05;
  EXPECT_THAT(faults(), ElementsAre(AllOf(StartsWith("walk: atlas_v1 cannot stand as it starts: "),
                                          HasSubstr("torque limit of l_leg_kny exceeded by "),
                                          HasSubstr("; expected limits that carry it; use a larger "
                                                    "effort_scale, or straighter knees"))));
}

TEST_F(WalkRejection, StepsOutOfReach) {
  trial.options.walk->gait.length = 1.2;
  EXPECT_THAT(faults(), ElementsAre(AllOf(
                            StartsWith("gait: step 1 leaves the workspace of the legs: "),
                            HasSubstr("; expected footholds within reach; use shorter, lower or "
                                      "narrower steps"))));
}

TEST_F(WalkRejection, GaitsWithBadNumbers) {
  trial.options.walk->gait.steps = 0;
  trial.options.walk->gait.single_support = -1.0;
  EXPECT_THAT(faults(), AllOf(Contains(HasSubstr("steps = 0; expected")),
                              Contains(HasSubstr("single_support = -1"))));
}

/// Each is where a point under the foot was, so that the foot stands on it.
TEST_F(WalkRejection, ContactsThatAreNoPointsOverLevelGround) {
  ModelWorkspace at(trial.scene.model);
  at.set_configuration(trial.scene.state.q);
  const Eigen::Vector3d place = at.contact_point(1);
  change([&](ModelParts& parts) {
    ContactCandidate& ball = parts.contacts[0];
    ball.sphere.radius = 0.01;
    ball.sphere.center.z() += 0.01;
    parts.contacts[1].against = ContactPlane{.point = place, .normal = {0.1, 0.0, 1.0}};
    parts.contacts[2].tangents = 1;
  });
  const std::string rule =
      "is no point over level ground; expected points of radius 0 against a horizontal plane of "
      "the world, with two tangents";
  EXPECT_THAT(faults(), ElementsAre("atlas_v1: contact 'l_foot_1' " + rule,
                                    "atlas_v1: contact 'l_foot_2' " + rule,
                                    "atlas_v1: contact 'l_foot_3' " + rule));
}

TEST_F(WalkRejection, CoupledJoints) {
  change([](ModelParts& parts) {
    parts.couplings.push_back({.name = "arms", .joint = "l_arm_usy", .other = "r_arm_usy"});
  });
  EXPECT_THAT(faults(), ElementsAre("atlas_v1: has loops or coupled joints; expected a tree of "
                                    "joints: a walk has no others"));
}

TEST_F(WalkRejection, ARobotOnAFixedBase) {
  const SceneModel chain = make_scene_model("chain");
  EXPECT_THAT(faults_of([&] { Simulation(chain.model, chain.state, trial.options); }),
              ElementsAre("walk: chain has no free base; expected a robot that floats; load it "
                          "with base = \"free\""));
}

TEST_F(WalkRejection, OptionsOfASimulation) {
  trial.options.step = 0.0;
  EXPECT_THAT(faults(), Contains(HasSubstr("step = 0 s; expected a finite number > 0")));
}

// --- Checkpoints ---------------------------------------------------------------------------------

class WalkCheckpointRejection : public WalkRejection {
 protected:
  std::vector<std::string> resume(const SimulationCheckpoint& checkpoint) const {
    return faults_of([&] { Simulation(trial.scene.model, checkpoint, trial.options); });
  }
  static SimulationCheckpoint checkpoint_of(const WalkTrial& other) {
    return Simulation(other.scene.model, other.scene.state, other.options).checkpoint();
  }
};

TEST_F(WalkCheckpointRejection, ItsOwnIsTaken) {
  EXPECT_THAT(resume(checkpoint_of(trial)), ElementsAre());
}

TEST_F(WalkCheckpointRejection, OfAnotherModel) {
  const SceneModel chain = make_scene_model("chain");
  EXPECT_THAT(resume(Simulation(chain.model, chain.state, {}).checkpoint()),
              ElementsAre("atlas_v1: checkpoint of 6 coordinates and 6 velocities; expected 35 and "
                          "34, of a walk; it is of another run"));
}

TEST_F(WalkCheckpointRejection, OfAFall) {
  const SceneModel falls = make_scene_start("atlas", {{"motion", std::string("drop")}});
  SimulationOptions options;
  options.law = Regular{};
  EXPECT_THAT(resume(Simulation(falls.model, falls.state, options).checkpoint()),
              ElementsAre(HasSubstr("of a walk; it is of another run")));
}

TEST_F(WalkCheckpointRejection, OfAnotherGait) {
  EXPECT_THAT(resume(checkpoint_of(WalkTrial({{"steps", 3.0}}))),
              ElementsAre(AnyOf(HasSubstr("of another run"), HasSubstr("of the same gait"))));
}

TEST_F(WalkCheckpointRejection, OfOtherPointsUnderTheFeet) {
  // With fewer numbers than it needs, and with more.
  EXPECT_THAT(resume(checkpoint_of(WalkTrial({{"steps", 2.0}, {"points_per_foot", 8.0}}))),
              ElementsAre(HasSubstr("it is of another run")));
  const SimulationCheckpoint four = checkpoint_of(trial);
  trial = WalkTrial({{"steps", 2.0}, {"points_per_foot", 8.0}});
  EXPECT_THAT(resume(four), ElementsAre(HasSubstr("it is of another run")));
}

TEST_F(WalkCheckpointRejection, CutShort) {
  const SimulationCheckpoint whole = checkpoint_of(trial);
  for (const auto list : {&WalkMemory::start, &WalkMemory::controller, &WalkMemory::landing}) {
    SimulationCheckpoint cut = whole;
    Eigen::VectorXd& numbers = std::get<WalkMemory>(cut.memory).*list;
    numbers.conservativeResize(numbers.size() - 1);
    EXPECT_FALSE(resume(cut).empty());
  }
  SimulationCheckpoint cut = whole;
  std::get<WalkMemory>(cut.memory).points.pop_back();
  EXPECT_FALSE(resume(cut).empty());
  cut.memory = {};
  EXPECT_FALSE(resume(cut).empty());
}

// --- Falls ---------------------------------------------------------------------------------------

/// No answer is a status: nothing is thrown, and the last state is there.
TEST(WalkFalls, UnderAPush) {
  const WalkTrial trial({{"steps", 2.0}, {"push", Numbers{1.0, 0.0, 200.0, 0.0}}});
  Trajectory run;
  ASSERT_NO_THROW(run = trial.run());
  EXPECT_EQ(run.status, RunStatus::fell);
  EXPECT_EQ(to_string(run.status), "fell");
  EXPECT_THAT(run.message, AllOf(StartsWith("the robot fell at t = 1.1"),
                                 HasSubstr(" s, after 0 of 2 steps: pelvis tilted by "),
                                 HasSubstr(" rad, centre of mass at "), HasSubstr(" m of 1.01 m")));
  ASSERT_FALSE(run.record.rows.empty());
  const TrajectoryRow& last = run.record.rows.back();
  EXPECT_EQ(last.time, run.end.time);
  EXPECT_EQ(last.state.q, run.end.q);
  EXPECT_EQ(last.state.v, run.end.v);
  EXPECT_TRUE(last.state.q.allFinite());
  EXPECT_EQ(run.record.walk.back().time, run.end.time);
  EXPECT_GE(run.record.walk.back().tilt, 0.7);
  EXPECT_TRUE(run.record.touchdowns.empty());
  EXPECT_THAT(run.record.notes,
              Contains(HasSubstr("the tasks ask for more than the limits allow")));
}

/// Rows every 10 ms: the last state is there all the same.
TEST(WalkFalls, BetweenRows) {
  WalkTrial trial({{"steps", 2.0}, {"push", Numbers{1.0, 0.0, -200.0, 0.0}}});
  trial.options.every = 10;
  const Trajectory run = trial.run();
  EXPECT_EQ(run.status, RunStatus::fell);
  EXPECT_EQ(run.record.rows.back().time, run.end.time);
  EXPECT_EQ(run.record.walk.back().time, run.end.time);
}

/// It has ended: it does not go on, and its checkpoint does not either.
TEST(WalkFalls, ForGood) {
  const WalkTrial trial({{"steps", 2.0}, {"push", Numbers{0.1, 200.0, 0.0, 0.0}}});
  Simulation simulation(trial.scene.model, trial.scene.state, trial.options);
  SimulationRecord record;
  while (simulation.advance(record)) {
  }
  EXPECT_EQ(simulation.status(), RunStatus::fell);
  const std::size_t rows = record.rows.size();
  EXPECT_FALSE(simulation.advance(record));
  EXPECT_EQ(record.rows.size(), rows);
  Simulation again(trial.scene.model, simulation.checkpoint(), trial.options);
  EXPECT_FALSE(again.advance(record));
  EXPECT_EQ(again.status(), RunStatus::fell);
}

}  // namespace
}  // namespace carom::test
