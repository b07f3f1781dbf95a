// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law by independent ways on seeded random problems: event-driven (modes, exact pieces)
// against the compliant layer (no modes, stiff integrator), and against implicit increments.
// Differences are of point velocities, relative to the approach speed.
//   face, edge, corner of a block · two flat feet coupled by a random mass matrix · random rows
#include "carom/laws/regular.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "support/problems.h"

namespace carom::test {
namespace {

using base::Random;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

// Rows of a point at lever r on flat ground: normal z, tangents x and y.
MatrixXd ground_rows(const Vector3d& r) {
  MatrixXd rows(3, 6);
  for (int k = 0; k < 3; ++k)
    rows.row(k) << Vector3d::Unit((k + 2) % 3).transpose(),
        r.cross(Vector3d::Unit((k + 2) % 3)).transpose();
  return rows;
}

Contact ground_contact(const MatrixXd& rows, double friction) {
  return {.normal = rows.row(0), .tangents = rows.bottomRows(2), .friction = friction};
}

VectorXd normals(Random& random, Eigen::Index count, double size) {
  VectorXd v(count);
  for (auto& entry : v) entry = size * random.normal();
  return v;
}

enum class Kind { face, edge, corner, feet, rows };

ImpactProblem block(Kind kind, Random& random) {
  const Vector3d size(random.uniform(0.1, 0.4), random.uniform(0.1, 0.4),
                      random.uniform(0.05, 0.4));
  const Vector3d squares = size.cwiseAbs2();
  const Vector3d inertia = (Vector3d::Constant(squares.sum()) - squares) / 12.0;
  const double pitch = kind == Kind::face ? 0.0 : random.uniform(0.05, 0.7);
  const double roll = kind == Kind::corner ? random.uniform(0.05, 0.7) : 0.0;
  const Eigen::Matrix3d R =
      (Eigen::AngleAxisd(pitch, Vector3d::UnitY()) * Eigen::AngleAxisd(roll, Vector3d::UnitX()))
          .toRotationMatrix();
  MatrixXd M = MatrixXd::Identity(6, 6);
  M.bottomRightCorner(3, 3) = R * inertia.asDiagonal() * R.transpose();
  M = (0.5 * (M + M.transpose())).eval();
  const double friction = random.uniform(0.0, 1.5);
  std::vector<Contact> contacts;
  const int points = kind == Kind::face ? 4 : kind == Kind::edge ? 2 : 1;
  for (int i = 0; i < points; ++i) {
    // The side at +x is the lowest; on a corner the one at −y.
    const Vector3d corner(i < 2 ? 0.5 : -0.5, i % 2 ? 0.5 : -0.5, -0.5);
    contacts.push_back(ground_contact(ground_rows(R * corner.cwiseProduct(size)), friction));
  }
  VectorXd velocity(6);
  velocity << normals(random, 3, 0.5), normals(random, 3, 2.0);
  velocity[2] = -random.uniform(0.3, 1.5);
  return ImpactProblem(M, contacts, velocity);
}

ImpactProblem two_feet(Random& random) {
  const Eigen::Index n = 15;
  const MatrixXd B = 0.15 * Eigen::Map<const MatrixXd>(normals(random, n * n, 1.0).data(), n, n);
  VectorXd scale = VectorXd::Ones(n);
  for (const Eigen::Index i : {3, 4, 5, 9, 10, 11}) scale[i] = 0.08;
  MatrixXd M =
      scale.asDiagonal() * (MatrixXd::Identity(n, n) + B * B.transpose()) * scale.asDiagonal();
  M = (0.5 * (M + M.transpose())).eval();
  const double friction = random.uniform(0.0, 1.5);
  std::vector<Contact> contacts;
  VectorXd velocity = normals(random, n, 0.3);
  for (Eigen::Index foot = 0; foot < 2; ++foot) {
    velocity[6 * foot + 2] = -random.uniform(0.2, 1.0);
    for (int i = 0; i < 4; ++i) {
      MatrixXd rows = MatrixXd::Zero(3, n);
      rows.middleCols(6 * foot, 6) =
          ground_rows(Vector3d(i % 2 ? 0.1 : -0.1, i < 2 ? 0.05 : -0.05, -0.05));
      contacts.push_back(ground_contact(rows, friction));
    }
  }
  return ImpactProblem(M, contacts, velocity);
}

ImpactProblem make(Kind kind, std::uint64_t seed, double& restitution) {
  Random random(1000 * seed + static_cast<std::uint64_t>(kind));
  restitution = seed % 4 == 0 ? 0.0 : seed % 7 == 0 ? 1.0 : random.uniform();
  if (kind == Kind::feet) return two_feet(random);
  if (kind != Kind::rows) return block(kind, random);
  return random_problem(seed, {.coordinates = 3 + static_cast<int>(seed % 6),
                               .contacts = 1 + static_cast<int>(seed % 5),
                               .tangents = 1 + static_cast<int>(seed % 2),
                               .bilateral = 0,
                               .redundant = false});
}

double difference(const ImpactProblem& problem, const Outcome& a, const Outcome& b) {
  double approach = 0.0;
  for (int i = 0; i < problem.contact_count(); ++i)
    approach = std::max(
        approach, -problem.contact_jacobian().row(problem.normal_row(i)).dot(problem.velocity()));
  const VectorXd change = problem.contact_jacobian() * (a.velocity_plus - b.velocity_plus);
  return approach > 0.0 ? change.cwiseAbs().maxCoeff() / approach : change.norm();
}

struct Comparison {
  std::vector<double> differences;
  int unresolved = 0;
  double quantile(double q) const {
    auto sorted = differences;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
  }
};

Comparison compare(Kind kind, Regular::Method first, Regular::Method second, std::uint64_t count) {
  Comparison result;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    double restitution = 0.0;
    const auto problem = make(kind, seed, restitution);
    // Tighter than the default, so that what is left is not the tolerance of the turning slips.
    const double tolerance = first == Regular::Method::events ? 1e-10 : 1e-8;
    const auto a = solve_once(
        problem, Regular{.restitution = restitution, .tolerance = tolerance, .method = first});
    const auto b = solve_once(problem, Regular{.restitution = restitution, .method = second});
    EXPECT_TRUE(b.ok()) << seed << ": " << b.message;
    if (!a.ok() || !b.ok()) {
      ++result.unresolved;
      continue;
    }
    result.differences.push_back(difference(problem, a, b));
    EXPECT_LE(b.energy.after, (1.0 + 1e-10) * b.energy.before) << seed;
    // Far apart means another branch, never a matter of accuracy.
    EXPECT_LT(result.differences.back(), first == Regular::Method::events ? 2e-5 : 2e-3) << seed;
  }
  return result;
}

class RegularByTwoWays : public testing::TestWithParam<Kind> {};

TEST_P(RegularByTwoWays, EventsAgreeWithTheLayer) {
  const auto found = compare(GetParam(), Regular::Method::events, Regular::Method::layer, 60);
  EXPECT_LE(found.unresolved, 6) << "these go to the layer";
  EXPECT_LT(found.quantile(0.5), 2e-8);
  EXPECT_LT(found.quantile(0.95), 1e-6);
}

TEST_P(RegularByTwoWays, IncrementsAgreeWithTheLayer) {
  const auto found = compare(GetParam(), Regular::Method::increments, Regular::Method::layer, 4);
  EXPECT_EQ(found.unresolved, 0);
  EXPECT_LT(found.quantile(0.5), 1e-5);
}

std::string name_of(const testing::TestParamInfo<Kind>& kind) {
  constexpr const char* all[] = {"face", "edge", "corner", "feet", "rows"};
  return all[static_cast<int>(kind.param)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, RegularByTwoWays,
                         testing::Values(Kind::face, Kind::edge, Kind::corner, Kind::feet,
                                         Kind::rows),
                         name_of);

}  // namespace
}  // namespace carom::test
