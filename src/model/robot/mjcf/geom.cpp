// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Geoms of MJCF as shapes and as masses of uniform density (MuJoCo's "XML reference", geom): sizes
// are half lengths; fromto gives the ends of the axis; mass goes before density (1000 kg/m³).
// Capsule of radius r, height h without caps, mass split by volume in cylinder m_c and sphere m_s:
//   I_z = m_c r²/2 + 2 m_s r²/5,
//   I_x = m_c (3r² + h²)/12 + 2 m_s r²/5 + m_s h (3r + 2h)/8.
#include <fmt/format.h>

#include <numbers>
#include <optional>

#include "base/text.h"
#include "carom/error.h"
#include "model/robot/mesh_file.h"
#include "model/robot/mjcf/file.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using xml::Element;

struct Solid {
  double volume = 0.0;
  Vector3d center = Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< Per unit of mass.
};

Solid solid(double volume, const Vector3d& moments) {
  return {volume, Vector3d::Zero(), moments.asDiagonal()};
}

/// `s`: MuJoCo's sizes.
Solid primitive(const std::string& type, const Vector3d& s) {
  const double r = s(0), h = 2.0 * s(1);
  if (type == "sphere") return solid(4.0 / 3.0 * pi * r * r * r, Vector3d::Constant(0.4 * r * r));
  if (type == "box") {
    const Vector3d q = s.cwiseAbs2() / 3.0;
    return solid(8.0 * s.prod(), {q(1) + q(2), q(0) + q(2), q(0) + q(1)});
  }
  if (type == "ellipsoid") {
    const Vector3d q = s.cwiseAbs2() / 5.0;
    return solid(4.0 / 3.0 * pi * s.prod(), {q(1) + q(2), q(0) + q(2), q(0) + q(1)});
  }
  const double x = (3.0 * r * r + h * h) / 12.0;
  if (type == "cylinder") return solid(pi * r * r * h, {x, x, r * r / 2.0});
  const double ball = 4.0 / 3.0 * pi * r * r * r, rod = pi * r * r * h;
  const double m_s = ball / (ball + rod), m_c = rod / (ball + rod);
  const double across = m_c * x + 0.4 * m_s * r * r + m_s * h * (3.0 * r + 2.0 * h) / 8.0;
  return solid(ball + rod, {across, across, m_c * r * r / 2.0 + 0.4 * m_s * r * r});
}

struct Geom {
  std::string type = "sphere";
  Vector3d size = Vector3d::Zero();
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
  const MjcfMesh* mesh = nullptr;
};

/// How many sizes each type has.
int size_count(const std::string& type) {
  if (type == "sphere") return 1;
  if (type == "capsule" || type == "cylinder") return 2;
  return 3;
}

void read_sizes(const Element& element, Geom& geom, RobotNotes& notes) {
  const auto sizes = notes.numbers(element, "size", 1, 3);
  if (sizes) geom.size.head(sizes->size()) = *sizes;
  int needed = size_count(geom.type);
  if (const auto ends = notes.numbers(element, "fromto", 6, 6)) {
    if (geom.type == "sphere") {
      notes.fault(element, "geom: fromto on a sphere; expected capsule, cylinder, box, ellipsoid");
      return;
    }
    const Vector3d along = ends->head<3>() - ends->tail<3>();
    // [m] Zero to rounding of coordinates of order 1.
    if (!(along.norm() > 1e-14)) {
      notes.fault(element, "geom: fromto of length 0; expected two points");
      return;
    }
    geom.size(needed - 1) = 0.5 * along.norm();
    if (needed == 3) geom.size(1) = geom.size(0);
    geom.placement.translation() = 0.5 * (ends->head<3>() + ends->tail<3>());
    geom.placement.linear() = rotation_to(along.normalized()).toRotationMatrix();
    needed = 1;
  }
  const auto given = sizes ? sizes->size() : 0;
  if (given < needed || !(geom.size.head(size_count(geom.type)).minCoeff() > 0.0)) {
    notes.fault(element, fmt::format("geom: size = '{}'; expected {} positive numbers for a {}",
                                     element.get("size"), needed, geom.type));
    geom.size.setOnes();
  }
}

void read_mesh_geom(const Element& element, Geom& geom, MjcfContext& context) {
  const std::string name = element.get("mesh");
  const auto found = context.meshes.find(name);
  if (found == context.meshes.end()) {
    std::vector<std::string> names;
    for (const auto& [key, mesh] : context.meshes) names.push_back(key);
    context.notes.fault(element, "geom: mesh = '" + name + "'; no such mesh in asset" +
                                     base::did_you_mean(name, names));
    return;
  }
  geom.mesh = &found->second;
}

/// False: a plane or another thing without body.
bool read_shape(const Element& element, Geom& geom, MjcfContext& context) {
  static const std::vector<std::string> types = {
      "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "plane", "hfield", "sdf"};
  if (const std::string* type = element.find("type")) geom.type = *type;
  if (element.find("mesh") != nullptr && element.find("type") == nullptr) geom.type = "mesh";
  if (std::find(types.begin(), types.end(), geom.type) == types.end()) {
    context.notes.fault(element, "geom: type = '" + geom.type + "'; expected one of " +
                                     base::join(types) + base::did_you_mean(geom.type, types));
    return false;
  }
  if (geom.type == "plane" || geom.type == "hfield") return false;
  geom.placement = read_mjcf_placement(element, context.compiler, context.notes);
  if (geom.type == "sdf") {
    context.notes.fault(element, "geom: type = 'sdf' is not read; expected a shape or a mesh");
    return false;
  }
  if (geom.type == "mesh") {
    read_mesh_geom(element, geom, context);
    return geom.mesh != nullptr;
  }
  if (element.find("mesh") != nullptr) {
    context.notes.fault(
        element, "geom: a " + geom.type + " fitted to a mesh is not read; expected its size");
    return false;
  }
  read_sizes(element, geom, context.notes);
  return true;
}

Solid mesh_solid(const Element& element, const Geom& geom, MjcfContext& context) {
  const MjcfMesh& mesh = *geom.mesh;
  const std::string need = "geom: mesh '" + mesh.name + "' must give the body its mass, but ";
  const std::string remedy = "; give the body an <inertial>";
  if (mesh.file.empty()) {
    context.notes.fault(element, need + "is not found" + remedy);
    return {};
  }
  if (mesh.inertia != "legacy" && mesh.inertia != "exact") {
    context.notes.fault(element, need + "inertia = '" + mesh.inertia + "' is not read" + remedy);
    return {};
  }
  try {
    Mesh surface = read_mesh(mesh.file);
    for (Vector3d& point : surface.points) {
      point = mesh.reference * Vector3d(mesh.scale.cwiseProduct(point));
    }
    const MeshMass mass = mesh_mass(surface, mesh.inertia == "exact");
    if (!(mass.volume > 0.0)) {
      context.notes.fault(element, need + "has no volume" + remedy);
      return {};
    }
    return {mass.volume, mass.center, mass.inertia / mass.volume};
  } catch (const InvalidInput& error) {
    context.notes.fault(element, need + error.faults().front() + remedy);
    return {};
  }
}

CollisionShape shape_of(const Geom& geom, const std::string& body) {
  using Kind = CollisionShape::Kind;
  CollisionShape shape;
  shape.frame = body;
  shape.placement = geom.placement;
  const Vector3d& s = geom.size;
  if (geom.type == "mesh") {
    shape.kind = Kind::mesh;
    shape.size = geom.mesh->scale;
    shape.placement = geom.placement * geom.mesh->reference;
    shape.mesh = geom.mesh->file.empty() ? missing_mesh(geom.mesh->name) : geom.mesh->file.string();
  } else if (geom.type == "box") {
    shape.kind = Kind::box;
    shape.size = 2.0 * s;
  } else if (geom.type == "ellipsoid") {
    shape.kind = Kind::ellipsoid;
    shape.size = s;
  } else {
    shape.kind = geom.type == "sphere"    ? Kind::sphere
                 : geom.type == "capsule" ? Kind::capsule
                                          : Kind::cylinder;
    shape.size = Vector3d(s(0), 2.0 * s(1), 0.0);
  }
  return shape;
}

/// MuJoCo draws the groups 0, 1 and 2 unless told otherwise; files put what collides into 3.
constexpr double first_hidden_group = 3.0;

/// None: not given, or no colour. No number depends on it, so that it is no fault.
std::optional<Eigen::Vector4d> own_rgba(const Element& element) {
  const auto values = parse_numbers(element.get("rgba"));
  if (!values || values->size() != 4) return {};
  const Eigen::Vector4d rgba = Eigen::Map<const Eigen::Vector4d>(values->data());
  if (!rgba.allFinite()) return {};
  return rgba.cwiseMax(0.0).cwiseMin(1.0);
}

void read_material(const Element& child, MjcfContext& context) {
  const Element material = context.defaults.resolve(child, "", context.notes);
  if (const auto rgba = own_rgba(material)) context.materials.emplace(material.get("name"), *rgba);
}

std::optional<Eigen::Vector4d> rgba_of(const Element& geom, const MjcfContext& context) {
  if (const auto own = own_rgba(geom)) return own;
  const auto material = context.materials.find(geom.get("material"));
  if (material == context.materials.end()) return {};
  return material->second;
}

}  // namespace

void read_mjcf_assets(MjcfContext& context) {
  std::vector<std::string> missing;
  for (const Element& asset : context.root.children) {
    if (asset.name != "asset") continue;
    for (const Element& child : asset.children) {
      if (child.name == "material") read_material(child, context);
      if (child.name != "mesh") continue;
      const Element element = context.defaults.resolve(child, "", context.notes);
      namespace fs = std::filesystem;
      fs::path path = element.get("file");
      MjcfMesh mesh;
      mesh.name = element.get("name").empty() ? path.stem().string() : element.get("name");
      mesh.scale = context.notes.vector(element, "scale", Vector3d::Ones());
      if (element.find("inertia") != nullptr) mesh.inertia = element.get("inertia");
      Eigen::Isometry3d frame = Eigen::Isometry3d::Identity();
      frame.translation() = context.notes.vector(element, "refpos", Vector3d::Zero());
      if (const auto q = context.notes.numbers(element, "refquat", 4, 4)) {
        frame.linear() =
            Eigen::Quaterniond((*q)(0), (*q)(1), (*q)(2), (*q)(3)).normalized().toRotationMatrix();
      }
      mesh.reference = frame.inverse();
      if (context.compiler.strip_path) path = path.filename();
      if (!path.empty()) {
        const fs::path below = fs::path(context.compiler.mesh_folder) / path;
        const auto found = find_mesh(below.string(), context.file, context.options.package_folders);
        if (found) mesh.file = *found;
        if (!found) missing.push_back(below.string());
      }
      context.meshes.emplace(mesh.name, mesh);
    }
  }
  if (!missing.empty()) {
    context.notes.warn("meshes not found (only contacts at lowest points need them): " +
                       short_list(missing, 3));
  }
}

void read_mjcf_geom(const Element& element, const Eigen::Isometry3d& frame, const std::string& body,
                    bool wants_mass, MjcfContext& context, std::vector<MjcfMass>& masses,
                    MjcfShapes& shapes) {
  Geom geom;
  if (!read_shape(element, geom, context)) return;
  geom.placement = frame * geom.placement;
  RobotNotes& notes = context.notes;
  const double colliding =
      notes.number(element, "contype", 1.0) + notes.number(element, "conaffinity", 1.0);
  const double group = notes.number(element, "group", 0.0);
  if (colliding > 0.0) shapes.colliding.push_back(shape_of(geom, body));
  const std::optional<Eigen::Vector4d> rgba = rgba_of(element, context);
  if (group < first_hidden_group && (!rgba || (*rgba)[3] > 0.0)) {
    VisualShape visual{.shape = shape_of(geom, body)};
    if (rgba) visual.colour = rgba->head<3>();
    shapes.visual.push_back(std::move(visual));
  }
  if (!wants_mass || group < context.compiler.lowest_group ||
      group > context.compiler.highest_group) {
    return;
  }
  if (element.get("shellinertia") == "true") {
    notes.fault(element, "geom: shellinertia is not read; give the body an <inertial>");
    return;
  }
  const bool has_mass = element.find("mass") != nullptr;
  const double given = notes.number(element, "mass", 0.0);
  const double density = notes.number(element, "density", 1000.0);
  if (given < 0.0 || density < 0.0) {
    notes.fault(element, fmt::format("geom of body '{}': {} = {}; expected >= 0", body,
                                     has_mass ? "mass" : "density",
                                     base::number(has_mass ? given : density)));
    return;
  }
  if (has_mass ? given == 0.0 : density == 0.0) return;
  const Solid form =
      geom.mesh == nullptr ? primitive(geom.type, geom.size) : mesh_solid(element, geom, context);
  const double mass = has_mass ? given : density * form.volume;
  const Eigen::Matrix3d R = geom.placement.linear();
  masses.push_back({mass, geom.placement * form.center, mass * R * form.inertia * R.transpose()});
}

}  // namespace carom
