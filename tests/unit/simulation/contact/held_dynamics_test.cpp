// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Accelerations with held contacts and loops against closed forms.
#include "simulation/contact/held_dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <array>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "carom/scene.h"
#include "simulation/contact/reaction.h"
#include "support/constants.h"

namespace carom::simulation {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

using test::earth_gravity;

ContactCandidate point_on_floor(const std::string& name, const std::string& body, Vector3d at,
                                double friction, double radius = 0.0) {
  ContactCandidate contact{.name = name, .friction = friction};
  contact.sphere = {body, at, radius};
  contact.against = ContactPlane{};
  return contact;
}

/// q = (x, z, angle from upright, towards x); the lower end of the rod may touch the floor.
struct Rod {
  static constexpr double half = 0.6, mass = 2.0, inertia = mass * half * half / 3.0;
  static constexpr double friction = 0.3;

  static Model model() {
    ModelDescription description{.name = "rod"};
    BodyDescription x{.name = "x", .kind = JointKind::prismatic, .axis = Vector3d::UnitX()};
    BodyDescription z{.name = "z", .parent = "x", .kind = JointKind::prismatic};
    BodyDescription rod{.name = "rod", .parent = "z", .kind = JointKind::revolute};
    rod.axis = Vector3d::UnitY();
    rod.mass = mass;
    rod.inertia = Vector3d(inertia, inertia, 1e-3).asDiagonal();
    description.bodies = {x, z, rod};
    auto tip = point_on_floor("tip", "rod", {0.0, 0.0, -half}, friction);
    tip.tangents = 1;
    description.parts.contacts = {tip};
    return Model(description);
  }
  /// The tip is at the origin and moves at `slip` along x.
  static State state(double angle, double turn, double slip) {
    State state{VectorXd(3), VectorXd(3)};
    state.q << half * std::sin(angle), half * std::cos(angle), angle;
    state.v << half * std::cos(angle) * turn + slip, -half * std::sin(angle) * turn, turn;
    return state;
  }
};

TEST(HeldDynamics, RodThatSlidesAndSticks) {
  const Model model = Rod::model();
  HeldDynamics held(model, {});
  const double a = Rod::half, m = Rod::mass, angle = 0.5, turn = 1.7;
  const double s = std::sin(angle), c = std::cos(angle);
  for (const double slip : {0.4, -0.4}) {
    held.hold({{.contact = 0}});
    const State state = Rod::state(angle, turn, slip);
    ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
    const double mu = std::copysign(Rod::friction, slip);
    const double normal = m * (earth_gravity - a * turn * turn * c) /
                          (1.0 + m * a * a / Rod::inertia * s * (s + mu * c));
    EXPECT_NEAR(held.reaction()[0], normal, 1e-10);
    EXPECT_NEAR(held.acceleration()[0], -mu * normal / m, 1e-10);
    EXPECT_NEAR(held.acceleration()[1], normal / m - earth_gravity, 1e-10);
    EXPECT_NEAR(held.acceleration()[2], a * normal * (s + mu * c) / Rod::inertia, 1e-10);
  }
  held.hold({{.contact = 0, .sticks = true}});
  const State state = Rod::state(angle, turn, 0.0);
  ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
  const double angular = 0.75 * earth_gravity * s / a;
  EXPECT_NEAR(held.acceleration()[2], angular, 1e-10);
  ASSERT_EQ(held.reaction().size(), 2);
  EXPECT_NEAR(held.reaction()[0], m * (earth_gravity - a * (angular * s + turn * turn * c)), 1e-10);
  EXPECT_NEAR(held.reaction()[1], m * a * (angular * c - turn * turn * s), 1e-10);
}

TEST(HeldDynamics, SlipDirectionIsKeptThroughZeroUntilHoldIsCalled) {
  const Model model = Rod::model();
  HeldDynamics held(model, {});
  const auto push = [&](double slip) {
    const State state = Rod::state(0.5, 0.0, slip);
    EXPECT_TRUE(held.set_state(0.0, state.q, state.v));
    return held.acceleration()[0];
  };
  held.hold({{.contact = 0}});
  const double forward = push(0.1);
  EXPECT_LT(forward, 0.0);
  EXPECT_NEAR(push(0.0), forward, 1e-12);
  EXPECT_NEAR(push(-0.1), forward, 1e-12);  // a trial step beyond the end of slip
  held.hold({{.contact = 0}});
  EXPECT_GT(push(-0.1), 0.0);
}

TEST(HeldDynamics, SlipThatBeginsIsAgainstTheFrictionThatWouldHold) {
  // A rod that leans towards x pushes its tip towards −x: friction acts along x.
  const Model model = Rod::model();
  HeldDynamics held(model, {});
  held.hold({{.contact = 0}});
  const State state = Rod::state(0.8, 0.0, 0.0);
  ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
  EXPECT_EQ(held.row_count(), 1);
  ASSERT_EQ(held.reaction().size(), 1);
  EXPECT_NEAR(held.acceleration()[0], Rod::friction * held.reaction()[0] / Rod::mass, 1e-12);
}

/// A box of 1 m × 0.6 m × 0.4 m with `count` points on its lower face: corners, then a grid.
Model block_on_points(int count, double friction, const Vector3d& pull) {
  ModelDescription description{.name = "block", .gravity = pull};
  BodyDescription body{.name = "block", .kind = JointKind::free, .mass = 3.0};
  body.inertia = Vector3d(0.13, 0.29, 0.34).asDiagonal();
  description.bodies = {body};
  const int columns = count == 4 ? 2 : count == 8 ? 4 : 8, rows = count / columns;
  for (int k = 0; k < count; ++k) {
    const double x = -0.5 + (k % columns) / (columns - 1.0);
    const double y = -0.3 + 0.6 * (k / columns) / (rows - 1.0);
    description.parts.contacts.push_back(
        point_on_floor("point " + std::to_string(k), "block", {x, y, -0.2}, friction));
  }
  return Model(description);
}

State block_state(const Vector3d& velocity) {
  State state{VectorXd::Zero(7), VectorXd::Zero(6)};
  state.q[2] = 0.2;
  state.q[6] = 1.0;
  state.v.head<3>() = velocity;
  return state;
}

std::vector<HeldContact> all(const Model& model, bool stick) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(block_state(Vector3d::Zero()).q);
  std::vector<HeldContact> contacts;
  for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
    contacts.push_back({k, stick, workspace.contact_point(k)});
  }
  return contacts;
}

TEST(HeldDynamics, BlockSlidesOnAnyNumberOfPoints) {
  for (const int count : {4, 8, 64}) {
    const Model model = block_on_points(count, 0.4, {0.0, 0.0, -earth_gravity});
    HeldDynamics held(model, {});
    held.hold(all(model, false));
    const State state = block_state({0.6, -0.8, 0.0});
    ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
    VectorXd expected = VectorXd::Zero(6);
    expected.head<3>() = Vector3d(-0.24, 0.32, 0.0) * earth_gravity;
    EXPECT_LT((held.acceleration() - expected).norm(), 1e-11) << count;
    EXPECT_EQ(held.row_count(), count);
    EXPECT_NEAR(held.reaction().sum(), 3.0 * earth_gravity, 1e-10);
  }
}

TEST(HeldDynamics, BlockSticksOnAnyNumberOfPoints) {
  const double slope = 0.3;
  for (const int count : {4, 8, 64}) {
    const Model model = block_on_points(
        count, 0.4, earth_gravity * Vector3d(std::sin(slope), 0.0, -std::cos(slope)));
    HeldDynamics held(model, {});
    held.hold(all(model, true));
    const State state = block_state(Vector3d::Zero());
    ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
    EXPECT_LT(held.acceleration().norm(), 1e-11) << count;
    Vector3d sum = Vector3d::Zero();  // normal, tangents
    for (int k = 0; k < count; ++k) sum += held.reaction().segment<3>(3 * k);
    EXPECT_NEAR(sum[0], 3.0 * earth_gravity * std::cos(slope), 1e-10);
    EXPECT_NEAR(sum[1], -3.0 * earth_gravity * std::sin(slope), 1e-10);
    EXPECT_NEAR(sum[2], 0.0, 1e-10);
    EXPECT_LT(held.violation().norm(), 1e-14);
  }
}

TEST(HeldDynamics, BallRollsDownASlope) {
  const double slope = 0.4, radius = 0.25, mass = 1.3;
  ModelDescription description{.name = "ball"};
  description.gravity = earth_gravity * Vector3d(std::sin(slope), 0.0, -std::cos(slope));
  BodyDescription body{.name = "ball", .kind = JointKind::free, .mass = mass};
  body.inertia = 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity();
  description.bodies = {body};
  description.parts.contacts = {point_on_floor("ball", "ball", Vector3d::Zero(), 0.5, radius)};
  const Model model(description);
  HeldDynamics held(model, {});
  held.hold({{.contact = 0, .sticks = true, .anchor = {5.0, 5.0, 5.0}}});
  for (const double speed : {0.0, 2.0}) {
    State state{VectorXd::Zero(7), VectorXd::Zero(6)};
    state.q[2] = radius;
    state.q[6] = 1.0;
    state.v << speed, 0.0, 0.0, 0.0, speed / radius, 0.0;
    ASSERT_TRUE(held.set_state(0.0, state.q, state.v));
    const double a = 5.0 / 7.0 * earth_gravity * std::sin(slope);
    // Body axes turn: the rate of the body's own linear velocity has −ω × v.
    VectorXd expected(6);
    expected << a, 0.0, speed * speed / radius, 0.0, a / radius, 0.0;
    EXPECT_LT((held.acceleration() - expected).norm(), 1e-10) << speed;
    EXPECT_LT(held.violation().norm(), 1e-15);  // rolling has no place to return to
  }
}

TEST(HeldDynamics, LoopStaysClosedToSecondOrder) {
  const SceneModel scene = make_scene_model("pantograph", {{"gamma", 1.0}, {"energy", 0.3}});
  Controller motor{.name = "motor"};
  motor.add_force = [](double, const VectorXd& q, const VectorXd& v, Eigen::Ref<VectorXd> force) {
    force[0] += 0.2 * std::sin(q[0]) - 0.01 * v[2];
  };
  HeldDynamics held(scene.model, motor);
  EXPECT_EQ(held.row_count(), 2);
  ASSERT_TRUE(held.set_state(0.0, scene.state.q, scene.state.v));
  const VectorXd a = held.acceleration(), r = held.reaction();
  // φ(q + s v + ½ s² a) = O(s³): its even part, by two steps and extrapolation.
  const auto curvature = [&](double s) {
    VectorXd sum = VectorXd::Zero(2);
    for (const double side : {-s, s}) {
      held.set_rows(scene.state.q + side * scene.state.v + 0.5 * side * side * a, scene.state.v);
      sum += held.violation();
    }
    return VectorXd(sum / (s * s));
  };
  const VectorXd rest = (4.0 * curvature(2e-4) - curvature(4e-4)) / 3.0;
  EXPECT_GT(scene.state.v.norm(), 1.0);
  EXPECT_LT(rest.norm(), 1e-8);
  // The equation of motion itself.
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  VectorXd bias(4), force = VectorXd::Zero(4);
  workspace.bias(scene.state.v, bias);
  motor.add_force(0.0, scene.state.q, scene.state.v, force);
  held.set_rows(scene.state.q, scene.state.v);
  EXPECT_LT((held.mass_matrix() * a + bias - force - held.rows().transpose() * r).norm(), 1e-12);
}

TEST(HeldDynamics, CurvatureOfAPendulumTip) {
  ModelDescription description{.name = "pendulum", .gravity = Vector3d::Zero()};
  BodyDescription rod{.name = "rod", .kind = JointKind::revolute, .mass = 1.0};
  rod.axis = Vector3d::UnitY();
  rod.center = {0.0, 0.0, -0.4};
  description.bodies = {rod};
  description.parts.contacts = {point_on_floor("tip", "rod", {0.0, 0.0, -0.8}, 0.0)};
  const Model model(description);
  HeldDynamics held(model, {});
  held.hold({{.contact = 0}});
  for (const double speed : {1e-3, 3.0, 400.0}) {
    const VectorXd q = VectorXd::Constant(1, 0.7), v = VectorXd::Constant(1, speed);
    ASSERT_TRUE(held.set_state(0.0, q, v));
    // height −l cos q: l sin q a + l cos q v² = 0
    EXPECT_NEAR(held.acceleration()[0] / (-speed * speed / std::tan(0.7)), 1.0, 3e-12);
  }
}

TEST(HeldDynamics, CurvatureOfASphereOnASphere) {
  for (const double size : {1.0, 0.02}) {
    ModelDescription description{.name = "hill"};
    description.bodies = {{.name = "bead", .kind = JointKind::translation, .mass = 0.7}};
    ContactCandidate touch{.name = "hill"};
    touch.sphere = {"bead", Vector3d::Zero(), 0.2 * size};
    touch.against = ContactSphere{"world", Vector3d::Zero(), 1.3 * size};
    description.parts.contacts = {touch};
    const Model model(description);
    HeldDynamics held(model, {});
    held.hold({{.contact = 0}});
    const Vector3d up = Vector3d(0.3, -0.4, 1.2).normalized();
    const Vector3d v = up.cross(Vector3d(1.0, 2.0, 0.5));
    ASSERT_TRUE(held.set_state(0.0, 1.5 * size * up, v));
    const Vector3d pull(0.0, 0.0, -earth_gravity);
    const Vector3d expected = pull - up.dot(pull) * up - v.squaredNorm() / (1.5 * size) * up;
    EXPECT_LT((held.acceleration() - expected).norm(), 3e-12 * expected.norm()) << size;
  }
}

TEST(HeldDynamics, ProjectReturnsToContactsAndLoops) {
  const Model model = block_on_points(8, 0.4, {0.0, 0.0, -earth_gravity});
  HeldDynamics held(model, {});
  held.hold(all(model, true));
  State state = block_state({0.3, 0.2, -0.1});
  VectorXd move(6);
  move << 0.01, -0.02, 0.03, 0.02, 0.01, -0.03;
  state.q = model.integrate(state.q, move);
  ASSERT_TRUE(held.project(state)) << held.trouble();
  held.set_rows(state.q, state.v);
  EXPECT_LT(held.violation().lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LT((held.rows() * state.v).norm(), 1e-13);
  EXPECT_LT(state.v.norm(), 1e-13);
  // Back at its anchors.
  EXPECT_LT((state.q - block_state(Vector3d::Zero()).q).norm(), 1e-13);

  SceneModel scene = make_scene_model("pantograph");
  HeldDynamics loop(scene.model, {});
  scene.state.q += VectorXd::Constant(4, 0.02).cwiseProduct(Eigen::Vector4d(1.0, -1.0, 2.0, 0.5));
  ASSERT_TRUE(loop.project(scene.state)) << loop.trouble();
  loop.set_rows(scene.state.q, scene.state.v);
  EXPECT_LT(loop.violation().norm(), 1e-15);
  EXPECT_LT((loop.rows() * scene.state.v).norm(), 1e-15);
  EXPECT_GT(scene.state.v.norm(), 0.1);
}

TEST(HeldDynamics, ProjectMovesInTheMassMetric) {
  // A rod a little under the floor: the change of (q, v) is M⁻¹Jᵀ of something, W has no part.
  const Model model = Rod::model();
  HeldDynamics held(model, {});
  held.hold({{.contact = 0}});
  const State start = Rod::state(0.5, 0.3, 0.2);
  State state = start;
  state.v[1] -= 0.1;
  ASSERT_TRUE(held.project(state));
  held.set_rows(state.q, state.v);
  const VectorXd change = held.mass_matrix() * (state.v - start.v + 0.1 * VectorXd::Unit(3, 1));
  const VectorXd row = held.rows().row(0).transpose();
  EXPECT_LT((change - row * (change.dot(row) / row.squaredNorm())).norm(), 1e-13);
  EXPECT_LT((state.q - start.q).norm(), 1e-15);
}

TEST(HeldDynamics, ProjectSaysWhatCannotBeClosed) {
  SceneModel scene = make_scene_model("pantograph");
  ModelParts parts = scene.model.parts();
  parts.loops[0].first_placement.translation().x() = 5.0;  // out of reach
  const Model model = scene.model.with(parts);
  HeldDynamics held(model, {});
  EXPECT_FALSE(held.project(scene.state));
  EXPECT_NE(held.trouble().find("held contacts and loops cannot be closed"), std::string::npos);
}

TEST(HeldDynamics, ControllerThatIsNotFinite) {
  Controller controller{.name = "broken"};
  controller.add_force = [](double time, const VectorXd&, const VectorXd&,
                            Eigen::Ref<VectorXd> force) {
    if (time > 1.0) force[0] = std::numeric_limits<double>::quiet_NaN();
  };
  const Model model = Rod::model();
  HeldDynamics held(model, controller);
  const State state = Rod::state(0.5, 0.0, 0.0);
  EXPECT_TRUE(held.set_state(0.5, state.q, state.v));
  EXPECT_EQ(held.trouble(), "");
  EXPECT_FALSE(held.set_state(1.5, state.q, state.v));
  EXPECT_EQ(held.trouble(), "the controller's force is not finite at t = 1.5 s");
  EXPECT_FALSE(held.set_state(0.5, state.q, VectorXd::Constant(3, 1e200)));
  EXPECT_EQ(held.trouble(), "the acceleration is not finite at t = 0.5 s");
}

TEST(ShortestReaction, EqualsThePseudoinverse) {
  base::Random random(7);
  const auto draw = [&](int rows, int columns) {
    MatrixXd matrix(rows, columns);
    for (double& entry : matrix.reshaped()) entry = random.normal();
    return matrix;
  };
  ShortestReaction shortest;
  for (const auto [n, m, rank] : {std::array{6, 3, 3}, {6, 20, 6}, {9, 20, 4}, {5, 5, 2}}) {
    const MatrixXd X = draw(n, rank) * draw(rank, m);
    const MatrixXd Z = X + 0.1 * draw(n, m);
    for (const MatrixXd& other : {X, Z}) {
      const MatrixXd A = X.transpose() * other;
      const VectorXd b = A * draw(m, 1);
      const VectorXd r =
          Eigen::CompleteOrthogonalDecomposition<MatrixXd>(A).setThreshold(1e-10).solve(b);
      shortest.solve(X, other, b);
      EXPECT_LT((shortest.r() - r).norm(), 1e-9 * r.norm()) << n << ' ' << m << ' ' << rank;
    }
  }
}

}  // namespace
}  // namespace carom::simulation
