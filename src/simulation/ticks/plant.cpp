// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One tick of a robot on its feet (plant.h has the equations). In the metric of M = L Lᵀ:
// A = L⁻¹Jᵀ, z = L⁻¹(τ − h), so G = AᵀA, J M⁻¹(τ − h) = Aᵀz and a = L⁻ᵀ(z + A x).
// The path of a part of a tick is q ⊕ (v s + ½ a s²), its velocity v + a s.
#include "simulation/walk/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "model/contact_geometry.h"
#include "model/names.h"
#include "simulation/bracket.h"

namespace carom::simulation {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double decay = 50.0;  // ω of gaps and slips [1/s]; ζ = 1
// Of the mean diagonal of G: points of one sole are redundant, and their shares of a force are then
// good to 1e-10 (rounding 1e-16 over it); the ground gives by 1e-6 of what it would without.
constexpr double regularisation = 1e-6;
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
constexpr int most_parts = 400;  // of one tick
constexpr int sharings = 3;
// Of the largest normal force, when friction is shared by weight: lighter points could be given
// nothing, and the weights would be singular.
constexpr double lightest = 1e-3;
// Of the largest force: forces are good to 1e-10 (see regularisation).
constexpr double active = 1e-9;

void check_contacts(const Model& model) {
  std::vector<std::string> faults;
  for (const ContactCandidate& contact : model.contacts()) {
    // Upright by its cosine: 1e-12 is a tilt of 1.4e-6 rad, a micrometre per step of walking.
    const auto* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane != nullptr && plane->body == "world" &&
        plane->normal.normalized().z() > 1.0 - 1e-12 && contact.sphere.radius == 0.0 &&
        contact.tangents == 2) {
      continue;
    }
    faults.push_back(fmt::format(
        "{}: contact '{}' is no point over level ground; expected points of radius 0 against a "
        "horizontal plane of the world, with two tangents",
        model.name(), contact.name));
  }
  if (!model.parts().loops.empty() || !model.parts().couplings.empty()) {
    faults.push_back(fmt::format(
        "{}: has loops or coupled joints; expected a tree of joints: a walk has no others",
        model.name()));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace

WalkPlant::WalkPlant(const Model& model, WalkGround ground)
    : model_(model), ground_(std::move(ground)), workspace_(model) {
  check_contacts(model);
  const int n = model.velocity_size();
  for (VectorXd* vector : {&bias_, &passive_, &free_, &acceleration_, &shift_, &start_v_}) {
    vector->setZero(n);
  }
  const std::size_t count = model.contacts().size();
  points_.resize(count);
  start_gap_.assign(count, 0.0);
  for (const ContactCandidate& contact : model.contacts()) {
    frames_.push_back(find_frame(model.bodies(), contact.sphere.body));
    friction_.push_back(contact.friction);
    tangents_.push_back(first_tangent(contact.tangent, Vector3d::UnitZ()));
  }
}

void WalkPlant::set_node() {
  workspace_.set_configuration(state_.q);
  workspace_.bias(state_.v, bias_);
  measure();
}

void WalkPlant::measure() {
  for (std::size_t k = 0; k < points_.size(); ++k) {
    points_[k].place = workspace_.contact_point(static_cast<int>(k));
    points_[k].gap = gap_of(k);
  }
}

double WalkPlant::gap_of(std::size_t point) const {
  const double gap = workspace_.gap(static_cast<int>(point));
  if (ground_.flat()) return gap;
  const Side side = ground_.sides[point];
  const WalkGround::Sole& sole = ground_.soles[side == Side::left ? 0 : 1];
  return gap - ground_.height(side, workspace_.position(sole.frame, sole.center));
}

void WalkPlant::start(const State& state, double touching) {
  state_ = state;
  set_node();
  for (WalkPoint& point : points_) {
    point.closed = point.gap <= touching;
    point.anchor = point.place;
  }
}

std::vector<WalkMemory::Point> WalkPlant::memory() const {
  return {points_.begin(), points_.end()};
}

void WalkPlant::resume(const State& state, const std::vector<WalkMemory::Point>& points) {
  state_ = state;
  set_node();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    static_cast<WalkMemory::Point&>(points_[k]) = points[k];
  }
}

/// Rows of the closed points.
void WalkPlant::gather_closed() {
  closed_.clear();
  cones_.clear();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    points_[k].force.setZero();
    if (!points_[k].closed) continue;
    const int row = static_cast<int>(3 * closed_.size());
    closed_.push_back(static_cast<int>(k));
    cones_.push_back({.row = row, .tangents = 2, .friction = friction_[k]});
  }
  rows_.resize(static_cast<Index>(3 * closed_.size()), model_.velocity_size());
  for (std::size_t i = 0; i < closed_.size(); ++i) {
    workspace_.contact_rows(closed_[i], rows_.middleRows(static_cast<Index>(3 * i), 3));
  }
}

/// Forces of the kept points at rest, without the others.
void WalkPlant::solve_kept() {
  kept_rows_.clear();
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    if (!kept_[i]) continue;
    for (Index row = cones_[i].row; row < cones_[i].row + 3; ++row) kept_rows_.push_back(row);
  }
  part_ = gram_(kept_rows_, kept_rows_);
  for (std::size_t i = 0, at = 0; i < kept_.size(); ++i) {
    if (!kept_[i]) continue;
    const auto row = static_cast<Index>(at);
    part_.diagonal().segment<2>(row + 1).array() += softness_ * more_[i];
    at += 3;
  }
  part_forces_ = -right_(kept_rows_);
  gram_factor_.compute(part_);
  gram_factor_.solve(part_forces_);
  forces_.setZero(right_.size());
  forces_(kept_rows_) = part_forces_;
}

/// All closed points at rest, but those that would pull and leave: forces_; false: some slide, or
/// no such set was found.
bool WalkPlant::sticks() {
  // G = AᵀA, softened: four and more points under a stiff sole share their load in infinitely many
  // ways, the softness picks the one that springs under the points would.
  const Index size = rows_.rows();
  gram_.setZero(size, size);
  gram_.selfadjointView<Eigen::Lower>().rankUpdate(columns_.transpose());
  gram_.triangularView<Eigen::StrictlyUpper>() = gram_.transpose();
  softness_ = regularisation * gram_.diagonal().mean();
  gram_.diagonal().array() += softness_;
  more_.assign(cones_.size(), 0.0);
  // Active set: all points; without the one that pulls most, again and again; then those that were
  // dropped come back if they would move into the ground.
  kept_.assign(cones_.size(), true);
  for (std::size_t tries = 0; tries <= 2 * cones_.size(); ++tries) {
    solve_kept();
    // As `active`.
    const double slack = 1e-9 * forces_.cwiseAbs().maxCoeff();
    std::size_t worst = cones_.size();
    double most = slack;
    for (std::size_t i = 0; i < cones_.size(); ++i) {
      if (!kept_[i] || !(-forces_[cones_[i].row] > most)) continue;
      most = -forces_[cones_[i].row];
      worst = i;
    }
    if (worst < cones_.size()) {
      kept_[worst] = false;
      continue;
    }
    // Those that were dropped must leave, or be active again.
    const double closing = 1e-9 * right_.cwiseAbs().maxCoeff();
    bool again = false;
    for (std::size_t i = 0; i < cones_.size() && !again; ++i) {
      if (kept_[i]) continue;
      const Index row = cones_[i].row;
      again = gram_.col(row).dot(forces_) + right_[row] < -closing;
      kept_[i] = again;
    }
    if (again) continue;
    return inside_cones() || shares_friction();
  }
  return false;
}

bool WalkPlant::inside_cones() const {
  // As `active`.
  const double slack = 1e-9 * forces_.cwiseAbs().maxCoeff();
  return std::all_of(cones_.begin(), cones_.end(), [&](const solver::ConeContact& cone) {
    const double normal = forces_[cone.row];
    return normal >= -slack &&
           forces_.segment<2>(cone.row + 1).norm() <= cone.friction * std::max(0.0, normal) + slack;
  });
}

/// Points at rest may share friction otherwise: most where most of the weight is. The motion stays.
bool WalkPlant::shares_friction() {
  for (int tries = 0; tries < sharings; ++tries) {
    double largest = 0.0;
    for (const solver::ConeContact& cone : cones_) largest = std::max(largest, forces_[cone.row]);
    for (std::size_t i = 0; i < cones_.size(); ++i) {
      more_[i] = largest / std::max(forces_[cones_[i].row], lightest * largest) - 1.0;
    }
    solve_kept();
    if (inside_cones()) return true;
  }
  return false;
}

/// Forces of the closed points, and accelerations, at the node.
bool WalkPlant::accelerate(const VectorXd& force) {
  ++counts_.parts;
  mass_.compute(workspace_.mass_matrix());
  workspace_.passive_force(state_.v, passive_);
  free_ = force + passive_ - bias_;
  mass_.solve_lower(free_);
  if (!closed_.empty()) {
    // c = Aᵀz + J̇v + 2ζω Jv + ω² gap, row by row; J̇v is the point's acceleration at a = 0.
    columns_ = rows_.transpose();
    mass_.solve_lower_columns(columns_);
    right_.noalias() = columns_.transpose() * free_;
    right_.noalias() += 2.0 * decay * (rows_ * state_.v);
    for (std::size_t i = 0; i < closed_.size(); ++i) {
      const auto k = static_cast<std::size_t>(closed_[i]);
      const auto row = static_cast<Index>(3 * i);
      const Vector3d drift = workspace_.point_drift(frames_[k], model_.contacts()[k].sphere.center);
      const Vector3d& first = tangents_[k];
      right_[row] += drift.z() + decay * decay * points_[k].gap;
      right_[row + 1] += drift.dot(first);
      right_[row + 2] += drift.dot(Vector3d::UnitZ().cross(first));
    }
    // Rest of all closed points is by far the most common and needs one linear solve; the cone
    // problem only where some point slides.
    if (sticks()) {
      ++counts_.sticking;
    } else {
      ++counts_.sliding;
      if (!cone_.solve(columns_, right_, cones_)) ++counts_.unsolved;
      forces_ = cone_.impulse();
    }
    // z + A x, and the forces in the world for the rows.
    free_.noalias() += columns_ * forces_;
    for (std::size_t i = 0; i < closed_.size(); ++i) {
      const auto row = static_cast<Index>(3 * i);
      const auto k = static_cast<std::size_t>(closed_[i]);
      points_[k].force = forces_[row] * Vector3d::UnitZ() + forces_[row + 1] * tangents_[k] +
                         forces_[row + 2] * Vector3d::UnitZ().cross(tangents_[k]);
    }
  }
  mass_.solve_upper(free_);
  acceleration_ = free_;
  if (acceleration_.allFinite()) return true;
  trouble_ = "accelerations are not finite";
  return false;
}

void WalkPlant::move(double s) {
  shift_ = s * start_v_ + 0.5 * s * s * acceleration_;
  model_.integrate(start_q_, shift_, state_.q);
  workspace_.set_configuration(state_.q);
}

/// When the first open point touches; infinite: none does. The workspace is at `size`.
double WalkPlant::first_touch(double size) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (points_[k].closed) continue;
    // Only a touch before the first one so far counts.
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
    first = at_left > 0.0 ? find_crossing(gap, left, right, at_left, at_right, size) : 0.0;
    move(first);
  }
  return first;
}

/// An impact at the node, and who stays closed after it.
bool WalkPlant::touch(double time, const Impact& impact, std::vector<ContactEvent>& events) {
  std::vector<int> closed;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    WalkPoint& point = points_[k];
    if (!point.closed && point.gap < point.level + joins) {
      point.closed = true;
      point.anchor = point.place;
      events.push_back(
          {.kind = ContactEvent::Kind::closes, .time = time, .contact = static_cast<int>(k)});
    }
    if (point.closed) closed.push_back(static_cast<int>(k));
  }
  if (!impact(time, state_, closed)) return false;
  workspace_.bias(state_.v, bias_);
  row_.resize(1, model_.velocity_size());
  for (const int k : closed) {
    workspace_.contact_rows(k, row_);
    if (row_.row(0).dot(state_.v) <= leaves_at) continue;
    WalkPoint& point = points_[static_cast<std::size_t>(k)];
    point.closed = false;
    point.level = std::min(0.0, point.gap);
    events.push_back({.kind = ContactEvent::Kind::opens, .time = time, .contact = k});
  }
  return true;
}

void WalkPlant::release(double time, std::vector<ContactEvent>& events) {
  const double largest = closed_.empty() ? 0.0 : forces_.cwiseAbs().maxCoeff();
  for (const int k : closed_) {
    WalkPoint& point = points_[static_cast<std::size_t>(k)];
    if (point.force.z() > active * largest || point.gap <= opens_above ||
        point.gap <= start_gap_[static_cast<std::size_t>(k)]) {
      continue;
    }
    point.closed = false;
    point.level = 0.0;
    events.push_back({.kind = ContactEvent::Kind::opens, .time = time, .contact = k});
  }
}

bool WalkPlant::step(double time, double size, const VectorXd& force, const Impact& impact,
                     std::vector<ContactEvent>& events) {
  double left = size;
  for (int parts = 0; parts < most_parts; ++parts) {
    // Forces and accelerations of this part, and the whole rest of the tick with them.
    gather_closed();
    if (!accelerate(force)) return false;
    start_q_ = state_.q;
    start_v_ = state_.v;
    for (std::size_t k = 0; k < points_.size(); ++k) start_gap_[k] = points_[k].gap;
    move(left);
    // Cut at the first touch; with the state there: who opens, then the impact and who bounces.
    const double touched = first_touch(left);
    const bool whole = !(touched <= left);
    const double s = whole ? left : touched;
    state_.v = start_v_ + s * acceleration_;
    workspace_.bias(state_.v, bias_);
    measure();
    left = whole ? 0.0 : left - s;
    release(time + size - left, events);
    if (whole) return true;
    if (!touch(time + size - left, impact, events)) return false;
  }
  trouble_ = fmt::format("{} impacts within one tick", most_parts);
  return false;
}

}  // namespace carom::simulation
