// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gradient sampling (Burke, Lewis & Overton, SIAM J. Optim. 15, 2005; samples kept while they are
// near: Curtis & Que, Optim. Methods Softw. 28, 2013): the direction in which all gradients within
// a radius of x fall, that is, that of the steepest descent of the worst of the pieces met there.
// The radius shrinks where that direction vanishes or gains nothing. Seeded: the same bits.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "design/optimise/descent.h"
#include "solver/decompositions.h"

namespace carom::design::optimise {
namespace {

// The minimum of f = max fᵢ where pieces fᵢ meet, to second order. Sampling tells the gradients gᵢ
// of the pieces; a direction sᵢ with (gᵢ − gⱼ)ᵀsᵢ = 1 for all j leads to where fᵢ is the maximum,
// and from there fᵢ is known at the kink itself, by extrapolation:
//   Fᵢ(x) = 3f(x + sᵢ) − 3f(x + 2sᵢ) + f(x + 3sᵢ) = fᵢ(x) + O(‖sᵢ‖³).
// So the kink is a smooth problem: minimise F₁ subject to Fᵢ = F₁. Our own construction, in the
// spirit of Mifflin & Sagastizábal (Math. Program. 104, 2005); its result counts only if f is
// lower.
enum class Met { nothing, lower, minimum };

/// Columns that differ by more than a share of the longest.
Eigen::MatrixXd distinct(const Eigen::MatrixXd& columns, double share) {
  Eigen::MatrixXd kept(columns.rows(), 0);
  if (columns.cols() == 0) return kept;
  const double apart = share * columns.colwise().norm().maxCoeff();
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    bool known = false;
    for (Eigen::Index i = 0; i < kept.cols(); ++i)
      known = known || (kept.col(i) - columns.col(j)).norm() <= apart;
    if (known) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = columns.col(j);
  }
  return kept;
}

/// The sampled gradients with a share in the least one, along the constraints and bounds.
Eigen::MatrixXd sharing(const Tangent& tangent, const Eigen::MatrixXd& gradients) {
  Eigen::MatrixXd kept(gradients.rows(), 0);
  for (Eigen::Index j = 0; j < gradients.cols(); ++j) {
    if (!(tangent.shares()[j] > 0.0)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = tangent.within_face(gradients.col(j));
  }
  return kept;
}

/// sᵢ, of the given length. Empty: the gradients depend on each other.
Eigen::VectorXd towards(const Eigen::MatrixXd& pieces, Eigen::Index i, double length) {
  Eigen::MatrixXd rows(pieces.cols() - 1, pieces.rows());
  for (Eigen::Index j = 0, row = 0; j < pieces.cols(); ++j)
    if (j != i) rows.row(row++) = (pieces.col(i) - pieces.col(j)).transpose();
  solver::CompleteOrthogonal decomposition(rank_tolerance);
  decomposition.compute(rows);
  if (decomposition.rank() < rows.rows()) return {};
  const Eigen::VectorXd direction = decomposition.solve(Eigen::VectorXd::Ones(rows.rows()));
  return direction * (length / direction.norm());
}

/// The steps s, all within the bounds; none if there is no room.
std::vector<Eigen::VectorXd> steps(const Space& space, const Eigen::VectorXd& x,
                                   const Eigen::MatrixXd& pieces, double longest) {
  // Scales. A choice: is_smooth() bends f over a tenth of it, where rounding, 1e-16/1e-7, is far
  // below its limit. Steps shorter than those of the differences (6e-6), as beside a bound, leave
  // gradients that may mix two pieces.
  constexpr double shortest = 1e-6;
  constexpr double reach = 4.0;  // three steps, and differences
  std::vector<Eigen::VectorXd> result;
  for (Eigen::Index i = 0; i < pieces.cols(); ++i) {
    Eigen::VectorXd step = towards(pieces, i, longest);
    if (step.size() == 0) return {};
    step *= share_within(space, x, reach * step);
    if (step.norm() < shortest) return {};
    result.push_back(step);
  }
  return result;
}

/// Whether f bends at x no more than a smooth function, in the directions that tell pieces apart.
bool is_smooth(const Space& space, const Descending& function, const Eigen::VectorXd& x,
               const Eigen::MatrixXd& gradients, double length) {
  // Of the steepest, over `length`: curvature of size 1 bends by `length`, 1e-4 at most; a kink by
  // the jump of its slope, mostly of size 1.
  constexpr double bend = 1e-2;
  const double steep = gradients.colwise().norm().maxCoeff(), at_x = function.value(x);
  for (Eigen::Index i = 0; i < gradients.cols(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::VectorXd across = (gradients.col(i) - gradients.col(j)).normalized() * length;
      const double sum =
          function.value(space.moved(x, across)) + function.value(space.moved(x, -across));
      if (!(std::abs(sum - 2.0 * at_x) <= bend * steep * length)) return false;
    }
  }
  return true;
}

/// The pieces, extrapolated.
class Pieces {
 public:
  Pieces(const Space& space, const Descending& function, std::vector<Eigen::VectorXd> to_pieces)
      : space_(space), function_(function), to_pieces_(std::move(to_pieces)) {}

  std::size_t count() const { return to_pieces_.size(); }
  double operator()(const Eigen::VectorXd& x, std::size_t i) const {
    const Eigen::VectorXd& s = to_pieces_[i];
    const double near = function_.value(space_.moved(x, s));
    const double middle = function_.value(space_.moved(x, 2.0 * s));
    return 3.0 * (near - middle) + function_.value(space_.moved(x, 3.0 * s));
  }
  /// The smooth problem, from x; the rows in shares of `size`.
  OptimisationProblem problem(const Eigen::VectorXd& x, double size) const {
    OptimisationProblem result = space_.problem();
    result.start = x;
    result.residual = nullptr;
    result.objective = [this](const Eigen::VectorXd& at) { return (*this)(at, 0); };
    result.closed = [this, size](const Eigen::VectorXd& at) {
      const auto& closed = space_.problem().closed;
      Eigen::VectorXd rows = closed ? closed(at) : Eigen::VectorXd();
      const Eigen::Index before = rows.size();
      rows.conservativeResize(before + static_cast<Eigen::Index>(count()) - 1);
      const double first = (*this)(at, 0);
      for (std::size_t i = 1; i < count(); ++i)
        rows[before + static_cast<Eigen::Index>(i) - 1] = ((*this)(at, i) - first) / size;
      return rows;
    };
    return result;
  }

 private:
  const Space& space_;
  const Descending& function_;
  std::vector<Eigen::VectorXd> to_pieces_;
};

/// Of every piece at x, in columns.
Eigen::MatrixXd piece_gradients(const Space& space, const Pieces& pieces,
                                const Eigen::VectorXd& x) {
  Eigen::MatrixXd gradients(x.size(), static_cast<Eigen::Index>(pieces.count()));
  for (std::size_t i = 0; i < pieces.count(); ++i) {
    OptimisationProblem problem = space.problem();
    problem.start = x;
    problem.closed = problem.residual = nullptr;
    problem.objective = [&](const Eigen::VectorXd& at) { return pieces(at, i); };
    if (!std::isfinite(problem.objective(x))) return Eigen::MatrixXd(x.size(), 0);
    Space alone(problem, space.options(), Space::Rows::closed);
    gradients.col(static_cast<Eigen::Index>(i)) = alone.gradient(x);
  }
  return gradients;
}

/// The gradients of the pieces to which these lead. Differences across the kink mix two pieces;
/// such a mixture leads to one of them, or along the kink, and is dropped.
Eigen::MatrixXd replaced(const Space& space, const Descending& function, const Tangent& tangent,
                         const Eigen::VectorXd& x, const Eigen::MatrixXd& gradients,
                         double length) {
  const auto to_pieces = steps(space, x, gradients, length);
  std::vector<Eigen::VectorXd> kept;
  for (const Eigen::VectorXd& step : to_pieces) {
    if (is_smooth(space, function, space.moved(x, 2.0 * step), gradients, step.norm() / 10.0))
      kept.push_back(step);
  }
  Eigen::MatrixXd there = piece_gradients(space, Pieces(space, function, kept), x);
  for (auto column : there.colwise()) column = tangent.within_face(column).eval();
  // A choice: extrapolated gradients are good to the cube of `length`, 1e-9, and pieces that differ
  // by less than a thousandth make hardly a kink.
  return distinct(there, 1e-3);
}

/// f is the pieces' common value at x, and no direction makes all of them fall.
bool certified(Space& space, const Pieces& pieces, const Eigen::VectorXd& x, double value,
               double size) {
  // Equal: of f or its slope; extrapolation leaves the cube of the step, 1e-9. Flat: of the
  // steepest; as a slope of f at the end it is what nearest_from() accepts, and differences of
  // extrapolated values are good to some 1e-9.
  constexpr double equal = 1e-8, flat = 1e-6;
  for (std::size_t i = 0; i < pieces.count(); ++i)
    if (!(std::abs(pieces(x, i) - value) <= equal * size)) return false;
  const Eigen::MatrixXd gradients = piece_gradients(space, pieces, x);
  if (gradients.cols() == 0) return false;
  const Constraints constraints(space, x);
  Tangent tangent(space, constraints, x);
  return tangent.steepest(gradients).norm() <= flat * gradients.colwise().norm().maxCoeff();
}

/// With steps of one length.
Met meet(Space& space, const Descending& function, const Eigen::MatrixXd& gradients,
         double first_step, double length, Eigen::VectorXd& x) {
  const Pieces pieces(space, function, steps(space, x, gradients, length));
  if (pieces.count() == 0) return Met::nothing;
  const double before = function.value(x);
  const double size = std::max(std::abs(before), gradients.colwise().norm().maxCoeff());
  const OptimisationProblem problem = pieces.problem(x, size);
  if (!problem.closed(x).allFinite()) return Met::nothing;
  OptimisationOptions options = space.options();
  constexpr int few = 20;
  options.iterations = std::min(options.iterations, few);
  Space along(problem, options, Space::Rows::closed);
  const Descending first{
      .value = [&](const Eigen::VectorXd& at) { return along.objective(at); },
      .gradient = [&](const Eigen::VectorXd& at, double step) { return along.gradient(at, step); },
      .first_step = first_step};
  // Onto the kink (all pieces equal), then down along it.
  Eigen::VectorXd there = x;
  if (!find_root(along, there)) return Met::nothing;
  descend(along, first, there);
  // Of f, as in descent.cpp: 1e-16 times the thousand operations of an impact.
  constexpr double rounding = 1e-13;
  const double after = function.value(there);
  if (!(after <= before + rounding * size)) return Met::nothing;
  const bool minimum = certified(space, pieces, there, after, size);
  if (!minimum && !(after < before - rounding * size)) return Met::nothing;
  x = there;
  return minimum ? Met::minimum : Met::lower;
}

/// Moves x, on a kink, to the minimum along it, if that is lower. `gradients`: within `radius` of
/// x, as last given to tangent.steepest. `minimum`: the pieces found certify it.
Met meet_pieces(Space& space, const Descending& function, const Tangent& tangent,
                const Eigen::MatrixXd& gradients, double radius, Eigen::VectorXd& x) {
  // Scales: first sure of the pieces, then precise. Extrapolation errs by the cube, 1e-9 and 1e-12;
  // a shorter step would come near that of the differences (6e-6).
  constexpr double far = 1e-3, near = 1e-4;
  // Within a piece, gradients differ by its curvature times the radius; for small radii the limit
  // is that of replaced().
  Eigen::MatrixXd found = distinct(sharing(tangent, gradients), std::max(1e-3, 20.0 * radius));
  constexpr int rounds = 2;
  for (int round = 0; round < rounds && found.cols() > 1; ++round)
    found = replaced(space, function, tangent, x, found, far);
  if (found.cols() < 2) return Met::nothing;
  const Met met = meet(space, function, found, radius, far, x);
  if (met == Met::minimum) meet(space, function, found, near, near, x);
  return met;
}

// Scales. First: a choice, small against a natural change (1), wide enough to meet the pieces
// beside x. Last: differences need steps of 1e-9 (Bundle::add), which must lie well within the
// radius.
constexpr double first_radius = 1e-2, last_radius = 1e-8;
constexpr double shrink = 0.1;

struct Sample {
  Eigen::VectorXd x, gradient;
};

/// Gradients around a moving point.
class Bundle {
 public:
  Bundle(Space& space, const Descending& function) : space_(space), function_(function) {}

  /// One gradient at x, and one more than there are directions around it, in columns.
  Eigen::MatrixXd around(const Eigen::VectorXd& x, const Tangent& tangent, double radius) {
    std::erase_if(samples_, [&](const Sample& sample) {
      return space_.difference(x, sample.x).norm() > radius;
    });
    const auto wanted = static_cast<std::size_t>(tangent.dimension() + 1);
    // The newest tell most.
    if (samples_.size() > wanted) {
      samples_.erase(samples_.begin(), samples_.end() - static_cast<std::ptrdiff_t>(wanted));
    }
    add(x, radius);
    // Some are new each time, or a piece would never be met.
    const std::size_t fresh = std::max<std::size_t>(2, wanted / 2);
    for (std::size_t k = 0; k < fresh || samples_.size() < wanted; ++k) {
      add(space_.moved(x, radius * inside_ball(tangent)), radius);
      if (k > 2 * wanted) break;  // few points have a value
    }
    Eigen::MatrixXd gradients(x.size(), static_cast<Eigen::Index>(samples_.size()));
    for (std::size_t k = 0; k < samples_.size(); ++k)
      gradients.col(static_cast<Eigen::Index>(k)) = samples_[k].gradient;
    return gradients;
  }

 private:
  Eigen::VectorXd inside_ball(const Tangent& tangent) {
    Eigen::VectorXd direction(space_.size());
    for (Eigen::Index i = 0; i < direction.size(); ++i) direction[i] = random_.normal();
    direction = tangent.projected(direction);
    const double length = direction.norm();
    const double dimension = static_cast<double>(std::max<Eigen::Index>(tangent.dimension(), 1));
    return length > 0.0 ? Eigen::VectorXd(direction *
                                          (std::pow(random_.uniform(), 1.0 / dimension) / length))
                        : direction;
  }

  void add(const Eigen::VectorXd& x, double radius) {
    // Differences within one piece, mostly: with this share of the radius about one sample in a
    // hundred lies across the kink. With the least step rounding is 1e-16/1e-9 = 1e-7 of f, by
    // the gradient; with a shorter one it takes over.
    constexpr double share = 1e-2, least = 1e-9;
    if (!std::isfinite(function_.value(x))) return;
    const double step = std::clamp(share * radius, least, difference_step);
    samples_.push_back({x, function_.gradient(x, step)});
  }

  Space& space_;
  const Descending& function_;
  base::Random random_{0x6b696e6b};
  std::vector<Sample> samples_;
};

/// The lower point along the direction, or nothing.
std::optional<Eigen::VectorXd> lower(Space& space, const Descending& function,
                                     const Constraints& constraints, const Eigen::VectorXd& x,
                                     const Eigen::VectorXd& direction, double& length,
                                     double shortest) {
  // Of the slope. A choice, smaller than for smooth functions (1e-4): pieces that were not sampled
  // take away a part of the descent. Only zero would let steps through that gain nothing.
  constexpr double enough = 1e-6;
  const double slope = direction.norm(), before = function.value(x);
  const Eigen::VectorXd unit = direction / slope;
  for (double t = 4.0 * length; t > shortest; t /= 2.0) {
    const Eigen::VectorXd step = t * unit;
    Eigen::VectorXd next = space.moved(x, share_within(space, x, step) * step);
    if (next == x || !constraints.settle(next)) continue;
    const double gone = space.difference(x, next).norm();
    if (function.value(next) < before - enough * gone * slope) {
      length = t;
      return next;
    }
  }
  return std::nullopt;
}

}  // namespace

Ended descend_kinks(Space& space, const Descending& function, Eigen::VectorXd& x) {
  Bundle bundle(space, function);
  double radius = first_radius, length = first_radius;
  for (int iteration = 0; iteration < space.options().iterations; ++iteration) {
    space.count_iteration();
    const Constraints constraints(space, x);
    Tangent tangent(space, constraints, x);
    const Eigen::MatrixXd gradients = bundle.around(x, tangent, radius);
    const Eigen::VectorXd direction = tangent.steepest(gradients);
    const double steep = gradients.colwise().norm().maxCoeff();
    std::optional<Eigen::VectorXd> next;
    // Within a smooth piece of curvature κ gradients differ by κ·radius, and vanish no better. The
    // share stands for κ over the slope, as small as is usual: a larger κ only costs trials.
    if (direction.norm() > radius * 1e-2 * steep) {
      length = std::max(length, radius);
      // Shorter steps are left to the next radius, a tenth of this one.
      next = lower(space, function, constraints, x, direction, length, 1e-2 * radius);
    }
    if (next) {
      x = *next;
      continue;
    }
    const Met met = meet_pieces(space, function, tangent, gradients, radius, x);
    if (met == Met::minimum) return Ended::stationary;
    if (met == Met::lower) continue;
    if (radius * shrink < last_radius) return Ended::stationary;
    radius *= shrink;
  }
  return Ended::iterations;
}

}  // namespace carom::design::optimise
