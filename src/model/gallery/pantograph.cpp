// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The planar pantograph that meets a wall (S4 Example 2, Fig. 4, Table 2).
//   === wall ===    q1 … q4: absolute angles of the links from x. Links 1 and 3 turn on motors at
//        E          (0, 0) and (l5, 0); links 2 and 4 end at E, which carries m_EE.
//     2 / \ 4       A tree of two chains and a loop that closes at E, in x and y.
//      /   \        E moves at s (cos γ, sin γ), with s from the kinetic energy.
//    1 \   / 3      The wall is met along y; S4's constraint is that row alone, so the contact has
//       o o         no tangent, and law inert leaves the motion along the wall.
// Fig. 4b is not printed with numbers: the default position of E is inferred from Table 3, whose
// digits it reproduces. The plane is level, gravity does no work.
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <string>

#include "model/gallery/gallery.h"

namespace carom::gallery {
namespace {

struct Link {
  double length, center, mass, inertia;
};
constexpr Link inner{0.1449, 0.0519, 0.1202, 0.0004};  // links 1 and 3, S4 Table 2
constexpr Link outer{0.1984, 0.1081, 0.1084, 0.0007};  // links 2 and 4
constexpr double motor_distance = 0.0445;              // l5 [m]
constexpr double end_effector_mass = 0.3144;           // [kg]
/// A chain this close to straight or folded, as |sin(elbow)|, cannot move in every direction.
constexpr double singular = 1e-6;

Eigen::Vector2d along(double angle) { return {std::cos(angle), std::sin(angle)}; }
Eigen::Vector2d across(double angle) { return {-std::sin(angle), std::cos(angle)}; }

/// Angles of the inner and the outer link that reach `target` from the motor; `side` +1: the elbow
/// is to the left, −1: to the right. Law of cosines.
Eigen::Vector2d reach(const Eigen::Vector2d& target, double side) {
  const double distance = target.norm();
  const double cosine =
      (inner.length * inner.length + distance * distance - outer.length * outer.length) /
      (2.0 * inner.length * distance);
  const double first = std::atan2(target.y(), target.x()) + side * std::acos(cosine);
  const Eigen::Vector2d rest = target - inner.length * along(first);
  return {first, std::atan2(rest.y(), rest.x())};
}

/// Rates of the two links of a chain whose end moves at `velocity`.
Eigen::Vector2d rates(double first, double second, const Eigen::Vector2d& velocity) {
  Eigen::Matrix2d jacobian;
  jacobian << inner.length * across(first), outer.length * across(second);
  return jacobian.inverse() * velocity;
}

void check_chain(SceneReader& reader, const char* links, const Eigen::Vector2d& target) {
  const double distance = target.norm();
  const double nearest = outer.length - inner.length, farthest = outer.length + inner.length;
  const double cosine =
      (inner.length * inner.length + outer.length * outer.length - distance * distance) /
      (2.0 * inner.length * outer.length);
  if (1.0 - cosine * cosine > singular * singular) return;
  reader.add_fault(
      fmt::format("position is {:.6g} m from the motor of links {}; expected {:.6g} to {:.6g} m, "
                  "the limits excluded: there the links are in line",
                  distance, links, nearest, farthest));
}

void check_pantograph(SceneReader& reader) {
  if (!std::isfinite(reader.number("gamma"))) {
    reader.add_fault(fmt::format("gamma = {} rad; expected finite", reader.number("gamma")));
  }
  reader.require_not_negative("energy");
  reader.require_vector("position", 2, "(x, y) of the end effector from the middle of the motors");
  reader.finish();
  const Eigen::Vector2d position(reader.list("position")[0], reader.list("position")[1]);
  const Eigen::Vector2d half(0.5 * motor_distance, 0.0);
  check_chain(reader, "1 and 2", position + half);
  check_chain(reader, "3 and 4", position - half);
  reader.finish();
}

BodyDescription link(const std::string& name, const std::string& parent, double x,
                     const Link& shape) {
  BodyDescription body{.name = name, .parent = parent, .kind = JointKind::revolute};
  body.placement.translation() = Eigen::Vector3d(x, 0.0, 0.0);
  body.mass = shape.mass;
  body.center = Eigen::Vector3d(shape.center, 0.0, 0.0);
  body.inertia.diagonal() = Eigen::Vector3d(0.0, shape.inertia, shape.inertia);
  return body;
}

/// `wall`: y of the end effector.
Model build(double wall) {
  ModelDescription description{.name = "pantograph"};
  BodyDescription end{.name = "end_effector", .parent = "link_2", .mass = end_effector_mass};
  end.placement.translation() = Eigen::Vector3d(outer.length, 0.0, 0.0);
  description.bodies = {link("link_1", "world", 0.0, inner),
                        link("link_2", "link_1", inner.length, outer), end,
                        link("link_3", "world", motor_distance, inner),
                        link("link_4", "link_3", inner.length, outer)};
  // The elbows turn by q2 − q1 and q4 − q3.
  description.coordinate_map = Eigen::MatrixXd::Identity(4, 4);
  description.coordinate_map(1, 0) = description.coordinate_map(3, 2) = -1.0;
  description.coordinate_names = {"q1", "q2", "q3", "q4"};
  LoopClosure loop{.name = "loop", .first = "link_4", .second = "end_effector"};
  loop.first_placement.translation() = Eigen::Vector3d(outer.length, 0.0, 0.0);
  loop.directions = Eigen::Matrix3d::Identity().leftCols<2>();
  ContactCandidate touch{.name = "wall", .tangents = 0};
  touch.sphere.body = "end_effector";
  touch.against = ContactPlane{"world", {0.0, wall, 0.0}, -Eigen::Vector3d::UnitY()};
  description.parts.loops = {loop};
  description.parts.contacts = {touch};
  return Model(description);
}

}  // namespace

Scene pantograph() {
  return {"pantograph",
          "end effector of a planar pantograph, a closed loop of four links, meets a wall",
          "S4 Example 2, Tables 2 to 4, Fig. 4; the position is inferred from Table 3",
          {{"gamma", std::numbers::pi / 2.0, "rad",
            "of the end effector's velocity from the wall; at pi/2 straight into it"},
           {"energy", 0.010, "J", "kinetic, before the impact"},
           {"position", std::vector<double>{0.1998953, 0.2253187}, "m",
            "(x, y) of the end effector from the middle of the motors"}},
          {},
          "inert",
          {{"gamma=0deg:90deg:91"}, {"constrained_energy", "normal_impulse"}}};
}

SceneModel pantograph_model(SceneReader& reader) {
  check_pantograph(reader);
  const Eigen::Vector2d half(0.5 * motor_distance, 0.0);
  const Eigen::Vector2d position(reader.list("position")[0], reader.list("position")[1]);
  const Eigen::Vector2d left = reach(position + half, 1.0), right = reach(position - half, -1.0);
  const Eigen::Vector2d direction = along(reader.number("gamma"));
  State state{Eigen::VectorXd(4), Eigen::VectorXd(4)};
  state.q << left, right;
  state.v << rates(left[0], left[1], direction), rates(right[0], right[1], direction);
  const Model model = build(inner.length * along(left[0]).y() + outer.length * along(left[1]).y());
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  state.v *= std::sqrt(reader.number("energy") / workspace.kinetic_energy(state.v));
  return {model, state};
}

}  // namespace carom::gallery
