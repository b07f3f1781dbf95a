// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
//    ▭      S0 V, Figs. 2 and 3: s = ⟨u,v⟩ of the unit normals of both feet over the right hip and
//   ╱ ╲     the knees; minima A and B, maximum C. Numbers of the two data/rhex.h at 1e-9.
//   ╲ ╱
#include "reproduce/data/rhex.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "published/data/rhex.h"

namespace carom::test {
namespace {

using namespace published;

constexpr double pi = std::numbers::pi;

double s_of(const SceneSettings& settings) { return make_scene("rhex", settings).gram()(0, 1); }
double s_at(double phi_r, double gamma) { return s_of({{"phi_r", phi_r}, {"gamma", gamma}}); }

/// The angle of the line from hip to foot against the upper leg; lu = ll in this RHex.
double line_angle(double gamma) { return std::atan2(std::sin(gamma), 1.0 + std::cos(gamma)); }

/// By central differences.
Eigen::Vector2d gradient(double phi, double gamma) {
  constexpr double h = 1e-4;
  return Eigen::Vector2d(s_at(phi + h, gamma) - s_at(phi - h, gamma),
                         s_at(phi, gamma + h) - s_at(phi, gamma - h)) /
         (2 * h);
}

/// Eigenvalues of the Hessian by the reference's own differences, step 1e-3; smaller steps move
/// them by up to 6e-8.
Eigen::Vector2d curvatures(double phi, double gamma) {
  constexpr double h = 1e-3;
  const auto s = [&](int i, int j) { return s_at(phi + i * h, gamma + j * h); };
  const double mixed = (s(1, 1) - s(1, -1) - s(-1, 1) + s(-1, -1)) / 4;
  const Eigen::Matrix2d hessian{{s(1, 0) - 2 * s(0, 0) + s(-1, 0), mixed},
                                {mixed, s(0, 1) - 2 * s(0, 0) + s(0, -1)}};
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(hessian / (h * h)).eigenvalues();
}

class Rhex : public testing::TestWithParam<RhexPoint> {};

TEST_P(Rhex, PostureAndValue) {
  const RhexPoint& point = GetParam();
  const SceneSettings settings{{"phi_r", point.phi_r}, {"gamma", point.gamma}};
  const SceneModel scene = make_scene_model("rhex", settings);
  EXPECT_NEAR(scene.state.q[3], point.phi_l, 1e-12);
  EXPECT_NEAR(scene.state.q[1], point.y, 1e-12);
  const ImpactProblem problem = make_problem(scene.model, scene.state);
  EXPECT_EQ(problem.labels()->contacts, (std::vector<std::string>{"left", "right"}));
  EXPECT_NEAR(problem.gram()(0, 1), point.s, 1e-12);
  // A foot's lever about the body's centre is in its normal's column of th, its x.
  EXPECT_NEAR(problem.contacts()[0].normal[2], point.x_l, 1e-12);
  EXPECT_NEAR(problem.contacts()[1].normal[2], point.x_r, 1e-12);
}

TEST_P(Rhex, StationaryWithTheSameCurvatures) {
  const RhexPoint& point = GetParam();
  EXPECT_LT(gradient(point.phi_r, point.gamma).norm(), 1e-9);
  const Eigen::Vector2d found = curvatures(point.phi_r, point.gamma);
  EXPECT_NEAR(found[0], point.hessian[0], 1e-9);
  EXPECT_NEAR(found[1], point.hessian[1], 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Reference, Rhex, testing::ValuesIn(rhex_points),
                         [](const auto& test) { return test.param.name; });

TEST(RhexMap, EveryPointOfTheGrid) {
  // One model, its posture set as the reference says: y is read off the right foot.
  const SceneModel scene = make_scene_model("rhex");
  const double leg = 0.09;
  for (int i = 0; i < rhex_gammas; ++i) {
    const double gamma = -pi / 2 + i * pi / 24, beta = line_angle(gamma);
    for (int j = 0; j < rhex_phis; ++j) {
      const double phi = -pi + j * pi / 24;
      State state = scene.state;
      state.q << 0, leg * (std::cos(phi) + std::cos(phi + gamma)), 0, -phi - 2 * beta, gamma, phi,
          gamma;
      EXPECT_NEAR(make_problem(scene.model, state).gram()(0, 1), rhex_grid[i][j], 1e-9)
          << "phi_r " << phi << " gamma " << gamma;
    }
  }
}

TEST(RhexMap, TheSceneFindsThePosturesOfTheGrid) {
  for (int i = 0; i < rhex_gammas; i += 4) {
    for (int j = 0; j < rhex_phis; j += 5) {
      EXPECT_NEAR(s_at(-pi + j * pi / 24, -pi / 2 + i * pi / 24), rhex_grid[i][j], 1e-9);
    }
  }
}

TEST(RhexMap, SwapAndMirror) {
  for (const double phi : {-2.1, -0.7, 0.4, 1.3}) {
    for (const double gamma : {-1.2, -0.3, 0.0, 0.6}) {
      const double s = s_at(phi, gamma);
      EXPECT_NEAR(s_at(-phi - 2 * line_angle(gamma), gamma), s, 1e-14);  // legs swapped
      EXPECT_NEAR(s_at(-phi, -gamma), s, 1e-14);                         // seen from behind
    }
  }
}

TEST(RhexMap, NoPointIsBelowTheMinima) {
  for (const auto& row : rhex_grid) {
    for (const double s : row) EXPECT_GE(s, rhex_points[0].s);
  }
}

TEST(RhexMap, TheBodysAngleIsNoSymmetry) {
  for (const RhexTurned& turned : rhex_turned) {
    const SceneSettings settings{{"phi_r", 0.8}, {"gamma", 0.5}, {"theta", turned.theta}};
    EXPECT_NEAR(s_of(settings), turned.s, 1e-9) << turned.theta;
  }
}

TEST(RhexMap, HipsApart) {
  for (const RhexApart& apart : rhex_apart) {
    const SceneModel scene = make_scene_model("rhex", {{"hL", -0.1},
                                                       {"hR", 0.1},
                                                       {"theta", apart.theta},
                                                       {"phi_r", apart.phi_r},
                                                       {"gamma", apart.gamma}});
    EXPECT_NEAR(scene.state.q[3], apart.phi_l, 1e-12);
    EXPECT_NEAR(scene.state.q[1], apart.y, 1e-12);
    EXPECT_NEAR(make_problem(scene.model, scene.state).gram()(0, 1), apart.s, 1e-12);
  }
}

}  // namespace
}  // namespace carom::test
