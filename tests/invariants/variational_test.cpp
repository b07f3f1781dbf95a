// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the variational integrator keeps over many steps, and published or independent numbers:
// order two, the reference's pendulum cradle before its first impact,
// and a double pendulum against Gauss-Legendre steps in long double on its closed-form equations
//   (m1 + m2) l1² ȧ1 + m2 l1 l2 cos(a1 − a2) ȧ2 = p1 …,  m = l = 1, g = 9.81, absolute angles.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "support/variational_models.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using simulation::VariationalStep;

const VectorXd none;

/// World angular momentum about the centre of mass, and the centre of mass.
struct Flight {
  Vector3d spin, center, momentum;
};

/// By sums over mass points: a route of its own.
Flight flight_of(const Model& model, const std::vector<MassPoint>& points, const VectorXd& q,
                 const VectorXd& v) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  Flight flight{Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  Eigen::Matrix3Xd J(3, v.size());
  double mass = 0.0;
  Vector3d moment = Vector3d::Zero();
  for (const MassPoint& point : points) {
    const int frame = model.frame(point.body);
    workspace.point_jacobian(frame, point.place, J);
    const Vector3d x = workspace.position(frame, point.place), p = point.mass * (J * v);
    mass += point.mass;
    flight.center += point.mass * x;
    flight.momentum += p;
    moment += x.cross(p);
  }
  flight.center /= mass;
  flight.spin = moment - flight.center.cross(flight.momentum);
  return flight;
}

TEST(Variational, FloatingTreeKeepsItsParabolaAndItsSpin) {
  base::Random random(5);
  std::vector<MassPoint> points;
  ModelDescription description;
  description.gravity = {0.3, -0.2, -9.81};
  for (int k = 0; k < 4; ++k) {
    BodyDescription body;
    body.name = "b" + std::to_string(k);
    body.parent = k == 0 ? "world" : k == 3 ? "b1" : "b" + std::to_string(k - 1);
    body.kind = k == 0 ? JointKind::free : k == 2 ? JointKind::spherical : JointKind::revolute;
    body.axis = random_vector(random);
    body.placement = random_placement(random);
    set_cloud(body, random, points);
    description.bodies.push_back(body);
  }
  const Model model(description);
  const VectorXd q = random_configuration(model, random);
  const VectorXd v = random_velocity(model, random);
  const Flight start = flight_of(model, points, q, v);
  VariationalStep step(model, {});
  step.set_node(q, v);
  constexpr double h = 1e-3;
  constexpr int steps = 100000;
  for (int k = 0; k < steps; ++k) {
    ASSERT_TRUE(step.step(k * h, h, none));
    step.commit(none);
  }
  VectorXd end_v(v.size());
  step.velocity(step.q(), step.p(), end_v);
  const Flight end = flight_of(model, points, step.q(), end_v);
  const double t = steps * h, mass = model.total_mass();
  const Vector3d expected =
      start.center + t * start.momentum / mass + 0.5 * t * t * description.gravity;
  EXPECT_LT((end.center - expected).norm(), 1e-11 * expected.norm());
  // The mass points' sum about a centre 5e4 m away is rounded at 1e-11 itself.
  const Vector3d pushed = start.momentum + t * mass * description.gravity;
  EXPECT_LT((end.momentum - pushed).norm(), 1e-11 * pushed.norm());
  EXPECT_LT((end.spin - start.spin).norm(),
            1e-11 * start.spin.norm() + 1e-15 * end.center.norm() * pushed.norm());
}

TEST(Variational, FloatingTreeWithoutGravityKeepsItsSpinToRounding) {
  ModelDescription description = series({JointKind::free, JointKind::revolute}, 9);
  description.gravity.setZero();
  const Model model(description);
  base::Random random(2);
  const VectorXd q = random_configuration(model, random);
  const VectorXd v = random_velocity(model, random);
  VariationalStep step(model, {});
  step.set_node(q, v);
  const auto spin = [&] {
    ModelWorkspace workspace(model);
    workspace.set_configuration(step.q());
    const Eigen::Matrix3d R = workspace.placement(model.frame("b0")).linear();
    const Vector3d lever =
        workspace.position(model.frame("b0"), Vector3d::Zero()) - workspace.center_of_mass();
    return Vector3d(R * step.p().segment<3>(3) + lever.cross(R * step.p().head<3>()));
  };
  const Vector3d before = spin();
  for (int k = 0; k < 100000; ++k) {
    ASSERT_TRUE(step.step(0.0, 2e-3, none));
    step.commit(none);
  }
  EXPECT_LT((spin() - before).norm(), 1e-11 * before.norm());
}

struct Tumble {
  double drift_of_spin = 0.0, oscillation = 0.0, first_mean = 0.0, last_mean = 0.0;
};

Tumble tumble(double h, int steps) {
  const SceneModel scene = make_scene_model("free_body");
  VariationalStep step(scene.model, {});
  step.set_node(scene.state.q, scene.state.v);
  const auto spin = [&] {
    const VectorXd& q = step.q();
    return Vector3d(Eigen::Quaterniond(q[6], q[3], q[4], q[5]) * step.p().tail<3>());
  };
  const auto energy = [&] {
    const VectorXd& p = step.p();
    return 0.5 * (p[3] * p[3] / 1.0 + p[4] * p[4] / 2.0 + p[5] * p[5] / 3.5);
  };
  const Vector3d start = spin();
  const double E = energy();
  Tumble result;
  for (int k = 0; k < steps; ++k) {
    if (!step.step(0.0, h, none)) return {1.0};
    step.commit(none);
    const double off = energy() / E - 1.0;
    result.oscillation = std::max(result.oscillation, std::abs(off));
    if (k < steps / 2) {
      result.first_mean += off / (steps / 2);
    } else {
      result.last_mean += off / (steps - steps / 2);
    }
  }
  result.drift_of_spin = (spin() - start).norm() / start.norm();
  return result;
}

TEST(Variational, AsymmetricTopKeepsItsSpin) {
  const Tumble coarse = tumble(0.01, 1000000), fine = tumble(0.005, 100000);
  EXPECT_LT(coarse.drift_of_spin, 1e-12);
  EXPECT_LT(fine.drift_of_spin, 1e-12);
  EXPECT_LT(coarse.oscillation, 1e-4);
  EXPECT_GT(coarse.oscillation, 1e-7);
  EXPECT_NEAR(coarse.oscillation / fine.oscillation, 4.0, 0.2);
  EXPECT_LT(std::abs(coarse.last_mean - coarse.first_mean), 0.02 * coarse.oscillation);
}

TEST(Variational, ChainConvergesWithOrderTwo) {
  const std::vector<double> angles(6, 0.3);
  const SceneModel scene = make_scene_model("chain", {{"angles", angles}});
  const State exact = run(scene.model, {}, scene.state, 1.0 / 12800, 12800);
  double before = 0.0;
  for (const int steps : {100, 200, 400, 800, 1600}) {
    const State end = run(scene.model, {}, scene.state, 1.0 / steps, steps);
    const double error = (end.q - exact.q).norm();
    RecordProperty("error_" + std::to_string(steps), std::to_string(error));
    if (before > 0.0 && steps > 200) {
      EXPECT_NEAR(before / error, 4.0, 0.4) << steps;
    }
    before = error;
  }
}

// integrator.json: one pendulum from −π/3 at rest, the variational rows' first event times.
TEST(Variational, PendulumReachesTheBottomWhenPublished) {
  const SceneModel scene = make_scene_model("pendulum_cradle");
  const std::array<std::array<double, 3>, 3> published = {
      {{0.01, 0.5382484043467481, 3.1321239394332503},
       {0.005, 0.5382261165350051, 3.1320999528820845},
       {0.0025, 0.5382205354203146, 3.132093953011503}}};
  for (const auto& [h, time, momentum] : published) {
    VariationalStep step(scene.model, {});
    step.set_node(scene.state.q, scene.state.v);
    const int whole = static_cast<int>(time / h);
    for (int k = 0; k < whole; ++k) {
      ASSERT_TRUE(step.step(k * h, h, none));
      step.commit(none);
    }
    ASSERT_TRUE(step.step(whole * h, time - whole * h, none));
    EXPECT_NEAR(step.end_q()[0], 0.0, 1e-11) << h;
    EXPECT_NEAR(step.end_p()[0], momentum, 1e-11) << h;
  }
}

using Real = long double;
using Four = std::array<Real, 4>;

/// Closed-form rates of (a1, a2, ȧ1, ȧ2), unit masses and rods.
Four pendulum_rate(const Four& x) {
  const Real g = 9.81L, d = x[0] - x[1], c = std::cos(d), s = std::sin(d);
  const Real f1 = -s * x[3] * x[3] - 2.0L * g * std::sin(x[0]);
  const Real f2 = s * x[2] * x[2] - g * std::sin(x[1]);
  const Real det = 2.0L - c * c;
  return {x[2], x[3], (f1 - c * f2) / det, (2.0L * f2 - c * f1) / det};
}

/// Two-stage Gauss-Legendre (order four), stages by fixed-point iteration.
void gauss_step(Four& x, Real h) {
  const Real root = std::sqrt(3.0L) / 6.0L;
  Four k1 = pendulum_rate(x), k2 = k1;
  for (int iteration = 0; iteration < 12; ++iteration) {
    Four y1 = x, y2 = x;
    for (std::size_t i = 0; i < 4; ++i) {
      y1[i] += h * (0.25L * k1[i] + (0.25L - root) * k2[i]);
      y2[i] += h * ((0.25L + root) * k1[i] + 0.25L * k2[i]);
    }
    k1 = pendulum_rate(y1);
    k2 = pendulum_rate(y2);
  }
  for (std::size_t i = 0; i < 4; ++i) x[i] += 0.5L * h * (k1[i] + k2[i]);
}

TEST(Variational, DoublePendulumConvergesToTheReference) {
  Four exact = {1.0L, 1.2L, 0.0L, 0.0L};
  for (int k = 0; k < 8192; ++k) gauss_step(exact, 1.0L / 8192);
  const SceneModel scene = make_scene_model("double_pendulum");
  double before = 0.0;
  for (const int steps : {125, 250, 500, 1000, 2000}) {
    const State end = run(scene.model, {}, scene.state, 1.0 / steps, steps);
    double error = 0.0;
    for (int i = 0; i < 2; ++i) {
      error = std::max(error, std::abs(end.q[i] - static_cast<double>(exact[i])));
      error = std::max(error, std::abs(end.v[i] - static_cast<double>(exact[i + 2])));
    }
    if (before > 0.0) {
      EXPECT_NEAR(before / error, 4.0, 0.4) << steps;
    }
    before = error;
  }
  EXPECT_LT(before, 1e-4);
}

TEST(Variational, DoublePendulumsEnergyDoesNotDrift) {
  const SceneModel scene = make_scene_model("double_pendulum", {{"angles", std::vector{0.6, 0.4}}});
  VariationalStep step(scene.model, {});
  step.set_node(scene.state.q, scene.state.v);
  const double E = step.energy(step.q(), step.p());
  double early = 0.0, late = 0.0;
  constexpr int steps = 100000;
  for (int k = 0; k < steps; ++k) {
    ASSERT_TRUE(step.step(0.0, 2e-3, none));
    step.commit(none);
    const double off = std::abs(step.energy(step.q(), step.p()) - E);
    double& most = k < steps / 10 ? early : late;
    most = std::max(most, off);
  }
  EXPECT_LT(late, 1.5 * early);
  EXPECT_LT(late, 1e-3);
}

}  // namespace
}  // namespace carom::test
