// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The plan of a walk: its phases, the equation of the DCM, the swing's smoothness, terraces, what a
// landing changes, and its memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/walking.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using testing::HasSubstr;

constexpr double com_height = 9.81 / (3.26 * 3.26);  // ω = 3.26
const Foothold left_stance{.side = Side::left, .center = {0.0, 0.089, 0.0}};
const Foothold right_stance{.side = Side::right, .center = {0.0, -0.089, 0.0}};

WalkGait short_gait(int steps = 4) {
  WalkGait gait;
  gait.steps = steps;
  return gait;
}

WalkGait turning() {
  WalkGait gait = short_gait(6);
  gait.turn = 0.6;
  gait.heights = {0.02, 0.02, 0.05, 0.05, 0.01, 0.0};
  gait.landing_pitch = 0.1;
  return gait;
}

/// Greatest |ξ̇ − ω (ξ − p)| with ξ̇ by differences, and of the rate that the plan gives.
double dcm_residual(const WalkPlan& plan, double until) {
  double worst = 0.0;
  const double h = 1e-4;
  for (double t = 0.01; t < until; t += 0.0137) {
    const WalkMoment at = plan.at(t), before = plan.at(t - h), after = plan.at(t + h);
    if (before.begin != at.begin || after.begin != at.begin) continue;
    const Vector2d rate = (after.dcm - before.dcm) / (2.0 * h);
    if ((after.zmp - 2.0 * at.zmp + before.zmp).norm() > 1e-12) continue;  // a knot of the shift
    worst = std::max(worst, (rate - plan.omega() * (at.dcm - at.zmp)).norm());
    worst = std::max(worst, (rate - at.dcm_rate).norm());
  }
  return worst;
}

/// Greatest jump of DCM and ZMP between times 1e-9 apart around the phase ends.
double border_jump(const WalkPlan& plan) {
  double worst = 0.0;
  for (double t = 0.0; t < plan.end() + 1.0;) {
    const WalkMoment at = plan.at(t);
    if (!std::isfinite(at.end)) break;
    const WalkMoment before = plan.at(std::nextafter(at.end, 0.0)), after = plan.at(at.end);
    EXPECT_EQ(before.begin, at.begin);
    EXPECT_EQ(after.begin, at.end);
    worst = std::max({worst, (after.dcm - before.dcm).norm(), (after.zmp - before.zmp).norm(),
                      std::abs(after.ground - before.ground),
                      std::abs(after.ground_rate - before.ground_rate)});
    t = at.end;
  }
  return worst;
}

TEST(WalkPlan, PhasesFollowInOrderAndAreHalfOpen) {
  const WalkPlan plan(short_gait(2), left_stance, right_stance, com_height);
  struct Expected {
    WalkPhase phase;
    int step;
    double begin, end;
    Side swing;
  };
  const double inf = std::numeric_limits<double>::infinity();
  for (const Expected& want : {Expected{WalkPhase::shift, -1, 0.0, 1.5, Side::right},
                               {WalkPhase::single_support, 0, 1.5, 2.3, Side::right},
                               {WalkPhase::double_support, 0, 2.3, 2.55, Side::left},
                               {WalkPhase::single_support, 1, 2.55, 3.35, Side::left},
                               {WalkPhase::shift, 1, 3.35, 4.85, Side::right},
                               {WalkPhase::stand, 1, 4.85, inf, Side::right}}) {
    const WalkMoment at = plan.at(plan.at(want.begin + 1e-6).begin);  // exactly at the border
    EXPECT_EQ(at.phase, want.phase);
    EXPECT_EQ(at.step, want.step);
    EXPECT_NEAR(at.begin, want.begin, 1e-12);
    EXPECT_TRUE(at.end == want.end || std::abs(at.end - want.end) < 1e-12);
    EXPECT_EQ(at.swing, want.swing);
  }
  EXPECT_NEAR(plan.end(), 4.85, 1e-12);
  EXPECT_EQ(plan.at(1e9).phase, WalkPhase::stand);
  EXPECT_EQ(to_string(plan.at(2.4).phase), "double support");
  EXPECT_EQ(to_string(plan.at(2.4).swing), "left");
}

TEST(WalkPlan, TheDcmObeysItsEquationAndStartsAndEndsAtRest) {
  WalkGait slow = short_gait(3);
  slow.single_support = 4.0;
  slow.double_support = 2.0;
  slow.shift = 3.0;
  WalkGait fast = short_gait(6);
  fast.single_support = 0.5;
  fast.double_support = 0.1;
  for (const WalkGait& gait : {short_gait(5), turning(), slow, fast, short_gait(1)}) {
    const WalkPlan plan(gait, left_stance, right_stance, com_height);
    EXPECT_NEAR(plan.omega(), 3.26, 1e-12);
    EXPECT_LT(dcm_residual(plan, plan.end() + 1.0), 1e-6);
    EXPECT_LT(border_jump(plan), 1e-12);
    EXPECT_LT(plan.at(0.0).dcm.norm(), 1e-12);
    EXPECT_LT(plan.at(0.0).zmp.norm(), 1e-12);
    const auto& holds = plan.footholds();
    const Foothold& stance = holds.size() > 1 ? holds[holds.size() - 2] : left_stance;
    const Vector2d middle = 0.5 * (holds.back().center + stance.center).head<2>();
    EXPECT_LT((plan.at(plan.end()).dcm - middle).norm(), 1e-12);
    EXPECT_LT((plan.at(plan.end() + 100.0).zmp - middle).norm(), 1e-12);
  }
}

TEST(WalkPlan, TheZmpStaysOverTheFeet) {
  const WalkPlan plan(short_gait(4), left_stance, right_stance, com_height);
  for (double t = 0.0; t < plan.end(); t += 0.01) {
    const WalkMoment at = plan.at(t);
    EXPECT_LE(std::abs(at.zmp.y()), 0.089 + 1e-12) << t;
    if (at.phase != WalkPhase::single_support) continue;
    const Vector3d stance =
        at.step == 0 ? left_stance.center : plan.footholds()[at.step - 1].center;
    EXPECT_LT((at.zmp - stance.head<2>()).norm(), 1e-12) << t;
  }
  // Towards the foot to be lifted first, by a small amount.
  EXPECT_LT(plan.at(0.3).zmp.y(), 0.0);
  EXPECT_GT(plan.at(0.3).zmp.y(), -0.03);
}

TEST(WalkPlan, StandingStaysInTheMiddle) {
  WalkGait gait;
  gait.motion = WalkMotion::stand;
  WalkPlan plan(gait, left_stance, {.side = Side::right, .center = {0.1, -0.089, 0.02}},
                com_height);
  for (const double t : {-1.0, 0.0, 5.0}) {
    const WalkMoment at = plan.at(t);
    EXPECT_EQ(at.phase, WalkPhase::stand);
    EXPECT_EQ(at.step, -1);
    EXPECT_LT((at.dcm - Vector2d(0.05, 0.0)).norm(), 1e-15);
    EXPECT_NEAR(at.ground, 0.01, 1e-15);
  }
  EXPECT_EQ(plan.end(), 0.0);
  EXPECT_FALSE(plan.adjust(1.0, {0.2, 0.2}, {}));
}

/// Greatest difference between given derivatives and differences; and steps of the accelerations.
void expect_smooth(const WalkPlan& plan, double begin, double end) {
  const double h = 1e-5;
  for (double t = begin + h; t < end - h; t += 1.7e-3) {
    const SwingMoment at = plan.swing(t), before = plan.swing(t - h), after = plan.swing(t + h);
    EXPECT_LT(((after.position - before.position) / (2 * h) - at.velocity).norm(), 1e-6) << t;
    EXPECT_LT(((after.velocity - before.velocity) / (2 * h) - at.acceleration).norm(), 5e-3) << t;
    EXPECT_LT((after.acceleration - before.acceleration).norm(), 2e-2) << t;
    EXPECT_NEAR((after.pitch - before.pitch) / (2 * h), at.pitch_rate, 1e-6);
    EXPECT_NEAR((after.pitch_rate - before.pitch_rate) / (2 * h), at.pitch_acceleration, 5e-3);
    EXPECT_NEAR((after.heading - before.heading) / (2 * h), at.heading_rate, 1e-6);
    EXPECT_NEAR((after.heading_rate - before.heading_rate) / (2 * h), at.heading_acceleration,
                5e-3);
  }
}

TEST(WalkPlan, TheSwingIsSmoothAndLandsOnTime) {
  const WalkGait gait = turning();
  WalkPlan plan(gait, left_stance, right_stance, com_height);
  for (int step = 0; step < gait.steps; ++step) {
    const double begin = 1.5 + 1.05 * step, end = begin + 0.8;
    const Foothold target = plan.footholds()[static_cast<std::size_t>(step)];
    const Foothold from = step > 1    ? plan.footholds()[static_cast<std::size_t>(step - 2)]
                          : step == 0 ? right_stance
                                      : left_stance;
    const SwingMoment lift = plan.swing(begin + 1e-9), lands = plan.swing(end - 1e-9);
    EXPECT_LT((lift.position - from.center).norm(), 1e-12);
    EXPECT_LT(lift.velocity.norm() + lift.acceleration.norm(), 1e-4);
    EXPECT_LT((lands.position - target.center).norm(), 1e-9);
    EXPECT_LT((lands.velocity - Vector3d(0.0, 0.0, -0.05)).norm(), 1e-6);
    EXPECT_NEAR(lands.heading, target.heading, 1e-12);
    EXPECT_NEAR(lands.pitch, 0.1, 1e-12);
    EXPECT_LT((plan.swing(begin + 0.039).position - from.center).head<2>().norm(), 1e-12);
    EXPECT_LT((plan.swing(begin + 0.721).position - target.center).head<2>().norm(), 1e-12);
    double highest = -1.0;
    for (double t = begin; t < end; t += 1e-3) {
      highest = std::max(highest, plan.swing(t).position.z());
    }
    EXPECT_NEAR(highest, std::max(from.center.z(), target.center.z()) + 0.05, 1e-6);
    expect_smooth(plan, begin, end);
  }
}

TEST(WalkPlan, ALateFootGoesOnDown) {
  const WalkPlan plan(short_gait(), left_stance, right_stance, com_height);
  const double end = plan.at(2.0).end;
  const Vector3d target = plan.footholds()[0].center;
  const SwingMoment late = plan.swing(end + 0.1);
  EXPECT_NEAR(late.position.z(), -0.005 - 0.01, 1e-12);
  EXPECT_NEAR(late.velocity.z(), -0.25, 1e-12);
  EXPECT_EQ(late.acceleration.z(), -2.0);
  EXPECT_LT((late.position - target).head<2>().norm(), 1e-12);
  const SwingMoment later = plan.swing(end + 0.2);  // no faster than 0.3 m/s, from 0.125 s on
  EXPECT_NEAR(later.velocity.z(), -0.3, 1e-12);
  EXPECT_NEAR(later.position.z(), -0.00625 - 0.015625 - 0.3 * 0.075, 1e-12);
  EXPECT_EQ(later.acceleration.z(), 0.0);
}

TEST(WalkPlan, TheGroundChangesSmoothlyBetweenTerraces) {
  WalkPlan plan(turning(), left_stance, right_stance, com_height);
  EXPECT_LT(border_jump(plan), 1e-12);
  const double h = 1e-5;
  double fastest = 0.0;
  for (double t = h; t < plan.end() + 0.5; t += 1.3e-3) {
    const WalkMoment before = plan.at(t - h), after = plan.at(t + h);
    EXPECT_NEAR((after.ground - before.ground) / (2 * h), plan.at(t).ground_rate, 1e-6) << t;
    fastest = std::max(fastest, std::abs(after.ground_rate - before.ground_rate) / (2 * h));
  }
  EXPECT_LT(fastest, 0.6);                                      // m/s²: 40 mm in 0.65 s
  EXPECT_NEAR(plan.at(1.5 + 1.05 + 0.45).ground, 0.02, 1e-12);  // on the first foothold
  EXPECT_NEAR(plan.at(plan.end()).ground, 0.005, 1e-12);
  // A foot that landed lower than planned: the ground follows later, without a jump at the landing.
  const double landing = plan.at(2.0).end;
  const double before = plan.at(landing + 0.12).ground;
  Foothold found = plan.footholds()[0];
  found.center.z() = 0.0;
  plan.landed(0, found);
  EXPECT_NEAR(plan.at(landing + 0.12).ground, before, 1e-12);
  EXPECT_NEAR(plan.at(landing + 0.25 + 0.41).ground, 0.0, 1e-12);
  EXPECT_EQ(plan.footholds()[1].center.z(), 0.02);
  EXPECT_LT(border_jump(plan), 1e-12);
}

TEST(WalkPlan, ALandingMovesAllLaterFootholdsAndTheDcm) {
  WalkPlan plan(short_gait(), left_stance, right_stance, com_height);
  const WalkPlan as_planned = plan;
  Foothold measured = plan.footholds()[1];
  measured.center += Vector3d(0.03, 0.01, 0.001);
  measured.heading = 0.02;
  plan.landed(1, measured);
  EXPECT_EQ(plan.footholds()[0].center, as_planned.footholds()[0].center);
  EXPECT_EQ(plan.footholds()[1].center, measured.center);
  EXPECT_EQ(plan.footholds()[1].heading, 0.02);
  for (std::size_t k = 2; k < 4; ++k) {
    const Vector3d moved = plan.footholds()[k].center - as_planned.footholds()[k].center;
    EXPECT_LT((moved - Vector3d(0.03, 0.01, 0.0)).norm(), 1e-15);
    EXPECT_EQ(plan.footholds()[k].heading, 0.0);
  }
  const double later = as_planned.at(3.0).end + 0.3;
  EXPECT_LT((plan.at(later).dcm - as_planned.at(later).dcm - Vector2d(0.03, 0.01)).norm(), 1e-12);
  EXPECT_EQ(plan.end(), as_planned.end());
  EXPECT_LT(dcm_residual(plan, plan.end()), 1e-6);
}

TEST(WalkPlan, ALiftedFootSwingsFromThereAndKeepsItsTarget) {
  WalkPlan plan(short_gait(), left_stance, right_stance, com_height);
  Foothold from = left_stance;
  from.center += Vector3d(0.01, -0.02, 0.003);
  from.heading = 0.1;
  plan.lifted(1, from);
  const double begin = plan.at(2.6).begin;
  EXPECT_LT((plan.swing(begin).position - from.center).norm(), 1e-15);
  EXPECT_EQ(plan.swing(begin).heading, 0.1);
  expect_smooth(plan, begin, begin + 0.8);
  const Vector3d target = plan.footholds()[1].center;
  Foothold late = plan.footholds()[0];  // reported after the next foot has left
  late.center.x() += 0.05;
  plan.landed(0, late);
  EXPECT_EQ(plan.footholds()[1].center, target);
  EXPECT_LT((plan.swing(begin + 0.75).position - target).head<2>().norm(), 1e-15);
}

TEST(WalkPlan, AnotherPlanGoesOnFromItsMemoryWithTheSameBits) {
  WalkPlan plan(turning(), left_stance, right_stance, com_height);
  Foothold from = left_stance;
  from.center.x() += 0.0123;
  plan.landed(0, plan.footholds()[0]);
  plan.lifted(1, from);
  const SupportReach reach{.center = plan.footholds()[0].center.head<2>(),
                           .heading = 0.1,
                           .half_length = 0.11,
                           .half_width = 0.042};
  const double time = plan.at(2.6).begin + 0.3;
  EXPECT_TRUE(plan.adjust(time, plan.at(time).dcm + Vector2d(0.0, 0.07), reach));
  WalkPlan twin(turning(), left_stance, right_stance, com_height);
  EXPECT_NE(twin.memory(), plan.memory());
  twin.set_memory(plan.memory());
  EXPECT_EQ(twin.memory(), plan.memory());
  const auto same_later = [&] {
    for (double t = time; t < plan.end() + 0.1; t += 0.0071) {
      EXPECT_EQ(twin.at(t).dcm, plan.at(t).dcm);
      EXPECT_EQ(twin.at(t).ground, plan.at(t).ground);
      EXPECT_EQ(twin.swing(t).position, plan.swing(t).position);
      EXPECT_EQ(twin.swing(t).acceleration, plan.swing(t).acceleration);
    }
  };
  same_later();
  for (WalkPlan* one : {&plan, &twin}) {
    one->adjust(time + 0.05, one->at(time + 0.05).dcm + Vector2d(0.02, 0.05), reach);
    one->landed(1, one->footholds()[1]);
    one->lifted(2, one->footholds()[0]);
  }
  same_later();
  EXPECT_EQ(twin.memory(), plan.memory());
}

TEST(WalkPlan, WhatItRefuses) {
  WalkGait gait = short_gait(0);
  const auto faults =
      test::faults_of([&] { const WalkPlan plan(gait, left_stance, right_stance, -1.0, 0.0); });
  EXPECT_EQ(faults.size(), 3U);
  EXPECT_THAT(faults, testing::Contains(HasSubstr("height of the centre of mass = -1")));
  WalkPlan plan(short_gait(), left_stance, right_stance, com_height);
  EXPECT_THROW(plan.landed(4, right_stance), InvalidInput);
  EXPECT_THROW(plan.lifted(-1, right_stance), InvalidInput);
  EXPECT_THROW(plan.landed(0, left_stance), InvalidInput);
  Foothold lost = right_stance;
  lost.center.x() = std::nan("");
  EXPECT_THROW(plan.landed(0, lost), InvalidInput);
  EXPECT_THROW(plan.set_memory(Eigen::VectorXd::Zero(3)), InvalidInput);
}

}  // namespace
}  // namespace carom::test
