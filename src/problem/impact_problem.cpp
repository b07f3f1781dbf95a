// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ImpactProblem: validated, factored once, contact rows projected on the null space of the
// bilateral rows in the mass metric. With M = L Lᵀ and rows j, the whitened column is L⁻¹ jᵀ, so
// that ⟨a,b⟩ = a M⁻¹ bᵀ is an ordinary dot product of columns (S3 eq. 5).
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/problem.h"
#include "carom/tolerance.h"
#include "problem/validate.h"

namespace carom {

ImpactProblem::ImpactProblem(Eigen::MatrixXd mass_matrix, std::vector<Contact> contacts,
                             Eigen::VectorXd velocity, std::vector<BilateralConstraint> bilateral,
                             std::string name) {
  auto faults = problem::find_faults(mass_matrix, contacts, velocity, bilateral);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  auto labels = std::make_shared<Labels>();
  labels->problem = std::move(name);
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
  mass_matrix_ = 0.5 * (mass_matrix + mass_matrix.transpose());
  velocity_ = std::move(velocity);
  factor_.compute(mass_matrix_);
  build_rows();
  build_metric();
  update_velocity();
}

void ImpactProblem::build_rows() {
  int rows = 0;
  for (const auto& contact : contacts_) {
    normal_rows_.push_back(rows);
    rows += 1 + static_cast<int>(contact.tangents.rows());
  }
  jacobian_.resize(rows, coordinate_count());
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    jacobian_.row(normal_rows_[i]) = contacts_[i].normal;
    const Eigen::Index tangents = contacts_[i].tangents.rows();
    if (tangents > 0) jacobian_.middleRows(normal_rows_[i] + 1, tangents) = contacts_[i].tangents;
  }
  bilateral_rows_.resize(bilateral_count(), coordinate_count());
  for (std::size_t i = 0; i < bilateral_.size(); ++i)
    bilateral_rows_.row(static_cast<Eigen::Index>(i)) = bilateral_[i].row;
}

void ImpactProblem::build_metric() {
  const int m = contact_count();
  whitened_rows_.resize(coordinate_count(), jacobian_.rows());
  velocity_per_impulse_.resize(coordinate_count(), jacobian_.rows());
  // Without contacts there is nothing to solve for, and Eigen would touch entry 0 of nothing.
  if (m > 0) whitened_rows_ = factor_.matrixL().solve(jacobian_.transpose());
  const Eigen::VectorXd full_length = whitened_rows_.colwise().norm();
  bilateral_per_impulse_.setZero(bilateral_count(), jacobian_.rows());
  if (bilateral_count() > 0) {
    // Orthonormal basis Q of the whitened bilateral rows, redundant ones dropped by pivoting.
    const Eigen::MatrixXd B = factor_.matrixL().solve(bilateral_rows_.transpose());
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-10);
    decomposition.compute(B * B.colwise().norm().cwiseInverse().asDiagonal());
    const Eigen::Index rank = decomposition.rank();
    bilateral_independent_ = rank == bilateral_count();
    const Eigen::MatrixXd Q = Eigen::MatrixXd(decomposition.householderQ()).leftCols(rank);
    // Reaction −B⁺ A of the hinges to a unit impulse of each row, least norm if redundant.
    if (m > 0) {
      bilateral_per_impulse_ =
          -(B.colwise().norm().cwiseInverse().asDiagonal() * decomposition.solve(whitened_rows_));
    }
    for (int pass = 0; pass < 2; ++pass) whitened_rows_ -= Q * (Q.transpose() * whitened_rows_);
    // A row that the bilateral constraints hold fast is exactly zero, not rounding.
    for (Eigen::Index j = 0; j < whitened_rows_.cols(); ++j)
      if (whitened_rows_.col(j).norm() <= 1e-10 * full_length[j]) whitened_rows_.col(j).setZero();
  }
  delassus_.noalias() = whitened_rows_.transpose() * whitened_rows_;
  if (m > 0) velocity_per_impulse_ = factor_.matrixU().solve(whitened_rows_);
  normal_length_.resize(m);
  unit_normals_.resize(coordinate_count(), m);
  unit_response_.resize(coordinate_count(), m);
  for (int i = 0; i < m; ++i) {
    normal_length_[i] = whitened_rows_.col(normal_row(i)).norm();
    const double inverse = normal_length_[i] > 0.0 ? 1.0 / normal_length_[i] : 0.0;
    unit_normals_.col(i) = inverse * whitened_rows_.col(normal_row(i));
    unit_response_.col(i) = inverse * velocity_per_impulse_.col(normal_row(i));
  }
  gram_.noalias() = unit_normals_.transpose() * unit_normals_;
  for (int i = 0; i < m; ++i) gram_(i, i) = normal_length_[i] > 0.0 ? 1.0 : 0.0;
  approach_.resize(m);
  whitened_velocity_.resize(coordinate_count());
  momentum_.resize(coordinate_count());
}

void ImpactProblem::update_velocity() {
  const auto& L = factor_.matrixLLT();
  const int n = coordinate_count();
  for (int i = 0; i < n; ++i) {
    double whitened = 0.0, momentum = 0.0;
    for (int j = i; j < n; ++j) whitened += L(j, i) * velocity_[j];
    for (int j = 0; j < n; ++j) momentum += mass_matrix_(j, i) * velocity_[j];
    whitened_velocity_[i] = whitened;
    momentum_[i] = momentum;
  }
  momentum_norm_ = whitened_velocity_.norm();
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
  if (!velocity.allFinite())
    throw InvalidInput("velocity has an entry that is not finite; expected finite numbers");
  if (!bilateral_.empty()) {
    auto faults = problem::velocity_faults(velocity, bilateral_);
    if (!faults.empty()) throw InvalidInput(std::move(faults));
  }
  velocity_ = velocity;
  update_velocity();
}

double ImpactProblem::grazing_threshold() const { return zero_tolerance * momentum_norm_; }

Eigen::VectorXd ImpactProblem::whiten(const Eigen::Ref<const Eigen::VectorXd>& velocity) const {
  return factor_.matrixU() * velocity;
}

Eigen::VectorXd ImpactProblem::unwhiten(const Eigen::Ref<const Eigen::VectorXd>& whitened) const {
  return factor_.matrixU().solve(whitened);
}

}  // namespace carom
