// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "problem/square_root.h"

#include <algorithm>
#include <cmath>

#include "solver/decompositions.h"

namespace carom::problem {
namespace {

using Pair = Eigen::Map<Eigen::Vector2d>;
using ConstPair = Eigen::Map<const Eigen::Vector2d>;
using Block = Eigen::Matrix<double, row_block, 1>;
using LongBlock = Eigen::Matrix<double, 3 * row_block, 1>;
using Square = Eigen::Matrix<double, row_block, row_block>;

/// out −= factor · in.
inline void subtract(double* out, double factor, const double* in, Eigen::Index size) {
  Eigen::Index i = 0;
  for (; i + 1 < size; i += 2) Pair(out + i) -= factor * ConstPair(in + i);
  if (i < size) out[i] -= factor * in[i];
}

/// Where a column is not zero: a few stretches, small gaps filled.
struct Stretches {
  struct Range {
    Eigen::Index begin, end;
  };
  static constexpr int most = 8;
  std::array<Range, most> ranges;
  int count = 0;

  void find(const double* column, Eigen::Index size) {
    constexpr Eigen::Index gap = 4;
    count = 0;
    for (Eigen::Index i = 0; i < size; ++i) {
      if (column[i] == 0.0) continue;
      const Eigen::Index begin = i;
      while (i < size && column[i] != 0.0) ++i;
      if (count > 0 && (begin - ranges[std::size_t(count - 1)].end < gap || count == most))
        ranges[std::size_t(count - 1)].end = i;
      else
        ranges[std::size_t(count++)] = {begin, i};
    }
  }
  const Range* begin() const { return ranges.data(); }
  const Range* end() const { return ranges.data() + count; }
};

/// parent[k]: the last i < k with U(i,k) ≠ 0. The column's other entries lie on the way from there
/// to −1 (the elimination tree of U). Two entries of one column are an entry of their own, but that
/// one may be zero because terms cancel (two legs that mirror each other): then it is put on the
/// way by hand.
struct Parents {
  std::array<int, most_small> parent;

  explicit Parents(const Eigen::MatrixXd& factor) {
    const Eigen::Index n = factor.rows();
    for (Eigen::Index k = 0; k < n; ++k) {
      const double* column = factor.data() + k * n;
      Eigen::Index i = k - 1;
      while (i >= 0 && column[i] == 0.0) --i;
      parent[std::size_t(k)] = int(i);
    }
    for (Eigen::Index k = n; k-- > 0;) {
      const double* column = factor.data() + k * n;
      int last = parent[std::size_t(k)];
      for (int i = last - 1; i >= 0; --i) {
        if (column[i] == 0.0) continue;
        if (parent[std::size_t(last)] != i) link(last, i);
        last = i;
      }
    }
  }
  /// Puts i < from on the way from `from` to −1.
  void link(int from, int i) {
    while (i >= 0) {
      while (parent[std::size_t(from)] > i) from = parent[std::size_t(from)];
      if (parent[std::size_t(from)] == i) return;
      const int rest = parent[std::size_t(from)];
      parent[std::size_t(from)] = i;
      from = i;
      i = rest;
    }
  }
  int operator[](Eigen::Index k) const { return parent[std::size_t(k)]; }
};

/// As square_root, for a matrix that does not fit the cache: reversed, it has a lower factor.
double large_square_root(const ConstRows& M, Eigen::MatrixXd& factor) {
  Eigen::MatrixXd reversed = M.reverse();
  if (!solver::cholesky_in_place(reversed)) return 0.0;
  factor = reversed.reverse();
  double smallest = 1.0;
  for (Eigen::Index k = 0; k < M.rows(); ++k) {
    const double ratio = factor(k, k) * factor(k, k) / M(k, k);
    if (!(ratio > 0.0)) return 0.0;
    smallest = std::min(smallest, ratio);
  }
  return smallest;
}

/// Column k ← (column k − Σ U(i,k) column i) / U(k,k) over the ancestors i; a block of rows.
template <class B>
inline void gather(double* rows, Eigen::Index stride, const double* column, Eigen::Index k,
                   const Parents& parents, double inverse) {
  B sum = Eigen::Map<const B>(rows + k * stride);
  for (Eigen::Index i = parents[k]; i >= 0; i = parents[i])
    sum -= column[i] * Eigen::Map<const B>(rows + i * stride);
  Eigen::Map<B>(rows + k * stride) = inverse * sum;
}

/// A block and its mirror image into the product, which may end inside of it.
inline void put(const Square& sum, Eigen::Index i, Eigen::Index j, Eigen::MatrixXd& products) {
  const Eigen::Index m = products.rows();
  if (i + row_block <= m) {
    products.block<row_block, row_block>(i, j) = sum;
    products.block<row_block, row_block>(j, i) = sum.transpose();
    return;
  }
  for (Eigen::Index b = 0; b < std::min(row_block, m - j); ++b)
    for (Eigen::Index a = 0; a < m - i; ++a)
      products(i + a, j + b) = products(j + b, i + a) = sum(a, b);
}

}  // namespace

void Occupancy::find(const ConstRows& rows) {
  const Eigen::Index m = rows.rows();
  for (Eigen::Index k = 0; k < std::min(rows.cols(), most_small); ++k) {
    const double* column = rows.data() + k * rows.outerStride();
    Eigen::Index begin = 0, end = m;
    while (begin < m && column[begin] == 0.0) ++begin;
    while (end > begin && column[end - 1] == 0.0) --end;
    columns[std::size_t(k)] = {int(begin / row_block * row_block), int(padded(end))};
    if (begin == m) columns[std::size_t(k)] = {};
  }
}

void Occupancy::fill(const ConstRows& rows) {
  for (Eigen::Index k = 0; k < std::min(rows.cols(), most_small); ++k)
    columns[std::size_t(k)] = {0, int(rows.rows())};
}

double square_root(const ConstRows& M, Eigen::MatrixXd& factor) {
  const Eigen::Index n = M.rows();
  factor.resize(n, n);
  if (n > most_small) return large_square_root(M, factor);
  for (Eigen::Index k = 0; k < n; ++k)
    std::copy_n(M.data() + k * M.outerStride(), k + 1, factor.data() + k * n);
  double smallest = 1.0;
  Stretches stretches;
  for (Eigen::Index k = n; k-- > 0;) {
    double* column = factor.data() + k * n;
    const double ratio = column[k] / M(k, k);
    if (!(ratio > 0.0) || !(M(k, k) > 0.0) || !std::isfinite(column[k])) return 0.0;
    smallest = std::min(smallest, ratio);
    column[k] = std::sqrt(column[k]);
    const double inverse = 1.0 / column[k];
    stretches.find(column, k);
    for (const auto& range : stretches)
      for (Eigen::Index j = range.begin; j < range.end; ++j) column[j] *= inverse;
    for (const auto& range : stretches) {
      for (Eigen::Index j = range.begin; j < range.end; ++j) {
        const double entry = column[j];
        double* other = factor.data() + j * n;
        for (const auto* before = stretches.begin(); before != &range; ++before)
          subtract(other + before->begin, entry, column + before->begin,
                   before->end - before->begin);
        subtract(other + range.begin, entry, column + range.begin, j + 1 - range.begin);
      }
    }
  }
  return smallest;
}

void whiten_rows(const Eigen::MatrixXd& factor, Rows rows, Occupancy& occupancy) {
  const Eigen::Index n = factor.rows(), stride = rows.outerStride();
  if (rows.rows() == 0) return;
  if (n > most_small) {
    factor.triangularView<Eigen::Upper>().transpose().solveInPlace<Eigen::OnTheRight>(rows);
    return;
  }
  const Parents parents(factor);
  for (Eigen::Index k = n; k-- > 0;) {
    const auto range = occupancy.columns[std::size_t(k)];
    if (range.begin == range.end) continue;  // a branch without contacts
    const double* column = factor.data() + k * n;
    double* source = rows.data() + k * stride;
    const double inverse = 1.0 / column[k];
    for (Eigen::Index r = range.begin; r < range.end; r += row_block)
      Eigen::Map<Block>(source + r) *= inverse;
    for (Eigen::Index i = parents[k]; i >= 0; i = parents[i]) {
      double* out = rows.data() + i * stride;
      for (Eigen::Index r = range.begin; r < range.end; r += row_block)
        Eigen::Map<Block>(out + r) -= column[i] * Eigen::Map<const Block>(source + r);
      auto& other = occupancy.columns[std::size_t(i)];
      if (other.begin == other.end) other = range;
      other = {std::min(other.begin, range.begin), std::max(other.end, range.end)};
    }
  }
}

void respond_rows(const Eigen::MatrixXd& factor, Rows rows) {
  const Eigen::Index n = factor.rows(), m = rows.rows(), stride = rows.outerStride();
  if (m == 0) return;
  if (n > most_small) {
    factor.triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(rows);
    return;
  }
  const Parents parents(factor);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = factor.data() + k * n;
    const double inverse = 1.0 / column[k];
    Eigen::Index r = 0;
    for (; r + 3 * row_block <= m; r += 3 * row_block)
      gather<LongBlock>(rows.data() + r, stride, column, k, parents, inverse);
    for (; r < m; r += row_block)
      gather<Block>(rows.data() + r, stride, column, k, parents, inverse);
  }
}

void multiply_rows(const ConstRows& rows, const Occupancy& occupancy, Eigen::MatrixXd& products) {
  const Eigen::Index m = products.rows(), n = rows.cols(), stride = rows.outerStride();
  if (n > most_small) {
    products.noalias() = rows.topRows(m) * rows.topRows(m).transpose();
    products.triangularView<Eigen::StrictlyUpper>() = products.transpose();
    return;
  }
  struct Column {
    const double* data;
    Eigen::Index end;
  };
  std::array<Column, most_small> columns;
  for (Eigen::Index j = 0; j < m; j += row_block) {
    Column* last = columns.data();
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto range = occupancy.columns[std::size_t(k)];
      *last = {rows.data() + k * stride, range.end};
      last += range.begin <= j && j < range.end;
    }
    for (Eigen::Index i = j; i < m; i += row_block) {
      Square sum = Square::Zero();
      for (const Column* column = columns.data(); column != last; ++column)
        if (i < column->end)
          sum.noalias() += Eigen::Map<const Block>(column->data + i) *
                           Eigen::Map<const Block>(column->data + j).transpose();
      put(sum, i, j, products);
    }
  }
}

void transpose_rows(const ConstRows& rows, Eigen::MatrixXd& columns) {
  const Eigen::Index n = columns.rows(), m = columns.cols();
  const Eigen::Index whole_n = n / row_block * row_block, whole_m = m / row_block * row_block;
  for (Eigen::Index k = 0; k < whole_n; k += row_block)
    for (Eigen::Index r = 0; r < whole_m; r += row_block)
      columns.block<row_block, row_block>(k, r) =
          rows.block<row_block, row_block>(r, k).transpose();
  for (Eigen::Index r = 0; r < m; ++r)
    for (Eigen::Index k = r < whole_m ? whole_n : 0; k < n; ++k) columns(k, r) = rows(r, k);
}

}  // namespace carom::problem
