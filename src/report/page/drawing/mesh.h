// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Meshes small enough for a page. Input: a mesh, its scale, how many triangles it may have. Output:
// vertices and triangles as the page holds them.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/robot/mesh_file.h"

namespace carom::report {

struct PageMesh {
  std::vector<float> vertices = {};           ///< x y z of each.
  std::vector<std::uint32_t> triangles = {};  ///< Three vertices each.
  bool thinned = false;                       ///< The file has more.
};

/// Points that are not finite are left out with their triangles; the result may be empty.
[[nodiscard]] PageMesh page_mesh(const Mesh& mesh, const Eigen::Vector3d& scale,
                                 std::size_t most_triangles);

}  // namespace carom::report
