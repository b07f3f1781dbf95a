// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Equalities, actuators and keyframes of MJCF (MuJoCo's "XML reference"). A connect holds a point
// of body1 (anchor) at the point of body2 where it is in the initial posture; a weld holds the pose
// of body2 in body1; a joint equality is y − y₀ = Σ cₖ (x − x₀)ᵏ, with y₀, x₀ the references, so in
// our coordinates y = Σ cₖ xᵏ.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "model/robot/mjcf/file.h"

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using xml::Element;
using MjcfKind = MjcfJoint::Kind;

class Lookup {
 public:
  explicit Lookup(const MjcfTree& tree) {
    for (const MjcfBody& body : tree.bodies) {
      bodies_[body.name] = body.world;
      body_names_.push_back(body.name);
      for (const MjcfSite& site : body.sites) sites_[site.name] = {body.name, site.placement};
      for (const MjcfJoint& joint : body.joints) {
        joints_[joint.name] = joint.kind;
        joint_names_.push_back(joint.name);
      }
    }
    bodies_["world"] = Isometry3d::Identity();
    for (const MjcfSite& site : tree.world_sites) sites_[site.name] = {"world", site.placement};
  }

  /// Pose in the world of a body named by an attribute; none, and a fault, if there is none.
  std::optional<Isometry3d> body(const Element& element, const std::string& name,
                                 RobotNotes& notes) const {
    const auto found = bodies_.find(name);
    if (found != bodies_.end()) return found->second;
    notes.fault(element, element.name + ": body '" + name + "'; no such body" +
                             base::did_you_mean(name, body_names_));
    return std::nullopt;
  }
  std::optional<std::pair<std::string, Isometry3d>> site(const Element& element,
                                                         const std::string& name,
                                                         RobotNotes& notes) const {
    const auto found = sites_.find(name);
    if (found != sites_.end()) return found->second;
    notes.fault(element, element.name + ": site '" + name + "'; no such site");
    return std::nullopt;
  }
  std::optional<MjcfKind> joint(const Element& element, const std::string& name,
                                RobotNotes& notes) const {
    const auto found = joints_.find(name);
    if (found != joints_.end()) return found->second;
    notes.fault(element, element.name + ": joint '" + name + "'; no such joint" +
                             base::did_you_mean(name, joint_names_));
    return std::nullopt;
  }

 private:
  std::map<std::string, Isometry3d> bodies_;
  std::map<std::string, std::pair<std::string, Isometry3d>> sites_;
  std::map<std::string, MjcfKind> joints_;
  std::vector<std::string> body_names_, joint_names_;
};

void add_sites_loop(const Element& element, const Lookup& lookup, RobotNotes& notes,
                    LoopClosure& loop, ModelParts& parts) {
  const auto first = lookup.site(element, element.get("site1"), notes);
  const auto second = lookup.site(element, element.get("site2"), notes);
  if (!first || !second) return;
  std::tie(loop.first, loop.first_placement) = *first;
  std::tie(loop.second, loop.second_placement) = *second;
  parts.loops.push_back(loop);
}

void add_loop(const Element& element, const Lookup& lookup, RobotNotes& notes, ModelParts& parts) {
  LoopClosure loop;
  const bool weld = element.name == "weld";
  loop.kind = weld ? LoopClosure::Kind::weld : LoopClosure::Kind::point;
  loop.name = element.get("name");
  if (loop.name.empty()) loop.name = fmt::format("{} {}", element.name, parts.loops.size() + 1);
  if (element.find("site1") != nullptr) {
    add_sites_loop(element, lookup, notes, loop, parts);
    return;
  }
  loop.first = element.get("body1");
  if (const std::string* second = element.find("body2")) loop.second = *second;
  const auto first = lookup.body(element, loop.first, notes);
  const auto second = lookup.body(element, loop.second, notes);
  if (!first || !second) return;
  const Vector3d anchor = notes.vector(element, "anchor", Vector3d::Zero());
  if (!weld) {
    loop.first_placement.translation() = anchor;
    loop.second_placement.translation() = second->inverse() * (*first * anchor);
    parts.loops.push_back(loop);
    return;
  }
  // The pose of body2 in body1; where its quaternion is zero, that of the initial posture. The
  // point that is held is the anchor, in body2.
  Isometry3d relative = first->inverse() * *second;
  if (const auto pose = notes.numbers(element, "relpose", 7, 7)) {
    const Eigen::Quaterniond q((*pose)(3), (*pose)(4), (*pose)(5), (*pose)(6));
    if (q.norm() > 0.0) {
      relative.linear() = q.normalized().toRotationMatrix();
      relative.translation() = pose->head<3>();
    }
  }
  loop.second_placement.translation() = anchor;
  loop.first_placement = relative * loop.second_placement;
  parts.loops.push_back(loop);
}

void add_coupling(const Element& element, const Lookup& lookup, RobotNotes& notes,
                  ModelParts& parts) {
  JointCoupling coupling;
  coupling.name = element.get("name");
  if (coupling.name.empty()) coupling.name = fmt::format("coupling {}", parts.couplings.size() + 1);
  coupling.joint = element.get("joint1");
  coupling.other = element.get("joint2");
  for (const std::string& name : {coupling.joint, coupling.other}) {
    if (name.empty() && &name != &coupling.joint) continue;
    const auto kind = lookup.joint(element, name, notes);
    if (!kind) return;
    if (*kind != MjcfKind::hinge && *kind != MjcfKind::slide) {
      notes.fault(element, "joint '" + name + "': expected a hinge or slide in an equality");
      return;
    }
  }
  coupling.coefficients = {0.0, 1.0};
  if (const auto values = notes.numbers(element, "polycoef", 1, 5)) {
    coupling.coefficients.assign(values->begin(), values->end());
  }
  while (coupling.coefficients.size() > 1 && coupling.coefficients.back() == 0.0) {
    coupling.coefficients.pop_back();
  }
  if (coupling.other.empty()) coupling.coefficients.resize(1);
  parts.couplings.push_back(coupling);
}

/// A fixed tendon of two joints whose length is held: c₁ y + c₂ x = a₀. False: something else.
bool add_tendon(const Element& element, const Element& root, const Lookup& lookup,
                RobotNotes& notes, ModelParts& parts) {
  if (element.find("tendon2") != nullptr) return false;
  for (const Element& section : root.children) {
    if (section.name != "tendon") continue;
    for (const Element& tendon : section.children) {
      if (tendon.name != "fixed" || tendon.get("name") != element.get("tendon1")) continue;
      if (tendon.children.size() != 2) return false;
      JointCoupling coupling;
      coupling.name = element.get("name").empty() ? tendon.get("name") : element.get("name");
      const Element &y = tendon.children[0], &x = tendon.children[1];
      coupling.joint = y.get("joint");
      coupling.other = x.get("joint");
      const double c1 = notes.number(y, "coef", 1.0), c2 = notes.number(x, "coef", 1.0);
      const auto a = notes.numbers(element, "polycoef", 1, 5);
      if (c1 == 0.0 || !lookup.joint(y, coupling.joint, notes) ||
          !lookup.joint(x, coupling.other, notes)) {
        return c1 != 0.0;  // Faults already.
      }
      coupling.coefficients = {(a ? (*a)(0) : 0.0) / c1, -c2 / c1};
      parts.couplings.push_back(coupling);
      return true;
    }
  }
  return false;
}

/// Force of the joint per unit of control.
double gain(const Element& element, RobotNotes& notes) {
  if (element.name == "position") return notes.number(element, "kp", 1.0);
  if (element.name == "velocity") return notes.number(element, "kv", 1.0);
  if (element.name == "motor") return 1.0;
  const auto values = notes.numbers(element, "gainprm", 1, 10);
  return values ? (*values)(0) : 1.0;
}

bool limited(const Element& element, const std::string& flag, const std::string& range,
             bool automatic) {
  const std::string value = element.get(flag);
  if (value == "true") return true;
  return value != "false" && automatic && element.find(range) != nullptr;
}

void append(const MjcfJoint& joint, const MjcfBody& body, const double* qpos,
            std::vector<double>& q) {
  const auto pose = [&](const Eigen::Quaterniond& turn) {
    q.insert(q.end(), {turn.x(), turn.y(), turn.z(), turn.w()});
  };
  if (joint.kind == MjcfKind::hinge || joint.kind == MjcfKind::slide) {
    q.push_back(qpos == nullptr ? 0.0 : *qpos - joint.reference);
    return;
  }
  if (joint.kind == MjcfKind::free) {
    const Vector3d at = qpos == nullptr ? Vector3d(body.world.translation()) : Vector3d(qpos);
    q.insert(q.end(), at.begin(), at.end());
  }
  const double* turn = qpos == nullptr ? nullptr : qpos + (joint.kind == MjcfKind::free ? 3 : 0);
  if (turn != nullptr) {
    pose(Eigen::Quaterniond(turn[0], turn[1], turn[2], turn[3]).normalized());
  } else {
    pose(joint.kind == MjcfKind::free ? Eigen::Quaterniond(body.world.linear())
                                      : Eigen::Quaterniond::Identity());
  }
}

int size_of(const MjcfJoint& joint) {
  return joint.kind == MjcfKind::free ? 7 : joint.kind == MjcfKind::ball ? 4 : 1;
}

/// Our coordinates from MuJoCo's (empty: the initial posture). Joints that the user fixed are left
/// out; a base that the user freed stands as the file places it.
Eigen::VectorXd convert(const MjcfTree& file_tree, const MjcfTree& tree,
                        const std::vector<double>& qpos) {
  std::vector<double> q;
  std::size_t at = 0;
  for (std::size_t b = 0; b < tree.bodies.size(); ++b) {
    const MjcfBody &was = file_tree.bodies[b], &is = tree.bodies[b];
    if (was.joints.empty()) {
      for (const MjcfJoint& joint : is.joints) append(joint, is, nullptr, q);
    }
    for (const MjcfJoint& joint : was.joints) {
      if (!is.joints.empty()) append(joint, is, qpos.empty() ? nullptr : &qpos[at], q);
      at += static_cast<std::size_t>(size_of(joint));
    }
  }
  return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
}

}  // namespace

void read_mjcf_equalities(MjcfContext& context, const MjcfTree& tree, ModelParts& parts) {
  const Lookup lookup(tree);
  std::vector<std::string> unread;
  for (const Element& section : context.root.children) {
    if (section.name != "equality") continue;
    for (const Element& child : section.children) {
      if (child.get("active") == "false") continue;
      if (child.name == "connect" || child.name == "weld") {
        add_loop(child, lookup, context.notes, parts);
      } else if (child.name == "joint") {
        add_coupling(child, lookup, context.notes, parts);
      } else if (child.name != "tendon" ||
                 !add_tendon(child, context.root, lookup, context.notes, parts)) {
        unread.push_back(child.name + " (line " + std::to_string(child.line) + ")");
      }
    }
  }
  if (!unread.empty()) {
    context.notes.warn("equalities that are not read, the motion is freer than in MuJoCo: " +
                       short_list(unread));
  }
}

/// Hinges and slides of a fixed tendon; none: no such tendon, or others too.
std::vector<std::string> joints_of_tendon(const std::string& name, const Element& root,
                                          const Lookup& lookup, RobotNotes& notes) {
  std::vector<std::string> joints;
  for (const Element& section : root.children) {
    if (section.name != "tendon") continue;
    for (const Element& tendon : section.children) {
      if (tendon.name != "fixed" || tendon.get("name") != name) continue;
      for (const Element& wrap : tendon.children) {
        const auto kind = lookup.joint(wrap, wrap.get("joint"), notes);
        if (!kind || (*kind != MjcfKind::hinge && *kind != MjcfKind::slide)) return {};
        joints.push_back(wrap.get("joint"));
      }
    }
  }
  return joints;
}

void read_mjcf_actuators(MjcfContext& context, const MjcfTree& tree, ModelParts& parts) {
  const Lookup lookup(tree);
  std::vector<std::string> unread;
  std::set<std::string> names;
  for (const Element& section : context.root.children) {
    if (section.name != "actuator") continue;
    for (const Element& child : section.children) {
      const Element element = context.defaults.resolve(child, "", context.notes);
      const std::string joint =
          element.find("joint") != nullptr ? element.get("joint") : element.get("jointinparent");
      std::optional<MjcfKind> kind;
      if (!joint.empty()) {
        kind = lookup.joint(element, joint, context.notes);
        if (!kind) continue;
      }
      if (!kind || (*kind != MjcfKind::hinge && *kind != MjcfKind::slide)) {
        if (joint.empty() && element.find("tendon") != nullptr) {
          for (const std::string& one :
               joints_of_tendon(element.get("tendon"), context.root, lookup, context.notes)) {
            auto& all = parts.tendon_joints;
            if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
          }
        }
        unread.push_back(element.get("name").empty() ? element.name : element.get("name"));
        continue;
      }
      Actuator actuator;
      actuator.joint = joint;
      actuator.name = element.get("name").empty() ? joint : element.get("name");
      while (!names.insert(actuator.name).second) actuator.name += "_";
      const auto gear = context.notes.numbers(element, "gear", 1, 6);
      const double ratio = gear ? (*gear)(0) : 1.0;
      actuator.gear = ratio * gain(element, context.notes);
      const bool automatic = context.compiler.automatic_limits;
      if (limited(element, "forcelimited", "forcerange", automatic)) {
        const auto range = context.notes.numbers(element, "forcerange", 2, 2);
        if (range) actuator.effort_limit = std::abs(ratio) * range->cwiseAbs().maxCoeff();
      } else if (element.name == "motor" &&
                 limited(element, "ctrllimited", "ctrlrange", automatic)) {
        const auto range = context.notes.numbers(element, "ctrlrange", 2, 2);
        if (range) actuator.effort_limit = std::abs(ratio) * range->cwiseAbs().maxCoeff();
      }
      parts.actuators.push_back(actuator);
    }
  }
  if (!unread.empty()) {
    context.notes.warn("actuators that drive no single joint are not read" +
                       std::string(parts.tendon_joints.empty()
                                       ? ""
                                       : "; --hold holds the joints of their tendons") +
                       ": " + short_list(unread));
  }
}

void read_mjcf_postures(MjcfContext& context, const MjcfTree& file_tree, const MjcfTree& tree,
                        ModelParts& parts) {
  int expected = 0;
  bool is_free = false;
  for (const MjcfBody& body : file_tree.bodies) {
    for (const MjcfJoint& joint : body.joints) expected += size_of(joint);
  }
  for (const MjcfBody& body : tree.bodies) {
    for (const MjcfJoint& joint : body.joints) is_free |= joint.kind == MjcfKind::free;
  }
  if (is_free) parts.postures["initial"] = convert(file_tree, tree, {});
  int count = 0;
  for (const Element& section : context.root.children) {
    if (section.name != "keyframe") continue;
    for (const Element& key : section.children) {
      ++count;
      const std::string name =
          key.get("name").empty() ? "key" + std::to_string(count) : key.get("name");
      const auto qpos = context.notes.numbers(key, "qpos", expected, expected);
      if (qpos) {
        parts.postures[name] = convert(file_tree, tree, {qpos->begin(), qpos->end()});
      }
    }
  }
}

void warn_of_unread(MjcfContext& context, const MjcfTree& tree) {
  RobotNotes& notes = context.notes;
  std::vector<std::string> tendons, rubbing;
  for (const Element& section : context.root.children) {
    if (section.name == "tendon") {
      for (const Element& child : section.children) {
        const Element element = context.defaults.resolve(child, "", notes);
        for (const char* key : {"stiffness", "damping", "armature", "springlength"}) {
          if (element.find(key) == nullptr) continue;
          tendons.push_back(element.get("name").empty() ? "line " + std::to_string(child.line)
                                                        : element.get("name"));
          break;
        }
      }
    }
    if (section.name == "option" && (notes.number(section, "density", 0.0) != 0.0 ||
                                     notes.number(section, "viscosity", 0.0) != 0.0)) {
      notes.warn("forces of the fluid around the bodies (option density, viscosity) are not read");
    }
    if (section.name == "deformable") notes.warn("deformable things are not read");
  }
  for (const MjcfBody& body : tree.bodies) {
    for (const MjcfJoint& joint : body.joints) {
      if (joint.friction > 0.0) rubbing.push_back(joint.name);
    }
  }
  if (!tendons.empty()) {
    notes.warn("springs, dampers and inertia of tendons are not read: " + short_list(tendons));
  }
  if (!rubbing.empty()) {
    notes.warn("dry friction of joints is not read (it does not act in an impact): " +
               short_list(rubbing));
  }
}

}  // namespace carom
