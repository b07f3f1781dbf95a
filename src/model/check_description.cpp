// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A body may be massless as long as something with inertia hangs below every joint. An inertia that
// no matter can have (J_i > J_j + J_k) moves as well as any other: a warning, no fault.
#include "model/check_description.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "solver/decompositions.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;
using Eigen::Vector3d;

bool finite(const Eigen::Isometry3d& placement) { return placement.matrix().allFinite(); }

bool is_rotation(const Eigen::Matrix3d& R) {
  // Files and composed turns are rotations to 1e-15 times their number. A rotation typed with six
  // digits is off by 1e-6 and would stretch bodies by as much: it is refused, not mended.
  return (R * R.transpose() - Eigen::Matrix3d::Identity()).norm() < 1e-9 && R.determinant() > 0.0;
}

// Of the inertia's norm. A slender body has a smallest moment of zero, and the eigenvalues and a
// turned or shifted inertia leave 1e-15 to 1e-13 of rounding there. A negative moment that is
// meant is far larger.
constexpr double inertia_slack = 1e-9;

/// Ascending.
Vector3d principal_moments(const Eigen::Matrix3d& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

void check_inertia(const BodyDescription& body, const std::string& where, Faults& faults) {
  if (!(std::isfinite(body.mass) && body.mass >= 0.0)) {
    faults.push_back(
        fmt::format("{}: mass = {} kg; expected a finite number >= 0", where, body.mass));
  }
  if (!body.center.allFinite()) {
    faults.push_back(
        fmt::format("{}: center has an entry that is not finite; expected finite "
                    "coordinates",
                    where));
  }
  const double size = body.inertia.norm();
  // Asymmetry, of the norm: turning an inertia leaves rounding of 1e-16; an entry that is mistyped
  // or left out is larger by many decades.
  if (!std::isfinite(size) || (body.inertia - body.inertia.transpose()).norm() > 1e-9 * size) {
    faults.push_back(
        fmt::format("{}: inertia is not a symmetric finite matrix; expected one", where));
    return;
  }
  const Vector3d moments = principal_moments(body.inertia);
  if (moments[0] < -inertia_slack * size) {
    faults.push_back(fmt::format(
        "{}: principal moments of inertia = {}, {}, {} kg m^2; expected none negative; give the "
        "inertia about the centre of mass",
        where, moments[0], moments[1], moments[2]));
  }
}

void check_joint(const BodyDescription& body, const std::string& where, Faults& faults) {
  if (static_cast<int>(body.kind) > static_cast<int>(JointKind::free)) {
    faults.push_back(fmt::format(
        "{}: this kind of joint comes from robot files only; expected fixed, revolute, prismatic, "
        "spherical, translation or free",
        where));
  }
  const bool has_axis = body.kind == JointKind::revolute || body.kind == JointKind::prismatic;
  // Axes have no unit and are normalised; users give lengths of about 1. One this short is a zero
  // with rounding, and its direction would be that of the rounding.
  if (has_axis && !(body.axis.allFinite() && body.axis.norm() > 1e-9)) {
    faults.push_back(
        fmt::format("{}: axis = ({}, {}, {}); expected a finite vector that is not "
                    "zero",
                    where, body.axis.x(), body.axis.y(), body.axis.z()));
  }
  if (!finite(body.placement) || !is_rotation(body.placement.linear())) {
    faults.push_back(
        fmt::format("{}: placement is not a rigid one; expected a rotation and a "
                    "finite translation",
                    where));
  }
  if (!(body.lower <= body.upper)) {
    faults.push_back(
        fmt::format("{}: limits {} to {}; expected lower <= upper", where, body.lower, body.upper));
  }
  if (!(std::isfinite(body.armature) && body.armature >= 0.0)) {
    faults.push_back(
        fmt::format("{}: armature = {}; expected a finite number >= 0", where, body.armature));
  }
}

/// Joints below which nothing has inertia make the mass matrix singular.
void check_subtrees(const ModelDescription& description, Faults& faults) {
  std::set<std::string> carrying;  // Bodies with something heavy at or below them.
  for (auto body = description.bodies.rbegin(); body != description.bodies.rend(); ++body) {
    const bool heavy = body->mass > 0.0 || body->inertia.norm() > 0.0 || body->armature > 0.0;
    if (heavy || carrying.contains(body->name)) {
      carrying.insert(body->parent);
    } else if (body->kind != JointKind::fixed) {
      faults.push_back(fmt::format(
          "body '{}': mass = {} kg and nothing heavier hangs below its joint; expected mass or "
          "inertia; give the body a mass or make the joint fixed",
          body->name, body->mass));
    }
  }
}

void check_map(const ModelDescription& description, Faults& faults) {
  int coordinates = 0;
  bool vector_space = true;
  for (const BodyDescription& body : description.bodies) {
    vector_space &= body.kind != JointKind::spherical && body.kind != JointKind::free;
    coordinates += body.kind == JointKind::fixed ? 0 : body.kind == JointKind::translation ? 3 : 1;
  }
  const Eigen::MatrixXd& map = description.coordinate_map;
  if (!vector_space) {
    if (map.size() > 0 || !description.coordinate_names.empty()) {
      faults.push_back(
          "coordinate_map: spherical and free joints have their own coordinates; expected an empty "
          "map and no names with them");
    }
    return;
  }
  if (map.size() > 0 && (map.rows() != coordinates || map.cols() != coordinates ||
                         !map.allFinite() || !solver::is_invertible(map))) {
    faults.push_back(fmt::format("coordinate_map: {} x {}; expected a regular {} x {} matrix",
                                 map.rows(), map.cols(), coordinates, coordinates));
  }
  const std::vector<std::size_t> order = depth_first(description);
  if ((map.size() > 0 || !description.coordinate_names.empty()) &&
      !std::is_sorted(order.begin(), order.end())) {
    faults.push_back(
        "coordinate_map, coordinate_names: the bodies are not depth first; expected each body to "
        "be "
        "followed by all that hangs on it, so that its coordinates are numbered in this order");
  }
  if (!description.coordinate_names.empty() &&
      description.coordinate_names.size() != static_cast<std::size_t>(coordinates)) {
    faults.push_back(fmt::format("coordinate_names: {} names; expected {}, one per coordinate",
                                 description.coordinate_names.size(), coordinates));
  }
}

}  // namespace

std::vector<std::size_t> depth_first(const ModelDescription& description) {
  const auto& bodies = description.bodies;
  std::vector<std::size_t> order;
  std::vector<std::string> path = {"world"};  // From the root to the body placed last.
  std::vector<bool> placed(bodies.size(), false);
  while (!path.empty()) {
    std::size_t next = 0;
    while (next < bodies.size() && (placed[next] || bodies[next].parent != path.back())) ++next;
    if (next == bodies.size()) {
      path.pop_back();
      continue;
    }
    placed[next] = true;
    order.push_back(next);
    path.push_back(bodies[next].name);
  }
  return order;
}

std::vector<std::string> description_warnings(const ModelDescription& description) {
  std::vector<std::string> warnings;
  for (const BodyDescription& body : description.bodies) {
    const Vector3d moments = principal_moments(body.inertia);
    if (moments[2] > moments[0] + moments[1] + inertia_slack * body.inertia.norm()) {
      warnings.push_back(fmt::format(
          "body '{}': principal moments of inertia = {}, {}, {} kg m^2; no matter has one larger "
          "than the sum of the others; taken as given",
          body.name, moments[0], moments[1], moments[2]));
    }
  }
  return warnings;
}

void check_description(const ModelDescription& description) {
  Faults faults;
  std::set<std::string> names = {"world"}, joints;
  for (const BodyDescription& body : description.bodies) {
    const std::string where = fmt::format("body '{}'", body.name);
    if (body.name.empty()) {
      faults.push_back("body with an empty name; expected a name");
    } else if (names.contains(body.name)) {
      faults.push_back(fmt::format("{}: the name is taken; expected one body of each name", where));
    }
    if (!names.contains(body.parent)) {
      faults.push_back(
          fmt::format("{}: parent = '{}' is not a body before it; expected \"world\" "
                      "or one of {}{}",
                      where, body.parent, base::join({names.begin(), names.end()}),
                      base::did_you_mean(body.parent, {names.begin(), names.end()})));
    }
    names.insert(body.name);
    if (body.kind != JointKind::fixed &&
        !joints.insert(body.joint.empty() ? body.name : body.joint).second) {
      faults.push_back(fmt::format("{}: joint '{}' exists already; expected one joint of each name",
                                   where, body.joint));
    }
    check_inertia(body, where, faults);
    check_joint(body, where, faults);
  }
  if (joints.empty() && faults.empty()) {
    faults.push_back(
        fmt::format("{}: no joint moves; expected at least one body with a joint that "
                    "is not fixed",
                    description.name));
  }
  if (!description.gravity.allFinite()) {
    faults.push_back("gravity has an entry that is not finite; expected finite numbers");
  }
  if (faults.empty()) check_subtrees(description, faults);
  if (faults.empty()) check_map(description, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace carom
