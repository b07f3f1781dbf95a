// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/normal_complementarity.h"

#include <algorithm>
#include <cmath>

namespace carom::solver {
namespace {

/// c below minus this share of the terms it is made of is more than their rounding. Ten times
/// smaller: rounding enters the active set, and leaves it again; ten times larger: weak contacts at
/// the end of a chain are left out.
constexpr double entering_share = 1e-14;
/// A column that depends on the active ones (to OrthogonalBasis::dependence) has c = 0 with them,
/// up to ten times that; only a linear term makes it more.
constexpr double inconsistent = 10.0 * OrthogonalBasis::dependence;
/// c up to this, relative, counts as zero where uniqueness is asked for: a decade above the
/// residual that an answer may have (acceptable), so that no closed contact is taken for open.
constexpr double closed_share = 1e-9;

}  // namespace

void NormalComplementarity::prepare(const Columns& A, const Vector& w, const Vector& d) {
  set_.reset(A);
  c_.resize(A.cols());
  shift_.resize(std::min(A.rows(), A.cols()));
  along_.resize(shift_.size());
  state_ = w;
  turned_.resize(A.rows());
  barred_.assign(static_cast<std::size_t>(A.cols()), 0);
  // Columns have unit length, so |c| ≤ ‖w‖ + |d| at x = 0: what c is compared with.
  scale_ = reach_ = w.norm() + (d.size() > 0 ? d.cwiseAbs().maxCoeff() : 0.0);
}

// The column whose c is lowest, or -1 if none is below rounding.
// c = Aᵀ(w + A x) + d is the gradient of the program, so that x_j should grow where c_j < 0. What
// counts as below zero goes with the size of the terms that cancel in c.
int NormalComplementarity::steepest(const Columns& A, const Vector& d) {
  c_ = d;
  c_.noalias() += A.transpose() * state_;
  int entering = -1;
  double lowest = -entering_share * reach_;
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (barred_[static_cast<std::size_t>(j)] || !(c_[j] < lowest)) continue;
    lowest = c_[j];
    entering = static_cast<int>(j);
  }
  return entering;
}

// Column j = A_F u: along x_j += t, x_F −= t u the state rests and the program falls by |c_j| t,
// until an active variable is zero; that one leaves. False: none ever is, and there is no answer.
bool NormalComplementarity::exchange(const Columns& A, int column) {
  const auto& active = set_.columns();
  auto& x = set_.x();
  // u = R⁻¹Qᵀ A_j. With c_F = 0 on the active columns, c_j = d_j − u·d_F: the state has no part
  // in it.
  set_.basis().solve(A.col(column), along_);
  // The ratio test: the first active variable that x_F − t u makes zero.
  double step = -1.0;
  std::size_t leaving = 0;
  for (std::size_t k = 0; k < active.size(); ++k) {
    const double rate = along_[static_cast<Eigen::Index>(k)];
    if (!(rate > OrthogonalBasis::dependence)) continue;
    const double share = x[active[k]] / rate;
    if (step >= 0.0 && share >= step) continue;
    step = share;
    leaving = k;
  }
  // u ≤ 0: x_j and x_F grow for ever and the program falls without bound, so that c ≥ 0 has no
  // solution.
  if (step < 0.0) return false;
  for (std::size_t k = 0; k < active.size(); ++k) {
    double& own = x[active[k]];
    own = k == leaving ? 0.0 : std::max(0.0, own - step * along_[static_cast<Eigen::Index>(k)]);
  }
  set_.drop_zeros(A);
  x[column] = step;
  set_.append(A, column);
  return true;
}

// x_F = −R⁻¹(Qᵀw + R⁻ᵀd_F) into the set's candidate; the state with it into state_.
void NormalComplementarity::find_candidate(const Vector& w, const Vector& d) {
  const OrthogonalBasis& basis = set_.basis();
  // turned_ becomes w + Q R⁻ᵀd_F, so that Qᵀ of it is the bracket of the formula.
  turned_ = w;
  double size = 0.0;
  for (Eigen::Index i = 0; i < basis.size(); ++i) {  // R⁻ᵀd_F, forwards
    double value = d[set_.columns()[static_cast<std::size_t>(i)]];
    for (Eigen::Index k = 0; k < i; ++k) value -= basis.R(k, i) * shift_[k];
    shift_[i] = value / basis.R(i, i);
    size = std::max(size, std::abs(shift_[i]));
    turned_ += shift_[i] * basis.Q().col(i);
  }
  // Then R⁻¹, backwards, by the basis; and the state from Q alone, without the large x.
  // R⁻ᵀd_F can be far above d where active columns are nearly dependent. Its parts cancel in c, and
  // leave rounding of its size.
  reach_ = scale_ + size;
  basis.solve(turned_, set_.candidate());
  set_.candidate().head(basis.size()) *= -1.0;
  state_ = w;
  for (Eigen::Index i = 0; i < basis.size(); ++i)
    state_ -= basis.Q().col(i).dot(turned_) * basis.Q().col(i);
}

// The natural map: min(x, c) = 0 at every column says x ≥ 0, c ≥ 0 and x c = 0 at once.
void NormalComplementarity::measure(const Columns& A, const Vector& d) {
  c_ = d;
  c_.noalias() += A.transpose() * state_;
  residual_ = 0.0;
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    residual_ = std::max(residual_, std::abs(std::min(x()[j], c_[j])));
  if (scale_ > 0.0) residual_ /= scale_;
}

bool NormalComplementarity::solve(const Columns& A, const Vector& w, const Vector& d) {
  prepare(A, w, d);
  const Eigen::Index limit = 100 + 10 * A.cols();
  for (Eigen::Index iteration = 0; iteration < limit; ++iteration) {
    // Invariant: x ≥ 0, state = w + A x, and c = 0 on the active columns.
    const int entering = steepest(A, d);
    if (entering < 0) break;
    barred_[static_cast<std::size_t>(entering)] = 1;
    // It enters, or takes the place of an active one that it depends on.
    if (!set_.append(A, entering)) {
      if (c_[entering] > -inconsistent * reach_) continue;  // as good as zero
      if (!exchange(A, entering)) break;
    }
    // Towards the minimum on the active columns; who becomes zero on the way leaves.
    for (;;) {
      find_candidate(w, d);
      if (set_.step_to_boundary()) break;
      set_.drop_zeros(A);
    }
    std::fill(barred_.begin(), barred_.end(), char{0});
    for (const int column : set_.columns()) barred_[static_cast<std::size_t>(column)] = 1;
    // A variable that came back to zero would enter again for ever.
    if (x()[entering] == 0.0) barred_[static_cast<std::size_t>(entering)] = 1;
  }
  measure(A, d);
  return residual_ <= acceptable;
}

bool NormalComplementarity::unique(const Columns& A) {
  // x can change without the state only along a dependence of columns with c = 0; columns with
  // c > 0 have x = 0 in every answer.
  closed_.reset(A.rows(), A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    if (c_[j] > closed_share * scale_ || A.col(j).isZero(0.0)) continue;
    if (!closed_.append(A.col(j))) return false;
  }
  return true;
}

}  // namespace carom::solver
