// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/cone_regularized.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::solver {
namespace {
constexpr int newton_limit = 100;
constexpr int idle_limit = 20;  // steps without a smaller residual
constexpr double rounding = std::numeric_limits<double>::epsilon();
}  // namespace

void RegularizedCone::prepare(const Eigen::Ref<const Eigen::MatrixXd>& A,
                              const Eigen::Ref<const Eigen::VectorXd>& b, double length,
                              double speed, const std::vector<ConeContact>& contacts) {
  // Scaled: A' = A/length, b' = b/speed. Then z' = A'p' and c' = c/speed if p' = p length²/speed,
  // which is why a floor, an impulse, takes the same factor.
  contacts_ = &contacts;
  A_ = A / length;
  b_ = b / speed;
  floor_.resize(static_cast<Eigen::Index>(contacts.size()));
  radius.resize(floor_.size());
  for (std::size_t i = 0; i < contacts.size(); ++i)
    floor_[static_cast<Eigen::Index>(i)] = contacts[i].floor * length * length / speed;
  z.setZero(A.rows());
  q.setZero(A.cols());
  p.setZero(A.cols());
  h.setZero(A.cols());
  c = b_;
  jacobian_.resize(A.rows(), A.rows());
  block_.resize(3, A.rows());
  iterations = 0;
  frozen = false;
}

// p of one contact from its rows of c: compliance, then the projection on Coulomb's cone.
void RegularizedCone::project(std::size_t contact, double rho) {
  const ConeContact& at = (*contacts_)[contact];
  const auto i = static_cast<Eigen::Index>(contact);
  const int n = at.row;
  const double yield = at.weight / rho;
  // Normal: h = q − (k/ρ) c, and not below the floor. With weight k the contact yields ρ/k per unit
  // of impulse.
  h[n] = q[n] - yield * c[n];
  p[n] = std::max(floor_[i], h[n]);
  if (at.tangents == 0) return;
  // Friction: the nearest point to h_t of the disk of radius μ p_n. p_n comes first, as the disk is
  // that of the projected impulse; a frozen disk does not depend on it.
  const double limit = frozen ? radius[i] : at.friction * p[n];
  double square = 0.0;
  for (int k = n + 1; k <= n + at.tangents; ++k) {
    h[k] = q[k] - yield * c[k];
    square += h[k] * h[k];
  }
  const double share = square > limit * limit ? limit / std::sqrt(square) : 1.0;
  for (int k = n + 1; k <= n + at.tangents; ++k) p[k] = share * h[k];
}

double RegularizedCone::evaluate(double rho) {
  // z stands for A p: c = Aᵀz + b, and p of each contact from its own rows of c alone.
  // F = z − A p(z) says how far that is from true.
  c.noalias() = A_.transpose() * z;
  c += b_;
  for (std::size_t i = 0; i < contacts_->size(); ++i) project(i, rho);
  F_ = z;
  F_.noalias() -= A_ * p;
  return F_.norm();
}

// A_i D Aᵢᵀ k/ρ with D = ∂p/∂h of one contact.
// ∂F/∂z = 1 − A ∂p/∂z with ∂p/∂z = −(k/ρ) D Aᵀ, so that each contact adds A_i D A_iᵀ k/ρ. D of a
// slipping contact is not symmetric, as friction follows the normal impulse and not the reverse:
// the matrix needs LU, not Cholesky.
void RegularizedCone::add_block(std::size_t contact, double stiffness) {
  const ConeContact& at = (*contacts_)[contact];
  const auto i = static_cast<Eigen::Index>(contact);
  const int n = at.row;
  // Normal: ∂p_n/∂h_n is 1 above the floor and 0 below.
  const bool pressed = h[n] > floor_[i];
  if (pressed) {
    block_.row(0) = A_.col(n).transpose();
    jacobian_.noalias() += stiffness * A_.col(n) * block_.row(0);
  }
  if (at.tangents == 0) return;
  const double limit = frozen ? radius[i] : at.friction * p[n];
  // A disk without radius: p_t = 0 around here, nothing to add.
  if (limit == 0.0) return;
  const double length = at.tangents == 2 ? std::hypot(h[n + 1], h[n + 2]) : std::abs(h[n + 1]);
  // Stick: D is the identity, and the rows of A stay as they are.
  for (int k = 1; k <= at.tangents; ++k) block_.row(k) = A_.col(n + k).transpose();
  if (length > limit) {  // slip: the disk's edge turns with h and grows with the normal impulse
    const double first = h[n + 1] / length;
    const double second = at.tangents == 2 ? h[n + 2] / length : 0.0;
    // With d = h_t/‖h_t‖: ∂p_t/∂h_t = limit/‖h_t‖ (1 − d dᵀ), which is zero for one tangent.
    if (at.tangents == 2) {
      // 1 − d dᵀ = e eᵀ with e = (−d₂, d₁): only the part across d counts, by the factor
      // limit/‖h_t‖.
      const double turn = limit / length;
      for (Eigen::Index j = 0; j < block_.cols(); ++j) {
        const double across = turn * (first * block_(2, j) - second * block_(1, j));
        block_(1, j) = -second * across;
        block_(2, j) = first * across;
      }
    } else {
      block_.row(1).setZero();
    }
    // ∂p_t/∂h_n = μ d, as the limit is μ p_n.
    if (pressed && !frozen) {
      block_.row(1) += at.friction * first * block_.row(0);
      if (at.tangents == 2) block_.row(2) += at.friction * second * block_.row(0);
    }
  }
  // The tangents' part of A_i D Aᵢᵀ k/ρ.
  for (int k = 1; k <= at.tangents; ++k)
    jacobian_.noalias() += stiffness * A_.col(n + k) * block_.row(k);
}

void RegularizedCone::assemble(double rho) {
  // ∂F/∂z = 1 + (1/ρ) Σ k A_i D A_iᵀ. Contacts without impulse add nothing: where all are open the
  // matrix is the identity.
  jacobian_.setIdentity();
  for (std::size_t i = 0; i < contacts_->size(); ++i) add_block(i, (*contacts_)[i].weight / rho);
}

// The share of the step after which the first contact changes between open, slip and stick, or 1.
double RegularizedCone::first_kink(double rho) {
  // Along z − s dz: c changes by −s Aᵀdz, and h by +s (k/ρ) Aᵀdz, linear in s. Between two kinks F
  // is smooth; only there a contact changes its piece.
  rate_.noalias() = A_.transpose() * dz_;
  double first = 1.0;
  const auto consider = [&](double share) {
    if (share > 0.0 && share < first) first = share;
  };
  for (std::size_t j = 0; j < contacts_->size(); ++j) {
    const ConeContact& at = (*contacts_)[j];
    const auto i = static_cast<Eigen::Index>(j);
    const int n = at.row;
    const double yield = at.weight / rho;
    // Open or closed: the normal meets its floor.
    const bool pressed = h[n] > floor_[i];
    const double normal_rate = yield * rate_[n];
    if (normal_rate != 0.0) consider((floor_[i] - h[n]) / normal_rate);
    const double limit = frozen ? radius[i] : at.friction * p[n];
    if (at.tangents == 0 || limit == 0.0) continue;
    // The disk grows with the normal impulse, unless that rests on its floor.
    const double limit_rate = pressed && !frozen ? at.friction * normal_rate : 0.0;
    // Stick or slip: the disk is met, ‖h_t + s ḣ_t‖² = (limit + s rate)²; both roots without
    // cancellation.
    double square = -limit_rate * limit_rate, linear = -limit * limit_rate, now = -limit * limit;
    for (int k = n + 1; k <= n + at.tangents; ++k) {
      const double tangent_rate = yield * rate_[k];
      square += tangent_rate * tangent_rate;
      linear += h[k] * tangent_rate;
      now += h[k] * h[k];
    }
    const double root = linear * linear - square * now;
    if (root < 0.0) continue;
    // The roots are sum/square and now/sum: −linear and the root have one sign in sum, so that no
    // digits cancel. A negative discriminant: the line never meets the disk's edge.
    const double sum = -linear - std::copysign(std::sqrt(root), linear);
    if (square != 0.0) consider(sum / square);
    if (sum != 0.0) consider(now / sum);
  }
  return first;
}

// One Newton step: whole, halved, or else to just behind the first kink, where the next piece of
// the piecewise smooth F begins (Katzenelson); a descent method would creep towards the kink.
void RegularizedCone::step(double rho, double& norm) {
  // dz = (∂F/∂z)⁻¹F at the piece that z lies on; the step is z − dz.
  assemble(rho);
  lu_.compute(jacobian_);
  lu_.solve(F_, dz_);
  const double kink = first_kink(rho);
  from_ = z;
  // Whole, half, quarter, eighth: taken if the residual falls by a tenth of what the model
  // promises.
  for (double share = 1.0; share > 0.1; share *= 0.5) {
    z = from_ - share * dz_;
    const double trial = evaluate(rho);
    if (trial < norm * (1.0 - 0.1 * share)) {
      norm = trial;
      return;
    }
  }
  // A hair beyond the kink, so that the next matrix is that of the piece behind it. Rounding of the
  // kink is 1e-16 times the condition of the matrix, mostly below 1e10: the relative hair is
  // longer. The absolute one serves kinks at the start of the step, where the other vanishes. Both
  // are too short to jump a second kink unless the two are as good as one.
  z = from_ - std::min(1.0, kink * (1.0 + 1e-6) + 1e-12) * dz_;
  norm = evaluate(rho);
}

bool RegularizedCone::solve(double rho) {
  // Scaled as prepare() does it, so that ‖F‖ is compared with rounding alone. A run of idle_limit
  // steps without 1 % of gain is taken for a cycle between pieces.
  double norm = evaluate(rho);
  double best = norm;
  for (int k = 0, idle = 0; k < newton_limit && idle < idle_limit; ++k) {
    // z and b cancel in c, and 1/ρ magnifies what is left of them.
    const double noise = 4.0 * rounding * (1.0 + (1.0 + z.norm()) / rho);
    if (norm <= noise) return true;
    ++iterations;
    step(rho, norm);
    if (!std::isfinite(norm)) return false;
    // Down to the noise of a badly conditioned piece, where steps do not gain any more.
    if (norm > 0.5 * best && norm <= 1e3 * noise) return true;
    idle = norm < 0.99 * best ? 0 : idle + 1;
    best = std::min(best, norm);
  }
  return false;
}

}  // namespace carom::solver
