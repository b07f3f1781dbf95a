// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One axis: nodes and extrema in order, and what happens between each and the next.
// Two axes: the sign of an exact zero counts as plus: a crossing at a node is then the same vertex
// for all its edges, and pieces between a vertex and itself are dropped.
// Method of a zero between two values of different signs: regula falsi with halved weights (the
// Illinois rule; Dowell & Jarratt, BIT 11 (1971) 168), every fourth step a bisection. Not TOMS 748
// (simulation/bracket.h): zeros would change in their last bits, and a field that has no value or
// jumps inside the bracket must end as no zero.
#include "design/map/zero_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "design/map/critical_points_grid.h"
#include "design/map/marching_squares.h"

namespace carom::design {
namespace {

/// Where f, given on [0, 1] with a change of sign between the ends, is zero; NaN at a jump, a pole
/// or a missing value.
template <class Function>
double zero_between(const Function& f, double at_low, double at_high, double tolerance) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  double low = 0.0, high = 1.0, weight_low = at_low, weight_high = at_high;
  const double ends = std::max(std::abs(at_low), std::abs(at_high));
  tolerance = std::max(tolerance, 4.0 * std::numeric_limits<double>::epsilon());
  for (int k = 0; k < 200; ++k) {
    const bool nearer_low = std::abs(at_low) < std::abs(at_high);
    if (high - low <= tolerance) {
      const double left = std::max(std::abs(at_low), std::abs(at_high));
      // On a bracket of 1e-9 a continuous f has fallen to about 1e-9 of its ends, and as t^¼ still
      // to 5e-3; at a jump or a pole it has not fallen.
      return left <= 1e-2 * ends ? (nearer_low ? low : high) : missing;
    }
    double t = low + (high - low) * weight_low / (weight_low - weight_high);
    // From the end that is nearer, step a little beyond the zero: the bracket then closes at once.
    t += (nearer_low ? 0.25 : -0.25) * tolerance;
    const double margin = 0.25 * tolerance;
    t = k % 4 == 3 ? (low + high) / 2.0 : std::clamp(t, low + margin, high - margin);
    const double here = f(t);
    if (here == 0.0) return t;
    if (!std::isfinite(here)) return missing;
    if ((here > 0.0) == (at_low > 0.0)) {
      low = t;
      at_low = weight_low = here;
      weight_high /= 2.0;
    } else {
      high = t;
      at_high = weight_high = here;
      weight_low /= 2.0;
    }
  }
  return missing;
}

// Of the largest value: zero, at an extremum or an end. Above the rounding of a field, and above a
// kink known to 1e-13 of a step; a field that misses zero by less is said to touch it.
constexpr double touches = 1e-12;

struct Sample {
  double at, value;
  bool node;  // of the grid: its value is zero only if exactly so
};

std::vector<Sample> samples_on_line(const ScalarField& field, const std::vector<GridAxis>& axes,
                                    const Eigen::VectorXd& values, const Grid& grid,
                                    double tolerance) {
  std::vector<Sample> samples;
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const double u = static_cast<double>(k);
    samples.push_back({grid.place(Eigen::VectorXd::Constant(1, u))[0], values[k], true});
  }
  if (values.size() < 3) return samples;
  // Ends of the range, also next to missing values: a zero may be a rounding beyond.
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const bool first = k == 0 || !std::isfinite(samples[k - 1].value);
    const bool last = k + 1 == samples.size() || !std::isfinite(samples[k + 1].value);
    if (first || last) samples[k].node = false;
  }
  for (const CriticalPoint& point :
       find_critical_points(field, axes, values, {.tolerance = tolerance})) {
    const auto same = [&](const Sample& sample) { return sample.at == point.at[0]; };
    const auto found = std::find_if(samples.begin(), samples.end(), same);
    if (found != samples.end()) {
      found->node = false;
    } else {
      samples.push_back({point.at[0], point.value, false});
    }
  }
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& a, const Sample& b) { return a.at < b.at; });
  return samples;
}

std::vector<ZeroCurve> zeros_on_line(const ScalarField& field, const std::vector<GridAxis>& axes,
                                     const Eigen::VectorXd& values, const Grid& grid,
                                     double tolerance) {
  std::vector<Sample> samples = samples_on_line(field, axes, values, grid, tolerance);
  const double small = touches * grid.largest();
  for (Sample& sample : samples)
    if (!sample.node && std::abs(sample.value) <= small) sample.value = 0.0;

  std::vector<ZeroCurve> result;
  const auto add = [&](double from, double to) {
    // A touching zero and a node beside it may be the same.
    if (!result.empty() && from - result.back().points.rightCols(1)(0) <= tolerance) return;
    ZeroCurve curve;
    curve.points.resize(1, from == to ? 1 : 2);
    curve.points(0, 0) = from;
    curve.points(0, curve.points.cols() - 1) = to;
    result.push_back(std::move(curve));
  };
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const Sample &here = samples[k], &next = samples[std::min(k + 1, samples.size() - 1)];
    if (here.value == 0.0) {
      std::size_t end = k;
      while (end + 1 < samples.size() && samples[end + 1].value == 0.0) ++end;
      add(here.at, samples[end].at);
      k = end;
    } else if (here.value * next.value < 0.0) {
      const double width = next.at - here.at;
      const auto between = [&](double t) {
        return field(Eigen::VectorXd::Constant(1, here.at + t * width));
      };
      const double t = zero_between(between, here.value, next.value, tolerance / width);
      if (std::isfinite(t)) add(here.at + t * width, here.at + t * width);
    }
  }
  return result;
}

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
  std::array<std::optional<int>, 4> crossed;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t next = (k + 1) % 4;
    if (plus[k] == plus[next]) continue;
    const bool forward = k < 2;  // edges 2 and 3 run backwards along their axes
    crossed[k] = forward ? vertices.on_edge(corners[k], corners[next])
                         : vertices.on_edge(corners[next], corners[k]);
  }
  const auto centre = [&]() -> std::optional<bool> {
    const double value = field(corner.cast<double>().array() + 0.5);
    return std::isfinite(value) ? std::optional(value >= 0.0) : std::nullopt;
  };
  for (const CellLine& line : lines_of_cell(plus, 4, centre)) {
    const auto &a = crossed[line.exit], &b = crossed[line.entry];
    if (a && b && *a != *b) pieces.emplace_back(std::min(*a, *b), std::max(*a, *b));
  }
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

/// `field` is in grid steps; `tolerance` in the axes' units.
std::vector<ZeroCurve> zeros_in_plane(const ScalarField& field, const Grid& grid,
                                      double tolerance) {
  Vertices vertices(field, grid, tolerance);
  std::vector<Piece> pieces;
  for (Eigen::Index index = 0; index < grid.size(); ++index) {
    const Node corner = grid.node(index);
    if (corner[0] + 1 < grid.count(0) && corner[1] + 1 < grid.count(1))
      march(field, grid, corner, vertices, pieces);
  }
  // Pieces are sorted and begun at the first place, so that the order of cells leaves no trace.
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

}  // namespace

std::vector<ZeroCurve> find_zero_curves(const ScalarField& field, const std::vector<GridAxis>& axes,
                                        const Eigen::VectorXd& values, double tolerance) {
  const std::string where = "find_zero_curves";
  std::vector<std::string> faults;
  if (!field) faults.push_back(where + ": field = none; expected a function; give the exact field");
  if (axes.empty())
    faults.push_back(where + ": number of axes = 0; expected 1 or more; name what varies");
  if (!(tolerance > 0.0) || !std::isfinite(tolerance)) {
    faults.push_back(where + ": tolerance = " + base::number(tolerance) +
                     "; expected a finite number > 0; 1e-9 suits most fields");
  }
  if (!faults.empty()) throw InvalidInput(faults);
  if (axes.size() > 2) return {};
  const Grid grid(where, axes, values, 2);
  if (axes.size() == 1) return zeros_on_line(field, axes, values, grid, tolerance);
  return zeros_in_plane(grid.in_steps(field), grid, tolerance);
}

}  // namespace carom::design
