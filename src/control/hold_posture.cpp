// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Proportional-derivative control at a posture:
//   force_i = k_i e_i − d_i v_i,  e = the tangent vector with q ⊕ e = posture,
// clipped at the limits of the motors. Unless gains are given, each joint by itself, all others
// still, is an oscillator of the frequency ω and the damping ratio ζ asked for:
//   k_i = I_i ω²,  d_i = 2 ζ √(k_i I_i),  I_i = M_ii at the posture, with rotors (`own`).
// A joint with others beyond it, or on the ground, swings slower or faster than that. `stance`:
// I_i is what the joint moves when the feet stand (standing.h); a joint without feet beyond it has
// I_i ω² ≥ what it carries / 0.05 rad at least, so that small parts do not hang down.
// `hold_load` says what the motors carry while the robot stands, by how much it sinks, and which of
// them are too weak (equations: standing.h).
// S3 VII-B holds TREX's hips so, with gains whose units it does not print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/control.h"
#include "carom/error.h"
#include "carom/stance.h"
#include "control/motors.h"
#include "control/standing.h"
#include "model/multibody.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;

/// One velocity that is held.
struct HeldVelocity {
  int v = 0;
  double stiffness = 0.0, damping = 0.0;
  double limit = std::numeric_limits<double>::infinity();
};

/// Empty, or why it cannot be held.
std::string refusal(const Model& model, int index) {
  const Joint& joint = model.joints()[static_cast<std::size_t>(index)];
  if (control::is_base(joint)) return "is the base; expected joints that a motor can hold";
  if (!model.bodies().joint_is_coordinate[static_cast<std::size_t>(index)]) {
    return "is mixed with other joints by the coordinate map; expected a joint whose position is "
           "a coordinate";
  }
  return {};
}

std::vector<int> held_joints(const Model& model, const std::vector<std::string>& names,
                             Faults& faults) {
  std::vector<int> joints;
  for (const std::string& name : names) {
    int index = -1;
    base::gather(faults, [&] { index = model.joint(name); }, "hold_posture: ");
    const std::string why = index < 0 ? "" : refusal(model, index);
    if (!why.empty()) {
      faults.push_back(fmt::format("hold_posture: joint '{}' {}", name, why));
    } else if (index >= 0 && std::find(joints.begin(), joints.end(), index) == joints.end()) {
      joints.push_back(index);
    }
  }
  if (!names.empty()) return joints;
  for (int k = 0; k < static_cast<int>(model.joints().size()); ++k) {
    if (refusal(model, k).empty()) joints.push_back(k);
  }
  if (joints.empty()) {
    faults.push_back(fmt::format(
        "hold_posture: {} has no joint to hold beside its base; expected a model with joints whose "
        "positions are coordinates",
        model.name()));
  }
  return joints;
}

void check_numbers(const HoldOptions& options, Faults& faults) {
  const auto check = [&](const char* name, double value, bool may_be_zero, const char* unit) {
    if (std::isfinite(value) && (value > 0.0 || (may_be_zero && value == 0.0))) return;
    faults.push_back(fmt::format("hold_posture: {} = {}{}; expected {} {} and finite", name,
                                 base::number(value), unit, name, may_be_zero ? ">= 0" : "> 0"));
  };
  if (options.frequency) check("frequency", *options.frequency, false, " rad/s");
  check("damping_ratio", options.damping_ratio, true, "");
  if (options.stiffness) check("stiffness", *options.stiffness, true, " N m/rad");
  if (options.damping) check("damping", *options.damping, true, " N m s/rad");
}

/// What a joint moves, per velocity, for gains of a frequency.
Eigen::VectorXd moved_inertia(ModelWorkspace& workspace, const HoldOptions& options,
                              double frequency) {
  if (options.inertia == HoldOptions::Inertia::own) return workspace.mass_matrix().diagonal();
  // 3 degrees, or centimetres of a slider: a hand that hangs by more is seen to droop.
  constexpr double droop = 0.05;
  Eigen::VectorXd inertia = control::standing_inertia(workspace);
  const Eigen::VectorXd load = control::resting_load(workspace);
  const std::vector<bool> feet = control::carries_feet(workspace.model());
  for (Eigen::Index v = 0; v < inertia.size(); ++v) {
    if (feet[static_cast<std::size_t>(v)]) continue;
    inertia[v] = std::max(inertia[v], std::abs(load[v]) / (droop * frequency * frequency));
  }
  // A damper of the joint's own, d, beside a weak motor would leave it creeping at k/d for seconds:
  // the motor's damping is at least as much, so that nothing is slower than a quarter of ω.
  for (const JointSpring& spring : workspace.model().parts().joint_springs) {
    const Model& model = workspace.model();
    const auto joint = static_cast<std::size_t>(model.joint(spring.joint));
    double& moved = inertia[model.joints()[joint].v];
    moved = std::max(moved, spring.damping / (2.0 * frequency));
  }
  return inertia;
}

std::vector<HeldVelocity> make_gains(ModelWorkspace& workspace, const std::vector<int>& joints,
                                     const HoldOptions& options, double frequency) {
  const Model& model = workspace.model();
  const Eigen::VectorXd limits = control::motor_limits(model);
  const Eigen::VectorXd moved = moved_inertia(workspace, options, frequency);
  std::vector<HeldVelocity> held;
  for (const int index : joints) {
    const Joint& joint = model.joints()[static_cast<std::size_t>(index)];
    for (int v = joint.v; v < joint.v + joint.v_size; ++v) {
      const double inertia = moved[v];
      HeldVelocity one{.v = v};
      one.stiffness = options.stiffness.value_or(inertia * frequency * frequency);
      one.damping = options.damping.value_or(2.0 * options.damping_ratio *
                                             std::sqrt(one.stiffness * inertia));
      if (options.effort_limits) one.limit = limits[v];
      held.push_back(one);
    }
  }
  return held;
}

Eigen::VectorXd stiffness_of(const std::vector<HeldVelocity>& held, int size) {
  Eigen::VectorXd stiffness = Eigen::VectorXd::Zero(size);
  for (const HeldVelocity& one : held) stiffness[one.v] = one.stiffness;
  return stiffness;
}

/// The gains; of those for a stance without a frequency, the softest that carry. None does: those
/// of the usual frequency, since it is not for want of stiffness (joints without motors, feet that
/// are not under the robot).
std::vector<HeldVelocity> choose_gains(const Model& model, const Eigen::VectorXd& posture,
                                       const std::vector<int>& joints, const HoldOptions& options) {
  constexpr double usual = 60.0;     // [rad/s]
  constexpr double most_sag = 0.03;  // of the leg: a landing then looks like one on these legs
  ModelWorkspace workspace(model);
  workspace.set_configuration(posture);
  const bool own = options.inertia == HoldOptions::Inertia::own;
  if (!own && !options.frequency && !options.stiffness) {
    for (const double frequency : {30.0, 40.0, 60.0, 90.0, 120.0, 180.0}) {
      std::vector<HeldVelocity> held = make_gains(workspace, joints, options, frequency);
      const control::StaticLoad load =
          control::static_load(workspace, stiffness_of(held, model.velocity_size()));
      if (load.sag <= most_sag * load.leg_length) return held;
    }
  }
  return make_gains(workspace, joints, options, options.frequency.value_or(usual));
}

bool slides(const Model& model, Eigen::Index v) {
  for (const Joint& joint : model.joints()) {
    if (v < joint.v || v >= joint.v + joint.v_size) continue;
    return joint.kind == JointKind::prismatic || joint.kind == JointKind::translation;
  }
  return false;
}

}  // namespace

Controller hold_posture(const Model& model, const Eigen::VectorXd& posture,
                        const HoldOptions& options) {
  Faults faults;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.velocity_size());
  base::gather(faults, [&] { model.check({posture, still}); }, "hold_posture: ");
  check_numbers(options, faults);
  const std::vector<int> joints = held_joints(model, options.joints, faults);
  if (!faults.empty()) throw InvalidInput(faults);

  Controller controller;
  controller.name = "hold_posture";
  const std::vector<HeldVelocity> held = choose_gains(model, posture, joints, options);
  controller.stiffness = stiffness_of(held, model.velocity_size());
  controller.damping = Eigen::VectorXd::Zero(model.velocity_size());
  for (const HeldVelocity& one : held) controller.damping[one.v] = one.damping;
  if (options.effort_limits) {
    controller.limit =
        Eigen::VectorXd::Constant(model.velocity_size(), std::numeric_limits<double>::infinity());
    for (const HeldVelocity& one : held) controller.limit[one.v] = one.limit;
  }
  const auto forces = [model, posture, held](bool clips) {
    return [model, posture, held, clips](double, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                         Eigen::Ref<Eigen::VectorXd> force) {
      thread_local Eigen::VectorXd error;  // grows once; simulations may share a controller
      error.resize(v.size());
      model.bodies().difference(q, posture, error);
      for (const HeldVelocity& one : held) {
        const double wanted = one.stiffness * error[one.v] - one.damping * v[one.v];
        // Not std::clamp alone: what is not finite must be seen by the integrator.
        force[one.v] +=
            clips && std::isfinite(wanted) ? std::clamp(wanted, -one.limit, one.limit) : wanted;
      }
    };
  };
  controller.add_force = forces(true);
  controller.add_unclipped = forces(false);
  return controller;
}

HoldLoad hold_load(const Model& model, const Eigen::VectorXd& posture,
                   const Controller& controller) {
  model.check({posture, Eigen::VectorXd::Zero(model.velocity_size())});
  if (controller.stiffness.size() != model.velocity_size()) {
    throw InvalidInput(fmt::format(
        "hold_load: controller '{}' has {} stiffnesses; expected {}, one per velocity of {}",
        controller.name, controller.stiffness.size(), model.velocity_size(), model.name()));
  }
  ModelWorkspace workspace(model);
  workspace.set_configuration(posture);
  const control::StaticLoad found = control::static_load(workspace, controller.stiffness);
  std::vector<Eigen::Index> held;
  for (Eigen::Index v = 0; v < controller.stiffness.size(); ++v) {
    if (controller.stiffness[v] > 0.0) held.push_back(v);
  }
  HoldLoad load{.torque = found.torque(held), .sag = found.sag, .leg_length = found.leg_length};
  load.limit =
      Eigen::VectorXd::Constant(load.torque.size(), std::numeric_limits<double>::infinity());
  if (controller.limit.size() > 0) load.limit = controller.limit(held);
  for (std::size_t k = 0; k < held.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    load.joints.push_back(model.velocity_names()[static_cast<std::size_t>(held[k])]);
    const double needed = std::abs(load.torque[at]);
    if (needed <= load.limit[at]) continue;
    const char* unit = slides(model, held[k]) ? "N" : "N m";
    load.too_weak.push_back(fmt::format("{}: needs {:.3g} {}, its motor has {:.3g} {}",
                                        load.joints.back(), needed, unit, load.limit[at], unit));
  }
  return load;
}

std::optional<std::vector<std::string>> motor_joints(const Model& model, const Eigen::VectorXd& q) {
  std::vector<std::string> names;
  for (const Actuator& actuator : model.parts().actuators) names.push_back(actuator.joint);
  for (const std::string& joint : model.parts().tendon_joints) {
    if (std::find(names.begin(), names.end(), joint) == names.end()) names.push_back(joint);
  }
  if (!names.empty()) return names;
  const bool base = !model.joints().empty() && (model.joints().front().kind == JointKind::free ||
                                                model.joints().front().kind == JointKind::planar);
  if (!base && rising(model, q)) return std::nullopt;
  return names;
}

Controller sum(const Controller& first, const Controller& second) {
  if (!first) return second;
  if (!second) return first;
  const auto added = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) -> Eigen::VectorXd {
    if (a.size() == 0) return b;
    if (b.size() == 0) return a;
    return a + b;
  };
  Controller both;
  both.name = first.name + " + " + second.name;
  both.stiffness = added(first.stiffness, second.stiffness);
  both.damping = added(first.damping, second.damping);
  both.add_force = [one = first.add_force, other = second.add_force](
                       double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                       Eigen::Ref<Eigen::VectorXd> force) {
    one(time, q, v, force);
    other(time, q, v, force);
  };
  return both;
}

}  // namespace carom
