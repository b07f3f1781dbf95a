// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// At a plane with the normal e a point mirrors as p − 2 (p·e − c) e, an axis to turn about as
// −(a − 2 (a·e) e), one to slide along as a − 2 (a·e) e.
#include "design/variation/mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.h"
#include "model/multibody.h"

namespace carom::design {
namespace {

using Eigen::Vector3d;

// [m] Joints whose places mirror each other within this are a pair: files round to millimetres.
constexpr double mirrored_within = 5e-3;
// Cosine of 2.6°, between axes: files have angles of some decimals.
constexpr double parallel = 0.999;
// [rad, m] The start is symmetric within this, which is 1°: postures that were computed to balance
// differ by some milliradians (Talos: 3.4); ten times more is a stance that a person set askew.
constexpr double alike = 0.02;

/// A joint of one velocity in the neutral posture.
struct PlacedJoint {
  std::string name;
  Vector3d at, axis;
  bool slides = false;
  double value = 0.0;  ///< At the start.
};

double value_of(const Joint& joint, const Eigen::VectorXd& q) {
  return joint.q_size == 2 ? std::atan2(q[joint.q + 1], q[joint.q]) : q[joint.q];
}

/// The frame of a joint, else the first that moves with it.
int frame_of(const Model& model, int joint) {
  const auto& joints = model.bodies().frame_joints;
  int first = -1;
  for (std::size_t k = 0; k < joints.size(); ++k) {
    if (joints[k] != joint) continue;
    const auto frame = static_cast<int>(k);
    if (model.frame_names()[k] == model.joints()[static_cast<std::size_t>(joint)].name) {
      return frame;
    }
    if (first < 0) first = frame;
  }
  return first;
}

std::vector<PlacedJoint> placed_joints(const Model& model, const Eigen::VectorXd& start) {
  ModelWorkspace at(model);
  at.set_configuration(model.neutral());
  Eigen::Matrix3Xd rates(3, model.velocity_size());
  std::vector<PlacedJoint> joints;
  for (std::size_t k = 0; k < model.joints().size(); ++k) {
    const Joint& joint = model.joints()[k];
    const int frame = frame_of(model, static_cast<int>(k));
    if (joint.v_size != 1 || frame < 0) continue;
    const bool slides = joint.kind == JointKind::prismatic;
    if (slides) {
      at.point_jacobian(frame, Vector3d::Zero(), rates);
    } else {
      at.angular_jacobian(frame, rates);
    }
    joints.push_back({joint.name, at.position(frame, Vector3d::Zero()),
                      rates.col(joint.v).normalized(), slides, value_of(joint, start)});
  }
  return joints;
}

/// The names that this one has on the other side: each "left" as "right", each l as r.
std::vector<std::string> names_on_the_right(const std::string& name) {
  constexpr std::array<std::pair<const char*, const char*>, 5> words = {
      {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}, {"l", "r"}, {"L", "R"}}};
  std::vector<std::string> names;
  for (const auto& [left, right] : words) {
    const std::string from = left;
    for (auto at = name.find(from); at != std::string::npos; at = name.find(from, at + 1)) {
      names.push_back(std::string(name).replace(at, from.size(), right));
    }
  }
  return names;
}

class MirrorFinder {
 public:
  MirrorFinder(const Model& model, const State& start,
               const std::vector<VariedParameter>& parameters)
      : parameters_(parameters), joints_(placed_joints(model, start.q)) {
    name_pairs();
    find_plane();
  }

  Mirror find(const Model& model, const State& start) {
    Mirror mirror;
    if (!normal_) return mirror;
    for (const auto& [left, right] : named_) add_pair(left, right, mirror);
    if (mirror.pairs.empty()) return {};
    add_joints_between(mirror);
    add_base(model, start, mirror);
    return mirror;
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  void name_pairs() {
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      for (const std::string& other : names_on_the_right(joints_[i].name)) {
        const auto found = std::find_if(joints_.begin(), joints_.end(),
                                        [&](const auto& joint) { return joint.name == other; });
        if (found == joints_.end()) continue;
        named_.emplace_back(i, static_cast<std::size_t>(found - joints_.begin()));
      }
    }
  }

  /// The normal along which most pairs are apart, and how far along it the plane is.
  void find_plane() {
    Vector3d sum = Vector3d::Zero();
    double middle = 0.0;
    int apart = 0;
    for (const auto& [left, right] : named_) sum += joints_[left].at - joints_[right].at;
    if (sum.norm() < mirrored_within) return;
    const Vector3d normal = sum.normalized();
    for (const auto& [left, right] : named_) {
      middle += 0.5 * normal.dot(joints_[left].at + joints_[right].at);
      ++apart;
    }
    normal_ = normal;
    offset_ = middle / apart;
  }

  Vector3d mirrored(const Vector3d& v) const { return v - 2.0 * normal_->dot(v) * *normal_; }
  Vector3d mirrored_axis(const PlacedJoint& joint) const {
    return (joint.slides ? 1.0 : -1.0) * mirrored(joint.axis);
  }

  int parameter(const std::string& name) const {
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
      if (parameters_[k].name == name) return static_cast<int>(k);
    }
    return -1;
  }

  void add_pair(std::size_t left, std::size_t right, Mirror& mirror) const {
    const PlacedJoint &one = joints_[left], &other = joints_[right];
    const Vector3d image = mirrored(one.at) + 2.0 * offset_ * *normal_;
    const double along = mirrored_axis(one).dot(other.axis);
    if ((image - other.at).norm() > mirrored_within || std::abs(along) < parallel ||
        one.slides != other.slides) {
      return;
    }
    const double sign = along > 0.0 ? 1.0 : -1.0;
    if (std::abs(other.value - sign * one.value) > alike && mirror.crooked.empty()) {
      mirror.crooked = fmt::format("{} = {} and {} = {}", one.name, base::number(one.value, 3),
                                   other.name, base::number(other.value, 3));
    }
    const int a = parameter(one.name), b = parameter(other.name);
    if (a >= 0 && b >= 0) mirror.pairs.push_back({a, b, sign});
  }

  bool is_named(std::size_t joint) const {
    return std::any_of(named_.begin(), named_.end(), [&](const Pair& pair) {
      return pair.first == joint || pair.second == joint;
    });
  }

  /// Joints on the plane: those that turn their bodies out of it stay as they are.
  void add_joints_between(Mirror& mirror) const {
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const PlacedJoint& joint = joints_[k];
      const bool on_plane = std::abs(normal_->dot(joint.at) - offset_) < mirrored_within;
      if (is_named(k) || !on_plane || mirrored_axis(joint).dot(joint.axis) > -parallel) continue;
      if (std::abs(joint.value) > alike && mirror.crooked.empty()) {
        mirror.crooked = fmt::format("{} = {}", joint.name, base::number(joint.value, 3));
      }
      if (const int own = parameter(joint.name); own >= 0) mirror.still.push_back(own);
    }
  }

  /// Of the base: sideways, roll and yaw, where the plane is one of its own.
  void add_base(const Model& model, const State& start, Mirror& mirror) const {
    Eigen::Index across = 0;
    if (normal_->cwiseAbs().maxCoeff(&across) < parallel) return;
    for (const Joint& joint : model.joints()) {
      if (joint.kind != JointKind::free || joint.parent >= 0) continue;
      const Eigen::Quaterniond turn(start.q.segment<4>(joint.q + 3));
      const Vector3d up = -model.gravity();
      if (up.norm() > 0.0 && std::abs((turn * *normal_).dot(up.normalized())) > alike &&
          mirror.crooked.empty()) {
        mirror.crooked = "the base leans to a side";
      }
      for (Eigen::Index k = 0; k < 3; ++k) {
        const Eigen::Index moves = joint.v + (k == across ? k : k + 3);
        const int own = parameter(model.velocity_names()[static_cast<std::size_t>(moves)]);
        if (own >= 0) mirror.still.push_back(own);
      }
    }
  }

  const std::vector<VariedParameter>& parameters_;
  std::vector<PlacedJoint> joints_;
  std::vector<Pair> named_;
  std::optional<Vector3d> normal_;
  double offset_ = 0.0;
};

}  // namespace

Mirror find_mirror(const Model& model, const State& start,
                   const std::vector<VariedParameter>& parameters) {
  if (!model.has_free_base()) return {};
  return MirrorFinder(model, start, parameters).find(model, start);
}

}  // namespace carom::design
