// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that the file shows nothing of, drawn from what is known: spheres that touch, rods from
// the joint to the next joints, to points that touch and to where a loop closes, a solid with the
// body's inertia, small balls for point masses. Thickness follows the size of the whole, since
// scenes may be in any unit of length.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "model/multibody.h"
#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using ShapeKind = CollisionShape::Kind;

constexpr double thickness = 0.025;  // radius of a rod, of the size of the whole
constexpr double mass_size = 0.055;  // radius of the heaviest point mass
constexpr double bulky = 0.2;        // second edge of a solid over its longest; below: a rod
constexpr double largest_solid =
    3.0;  // longest edge of one solid over the size of the joints' tree

struct Ball {
  Vector3d center = Vector3d::Zero();
  double radius = 0.0;
};

/// What is known of a link.
struct Link {
  std::vector<Vector3d> ends = {};  ///< Next joints and loops.
  std::vector<Ball> contacts = {};  ///< Spheres and points that may touch.
  double mass = 0.0;
  bool slides = false;
};

class StandIns {
 public:
  explicit StandIns(const DrawnModel& drawn) : drawn_(drawn), links_(drawn.tree.joints.size() + 1) {
    for (std::size_t k = 0; k < drawn.tree.joints.size(); ++k) {
      const TreeJoint& joint = drawn.tree.joints[k];
      links_[k].mass = joint.mass;
      links_[k].slides = joint.kind == TreeJoint::Kind::prismatic;
      if (joint.parent >= 0) at(joint.parent).ends.emplace_back(joint.placement.translation());
    }
    for (const ContactCandidate& contact : drawn.model.contacts()) {
      if (contact.is_internal()) continue;
      add_contact(contact.sphere);
      if (const auto* other = std::get_if<ContactSphere>(&contact.against)) add_contact(*other);
    }
    for (const LoopClosure& loop : drawn.model.parts().loops) {
      add_end(loop.first, loop.first_placement.translation());
      add_end(loop.second, loop.second_placement.translation());
    }
  }

  /// Anything to draw, in the file or otherwise.
  bool shown(int joint, const std::vector<DrawnShape>& file) const {
    const Link& link = at(joint);
    if (!file.empty()) return true;
    if (joint < 0) {
      return std::any_of(link.contacts.begin(), link.contacts.end(),
                         [](const Ball& ball) { return ball.radius > 0.0; });
    }
    if (link.mass > 0.0 || !link.contacts.empty()) return true;
    return !link.slides && std::any_of(link.ends.begin(), link.ends.end(),
                                       [](const Vector3d& end) { return end.norm() > 0.0; });
  }

  void measure(const std::vector<DrawnBody>& bodies);
  void add_to(DrawnBody& body, bool alone) const;

 private:
  Link& at(int joint) {
    return joint < 0 ? links_.back() : links_[static_cast<std::size_t>(joint)];
  }
  const Link& at(int joint) const {
    return joint < 0 ? links_.back() : links_[static_cast<std::size_t>(joint)];
  }
  void add_contact(const ContactSphere& sphere) {
    const TreeFrame& frame = drawn_.frame(sphere.body);
    const Ball ball{frame.placement * sphere.center, sphere.radius};
    auto& list = at(frame.joint).contacts;
    const bool known = std::any_of(list.begin(), list.end(), [&](const Ball& other) {
      return other.radius == ball.radius && other.center == ball.center;
    });
    if (!known) list.push_back(ball);
  }
  void add_end(const std::string& name, const Vector3d& point) {
    const TreeFrame& frame = drawn_.frame(name);
    if (frame.joint >= 0) at(frame.joint).ends.emplace_back(frame.placement * point);
  }
  bool has_solid(const TreeJoint& joint, const Link& link, bool alone, DrawnShape& solid) const;
  void add_rods(const Link& link, DrawnBody& body) const;
  void add_sole(const Link& link, DrawnBody& body) const;
  DrawnShape rod(const Vector3d& from, const Vector3d& to) const;
  DrawnShape inertia_rod(const TreeJoint& joint) const;

  const DrawnModel& drawn_;
  std::vector<Link> links_;  // the last: the world
  double size_ = 1.0, heaviest_ = 0.0, longest_ = 0.0;
};

DrawnShape ball_shape(const Ball& ball) {
  DrawnShape shape{.kind = ShapeKind::sphere, .stand_in = true};
  shape.placement.translation() = ball.center;
  shape.size.setConstant(ball.radius);
  return shape;
}

double turn(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

/// Corners of the convex hull, counter-clockwise (monotone chain).
std::vector<Eigen::Vector2d> hull_of(std::vector<Eigen::Vector2d> points) {
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  std::vector<Eigen::Vector2d> hull;
  for (const bool back : {false, true}) {
    const std::size_t least = hull.size() + 1;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Eigen::Vector2d& point = points[back ? points.size() - 1 - k : k];
      while (hull.size() > least && !(turn(hull[hull.size() - 2], hull.back(), point) > 0.0)) {
        hull.pop_back();
      }
      hull.push_back(point);
    }
    hull.pop_back();
  }
  return hull;
}

/// The hull of points that are nearly in one plane, this thick; empty where they are on a line.
PageMesh plate_of(const std::vector<Vector3d>& points, double thick) {
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) middle += point / static_cast<double>(points.size());
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Vector3d& point : points) {
    spread += (point - middle) * (point - middle).transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
  PageMesh mesh;
  // Less than a thousandth as wide as long: a line.
  if (!(solver.eigenvalues()[1] > 1e-6 * solver.eigenvalues()[2])) return mesh;
  const Vector3d across = solver.eigenvectors().col(0), along = solver.eigenvectors().col(2);
  const Vector3d side = across.cross(along);
  std::vector<Eigen::Vector2d> flat;
  for (const Vector3d& point : points) {
    flat.emplace_back((point - middle).dot(along), (point - middle).dot(side));
  }
  const std::vector<Eigen::Vector2d> hull = hull_of(std::move(flat));
  const auto count = static_cast<std::uint32_t>(hull.size());
  for (const double height : {0.5 * thick, -0.5 * thick}) {
    for (const Eigen::Vector2d& corner : hull) {
      const Vector3d point = middle + corner.x() * along + corner.y() * side + height * across;
      for (const double x : point) mesh.vertices.push_back(static_cast<float>(x));
    }
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t next = (k + 1) % count;
    for (const std::uint32_t corner : {k, next, count + k, next, count + next, count + k}) {
      mesh.triangles.push_back(corner);
    }
    if (k == 0 || next == 0) continue;
    for (const std::uint32_t corner : {0U, k, next, count, count + next, count + k}) {
      mesh.triangles.push_back(corner);
    }
  }
  return mesh;
}

/// Half the diagonal of the box around all that is known but solids.
void StandIns::measure(const std::vector<DrawnBody>& bodies) {
  Eigen::AlignedBox3d box;
  std::vector<double> solids;
  const auto extend = [&](int joint, const Vector3d& point) {
    const Vector3d world = drawn_.in_world(joint, point);
    if (world.allFinite()) box.extend(world);
  };
  for (const DrawnBody& body : bodies) {
    if (body.joint < 0 && bodies.size() > 1) continue;  // a floor may be any size
    for (const DrawnShape& shape : body.shapes) {
      for (const Vector3d& corner : corners_of(shape)) extend(body.joint, corner);
    }
    for (const Ball& ball : at(body.joint).contacts) {
      extend(body.joint, ball.center + Vector3d::Constant(ball.radius));
      extend(body.joint, ball.center - Vector3d::Constant(ball.radius));
    }
    if (body.joint < 0) continue;
    const TreeJoint& joint = drawn_.tree.joints[static_cast<std::size_t>(body.joint)];
    extend(body.joint, Vector3d::Zero());
    for (const Vector3d& end : at(body.joint).ends) extend(body.joint, end);
    if (!(joint.mass > 0.0)) continue;
    extend(body.joint, joint.center);
    heaviest_ = std::max(heaviest_, joint.mass);
    const double diagonal = inertia_solid(joint, true, 0.0).size.norm();
    if (std::isfinite(diagonal)) solids.push_back(diagonal);
  }
  size_ = box.isEmpty() ? 0.0 : 0.5 * box.diagonal().norm();
  const double largest = solids.empty() ? 0.0 : *std::max_element(solids.begin(), solids.end());
  if (!(size_ > 0.0) || bodies.size() == 1) size_ = std::max(size_, 0.5 * largest);
  if (!(size_ > 0.0)) size_ = 1.0;
  // One body may be larger than where its joints are; several: their inertia is made up.
  const auto large = std::count_if(solids.begin(), solids.end(),
                                   [&](double diagonal) { return diagonal > size_; });
  longest_ = (large > 1 ? 1.0 : largest_solid) * size_;
}

DrawnShape StandIns::rod(const Vector3d& from, const Vector3d& to) const {
  DrawnShape shape{.kind = ShapeKind::capsule, .stand_in = true};
  shape.placement.linear() =
      Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), to - from).toRotationMatrix();
  shape.placement.translation() = 0.5 * (from + to);
  shape.size = Vector3d(thickness * size_, (to - from).norm(), 0.0);
  return shape;
}

/// The solid of the inertia; a rod where it is one.
DrawnShape StandIns::inertia_rod(const TreeJoint& joint) const {
  const DrawnShape solid = inertia_solid(joint, false, 2.0 * thickness * size_);
  Eigen::Index longest = 0;
  const double length = solid.size.maxCoeff(&longest);
  Vector3d others = solid.size;
  others[longest] = 0.0;
  if (solid.kind == ShapeKind::sphere || others.maxCoeff() > bulky * length) return solid;
  const Vector3d half = 0.5 * length * solid.placement.linear().col(longest);
  return rod(joint.center - half, joint.center + half);
}

/// A solid says more than rods where it is more than one itself.
bool StandIns::has_solid(const TreeJoint& joint, const Link& link, bool alone,
                         DrawnShape& solid) const {
  if (!(joint.mass > 0.0)) return false;
  for (const Ball& ball : link.contacts) {
    if (ball.radius > 0.0 && (ball.center - joint.center).norm() < ball.radius) return false;
  }
  const auto corners = std::count_if(link.contacts.begin(), link.contacts.end(),
                                     [](const Ball& ball) { return ball.radius == 0.0; });
  solid = inertia_solid(joint, corners >= 4, 0.0);
  Vector3d edges = 2.0 * box_of(solid).half;
  std::sort(edges.begin(), edges.end());
  if (!edges.allFinite() || (!alone && edges[2] > longest_)) return false;
  if (edges[1] <= bulky * edges[2]) return false;
  solid = inertia_solid(joint, corners >= 4, 1.5 * thickness * size_);
  return true;
}

/// From the joint to all that it carries, unless that is within a shape that stands already.
void StandIns::add_rods(const Link& link, DrawnBody& body) const {
  std::vector<Vector3d> ends = link.ends;
  for (const Ball& ball : link.contacts) ends.push_back(ball.center);
  const std::size_t before = body.shapes.size();
  std::vector<Vector3d> done;
  for (const Vector3d& end : ends) {
    // A millionth of the drawing is no pixel: such points are one, here and below.
    if (!end.allFinite() || end.norm() <= 1e-6 * size_) continue;
    const auto first = body.shapes.begin(), last = first + static_cast<std::ptrdiff_t>(before);
    const bool inside = std::any_of(first, last, [&](const DrawnShape& shape) {
      return covers(shape, end, 0.0) && covers(shape, Vector3d::Zero(), 0.0);
    });
    const bool again = std::any_of(done.begin(), done.end(), [&](const Vector3d& other) {
      // The same point.
      return (other - end).norm() <= 1e-6 * size_;
    });
    if (inside || again) continue;
    done.push_back(end);
    body.shapes.push_back(rod(Vector3d::Zero(), end));
  }
}

/// Where a body stands on points that no shape of it shows: the hull of all its points as a thin
/// plate, so that a foot is seen to stand on the ground. (A foot may collide as four tiny spheres.)
void StandIns::add_sole(const Link& link, DrawnBody& body) const {
  std::vector<Vector3d> points;
  bool bare = false;
  for (const Ball& ball : link.contacts) {
    if (ball.radius > thickness * size_ || !ball.center.allFinite()) continue;
    points.push_back(ball.center);
    bare = bare || std::none_of(body.shapes.begin(), body.shapes.end(), [&](const auto& shape) {
             // A ball of a contact's own size shows a dot, no foot.
             return shape.kind != ShapeKind::sphere && covers(shape, ball.center, 0.0);
           });
  }
  if (!bare || points.size() < 3) return;
  DrawnShape plate{.kind = ShapeKind::mesh, .stand_in = true, .sole = true};
  plate.mesh = plate_of(points, 0.1 * thickness * size_);
  if (!plate.mesh.triangles.empty()) body.shapes.push_back(std::move(plate));
}

void StandIns::add_to(DrawnBody& body, bool alone) const {
  const Link& link = at(body.joint);
  const bool from_file = !body.shapes.empty();
  const std::vector<DrawnShape> file = body.shapes;
  // What is seen need not reach as far as what touches, which is on its own switch.
  const double reach = body.collision.empty() ? 1.0 : 0.0;
  for (const Ball& ball : link.contacts) {
    const bool covered = std::any_of(file.begin(), file.end(), [&](const DrawnShape& shape) {
      return covers(shape, ball.center, reach * ball.radius);
    });
    if (ball.radius > 0.0 && !covered) body.shapes.push_back(ball_shape(ball));
  }
  if (from_file && body.joint >= 0) add_sole(link, body);
  if (from_file || body.joint < 0) return;
  const TreeJoint& joint = drawn_.tree.joints[static_cast<std::size_t>(body.joint)];
  DrawnShape solid;
  if (has_solid(joint, link, alone, solid)) body.shapes.push_back(solid);
  add_rods(link, body);
  if (!(joint.mass > 0.0) || !joint.center.allFinite()) return;
  const bool empty = body.shapes.empty();
  const double spread = std::sqrt(joint.inertia.cwiseAbs().maxCoeff() / joint.mass);
  // As in add_rods: less is no pixel.
  if (empty && spread > 1e-6 * size_ && std::isfinite(spread)) {
    body.shapes.push_back(inertia_rod(joint));
  }
  if (empty && joint.center.norm() > 1e-6 * size_ &&
      std::none_of(body.shapes.begin(), body.shapes.end(),
                   [](const DrawnShape& shape) { return covers(shape, Vector3d::Zero(), 0.0); })) {
    body.shapes.push_back(rod(Vector3d::Zero(), joint.center));
  }
  const bool in_sphere = std::any_of(
      link.contacts.begin(), link.contacts.end(),
      [&](const Ball& ball) { return (ball.center - joint.center).norm() < ball.radius; });
  // As in add_rods.
  if (spread <= 1e-6 * size_ && !in_sphere) {
    body.shapes.push_back(
        ball_shape({joint.center, mass_size * size_ * std::cbrt(joint.mass / heaviest_)}));
  }
}

/// The body's frame, else the joint's.
std::string name_of(const DrawnModel& drawn, int joint) {
  const auto& frames = drawn.tree.frames;
  const auto& joints = drawn.model.joints();
  std::string fallback;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (frames[k].joint != joint) continue;
    const std::string& name = drawn.model.frame_names()[k];
    if (fallback.empty()) fallback = name;
    const bool of_joint = std::any_of(joints.begin(), joints.end(),
                                      [&](const Joint& one) { return one.name == name; });
    // Placements of files have rounding of a product of rotations, 1e-15.
    if (!of_joint && frames[k].placement.matrix().isIdentity(1e-12)) return name;
  }
  return fallback.empty() ? fmt::format("link {}", joint + 1) : fallback;
}

}  // namespace

std::vector<DrawnBody> drawn_bodies(const DrawnModel& drawn, FileShapes file) {
  StandIns stand_ins(drawn);
  const std::vector<int> limbs = limbs_of(drawn.tree);
  std::vector<DrawnBody> bodies;
  const int joints = static_cast<int>(drawn.tree.joints.size());
  for (int joint = -1; joint < joints; ++joint) {
    auto& shapes = joint < 0 ? file.links.back() : file.links[static_cast<std::size_t>(joint)];
    if (!stand_ins.shown(joint, shapes)) continue;
    const auto place = joint < 0 ? file.links.size() - 1 : static_cast<std::size_t>(joint);
    bodies.push_back({.name = joint < 0 ? "world" : name_of(drawn, joint),
                      .joint = joint,
                      .shapes = std::move(shapes),
                      .collision = std::move(file.collision[place]),
                      .limb = joint < 0 ? 0 : limbs[place]});
  }
  stand_ins.measure(bodies);
  for (DrawnBody& body : bodies) stand_ins.add_to(body, bodies.size() == 1);
  return bodies;
}

// A solid that moves as a body does. Input: mass and inertia. Output: the uniform box with these
// principal moments, I_x = m (b² + c²)/12 and so on, hence a² = 6 (I_y + I_z − I_x)/m; or the ball
// with I = 2/5 m r² where all three are the same.

namespace {

struct Principal {
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};

/// Along the body's own axes where these are principal ones.
Principal principal_of(const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d diagonal = inertia.diagonal();
  Eigen::Matrix3d rest = inertia;
  rest.diagonal().setZero();
  if (rest.cwiseAbs().maxCoeff() <= 1e-9 * diagonal.cwiseAbs().maxCoeff()) {
    return {.moments = diagonal};
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  Principal found{.moments = solver.eigenvalues(), .axes = solver.eigenvectors()};
  if (found.axes.determinant() < 0.0) found.axes.col(2) *= -1.0;
  return found;
}

}  // namespace

DrawnShape inertia_solid(const TreeJoint& link, bool always_box, double least) {
  DrawnShape solid{.kind = CollisionShape::Kind::box, .stand_in = true};
  solid.placement.translation() = link.center;
  if (!(link.mass > 0.0) || !link.inertia.allFinite()) return solid;
  const Principal principal = principal_of(link.inertia);
  const double most = principal.moments.maxCoeff(), fewest = principal.moments.minCoeff();
  if (!always_box && most - fewest <= 0.01 * most) {
    solid.kind = CollisionShape::Kind::sphere;
    solid.size.setConstant(std::max(std::sqrt(2.5 * most / link.mass), 0.5 * least));
    return solid;
  }
  solid.placement.linear() = principal.axes;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double square = 6.0 * (principal.moments.sum() - 2.0 * principal.moments[k]) / link.mass;
    solid.size[k] = std::max(std::sqrt(std::max(square, 0.0)), least);
  }
  return solid;
}

}  // namespace carom::report
