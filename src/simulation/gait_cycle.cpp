// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A run as a gait. The program repeats itself after T, so the state after every T is a section of
// the motion (Poincaré): x(k) = (q, v) at t = k T, without what a step forward changes (horizontal
// places) and without whole turns of driven joints. The gait is a limit cycle where
//   |x(k+1) − x(k)|∞ → 0,
// and the ratio of two changes is the size of the return map's largest eigenvalue, its contraction.
// Between two rows of the record the state is Hermite's cubic through both, with their velocities.
#include "carom/gait_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <string>
#include <utility>
#include <variant>

#include "base/text.h"
#include "carom/error.h"

namespace carom {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// Of the period: two periods of a program fit together if a whole number of the shorter ones is the
// longer one to within this, and a row this near a section lies on it. Times are sums of 1e4 steps
// at most per period, 1e-12 of it; ten times larger would be seen in positions (1e-8 of a turn).
constexpr double fits = 1e-9;
// Of the fastest approach in an impact: slower contacts rest on each other, and what they have is
// rounding of a constraint that is kept to 1e-10 of the velocities. Ten times less would still do.
constexpr double approaching = 1e-6;
// Of the largest impulse of an impact: smaller ones are what laws that integrate leave (1e-8).
constexpr double no_impulse = 1e-7;
// Changes between which a contraction is fitted: above, the map is not linear; below, the error of
// the integrator (1e-10 per step) and of the section's interpolation is as large.
constexpr double nearly_linear = 0.1, only_rounding = 1e-8;
// Of the directions of a model's gaps and of its centre of mass: changes nothing of either.
constexpr double no_effect = 1e-9;

double period_of(const MotorEntry& entry) {
  const auto length = [](const VectorXd& times, bool repeats) {
    return repeats && times.size() > 1 ? times[times.size() - 1] - times[0] : 0.0;
  };
  if (const auto* clock = std::get_if<MotorClock>(&entry.motion)) return clock->period;
  if (const auto* table = std::get_if<MotorTable>(&entry.motion)) {
    return length(table->times, table->repeats);
  }
  if (const auto* torque = std::get_if<MotorTorque>(&entry.motion)) {
    return length(torque->times, torque->repeats);
  }
  return 0.0;
}

/// What is different from one stride to the next: which coordinates count, and which turn.
class Section {
 public:
  Section(const Model& model, const MotorDrive& drive) : model_(model) {
    for (const Joint& joint : model.joints()) {
      const bool driven =
          std::find(drive.driven.begin(), drive.driven.end(), joint.v) != drive.driven.end();
      if (driven && joint.kind == JointKind::revolute) turns_.push_back(joint.v);
    }
  }

  /// The largest change of a coordinate or velocity.
  double change(const State& from, const State& to, ModelWorkspace& workspace) {
    if (!looked_) look(to, workspace);
    VectorXd apart = model_.difference(from.q, to.q);
    if (model_.has_free_base()) {
      const Joint& base = model_.joints().front();
      apart.segment<3>(base.v) = Vector3d(0.0, 0.0, to.q[base.q + 2] - from.q[base.q + 2]);
    }
    for (const int v : turns_) apart[v] = std::remainder(apart[v], 2.0 * std::numbers::pi);
    for (const int v : places_) apart[v] = 0.0;
    return std::max(apart.lpNorm<Eigen::Infinity>(), (to.v - from.v).lpNorm<Eigen::Infinity>());
  }

 private:
  /// Slides that change no gap and no height are places.
  void look(const State& at, ModelWorkspace& workspace) {
    looked_ = true;
    workspace.set_configuration(at.q);
    Eigen::Matrix3Xd center(3, model_.velocity_size());
    workspace.center_of_mass_jacobian(center);
    const Eigen::RowVectorXd height = model_.gravity().transpose() * center;
    VectorXd effect = height.cwiseAbs();
    for (int k = 0; k < static_cast<int>(model_.contacts().size()); ++k) {
      Eigen::MatrixXd row(1, model_.velocity_size());
      workspace.contact_rows(k, row);
      effect = effect.cwiseMax(row.row(0).transpose().cwiseAbs());
    }
    for (const Joint& joint : model_.joints()) {
      if (joint.kind == JointKind::planar && joint.parent < 0) {
        places_.insert(places_.end(), {joint.v, joint.v + 1});
      }
      const bool slides = joint.kind == JointKind::prismatic && joint.v_size == 1;
      if (slides && effect[joint.v] < no_effect) places_.push_back(joint.v);
    }
  }

  const Model& model_;
  std::vector<int> turns_ = {}, places_ = {};  // velocities
  bool looked_ = false;
};

/// What happened in one period.
struct Stride {
  Vector3d travel = Vector3d::Zero();
  std::int64_t impacts = 0, simultaneous = 0, shared = 0, graded = 0;
  double loss = 0.0, spread_worst = 0.0, spread_sum = 0.0;
  std::vector<double> active = {};  // by contact [s]
  std::vector<GaitTouchdown> touchdowns = {};
};

/// The state between two rows, at the share s of the way.
State between(const Model& model, const TrajectoryRow& a, const TrajectoryRow& b, double s) {
  const double h = b.time - a.time;
  const VectorXd apart = model.difference(a.state.q, b.state.q);
  const double s2 = s * s, s3 = s2 * s;
  const VectorXd step = (3.0 * s2 - 2.0 * s3) * apart + h * (s3 - 2.0 * s2 + s) * a.state.v +
                        h * (s3 - s2) * b.state.v;
  return {.q = model.integrate(a.state.q, step),
          .v = 6.0 * (s - s2) / h * apart + (3.0 * s2 - 4.0 * s + 1.0) * a.state.v +
               (3.0 * s2 - 2.0 * s) * b.state.v};
}

/// Slope of log(change) over the strides where changes shrink as a linear map's do.
double fitted_contraction(const std::vector<double>& changes) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  // From where it is linear for good: an early near miss tells nothing.
  std::size_t from = changes.size();
  while (from > 0 && changes[from - 1] < nearly_linear) --from;
  for (std::size_t k = from; k < changes.size() && changes[k] > only_rounding; ++k) {
    const double at = static_cast<double>(k), value = std::log(changes[k]);
    n += 1.0;
    x += at;
    y += value;
    xx += at * at;
    xy += at * value;
  }
  if (n < 3.0) return std::numeric_limits<double>::quiet_NaN();
  return std::exp((n * xy - x * y) / (n * xx - x * x));
}

double required_period(const MotorDrive& drive) {
  const std::optional<double> period = gait_period(drive.program);
  if (period) return *period;
  throw InvalidInput(fmt::format(
      "gait: program '{}' does not repeat itself; expected a clock or a table that repeats, and "
      "periods of which the longest is a whole number of each",
      drive.program.name));
}

}  // namespace

std::optional<double> gait_period(const MotorProgram& program) {
  double longest = 0.0;
  for (const MotorEntry& entry : program.entries) longest = std::max(longest, period_of(entry));
  if (!(longest > 0.0)) return std::nullopt;
  for (const MotorEntry& entry : program.entries) {
    const double own = period_of(entry);
    if (!(own > 0.0)) continue;
    const double times = longest / own;
    if (std::abs(times - std::round(times)) > fits * times) return std::nullopt;
  }
  return longest;
}

double GaitCycle::speed() const { return travel.norm() / period; }

class GaitWatch::Impl {
 public:
  Impl(const Model& model, const MotorDrive& drive, const GaitOptions& options)
      : model_(model),
        options_(options),
        period_(required_period(drive)),
        section_(model, drive),
        workspace_(model),
        rows_of_contact_(1, model.velocity_size()) {
    const std::size_t contacts = model.contacts().size();
    since_.assign(contacts, not_active);
    last_.assign(contacts, -std::numeric_limits<double>::infinity());
    if (model.gravity().norm() > 0.0) up_ = -model.gravity().normalized();
    open_stride();
  }

  /// Rows, events and impacts in order of time; at one time what happens comes before the row.
  void take(const SimulationRecord& record) {
    auto row = record.rows.begin();
    auto event = record.events.begin();
    auto impact = record.impacts.begin();
    const auto until = [&](double time) {
      for (;;) {
        const bool hits = impact != record.impacts.end() && impact->time <= time;
        const bool changes = event != record.events.end() && event->time <= time;
        if (!hits && !changes) return;
        if (hits && (!changes || impact->time <= event->time)) {
          take_impact(*impact++);
        } else {
          take_event(*event++);
        }
      }
    };
    for (; row != record.rows.end(); ++row) {
      if (!last_row_) next_ = std::ceil(row->time / period_ - fits);
      while (row->time >= (next_ - fits) * period_) {
        until(next_ * period_);
        mark(next_ * period_, section_state(*row, next_ * period_));
        next_ += 1.0;
      }
      until(row->time);
      remember(*row);
    }
    until(std::numeric_limits<double>::infinity());
  }

  GaitCycle cycle() const;

 private:
  static constexpr double not_active = -1.0;

  void open_stride() {
    current_ = {};
    current_.active.assign(model_.contacts().size(), 0.0);
  }

  State section_state(const TrajectoryRow& row, double time) const {
    if (!last_row_ || row.time <= time + fits * period_) return row.state;
    return between(model_, *last_row_, row,
                   (time - last_row_->time) / (row.time - last_row_->time));
  }

  void remember(const TrajectoryRow& row) {
    if (!last_row_) last_row_.emplace();
    last_row_->time = row.time;
    last_row_->state = row.state;
  }

  /// A stride ends.
  void mark(double time, const State& state) {
    workspace_.set_configuration(state.q);
    const Vector3d center = workspace_.center_of_mass();
    if (started_) {
      const Vector3d way = center - center_;
      current_.travel = way - way.dot(up_) * up_;
      for (std::size_t k = 0; k < since_.size(); ++k) {
        if (since_[k] == not_active) continue;
        current_.active[k] += time - std::max(since_[k], time - period_);
      }
      kept_.push_back(std::move(current_));
      if (kept_.size() > static_cast<std::size_t>(GaitCycle::most_kept)) kept_.pop_front();
      ++strides_;
      if (strides_ > 1) changes_.push_back(section_.change(before_, state, workspace_));
      open_stride();
    }
    started_ = true;
    before_ = state;
    center_ = center;
  }

  double stride_start() const { return (next_ - 1.0) * period_; }

  void take_event(const ContactEvent& event) {
    const auto k = static_cast<std::size_t>(event.contact);
    const bool active = since_[k] != not_active;
    if (event.kind == ContactEvent::Kind::closes && !active) {
      touch(event.time, event.contact, false, last_row_ ? last_row_->state.q : VectorXd());
      since_[k] = event.time;
    } else if (event.kind == ContactEvent::Kind::opens) {
      if (active) current_.active[k] += event.time - std::max(since_[k], stride_start());
      since_[k] = not_active;
      last_[k] = event.time;
    }
  }

  void touch(double time, int contact, bool impact, const VectorXd& q) {
    const auto k = static_cast<std::size_t>(contact);
    const bool was_off = since_[k] == not_active && time - last_[k] >= options_.swing * period_;
    last_[k] = time;
    if (was_off) current_.touchdowns.push_back({time, contact, impact, q});
  }

  void take_impact(const ImpactRecord& impact) {
    ++current_.impacts;
    workspace_.set_configuration(impact.q);
    double fastest = 0.0;
    std::vector<std::pair<int, double>> speeds;
    for (const int contact : impact.contacts) {
      rows_of_contact_.resize(1, model_.velocity_size());
      workspace_.contact_rows(contact, rows_of_contact_);
      speeds.emplace_back(contact, -rows_of_contact_.row(0).dot(impact.velocity_minus));
      fastest = std::max(fastest, speeds.back().second);
    }
    int hits = 0;
    for (const auto& [contact, speed] : speeds) {
      if (!(speed > approaching * fastest)) continue;
      ++hits;
      touch(impact.time, contact, true, impact.q);
    }
    current_.simultaneous += hits > 1 ? 1 : 0;
    double largest = 0.0;
    for (const ContactImpulse& one : impact.outcome.impulse)
      largest = std::max(largest, one.normal);
    const auto sharing = std::ranges::count_if(
        impact.outcome.impulse, [&](const auto& one) { return one.normal > no_impulse * largest; });
    current_.shared += sharing > 1 ? 1 : 0;
    if (impact.outcome.ok()) current_.loss += impact.outcome.energy.lost;
    const auto& verdict = impact.outcome.practical;
    if (!verdict || !verdict->grade()) return;
    ++current_.graded;
    current_.spread_worst = std::max(current_.spread_worst, verdict->value());
    current_.spread_sum += verdict->value();
  }

  const Model& model_;
  GaitOptions options_;
  double period_ = 0.0;
  Section section_;
  ModelWorkspace workspace_;
  Eigen::MatrixXd rows_of_contact_;
  Vector3d up_ = Vector3d::Zero();

  std::vector<double> since_;  // by contact: when it became active
  std::vector<double> last_;   // by contact: when it was last, or hit
  bool started_ = false;
  double next_ = 0.0;  // number of the section to come; whole
  std::optional<TrajectoryRow> last_row_ = {};
  State before_ = {};
  Vector3d center_ = Vector3d::Zero();
  Stride current_ = {};
  std::deque<Stride> kept_ = {};
  std::int64_t strides_ = 0;
  std::vector<double> changes_ = {};
};

GaitCycle GaitWatch::Impl::cycle() const {
  GaitCycle cycle{.period = period_, .strides = strides_, .changes = changes_};
  std::size_t settled = changes_.size();
  while (settled > 0 && changes_[settled - 1] < options_.settled) --settled;
  // A change is between the strides k + 1 and k + 2, so the gait is settled after stride k + 1.
  if (settled < changes_.size()) cycle.settled_after = static_cast<std::int64_t>(settled) + 1;
  cycle.contraction = fitted_contraction(changes_);
  const auto kept = static_cast<std::int64_t>(kept_.size());
  const std::int64_t from = cycle.settled_after.value_or(strides_ / 2);
  cycle.first = std::max(from, strides_ - kept);
  cycle.counted = strides_ - cycle.first;
  for (const ContactCandidate& contact : model_.contacts()) {
    cycle.contacts.push_back({.name = contact.name});
  }
  if (cycle.counted == 0) return cycle;
  std::int64_t impacts = 0, simultaneous = 0, shared = 0;
  double spread_sum = 0.0;
  const auto count = static_cast<double>(cycle.counted);
  for (auto stride = kept_.end() - cycle.counted; stride != kept_.end(); ++stride) {
    cycle.travel += stride->travel / count;
    impacts += stride->impacts;
    simultaneous += stride->simultaneous;
    shared += stride->shared;
    cycle.loss += stride->loss / count;
    cycle.graded += stride->graded;
    cycle.spread_worst = std::max(cycle.spread_worst, stride->spread_worst);
    spread_sum += stride->spread_sum;
    for (std::size_t k = 0; k < since_.size(); ++k) {
      cycle.contacts[k].duty += stride->active[k] / (count * period_);
    }
    for (const GaitTouchdown& touchdown : stride->touchdowns) {
      cycle.contacts[static_cast<std::size_t>(touchdown.contact)].touchdowns += 1.0 / count;
    }
  }
  cycle.impacts = static_cast<double>(impacts) / count;
  if (impacts > 0) {
    cycle.simultaneous = static_cast<double>(simultaneous) / static_cast<double>(impacts);
    cycle.shared = static_cast<double>(shared) / static_cast<double>(impacts);
  }
  if (cycle.graded > 0) cycle.spread_mean = spread_sum / static_cast<double>(cycle.graded);
  cycle.touchdowns = kept_.back().touchdowns;
  return cycle;
}

GaitWatch::GaitWatch(const Model& model, const MotorDrive& drive, const GaitOptions& options)
    : impl_(std::make_unique<Impl>(model, drive, options)) {}
GaitWatch::~GaitWatch() = default;
GaitWatch::GaitWatch(GaitWatch&&) noexcept = default;
GaitWatch& GaitWatch::operator=(GaitWatch&&) noexcept = default;

void GaitWatch::take(const SimulationRecord& record) { impl_->take(record); }
GaitCycle GaitWatch::cycle() const { return impl_->cycle(); }

GaitCycle gait_cycle(const Model& model, const MotorDrive& drive, const SimulationRecord& record,
                     const GaitOptions& options) {
  GaitWatch watch(model, drive, options);
  watch.take(record);
  return watch.cycle();
}

}  // namespace carom
