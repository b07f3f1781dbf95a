// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Meanings as in MuJoCo's "XML reference" (compiler, default, frame orientations): angles are
// degrees unless said; lower-case letters of an Euler sequence turn about moving axes, upper-case
// ones about fixed axes; a class has all attributes of the class around it.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <set>

#include "base/text.h"
#include "model/robot/mjcf/file.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using xml::Element;

/// One of the words, or a fault.
std::string word(const Element& element, const std::string& attribute, const std::string& otherwise,
                 const std::vector<std::string>& allowed, RobotNotes& notes) {
  const std::string* value = element.find(attribute);
  if (value == nullptr) return otherwise;
  if (std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return *value;
  notes.fault(element,
              fmt::format("{}: {} = '{}'; expected one of {}{}", element.name, attribute, *value,
                          base::join(allowed), base::did_you_mean(*value, allowed)));
  return otherwise;
}

void read_settings(const Element& element, MjcfCompiler& out, RobotNotes& notes) {
  const std::string angle =
      word(element, "angle", out.angle == 1.0 ? "radian" : "degree", {"degree", "radian"}, notes);
  out.angle = angle == "radian" ? 1.0 : std::numbers::pi / 180.0;
  if (const std::string* euler = element.find("eulerseq")) {
    if (euler->size() == 3 && euler->find_first_not_of("xyzXYZ") == std::string::npos) {
      out.euler = *euler;
    } else {
      notes.fault(element, "compiler: eulerseq = '" + *euler + "'; expected three of x, y, z");
    }
  }
  const std::string yes = "true", no = "false";
  out.automatic_limits =
      word(element, "autolimits", out.automatic_limits ? yes : no, {yes, no}, notes) == yes;
  if (element.find("inertiafromgeom") != nullptr) {
    const std::string from = word(element, "inertiafromgeom", "auto", {"auto", yes, no}, notes);
    out.inertia = from == yes  ? MjcfCompiler::Inertia::from_geoms
                  : from == no ? MjcfCompiler::Inertia::as_given
                               : MjcfCompiler::Inertia::automatic;
  }
  if (const auto range = notes.numbers(element, "inertiagrouprange", 2, 2)) {
    out.lowest_group = (*range)(0);
    out.highest_group = (*range)(1);
  }
  out.smallest_mass = notes.number(element, "boundmass", out.smallest_mass);
  out.smallest_inertia = notes.number(element, "boundinertia", out.smallest_inertia);
  out.balance = word(element, "balanceinertia", out.balance ? yes : no, {yes, no}, notes) == yes;
  out.total_mass = notes.number(element, "settotalmass", out.total_mass);
  out.strip_path = word(element, "strippath", out.strip_path ? yes : no, {yes, no}, notes) == yes;
  if (const std::string* folder = element.find("assetdir")) out.mesh_folder = *folder;
  if (const std::string* folder = element.find("meshdir")) out.mesh_folder = *folder;
  word(element, "coordinate", "local", {"local"}, notes);
}

Eigen::Matrix3d euler_rotation(const Vector3d& angles, const std::string& sequence) {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  for (int k = 0; k < 3; ++k) {
    const char letter = sequence[static_cast<std::size_t>(k)];
    const bool moving = letter >= 'x';
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(angles(k), Vector3d::Unit(letter - (moving ? 'x' : 'X')))
            .toRotationMatrix();
    R = moving ? Eigen::Matrix3d(R * turn) : Eigen::Matrix3d(turn * R);
  }
  return R;
}

/// A direction of length 1; a fault if it has none.
Vector3d direction(const Element& element, const Vector3d& value, RobotNotes& notes) {
  // A length that is zero to rounding.
  if (value.norm() > 1e-14) return value.normalized();
  notes.fault(element, element.name + ": an axis of length 0; expected a direction");
  return Vector3d::UnitZ();
}

Eigen::Matrix3d read_rotation(const Element& element, const MjcfCompiler& compiler,
                              RobotNotes& notes) {
  // As in MuJoCo, the other ways go before quat (a class may have given that).
  if (const auto v = notes.numbers(element, "axisangle", 4, 4)) {
    return Eigen::AngleAxisd((*v)(3) * compiler.angle, direction(element, v->head<3>(), notes))
        .toRotationMatrix();
  }
  if (const auto v = notes.numbers(element, "xyaxes", 6, 6)) {
    Eigen::Matrix3d R;
    R.col(0) = direction(element, v->head<3>(), notes);
    const Vector3d y = v->tail<3>();
    R.col(1) = direction(element, y - R.col(0) * R.col(0).dot(y), notes);
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  if (const auto v = notes.numbers(element, "zaxis", 3, 3)) {
    return rotation_to(direction(element, *v, notes)).toRotationMatrix();
  }
  if (const auto v = notes.numbers(element, "euler", 3, 3)) {
    return euler_rotation(*v * compiler.angle, compiler.euler);
  }
  if (const auto v = notes.numbers(element, "quat", 4, 4)) {
    const Eigen::Quaterniond quaternion((*v)(0), (*v)(1), (*v)(2), (*v)(3));
    // Zero to rounding, as of a direction.
    if (quaternion.norm() > 1e-14) return quaternion.normalized().toRotationMatrix();
    notes.fault(element, element.name + ": quat of length 0; expected a rotation");
  }
  return Eigen::Matrix3d::Identity();
}

/// All kinds of actuators share one set of defaults.
std::string default_kind(const std::string& name) {
  static const std::set<std::string> actuators = {"motor",       "general", "position", "velocity",
                                                  "intvelocity", "damper",  "cylinder", "muscle",
                                                  "adhesion",    "plugin",  "dcmotor"};
  return actuators.contains(name) ? "general" : name;
}

}  // namespace

MjcfCompiler read_mjcf_compiler(const Element& root, RobotNotes& notes) {
  MjcfCompiler compiler;
  compiler.angle = std::numbers::pi / 180.0;
  for (const Element& element : root.children) {
    if (element.name == "compiler") read_settings(element, compiler, notes);
  }
  return compiler;
}

Eigen::Quaterniond rotation_to(const Vector3d& direction) {
  const double z = direction.z();
  const Vector3d axis = Vector3d::UnitZ().cross(direction);
  // Sine of the angle to z: rounding of a unit vector is 1e-16, and below this the axis has no
  // digits; the turn is then none, or half a turn, to 1e-14 rad.
  if (axis.norm() < 1e-14) {
    return z > 0.0 ? Eigen::Quaterniond::Identity() : Eigen::Quaterniond(0.0, 1.0, 0.0, 0.0);
  }
  return Eigen::Quaterniond(Eigen::AngleAxisd(std::atan2(axis.norm(), z), axis.normalized()));
}

Eigen::Isometry3d read_mjcf_placement(const Element& element, const MjcfCompiler& compiler,
                                      RobotNotes& notes) {
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
  placement.translation() = notes.vector(element, "pos", Vector3d::Zero());
  placement.linear() = read_rotation(element, compiler, notes);
  return placement;
}

MjcfDefaults::MjcfDefaults(const Element& root, RobotNotes& notes) {
  classes_["main"] = {};
  for (const Element& element : root.children) {
    if (element.name != "default") continue;
    read(element, "main", classes_["main"], notes);
    // Older files give the outermost class a name of their own.
    if (const std::string name = element.get("class"); !name.empty()) {
      classes_[name] = classes_["main"];
    }
  }
}

void MjcfDefaults::read(const Element& element, const std::string& name, const Class& parent,
                        RobotNotes& notes) {
  Class settings = parent;
  for (const Element& child : element.children) {
    if (child.name == "default") continue;
    for (const auto& [key, value] : child.attributes) {
      settings[default_kind(child.name)][key] = value;
    }
  }
  for (const Element& child : element.children) {
    if (child.name != "default") continue;
    const std::string inner = child.get("class");
    if (inner.empty()) {
      notes.fault(child, "default: has no class; expected class=\"…\" on a nested default");
    } else if (inner != "main" && classes_.contains(inner)) {
      notes.fault(child, "default: class '" + inner + "' a second time; expected unique names");
    } else {
      read(child, inner, settings, notes);
    }
  }
  classes_[name] = std::move(settings);
}

std::vector<std::string> MjcfDefaults::names() const {
  std::vector<std::string> result;
  for (const auto& [name, settings] : classes_) result.push_back(name);
  return result;
}

Element MjcfDefaults::resolve(const Element& element, const std::string& child_class,
                              RobotNotes& notes) const {
  Element result = element;
  result.children.clear();
  std::string name = element.get("class");
  if (name.empty()) name = child_class.empty() ? "main" : child_class;
  const auto found = classes_.find(name);
  if (found == classes_.end()) {
    notes.fault(element, fmt::format("{}: class = '{}'; no such default{}", element.name, name,
                                     base::did_you_mean(name, names())));
    return result;
  }
  const auto kind = found->second.find(default_kind(element.name));
  if (kind == found->second.end()) return result;
  for (const auto& [key, value] : kind->second) {
    if (key != "class" && result.find(key) == nullptr) result.attributes.emplace_back(key, value);
  }
  return result;
}

}  // namespace carom
