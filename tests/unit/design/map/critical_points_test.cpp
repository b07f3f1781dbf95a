// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Critical points of fields whose points are known in closed form: products of sines, quadratics,
// degenerate points, kinks |g|, cones, valleys, missing values, and refused input. Locations are
// asserted to 1e-9.
#include "design/map/critical_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/random.h"
#include "support/faults.h"

namespace carom::design {
namespace {

using Kind = CriticalPoint::Kind;
using Eigen::VectorXd;
using std::numbers::pi;

VectorXd vector(std::initializer_list<double> numbers) {
  VectorXd result(static_cast<Eigen::Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), result.begin());
  return result;
}

/// Values of the field on the grid, the last axis fastest.
VectorXd grid_values(const ScalarField& field, const std::vector<GridAxis>& axes) {
  Eigen::Index size = 1;
  for (const GridAxis& axis : axes) size *= axis.count;
  VectorXd values(size), at(static_cast<Eigen::Index>(axes.size()));
  for (Eigen::Index k = 0; k < size; ++k) {
    Eigen::Index rest = k;
    for (std::size_t i = axes.size(); i-- > 0; rest /= axes[i].count) {
      const GridAxis& axis = axes[i];
      at[static_cast<Eigen::Index>(i)] =
          axis.from + double(rest % axis.count) * (axis.to - axis.from) / (axis.count - 1);
    }
    values[k] = field(at);
  }
  return values;
}

/// Runs the search and counts what it asked for.
struct Found {
  std::vector<CriticalPoint> points;
  long calls = 0;

  Found(const ScalarField& field, const std::vector<GridAxis>& axes,
        const CriticalOptions& options = {}) {
    const ScalarField counted = [&](const VectorXd& x) {
      ++calls;
      return field(x);
    };
    points = find_critical_points(counted, axes, grid_values(field, axes), options);
  }
  int count(Kind kind) const {
    return int(std::count_if(points.begin(), points.end(),
                             [&](const CriticalPoint& p) { return p.kind == kind; }));
  }
  /// The point within 1e-6, or null.
  const CriticalPoint* near(const VectorXd& at) const {
    for (const CriticalPoint& point : points)
      if ((point.at - at).cwiseAbs().maxCoeff() < 1e-6) return &point;
    return nullptr;
  }
};

void expect_point(const Found& found, const VectorXd& at, Kind kind, bool smooth = true,
                  double tolerance = 1e-9) {
  const CriticalPoint* point = found.near(at);
  ASSERT_NE(point, nullptr) << at.transpose();
  EXPECT_LE((point->at - at).cwiseAbs().maxCoeff(), tolerance) << at.transpose();
  EXPECT_EQ(to_string(point->kind), to_string(kind)) << at.transpose();
  EXPECT_EQ(point->smooth, smooth) << at.transpose();
  EXPECT_LE(point->uncertainty, tolerance);
  EXPECT_EQ(point->hessian_eigenvalues.size(), smooth ? at.size() : 0);
}

TEST(CriticalPoints, ProductOfSineAndCosine) {
  // ∇(sin x cos y) = 0: extrema at x = π/2 + iπ, y = jπ; saddles at x = iπ, y = π/2 + jπ.
  const ScalarField field = [](const VectorXd& x) { return std::sin(x[0]) * std::cos(x[1]); };
  const Found found(field, {{"x", -3.0, 7.0, 41}, {"y", -2.0, 5.0, 33}});
  int expected = 0;
  for (int i = -2; i <= 4; ++i) {
    for (int j = -2; j <= 4; ++j) {
      const double x = pi / 2.0 + i * pi, y = j * pi;
      const auto inside = [](double a, double b) { return a > -3 && a < 7 && b > -2 && b < 5; };
      if (inside(x, y)) {
        const bool maximum = (i + j) % 2 == 0;
        expect_point(found, vector({x, y}), maximum ? Kind::maximum : Kind::minimum);
        ++expected;
      }
      if (inside(i * pi, y + pi / 2.0)) {
        expect_point(found, vector({i * pi, y + pi / 2.0}), Kind::saddle);
        ++expected;
      }
    }
  }
  EXPECT_EQ(int(found.points.size()), expected);
  EXPECT_LT(found.calls, 30000);
  const CriticalPoint* saddle = found.near(vector({0.0, pi / 2.0}));
  ASSERT_NE(saddle, nullptr);
  EXPECT_NEAR(saddle->hessian_eigenvalues[0], -1.0, 1e-8);
  EXPECT_NEAR(saddle->hessian_eigenvalues[1], 1.0, 1e-8);
}

TEST(CriticalPoints, SmallFieldOnACoarseGrid) {
  // About 4e-3 in size with curvatures about 1e-2, over a period of both angles.
  const ScalarField field = [](const VectorXd& x) {
    return 4e-3 * (0.3 + std::sin(x[0] - 0.2) * std::sin(2.0 * x[1] + 0.3));
  };
  const Found found(field, {{"a", -pi, pi, 49}, {"b", -pi / 2.0, pi / 2.0, 25}});
  for (const double x : {0.2 - pi / 2.0, 0.2 + pi / 2.0}) {
    for (const double y : {-0.15 - pi / 4.0, -0.15 + pi / 4.0}) {
      const bool maximum = std::sin(x - 0.2) * std::sin(2.0 * y + 0.3) > 0.0;
      expect_point(found, vector({x, y}), maximum ? Kind::maximum : Kind::minimum);
    }
  }
  for (const double x : {0.2, 0.2 - pi})
    for (const double y : {-0.15, -0.15 + pi / 2.0})
      expect_point(found, vector({x, y}), Kind::saddle);
  EXPECT_EQ(found.points.size(), 8u);
  EXPECT_LT(found.calls, 10000);
}

TEST(CriticalPoints, QuadraticSaddleOfThreeAxes) {
  Eigen::Matrix3d A;
  A << 2.0, 0.5, 0.1, 0.5, -1.0, 0.3, 0.1, 0.3, 1.5;
  const VectorXd centre = vector({0.13, -0.27, 0.41});
  const ScalarField field = [&](const VectorXd& x) {
    return 3.0 + 0.5 * (x - centre).dot(A * (x - centre));
  };
  const Found found(field, {{"x", -1, 1, 9}, {"y", -1, 1, 8}, {"z", -1, 1, 7}});
  ASSERT_EQ(found.points.size(), 1u);
  expect_point(found, centre, Kind::saddle);
  EXPECT_NEAR(found.points[0].hessian_eigenvalues.sum(), A.trace(), 1e-8);
}

TEST(CriticalPoints, MinimumOfFourAxes) {
  const ScalarField field = [](const VectorXd& x) {
    return -std::cos(x[0]) * std::cos(x[1] - 0.1) * std::cos(x[2] + 0.2) * std::cos(x[3] - 0.3);
  };
  const Found found(field, {{"a", -1, 1, 6}, {"b", -1, 1, 6}, {"c", -1, 1, 6}, {"d", -1, 1, 7}});
  ASSERT_EQ(found.points.size(), 1u);
  expect_point(found, vector({0.0, 0.1, -0.2, 0.3}), Kind::minimum);
}

TEST(CriticalPoints, IndicesOnATorusSumToZero) {
  // Poincaré & Hopf: Σ (−1)^(negative eigenvalues) = 0 over a period, so that no point is missed.
  // Waves up to (2, 2, 2), 12 steps each; with (3, 3, 3), 8 steps, about 1 point in 500 is missed.
  base::Random random(17);
  for (int trial = 0; trial < 5; ++trial) {
    Eigen::Matrix<double, 6, 3> waves;
    Eigen::Matrix<double, 6, 1> phases, sizes;
    for (double& wave : waves.reshaped()) wave = double(random.below(5)) - 2.0;
    for (double& phase : phases) phase = 2.0 * random.normal();
    for (double& size : sizes) size = 4e-3 * random.normal();
    const ScalarField field = [&](const VectorXd& x) {
      return sizes.dot((waves * x + phases).array().cos().matrix());
    };
    const GridAxis period{"angle", 0.123, 0.123 + 2.0 * pi, 25};
    const Found found(field, {period, period, period});
    int sum = 0;
    for (const CriticalPoint& point : found.points)
      sum += (point.hessian_eigenvalues.array() < 0.0).count() % 2 == 0 ? 1 : -1;
    EXPECT_GT(found.points.size(), 7u);
    EXPECT_EQ(sum, 0) << "trial " << trial << ", " << found.points.size() << " points";
  }
}

TEST(CriticalPoints, DegeneratePointIsNamedAndUncertain) {
  const ScalarField field = [](const VectorXd& x) {
    return std::pow(x[0] - 0.03, 4) + std::pow(x[1] + 0.02, 2);
  };
  const Found found(field, {{"x", -1, 1, 21}, {"y", -1, 1, 21}});
  ASSERT_EQ(found.points.size(), 1u);
  EXPECT_EQ(found.points[0].kind, Kind::degenerate);
  const double error = (found.points[0].at - vector({0.03, -0.02})).cwiseAbs().maxCoeff();
  EXPECT_LE(error, found.points[0].uncertainty);
  EXPECT_LE(error, 1e-3);
}

TEST(CriticalPoints, MonkeySaddleIsDegenerate) {
  const ScalarField field = [](const VectorXd& x) {
    return x[0] * x[0] * x[0] - 3.0 * x[0] * x[1] * x[1];
  };
  const Found found(field, {{"x", -1.03, 0.97, 21}, {"y", -1.01, 0.99, 21}});
  ASSERT_EQ(found.points.size(), 1u);
  EXPECT_EQ(found.points[0].kind, Kind::degenerate);
  EXPECT_LE(found.points[0].at.cwiseAbs().maxCoeff(), found.points[0].uncertainty);
}

TEST(CriticalPoints, NoPointWhereThereIsASlope) {
  const Found found([](const VectorXd& x) { return x[0] + x[1] * x[1]; },
                    {{"x", -1, 1, 11}, {"y", -1, 1, 11}});
  EXPECT_TRUE(found.points.empty());
  const Found line([](const VectorXd& x) { return std::exp(x[0]); }, {{"x", -1, 1, 11}});
  EXPECT_TRUE(line.points.empty());
}

TEST(CriticalPoints, ConstantFieldAndPlateauHaveNone) {
  for (const double level : {0.0, 4e-3}) {
    const Found found([&](const VectorXd&) { return level; }, {{"x", 0, 1, 9}, {"y", 0, 1, 9}});
    EXPECT_TRUE(found.points.empty());
  }
  const Found plateau([](const VectorXd& x) { return std::max(0.0, std::abs(x[0]) - 0.31); },
                      {{"x", -1, 1, 21}});
  EXPECT_TRUE(plateau.points.empty());
}

TEST(CriticalPoints, KinksOfAnAbsoluteSine) {
  const ScalarField field = [](const VectorXd& x) { return std::abs(std::sin(x[0] - 0.1)); };
  const Found found(field, {{"x", -1.0, 8.0, 46}});
  for (int i = 0; i <= 2; ++i) expect_point(found, vector({0.1 + i * pi}), Kind::minimum, false);
  for (int i = 0; i <= 2; ++i) expect_point(found, vector({0.1 + (i + 0.5) * pi}), Kind::maximum);
  EXPECT_EQ(found.points.size(), 6u);
  EXPECT_LE(found.points[2].value, 1e-12);
  EXPECT_LT(found.calls, 2500);
}

TEST(CriticalPoints, PeakAtAKink) {
  // min(0.7 |cos x|, 0.2 + 0.5 sin x) rises by the sine and falls by the cosine.
  const auto rising = [](double x) { return 0.2 + 0.5 * std::sin(x); };
  const auto falling = [](double x) { return 0.7 * std::abs(std::cos(x)); };
  double low = 0.0, high = pi / 2.0;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2.0;
    (rising(middle) < falling(middle) ? low : high) = middle;
  }
  const ScalarField field = [&](const VectorXd& x) {
    return std::min(rising(x[0]), falling(x[0]));
  };
  const Found found(field, {{"x", 0.0, 2.0, 21}});
  ASSERT_EQ(found.points.size(), 2u);
  expect_point(found, vector({pi / 2.0}), Kind::minimum, false);
  expect_point(found, vector({low}), Kind::maximum, false);
}

TEST(CriticalPoints, LopsidedKinkOfASmallField) {
  const ScalarField field = [](const VectorXd& x) {
    const double d = x[0] - 0.123456;
    return 4e-3 + (d > 0.0 ? 5e-2 * d : -1e-4 * d) + 1e-3 * d * d;
  };
  const Found found(field, {{"x", -1.0, 1.0, 25}});
  ASSERT_EQ(found.points.size(), 1u);
  expect_point(found, vector({0.123456}), Kind::minimum, false);
}

TEST(CriticalPoints, JumpsAreNotKinks) {
  const Found found([](const VectorXd& x) { return x[0] < 0.23 ? x[0] : x[0] - 1.0; },
                    {{"x", -1.0, 1.0, 25}});
  EXPECT_TRUE(found.points.empty());
}

TEST(CriticalPoints, IsolatedKinksOfTwoAxes) {
  const ScalarField cone = [](const VectorXd& x) {
    return std::hypot(x[0] - 0.11, 2.0 * (x[1] + 0.07));
  };
  const Found one(cone, {{"x", -1, 1, 20}, {"y", -1, 1, 20}});
  ASSERT_EQ(one.points.size(), 1u);
  expect_point(one, vector({0.11, -0.07}), Kind::minimum, false);

  const ScalarField pyramid = [](const VectorXd& x) {
    return 1.0 - std::abs(x[0] - 0.2 + 0.3 * x[1]) - 0.5 * std::abs(x[1] - 0.14);
  };
  const Found other(pyramid, {{"x", -1, 1, 18}, {"y", -1, 1, 18}});
  ASSERT_EQ(other.points.size(), 1u);
  EXPECT_EQ(other.points[0].kind, Kind::maximum);
  EXPECT_FALSE(other.points[0].smooth);
  const double error = (other.points[0].at - vector({0.158, 0.14})).cwiseAbs().maxCoeff();
  EXPECT_LE(error, 1e-6);
  EXPECT_LE(error, 10.0 * other.points[0].uncertainty);
}

TEST(CriticalPoints, ValleysAreDropped) {
  const Found kinked([](const VectorXd& x) { return std::abs(std::hypot(x[0], x[1]) - 0.6); },
                     {{"x", -1, 1, 40}, {"y", -1, 1, 40}});
  // The tip of the inner cone is left.
  ASSERT_EQ(kinked.points.size(), 1u);
  EXPECT_EQ(kinked.points[0].kind, Kind::maximum);
  EXPECT_LE(kinked.points[0].at.cwiseAbs().maxCoeff(), 1e-8);

  // One that cuts a corner of the box.
  const Found corner(
      [](const VectorXd& x) { return std::abs(2.2 * (x[0] - 1) + (x[1] - 1) + 0.015); },
      {{"x", -1, 1, 20}, {"y", -1, 1, 20}});
  EXPECT_TRUE(corner.points.empty());

  const Found smooth([](const VectorXd& x) { return std::pow(x.squaredNorm() - 0.4, 2); },
                     {{"x", -1, 1, 40}, {"y", -1, 1, 40}});
  ASSERT_EQ(smooth.points.size(), 1u);
  expect_point(smooth, vector({0.0, 0.0}), Kind::maximum);
}

TEST(CriticalPoints, MissingValuesAreWalkedAround) {
  // No value where x + y > 1; one minimum close to that edge, one beyond it.
  const auto smooth = [](double x, double y) {
    return std::cos(2.0 * pi * x) + std::cos(2.0 * pi * y);
  };
  const ScalarField field = [&](const VectorXd& x) {
    return x.sum() > 1.02 ? std::numeric_limits<double>::quiet_NaN() : smooth(x[0], x[1]);
  };
  const Found found(field, {{"x", 0.1, 1.6, 31}, {"y", 0.1, 1.6, 31}});
  ASSERT_EQ(found.points.size(), 1u);
  expect_point(found, vector({0.5, 0.5}), Kind::minimum);
}

TEST(CriticalPoints, BorderCountsOnlyWithVanishingGradient) {
  const ScalarField field = [](const VectorXd& x) { return std::cos(x[0]); };
  const Found found(field, {{"x", 0.0, 2.0 * pi, 37}});
  ASSERT_EQ(found.points.size(), 3u);
  expect_point(found, vector({0.0}), Kind::maximum);
  expect_point(found, vector({pi}), Kind::minimum);
  expect_point(found, vector({2.0 * pi}), Kind::maximum);
  EXPECT_GE(found.near(vector({0.0}))->at[0], 0.0);
  // A little outside is outside.
  EXPECT_EQ(Found(field, {{"x", 1e-6, 2.0 * pi - 1e-3, 37}}).points.size(), 1u);
  const Found kink([](const VectorXd& x) { return std::abs(std::sin(x[0])); }, {{"x", 0, pi, 19}});
  ASSERT_EQ(kink.points.size(), 1u);
  EXPECT_EQ(kink.points[0].kind, Kind::maximum);
}

TEST(CriticalPoints, SortedBoundedAndTheSameEachTime) {
  const ScalarField field = [](const VectorXd& x) {
    return std::sin(2.0 * x[0]) * std::cos(x[1]) + 0.1 * std::abs(x[0] - 0.4);
  };
  const std::vector<GridAxis> axes{{"x", -3, 3, 31}, {"y", -3, 3, 29}};
  const Found first(field, axes), second(field, axes);
  ASSERT_EQ(first.points.size(), second.points.size());
  ASSERT_GT(first.points.size(), 4u);
  for (std::size_t k = 0; k < first.points.size(); ++k) {
    EXPECT_EQ(first.points[k].at, second.points[k].at);
    EXPECT_EQ(first.points[k].value, second.points[k].value);
    const std::size_t before = k > 0 ? k - 1 : 0;
    EXPECT_LE(first.points[before].value, first.points[k].value);
  }
  EXPECT_EQ(Found(field, axes, {.max_points = 3}).points.size(), 3u);
}

std::string critical_points_refusal(const ScalarField& field, const std::vector<GridAxis>& axes,
                                    const VectorXd& values, const CriticalOptions& options = {}) {
  return test::refusal_of([&] { find_critical_points(field, axes, values, options); });
}

TEST(CriticalPoints, RefusesBadInputWithReasons) {
  const ScalarField field = [](const VectorXd& x) { return x.sum(); };
  const GridAxis axis{"x", 0, 1, 3};
  const VectorXd values = VectorXd::Zero(3);
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(critical_points_refusal({}, {axis}, values),
      "find_critical_points: field = none; expected a function; give");
  has(critical_points_refusal(field, {}, VectorXd::Zero(1)),
      "number of axes = 0; expected 1 to 4; fix the other");
  has(critical_points_refusal(field, std::vector<GridAxis>(5, axis), values),
      "number of axes = 5; expected 1 to 4");
  has(critical_points_refusal(field, {axis}, values, {.tolerance = 0.0}),
      "tolerance = 0; expected a finite");
  has(critical_points_refusal(field, {axis}, values, {.max_points = 0}),
      "max_points = 0; expected 1 or more");
  has(critical_points_refusal(field, {{"x", 0, 1, 2}}, VectorXd::Zero(2)),
      "axis 'x': count = 2; expected 3 or more; refine the grid");
  has(critical_points_refusal(field, {{"x", 1, 1, 3}}, values),
      "axis 'x': from = 1, to = 1; expected finite");
  has(critical_points_refusal(field, {{"x", 0, std::nan(""), 3}}, values),
      "to = nan; expected finite numbers");
  has(critical_points_refusal(field, {axis}, VectorXd::Zero(4)),
      "number of values = 4; expected 3, the product");
}

}  // namespace
}  // namespace carom::design
