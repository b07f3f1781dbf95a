// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot just before it lands. The ground is put under the lowest contact: a free base is moved up
// or down, for a fixed base the ground is. So any posture lands; the other contacts count as closed
// within `touch`, or `stand` closes them. A fall through the height H ends at √(2 g H); without a
// height and a velocity it is 1 m/s, so that every figure is per m/s.
//
// Raising a model: the least velocity whose frames all move up at 1 and do not turn, by least
// squares over the Jacobians of the frames. It exists for a free or planar base, for sliders and
// for maps of coordinates alike, and for nothing that is fixed to the world.
#include "model/robot/on_ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <memory>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "model/multibody.h"
#include "model/posture/posture_file.h"
#include "model/robot/feet.h"
#include "model/robot/robot_contacts.h"
#include "solver/decompositions.h"

namespace carom {
namespace {

using Words = std::vector<std::string>;

/// [m] Postures that robot files name leave gaps of at most 1e-6. This size is for angles typed to
/// 0.01 rad, which move the foot of a leg of 0.5 m by so much: ten times less refuses them, ten
/// times more lets a foot land that is lifted by 5 cm.
constexpr double default_touch = 0.005;
/// [m] Of a body below the feet that were found: ankles and toes reach below by millimetres, a
/// robot on its back by its legs.
constexpr double lying = 0.02;
constexpr double default_speed = 1.0;  // [m/s] Figures of an impact are then per m/s.
/// [m] Gaps below are the rounding of coordinates of order 1 and are shown as 0.
constexpr double shown_as_zero = 1e-12;
/// [m/s] of frames that should rise at 1 m/s. Rounding leaves 1e-14, something fixed to the world
/// about 1: the size between them does not matter.
constexpr double rising_tolerance = 1e-9;
/// Rate at which a contact opens, per rate of rising, from which on it is landed on: slopes of up
/// to 60°. Contacts between bodies that rise together have 0.
constexpr double landing_rate = 0.5;

bool is_free_base(const Model& model, const Joint& joint) {
  return joint.kind == JointKind::free && &joint == &model.joints().front();
}

/// Throws InvalidInput unless it is a rotor inertia.
double rotor_inertia_of(const std::string& text, const std::string& where) {
  double value = 0.0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !(std::isfinite(value) && value >= 0.0)) {
    throw InvalidInput(
        fmt::format("--armature {}= '{}'; expected a number >= 0 [kg m²]", where, text));
  }
  return value;
}

void set_armature(const Model& model, const std::string& word, Eigen::VectorXd& armature) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) {
    const double value = rotor_inertia_of(word, "");
    for (const Joint& joint : model.joints()) {
      if (!is_free_base(model, joint)) armature.segment(joint.v, joint.v_size).setConstant(value);
    }
    return;
  }
  const std::string name = word.substr(0, equals);
  const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(name))];
  if (is_free_base(model, joint)) {
    throw InvalidInput(fmt::format("--armature {}: is the free base; expected a joint", word));
  }
  armature.segment(joint.v, joint.v_size)
      .setConstant(rotor_inertia_of(word.substr(equals + 1), name + " "));
}

Model with_armature(const Model& model, const Words& words) {
  if (words.empty()) return model;
  ModelParts parts = model.parts();
  if (parts.armature.size() == 0) parts.armature.setZero(model.velocity_size());
  Words faults;
  for (const std::string& word : words) {
    base::gather(faults, [&] { set_armature(model, word, parts.armature); });
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return model.with(std::move(parts));
}

Words locked_joints(const Model& model, const Words& words) {
  Words names, faults;
  const auto add_once = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& word : words) {
    if (word == "all") {
      for (const Joint& joint : model.joints()) {
        if (!is_free_base(model, joint) && joint.v_size > 0) add_once(joint.name);
      }
      continue;
    }
    try {
      static_cast<void>(model.joint(word));
      add_once(word);
    } catch (const InvalidInput& error) {
      faults.push_back(fmt::format("--lock: {}", error.what()));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return names;
}

/// Straight down, in the axes of the free base.
Eigen::VectorXd falling(const Model& model, const Eigen::VectorXd& q, double speed) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.velocity_size());
  const Joint& base = model.joints().front();
  const Eigen::Quaterniond turn(q[base.q + 6], q[base.q + 3], q[base.q + 4], q[base.q + 5]);
  v.segment<3>(base.v) = turn.normalized().conjugate() * Eigen::Vector3d(0.0, 0.0, -speed);
  return v;
}

Eigen::VectorXd landing_velocity(const Model& model, const Eigen::VectorXd& q,
                                 const StanceOptions& options) {
  if (options.velocity && options.drop) {
    throw InvalidInput("--drop and --velocity are both given; expected one of them");
  }
  if (options.velocity && options.velocity->size() != model.velocity_size()) {
    throw InvalidInput(fmt::format("--velocity: {} numbers; expected a list of {} numbers: {}",
                                   options.velocity->size(), model.velocity_size(),
                                   short_names(model.velocity_names())));
  }
  if (options.velocity) return *options.velocity;
  if (options.at_rest) return Eigen::VectorXd::Zero(model.velocity_size());
  if (!model.has_free_base()) {
    throw InvalidInput(fmt::format(
        "{}: the base is fixed, so nothing falls; expected --velocity with {} numbers ({}), or "
        "--base free",
        model.name(), model.velocity_size(), short_names(model.velocity_names())));
  }
  if (!options.drop) return falling(model, q, default_speed);
  const double gravity = model.gravity().norm();
  if (!(std::isfinite(*options.drop) && *options.drop > 0.0)) {
    throw InvalidInput(
        fmt::format("--drop = {} m; expected a height > 0", base::number(*options.drop)));
  }
  if (gravity == 0.0) {
    throw InvalidInput("--drop: the model has no gravity; expected --velocity instead");
  }
  return falling(model, q, std::sqrt(2.0 * gravity * *options.drop));
}

std::vector<double> gaps_at(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  std::vector<double> gaps;
  for (std::size_t k = 0; k < model.contacts().size(); ++k) {
    gaps.push_back(workspace.gap(static_cast<int>(k)));
  }
  return gaps;
}

/// How far along `up` a place must be moved to be above all terrain; less than 0: it may sink.
double above_all(const Terrain& terrain, const Eigen::Vector3d& place, const Eigen::Vector3d& up) {
  double lift = -std::numeric_limits<double>::infinity();
  const double rate = terrain.normal.dot(up);
  if (terrain.has_plane && rate > 0.0) {
    lift = terrain.normal.dot(terrain.point - place) / rate;
  }
  for (const TerrainBox& box : terrain.boxes) {
    const double half = 0.5 * (box.placement.linear().transpose() * up).cwiseAbs().dot(box.size);
    lift = std::max(lift, up.dot(box.placement.translation() - place) + half);
  }
  if (terrain.field.heights.size() > 0 && up.z() > 0.0) {
    lift = std::max(lift, (terrain.field.heights.maxCoeff() - place.z()) / up.z());
  }
  return std::isfinite(lift) ? lift : 0.0;
}

/// How far a sphere can sink against `up` until it touches terrain, from above: it sinks by its
/// distance again and again, which never passes a surface.
double sinking(const Terrain& terrain, const Eigen::Vector3d& place, double radius,
               const Eigen::Vector3d& up) {
  // A slope of 60° halves the distance each time: 50 steps. A wall passed at 1 mm: one per mm.
  constexpr int most_steps = 10000;
  // [m] of 1 + |place|: the rounding of coordinates. Ten times less may never be met.
  constexpr double touches = 1e-15;
  double lift = above_all(terrain, place, up) + radius / landing_rate;
  Eigen::Vector3d normal;
  for (int k = 0; k < most_steps; ++k) {
    const double gap = terrain.distance(place + lift * up, normal) - radius;
    if (std::abs(gap) <= touches * (1.0 + place.norm())) break;
    lift -= gap;
  }
  return -lift;
}

/// The same of a contact against terrain, whose sphere moves with the model.
double sinking(const ModelWorkspace& workspace, const ContactCandidate& contact,
               const ContactTerrain& ground, const Eigen::Vector3d& up) {
  const int frame = workspace.model().frame(contact.sphere.body);
  return sinking(*ground.terrain, workspace.position(frame, contact.sphere.center),
                 contact.sphere.radius, up);
}

/// How far the model can be moved straight down until the lowest contact touches; a slope opens by
/// n_z per unit of height. Stops of joints and bodies of its own are no ground.
double distance_to_ground(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < model.contacts().size(); ++k) {
    const ContactCandidate& contact = model.contacts()[k];
    if (contact.is_internal()) continue;
    const int index = static_cast<int>(k);
    double height = workspace.gap(index);
    if (const auto* ground = std::get_if<ContactTerrain>(&contact.against)) {
      height = sinking(workspace, contact, *ground, Eigen::Vector3d::UnitZ());
    } else if (const double rate = workspace.contact_normal(index).z(); rate >= landing_rate) {
      height /= rate;
    }
    lowest = std::min(lowest, height);
  }
  return std::isfinite(lowest) ? lowest : 0.0;
}

void raise_terrain(Terrain& terrain, double height) {
  terrain.point.z() += height;
  for (TerrainBox& box : terrain.boxes) box.placement.translation().z() += height;
  terrain.field.heights.array() += height;
}

/// Moves a free base, or the ground under a fixed one, so that the lowest contact touches.
void put_on_ground(Model& model, Eigen::VectorXd& q) {
  const double lowest = distance_to_ground(model, q);
  if (model.has_free_base()) {
    q[model.joints().front().q + 2] -= lowest;
    return;
  }
  ModelParts parts = model.parts();
  raise_terrain(parts.ground, lowest);
  std::map<const Terrain*, std::shared_ptr<const Terrain>> raised;
  for (ContactCandidate& contact : parts.contacts) {
    if (auto* plane = std::get_if<ContactPlane>(&contact.against)) plane->point.z() += lowest;
    auto* ground = std::get_if<ContactTerrain>(&contact.against);
    if (ground == nullptr) continue;
    auto& shared = raised[ground->terrain.get()];
    if (!shared) {
      Terrain higher = *ground->terrain;
      raise_terrain(higher, lowest);
      shared = std::make_shared<const Terrain>(std::move(higher));
    }
    ground->terrain = shared;
  }
  model = model.with(std::move(parts));
}

/// `soles`: contacts that should touch.
void check_gaps(const Model& model, const Eigen::VectorXd& q, const Words& soles, double touch) {
  const std::vector<double> gaps = gaps_at(model, q);
  Words items;
  double largest = 0.0;
  for (const std::string& name : soles) {
    const double gap = gaps[static_cast<std::size_t>(model.contact(name))];
    largest = std::max(largest, gap);
    items.push_back(
        fmt::format("'{}' {} m", name, base::number(std::abs(gap) < shown_as_zero ? 0.0 : gap, 4)));
  }
  if (largest <= touch) return;
  throw InvalidInput(fmt::format(
      "{}: not all contacts touch when the lowest does; gaps: {}; expected at most {} m (--touch); "
      "add --stand to move the joints until all touch, or give another --posture",
      model.name(), base::join(items), base::number(touch)));
}

/// Height of a watched body's lowest point above the ground [m].
double clearance(const ModelWorkspace& workspace, const WatchedBody& body) {
  const Terrain& ground = workspace.model().parts().ground;
  double lowest = std::numeric_limits<double>::infinity();
  for (const ContactSphere& point : body.points) {
    const int frame = workspace.model().frame(point.body);
    const double above =
        (workspace.position(frame, point.center) - ground.point).dot(ground.normal);
    lowest = std::min(lowest, above - point.radius);
  }
  return lowest;
}

double lowest_watched(const ModelWorkspace& workspace) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const WatchedBody& body : workspace.model().parts().watched) {
    lowest = std::min(lowest, clearance(workspace, body));
  }
  return lowest;
}

/// Per velocity, the largest inertia of all that turns, or mass of all that slides.
Eigen::VectorXd largest_inertia(const Model& model, const Eigen::VectorXd& diagonal) {
  std::vector<bool> slides(static_cast<std::size_t>(diagonal.size()), false);
  for (const Joint& joint : model.joints()) {
    const bool base = joint.kind == JointKind::free || joint.kind == JointKind::planar;
    const int linear = joint.kind == JointKind::prismatic ? 1
                       : !base                            ? 0
                       : joint.v_size > 3                 ? 3
                                                          : 2;
    for (int k = 0; k < linear; ++k) slides[static_cast<std::size_t>(joint.v + k)] = true;
  }
  double turning = 0.0, sliding = 0.0;
  for (Eigen::Index k = 0; k < diagonal.size(); ++k) {
    double& largest = slides[static_cast<std::size_t>(k)] ? sliding : turning;
    largest = std::max(largest, diagonal[k]);
  }
  Eigen::VectorXd result(diagonal.size());
  for (Eigen::Index k = 0; k < diagonal.size(); ++k) {
    result[k] = slides[static_cast<std::size_t>(k)] ? sliding : turning;
  }
  return result;
}

Eigen::MatrixXd mass_at(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  return workspace.mass_matrix();
}

/// One robot on its way to the ground.
class Standing {
 public:
  Standing(const Model& robot, const StanceOptions& options)
      : options_(options), stance_{.model = robot, .state = {}} {}

  /// Everything that can be wrong before anything moves.
  void read(const Words& velocity_faults) {
    Words faults;
    NamedPosture posture{stance_.model.neutral(), ""};
    base::gather(faults, [&] {
      const std::string words = options_.posture.value_or(default_posture(stance_.model));
      posture = posture_from_words(stance_.model, words, "--posture");
    });
    stance_.state.q = posture.q;
    warn_of_posture();
    base::gather(faults, [&] { add_contacts(); });
    base::gather(faults, [&] { stance_.model = with_armature(stance_.model, options_.armature); });
    base::gather(faults,
                 [&] { stance_.options.locked = locked_joints(stance_.model, options_.locked); });
    if (!(std::isfinite(touch()) && touch() >= 0.0)) {
      faults.push_back(fmt::format("--touch = {} m; expected touch >= 0", base::number(touch())));
    }
    faults.insert(faults.end(), velocity_faults.begin(), velocity_faults.end());
    if (velocity_faults.empty()) base::gather(faults, [&] { set_velocity(); });
    if (!faults.empty()) throw InvalidInput(faults);
    const std::string& name = stance_.model.name();
    stance_.options.name = posture.name.empty() ? name : name + ", " + posture.name;
    if (!landed_.empty()) stance_.options.name += ", on " + short_names(landed_);
  }

  Stance put_down() {
    give_rotors();
    put_on_ground(stance_.model, stance_.state.q);
    if (options_.stand) {
      close_contacts();
      set_velocity();  // the base may have turned
    } else if (!options_.at_rest || options_.touch) {
      check_gaps(stance_.model, stance_.state.q, soles_, touch());
    }
    stance_.options.closed = soles_;
    leave_out_touching();
    return std::move(stance_);
  }

 private:
  double touch() const { return options_.touch.value_or(default_touch); }

  void set_velocity() {
    stance_.state.v = landing_velocity(stance_.model, stance_.state.q, options_);
  }

  void warn(const std::string& text) {
    stance_.warnings.push_back(text);
    if (options_.warn) options_.warn(text);
  }

  void warn_of_posture() {
    Words warnings = stance_.model.parts().warnings;
    for (const std::string& text : posture_warnings(stance_.model, stance_.state.q)) {
      warnings.push_back("posture: " + text);
    }
    constexpr std::size_t most = 3;
    for (std::size_t k = 0; k < std::min(warnings.size(), most); ++k) warn(warnings[k]);
    if (warnings.size() > most) warn(fmt::format("… and {} more warnings", warnings.size() - most));
  }

  /// A joint that turns nothing with inertia spins without bound in an impact: 1e8 rad/s of iCub's
  /// neck, whose head is a point on its axis. For a run it gets a rotor; of one impact it is said.
  void give_rotors() {
    const Model& model = stance_.model;
    const std::vector<std::size_t> joints = without_inertia(model, stance_.state.q).joints;
    if (joints.empty()) return;
    Words names;
    for (const std::size_t k : joints) names.push_back(model.joints()[k].name);
    const std::string turned = fmt::format("what {} turn{} has no inertia: ", short_names(names),
                                           names.size() == 1 ? "s" : "");
    if (!options_.at_rest) {
      warn(turned +
           "its velocity after the impact means nothing (--armature JOINT=A gives a rotor)");
      return;
    }
    warn(turned + fmt::format("a rotor of at most {} kg m² each (--armature JOINT=A gives another)",
                              base::number(usual_rotor_inertia)));
    ModelParts parts = model.parts();
    if (parts.armature.size() == 0) parts.armature.setZero(model.velocity_size());
    const Eigen::VectorXd scale =
        largest_inertia(model, mass_at(model, stance_.state.q).diagonal());
    for (const std::size_t k : joints) {
      const Joint& joint = model.joints()[k];
      // A hundredth of the robot at most: a robot of a millimetre keeps its motion.
      parts.armature.segment(joint.v, joint.v_size).array() +=
          std::min(usual_rotor_inertia, 0.01 * scale[joint.v]);
    }
    stance_.model = model.with(std::move(parts));
  }

  void add_contacts() {
    const Model& robot = stance_.model;
    Words words = options_.contacts;
    if (words.empty()) words = {auto_word};
    if (words.size() == 1 && words.front().empty()) words.clear();
    const std::string where = options_.where.empty() ? robot.name() : options_.where;
    if (words.empty()) throw InvalidInput(no_contacts_message(robot, where));
    const bool finds = std::find(words.begin(), words.end(), auto_word) != words.end();
    FoundContacts found;
    if (finds || options_.at_rest) {
      // Feet that are to be put on the ground are put there flat: their soles are those of the
      // robot as it stands, and not the edge that an ankle turned in the posture happens to show.
      const bool flat = options_.stand && !options_.at_rest;
      const Eigen::VectorXd shown =
          flat ? find_posture(robot, default_posture(robot)) : stance_.state.q;
      found = find_contacts(robot, shown, words, options_.watch_all && options_.at_rest, where);
    } else {
      found.robot.contacts = ground_contacts(robot, words, stance_.state.q);
      for (const auto& contact : found.robot.contacts) found.soles.push_back(contact.name);
      found.robot.notes = frames_above_soles(robot, stance_.state.q, found.robot.contacts);
    }
    soles_ = found.soles;
    ModelParts parts = robot.parts();
    parts.contacts = std::move(found.robot.contacts);
    if (options_.at_rest) parts.watched = std::move(found.robot.watched);
    stance_.model = robot.with(std::move(parts));
    Words notes = std::move(found.robot.notes);
    if (!options_.at_rest && finds) {
      notes = std::move(found.heights);
      notes.insert(notes.begin(), keep_soles());
      notes.insert(notes.end(), found.unread.begin(), found.unread.end());
    }
    constexpr std::size_t most = 4;
    for (std::size_t k = 0; k < std::min(notes.size(), most); ++k) warn(notes[k]);
    if (notes.size() > most) warn(fmt::format("… and {} more notes", notes.size() - most));
  }

  /// What lands: of the soles, those that touch when the lowest does, or all that are to be closed.
  /// Says which.
  std::string keep_soles() {
    const std::vector<double> gaps = gaps_at(stance_.model, stance_.state.q);
    const double lowest = *std::min_element(gaps.begin(), gaps.end());
    ModelParts parts = stance_.model.parts();
    parts.contacts.clear();
    Words kept;
    std::vector<FoundFoot> feet;
    for (const std::string& name : soles_) {
      const auto k = static_cast<std::size_t>(stance_.model.contact(name));
      ContactCandidate contact = stance_.model.contacts()[k];
      auto foot = std::ranges::find(feet, contact.sphere.body, &FoundFoot::name);
      if (foot == feet.end()) foot = feet.insert(foot, {.name = contact.sphere.body});
      const double height = gaps[k] - lowest;
      foot->height = std::min(foot->height, height);
      if (!options_.stand && height > touch()) continue;
      if (contact.sole) {
        // Points of one sole are coupled whatever the posture, and meshes make any number of them:
        // the foot is one contact.
        if (foot->points > 0) continue;
        contact.name = contact.sphere.body;
        contact.sphere = {contact.sphere.body, *contact.sole, 0.0};
        contact.sole.reset();
      }
      ++foot->points;
      kept.push_back(contact.name);
      parts.contacts.push_back(std::move(contact));
    }
    soles_ = kept;
    stance_.model = stance_.model.with(std::move(parts));
    return found_words(feet);
  }

  /// A foot that was found, as it lands.
  struct FoundFoot {
    std::string name;
    int points = 0;                                           ///< That touch.
    double height = std::numeric_limits<double>::infinity();  ///< Of its lowest point [m].
  };

  std::string found_words(const std::vector<FoundFoot>& feet) {
    Words items, away;
    for (const auto& [foot, points, height] : feet) {
      if (points == 0) {
        away.push_back(fmt::format("{} is {} m higher", foot, base::number(height, 2)));
        continue;
      }
      landed_.push_back(foot);
      items.push_back(points == 1 ? foot : fmt::format("{} ({} points)", foot, points));
    }
    std::string text = "contacts: feet found: " + short_names(items);
    if (!away.empty()) text += fmt::format("; {}: --stand closes all", short_names(away));
    return text + "; --contacts names others";
  }

  /// Feet that were found, and yet are not what is lowest: it lies, and is put on what it lies on.
  void put_on_lowest() {
    if (!options_.contacts.empty() || !stance_.model.has_free_base()) return;
    ModelWorkspace workspace(stance_.model);
    workspace.set_configuration(stance_.state.q);
    const double lowest = lowest_watched(workspace);
    if (lowest >= -lying) return;
    lies_ = true;
    stance_.state.q[stance_.model.joints().front().q + 2] -= lowest;
    warn(fmt::format("the feet are not lowest in this posture: another body is {} m below them",
                     base::number(-lowest, 3)));
  }

  /// A run would end at once where a watched body touches.
  void leave_out_touching() {
    ModelParts parts = stance_.model.parts();
    if (parts.watched.empty()) return;
    put_on_lowest();
    ModelWorkspace workspace(stance_.model);
    workspace.set_configuration(stance_.state.q);
    if (lies_) return;
    const std::size_t removed = std::erase_if(parts.watched, [&](const WatchedBody& body) {
      const double above = clearance(workspace, body);
      if (above > stance_.options.touching) return false;
      warn(fmt::format("'{}' is {} m below the ground at the start: it is not watched for a fall",
                       body.name, base::number(std::max(-above, 0.0), 3)));
      return true;
    });
    if (removed > 0) stance_.model = stance_.model.with(std::move(parts));
  }

  void close_contacts() {
    const PostureResult result =
        solve_posture(stance_.model, stance_.state.q, {.contacts = soles_});
    if (!result.converged) throw InvalidInput(fmt::format("--stand: {}", result.message));
    if (!result.message.empty()) warn(fmt::format("--stand: {}", result.message));
    if (!result.at_limit.empty()) {
      warn(fmt::format("--stand: joints at their limits: {}", base::join(result.at_limit)));
    }
    stance_.state.q = result.q;
  }

  const StanceOptions& options_;
  Stance stance_;
  Words soles_ = {};   ///< Contacts that are put on the ground.
  Words landed_ = {};  ///< Feet that were found and touch, of an impact.
  bool lies_ = false;  ///< On a body that is no foot.
};

Eigen::VectorXd checked_rising(const Model& model, const std::string& what,
                               const Eigen::VectorXd& q) {
  if (model.gravity().norm() == 0.0) {
    throw InvalidInput(
        fmt::format("--drop: {} has no gravity; expected something that falls", what));
  }
  const auto rise = rising(model, q);
  if (rise) return *rise;
  throw InvalidInput(
      fmt::format("--drop: {} cannot be raised, some of it is fixed to the world; expected a robot "
                  "or scene with a free, planar or sliding base; leave --drop out",
                  what));
}

/// Of the contacts that open as the model rises: with what it lands on.
double lowest_gap(const ModelWorkspace& workspace, const Eigen::VectorXd& rise) {
  double lowest = std::numeric_limits<double>::infinity();
  Eigen::MatrixXd row(1, rise.size());
  for (int k = 0; k < static_cast<int>(workspace.model().contacts().size()); ++k) {
    const ContactCandidate& contact = workspace.model().contacts()[static_cast<std::size_t>(k)];
    if (contact.is_internal()) continue;
    if (const auto* ground = std::get_if<ContactTerrain>(&contact.against)) {
      const Eigen::Vector3d up = -workspace.model().gravity().normalized();
      lowest = std::min(lowest, sinking(workspace, contact, *ground, up));
      continue;
    }
    workspace.contact_rows(k, row);
    const double rate = row.row(0).dot(rise);
    if (rate < landing_rate) continue;
    lowest = std::min(lowest, workspace.gap(k) / rate);
  }
  return lowest;
}

}  // namespace

WithoutInertia without_inertia(const Model& model, const Eigen::VectorXd& q) {
  // Of the largest inertia, or mass: what a joint feels with all others free, 1/(M⁻¹)ᵢᵢ. The
  // lightest fingers have 1e-8, rounding leaves 1e-15. `added` keeps M regular.
  constexpr double light = 1e-11, added = 1e-12;
  // Of the largest entry of M⁻¹eᵢ, the motion that costs nothing: velocities with a part in it have
  // 5e-7 (iCub's neck_pitch) to 1, others some 1e-10. Of 1e8 rad/s it leaves 1 rad/s.
  constexpr double part = 1e-8;
  Eigen::MatrixXd mass = mass_at(model, q);
  const Eigen::VectorXd scale = largest_inertia(model, mass.diagonal());
  mass.diagonal() += added * scale;
  Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(mass.rows(), mass.cols());
  solver::Cholesky(mass).solve_lower_columns(columns);
  WithoutInertia found{.velocities = std::vector<bool>(static_cast<std::size_t>(mass.rows()))};
  for (std::size_t k = 0; k < model.joints().size(); ++k) {
    const Joint& joint = model.joints()[k];
    if (joint.v_size == 0 || is_free_base(model, joint)) continue;
    const double felt =
        1.0 / columns.middleCols(joint.v, joint.v_size).colwise().squaredNorm().maxCoeff();
    if (felt > light * scale[joint.v]) continue;
    found.joints.push_back(k);
    for (int v = joint.v; v < joint.v + joint.v_size; ++v) {
      const Eigen::VectorXd motion = (columns.transpose() * columns.col(v)).cwiseAbs();
      for (Eigen::Index i = 0; i < motion.size(); ++i) {
        if (motion[i] > part * motion.maxCoeff())
          found.velocities[static_cast<std::size_t>(i)] = true;
      }
    }
  }
  return found;
}

Stance stand(const Model& robot, const StanceOptions& options, const Words& velocity_faults) {
  Standing standing(robot, options);
  standing.read(velocity_faults);
  return standing.put_down();
}

Stance stand(const Model& robot, const StanceOptions& options) { return stand(robot, options, {}); }

std::optional<Eigen::VectorXd> rising(const Model& model, const Eigen::VectorXd& q) {
  if (model.gravity().norm() == 0.0) return std::nullopt;
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  const BodyTree tree = model.bodies().tree();
  std::vector<int> frames;
  for (int k = 0; k < static_cast<int>(model.frame_names().size()); ++k) {
    // A slider without mass (x before y) need not rise.
    const int joint = tree.frames[static_cast<std::size_t>(k)].joint;
    if (joint >= 0 && tree.joints[static_cast<std::size_t>(joint)].mass > 0.0) frames.push_back(k);
  }
  // Three rows per frame for its velocity, upwards at 1, and three for its turning, none.
  const auto rows = static_cast<Eigen::Index>(6 * frames.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(rows, model.velocity_size());
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(rows);
  Eigen::Matrix3Xd part(3, model.velocity_size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(6 * k);
    workspace.point_jacobian(frames[k], Eigen::Vector3d::Zero(), part);
    jacobian.middleRows<3>(row) = part;
    workspace.angular_jacobian(frames[k], part);
    jacobian.middleRows<3>(row + 3) = part;
    wanted.segment<3>(row) = -model.gravity().normalized();
  }
  const Eigen::VectorXd rise = solver::CompleteOrthogonal(jacobian).solve(wanted);
  if (!((jacobian * rise - wanted).cwiseAbs().maxCoeff() <= rising_tolerance)) return std::nullopt;
  return rise;
}

void raise(const Model& model, const std::string& what, double height, State& state) {
  const Eigen::VectorXd rise = checked_rising(model, what, state.q);
  state.q = model.integrate(state.q, height * rise);
}

void put_at_height(const Model& model, const std::string& what, double height, State& state) {
  if (!(std::isfinite(height) && height >= 0.0)) {
    throw InvalidInput(fmt::format("--drop = {}; expected a height >= 0", base::number(height)));
  }
  const Eigen::VectorXd rise = checked_rising(model, what, state.q);
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  const double lowest = lowest_gap(workspace, rise);
  if (!std::isfinite(lowest)) {
    throw InvalidInput(
        fmt::format("--drop: {} has no contact to land on; expected at least one", what));
  }
  state.q = model.integrate(state.q, (height - lowest) * rise);
  workspace.set_configuration(state.q);
  const double watched = lowest_watched(workspace);
  if (watched < height - lying) state.q = model.integrate(state.q, (height - watched) * rise);
}

}  // namespace carom
