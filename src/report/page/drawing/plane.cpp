// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whether a model moves in one plane at every posture, and how that plane is looked at.
// Method: the axes of hinges are the normal, slides and the normals of contacts are across it;
// turning about the normal changes none of that, so that one posture decides. Slides along one line
// alone: the plane through the line and `up`.
#include <cmath>

#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using TreeKind = TreeJoint::Kind;

constexpr double parallel = 1e-9;  // sine or cosine of an angle that counts as none

bool across(const Vector3d& a, const Vector3d& b) { return std::abs(a.dot(b)) <= parallel; }
bool along(const Vector3d& a, const Vector3d& b) { return a.cross(b).norm() <= parallel; }

/// Axes of the joints in the world: hinges, slides; false: one moves in space.
struct Axes {
  std::vector<Vector3d> hinges = {}, slides = {};
  bool spatial = false;
};

Axes axes_of(const DrawnModel& drawn) {
  Axes axes;
  for (std::size_t k = 0; k < drawn.tree.joints.size(); ++k) {
    const TreeJoint& joint = drawn.tree.joints[k];
    const Eigen::Matrix3d turn = drawn.places[k].linear();
    switch (joint.kind) {
      case TreeKind::revolute:
      case TreeKind::continuous:
        axes.hinges.emplace_back(turn * joint.axis);
        axes.spatial = axes.spatial || joint.pitch != 0.0;
        break;
      case TreeKind::prismatic: axes.slides.emplace_back(turn * joint.axis); break;
      case TreeKind::planar: axes.hinges.emplace_back(turn.col(2)); break;
      case TreeKind::spherical:
      case TreeKind::free: axes.spatial = true; break;
    }
  }
  return axes;
}

/// Across a line, so that `up` (or, if that is the line, x) lies in the plane.
Vector3d normal_of_line(const Vector3d& line, const Vector3d& up) {
  const Vector3d other = !along(line, up)                  ? up
                         : !along(line, Vector3d::UnitX()) ? Vector3d::UnitX()
                                                           : Vector3d::UnitZ();
  return line.cross(other).normalized();
}

std::optional<Vector3d> normal_of(const Axes& axes, const Vector3d& up) {
  if (axes.spatial || (axes.hinges.empty() && axes.slides.empty())) return {};
  if (!axes.hinges.empty()) return axes.hinges.front();
  for (const Vector3d& slide : axes.slides) {
    if (!along(slide, axes.slides.front())) {
      return axes.slides.front().cross(slide).normalized();
    }
  }
  return normal_of_line(axes.slides.front(), up);
}

/// The direction of a contact at the start; zero if the centres coincide, and where there is none:
/// at stops of joints, and on terrain, which is_along looks at.
Vector3d contact_direction(const DrawnModel& drawn, const ContactCandidate& contact) {
  const auto world = [&](const std::string& name, const Vector3d& point) {
    const TreeFrame& frame = drawn.frame(name);
    return drawn.in_world(frame.joint, frame.placement * point);
  };
  if (const auto* plane = std::get_if<ContactPlane>(&contact.against)) {
    return (world(plane->body, plane->point + plane->normal) - world(plane->body, plane->point))
        .normalized();
  }
  const auto* other = std::get_if<ContactSphere>(&contact.against);
  if (other == nullptr) return Vector3d::Zero();
  const Vector3d apart =
      world(contact.sphere.body, contact.sphere.center) - world(other->body, other->center);
  return apart.norm() > 0.0 ? Vector3d(apart.normalized()) : apart;
}

bool fits(const DrawnModel& drawn, const Axes& axes, const Vector3d& normal) {
  for (const Vector3d& hinge : axes.hinges) {
    if (!along(hinge, normal)) return false;
  }
  for (const Vector3d& slide : axes.slides) {
    if (!across(slide, normal)) return false;
  }
  for (const ContactCandidate& contact : drawn.model.contacts()) {
    if (!across(contact_direction(drawn, contact), normal)) return false;
  }
  for (const Terrain* terrain : terrains_of(drawn.model)) {
    if (!is_along(*terrain, normal)) return false;
  }
  return true;
}

/// A plain number where rounding left almost one.
Vector3d tidy(Vector3d vector) {
  for (double& x : vector) {
    if (std::abs(x - std::round(x)) < 1e-12) x = std::round(x) + 0.0;
  }
  return vector;
}

}  // namespace

Vector3d up_of(const Model& model) {
  const Vector3d& gravity = model.gravity();
  if (!(gravity.norm() > 0.0) || !gravity.allFinite()) return Vector3d::UnitZ();
  return tidy(-gravity.normalized());
}

std::optional<ViewPlane> view_plane(const DrawnModel& drawn) {
  const Vector3d up = up_of(drawn.model);
  const Axes axes = axes_of(drawn);
  const std::optional<Vector3d> found = normal_of(axes, up);
  if (!found || !found->allFinite() || !fits(drawn, axes, *found)) return {};
  Vector3d normal = *found;
  Vector3d upward = up;
  if (along(up, normal))
    upward = along(Vector3d::UnitY(), normal) ? Vector3d::UnitZ() : Vector3d::UnitY();
  upward = (upward - normal.dot(upward) * normal).normalized();
  // To the right: x, or y where x is the normal.
  const Vector3d right = upward.cross(normal);
  const double rightness = std::abs(right.x()) > parallel ? right.x() : right.y();
  if (rightness < 0.0) normal = -normal;
  return ViewPlane{tidy(normal), tidy(upward)};
}

}  // namespace carom::report
