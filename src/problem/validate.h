// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Everything that can be wrong with raw matrices, found at once.
#pragma once

#include <string>
#include <vector>

#include "carom/problem.h"

namespace carom::problem {

enum class Symmetry { exact, to_rounding, none };
/// Of entries that are not finite: none.
Symmetry symmetry(const Eigen::Ref<const Eigen::MatrixXd>& matrix);

/// What the search for faults finds on its way.
struct Prepared {
  Symmetry symmetry = Symmetry::none;
  Eigen::MatrixXd& factor;  ///< Square root of the mass matrix (square_root.h).
};
/// Faults of the parts, in the shape "what = value; expected rule; remedy". Empty: all is well, and
/// `prepared` is filled.
std::vector<std::string> find_faults(const Eigen::Ref<const Eigen::MatrixXd>& mass_matrix,
                                     const std::vector<Contact>& contacts,
                                     const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                     const std::vector<BilateralConstraint>& bilateral,
                                     Prepared& prepared);

/// Makes what is symmetric to rounding exactly so.
void symmetrise(Eigen::MatrixXd& matrix);
/// Clearly so, scaled to a unit diagonal: grams beside tonnes are no fault; and the diagonal in the
/// range of ImpactProblem::smallest_entry and largest_entry. Fills `factor`.
bool is_positive_definite(const Eigen::Ref<const Eigen::MatrixXd>& mass_matrix,
                          Eigen::MatrixXd& factor);
/// The row holds at this velocity, to rounding.
bool satisfies(const Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>& row,
               const Eigen::Ref<const Eigen::VectorXd>& velocity);

/// Entries of a velocity out of range, else its faults against bilateral rows (sizes already
/// checked).
std::vector<std::string> velocity_faults(const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                         const std::vector<BilateralConstraint>& bilateral);

}  // namespace carom::problem
