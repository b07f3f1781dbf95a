// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The built-in scenes: rows, masses and names as CONTRACT.md has them.
// Billiards: rows against differences of the gap functions of S3 VII-A; ξ is in tests/cli.
#include "carom/scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/error.h"

namespace carom::test {
namespace {

using std::numbers::pi;

std::vector<std::string> contact_names(const ImpactProblem& problem) {
  return problem.labels()->contacts;
}

TEST(Scene, CradleByDefault) {
  const ImpactProblem problem = make_scene("cradle");
  EXPECT_EQ(problem.mass_matrix(), Eigen::MatrixXd::Identity(3, 3));
  EXPECT_EQ(problem.velocity(), Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(contact_names(problem), (std::vector<std::string>{"a-b", "b-c"}));
  EXPECT_EQ(problem.contacts()[0].normal, Eigen::RowVector3d(-1, 1, 0));
  EXPECT_EQ(problem.contacts()[1].normal, Eigen::RowVector3d(0, -1, 1));
}

TEST(Scene, CradleWithOtherMassesMovesTheFirstBall) {
  const auto problem = make_scene("cradle", {{"masses", std::vector<double>{1, 2, 3, 4}}});
  EXPECT_EQ(problem.velocity(), Eigen::Vector4d(1, 0, 0, 0));
  EXPECT_EQ(problem.mass_matrix().diagonal(), Eigen::Vector4d(1, 2, 3, 4));
}

TEST(Scene, CradleWithAWall) {
  const auto problem = make_scene("cradle", {{"wall", true}});
  EXPECT_EQ(contact_names(problem), (std::vector<std::string>{"a-b", "b-c", "c-wall"}));
  EXPECT_EQ(problem.contacts()[2].normal, Eigen::RowVector3d(0, 0, -1));
  const auto alone = make_scene("cradle", {{"wall", true}, {"masses", std::vector<double>{2}}});
  EXPECT_EQ(contact_names(alone), (std::vector<std::string>{"a-wall"}));
}

TEST(Scene, CradleNumbersManyBalls) {
  const auto letters = make_scene("cradle", {{"masses", std::vector<double>(26, 1.0)}});
  EXPECT_EQ(contact_names(letters).back(), "y-z");
  const auto numbers = make_scene("cradle", {{"masses", std::vector<double>(28, 1.0)}});
  EXPECT_EQ(contact_names(numbers).front(), "1-2");
  EXPECT_EQ(contact_names(numbers).back(), "27-28");
}

/// The gap of ball 0 (a) or 1 (b) to c, at q = (x_a,y_a,x_b,y_b,x_c,y_c).
double gap(const Eigen::VectorXd& q, int ball, double reach) {
  return (q.segment<2>(2 * ball) - q.tail<2>()).norm() - reach;
}

TEST(Scene, BilliardsRowsAreTheDerivativesOfTheGaps) {
  const double a = 1.2, b = 0.8, c = 0.7, theta = 1.9, h = 1e-6;
  const auto problem = make_scene(
      "billiards", {{"radius_a", a}, {"radius_b", b}, {"radius_c", c}, {"theta", theta}});
  Eigen::VectorXd q = Eigen::VectorXd::Zero(6);
  q.head<2>() = (a + c) * Eigen::Vector2d(-std::sin(theta / 2), -std::cos(theta / 2));
  q.segment<2>(2) = (b + c) * Eigen::Vector2d(std::sin(theta / 2), -std::cos(theta / 2));
  for (int ball = 0; ball < 2; ++ball) {
    const double reach = (ball == 0 ? a : b) + c;
    EXPECT_NEAR(gap(q, ball, reach), 0.0, 1e-15);
    for (Eigen::Index i = 0; i < 6; ++i) {
      Eigen::VectorXd more = q, less = q;
      more[i] += h;
      less[i] -= h;
      const double slope = (gap(more, ball, reach) - gap(less, ball, reach)) / (2 * h);
      EXPECT_NEAR(problem.contacts()[static_cast<std::size_t>(ball)].normal[i], slope, 1e-9);
    }
  }
  EXPECT_EQ(contact_names(problem), (std::vector<std::string>{"a-c", "b-c"}));
  EXPECT_NEAR(problem.mass_matrix()(0, 0), a * a * a, 1e-15);
  EXPECT_NEAR(problem.mass_matrix()(3, 3), b * b * b, 1e-15);
  EXPECT_NEAR(problem.mass_matrix()(5, 5), c * c * c, 1e-15);
}

TEST(Scene, BilliardsByDefaultApproachesBoth) {
  const auto problem = make_scene("billiards");
  EXPECT_LT(problem.approach().maxCoeff(), 0.0);
  EXPECT_NEAR(problem.gram()(0, 1), 0.5 * std::cos(2 * pi / 3), 1e-15);
}

TEST(Scene, BilliardsAcceptsItsLimits) {
  EXPECT_NO_THROW((void)make_scene("billiards", {{"theta", pi}}));
  EXPECT_NO_THROW((void)make_scene("billiards", {{"theta", pi / 3}}));
  EXPECT_NO_THROW(
      (void)make_scene("billiards", {{"theta", 1.2577498509901035}, {"radius_c", 0.7}}));
  EXPECT_THROW((void)make_scene("billiards", {{"theta", pi / 3 - 1e-9}}), InvalidInput);
}

TEST(Scene, ParametersAreReadFromText) {
  const Scene& cradle = find_scene("cradle");
  const Scene& billiards = find_scene("billiards");
  EXPECT_EQ(std::get<std::vector<double>>(parse_parameter(cradle, "masses", "[1, 2.5,1e-3]")),
            (std::vector<double>{1, 2.5, 1e-3}));
  EXPECT_EQ(std::get<bool>(parse_parameter(cradle, "wall", "true")), true);
  EXPECT_EQ(std::get<double>(parse_parameter(billiards, "radius_c", "+1.5")), 1.5);
  EXPECT_EQ(std::get<double>(parse_parameter(billiards, "theta", "90deg")), pi / 2);
  EXPECT_EQ(std::get<double>(parse_parameter(billiards, "theta", "180 deg")), pi);
  EXPECT_EQ(std::get<double>(parse_parameter(billiards, "theta", "1.5rad")), 1.5);
}

TEST(Scene, EverySceneSaysWhatItIs) {
  for (const Scene& scene : all_scenes()) {
    EXPECT_FALSE(scene.summary.empty() || scene.source.empty()) << scene.name;
    EXPECT_NO_THROW((void)make_scene_model(scene.name)) << scene.name;
    for (const SceneParameter& parameter : scene.parameters) {
      EXPECT_FALSE(parameter.meaning.empty()) << parameter.name;
      EXPECT_NO_THROW((void)make_scene_model(scene.name, {{parameter.name, parameter.value}}));
    }
    // Those that start in the air have no problem yet.
    const bool in_the_air =
        scene.name == "chain" || scene.name == "double_pendulum" || scene.name == "free_body";
    if (in_the_air) {
      EXPECT_THROW((void)make_scene(scene.name), InvalidInput) << scene.name;
    } else {
      EXPECT_NO_THROW((void)make_scene(scene.name)) << scene.name;
    }
  }
}

}  // namespace
}  // namespace carom::test
