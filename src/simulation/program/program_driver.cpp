// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor program at work (program_driver.h). RHex's clock (Saranli, Buehler and Koditschek 2001),
// u = (t − begin)/T + phase, n its whole part, s its fraction, σ = ±1:
//   slow, s < duty:  r = middle + σ (2π n − sweep/2 + sweep s/duty),
//   fast:            r = middle + σ (2π n + sweep/2 + (2π − sweep)(s − duty)/(1 − duty)).
#include "simulation/program/program_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/text.h"

namespace carom::simulation {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double full_turn = 2.0 * std::numbers::pi;
// Of a period or of the time between two knots: a node that was put on a knot is on it, whatever
// the rounding of its time. Ten times smaller also does for runs below 1e5 s; ten times larger
// would be seen in the position reached at a knot (1e-8 of a turn).
constexpr double on_the_knot = 1e-9;
// Of the time driven: a motor that is at its limit so long does not follow its program.
constexpr double nearly_always = 0.9;

/// The turns that bring `position` nearest to `wanted`.
double whole_turns(double position, double wanted) {
  return full_turn * std::round((wanted - position) / full_turn);
}

/// The knot interval that holds t, for times that ascend; the knot itself begins its interval.
Index interval_of(const VectorXd& times, double t) {
  const Index last = times.size() - 2;
  Index k = std::upper_bound(times.begin(), times.end(), t) - times.begin() - 1;
  k = std::clamp<Index>(k, 0, last);
  const double length = times[k + 1] - times[k];
  return k < last && t >= times[k + 1] - on_the_knot * length ? k + 1 : k;
}

/// Where a time is in times that may repeat: the start of the round it is in [s].
double start_of_round(const VectorXd& times, bool repeats, double t) {
  const double length = times[times.size() - 1] - times[0];
  if (!repeats || !(length > 0.0)) return 0.0;
  return length * std::floor((t - times[0]) / length + on_the_knot);
}

/// Rate at a knot: of the parabola through it and its neighbours; at the ends of a table that does
/// not repeat 0, since the position stays there.
double knot_rate(const MotorTable& table, Index k, Index column) {
  const VectorXd& t = table.times;
  const Index last = t.size() - 1;
  const bool at_end = k == 0 || k == last;
  if (at_end && !table.repeats) return 0.0;
  const auto slope = [&](Index i) {
    return (table.positions(i + 1, column) - table.positions(i, column)) / (t[i + 1] - t[i]);
  };
  const Index before = at_end ? last - 1 : k - 1, after = at_end ? 0 : k;
  const double h0 = t[before + 1] - t[before], h1 = t[after + 1] - t[after];
  return (h1 * slope(before) + h0 * slope(after)) / (h0 + h1);
}

}  // namespace

// --- Torques -------------------------------------------------------------------------------------

double ProgramDriver::Piece::wanted(double time, const VectorXd& q, const VectorXd& v) const {
  const double t = time - begin;
  const auto& c = position;
  const double reference = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
  const double rate = c[1] + t * (2.0 * c[2] + t * 3.0 * c[3]);
  double error = 0.0;
  if (stiffness != 0.0) {
    error = motor->turns
                ? std::remainder(reference - std::atan2(q[motor->q + 1], q[motor->q]), full_turn)
                : reference - q[motor->q];
  }
  return stiffness * error + damping * (rate - v[motor->v]) + torque[0] + t * torque[1];
}

double ProgramDriver::Piece::clipped(double time, const VectorXd& q, const VectorXd& v) const {
  const double force = wanted(time, q, v);
  // Not std::clamp alone: what is not finite must be seen by the integrator.
  return std::isfinite(force) ? std::clamp(force, -motor->limit, motor->limit) : force;
}

Controller ProgramDriver::controller() const {
  Controller controller;
  controller.name = course_->drive.program.name;
  controller.stiffness = course_->slopes.stiffness;
  controller.damping = course_->slopes.damping;
  controller.limit = course_->slopes.limit;
  controller.now = std::shared_ptr<const MotorSlopes>(course_, &course_->slopes);
  const auto forces = [shared = course_](bool clips) {
    return [shared, clips](double time, const VectorXd& q, const VectorXd& v,
                           Eigen::Ref<VectorXd> force) {
      for (const Piece& piece : shared->pieces) {
        force[piece.motor->v] += clips ? piece.clipped(time, q, v) : piece.wanted(time, q, v);
      }
    };
  };
  controller.add_force = forces(true);
  controller.add_unclipped = forces(false);
  return controller;
}

void ProgramDriver::torques(double time, const VectorXd& q, const VectorXd& v,
                            Eigen::Ref<VectorXd> out) const {
  const std::vector<int>& driven = course_->drive.driven;
  out.setZero();
  for (const Piece& piece : course_->pieces) {
    const auto at = std::lower_bound(driven.begin(), driven.end(), piece.motor->v);
    out[at - driven.begin()] = piece.clipped(time, q, v);
  }
}

ProgramDriver::Power ProgramDriver::power(double time, const VectorXd& q, const VectorXd& v) const {
  Power power;
  for (const Piece& piece : course_->pieces) {
    const double one = piece.clipped(time, q, v) * v[piece.motor->v];
    power.all += one;
    power.drawn += std::max(one, 0.0);
  }
  return power;
}

// --- Entries and their pieces --------------------------------------------------------------------

ProgramDriver::ProgramDriver(const Model& model, MotorDrive drive)
    : course_(std::make_shared<Course>()) {
  course_->drive = std::move(drive);
  const MotorDrive& own = course_->drive;
  std::size_t count = 0;
  for (std::size_t k = 0; k < own.program.entries.size(); ++k) {
    const MotorTrigger& at = own.program.entries[k].at;
    triggers_.push_back(at.kind == MotorTrigger::Kind::touch ? model.contact(at.contact) : -1);
    first_from_.push_back(count);
    count += own.motors.at(k).size();
  }
  memory_.begins.assign(own.program.entries.size(), unknown);
  memory_.from.assign(count, unknown);
  memory_.at_limit.assign(own.driven.size(), 0.0);
  chosen_.assign(own.driven.size(), -1);
  for (const int v : own.driven) {
    names_.push_back(model.velocity_names()[static_cast<std::size_t>(v)]);
  }
  const Index n = model.velocity_size();
  course_->slopes = {VectorXd::Zero(n), VectorXd::Zero(n), VectorXd::Constant(n, never)};
  course_->pieces.reserve(own.driven.size());
  ends_.reserve(own.driven.size());
}

double& ProgramDriver::from(std::size_t entry, std::size_t motor) {
  return memory_.from[first_from_[entry] + motor];
}

void ProgramDriver::start() {
  const auto& entries = course_->drive.program.entries;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].at.kind == MotorTrigger::Kind::start) memory_.begins[k] = entries[k].at.delay;
  }
}

bool ProgramDriver::touch(double time, const std::vector<int>& contacts, bool hit) {
  const auto& entries = course_->drive.program.entries;
  bool begins = false;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (!std::isnan(memory_.begins[k])) continue;  // once
    const bool first = entries[k].at.kind == MotorTrigger::Kind::first_impact && hit;
    const bool own = triggers_[k] >= 0 &&
                     std::find(contacts.begin(), contacts.end(), triggers_[k]) != contacts.end();
    if (!first && !own) continue;
    memory_.begins[k] = time + entries[k].at.delay;
    break_at(memory_.begins[k], time);  // it begins at its time, not at the node after it
    begins = begins || entries[k].at.delay == 0.0;
  }
  return begins;
}

/// Of the entries for a velocity that have begun, the last.
void ProgramDriver::choose_entries(double time) {
  const MotorDrive& own = course_->drive;
  std::fill(chosen_.begin(), chosen_.end(), -1);
  for (std::size_t k = 0; k < own.motors.size(); ++k) {
    if (!(memory_.begins[k] <= time)) continue;
    for (const MotorDrive::Motor& motor : own.motors[k]) {
      const auto at = std::lower_bound(own.driven.begin(), own.driven.end(), motor.v);
      int& best = chosen_[static_cast<std::size_t>(at - own.driven.begin())];
      const bool later =
          best < 0 || memory_.begins[k] >= memory_.begins[static_cast<std::size_t>(best)];
      if (later) best = static_cast<int>(k);
    }
  }
}

bool ProgramDriver::arrive(double time, const VectorXd& q) {
  const MotorDrive& own = course_->drive;
  bool changed = false;
  for (std::size_t k = 0; k < own.motors.size(); ++k) {
    if (!(memory_.begins[k] <= time)) continue;
    for (std::size_t i = 0; i < own.motors[k].size(); ++i) {
      double& begun = from(k, i);
      if (!std::isnan(begun)) continue;
      const MotorDrive::Motor& motor = own.motors[k][i];
      begun = motor.turns ? std::atan2(q[motor.q + 1], q[motor.q]) : q[motor.q];
      changed = true;
    }
  }
  changed = changed || time >= break_;
  if (changed) set_pieces(time);
  return changed;
}

/// The earliest time after `now` at which a piece ends.
void ProgramDriver::break_at(double time, double now) {
  if (time > now) break_ = std::min(break_, time);
}

void ProgramDriver::set_pieces(double time) {
  const MotorDrive& own = course_->drive;
  break_ = never;
  for (const double begins : memory_.begins) break_at(begins, time);
  choose_entries(time);
  course_->pieces.clear();
  MotorSlopes& slopes = course_->slopes;
  slopes.stiffness.setZero();
  slopes.damping.setZero();
  slopes.limit.setConstant(never);
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    if (chosen_[i] < 0) continue;
    const auto entry = static_cast<std::size_t>(chosen_[i]);
    const auto& motors = own.motors[entry];
    const auto motor = std::find_if(motors.begin(), motors.end(),
                                    [&](const auto& one) { return one.v == own.driven[i]; });
    const Piece piece = piece_of(entry, static_cast<std::size_t>(motor - motors.begin()), time);
    slopes.stiffness[motor->v] = piece.stiffness;
    slopes.damping[motor->v] = piece.damping;
    slopes.limit[motor->v] = motor->limit;
    course_->pieces.push_back(piece);
  }
}

ProgramDriver::Piece ProgramDriver::piece_of(std::size_t entry, std::size_t motor, double time) {
  const MotorDrive& own = course_->drive;
  const auto& motion = own.program.entries[entry].motion;
  const double begin = memory_.begins[entry], start = from(entry, motor);
  Piece piece{.motor = &own.motors[entry][motor], .begin = begin};
  piece.stiffness = piece.motor->stiffness;
  piece.damping = piece.motor->damping;
  if (const auto* hold = std::get_if<MotorHold>(&motion)) {
    piece.position[0] = hold->position.value_or(start);
  } else if (const auto* spin = std::get_if<MotorSpin>(&motion)) {
    piece.position[1] = spin->rate;  // its stiffness is 0: the position itself has no effect
  } else if (const auto* clock = std::get_if<MotorClock>(&motion)) {
    follow(*clock, begin, start, time, piece);
  } else if (const auto* table = std::get_if<MotorTable>(&motion)) {
    follow(*table, begin, time, piece);
  } else {
    follow(std::get<MotorTorque>(motion), begin, time, piece);
  }
  return piece;
}

void ProgramDriver::follow(const MotorClock& clock, double begin, double from, double time,
                           Piece& piece) {
  const double sign = clock.clockwise ? -1.0 : 1.0;
  const double phase = clock.phases[static_cast<std::size_t>(piece.motor->column)];
  const double fast = full_turn - clock.sweep;
  // Where the part that holds u begins, the slow or the fast one, and the angle there.
  struct Part {
    double u = 0.0, angle = 0.0;
    bool slow = true;
  };
  const auto part_of = [&](double u) -> Part {
    const double n = std::floor(u + on_the_knot);
    const bool slow = u - n + on_the_knot < clock.duty;
    return {slow ? n : n + clock.duty, full_turn * n + (slow ? -0.5 : 0.5) * clock.sweep, slow};
  };
  const auto rate_of = [&](const Part& part) {
    return part.slow ? clock.sweep / clock.duty : fast / (1.0 - clock.duty);
  };
  const Part part = part_of((time - begin) / clock.period + phase), first = part_of(phase);
  // The leg goes to the clock the shorter way round.
  const double at_begin = clock.middle + sign * (first.angle + rate_of(first) * (phase - first.u));
  const double turns = piece.motor->turns ? 0.0 : whole_turns(at_begin, from);
  piece.begin = begin + clock.period * (part.u - phase);
  piece.position[0] = clock.middle + sign * part.angle + turns;
  piece.position[1] = sign * rate_of(part) / clock.period;
  const double length = part.slow ? clock.duty : 1.0 - clock.duty;
  break_at(begin + clock.period * (part.u + length - phase), time);
}

void ProgramDriver::follow(const MotorTable& table, double begin, double time, Piece& piece) {
  const VectorXd& times = table.times;
  const Index column = std::min<Index>(piece.motor->column, table.positions.cols() - 1);
  const Index last = times.size() - 1;
  const double round = start_of_round(times, table.repeats, time - begin);
  const double t = time - begin - round;
  const double slack = last > 0 ? on_the_knot * (times[last] - times[0]) : 0.0;
  // Before the first knot and after the last the position stays.
  if (t < times[0] - slack || last == 0 || (!table.repeats && t >= times[last] - slack)) {
    const bool early = t < times[0] - slack;
    piece.position[0] = table.positions(early ? 0 : last, column);
    if (early) break_at(begin + round + times[0], time);
    return;
  }
  const Index k = interval_of(times, t);
  const double h = times[k + 1] - times[k];
  const double p0 = table.positions(k, column), p1 = table.positions(k + 1, column);
  piece.begin = begin + round + times[k];
  if (table.smooth) {
    // Hermite's cubic between two knots with their rates.
    const double r0 = knot_rate(table, k, column), r1 = knot_rate(table, k + 1, column);
    const double slope = (p1 - p0) / h;
    piece.position = {p0, r0, (3.0 * slope - 2.0 * r0 - r1) / h, (r0 + r1 - 2.0 * slope) / (h * h)};
  } else {
    piece.position = {p0, (p1 - p0) / h, 0.0, 0.0};
  }
  break_at(begin + round + times[k + 1], time);
}

void ProgramDriver::follow(const MotorTorque& torque, double begin, double time, Piece& piece) {
  piece.stiffness = piece.damping = 0.0;
  const VectorXd& times = torque.times;
  const Index column = std::min<Index>(piece.motor->column, torque.torques.cols() - 1);
  const Index last = times.size() - 1;
  const double round = start_of_round(times, torque.repeats, time - begin);
  const double t = time - begin - round;
  if (last == 0) {
    piece.torque[0] = torque.repeats ? torque.torques(0, column) : 0.0;  // for ever, or at no time
    return;
  }
  const double slack = on_the_knot * (times[last] - times[0]);
  if (t < times[0] - slack || (!torque.repeats && t >= times[last] - slack)) {
    if (t < times[0] - slack) break_at(begin + round + times[0], time);
    return;
  }
  const Index k = interval_of(times, t);
  const double f0 = torque.torques(k, column), f1 = torque.torques(k + 1, column);
  piece.begin = begin + round + times[k];
  piece.torque = {f0, (f1 - f0) / (times[k + 1] - times[k])};
  break_at(begin + round + times[k + 1], time);
}

double ProgramDriver::next_break(double time) const { return break_ > time ? break_ : never; }

// --- What is remembered, and said at the end -----------------------------------------------------

void ProgramDriver::note_limits(double time, double step, const VectorXd& q, const VectorXd& v) {
  const std::vector<int>& driven = course_->drive.driven;
  if (!course_->pieces.empty()) memory_.driven += step;
  for (const Piece& piece : course_->pieces) {
    if (!(std::abs(piece.wanted(time, q, v)) >= piece.motor->limit)) continue;
    const auto at = std::lower_bound(driven.begin(), driven.end(), piece.motor->v);
    memory_.at_limit[static_cast<std::size_t>(at - driven.begin())] += step;
  }
}

std::vector<std::string> ProgramDriver::notes() const {
  const MotorProgram& program = course_->drive.program;
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    if (!std::isnan(memory_.from.at(first_from_[k]))) continue;
    notes.push_back(fmt::format("program '{}': {} of {} never began: it was to begin {}",
                                program.name, motion_word(program.entries[k]),
                                base::join(program.entries[k].joints),
                                to_string(program.entries[k].at)));
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const double share = memory_.at_limit[i] / memory_.driven;
    if (!(share > nearly_always)) continue;
    notes.push_back(fmt::format(
        "program '{}': the motor of '{}' was at its limit {:.0f} % of the time: it does not follow "
        "the program; expected a slower motion, lower gains or a stronger motor",
        program.name, names_[i], 100.0 * share));
  }
  return notes;
}

bool ProgramDriver::resume(const ProgramMemory& memory, double time) {
  if (memory.begins.size() != memory_.begins.size() || memory.from.size() != memory_.from.size() ||
      memory.at_limit.size() != memory_.at_limit.size()) {
    return false;
  }
  memory_ = memory;
  set_pieces(time);
  return true;
}

}  // namespace carom::simulation
