// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// assimp keeps coordinates in single precision: 6e-8 of their size, 0.1 µm for a robot. It follows
// <instance_node> without end where nodes name each other (assimp issue 6509), and a file of a few
// lines can so name more triangles than memory holds. The file is therefore first read as XML with
// the limits of robot files, and refused if it holds any; no mesh of example-robot-data does.
#include "model/robot/collada_file.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <assimp/Importer.hpp>

#include "carom/error.h"
#include "model/robot/xml_document.h"

namespace carom {
namespace {

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

/// Lines and points, which assimp gives as faces of one or two corners, are left out.
void add_triangles(const aiMesh& from, const Eigen::Affine3d& placement, Mesh& mesh) {
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
  }
}

void add_node(const aiScene& scene, const aiNode& node, const Eigen::Affine3d& parent, Mesh& mesh) {
  const Eigen::Affine3d placement = parent * placement_of(node);
  for (unsigned k = 0; k < node.mNumMeshes; ++k) {
    add_triangles(*scene.mMeshes[node.mMeshes[k]], placement, mesh);
  }
  for (unsigned k = 0; k < node.mNumChildren; ++k) {
    add_node(scene, *node.mChildren[k], placement, mesh);
  }
}

}  // namespace

Mesh read_collada(const std::filesystem::path& file, const std::string& bytes) {
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

}  // namespace carom
