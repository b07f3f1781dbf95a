// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A model is a tree of bodies (multibody.h) and the parts that refer to it; both are shared between
// copies and never change.
#include "carom/model.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "model/check_description.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom {
namespace {

/// A unit quaternion, or a cosine and sine, may be off by this.
/// States typed with seven digits pass; a quaternion off by more is a mistake in its entries and
/// not of its length.
constexpr double manifold_tolerance = 1e-6;

std::shared_ptr<const ModelParts> checked(const Multibody& bodies, ModelParts parts) {
  if (parts.armature.size() == 0 && bodies.armature.size() > 0 && !bodies.armature.isZero(0.0)) {
    parts.armature = bodies.armature;
  }
  check_parts(bodies, parts);
  return std::make_shared<const ModelParts>(std::move(parts));
}

ModelParts parts_of(const ModelDescription& description) {
  ModelParts parts = description.parts;
  for (std::string& warning : description_warnings(description)) {
    parts.warnings.push_back(std::move(warning));
  }
  return parts;
}

/// The part of a joint's coordinates that must have length 1: (start, size), size 0: none.
std::pair<int, int> unit_part(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::free: return {joint.q + 3, 4};
    case JointKind::spherical: return {joint.q, joint.q_size == 4 ? 4 : 0};
    case JointKind::continuous: return {joint.q, 2};
    case JointKind::planar: return {joint.q + 2, 2};
    default: return {joint.q, 0};
  }
}

void check_vector(const Eigen::VectorXd& values, int size, const char* what,
                  const std::vector<std::string>& names, std::vector<std::string>& faults) {
  if (values.size() != size) {
    faults.push_back(
        fmt::format("state: {} has {} numbers; expected {}", what, values.size(), size));
    return;
  }
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    if (!std::isfinite(values[k])) {
      faults.push_back(fmt::format("state: {} of '{}' = {}; expected a finite number", what,
                                   names[static_cast<std::size_t>(k)], values[k]));
    }
  }
}

}  // namespace

Model::Model(const ModelDescription& description)
    : Model(Multibody::build(description), parts_of(description)) {}

Model::Model(std::shared_ptr<const Multibody> bodies, ModelParts parts)
    : bodies_(std::move(bodies)), parts_(checked(*bodies_, std::move(parts))) {}

const std::string& Model::name() const { return bodies_->name; }
int Model::configuration_size() const { return bodies_->configuration_size; }
int Model::velocity_size() const { return bodies_->velocity_size; }
bool Model::has_free_base() const {
  return !bodies_->joints.empty() && bodies_->joints.front().kind == JointKind::free;
}
double Model::total_mass() const { return bodies_->total_mass; }
const Eigen::Vector3d& Model::gravity() const { return bodies_->gravity; }
const std::vector<Joint>& Model::joints() const { return bodies_->joints; }
const std::vector<std::string>& Model::coordinate_names() const {
  return bodies_->coordinate_names;
}
const std::vector<std::string>& Model::velocity_names() const { return bodies_->velocity_names; }
const std::vector<std::string>& Model::frame_names() const { return bodies_->frame_names; }
const Eigen::VectorXd& Model::lower_limit() const { return bodies_->lower_limit; }
const Eigen::VectorXd& Model::upper_limit() const { return bodies_->upper_limit; }
const Eigen::VectorXd& Model::effort_limit() const { return bodies_->effort_limit; }
const Eigen::VectorXd& Model::velocity_limit() const { return bodies_->velocity_limit; }

Model Model::with(ModelParts parts) const { return {bodies_, std::move(parts)}; }

int Model::joint(std::string_view wanted) const {
  const int index = find_joint(*bodies_, wanted);
  if (index < 0) {
    throw InvalidInput(fmt::format("{}: no joint '{}'; expected one of its {} joints{}", name(),
                                   wanted, joints().size(),
                                   base::did_you_mean(wanted, joint_names(*bodies_))));
  }
  return index;
}

int Model::frame(std::string_view wanted) const {
  const int index = find_frame(*bodies_, wanted);
  if (index < 0) {
    throw InvalidInput(fmt::format("{}: no frame '{}'; expected a body, joint or site{}", name(),
                                   wanted, base::did_you_mean(wanted, frame_names())));
  }
  return index;
}

int Model::contact(std::string_view wanted) const {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < contacts().size(); ++k) {
    if (contacts()[k].name == wanted) return static_cast<int>(k);
    names.push_back(contacts()[k].name);
  }
  throw InvalidInput(fmt::format("{}: no contact '{}'; expected one of {}{}", name(), wanted,
                                 names.empty() ? "none" : base::join(names),
                                 base::did_you_mean(wanted, names)));
}

Eigen::VectorXd Model::neutral() const { return bodies_->neutral(); }

Eigen::VectorXd Model::integrate(const Eigen::VectorXd& q, const Eigen::VectorXd& dv) const {
  Eigen::VectorXd to(configuration_size());
  bodies_->integrate(q, dv, to);
  return to;
}

Eigen::VectorXd Model::difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const {
  Eigen::VectorXd dv(velocity_size());
  bodies_->difference(from, to, dv);
  return dv;
}

void Model::integrate(const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Eigen::Ref<const Eigen::VectorXd>& dv,
                      Eigen::Ref<Eigen::VectorXd> to) const {
  bodies_->integrate(q, dv, to);
}

void Model::check(const State& state) const {
  std::vector<std::string> faults;
  check_vector(state.q, configuration_size(), "q", coordinate_names(), faults);
  check_vector(state.v, velocity_size(), "v", velocity_names(), faults);
  if (faults.empty()) {
    for (const Joint& joint : joints()) {
      const auto [start, size] = unit_part(joint);
      const double length = size > 0 ? state.q.segment(start, size).norm() : 1.0;
      if (std::abs(length - 1.0) > manifold_tolerance) {
        faults.push_back(
            fmt::format("state: {} of joint '{}' has length {}; expected 1; normalise it",
                        size == 4 ? "the quaternion" : "cosine and sine", joint.name, length));
      }
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

Model with_friction(const Model& model, double friction) {
  ModelParts parts = model.parts();
  for (ContactCandidate& contact : parts.contacts) {
    if (std::holds_alternative<JointStop>(contact.against)) continue;  // nothing rubs there
    contact.friction = friction;
    contact.static_friction.reset();
  }
  return model.with(std::move(parts));
}

Model with_usual_restitution(const Model& model, double restitution) {
  ModelParts parts = model.parts();
  for (ContactCandidate& contact : parts.contacts) {
    if (!contact.restitution) contact.restitution = restitution;
  }
  return model.with(std::move(parts));
}

}  // namespace carom
