// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The path of S1's corner impact: phases of constant ratios, contact velocities linear in p = p_n1,
//   ϑ(p) = ϑ₀ + G r(c₁, c₂) p   (S1 eq. 31),
// from the start to W_n = (1 − e²) W_nc (S1 eq. 30), with S1's W_n (eq. 28).
#pragma once

#include <string>
#include <vector>

#include "carom/laws/corner.h"
#include "law/corner/tie.h"

namespace carom::law {

enum class CornerSlip { slips, sticks };

struct CornerPath {
  CornerRows rows;
  CornerMode mode = CornerMode::stick_tested;
  double restitution = 0.0;
  Eigen::Vector4d velocity;  ///< ϑ; start value set by the caller.
  Eigen::Vector4d impulse = Eigen::Vector4d::Zero();
  Eigen::Vector4d work = Eigen::Vector4d::Zero();    ///< ∫ v dp of each row.
  Eigen::Vector4d gained = Eigen::Vector4d::Zero();  ///< Its positive part.
  double normal_work = 0.0;                          ///< S1 eq. 28
  double compression_work = 0.0;                     ///< Its minimum, W_nc.
  std::array<double, 2> ratio = {0.0, 0.0};          ///< cᵢ
  std::array<CornerSlip, 2> slip = {CornerSlip::slips, CornerSlip::slips};
  bool falls_again = false;  ///< W_n fell again after the end of compression.

  /// Follows the impact; false: no end, `reason` says why.
  bool run(std::vector<Event>& events);
  std::string reason;

 private:
  double slope(const Eigen::Vector4d& rate) const;
  double curvature(const Eigen::Vector4d& rate) const;
  void begin(std::vector<Event>& events);
  void advance(const Eigen::Vector4d& direction, const Eigen::Vector4d& rate, double step);
  double time_to_stop(int contact, const Eigen::Vector4d& rate) const;
  bool watches(int contact) const;
  void stopped(int contact, std::vector<Event>& events);
  void stop_by_test(int contact, std::vector<Event>& events);
  void refresh_sticking(std::vector<Event>& events);
  void log(std::vector<Event>& events, Event::Kind kind, int contact) const;

  bool compressing_ = true;
  double speed_ = 0.0;
};

}  // namespace carom::law
