// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "support/problems.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/QR>
#include <cmath>
#include <numbers>
#include <sstream>

namespace carom::test {

ImpactProblem cradle(const std::vector<double>& masses, const std::vector<double>& velocity,
                     bool wall) {
  const auto n = static_cast<Eigen::Index>(masses.size());
  const Eigen::VectorXd m = Eigen::Map<const Eigen::VectorXd>(masses.data(), n);
  const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(velocity.data(), n);
  std::vector<Contact> contacts;
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n);
    row[i] = -1.0;
    row[i + 1] = 1.0;
    contacts.push_back({.normal = row});
  }
  if (wall) {
    Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(n);
    row[n - 1] = -1.0;
    contacts.push_back({.name = "wall", .normal = row});
  }
  return {m.asDiagonal(), contacts, v, {}, "cradle"};
}

namespace {
Eigen::VectorXd random_numbers(base::Random& random, Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (auto& value : v) value = random.normal();
  return v;
}
}  // namespace

ImpactProblem random_balls(std::uint64_t seed) {
  base::Random random(seed);
  const auto balls = static_cast<Eigen::Index>(2 + random.below(4));
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(2 * balls, 2 * balls);
  Eigen::VectorXd mass(2 * balls), velocity(2 * balls);
  std::vector<Contact> contacts;
  for (Eigen::Index i = 0; i < 2 * balls; i += 2) {
    mass.segment(i, 2).setConstant(std::exp(random.uniform(-1, 1)));
    const double speed = random.uniform(0.1, 1), kind = i == 0 ? 1.0 : random.uniform();
    velocity[i] = kind < 0.3 ? 0.0 : kind < 0.5 ? speed : -speed;
    velocity[i + 1] = random.uniform(-1, 1);
    contacts.push_back({.normal = unit.row(i), .tangents = unit.row(i + 1), .friction = 0.4});
  }
  return {mass.asDiagonal(), contacts, velocity, {}, "balls " + std::to_string(seed)};
}

ImpactProblem random_cradle(std::uint64_t seed, double decades) {
  base::Random random(seed);
  std::vector<double> masses(3 + random.below(4)), velocity(masses.size());
  for (double& mass : masses) mass = std::pow(10.0, random.uniform(0, decades));
  for (double& speed : velocity) speed = random.normal();
  velocity[0] = velocity[1] + random.uniform(0.1, 1);
  return cradle(masses, velocity, random.uniform() < 0.3);
}

ImpactProblem random_squeeze(std::uint64_t seed) {
  base::Random random(seed);
  const auto dense = random_problem(seed, {.coordinates = 3, .contacts = 1});
  Contact other = dense.contacts()[0];
  other.name = "opposite";
  other.normal *= -1.0;
  other.normal += std::pow(10.0, random.uniform(-3, -1)) * other.normal.norm() *
                  random_numbers(random, 3).normalized().transpose();
  return {dense.mass_matrix(), {dense.contacts()[0], other}, dense.velocity(), {}, dense.name()};
}

ImpactProblem rest_at_first(ImpactProblem problem, bool slides) {
  const Eigen::Index rows =
      slides || problem.contact_count() < 2 ? 1 : problem.normal_row(1) - problem.normal_row(0);
  const Eigen::MatrixXd J = problem.contact_jacobian().topRows(rows);
  Eigen::VectorXd v = problem.velocity();
  for (int pass = 0; pass < 2; ++pass)  // The second leaves rounding only.
    v -= problem.velocity_per_impulse().leftCols(rows) *
         problem.delassus().topLeftCorner(rows, rows).llt().solve(J * v);
  problem.set_velocity(v);
  if (problem.approach().minCoeff() > -1e-3 * problem.momentum_norm()) problem.set_velocity(-v);
  return problem;
}

ImpactProblem repeat_first(const ImpactProblem& problem, int times) {
  std::vector<Contact> contacts = problem.contacts();
  for (int copy = 2; copy <= times; ++copy) {
    contacts.push_back(contacts[0]);
    contacts.back().name += ", copy " + std::to_string(copy);
  }
  return {problem.mass_matrix(), contacts, problem.velocity(), problem.bilateral(), problem.name()};
}

ImpactProblem random_problem(std::uint64_t seed, const RandomSettings& s) {
  base::Random random(seed);
  const Eigen::Index n = s.coordinates;
  Eigen::MatrixXd A(n, n);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = random.normal();
  const Eigen::MatrixXd M = A * A.transpose() / double(n) + 0.2 * Eigen::MatrixXd::Identity(n, n);
  // Normals lean towards a common direction r, so that r separates every contact: n·(M⁻¹rᵀ) > 0.
  const Eigen::VectorXd r = random_numbers(random, n);
  const Eigen::VectorXd separating = M.llt().solve(r);
  std::vector<Contact> contacts;
  for (int i = 0; i < s.contacts; ++i) {
    Eigen::RowVectorXd row = random_numbers(random, n).transpose();
    const double along = row.dot(separating) / r.dot(separating);
    row += (0.15 + 0.5 * random.uniform() - along) * r.transpose();
    Contact contact{.normal = row * std::exp(random.normal())};
    if (s.tangents > 0) {
      contact.tangents.resize(s.tangents, n);
      for (int k = 0; k < s.tangents; ++k)
        contact.tangents.row(k) = random_numbers(random, n).transpose();
      contact.friction = 0.5;
    }
    contacts.push_back(contact);
  }
  if (s.redundant && s.contacts >= 3)
    contacts.back().normal = 0.3 * contacts[0].normal + 0.9 * contacts[1].normal;
  std::vector<BilateralConstraint> bilateral;
  Eigen::VectorXd v = random_numbers(random, n) - 1.5 * separating / separating.norm();
  if (s.bilateral > 0) {
    // Rows that leave the separating direction free, the last one redundant if there are several.
    Eigen::MatrixXd B(s.bilateral, n);
    for (int b = 0; b < s.bilateral; ++b) {
      Eigen::RowVectorXd row = random_numbers(random, n).transpose();
      row -= row.dot(separating) / r.dot(separating) * r.transpose();
      if (b > 0 && b == s.bilateral - 1) row = 2.0 * B.row(0);
      B.row(b) = row;
      bilateral.push_back({.row = row});
    }
    v -= B.completeOrthogonalDecomposition().solve(B * v);
  }
  return {M, contacts, v, bilateral, "random " + std::to_string(seed)};
}

ImpactProblem pair(double inner_product, const Eigen::Vector2d& velocity) {
  const double half = 0.5 * std::acos(inner_product);
  std::vector<Contact> contacts{
      {.name = "u", .normal = Eigen::RowVector2d(std::sin(half), std::cos(half))},
      {.name = "v", .normal = Eigen::RowVector2d(-std::sin(half), std::cos(half))}};
  return {Eigen::Matrix2d::Identity(), contacts, velocity, {}, "pair"};
}

ImpactProblem flat_foot(int points, const Eigen::VectorXd& velocity) {
  const Eigen::VectorXd inertia =
      (Eigen::VectorXd(6) << 5.0, 5.0, 5.0, 0.02, 0.03, 0.04).finished();
  std::vector<Contact> contacts;
  for (int i = 0; i < points; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / points;
    const Eigen::Vector3d at(0.10 * std::cos(angle), 0.05 * std::sin(angle), -0.3);
    Eigen::RowVectorXd row(6);
    row << Eigen::RowVector3d::UnitZ(), at.cross(Eigen::Vector3d::UnitZ()).transpose();
    contacts.push_back({.normal = row});
  }
  return {inertia.asDiagonal(), contacts, velocity, {}, "foot"};
}

Outcome solve_once(const ImpactProblem& problem, const Law& law) {
  Workspace workspace;
  Outcome outcome;
  solve(problem, law, workspace, outcome);
  return outcome;
}

namespace {
void show_row(std::ostream& text, const Eigen::RowVectorXd& row) {
  for (Eigen::Index k = 0; k < row.size(); ++k) text << (k == 0 ? "[" : ", ") << row[k];
  text << "]";
}
void show_rows(std::ostream& text, const Eigen::MatrixXd& rows) {
  text << "[";
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    if (k > 0) text << ", ";
    show_row(text, rows.row(k));
  }
  text << "]";
}
}  // namespace

std::string show(const ImpactProblem& problem) {
  std::ostringstream text;
  text.precision(17);
  text << R"({"format": "carom-problem/1", "name": ")" << problem.name() << R"(", "mass_matrix": )";
  show_rows(text, problem.mass_matrix());
  text << R"(, "velocity": )";
  show_row(text, problem.velocity().transpose());
  const char* separator = R"(, "contacts": [)";
  for (const auto& contact : problem.contacts()) {
    text << separator << R"({"name": ")" << contact.name << R"(", "normal": )";
    show_row(text, contact.normal);
    text << R"(, "tangents": )";
    show_rows(text, contact.tangents);
    text << R"(, "friction": )" << contact.friction << R"(, "stiffness": )" << contact.stiffness
         << "}";
    separator = ", ";
  }
  text << R"(], "bilateral": [)";
  separator = "";
  for (const auto& constraint : problem.bilateral()) {
    text << separator << R"({"name": ")" << constraint.name << R"(", "row": )";
    show_row(text, constraint.row);
    text << "}";
    separator = ", ";
  }
  return text.str() + "]}";
}

std::string show(const Eigen::VectorXd& v) {
  std::ostringstream text;
  text << v.transpose();
  return text.str();
}

}  // namespace carom::test
