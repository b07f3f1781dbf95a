// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The Routh inclusion (Halm & Posa 2021), sampled. Two contacts without friction, e = 0, have a
// closed form: with c = (−a, −b) the approaches, w = ⟨u,v⟩, an impulse moves c by λ₁(1,w) +
// λ₂(w,1).
//   w ≤ 0: neither impulse raises the other's c, so both end at 0: one outcome, the plastic one.
//   w > 0: the first to reach 0 leaves the other at −d, which then lifts it by w d. The ends are
//     (x, 0), x from max(0, wb − a) to w(b − aw), if b ≥ aw, and
//     (0, y), y from max(0, wa − b) to w(a − bw), if a ≥ bw.
#include "analysis/friction/routh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/laws/plastic.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using analysis::extreme_outcomes;

// The velocity of pair() at which the approaches are (−a, −b).
Eigen::Vector2d velocity_of(double w, double a, double b) {
  const Eigen::Matrix2d J = pair(w, {0, -1}).contact_jacobian();
  return J.inverse() * Eigen::Vector2d(-a, -b);
}

struct Interval {
  double low = 1e300, high = -1e300;
  void add(double x) { low = std::min(low, x), high = std::max(high, x); }
};

TEST(RouthTwoContacts, ReachableSetIsExact) {
  for (const double w : {-0.9, -0.5, -0.1, 0.0, 0.1, 0.5, 0.8})
    for (const double a : {0.2, 1.0, 1.7})
      for (const double b : {0.1, 1.0, 1.2}) {
        const auto problem = pair(w, velocity_of(w, a, b));
        const auto sample = sample_routh(problem, {.samples = 200});
        ASSERT_EQ(sample.unfinished, 0);
        Interval x, y;
        double off = 0.0;
        for (const auto& outcome : sample.outcomes) {
          const Eigen::Vector2d c = problem.contact_jacobian() * outcome.velocity_plus;
          off = std::max(off, std::min(std::abs(c[0]), std::abs(c[1])));
          EXPECT_GE(c.minCoeff(), -1e-9);
          if (c[0] > 1e-8) x.add(c[0]);
          if (c[1] > 1e-8) y.add(c[1]);
        }
        EXPECT_LE(off, 1e-9) << "every outcome lies on an axis";
        const double end_x = w * (b - a * w), end_y = w * (a - b * w);
        const std::string at =
            std::to_string(w) + " " + std::to_string(a) + " " + std::to_string(b);
        // When the set lies on one axis only, its near end is a vertex too.
        const auto expect_axis = [&](const auto& range, double far, double near) {
          if (w > 0 && far > 1e-8) {
            EXPECT_NEAR(range.high, far, 1e-9) << at;
            EXPECT_GE(range.low, near - 1e-9) << at;
            if (near > 1e-6) {
              EXPECT_NEAR(range.low, near, 1e-9) << at;
            }
          } else {
            EXPECT_LT(range.high, 1e-8) << at;
          }
        };
        expect_axis(x, end_x, w * b - a);
        expect_axis(y, end_y, w * a - b);
      }
}

// Inside the set: a fine enough sample leaves no gap wider than a tenth of it.
TEST(RouthTwoContacts, SampleFillsTheSet) {
  const double w = 0.5;
  const auto problem = pair(w, velocity_of(w, 1, 1));
  std::vector<double> place;  // along the L: −y … 0 … x
  for (const auto& outcome : sample_routh(problem, {.samples = 2000}).outcomes) {
    const Eigen::Vector2d c = problem.contact_jacobian() * outcome.velocity_plus;
    place.push_back(c[0] - c[1]);
  }
  std::sort(place.begin(), place.end());
  EXPECT_NEAR(place.front(), -0.25, 1e-9);
  EXPECT_NEAR(place.back(), 0.25, 1e-9);
  for (std::size_t k = 1; k < place.size(); ++k) EXPECT_LT(place[k] - place[k - 1], 0.05);
}

TEST(RouthTwoContacts, ExtremesAreTheEnds) {
  const double w = 0.5;
  const auto problem = pair(w, velocity_of(w, 1, 1));
  const auto branches = extreme_outcomes(problem, sample_routh(problem));
  std::vector<double> place;
  for (const auto& branch : branches) {
    const Eigen::Vector2d c = problem.contact_jacobian() * branch.velocity_plus;
    place.push_back(c[0] - c[1]);
  }
  EXPECT_THAT(place, testing::Contains(testing::DoubleNear(0.25, 1e-9)));
  EXPECT_THAT(place, testing::Contains(testing::DoubleNear(-0.25, 1e-9)));
  EXPECT_LE(branches.size(), 4u);
}

// With obtuse normals (every inner product ≤ 0) all paths end at the plastic outcome, for any
// number of contacts: a cradle.
TEST(Routh, ObtuseNormalsHaveThePlasticOutcome) {
  const auto problem = cradle({1, 2, 1, 3}, {2, 1, 0.5, -1});
  const auto plastic = solve_once(problem, Plastic{}).velocity_plus;
  for (const auto& outcome : sample_routh(problem, {.samples = 100}).outcomes)
    EXPECT_NEAR((outcome.velocity_plus - plastic).norm(), 0.0, 1e-7);
}

TEST(Routh, KeepsTheInvariantsWithFriction) {
  int ended = 0;
  for (const int tangents : {1, 2})
    for (const double e : {0.0, 0.7, 1.0})
      for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto problem =
            random_problem(seed, {.coordinates = 7, .contacts = 3, .tangents = tangents});
        const auto sample = sample_routh(problem, {.samples = 40, .restitution = e});
        ended += static_cast<int>(sample.outcomes.size());
        for (const auto& outcome : sample.outcomes) {
          const double speed = problem.whiten(outcome.velocity_plus).norm();
          EXPECT_LE(speed, problem.momentum_norm() * (1 + 1e-7));
          for (int i = 0; i < 3; ++i)
            EXPECT_GE(problem.contacts()[std::size_t(i)].normal.dot(outcome.velocity_plus),
                      -1e-8 * problem.momentum_norm() * problem.normal_length()[i]);
          EXPECT_FALSE(outcome.sequence.empty());
        }
      }
  EXPECT_GE(ended, 36 * 40 * 95 / 100);
}

TEST(Routh, SameSeedSameSample) {
  const auto problem = random_problem(3, {.coordinates = 6, .contacts = 3, .tangents = 2});
  const auto a = sample_routh(problem, {.samples = 20, .seed = 5});
  const auto b = sample_routh(problem, {.samples = 20, .seed = 5});
  ASSERT_EQ(a.outcomes.size(), b.outcomes.size());
  for (std::size_t k = 0; k < a.outcomes.size(); ++k)
    EXPECT_EQ(a.outcomes[k].velocity_plus, b.outcomes[k].velocity_plus);
}

}  // namespace
}  // namespace carom::test
