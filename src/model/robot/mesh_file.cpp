// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of a Collada file (.dae), by assimp, in metres: its <unit> is applied, its <up_axis> is
// not, as robot tools have it (a URDF says itself how a mesh is turned).
// assimp keeps coordinates in single precision: 6e-8 of their size, 0.1 µm for a robot. It follows
// <instance_node> without end where nodes name each other (assimp issue 6509), and a file of a few
// lines can so name more triangles than memory holds. The file is therefore first read as XML with
// the limits of robot files, and refused if it holds any; no mesh of example-robot-data does.
#include "model/robot/mesh_file.h"

#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "carom/error.h"
#include "model/robot/robot_notes.h"
#include "model/robot/xml_document.h"

namespace carom {
namespace {

namespace fs = std::filesystem;

/// As many as a binary STL of the largest size holds (50 bytes each): a geometry can be named many
/// times, so that the size of the file does not bound them.
constexpr std::size_t most_triangles = xml::largest_file / 50;

void refuse_node_instances(const xml::Element& element) {
  if (element.name == "instance_node") {
    throw InvalidInput(element.where() +
                       ": <instance_node> is not read; expected the node itself in its place");
  }
  for (const xml::Element& child : element.children) refuse_node_instances(child);
}

/// assimp reads what is no number as zero.
void refuse_odd_numbers(const std::string& bytes) {
  constexpr std::string_view begin = "<float_array", end = "</float_array";
  for (std::size_t at = bytes.find(begin); at != bytes.npos; at = bytes.find(begin, at)) {
    at = bytes.find('>', at);
    const std::size_t last = std::min(bytes.find(end, at), bytes.size());
    const std::size_t odd = bytes.find_first_not_of("0123456789+-.eE \t\r\n", at + 1);
    if (odd < last) throw InvalidInput("<float_array> holds what is no finite number");
    at = last;
  }
}

Eigen::Affine3d placement_of(const aiNode& node) {
  const aiMatrix4x4& m = node.mTransformation;
  Eigen::Matrix4d T;
  T << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3,
      m.d4;
  return Eigen::Affine3d(T);
}

/// The number of the colour of this material.
int colour_number(const aiScene& scene, unsigned material, Mesh& mesh) {
  aiColor3D diffuse(0.6F, 0.6F, 0.6F);  // assimp's own, for a material without one
  if (material < scene.mNumMaterials) {
    scene.mMaterials[material]->Get(AI_MATKEY_COLOR_DIFFUSE, diffuse);
  }
  const Eigen::Vector3d colour = Eigen::Vector3d(diffuse.r, diffuse.g, diffuse.b);
  const auto found = std::find(mesh.colours.begin(), mesh.colours.end(), colour);
  if (found != mesh.colours.end()) return static_cast<int>(found - mesh.colours.begin());
  mesh.colours.push_back(colour);
  return static_cast<int>(mesh.colours.size()) - 1;
}

/// Lines and points, which assimp gives as faces of one or two corners, are left out.
void add_triangles(const aiScene& scene, const aiMesh& from, const Eigen::Affine3d& placement,
                   Mesh& mesh) {
  const int colour = colour_number(scene, from.mMaterialIndex, mesh);
  for (unsigned f = 0; f < from.mNumFaces; ++f) {
    const aiFace& face = from.mFaces[f];
    if (face.mNumIndices != 3) continue;
    if (mesh.triangles.size() == most_triangles) {
      throw InvalidInput(fmt::format("more than {} triangles; expected fewer", most_triangles));
    }
    const int first = static_cast<int>(mesh.points.size());
    for (unsigned c = 0; c < 3; ++c) {
      const aiVector3D& p = from.mVertices[face.mIndices[c]];
      mesh.points.emplace_back(placement * Eigen::Vector3d(p.x, p.y, p.z));
    }
    mesh.triangles.push_back({first, first + 1, first + 2});
    mesh.colour_of.push_back(colour);
  }
}

void add_node(const aiScene& scene, const aiNode& node, const Eigen::Affine3d& parent, Mesh& mesh) {
  const Eigen::Affine3d placement = parent * placement_of(node);
  for (unsigned k = 0; k < node.mNumMeshes; ++k) {
    add_triangles(scene, *scene.mMeshes[node.mMeshes[k]], placement, mesh);
  }
  for (unsigned k = 0; k < node.mNumChildren; ++k) {
    add_node(scene, *node.mChildren[k], placement, mesh);
  }
}

/// Each triangle has three points of its own. `file` is read for the check, `bytes` are what it
/// holds. Throws InvalidInput.
Mesh read_collada(const fs::path& file, const std::string& bytes) {
  refuse_node_instances(xml::read(file));
  refuse_odd_numbers(bytes);
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  // From memory, so that nothing that the file names is opened.
  const aiScene* scene =
      importer.ReadFileFromMemory(bytes.data(), bytes.size(), aiProcess_Triangulate, "dae");
  if (scene == nullptr || scene->mRootNode == nullptr) {
    throw InvalidInput(fmt::format("not read as Collada: {}", importer.GetErrorString()));
  }
  Mesh mesh;
  add_node(*scene, *scene->mRootNode, Eigen::Affine3d::Identity(), mesh);
  return mesh;
}

constexpr std::size_t stl_header = 84, stl_triangle = 50;  // [bytes]

std::string read_bytes(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw InvalidInput(file.string() + ": no such mesh file");
  const auto size = fs::file_size(file, error);
  if (error || size > xml::largest_file) {
    throw InvalidInput(fmt::format("{}: size = {} bytes; expected a mesh of at most {}",
                                   file.string(), error ? 0 : size, xml::largest_file));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!stream) throw InvalidInput(file.string() + ": cannot be read; check its permissions");
  return bytes;
}

class MeshBuilder {
 public:
  int point(const Eigen::Vector3d& p) {
    const auto [at, fresh] =
        index_.try_emplace({p.x(), p.y(), p.z()}, static_cast<int>(mesh.points.size()));
    if (fresh) mesh.points.push_back(p);
    return at->second;
  }
  Mesh mesh = {};

 private:
  std::map<std::array<double, 3>, int> index_;  // Files repeat every corner.
};

/// Equal points become one.
Mesh merged(const Mesh& mesh) {
  MeshBuilder builder;
  for (const auto& triangle : mesh.triangles) {
    std::array<int, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c) {
      corners[c] = builder.point(mesh.points[static_cast<std::size_t>(triangle[c])]);
    }
    builder.mesh.triangles.push_back(corners);
  }
  builder.mesh.colours = mesh.colours;
  builder.mesh.colour_of = mesh.colour_of;
  return std::move(builder.mesh);
}

std::uint32_t triangle_count(const std::string& bytes) {
  std::uint32_t count = 0;
  if (bytes.size() >= stl_header) std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

Mesh read_binary_stl(const std::string& bytes) {
  MeshBuilder builder;
  const std::size_t count = triangle_count(bytes);
  for (std::size_t k = 0; k < count; ++k) {
    std::array<float, 12> values{};  // Normal, three corners.
    std::memcpy(values.data(), bytes.data() + stl_header + stl_triangle * k, sizeof values);
    std::array<int, 3> triangle{};
    for (std::size_t c = 0; c < 3; ++c) {
      triangle[c] = builder.point(Eigen::Vector3f(&values[3 + 3 * c]).cast<double>());
    }
    builder.mesh.triangles.push_back(triangle);
  }
  return std::move(builder.mesh);
}

Mesh read_text_stl(const std::string& text) {
  MeshBuilder builder;
  std::istringstream lines(text);
  std::vector<int> corners;
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find("vertex");
    if (at == std::string::npos) continue;
    const auto values = parse_numbers(std::string_view(line).substr(at + 6));
    if (!values || values->size() != 3) throw InvalidInput("a vertex that is no three numbers");
    corners.push_back(builder.point(Eigen::Map<const Eigen::Vector3d>(values->data())));
    if (corners.size() == 3) {
      builder.mesh.triangles.push_back({corners[0], corners[1], corners[2]});
      corners.clear();
    }
  }
  return std::move(builder.mesh);
}

/// The point that "7", "7/1/3" or "-1" (the last) names.
int face_corner(const std::string& word, std::size_t points) {
  long index = 0;
  try {
    index = std::stol(word);
  } catch (const std::exception&) {
    throw InvalidInput("a face that names no point");
  }
  if (index < 0) index += static_cast<long>(points) + 1;
  if (index < 1 || index > static_cast<long>(points)) {
    throw InvalidInput("a face that names point " + word + " of " + std::to_string(points));
  }
  return static_cast<int>(index) - 1;
}

Mesh read_obj(const std::string& text) {
  Mesh mesh;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      const auto values = parse_numbers(std::string_view(line).substr(line.find('v') + 1));
      if (!values || values->size() < 3) throw InvalidInput("a point that is no three numbers");
      mesh.points.emplace_back(Eigen::Map<const Eigen::Vector3d>(values->data()));
    } else if (kind == "f") {
      std::vector<int> corners;
      for (std::string word; words >> word;) {
        corners.push_back(face_corner(word, mesh.points.size()));
      }
      for (std::size_t k = 2; k < corners.size(); ++k) {
        mesh.triangles.push_back({corners[0], corners[k - 1], corners[k]});
      }
    }
  }
  return mesh;
}

Mesh parse(const fs::path& file, const std::string& bytes) {
  std::string kind = file.extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (kind == ".obj") return read_obj(bytes);
  if (kind == ".stl") {
    const std::size_t expected = stl_header + stl_triangle * std::size_t{triangle_count(bytes)};
    if (bytes.size() >= stl_header && bytes.size() >= expected && triangle_count(bytes) > 0 &&
        bytes.compare(0, 6, "solid ") != 0) {
      return read_binary_stl(bytes);
    }
    if (bytes.size() == expected && bytes.size() > stl_header) return read_binary_stl(bytes);
    return read_text_stl(bytes);
  }
  if (kind == ".dae") return merged(read_collada(file, bytes));
  throw InvalidInput("format '" + kind + "' is not read; expected .stl, .obj or .dae");
}

struct Moments {
  double volume = 0.0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();   ///< ∫ x dV about the tip.
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();  ///< ∫ x xᵀ dV about the tip.
};

/// Of the pyramids from the tip to all triangles.
Moments pyramids(const Mesh& mesh, const Eigen::Vector3d& tip, bool signed_volumes) {
  Moments sum;
  for (const auto& [a, b, c] : mesh.triangles) {
    const Eigen::Vector3d p = mesh.points[std::size_t(a)] - tip,
                          q = mesh.points[std::size_t(b)] - tip,
                          r = mesh.points[std::size_t(c)] - tip;
    double volume = p.dot(q.cross(r)) / 6.0;
    if (!signed_volumes) volume = std::abs(volume);
    const Eigen::Vector3d corners = p + q + r;
    sum.volume += volume;
    sum.first += volume * corners / 4.0;
    sum.second +=
        volume / 20.0 *
        (p * p.transpose() + q * q.transpose() + r * r.transpose() + corners * corners.transpose());
  }
  return sum;
}

Eigen::Vector3d surface_center(const Mesh& mesh) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double area = 0.0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const auto &p = mesh.points[std::size_t(a)], &q = mesh.points[std::size_t(b)],
               &r = mesh.points[std::size_t(c)];
    const double size = 0.5 * (q - p).cross(r - p).norm();
    sum += size * (p + q + r) / 3.0;
    area += size;
  }
  return area > 0.0 ? Eigen::Vector3d(sum / area) : sum;
}

/// `folder`: of the robot file.
std::optional<fs::path> find_from(const std::string& name, const fs::path& folder,
                                  const std::vector<fs::path>& package_folders) {
  std::error_code error;
  const auto inside = [&](const fs::path& path, const fs::path& root) -> std::optional<fs::path> {
    if (fs::is_regular_file(path, error) && xml::is_below(path, root)) {
      return fs::absolute(path, error).lexically_normal();
    }
    return std::nullopt;
  };
  if (name.starts_with("package://")) {
    const fs::path rest = fs::path(name.substr(10)).relative_path();
    for (const fs::path& root : package_folders) {
      if (auto found = inside(root / rest, root)) return found;
    }
    for (fs::path root = folder; !root.empty(); root = root.parent_path()) {
      if (auto found = inside(root / rest, root)) return found;
      if (root == root.parent_path()) break;
    }
    return std::nullopt;
  }
  const fs::path path = name.starts_with("file://") ? fs::path(name.substr(7)) : fs::path(name);
  const fs::path full = path.is_absolute() ? path : folder / path;
  // A robot file commonly lies in one folder of its package, the meshes in another.
  if (auto found = inside(full, folder.parent_path())) return found;
  for (const fs::path& root : package_folders) {
    if (auto found = inside(full, root)) return found;
  }
  return std::nullopt;
}

}  // namespace

Mesh read_mesh(const fs::path& file) {
  if (file.string().find(":/") != std::string::npos) {
    throw InvalidInput(file.string() +
                       ": not found near the robot file; expected a mesh in its folder, in the one "
                       "above or in package_folders");
  }
  const std::string bytes = read_bytes(file);
  try {
    Mesh mesh = parse(file, bytes);
    if (mesh.triangles.empty()) throw InvalidInput("holds no triangle; is it cut off?");
    const auto finite = [](const Eigen::Vector3d& p) { return p.allFinite(); };
    if (!std::all_of(mesh.points.begin(), mesh.points.end(), finite)) {
      throw InvalidInput("a point that is not finite");
    }
    return mesh;
  } catch (const InvalidInput& error) {
    const std::string& fault = error.faults().front();
    if (fault.starts_with(file.string())) throw;  // With its line.
    throw InvalidInput(file.string() + ": " + fault);
  }
}

std::optional<fs::path> find_mesh(const std::string& name, const fs::path& robot_file,
                                  const std::vector<fs::path>& package_folders) {
  std::error_code error;
  const fs::path folder = fs::absolute(robot_file, error).parent_path();
  if (auto found = find_from(name, folder, package_folders)) return found;
  // A link to a robot file stands for it: what the file names lies beside the file itself.
  const fs::path real = fs::canonical(robot_file, error);
  if (error) return std::nullopt;
  return find_from(name, real.parent_path(), package_folders);
}

std::string missing_mesh(const std::string& name) {
  return name.find("://") == std::string::npos ? "file://" + name : name;
}

MeshMass mesh_mass(const Mesh& mesh, bool signed_volumes) {
  MeshMass mass;
  const Eigen::Vector3d tip = surface_center(mesh);
  const Moments about_tip = pyramids(mesh, tip, signed_volumes);
  if (!(about_tip.volume > 0.0)) return mass;
  mass.center = tip + about_tip.first / about_tip.volume;
  // The same sums with the tip at the centre; without signs they depend on the tip, and MuJoCo
  // takes this one.
  const Moments about_center = pyramids(mesh, mass.center, signed_volumes);
  mass.volume = about_center.volume;
  mass.inertia = about_center.second.trace() * Eigen::Matrix3d::Identity() - about_center.second;
  return mass;
}

}  // namespace carom
