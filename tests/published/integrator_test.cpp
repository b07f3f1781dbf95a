// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The pendulum cradle: impact times, momenta after impacts and end states of the midpoint
// variational integrator, digit for digit; order two; energy at impacts.
#include "published/data/integrator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/laws/propagative.h"
#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom {
namespace {

Trajectory swing(const std::vector<double>& masses, double step, double duration,
                 IntegratorKind kind = IntegratorKind::variational) {
  const SceneModel scene = make_scene_model("pendulum_cradle", {{"masses", masses}});
  SimulationOptions options;
  options.step = step;
  options.duration = duration;
  options.integrator = kind;
  options.tolerance = 1e-12;
  return simulate(scene.model, scene.state, options);
}

TEST(PendulumCradle, TimesMomentaAndEndsOfTheReference) {
  for (const published::CradleRun& run : published::cradle_runs) {
    SCOPED_TRACE(testing::Message() << "h = " << run.step << ", m_B = " << run.masses[1]);
    const Trajectory trajectory = swing(run.masses, run.step, run.duration);
    ASSERT_EQ(trajectory.status, RunStatus::finished);
    ASSERT_EQ(trajectory.record.impacts.size(), run.times.size());
    for (std::size_t k = 0; k < run.times.size(); ++k) {
      const ImpactRecord& impact = trajectory.record.impacts[k];
      EXPECT_NEAR(impact.time, run.times[k], 1e-11);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(run.masses[i] * impact.outcome.velocity_plus[i], run.momenta_plus[k][i], 1e-10);
      }
      EXPECT_NEAR(impact.outcome.energy.after, impact.outcome.energy.before, 1e-13);
    }
    const State& end = trajectory.record.rows.back().state;
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(end.q[i], run.q_end[i], 1e-11);
      EXPECT_NEAR(run.masses[i] * end.v[i], run.p_end[i], 1e-11);
    }
  }
}

TEST(PendulumCradle, ImpactTimesConvergeWithOrderTwo) {
  std::vector<double> errors;
  for (const double step : {0.02, 0.01, 0.005, 0.0025, 0.00125}) {
    const Trajectory trajectory = swing({1.0, 1.0, 1.0}, step, 4.0);
    ASSERT_EQ(trajectory.record.impacts.size(), published::cradle_exact_times.size());
    double worst = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      worst = std::max(
          worst, std::abs(trajectory.record.impacts[k].time - published::cradle_exact_times[k]));
    }
    errors.push_back(worst);
  }
  for (std::size_t k = 1; k < errors.size(); ++k) {
    EXPECT_NEAR(errors[k - 1] / errors[k], 4.0, 0.2) << "halving " << k;
  }
}

TEST(PendulumCradle, RungeKuttaMeetsTheExactTimes) {
  const Trajectory trajectory = swing({1.0, 1.0, 1.0}, 0.01, 4.0, IntegratorKind::runge_kutta);
  ASSERT_EQ(trajectory.record.impacts.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(trajectory.record.impacts[k].time, published::cradle_exact_times[k], 1e-10);
  }
}

}  // namespace
}  // namespace carom
