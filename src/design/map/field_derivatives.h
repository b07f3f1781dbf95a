// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gradient and Hessian of a scalar field that can only be asked for values.
// Input: the field, a point, one step for all variables (scale them alike). Output: derivatives by
// central differences of order 8 along the axes; mixed ones from the diagonals,
//   f_ij = (D²f[e_i + e_j] − f_ii − f_jj)/2.
// Source of the weights: B. Fornberg, Math. Comp. 51 (1988) 699, table 1.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace carom::design {

/// NaN: no value there.
using ScalarField = std::function<double(const Eigen::VectorXd&)>;

/// Distances in grid steps are compared along each axis.
inline double largest(const Eigen::VectorXd& v) { return v.cwiseAbs().maxCoeff(); }

struct FieldDerivatives {
  bool finite = false;  ///< False: some value was missing; the rest is then not to be used.
  double step = 0.0;
  double value = 0.0;
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;  ///< Empty if not asked for.
  double spread = 0.0;      ///< Largest |f − value| among the values asked for.
  double rounding = 0.0;    ///< One unit of rounding of the largest value asked for.
};

/// Asks for 1 + 8n values, and 4n(n − 1) more with the Hessian; the farthest is 4 steps away.
FieldDerivatives field_derivatives(const ScalarField& field, const Eigen::VectorXd& at, double step,
                                   bool with_hessian = true);

/// The same with the step halved, up to `halvings` times, until all values exist.
FieldDerivatives finite_derivatives(const ScalarField& field, const Eigen::VectorXd& at,
                                    double step, bool with_hessian = true, int halvings = 6);

}  // namespace carom::design
