// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contact with Coulomb friction where every row yields a little: find p with c = Aᵀ A p + b and
//   p_n = max(floor, h_n),  p_t = projection of h_t on the disk of radius μ p_n,  h = q − (k/ρ) c.
// Every contact is then a function of z = A p alone, so that the unknown is z, as small as the
// system however many contacts there are:  F(z) = z − A p(z) = 0,  a semismooth Newton method.
// ρ → 0 is the rigid problem (cone_complementarity.h); q moves the centre of the compliance.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/decompositions.h"

namespace carom::solver {

/// One contact: a normal row, then 0, 1 or 2 tangent rows.
struct ConeContact {
  int row = 0;            ///< Of the normal.
  int tangents = 0;       ///< Number of tangent rows, right after the normal.
  double friction = 0.0;  ///< μ ≥ 0.
  double floor = 0.0;     ///< The normal impulse is at least this (≥ 0).
  double weight = 1.0;    ///< k > 0: the share it takes where the equations leave a choice.
};

class RegularizedCone {
 public:
  /// Columns of A belong to rows of the contacts. Keeps `contacts` by pointer.
  void prepare(const Eigen::Ref<const Eigen::MatrixXd>& A,
               const Eigen::Ref<const Eigen::VectorXd>& b, double length, double speed,
               const std::vector<ConeContact>& contacts);
  /// Newton from the current z. False: stuck; z is then the best point met.
  bool solve(double rho);
  /// Fills c, h and p from the current z and returns ‖F‖.
  double evaluate(double rho);

  Eigen::VectorXd z, q;     // unknown; centre
  Eigen::VectorXd p, h, c;  // impulse; before the projection; Aᵀz + b
  int iterations = 0;       // Newton steps, of all calls since prepare
  bool frozen = false;      // disks of the given `radius` instead of μ p_n (convex)
  Eigen::VectorXd radius;   // per contact
  const Eigen::MatrixXd& A() const { return A_; }
  const Eigen::VectorXd& b() const { return b_; }
  double floor(std::size_t contact) const { return floor_[static_cast<Eigen::Index>(contact)]; }

 private:
  void project(std::size_t contact, double rho);
  void assemble(double rho);
  void add_block(std::size_t contact, double stiffness);
  double first_kink(double rho);
  void step(double rho, double& norm);

  const std::vector<ConeContact>* contacts_ = nullptr;
  Eigen::MatrixXd A_, jacobian_, block_;
  Eigen::VectorXd b_, F_, dz_, from_, rate_, floor_;
  PivotedLu lu_;
};

}  // namespace carom::solver
