// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's step uses the pseudo-inverse of H, so that valleys do not send it far. An eigenvalue is
// none when it is below the rounding of the differences, or below a tiny share of the change of the
// field over half a grid step. A point with such an eigenvalue is on a valley if the field, minimal
// across, is the same a quarter of a step along its eigenvector.
#include "design/map/critical_points_smooth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solver/decompositions.h"

namespace carom::design {
namespace {

// Gradient and Hessian of a scalar field that can only be asked for values.
// Input: the field, a point, one step for all variables (scale them alike). Output: derivatives by
// central differences of order 8 along the axes; mixed ones from the diagonals,
//   f_ij = (D²f[e_i + e_j] − f_ii − f_jj)/2.
// Source of the weights: B. Fornberg, Math. Comp. 51 (1988) 699, table 1.
// Along a direction d with step h, order 8:
//   f'  ≈ Σ_k a_k (f(+k h d) − f(−k h d))/h,           a = 4/5, −1/5, 4/105, −1/280
//   f'' ≈ Σ_k b_k (f(+k h d) + f(−k h d) − 2 f(0))/h²,  b = 8/5, −1/5, 8/315, −1/560.

struct FieldDerivatives {
  bool finite = false;  ///< False: some value was missing; the rest is then not to be used.
  double step = 0.0;
  double value = 0.0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;  ///< Empty if not asked for.
  double spread = 0.0;      ///< Largest |f − value| among the values asked for.
  double rounding = 0.0;    ///< One unit of rounding of the largest value asked for.
};

constexpr std::array first_weights{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
constexpr std::array second_weights{8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};

struct Along {
  double first = 0.0, second = 0.0;
};

// Derivatives along `direction`; notes the spread and the rounding of the values in `seen`.
Along along(const ScalarField& field, const Eigen::VectorXd& at, const Eigen::VectorXd& direction,
            FieldDerivatives& seen) {
  Along result;
  for (std::size_t k = 0; k < first_weights.size(); ++k) {
    const double distance = static_cast<double>(k + 1) * seen.step;
    const double ahead = field(at + distance * direction),
                 behind = field(at - distance * direction);
    if (!std::isfinite(ahead) || !std::isfinite(behind)) {
      seen.finite = false;
      return result;
    }
    const double up = ahead - seen.value, down = behind - seen.value;
    seen.spread = std::max({seen.spread, std::abs(up), std::abs(down)});
    seen.rounding = std::max({seen.rounding, std::abs(ahead), std::abs(behind)});
    result.first += first_weights[k] * (up - down);
    result.second += second_weights[k] * (up + down);
  }
  result.first /= seen.step;
  result.second /= seen.step * seen.step;
  return result;
}

void mixed_derivatives(const ScalarField& field, const Eigen::VectorXd& at,
                       FieldDerivatives& result) {
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::VectorXd diagonal =
          Eigen::VectorXd::Unit(at.size(), i) + Eigen::VectorXd::Unit(at.size(), j);
      const Along slope = along(field, at, diagonal, result);
      if (!result.finite) return;
      result.hessian(i, j) = (slope.second - result.hessian(i, i) - result.hessian(j, j)) / 2.0;
      result.hessian(j, i) = result.hessian(i, j);
    }
  }
}

/// Asks for 1 + 8n values, and 4n(n − 1) more with the Hessian; the farthest is 4 steps away.
FieldDerivatives field_derivatives(const ScalarField& field, const Eigen::VectorXd& at, double step,
                                   bool with_hessian = true) {
  FieldDerivatives result;
  result.step = step;
  result.value = field(at);
  result.finite = std::isfinite(result.value);
  if (!result.finite) return result;
  result.rounding = std::abs(result.value);
  result.gradient.setZero(at.size());
  if (with_hessian) result.hessian.setZero(at.size(), at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const Along slope = along(field, at, Eigen::VectorXd::Unit(at.size(), i), result);
    if (!result.finite) return result;
    result.gradient[i] = slope.first;
    if (with_hessian) result.hessian(i, i) = slope.second;
  }
  if (with_hessian) mixed_derivatives(field, at, result);
  result.rounding *= std::numeric_limits<double>::epsilon();
  return result;
}

/// The same with the step halved, a few times, until all values exist.
FieldDerivatives finite_derivatives(const ScalarField& field, const Eigen::VectorXd& at,
                                    double step) {
  constexpr int halvings = 6;
  FieldDerivatives result = field_derivatives(field, at, step);
  for (int k = 0; k < halvings && !result.finite && !std::isnan(result.value); ++k) {
    step /= 2.0;
    result = field_derivatives(field, at, step);
  }
  return result;
}

using Ending = SmoothPoint::Ending;

// Of the change of the field: no curvature. Truncation of the differences with the first step,
// h⁸ = 0.125⁸ ~ 1e-7, cannot be told from it.
constexpr double tiny_share = 1e-7;
constexpr double known_radius = 0.02;  // grid steps: Newton's method would end there
constexpr int most_iterations = 60;    // enough for a root of ∇f of order 3 (rate 2/3)

/// Curvature λ that differences with these values cannot tell from none: below their rounding ε/h²;
/// or such that the error ε/(hλ) of the point, by the third derivative, changes λ as much.
double no_curvature(const FieldDerivatives& at, double spread) {
  return std::max({4.0 * tiny_share * spread, 20.0 * at.rounding / (at.step * at.step),
                   20.0 * std::sqrt(spread * at.rounding / at.step)});
}

/// −H⁺g without eigenvalues up to `least`.
Eigen::VectorXd newton_step(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient,
                            double least) {
  const solver::Eigensystem system = solver::eigensystem(hessian);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(gradient.size());
  for (Eigen::Index k = 0; k < gradient.size(); ++k) {
    const double curvature = system.values[k];
    const Eigen::VectorXd direction = system.vectors.col(k);
    if (std::abs(curvature) > least) step -= direction.dot(gradient) / curvature * direction;
  }
  return step;
}

struct Iterate {
  Eigen::VectorXd at;
  FieldDerivatives there;
  bool converged = false;
};

/// One damped step. False: ∇f does not fall along it.
bool advance(const ScalarField& field, const SmoothSearch& search, Iterate& now) {
  constexpr double longest = 0.5, hopeless = 10.0;
  // Eigenvalues that are rounding alone would send the step anywhere: left out.
  const double least = 20.0 * now.there.rounding / (now.there.step * now.there.step);
  Eigen::VectorXd step = newton_step(now.there.hessian, now.there.gradient, least);
  const double length = largest(step);
  if (!(length < hopeless)) return false;
  now.converged = length <= 0.1 * search.tolerance;
  if (now.converged) return true;
  if (length > longest) step *= longest / length;
  // Saddles are sought too, so it is |∇f| that must fall, not f.
  for (int cut = 0; cut < 4; ++cut, step /= 2.0) {
    FieldDerivatives next = finite_derivatives(field, now.at + step, search.step);
    if (!next.finite || next.gradient.norm() >= now.there.gradient.norm()) continue;
    now.at += step;
    now.there = std::move(next);
    return true;
  }
  // The slope no longer falls, and the step (in grid steps) is short: rounding hides the rest. A
  // choice: a degenerate point is known to ε^⅓ ~ 1e-5; a longer step says that H is wrong.
  now.converged = length <= 1e-5;
  return now.converged;
}

const SmoothPoint* near_known(const std::vector<SmoothPoint>& known, const Eigen::VectorXd& at) {
  for (const SmoothPoint& point : known)
    if (largest(point.at - at) < known_radius) return &point;
  return nullptr;
}

SmoothPoint ended_at(SmoothPoint known) {
  known.ending = Ending::known;
  return known;
}

/// Newton's method to its end, or to a known point.
Ending iterate(const ScalarField& field, const Eigen::VectorXd& start, const SmoothSearch& search,
               const std::vector<SmoothPoint>& known, Iterate& now, const SmoothPoint*& met) {
  constexpr int patience = 4;  // iterations in which ∇f must fall to half
  double before = now.there.gradient.norm();
  for (int k = 0; k < most_iterations && !now.converged; ++k) {
    if (largest(now.at - start) > search.reach) return Ending::none;
    met = near_known(known, now.at);
    if (met != nullptr) return Ending::known;
    if (!advance(field, search, now)) return Ending::none;
    if (k % patience != patience - 1) continue;
    const double slope = now.there.gradient.norm();
    if (slope > 0.5 * before) {
      if (slope <= 50.0 * now.there.rounding / now.there.step) break;  // rounding hides the rest
      return Ending::none;
    }
    before = slope;
  }
  return largest(now.at - start) > search.reach ? Ending::none : Ending::found;
}

/// One estimate of the point from each of some steps h, halved from `step`; the best is that which
/// agrees best with the one before. Moves `at` there, leaves its h in `step`, returns how well.
double choose_step(const ScalarField& field, const SmoothSearch& search,
                   const Eigen::MatrixXd& hessian, double least, Eigen::VectorXd& at,
                   double& step) {
  constexpr int levels = 9;
  double best = std::numeric_limits<double>::infinity();
  Eigen::VectorXd last, shift = Eigen::VectorXd::Zero(at.size());
  double h = step;
  for (int level = 0, worse = 0; level < levels && worse < 2; ++level, h /= 2.0) {
    const FieldDerivatives there = field_derivatives(field, at, h, false);
    if (!there.finite) {
      last.resize(0);
      continue;
    }
    const Eigen::VectorXd estimate = newton_step(hessian, there.gradient, least);
    const double apart =
        last.size() > 0 ? largest(estimate - last) : std::numeric_limits<double>::infinity();
    if (apart < best) {
      best = apart;
      shift = estimate;
      step = h;
      worse = 0;
    } else if (last.size() > 0) {
      ++worse;
    }
    if (best <= 0.1 * search.tolerance) break;
    last = estimate;
  }
  at += shift;
  return best;
}

/// The same again from where it led to, until that stays: H changes on the way.
double polish(const ScalarField& field, const SmoothSearch& search, const Eigen::MatrixXd& hessian,
              double least, Eigen::VectorXd& at, double& step) {
  constexpr int rounds = 4;
  double uncertainty = 0.0;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::VectorXd before = at;
    uncertainty = choose_step(field, search, hessian, least, at, step);
    const double moved = largest(at - before);
    // Beyond the first limit the point is refused (find_smooth_point): more rounds are of no use.
    if (!(uncertainty < 1e-3) || moved <= std::max(uncertainty, 0.1 * search.tolerance)) break;
    if (moved < 1e-5 && uncertainty <= 0.1 * search.tolerance) break;  // quadratic: 1e-10 is left
    step *= 2.0;
  }
  return uncertainty;
}

/// Half-steps of the Hessian agree.
bool settled(const FieldDerivatives& coarse, const FieldDerivatives& fine, double spread) {
  if (!coarse.finite || !fine.finite) return false;
  const double size = coarse.hessian.norm();
  const double noise = 50.0 * fine.rounding / (fine.step * fine.step);
  // Where the field is smooth, truncation changes H by about h⁸, 1e-7; at a kink it doubles. The
  // share lies between.
  return (coarse.hessian - fine.hessian).norm() <= 1e-2 * size + noise + tiny_share * spread;
}

/// Newton's steps leave out directions without curvature: no slope may be left there.
bool stationary(const FieldDerivatives& there, double spread) {
  // Of the change over half a step, an eighth of a curvature: as a distance, 1e-6 of a step. The
  // slope of a field that is not stationary is of the size of that change.
  return there.gradient.norm() <= 1e-5 * spread + 50.0 * there.rounding / there.step;
}

/// The field at a quarter of a step along `direction`, stationary across it.
double along_valley(const ScalarField& field, const SmoothPoint& point,
                    const Eigen::VectorXd& direction, double step) {
  Eigen::VectorXd at = point.at + 0.25 * direction;
  const Eigen::MatrixXd across =
      Eigen::MatrixXd::Identity(at.size(), at.size()) - direction * direction.transpose();
  const int steps = at.size() > 1 ? 4 : 0;
  for (int k = 0; k < steps; ++k) {
    // Newton's step within the directions across, so that a bent valley is followed.
    const FieldDerivatives there = finite_derivatives(field, at, step);
    if (!there.finite) return std::numeric_limits<double>::infinity();
    const Eigen::MatrixXd hessian = across * there.hessian * across;
    // The share leaves out `direction`, projected away to rounding, and curvatures near the
    // truncation of the differences (1e-7).
    at += newton_step(hessian, across * there.gradient, 1e-6 * hessian.norm());
    if (largest(at - point.at) > 1.0) return std::numeric_limits<double>::infinity();
  }
  return field(at);
}

bool is_valley(const ScalarField& field, const SmoothPoint& point, const Eigen::VectorXd& direction,
               const FieldDerivatives& there, double spread) {
  // A curvature at the limit (4e-7 of the spread) lifts the field by 1e-8 of it over a quarter of
  // a step, and one of higher order by more than 1e-3; what is lower is a valley.
  const double same = std::max(1e-10 * spread, 50.0 * there.rounding);
  return std::abs(along_valley(field, point, direction, there.step) - point.value) <= same ||
         std::abs(along_valley(field, point, -direction, there.step) - point.value) <= same;
}

/// Where along `direction` the field tells itself from the value at the point.
double resolution(const ScalarField& field, const SmoothPoint& point,
                  const Eigen::VectorXd& direction, double rounding) {
  // Begun at √ε: a parabola of the size of its value is not resolved to less.
  double distance = 1e-8;
  for (; distance < 0.5; distance *= 2.0) {
    const double ahead = field(point.at + distance * direction) - point.value;
    const double behind = field(point.at - distance * direction) - point.value;
    if (std::min(std::abs(ahead), std::abs(behind)) > 4.0 * rounding) break;
  }
  return distance;
}

/// Kind by the signs of the eigenvalues; looks along the directions without curvature.
void classify(const ScalarField& field, const FieldDerivatives& there, double spread,
              SmoothPoint& point) {
  using Kind = CriticalPoint::Kind;
  const solver::Eigensystem system = solver::eigensystem(there.hessian);
  const double none = no_curvature(there, spread);
  const Eigen::VectorXd& values = system.values;
  point.kind = values[0] > 0.0                   ? Kind::minimum
               : values[values.size() - 1] < 0.0 ? Kind::maximum
                                                 : Kind::saddle;
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    if (std::abs(values[k]) > none) {
      // The gradient is known to about 8ε/h; over the curvature, that is how far the point may be.
      const double blur = 8.0 * there.rounding / (there.step * std::abs(values[k]));
      point.uncertainty = std::max(point.uncertainty, blur);
      continue;
    }
    const Eigen::VectorXd direction = system.vectors.col(k);
    point.kind = Kind::degenerate;
    point.uncertainty =
        std::max(point.uncertainty, resolution(field, point, direction, there.rounding));
    if (is_valley(field, point, direction, there, spread)) point.ending = Ending::valley;
  }
}

}  // namespace

SmoothPoint find_smooth_point(const ScalarField& field, const Eigen::VectorXd& start,
                              const SmoothSearch& search, const std::vector<SmoothPoint>& known) {
  SmoothPoint point;
  // Newton's method for ∇f = 0 with the coarse step, unless it leads to what is known.
  const SmoothPoint* met = near_known(known, start);
  if (met != nullptr) return ended_at(*met);
  Iterate now{start, finite_derivatives(field, start, search.step), false};
  if (!now.there.finite) return point;
  const Ending ending = iterate(field, start, search, known, now, met);
  if (ending == Ending::known) return ended_at(*met);
  if (ending != Ending::found) return point;
  const double spread = now.there.spread;
  if (spread <= 8.0 * now.there.rounding) return point;  // constant
  // The point again from finer and finer differences, with H kept: truncation falls as h⁸ and
  // rounding grows as 1/h, so two neighbouring h that agree best are the best there are.
  double step = now.there.step;
  point.at = now.at;
  point.uncertainty =
      polish(field, search, now.there.hessian, no_curvature(now.there, spread), point.at, step);
  // Grid steps. A choice: degenerate points, the least known, are good to ε^⅓ ~ 1e-5; estimates at
  // a kink scatter by h, 5e-4 and more, and those that pass are refused by settled().
  if (!(point.uncertainty < 1e-3)) return point;
  // A smooth field has the same H from h and h/2, and no slope left; at a kink H doubles.
  const FieldDerivatives coarse = field_derivatives(field, point.at, step);
  const FieldDerivatives fine = field_derivatives(field, point.at, step / 2.0);
  if (!settled(coarse, fine, spread) || !stationary(coarse, spread)) return point;
  if (fine.spread <= 8.0 * fine.rounding) return point;  // a plateau
  point.value = coarse.value;
  point.hessian = coarse.hessian;
  point.ending = Ending::found;
  classify(field, coarse, spread, point);
  return point;
}

}  // namespace carom::design
