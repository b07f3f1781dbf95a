// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The whole-body controller on Atlas: against the program with all unknowns, with and without
// limits at work; what must hold always; limits that are too low; sizes at the edges.
#include "carom/whole_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "carom/error.h"
#include "control/whole_body/quadratic_program.h"
#include "solver/nonnegative_least_squares.h"
#include "support/constants.h"
#include "support/whole_body_trial.h"

namespace carom::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;
using ControlStatus = WholeBodyResult::Status;

double weight_of(const Model& model) { return model.total_mass() * model.gravity().norm(); }

/// Generalised force of corner forces, each over the weight and in the foot's axes.
MatrixXd force_map(const WholeBodyTrial& trial) {
  std::vector<MatrixXd> blocks;
  Index size = 0;
  for (const SupportFoot& foot : trial.feet) {
    for (const Vector3d& corner : foot.corners) {
      Eigen::Matrix3Xd rows(3, trial.model.velocity_size());
      trial.at.point_jacobian(foot.frame, corner, rows);
      blocks.emplace_back(weight_of(trial.model) * rows.transpose() * foot.axes);
      size += 3;
    }
  }
  MatrixXd map(trial.model.velocity_size(), size);
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    map.middleCols(static_cast<Index>(3 * k), 3) = blocks[k];
  }
  return map;
}

/// The program in accelerations and forces, as its definition has it; rows over their sizes.
struct FullProgram {
  MatrixXd hessian, normals;
  VectorXd gradient, lower, upper;
  std::vector<VectorXd> columns;
  std::vector<std::pair<double, double>> bounds;

  void add(const VectorXd& normal, double low, double high) {
    const double scale = normal.norm();
    columns.push_back(normal / scale);
    bounds.emplace_back(low / scale, high / scale);
  }

  FullProgram(const WholeBodyTrial& trial, const WholeBodyOptions& options) {
    const Index n = trial.model.velocity_size();
    const MatrixXd map = force_map(trial);
    const Index size = n + map.cols();
    hessian = MatrixXd::Zero(size, size);
    gradient = VectorXd::Zero(size);
    for (const MotionTask& task : trial.tasks) {
      hessian.topLeftCorner(n, n) += task.weight * task.rows.transpose() * task.rows;
      gradient.head(n) += task.weight * task.rows.transpose() * (task.drift - task.target);
    }
    // As whole_body.cpp says, so that tasks may leave accelerations free.
    hessian.diagonal().head(n).array() += 1e-10 * hessian.diagonal().head(n).maxCoeff();
    hessian.diagonal().tail(map.cols()).array() += options.force_weight;
    add_dynamics(trial, options, map);
    add_feet(trial, n);
    normals.resize(size, static_cast<Index>(columns.size()));
    lower.resize(normals.cols());
    upper.resize(normals.cols());
    for (Index k = 0; k < normals.cols(); ++k) {
      normals.col(k) = columns[static_cast<std::size_t>(k)];
      lower[k] = bounds[static_cast<std::size_t>(k)].first;
      upper[k] = bounds[static_cast<std::size_t>(k)].second;
    }
  }

  void add_dynamics(const WholeBodyTrial& trial, const WholeBodyOptions& options,
                    const MatrixXd& map) {
    const Index n = trial.model.velocity_size();
    for (Index k = 0; k < n; ++k) {
      VectorXd normal(n + map.cols());
      normal << trial.at.mass_matrix().row(k).transpose(), -map.row(k).transpose();
      const double limit = k < 6 ? 0.0 : options.effort_scale * trial.model.effort_limit()[k];
      if (k >= 6 && !options.effort_limits) continue;
      add(normal, -limit - trial.bias[k], limit - trial.bias[k]);
    }
  }

  void add_feet(const WholeBodyTrial& trial, Index at) {
    for (const SupportFoot& foot : trial.feet) {
      VectorXd total = VectorXd::Zero(hessian.rows());
      for (std::size_t i = 0; i < foot.corners.size(); ++i, at += 3) {
        for (Index side = 0; side < 4; ++side) {
          VectorXd normal = VectorXd::Zero(hessian.rows());
          normal[at + side / 2] = side % 2 == 0 ? 1.0 : -1.0;
          normal[at + 2] = foot.friction;
          add(normal, 0.0, infinity);
        }
        add(VectorXd::Unit(hessian.rows(), at + 2), 0.0, infinity);
        total[at + 2] = 1.0;
      }
      if (foot.max_normal_force < infinity) {
        add(total, -infinity, foot.max_normal_force / weight_of(trial.model));
      }
    }
  }
};

/// Accelerations and forces of a result, as the full program has them.
VectorXd unknowns(const WholeBodyTrial& trial, const WholeBodyResult& result) {
  const Index n = trial.model.velocity_size();
  VectorXd x(n + static_cast<Index>(3 * result.forces.size()));
  x.head(n) = result.acceleration;
  std::size_t at = 0;
  for (const SupportFoot& foot : trial.feet) {
    for (std::size_t i = 0; i < foot.corners.size(); ++i, ++at) {
      x.segment<3>(n + static_cast<Index>(3 * at)) =
          foot.axes.transpose() * result.forces[at] / weight_of(trial.model);
    }
  }
  return x;
}

/// How far the slope is from the cone of the active normals, over its two parts: 0 at the optimum.
double distance_to_optimum(const FullProgram& program, const VectorXd& x) {
  const VectorXd value = program.normals.transpose() * x;
  std::vector<VectorXd> active;
  for (Index k = 0; k < value.size(); ++k) {
    const VectorXd normal = program.normals.col(k);
    if (value[k] - program.lower[k] < 1e-7) active.push_back(normal);
    if (program.upper[k] - value[k] < 1e-7) active.push_back(-normal);
  }
  MatrixXd columns(x.size(), static_cast<Index>(active.size()));
  for (std::size_t k = 0; k < active.size(); ++k) columns.col(static_cast<Index>(k)) = active[k];
  const VectorXd curved = program.hessian * x, slope = curved + program.gradient;
  solver::NonnegativeLeastSquares cone;
  cone.solve(columns, slope);
  return cone.residual().norm() / (curved.norm() + program.gradient.norm());
}

void expect_invariants(const WholeBodyTrial& trial, const WholeBodyOptions& options,
                       const WholeBodyResult& result, const std::string& where) {
  const double weight = weight_of(trial.model);
  const VectorXd x = unknowns(trial, result);
  const Index n = trial.model.velocity_size();
  const VectorXd needed =
      trial.at.mass_matrix() * x.head(n) + trial.bias - force_map(trial) * x.tail(x.size() - n);
  EXPECT_LT(needed.head<6>().lpNorm<Eigen::Infinity>(), 1e-9 * weight) << where;
  EXPECT_LT((needed - result.torque).lpNorm<Eigen::Infinity>(), 1e-9 * weight) << where;
  EXPECT_TRUE(result.torque.head<6>().isZero(0.0)) << where;
  for (Index k = 6; k < n; ++k) {
    EXPECT_LE(std::abs(result.torque[k]),
              options.effort_scale * trial.model.effort_limit()[k] + 1e-9 * weight)
        << where << trial.model.velocity_names()[static_cast<std::size_t>(k)];
  }
  Index at = n;
  for (const SupportFoot& foot : trial.feet) {
    double total = 0.0;
    for (std::size_t i = 0; i < foot.corners.size(); ++i, at += 3) {
      EXPECT_GE(x[at + 2], -1e-9) << where;
      EXPECT_LE(std::abs(x[at]), foot.friction * x[at + 2] + 1e-9) << where;
      EXPECT_LE(std::abs(x[at + 1]), foot.friction * x[at + 2] + 1e-9) << where;
      total += x[at + 2];
    }
    EXPECT_LE(total * weight, foot.max_normal_force + 1e-9 * weight) << where;
  }
}

struct OptimumCase {
  const char* name;
  int standing;
  double rough, effort_scale, cap;
};

class WholeBodyOptimum : public testing::TestWithParam<OptimumCase> {};

TEST_P(WholeBodyOptimum, IsThatOfTheFullProgram) {
  const OptimumCase kind = GetParam();
  const WholeBodyOptions options{.effort_scale = kind.effort_scale};
  WholeBodyController controller(standing_atlas().model, options);
  control::QuadraticProgram reference(control::QuadraticProgram::Method::proximal);
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const std::string where = std::string(kind.name) + " " + std::to_string(seed) + ": ";
    WholeBodyTrial trial(seed, kind.standing, kind.rough);
    if (!trial.feet.empty()) trial.feet.back().max_normal_force = kind.cap;
    const WholeBodyResult& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
    ASSERT_NE(result.status, ControlStatus::failed) << where << result.message;
    expect_invariants(trial, options, result, where);
    const FullProgram program(trial, options);
    const VectorXd x = unknowns(trial, result);
    EXPECT_LT(distance_to_optimum(program, x), 1e-8) << where;

    ASSERT_TRUE(reference.solve(program.hessian, program.gradient, program.normals, program.lower,
                                program.upper))
        << where;
    const Index n = trial.model.velocity_size();
    const VectorXd expected = trial.at.mass_matrix() * reference.x().head(n) + trial.bias -
                              force_map(trial) * reference.x().tail(x.size() - n);
    EXPECT_LT((result.torque - expected).tail(n - 6).norm(), 1e-6 * expected.tail(n - 6).norm())
        << where;
  }
}

INSTANTIATE_TEST_SUITE_P(Atlas, WholeBodyOptimum,
                         testing::Values(OptimumCase{"air", 0, 0.1, 1.0, infinity},
                                         OptimumCase{"weak in the air", 0, 0.2, 0.3, infinity},
                                         OptimumCase{"one foot", 1, 0.1, 1.0, infinity},
                                         OptimumCase{"weak on one", 1, 0.1, 0.3, infinity},
                                         OptimumCase{"two feet", 2, 0.0, 1.0, infinity},
                                         OptimumCase{"two rough", 2, 0.2, 1.0, infinity},
                                         OptimumCase{"one leaves", 2, 0.1, 1.0, 50.0},
                                         OptimumCase{"weak, leaves", 2, 0.1, 0.3, 1.0}),
                         [](const auto& which) {
                           std::string name = which.param.name;
                           for (char& letter : name) letter = std::isalnum(letter) ? letter : '_';
                           return name;
                         });

/// At rest on both feet: nothing is wanted but to stay.
WholeBodyTrial standing_trial() { return {0, 2, 0.0}; }

TEST(WholeBody, StandsWithHalfTheWeightOnEachFoot) {
  const WholeBodyTrial trial = standing_trial();
  WholeBodyController controller(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  ASSERT_EQ(result.status, ControlStatus::solved);
  EXPECT_FALSE(result.limits_active);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_TRUE(result.message.empty());
  ASSERT_EQ(result.forces.size(), 8U);
  Vector3d left = Vector3d::Zero(), right = Vector3d::Zero();
  for (std::size_t k = 0; k < 4; ++k) {
    left += result.forces[k];
    right += result.forces[4 + k];
  }
  const double weight = weight_of(trial.model);
  EXPECT_NEAR((left + right).z(), weight, 0.01 * weight);
  EXPECT_NEAR(left.z(), right.z(), 0.01 * weight);
  EXPECT_LT(result.acceleration.norm(), 0.2);
  ASSERT_EQ(result.task_error.size(), 6);
  EXPECT_LT(result.task_error.maxCoeff(), 0.2);
}

// The error of S2 (4.21), which leaves the ground out: the knee must carry.
TEST(WholeBody, KneesCarryTheRobot) {
  const WholeBodyTrial trial = standing_trial();
  WholeBodyController controller(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  const Joint& knee =
      trial.model.joints()[static_cast<std::size_t>(trial.model.joint("l_leg_kny"))];
  EXPECT_LT(result.torque[knee.v], -20.0);
  EXPECT_GT(result.torque[knee.v], -100.0);
  EXPECT_LT(std::abs(trial.bias[knee.v]), 12.0);
}

TEST(WholeBody, SaysWhichMotorsAreTooWeakToStand) {
  const WholeBodyTrial trial = standing_trial();
  const WholeBodyOptions weak{.effort_scale = 0.05};
  WholeBodyController controller(trial.model, weak);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  ASSERT_EQ(result.status, ControlStatus::relaxed);
  EXPECT_TRUE(result.limits_active);
  expect_invariants(trial, weak, result, "weak");
  EXPECT_THAT(result.message, HasSubstr("torque limit of l_leg_kny exceeded by"));
  EXPECT_THAT(result.message, HasSubstr("(limit 11)"));
  EXPECT_THAT(result.message, HasSubstr("miss com by"));
  bool knee = false;
  for (const RelaxedLimit& one : result.relaxed) {
    EXPECT_GT(one.amount, 0.0) << one.name;
    if (one.name == "torque limit of l_leg_kny") {
      knee = true;
      EXPECT_NEAR(one.limit, 11.0, 1e-9);
    }
  }
  EXPECT_TRUE(knee);
}

TEST(WholeBody, SaysWhichFeetMayNotCarryEnough) {
  WholeBodyTrial trial = standing_trial();
  for (SupportFoot& foot : trial.feet) foot.max_normal_force = 200.0;
  WholeBodyController controller(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  ASSERT_EQ(result.status, ControlStatus::relaxed);
  ASSERT_EQ(result.relaxed.size(), 2U);
  EXPECT_EQ(result.relaxed[0].name, "normal force limit of l_foot");
  EXPECT_NEAR(result.relaxed[0].amount, 0.5 * weight_of(trial.model) - 200.0, 5.0);
  EXPECT_EQ(result.relaxed[0].limit, 200.0);
}

TEST(WholeBody, LimitsCanBeLeftOut) {
  const WholeBodyTrial trial = standing_trial();
  WholeBodyController controller(trial.model, {.effort_limits = false, .effort_scale = 0.05});
  EXPECT_EQ(controller.solve(trial.at, trial.bias, trial.tasks, trial.feet).status,
            ControlStatus::solved);
}

TEST(WholeBody, ForceWeightPullsForcesTogether) {
  const WholeBodyTrial trial(1, 2, 0.02);
  const auto spread = [&](double force_weight) {
    WholeBodyController controller(trial.model, {.force_weight = force_weight});
    const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
    double sum = 0.0;
    for (const Vector3d& force : result.forces) sum += force.squaredNorm();
    return sum;
  };
  EXPECT_LT(spread(100.0), 0.9 * spread(1e-4));
}

TEST(WholeBody, EightCornersWithRedundantOnes) {
  WholeBodyTrial trial = standing_trial();
  const auto corners = trial.feet[0].corners;
  for (SupportFoot& foot : trial.feet) {
    foot.corners.insert(foot.corners.end(), corners.begin(), corners.end());  // each twice
    foot.max_normal_force = 300.0 + (&foot - trial.feet.data()) * 400.0;
  }
  WholeBodyController controller(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  ASSERT_EQ(result.status, ControlStatus::solved) << result.message;
  ASSERT_EQ(result.forces.size(), 16U);
  expect_invariants(trial, {}, result, "eight corners");
  EXPECT_LT(distance_to_optimum(FullProgram(trial, {}), unknowns(trial, result)), 1e-8);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_LT((result.forces[k] - result.forces[4 + k]).norm(), 1e-6);
  }
}

TEST(WholeBody, FrictionZeroLeavesNormalForces) {
  WholeBodyTrial trial = standing_trial();
  for (SupportFoot& foot : trial.feet) foot.friction = 0.0;
  WholeBodyController controller(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  ASSERT_NE(result.status, ControlStatus::failed) << result.message;
  expect_invariants(trial, {}, result, "ice");
}

TEST(WholeBody, FeetWithoutCornersAndTasksWithoutRows) {
  WholeBodyTrial trial(3, 1, 0.1);
  WholeBodyTrial air(3, 1, 0.1);
  air.feet.clear();
  trial.feet[0].corners.clear();
  MotionTask empty;
  empty.name = "empty";
  trial.tasks.push_back(empty);
  WholeBodyController controller(trial.model), other(trial.model);
  const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
  const auto& expected = other.solve(air.at, air.bias, air.tasks, air.feet);
  ASSERT_NE(result.status, ControlStatus::failed);
  EXPECT_TRUE(result.forces.empty());
  EXPECT_EQ(result.torque, expected.torque);
  EXPECT_EQ(result.task_error[6], 0.0);
}

// Directions that no task wants stay still, and the base rows hold all the same.
TEST(WholeBody, TasksMayLeaveJointsFree) {
  WholeBodyTrial trial = standing_trial();
  for (const std::size_t kept : {6U, 1U, 0U}) {
    const std::span<const MotionTask> tasks(trial.tasks.data() + (kept == 6U ? 2 : 0),
                                            kept == 6U ? 4 : kept);
    WholeBodyController controller(trial.model);
    const auto& result = controller.solve(trial.at, trial.bias, tasks, trial.feet);
    ASSERT_NE(result.status, ControlStatus::failed) << kept << result.message;
    expect_invariants(trial, {}, result, "free joints");
  }
}

TEST(WholeBody, SameBitsWhateverCameBefore) {
  WholeBodyController used(standing_atlas().model, {.effort_scale = 0.5});
  for (unsigned seed = 0; seed < 6; ++seed) {
    WholeBodyTrial trial(seed, static_cast<int>(seed % 3), 0.2);
    WholeBodyController fresh(standing_atlas().model, {.effort_scale = 0.5});
    const auto& one = fresh.solve(trial.at, trial.bias, trial.tasks, trial.feet);
    const auto& other = used.solve(trial.at, trial.bias, trial.tasks, trial.feet);
    EXPECT_EQ(one.torque, other.torque) << seed;
    EXPECT_EQ(one.forces, other.forces) << seed;
    EXPECT_EQ(one.message, other.message) << seed;
  }
}

TEST(WholeBody, NotFiniteIsAStatus) {
  WholeBodyController controller(standing_atlas().model);
  for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()}) {
    WholeBodyTrial trial = standing_trial();
    trial.bias[8] = bad;
    EXPECT_EQ(controller.solve(trial.at, trial.bias, trial.tasks, trial.feet).status,
              ControlStatus::failed);
    trial = standing_trial();
    trial.tasks[0].target[1] = bad;
    EXPECT_EQ(controller.solve(trial.at, trial.bias, trial.tasks, trial.feet).status,
              ControlStatus::failed);
    trial = standing_trial();
    trial.feet[1].corners[2].x() = bad;
    const auto& result = controller.solve(trial.at, trial.bias, trial.tasks, trial.feet);
    EXPECT_EQ(result.status, ControlStatus::failed);
    EXPECT_THAT(result.message, HasSubstr("not finite"));
    EXPECT_TRUE(result.torque.isZero(0.0));
  }
  const WholeBodyTrial trial = standing_trial();
  EXPECT_EQ(controller.solve(trial.at, trial.bias, trial.tasks, trial.feet).status,
            ControlStatus::solved);
}

}  // namespace
}  // namespace carom::test
