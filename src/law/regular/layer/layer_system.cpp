// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_system.h"

#include <algorithm>
#include <cmath>

#include "law/coefficient.h"
#include "law/rows/coupled_groups.h"

namespace carom::law {

// The same units as in scaled_points.h. The layer scales for itself, so that a fault there would
// show as a difference between the two methods.
bool LayerSystem::prepare(const ImpactProblem& problem, std::span<const int> contacts,
                          const std::optional<double>& coefficient, const ReducedRows& rows) {
  points_.clear(), restitution_.clear(), stored_.clear();
  bool approaches = false;
  double lowest = 0.0, longest = 0.0, stiffest = 0.0;
  Eigen::Index row_count = 0;
  for (const int i : contacts) {
    // approach · ‖n‖ is the normal velocity n v [m/s], and ‖n‖² is g of this contact.
    const double length = problem.normal_length()[i];
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    const int tangents = tangents_with_friction(contact);
    points_.push_back(
        {i, static_cast<int>(row_count), tangents, contact.friction, contact.stiffness});
    restitution_.push_back(restitution_at(contact, coefficient));
    row_count += 1 + tangents;
    approaches = approaches || problem.approach()[i] < -problem.grazing_threshold();
    lowest = std::min(lowest, problem.approach()[i] * length);
    longest = std::max(longest, length);
    stiffest = std::max(stiffest, contact.stiffness);
  }
  // Units, and the rows divided by them: stiffness by the largest, K by √g, ζ by −σ₀/√g.
  if (!approaches || !(lowest < 0.0)) return false;
  velocity_unit_ = -lowest;
  impulse_unit_ = -lowest / (longest * longest);
  // Only rows that can carry: the normal, and tangents where there is friction.
  columns_.resize(rows.rank(), row_count);
  for (auto& point : points_) {
    point.k /= stiffest;
    const int first = problem.normal_row(point.contact);
    for (int k = 0; k <= point.tangents; ++k)
      columns_.col(point.row + k) = rows.columns().col(first + k) / longest;
  }
  start_ = rows.start() / (-lowest / longest);
  velocity_.resize(row_count);
  force_.setZero(row_count);
  lowest_row_.resize(rows.rank());
  order_.resize(points_.size());
  // Any order to begin with: share() sorts it.
  for (std::size_t j = 0; j < order_.size(); ++j) order_[j] = static_cast<int>(j);
  return true;
}

void LayerSystem::start(Eigen::VectorXd& y) const {
  // Impulses and works count from the start of the impact.
  y.setZero(size());
  y.head(states()) = start_;
}

// u = K ζ of one row.
double LayerSystem::velocity(const double* y, Eigen::Index row) const {
  const double* column = columns_.data() + row * columns_.rows();
  double sum = 0.0;
  for (Eigen::Index i = 0; i < columns_.rows(); ++i) sum += column[i] * y[i];
  return sum;
}

// The level that holds `capacity` = Σ k_j [level − u_j]₊, by filling up from the lowest velocity.
double LayerSystem::fill(double capacity, bool stored_only) {
  // Heights are counted from the lowest velocity: they are of the size of δ, and from zero they
  // would lose digits to the velocities. With the points in ascending order the ones below the
  // level come first, and the level only falls as one joins: with the points that
  // are in, level · Σ k_j = capacity + Σ k_j height_j.
  double level = 0.0, stiffness = 0.0, moment = capacity, lowest = 0.0;
  for (const int j : order_) {
    const auto at = static_cast<std::size_t>(j);
    if (stored_only && !stored_[at]) continue;
    const double u = velocity_[points_[at].row];
    if (stiffness == 0.0) lowest = u;
    const double height = u - lowest;
    // This point and all above it stay dry.
    if (stiffness > 0.0 && height >= level) break;
    stiffness += points_[at].k;
    moment += points_[at].k * height;
    level = moment / stiffness;
  }
  // s itself is level + reference_.
  reference_ = lowest;
  return level;
}

// Points in the order of their velocity; that of the last call is a good start for the sort. Then
// the level: first as in compression. Where that is above 0 in release, empty points are at 0 and
// take their part, the stored ones share what remains (a positive rest, since at s = 0 all of them
// together take less than 1).
void LayerSystem::share() {
  const auto u = [&](int j) { return velocity_[points_[static_cast<std::size_t>(j)].row]; };
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const int moved = order_[i];
    std::size_t j = i;
    for (; j > 0 && u(order_[j - 1]) > u(moved); --j) order_[j] = order_[j - 1];
    order_[j] = moved;
  }
  // Σ l_j = 1 with l_j = k_j [s − u_j]₊/δ is Σ k_j [s − u_j]₊ = δ.
  double level = fill(delta_, false);
  capped_ = !stored_.empty() && level + reference_ > 0.0;
  if (capped_) {
    // Empty points have k_j [0 − u_j]₊ of δ, whatever s is.
    double rest = delta_;
    for (std::size_t j = 0; j < points_.size(); ++j)
      if (!stored_[j]) rest -= points_[j].k * std::max(0.0, -velocity_[points_[j].row]);
    // Rounding of velocities, 1e-16, is 1e-7 of the finest δ: a rest below ten times that is not
    // known, and the level must stay above the lowest stored point.
    level = fill(std::max(rest, 1e-6 * delta_), true);
  }
  for (std::size_t j = 0; j < points_.size(); ++j) {
    const auto& point = points_[j];
    const double own = velocity_[point.row];
    // l_j = k_j [s − u_j]₊/δ with both counted from reference_; where the level is 0, k_j
    // [−u_j]₊/δ.
    const double height = at_zero(j) ? -own : level - (own - reference_);
    force_[point.row] = height > 0.0 ? point.k * height / delta_ : 0.0;
  }
}

// λ at ζ, into force_. Everything else here is a sum of it: rates are Kᵀλ and λ, powers are λ u.
void LayerSystem::evaluate(const double* y) {
  // u = K ζ, then the shares, on which the disks of friction depend.
  for (Eigen::Index row = 0; row < columns_.cols(); ++row) velocity_[row] = velocity(y, row);
  share();
  for (const auto& point : points_) {
    // Friction sees the share of its own point only: shares come first, without it.
    if (point.tangents == 0) continue;
    const double slip_a = velocity_[point.row + 1];
    const double slip_b = point.tangents > 1 ? velocity_[point.row + 2] : 0.0;
    const double slip = std::hypot(slip_a, slip_b);
    const double most = point.mu * force_[point.row];
    // The projection of −k u_t/δ on the disk of radius μ l: −μ l u_t/‖u_t‖ where k ‖u_t‖/δ > μ l,
    // and −k u_t/δ inside. Both agree at the edge, so f is continuous in ζ; its slope is not.
    const double factor = point.k * slip > most * delta_ ? most / slip : point.k / delta_;
    force_[point.row + 1] = -factor * slip_a;
    if (point.tangents > 1) force_[point.row + 2] = -factor * slip_b;
  }
}

// dy/dP with y in the order of the header: dζ = Kᵀλ, impulses λ, powers of the normal and of
// friction.
void LayerSystem::rate(const double* y, double* f) {
  evaluate(y);
  const Eigen::Index r = states();
  for (Eigen::Index i = 0; i < r; ++i) f[i] = 0.0;
  for (Eigen::Index row = 0; row < columns_.cols(); ++row) {
    // dζ/dP = Kᵀλ, and the forces themselves are the rates of the impulses.
    const double force = force_[row];
    f[r + row] = force;
    if (force == 0.0) continue;
    const double* column = columns_.data() + row * r;
    for (Eigen::Index i = 0; i < r; ++i) f[i] += force * column[i];
  }
  // Powers per unit of P: l u_n, and f·u_t.
  double* normal = f + normal_work_at();
  double* friction = f + friction_work_at();
  for (std::size_t j = 0; j < points_.size(); ++j) {
    const auto& point = points_[j];
    normal[j] = force_[point.row] * velocity_[point.row];
    friction[j] = 0.0;
    for (int k = 1; k <= point.tangents; ++k)
      friction[j] += force_[point.row + k] * velocity_[point.row + k];
  }
}

// Adds K_rowᵀ times the derivative of the row's force (already in D) to the state's block.
void LayerSystem::add_row_derivative(Eigen::Index row, Eigen::MatrixXd& D) const {
  const Eigen::Index r = states();
  const double* column = columns_.data() + row * r;
  for (Eigen::Index j = 0; j < r; ++j) {
    const double slope = D(r + row, j);
    // A contact does not answer to velocities that it does not see.
    if (slope == 0.0) continue;
    for (Eigen::Index i = 0; i < r; ++i) D(i, j) += column[i] * slope;
  }
}

// df = −(k/δ) du_t at rest; slipping, with the direction d of the force,
// df = μ d dl − (μ l/|u_t|)(I − d dᵀ) du_t.
void LayerSystem::friction_derivative(const Point& point, Eigen::Index index, Eigen::MatrixXd& D) {
  const Eigen::Index r = states();
  // Rows of D: ζ, then λ by row, then works.
  const Eigen::Index first = r + point.row + 1;
  const double a = velocity_[point.row + 1];
  const double b = point.tangents > 1 ? velocity_[point.row + 2] : 0.0;
  const double slip = std::hypot(a, b);
  const double most = point.mu * force_[point.row];
  // The same case as in evaluate().
  const bool slips = point.k * slip > most * delta_;
  const double turn = slips ? most / slip : point.k / delta_;
  for (Eigen::Index i = 0; i < r; ++i) {
    const double da = columns_(i, point.row + 1);
    const double db = point.tangents > 1 ? columns_(i, point.row + 2) : 0.0;
    // Both cases: −(k/δ) du_t or −(μ l/‖u_t‖) du_t. Slip takes back the part along u_t, which does
    // not change the force, and adds what the share adds to the radius.
    double fa = -turn * da, fb = -turn * db;
    if (slips) {
      const double along = (a * da + b * db) / slip;
      const double grow = point.mu * D(r + point.row, i);
      fa += (turn * along - grow) * a / slip;
      fb += (turn * along - grow) * b / slip;
    }
    D(first, i) = fa;
    // d(f·u_t) = f·du_t + u_t·df.
    double work = force_[point.row + 1] * da + a * fa;
    if (point.tangents > 1) {
      D(first + 1, i) = fb;
      work += force_[point.row + 2] * db + b * fb;
    }
    D(friction_work_at() + index, i) = work;
  }
}

// ∂(dy/dP)/∂ζ of the branch at ζ: of the two sides of a kink the one that evaluate() takes. The
// rows of λ come first, and all others from them.
void LayerSystem::jacobian(const double* y, Eigen::MatrixXd& D) {
  evaluate(y);
  const Eigen::Index r = states();
  D.setZero();
  // ds = Σ k_j n_j/Σ k_j: above all points that carry, below those whose level is s.
  double stiffness = 0.0;
  // Σ l_j = 1 for every ζ, so Σ k_j (ds − du_j) = 0 over the points that carry, with ds = 0 for
  // those whose level is 0.
  lowest_row_.setZero();
  for (std::size_t j = 0; j < points_.size(); ++j) {
    const auto& point = points_[j];
    if (!(force_[point.row] > 0.0)) continue;
    if (!at_zero(j)) stiffness += point.k;
    lowest_row_ += point.k * columns_.col(point.row);
  }
  // Not zero: the lowest point whose level is s always carries (share()).
  lowest_row_ /= stiffness;
  // dl = (k/δ)(ds − n) of each point that carries, its works, its friction, and Kᵀ of them.
  Eigen::Index index = 0;
  for (const auto& point : points_) {
    const double l = force_[point.row];
    if (l > 0.0) {
      for (Eigen::Index i = 0; i < r; ++i) {
        const double own = columns_(i, point.row);
        const double level = at_zero(static_cast<std::size_t>(index)) ? 0.0 : lowest_row_[i];
        const double dl = point.k / delta_ * (level - own);
        D(r + point.row, i) = dl;
        // d(l u_n) = l dn + u_n dl.
        D(normal_work_at() + index, i) = l * own + velocity_[point.row] * dl;
      }
      if (point.tangents > 0) friction_derivative(point, index, D);
      // The state's block is Kᵀ dλ/dζ. The derivatives of the forces, which D has by now, go in.
      for (int k = 0; k <= point.tangents; ++k) add_row_derivative(point.row + k, D);
    }
    ++index;
  }
}

double LayerSystem::sigma(const Eigen::VectorXd& y) {
  evaluate(y.data());
  return last_sigma();
}

// Of the shares and velocities that the last evaluate() left.
double LayerSystem::last_sigma() const {
  // In the layer the tied velocities differ by some δ: the mean by shares is what the work of the
  // stored points, dW = Σ l_j u_j dP, sees. Points whose level is 0 say nothing about σ.
  double sum = 0.0, shares = 0.0;
  for (std::size_t j = 0; j < points_.size(); ++j) {
    if (at_zero(j)) continue;
    sum += force_[points_[j].row] * velocity_[points_[j].row];
    shares += force_[points_[j].row];
  }
  return shares > 0.0 ? sum / shares : 0.0;
}

}  // namespace carom::law
