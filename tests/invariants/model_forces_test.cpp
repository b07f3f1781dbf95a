// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Loops, couplings, springs and dampers on seeded random trees, by differences along integrate;
// energy is kept along M a + bias = springs; the same bits whoever computes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <thread>

#include "carom/error.h"
#include "carom/model.h"
#include "support/random_models.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

std::vector<RandomModel> models_with_forces() {
  std::vector<RandomModel> models;
  for (std::uint64_t seed = 31; seed <= 34; ++seed) {
    models.push_back(random_model(seed));
    models.push_back(random_model(10 + seed, {.bodies = 4, .vector_space = true}));
    models.push_back(
        random_model(20 + seed, {.bodies = 5, .vector_space = true, .coordinate_map = true}));
  }
  return models;
}

std::string any_body(const RandomModel& source, base::Random& random) {
  return "b" + std::to_string(random.below(source.description.bodies.size()));
}

/// Joints of one coordinate that a spring or a coupling may name.
std::vector<std::string> single_joints(const RandomModel& source) {
  std::vector<std::string> names;
  if (source.description.coordinate_map.size() > 0) return names;  // all are mixed
  for (const BodyDescription& body : source.description.bodies) {
    if (body.kind == JointKind::revolute || body.kind == JointKind::prismatic) {
      names.push_back(body.joint);
    }
  }
  return names;
}

VectorXd residual(ModelWorkspace& workspace) {
  VectorXd g(workspace.bilateral_count());
  workspace.bilateral_residual(g);
  return g;
}

void expect_rows_are_rates(const Model& model, ModelWorkspace& workspace, const VectorXd& q) {
  const int n = model.velocity_size();
  MatrixXd rows(workspace.bilateral_count(), n), expected(workspace.bilateral_count(), n);
  for (int k = 0; k < n; ++k) {
    expected.col(k) =
        rate(model, workspace, q, VectorXd::Unit(n, k), [&] { return residual(workspace); });
  }
  workspace.bilateral_rows(rows);
  EXPECT_LT((rows - expected).norm(), 1e-8 * (1.0 + expected.norm())) << rows - expected;
}

TEST(RandomModelForces, LoopRowsAreDifferencesOfTheirResiduals) {
  for (RandomModel source : models_with_forces()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(1);
    for (int k = 0; k < 3; ++k) {
      LoopClosure loop;
      loop.name = "l" + std::to_string(k);
      loop.first = any_body(source, random);
      loop.second = k == 0 ? "world" : any_body(source, random);
      loop.first_placement = random_placement(random);
      loop.second_placement = random_placement(random);
      if (k == 2) loop.directions = Eigen::Matrix3Xd::Identity(3, 2);
      source.description.parts.loops.push_back(loop);
    }
    const std::vector<std::string> joints = single_joints(source);
    if (joints.size() > 1) {
      source.description.parts.couplings.push_back(
          {"gear", joints[0], joints[1], {0.1, -0.7, 0.4, 0.3}});
      source.description.parts.couplings.push_back({"held", joints[1], "", {0.2}});
    }
    const Model model(source.description);
    ModelWorkspace workspace(model);
    ASSERT_EQ(workspace.bilateral_count(), joints.size() > 1 ? 10 : 8);
    expect_rows_are_rates(model, workspace, random_configuration(model, random));
  }
}

// The residual of a weld is a rotation vector: its rows are its rates where the weld holds, and so
// it is closed here by the placement of its second side.
TEST(RandomModelForces, WeldRowsWhereItHolds) {
  for (RandomModel source : models_with_forces()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(2);
    const Model open(source.description);
    const VectorXd q = random_configuration(open, random);
    ModelWorkspace before(open);
    before.set_configuration(q);
    LoopClosure loop;
    loop.name = "weld";
    loop.kind = LoopClosure::Kind::weld;
    loop.first = any_body(source, random);
    loop.second = any_body(source, random);
    loop.first_placement = random_placement(random);
    loop.second_placement = before.placement(open.frame(loop.second)).inverse() *
                            before.placement(open.frame(loop.first)) * loop.first_placement;
    source.description.parts.loops = {loop};
    const Model model(source.description);
    ModelWorkspace workspace(model);
    workspace.set_configuration(q);
    EXPECT_LT(residual(workspace).norm(), 1e-12);
    expect_rows_are_rates(model, workspace, q);
  }
}

void add_springs(RandomModel& source, base::Random& random, double damping) {
  for (int k = 0; k < 2; ++k) {
    source.description.parts.point_springs.push_back(
        {"s" + std::to_string(k), any_body(source, random),
         k == 0 ? "world" : any_body(source, random), random_vector(random), random_vector(random),
         30.0, 0.4, damping});
  }
  for (const std::string& joint : single_joints(source)) {
    source.description.parts.joint_springs.push_back({joint, 20.0, 0.3, damping});
  }
}

TEST(RandomModelForces, SpringForcesAreDifferencesOfTheirEnergy) {
  for (RandomModel source : models_with_forces()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(3);
    add_springs(source, random, 0.0);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    const VectorXd q = random_configuration(model, random);
    const int n = model.velocity_size();
    VectorXd expected(n), force(n), weight(n);
    for (int k = 0; k < n; ++k) {
      expected[k] = -rate(model, workspace, q, VectorXd::Unit(n, k),
                          [&] { return workspace.potential_energy(); });
    }
    workspace.passive_force(VectorXd::Zero(n), force);
    workspace.bias(VectorXd::Zero(n), weight);
    EXPECT_LT((force - weight - expected).norm(), 1e-7 * (1.0 + expected.norm()));
  }
}

/// A mapped tree in which two joints keep their own coordinates, and these two; none if it has not
/// two.
std::vector<std::string> keep_two_joints(RandomModel& source) {
  ModelDescription plain = source.description;
  plain.coordinate_map.resize(0, 0);
  const Model unmapped(plain);
  std::vector<std::string> names;
  for (const Joint& joint : unmapped.joints()) {
    if (joint.q_size != 1 || names.size() == 2) continue;
    names.push_back(joint.name);
    source.description.coordinate_map.row(joint.v).setZero();
    source.description.coordinate_map(joint.v, joint.v) = 1.0;
  }
  return names.size() == 2 ? names : std::vector<std::string>{};
}

// Springs and couplings under a map: as without it at joint coordinates S q; only joints that are
// not mixed with others may be named.
TEST(RandomModelForces, JointsThatAMapKeeps) {
  int tried = 0;
  for (std::uint64_t seed = 51; seed <= 58; ++seed) {
    RandomModel source =
        random_model(seed, {.bodies = 6, .vector_space = true, .coordinate_map = true});
    const std::vector<std::string> joints = keep_two_joints(source);
    if (joints.empty()) continue;
    ++tried;
    source.description.parts.joint_springs = {{joints[0], 20.0, 0.3, 1.0}};
    source.description.parts.couplings = {{"gear", joints[0], joints[1], {0.1, -0.7, 0.4}}};
    ModelDescription plain = source.description;
    plain.coordinate_map.resize(0, 0);
    const MatrixXd S = source.description.coordinate_map;
    const Model model(source.description), unmapped(plain);
    base::Random random(4);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    ModelWorkspace mapped(model), workspace(unmapped);
    mapped.set_configuration(q);
    workspace.set_configuration(S * q);
    VectorXd force(v.size()), expected(v.size());
    mapped.passive_force(v, force);
    workspace.passive_force(S * v, expected);
    EXPECT_LT((force - S.transpose() * expected).norm(), 1e-10 * (1.0 + expected.norm()));
    EXPECT_NEAR(mapped.potential_energy(), workspace.potential_energy(), 1e-9);
    MatrixXd mapped_rows(1, q.size()), rows(1, q.size());
    mapped.bilateral_rows(mapped_rows);
    workspace.bilateral_rows(rows);
    EXPECT_NEAR(residual(mapped)[0], residual(workspace)[0], 1e-11);
    EXPECT_LT((mapped_rows - rows * S).norm(), 1e-11 * (1.0 + rows.norm()));
  }
  EXPECT_GT(tried, 2);
}

TEST(RandomModelForces, JointsThatAMapMixesAreRefused) {
  RandomModel source =
      random_model(51, {.bodies = 6, .vector_space = true, .coordinate_map = true});
  for (const BodyDescription& body : source.description.bodies) {
    if (body.kind != JointKind::revolute && body.kind != JointKind::prismatic) continue;
    ModelDescription sprung = source.description, coupled = source.description;
    sprung.parts.joint_springs = {{body.joint, 20.0}};
    coupled.parts.couplings = {{"held", body.joint, "", {0.2}}};
    EXPECT_THROW(Model{sprung}, InvalidInput) << body.joint;
    EXPECT_THROW(Model{coupled}, InvalidInput) << body.joint;
  }
}

// Power of the dampers: −damping · (rate of the length or of the joint)², summed.
TEST(RandomModelForces, DampersTakeEnergy) {
  for (RandomModel source : models_with_forces()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(6);
    add_springs(source, random, 3.0);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    VectorXd force(v.size()), still(v.size());
    workspace.set_configuration(q);
    workspace.passive_force(v, force);
    workspace.passive_force(VectorXd::Zero(v.size()), still);
    double power = 0.0;
    for (const PointSpring& spring : model.parts().point_springs) {
      const double speed = rate(model, workspace, q, v, [&] {
        return (workspace.position(model.frame(spring.first), spring.first_point) -
                workspace.position(model.frame(spring.second), spring.second_point))
            .norm();
      });
      power -= spring.damping * speed * speed;
    }
    for (const JointSpring& spring : model.parts().joint_springs) {
      const int k = model.joints()[static_cast<std::size_t>(model.joint(spring.joint))].v;
      power -= spring.damping * v[k] * v[k];
    }
    EXPECT_NEAR((force - still).dot(v), power, 1e-7 * (1.0 - power));
  }
}

// d/dt (T + V) = 0 along M a + bias = spring forces: over ±h the energy differs by O(h³).
TEST(RandomModelForces, EnergyIsKeptAlongTheMotion) {
  for (RandomModel source : models_with_forces()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(7);
    add_springs(source, random, 0.0);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    VectorXd bias(v.size()), force(v.size());
    workspace.set_configuration(q);
    workspace.bias(v, bias);
    workspace.passive_force(v, force);
    const VectorXd a = workspace.mass_matrix().llt().solve(force - bias);
    const auto energy = [&](double h) {
      workspace.set_configuration(model.integrate(q, h * v + 0.5 * h * h * a));
      return workspace.kinetic_energy(v + h * a) + workspace.potential_energy();
    };
    const double scale = 1.0 + std::abs(energy(0.0)) + a.norm() * v.norm();
    constexpr double h = 1e-4;
    EXPECT_NEAR((energy(h) - energy(-h)) / (2 * h), 0.0, 1e-5 * scale);
    // And it is the order that is expected, not luck: at a tenth of the step a hundredth is left.
    const double coarse = std::abs(energy(10 * h) - energy(-10 * h)) / (20 * h);
    const double fine = std::abs(energy(h) - energy(-h)) / (2 * h);
    EXPECT_LT(fine, 0.02 * coarse + 1e-8 * scale);
  }
}

TEST(RandomModelForces, SameBitsInEveryThread) {
  for (RandomModel source : models_with_forces()) {
    base::Random random(8);
    add_springs(source, random, 1.0);
    ContactCandidate contact;
    contact.name = "c";
    contact.sphere = {any_body(source, random), random_vector(random), 0.1};
    source.description.parts.contacts = {contact};
    const Model model(source.description);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    const auto all = [&](ModelWorkspace& workspace, int repeats) {
      const auto n = v.size();
      VectorXd result(n * n + 5 * n + 1), part(n);
      for (int k = 0; k < repeats; ++k) {
        workspace.set_configuration(k + 1 < repeats ? model.integrate(q, v) : q);
      }
      MatrixXd rows(3, n);
      workspace.contact_rows(0, rows);
      result.head(n * n) = workspace.mass_matrix().reshaped();
      result.segment(n * n, 3 * n) = rows.reshaped();
      workspace.bias(v, part);
      result.segment(n * n + 3 * n, n) = part;
      workspace.passive_force(v, part);
      result.segment(n * n + 4 * n, n) = part;
      result[n * n + 5 * n] = workspace.potential_energy() + workspace.kinetic_energy(v);
      return result;
    };
    VectorXd first, second;
    std::thread one([&] {
      ModelWorkspace workspace(model);
      first = all(workspace, 1);
    });
    std::thread two([&] {
      ModelWorkspace workspace(model);
      second = all(workspace, 3);
    });
    one.join();
    two.join();
    ModelWorkspace workspace(model);
    const VectorXd here = all(workspace, 2);
    EXPECT_EQ(here, first);
    EXPECT_EQ(here, second);
    EXPECT_EQ(here, all(workspace, 1));
  }
}

}  // namespace
}  // namespace carom::test
