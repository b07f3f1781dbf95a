// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's and Poisson's laws without friction at mass ratios up to 1e16, against an independent
// reference: every pattern of pressed contacts is tried, in long double, with velocities and
// impulses as unknowns (no Delassus matrix, which would square the condition).
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "carom/laws/newton.h"
#include "carom/laws/plastic.h"
#include "carom/laws/poisson.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

/// A problem in coordinates √M_jj v_j and rows of unit length, so that masses are seen in C and N
/// alone: C y = C y⁻ + Nᵀx.
struct Scaled {
  Matrix C, N;
  Vector y, unit, length;

  explicit Scaled(const ImpactProblem& problem) {
    const Matrix M = problem.mass_matrix().cast<Real>();
    unit = M.diagonal().cwiseSqrt();
    C = unit.cwiseInverse().asDiagonal() * M * unit.cwiseInverse().asDiagonal();
    N = problem.contact_jacobian().cast<Real>() * unit.cwiseInverse().asDiagonal();
    length = N.rowwise().norm();
    N = (length.cwiseInverse().asDiagonal() * N).eval();
    y = unit.cwiseProduct(problem.velocity().cast<Real>());
  }
};

struct Answer {
  Vector y, x;
  Real violation = 1e30L;  ///< Of x ≥ 0 and N y ≥ target, relative.
};

/// 0 ≤ x ⊥ N y − target ≥ 0 with C y = C from + Nᵀx, by enumeration.
Answer enumerate(const Scaled& s, const Vector& from, const Vector& target) {
  const Eigen::Index n = s.C.rows(), m = s.N.rows();
  Answer best;
  for (int pattern = 0; pattern < 1 << m; ++pattern) {
    std::vector<Eigen::Index> pressed;
    for (Eigen::Index i = 0; i < m; ++i)
      if (pattern >> i & 1) pressed.push_back(i);
    const auto k = static_cast<Eigen::Index>(pressed.size());
    Matrix K = Matrix::Zero(n + k, n + k);
    Vector right(n + k);
    K.topLeftCorner(n, n) = s.C;
    right.head(n) = s.C * from;
    for (Eigen::Index i = 0; i < k; ++i) {
      K.col(n + i).head(n) = -s.N.row(pressed[std::size_t(i)]).transpose();
      K.row(n + i).head(n) = s.N.row(pressed[std::size_t(i)]);
      right[n + i] = target[pressed[std::size_t(i)]];
    }
    const Eigen::FullPivLU<Matrix> lu(K);
    if (k > 0 && !lu.isInvertible()) continue;
    Vector solution = lu.solve(right);
    solution += lu.solve(right - K * solution);
    Answer answer{solution.head(n), Vector::Zero(m), 0.0L};
    for (Eigen::Index i = 0; i < k; ++i) answer.x[pressed[std::size_t(i)]] = solution[n + i];
    const Real size = from.norm() + answer.y.norm() + target.norm();
    for (Eigen::Index i = 0; i < m; ++i) {
      const bool closed = pattern >> i & 1;
      const Real miss = closed ? -answer.x[i] : target[i] - s.N.row(i).dot(answer.y);
      answer.violation = std::max(answer.violation, miss / size);
    }
    if (answer.violation < best.violation) best = answer;
  }
  return best;
}

Answer newton_by_enumeration(const Scaled& s, const std::vector<double>& e) {
  Vector target = s.N * s.y;
  for (Eigen::Index i = 0; i < target.size(); ++i)
    target[i] = target[i] < 0.0L ? -Real(e[std::size_t(i)]) * target[i] : 0.0L;
  return enumerate(s, s.y, target);
}

Answer poisson_by_enumeration(const Scaled& s, const std::vector<double>& e) {
  const Vector zero = Vector::Zero(s.N.rows());
  const Answer compression = enumerate(s, s.y, zero);
  Vector floor = compression.x;
  for (Eigen::Index i = 0; i < floor.size(); ++i) floor[i] *= Real(e[std::size_t(i)]);
  const Vector lifted = compression.y + s.C.fullPivLu().solve(s.N.transpose() * floor);
  Answer expansion = enumerate(s, lifted, zero);
  expansion.violation = std::max(expansion.violation, compression.violation);
  return expansion;
}

/// Masses log-uniform in 1e-8 … 1e8: balls in a row, or a dense mass matrix with random normals.
ImpactProblem mass_ratio_problem(std::uint64_t seed, bool chain, std::vector<double>& e) {
  base::Random random(seed);
  const int m = 2 + int(random.below(4)), n = chain ? m + 1 : m + int(random.below(3));
  Eigen::VectorXd root(n), velocity(n);
  for (int j = 0; j < n; ++j) root[j] = std::pow(10.0, random.uniform(-4.0, 4.0));
  for (int j = 0; j < n; ++j) velocity[j] = random.normal();
  Eigen::MatrixXd C = Eigen::MatrixXd::Identity(n, n);
  for (int j = 0; j < n && !chain; ++j)
    for (int i = 0; i < j; ++i) C(i, j) = C(j, i) = random.uniform(-1.0, 1.0) / n;
  std::vector<Contact> contacts(static_cast<std::size_t>(m));
  e.clear();
  const double common = seed % 3 == 0 ? 0.0 : random.uniform();
  for (int i = 0; i < m; ++i) {
    auto& contact = contacts[static_cast<std::size_t>(i)];
    contact.normal = Eigen::RowVectorXd::Zero(n);
    if (chain) contact.normal[i] = -1.0, contact.normal[i + 1] = 1.0;
    for (int j = 0; j < n && !chain; ++j) contact.normal[j] = random.normal();
    e.push_back(seed % 3 == 2 ? random.uniform() : common);
    contact.restitution = e.back();
  }
  return {root.asDiagonal() * C * root.asDiagonal(), contacts, velocity};
}

double distance(const ImpactProblem& problem, const Scaled& s, const Eigen::VectorXd& velocity,
                const Answer& answer) {
  const Vector off = s.unit.cwiseProduct(velocity.cast<Real>()) - answer.y;
  const Real square = off.dot(s.C * off), after = answer.y.dot(s.C * answer.y);
  return double(std::sqrt(square / std::max(after, Real(2.0 * problem.kinetic_energy()))));
}

class MassRatio : public testing::TestWithParam<bool> {};

TEST_P(MassRatio, NewtonAndPoissonAreTheComplementaritySolutions) {
  const bool chain = GetParam();
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    std::vector<double> e;
    const auto problem = mass_ratio_problem(seed, chain, e);
    const Scaled scaled(problem);
    // Columns at a small angle magnify the rounding of dense rows; those of chains have none.
    const double tolerance = chain ? 1e-11 : 1e-9;
    const auto newton = solve_once(problem, Newton{});
    const auto poisson = solve_once(problem, Poisson{});
    ASSERT_TRUE(newton.ok()) << seed << ": " << newton.message;
    ASSERT_TRUE(poisson.ok()) << seed << ": " << poisson.message;
    const Answer expected = newton_by_enumeration(scaled, e);
    ASSERT_LE(double(expected.violation), 1e-10) << seed;
    EXPECT_LE(distance(problem, scaled, newton.velocity_plus, expected), tolerance) << seed;
    const Answer twice = poisson_by_enumeration(scaled, e);
    ASSERT_LE(double(twice.violation), 1e-10) << seed;
    EXPECT_LE(distance(problem, scaled, poisson.velocity_plus, twice), tolerance) << seed;
    if (seed % 3 != 0) continue;  // e = 0: the plastic projection
    const auto plastic = solve_once(problem, Plastic{});
    ASSERT_TRUE(plastic.ok()) << seed;
    EXPECT_LE(problem.whiten(newton.velocity_plus - plastic.velocity_plus).norm(),
              1e-9 * problem.momentum_norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Masses, MassRatio, testing::Bool(),
                         [](const auto& chain) { return chain.param ? "Chain" : "Dense"; });

}  // namespace
}  // namespace carom::test
