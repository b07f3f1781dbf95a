// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Meshes with fewer triangles, for pages. Input: the triangles of a file. Output: at most so many,
// in two steps:
// 1. Vertex clustering, down to a few times as many: the points in one cell of a grid become their
//    mean, triangles that lose a corner or stand twice go. Fast, but it makes flat sides bumpy.
// 2. Edges collapse where that moves the surface least (Garland & Heckbert 1997, "Surface
//    simplification using quadric error metrics"): every point p carries the sum of the squared
//    distances to the planes of its triangles, p̃ᵀ Q p̃ with p̃ = (p, 1), weighted by area; an edge
//    becomes one of its ends or its middle, whichever has the least sum. Departure: the ends and
//    the middle alone are tried, not the minimum of the quadric, which lies far off where a surface
//    is flat.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <queue>
#include <set>
#include <vector>

#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

using Eigen::Vector3d;
using Corners = std::array<std::uint32_t, 3>;

// How many times the triangles wanted the grid leaves. Less: bumps of the grid remain; more: no
// picture shows it, and collapsing takes as many times as long.
constexpr std::size_t grid_share = 4;

struct Surface {
  std::vector<Vector3d> points = {};
  std::vector<Corners> triangles = {};
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
    Corners corners = {};
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
  std::set<Corners> seen;
  for (const auto& triangle : surface.triangles) {
    const Corners corners = {number[triangle[0]], number[triangle[1]], number[triangle[2]]};
    auto sorted = corners;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !seen.insert(sorted).second) continue;
    coarse.triangles.push_back(corners);
  }
  return coarse;
}

Surface clustered_to(const Surface& surface, std::size_t most) {
  // A closed surface has about twice as many triangles as cells that it passes through.
  int cells = static_cast<int>(std::sqrt(static_cast<double>(most))) + 2;
  Surface coarse = clustered(surface, cells);
  while (coarse.triangles.size() > most && cells > 1) {
    cells = std::max(1, cells * 4 / 5);
    coarse = clustered(surface, cells);
  }
  return coarse;
}

/// Step 2. Points and triangles that are gone stay in their lists until the end.
class Collapse {
 public:
  explicit Collapse(Surface surface) : surface_(std::move(surface)) {
    const std::size_t points = surface_.points.size();
    quadrics_.assign(points, Eigen::Matrix4d::Zero());
    around_.resize(points);
    version_.assign(points, 0);
    gone_.assign(surface_.triangles.size(), false);
    left_ = surface_.triangles.size();
    for (std::uint32_t k = 0; k < surface_.triangles.size(); ++k) {
      const Corners& corners = surface_.triangles[k];
      const Vector3d across = normal_of(corners);  // twice the area long
      for (const std::uint32_t corner : corners) around_[corner].push_back(k);
      const double length = across.norm();
      if (!(length > 0.0)) continue;
      Eigen::Vector4d plane;
      plane << across / length, -across.dot(at(corners[0])) / length;
      const Eigen::Matrix4d quadric = length * plane * plane.transpose();
      for (const std::uint32_t corner : corners) quadrics_[corner] += quadric;
    }
    for (const Corners& corners : surface_.triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
        if (a < b) offer(a, b);
      }
    }
  }

  Surface run(std::size_t most) {
    while (left_ > most && !queue_.empty()) {
      const Edge edge = queue_.top();
      queue_.pop();
      if (version_[edge.a] != edge.version_a || version_[edge.b] != edge.version_b) continue;
      if (!turns_over(edge)) merge(edge);
    }
    return compact();
  }

 private:
  struct Edge {
    double cost = 0.0;
    std::uint32_t a = 0, b = 0;
    int version_a = 0, version_b = 0;
    Vector3d place = Vector3d::Zero();
    /// Ties by number, so that every machine collapses in the same order.
    bool operator<(const Edge& other) const {
      if (cost != other.cost) return cost > other.cost;
      return std::pair(a, b) > std::pair(other.a, other.b);
    }
  };

  const Vector3d& at(std::uint32_t point) const { return surface_.points[point]; }
  Vector3d normal_of(const Corners& c) const {
    return (at(c[1]) - at(c[0])).cross(at(c[2]) - at(c[0]));
  }

  void offer(std::uint32_t a, std::uint32_t b) {
    const Eigen::Matrix4d quadric = quadrics_[a] + quadrics_[b];
    Edge edge{.a = std::min(a, b), .b = std::max(a, b)};
    edge.version_a = version_[edge.a];
    edge.version_b = version_[edge.b];
    bool first = true;
    for (const Vector3d& place : {Vector3d(0.5 * (at(a) + at(b))), at(edge.a), at(edge.b)}) {
      const double cost = place.homogeneous().dot(quadric * place.homogeneous());
      if (!first && !(cost < edge.cost)) continue;
      edge.cost = cost;
      edge.place = place;
      first = false;
    }
    // Flat sides cost nothing: their shortest edges go first, else slivers would come.
    edge.cost += 1e-6 * (at(a) - at(b)).squaredNorm() * quadric.topLeftCorner<3, 3>().trace();
    queue_.push(edge);
  }

  /// Some triangle would show its other side.
  bool turns_over(const Edge& edge) const {
    for (const std::uint32_t end : {edge.a, edge.b}) {
      for (const std::uint32_t k : around_[end]) {
        if (gone_[k]) continue;
        const Corners& corners = surface_.triangles[k];
        if (std::count(corners.begin(), corners.end(), edge.a) +
                std::count(corners.begin(), corners.end(), edge.b) >
            1) {
          continue;  // goes with the edge
        }
        std::array<Vector3d, 3> places;
        for (std::size_t c = 0; c < 3; ++c) {
          places[c] = corners[c] == end ? edge.place : at(corners[c]);
        }
        const Vector3d after = (places[1] - places[0]).cross(places[2] - places[0]);
        if (after.dot(normal_of(corners)) < 0.0) return true;
      }
    }
    return false;
  }

  void merge(const Edge& edge) {
    surface_.points[edge.a] = edge.place;
    quadrics_[edge.a] += quadrics_[edge.b];
    ++version_[edge.a];
    version_[edge.b] = -1;
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t end : {edge.a, edge.b}) {
      for (const std::uint32_t k : around_[end]) {
        if (gone_[k]) continue;
        Corners& corners = surface_.triangles[k];
        std::replace(corners.begin(), corners.end(), edge.b, edge.a);
        if (std::count(corners.begin(), corners.end(), edge.a) > 1) {
          gone_[k] = true;
          --left_;
        } else {
          kept.push_back(k);
        }
      }
    }
    around_[edge.b].clear();
    around_[edge.a] = std::move(kept);
    std::set<std::uint32_t> neighbours;
    for (const std::uint32_t k : around_[edge.a]) {
      for (const std::uint32_t corner : surface_.triangles[k]) {
        if (corner != edge.a) neighbours.insert(corner);
      }
    }
    for (const std::uint32_t neighbour : neighbours) offer(edge.a, neighbour);
  }

  Surface compact() const {
    Surface small;
    std::vector<std::int64_t> number(surface_.points.size(), -1);
    for (std::size_t k = 0; k < surface_.triangles.size(); ++k) {
      if (gone_[k]) continue;
      Corners corners = {};
      for (std::size_t c = 0; c < 3; ++c) {
        std::int64_t& place = number[surface_.triangles[k][c]];
        if (place < 0) {
          place = static_cast<std::int64_t>(small.points.size());
          small.points.push_back(at(surface_.triangles[k][c]));
        }
        corners[c] = static_cast<std::uint32_t>(place);
      }
      small.triangles.push_back(corners);
    }
    return small;
  }

  Surface surface_;
  std::vector<Eigen::Matrix4d> quadrics_ = {};
  std::vector<std::vector<std::uint32_t>> around_ = {};  ///< Triangles at each point.
  std::vector<int> version_ = {};  ///< Counts the moves of a point; -1: it is gone.
  std::vector<bool> gone_ = {};
  std::priority_queue<Edge> queue_ = {};
  std::size_t left_ = 0;
};

}  // namespace

PageMesh page_mesh(const Mesh& mesh, const Vector3d& scale, std::size_t most_triangles) {
  Surface surface = usable(mesh, scale);
  PageMesh page;
  page.thinned = surface.triangles.size() > most_triangles;
  if (page.thinned) {
    if (surface.triangles.size() > grid_share * most_triangles) {
      surface = clustered_to(surface, grid_share * most_triangles);
    }
    surface = Collapse(std::move(surface)).run(most_triangles);
    // Parts that do not hang together may have no edge left to collapse.
    if (surface.triangles.size() > most_triangles) surface = clustered_to(surface, most_triangles);
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
