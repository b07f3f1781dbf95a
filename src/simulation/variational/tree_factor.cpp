// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See tree_factor.h. With D = sᵀU + d:  Iᵃ = I − U D⁻¹ Uᵀ goes to the parent;
//   up:   u = r − sᵀf,  f_parent += X*(f + U D⁻¹ u);   down:  x = D⁻¹(u − Uᵀa),  a += s x.
#include "simulation/variational/tree_factor.h"

#include <Eigen/Cholesky>

namespace carom::simulation {
namespace {

using Kind = TreeJoint::Kind;

/// Rows of (linear, angular) that a joint of several columns has.
const int* block_rows(Kind kind) {
  static constexpr int spherical[] = {3, 4, 5}, planar[] = {0, 1, 5}, free[] = {0, 1, 2, 3, 4, 5};
  return kind == Kind::spherical ? spherical : kind == Kind::planar ? planar : free;
}

Eigen::Matrix<double, 6, 1> stacked(const Spatial& x) {
  Eigen::Matrix<double, 6, 1> all;
  all << x.linear, x.angular;
  return all;
}

/// R A Rᵀ.
inline Matrix3d rotated(const Matrix3d& R, const Matrix3d& A) {
  Matrix3d left;
  left.noalias() = R * A;
  Matrix3d result;
  result.noalias() = left * R.transpose();
  return result;
}

/// R A Rᵀ of a symmetric A, symmetric to the bit.
inline Matrix3d rotated_symmetric(const Matrix3d& R, const Matrix3d& A) {
  Matrix3d left;
  left.noalias() = R * A;
  Matrix3d result;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i <= j; ++i) {
      result(i, j) = left(i, 0) * R(j, 0) + left(i, 1) * R(j, 1) + left(i, 2) * R(j, 2);
      result(j, i) = result(i, j);
    }
  }
  return result;
}

/// [t] A, column by column.
inline Matrix3d crossed(const Vector3d& t, const Matrix3d& A) {
  Matrix3d result;
  for (int j = 0; j < 3; ++j) result.col(j) = t.cross(Vector3d(A.col(j)));
  return result;
}

}  // namespace

/// Storage alone: its sizes depend on the tree and not on its state.
TreeFactor::TreeFactor(const TreePasses& passes) : links_(passes.links) {
  pivots_.resize(links_.size());
  inertias_.resize(links_.size());
  force_.resize(links_.size());
  acceleration_.resize(links_.size());
  for (const TreeLink& link : links_) {
    block_of_.push_back(link.block ? static_cast<int>(blocks_.size()) : -1);
    if (link.block) blocks_.emplace_back().columns = link.kind == Kind::free ? 6 : 3;
  }
}

void TreeFactor::factorise(const TreePasses& passes, const double* diagonal) {
  // Inertias of the links alone: (A, B; Bᵀ, C) acts on (linear, angular), B = [h]ᵀ.
  const std::size_t n = links_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const TreeLink& link = links_[i];
    const Vector3d& h = link.moment;
    Inertia& own = inertias_[i];
    own.A = link.mass * Matrix3d::Identity();
    own.B << 0.0, h.z(), -h.y(), -h.z(), 0.0, h.x(), h.y(), -h.x(), 0.0;
    own.C = link.inertia;
  }
  // From the leaves to the roots: I of a link is by now its articulated inertia, of all that hangs
  // on it with its joints free.
  for (std::size_t i = n; i-- > 0;) {
    const TreeLink& link = links_[i];
    Inertia& I = inertias_[i];
    Pivot& pivot = pivots_[i];
    pivot.place = passes.place[i];
    if (link.block) {
      reduce_block(link, diagonal + link.v, I, blocks_[block_of_[i]]);
    } else {
      // U = I s and D = sᵀU + d, d the joint's armature and slopes of springs and dampers. A hinge
      // has no linear part in s: half of the products vanish.
      Spatial& U = pivot.U;
      U.linear.noalias() = I.B * link.angular;
      U.angular.noalias() = I.C * link.angular;
      double D = diagonal[link.v];
      if (link.slides) {
        U.linear.noalias() += I.A * link.linear;
        U.angular.noalias() += I.B.transpose() * link.linear;
        D += link.linear.dot(U.linear);
      }
      D += link.angular.dot(U.angular);
      pivot.inverse = 1.0 / D;
      if (link.parent < 0) continue;
      // Iᵃ = I − U D⁻¹Uᵀ: what the parent feels through a joint that is free to give way. Nothing
      // is above a root: it needs none.
      const Vector3d linear = pivot.inverse * U.linear, angular = pivot.inverse * U.angular;
      I.A.noalias() -= linear * U.linear.transpose();
      I.B.noalias() -= linear * U.angular.transpose();
      I.C.noalias() -= angular * U.angular.transpose();
    }
    // To the parent's origin and axes.
    if (link.parent < 0) continue;
    const Place& X = pivot.place;
    Inertia& to = inertias_[link.parent];
    // X* I X⁻¹ in blocks, with A, B, C rotated by R: A, then B + A[t]ᵀ, then C + [t]B + ([t]B)ᵀ +
    // [t]A[t]ᵀ.
    const Matrix3d A = rotated_symmetric(X.R, I.A), B = rotated(X.R, I.B);
    // [t]B and [t]A are formed once: each stands twice in the sums below.
    const Matrix3d tB = crossed(X.t, B), tA = crossed(X.t, A);  // ([t]A)ᵀ = −A[t]
    to.A += A;
    to.B += B + tA.transpose();
    to.C += rotated_symmetric(X.R, I.C) + tB + tB.transpose() + crossed(X.t, tA.transpose());
  }
}

/// The same step for a joint of three or six columns.
void TreeFactor::reduce_block(const TreeLink& link, const double* diagonal, Inertia& inertia,
                              Block& block) {
  Matrix6d I;
  I << inertia.A, inertia.B, inertia.B.transpose(), inertia.C;
  const int* rows = block_rows(link.kind);
  const int columns = block.columns;
  // The columns of s are unit vectors: U and D are columns and entries of I. D is padded by the
  // identity to one size; the padding does not mix with the rest.
  Matrix6d D = Matrix6d::Identity();
  // U = I s: columns of I at the rows that the joint has.
  for (int k = 0; k < columns; ++k) block.U.col(k) = I.col(rows[k]);
  for (int j = 0; j < columns; ++j) {
    for (int k = 0; k < columns; ++k) D(k, j) = I(rows[k], rows[j]);
    D(j, j) += diagonal[j];
  }
  // Kept as an inverse: it is applied in every iteration of a step, and D is a pivot of a positive
  // definite matrix.
  block.inverse = Eigen::LLT<Matrix6d>(D).solve(Matrix6d::Identity());
  if (link.parent < 0) return;
  const auto U = block.U.leftCols(columns);
  Matrix6d product;
  product.leftCols(columns).noalias() =
      U.lazyProduct(block.inverse.topLeftCorner(columns, columns));
  I.noalias() -= product.leftCols(columns).lazyProduct(U.transpose());
  inertia.A = I.topLeftCorner<3, 3>();
  inertia.B = I.topRightCorner<3, 3>();
  inertia.C = I.bottomRightCorner<3, 3>();
}

void TreeFactor::solve(const double* r, double* x) {
  // Up: u of each joint, and what the links below push on their parents with.
  const std::size_t n = links_.size();
  for (std::size_t i = 0; i < n; ++i) force_[i] = {};
  for (std::size_t i = n; i-- > 0;) {
    const TreeLink& link = links_[i];
    Pivot& pivot = pivots_[i];
    Spatial f = force_[i];
    // u = r − sᵀf: what is left for this joint once the links below hold theirs.
    if (link.block) {
      // The joint's rows are rows of f: its columns are unit vectors.
      Block& block = blocks_[block_of_[i]];
      double held[6];
      take_rows(link, f, held);
      for (int k = 0; k < block.columns; ++k) block.u[k] = r[link.v + k] - held[k];
      if (link.parent < 0) continue;
      Eigen::Matrix<double, 6, 1> step = Eigen::Matrix<double, 6, 1>::Zero();
      for (int j = 0; j < block.columns; ++j) {
        double scaled = 0.0;
        for (int k = 0; k < block.columns; ++k) scaled += block.inverse(j, k) * block.u[k];
        step += block.U.col(j) * scaled;
      }
      f.linear += step.head<3>();
      f.angular += step.tail<3>();
    } else {
      double held = link.angular.dot(f.angular);
      if (link.slides) held += link.linear.dot(f.linear);
      // u is kept for the pass down.
      pivot.u = r[link.v] - held;
      if (link.parent < 0) continue;
      const double scaled = pivot.u * pivot.inverse;
      f.linear += pivot.U.linear * scaled;
      f.angular += pivot.U.angular * scaled;
    }
    // X*(f + U D⁻¹u): D⁻¹u is the joint's answer if its parent stood still, and U D⁻¹u what that
    // answer costs the parent.
    add_to_parent(pivot.place, f, force_[link.parent]);
  }
  // Down: x of each joint from the acceleration of its parent.
  for (std::size_t i = 0; i < n; ++i) {
    const TreeLink& link = links_[i];
    const Pivot& pivot = pivots_[i];
    Spatial& a = acceleration_[i];
    if (link.parent < 0) {
      a = {};
    } else {
      to_child(pivot.place, acceleration_[link.parent], a);
    }
    // x = D⁻¹(u − Uᵀa), a that of the parent in this link's frame.
    if (link.block) {
      const Block& block = blocks_[block_of_[i]];
      const Eigen::Matrix<double, 6, 1> all = stacked(a);
      // What the acceleration of the parent leaves for the joint.
      double rest[6];
      for (int k = 0; k < block.columns; ++k) rest[k] = block.u[k] - block.U.col(k).dot(all);
      for (int j = 0; j < block.columns; ++j) {
        double value = 0.0;
        for (int k = 0; k < block.columns; ++k) value += block.inverse(j, k) * rest[k];
        x[link.v + j] = value;
      }
    } else {
      const double rest = pivot.u - pivot.U.linear.dot(a.linear) - pivot.U.angular.dot(a.angular);
      x[link.v] = rest * pivot.inverse;
    }
    // a + s x, for the links below.
    add_columns(link, x + link.v, a);
  }
}

}  // namespace carom::simulation
