// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The sign of an exact zero counts as plus: a crossing at a node is then the same vertex for all
// its edges, and pieces between a vertex and itself are dropped.
#include "design/map/zero_curves_plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "design/map/zero_curves_root.h"

namespace carom::design {
namespace {

/// Crossings of the edges of the grid, each a vertex; its place is in grid steps.
class Vertices {
 public:
  Vertices(const ScalarField& field, const Grid& grid, double tolerance)
      : field_(field), grid_(grid), tolerance_(tolerance / grid.steps().maxCoeff()) {}

  /// Vertex on the edge between two nodes of different signs; none where the field jumps.
  std::optional<int> on_edge(const Node& from, const Node& to) {
    const std::array<int, 3> edge{from[0], from[1], to[0] != from[0]};
    const auto [entry, fresh] = edges_.try_emplace(edge, std::nullopt);
    if (fresh) entry->second = cross(from, to);
    return entry->second;
  }
  const Eigen::Vector2d& at(int vertex) const { return places_[static_cast<std::size_t>(vertex)]; }
  int size() const { return static_cast<int>(places_.size()); }
  bool has_node(const Node& node) const { return nodes_.contains({node[0], node[1]}); }

 private:
  std::optional<int> cross(const Node& from, const Node& to) {
    const double at_from = grid_.value(from), at_to = grid_.value(to);
    if (at_from == 0.0) return at_node(from);
    if (at_to == 0.0) return at_node(to);
    const Eigen::VectorXd start = from.cast<double>(), way = (to - from).cast<double>();
    const double t =
        zero_between([&](double s) { return field_(start + s * way); }, at_from, at_to, tolerance_);
    if (!std::isfinite(t)) return std::nullopt;
    if (std::min(t, 1.0 - t) <= tolerance_) return at_node(t < 0.5 ? from : to);
    return add(start + t * way);
  }
  int at_node(const Node& node) {
    const auto [entry, fresh] = nodes_.try_emplace({node[0], node[1]}, size());
    if (fresh) add(node.cast<double>());
    return entry->second;
  }
  int add(const Eigen::VectorXd& place) {
    places_.push_back(place);
    return size() - 1;
  }

  const ScalarField& field_;
  const Grid& grid_;
  double tolerance_;
  std::vector<Eigen::Vector2d> places_;
  std::map<std::array<int, 3>, std::optional<int>> edges_;
  std::map<std::pair<int, int>, int> nodes_;
};

using Piece = std::pair<int, int>;  // two vertices

/// The pieces of the curve in one cell: corners in order around it, edge k from corner k to k + 1.
void march(const ScalarField& field, const Grid& grid, const Node& corner, Vertices& vertices,
           std::vector<Piece>& pieces) {
  const std::array<std::array<int, 2>, 4> around{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  std::array<Node, 4> corners;
  std::array<bool, 4> plus{};
  for (std::size_t k = 0; k < 4; ++k) {
    corners[k] = corner + Node(Eigen::Vector2i(around[k][0], around[k][1]));
    const double value = grid.value(corners[k]);
    if (std::isnan(value)) return;
    plus[k] = value >= 0.0;
  }
  std::vector<std::optional<int>> crossed;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t next = (k + 1) % 4;
    if (plus[k] == plus[next]) continue;
    const bool forward = k < 2;  // edges 2 and 3 run backwards along their axes
    crossed.push_back(forward ? vertices.on_edge(corners[k], corners[next])
                              : vertices.on_edge(corners[next], corners[k]));
  }
  const auto join = [&](std::size_t a, std::size_t b) {
    if (crossed[a] && crossed[b] && *crossed[a] != *crossed[b])
      pieces.emplace_back(std::min(*crossed[a], *crossed[b]), std::max(*crossed[a], *crossed[b]));
  };
  if (crossed.size() == 2) join(0, 1);
  if (crossed.size() != 4) return;
  const double centre = field(corner.cast<double>().array() + 0.5);
  if (!std::isfinite(centre)) return;
  // Corners 0 and 2 are connected through the centre if it has their sign.
  const bool connected = (centre >= 0.0) == plus[0];
  join(0, connected ? 1 : 3);
  join(2, connected ? 3 : 1);
}

/// Joins pieces that share a vertex into lines; lines end where not exactly two pieces meet.
class Joiner {
 public:
  Joiner(int vertices, const std::vector<Piece>& pieces)
      : neighbours_(static_cast<std::size_t>(vertices)) {
    for (const auto& [a, b] : pieces) {
      neighbours(a).push_back(b);
      neighbours(b).push_back(a);
    }
  }

  /// Vertices of each line; a closed one repeats its first at the end. `order`: where to begin.
  std::vector<std::vector<int>> lines(const std::vector<int>& order) {
    std::vector<std::vector<int>> result;
    for (const int vertex : order)
      while (neighbours(vertex).size() % 2 == 1 || neighbours(vertex).size() > 2)
        result.push_back(walk(vertex));
    for (const int vertex : order)
      while (!neighbours(vertex).empty()) result.push_back(walk(vertex));
    return result;
  }

 private:
  std::vector<int>& neighbours(int vertex) { return neighbours_[static_cast<std::size_t>(vertex)]; }

  void remove(int from, int to) {
    auto& list = neighbours(from);
    list.erase(std::find(list.begin(), list.end(), to));
  }

  std::vector<int> walk(int start) {
    std::vector<int> line{start};
    for (int here = start;;) {
      const int next = neighbours(here).front();
      const bool ends = neighbours(next).size() != 2;
      remove(here, next);
      remove(next, here);
      line.push_back(next);
      here = next;
      if (ends || here == start) return line;
    }
  }

  std::vector<std::vector<int>> neighbours_;
};

bool before(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

ZeroCurve curve_of(const std::vector<int>& line, const Vertices& vertices, const Grid& grid) {
  ZeroCurve curve;
  curve.closed = line.size() > 2 && line.front() == line.back();
  curve.points.resize(2, static_cast<Eigen::Index>(line.size()) - (curve.closed ? 1 : 0));
  for (Eigen::Index k = 0; k < curve.points.cols(); ++k)
    curve.points.col(k) = grid.place(vertices.at(line[static_cast<std::size_t>(k)]));
  return curve;
}

/// Nodes that are zero, on no curve, and without a neighbour that is zero.
void add_isolated(const Grid& grid, const Vertices& vertices, std::vector<ZeroCurve>& curves) {
  for (Eigen::Index index = 0; index < grid.size(); ++index) {
    const Node node = grid.node(index);
    if (grid.value(node) != 0.0 || vertices.has_node(node)) continue;
    int zeros = 0;
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        zeros += grid.value(node + Node(Eigen::Vector2i(i, j))) == 0.0 ? 1 : 0;
    if (zeros == 1) curves.push_back({grid.place(node.cast<double>()), false});
  }
}

}  // namespace

std::vector<ZeroCurve> zeros_in_plane(const ScalarField& field, const Grid& grid,
                                      double tolerance) {
  Vertices vertices(field, grid, tolerance);
  std::vector<Piece> pieces;
  for (Eigen::Index index = 0; index < grid.size(); ++index) {
    const Node corner = grid.node(index);
    if (corner[0] + 1 < grid.count(0) && corner[1] + 1 < grid.count(1))
      march(field, grid, corner, vertices, pieces);
  }
  // Two cells see a piece along their common edge.
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  std::vector<int> order(static_cast<std::size_t>(vertices.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return before(vertices.at(a), vertices.at(b)); });
  std::vector<ZeroCurve> curves;
  for (const std::vector<int>& line : Joiner(vertices.size(), pieces).lines(order))
    curves.push_back(curve_of(line, vertices, grid));
  add_isolated(grid, vertices, curves);
  std::stable_sort(curves.begin(), curves.end(), [](const ZeroCurve& a, const ZeroCurve& b) {
    return before(a.points.col(0), b.points.col(0));
  });
  return curves;
}

}  // namespace carom::design
