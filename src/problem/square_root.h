// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The square root of the mass matrix that a tree of bodies keeps sparse: M = U Uᵀ with U upper
// triangular, eliminated from the last coordinate to the first. Where M(i,k) = 0 because i and k
// move on different branches, U(i,k) = 0 too, as long as every joint is numbered after the one that
// carries it (Featherstone, "Efficient factorization of the joint-space inertia matrix for branched
// kinematic trees", Int. J. Robotics Research 24, 2005, section 3; he writes LᵀL). Nothing here
// knows of trees: zeros are found. A dense M has none and costs what it always costs.
//
// Rows of contacts are held in "row space": one row each, coordinates as columns, so that the
// innermost loops run over the rows that one coordinate moves.
#pragma once

#include <Eigen/Core>
#include <array>

namespace carom::problem {

using Rows = Eigen::Ref<Eigen::MatrixXd>;
using ConstRows = Eigen::Ref<const Eigen::MatrixXd>;

/// Beyond this many coordinates blocks that fit the cache are worth more than zeros.
inline constexpr Eigen::Index most_small = 256;
/// Rows are worked on in blocks of this many; storage of row space has a multiple of it.
inline constexpr Eigen::Index row_block = 4;
inline Eigen::Index padded(Eigen::Index rows) {
  return (rows + row_block - 1) / row_block * row_block;
}

/// Which rows a coordinate moves: from the first to the last, in whole blocks.
struct Occupancy {
  struct Range {
    int begin = 0, end = 0;
  };
  std::array<Range, most_small> columns;

  void find(const ConstRows& rows);
  void fill(const ConstRows& rows);
};

/// U into `factor` (upper triangle; the rest is not read by anything below) from the upper triangle
/// of M. Returns the smallest pivot over its diagonal entry, or 0 (NaN in M, too) where M is not
/// positive definite.
[[nodiscard]] double square_root(const ConstRows& M, Eigen::MatrixXd& factor);

/// rows ← rows U⁻ᵀ: the rows in coordinates where the mass metric is the ordinary one. padded()
/// rows; `occupancy` of the rows as they come, and as they go.
void whiten_rows(const Eigen::MatrixXd& factor, Rows rows, Occupancy& occupancy);
/// rows ← rows U⁻¹: from there to velocity changes per impulse, rows M⁻¹ in all. padded() rows.
void respond_rows(const Eigen::MatrixXd& factor, Rows rows);
/// products = rows rowsᵀ, both triangles, of the first products.rows() rows. padded() rows.
void multiply_rows(const ConstRows& rows, const Occupancy& occupancy, Eigen::MatrixXd& products);
/// columns = rowsᵀ, of the first columns.cols() rows.
void transpose_rows(const ConstRows& rows, Eigen::MatrixXd& columns);

}  // namespace carom::problem
