// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A linear inverted pendulum of Atlas v1's size that follows the plan of a walk, and is pushed:
// ξ̇ = ω (ξ − p) at 1 kHz, p = p_ref + (1 + k/ω)(ξ − ξ_ref) clipped inside the soles that stand.
// The swinging foot follows its curve exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/walking.h"

namespace carom::test {

struct PendulumTrial {
  WalkGait gait = {};
  double inset = 0.020;                               ///< Of the ZMP from the sole's edge [m].
  double push_time = -1.0;                            ///< [s]
  Eigen::Vector2d impulse = Eigen::Vector2d::Zero();  ///< [N s]
  double noise = 0.0;                                 ///< Of the measured DCM [m].
};

struct PendulumResult {
  bool survives = false;
  int changes = 0;                    ///< Of the plan.
  double largest_shift = 0.0;         ///< Of a step (foothold from foothold) from the plan's [m].
  double narrowest = 1.0;             ///< Distance of the soles across [m].
  double largest_acceleration = 0.0;  ///< Of the swinging foot [m/s²].
  double largest_jump = 0.0;          ///< Of its acceleration when the plan changes [m/s²].
  double lowest = 1.0;                ///< Its height in the middle half of the swing [m].
  double shortest_swing = 10.0;       ///< [s]
  double delay = 0.0;                 ///< Of the end of the walk [s].
};

class Pendulum {
 public:
  static constexpr double mass = 90.6, omega = 3.26, tick = 1e-3;
  static constexpr double half_length = 0.13, half_width = 0.062, width = 0.178;

  explicit Pendulum(const PendulumTrial& trial)
      : trial_(trial),
        feet_{Foothold{.side = Side::left, .center = {0.0, 0.5 * width, 0.0}},
              Foothold{.side = Side::right, .center = {0.0, -0.5 * width, 0.0}}},
        plan_(trial.gait, feet_[0], feet_[1], 9.81 / (omega * omega)),
        dcm_(plan_.at(0.0).dcm) {}

  PendulumResult walk() {
    const double planned = plan_.end();
    for (int i = 0; i * tick < plan_.end() + 2.0; ++i) {
      advance(i * tick);
      if ((dcm_ - plan_.at(i * tick).dcm).norm() > 1.0) return result_;
    }
    result_.delay = plan_.end() - planned;
    result_.survives = (dcm_ - plan_.at(plan_.end()).dcm).norm() < 0.01;
    return result_;
  }

 private:
  Foothold& foot(Side side) { return feet_[side == Side::left ? 0 : 1]; }

  void advance(double time) {
    if (!pushed_ && trial_.push_time >= 0.0 && time >= trial_.push_time) {
      pushed_ = true;
      dcm_ += trial_.impulse / (mass * omega);
    }
    const WalkMoment moment = plan_.at(time);
    const bool single = moment.phase == WalkPhase::single_support;
    if (single && lifted_ < moment.step) plan_.lifted(lifted_ = moment.step, foot(moment.swing));
    if (!single && landed_ < moment.step) land(landed_ = moment.step);
    adjust(time, foot(other(moment.swing)), moment);
    const WalkMoment at = plan_.at(time);
    const Eigen::Vector2d wanted = at.zmp + (1.0 + 3.0 / omega) * (dcm_ - at.dcm);
    const Foothold& stance = foot(other(at.swing));
    const Eigen::Vector2d zmp = clipped(wanted, stance, single ? stance : foot(at.swing));
    dcm_ = zmp + (dcm_ - zmp) * std::exp(omega * tick);
  }

  void land(int step) {
    const Foothold down = plan_.footholds()[static_cast<std::size_t>(step)];
    const double side = down.side == Side::left ? 1.0 : -1.0;
    const Eigen::Vector3d way = down.center - foot(other(down.side)).center;
    result_.narrowest = std::min(result_.narrowest, side * way.y());
    const Eigen::Vector2d planned(trial_.gait.length, side * width);
    result_.largest_shift = std::max(result_.largest_shift, (way.head<2>() - planned).norm());
    foot(down.side) = down;
    plan_.landed(step, down);
  }

  void adjust(double time, const Foothold& stance, const WalkMoment& moment) {
    const SupportReach reach{.center = stance.center.head<2>(),
                             .heading = 0.0,
                             .half_length = half_length - trial_.inset,
                             .half_width = half_width - trial_.inset};
    const double wave = trial_.noise * std::sin(37.0 * time);
    const SwingMoment before = plan_.swing(time);
    const bool changed = plan_.adjust(time, dcm_ + Eigen::Vector2d(wave, -wave), reach);
    if (changed) ++result_.changes;
    if (moment.phase != WalkPhase::single_support) return;
    const SwingMoment after = plan_.swing(time);
    const double jump = (after.acceleration - before.acceleration).norm() +
                        100.0 * (after.velocity - before.velocity).norm() +
                        1e4 * (after.position - before.position).norm();
    result_.largest_jump = std::max(result_.largest_jump, jump);
    result_.largest_acceleration =
        std::max(result_.largest_acceleration, after.acceleration.norm());
    const double end = plan_.at(time).end, span = end - moment.begin;
    result_.shortest_swing = std::min(result_.shortest_swing, span);
    if (time > moment.begin + 0.25 * span && time < end - 0.25 * span) {
      result_.lowest = std::min(result_.lowest, after.position.z());
    }
  }

  /// Nearest point where the soles, and what is between them, carry.
  [[nodiscard]] Eigen::Vector2d clipped(const Eigen::Vector2d& zmp, const Foothold& one,
                                        const Foothold& two) const {
    const Eigen::Vector2d half(half_length - trial_.inset, half_width - trial_.inset);
    Eigen::Vector2d best = zmp;
    double least = 1e9;
    for (int i = 0; i <= 32; ++i) {
      const Eigen::Vector2d center =
          (one.center + (two.center - one.center) * (i / 32.0)).head<2>();
      const Eigen::Vector2d at = (zmp - center).cwiseMax(-half).cwiseMin(half) + center;
      if ((at - zmp).norm() >= least) continue;
      least = (at - zmp).norm();
      best = at;
    }
    return best;
  }

  PendulumTrial trial_;
  std::array<Foothold, 2> feet_;
  WalkPlan plan_;
  Eigen::Vector2d dcm_;
  PendulumResult result_ = {};
  int lifted_ = -1, landed_ = -1;
  bool pushed_ = false;
};

}  // namespace carom::test
