// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S2 (4.1)–(4.5) with normalised time τ = (t − t_i)/T, which the print leaves out of (4.1):
//   s(τ) = 3τ² − 2τ³                       (4.1)  x = x_i + (x_f − x_i) s, and y alike
//   c = (x_left + x_right)/2 + offset      (4.4)  height constant
//   z = z_max [1 − (2s − 1)²] = 4 z_max s (1 − s)   (4.5)
// (4.5) is printed over x − x_i = (x_f − x_i) s; written with s it is the same parabola, and still
// one where the stride is zero: the foot then rises and falls by time alone.
// Waypoints (4.2), (4.3): in step k the foot k mod 2 moves; each foot's goal becomes its start (the
// print forgets that for the right foot in the second block), the mover's goal grows by its stride.
// In closed form, so that any time can be asked for: a foot that has made n steps stands n strides
// ahead, less what the first and last step are short.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/gait.h"

namespace carom {
namespace {

/// s and its derivatives by time.
struct Blend {
  double value = 0.0, rate = 0.0, acceleration = 0.0;
};

Blend blend(double tau, double duration) {
  return {tau * tau * (3.0 - 2.0 * tau), 6.0 * tau * (1.0 - tau) / duration,
          (6.0 - 12.0 * tau) / (duration * duration)};
}

Side mover(const ThesisGait& gait, int step) {
  return step % 2 == 0 ? gait.first : other(gait.first);
}

/// Strides that a foot has made when step `step` begins, with the shares of first and last.
double strides_made(const ThesisGait& gait, Side side, int step) {
  const bool begins = side == gait.first;
  const int count = begins ? (step + 1) / 2 : step / 2;
  double made = count;
  if (begins && count > 0) made -= 1.0 - gait.first_share;
  const bool finished = step == gait.steps && gait.steps > 1;
  if (finished && side == mover(gait, gait.steps - 1)) made -= 1.0 - gait.last_share;
  return made;
}

Eigen::Vector3d foothold(const ThesisGait& gait, Side side, int step) {
  const bool is_left = side == Side::left;
  Eigen::Vector3d place = is_left ? gait.left : gait.right;
  place.head<2>() +=
      strides_made(gait, side, step) * (is_left ? gait.stride_left : gait.stride_right);
  return place;
}

GaitPoint standing(const Eigen::Vector3d& place) { return {.position = place}; }

GaitPoint swinging(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double apex,
                   const Blend& s) {
  const Eigen::Vector3d way = to - from;
  GaitPoint point{from + s.value * way, s.rate * way, s.acceleration * way};
  const double slope = 4.0 * apex * (1.0 - 2.0 * s.value);
  point.position.z() += 4.0 * apex * s.value * (1.0 - s.value);
  point.velocity.z() += slope * s.rate;
  point.acceleration.z() += slope * s.acceleration - 8.0 * apex * s.rate * s.rate;
  return point;
}

GaitPoint between(const ThesisGait& gait, const GaitPoint& left, const GaitPoint& right) {
  GaitPoint point{0.5 * (left.position + right.position), 0.5 * (left.velocity + right.velocity),
                  0.5 * (left.acceleration + right.acceleration)};
  point.position.head<2>() += gait.offset;
  point.position.z() = gait.height;
  point.velocity.z() = point.acceleration.z() = 0.0;
  return point;
}

using Faults = std::vector<std::string>;

void check_finite(Faults& faults, const char* name, const Eigen::Ref<const Eigen::VectorXd>& v) {
  if (v.allFinite()) return;
  std::vector<std::string> entries;
  for (const double entry : v) entries.push_back(base::number(entry));
  faults.push_back(
      fmt::format("gait: {} = {}; expected finite numbers", name, base::join(entries)));
}

void check_number(Faults& faults, const char* name, double value, const char* unit, bool zero) {
  if (std::isfinite(value) && (value > 0.0 || (zero && value == 0.0))) return;
  faults.push_back(fmt::format("gait: {} = {}{}; expected {} {} and finite", name,
                               base::number(value), unit, name, zero ? ">= 0" : "> 0"));
}

}  // namespace

void ThesisGait::check() const {
  Faults faults;
  if (steps < 0) faults.push_back(fmt::format("gait: steps = {}; expected steps >= 0", steps));
  check_finite(faults, "stride_left", stride_left);
  check_finite(faults, "stride_right", stride_right);
  check_number(faults, "first_share", first_share, "", true);
  check_number(faults, "last_share", last_share, "", true);
  check_number(faults, "step_time", step_time, " s", false);
  check_number(faults, "apex", apex, " m", true);
  check_finite(faults, "left", left);
  check_finite(faults, "right", right);
  check_finite(faults, "height", Eigen::Matrix<double, 1, 1>(height));
  check_finite(faults, "offset", offset);
  if (!faults.empty()) throw InvalidInput(faults);
}

double ThesisGait::end() const { return steps * step_time; }

GaitWaypoints ThesisGait::waypoints(int step) const {
  const int k = std::clamp(step, 0, std::max(0, steps - 1));
  const int next = std::min(k + 1, steps);
  return {foothold(*this, Side::left, k), foothold(*this, Side::left, next),
          foothold(*this, Side::right, k), foothold(*this, Side::right, next)};
}

GaitMoment ThesisGait::at(double time) const {
  check();
  if (!std::isfinite(time)) {
    throw InvalidInput(
        fmt::format("gait: time = {} s; expected a finite number", base::number(time)));
  }
  GaitMoment moment;
  const double count = std::floor(time / step_time);
  moment.moving = steps > 0 && count >= 0.0 && count < steps;
  moment.step = count < 0.0 ? -1 : static_cast<int>(std::min(count, steps - 1.0));
  moment.swing = mover(*this, std::max(moment.step, 0));
  if (moment.moving) {
    const GaitWaypoints way = waypoints(moment.step);
    const double tau = std::clamp(time / step_time - count, 0.0, 1.0);
    const Blend s = blend(tau, step_time);
    const bool left_moves = moment.swing == Side::left;
    moment.progress = s.value;
    moment.left =
        left_moves ? swinging(way.left_from, way.left_to, apex, s) : standing(way.left_from);
    moment.right =
        left_moves ? standing(way.right_from) : swinging(way.right_from, way.right_to, apex, s);
  } else {
    const int made = moment.step < 0 ? 0 : steps;
    moment.progress = made > 0 ? 1.0 : 0.0;
    moment.left = standing(foothold(*this, Side::left, made));
    moment.right = standing(foothold(*this, Side::right, made));
  }
  moment.center_of_mass = between(*this, moment.left, moment.right);
  return moment;
}

}  // namespace carom
