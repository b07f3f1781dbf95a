// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// As in ImpactProblem, without its checks: rows L⁻¹nᵀ with M = L Lᵀ, made orthogonal to the
// bilateral rows; locked joints leave M and the rows first.
#include "design/landing/posture_probe.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>

#include "design/refusal.h"
#include "design/variation/stay_closed.h"
#include "solver/decompositions.h"
#include "solver/orthogonal_basis.h"

namespace carom::design {
namespace {

/// Half the distance of the two postures of a difference [rad, m]: truncation h² = 1e-10 and
/// rounding 1e-16/h = 1e-11 are about balanced.
constexpr double difference_step = 1e-5;

solver::OrthogonalBasis basis_of(const Eigen::MatrixXd& columns) {
  solver::OrthogonalBasis basis;
  basis.reset(columns.rows(), columns.cols());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) basis.append(columns.col(k));
  return basis;
}

Eigen::MatrixXd nonzero_rows(const Eigen::MatrixXd& rows) {
  std::vector<int> kept;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    if (rows.row(k).cwiseAbs().maxCoeff() > 0.0) kept.push_back(static_cast<int>(k));
  }
  return rows(kept, Eigen::all);
}

}  // namespace

PostureProbe::PostureProbe(const Model& model, State state, std::vector<int> contacts,
                           std::vector<int> velocities)
    : model_(model),
      start_(std::move(state)),
      contacts_(std::move(contacts)),
      velocities_(std::move(velocities)),
      workspace_(model) {
  workspace_.set_configuration(start_.q);
  start_gaps_ = gaps();
}

State PostureProbe::at(const Eigen::VectorXd& q) const {
  return {q, carried_velocity(model_, start_, q)};
}

Eigen::VectorXd PostureProbe::gaps() const {
  Eigen::VectorXd values(static_cast<Eigen::Index>(contacts_.size()));
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    values[static_cast<Eigen::Index>(k)] = workspace_.gap(contacts_[k]);
  }
  return values;
}

Eigen::VectorXd PostureProbe::opened(const Eigen::VectorXd& q) {
  workspace_.set_configuration(q);
  Eigen::VectorXd residual(start_gaps_.size() + workspace_.bilateral_count());
  Eigen::VectorXd held(workspace_.bilateral_count());
  workspace_.bilateral_residual(held);
  residual << gaps() - start_gaps_, held;
  return residual;
}

Eigen::MatrixXd PostureProbe::normal_rows() const {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(contacts_.size()), model_.velocity_size());
  Eigen::MatrixXd scratch;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const auto index = static_cast<std::size_t>(contacts_[k]);
    scratch.resize(1 + model_.contacts()[index].tangents, model_.velocity_size());
    workspace_.contact_rows(contacts_[k], scratch);
    rows.row(static_cast<Eigen::Index>(k)) = scratch.row(0);
  }
  return rows;
}

Eigen::MatrixXd PostureProbe::bilateral_rows() const {
  Eigen::MatrixXd rows(workspace_.bilateral_count(), model_.velocity_size());
  workspace_.bilateral_rows(rows);
  return rows;
}

Couplings PostureProbe::couplings(const Eigen::VectorXd& q) {
  workspace_.set_configuration(q);
  const Eigen::MatrixXd M = workspace_.mass_matrix()(velocities_, velocities_);
  const solver::Cholesky factor(M);
  const auto whiten = [&](const Eigen::MatrixXd& rows) {
    Eigen::MatrixXd columns = rows(Eigen::all, velocities_).transpose();
    factor.solve_lower_columns(columns);
    return columns;
  };
  Eigen::MatrixXd U = whiten(normal_rows());
  if (workspace_.bilateral_count() > 0) {
    const auto held = basis_of(whiten(bilateral_rows()));
    U -= held.Q() * (held.Q().transpose() * U);
  }
  for (Eigen::Index k = 0; k < U.cols(); ++k) {
    const double length = U.col(k).norm();
    if (length > 0.0) U.col(k) /= length;
  }
  // T_c/T: the part of p = Lᵀv within the span of the normals.
  const Eigen::VectorXd v = at(q).v(velocities_);
  const Eigen::VectorXd p = factor.upper_times(v);
  const auto basis = basis_of(U);
  const double energy = p.squaredNorm();
  const double met = (basis.Q().transpose() * p).squaredNorm();
  return {U.transpose() * U, energy > 0.0 ? met / energy : 0.0};
}

CouplingDerivatives PostureProbe::derivatives(const Eigen::VectorXd& q) {
  CouplingDerivatives result;
  const Eigen::Index size = model_.velocity_size();
  result.energy_share.resize(size);
  Eigen::VectorXd change = Eigen::VectorXd::Zero(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    change[k] = difference_step;
    const Couplings above = couplings(model_.integrate(q, change));
    change[k] = -difference_step;
    const Couplings below = couplings(model_.integrate(q, change));
    change[k] = 0.0;
    result.gram.push_back((above.gram - below.gram) / (2.0 * difference_step));
    result.energy_share[k] = (above.energy_share - below.energy_share) / (2.0 * difference_step);
  }
  return result;
}

std::optional<ImpactProblem> PostureProbe::problem(const Eigen::VectorXd& q) {
  workspace_.set_configuration(q);
  const Eigen::MatrixXd normals = normal_rows()(Eigen::all, velocities_);
  std::vector<Contact> contacts;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    contacts.push_back({.name = model_.contacts()[static_cast<std::size_t>(contacts_[k])].name,
                        .normal = normals.row(static_cast<Eigen::Index>(k))});
  }
  std::vector<BilateralConstraint> bilateral;
  const Eigen::MatrixXd held = nonzero_rows(bilateral_rows()(Eigen::all, velocities_));
  for (Eigen::Index k = 0; k < held.rows(); ++k) bilateral.push_back({.row = held.row(k)});
  std::optional<ImpactProblem> result;
  (void)refusal([&] {
    result.emplace(workspace_.mass_matrix()(velocities_, velocities_), std::move(contacts),
                   at(q).v(velocities_), std::move(bilateral), model_.name());
  });
  return result;
}

Eigen::MatrixXd PostureProbe::closed_rows(const Eigen::VectorXd& q) {
  workspace_.set_configuration(q);
  const Eigen::MatrixXd normals = normal_rows(), held = bilateral_rows();
  Eigen::MatrixXd rows(normals.rows() + held.rows(), model_.velocity_size());
  rows << normals, held;
  return rows;
}

}  // namespace carom::design
