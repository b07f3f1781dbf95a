// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a URDF says beside its bodies: shapes to collide and to draw, dampers, motors, and joints
// that mimic others (which stay joints of their own).
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "model/robot/mesh_file.h"
#include "model/robot/urdf_file.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using xml::Element;

Eigen::Isometry3d placement_of(const Element& element, RobotNotes& notes) {
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
  const Element* origin = element.child("origin");
  if (origin == nullptr) return placement;
  placement.translation() = notes.vector(*origin, "xyz", Vector3d::Zero());
  const Vector3d rpy = notes.vector(*origin, "rpy", Vector3d::Zero());
  placement.linear() = (Eigen::AngleAxisd(rpy.z(), Vector3d::UnitZ()) *
                        Eigen::AngleAxisd(rpy.y(), Vector3d::UnitY()) *
                        Eigen::AngleAxisd(rpy.x(), Vector3d::UnitX()))
                           .toRotationMatrix();
  return placement;
}

/// False: no shape that is read.
bool read_geometry(const Element& geometry, CollisionShape& shape, RobotNotes& notes) {
  using Kind = CollisionShape::Kind;
  if (const Element* box = geometry.child("box")) {
    shape.kind = Kind::box;
    shape.size = notes.vector(*box, "size", Vector3d::Zero());
  } else if (const Element* sphere = geometry.child("sphere")) {
    shape.kind = Kind::sphere;
    shape.size = Vector3d(notes.number(*sphere, "radius", 0.0), 0.0, 0.0);
  } else if (const Element* mesh = geometry.child("mesh")) {
    shape.kind = Kind::mesh;
    shape.mesh = mesh->get("filename");
    shape.size = notes.vector(*mesh, "scale", Vector3d::Ones());
    return !shape.mesh.empty();
  } else {
    const Element* cylinder = geometry.child("cylinder");
    const Element* capsule = geometry.child("capsule");
    const Element* round = cylinder != nullptr ? cylinder : capsule;
    if (round == nullptr) return false;
    shape.kind = cylinder != nullptr ? Kind::cylinder : Kind::capsule;
    shape.size =
        Vector3d(notes.number(*round, "radius", 0.0), notes.number(*round, "length", 0.0), 0.0);
  }
  return true;
}

using Colours = std::map<std::string, Vector3d>;

std::optional<Vector3d> colour_of(const Element& material) {
  const Element* colour = material.child("color");
  if (colour == nullptr) return {};
  const auto rgba = parse_numbers(colour->get("rgba"));
  // A page is drawn without a colour that is none; nothing else reads it.
  if (!rgba || rgba->size() < 3) return {};
  const Vector3d rgb = Eigen::Map<const Vector3d>(rgba->data());
  if (!rgb.allFinite()) return {};
  return rgb.cwiseMax(0.0).cwiseMin(1.0);
}

/// Materials by name: those of the file, and those that a link gives first.
Colours read_colours(const Element& root) {
  Colours colours;
  const auto add = [&](const Element& material) {
    const auto colour = colour_of(material);
    if (colour) colours.try_emplace(material.get("name"), *colour);
  };
  for (const Element& element : root.children) {
    if (element.name == "material") add(element);
    if (element.name != "link") continue;
    for (const Element& visual : element.children) {
      if (const Element* material = visual.child("material")) add(*material);
    }
  }
  return colours;
}

struct ShapeSource {
  const std::filesystem::path& file;
  const RobotOptions& options;
  RobotNotes& notes;
};

/// Of a <collision> or <visual>; a mesh that is not found is added to `missing`.
std::optional<CollisionShape> read_shape(const Element& link, const Element& element,
                                         const ShapeSource& source,
                                         std::set<std::string>& missing) {
  if (element.child("geometry") == nullptr) return {};
  CollisionShape shape;
  shape.frame = link.get("name");
  shape.placement = placement_of(element, source.notes);
  if (!read_geometry(*element.child("geometry"), shape, source.notes)) return {};
  if (shape.kind == CollisionShape::Kind::mesh) {
    if (const auto found = find_mesh(shape.mesh, source.file, source.options.package_folders)) {
      shape.mesh = found->string();
    } else {
      missing.insert(shape.mesh);
      shape.mesh = missing_mesh(shape.mesh);
    }
  }
  return shape;
}

/// Visuals change no number: one that is not read is left out, and the page says which mesh is
/// missing.
void read_shapes(const Element& link, const ShapeSource& source, const Colours& colours,
                 ModelParts& parts, std::set<std::string>& missing) {
  for (const Element& element : link.children) {
    if (element.name == "collision") {
      const auto shape = read_shape(link, element, source, missing);
      if (shape) parts.shapes.push_back(*shape);
    } else if (element.name == "visual") {
      std::set<std::string> unseen;
      RobotNotes unheard;
      auto shape = read_shape(link, element, {source.file, source.options, unheard}, unseen);
      if (!shape || !unheard.faults.empty()) continue;
      VisualShape visual{.shape = std::move(*shape)};
      if (const Element* material = element.child("material")) {
        visual.colour = colour_of(*material);
        const auto named = colours.find(material->get("name"));
        if (!visual.colour && named != colours.end()) visual.colour = named->second;
      }
      parts.visuals.push_back(std::move(visual));
    }
  }
}

/// Gear ratios of <transmission>: by joint, the reduction of its actuator.
std::map<std::string, std::pair<std::string, double>> read_transmissions(const Element& root) {
  std::map<std::string, std::pair<std::string, double>> motors;
  for (const Element& transmission : root.children) {
    if (transmission.name != "transmission") continue;
    const Element *joint = transmission.child("joint"), *actuator = transmission.child("actuator");
    if (joint == nullptr || actuator == nullptr) continue;
    double ratio = 1.0;
    for (const Element* holder : {actuator, &transmission}) {
      const Element* reduction = holder->child("mechanicalReduction");
      if (reduction == nullptr) continue;
      const auto value = parse_numbers(reduction->text);
      if (value && value->size() == 1) ratio = value->front();
      break;
    }
    motors[joint->get("name")] = {actuator->get("name"), ratio};
  }
  return motors;
}

}  // namespace

void read_urdf_parts(const Element& root, const std::filesystem::path& file,
                     const RobotOptions& options, ModelParts& parts, RobotNotes& notes) {
  std::set<std::string> missing;
  std::vector<std::string> mimics, rubbing;
  const auto motors = read_transmissions(root);
  const Colours colours = read_colours(root);
  const ShapeSource source{file, options, notes};
  for (const Element& element : root.children) {
    if (element.name == "link") {
      read_shapes(element, source, colours, parts, missing);
      continue;
    }
    const std::string name = element.get("name"), type = element.get("type");
    if (element.name != "joint") continue;
    if (type != "revolute" && type != "continuous" && type != "prismatic") continue;
    if (element.child("mimic") != nullptr) mimics.push_back(name);
    const Element *dynamics = element.child("dynamics"), *limit = element.child("limit");
    if (dynamics != nullptr) {
      const double damping = notes.number(*dynamics, "damping", 0.0);
      if (damping < 0.0) {
        notes.fault(*dynamics, fmt::format("joint '{}': damping = {}; expected >= 0", name,
                                           base::number(damping)));
      }
      // A joint that turns without end has two coordinates, and no springs here.
      if (damping > 0.0 && type != "continuous") {
        parts.joint_springs.push_back({name, 0.0, 0.0, damping});
      }
      if (notes.number(*dynamics, "friction", 0.0) > 0.0) rubbing.push_back(name);
    }
    if (type == "continuous") continue;
    const auto effort = limit == nullptr ? std::nullopt : parse_numbers(limit->get("effort"));
    const auto motor = motors.find(name);
    Actuator actuator;
    actuator.name =
        motor != motors.end() && !motor->second.first.empty() ? motor->second.first : name;
    actuator.joint = name;
    if (effort && effort->size() == 1 && effort->front() > 0.0) {
      actuator.effort_limit = effort->front();
    } else if (motor == motors.end()) {
      continue;  // No effort, no motor.
    }
    if (motor != motors.end()) actuator.gear = motor->second.second;
    parts.actuators.push_back(actuator);
  }
  if (!mimics.empty()) {
    notes.warn("mimic joints are taken as joints of their own: " + short_list(mimics));
  }
  if (!rubbing.empty()) {
    notes.warn("dry friction of joints is not read (it does not act in an impact): " +
               short_list(rubbing));
  }
  if (!missing.empty()) {
    notes.warn(
        "meshes not found (only contacts at lowest points need them; give package_folders): " +
        short_list({missing.begin(), missing.end()}, 3));
  }
}

RobotContent read_urdf(const Element& source, const std::filesystem::path& file,
                       const RobotOptions& options, RobotNotes& notes) {
  using Base = RobotOptions::Base;
  Element root = source;
  const Element* base = urdf_root_link(root);
  const bool on_world = base != nullptr && base->get("name") == "world";
  const bool is_free = options.base == Base::free || (options.base == Base::as_file && !on_world);
  if (on_world && options.base == Base::as_file) {
    notes.warn("the root link is 'world': the base is fixed; ask for a free base if it moves");
  }
  const std::vector<std::string> fixed = check_urdf(root, is_free, notes);
  for (Element& joint : root.children) {
    if (joint.name != "joint") continue;
    if (std::find(fixed.begin(), fixed.end(), joint.get("name")) == fixed.end()) continue;
    for (auto& [key, value] : joint.attributes) {
      if (key == "type") value = "fixed";
    }
  }
  RobotContent content;
  read_urdf_parts(root, file, options, content.parts, notes);
  notes.finish();
  const std::string name = root.get("name").empty() ? file.stem().string() : root.get("name");
  content.bodies = build_urdf(cleaned_urdf(root), is_free, name);
  return content;
}

}  // namespace carom
