// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts with the ground z = 0 from words (robot.h). "Lower" and "lowest" are decided in world
// axes at the posture given; the points then stay fixed to their bodies. Then what a robot may run
// into beside its feet: the stops of its joints, and other ground than a plane.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "model/multibody.h"
#include "model/names.h"
#include "model/robot/collision_points.h"
#include "model/robot/feet.h"
#include "model/robot/robot_notes.h"

namespace carom {
namespace {

using Eigen::Vector3d;

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return "";
  return std::string(text.substr(from, text.find_last_not_of(" \t") - from + 1));
}

std::string kind_name(CollisionShape::Kind kind) {
  static const char* const names[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh"};
  return names[static_cast<int>(kind)];
}

class WordReader {
 public:
  WordReader(const Model& model, const Eigen::VectorXd& q) : model_(model), workspace_(model) {
    workspace_.set_configuration(q);
  }

  void read(const std::string& word) {
    if (word.empty()) {
      fault("contact '': expected FRAME, FRAME[x,y,z], LINK:corners or LINK:lowest");
    } else if (find_frame(model_.bodies(), word) >= 0) {
      add(word, word, {});
    } else if (word.find('[') != std::string::npos) {
      read_offset(word);
    } else if (const auto colon = word.rfind(':'); colon != std::string::npos) {
      read_shapes(word, word.substr(0, colon), word.substr(colon + 1));
    } else {
      known_frame(word, word);
    }
  }

  std::vector<ContactCandidate> finish() {
    if (!faults_.empty()) throw InvalidInput(faults_);
    return std::move(contacts_);
  }

 private:
  void fault(std::string text) { faults_.push_back(std::move(text)); }

  bool known_frame(const std::string& word, const std::string& frame) {
    if (find_frame(model_.bodies(), frame) >= 0) return true;
    fault(fmt::format("contact '{}': '{}' is not a frame of {}; expected a body, joint or site{}",
                      word, frame, model_.name(),
                      base::did_you_mean(frame, landing_frames(model_))));
    return false;
  }

  void read_offset(const std::string& word) {
    const auto open = word.find('[');
    const std::string frame = trimmed(word.substr(0, open));
    std::optional<std::vector<double>> values;
    if (word.back() == ']') {
      std::string inside = word.substr(open + 1, word.size() - open - 2);
      std::replace(inside.begin(), inside.end(), ',', ' ');
      values = parse_numbers(inside);
    }
    if (!values || values->size() != 3 || !Eigen::Map<const Vector3d>(values->data()).allFinite()) {
      fault("contact '" + word +
            "': expected three finite numbers in brackets, as in foot[0,0,-0.1]");
      return;
    }
    if (!known_frame(word, frame)) return;
    add(word, frame, {Eigen::Map<const Vector3d>(values->data()), 0.0});
  }

  void read_shapes(const std::string& word, const std::string& link, const std::string& what) {
    static const std::vector<std::string> words = {"corners", "lowest", "sole"};
    if (std::find(words.begin(), words.end(), what) == words.end()) {
      fault("contact '" + word + "': ':" + what +
            "' is not known; expected :corners, :lowest or :sole" +
            base::did_you_mean(what, words));
      return;
    }
    if (!known_frame(word, link)) return;
    std::vector<const CollisionShape*> shapes;
    std::set<std::string> links;
    for (const CollisionShape& shape : model_.parts().shapes) {
      if (shape.frame == link) shapes.push_back(&shape);
      links.insert(shape.frame);
    }
    if (shapes.empty()) {
      fault(
          fmt::format("contact '{}': '{}' has no collision shape; expected a link that has one{}; "
                      "or give points as {}[x,y,z]",
                      word, link,
                      links.empty() ? " (this model has none)"
                                    : " (" + short_list({links.begin(), links.end()}, 12) + ")",
                      link));
      return;
    }
    const Vector3d up =
        workspace_.placement(model_.frame(link)).linear().transpose() * Vector3d::UnitZ();
    if (what == "corners") {
      read_corners(word, link, shapes, up);
    } else if (what == "sole") {
      read_sole(word, link, shapes, up);
    } else {
      read_lowest(word, link, shapes, up);
    }
  }

  void read_corners(const std::string& word, const std::string& link,
                    const std::vector<const CollisionShape*>& shapes, const Vector3d& up) {
    std::vector<CollisionPoint> corners;
    double lowest = std::numeric_limits<double>::infinity();
    std::set<std::string> kinds;
    for (const CollisionShape* shape : shapes) {
      kinds.insert(kind_name(shape->kind));
      if (shape->kind != CollisionShape::Kind::box) continue;
      const auto candidate = lower_corners(*shape, up);
      double low = std::numeric_limits<double>::infinity();
      for (const CollisionPoint& point : candidate) low = std::min(low, height(point, up));
      if (low < lowest) {
        lowest = low;
        corners = candidate;
      }
    }
    if (corners.empty()) {
      fault(fmt::format("contact '{}': '{}' has no collision box (only {}); try {}:lowest", word,
                        link, base::join({kinds.begin(), kinds.end()}), link));
    }
    for (const CollisionPoint& point : corners) {
      add(point_name(link, point.center), link, point);
    }
  }

  /// None, after a fault: a mesh that cannot be read.
  std::optional<std::vector<CollisionPoint>> lowest_of(
      const std::string& word, const std::vector<const CollisionShape*>& shapes,
      const Vector3d& up) {
    std::vector<CollisionPoint> points;
    for (const CollisionShape* shape : shapes) {
      try {
        const auto more = support_points(*shape, up);
        points.insert(points.end(), more.begin(), more.end());
      } catch (const InvalidInput& error) {
        fault("contact '" + word + "': " + error.faults().front());
        return std::nullopt;
      }
    }
    return lowest_points(points, up, sole_depth, most_sole_points);
  }

  void read_lowest(const std::string& word, const std::string& link,
                   const std::vector<const CollisionShape*>& shapes, const Vector3d& up) {
    const auto lowest = lowest_of(word, shapes, up);
    if (!lowest) return;
    for (const CollisionPoint& point : *lowest) add(point_name(link, point.center), link, point);
  }

  void read_sole(const std::string& word, const std::string& link,
                 const std::vector<const CollisionShape*>& shapes, const Vector3d& up) {
    const auto lowest = lowest_of(word, shapes, up);
    if (!lowest) return;
    if (const auto middle = middle_of_sole(*lowest, up)) {
      add(word, link, {*middle, 0.0});
      return;
    }
    fault(
        fmt::format("contact '{}': the lowest points of '{}' span no area; expected a flat sole; "
                    "try {}:lowest",
                    word, link, link));
  }

  void add(const std::string& name, const std::string& frame, const CollisionPoint& point) {
    const int index = model_.frame(frame);
    const int joint = model_.bodies().frame_joints[static_cast<std::size_t>(index)];
    if (joint < 0) {
      fault("contact '" + name + "': '" + frame +
            "' is fixed to the world; expected a frame that "
            "moves");
      return;
    }
    const Vector3d at = workspace_.position(index, point.center);
    for (const Placed& other : placed_) {
      // [m] The same point: placements have rounding of 1e-15, different points are millimetres
      // apart.
      if (other.joint != joint || (other.at - at).norm() > 1e-9) continue;
      fault("contact '" + name + "' is the same point as '" + other.name +
            "'; expected each contact once");
      return;
    }
    placed_.push_back({name, joint, at});
    contacts_.push_back({.name = name, .sphere = {frame, point.center, point.radius}});
  }

  struct Placed {
    std::string name;
    int joint;
    Vector3d at;
  };

  const Model& model_;
  ModelWorkspace workspace_;
  std::vector<Placed> placed_;
  std::vector<ContactCandidate> contacts_;
  std::vector<std::string> faults_;
};

bool follows_another(const Model& robot, const std::string& joint) {
  const auto& couplings = robot.parts().couplings;
  return std::any_of(couplings.begin(), couplings.end(),
                     [&](const JointCoupling& coupling) { return coupling.joint == joint; });
}

ContactCandidate stop_at(const std::string& joint, double bound, bool upper, double restitution) {
  return {.name = joint + (upper ? " upper stop" : " lower stop"),
          .against = JointStop{.joint = joint, .bound = bound, .upper = upper},
          .tangents = 0,
          .restitution = restitution};
}

}  // namespace

std::vector<ContactCandidate> ground_contacts(const Model& model,
                                              const std::vector<std::string>& words,
                                              const Eigen::VectorXd& q) {
  model.check({q, Eigen::VectorXd::Zero(model.velocity_size())});
  WordReader reader(model, q);
  for (const std::string& word : words) reader.read(trimmed(word));
  return reader.finish();
}

std::vector<std::string> split_contact_words(std::string_view text) {
  std::vector<std::string> words;
  if (trimmed(text).empty()) return words;
  int depth = 0;
  std::string word;
  for (const char c : text) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth <= 0) {
      words.push_back(trimmed(word));
      word.clear();
    } else {
      word += c;
    }
  }
  words.push_back(trimmed(word));
  return words;
}

std::vector<ContactCandidate> joint_stops(const Model& robot, double restitution) {
  std::vector<ContactCandidate> stops;
  for (std::size_t k = 0; k < robot.joints().size(); ++k) {
    const Joint& joint = robot.joints()[k];
    if (joint.q_size != 1 || !robot.bodies().joint_is_coordinate[k]) continue;
    if (follows_another(robot, joint.name)) continue;
    const double lower = robot.lower_limit()[joint.q], upper = robot.upper_limit()[joint.q];
    if (!(lower < upper)) continue;
    if (std::isfinite(lower)) stops.push_back(stop_at(joint.name, lower, false, restitution));
    if (std::isfinite(upper)) stops.push_back(stop_at(joint.name, upper, true, restitution));
  }
  return stops;
}

Model on_terrain(const Model& model, const Terrain& terrain) {
  const Multibody& bodies = model.bodies();
  const auto shared = std::make_shared<const Terrain>(terrain);
  ModelParts parts = model.parts();
  std::vector<ContactCandidate> seconds;
  for (ContactCandidate& contact : parts.contacts) {
    const auto* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane == nullptr) continue;
    const auto frame = static_cast<std::size_t>(find_frame(bodies, plane->body));
    if (bodies.frame_joints[frame] != -1) continue;  // it moves
    if (terrain.is_plane()) {
      contact.against = ContactPlane{.point = terrain.point, .normal = terrain.normal};
    } else {
      contact.against = ContactTerrain{shared};
      if (terrain.parts() == 1) continue;
      // In the corner of a tread and a riser it rests on both.
      seconds.push_back(contact);
      seconds.back().name += " (second)";
      seconds.back().against = ContactTerrain{shared, 1};
      seconds.back().stands = false;
    }
  }
  parts.contacts.insert(parts.contacts.end(), seconds.begin(), seconds.end());
  parts.ground = terrain;
  return model.with(std::move(parts));
}

}  // namespace carom
