// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts and watched bodies of a robot from its collision shapes (robot.h). A foot is a moving
// body, a joint with all links that are fixed to it, so the shank may be part of it:
//
//        o   far from the foot: watched (the knee)
//       /    nearer: neither, the foot is there
//      O     its lowest point or sphere; of a flat foot all corners
//
// Everything is decided at one posture; the points then stay fixed to their bodies.
#include "model/robot/robot_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "carom/stance.h"
#include "model/multibody.h"
#include "model/names.h"
#include "model/robot/collision_points.h"
#include "model/robot/feet.h"
#include "model/robot/mesh_file.h"

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using PointList = std::vector<CollisionPoint>;

constexpr std::size_t most_foot_points = 16;  // more of them make impacts slow
// [m] Nearer points of a foot are one: feet are some centimetres wide, rounded edges of meshes have
// several vertices within millimetres.
constexpr double point_distance = 0.005;
// [m] A foot is round where what is within `round_depth` above its lowest point is narrower: the
// balls of quadrupeds are 2 to 6 cm wide, soles 8 cm and more.
constexpr double round_width = 0.06, round_depth = 0.02;
// Of the sole's width: what is farther from its middle is no foot but the shank.
constexpr double foot_reach = 1.5;
// Of a robot's height: bodies whose lowest points are within it of the lowest are feet.
constexpr double low_share = 0.05;
// [m] A body before a foot that comes so near to the sole's plane touches the ground with it.
constexpr double sole_clearance = 0.002;
// [m] The same point: placements have rounding of 1e-15, vertices of meshes are farther apart.
constexpr double equal_points = 1e-9;

double lowest_height(const PointList& points, const Vector3d& up) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const CollisionPoint& point : points) lowest = std::min(lowest, height(point, up));
  return lowest;
}

bool is_near(const PointList& points, const CollisionPoint& point, double distance) {
  return std::any_of(points.begin(), points.end(), [&](const CollisionPoint& other) {
    return (other.center - point.center).norm() < distance;
  });
}

/// The shapes of a robot at a posture, each mesh read once.
class ShapedRobot {
 public:
  ShapedRobot(const Model& robot, const Eigen::VectorXd& q) : robot_(robot), workspace_(robot) {
    workspace_.set_configuration(q);
    for (const CollisionShape& shape : robot.parts().shapes) {
      const int joint = joint_of(shape.frame);
      if (joint >= 0 && readable(shape)) by_joint_[joint].push_back(&shape);
    }
  }

  int joint_of(const std::string& frame) const {
    return robot_.bodies().frame_joints[static_cast<std::size_t>(robot_.frame(frame))];
  }
  /// Joints whose bodies have shapes.
  std::vector<int> joints() const {
    std::vector<int> result;
    for (const auto& [joint, shapes] : by_joint_) result.push_back(joint);
    return result;
  }
  bool has_shapes(int joint) const { return by_joint_.contains(joint); }
  /// The link of a joint's body: the first that has shapes.
  std::string link(int joint) const {
    const auto& shapes = by_joint_.at(joint);
    return (*std::min_element(shapes.begin(), shapes.end(),
                              [&](const auto* a, const auto* b) {
                                return robot_.frame(a->frame) < robot_.frame(b->frame);
                              }))
        ->frame;
  }
  /// The shapes of a joint's body, placed in one of its frames.
  std::vector<CollisionShape> shapes(int joint, const std::string& frame) const {
    std::vector<CollisionShape> result;
    if (!has_shapes(joint)) return result;
    const Isometry3d origin = workspace_.placement(robot_.frame(frame)).inverse();
    for (const CollisionShape* shape : by_joint_.at(joint)) {
      result.push_back(*shape);
      result.back().placement =
          origin * workspace_.placement(robot_.frame(shape->frame)) * shape->placement;
    }
    return result;
  }
  Vector3d up(const std::string& frame) const {
    return workspace_.placement(robot_.frame(frame)).linear().transpose() * Vector3d::UnitZ();
  }
  double origin_height(const std::string& frame) const {
    return workspace_.placement(robot_.frame(frame)).translation().z();
  }
  const std::vector<Vector3d>& mesh(const CollisionShape& shape) const {
    static const std::vector<Vector3d> none;
    return shape.kind == CollisionShape::Kind::mesh ? meshes_.at(shape.mesh) : none;
  }
  PointList support(const CollisionShape& shape, const Vector3d& up) const {
    return support_points(shape, up, mesh(shape));
  }
  /// Heights of the lowest and the highest point of a body in the world.
  std::pair<double, double> heights(int joint) const {
    const std::string frame = link(joint);
    const Vector3d z = up(frame);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const CollisionShape& shape : shapes(joint, frame)) {
      low = std::min(low, lowest_height(support(shape, z), z));
      high = std::max(high, -lowest_height(support(shape, -z), -z));
    }
    return {low + origin_height(frame), high + origin_height(frame)};
  }
  /// Some body behind this one has shapes.
  bool carries_shapes(int joint) const {
    for (const int other : joints()) {
      for (int k = parent(other); k >= 0; k = parent(k)) {
        if (k == joint) return true;
      }
    }
    return false;
  }
  int parent(int joint) const { return robot_.joints()[static_cast<std::size_t>(joint)].parent; }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool readable(const CollisionShape& shape) {
    if (shape.kind != CollisionShape::Kind::mesh || meshes_.contains(shape.mesh)) return true;
    if (unreadable_.contains(shape.mesh)) return false;
    try {
      meshes_.emplace(shape.mesh, read_mesh(shape.mesh).points);
      return true;
    } catch (const InvalidInput& error) {
      unreadable_.insert(shape.mesh);
      notes_.push_back(fmt::format("collision mesh of '{}' is left out: {}", shape.frame,
                                   error.faults().front()));
      return false;
    }
  }

  const Model& robot_;
  ModelWorkspace workspace_;
  std::map<int, std::vector<const CollisionShape*>> by_joint_;
  std::map<std::string, std::vector<Vector3d>> meshes_;
  std::set<std::string> unreadable_;
  std::vector<std::string> notes_;
};

/// What of a foot's body is what, in the foot's frame.
struct FootParts {
  PointList sole;     ///< Its lowest points.
  PointList further;  ///< Other points that may touch.
  PointList shank;    ///< That should not touch.
};

/// The shapes of the link that is called the foot, and what is as low; all, if it has none.
std::vector<CollisionShape> foot_shapes(const ShapedRobot& shaped,
                                        const std::vector<CollisionShape>& all,
                                        const std::string& foot, const Vector3d& up) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const CollisionShape& shape : all) {
    if (shape.frame != foot) continue;
    lowest = std::min(lowest, lowest_height(shaped.support(shape, up), up));
  }
  if (lowest == std::numeric_limits<double>::infinity()) return all;
  std::vector<CollisionShape> result;
  for (const CollisionShape& shape : all) {
    if (shape.frame == foot || lowest_height(shaped.support(shape, up), up) < lowest + sole_depth) {
      result.push_back(shape);
    }
  }
  return result;
}

FootParts foot_parts(const ShapedRobot& shaped, int joint, const std::string& foot) {
  FootParts parts;
  const Vector3d up = shaped.up(foot);
  const std::vector<CollisionShape> all = shaped.shapes(joint, foot);
  PointList points, extremes, low;
  for (const CollisionShape& shape : foot_shapes(shaped, all, foot, up)) {
    const PointList support = shaped.support(shape, up);
    points.insert(points.end(), support.begin(), support.end());
    const auto more = extreme_points(shape, Directions::faces_corners, shaped.mesh(shape));
    extremes.insert(extremes.end(), more.begin(), more.end());
  }
  if (points.empty()) return parts;
  parts.sole = lowest_points(points, up, sole_depth, most_sole_points);
  const double lowest = lowest_height(points, up);
  std::copy_if(points.begin(), points.end(), std::back_inserter(low),
               [&](const auto& point) { return height(point, up) <= lowest + round_depth; });
  Vector3d middle = Vector3d::Zero();
  for (const CollisionPoint& point : parts.sole) {
    middle += point.center / static_cast<double>(parts.sole.size());
  }
  PointList body;
  double extent = 0.0;
  for (const CollisionShape& shape : all) {
    const auto more = extreme_points(shape, Directions::faces_corners_edges, shaped.mesh(shape));
    body.insert(body.end(), more.begin(), more.end());
  }
  for (const auto& point : body) extent = std::max(extent, (point.center - middle).norm());
  const double width = width_across(low, up);
  const bool is_round = width < round_width;
  const double reach = is_round ? std::max(0.5 * extent, round_width) : foot_reach * width;
  for (const CollisionPoint& point : extremes) {
    if (is_round || parts.sole.size() + parts.further.size() >= most_foot_points) break;
    if ((point.center - middle).norm() > reach || is_near(parts.sole, point, point_distance) ||
        is_near(parts.further, point, point_distance)) {
      continue;
    }
    parts.further.push_back(point);
  }
  for (const CollisionPoint& point : body) {
    if ((point.center - middle).norm() <= reach) continue;
    if (!is_near(parts.shank, point, equal_points)) parts.shank.push_back(point);
  }
  return parts;
}

/// From words and shapes to contacts and watched bodies.
class ContactFinder {
 public:
  ContactFinder(const Model& robot, const Eigen::VectorXd& q)
      : robot_(robot), q_(q), shaped_(robot, q) {}

  void name(const std::vector<std::string>& words) {
    for (ContactCandidate& contact : ground_contacts(robot_, words, q_)) {
      const int joint = shaped_.joint_of(contact.sphere.body);
      if (!is_foot(joint)) feet_.push_back({joint, contact.sphere.body, true, 0});
      ++foot_at(joint).points;
      found_.soles.push_back(contact.name);
      found_.robot.contacts.push_back(std::move(contact));
    }
  }

  void find(const std::string& where) {
    const std::vector<std::string> named = find_feet(robot_);
    for (const std::string& foot : named) add_foot(shaped_.joint_of(foot), foot);
    if (named.empty()) add_lowest();
    if (feet_.empty()) throw InvalidInput(no_contacts_message(robot_, where));
  }

  FoundContacts finish(bool all, bool says_feet) {
    for (Foot& foot : feet_) take_foot(foot);
    leave_out_ankles();
    for (const int joint : shaped_.joints()) {
      if (!is_foot(joint) && !left_out_.contains(joint)) watch(joint);
    }
    if (says_feet) say_feet(all);
    auto& notes = found_.robot.notes;
    notes.insert(notes.end(), shaped_.notes().begin(), shaped_.notes().end());
    notes.insert(notes.end(), ankle_notes_.begin(), ankle_notes_.end());
    if (all) touch_everywhere();
    return std::move(found_);
  }

 private:
  struct Foot {
    int joint = -1;
    std::string frame;
    bool given = false;  ///< With its points, in words.
    int points = 0;
  };

  bool is_foot(int joint) const {
    return std::any_of(feet_.begin(), feet_.end(),
                       [&](const Foot& foot) { return foot.joint == joint; });
  }
  Foot& foot_at(int joint) {
    return *std::find_if(feet_.begin(), feet_.end(),
                         [&](const Foot& foot) { return foot.joint == joint; });
  }
  void add_foot(int joint, const std::string& frame) {
    if (joint >= 0 && !is_foot(joint)) feet_.push_back({joint, frame, false, 0});
  }

  /// The last bodies that are lowest, of a robot that can be put on the ground.
  void add_lowest() {
    if (shaped_.joints().empty() || !rising(robot_, q_)) return;
    std::map<int, double> lows;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const int joint : shaped_.joints()) {
      const auto [low, high] = shaped_.heights(joint);
      lows[joint] = low;
      lowest = std::min(lowest, low);
      highest = std::max(highest, high);
    }
    const double limit = lowest + low_share * (highest - lowest);
    for (const bool last : {true, false}) {
      for (const auto& [joint, low] : lows) {
        if (low <= limit && (!last || !shaped_.carries_shapes(joint))) {
          add_foot(joint, shaped_.link(joint));
        }
      }
      if (!feet_.empty()) return;
    }
  }

  bool add_contact(const std::string& name, const std::string& frame, const CollisionPoint& point) {
    for (const ContactCandidate& other : found_.robot.contacts) {
      if (other.name == name) return false;
    }
    ContactCandidate contact;
    contact.name = name;
    contact.sphere = {frame, point.center, point.radius};
    found_.robot.contacts.push_back(contact);
    return true;
  }

  void take_foot(Foot& foot) {
    FootParts parts = foot_parts(shaped_, foot.joint, foot.frame);
    soles_[foot.joint] =
        shaped_.origin_height(foot.frame) + (parts.sole.empty() ? 0.0 : sole_height(foot, parts));
    if (!foot.given) {
      if (parts.sole.empty()) parts.sole.emplace_back();  // the frame's origin
      const bool alone = parts.sole.size() + parts.further.size() == 1;
      for (const PointList* points : {&parts.sole, &parts.further}) {
        for (const CollisionPoint& point : *points) {
          const std::string name = alone ? foot.frame : point_name(foot.frame, point.center);
          if (!add_contact(name, foot.frame, point)) continue;
          ++foot.points;
          if (points == &parts.sole) found_.soles.push_back(name);
        }
      }
    }
    add_watched(foot.joint, foot.frame, parts.shank);
  }

  double sole_height(const Foot& foot, const FootParts& parts) const {
    return lowest_height(parts.sole, shaped_.up(foot.frame));
  }

  /// Points are in `frame`; the body is called by its link.
  void add_watched(int joint, const std::string& frame, const PointList& points) {
    if (points.empty()) return;
    WatchedBody body{.name = shaped_.link(joint), .points = {}};
    for (const CollisionPoint& point : points) {
      body.points.push_back({frame, point.center, point.radius});
    }
    found_.robot.watched.push_back(std::move(body));
  }

  void watch(int joint) {
    const std::string link = shaped_.link(joint);
    PointList points;
    for (const CollisionShape& shape : shaped_.shapes(joint, link)) {
      for (const CollisionPoint& point :
           extreme_points(shape, Directions::faces_corners_edges, shaped_.mesh(shape))) {
        if (!is_near(points, point, equal_points)) points.push_back(point);
      }
    }
    add_watched(joint, link, points);
  }

  /// Bodies right before a foot that reach the ground with it.
  void leave_out_ankles() {
    for (const Foot& foot : feet_) {
      int before = shaped_.parent(foot.joint);
      while (before >= 0 && !shaped_.has_shapes(before)) before = shaped_.parent(before);
      if (before < 0 || is_foot(before) || left_out_.contains(before)) continue;
      const double above = shaped_.heights(before).first - soles_.at(foot.joint);
      if (above > sole_clearance) continue;
      left_out_.insert(before);
      ankle_notes_.push_back(
          fmt::format("'{}' is as low as the foot '{}' behind it ({} m): it is not watched",
                      shaped_.link(before), foot.frame, base::number(above, 2)));
    }
  }

  void say_feet(bool all) {
    std::vector<std::string> items;
    for (const Foot& foot : feet_) {
      items.push_back(
          fmt::format("{} {} point{}", foot.frame, foot.points, foot.points == 1 ? "" : "s"));
    }
    const std::size_t others = found_.robot.watched.size();
    std::string text;
    if (shaped_.joints().empty()) {
      std::vector<std::string> names;
      for (const Foot& foot : feet_) names.push_back(foot.frame);
      text = fmt::format("{} has no collision shapes{}: feet by name {}, nothing else is watched",
                         robot_.name(), shaped_.notes().empty() ? "" : " that can be read",
                         short_names(names));
    } else {
      text = fmt::format("contacts: {}; {} other bod{} {}", short_names(items), others,
                         others == 1 ? "y" : "ies",
                         all           ? "may touch too"
                         : others == 1 ? "is watched for a fall"
                                       : "are watched for a fall");
    }
    found_.robot.notes.push_back(std::move(text));
  }

  void touch_everywhere() {
    for (const WatchedBody& body : found_.robot.watched) {
      for (const ContactSphere& point : body.points) {
        add_contact(point_name(point.body, point.center), point.body, {point.center, point.radius});
      }
    }
    found_.robot.watched.clear();
  }

  const Model& robot_;
  const Eigen::VectorXd& q_;
  ShapedRobot shaped_;
  std::vector<Foot> feet_;
  std::map<int, double> soles_;  ///< Heights of the lowest points of the feet, by joint [m].
  std::set<int> left_out_;
  std::vector<std::string> ankle_notes_;
  FoundContacts found_;
};

}  // namespace

FoundContacts find_contacts(const Model& robot, const Eigen::VectorXd& q,
                            const std::vector<std::string>& words, bool all,
                            const std::string& where) {
  robot.check({q, Eigen::VectorXd::Zero(robot.velocity_size())});
  ContactFinder finder(robot, q);
  std::vector<std::string> named = words;
  const bool finds = std::erase(named, auto_word) > 0;
  finder.name(named);
  if (finds) finder.find(where);
  return finder.finish(all, finds);
}

RobotContacts robot_contacts(const Model& robot, const Eigen::VectorXd& q,
                             const std::vector<std::string>& words, bool all) {
  return find_contacts(robot, q, words, all, robot.name()).robot;
}

}  // namespace carom
