// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S0 V, Figs. 2 and 3: what is said of the map s(φ_R, γ) = ⟨u,v⟩ (unit normals, eq. 22, 23) of the
// two-legged RHex. S0 prints neither sizes nor numbers: the statements are checked on the RHex of
// the scene, at its points A, B and C. Below them the same RHex against an independent computation:
// posture, s and curvatures at the three points, and s over the body's angle. The whole map, 25 x
// 49 points, is in tests/published.
#include "reproduce/data/rhex.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;

constexpr double body_height = 0.15, upper_leg = 0.09;  // [m] of the scene
constexpr const RhexPoint &point_a = rhex_points[0], &point_b = rhex_points[1],
                          &point_c = rhex_points[2];

SceneSettings rhex_settings(double phi_r, double gamma, double theta = 0.0) {
  return {{"phi_r", phi_r}, {"gamma", gamma}, {"theta", theta}};
}

double s_at(double phi_r, double gamma, double theta = 0.0) {
  return make_scene("rhex", rhex_settings(phi_r, gamma, theta)).gram()(0, 1);
}

State stance_at(const RhexPoint& at) {
  return make_scene_model("rhex", rhex_settings(at.phi_r, at.gamma)).state;
}

constexpr double rhex_step = 1e-3;

/// Times the square of the step: by central differences, as the reference has them.
Eigen::Matrix2d rhex_hessian(const RhexPoint& at) {
  const auto s = [&](int i, int j) {
    return s_at(at.phi_r + i * rhex_step, at.gamma + j * rhex_step);
  };
  const double mixed = (s(1, 1) - s(1, -1) - s(-1, 1) + s(-1, -1)) / 4.0;
  return Eigen::Matrix2d{{s(1, 0) - 2.0 * s(0, 0) + s(-1, 0), mixed},
                         {mixed, s(0, 1) - 2.0 * s(0, 0) + s(0, -1)}};
}

Eigen::Vector2d curvatures(const Eigen::Matrix2d& hessian) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(hessian).eigenvalues();
}

/// Points of the map, in steps of π/12, where s is below its value at A.
double points_below_a() {
  const double lowest = s_at(point_a.phi_r, point_a.gamma);
  int below = 0;
  for (int i = -12; i <= 12; ++i) {
    for (int j = -6; j <= 6; ++j) below += s_at(i * pi / 12.0, j * pi / 12.0) < lowest;
  }
  return below;
}

void add_extrema(Table& table) {
  const auto add = [&](const char* id, const char* what, const RhexPoint& at, double sign) {
    table.add(id, [=] {
      return Reproduction{.source = "S0 Fig. 2",
                          .quantity = what,
                          .published = list({sign, sign}),
                          .computed = curvatures(rhex_hessian(at)).cwiseSign()};
    });
  };
  add("S0.fig2.A", "A is a local minimum of s: signs of both curvatures", point_a, 1.0);
  add("S0.fig2.B", "B is a local minimum of s: signs of both curvatures", point_b, 1.0);
  add("S0.fig2.C", "C is a local maximum of s: signs of both curvatures", point_c, -1.0);
  table.add("S0.fig2.global", [] {
    return Reproduction{.source = "S0 Fig. 2",
                        .quantity = "points of the map (25 x 13) with s below A and B",
                        .published = number(0.0),
                        .computed = number(points_below_a()),
                        .note = "the same values come back upside down, at π − φ, below the floor"};
  });
  table.add("S0.fig2.levels", [] {
    return Reproduction{.source = "S0 Fig. 2",
                        .quantity = "values of s at A, B and C",
                        .digits = 0,
                        .expected = Status::not_recoverable,
                        .note = "contours without numbers, for sizes and masses not printed"};
  });
}

void add_stances(Table& table) {
  table.add("S0.fig3.swapped", [] {
    Eigen::VectorXd a = stance_at(point_a).q;
    const Eigen::VectorXd b = stance_at(point_b).q;
    a.segment<2>(3).swap(a.segment<2>(5));
    return Reproduction{.source = "S0 V, Fig. 3",
                        .quantity = "B is A with the legs swapped: (x, y, th, phi, gamma L, R)",
                        .published = a,
                        .computed = b};
  });
  table.add("S0.fig3.C", [] {
    const Eigen::VectorXd q = stance_at(point_c).q;
    const double underside = q[1] - body_height / 2.0;
    const double knee = q[1] - upper_leg * std::max(std::cos(q[3]), std::cos(q[5]));
    return Reproduction{.source = "S0 V, Fig. 3",
                        .quantity =
                            "at C body and knees are below the floor: signs of the heights "
                            "of the body's underside and of the lower knee",
                        .published = list({-1.0, -1.0}),
                        .computed = list({std::copysign(1.0, underside), std::copysign(1.0, knee)}),
                        .note = "on this RHex the other knee is above it"};
  });
}

void add_symmetries(Table& table) {
  table.add("S0.V.x_symmetry", [] {
    SceneModel scene = make_scene_model("rhex");
    const double before = make_problem(scene.model, scene.state).gram()(0, 1);
    scene.state.q[0] = 0.3;
    return Reproduction{
        .source = "S0 V",
        .quantity = "change of s when x grows by 0.3 m",
        .published = number(0.0),
        .computed = number(make_problem(scene.model, scene.state).gram()(0, 1) - before)};
  });
  table.add("S0.V.theta_symmetry", [] {
    return Reproduction{.source = "S0 V",
                        .quantity = "change of s when θ grows by 0.4 rad, φ_R = 0.8, γ = 0.5",
                        .published = number(0.0),
                        .computed = number(s_at(0.8, 0.5, 0.4) - s_at(0.8, 0.5)),
                        .expected = Status::refuted,
                        .note =
                            "turning the body moves the legs against the ground; only turning "
                            "the ground with it would be a symmetry"};
  });
}

constexpr const char* rhex_reference = "S0 V on a specified RHex, independent reference";

void add_point(Table& table, const RhexPoint& point) {
  table.add(fmt::format("rhex.{}.stance", point.name), [&point] {
    const State state = stance_at(point);
    return Reproduction{
        .source = rhex_reference,
        .quantity = fmt::format("left hip [rad] and height y [m] at {}", point.name),
        .published = list({point.phi_l, point.y}),
        .computed = list({state.q[3], state.q[1]})};
  });
  table.add(fmt::format("rhex.{}.s", point.name), [&point] {
    return Reproduction{.source = rhex_reference,
                        .quantity = fmt::format("s = ⟨u,v⟩ at {}", point.name),
                        .published = number(point.s),
                        .computed = number(s_at(point.phi_r, point.gamma)),
                        .digits = 9};
  });
  table.add(fmt::format("rhex.{}.curvatures", point.name), [&point] {
    return Reproduction{
        .source = rhex_reference,
        .quantity = fmt::format(
            "eigenvalues of the Hessian of s at {}, by differences of step 1e-3", point.name),
        .published = list({point.hessian[0], point.hessian[1]}),
        .computed = curvatures(rhex_hessian(point) / (rhex_step * rhex_step)),
        .digits = 7};
  });
}

}  // namespace

void add_s0_rhex(Table& table) {
  add_extrema(table);
  add_stances(table);
  add_symmetries(table);
}

void add_reference_rhex(Table& table) {
  for (const RhexPoint& point : rhex_points) add_point(table, point);
  table.add("rhex.theta", [] {
    std::vector<double> reference_values, found;
    for (const auto& [theta, s] : rhex_turned) {
      reference_values.push_back(s);
      found.push_back(s_at(0.8, 0.5, theta));
    }
    return Reproduction{.source = rhex_reference,
                        .quantity = "s at θ = 0, 0.1, 0.2, 0.4, φ_R = 0.8, γ = 0.5",
                        .published = list(reference_values),
                        .computed = list(found),
                        .digits = 9};
  });
}

}  // namespace carom::published
