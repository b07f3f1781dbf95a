// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Footholds of a walk. Input: a gait and where the feet stand. Output: the soles' centres and
// headings of all steps, in order, or every fault of the gait.
// The path is a line of points c_k with headings θ_k, k = 1 … steps:
//   θ_k = θ_0 + turn k/steps,  c_k = c_{k−1} + length (cos, sin)((θ_{k−1} + θ_k)/2),
// and the foothold of step k lies width/2 across θ_k from c_k, on the side of its foot. θ_0 is the
// mean heading of the feet; c_0 lies midway between them across θ_0 and beside the foot that stands
// first along it. So the first swing travels `length`, all later ones twice that. Heights are those
// of the gait, in the world. Whether the legs reach so far is not asked here.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/walking.h"
#include "control/walk/heading.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;
using Eigen::Vector2d;

// Closer, and soles would stand on each other; the size was not tried.
constexpr double smallest_width = 0.05;  // [m]
// A bound on what is asked of the hips; the size was not tried.
constexpr double largest_turn_step = 0.8;  // change of heading in one step [rad]

Vector2d along(double heading) { return {std::cos(heading), std::sin(heading)}; }
Vector2d across(double heading) { return {-std::sin(heading), std::cos(heading)}; }

void fault(Faults& faults, const char* name, double value, const std::string& expected) {
  faults.push_back(fmt::format("gait: {} = {}; expected {}", name, base::number(value), expected));
}

/// Each parameter by the rule of its table, then what only a path of steps must keep.
void check_gait(const WalkGait& gait, Faults& faults) {
  for (const WalkFault& fault : walk_faults(gait)) faults.push_back("gait: " + fault.text);
  if (gait.width > 0.0 && gait.width < smallest_width) {
    fault(faults, "step_width", gait.width,
          fmt::format("0 (as it stands) or at least {} m", base::number(smallest_width)));
  }
  if (std::isfinite(gait.turn) && gait.steps >= 1 &&
      std::abs(gait.turn) > largest_turn_step * gait.steps) {
    fault(faults, "turn", gait.turn,
          fmt::format("at most {} rad per step; take more steps", base::number(largest_turn_step)));
  }
}

bool check_feet(const Foothold& left, const Foothold& right, Faults& faults) {
  bool finite = true;
  for (const Foothold* foot : {&left, &right}) {
    if (foot->center.allFinite() && std::isfinite(foot->heading)) continue;
    finite = false;
    faults.push_back(fmt::format("walk: {} foot's place is not finite; expected finite numbers",
                                 foot == &left ? "left" : "right"));
  }
  return finite;
}

/// Of the left foot from the right one, across the heading.
double width_of(const Foothold& left, const Foothold& right, double heading) {
  return across(heading).dot((left.center - right.center).head<2>());
}

}  // namespace

std::string to_string(Side side) { return side == Side::left ? "left" : "right"; }

std::vector<Foothold> plan_footholds(const WalkGait& gait, const Foothold& left,
                                     const Foothold& right) {
  Faults faults;
  const bool finite = check_feet(left, right, faults);
  const double start = finite ? control::mean_heading(right.heading, left.heading) : 0.0;
  const double stands = finite ? width_of(left, right, start) : smallest_width;
  if (gait.motion == WalkMotion::walk) {
    check_gait(gait, faults);
    if (stands < smallest_width) {
      fault(faults, "width of the feet as they stand", stands,
            fmt::format("at least {} m, the left foot on the left", base::number(smallest_width)));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  if (gait.motion == WalkMotion::stand) return {};

  const double width = gait.width == 0.0 ? stands : gait.width;
  const Foothold& stance = gait.first == Side::left ? right : left;
  Vector2d path = 0.5 * (left.center + right.center).head<2>();
  path += along(start) * along(start).dot(stance.center.head<2>() - path);
  std::vector<Foothold> footholds(static_cast<std::size_t>(gait.steps));
  Side side = gait.first;
  double before = start;
  for (std::size_t k = 0; k < footholds.size(); ++k) {
    const double heading = start + gait.turn * (static_cast<double>(k) + 1.0) / gait.steps;
    path += gait.length * along(0.5 * (before + heading));
    footholds[k].side = side;
    footholds[k].heading = heading;
    footholds[k].center.head<2>() =
        path + (side == Side::left ? 0.5 : -0.5) * width * across(heading);
    footholds[k].center.z() = k < gait.heights.size() ? gait.heights[k] : 0.0;
    side = other(side);
    before = heading;
  }
  return footholds;
}

}  // namespace carom
