// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A small biped: a trunk on a free base, two legs of thigh and shank, point feet, hips 0.3 m apart.
//      [====]      trunk 10 kg
//      /    \      thigh 1 kg, 0.4 m; hip and knee turn about y, the hip also about x
//      \    /      shank 0.5 kg, 0.4 m
// Everything expected is computed here a second way: by hand on the problem, or by differences.
#include "carom/landing.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/laws/newton.h"
#include "carom/laws/plastic.h"
#include "carom/report.h"
#include "carom/resolve.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

BodyDescription link(const std::string& name, const std::string& parent, const Vector3d& axis,
                     const Vector3d& at, double mass, double length) {
  BodyDescription body;
  body.name = name;
  body.parent = parent;
  body.kind = JointKind::revolute;
  body.axis = axis;
  body.placement.translation() = at;
  body.mass = mass;
  body.center = {0.0, 0.0, -0.5 * length};
  const double transverse = mass * (length * length + 0.01) / 12.0;
  body.inertia = Vector3d(transverse, transverse, 0.001 * mass).asDiagonal();
  body.lower = -2.5;
  body.upper = 2.5;
  return body;
}

Model landing_biped(int feet = 2, double knee_limit = 2.5) {
  ModelDescription description;
  description.name = "biped";
  BodyDescription trunk;
  trunk.name = "trunk";
  trunk.kind = JointKind::free;
  trunk.mass = 10.0;
  trunk.center = {0.02, 0.0, 0.2};
  trunk.inertia = Vector3d(0.4, 0.35, 0.2).asDiagonal();
  description.bodies.push_back(trunk);
  for (int k = 0; k < feet; ++k) {
    const std::string side = k == 0 ? "left_" : "right_";
    const double y = k == 0 ? 0.15 : -0.15;
    description.bodies.push_back(
        link(side + "roll", "trunk", Vector3d::UnitX(), {0.0, y, 0.0}, 0.2, 0.1));
    description.bodies.push_back(
        link(side + "hip", side + "roll", Vector3d::UnitY(), {0.0, 0.0, 0.0}, 1.0, 0.4));
    description.bodies.push_back(
        link(side + "knee", side + "hip", Vector3d::UnitY(), {0.0, 0.0, -0.4}, 0.5, 0.4));
    description.bodies.back().upper = knee_limit;
    ContactCandidate foot;
    foot.name = side + "foot";
    foot.sphere = {.body = side + "knee", .center = {0.0, 0.0, -0.4}, .radius = 0.0};
    description.parts.contacts.push_back(foot);
  }
  return Model(description);
}

/// Standing with bent knees, `twist` apart, 1 m/s down.
State bent_knees(const Model& model, double bend = 0.4, double twist = 0.05) {
  VectorXd q = model.neutral();
  for (const Joint& joint : model.joints()) {
    const double more = joint.name.starts_with("left") ? twist : 0.0;
    if (joint.name.ends_with("hip")) q[joint.q] = -bend - more;
    if (joint.name.ends_with("knee")) q[joint.q] = 2.0 * bend + more;
    if (joint.name.ends_with("roll")) q[joint.q] = joint.name.starts_with("left") ? 0.05 : -0.1;
  }
  State state{q, VectorXd::Zero(model.velocity_size())};
  state.v[2] = -1.0;
  return state;
}

LandingOptions both_feet(const Model& model, double restitution = 0.0) {
  LandingOptions options;
  options.analysis.restitution = restitution;
  for (const auto& contact : model.contacts()) options.problem.closed.push_back(contact.name);
  return options;
}

/// One order of two contacts by hand: each while it approaches.
VectorXd take_in_turn(const ImpactProblem& problem, double e, int first) {
  VectorXd v = problem.velocity();
  for (int turn = first, idle = 0; idle < 2; turn = 1 - turn) {
    const int row = problem.normal_row(turn);
    const double rate = problem.contact_jacobian().row(row).dot(v);
    idle = rate < -1e-12 ? 0 : idle + 1;
    if (rate >= -1e-12) continue;
    v -= (1.0 + e) * rate / problem.delassus()(row, row) * problem.velocity_per_impulse().col(row);
  }
  return v;
}

double worst_coupling(const Model& model, const State& state, const ProblemOptions& options) {
  return make_problem(model, state, options).gram()(0, 1);
}

TEST(Landing, SpreadOfTheBase) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  for (const double e : {0.0, 0.3, 1.0}) {
    const LandingOptions options = both_feet(model, e);
    const ImpactProblem problem = make_problem(model, state, options.problem);
    const VectorXd difference = take_in_turn(problem, e, 0) - take_in_turn(problem, e, 1);
    const Landing landing = analyze_landing(model, state, options);
    EXPECT_NEAR(landing.spread.spread.orders,
                problem.whiten(difference).norm() / problem.momentum_norm(), 1e-9);
    // Over stiffness ratios too, so at least that of the orders.
    EXPECT_GE(landing.spread.base_linear->norm(), difference.head(3).norm() - 1e-9);
    EXPECT_GE(landing.spread.base_angular->norm(), difference.segment(3, 3).norm() - 1e-9);
    EXPECT_GE(landing.spread.components[6], std::abs(difference[6]) - 1e-9);
    const auto document = nlohmann::json::parse(to_json(landing));
    EXPECT_EQ(document["spread"]["base_linear"], landing.spread.base_linear->norm());
    EXPECT_EQ(document["spread"]["base_angular"], landing.spread.base_angular->norm());
    EXPECT_EQ(landing.analysis.restitution, e);
    EXPECT_NEAR(landing.analysis.spread_orders, landing.spread.spread.orders, 1e-12);
  }
}

TEST(Landing, TableOfRestitutions) {
  const Model model = landing_biped();
  const Landing landing = analyze_landing(model, bent_knees(model), both_feet(model, 0.3));
  ASSERT_EQ(landing.restitutions.size(), 3U);
  const double w = std::abs(landing.gradient->inner_product);
  ASSERT_LT(w, 0.3);
  for (const LandingSpread& at : landing.restitutions) {
    const double e = at.spread.restitution;
    if (e == 0.0) continue;
    const double estimate =
        (1.0 + e) * (1.0 + e) * w * std::sqrt(landing.analysis.constrained_energy_ratio);
    EXPECT_NEAR(at.spread.orders, estimate, 0.022 * estimate);
  }
}

TEST(Landing, JointsLocked) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  LandingOptions options = both_feet(model, 0.3);
  const Landing landing = analyze_landing(model, state, options);
  ProblemOptions rigid = options.problem;
  for (const Joint& joint : model.joints()) {
    if (joint.kind != JointKind::free) rigid.locked.push_back(joint.name);
  }
  const Spread expected = measure_spread(make_problem(model, state, rigid), 0.3);
  ASSERT_TRUE(landing.locked);
  EXPECT_NEAR(landing.locked->spread.value(), expected.value(), 1e-12);
  EXPECT_EQ(nlohmann::json::parse(to_json(landing))["spread"]["locked"],
            landing.locked->spread.value());
  EXPECT_GT(landing.locked->spread.value(), landing.spread.spread.value());
  options.problem.locked = rigid.locked;
  const Landing held = analyze_landing(model, state, options);
  EXPECT_NEAR(held.spread.spread.value(), expected.value(), 1e-12);
  EXPECT_TRUE(held.jumps.empty());
  EXPECT_FALSE(held.with_rotors);
}

TEST(Landing, RotorInertia) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  const LandingOptions options = both_feet(model, 0.3);
  const Landing landing = analyze_landing(model, state, options);
  EXPECT_FALSE(landing.rotor_inertia_known);
  ModelParts parts = model.parts();
  parts.armature = VectorXd::Constant(model.velocity_size(), options.rotor_inertia);
  parts.armature.head(6).setZero();
  const Model geared = model.with(parts);
  ASSERT_TRUE(landing.with_rotors);
  const Landing with = analyze_landing(geared, state, options);
  EXPECT_NEAR(landing.with_rotors->spread.value(), with.spread.spread.value(), 1e-12);
  EXPECT_TRUE(with.rotor_inertia_known);
  ASSERT_TRUE(with.without_rotors);
  EXPECT_NEAR(with.without_rotors->spread.value(), landing.spread.spread.value(), 1e-12);
  EXPECT_FALSE(with.with_rotors);
  // Its derivative, by differences.
  constexpr double h = 1e-5;
  for (const int k : {6, 7, 8, 9, 10, 11}) {
    const auto coupling = [&](double change) {
      ModelParts changed = parts;
      changed.armature[k] += change;
      return worst_coupling(model.with(changed), state, options.problem);
    };
    EXPECT_NEAR(with.rotor_gradient[k], (coupling(h) - coupling(-h)) / (2.0 * h), 1e-6) << k;
  }
}

TEST(Landing, GradientOverThePosture) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  const LandingOptions options = both_feet(model, 0.3);
  const Landing landing = analyze_landing(model, state, options);
  ASSERT_TRUE(landing.gradient);
  EXPECT_NEAR(landing.gradient->inner_product, worst_coupling(model, state, options.problem),
              1e-12);
  constexpr double h = 1e-4;
  const auto coupling = [&](const VectorXd& change) {
    return worst_coupling(model, {model.integrate(state.q, change), state.v}, options.problem);
  };
  for (int k = 0; k < model.velocity_size(); ++k) {
    const VectorXd step = h * VectorXd::Unit(model.velocity_size(), k);
    EXPECT_NEAR(landing.gradient->plain[k], (coupling(step) - coupling(-step)) / (2.0 * h), 1e-6);
  }
  EXPECT_TRUE(landing.gradient->closed.head(6).isZero(0.0));
}

// A small motion along the closed gradient, the base following so that both feet stay where they
// are in height, changes w by that gradient's square.
TEST(Landing, GradientWithContactsKeptClosed) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  const LandingOptions options = both_feet(model, 0.3);
  const Landing landing = analyze_landing(model, state, options);
  const VectorXd joints = landing.gradient->closed.tail(6);
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  Eigen::MatrixXd rows(2, model.velocity_size()), scratch(3, model.velocity_size());
  for (int k = 0; k < 2; ++k) {
    workspace.contact_rows(k, scratch);
    rows.row(k) = scratch.row(0);
  }
  const Eigen::MatrixXd base = rows.leftCols(6);
  VectorXd motion(model.velocity_size());
  motion << -base.completeOrthogonalDecomposition().pseudoInverse() * rows.rightCols(6) * joints,
      joints;
  constexpr double h = 1e-4;
  const auto coupling = [&](double s) {
    return worst_coupling(model, {model.integrate(state.q, s * motion), state.v}, options.problem);
  };
  EXPECT_LT((rows * motion).norm(), 1e-12);
  EXPECT_NEAR((coupling(h) - coupling(-h)) / (2.0 * h), joints.squaredNorm(), 1e-6);
}

TEST(Landing, PostureStepsLowerTheSpread) {
  const Model model = landing_biped();
  const State state = bent_knees(model, 0.08, 0.0);  // Nearly straight.
  const Landing landing = analyze_landing(model, state, both_feet(model, 0.3));
  ASSERT_NE(landing.spread.practical, Analysis::Practical::one);
  ASSERT_FALSE(landing.steps.empty());
  double before = landing.spread.spread.value();
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  const double gap[] = {workspace.gap(0), workspace.gap(1)};
  for (const PostureStep& step : landing.steps) {
    EXPECT_LT(step.spread.spread.value(), before);
    before = step.spread.spread.value();
    workspace.set_configuration(model.integrate(state.q, step.change));
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(workspace.gap(k), gap[k], 1e-9);
  }
  EXPECT_NEAR(landing.steps.front().change.tail(6).cwiseAbs().maxCoeff(), 0.1, 0.02);
  EXPECT_NE(landing.report().find("bend the posture"), std::string::npos);
}

TEST(Landing, JointsStayInTheirLimits) {
  const Model free = landing_biped();
  const State state = bent_knees(free, 0.08, 0.0);
  const auto knees = [&](const Model& model) {
    double largest = 0.0;
    for (const PostureStep& step : analyze_landing(model, state, both_feet(model, 0.3)).steps) {
      const VectorXd q = model.integrate(state.q, step.change);
      for (const Joint& joint : model.joints()) {
        if (joint.name.ends_with("knee")) largest = std::max(largest, q[joint.q]);
      }
    }
    return largest;
  };
  const double limit = 0.2;  // from 0.16
  EXPECT_GT(knees(free), limit);
  EXPECT_LE(knees(landing_biped(2, limit)), limit + 1e-9);
}

TEST(Landing, WhatTheLawSays) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  LandingOptions options = both_feet(model);
  const ImpactProblem problem = make_problem(model, state, options.problem);
  const Landing plastic = analyze_landing(model, state, options);
  EXPECT_EQ(plastic.outcome.law->name, "plastic");
  EXPECT_TRUE(plastic.lifting.empty());
  EXPECT_NEAR(plastic.approach_speed, 1.0, 1e-12);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(plastic.gap_rate_after[i], 0.0, 1e-12);
    const Eigen::RowVectorXd n = problem.contacts()[static_cast<std::size_t>(i)].normal;
    EXPECT_NEAR(plastic.effective_mass[i],
                1.0 / (n * problem.mass_matrix().inverse() * n.transpose())(0), 1e-9);
  }
  ASSERT_EQ(plastic.jumps.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) {
    const VelocityJump& jump = plastic.jumps[k];
    EXPECT_NEAR(jump.after, plastic.outcome.velocity_plus[jump.velocity], 1e-12);
    EXPECT_FALSE(jump.exceeds());
    if (k > 0) {
      const VelocityJump& larger = plastic.jumps[k - 1];
      EXPECT_GE(std::abs(larger.after - larger.before), std::abs(jump.after - jump.before));
    }
  }
  EXPECT_EQ(analyze_landing(model, state, both_feet(model, 0.3)).outcome.law->name, "propagative");
  options.law = Newton{.restitution = 0.5};
  const Landing newton = analyze_landing(model, state, options);
  EXPECT_EQ(newton.outcome.law->name, "newton");
  ASSERT_EQ(newton.lifting.size(), 2U);
  EXPECT_NEAR(newton.gap_rate_after[newton.lifting[0]], 0.5, 1e-9);
}

// The first foot comes to rest alone, then the second: the first opens again where w > 0.
TEST(Landing, KickedOpen) {
  const Model model = landing_biped();
  bool seen = false;
  for (const double bend : {0.1, 0.4, 0.8}) {
    const State state = bent_knees(model, bend, 0.1);
    const LandingOptions options = both_feet(model);
    const ImpactProblem problem = make_problem(model, state, options.problem);
    const Landing landing = analyze_landing(model, state, options);
    if (problem.gram()(0, 1) <= 1e-6) {
      EXPECT_TRUE(landing.kicked.empty());
      continue;
    }
    seen = true;
    ASSERT_EQ(landing.kicked.size(), 2U);
    for (const KickedOpen& kick : landing.kicked) {
      VectorXd v = problem.velocity();
      for (const int contact : {kick.first, kick.second}) {
        const int row = problem.normal_row(contact);
        v -= problem.contact_jacobian().row(row).dot(v) / problem.delassus()(row, row) *
             problem.velocity_per_impulse().col(row);
      }
      const int row = problem.normal_row(kick.first);
      EXPECT_NEAR(kick.gap_rate, problem.contact_jacobian().row(row).dot(v), 1e-12);
      EXPECT_GT(kick.gap_rate, 0.0);
    }
    EXPECT_GE(landing.kicked[0].gap_rate, landing.kicked[1].gap_rate);
  }
  EXPECT_TRUE(seen);
}

// Turning the whole scene about the vertical changes nothing.
TEST(Landing, SameInEveryFrame) {
  const Model model = landing_biped();
  const State state = bent_knees(model);
  State turned = state;
  turned.q.segment<4>(3) << 0.0, 0.0, std::sin(0.4), std::cos(0.4);
  turned.q[0] += 3.0;
  const Landing one = analyze_landing(model, state, both_feet(model, 0.3));
  const Landing other = analyze_landing(model, turned, both_feet(model, 0.3));
  EXPECT_NEAR(one.spread.spread.value(), other.spread.spread.value(), 1e-9);
  EXPECT_LT((*one.spread.base_angular - *other.spread.base_angular).norm(), 1e-8);
  EXPECT_NEAR(one.spread.base_linear->norm(), other.spread.base_linear->norm(), 1e-8);
  EXPECT_LT((one.gradient->plain - other.gradient->plain).norm(), 1e-7);
}

TEST(Landing, OneFoot) {
  const Model model = landing_biped(1);
  const Landing landing = analyze_landing(model, bent_knees(model), both_feet(model, 0.5));
  EXPECT_EQ(landing.spread.practical, Analysis::Practical::one);
  EXPECT_EQ(landing.spread.spread.value(), 0.0);
  EXPECT_FALSE(landing.gradient);
  EXPECT_TRUE(landing.kicked.empty());
  EXPECT_TRUE(landing.steps.empty());
  EXPECT_NE(landing.report().find("1 contact"), std::string::npos);
}

// A pendulum on the ground: no base, nothing to lock.
TEST(Landing, FixedBase) {
  ModelDescription description;
  description.name = "arm";
  description.bodies.push_back(
      link("upper", "world", Vector3d::UnitY(), {0.0, 0.0, 0.8}, 1.0, 0.4));
  description.bodies.push_back(
      link("lower", "upper", Vector3d::UnitY(), {0.0, 0.0, -0.4}, 0.5, 0.4));
  for (const double x : {0.0, 0.1}) {
    ContactCandidate point;
    point.sphere = {.body = "lower", .center = {x, 0.0, -0.4}, .radius = 0.0};
    description.parts.contacts.push_back(point);
  }
  const Model model(description);
  State state{Eigen::Vector2d(0.5, -0.5), Eigen::Vector2d(1.0, -1.0)};
  LandingOptions options = both_feet(model, 0.5);
  const Landing landing = analyze_landing(model, state, options);
  EXPECT_FALSE(landing.spread.base_linear);
  EXPECT_FALSE(landing.locked);
  EXPECT_FALSE(landing.with_rotors);
  const auto spread = nlohmann::json::parse(to_json(landing))["spread"];
  for (const char* key : {"base_linear", "base_angular", "locked"}) {
    EXPECT_TRUE(spread[key].is_null()) << key;
  }
  EXPECT_EQ(landing.jumps.size(), 2U);
}

// Many points under one foot: bounded work, and the remedy.
TEST(Landing, ManyPointsUnderOneFoot) {
  const Model model = landing_biped();
  ModelParts parts = model.parts();
  parts.contacts.clear();
  for (int k = 0; k < 16; ++k) {
    ContactCandidate point;
    point.sphere = {
        .body = "left_knee", .center = {0.02 * (k % 4), 0.02 * (k / 4), -0.4}, .radius = 0.0};
    parts.contacts.push_back(point);
  }
  const Model many = model.with(parts);
  LandingOptions options = both_feet(many, 0.3);
  options.analysis.enumeration.max_states = 2'000;
  options.analysis.enumeration.samples = 50;
  options.analysis.search.max_total_states = 10'000;
  options.posture_steps = 1;
  const Landing landing = analyze_landing(many, bent_knees(many), options);
  EXPECT_FALSE(landing.analysis.impulses_unique);
  EXPECT_NE(landing.report().find("take one contact at its sole"), std::string::npos);
}

TEST(Landing, NothingMoves) {
  const Model model = landing_biped();
  State state = bent_knees(model);
  state.v.setZero();
  const Landing landing = analyze_landing(model, state, both_feet(model, 0.3));
  EXPECT_EQ(landing.approach_speed, 0.0);
  EXPECT_EQ(landing.spread.spread.value(), 0.0);
  EXPECT_FALSE(landing.locked);
}

TEST(Landing, SaysThatItWasNotCalled) {
  EXPECT_NE(Landing{}.report().find("was not called"), std::string::npos);
  EXPECT_NE(Landing{}.summary().find("was not called"), std::string::npos);
}

}  // namespace
}  // namespace carom::test
