// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One tick of a robot (plant.h has the equations). In the metric of M = L Lᵀ: A = L⁻¹Jᵀ,
// z = L⁻¹(τ − h), so G = AᵀA, J M⁻¹(τ − h) = Aᵀz and a = L⁻ᵀ(z + A x).
// The path of a part of a tick is q ⊕ (v s + ½ a s²), its velocity v + a s. The velocity of a base
// that floats is in its own axes, which turn: a constant acceleration there would add ½ ω² h of its
// speed in every second. Its origin therefore moves in axes of the world: with c = a + ω × v at the
// start, x = x₀ + R₀ (v s + ½ c s²) and v = Rᵀ R₀ (v + c s). Terms of the velocity (h of M a + h =
// τ) are those of the middle of the part, v + ½ a s, in a second round where they differ: second
// order in flight. Walks keep the first round, whose contacts hardly move.
#include "simulation/ticks/plant.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "model/contact_geometry.h"
#include "model/multibody.h"
#include "model/names.h"
#include "simulation/bracket.h"

namespace carom::simulation {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double decay = 50.0;  // ω of gaps and slips [1/s]; ζ = 1
// [m] Points so near take part in an impact: a thousand times what a touch is located to; at
// walking speeds, some tenths of a microsecond of flight.
constexpr double joins = 1e-7;
// [m] A closed point opens this far up: what the stabilisation leaves of a sole at rest is below,
// and a foot that lifts is there within a tick or two.
constexpr double opens_above = 1e-5;
// [m/s] After an impact: a slower point comes back within 0.2 ms, less than a tick.
constexpr double leaves_at = 1e-3;
// [m] A point that has bounced is this near at most: ten times what a touch is located to.
constexpr double just_left = 1e-9;
constexpr int most_parts = 400;     // of one tick
constexpr int most_clippings = 12;  // rounds in which motors reach their limits, of one part
// Of the largest force: forces are good to 1e-10 (resting_forces.cpp).
constexpr double active = 1e-9;
// Of the largest term of the velocity or of gravity: what the middle of a part changes by less is
// not worth a second round. At rest it is 1e-15 and below, in flight 1e-4 and more.
constexpr double same_bias = 1e-9;

/// From a base's axes to those of what carries it.
Eigen::Matrix3d rotation_at(const VectorXd& q, int at, bool planar) {
  if (planar) {
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    turn.topLeftCorner<2, 2>() << q[at + 2], -q[at + 3], q[at + 3], q[at + 2];
    return turn;
  }
  return Eigen::Quaterniond(q[at + 6], q[at + 3], q[at + 4], q[at + 5]).toRotationMatrix();
}

/// Of a base's velocity, in its own axes. A planar base moves along its x and y.
Vector3d linear_part(const VectorXd& v, int at, bool planar) {
  return planar ? Vector3d(v[at], v[at + 1], 0.0) : Vector3d(v.segment<3>(at));
}
Vector3d angular_part(const VectorXd& v, int at, bool planar) {
  return planar ? Vector3d(0.0, 0.0, v[at + 2]) : Vector3d(v.segment<3>(at + 3));
}

/// Ticks have no rows for a sphere or a plane that another moving body carries: such contacts are
/// refused with the name of an integrator that has them.
void check_tick_contacts(const Model& model) {
  std::vector<std::string> faults;
  for (const ContactCandidate& contact : model.contacts()) {
    const auto* plane = std::get_if<ContactPlane>(&contact.against);
    const bool other_body =
        std::holds_alternative<ContactSphere>(contact.against) ||
        (plane != nullptr && plane->body != "world" &&
         model.bodies().frame_joints[static_cast<std::size_t>(model.frame(plane->body))] >= 0);
    if (!other_body) continue;
    faults.push_back(fmt::format(
        "{}: contact '{}' is between two bodies; expected contacts with the ground for ticks: use "
        "--integrator variational",
        model.name(), contact.name));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace

TickPlant::TickPlant(const Model& model, TickOptions options)
    : model_(model),
      options_(std::move(options)),
      workspace_(model),
      bilateral_(model),
      watch_(model),
      dampers_(model) {
  check_tick_contacts(model);
  const int n = model.velocity_size();
  for (VectorXd* vector :
       {&bias_, &used_bias_, &middle_v_, &passive_, &free_, &acceleration_, &shift_, &start_v_}) {
    vector->setZero(n);
  }
  if (options_.quick_slips) find_roots();
  const std::size_t count = model.contacts().size();
  points_.resize(count);
  start_gap_.assign(count, 0.0);
  for (const ContactCandidate& contact : model.contacts()) {
    is_internal_.push_back(contact.is_internal());
    is_stop_.push_back(std::holds_alternative<JointStop>(contact.against));
  }
}

/// Free and planar joints on the world, whose origins move in axes of the world (see the top).
/// Joints behind a coordinate map have no coordinates of their own and are left out.
void TickPlant::find_roots() {
  for (std::size_t k = 0; k < model_.joints().size(); ++k) {
    const Joint& joint = model_.joints()[k];
    const bool planar = joint.kind == JointKind::planar;
    if (joint.parent >= 0 || !model_.bodies().joint_is_coordinate[k]) continue;
    if (planar || joint.kind == JointKind::free) {
      roots_.push_back({.q = joint.q, .v = joint.v, .planar = planar});
    }
  }
}

/// All of the node that (q, v) decide: kinematics, h(q, v) [N, N m], places and gaps.
void TickPlant::set_node() {
  workspace_.set_configuration(state_.q);
  workspace_.bias(state_.v, bias_);
  measure();
}

void TickPlant::measure() {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    // Nobody asks where bodies of the robot are nearest; there may be hundreds of pairs.
    if (!is_internal_[k]) points_[k].place = workspace_.contact_point(static_cast<int>(k));
    points_[k].gap = gap_of(k);
  }
}

/// [m], with what the ground is higher there than the contact itself says.
double TickPlant::gap_of(std::size_t point) const {
  const double gap = workspace_.gap(static_cast<int>(point));
  return options_.lift ? gap - options_.lift(point, workspace_) : gap;
}

void TickPlant::start(const State& state, double touching) {
  state_ = state;
  set_node();
  row_.resize(1, model_.velocity_size());
  for (std::size_t k = 0; k < points_.size(); ++k) {
    workspace_.contact_rows(static_cast<int>(k), row_);
    // One that approaches is left open, so that it hits at once.
    points_[k].closed = points_[k].gap <= touching && row_.row(0).dot(state.v) >= -leaves_at;
    points_[k].anchor = points_[k].place;
  }
}

std::vector<PointMemory> TickPlant::memory() const { return {points_.begin(), points_.end()}; }

void TickPlant::resume(const State& state, const std::vector<PointMemory>& points,
                       const std::vector<double>& slid) {
  state_ = state;
  set_node();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    static_cast<PointMemory&>(points_[k]) = points[k];
    if (!slid.empty()) points_[k].slid = slid[k];
  }
}

/// Rows of the closed contacts.
void TickPlant::gather_closed() {
  closed_.clear();
  cones_.clear();
  // Contact-major, normal first: J, A, c and x all have this order.
  int row = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    points_[k].force.setZero();
    points_[k].load = points_[k].friction = 0.0;
    if (!points_[k].closed) continue;
    const ContactCandidate& contact = model_.contacts()[k];
    closed_.push_back(static_cast<int>(k));
    cones_.push_back({.row = row, .tangents = contact.tangents, .friction = contact.friction});
    row += 1 + contact.tangents;
  }
  rows_.resize(row, model_.velocity_size());
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    workspace_.contact_rows(closed_[i], rows_.middleRows(cones_[i].row, 1 + cones_[i].tangents));
  }
}

/// c = Aᵀz + J̇v + 2ζω Jv + ω² gap, row by row; J̇v is the acceleration of what touches at a = 0: of
/// a ball that rolls, of its centre and its turning.
void TickPlant::set_right() {
  // z is in `free_`, with loops projected: Aᵀz is J a without contact forces.
  right_.noalias() = columns_.transpose() * free_;
  right_.noalias() += 2.0 * decay * (rows_ * state_.v);
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    const auto k = static_cast<std::size_t>(closed_[i]);
    const Index row = cones_[i].row;
    // ω² gap [m/s²], with 2ω Jv critically damped: a gap or a depth that is left fades in about
    // 1/ω = 20 ms.
    const double back = decay * decay * points_[k].gap;
    // The row of a stop is constant, J̇v = 0; one of the ground turns with its normal.
    if (is_stop_[k]) {
      right_[row] += back;
      continue;
    }
    const Vector3d normal = workspace_.contact_normal(closed_[i]);
    const Vector3d drift = workspace_.contact_drift(closed_[i]);
    right_[row] += normal.dot(drift) + back;
    if (cones_[i].tangents == 0) continue;
    // Tangents as the rows have them: the first, then normal × first.
    const Vector3d first = first_tangent(model_.contacts()[k].tangent, normal);
    right_[row + 1] += drift.dot(first);
    if (cones_[i].tangents > 1) right_[row + 2] += drift.dot(normal.cross(first));
    // Slips decay as asked for, instead of as gaps do.
    const auto slips = rows_.middleRows(row + 1, cones_[i].tangents);
    if (options_.quick_slips) {
      right_.segment(row + 1, cones_[i].tangents) +=
          (slip_decay_ - 2.0 * decay) * (slips * state_.v);
    }
  }
}

/// Accelerations at the node, with the motors as they are.
bool TickPlant::solve_accelerations(const Drive& drive) {
  // z = L⁻¹(τ − h). With motors, M has their implicit diagonal ½ h² K + h D on it (motors.h), and
  // so has its factor: G, the loops and a all see the same matrix.
  free_ = drive.force + passive_ - used_bias_;
  if (drive.motors != nullptr) {
    free_ += drive.motors->force();
    implicit_mass_ = workspace_.mass_matrix();
    implicit_mass_.diagonal() += drive.motors->diagonal();
    mass_.compute(implicit_mass_);
  } else {
    mass_.compute(workspace_.mass_matrix());
  }
  mass_.solve_lower(free_);
  if (!bilateral_.empty()) {
    bilateral_.set(workspace_, state_.v, mass_, decay);
    bilateral_.project(free_);
  }
  if (!closed_.empty()) {
    // c needs J and z as they are. The projection of A comes after it and is for G and for z + A
    // x, so that contact forces leave the loops closed.
    columns_ = rows_.transpose();
    mass_.solve_lower_columns(columns_);
    set_right();
    if (!bilateral_.empty()) bilateral_.project_columns(columns_);
    resting_forces_.solve(columns_, right_, cones_);
    free_.noalias() += columns_ * resting_forces_.forces();  // z + A x
  }
  mass_.solve_upper(free_);
  acceleration_ = free_;
  return acceleration_.allFinite();
}

/// Accelerations with the motors' limits found.
bool TickPlant::take_accelerations(const Drive& drive) {
  // A motor that reaches its limit changes the matrix and the forces, and with them a and what the
  // other motors do: solved until none changes, or as good as the last round is.
  for (int round = 0; round < most_clippings; ++round) {
    if (!solve_accelerations(drive)) {
      trouble_ = "accelerations are not finite";
      return false;
    }
    if (drive.motors == nullptr || !drive.motors->clip(acceleration_)) break;
  }
  return true;
}

/// Forces of the closed contacts, and accelerations, at the node.
bool TickPlant::accelerate(double time, double left, const Drive& drive) {
  ++parts_;
  workspace_.passive_force(state_.v, passive_);
  if (drive.motors != nullptr && !drive.motors->set(time, state_, left)) {
    trouble_ = "a motor's force is not finite";
    return false;
  }
  // First with h(q, v) of the start; where it differs, again with h(q, v + ½ s a) of the middle.
  // Without this, terms of the velocity are of first order only.
  used_bias_ = bias_;
  if (!take_accelerations(drive)) return false;
  middle_v_ = state_.v;
  if (options_.quick_slips) {
    middle_v_ += 0.5 * left * acceleration_;
    workspace_.bias(middle_v_, used_bias_);
    const double change = (used_bias_ - bias_).lpNorm<Eigen::Infinity>();
    if (change > same_bias * bias_.lpNorm<Eigen::Infinity>() && !take_accelerations(drive)) {
      return false;
    }
  }
  // c = a + ω × v: of the origin, in the base's axes at the start of the part.
  for (Root& root : roots_) {
    root.acceleration = linear_part(acceleration_, root.v, root.planar) +
                        angular_part(middle_v_, root.v, root.planar)
                            .cross(linear_part(middle_v_, root.v, root.planar));
  }
  // For rows and controllers: the forces in the world's axes [N], constant over the part.
  const VectorXd& forces = resting_forces_.forces();
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    const auto k = static_cast<std::size_t>(closed_[i]);
    const Index row = cones_[i].row;
    points_[k].load = forces[row];
    if (is_stop_[k]) continue;
    const Vector3d normal = workspace_.contact_normal(closed_[i]);
    points_[k].force = forces[row] * normal;
    if (cones_[i].tangents == 0) continue;
    const Vector3d first = first_tangent(model_.contacts()[k].tangent, normal);
    points_[k].force += forces[row + 1] * first;
    if (cones_[i].tangents > 1) points_[k].force += forces[row + 2] * normal.cross(first);
    points_[k].friction = (points_[k].force - forces[row] * normal).norm();
  }
  return true;
}

/// Friction holds what it can: a contact that slides has all of it.
void TickPlant::note_slips(double time, std::vector<ContactEvent>& events) {
  // Of the friction that a load allows: forces are good to 1e-10 (resting_forces.cpp).
  constexpr double all_of_it = 1.0 - 1e-9;
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    const auto k = static_cast<std::size_t>(closed_[i]);
    TickPoint& point = points_[k];
    if (cones_[i].tangents == 0 || !(point.load > 0.0)) continue;
    const bool sticks = point.friction < all_of_it * cones_[i].friction * point.load;
    if (sticks == std::exchange(point.sticks, sticks)) continue;
    events.push_back({.kind = sticks ? ContactEvent::Kind::sticks : ContactEvent::Kind::slips,
                      .time = time,
                      .contact = closed_[i]});
  }
}

/// Over a part of length s, with the rows of its start: of a ball that rolls, what touches rests.
void TickPlant::add_slips(double s) {
  if (closed_.empty()) return;
  shift_ = s * (start_v_ + 0.5 * s * acceleration_);
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    // ‖J_t (v s + ½ a s²)‖ [m].
    const auto slips = rows_.middleRows(cones_[i].row + 1, cones_[i].tangents);
    double squared = 0.0;
    for (Index k = 0; k < slips.rows(); ++k) squared += std::pow(slips.row(k).dot(shift_), 2);
    points_[static_cast<std::size_t>(closed_[i])].slid += std::sqrt(squared);
  }
}

/// Over a part of length s: forces are constant over it, but for dampers, which act as at its end
/// (motors.h), and move as the accelerations do.
void TickPlant::add_work(double s, const Drive& drive) {
  if (drive.motors == nullptr) return;
  shift_ = s * (start_v_ + 0.5 * s * acceleration_);
  const VectorXd& torque = drive.motors->torque();
  for (Index i = 0; i < torque.size(); ++i) {
    const double work = torque[i] * shift_[i];
    work_.motors += work;
    work_.drawn += std::max(work, 0.0);
  }
  work_.dampers += s * dampers_(state_.q, state_.v);
  const VectorXd& forces = resting_forces_.forces();
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    const Index row = cones_[i].row + 1, count = cones_[i].tangents;
    work_.friction += forces.segment(row, count).dot(rows_.middleRows(row, count) * shift_);
  }
}

void TickPlant::move(double s) {
  shift_ = s * start_v_ + 0.5 * s * s * acceleration_;
  // Always from the start of the part: a trial s leaves nothing behind.
  model_.integrate(start_q_, shift_, state_.q);
  for (const Root& root : roots_) {
    const Index size = root.planar ? 2 : 3;
    // x = x₀ + R₀ (v s + ½ c s²): R₀ does not turn within the part.
    const Vector3d way =
        rotation_at(start_q_, root.q, root.planar) *
        (s * linear_part(start_v_, root.v, root.planar) + 0.5 * s * s * root.acceleration);
    state_.q.segment(root.q, size) = start_q_.segment(root.q, size) + way.head(size);
  }
  workspace_.set_configuration(state_.q);
}

/// At the end of a part of length s, where the configuration is.
void TickPlant::set_velocity(double s) {
  state_.v = start_v_ + s * acceleration_;
  for (const Root& root : roots_) {
    const Index size = root.planar ? 2 : 3;
    // v = Rᵀ R₀ (v + c s): back to the axes of the base at the end.
    const Vector3d velocity =
        rotation_at(state_.q, root.q, root.planar).transpose() *
        (rotation_at(start_q_, root.q, root.planar) *
         (linear_part(start_v_, root.v, root.planar) + s * root.acceleration));
    state_.v.segment(root.v, size) = velocity.head(size);
  }
}

/// When the first open contact touches; infinite: none does. The workspace is at `size`.
double TickPlant::first_touch(double size) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (points_[k].closed) continue;
    // Only a touch before the first one so far counts.
    // The workspace stands at the earliest touch so far, or at the end.
    const double right = std::min(first, size);
    const double level = points_[k].level;
    const auto gap = [&](double s) {
      move(s);
      return gap_of(k) - level;
    };
    const double at_right = gap_of(k) - level;  // the workspace is at `right`
    if (!(at_right < 0.0)) continue;
    // A point that has just bounced starts at its level: the bracket begins where it has left it.
    double left = 0.0, at_left = start_gap_[k] - level;
    for (int halvings = 1; at_left <= just_left && halvings < 20; ++halvings) {
      left = std::ldexp(right, -halvings);
      at_left = gap(left);
    }
    // No positive gap down to 2⁻¹⁹ of the bracket: it touches at once.
    first = at_left > 0.0 ? find_crossing(gap, left, right, at_left, at_right, size) : 0.0;
    move(first);
  }
  return first;
}

/// A watched body touches before `until`, where the workspace is: then that is when.
bool TickPlant::falls(double& until) {
  if (!options_.watch_falls || watch_.empty()) return false;
  const int body = watch_.deepest(workspace_);
  if (body < 0) return false;
  const auto gap = [&](double s) {
    move(s);
    return watch_.gap(workspace_, body);
  };
  const double at_end = watch_.gap(workspace_, body);
  until = find_crossing(gap, 0.0, until, gap(0.0), at_end, until);
  move(until);
  fallen_ = watch_.name(body);
  return true;
}

/// An impact at the node, and who stays closed after it.
bool TickPlant::touch(double time, const Impact& impact, std::vector<ContactEvent>& events) {
  // Everything within `joins` takes part: corners of one sole that land together are one
  // simultaneous impact, not a series of impacts whose order rounding decides.
  std::vector<int> closed;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    TickPoint& point = points_[k];
    if (!point.closed && point.gap < point.level + joins) {
      point.closed = true;
      point.anchor = point.place;
      events.push_back(
          {.kind = ContactEvent::Kind::closes, .time = time, .contact = static_cast<int>(k)});
    }
    if (point.closed) closed.push_back(static_cast<int>(k));
  }
  // The law takes loops as holding before the impact; a part keeps B v = 0 only to its order.
  if (!bilateral_.empty()) bilateral_.hold(workspace_, state_.v);
  if (!impact(time, state_, closed)) return false;
  // h(q, v⁺) for the rest of the tick; q has not changed.
  workspace_.bias(state_.v, bias_);
  row_.resize(1, model_.velocity_size());
  for (const int k : closed) {
    workspace_.contact_rows(k, row_);
    // J_n v⁺ [m/s]: restitution, or the impulse of a neighbour, may throw a point off.
    if (row_.row(0).dot(state_.v) <= leaves_at) continue;
    TickPoint& point = points_[static_cast<std::size_t>(k)];
    point.closed = point.sticks = false;
    // A point that leaves from below the ground has its own level as zero until it closes again:
    // it would otherwise touch at once, for ever.
    point.level = std::min(0.0, point.gap);
    events.push_back({.kind = ContactEvent::Kind::opens, .time = time, .contact = k});
  }
  return true;
}

/// Opens closed points that carry nothing, are above what the stabilisation leaves, and rise.
void TickPlant::release(double time, std::vector<ContactEvent>& events) {
  const double largest = closed_.empty() ? 0.0 : resting_forces_.forces().cwiseAbs().maxCoeff();
  for (const int k : closed_) {
    TickPoint& point = points_[static_cast<std::size_t>(k)];
    if (point.load > active * largest || point.gap <= opens_above ||
        point.gap <= start_gap_[static_cast<std::size_t>(k)]) {
      continue;
    }
    // Opened with level 0: it touches again at the ground itself.
    point.closed = point.sticks = false;
    point.level = 0.0;
    events.push_back({.kind = ContactEvent::Kind::opens, .time = time, .contact = k});
  }
}

bool TickPlant::step(double time, double size, const Drive& drive, const Impact& impact,
                     std::vector<ContactEvent>& events) {
  slip_decay_ = options_.quick_slips ? 1.0 / size : 2.0 * decay;
  double left = size;
  for (int parts = 0; parts < most_parts; ++parts) {
    // Forces and accelerations of this part, and the whole rest of the tick with them.
    gather_closed();
    if (!accelerate(time + size - left, left, drive)) return false;
    if (options_.quick_slips) note_slips(time + size - left, events);
    // Touches are searched for along the path that these accelerations give.
    start_q_ = state_.q;
    start_v_ = state_.v;
    for (std::size_t k = 0; k < points_.size(); ++k) start_gap_[k] = points_[k].gap;
    move(left);
    // Cut at the first touch; with the state there: who opens, then the impact and who bounces.
    const double touched = first_touch(left);
    const bool whole = !(touched <= left);
    double s = whole ? left : touched;
    const bool fallen = falls(s);
    // From here on the node is the end of the part: (q, v), h(q, v), places and gaps.
    set_velocity(s);
    if (options_.quick_slips) {
      add_slips(s);
      add_work(s, drive);
    }
    workspace_.bias(state_.v, bias_);
    measure();
    // A fall cuts the part without being an event: the rest is kept, since `time_` is read off it.
    left = whole && !fallen ? 0.0 : left - s;
    time_ = time + size - left;
    release(time_, events);
    if (fallen) return false;
    if (whole) return true;
    if (!touch(time_, impact, events)) return false;
  }
  trouble_ = fmt::format("{} impacts within one tick", most_parts);
  return false;
}

}  // namespace carom::simulation
