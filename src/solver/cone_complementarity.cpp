// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "solver/cone_complementarity.h"

#include <Eigen/Householder>
#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::solver {
namespace {

constexpr double soft = 1.0;  // compliance at the start: one solution, found from anywhere
// At the end of the continuation. Compliance moves the answer by about ρ over the eigenvalues of
// AᵀA that matter; refine() removes that. Rounding 1e-16/ρ is 1e-11 here, below `good`.
constexpr double stiff = 1e-5;
// While refining far from the answer: rounding 1e-16/ρ is 1e-7, and beyond it Newton's method would
// see nothing but rounding in weak rows.
constexpr double stiffest = 1e-9;
constexpr int refinements = 60;
constexpr int freezings = 100;
constexpr int attempts = 8;

}  // namespace

// length: of the longest column; speed: so that the largest |b| over
// its column, or floor times it, is 1.
void ConeComplementarity::set_scale(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::Ref<const Eigen::VectorXd>& b,
                                    const std::vector<ConeContact>& contacts) {
  length_ = 0.0;
  speed_ = 0.0;
  for (const auto& at : contacts) {
    // A floor is an impulse: times the length of its column it is a momentum, as |b| over a length.
    speed_ = std::max(speed_, at.floor * A.col(at.row).norm());
    for (int k = at.row; k <= at.row + at.tangents; ++k) {
      const double column = A.col(k).norm();
      length_ = std::max(length_, column);
      if (column > 0.0) speed_ = std::max(speed_, std::abs(b[k]) / column);
    }
  }
  // In the units of b along the longest column: prepare() divides A by length_ and b by speed_.
  speed_ *= length_;
}

// Long columns: only their lengths and angles matter, so R of A = QR serves as well (Householder).
void ConeComplementarity::reduce(const Eigen::Ref<const Eigen::MatrixXd>& A) {
  const Eigen::Index size = A.cols();
  turned_ = A;
  space_.resize(size);
  reduced_.setZero(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    // Reflection k makes column k zero below row k; the columns behind it take part. Signs on the
    // diagonal of R do not matter, as RᵀR = AᵀA whatever they are.
    const Eigen::Index left = A.rows() - k;
    double tau = 0.0, length = 0.0;
    turned_.col(k).tail(left).makeHouseholderInPlace(tau, length);
    turned_(k, k) = length;
    turned_.bottomRightCorner(left, size - k - 1)
        .applyHouseholderOnTheLeft(turned_.col(k).tail(left - 1), tau, space_.data());
    reduced_.col(k).head(k + 1) = turned_.col(k).head(k + 1);
  }
}

// From soft to stiff; smaller steps where Newton's method gets stuck.
bool ConeComplementarity::follow(double& rho, double target) {
  // A decade at a time. Each solution is the start of the next: Newton's method sees a problem that
  // differs by little. `reached` is the stiffest ρ solved so far.
  double factor = 0.1;
  double reached = rho;
  if (!cone_.solve(rho)) return false;
  while (reached > target) {
    rho = std::max(target, factor * reached);
    start_ = cone_.z;
    if (cone_.solve(rho)) {
      reached = rho;
      factor = std::max(0.1, factor * factor);
    } else {
      cone_.z = start_;
      // Back to the last solution and half the way on the logarithmic scale. Where the next step
      // would be below 5 %, the path is taken to fold back: no solution continues it.
      factor = std::sqrt(factor);
      if (factor > 0.95) {
        rho = reached;
        return false;
      }
    }
  }
  return true;
}

// Moves the centre of the compliance to the impulses just found until nothing changes: the limit
// satisfies the rigid equations whatever ρ is. Far from it ρ must be small beside the eigenvalues
// that matter; close to it a larger ρ magnifies less rounding.
void ConeComplementarity::refine(double rho, const std::vector<ConeContact>& contacts) {
  double last = std::numeric_limits<double>::infinity();
  int idle = 0, stuck = 0;
  bool close = false;
  for (int k = 0; k < refinements; ++k) {
    // Judge the rigid equations. Seven rounds that gain less than half each are the end of it.
    const double now = keep_best(contacts);
    if (now <= aim || idle > 6) return;
    idle = now < 0.5 * last ? 0 : idle + 1;
    // Close: so small a residual may be rounding, 1e-16/ρ (1e-11 at `stiff`, 1e-7 at `stiffest`),
    // as well as compliance.
    close = close || now <= 1e-9 || (rho <= stiffest && idle > 1);
    // Slow progress: less compliance while far, more where rounding, magnified by 1/ρ, is what is
    // left. At ρ = 0.1 there is nothing to be gained from more.
    if (close) {
      if (rho >= 0.1) return;
      if (now > 0.2 * last) rho *= 10.0;
    } else if (now > 0.2 * last) {
      rho = std::max(stiffest, 0.1 * rho);
    }
    // The new centre: normals before their projection, so that open contacts stay open; tangents
    // after it, so that slip does not pull the centre out of the cone.
    last = now;
    for (const auto& at : contacts) {
      cone_.q[at.row] = cone_.h[at.row];
      for (int t = at.row + 1; t <= at.row + at.tangents; ++t) cone_.q[t] = cone_.p[t];
    }
    // Solve there; where Newton's method gets stuck, from before with more compliance.
    start_ = cone_.z;
    if (cone_.solve(rho)) continue;
    cone_.z = start_;
    if (++stuck > 3) return;
    rho = std::min(0.1, 10.0 * rho);
    cone_.evaluate(rho);
  }
}

// Natural map of each contact, in units of momentum in the metric of A; scaled so that |b| is 1.
double ConeComplementarity::measure(const std::vector<ConeContact>& contacts) {
  // c = Aᵀ(A p) + b by p itself, without compliance: the rigid equations are judged, not those that
  // were solved.
  const auto& A = cone_.A();
  const auto& p = cone_.p;
  inner_.noalias() = A * p;
  velocity_.noalias() = A.transpose() * inner_;
  velocity_ += cone_.b();
  double worst = 0.0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto& at = contacts[i];
    double square = A.col(at.row).squaredNorm();
    if (square == 0.0) continue;
    // Impulses times the length of the row are momenta, alike at all contacts. A blocked contact, a
    // column of zeros, has nothing to satisfy.
    const double length = std::sqrt(square);
    const int n = at.row;
    // Normal: min(p − floor, c) = 0, with c as the impulse that it would take to cancel it.
    worst =
        std::max(worst, length * std::abs(std::min(p[n] - cone_.floor(i), velocity_[n] / square)));
    if (at.tangents == 0) continue;
    // Friction: p_t is the projection of p_t − c_t on its disk, whatever positive factor c_t has.
    for (int k = 1; k <= at.tangents; ++k) square = std::max(square, A.col(n + k).squaredNorm());
    // A p_t that its projection leaves where it is either sticks (c_t = 0) or lies on the edge
    // against the slip: both cases of Coulomb's law in one equation without branches.
    const double limit = at.friction * p[n];
    Eigen::Vector2d held = Eigen::Vector2d::Zero(), moved = Eigen::Vector2d::Zero();
    for (int k = 0; k < at.tangents; ++k) {
      held[k] = p[n + 1 + k];
      moved[k] = held[k] - velocity_[n + 1 + k] / square;
    }
    const double size = moved.norm();
    if (size > limit) moved *= limit / size;
    worst = std::max(worst, length * (held - moved).norm());
  }
  return worst;
}

// The residual of the impulses at hand, which are kept if none were better. The last iterate need
// not be the best: rounding, magnified by 1/ρ, can make it worse again.
double ConeComplementarity::keep_best(const std::vector<ConeContact>& contacts) {
  const double now = measure(contacts);
  if (now < residual_) {
    residual_ = now;
    best_ = cone_.p;
  }
  return now;
}

// Friction disks of fixed radius make the problem convex: one solution, always found. The radii
// follow the normal impulses until they agree.
void ConeComplementarity::freeze_and_follow(double rho, double radius,
                                            const std::vector<ConeContact>& contacts) {
  cone_.frozen = true;
  cone_.radius.setConstant(radius);
  for (int k = 0; k < freezings; ++k) {
    cone_.solve(rho);
    // A fixed point radius = μ p_n is a solution with Coulomb's cone at this ρ. Half the way to it:
    // the whole way can swing, as friction changes the very normal impulse that limits it.
    double change = 0.0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const auto j = static_cast<Eigen::Index>(i);
      const double next = contacts[i].friction * cone_.p[contacts[i].row];
      change = std::max(change, std::abs(next - cone_.radius[j]));
      cone_.radius[j] += 0.5 * (next - cone_.radius[j]);
    }
    // Scaled impulses are about 1. The radii only give follow() a start: a choice, well below the
    // size of a disk and far above the rounding of the frozen solution.
    if (change <= 1e-6) break;
  }
  cone_.frozen = false;
}

// First the path from soft to stiff, then farther. Where it folds back, there are several
// solutions, or none: other starts.
void ConeComplementarity::search(int attempt, const std::vector<ConeContact>& contacts) {
  double rho = soft;
  cone_.q.setZero();
  // Attempts 0 and 1: from z = 0 at ρ = 1, the path that is continuous with the soft contact.
  if (attempt < 2) {
    // Then two decades farther, to ρ = 1e-7: rounding 1e-16/ρ stays below `acceptable` there.
    const double target = attempt == 0 ? stiff : 1e-2 * stiff;
    cone_.z.setZero();
    if (follow(rho, target)) return refine(rho, contacts);
    folded_ = rho;  // and go on where it folded, without the small steps
    start_ = cone_.z;
    rho = target;
    if (cone_.solve(rho)) return refine(rho, contacts);
    cone_.z = start_;
    return;
  }
  // Where the path folded, about the middle of its decades, and its end.
  const double starts[] = {folded_, 1e-3, stiff};
  rho = starts[(attempt - 2) % 3];
  // From both ends: without friction, or with disks that are too large, ten times the scaled
  // impulses of about 1.
  freeze_and_follow(rho, attempt > 4 ? 10.0 : 0.0, contacts);
  if (follow(rho, stiff)) refine(rho, contacts);
}

bool ConeComplementarity::solve(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                const Eigen::Ref<const Eigen::VectorXd>& b,
                                const std::vector<ConeContact>& contacts) {
  impulse_.setZero(A.cols());
  velocity_ = b;
  change_.setZero(A.rows());
  residual_ = std::numeric_limits<double>::infinity();
  // Scale: the longest column and the largest |b| over its column become 1; no columns, or no
  // speeds, leave any scale.
  set_scale(A, b, contacts);
  if (length_ == 0.0) speed_ = length_ = 1.0;
  if (speed_ == 0.0) speed_ = length_;
  if (A.rows() > A.cols() && A.cols() > 0) {
    reduce(A);
    cone_.prepare(reduced_, b, length_, speed_, contacts);
  } else {
    cone_.prepare(A, b, length_, speed_, contacts);
  }
  // prepare() left p = 0: an answer of no impulses until one is measured.
  best_ = cone_.p;
  folded_ = soft;
  // Other starts only where the first path did not give a good answer.
  for (int attempt = 0; attempt < attempts && !(residual_ <= good); ++attempt)
    search(attempt, contacts);
  keep_best(contacts);
  // Back to the units given; the velocity with A itself, not with R of its QR.
  impulse_ = best_ * (speed_ / (length_ * length_));
  change_.noalias() = A * impulse_;
  velocity_ = b;
  velocity_.noalias() += A.transpose() * change_;
  return residual_ <= acceptable;
}

// Columns that the closed contacts can use: all of a sticking contact, n − μ T d of a slipping one.
bool ConeComplementarity::impulses_unique(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                          const std::vector<ConeContact>& contacts) {
  basis_.reset(A.rows(), A.cols());
  // Speeds of closed contacts are zero up to the residual, mostly `good`: a decade above it.
  const double scale = 1e-9 * speed_ / length_;
  for (const auto& at : contacts) {
    const int n = at.row;
    const double length = A.col(n).norm();
    // Open contacts carry nothing.
    if (length == 0.0 || velocity_[n] > scale * length) continue;
    double slip = 0.0, across = 0.0;
    for (int k = n + 1; k <= n + at.tangents; ++k) {
      slip = std::hypot(slip, velocity_[k]);
      across = std::max(across, A.col(k).norm());
    }
    // A slipping contact has one unknown: its friction follows from the normal impulse.
    column_ = A.col(n);
    const bool slips = at.friction > 0.0 && slip > scale * across;
    for (int k = n + 1; slips && k <= n + at.tangents; ++k)
      column_ -= (at.friction * velocity_[k] / slip) * A.col(k);
    // A sticking one has an unknown per row.
    if (!basis_.append(column_)) return false;
    for (int k = n + 1; !slips && at.friction > 0.0 && k <= n + at.tangents; ++k)
      if (!basis_.append(A.col(k))) return false;
  }
  return true;
}

}  // namespace carom::solver
