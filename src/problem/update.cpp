// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ImpactProblem::update: the same contacts at another state. What may have gone wrong is looked for
// with a few sums; only when one of them is odd are all faults named, as by the constructor.
#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/problem.h"
#include "problem/square_root.h"
#include "problem/validate.h"

namespace carom {
namespace {

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

}  // namespace carom
