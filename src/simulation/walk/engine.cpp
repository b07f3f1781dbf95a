// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Ticks of a walk (engine.h).
#include "simulation/walk/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "simulation/walk/ground.h"

namespace carom {

using Eigen::Index;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using simulation::TickPoint;

namespace {

constexpr double lowest_height = 0.7, largest_tilt = 0.7;
constexpr int most_failures = 100;  // ticks in a row without torques

void check_level_points(const Model& model) {
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

Simulation::Engine::Walking::Walking(Model moved, SimulationOptions chosen)
    : Ticking(std::move(moved), std::move(chosen)), touchdowns_(model) {}

/// Everything that follows from the state at time 0.
void Simulation::Engine::Walking::prepare(const State& from) {
  begin_ = from;
  controller_.emplace(model, *options.walk, from);
  std::vector<Foothold> footholds = {controller_->feet()[0].stands, controller_->feet()[1].stands};
  const auto& planned = controller_->plan().footholds();
  footholds.insert(footholds.end(), planned.begin(), planned.end());
  simulation::WalkGround ground(footholds, options.walk->ground);
  ground.sides.assign(model.contacts().size(), Side::left);
  for (const int k : controller_->feet()[1].contacts) {
    ground.sides[static_cast<std::size_t>(k)] = Side::right;
  }
  for (std::size_t k = 0; k < 2; ++k) {
    ground.soles[k] = {controller_->feet()[k].frame, controller_->feet()[k].center};
  }
  check_level_points(model);
  simulation::TickOptions ticks{.quick_slips = false};
  if (!ground.flat()) {
    ticks.lift = [ground = std::move(ground)](std::size_t k, const ModelWorkspace& at) {
      const Side side = ground.sides[k];
      const simulation::WalkGround::Sole& sole = ground.soles[side == Side::left ? 0 : 1];
      return ground.height(side, at.position(sole.frame, sole.center));
    };
  }
  plant_.emplace(model, std::move(ticks));
  pelvis_ = model.frame(options.walk->robot.pelvis);
  jacobian_.setZero(3, model.velocity_size());
  torque_.setZero(model.velocity_size());
  closed_.assign(model.contacts().size(), false);
}

void Simulation::Engine::Walking::start(State from) {
  model.check(from);
  prepare(from);
  state = std::move(from);
  // [m] Stances of files and of inverse kinematics are good to 1e-7: what stands does not fall
  // first.
  plant_->start(state, std::max(options.touching, 1e-6));
}

void Simulation::Engine::Walking::resume(SimulationCheckpoint from) {
  const auto refuse = [&] {
    throw InvalidInput(fmt::format(
        "{}: checkpoint of {} coordinates and {} velocities; expected {} and {}, of a walk; it is "
        "of another run",
        model.name(), from.q.size(), from.v.size(), model.configuration_size(),
        model.velocity_size()));
  };
  const auto* memory = std::get_if<WalkMemory>(&from.memory);
  if (memory == nullptr || !same_sizes(from) ||
      memory->start.size() != model.configuration_size()) {
    refuse();
  }
  prepare({memory->start, VectorXd::Zero(model.velocity_size())});
  // Of the same sizes as a fresh one; a landing under way has more numbers.
  if (memory->points.size() != plant_->points().size() ||
      memory->controller.size() != controller_->memory().size() ||
      memory->landing.size() < touchdowns_.memory().size()) {
    refuse();
  }
  go_on_from(from);
  plant_->resume(state, memory->points);
  controller_->set_memory(memory->controller);
  touchdowns_.set_memory(memory->landing);
  relaxed_ = memory->relaxed;
  failed_ = memory->failed;
  begun_ = from.step > 0;
  end_if_over();
}

SimulationCheckpoint Simulation::Engine::Walking::checkpoint() const {
  SimulationCheckpoint result = common_checkpoint();
  result.integration_steps += plant_->parts();
  result.contacts.assign(model.contacts().size(), {});
  result.memory = WalkMemory{.relaxed = relaxed_,
                             .failed = failed_,
                             .start = begin_.q,
                             .points = plant_->memory(),
                             .controller = controller_->memory(),
                             .landing = touchdowns_.memory()};
  return result;
}

/// Motion is that of now, the end of the tick; forces, torques, phase and the ZMP's reference are
/// those of the tick.
void Simulation::Engine::Walking::add_sample(SimulationRecord& record, bool row) {
  WalkSample sample;
  const control::WalkController& controller = *controller_;
  ModelWorkspace& at = plant_->workspace();  // at the end of the tick
  sample.time = time;
  sample.row = row;
  sample.phase = controller.moment().phase;
  sample.step = controller.moment().step;
  sample.com = at.center_of_mass();
  at.center_of_mass_jacobian(jacobian_);
  sample.com_velocity.noalias() = jacobian_ * plant_->state().v;
  sample.dcm = sample.com.head<2>() + sample.com_velocity.head<2>() / controller.plan().omega();
  sample.dcm_reference = controller.plan().at(time).dcm;
  sample.zmp_reference = controller.moment().zmp;
  Vector2d sum = Vector2d::Zero();
  double load = 0.0;
  control::SupportPolygon support = controller.support();
  for (const TickPoint& point : plant_->points()) {
    sum += point.force.z() * point.place.head<2>();
    load += point.force.z();
    if (!point.closed || !(point.force.z() > 0.0)) continue;
    support.add(point.place.head<2>());  // of a foot that lands
    sample.slip = std::max(sample.slip, (point.place - point.anchor).head<2>().norm());
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  sample.zmp = load > 0.0 ? Vector2d(sum / load) : Vector2d(none, none);
  support.close();
  sample.margin = support.margin(sample.zmp);
  sample.tilt = controller.tilt(plant_->workspace());
  sample.torque = torque_;
  for (Index k = 6; k < torque_.size(); ++k) {
    const double limit = controller.torque_limit()[k];
    if (limit > 0.0) sample.effort = std::max(sample.effort, std::abs(torque_[k]) / limit);
  }
  sample.relaxed = controller.result().status != WholeBodyResult::Status::solved;
  record.walk.push_back(std::move(sample));
}

void Simulation::Engine::Walking::add_pushes(VectorXd& force) {
  for (const Push& push : options.walk->pushes) {
    // Of the tick, the part inside the push.
    const double from = std::max(time, push.time);
    const double to = std::min(grid_time(step_ + 1), push.time + push.duration);
    if (!(to > from)) continue;
    const double share = (to - from) / (grid_time(step_ + 1) - time);
    plant_->workspace().point_jacobian(pelvis_, Vector3d::Zero(), jacobian_);
    force.noalias() += jacobian_.transpose() * (share / push.duration * push.impulse);
  }
}

double Simulation::Engine::Walking::plastic_below() const { return options.plastic_speed; }

void Simulation::Engine::Walking::note_impact(const ImpactRecord& impact,
                                              const std::vector<int>& hit, double approach) {
  touchdowns_.add(impact, hit, approach, impacts_, lands(hit));
}

/// A foot that was in the air is among the points that hit.
bool Simulation::Engine::Walking::lands(const std::vector<int>& hit) const {
  for (const control::WalkFoot& foot : controller_->feet()) {
    if (foot.mode != control::WalkFoot::Mode::swing || !foot.airborne) continue;
    for (const int k : foot.contacts) {
      if (std::find(hit.begin(), hit.end(), k) != hit.end()) return true;
    }
  }
  return false;
}

bool Simulation::Engine::Walking::fallen() {
  const double tilt = controller_->tilt(plant_->workspace());
  double ground = 0.0;
  for (const control::WalkFoot& foot : controller_->feet()) {
    ground = std::max(ground, foot.stands.center.z());
  }
  const double height = plant_->workspace().center_of_mass().z() - ground;
  if (tilt < largest_tilt && height > lowest_height * controller_->height()) return false;
  end(RunStatus::fell,
      fmt::format("the robot fell at t = {:.4g} s, after {} of {} steps: pelvis tilted by {:.2g} "
                  "rad, centre of mass at {:.3g} m of {:.3g} m",
                  time, controller_->landed(), controller_->plan().footholds().size(), tilt, height,
                  controller_->height()));
  return true;
}

/// The torques of this tick. False: the run has ended.
bool Simulation::Engine::Walking::ask_controller(SimulationRecord& record) {
  for (std::size_t k = 0; k < closed_.size(); ++k) closed_[k] = plant_->points()[k].closed;
  torque_ =
      controller_->update(time, plant_->workspace(), plant_->bias(), plant_->state(), closed_);
  const auto& result = controller_->result();
  // The first tick of each kind is noted; a reader sees how many there were in the samples.
  if (result.status == WholeBodyResult::Status::relaxed && ++relaxed_ == 1) {
    record.notes.push_back(fmt::format("t = {:.4g} s: {}", time, result.message));
  }
  if (result.status == WholeBodyResult::Status::failed) {
    if (++failed_ == 1) {
      record.notes.push_back(
          fmt::format("t = {:.4g} s: no torques, the last go on: {}", time, result.message));
    }
    if (controller_->failures() > most_failures) {
      end(RunStatus::diverged, fmt::format("no torques since {} ticks at t = {:.4g} s: {}",
                                           most_failures, time, result.message));
      return false;
    }
  }
  if (const auto& landing = controller_->landing()) {
    touchdowns_.stands(landing->step, landing->planned, landing->foothold, landing->touched, time);
  }
  return true;
}

/// One period of the controller. False: the run has ended.
bool Simulation::Engine::Walking::tick(SimulationRecord& record) {
  if (!ask_controller(record)) return false;
  force_ = torque_;
  add_pushes(force_);
  const double until = grid_time(step_ + 1);
  const auto hit = [&](double at, State& now, const std::vector<int>& closed) {
    return impact(at, now, closed, record);
  };
  if (!plant_->step(time, until - time, {force_}, hit, record.events)) {
    if (status == RunStatus::running) {
      end(RunStatus::diverged, fmt::format("t = {:.9g} s: {}", time, plant_->trouble()));
    }
    return false;
  }
  ++step_;
  time = until;
  state = plant_->state();
  for (std::size_t k = 0; k < closed_.size(); ++k) {
    note_gap(static_cast<int>(k), plant_->points()[k].gap);
  }
  return true;
}

void Simulation::Engine::Walking::take_step(SimulationRecord& record) {
  const bool moved = tick(record);
  const bool fell = moved && fallen();
  const bool row = moved && (fell || row_is_due());
  if (row) add_row(record, TrajectoryRow::Kind::step);
  if (moved) add_sample(record, row);
  if (moved && !fell) end_if_over();
  if (auto done = touchdowns_.take(time, status != RunStatus::running)) {
    record.touchdowns.push_back(std::move(*done));
  }
}

}  // namespace carom
