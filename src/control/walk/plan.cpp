// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The plan of a walk. Input: a gait, where the feet stand, the height of the centre of mass; then
// where feet were lifted and have landed, and the measured DCM. Output: what is wanted at any time.
//   shift | single 0, double 0 | single 1, double 1 | … | single n−1, shift | stand
// Phases are half open, [begin, end). The step of a moment is −1 in the first shift, k in single
// and double support k, n−1 in the last shift and in the stand after it (−1: it never walked).
// Curves: plan_timeline.cpp (ZMP, DCM, ground), plan_swing.cpp (the foot),
// plan_adjust.cpp (step adjustment).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/walking.h"
#include "control/walk/plan_adjust.h"
#include "control/walk/plan_swing.h"
#include "control/walk/plan_timeline.h"

namespace carom {

using Eigen::Vector2d;

std::string to_string(WalkPhase phase) {
  switch (phase) {
    case WalkPhase::shift: return "shift";
    case WalkPhase::single_support: return "single support";
    case WalkPhase::double_support: return "double support";
    case WalkPhase::stand: return "stand";
  }
  return {};
}

struct WalkPlan::Work {
  WalkGait gait = {};
  control::WalkTimeline line = {};
  control::SwingCurve curve = {};  // of the step that was lifted last
  int adjusted = -1;               // step that `shift` belongs to
  Vector2d shift = Vector2d::Zero();

  /// Of a step whose foot was not reported as lifted: from its last foothold.
  [[nodiscard]] control::SwingCurve planned_swing(int step) const {
    const auto k = static_cast<std::size_t>(step);
    return control::make_swing(gait, step, line.single_begin(step), line.single_end[k],
                               line.origin(step), line.footholds[k]);
  }
  /// Step `step` and all later ones.
  void move_footholds(int step, const Vector2d& by) {
    for (auto k = static_cast<std::size_t>(step); k < line.footholds.size(); ++k) {
      line.footholds[k].center.head<2>() += by;
    }
  }
  /// The phases of a step (−1: the first shift) end then, and all later ones move.
  void move_times(int step, double single_end, double double_end) {
    const double later = double_end - line.single_begin(step + 1);
    const auto next = static_cast<std::size_t>(step + 1);
    if (step < 0) {
      line.shift = double_end;
    } else {
      line.single_end[next - 1] = single_end;
      line.double_end[next - 1] = double_end;
    }
    for (std::size_t k = next; k < line.double_end.size(); ++k) {
      line.single_end[k] += later;
      line.double_end[k] += later;
    }
  }
  void check(int step, const Foothold& foothold, const char* what) const {
    if (step < 0 || step >= line.steps()) {
      throw InvalidInput(
          fmt::format("walk plan: {} step = {}; expected 0 to {}", what, step, line.steps() - 1));
    }
    if (foothold.side != line.footholds[static_cast<std::size_t>(step)].side) {
      throw InvalidInput(fmt::format("walk plan: {} foot of step {} = {}; expected the {} one",
                                     what, step, to_string(foothold.side),
                                     to_string(other(foothold.side))));
    }
    if (!foothold.center.allFinite() || !std::isfinite(foothold.heading)) {
      throw InvalidInput(
          fmt::format("walk plan: {} foothold of step {} is not finite; expected "
                      "finite numbers",
                      what, step));
    }
  }
};

WalkPlan::WalkPlan(const WalkGait& gait, const Foothold& left, const Foothold& right, double height,
                   double gravity)
    : work_(std::make_unique<Work>()) {
  std::vector<std::string> faults;
  std::vector<Foothold> footholds;
  try {
    footholds = plan_footholds(gait, left, right);
  } catch (const InvalidInput& error) {
    faults = error.faults();
  }
  const auto positive = [&](const char* name, double value) {
    if (std::isfinite(value) && value > 0.0) return;
    faults.push_back(fmt::format("walk plan: {} = {}; expected a finite number above 0", name,
                                 base::number(value)));
  };
  positive("height of the centre of mass", height);
  positive("gravity", gravity);
  if (!faults.empty()) throw InvalidInput(faults);
  work_->gait = gait;
  work_->line =
      control::make_timeline(gait, left, right, std::move(footholds), std::sqrt(gravity / height));
}

WalkMoment WalkPlan::at(double time) const { return control::moment_at(work_->line, time); }

SwingMoment WalkPlan::swing(double time) const {
  const Work& work = *work_;
  if (work.line.steps() == 0) return {};
  const int step = std::max(0, control::moment_at(work.line, time).step);
  const control::SwingCurve curve = work.curve.step == step ? work.curve : work.planned_swing(step);
  return control::swing_at(curve, work.gait, time);
}

double WalkPlan::omega() const { return work_->line.omega; }
double WalkPlan::end() const { return work_->line.end(); }
const std::vector<Foothold>& WalkPlan::footholds() const { return work_->line.footholds; }

void WalkPlan::lifted(int step, const Foothold& from) {
  Work& work = *work_;
  work.check(step, from, "lifted");
  const auto k = static_cast<std::size_t>(step);
  work.curve = control::make_swing(work.gait, step, work.line.single_begin(step),
                                   work.line.single_end[k], from, work.line.footholds[k]);
}

void WalkPlan::landed(int step, const Foothold& measured) {
  Work& work = *work_;
  work.check(step, measured, "landed");
  Foothold& foothold = work.line.footholds[static_cast<std::size_t>(step)];
  const Vector2d by = (measured.center - foothold.center).head<2>();
  foothold = measured;
  // A foot that is already on its way keeps its target, and so do the ones after it.
  if (work.curve.step <= step) work.move_footholds(step + 1, by);
  control::plan_dcm(work.line);
}

bool WalkPlan::adjust(double time, const Vector2d& dcm, const SupportReach& reach) {
  Work& work = *work_;
  if (!work.gait.adjust || !dcm.allFinite()) return false;
  const WalkMoment moment = at(time);
  const int step = moment.step;
  if (moment.phase == WalkPhase::double_support || (moment.phase == WalkPhase::shift && step < 0)) {
    const double end = control::longer_double_support(work.line, time, dcm, reach);
    if (end == 0.0) return false;
    work.move_times(step, moment.begin, end);
    control::plan_dcm(work.line);
    return true;
  }
  if (moment.phase != WalkPhase::single_support) return false;
  if (work.curve.step != step) work.curve = work.planned_swing(step);
  if (work.adjusted != step) work.shift.setZero();
  work.adjusted = step;
  const control::StepState state{.step = step,
                                 .time = time,
                                 .dcm = dcm,
                                 .foot = control::swing_at(work.curve, work.gait, time),
                                 .shift = work.shift};
  const control::StepChange change = control::adjust_step(work.line, work.gait, state, reach);
  if (!change.change) return false;
  work.move_footholds(step, change.shift - work.shift);
  work.shift = change.shift;
  work.move_times(step, change.single_end, change.single_end + change.double_support);
  control::change_swing(work.curve, work.gait, time, change.single_end,
                        work.line.footholds[static_cast<std::size_t>(step)]);
  control::plan_dcm(work.line);
  return true;
}

// Six numbers per step (its foothold, its times), then the shift, the adjustment and the swing; the
// rest is of the gait.
Eigen::VectorXd WalkPlan::memory() const {
  const Work& work = *work_;
  const int steps = work.line.steps();
  Eigen::VectorXd memory(6 * steps + 5 + control::swing_curve_size);
  for (int k = 0; k < steps; ++k) {
    const auto i = static_cast<std::size_t>(k);
    memory.segment<3>(6 * k) = work.line.footholds[i].center;
    memory[6 * k + 3] = work.line.footholds[i].heading;
    memory[6 * k + 4] = work.line.single_end[i];
    memory[6 * k + 5] = work.line.double_end[i];
  }
  double* rest = memory.data() + 6 * steps;
  *rest++ = work.line.shift;
  *rest++ = work.curve.step;
  *rest++ = work.adjusted;
  *rest++ = work.shift.x();
  *rest++ = work.shift.y();
  control::store(work.curve, rest);
  return memory;
}

void WalkPlan::set_memory(const Eigen::VectorXd& memory) {
  Work& work = *work_;
  const int steps = work.line.steps();
  const int size = 6 * steps + 5 + control::swing_curve_size;
  if (memory.size() != size) {
    throw InvalidInput(
        fmt::format("walk plan: memory has {} numbers; expected {}, of a plan of "
                    "the same gait",
                    memory.size(), size));
  }
  for (int k = 0; k < steps; ++k) {
    const auto i = static_cast<std::size_t>(k);
    work.line.footholds[i].center = memory.segment<3>(6 * k);
    work.line.footholds[i].heading = memory[6 * k + 3];
    work.line.single_end[i] = memory[6 * k + 4];
    work.line.double_end[i] = memory[6 * k + 5];
  }
  const double* rest = memory.data() + 6 * steps;
  work.line.shift = *rest++;
  work.curve.step = static_cast<int>(*rest++);
  work.adjusted = static_cast<int>(*rest++);
  work.shift.x() = *rest++;
  work.shift.y() = *rest++;
  control::restore(rest, work.curve);
  control::plan_dcm(work.line);
}

WalkPlan::WalkPlan(const WalkPlan& other) : work_(std::make_unique<Work>(*other.work_)) {}
WalkPlan& WalkPlan::operator=(const WalkPlan& other) {
  if (this != &other) work_ = std::make_unique<Work>(*other.work_);
  return *this;
}
WalkPlan::WalkPlan(WalkPlan&&) noexcept = default;
WalkPlan& WalkPlan::operator=(WalkPlan&&) noexcept = default;
WalkPlan::~WalkPlan() = default;

}  // namespace carom
