// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
//   (W)       TREX in three stances (S3 VII-B, corrected): masses, ⟨u,v⟩ of stance foot and tail,
//  ( 1 )2──   and ξ after a drop of 17 cm; numbers of reproduce/data/trex.h at 1e-9.
//   S      ╲  The ⟨u,v⟩ printed in Table I cannot be recovered and is no test.
#include "reproduce/data/trex.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/analysis.h"
#include "carom/laws/propagative.h"
#include "carom/scene.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

constexpr const char* names[] = {"y", "th", "pS", "gS", "pW", "gW", "pT", "r1", "r2", "lu", "ll"};

class Trex : public testing::TestWithParam<TrexStance> {
 protected:
  SceneSettings settings() const {
    SceneSettings result;
    for (std::size_t k = 0; k < 11; ++k) result[names[k]] = GetParam().settings[k];
    return result;
  }
  ImpactProblem problem() const { return make_scene("trex", settings()); }
};

TEST_P(Trex, InnerProducts) {
  const ImpactProblem p = problem();
  EXPECT_EQ(p.labels()->contacts, (std::vector<std::string>{"stance_foot", "tail"}));
  const int u = p.normal_row(0), v = p.normal_row(1);
  EXPECT_NEAR(p.delassus()(u, u), GetParam().uu, 1e-12);
  EXPECT_NEAR(p.delassus()(v, v), GetParam().vv, 1e-12);
  EXPECT_NEAR(p.delassus()(u, v), GetParam().uv_raw, 1e-13);
  EXPECT_NEAR(p.gram()(0, 1), GetParam().uv, 1e-12);
}

TEST_P(Trex, DropOf17Centimetres) {
  const ImpactProblem p = problem();
  EXPECT_NEAR(p.velocity()[1], GetParam().velocity, 1e-12);
  for (int k = 0; k < 2; ++k) {
    EXPECT_NEAR(p.contacts()[static_cast<std::size_t>(k)].normal.dot(p.velocity()),
                GetParam().velocity, 1e-12);
  }
  EXPECT_NEAR(all_outcomes(p).indeterminacy, GetParam().xi, 1e-12);
  const auto most = solve_once(p, Propagative{});
  const auto least = solve_once(p, Propagative{.policy = Policy::least_violated});
  EXPECT_EQ(most.sequence,
            (std::vector<int>{GetParam().most_violated.begin(), GetParam().most_violated.end()}));
  EXPECT_EQ(least.sequence,
            (std::vector<int>{GetParam().least_violated.begin(), GetParam().least_violated.end()}));
}

TEST_P(Trex, MassesAndGeometry) {
  const TrexStance& stance = GetParam();
  const SceneModel scene = make_scene_model("trex", settings());
  EXPECT_NEAR(scene.model.total_mass(), stance.total, 1e-9);
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  for (const char* name : {"stance_foot", "tail"}) {
    EXPECT_NEAR(workspace.gap(scene.model.contact(name)), 0.0, 1e-12);
  }
  EXPECT_NEAR(workspace.gap(scene.model.contact("swing_foot")), stance.swing_foot, 1e-11);
  EXPECT_NEAR(workspace.placement(scene.model.frame("lower_stance")).translation().z(), stance.knee,
              1e-12);
  // About the hinge the posterior body has I2 + (tail m)(tail l)²/3; the swing shank m l²/3.
  const Eigen::MatrixXd& M = workspace.mass_matrix();
  EXPECT_NEAR(M(7, 7), stance.inertia_2 + stance.tail_mass * stance.tail * stance.tail / 3.0, 1e-9);
  const double shank = stance.settings[10];
  EXPECT_NEAR(M(6, 6), stance.lower * shank * shank / 3.0, 1e-9);
  // Kinetic energy of a turn of everything about the anterior centre, by the parallel axes.
  const double hinge = stance.settings[7] + stance.settings[8], bend = stance.settings[6];
  const double tail_center =
      hinge * hinge + stance.tail * stance.tail / 4.0 + hinge * stance.tail * std::cos(bend);
  double about = stance.inertia_1 + stance.inertia_2 + stance.posterior * hinge * hinge +
                 stance.tail_mass * (stance.tail * stance.tail / 12.0 + tail_center);
  for (const int knee : {3, 5}) {
    const double thigh = stance.settings[9], g = stance.settings[static_cast<std::size_t>(knee)];
    about += stance.upper * thigh * thigh / 3.0 +
             stance.lower * (shank * shank / 3.0 + thigh * thigh + thigh * shank * std::cos(g));
  }
  EXPECT_NEAR(M(2, 2), about, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Reference, Trex, testing::ValuesIn(trex_stances),
                         [](const auto& test) { return test.param.name; });

TEST(TrexScene, TheDefaultsAreTheInitialStance) {
  const Scene& scene = find_scene("trex");
  for (std::size_t k = 0; k < 11; ++k) {
    EXPECT_EQ(scene.parameters[k].name, names[k]);
    EXPECT_EQ(std::get<double>(scene.parameters[k].value), trex_stances[0].settings[k]);
  }
}

TEST(TrexScene, TheTailOfTableOneTouchesTheFloor) {
  // S3 Table I: y, θ, φ_T, r1, r2, both rows; printed digits leave 0.1 cm.
  constexpr double rows[2][5] = {{12.38, 5.78, 0.0, 7.0, 4.0}, {13.69, 5.92, -0.19, 6.69, 4.22}};
  for (const auto& [y, th, pT, r1, r2] : rows) {
    const SceneModel scene =
        make_scene_model("trex", {{"y", y}, {"th", th}, {"pT", pT}, {"r1", r1}, {"r2", r2}});
    ModelWorkspace workspace(scene.model);
    workspace.set_configuration(scene.state.q);
    EXPECT_NEAR(workspace.gap(scene.model.contact("tail")), 0.0, 0.05);
  }
}

}  // namespace
}  // namespace carom::test
