// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/text.h"
#include "carom/error.h"
#include "model/check_description.h"
#include "model/names.h"

namespace carom {
namespace {

/// Gathers the faults of the parts of a model.
class PartsCheck {
 public:
  PartsCheck(const Multibody& bodies, ModelParts& parts) : bodies_(bodies), parts_(parts) {}

  void run() {
    check_contacts();
    check_terrain("ground", parts_.ground, faults_);
    check_loops();
    check_couplings();
    check_springs();
    check_actuators();
    check_postures();
    check_armature();
    if (!faults_.empty()) throw InvalidInput(faults_);
  }

 private:
  template <class... Arguments>
  void fault(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    faults_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  void frame(const std::string& where, const char* what, const std::string& name) {
    if (find_frame(bodies_, name) < 0) {
      fault("{}: {} = '{}' is not a frame of {}; expected a body, joint or site{}", where, what,
            name, bodies_.name, base::did_you_mean(name, bodies_.frame_names));
    }
  }

  void one_coordinate(const std::string& where, const char* what, const std::string& name) {
    const int index = find_joint(bodies_, name);
    if (index < 0) {
      fault("{}: {} = '{}' is not a joint of {}; expected one of its joints{}", where, what, name,
            bodies_.name, base::did_you_mean(name, joint_names(bodies_)));
    } else if (bodies_.joints[static_cast<std::size_t>(index)].q_size != 1) {
      fault("{}: {} = '{}' has {} coordinates; expected a joint of one", where, what, name,
            bodies_.joints[static_cast<std::size_t>(index)].q_size);
    } else if (!bodies_.joint_is_coordinate[static_cast<std::size_t>(index)]) {
      fault(
          "{}: {} = '{}' is mixed with other joints by the coordinate map; expected a joint whose "
          "position is a coordinate",
          where, what, name);
    }
  }

  void at_least(const std::string& where, const char* what, double value, double least) {
    if (!(std::isfinite(value) && value >= least)) {
      fault("{}: {} = {}; expected a finite number >= {}", where, what, value, least);
    }
  }

  void sphere(const std::string& where, const ContactSphere& shape) {
    frame(where, "body", shape.body);
    at_least(where, "radius", shape.radius, 0.0);
    if (!shape.center.allFinite()) fault("{}: center is not finite; expected coordinates", where);
  }

  void coefficients(const std::string& where, const ContactCandidate& contact) {
    at_least(where, "friction", contact.friction, 0.0);
    if (contact.static_friction) {
      at_least(where, "static_friction", *contact.static_friction, contact.friction);
    }
    const double e = contact.restitution.value_or(0.0);
    if (!(e >= 0.0 && e <= 1.0)) {
      fault("{}: restitution = {}; expected 0 <= restitution <= 1", where, e);
    }
    if (!(std::isfinite(contact.stiffness) && contact.stiffness > 0.0)) {
      fault("{}: stiffness = {}; expected a finite number > 0", where, contact.stiffness);
    }
    if (contact.tangents < 0 || contact.tangents > 2) {
      fault("{}: tangents = {}; expected 0, 1 or 2", where, contact.tangents);
    } else if (contact.tangents == 0 && contact.friction > 0.0) {
      fault("{}: friction = {} without a tangent; expected tangents = 1 or 2", where,
            contact.friction);
    }
    // As of an axis (check_description.cpp): a direction this short is a zero with rounding.
    if (!(contact.tangent.allFinite() && contact.tangent.norm() > 1e-9)) {
      fault("{}: tangent is not a direction; expected a finite vector that is not zero", where);
    }
  }

  void check_contacts() {
    std::set<std::string> names;
    for (std::size_t k = 0; k < parts_.contacts.size(); ++k) {
      ContactCandidate& contact = parts_.contacts[k];
      if (contact.name.empty()) contact.name = fmt::format("contact {}", k + 1);
      const std::string where = fmt::format("contact '{}'", contact.name);
      if (!names.insert(contact.name).second) {
        fault("{}: the name is taken; expected one contact of each name", where);
      }
      sphere(where, contact.sphere);
      if (const auto* other = std::get_if<ContactSphere>(&contact.against)) sphere(where, *other);
      if (const auto* plane = std::get_if<ContactPlane>(&contact.against)) {
        frame(where, "plane's body", plane->body);
        // As of an axis: a direction this short is a zero with rounding.
        if (!(plane->normal.allFinite() && plane->normal.norm() > 1e-9 &&
              plane->point.allFinite())) {
          fault("{}: plane is not finite or its normal is zero; expected a point and a direction",
                where);
        }
      }
      if (const auto* ground = std::get_if<ContactTerrain>(&contact.against)) {
        terrain(where, ground->terrain.get());
      }
      if (const auto* stop = std::get_if<JointStop>(&contact.against)) {
        joint_stop(where, *stop, contact.tangents);
      }
      if (const auto* hulls = std::get_if<ContactHulls>(&contact.against)) {
        frame(where, "first", hulls->first);
        frame(where, "second", hulls->second);
        hull_parts(where, "first_hulls", hulls->first_hulls.get());
        hull_parts(where, "second_hulls", hulls->second_hulls.get());
      }
      coefficients(where, contact);
    }
  }

  /// One that many contacts share is checked once.
  void terrain(const std::string& where, const Terrain* ground) {
    if (ground == nullptr) {
      fault("{}: terrain is missing; expected one, shared by the contacts on it", where);
    } else if (ground != checked_terrain_) {
      checked_terrain_ = ground;
      check_terrain(where, *ground, faults_);
    }
  }

  void hull_parts(const std::string& where, const char* what, const std::vector<RoundHull>* parts) {
    if (parts == nullptr || parts->empty()) {
      fault("{}: {} are missing; expected a part at least", where, what);
      return;
    }
    for (const RoundHull& part : *parts) {
      at_least(where, "radius", part.radius, 0.0);
      bool finite = !part.points.empty();
      for (const Eigen::Vector3d& point : part.points) finite = finite && point.allFinite();
      if (!finite) {
        fault("{}: {} has a part without points, or one not finite; expected finite points", where,
              what);
      }
    }
  }

  void joint_stop(const std::string& where, const JointStop& stop, int tangents) {
    one_coordinate(where, "joint", stop.joint);
    if (!std::isfinite(stop.bound)) {
      fault(
          "{}: bound = {}; expected a finite number [rad, m]; leave out the stop of a joint "
          "without that limit",
          where, stop.bound);
    }
    if (tangents != 0) {
      fault("{}: tangents = {}; expected 0: nothing slips at the stop of a joint", where, tangents);
    }
  }

  void check_loops() {
    for (std::size_t k = 0; k < parts_.loops.size(); ++k) {
      LoopClosure& loop = parts_.loops[k];
      if (loop.name.empty()) loop.name = fmt::format("loop {}", k + 1);
      const std::string where = fmt::format("loop '{}'", loop.name);
      frame(where, "first", loop.first);
      frame(where, "second", loop.second);
      if (!loop.first_placement.matrix().allFinite() ||
          !loop.second_placement.matrix().allFinite() || !loop.directions.allFinite() ||
          loop.directions.cols() > 3) {
        fault(
            "{}: placements or directions are not finite, or more than three directions; "
            "expected finite ones",
            where);
      }
    }
  }

  void check_couplings() {
    for (std::size_t k = 0; k < parts_.couplings.size(); ++k) {
      JointCoupling& coupling = parts_.couplings[k];
      if (coupling.name.empty()) coupling.name = fmt::format("coupling {}", k + 1);
      const std::string where = fmt::format("coupling '{}'", coupling.name);
      one_coordinate(where, "joint", coupling.joint);
      if (!coupling.other.empty()) one_coordinate(where, "other", coupling.other);
      for (const double c : coupling.coefficients) {
        if (!std::isfinite(c)) fault("{}: coefficient = {}; expected a finite number", where, c);
      }
    }
  }

  void check_springs() {
    for (const JointSpring& spring : parts_.joint_springs) {
      const std::string where = fmt::format("spring at joint '{}'", spring.joint);
      one_coordinate(where, "joint", spring.joint);
      at_least(where, "stiffness", spring.stiffness, 0.0);
      at_least(where, "damping", spring.damping, 0.0);
      if (!std::isfinite(spring.rest))
        fault("{}: rest = {}; expected a finite number", where, spring.rest);
    }
    for (std::size_t k = 0; k < parts_.point_springs.size(); ++k) {
      PointSpring& spring = parts_.point_springs[k];
      if (spring.name.empty()) spring.name = fmt::format("spring {}", k + 1);
      const std::string where = fmt::format("spring '{}'", spring.name);
      frame(where, "first", spring.first);
      frame(where, "second", spring.second);
      at_least(where, "stiffness", spring.stiffness, 0.0);
      at_least(where, "damping", spring.damping, 0.0);
      at_least(where, "length", spring.length, 0.0);
    }
  }

  void check_actuators() {
    for (const Actuator& actuator : parts_.actuators) {
      const std::string where = fmt::format("actuator '{}'", actuator.name);
      one_coordinate(where, "joint", actuator.joint);
      if (!std::isfinite(actuator.gear))
        fault("{}: gear = {}; expected a finite number", where, actuator.gear);
    }
  }

  void check_postures() {
    for (const auto& [name, q] : parts_.postures) {
      if (q.size() != bodies_.configuration_size || !q.allFinite()) {
        fault("posture '{}': {} numbers; expected {} finite ones", name, q.size(),
              bodies_.configuration_size);
      }
    }
  }

  void check_armature() {
    const Eigen::VectorXd& armature = parts_.armature;
    if (armature.size() == 0) return;
    if (armature.size() != bodies_.velocity_size) {
      fault("armature: {} numbers; expected {}, one per velocity", armature.size(),
            bodies_.velocity_size);
      return;
    }
    for (Eigen::Index k = 0; k < armature.size(); ++k) {
      at_least("armature", bodies_.velocity_names[static_cast<std::size_t>(k)].c_str(), armature[k],
               0.0);
    }
  }

  const Multibody& bodies_;
  ModelParts& parts_;
  std::vector<std::string> faults_;
  const Terrain* checked_terrain_ = nullptr;
};

}  // namespace

void check_parts(const Multibody& bodies, ModelParts& parts) { PartsCheck(bodies, parts).run(); }

}  // namespace carom
