// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": kinetic energy of the motion that the contact rows stop, and of the rest (S4
// eq. 4),
//   T = T_c + T_a,  T_c = ½‖Qᵀ Lᵀv‖²,  Q an orthonormal basis of the rows in the mass metric.
// S4 eqs. 2 and 3 invert A M⁻¹ Aᵀ; a basis needs no inverse and allows redundant rows.
#include "analysis/energy_split.h"

namespace carom {

solver::OrthogonalBasis analysis::constrained_basis(const ImpactProblem& problem, Rows rows) {
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

EnergySplit energy_split(const ImpactProblem& problem, Rows rows) {
  const solver::OrthogonalBasis basis = analysis::constrained_basis(problem, rows);
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

}  // namespace carom
