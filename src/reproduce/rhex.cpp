// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S0 V, Figs. 2 and 3: what is said of the map s(φ_R, γ) = ⟨u,v⟩ (unit normals, eq. 22, 23) of the
// two-legged RHex. S0 prints neither sizes nor numbers: the statements are checked on the RHex of
// the scene, at its points A, B and C.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;

struct Point {
  double phi_r, gamma;
};
constexpr double body_height = 0.15, upper_leg = 0.09;  // [m] of the scene
constexpr Point point_a{1.1852093781403215, 0.0}, point_b{-1.1852093781403215, 0.0};
constexpr Point point_c{1.128439284283798, 0.8847141325025089};

SceneSettings settings(double phi_r, double gamma, double theta = 0.0) {
  return {{"phi_r", phi_r}, {"gamma", gamma}, {"theta", theta}};
}

double s_at(double phi_r, double gamma, double theta = 0.0) {
  return make_scene("rhex", settings(phi_r, gamma, theta)).gram()(0, 1);
}

/// Signs of the eigenvalues of the Hessian, by differences.
Eigen::MatrixXd curvature_signs(const Point& at) {
  constexpr double h = 1e-3;
  const auto s = [&](int i, int j) { return s_at(at.phi_r + i * h, at.gamma + j * h); };
  const double mixed = (s(1, 1) - s(1, -1) - s(-1, 1) + s(-1, -1)) / 4.0;
  const Eigen::Matrix2d hessian{{s(1, 0) - 2.0 * s(0, 0) + s(-1, 0), mixed},
                                {mixed, s(0, 1) - 2.0 * s(0, 0) + s(0, -1)}};
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(hessian).eigenvalues().cwiseSign();
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
  const auto add = [&](const char* id, const char* what, const Point& at, double sign) {
    table.add(id, [=] {
      return Reproduction{.source = "S0 Fig. 2",
                          .quantity = what,
                          .published = list({sign, sign}),
                          .computed = curvature_signs(at),
                          .digits = exact};
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
                        .digits = exact,
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
    Eigen::VectorXd a = make_scene_model("rhex", settings(point_a.phi_r, 0.0)).state.q;
    const Eigen::VectorXd b = make_scene_model("rhex", settings(point_b.phi_r, 0.0)).state.q;
    a.segment<2>(3).swap(a.segment<2>(5));
    return Reproduction{.source = "S0 V, Fig. 3",
                        .quantity = "B is A with the legs swapped: (x, y, th, phi, gamma L, R)",
                        .published = a,
                        .computed = b,
                        .digits = exact};
  });
  table.add("S0.fig3.C", [] {
    const Eigen::VectorXd q =
        make_scene_model("rhex", settings(point_c.phi_r, point_c.gamma)).state.q;
    const double underside = q[1] - body_height / 2.0;
    const double knee = q[1] - upper_leg * std::max(std::cos(q[3]), std::cos(q[5]));
    return Reproduction{.source = "S0 V, Fig. 3",
                        .quantity =
                            "at C body and knees are below the floor: signs of the heights "
                            "of the body's underside and of the lower knee",
                        .published = list({-1.0, -1.0}),
                        .computed = list({std::copysign(1.0, underside), std::copysign(1.0, knee)}),
                        .digits = exact,
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
        .computed = number(make_problem(scene.model, scene.state).gram()(0, 1) - before),
        .digits = exact};
  });
  table.add("S0.V.theta_symmetry", [] {
    return Reproduction{.source = "S0 V",
                        .quantity = "change of s when θ grows by 0.4 rad, φ_R = 0.8, γ = 0.5",
                        .published = number(0.0),
                        .computed = number(s_at(0.8, 0.5, 0.4) - s_at(0.8, 0.5)),
                        .digits = exact,
                        .expected = Status::refuted,
                        .note =
                            "turning the body moves the legs against the ground; only turning "
                            "the ground with it would be a symmetry"};
  });
}

}  // namespace

void add_s0_rhex(Table& table) {
  add_extrema(table);
  add_stances(table);
  add_symmetries(table);
}

}  // namespace carom::published
