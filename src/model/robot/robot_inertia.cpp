// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "model/robot/robot_inertia.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/text.h"

namespace carom {
namespace {

// Files are written with few digits: 6 of them is what the inequality is asked to hold to.
constexpr double printed_digits = 1e-6;
// Moments below this times the mass are zero with rounding [m^2].
// A radius of gyration of 1e-6 m: no part is so small.
constexpr double point_mass = 1e-12;

std::string place(const BodyInertia& body) {
  return body.element == nullptr ? body.body
                                 : fmt::format("{} (line {})", body.body, body.element->line);
}

/// Joints with no inertia at or below their body. Returns those that may be fixed.
std::vector<std::string> check_moving(const std::vector<BodyInertia>& bodies, RobotNotes& notes) {
  std::vector<std::string> fixed;
  std::vector<bool> carries(bodies.size(), false);
  for (std::size_t k = bodies.size(); k-- > 0;) {
    const BodyInertia& body = bodies[k];
    if (body.mass > 0.0 || body.inertia.cwiseAbs().maxCoeff() > 0.0) carries[k] = true;
    if (carries[k] && body.parent >= 0) carries[static_cast<std::size_t>(body.parent)] = true;
  }
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const BodyInertia& body = bodies[k];
    if (carries[k] || !body.moves || body.armature > 0.0 || body.element == nullptr) continue;
    if (body.coupled) {
      fixed.push_back(body.joint);
      continue;
    }
    notes.fault(*body.element,
                fmt::format("body '{}': mass = 0 here and beyond; expected > 0, because joint '{}' "
                            "moves nothing; give it an inertia or fix the joint",
                            body.body, body.joint));
  }
  if (!fixed.empty()) {
    notes.warn("mimic joints that move no mass are fixed: " + short_list(fixed, 40));
  }
  return fixed;
}

}  // namespace

std::vector<std::string> check_inertia(const std::vector<BodyInertia>& bodies, RobotNotes& notes) {
  std::vector<std::string> impossible, without_mass;
  for (const BodyInertia& body : bodies) {
    if (body.mass < 0.0 && body.element != nullptr) {
      notes.fault(*body.element, fmt::format("body '{}': mass = {} kg; expected >= 0", body.body,
                                             base::number(body.mass)));
      continue;
    }
    if (!body.inertia.allFinite()) continue;  // A fault already.
    const Eigen::Vector3d I =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(body.inertia, Eigen::EigenvaluesOnly)
            .eigenvalues();
    const double scale = I.cwiseAbs().maxCoeff();
    if (body.mass > 0.0 && scale <= point_mass * body.mass) continue;
    const auto shown = [&](double moment) {
      // Of the largest moment: eigenvalues have rounding of 1e-16 of it, and messages four digits.
      return base::number(std::abs(moment) < 1e-12 * scale ? 0.0 : moment, 4);
    };
    if (I(0) < -printed_digits * scale || I(2) > I(0) + I(1) + printed_digits * scale) {
      impossible.push_back(
          fmt::format("{} {} > {} + {}", place(body), shown(I(2)), shown(I(0)), shown(I(1))));
    }
    if (body.mass == 0.0 && scale > 0.0) without_mass.push_back(place(body));
  }
  std::vector<std::string> fixed = check_moving(bodies, notes);
  if (!impossible.empty()) {
    notes.warn(
        "inertia that no body has (largest principal moment above the sum of the others, "
        "kg m^2), taken as it is: " +
        short_list(impossible, 40));
  }
  if (!without_mass.empty()) {
    notes.warn("inertia without mass, taken as it is: " + short_list(without_mass, 40));
  }
  return fixed;
}

}  // namespace carom
