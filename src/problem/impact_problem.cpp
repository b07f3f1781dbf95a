// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ImpactProblem: validated, factored once, contact rows projected on the null space of the
// bilateral rows in the mass metric. With M = U Uᵀ and rows j, the whitened row is j U⁻ᵀ, so that
// ⟨a,b⟩ = a M⁻¹ bᵀ is an ordinary dot product (S3 eq. 5). Everything follows from one pass of
// whitened rows: J M⁻¹ Jᵀ, the Gram matrix from its entries, M⁻¹Jᵀ by the second half of the solve.
#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/problem.h"
#include "carom/tolerance.h"
#include "problem/bilateral.h"
#include "problem/square_root.h"
#include "problem/validate.h"

namespace carom {
namespace {

/// Contacts whose rows are this much shorter than the longest are lengthened. Bodies of one
/// problem, in one unit, seldom differ by as much: their rows stay as given, and where impulses are
/// not determined they are shared as the stiffnesses along those rows say. Ten times larger: the
/// compliance of the complementarity solver, relative to the longest row, is too soft for the
/// shortest, squared 4e5 times. Ten times smaller: rows of ordinary bodies are rescaled.
constexpr double longest_to_shortest = 64.0;

// ---- the same contacts at another state: what update() looks at ----

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
using Vector = Eigen::Ref<const Eigen::VectorXd>;

std::string sizes(const Matrix& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

void check_size(const char* what, const Matrix& matrix, Eigen::Index rows, Eigen::Index columns,
                std::vector<std::string>& faults) {
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  faults.push_back(std::string(what) + " is " + sizes(matrix) + "; expected " +
                   std::to_string(rows) + " x " + std::to_string(columns) +
                   ", as when the problem was made; for other contacts make another problem");
}

// Entries in range, and no row is zero. Block after block, so that memory is read as it lies.
bool rows_look_right(const Matrix& rows) {
  constexpr Eigen::Index block = 4;
  constexpr double most = ImpactProblem::largest_entry, least = ImpactProblem::smallest_entry;
  Eigen::Index first = 0;
  for (; first + block <= rows.rows(); first += block) {
    Eigen::Vector4d sums = Eigen::Vector4d::Zero();
    for (Eigen::Index k = 0; k < rows.cols(); ++k)
      sums += rows.col(k).segment<block>(first).cwiseAbs();
    if (!(sums.minCoeff() >= least) || !(sums.sum() <= most)) return false;
  }
  for (; first < rows.rows(); ++first) {
    const double sum = rows.row(first).cwiseAbs().sum();
    if (!(sum >= least && sum <= most)) return false;
  }
  return true;
}

// The same for bilateral rows, which the velocity must satisfy.
bool hinges_look_right(const Matrix& rows, const Vector& velocity) {
  if (rows.rows() == 0) return true;
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    if (!problem::satisfies(rows.row(i), velocity)) return false;
  return rows_look_right(rows);
}

// Eigen cannot see that the columns of a Ref lie one after the other in most calls.
void copy(const Matrix& from, Eigen::MatrixXd& to) {
  for (Eigen::Index k = 0; k < from.cols(); ++k)
    std::copy_n(from.data() + k * from.outerStride(), from.rows(), to.data() + k * to.rows());
}

std::vector<std::string> all_faults(const ImpactProblem& problem, const Matrix& mass_matrix,
                                    const Matrix& rows, const Vector& velocity,
                                    const Matrix& bilateral_rows) {
  auto contacts = problem.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const int normal = problem.normal_row(static_cast<int>(i));
    contacts[i].normal = rows.row(normal);
    const Eigen::Index tangents = contacts[i].tangents.rows();
    if (tangents > 0) contacts[i].tangents = rows.middleRows(normal + 1, tangents);
  }
  auto bilateral = problem.bilateral();
  for (std::size_t i = 0; i < bilateral.size(); ++i)
    bilateral[i].row = bilateral_rows.row(static_cast<Eigen::Index>(i));
  Eigen::MatrixXd factor;
  problem::Prepared unused{.factor = factor};
  return problem::find_faults(mass_matrix, contacts, velocity, bilateral, unused);
}

}  // namespace

ImpactProblem::ImpactProblem(Eigen::MatrixXd mass_matrix, std::vector<Contact> contacts,
                             Eigen::VectorXd velocity, std::vector<BilateralConstraint> bilateral,
                             std::string name) {
  problem::Prepared prepared{.factor = factor_};
  auto faults = problem::find_faults(mass_matrix, contacts, velocity, bilateral, prepared);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  auto labels = std::make_shared<Labels>();
  labels->problem = std::move(name);
  labels->contacts.reserve(contacts.size());
  labels->bilateral.reserve(bilateral.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].name.empty()) contacts[i].name = "contact " + std::to_string(i + 1);
    labels->contacts.push_back(contacts[i].name);
  }
  for (std::size_t i = 0; i < bilateral.size(); ++i) {
    if (bilateral[i].name.empty()) bilateral[i].name = "bilateral " + std::to_string(i + 1);
    labels->bilateral.push_back(bilateral[i].name);
  }
  labels_ = std::move(labels);
  contacts_ = std::move(contacts);
  bilateral_ = std::move(bilateral);
  mass_matrix_ = std::move(mass_matrix);
  if (prepared.symmetry != problem::Symmetry::exact) problem::symmetrise(mass_matrix_);
  velocity_ = std::move(velocity);
  build_rows();
  build_metric();
  update_velocity();
}

void ImpactProblem::build_rows() {
  int rows = 0;
  normal_rows_.reserve(contacts_.size());
  for (const auto& contact : contacts_) {
    normal_rows_.push_back(rows);
    rows += 1 + static_cast<int>(contact.tangents.rows());
  }
  const Eigen::Index n = coordinate_count();
  jacobian_.resize(rows, n);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const double *normal = contacts_[i].normal.data(), *tangent = contacts_[i].tangents.data();
    const Eigen::Index tangents = contacts_[i].tangents.rows();
    double* to = jacobian_.data() + normal_rows_[i];
    for (Eigen::Index k = 0; k < n; ++k, to += rows) {
      to[0] = normal[k];
      for (Eigen::Index t = 0; t < tangents; ++t) to[1 + t] = *tangent++;
    }
  }
}

void ImpactProblem::build_metric() {
  const Eigen::Index n = coordinate_count(), rows = jacobian_.rows(), b = bilateral_count();
  const Eigen::Index first = problem::padded(rows), all = first + problem::padded(b);
  row_space_.resize(all, n + problem::Bilateral::extra_columns(b));
  for (Eigen::Index k = 0; k < n; ++k) {
    double* column = row_space_.data() + k * all;
    std::fill(std::copy_n(jacobian_.data() + k * rows, rows, column), column + all, 0.0);
    for (Eigen::Index i = 0; i < b; ++i)
      column[first + i] = bilateral_[static_cast<std::size_t>(i)].row[k];
  }
  problem::Occupancy occupancy;
  occupancy.find(row_space_.leftCols(n));
  problem::whiten_rows(factor_, row_space_.leftCols(n), occupancy);
  bilateral_per_impulse_.resize(b, rows);
  auto space = row_space_.topLeftCorner(first, n);
  if (b > 0) {
    problem::Bilateral hinges(row_space_, first, b, n);
    bilateral_independent_ = hinges.orthonormalise() == b;
    for (Eigen::Index j = 0; j < rows; ++j) hinges.project(j, bilateral_per_impulse_.col(j));
    occupancy.fill(space);
  }
  delassus_.resize(rows, rows);
  problem::multiply_rows(space, occupancy, delassus_);
  whitened_rows_.resize(n, rows);
  problem::transpose_rows(space, whitened_rows_);
  problem::respond_rows(factor_, space);
  velocity_per_impulse_.resize(n, rows);
  problem::transpose_rows(space, velocity_per_impulse_);
  build_normals();
}

void ImpactProblem::build_normals() {
  const int m = contact_count();
  const Eigen::Index n = coordinate_count();
  normal_length_.resize(m);
  unit_normals_.resize(n, m);
  unit_response_.resize(n, m);
  gram_.resize(m, m);
  for (int i = 0; i < m; ++i) {
    const int row = normal_row(i);
    const double square = delassus_(row, row), length = std::sqrt(square);
    const double inverse = length > 0.0 ? 1.0 / length : 0.0;
    normal_length_[i] = length;
    unit_normals_.col(i) = inverse * whitened_rows_.col(row);
    unit_response_.col(i) = inverse * velocity_per_impulse_.col(row);
    for (int j = 0; j < i; ++j) {
      const int other = normal_row(j);
      // The root of the product keeps angles such as −1/2 exact; the other way never overflows.
      const double squares = square * delassus_(other, other);
      const double lengths =
          std::isnormal(squares) ? std::sqrt(squares) : length * normal_length_[j];
      gram_(i, j) = gram_(j, i) = lengths > 0.0 ? delassus_(row, other) / lengths : 0.0;
    }
    gram_(i, i) = length > 0.0 ? 1.0 : 0.0;
  }
  balance_rows();
  approach_.resize(m);
  whitened_velocity_.resize(n);
  momentum_.resize(n);
}

// One factor per contact, for normal and tangents alike: friction compares impulses along rows as
// they were given.
void ImpactProblem::balance_rows() {
  const int m = contact_count();
  row_factor_.resize(m);
  double longest = 0.0;  // squares of lengths
  for (int i = 0; i < m; ++i) {
    double square = 0.0;
    for (Eigen::Index k = 0; k <= contacts_[static_cast<std::size_t>(i)].tangents.rows(); ++k)
      square = std::max(square, delassus_(normal_row(i) + k, normal_row(i) + k));
    row_factor_[i] = square;  // for now
    longest = std::max(longest, square);
  }
  balanced_ = true;
  const double enough = longest / (longest_to_shortest * longest_to_shortest);
  for (int i = 0; i < m; ++i) {
    const double square = row_factor_[i];
    row_factor_[i] = 1.0;
    if (square >= enough || square == 0.0) continue;
    balanced_ = false;
    row_factor_[i] = std::exp2(std::ceil(0.5 * std::log2(enough / square)));
  }
  if (balanced_) return;
  balanced_rows_ = whitened_rows_;
  for (int i = 0; i < m; ++i)
    balanced_rows_.middleCols(normal_row(i),
                              1 + contacts_[static_cast<std::size_t>(i)].tangents.rows()) *=
        row_factor_[i];
}

void ImpactProblem::update_velocity() {
  const Eigen::Index n = coordinate_count();
  for (Eigen::Index i = 0; i < n; ++i) {
    whitened_velocity_[i] = factor_.col(i).head(i + 1).dot(velocity_.head(i + 1));
    momentum_[i] = mass_matrix_.col(i).dot(velocity_);
  }
  momentum_norm_ = whitened_velocity_.norm();
  // Squares of speeds below 1e-154 vanish; the speeds do not. Four decades above that, no digit of
  // the sum of squares is lost.
  if (momentum_norm_ < 1e-150) momentum_norm_ = whitened_velocity_.stableNorm();
  for (int i = 0; i < contact_count(); ++i) {
    const bool blocked = normal_length_[i] == 0.0;
    approach_[i] = blocked ? 0.0 : jacobian_.row(normal_row(i)).dot(velocity_) / normal_length_[i];
  }
}

void ImpactProblem::set_velocity(const Eigen::Ref<const Eigen::VectorXd>& velocity) {
  if (velocity.size() != velocity_.size()) {
    throw InvalidInput("velocity has " + std::to_string(velocity.size()) + " entries; expected " +
                       std::to_string(velocity_.size()) + ", as when the problem was made");
  }
  if (!bilateral_.empty() || !(velocity.cwiseAbs().sum() <= largest_entry)) {
    auto faults = problem::velocity_faults(velocity, bilateral_);
    if (!faults.empty()) throw InvalidInput(std::move(faults));
  }
  velocity_ = velocity;
  update_velocity();
}

double ImpactProblem::grazing_threshold() const { return zero_tolerance * momentum_norm_; }

Eigen::VectorXd ImpactProblem::whiten(const Eigen::Ref<const Eigen::VectorXd>& velocity) const {
  return factor_.triangularView<Eigen::Upper>().transpose() * velocity;
}

Eigen::VectorXd ImpactProblem::unwhiten(const Eigen::Ref<const Eigen::VectorXd>& whitened) const {
  return factor_.triangularView<Eigen::Upper>().transpose().solve(whitened);
}

void ImpactProblem::unwhiten(const Eigen::VectorXd& whitened, Eigen::VectorXd& velocity) const {
  velocity = whitened;
  factor_.triangularView<Eigen::Upper>().transpose().solveInPlace(velocity);
}

Eigen::VectorXd ImpactProblem::whiten_row(const Eigen::Ref<const Eigen::RowVectorXd>& row) const {
  return factor_.triangularView<Eigen::Upper>().solve(row.transpose());
}

// What may have gone wrong is looked for with a few sums; only when one of them is odd are all
// faults named, as by the constructor.
void ImpactProblem::update(const Matrix& mass_matrix, const Matrix& rows, const Vector& velocity,
                           const Matrix& bilateral_rows) {
  const Eigen::Index n = velocity_.size();
  std::vector<std::string> faults;
  check_size("mass_matrix", mass_matrix, n, n, faults);
  check_size("rows", rows, jacobian_.rows(), n, faults);
  if (bilateral_count() > 0 || bilateral_rows.size() > 0)
    check_size("bilateral_rows", bilateral_rows, bilateral_count(), n, faults);
  if (velocity.size() != n)
    faults.push_back("velocity has " + std::to_string(velocity.size()) + " entries; expected " +
                     std::to_string(n) + ", as when the problem was made");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  const auto symmetry = problem::symmetry(mass_matrix);
  const bool right = symmetry != problem::Symmetry::none && rows_look_right(rows) &&
                     velocity.cwiseAbs().sum() <= largest_entry &&
                     hinges_look_right(bilateral_rows, velocity) &&
                     problem::is_positive_definite(mass_matrix, factor_);
  if (!right) {
    faults = all_faults(*this, mass_matrix, rows, velocity, bilateral_rows);
    if (!faults.empty()) {
      (void)problem::is_positive_definite(mass_matrix_, factor_);
      throw InvalidInput(std::move(faults));
    }
    (void)problem::is_positive_definite(mass_matrix, factor_);
  }
  copy(mass_matrix, mass_matrix_);
  if (symmetry != problem::Symmetry::exact) problem::symmetrise(mass_matrix_);
  take_rows(rows, bilateral_rows);
  velocity_ = velocity;
  build_metric();
  update_velocity();
}

ImpactProblem::RowStorage ImpactProblem::row_storage() {
  const Eigen::Index n = velocity_.size(), b = bilateral_count();
  const Eigen::Index first = problem::padded(jacobian_.rows());
  return {row_space_.topLeftCorner(jacobian_.rows(), n), row_space_.block(first, 0, b, n),
          row_space_.col(b > 0 ? n : 0).segment(first, b)};
}

void ImpactProblem::take_rows(const Matrix& rows, const Matrix& bilateral_rows) {
  copy(rows, jacobian_);
  const Eigen::Index m = jacobian_.rows(), n = jacobian_.cols();
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const double* from = jacobian_.data() + normal_rows_[i];
    double *normal = contacts_[i].normal.data(), *tangent = contacts_[i].tangents.data();
    const Eigen::Index tangents = contacts_[i].tangents.rows();
    for (Eigen::Index k = 0; k < n; ++k, from += m) {
      normal[k] = from[0];
      for (Eigen::Index t = 0; t < tangents; ++t) *tangent++ = from[1 + t];
    }
  }
  for (std::size_t i = 0; i < bilateral_.size(); ++i)
    bilateral_[i].row = bilateral_rows.row(static_cast<Eigen::Index>(i));
}

ImpactProblem with_friction(const ImpactProblem& problem, double friction) {
  std::vector<Contact> contacts = problem.contacts();
  for (Contact& contact : contacts) {
    contact.friction = friction;
    contact.static_friction.reset();
  }
  return ImpactProblem(problem.mass_matrix(), std::move(contacts), problem.velocity(),
                       problem.bilateral(), problem.name());
}

std::optional<double> common_restitution(const ImpactProblem& problem) {
  std::optional<double> common;
  for (const Contact& contact : problem.contacts()) {
    if (!contact.restitution || (common && *common != *contact.restitution)) return std::nullopt;
    common = contact.restitution;
  }
  return common;
}

}  // namespace carom
