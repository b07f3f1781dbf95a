// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every candidate is refined as smooth; one that should be an extremum and is not found so is
// searched for without derivatives, then again as smooth from there, and last as a kink.
#include "design/map/critical_points.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "design/map/critical_points_grid.h"
#include "design/map/critical_points_kink.h"
#include "design/map/critical_points_smooth.h"
#include "solver/decompositions.h"

namespace carom::design {
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
      // error that a kink gets where it is not known (critical_points_kink.cpp) are one in any
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
