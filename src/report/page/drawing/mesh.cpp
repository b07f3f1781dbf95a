// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Vertex clustering: the points in one cell of a grid become their mean, triangles that lose a
// corner or stand twice go; the grid is made coarser until the rest is few enough.
#include "report/page/drawing/mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace carom::report {
namespace {

using Eigen::Vector3d;

struct Surface {
  std::vector<Vector3d> points = {};
  std::vector<std::array<std::uint32_t, 3>> triangles = {};
};

/// What can be drawn, scaled; points that no triangle uses are gone.
Surface usable(const Mesh& mesh, const Vector3d& scale) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  Surface surface;
  std::vector<std::uint32_t> number(mesh.points.size(), none);
  const auto good = [&](int corner) {
    return corner >= 0 && static_cast<std::size_t>(corner) < mesh.points.size() &&
           mesh.points[static_cast<std::size_t>(corner)].cwiseProduct(scale).allFinite();
  };
  for (const auto& triangle : mesh.triangles) {
    if (!std::all_of(triangle.begin(), triangle.end(), good)) continue;
    std::array<std::uint32_t, 3> corners = {};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(triangle[k]);
      if (number[corner] == none) {
        number[corner] = static_cast<std::uint32_t>(surface.points.size());
        surface.points.push_back(mesh.points[corner].cwiseProduct(scale));
      }
      corners[k] = number[corner];
    }
    surface.triangles.push_back(corners);
  }
  return surface;
}

/// `cells`: of the grid along the longest edge of the surface's box.
Surface clustered(const Surface& surface, int cells) {
  Vector3d low = surface.points.front(), high = low;
  for (const Vector3d& point : surface.points) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  // A surface that is one point has no edge: any number but zero will do.
  const double edge = std::max((high - low).maxCoeff() / cells, 1e-300);
  std::map<std::array<int, 3>, std::uint32_t> found;
  std::vector<std::uint32_t> number;
  std::vector<double> members;
  Surface coarse;
  for (const Vector3d& point : surface.points) {
    const Vector3d at = (point - low) / edge;
    const std::array<int, 3> cell = {static_cast<int>(at.x()), static_cast<int>(at.y()),
                                     static_cast<int>(at.z())};
    const auto [place, fresh] =
        found.try_emplace(cell, static_cast<std::uint32_t>(coarse.points.size()));
    if (fresh) {
      coarse.points.emplace_back(Vector3d::Zero());
      members.push_back(0.0);
    }
    coarse.points[place->second] += point;
    members[place->second] += 1.0;
    number.push_back(place->second);
  }
  for (std::size_t k = 0; k < coarse.points.size(); ++k) coarse.points[k] /= members[k];
  std::set<std::array<std::uint32_t, 3>> seen;
  for (const auto& triangle : surface.triangles) {
    const std::array<std::uint32_t, 3> corners = {number[triangle[0]], number[triangle[1]],
                                                  number[triangle[2]]};
    auto sorted = corners;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !seen.insert(sorted).second) continue;
    coarse.triangles.push_back(corners);
  }
  return coarse;
}

}  // namespace

PageMesh page_mesh(const Mesh& mesh, const Vector3d& scale, std::size_t most_triangles) {
  Surface surface = usable(mesh, scale);
  PageMesh page;
  page.thinned = surface.triangles.size() > most_triangles;
  if (page.thinned) {
    // A closed surface has about twice as many triangles as cells that it passes through.
    int cells = static_cast<int>(std::sqrt(static_cast<double>(most_triangles))) + 2;
    Surface coarse = clustered(surface, cells);
    while (coarse.triangles.size() > most_triangles && cells > 1) {
      cells = std::max(1, cells * 4 / 5);
      coarse = clustered(surface, cells);
    }
    surface = std::move(coarse);
  }
  for (const Vector3d& point : surface.points) {
    for (const double x : point) page.vertices.push_back(static_cast<float>(x));
  }
  for (const auto& triangle : surface.triangles) {
    page.triangles.insert(page.triangles.end(), triangle.begin(), triangle.end());
  }
  return page;
}

}  // namespace carom::report
