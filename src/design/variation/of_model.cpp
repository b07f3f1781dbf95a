// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Variations of a model: joints, a free base, friction, rotor inertia, speed of the landing. Values
// of joints become a motion dv from the start, q = start ⊕ dv, so that every kind of joint is
// treated alike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/text.h"
#include "carom/error.h"
#include "design/landing/spread.h"
#include "design/variation/holding_torque.h"
#include "design/variation/source.h"
#include "design/variation/stay_closed.h"
#include "model/hulls/soles.h"

namespace carom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

enum class Kind { velocity, friction, armature, speed };

struct ModelSlot {
  Kind kind = Kind::velocity;
  int velocity = 0;  // Index, of Kind::velocity.
};

/// The angle or position of a joint of one velocity; 0 for others: their values are changes.
double joint_value(const Joint& joint, const Eigen::VectorXd& q) {
  if (joint.v_size != 1) return 0.0;
  return joint.q_size == 2 ? std::atan2(q[joint.q + 1], q[joint.q]) : q[joint.q];
}

VariedParameter describe(const Model& model, const Joint& joint, int offset,
                         const Eigen::VectorXd& q) {
  const auto index = static_cast<std::size_t>(joint.v + offset);
  VariedParameter parameter{.name = joint.v_size == 1 ? joint.name : model.velocity_names()[index],
                            .unit = "rad",
                            .start = joint_value(joint, q)};
  const bool linear = joint.kind == JointKind::prismatic || joint.kind == JointKind::translation ||
                      (joint.kind == JointKind::free && offset < 3) ||
                      (joint.kind == JointKind::planar && offset < 2);
  if (linear) parameter.unit = "m";
  if (joint.v_size == 1 && joint.q_size == 1) {
    parameter.lower = model.lower_limit()[joint.q];
    parameter.upper = model.upper_limit()[joint.q];
  }
  return parameter;
}

struct Known {
  VariedParameter parameter;
  ModelSlot slot;
  bool base = false;
};

std::vector<Known> all_known(const Model& model, const State& state) {
  std::vector<Known> known;
  for (const Joint& joint : model.joints()) {
    for (int k = 0; k < joint.v_size; ++k) {
      known.push_back({describe(model, joint, k, state.q),
                       {Kind::velocity, joint.v + k},
                       joint.kind == JointKind::free && joint.parent < 0});
    }
  }
  double friction = 0.0;
  for (const ContactCandidate& contact : model.contacts()) {
    friction = std::max(friction, contact.friction);
  }
  const Eigen::VectorXd& armature = model.parts().armature;
  known.push_back({{"friction", "", friction, 0.0, infinity}, {Kind::friction}});
  known.push_back(
      {{"armature", "kg m^2", armature.size() > 0 ? armature.maxCoeff() : 0.0, 0.0, infinity},
       {Kind::armature}});
  known.push_back({{"speed", "", 1.0, 0.0, infinity}, {Kind::speed}});
  return known;
}

class ModelSource : public Variation::Source {
 public:
  ModelSource(const Model& given, const State& at, ProblemOptions how,
              const std::vector<std::string>& names, Variation::Closing closing_how)
      : model(given), start(at), options(std::move(how)), closing(closing_how) {
    const std::vector<Known> known = all_known(model, start);
    std::vector<std::string> faults, all_names;
    for (const Known& entry : known) all_names.push_back(entry.parameter.name);
    const auto add = [&](const Known& entry) {
      parameters.push_back(entry.parameter);
      slots.push_back(entry.slot);
      if (entry.slot.kind != Kind::velocity) return;
      for (const Joint& joint : model.joints()) {
        if (entry.slot.velocity >= joint.v && entry.slot.velocity < joint.v + joint.v_size) {
          held.push_back(joint.name);
        }
      }
    };
    for (const std::string& name : names) {
      const auto found = std::find(all_names.begin(), all_names.end(), name);
      if (found == all_names.end()) {
        faults.push_back(fmt::format("{}: unknown joint or parameter '{}'; expected one of {}{}",
                                     model.name(), name, base::join(all_names),
                                     base::did_you_mean(name, all_names)));
      } else {
        add(known[static_cast<std::size_t>(found - all_names.begin())]);
      }
    }
    if (!faults.empty()) throw InvalidInput(faults);
    if (closing == Variation::Closing::free) {
      for (const Known& entry : known) {
        if (entry.base &&
            std::find(names.begin(), names.end(), entry.parameter.name) == names.end()) {
          add(entry);
        }
      }
    }
    ModelWorkspace workspace(model);
    const ImpactProblem problem = make_problem(model, start, options, workspace);
    contacts = problem.labels()->contacts;
    options.closed = contacts;
    if (closing == Variation::Closing::follow) keep_soles_flat();
    start_gaps =
        design::opened(workspace, contacts).head(static_cast<Eigen::Index>(contacts.size()));
  }

  std::unique_ptr<VariationPoint> make_point() const override;

  /// Made once, when it is asked for: it reads meshes.
  const Clearance* clearance() const {
    std::call_once(clearance_made_, [this] { clearance_ = Clearance(model, start.q, contacts); });
    return clearance_->empty() ? nullptr : &*clearance_;
  }

  /// A sole that touches at its middle alone would tilt through the ground as its leg moves.
  void keep_soles_flat() {
    std::vector<ContactCandidate> corners = sole_corners(model, start.q, contacts);
    if (corners.empty()) return;
    ModelParts parts = model.parts();
    on_soles = contacts;
    for (ContactCandidate& corner : corners) {
      on_soles.push_back(corner.name);
      parts.contacts.push_back(std::move(corner));
    }
    standing = model.with(std::move(parts));
  }

  Model model;
  std::optional<Model> standing;      // With the corners of soles as contacts; none: no soles.
  std::vector<std::string> on_soles;  // Its contacts that stay closed.
  State start;
  ProblemOptions options;
  std::vector<ModelSlot> slots;
  std::vector<std::string> held;
  Variation::Closing closing;
  Eigen::VectorXd start_gaps;

 private:
  mutable std::once_flag clearance_made_;
  mutable std::optional<Clearance> clearance_;
};

class ModelPoint : public VariationPoint {
 public:
  explicit ModelPoint(const ModelSource& source)
      : source_(source),
        state_(source.start),
        model_(source.model),
        workspace_(std::in_place, model_),
        standing_(source.standing ? std::optional<ModelWorkspace>(*source.standing) : std::nullopt),
        problem_(make_problem(model_, state_, source.options, *workspace_)) {}

  bool move(const Eigen::Ref<const Eigen::VectorXd>& values) override {
    Eigen::VectorXd dv = Eigen::VectorXd::Zero(source_.model.velocity_size());
    double speed = 1.0;
    std::optional<double> friction, armature;
    for (std::size_t k = 0; k < source_.slots.size(); ++k) {
      const double value = values[static_cast<Eigen::Index>(k)];
      const VariedParameter& parameter = source_.parameters[k];
      if (!refuse(parameter, value)) return false;
      switch (source_.slots[k].kind) {
        case Kind::velocity: dv[source_.slots[k].velocity] = value - parameter.start; break;
        case Kind::friction: friction = value; break;
        case Kind::armature: armature = value; break;
        case Kind::speed: speed = value; break;
      }
    }
    if (friction || armature) rebuild(friction, armature);
    is_problem_ = false;
    state_.q = model_.integrate(source_.start.q, dv);
    state_.v = design::carried_velocity(model_, source_.start, state_.q);
    if (source_.closing == Variation::Closing::follow) {
      why_ = standing_ ? design::stay_closed(*standing_, source_.on_soles, source_.held, state_)
                       : design::stay_closed(*workspace_, source_.contacts, source_.held, state_);
      if (!why_.empty()) return false;
      if (standing_) workspace_->set_configuration(state_.q);
    } else {
      workspace_->set_configuration(state_.q);
    }
    state_.v *= speed;
    return true;
  }

  const ImpactProblem& problem() override {
    if (!is_problem_) {
      if (fresh_ || !source_.options.locked.empty()) {
        problem_ = make_problem(model_, state_, source_.options, *workspace_);
      } else {
        update_problem(model_, state_, *workspace_, problem_);
      }
    }
    is_problem_ = true;
    fresh_ = false;
    return problem_;
  }

  Eigen::VectorXd opened() override {
    Eigen::VectorXd residual = design::opened(*workspace_, source_.contacts);
    residual.head(source_.start_gaps.size()) -= source_.start_gaps;
    return residual;
  }
  double holding_torque() override {
    return design::holding_torque(*workspace_, state_, source_.contacts);
  }
  const State* state() const override { return &state_; }
  const ModelWorkspace* workspace() override {
    // Contacts and torques leave it at other postures than the last one that stood.
    if (workspace_->configuration() != state_.q) workspace_->set_configuration(state_.q);
    return &*workspace_;
  }
  const Clearance* clearance() override { return source_.clearance(); }

 private:
  /// False: the value makes no sense.
  bool refuse(const VariedParameter& parameter, double value) {
    if (value >= parameter.lower && value <= parameter.upper) return true;
    why_ =
        fmt::format("{} = {} {} is outside {} … {}", parameter.name, base::number(value),
                    parameter.unit, base::number(parameter.lower), base::number(parameter.upper));
    return false;
  }

  void rebuild(const std::optional<double>& friction, const std::optional<double>& armature) {
    ModelParts parts = source_.model.parts();
    for (ContactCandidate& contact : parts.contacts) {
      if (!friction) break;
      if (std::holds_alternative<JointStop>(contact.against)) continue;  // nothing rubs there
      contact.friction = *friction;
      contact.static_friction.reset();
    }
    if (armature) {
      parts.armature = Eigen::VectorXd::Zero(source_.model.velocity_size());
      for (const Joint& joint : source_.model.joints()) {
        if (joint.v_size == 1) parts.armature[joint.v] = *armature;
      }
    }
    model_ = source_.model.with(std::move(parts));
    workspace_.emplace(model_);
    fresh_ = true;
  }

  const ModelSource& source_;
  State state_;
  Model model_;
  std::optional<ModelWorkspace> workspace_, standing_;
  ImpactProblem problem_;
  bool is_problem_ = false, fresh_ = false;
};

std::unique_ptr<VariationPoint> ModelSource::make_point() const {
  return std::make_unique<ModelPoint>(*this);
}

}  // namespace

std::vector<VariedParameter> varied_parameters(const Model& model, const State& state) {
  std::vector<VariedParameter> parameters;
  for (Known& entry : all_known(model, state)) parameters.push_back(std::move(entry.parameter));
  return parameters;
}

std::shared_ptr<const Variation::Source> design::model_source(const Model& model,
                                                              const State& state,
                                                              const ProblemOptions& options,
                                                              const std::vector<std::string>& names,
                                                              Variation::Closing closing) {
  return std::make_shared<ModelSource>(model, state, options, names, closing);
}

}  // namespace carom
