// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies, joints and sites of MJCF, depth first as MuJoCo numbers them. Masses: the <inertial> of a
// body, else the sum of its geoms (parallel axes); bounded, balanced and scaled as <compiler> says.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <set>

#include "base/text.h"
#include "model/robot/mjcf/file.h"

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using xml::Element;

MjcfMass sum(const std::vector<MjcfMass>& parts) {
  MjcfMass total;
  for (const MjcfMass& part : parts) {
    total.mass += part.mass;
    total.center += part.mass * part.center;
  }
  if (total.mass > 0.0) total.center /= total.mass;
  for (const MjcfMass& part : parts) {
    const Vector3d d = part.center - total.center;
    total.inertia += part.inertia + part.mass * (d.squaredNorm() * Eigen::Matrix3d::Identity() -
                                                 d * d.transpose());
  }
  return total;
}

class TreeReader {
 public:
  TreeReader(MjcfContext& context, MjcfTree& tree)
      : context_(context), notes_(context.notes), tree_(tree) {}

  void read_world(const Element& world) {
    const std::string child_class = world.get("childclass");
    std::vector<MjcfMass> unused;
    walk(world, Isometry3d::Identity(), child_class,
         [&](const Element& child, const Isometry3d& frame, const std::string& style) {
           if (child.name == "body") read_body(child, frame, style, -1);
           if (child.name == "geom") {
             read_mjcf_geom(context_.defaults.resolve(child, style, notes_), frame, "world", false,
                            context_, unused, tree_.world_shapes);
           }
           if (child.name == "site") tree_.world_sites.push_back(read_site(child, frame, style));
         });
  }

 private:
  /// Calls visit(child, placement of the frame around it, class) for all children, those inside
  /// <frame> too.
  template <class Visit>
  void walk(const Element& parent, const Isometry3d& frame, const std::string& child_class,
            const Visit& visit) {
    for (const Element& child : parent.children) {
      if (child.name == "frame") {
        const std::string inner = child.get("childclass");
        walk(child, frame * read_mjcf_placement(child, context_.compiler, notes_),
             inner.empty() ? child_class : inner, visit);
      } else if (child.name == "replicate" || child.name == "attach" || child.name == "composite" ||
                 child.name == "flexcomp") {
        notes_.fault(child, child.name +
                                " is not read; expected plain bodies; save the model with "
                                "MuJoCo (mj_saveLastXML) and use that file");
      } else {
        visit(child, frame, child_class);
      }
    }
  }

  void read_body(const Element& element, const Isometry3d& frame, const std::string& outer_class,
                 int parent) {
    const std::size_t index = tree_.bodies.size();
    const std::string own = element.get("childclass");
    const std::string child_class = own.empty() ? outer_class : own;
    if (!context_.defaults.has(child_class.empty() ? "main" : child_class)) {
      notes_.fault(element, "body: childclass = '" + child_class + "'; no such default");
    }
    MjcfBody body;
    body.element = &element;
    body.parent = parent;
    body.name = unique(element, "body", "body_" + std::to_string(index + 1), body_names_);
    body.placement = frame * read_mjcf_placement(element, context_.compiler, notes_);
    body.world = parent < 0 ? body.placement
                            : tree_.bodies[static_cast<std::size_t>(parent)].world * body.placement;
    if (notes_.number(element, "gravcomp", 0.0) != 0.0) compensated_.push_back(body.name);
    const Element* inertial = element.child("inertial");
    using Inertia = MjcfCompiler::Inertia;
    const bool wants_geoms =
        context_.compiler.inertia == Inertia::from_geoms ||
        (context_.compiler.inertia == Inertia::automatic && inertial == nullptr);
    tree_.bodies.push_back(body);
    std::vector<MjcfMass> masses;
    std::vector<std::pair<const Element*, std::pair<Isometry3d, std::string>>> inner;
    walk(element, Isometry3d::Identity(), child_class,
         [&](const Element& child, const Isometry3d& at, const std::string& style) {
           if (child.name == "body") inner.emplace_back(&child, std::pair(at, style));
           if (child.name == "joint" || child.name == "freejoint") {
             body.joints.push_back(read_joint(child, at, style, body));
           }
           if (child.name == "site") body.sites.push_back(read_site(child, at, style));
           if (child.name == "geom") {
             read_mjcf_geom(context_.defaults.resolve(child, style, notes_), at, body.name,
                            wants_geoms, context_, masses, body.shapes);
           }
         });
    if (inertial != nullptr) body.mass = read_inertial(*inertial, body.name);
    if (wants_geoms && !masses.empty()) body.mass = sum(masses);
    bound(body.mass);
    tree_.bodies[index] = body;
    for (const auto& [child, place] : inner) {
      read_body(*child, place.first, place.second, static_cast<int>(index));
    }
  }

  std::string unique(const Element& element, const std::string& kind, const std::string& otherwise,
                     std::set<std::string>& taken) {
    std::string name = element.get("name");
    if (name.empty()) {
      name = otherwise;
      while (taken.contains(name)) name += "_";
    } else if (taken.contains(name)) {
      notes_.fault(element, kind + " '" + name + "' a second time; expected unique names");
    }
    taken.insert(name);
    return name;
  }

  MjcfJoint read_joint(const Element& source, const Isometry3d& frame, const std::string& style,
                       const MjcfBody& body) {
    MjcfJoint joint;
    const std::size_t count = body.joints.size() + 1;
    joint.name =
        unique(source, "joint",
               body.name + "_joint" + (count > 1 ? "_" + std::to_string(count) : ""), joint_names_);
    if (source.name == "freejoint") {  // Has no defaults: that is what it is for.
      joint.kind = MjcfJoint::Kind::free;
      return joint;
    }
    const Element element = context_.defaults.resolve(source, style, notes_);
    static const std::vector<std::string> kinds = {"hinge", "slide", "ball", "free"};
    const std::string kind = element.find("type") == nullptr ? "hinge" : element.get("type");
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) {
      notes_.fault(element, "joint '" + joint.name + "': type = '" + kind + "'; expected one of " +
                                base::join(kinds) + base::did_you_mean(kind, kinds));
      return joint;
    }
    joint.kind = static_cast<MjcfJoint::Kind>(found - kinds.begin());
    joint.position = frame * notes_.vector(element, "pos", Vector3d::Zero());
    joint.axis = frame.linear() * notes_.vector(element, "axis", Vector3d::UnitZ());
    // Zero to rounding, as of a direction (compiler.cpp).
    if (!(joint.axis.norm() > 1e-14)) {
      notes_.fault(element, "joint '" + joint.name + "': axis = 0 0 0; expected a direction");
    }
    read_joint_numbers(element, joint);
    return joint;
  }

  void read_joint_numbers(const Element& element, MjcfJoint& joint) {
    const double unit = joint.kind == MjcfJoint::Kind::slide ? 1.0 : context_.compiler.angle;
    joint.reference = unit * notes_.number(element, "ref", 0.0);
    joint.armature = notes_.number(element, "armature", 0.0);
    joint.friction = notes_.number(element, "frictionloss", 0.0);
    // Newer files may add higher coefficients of a polynomial.
    const auto first = [&](const char* name) {
      const auto values = notes_.numbers(element, name, 1, 10);
      return values ? (*values)(0) : 0.0;
    };
    joint.stiffness = first("stiffness");
    joint.damping = first("damping");
    joint.spring_reference = unit * notes_.number(element, "springref", 0.0);
    joint.spring_from_time = element.find("springdamper") != nullptr;
    const auto range = notes_.numbers(element, "range", 2, 2);
    const std::string limited = element.get("limited");
    const bool automatic = limited.empty() || limited == "auto";
    if (range && (limited == "true" || (automatic && context_.compiler.automatic_limits)) &&
        (joint.kind == MjcfJoint::Kind::hinge || joint.kind == MjcfJoint::Kind::slide)) {
      joint.lower = unit * (*range)(0) - joint.reference;
      joint.upper = unit * (*range)(1) - joint.reference;
      if (joint.lower > joint.upper) {
        notes_.fault(element, fmt::format("joint '{}': range = '{}'; expected lower <= upper",
                                          joint.name, element.get("range")));
      }
    }
    if (const auto force = notes_.numbers(element, "actuatorfrcrange", 2, 2)) {
      joint.effort = force->cwiseAbs().maxCoeff();
    }
    for (const auto& [name, value] :
         {std::pair("armature", joint.armature), std::pair("stiffness", joint.stiffness),
          std::pair("damping", joint.damping)}) {
      if (value < 0.0) {
        notes_.fault(element, fmt::format("joint '{}': {} = {}; expected >= 0", joint.name, name,
                                          base::number(value)));
      }
    }
  }

  MjcfSite read_site(const Element& source, const Isometry3d& frame, const std::string& style) {
    const Element element = context_.defaults.resolve(source, style, notes_);
    MjcfSite site{element.get("name"), read_mjcf_placement(element, context_.compiler, notes_)};
    if (const auto ends = notes_.numbers(element, "fromto", 6, 6)) {
      const Vector3d along = ends->head<3>() - ends->tail<3>();
      site.placement.translation() = 0.5 * (ends->head<3>() + ends->tail<3>());
      if (along.norm() > 0.0) {
        site.placement.linear() = rotation_to(along.normalized()).toRotationMatrix();
      }
    }
    site.placement = frame * site.placement;
    return site;
  }

  MjcfMass read_inertial(const Element& element, const std::string& body) {
    MjcfMass mass;
    if (element.find("mass") == nullptr) {
      notes_.fault(element, "body '" + body + "': inertial has no mass; expected mass=\"…\"");
    }
    mass.mass = notes_.number(element, "mass", 0.0);
    const Isometry3d frame = read_mjcf_placement(element, context_.compiler, notes_);
    mass.center = frame.translation();
    if (const auto full = notes_.numbers(element, "fullinertia", 6, 6)) {
      const Eigen::VectorXd& I = *full;
      mass.inertia << I(0), I(3), I(4), I(3), I(1), I(5), I(4), I(5), I(2);
    } else if (const auto diagonal = notes_.numbers(element, "diaginertia", 3, 3)) {
      mass.inertia = frame.linear() * diagonal->asDiagonal() * frame.linear().transpose();
    } else if (element.find("diaginertia") == nullptr && element.find("fullinertia") == nullptr) {
      notes_.fault(element, "body '" + body +
                                "': inertial has no moments; expected diaginertia "
                                "or fullinertia");
    }
    return mass;
  }

  void bound(MjcfMass& mass) const {
    const MjcfCompiler& compiler = context_.compiler;
    mass.mass =
        compiler.smallest_mass > 0.0 ? std::max(mass.mass, compiler.smallest_mass) : mass.mass;
    if (!(compiler.smallest_inertia > 0.0) && !compiler.balance) return;
    if (!mass.inertia.allFinite()) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(mass.inertia);
    Vector3d I = eigen.eigenvalues().cwiseMax(compiler.smallest_inertia);
    if (compiler.balance && I(2) > I(0) + I(1)) I.setConstant(I.mean());
    mass.inertia = eigen.eigenvectors() * I.asDiagonal() * eigen.eigenvectors().transpose();
  }

 public:
  void finish() {
    const double total = context_.compiler.total_mass;
    double present = 0.0;
    for (const MjcfBody& body : tree_.bodies) present += body.mass.mass;
    if (total > 0.0 && present > 0.0) {
      for (MjcfBody& body : tree_.bodies) {
        body.mass.mass *= total / present;
        body.mass.inertia *= total / present;
      }
    }
    if (!compensated_.empty()) {
      notes_.warn("gravity compensation (gravcomp) is not read: " + short_list(compensated_));
    }
  }

 private:
  MjcfContext& context_;
  RobotNotes& notes_;
  MjcfTree& tree_;
  std::set<std::string> body_names_ = {"world"}, joint_names_;
  std::vector<std::string> compensated_;
};

}  // namespace

MjcfTree read_mjcf_tree(MjcfContext& context) {
  MjcfTree tree;
  TreeReader reader(context, tree);
  for (const Element& element : context.root.children) {
    if (element.name == "worldbody") reader.read_world(element);
  }
  if (tree.bodies.empty()) {
    context.notes.fault(context.root, "mujoco: worldbody has no body; expected at least one");
  }
  reader.finish();
  return tree;
}

}  // namespace carom
