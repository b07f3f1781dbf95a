// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Real robots through the whole way: file, contacts, problem, analysis, landing.
//      [=====]     base falls at 1 m/s
//      /\   /\     joints free, or locked to one rigid body
//     ‾  ‾ ‾  ‾    HyQ (feet, trot, pace, bound), Bolt, Talos (soles, corners)
// Expected numbers: landing_data.h, met at 1e-9. The worst ξ there is a sampled lower bound;
// spreads there are over cyclic orders, which are all greedy ones for two contacts only.
#include "carom/landing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "carom/laws/plastic.h"
#include "carom/resolve.h"
#include "carom/robot.h"
#include "robots/landing_data.h"

namespace carom::test {
namespace {

constexpr double tolerance = 1e-9;

/// A robot of the data at its posture, falling, without rotor inertia.
struct Falling {
  Model model;
  State state;
  ProblemOptions options;
};

Falling falling(const RobotLanding& landing, const std::string& folder) {
  const RobotPosture& posture = robot_postures[static_cast<std::size_t>(landing.posture)];
  const Model robot = load_robot(std::filesystem::path(folder) / posture.file);
  const Eigen::VectorXd q = Eigen::VectorXd::Map(posture.q.data(), robot.configuration_size());
  ModelParts parts = robot.parts();
  parts.contacts = ground_contacts(robot, landing.contacts, q);
  parts.armature.setZero(robot.velocity_size());
  Falling result{
      robot.with(std::move(parts)), {q, Eigen::VectorXd::Zero(robot.velocity_size())}, {}};
  result.state.v[2] = -1.0;  // the base stands upright in every posture of the data
  for (const auto& contact : result.model.contacts()) result.options.closed.push_back(contact.name);
  if (landing.locked) {
    for (const Joint& joint : robot.joints()) {
      if (joint.kind != JointKind::free) result.options.locked.push_back(joint.name);
    }
  }
  return result;
}

void expect_geometry(const ImpactProblem& problem, const RobotLanding& expected) {
  std::size_t next = 0;
  const int n = problem.contact_count();
  ASSERT_EQ(n, static_cast<int>(expected.contacts.size()));
  for (int i = 0; i < n; ++i) {
    const int row = problem.normal_row(i);
    EXPECT_NEAR(1.0 / problem.delassus()(row, row),
                expected.effective_mass[static_cast<std::size_t>(i)],
                tolerance * expected.effective_mass[static_cast<std::size_t>(i)]);
    for (int j = i + 1; j < n; ++j) {
      EXPECT_NEAR(problem.gram()(i, j), expected.gram[next++], tolerance);
    }
  }
  const Certificate certificate = certify(problem);
  EXPECT_NEAR(certificate.feasibility_margin, expected.distances.margin, tolerance);
  EXPECT_EQ(certificate.verdict, Certificate::Verdict::several);
  EXPECT_EQ(certificate.blocks.size(), 1U);
}

void expect_energy(const ImpactProblem& problem, const RobotLanding& expected) {
  const double T = expected.energy.before;
  EXPECT_NEAR(problem.kinetic_energy(), T, tolerance * T);
  const EnergySplit normals = energy_split(problem, Rows::normals);
  EXPECT_NEAR(normals.constrained, expected.energy.constrained_normals, tolerance * T);
  EXPECT_EQ(normals.rank, expected.counts.rank);
  EXPECT_NEAR(energy_split(problem, Rows::all).constrained, expected.energy.constrained_all,
              tolerance * T);
  const Outcome plastic = resolve(problem, Plastic{});
  EXPECT_NEAR(plastic.energy.after, expected.energy.after_plastic, tolerance * T);
  for (std::size_t k = 0; k < expected.plastic_impulse.size(); ++k) {
    EXPECT_NEAR(plastic.impulse[k].normal, expected.plastic_impulse[k], 1e-8);
  }
}

void expect_outcomes(const ImpactProblem& problem, const RobotLanding& expected) {
  const OutcomeSet set = all_outcomes(problem);
  if (!expected.counts.complete) {  // There a sample of 3000 orders.
    EXPECT_GE(set.count, expected.counts.outcomes);
    EXPECT_GE(set.indeterminacy, 0.99 * expected.distances.indeterminacy);
    return;
  }
  EXPECT_TRUE(set.complete);
  EXPECT_EQ(set.count, expected.counts.outcomes);
  EXPECT_EQ(set.shortest, expected.counts.shortest);
  EXPECT_EQ(set.longest, expected.counts.longest);
  EXPECT_NEAR(set.indeterminacy, expected.distances.indeterminacy, tolerance);
  const double restitutions[] = {0.0, 0.3, 0.6};
  for (std::size_t k = 0; k < expected.spread.size(); ++k) {
    EXPECT_NEAR(measure_spread(problem, restitutions[k]).orders, expected.spread[k], tolerance);
  }
}

class RobotsLanding : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("CAROM_ROBOTS");
    if (folder == nullptr) GTEST_SKIP() << "CAROM_ROBOTS names no folder of example-robot-data";
    folder_ = folder;
  }
  std::string folder_;
};

TEST_F(RobotsLanding, NumbersOfTheReference) {
  for (const RobotLanding& expected : robot_landings) {
    SCOPED_TRACE(expected.name);
    const Falling robot = falling(expected, folder_);
    const RobotPosture& posture = robot_postures[static_cast<std::size_t>(expected.posture)];
    EXPECT_NEAR(robot.model.total_mass(), posture.total_mass, tolerance * posture.total_mass);
    const ImpactProblem problem = make_problem(robot.model, robot.state, robot.options);
    expect_geometry(problem, expected);
    expect_energy(problem, expected);
    expect_outcomes(problem, expected);
  }
}

// The postures of the data are those of the SRDF beside the robot.
TEST_F(RobotsLanding, PosturesOfTheSrdf) {
  for (const RobotPosture& posture : robot_postures) {
    SCOPED_TRACE(posture.file);
    const Model robot = load_robot(std::filesystem::path(folder_) / posture.file);
    const Eigen::VectorXd q = find_posture(robot, posture.srdf_posture);
    const Eigen::VectorXd expected = Eigen::VectorXd::Map(posture.q.data(), q.size());
    EXPECT_NEAR((q - expected).tail(q.size() - 7).cwiseAbs().maxCoeff(), 0.0, 1e-12);
  }
}

// LANDING: HyQ on four feet is practically one outcome, locked it is not.
TEST_F(RobotsLanding, FourFeet) {
  const Falling robot = falling(robot_landings.front(), folder_);
  LandingOptions options;
  options.problem = robot.options;
  options.analysis.restitution = 0.3;
  const Landing landing = analyze_landing(robot.model, robot.state, options);
  const RobotLanding &free = robot_landings[0], &locked = robot_landings[1];
  EXPECT_EQ(landing.spread.practical, Analysis::Practical::one);
  EXPECT_NEAR(landing.analysis.outcomes.indeterminacy, free.distances.indeterminacy, tolerance);
  EXPECT_LT(landing.spread.base_angular->norm(), 0.01);
  EXPECT_NEAR(landing.analysis.constrained_energy_ratio,
              free.energy.constrained_normals / free.energy.before, tolerance);
  ASSERT_TRUE(landing.locked);
  EXPECT_EQ(landing.locked->practical, Analysis::Practical::several);
  EXPECT_GT(landing.locked->base_angular->norm(), 1.0);
  LandingOptions elastic = options;
  elastic.analysis.restitution = 1.0;
  const Landing bouncing = analyze_landing(robot.model, robot.state, elastic);
  EXPECT_NEAR(bouncing.locked->spread.orders, locked.distances.indeterminacy, tolerance);
  EXPECT_NEAR(bouncing.spread.spread.orders, free.distances.indeterminacy, tolerance);
  for (std::size_t k = 0; k < free.effective_mass.size(); ++k) {
    EXPECT_NEAR(landing.effective_mass[static_cast<Eigen::Index>(k)], free.effective_mass[k],
                tolerance);
  }
  ASSERT_TRUE(landing.with_rotors);
  EXPECT_EQ(landing.with_rotors->practical, Analysis::Practical::one);
  EXPECT_NE(landing.report().find("practically one outcome"), std::string::npos);
}

// (1+e)²|w|√(T_c/T) within 2.2 % for |w| < 0.3, on every pair of the data.
TEST_F(RobotsLanding, EstimateOfAPair) {
  for (const RobotLanding& expected : robot_landings) {
    if (expected.contacts.size() != 2 || std::abs(expected.gram[0]) > 0.3) continue;
    SCOPED_TRACE(expected.name);
    const Falling robot = falling(expected, folder_);
    const ImpactProblem problem = make_problem(robot.model, robot.state, robot.options);
    for (const double e : {0.3, 0.6, 1.0}) {
      const double estimate =
          (1.0 + e) * (1.0 + e) * std::abs(expected.gram[0]) *
          std::sqrt(expected.energy.constrained_normals / expected.energy.before);
      EXPECT_NEAR(measure_spread(problem, e).orders, estimate, 0.022 * estimate);
    }
  }
}

}  // namespace
}  // namespace carom::test
