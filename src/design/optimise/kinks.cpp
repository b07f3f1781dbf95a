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
#include <vector>

#include "base/random.h"
#include "design/optimise/descent.h"

namespace carom::design::optimise {
namespace {

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
