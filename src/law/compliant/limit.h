// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts without end, and their limits. Input: the motion after a step, how many steps and bounces
// there were. Output: whether the impact has one of these ends, and the motion at its limit.
//   faded     ever smaller bounces, as in inelastic collapse: speeds and springs go to zero
//             geometrically while flights grow. What is left when they are faint is the error.
//   trapped   springs that press each other vibrate for ever once no peak grows and no slip is
//             left. That takes forces of the contacts, within their cones, whose sum is zero:
//             Σ aᵢcᵢ = 0, a ≥ 0, over the edges c of the cones (Gordan; without friction c = n).
//             Then nᵢ·v = 0 in every end that there can be, and any loss besides leads there.
//             Where friction has them in balance at rest, that is the end.
//   squeezed  e = 0 without friction, between contacts that nearly face each other (or a light
//             body between heavy ones): the springs carry for very many of their own periods.
// A faint rest, and any without friction, is projected on the velocities that separate, in the mass
// metric: what e = 0 does to contacts that meet at once. With friction the rest is an impact with
// e = 0 from the speed reached, all gaps zero (as they are in the limit of infinite stiffness).
// Only trapped contacts that keep all their energy (e = 1, no friction) have no such end.
#pragma once

#include <string>
#include <vector>

#include "law/compliant/motion.h"

namespace carom::law {

bool without_friction(const CompliantMotion& motion);

class CompliantLimit {
 public:
  static constexpr int max_steps = 50000;
  /// How the impact ended: nothing is active or approaches; by one of the limits; not at all,
  /// because trapped contacts keep their energy; not, for the reason given.
  enum class End { separates, faded, trapped, squeezed, keeps_energy, fails };

  End end = End::separates;
  std::string reason;        ///< Why there is no answer.
  double left = 0.0;         ///< Energy when trapped contacts were found, scaled.
  std::vector<int> trapped;  ///< Contacts of the limit, or that keep their energy.
  bool reached = false;      ///< The motion is at its end: nothing more to follow.

  void start();
  /// After a step. Trapped contacts with friction start anew with e = 0, from step 0. False: no
  /// end.
  bool seek(CompliantMotion& motion, int& steps, int joins);
  bool fail(std::string why);

 private:
  static bool faded(const CompliantMotion& motion, int joins);
  void find_faded(const CompliantMotion& motion);
  bool jams(const CompliantMotion& motion, int steps);
  bool vibrates_for_ever(const CompliantMotion& motion);
  static double energy_now(const CompliantMotion& motion);
  bool find_trapped(const CompliantMotion& motion);
  bool keeps_all_energy(const CompliantMotion& motion) const;
  static bool always_plastic(const CompliantMotion& motion);
  bool project(CompliantMotion& motion);
  static void restart_plastic(CompliantMotion& motion);
  static std::string endless(int steps);

  double energy_then_ = 0.0;
};

}  // namespace carom::law
