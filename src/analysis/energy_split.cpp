// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": kinetic energy of the motion that the contact rows stop, and of the rest (S4
// eq. 4),
//   T = T_c + T_a,  T_c = ½‖Qᵀ Lᵀv‖²,  Q an orthonormal basis of the rows in the mass metric.
// S4 eqs. 2 and 3 invert A M⁻¹ Aᵀ; a basis needs no inverse and allows redundant rows.
// Directions of all and of no energy loss (S4 eqs. 2, 3 and its reference 14): s = T_c/T (S4's ξ)
// is stationary along the eigenvectors of P_cᵀ M P_c w = s M w. P_c projects in the mass metric, so
// s is 1 on the space of constrained motion and 0 on that of admissible motion. Hence no eigenvalue
// is computed: the eigenvectors are bases of the two spaces. Departures: rows may be redundant, and
// both spaces lie in the null space of the bilateral rows.
#include <cmath>
#include <string>

#include "carom/analysis.h"
#include "carom/error.h"
#include "solver/decompositions.h"
#include "solver/orthogonal_basis.h"

namespace carom {
namespace {

/// Orthonormal basis of the rows, in coordinates where the mass metric is the ordinary one.
/// Redundant rows, and rows that the bilateral constraints hold fast, add nothing.
solver::OrthogonalBasis constrained_basis(const ImpactProblem& problem, Rows rows) {
  const Eigen::MatrixXd& all = problem.whitened_rows();
  solver::OrthogonalBasis basis;
  basis.reset(all.rows(), all.cols());
  if (rows == Rows::all) {
    for (Eigen::Index k = 0; k < all.cols(); ++k) {
      basis.append(all.col(k));
    }
  } else {
    for (int i = 0; i < problem.contact_count(); ++i) {
      basis.append(all.col(problem.normal_row(i)));
    }
  }
  return basis;
}

/// Orthonormal basis of the bilateral rows in coordinates of the ordinary metric. Ranks are decided
/// as in ImpactProblem, so that the spaces fit those of the projected contact rows.
Eigen::MatrixXd bilateral_basis(const ImpactProblem& problem) {
  const int n = problem.coordinate_count(), count = problem.bilateral_count();
  if (count == 0) return Eigen::MatrixXd(n, 0);
  Eigen::MatrixXd columns(n, count);
  Eigen::VectorXd response(n);
  for (int i = 0; i < n; ++i) {  // U⁻¹bᵀ, from the columns of U⁻ᵀ
    response = problem.unwhiten(Eigen::VectorXd::Unit(n, i));
    for (int k = 0; k < count; ++k) {
      columns(i, k) = problem.bilateral()[static_cast<std::size_t>(k)].row.dot(response);
    }
  }
  columns.colwise().normalize();
  const solver::PivotedQr decomposition(columns, solver::OrthogonalBasis::dependence);
  return decomposition.Q().leftCols(decomposition.rank());
}

/// Orthonormal basis of what is orthogonal to the orthonormal columns of `basis`.
Eigen::MatrixXd complement(const Eigen::MatrixXd& basis) {
  const Eigen::Index n = basis.rows(), k = basis.cols();
  if (k == 0) return Eigen::MatrixXd::Identity(n, n);
  return solver::orthogonal_factor(basis).rightCols(n - k);
}

Eigen::MatrixXd velocities(const ImpactProblem& problem, const Eigen::MatrixXd& whitened) {
  Eigen::MatrixXd columns(whitened.rows(), whitened.cols());
  for (Eigen::Index k = 0; k < whitened.cols(); ++k) {
    columns.col(k) = problem.unwhiten(whitened.col(k));
  }
  return columns;
}

void check_velocity(const Eigen::Ref<const Eigen::VectorXd>& velocity, Eigen::Index size) {
  if (velocity.size() != size) {
    throw InvalidInput("energy directions: velocity has " + std::to_string(velocity.size()) +
                       " entries; expected " + std::to_string(size) + ", as in the problem");
  }
  if (!velocity.allFinite()) {
    throw InvalidInput(
        "energy directions: velocity has an entry that is not finite; expected finite numbers");
  }
}

}  // namespace

EnergySplit energy_split(const ImpactProblem& problem, Rows rows) {
  const solver::OrthogonalBasis basis = constrained_basis(problem, rows);
  const Eigen::VectorXd p = problem.whiten(problem.velocity());
  const Eigen::VectorXd along = basis.Q().transpose() * p;
  const Eigen::VectorXd rest = p - basis.Q() * along;
  // The smaller part as computed, the larger as what is missing: both keep their digits and the sum
  // is the kinetic energy.
  EnergySplit split{.rank = static_cast<int>(basis.size())};
  const double energy = problem.kinetic_energy();
  if (along.squaredNorm() < rest.squaredNorm()) {
    split.constrained = 0.5 * along.squaredNorm();
    split.admissible = energy - split.constrained;
  } else {
    split.admissible = 0.5 * rest.squaredNorm();
    split.constrained = energy - split.admissible;
  }
  return split;
}

Eigen::VectorXd EnergyDirections::constrained_part(
    const Eigen::Ref<const Eigen::VectorXd>& velocity) const {
  check_velocity(velocity, constrained.rows());
  return constrained * (constrained_momentum.transpose() * velocity);
}

Eigen::VectorXd EnergyDirections::admissible_part(
    const Eigen::Ref<const Eigen::VectorXd>& velocity) const {
  check_velocity(velocity, admissible.rows());
  return admissible * (admissible_momentum.transpose() * velocity);
}

double EnergyDirections::share(const Eigen::Ref<const Eigen::VectorXd>& velocity) const {
  check_velocity(velocity, constrained.rows());
  const double stopped = (constrained_momentum.transpose() * velocity).stableNorm();
  const double kept = (admissible_momentum.transpose() * velocity).stableNorm();
  const double length = std::hypot(stopped, kept);
  return length > 0.0 ? (stopped / length) * (stopped / length) : 0.0;
}

EnergyDirections energy_directions(const ImpactProblem& problem, Rows rows) {
  const Eigen::MatrixXd held = bilateral_basis(problem);
  const solver::OrthogonalBasis stopped = constrained_basis(problem, rows);
  Eigen::MatrixXd both(problem.coordinate_count(), held.cols() + stopped.size());
  both.leftCols(held.cols()) = held;
  both.rightCols(stopped.size()) = stopped.Q();
  EnergyDirections directions;
  directions.constrained = velocities(problem, stopped.Q());
  directions.admissible = velocities(problem, complement(both));
  directions.constrained_momentum = problem.mass_matrix() * directions.constrained;
  directions.admissible_momentum = problem.mass_matrix() * directions.admissible;
  return directions;
}

}  // namespace carom
