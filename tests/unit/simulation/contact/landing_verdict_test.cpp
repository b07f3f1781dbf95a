// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How well defined a landing is does not depend on a hair: two hinged rods (vee) of which one foot
// is 0.1 mm higher have the verdict of both feet at once. And the points of a sole count as the
// foot.
#include "simulation/contact/landing_verdict.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/analysis.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/resolve.h"
#include "carom/scene.h"

namespace carom::simulation {
namespace {

/// The vee falls at 2 m/s onto its feet; the second is `higher` than the first [m].
SceneModel vee(double higher) {
  SceneModel scene = make_scene_start("vee", {{"height", 0.01}});
  // Foot heights are y − cos(angle): the second rod opens until its foot is that much higher.
  double& angle = scene.state.q[3];
  angle = std::acos(std::cos(angle) - higher);
  return scene;
}

const ImpactRecord first_impact(const SceneModel& scene, double simultaneous,
                                const Law& law = Plastic{}) {
  SimulationOptions options{.law = law, .duration = 0.02, .step = 1e-4};
  options.simultaneous = simultaneous;
  const Trajectory run = simulate(scene.model, scene.state, options);
  EXPECT_FALSE(run.record.impacts.empty());
  return run.record.impacts.front();
}

TEST(LandingVerdict, AHairDoesNotDecide) {
  // Without bounce these two contacts, of a negative product, leave nothing open.
  const Propagative law{.restitution = 0.3};
  const ImpactRecord together = first_impact(vee(0.0), 1e-3, law);
  ASSERT_TRUE(together.outcome.practical.has_value());
  EXPECT_EQ(together.contacts.size(), 2U);
  EXPECT_GT(together.outcome.practical->value(), 0.01);

  const ImpactRecord apart = first_impact(vee(1e-4), 1e-3, law);
  ASSERT_TRUE(apart.outcome.practical.has_value());
  EXPECT_EQ(apart.contacts.size(), 1U);
  EXPECT_NEAR(apart.outcome.practical->value(), together.outcome.practical->value(), 1e-3);

  // Exactly as it happens, one foot lands alone: nothing is open.
  const ImpactRecord exact = first_impact(vee(1e-4), 0.0, law);
  EXPECT_EQ(exact.outcome.practical->value(), 0.0);
  // The motion does not know of it.
  EXPECT_EQ(exact.outcome.velocity_plus, apart.outcome.velocity_plus);
  EXPECT_EQ(exact.time, apart.time);
}

TEST(LandingVerdict, IsThatOfTheAnalysis) {
  const SceneModel scene = vee(0.0);
  const ImpactRecord impact = first_impact(scene, 0.0);
  const ImpactProblem problem =
      make_problem(scene.model, {impact.q, impact.velocity_minus}, {.touching = 1e-6});
  const Spread spread = measure_spread(problem, 0.0);
  EXPECT_NEAR(impact.outcome.practical->value(), spread.value(), 1e-9);
  EXPECT_EQ(impact.outcome.practical->restitution, 0.0);  // plastic has none of its own
}

TEST(LandingVerdict, PointsOfASoleAreOneContact) {
  // Each foot of the vee becomes a sole of three points around it.
  SceneModel scene = vee(0.0);
  const Trajectory fall =
      simulate(scene.model, scene.state, {.law = Plastic{}, .duration = 0.02, .step = 1e-4});
  const ImpactRecord& landing = fall.record.impacts.front();
  const State at{landing.q, landing.velocity_minus};
  ModelParts parts = scene.model.parts();
  const std::vector<ContactCandidate> feet = parts.contacts;
  parts.contacts.clear();
  std::vector<int> all;
  for (const ContactCandidate& foot : feet) {
    for (const double offset : {-0.02, 0.0, 0.02}) {
      ContactCandidate point = foot;
      point.name = foot.name + std::to_string(offset);
      point.sole = foot.sphere.center;
      point.sphere.center.x() += offset;
      all.push_back(static_cast<int>(parts.contacts.size()));
      parts.contacts.push_back(point);
    }
  }
  const Model soles = scene.model.with(parts);
  ModelWorkspace workspace(soles);
  workspace.set_configuration(at.q);
  const SimulationOptions options{.law = Plastic{}};
  EXPECT_TRUE(lands_together(soles, options));
  EXPECT_FALSE(lands_together(scene.model, options));
  const PracticalVerdict verdict =
      landing_verdict(soles, at, all, landing.outcome, options, workspace);
  EXPECT_NEAR(verdict.value(), landing.outcome.practical->value(), 1e-9);
}

}  // namespace
}  // namespace carom::simulation
