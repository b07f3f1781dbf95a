// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a simulation refuses, and how it ends where it cannot go on.
#include "carom/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "support/faults.h"

namespace carom {
namespace {

using test::refusal_of;
using testing::AllOf;
using testing::HasSubstr;

TEST(SimulationRefuses, EveryBadOptionAtOnce) {
  const SceneModel scene = make_scene_model("chain");
  SimulationOptions options;
  options.duration = -1.0;
  options.step = 0.0;
  options.every = 0;
  options.tolerance = 2.0;
  options.touching = 0.0;
  options.plastic_speed = -1.0;
  options.chatter = std::nan("");
  options.max_impacts_per_step = 0;
  options.branches = 0;
  options.max_trajectories = 0;
  const std::string text = refusal_of([&] { Simulation(scene.model, scene.state, options); });
  EXPECT_THAT(text, AllOf(HasSubstr("duration = -1 s; expected a finite number > 0"),
                          HasSubstr("step = 0 s; expected a finite number > 0"),
                          HasSubstr("every = 0; expected a number of steps >= 1"),
                          HasSubstr("tolerance = 2; expected 0 < tolerance < 1"),
                          HasSubstr("touching = 0; expected a finite length > 0")));
  EXPECT_THAT(text, AllOf(HasSubstr("plastic_speed = -1; expected a speed >= 0"),
                          HasSubstr("chatter = nan s; expected a time >= 0"),
                          HasSubstr("max_impacts_per_step = 0; expected >= 1"),
                          HasSubstr("branches = 0; expected >= 1"),
                          HasSubstr("max_trajectories = 0; expected >= 1")));
}

TEST(SimulationRefuses, AStepTooSmallForTheDuration) {
  const SceneModel scene = make_scene_model("chain");
  SimulationOptions options;
  options.step = 1e-13;
  options.duration = 1.0;
  EXPECT_THAT(refusal_of([&] { Simulation(scene.model, scene.state, options); }),
              HasSubstr("step = 1e-13 s; expected at least 1e-12 s for this duration"));
}

TEST(SimulationRefuses, PenetrationWithDepthContactAndRemedy) {
  SceneModel scene = make_scene_model("block");
  scene.state.q[2] -= 0.01;
  const std::string text = refusal_of([&] { Simulation(scene.model, scene.state, {}); });
  EXPECT_THAT(text, AllOf(HasSubstr("contact 'p1' is 0.01 deep"), HasSubstr("contact 'p4'"),
                          HasSubstr("--project, project_start")));
}

TEST(SimulationRefuses, PenetrationIsMovedOutOnRequest) {
  SceneModel scene = make_scene_model("block", {{"velocity", std::vector<double>(6, 0.0)}});
  scene.state.q[2] -= 0.01;
  SimulationOptions options;
  options.law = Regular{};
  options.project_start = true;
  options.duration = 0.05;
  const Trajectory run = simulate(scene.model, scene.state, options);
  EXPECT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_FALSE(run.record.notes.empty());
  EXPECT_THAT(run.record.notes[0], HasSubstr("moved by 0.01 out of penetration"));
  EXPECT_NEAR(run.record.rows[0].state.q[2], 0.05, 1e-9);
  EXPECT_NEAR(run.end.q[2], 0.05, 1e-9);
}

TEST(SimulationRefuses, OpenLoopsAndVelocitiesThatOpenThem) {
  const SceneModel scene = make_scene_model("pantograph");
  ModelParts parts = scene.model.parts();
  parts.contacts.clear();
  State open = scene.state;
  open.q[0] += 0.1;
  EXPECT_THAT(refusal_of([&] { Simulation(scene.model.with(parts), open, {}); }),
              AllOf(HasSubstr("is open by"), HasSubstr("close it with the posture")));
  State moving = scene.state;
  moving.v.setConstant(1.0);
  EXPECT_THAT(refusal_of([&] { Simulation(scene.model, moving, {}); }),
              AllOf(HasSubstr("velocity opens loop"), HasSubstr("or start at rest")));
}

TEST(SimulationRefuses, StatesOffTheManifold) {
  SceneModel scene = make_scene_model("block");
  scene.state.q[3] = 0.5;
  EXPECT_NE(refusal_of([&] { Simulation(scene.model, scene.state, {}); }), "nothing was refused");
  scene.state.q[2] = std::nan("");
  EXPECT_NE(refusal_of([&] { Simulation(scene.model, scene.state, {}); }), "nothing was refused");
}

TEST(SimulationRefuses, CheckpointsOfAnotherModel) {
  const SceneModel scene = make_scene_model("chain");
  const SceneModel other = make_scene_model("vee");
  const Simulation simulation(scene.model, scene.state, {});
  EXPECT_THAT(refusal_of([&] { Simulation(other.model, simulation.checkpoint(), {}); }),
              HasSubstr("it is of another model"));
}

TEST(SimulationRefuses, CheckpointsOfAnotherIntegrator) {
  const SceneModel scene = make_scene_model("chain");
  SimulationOptions options;
  Simulation simulation(scene.model, scene.state, options);
  SimulationRecord record;
  ASSERT_TRUE(simulation.advance(record));
  const SimulationCheckpoint checkpoint = simulation.checkpoint();
  EXPECT_NO_THROW(Simulation(scene.model, checkpoint, options));
  SimulationCheckpoint cut = checkpoint;
  auto& integrator = std::get<EventMemory>(cut.memory).integrator;
  std::get<VariationalMemory>(integrator).momentum.resize(1);
  EXPECT_THAT(refusal_of([&] { Simulation(scene.model, cut, options); }),
              HasSubstr("checkpoint without what integrator variational remembers of this model"));
  options.integrator = IntegratorKind::runge_kutta;
  EXPECT_THAT(refusal_of([&] { Simulation(scene.model, checkpoint, options); }),
              HasSubstr("checkpoint without what integrator runge_kutta remembers of this model; "
                        "expected one of the same model and options"));
}

/// A walk has a controller and steps of its own.
TEST(SimulationRefuses, OptionsThatDoNotFitAWalkAllAtOnce) {
  const SceneModel scene = make_scene_model("chain");
  SimulationOptions options;
  options.walk.emplace();
  EXPECT_THAT(unfit_for_walk(options), testing::IsEmpty());
  options.integrator = IntegratorKind::runge_kutta;
  options.tolerance = 1e-8;
  options.controller.add_force = [](double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                                    Eigen::Ref<Eigen::VectorXd>) {};
  options.project_start = true;
  options.branches = 2;
  EXPECT_THAT(unfit_for_walk(options), testing::ElementsAre("integrator", "tolerance", "controller",
                                                            "project_start", "branches"));
  const std::string text = refusal_of([&] { Simulation(scene.model, scene.state, options); });
  for (const std::string& name : unfit_for_walk(options)) {
    EXPECT_THAT(text, HasSubstr("simulation: " + name +
                                ": is set, and a walk has a controller and steps of its own; "
                                "expected its default, or no walk"));
  }
  options.walk.reset();
  EXPECT_NO_THROW(Simulation(scene.model, scene.state, options));
}

/// The run ends where the force is not finite, at its last good state.
TEST(SimulationEnds, WhereAForceIsNotFinite) {
  for (const auto kind : {IntegratorKind::variational, IntegratorKind::runge_kutta}) {
    const SceneModel scene = make_scene_model("chain");
    SimulationOptions options;
    options.integrator = kind;
    options.controller.add_force = [](double time, const Eigen::VectorXd&, const Eigen::VectorXd&,
                                      Eigen::Ref<Eigen::VectorXd> force) {
      if (time > 0.5) force[0] = std::numeric_limits<double>::quiet_NaN();
    };
    const Trajectory run = simulate(scene.model, scene.state, options);
    EXPECT_EQ(run.status, RunStatus::diverged);
    EXPECT_THAT(run.message, HasSubstr("the controller's force is not finite"));
    EXPECT_TRUE(run.end.q.allFinite());
    EXPECT_NEAR(run.end.time, 0.5, 2e-3);
  }
}

TEST(SimulationEnds, WhereAnImpactHasNoAnswer) {
  // Three balls in a wedge of walls with no velocity that separates all contacts would do; a law
  // that gives up is enough.
  struct GivesUp {
    LawDescription describe() const { return {.name = "gives_up"}; }
    void solve(const ImpactProblem&, Workspace&, Outcome& outcome) const {
      outcome.status = Outcome::Status::not_converged;
      outcome.message = "it gave up";
    }
  };
  const SceneModel scene = make_scene_model("block");
  SimulationOptions options;
  options.law = GivesUp{};
  const Trajectory run = simulate(scene.model, scene.state, options);
  EXPECT_EQ(run.status, RunStatus::diverged);
  EXPECT_THAT(run.message, HasSubstr("has no answer: it gave up"));
}

TEST(SimulationEnds, OnRequest) {
  const SceneModel scene = make_scene_model("chain");
  SimulationOptions options;
  int asked = 0;
  options.stop = [&] { return ++asked > 10; };
  const Trajectory run = simulate(scene.model, scene.state, options);
  EXPECT_EQ(run.status, RunStatus::stopped);
  EXPECT_EQ(run.record.rows.size(), 11u);
}

}  // namespace
}  // namespace carom
