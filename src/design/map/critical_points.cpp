// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every candidate is refined as smooth; one that should be an extremum and is not found so is
// searched for without derivatives, then again as smooth from there, and last as a kink.
#include "design/map/critical_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/text.h"
#include "carom/error.h"
#include "design/map/critical_points_grid.h"
#include "design/map/critical_points_smooth.h"
#include "solver/decompositions.h"

namespace carom::design {

// Extrema at kinks, such as the zeros of |g|. Input: the field in grid steps and the node that is
// lowest (or highest) among its neighbours. Output: the point, with an estimate of its error.
// Method, one axis: golden section, checked by the crossing of two parabolas, one from either side.
// More axes: Nelder & Mead (Comput. J. 7 (1965) 308), begun again from its end until that stays; a
// search from beside that ends elsewhere at the same height tells a valley.
// Accepted is only a point at which the field is continuous and rises along every axis, both ways.
// Lengths are in grid steps. Near a kink a field changes in proportion to the distance, so that a
// comparison of values finds it to the rounding of the values over the slope.

struct KinkPoint {
  enum class Ending { found, valley, none };
  Ending ending = Ending::none;
  Eigen::VectorXd at;  ///< In grid steps.
  double value = 0.0;
  double uncertainty = 0.0;
};

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Where searches end: u, up to some hundred steps, is itself rounded to some 1e-14, and below that
// they only repeat.
constexpr double finest = 1e-13;

/// The field within a step of a node and `margin` of the grid; infinite outside, and where it has
/// no value.
struct Walled {
  const ScalarField& field;
  Eigen::VectorXd low, high;

  Walled(const ScalarField& inner, const Eigen::VectorXd& node, const Eigen::VectorXd& last,
         double margin = 0.0)
      : field(inner),
        low((node.array() - 1.0).max(-margin)),
        high((node.array() + 1.0).min(last.array() + margin)) {}

  double operator()(const Eigen::VectorXd& u) const {
    if ((u.array() < low.array()).any() || (u.array() > high.array()).any()) return infinity;
    const double value = field(u);
    return std::isnan(value) ? infinity : value;
  }
};

Eigen::VectorXd line(double u) { return Eigen::VectorXd::Constant(1, u); }

double golden_section(const Walled& field, double low, double high, double tolerance) {
  const double ratio = (std::sqrt(5.0) - 1.0) / 2.0;
  double left = high - ratio * (high - low), right = low + ratio * (high - low);
  double at_left = field(line(left)), at_right = field(line(right));
  for (int k = 0; k < 100 && high - low > tolerance; ++k) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - ratio * (high - low);
      at_left = field(line(left));
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + ratio * (high - low);
      at_right = field(line(right));
    }
  }
  return at_left < at_right ? left : right;
}

struct Vertex {
  Eigen::VectorXd at;
  double value;
};

/// Nelder & Mead's search from a simplex of the given size; a negative size points it backwards.
class Simplex {
 public:
  Simplex(const Walled& field, const Eigen::VectorXd& start, double size) : field_(field) {
    vertices_.push_back({start, field(start)});
    for (Eigen::Index i = 0; i < start.size(); ++i) {
      Eigen::VectorXd at = start;
      at[i] += size;
      if (at[i] < field.low[i] || at[i] > field.high[i]) at[i] = start[i] - size;
      // The others follow a little, so that no edge lies along an axis.
      for (Eigen::Index j = 0; j < start.size(); ++j)
        if (j != i) at[j] += 0.2 * size * (i < j ? 1.0 : -1.0);
      vertices_.push_back({at, field(at)});
    }
  }

  Vertex search(double tolerance) {
    const int most = 250 * static_cast<int>(vertices_.size());
    for (int k = 0; k < most; ++k) {
      std::stable_sort(vertices_.begin(), vertices_.end(),
                       [](const Vertex& a, const Vertex& b) { return a.value < b.value; });
      if (size() <= tolerance) break;
      step();
    }
    return vertices_.front();
  }

 private:
  double size() const {
    double result = 0.0;
    for (const Vertex& vertex : vertices_)
      result = std::max(result, largest(vertex.at - vertices_.front().at));
    return result;
  }

  void step() {
    const std::size_t last = vertices_.size() - 1;
    Eigen::VectorXd centre = Eigen::VectorXd::Zero(vertices_.front().at.size());
    for (std::size_t k = 0; k < last; ++k) centre += vertices_[k].at / static_cast<double>(last);
    Vertex& worst = vertices_[last];
    const auto probe = [&](double factor) {
      const Eigen::VectorXd at = centre + factor * (centre - worst.at);
      return Vertex{at, field_(at)};
    };
    // Reflected; if that is best of all, twice as far; if it is still worst, half as far.
    Vertex moved = probe(1.0);
    if (moved.value < vertices_.front().value) {
      const Vertex farther = probe(2.0);
      worst = farther.value < moved.value ? farther : moved;
    } else if (moved.value < vertices_[last - 1].value) {
      worst = moved;
    } else {
      const Vertex nearer = probe(moved.value < worst.value ? 0.5 : -0.5);
      if (nearer.value < std::min(moved.value, worst.value)) {
        worst = nearer;
      } else {
        shrink();
      }
    }
  }

  void shrink() {
    for (std::size_t k = 1; k < vertices_.size(); ++k) {
      vertices_[k].at = (vertices_[k].at + vertices_[0].at) / 2.0;
      vertices_[k].value = field_(vertices_[k].at);
    }
  }

  const Walled& field_;
  std::vector<Vertex> vertices_;
};

/// Does the field rise from u both ways along every axis, without a jump?
bool is_continuous_minimum(const ScalarField& field, const Eigen::VectorXd& u, double value) {
  // Far: well above the error of the point (1e-5 at most), small enough that the kink outweighs
  // the rest of the field. Near: the rise at a kink shrinks with the distance, here to 1e-4 of
  // that at far, and at a jump it stays; half of it lies between, for cusps as well.
  constexpr double far = 1e-3, near = 1e-7;
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * std::abs(value);
  for (Eigen::Index i = 0; i < u.size(); ++i) {
    for (const double sign : {-1.0, 1.0}) {
      const Eigen::VectorXd axis = sign * Eigen::VectorXd::Unit(u.size(), i);
      const double rise = field(u + far * axis) - value, beside = field(u + near * axis) - value;
      const bool rises = rise > rounding && beside >= -rounding;
      if (!rises || !(beside <= 0.5 * rise)) return false;
    }
  }
  return true;
}

/// Where parabolas through three values on either side of u cross, near u; NaN if they do not.
double crossing(const ScalarField& field, double u) {
  // Truncation of an extrapolated value, d³ ~ 1e-12, is then above its rounding, 1e-15, and below
  // the usual tolerance, 1e-9; so is that of the crossing, for slopes of size 1.
  constexpr double d = 1e-4;
  const auto parabola = [&](double sign) {
    // Value, slope and curvature at u, extrapolated from d, 2d and 3d beside it.
    const double a = field(line(u + sign * d)), b = field(line(u + 2.0 * sign * d)),
                 c = field(line(u + 3.0 * sign * d));
    const double second = (a - 2.0 * b + c) / (d * d);
    const double first = sign * (-5.0 * a + 8.0 * b - 3.0 * c) / (2.0 * d);
    return std::array{3.0 * a - 3.0 * b + c, first, second};
  };
  // Newton's method on left(s) − right(s) = 0, begun at u.
  const std::array left = parabola(-1.0), right = parabola(1.0);
  double shift = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double gap =
        left[0] - right[0] + shift * (left[1] - right[1] + shift * (left[2] - right[2]) / 2.0);
    shift -= gap / (left[1] - right[1] + shift * (left[2] - right[2]));
  }
  return u + shift;
}

KinkPoint find_on_line(const Walled& walled, const Eigen::VectorXd& start) {
  // Ten times the 1e-4 to which the start is known.
  constexpr double around = 1e-3;
  KinkPoint result;
  const double u = golden_section(walled, std::max(start[0] - around, walled.low[0]),
                                  std::min(start[0] + around, walled.high[0]), finest);
  result.at = line(u);
  result.value = walled(result.at);
  const double crossed = crossing(walled.field, u);
  // A tenth of the parabolas' step: two smooth sides cross much nearer to u (d³), and a crossing
  // farther away is extrapolated from sides that are no parabolas.
  if (std::abs(crossed - u) < 1e-5) {
    const double there = walled(line(crossed));
    result.uncertainty = std::abs(crossed - u);
    if (there < result.value) {
      result.at = line(crossed);
      result.value = there;
    }
  } else {
    // Not two smooth sides: a cusp, or a jump of the curvature. How far the crossing is away says
    // nothing then; the limit above stands for it.
    result.uncertainty = 1e-5;
  }
  result.ending = KinkPoint::Ending::found;
  return result;
}

/// Does a search from beside end elsewhere at the same height?
bool is_valley(const Walled& walled, const Vertex& lowest) {
  constexpr double elsewhere = 0.03, beside = 0.3;
  for (Eigen::Index i = 0; i < lowest.at.size(); ++i) {
    for (const double sign : {-1.0, 1.0}) {
      const Eigen::VectorXd start =
          lowest.at + sign * beside * Eigen::VectorXd::Unit(lowest.at.size(), i);
      const double height = walled(start) - lowest.value;
      if (!std::isfinite(height)) continue;
      // First coarsely: a search that comes back to the point needs no more.
      Simplex simplex(walled, start, sign * beside / 3.0);
      if (largest(simplex.search(elsewhere / 3.0).at - lowest.at) <= elsewhere) continue;
      // The height is then good to about 1e-8 slopes, below the share of `height` (0.3 slopes) that
      // counts as the same; a minimum of its own is lower or higher by a share that can be seen.
      const Vertex end = simplex.search(1e-8);
      if (largest(end.at - lowest.at) > elsewhere && end.value - lowest.value <= 1e-6 * height)
        return true;
    }
  }
  return false;
}

KinkPoint find_in_space(const Walled& walled, const Eigen::VectorXd& start) {
  KinkPoint result;
  // A simplex may collapse across the kink before it reaches the minimum along it: begun again from
  // its end, turned round, until the end stays.
  Vertex lowest{start, walled(start)};
  double size = 0.02, moved = 0.0;
  for (int round = 0; round < 6; ++round) {
    const Vertex next = Simplex(walled, lowest.at, round % 2 == 0 ? size : -size).search(finest);
    moved = largest(next.at - lowest.at);
    lowest = next;
    // At least the error of the start (1e-4), or the new simplex is as collapsed as the old one.
    // The end stays when it moves by a tenth of the usual tolerance, far above `finest`.
    size = std::clamp(10.0 * moved, 1e-4, 0.1);
    if (round > 0 && moved < 1e-10) break;
  }
  result.at = lowest.at;
  result.value = lowest.value;
  result.uncertainty = std::max(moved, finest);
  if (!std::isfinite(result.value)) return result;
  result.ending = KinkPoint::Ending::found;
  return result;
}

}  // namespace

/// The lowest point of `field` within a step of `node` and in the box 0 ≤ u ≤ `last`, to about
/// `tolerance`: no more than a start for a better search.
Eigen::VectorXd lowest_point(const ScalarField& field, const Eigen::VectorXd& node,
                             const Eigen::VectorXd& last, double tolerance) {
  const Walled walled(field, node, last);
  if (node.size() == 1)
    return line(golden_section(walled, walled.low[0], walled.high[0], tolerance));
  return Simplex(walled, node, 0.5).search(tolerance).at;
}

/// A minimum of `field` near `start`, which lowest_point() gave for `node`.
KinkPoint find_kink(const ScalarField& field, const Eigen::VectorXd& node,
                    const Eigen::VectorXd& last, const Eigen::VectorXd& start) {
  const Walled walled(field, node, last);
  if (node.size() == 1) {
    KinkPoint result = find_on_line(walled, start);
    if (!is_continuous_minimum(field, result.at, result.value))
      result.ending = KinkPoint::Ending::none;
    return result;
  }
  KinkPoint result = find_in_space(walled, start);
  if (result.ending == KinkPoint::Ending::none) return result;
  // Beyond the border too: a valley may cut only a corner of the box.
  if (is_valley(Walled(field, node, last, 0.5), {result.at, result.value})) {
    result.ending = KinkPoint::Ending::valley;
  } else if (!is_continuous_minimum(field, result.at, result.value)) {
    result.ending = KinkPoint::Ending::none;
  }
  return result;
}

namespace {

using PointKind = CriticalPoint::Kind;

// In the axes' units: the usual error of a point (CriticalOptions::tolerance). Nearer to the
// border, on which side of it a point lies is not known.
constexpr double on_border = 1e-9;

void check(const ScalarField& field, const std::vector<GridAxis>& axes,
           const CriticalOptions& options) {
  const std::string where = "find_critical_points: ";
  std::vector<std::string> faults;
  if (!field) faults.push_back(where + "field = none; expected a function; give the exact field");
  if (axes.empty() || axes.size() > 4) {
    faults.push_back(where + "number of axes = " + std::to_string(axes.size()) +
                     "; expected 1 to 4; fix the other variables");
  }
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    faults.push_back(where + "tolerance = " + base::number(options.tolerance) +
                     "; expected a finite number > 0; 1e-9 suits most fields");
  }
  if (options.max_points < 1) {
    faults.push_back(where + "max_points = " + std::to_string(options.max_points) +
                     "; expected 1 or more; 1000 suits most fields");
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

struct KnownKink : KinkPoint {
  int sign;  // −1: of the field upside down
};

class Search {
 public:
  Search(const ScalarField& field, const Grid& grid, const CriticalOptions& options)
      : grid_(grid), options_(options), field_(grid.in_steps(field)), last_(grid.dimensions()) {
    for (int i = 0; i < grid.dimensions(); ++i) last_[i] = grid.count(i) - 1;
    smooth_.tolerance = options.tolerance / grid.steps().maxCoeff();
  }

  std::vector<CriticalPoint> run() {
    // Extrema of the grid come first, cells last: they count where nothing else was found.
    for (const Candidate& candidate : critical_candidates(grid_)) {
      if (static_cast<int>(result_.size()) >= options_.max_points) break;
      if (candidate.cell && has_point(candidate.node)) continue;
      if (!refine_smooth(candidate.start, candidate.sign) && candidate.sign != 0)
        refine_extremum(candidate);
    }
    std::sort(result_.begin(), result_.end(), [](const CriticalPoint& a, const CriticalPoint& b) {
      if (a.value != b.value) return a.value < b.value;
      return std::lexicographical_compare(a.at.begin(), a.at.end(), b.at.begin(), b.at.end());
    });
    return std::move(result_);
  }

 private:
  /// True: the candidate is explained.
  bool refine_smooth(const Eigen::VectorXd& start, int sign) {
    const SmoothPoint point = find_smooth_point(field_, start, smooth_, known_);
    if (point.ending == SmoothPoint::Ending::none) return false;
    if (point.ending == SmoothPoint::Ending::valley) {
      known_.push_back(point);
      return true;
    }
    if (point.ending == SmoothPoint::Ending::found) add_smooth(point);
    const PointKind wanted = sign > 0 ? PointKind::minimum : PointKind::maximum;
    return sign == 0 || point.kind == wanted || point.kind == PointKind::degenerate;
  }

  void refine_extremum(const Candidate& candidate) {
    const ScalarField upright = [this, sign = candidate.sign](const Eigen::VectorXd& u) {
      return sign * field_(u);
    };
    // Newton's method did not explain the extremum that the grid shows: it began too far away, or
    // there is a kink. A coarse search without derivatives tells where; then smooth again, and
    // last as a kink.
    // The tolerance, in grid steps, is a tenth of what tells kinks apart (met_before), and
    // well within the reach of Newton's method.
    const Eigen::VectorXd start = lowest_point(upright, candidate.node, last_, 1e-4);
    if (leaves(start) || met_before(upright, candidate, start)) return;
    if (refine_smooth(start, candidate.sign)) return;
    const KinkPoint kink = find_kink(upright, candidate.node, last_, start);
    if (kink.ending == KinkPoint::Ending::none) return;
    kinks_.push_back({kink, candidate.sign});
    if (kink.ending == KinkPoint::Ending::found) add_kink(kink, candidate.sign);
  }

  /// `u`, to 1e-4 of a step, is the same kink, or on a valley: near one of its points, as low.
  bool met_before(const ScalarField& upright, const Candidate& candidate,
                  const Eigen::VectorXd& u) const {
    // Grid steps, and a share of the descent from the node. A choice: the coarse search ends about
    // 1e-4 slopes too high and descends by up to one slope, which leaves a factor of 100 for nodes
    // near the kink.
    constexpr double along_valley = 3.0, as_low = 1e-2;
    const double value = upright(u), start = upright(candidate.node);
    return std::any_of(kinks_.begin(), kinks_.end(), [&](const KnownKink& kink) {
      const double apart = largest(kink.at - u);
      // Grid steps: ten times what the coarse search leaves, far below what the grid tells apart.
      if (kink.ending == KinkPoint::Ending::found) return apart < 1e-3;
      return kink.sign == candidate.sign && apart < along_valley &&
             value - kink.value <= as_low * (start - kink.value);
    });
  }

  /// Found in the cell, or half a step around it.
  bool has_point(const Eigen::VectorXd& centre) const {
    const auto is_near = [&](const auto& point) { return largest(point.at - centre) < 1.0; };
    return std::any_of(known_.begin(), known_.end(), is_near) ||
           std::any_of(kinks_.begin(), kinks_.end(), is_near);
  }

  /// The field falls towards the border; not asked for one axis, where the search costs little.
  bool leaves(const Eigen::VectorXd& u) const {
    // Grid steps: ten times what the coarse search leaves, so a fall to the border ends within.
    constexpr double border = 1e-3;
    return u.size() > 1 && std::min(u.minCoeff(), (last_ - u).minCoeff()) < border;
  }

  void add_smooth(const SmoothPoint& point) {
    known_.push_back(point);
    CriticalPoint result;
    result.kind = point.kind;
    result.smooth = true;
    result.value = point.value;
    const Eigen::VectorXd scale = grid_.steps().cwiseInverse();
    const Eigen::MatrixXd hessian = scale.asDiagonal() * point.hessian * scale.asDiagonal();
    result.hessian_eigenvalues = solver::eigenvalues(hessian);
    add(std::move(result), point.at, point.uncertainty);
  }

  void add_kink(const KinkPoint& kink, int sign) {
    CriticalPoint result;
    result.kind = sign > 0 ? PointKind::minimum : PointKind::maximum;
    result.value = sign * kink.value;
    add(std::move(result), kink.at, kink.uncertainty);
  }

  /// Unless outside the box, on its border without a gradient, or there already.
  void add(CriticalPoint point, const Eigen::VectorXd& u, double uncertainty) {
    point.at = grid_.place(u);
    point.uncertainty = uncertainty * grid_.steps().maxCoeff();
    for (int i = 0; i < grid_.dimensions(); ++i) {
      const double inside = std::min(u[i], last_[i] - u[i]) * grid_.step(i);
      if (inside < (point.smooth ? -on_border : on_border)) return;
    }
    const Eigen::VectorXd clamped = u.cwiseMax(0.0).cwiseMin(last_);
    point.at = grid_.place(clamped);
    for (CriticalPoint& other : result_) {
      // Grid steps. An uncertainty is an estimate and may be too small: points nearer than the
      // error that a kink gets where it is not known (find_on_line) are one in any
      // case.
      const double same =
          std::max(1e-5, 3.0 * (point.uncertainty + other.uncertainty) / grid_.steps().maxCoeff());
      if (largest((other.at - point.at).cwiseQuotient(grid_.steps())) > same) continue;
      if (point.uncertainty < other.uncertainty) other = point;
      return;
    }
    result_.push_back(std::move(point));
  }

  const Grid& grid_;
  CriticalOptions options_;
  ScalarField field_;
  Eigen::VectorXd last_;  // node
  SmoothSearch smooth_;
  std::vector<SmoothPoint> known_;
  std::vector<KnownKink> kinks_;
  std::vector<CriticalPoint> result_;
};

}  // namespace

std::vector<CriticalPoint> find_critical_points(const ScalarField& field,
                                                const std::vector<GridAxis>& axes,
                                                const Eigen::VectorXd& values,
                                                const CriticalOptions& options) {
  check(field, axes, options);
  const Grid grid("find_critical_points", axes, values, 3);
  return Search(field, grid, options).run();
}

}  // namespace carom::design

namespace carom {

std::string to_string(CriticalPoint::Kind kind) {
  switch (kind) {
    case CriticalPoint::Kind::minimum: return "minimum";
    case CriticalPoint::Kind::maximum: return "maximum";
    case CriticalPoint::Kind::saddle: return "saddle";
    case CriticalPoint::Kind::degenerate: return "degenerate";
  }
  return "degenerate";
}

}  // namespace carom
