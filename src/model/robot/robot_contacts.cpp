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

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "carom/stance.h"
#include "model/multibody.h"
#include "model/robot/collision_points.h"
#include "model/robot/feet.h"

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
// Of a flat foot's size: what is farther from its sole is no foot but the shank.
constexpr double foot_reach = 1.5;
// A shank is longer than this many times its width, also one with a wide knee (ANYmal C: below 2);
// wheels, which turn and may touch anywhere, are as long as wide.
constexpr double shank_slenderness = 1.2;
// Points of a mesh from which on a sphere is fitted, which four would always fit.
constexpr std::size_t fitted_points = 10;
// [m] What is within `ball_depth` above the lowest point is a ball where a sphere fits it so well.
// A point of the mesh instead would be off by the radius, some 2 cm, as the leg turns.
constexpr double ball_depth = 0.01, ball_error = 0.002;
// Of a robot's height: bodies whose lowest points are within it of the lowest are feet.
constexpr double low_share = 0.05;
// [m] A body before a foot that comes so near to the sole's plane touches the ground with it.
constexpr double sole_clearance = 0.002;
// [m] A frame that is higher above the sole of its foot lands before the foot does: by as much as
// contacts may be apart and still count as closed (on_ground.cpp). Frames of soles are exact to
// some 0.1 mm, those of ankles 3 to 12 cm above.
constexpr double frame_clearance = 0.005;
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
  /// `only`: of these joints; none: of all.
  ShapedRobot(const Model& robot, const Eigen::VectorXd& q, const std::set<int>& only = {})
      : robot_(robot), tree_(robot.bodies().tree()), workspace_(robot) {
    workspace_.set_configuration(q);
    for (const CollisionShape& shape : robot.parts().shapes) {
      const int joint = joint_of(shape.frame);
      if (joint < 0 || !(only.empty() || only.contains(joint))) continue;
      if (meshes_.of(shape) == nullptr) {
        unread_frames_.insert(shape.frame);
      } else {
        by_joint_[joint].push_back(&shape);
      }
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
  /// That of its links whose shapes reach lowest: a robot's base may have a head on it.
  std::string lowest_link(int joint) const {
    const std::string frame = link(joint);
    const Vector3d z = up(frame);
    double lowest = std::numeric_limits<double>::infinity();
    std::string found = frame;
    for (const CollisionShape& shape : shapes(joint, frame)) {
      const double low = lowest_height(support(shape, z), z);
      // As low as another within a sole's depth: the first, whose name the body has.
      if (low >= lowest - sole_depth) continue;
      lowest = low;
      found = shape.frame;
    }
    return found;
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
    return *meshes_.of(shape);  // of those that could be read
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
  /// Where a body without shapes is: a frame of it, and its centre of mass in that frame. None:
  /// it has no mass.
  std::optional<ContactSphere> center(int joint) const {
    const auto& joints = robot_.bodies().frame_joints;
    const std::string& own = robot_.joints()[static_cast<std::size_t>(joint)].name;
    std::size_t index = joints.size();
    // A link, not the frame of its joint, where there is one.
    for (std::size_t k = joints.size(); k-- > 0;) {
      if (joints[k] != joint) continue;
      if (index == joints.size() || robot_.frame_names()[k] != own) index = k;
    }
    if (index == joints.size()) return std::nullopt;
    const TreeFrame& frame = tree_.frames[index];
    const TreeJoint& body = tree_.joints[static_cast<std::size_t>(frame.joint)];
    if (!(body.mass > 0.0)) return std::nullopt;
    return ContactSphere{robot_.frame_names()[index], frame.placement.inverse() * body.center, 0.0};
  }
  /// A body of cylinders that turn without end about their axis: it touches as a ball would that
  /// has its radius. Points of its rim would turn with it.
  std::optional<CollisionPoint> wheel(int joint, const std::string& frame) const {
    const Joint& turning = robot_.joints()[static_cast<std::size_t>(joint)];
    if (turning.v_size != 1 || turning.kind == JointKind::prismatic) return std::nullopt;
    // Without end: two coordinates in URDF, no range in MJCF.
    if (turning.q_size == 1 && std::isfinite(robot_.upper_limit()[turning.q])) return std::nullopt;
    const TreeFrame& at = tree_.frames[static_cast<std::size_t>(robot_.frame(frame))];
    const Vector3d axis = at.placement.linear().transpose() *
                          tree_.joints[static_cast<std::size_t>(at.joint)].axis.normalized();
    constexpr double along = 0.999;  // cosine: 2.6°
    CollisionPoint found;
    for (const CollisionShape& shape : shapes(joint, frame)) {
      const Vector3d own = shape.placement.linear().col(2);
      if (shape.kind != CollisionShape::Kind::cylinder || std::abs(own.dot(axis)) < along) {
        return std::nullopt;
      }
      if (shape.size.x() > found.radius) found = {shape.placement.translation(), shape.size.x()};
    }
    return found.radius > 0.0 ? std::optional(found) : std::nullopt;
  }
  /// Its mesh cannot be read, and it has nothing else.
  bool is_unread(int joint, const std::string& frame) const {
    const auto shapes = by_joint_.find(joint);
    return unread_frames_.contains(frame) &&
           (shapes == by_joint_.end() ||
            std::ranges::none_of(shapes->second,
                                 [&](const auto* shape) { return shape->frame == frame; }));
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
  const Model& robot_;
  BodyTree tree_;
  ModelWorkspace workspace_;
  std::map<int, std::vector<const CollisionShape*>> by_joint_;
  std::vector<std::string> notes_;
  std::set<std::string> unread_frames_;
  mutable ShapeMeshes meshes_{notes_};
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

/// The sphere nearest to the points, |p|² = 2 c·p + (r² − |c|²) by least squares, where they lie on
/// it: a ball that a mesh draws. Its lowest point is as low as theirs.
std::optional<CollisionPoint> fitted_sphere(const PointList& points, const Vector3d& up) {
  if (points.size() < fitted_points) return std::nullopt;
  const Vector3d origin = points.front().center;
  Eigen::Matrix4d normal = Eigen::Matrix4d::Zero();
  Eigen::Vector4d right = Eigen::Vector4d::Zero();
  for (const CollisionPoint& point : points) {
    // In units of a foot's width, so that the entries are of order 1.
    const Vector3d p = (point.center - origin) / round_width;
    const Eigen::Vector4d row(2.0 * p.x(), 2.0 * p.y(), 2.0 * p.z(), 1.0);
    normal += row * row.transpose();
    right += p.squaredNorm() * row;
  }
  const Eigen::Vector4d answer = normal.inverse() * right;
  if (!answer.allFinite()) return std::nullopt;
  const Vector3d center = origin + round_width * answer.head<3>();
  const double radius = round_width * std::sqrt(answer(3) + answer.head<3>().squaredNorm());
  if (!(radius <= round_width)) return std::nullopt;
  for (const CollisionPoint& point : points) {
    if (std::abs((point.center - center).norm() - radius) > ball_error) return std::nullopt;
  }
  const double above = up.dot(center) - radius - lowest_height(points, up);
  return CollisionPoint{center - above * up, radius};
}

/// Reads the parts of one foot.
class FootReader {
 public:
  FootReader(const ShapedRobot& shaped, int joint, const std::string& foot)
      : shaped_(shaped),
        joint_(joint),
        foot_(foot),
        up_(shaped.up(foot)),
        all_(shaped.shapes(joint, foot)) {}

  FootParts read() {
    if (all_.empty() || shaped_.is_unread(joint_, foot_)) return {};  // the frame's origin
    if (const auto wheel = shaped_.wheel(joint_, foot_)) {
      parts_.sole = {*wheel};
      return std::move(parts_);
    }
    const std::vector<CollisionShape> shapes = foot_shapes(shaped_, all_, foot_, up_);
    PointList points;
    for (const CollisionShape& shape : shapes) append(points, shaped_.support(shape, up_));
    parts_.sole = lowest_points(points, up_, sole_depth, most_sole_points);
    const double lowest = lowest_height(points, up_);
    PointList low;
    std::copy_if(points.begin(), points.end(), std::back_inserter(low),
                 [&](const auto& point) { return height(point, up_) <= lowest + round_depth; });
    round_ = width_across(low, up_) < round_width;
    if (round_ && parts_.sole.size() == 1 && parts_.sole.front().radius == 0.0) {
      const auto ball = fitted_sphere(lower_part(points, ball_depth), up_);
      if (ball) parts_.sole.front() = *ball;
    }
    for (const CollisionPoint& point : parts_.sole) {
      middle_ += point.center / static_cast<double>(parts_.sole.size());
    }
    add_further(shapes);
    add_shank(shapes);
    return std::move(parts_);
  }

 private:
  static void append(PointList& points, const PointList& more) {
    points.insert(points.end(), more.begin(), more.end());
  }

  /// A bump of the sole between its corners, or at most `point_distance` beyond them.
  bool is_in_sole(const CollisionPoint& point) const {
    const double above = height(point, up_) - lowest_height(parts_.sole, up_);
    if (parts_.sole.size() < 3 || above > point_distance) return false;
    CollisionPoint inner{point.center - (up_.dot(point.center) - up_.dot(middle_)) * up_, 0.0};
    const Vector3d out = inner.center - middle_;
    inner.center -= std::min(point_distance, out.norm()) * out.normalized();
    PointList points = parts_.sole;
    for (CollisionPoint& corner : points) corner.radius = 0.0;
    points.push_back(inner);
    const std::size_t all = points.size();
    return !is_near(lowest_points(points, up_, sole_depth, all), inner, equal_points);
  }

  /// What is within a depth of the lowest.
  PointList lower_part(const PointList& points, double depth) const {
    const double lowest = lowest_height(points, up_);
    PointList low;
    std::copy_if(points.begin(), points.end(), std::back_inserter(low),
                 [&](const auto& point) { return height(point, up_) <= lowest + depth; });
    return low;
  }

  PointList extremes(const std::vector<CollisionShape>& shapes, Directions directions) const {
    PointList points;
    for (const CollisionShape& shape : shapes) {
      append(points, extreme_points(shape, directions, shaped_.mesh(shape)));
    }
    return points;
  }

  /// Lower ones first: feet tip over these. Of a round foot only the spheres of a link of its own.
  void add_further(const std::vector<CollisionShape>& shapes) {
    PointList points = extremes(shapes, Directions::faces_corners);
    if (round_) {
      std::erase_if(points, [](const CollisionPoint& point) { return point.radius == 0.0; });
      if (!named_like_foot(foot_) || shapes.front().frame != foot_) points.clear();
    }
    std::stable_sort(points.begin(), points.end(), [&](const auto& a, const auto& b) {
      return height(a, up_) < height(b, up_) - equal_points;
    });
    for (const CollisionPoint& point : points) {
      if (parts_.sole.size() + parts_.further.size() >= most_foot_points) return;
      if (is_near(parts_.sole, point, point_distance) || is_in_sole(point)) continue;
      if (!is_near(parts_.further, point, point_distance)) parts_.further.push_back(point);
    }
  }

  void add_shank(const std::vector<CollisionShape>& shapes) {
    const PointList body = extremes(all_, Directions::faces_corners_edges);
    const double length = reach(body);
    double limit = 0.5 * length;
    if (round_) {
      Vector3d far = up_;
      for (const CollisionPoint& point : body) {
        if ((point.center - middle_).norm() == length) far = point.center - middle_;
      }
      if (length < shank_slenderness * width_across(body, far.normalized())) return;
    } else {
      limit = foot_reach * reach(extremes(shapes, Directions::faces_corners_edges));
    }
    for (const CollisionPoint& point : body) {
      if ((point.center - middle_).norm() <= limit) continue;
      if (is_near(parts_.further, point, equal_points)) continue;
      if (!is_near(parts_.shank, point, equal_points)) parts_.shank.push_back(point);
    }
  }

  /// Of the farthest from the sole's middle [m].
  double reach(const PointList& points) const {
    double farthest = 0.0;
    for (const auto& point : points) {
      farthest = std::max(farthest, (point.center - middle_).norm());
    }
    return farthest;
  }

  const ShapedRobot& shaped_;
  int joint_;
  const std::string& foot_;
  Vector3d up_;
  std::vector<CollisionShape> all_;
  bool round_ = false;
  Vector3d middle_ = Vector3d::Zero();
  FootParts parts_;
};

/// The origin of its frame, by the frame's name.
bool is_plain_frame(const ContactCandidate& contact) {
  return contact.name == contact.sphere.body && contact.sphere.radius == 0.0 &&
         contact.sphere.center.isZero();
}

/// How far a frame's origin is above the sole of its body [m]; none: not above it, no shapes, or a
/// round foot, of which the middle of the ball is a usual contact.
std::optional<double> above_sole(const ShapedRobot& shaped, const std::string& frame,
                                 const PointList& sole) {
  if (sole.size() < 2) return std::nullopt;
  const double above = -lowest_height(sole, shaped.up(frame));
  return above > frame_clearance ? std::optional(above) : std::nullopt;
}

/// The word that takes the sole.
const char* sole_word(const PointList& sole, const Vector3d& up) {
  return middle_of_sole(sole, up) ? ":sole" : ":lowest";
}

/// Frames above their soles, said together where they are as high: by distance in mm.
class AboveSoles {
 public:
  void add(const std::string& frame, double above, const std::string& word) {
    const long mm = std::lround(1000.0 * above);
    groups_[mm].frames.push_back(frame);
    groups_[mm].words.push_back(word);
  }
  /// `taken`: the soles are, else the words that take them are named.
  std::vector<std::string> say(bool taken) const {
    std::vector<std::string> notes;
    for (const auto& [mm, group] : groups_) {
      const bool one = group.frames.size() == 1;
      notes.push_back(
          fmt::format("{} {} {} mm above {}; ", base::join(group.frames), one ? "is" : "are", mm,
                      one ? "its sole" : "their soles") +
          (taken ? fmt::format("the {} collision shape{} taken",
                               one ? "sole of its" : "soles of their", one ? " is" : "s are")
                 : fmt::format("--contacts {} takes the sole{}", base::join(group.words, ","),
                               one ? "" : "s")));
    }
    return notes;
  }

 private:
  struct Group {
    std::vector<std::string> frames, words;
  };
  std::map<long, Group> groups_;
};

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
      foot_at(joint).frame_alone = is_plain_frame(contact);
      found_.soles.push_back(contact.name);
      found_.robot.contacts.push_back(std::move(contact));
    }
  }

  void find(const std::string& where) {
    const std::vector<std::string> named = find_feet(robot_);
    for (const std::string& foot : named) add_foot(shaped_.joint_of(foot), foot);
    add_lowest(!named.empty());
    const bool falls = rising(robot_, q_).has_value();
    if (feet_.empty() && falls) {
      for (const std::string& ankle : find_ankles(robot_)) {
        add_foot(shaped_.joint_of(ankle), ankle);
      }
    }
    if (feet_.empty() && falls && shaped_.has_shapes(0)) add_foot(0, shaped_.lowest_link(0));
    add_feet_before_toes();
    if (feet_.empty()) throw InvalidInput(no_contacts_message(robot_, where));
  }

  FoundContacts finish(bool all, bool says_feet) {
    for (Foot& foot : feet_) take_foot(foot);
    leave_out_ankles();
    for (const int joint : shaped_.joints()) {
      if (!is_foot(joint) && !left_out_.contains(joint)) watch(joint);
      if (!found_.robot.watched.empty() && is_of_another_tree(joint)) {
        touch_with(found_.robot.watched.back());
        found_.robot.watched.pop_back();
      }
    }
    watch_centers();
    if (says_feet) say_feet(all);
    found_.unread = shaped_.notes();
    auto& notes = found_.robot.notes;
    notes.insert(notes.end(), shaped_.notes().begin(), shaped_.notes().end());
    notes.insert(notes.end(), ankle_notes_.begin(), ankle_notes_.end());
    found_.heights = frames_above_.say(false);
    for (const std::string& note : ankles_above_.say(true)) found_.heights.push_back(note);
    notes.insert(notes.end(), found_.heights.begin(), found_.heights.end());
    note_origins(!shaped_.joints().empty());
    if (all) touch_everywhere();
    return std::move(found_);
  }

 private:
  struct Foot {
    int joint = -1;
    std::string frame;
    bool given = false;  ///< With its points, in words.
    int points = 0;
    bool frame_alone = false;  ///< Given as a frame's origin.
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

  /// A foot that carries a joint of toes.
  void add_feet_before_toes() {
    for (std::size_t k = 0; k < feet_.size(); ++k) {
      const int before = shaped_.parent(feet_[k].joint);
      if (before < 0 || !shaped_.has_shapes(before)) continue;
      if (named_like_foot(shaped_.link(before))) add_foot(before, shaped_.link(before));
    }
  }

  /// The last bodies that are lowest, of a robot that can be put on the ground; where others are
  /// named, those that are as low. The base is no foot, unless there is nothing else.
  void add_lowest(bool named) {
    if (shaped_.joints().empty() || !rising(robot_, q_)) return;
    std::map<int, double> lows;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const int joint : shaped_.joints()) {
      const auto [low, high] = shaped_.heights(joint);
      lowest = std::min(lowest, low);
      highest = std::max(highest, high);
      if (joint > 0 || robot_.joints().size() == 1) lows[joint] = low;
    }
    double limit = lowest + low_share * (highest - lowest);
    if (named) limit = lowest_foot() + sole_clearance;
    for (const bool last : {true, false}) {
      for (const auto& [joint, low] : lows) {
        if (low <= limit && (!last || !shaped_.carries_shapes(joint))) {
          add_foot(joint, shaped_.lowest_link(joint));
        }
      }
      if (named || !feet_.empty()) return;
    }
  }

  double lowest_foot() const {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Foot& foot : feet_) {
      lowest = std::min(lowest, shaped_.has_shapes(foot.joint) ? shaped_.heights(foot.joint).first
                                                               : shaped_.origin_height(foot.frame));
    }
    return lowest;
  }

  bool add_contact(const std::string& name, const std::string& frame, const CollisionPoint& point,
                   bool stands = true) {
    for (const ContactCandidate& other : found_.robot.contacts) {
      if (other.name == name) return false;
    }
    found_.robot.contacts.push_back(
        {.name = name, .sphere = {frame, point.center, point.radius}, .stands = stands});
    return true;
  }

  void take_foot(Foot& foot) {
    FootParts parts = FootReader(shaped_, foot.joint, foot.frame).read();
    soles_[foot.joint] =
        shaped_.origin_height(foot.frame) + (parts.sole.empty() ? 0.0 : sole_height(foot, parts));
    note_height(foot, parts.sole);
    if (!foot.given) {
      if (parts.sole.empty()) {
        parts.sole.emplace_back();  // the frame's origin
        if (!shaped_.is_unread(foot.joint, foot.frame)) origins_.push_back(foot.frame);
      }
      const bool alone = parts.sole.size() + parts.further.size() == 1;
      const auto middle = middle_of_sole(parts.sole, shaped_.up(foot.frame));
      for (const PointList* points : {&parts.sole, &parts.further}) {
        for (const CollisionPoint& point : *points) {
          const std::string name = alone ? foot.frame : point_name(foot.frame, point.center);
          if (!add_contact(name, foot.frame, point)) continue;
          ++foot.points;
          found_.robot.contacts.back().sole = middle;
          if (points == &parts.sole) found_.soles.push_back(name);
        }
      }
    }
    add_watched(foot.joint, foot.frame, parts.shank);
  }

  /// Feet that were found by name alone. `run_too`: else a run has said that there is no shape.
  void note_origins(bool run_too) {
    if (origins_.empty()) return;
    const bool one = origins_.size() == 1;
    found_.heights.push_back(fmt::format(
        "{} {} no collision shape: the origin{} of the frame{} land{}", short_names(origins_),
        one ? "has" : "have", one ? "" : "s", one ? "" : "s", one ? "s" : ""));
    if (run_too) found_.robot.notes.push_back(found_.heights.back());
  }

  /// Of what was found, frames that are called ankles; of what was given, every frame.
  void note_height(const Foot& foot, const PointList& sole) {
    if (foot.given ? !foot.frame_alone || foot.points > 1 : !named_like_ankle(foot.frame)) return;
    const auto above = above_sole(shaped_, foot.frame, sole);
    if (!above) return;
    (foot.given ? frames_above_ : ankles_above_)
        .add(foot.frame, *above,
             shaped_.link(foot.joint) + sole_word(sole, shaped_.up(foot.frame)));
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

  /// What has no shapes has fallen at the latest when its centre of mass is in the ground.
  void watch_centers() {
    for (int joint = 0; joint < static_cast<int>(robot_.joints().size()); ++joint) {
      if (shaped_.has_shapes(joint) || is_foot(joint) || is_of_another_tree(joint)) continue;
      const auto center = shaped_.center(joint);
      if (!center) continue;
      found_.robot.watched.push_back({.name = center->body, .points = {*center}});
      ++centers_;
    }
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

  int root(int joint) const {
    while (shaped_.parent(joint) >= 0) joint = shaped_.parent(joint);
    return joint;
  }

  /// A tree without a foot, such as a ball beside the robot, does not fall with it: it may touch.
  bool is_of_another_tree(int joint) const {
    return std::none_of(feet_.begin(), feet_.end(),
                        [&](const Foot& foot) { return root(foot.joint) == root(joint); });
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
      text = fmt::format("{} has no collision shapes{}: feet by name {}{}", robot_.name(),
                         shaped_.notes().empty() ? "" : " that can be read", short_names(names),
                         centers_ == 0 ? ", nothing else is watched"
                                       : "; other bodies are watched by their centres of mass");
    } else {
      text = fmt::format("contacts: {}; {} other bod{} {}", short_names(items), others,
                         others == 1 ? "y" : "ies",
                         all           ? "may touch too"
                         : others == 1 ? "is watched for a fall"
                                       : "are watched for a fall");
      if (centers_ > 0) text += fmt::format(", {} by their centres of mass", centers_);
    }
    found_.robot.notes.push_back(std::move(text));
  }

  void touch_with(const WatchedBody& body) {
    for (const ContactSphere& point : body.points) {
      add_contact(point_name(point.body, point.center), point.body, {point.center, point.radius},
                  false);
    }
  }

  void touch_everywhere() {
    for (const WatchedBody& body : found_.robot.watched) touch_with(body);
    found_.robot.watched.clear();
  }

  const Model& robot_;
  const Eigen::VectorXd& q_;
  ShapedRobot shaped_;
  std::vector<Foot> feet_;
  std::map<int, double> soles_;  ///< Heights of the lowest points of the feet, by joint [m].
  std::set<int> left_out_;
  std::vector<std::string> ankle_notes_;
  AboveSoles frames_above_, ankles_above_;
  std::vector<std::string> origins_;  ///< Of feet that are their frames alone.
  int centers_ = 0;                   ///< Bodies without shapes that are watched.
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

std::vector<std::string> frames_above_soles(const Model& robot, const Eigen::VectorXd& q,
                                            const std::vector<ContactCandidate>& contacts) {
  std::map<int, std::vector<const ContactCandidate*>> by_joint;
  for (const ContactCandidate& contact : contacts) {
    const auto frame = static_cast<std::size_t>(robot.frame(contact.sphere.body));
    by_joint[robot.bodies().frame_joints[frame]].push_back(&contact);
  }
  std::set<int> joints;
  for (const auto& [joint, on] : by_joint) {
    if (on.size() == 1 && is_plain_frame(*on.front())) joints.insert(joint);
  }
  if (joints.empty()) return {};
  const ShapedRobot shaped(robot, q, joints);
  AboveSoles found;
  for (const int joint : joints) {
    if (!shaped.has_shapes(joint)) continue;
    const std::string& frame = by_joint.at(joint).front()->sphere.body;
    const FootParts parts = FootReader(shaped, joint, frame).read();
    if (const auto above = above_sole(shaped, frame, parts.sole)) {
      found.add(frame, *above, shaped.link(joint) + sole_word(parts.sole, shaped.up(frame)));
    }
  }
  return found.say(false);
}

RobotContacts robot_contacts(const Model& robot, const Eigen::VectorXd& q,
                             const std::vector<std::string>& words, bool all) {
  return find_contacts(robot, q, words, all, robot.name()).robot;
}

}  // namespace carom
