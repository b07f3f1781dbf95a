// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Real robots dropped as the command drops them: they come to rest on their feet, with their weight
// on them and nothing in the ground, or they fall and the run says which body touched.
#include "carom/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "carom/subject.h"

namespace carom::test {
namespace {

std::filesystem::path robot_at(const char* file) {
  const char* robots = std::getenv("CAROM_ROBOTS");
  return robots == nullptr ? "" : std::filesystem::path(robots) / file;
}

struct Drop {
  Subject subject;
  Trajectory run;
};

Drop drop(const std::filesystem::path& file, double height, double restitution,
          const SubjectOptions& more = {}) {
  SubjectOptions opening = more;
  opening.use = SubjectOptions::Use::run;
  opening.drop = height;
  Drop result{open_subject(file.string(), opening), {}};
  RunChoice choice;
  choice.law.settings.restitution = restitution;
  choice.hold.emplace();
  choice.duration = 3.0;
  SimulationOptions options;
  options.verdict = false;
  options.every = 10;
  options = prepare_run(result.subject, choice, options);
  result.run = simulate(*result.subject.model, result.subject.state, options);
  return result;
}

class DroppedQuadruped : public testing::TestWithParam<const char*> {};

TEST_P(DroppedQuadruped, ComesToRestOnItsFeet) {
  const std::filesystem::path file = robot_at(GetParam());
  if (file.empty()) GTEST_SKIP() << "CAROM_ROBOTS is not set";
  for (const double height : {0.1, 0.3}) {
    for (const double restitution : {0.0, 0.3}) {
      const Drop dropped = drop(file, height, restitution);
      ASSERT_EQ(dropped.run.status, RunStatus::finished) << dropped.run.message;
      const TrajectoryRow& last = dropped.run.record.rows.back();
      EXPECT_LT(last.state.v.lpNorm<Eigen::Infinity>(), LandingSums::at_rest);
      EXPECT_GT(last.gaps.minCoeff(), -1e-6);
      double carried = 0.0;
      for (std::size_t k = 0; k < dropped.subject.model->contacts().size(); ++k) {
        const bool stop =
            std::holds_alternative<JointStop>(dropped.subject.model->contacts()[k].against);
        if (!stop) carried += last.forces[static_cast<Eigen::Index>(k)];
      }
      const double weight =
          dropped.subject.model->total_mass() * dropped.subject.model->gravity().norm();
      EXPECT_NEAR(carried, weight, 1e-6 * weight);
      // It stands as it started, less the drop and what its motors give way: 5 % of half a metre.
      EXPECT_NEAR(last.state.q[2], dropped.subject.state.q[2] - height, 0.025);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, DroppedQuadruped,
                         testing::Values("go2_description/urdf/go2.urdf",
                                         "solo_description/robots/solo12.urdf",
                                         "anymal_b_simple_description/robots/anymal.urdf",
                                         "anymal_c_simple_description/urdf/anymal.urdf",
                                         "hyq_description/robots/hyq_no_sensors.urdf",
                                         "a1_description/urdf/a1.urdf"));

TEST(DroppedHumanoid, TalosAndG1LandAndRest) {
  for (const char* name :
       {"talos_data/robots/talos_reduced.urdf", "g1_description/urdf/g1_29dof_rev_1_0.urdf"}) {
    const std::filesystem::path file = robot_at(name);
    if (file.empty()) GTEST_SKIP() << "CAROM_ROBOTS is not set";
    const Drop dropped = drop(file, 0.1, 0.0);
    ASSERT_EQ(dropped.run.status, RunStatus::finished) << dropped.run.message;
    const TrajectoryRow& last = dropped.run.record.rows.back();
    EXPECT_LT(last.state.v.lpNorm<Eigen::Infinity>(), LandingSums::at_rest) << name;
    EXPECT_GT(last.gaps.minCoeff(), -1e-6) << name;
  }
}

TEST(DroppedBiped, BoltOnItsTwoPointsFalls) {
  const std::filesystem::path file = robot_at("bolt_description/robots/bolt.urdf");
  if (file.empty()) GTEST_SKIP() << "CAROM_ROBOTS is not set";
  const Drop dropped = drop(file, 0.1, 0.0);
  ASSERT_EQ(dropped.run.status, RunStatus::fell);
  ASSERT_TRUE(dropped.run.record.fall.has_value());
  EXPECT_FALSE(dropped.run.record.fall->body.empty());
}

TEST(DroppedQuadrupeds, StandsOnASlopeAndOnStairs) {
  const std::filesystem::path file = robot_at("go2_description/urdf/go2.urdf");
  if (file.empty()) GTEST_SKIP() << "CAROM_ROBOTS is not set";
  SubjectOptions ground;
  ground.ground = "slope=10deg";
  const Drop slope = drop(file, 0.05, 0.0, ground);
  ASSERT_EQ(slope.run.status, RunStatus::finished) << slope.run.message;
  EXPECT_LT(slope.run.record.rows.back().state.v.lpNorm<Eigen::Infinity>(), LandingSums::at_rest);
  ground.ground = "stairs=0.25x0.04";
  const Drop stairs = drop(file, 0.05, 0.0, ground);
  EXPECT_NE(stairs.run.status, RunStatus::diverged) << stairs.run.message;
  EXPECT_GT(stairs.run.record.rows.back().gaps.minCoeff(), -1e-6);
}

TEST(DroppedDog, TheBallBesideItMayTouch) {
  const char* suite = std::getenv("CAROM_MJCF");
  if (suite == nullptr) GTEST_SKIP() << "CAROM_MJCF is not set";
  const Model dog = load_robot(std::filesystem::path(suite) / "dog.xml");
  const carom::Stance stance = stand(dog, {.at_rest = true});
  for (const WatchedBody& body : stance.model.parts().watched) EXPECT_NE(body.name, "ball");
  const auto& contacts = stance.model.contacts();
  EXPECT_TRUE(std::any_of(contacts.begin(), contacts.end(), [](const ContactCandidate& contact) {
    return contact.sphere.body == "ball";
  }));
}

}  // namespace
}  // namespace carom::test
