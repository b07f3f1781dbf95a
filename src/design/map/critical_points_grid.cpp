// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Differences of order 2 between nodes; missing values give no candidate by slope, and do not count
// as neighbours.
#include "design/map/critical_points_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"
#include "carom/error.h"
#include "solver/decompositions.h"

namespace carom::design {
namespace {

using base::number;

std::vector<std::string> axis_faults(const std::string& where, const GridAxis& axis,
                                     int least_count) {
  std::vector<std::string> faults;
  const std::string here = where + ": axis '" + axis.name + "': ";
  if (axis.count < least_count) {
    faults.push_back(here + "count = " + std::to_string(axis.count) + "; expected " +
                     std::to_string(least_count) + " or more; refine the grid");
  }
  if (!std::isfinite(axis.from) || !std::isfinite(axis.to) || axis.from >= axis.to) {
    faults.push_back(here + "from = " + number(axis.from) + ", to = " + number(axis.to) +
                     "; expected finite numbers with from < to; set the range of the axis");
  }
  return faults;
}

void check(const std::string& where, const std::vector<GridAxis>& axes,
           const Eigen::VectorXd& values, int least_count) {
  std::vector<std::string> faults;
  double nodes = 1.0;
  for (const GridAxis& axis : axes) {
    for (const std::string& fault : axis_faults(where, axis, least_count)) faults.push_back(fault);
    nodes *= axis.count;
  }
  if (static_cast<double>(values.size()) != nodes) {
    faults.push_back(where + ": number of values = " + std::to_string(values.size()) +
                     "; expected " + number(nodes, 17) +
                     ", the product of the counts; give one value per node, the last axis fastest");
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

/// Calls visit(offset) for every offset in {low, …, high}ⁿ, in order.
template <class Visit>
void for_each_offset(int dimensions, int low, int high, const Visit& visit) {
  Node offset = Node::Constant(dimensions, low);
  for (;;) {
    visit(offset);
    int axis = dimensions - 1;
    while (axis >= 0 && offset[axis] == high) offset[axis--] = low;
    if (axis < 0) return;
    ++offset[axis];
  }
}

/// +1 at a minimum, −1 at a maximum, 0 elsewhere; a plateau is neither.
int extremum_sign(const Grid& grid, const Node& node) {
  const double here = grid.value(node);
  bool higher = false, lower = false;
  for_each_offset(grid.dimensions(), -1, 1, [&](const Node& offset) {
    const double there = grid.value(node + offset);
    higher = higher || there > here;
    lower = lower || there < here;
  });
  return higher == lower ? 0 : (higher ? 1 : -1);
}

/// Vertex of the parabola around an inner node.
struct GridVertex {
  Eigen::VectorXd shift;  // from the node
  int descending = 0;     // negative eigenvalues of the Hessian
};

std::optional<GridVertex> vertex(const Grid& grid, const Node& node) {
  const int n = grid.dimensions();
  const double here = grid.value(node);
  Eigen::VectorXd gradient(n);
  Eigen::MatrixXd hessian(n, n);
  const auto at = [&](int i, int di, int j, int dj) {
    Node there = node;
    there[i] += di;
    there[j] += dj;
    return grid.value(there);
  };
  for (int i = 0; i < n; ++i) {
    const double ahead = at(i, 1, i, 0), behind = at(i, -1, i, 0);
    gradient[i] = (ahead - behind) / 2.0;
    hessian(i, i) = ahead + behind - 2.0 * here;
    for (int j = 0; j < i; ++j) {
      hessian(i, j) = hessian(j, i) =
          (at(i, 1, j, 1) + at(i, -1, j, -1) - at(i, 1, j, -1) - at(i, -1, j, 1)) / 4.0;
    }
  }
  if (!gradient.allFinite() || !hessian.allFinite()) return std::nullopt;
  const auto shift = solver::solve_invertible(hessian, gradient);
  if (!shift) return std::nullopt;
  const Eigen::VectorXd curvatures = solver::eigenvalues(hessian);
  return GridVertex{-*shift, static_cast<int>((curvatures.array() < 0.0).count())};
}

/// Within a step of the node; next to the border, where no other node sees it, a half more.
bool is_near(const Grid& grid, const Node& node, const Eigen::VectorXd& shift) {
  for (int i = 0; i < grid.dimensions(); ++i) {
    const double below = node[i] == 1 ? 1.5 : 1.0;
    const double above = node[i] == grid.count(i) - 2 ? 1.5 : 1.0;
    if (shift[i] < -below || shift[i] > above) return false;
  }
  return true;
}

std::optional<GridVertex> near_vertex(const Grid& grid, const Node& node) {
  auto result = vertex(grid, node);
  if (result && !is_near(grid, node, result->shift)) result.reset();
  return result;
}

struct Seen {
  Candidate candidate;
  int descending;

  double distance() const { return (candidate.start - candidate.node).cwiseAbs().maxCoeff(); }
};

/// Without those that a nearer node sees at about the same place, curved the same ways.
std::vector<Candidate> nearest(std::vector<Seen> seen) {
  constexpr double same = 0.3;
  std::stable_sort(seen.begin(), seen.end(),
                   [](const Seen& a, const Seen& b) { return a.distance() < b.distance(); });
  std::vector<Seen> kept;
  for (Seen& next : seen) {
    const bool again = std::any_of(kept.begin(), kept.end(), [&](const Seen& other) {
      return other.descending == next.descending &&
             (other.candidate.start - next.candidate.start).cwiseAbs().maxCoeff() < same;
    });
    if (!again) kept.push_back(std::move(next));
  }
  std::vector<Candidate> result;
  for (Seen& one : kept) result.push_back(std::move(one.candidate));
  return result;
}

/// Difference along an axis at a node, one-sided at the border and next to missing values.
double slope(const Grid& grid, const Node& node, int axis) {
  Node next = node, last = node;
  ++next[axis];
  --last[axis];
  const double here = grid.value(node), ahead = grid.value(next), behind = grid.value(last);
  if (std::isnan(here)) return here;
  if (std::isnan(ahead)) return here - behind;
  if (std::isnan(behind)) return ahead - here;
  return (ahead - behind) / 2.0;
}

/// Where in or near the cell above `node` the gradient may vanish: each of its components changes
/// sign among the corners, and the linear field fitted to them is zero within two steps of the
/// centre.
std::optional<Eigen::VectorXd> zero_in_cell(const Grid& grid, const Node& node) {
  const int n = grid.dimensions();
  const double corners = std::pow(2.0, n);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(n, n);
  for (int axis = 0; axis < n; ++axis) {
    double low = 0.0, high = 0.0;
    bool complete = true, zero = false;
    for_each_offset(n, 0, 1, [&](const Node& offset) {
      const double s = slope(grid, node + offset, axis);
      complete = complete && !std::isnan(s);
      zero = zero || s == 0.0;
      low = std::min(low, s);
      high = std::max(high, s);
      mean[axis] += s / corners;
      change.row(axis) += 4.0 * s * (offset.cast<double>().array() - 0.5).matrix() / corners;
    });
    const bool changes = (low < 0.0 && high > 0.0) || (zero && low != high);
    if (!complete || !changes) return std::nullopt;
  }
  const Eigen::VectorXd centre = node.cast<double>().array() + 0.5;
  const auto back = solver::solve_invertible(change, mean);
  if (!back) return centre;
  const Eigen::VectorXd shift = -*back;
  if (shift.cwiseAbs().maxCoeff() > 2.0) return std::nullopt;
  return Eigen::VectorXd(centre + shift);
}

}  // namespace

Grid::Grid(const std::string& where, const std::vector<GridAxis>& axes,
           const Eigen::VectorXd& values, int least_count)
    : axes_(axes), steps_(static_cast<Eigen::Index>(axes.size())), values_(values) {
  check(where, axes, values, least_count);
  for (Eigen::Index i = 0; i < steps_.size(); ++i) {
    const GridAxis& axis = axes_[static_cast<std::size_t>(i)];
    steps_[i] = (axis.to - axis.from) / (axis.count - 1);
  }
  for (double& value : values_)
    if (!std::isfinite(value)) value = std::numeric_limits<double>::quiet_NaN();
}

Node Grid::node(Eigen::Index index) const {
  Node result(dimensions());
  for (int i = dimensions() - 1; i >= 0; --i) {
    result[i] = static_cast<int>(index % count(i));
    index /= count(i);
  }
  return result;
}

double Grid::value(const Node& node) const {
  Eigen::Index index = 0;
  for (int i = 0; i < dimensions(); ++i) {
    if (node[i] < 0 || node[i] >= count(i)) return std::numeric_limits<double>::quiet_NaN();
    index = index * count(i) + node[i];
  }
  return values_[index];
}

Eigen::VectorXd Grid::place(const Eigen::VectorXd& u) const {
  Eigen::VectorXd result(u.size());
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    const GridAxis& axis = axes_[static_cast<std::size_t>(i)];
    result[i] = u[i] == axis.count - 1
                    ? axis.to
                    : axis.from + u[i] * (axis.to - axis.from) / (axis.count - 1);
  }
  return result;
}

ScalarField Grid::in_steps(const ScalarField& field) const {
  return [this, &field](const Eigen::VectorXd& u) { return field(place(u)); };
}

double Grid::largest() const {
  double result = 0.0;
  for (const double value : values_) result = std::max(result, std::abs(value));
  return result;
}

std::vector<Candidate> critical_candidates(const Grid& grid) {
  std::vector<Candidate> extrema, cells;
  std::vector<Seen> others;
  for (Eigen::Index index = 0; index < grid.size(); ++index) {
    const Node node = grid.node(index);
    if (std::isnan(grid.value(node))) continue;
    const Eigen::VectorXd here = node.cast<double>();
    const auto seen = near_vertex(grid, node);
    const Eigen::VectorXd start = seen ? Eigen::VectorXd(here + seen->shift) : here;
    const int sign = extremum_sign(grid, node);
    if (sign != 0) {
      extrema.push_back({start, here, sign, false});
    } else if (seen) {
      others.push_back({{start, here, 0, false}, seen->descending});
    }
    if (const auto zero = zero_in_cell(grid, node))
      cells.push_back({*zero, here.array() + 0.5, 0, true});
  }
  for (Candidate& candidate : nearest(std::move(others))) extrema.push_back(std::move(candidate));
  extrema.insert(extrema.end(), cells.begin(), cells.end());
  return extrema;
}

}  // namespace carom::design
