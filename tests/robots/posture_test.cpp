// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Real robots put on their feet. The folder of example-robot-data's robots is named by the
// environment variable CAROM_ROBOTS; without it these tests are skipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cstdlib>
#include <filesystem>

#include "base/random.h"
#include "carom/robot.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;
using Words = std::vector<std::string>;

struct Stance {
  const char* file;
  Words feet;
};

/// Quadrupeds on points, bipeds on their soles' frames, and on points that are redundant.
const std::vector<Stance>& stances() {
  static const Words corners = {"[0.1,0.05,0]", "[0.1,-0.05,0]", "[-0.1,-0.05,0]", "[-0.1,0.05,0]"};
  static const auto both = [](const std::string& left, const std::string& right) {
    Words words;
    for (const std::string& frame : {left, right}) {
      for (const std::string& corner : corners) words.push_back(frame + corner);
    }
    return words;
  };
  static const std::vector<Stance> all = {
      {"hyq_description/robots/hyq_no_sensors.urdf", {"lf_foot", "rf_foot", "lh_foot", "rh_foot"}},
      {"solo_description/robots/solo12.urdf", {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"}},
      {"bolt_description/robots/bolt.urdf", {"FL_FOOT", "FR_FOOT"}},
      {"talos_data/robots/talos_reduced.urdf", {"left_sole_link", "right_sole_link"}},
      {"talos_data/robots/talos_reduced.urdf", both("left_sole_link", "right_sole_link")},
      {"icub_description/robots/icub_reduced.urdf", both("l_sole", "r_sole")},
      {"g1_description/urdf/g1_29dof_rev_1_0.urdf",
       both("left_ankle_roll_link", "right_ankle_roll_link")}};
  return all;
}

std::optional<Model> load_stance(const Stance& stance) {
  const char* folder = std::getenv("CAROM_ROBOTS");
  if (folder == nullptr) return std::nullopt;
  const Model bare = load_robot(std::filesystem::path(folder) / stance.file);
  ModelParts parts = bare.parts();
  parts.contacts = ground_contacts(bare, stance.feet, find_posture(bare, default_posture(bare)));
  return bare.with(parts);
}

/// The part of the cost's gradient, by differences, that no row and no limit balances.
double optimality(const Model& model, const VectorXd& start, const VectorXd& q) {
  constexpr double h = 1e-5;
  const int n = model.velocity_size();
  const auto count = static_cast<Eigen::Index>(model.contacts().size());
  ModelWorkspace workspace(model);
  VectorXd gradient(n);
  Eigen::MatrixXd G(count, n);
  const auto gaps = [&](const VectorXd& at) {
    workspace.set_configuration(at);
    VectorXd values(count);
    for (Eigen::Index i = 0; i < count; ++i) values[i] = workspace.gap(static_cast<int>(i));
    return values;
  };
  for (int k = 0; k < n; ++k) {
    const VectorXd forward = model.integrate(q, h * VectorXd::Unit(n, k));
    const VectorXd backward = model.integrate(q, -h * VectorXd::Unit(n, k));
    gradient[k] = (model.difference(start, forward).squaredNorm() -
                   model.difference(start, backward).squaredNorm()) /
                  (4.0 * h);
    G.col(k) = (gaps(forward) - gaps(backward)) / (2.0 * h);
  }
  std::vector<int> loose;
  for (const Joint& joint : model.joints()) {
    for (int k = 0; k < joint.v_size; ++k) {
      const bool limited =
          joint.q_size == joint.v_size && (q[joint.q + k] <= model.lower_limit()[joint.q + k] ||
                                           q[joint.q + k] >= model.upper_limit()[joint.q + k]);
      if (!limited) loose.push_back(joint.v + k);
    }
  }
  const Eigen::MatrixXd rows = G(Eigen::all, loose);
  const VectorXd slope = gradient(loose);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor;
  factor.setThreshold(1e-7);
  factor.compute(rows.transpose());
  return (slope - rows.transpose() * factor.solve(slope)).cwiseAbs().maxCoeff();
}

void expect_stance(const Model& model, const VectorXd& start) {
  const PostureResult result = solve_posture(model, start);
  ASSERT_TRUE(result.converged) << result.message;
  EXPECT_LE(result.largest_gap, 1e-10);
  EXPECT_LT(optimality(model, start, result.q), 1e-6);
  EXPECT_TRUE((result.q.array() >= model.lower_limit().array()).all());
  EXPECT_TRUE((result.q.array() <= model.upper_limit().array()).all());
  EXPECT_LT(result.iterations, 100);
}

TEST(RobotPosture, StandsFromItsDefaultPosture) {
  for (const Stance& stance : stances()) {
    SCOPED_TRACE(stance.file);
    const auto model = load_stance(stance);
    if (!model) GTEST_SKIP() << "CAROM_ROBOTS is not set";
    expect_stance(*model, find_posture(*model, default_posture(*model)));
  }
}

TEST(RobotPosture, StandsFromPosturesBesideIt) {
  for (const Stance& stance : stances()) {
    SCOPED_TRACE(stance.file);
    const auto model = load_stance(stance);
    if (!model) GTEST_SKIP() << "CAROM_ROBOTS is not set";
    base::Random random(1);
    for (int k = 0; k < 2; ++k) {
      VectorXd step(model->velocity_size());
      for (double& entry : step) entry = 0.15 * random.normal();
      expect_stance(*model, model->integrate(find_posture(*model, default_posture(*model)), step));
    }
  }
}

}  // namespace
}  // namespace carom::test
