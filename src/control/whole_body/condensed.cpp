// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// With H = L Lᵀ, Y = L⁻¹ Bᵀ, S = YᵀY and multipliers λ of the base rows,
//   a = L⁻ᵀ (L⁻¹ b + Y λ),  S λ = G f − c,  c = h_b + B H⁻¹ b,
// and the cost left is ½ (G f − c)ᵀ S⁻¹ (G f − c) + ½ w_f ‖f‖²: six numbers G f, the wrench on the
// base, are all that forces do to accelerations. So the best forces need 6 × 6 matrices only:
//   f = Gᵀ z,  (G Gᵀ + w_f S) z = c,  λ = −w_f z.
// A torque row M_j a of multiplier u adds L⁻ᵀ X u, X = (1 − Y S⁻¹ Yᵀ) L⁻¹ M_jᵀ, at the cost
// ½ ‖X u‖², whatever f is.
// Tasks may leave accelerations free: 1e-10 of its largest entry is added to the diagonal of H.
#include "control/whole_body/condensed.h"

#include <algorithm>
#include <cmath>

namespace carom::control {
namespace {

// Of H's largest entry. Rounding of its Cholesky factor is 1e-16 times the size, 1e-14; the weakest
// task has 1e-5 of the strongest (posture_weight, stance_weight of walk.h) and must not feel it.
constexpr double regularisation = 1e-10;

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& r) {
  Eigen::Matrix3d cross;
  cross << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return cross;
}

}  // namespace

CondensedProblem::CondensedProblem(int velocities, double weight, double force_weight)
    : velocities_(velocities), weight_(weight), force_weight_(force_weight) {
  const int joints = velocities - base_size;
  hessian_.resize(velocities, velocities);
  wanted_.resize(velocities);
  three_rows_.resize(3, velocities);
  start_.resize(velocities);
  sum_.resize(velocities);
  base_.resize(velocities, base_size);
  rows_.resize(velocities, joints);
  pushes_.resize(velocities, joints);
  lengths_.resize(joints);
  chosen_.reserve(static_cast<std::size_t>(joints));
  columns_.reserve(static_cast<std::size_t>(velocities));
}

// Most tasks touch few velocities, and each row of a posture only one: only these enter.
void CondensedProblem::add_task(const MotionTask& task) {
  const Eigen::Index rows = task.rows.rows();
  if (rows == 0 || task.weight == 0.0) return;
  nonzero_.assign(static_cast<std::size_t>(rows), 0);
  columns_.clear();
  for (int c = 0; c < velocities_; ++c) {
    const double* column = &task.rows(0, c);
    int any = 0;
    for (Eigen::Index r = 0; r < rows; ++r) {
      const int here = column[r] != 0.0 ? 1 : 0;
      nonzero_[static_cast<std::size_t>(r)] += here;
      any |= here;
    }
    if (any != 0) columns_.push_back(c);
  }
  error_ = task.target - task.drift;
  const auto dense = std::count_if(nonzero_.begin(), nonzero_.end(), [](int k) { return k > 1; });
  const auto count = static_cast<Eigen::Index>(columns_.size());
  if (packed_.size() < dense * count) packed_.resize(dense, count);
  double* const packed = packed_.data();
  for (Eigen::Index i = 0; i < count; ++i) {
    const int c = columns_[static_cast<std::size_t>(i)];
    const double* column = &task.rows(0, c);
    double* to = packed + i * dense;
    double pull = 0.0;
    for (Eigen::Index r = 0; r < rows; ++r) {
      pull += column[r] * error_[r];
      if (nonzero_[static_cast<std::size_t>(r)] > 1) {
        *to++ = column[r];
      } else {
        hessian_(c, c) += task.weight * column[r] * column[r];
      }
    }
    wanted_[c] += task.weight * pull;
  }
  if (dense == 0) return;
  for (Eigen::Index i = 0; i < count; ++i) {
    double* const column = &hessian_(0, columns_[static_cast<std::size_t>(i)]);
    const double* const one = packed + i * dense;
    for (Eigen::Index j = i; j < count; ++j) {
      const double* const other = packed + j * dense;
      double dot = 0.0;
      for (Eigen::Index r = 0; r < dense; ++r) dot += one[r] * other[r];
      column[columns_[static_cast<std::size_t>(j)]] += task.weight * dot;
    }
  }
}

void CondensedProblem::set_feet(const ModelWorkspace& at, std::span<const SupportFoot> feet) {
  if (feet_.size() < feet.size()) feet_.resize(feet.size());
  int first = 0;
  for (std::size_t k = 0; k < feet.size(); ++k) {
    const SupportFoot& foot = feet[k];
    FootMap& map = feet_[k];
    const auto corners = static_cast<Eigen::Index>(foot.corners.size());
    map.first = first;
    map.jacobian.resize(6, velocities_);
    map.wrench.resize(6, 3 * corners);
    first += static_cast<int>(3 * corners);
  }
  forces_ = first;
  spread_.resize(6, forces_);
  scaled_spread_.resize(6, forces_);
  Eigen::Ref<Eigen::Matrix3Xd> half = three_rows_;
  for (std::size_t k = 0; k < feet.size(); ++k) {
    const SupportFoot& foot = feet[k];
    FootMap& map = feet_[k];
    at.point_jacobian(foot.frame, Eigen::Vector3d::Zero(), half);
    map.jacobian.topRows<3>() = half;
    at.angular_jacobian(foot.frame, half);
    map.jacobian.bottomRows<3>() = half;
    const Eigen::Matrix3d turned = at.placement(foot.frame).linear();
    const Eigen::Matrix3d axes = weight_ * foot.axes;
    for (std::size_t i = 0; i < foot.corners.size(); ++i) {
      const auto column = static_cast<Eigen::Index>(3 * i);
      map.wrench.block<3, 3>(0, column) = axes;
      map.wrench.block<3, 3>(3, column).noalias() = cross_matrix(turned * foot.corners[i]) * axes;
    }
    spread_.middleCols(map.first, map.wrench.cols()).noalias() =
        map.jacobian.leftCols<6>().transpose().lazyProduct(map.wrench);
  }
  used_ = static_cast<int>(feet.size());
}

bool CondensedProblem::set(const ModelWorkspace& at, const Eigen::VectorXd& bias,
                           std::span<const MotionTask> tasks, std::span<const SupportFoot> feet) {
  mass_ = &at.mass_matrix();
  bias_ = &bias;
  chosen_.clear();
  hessian_.setZero();
  wanted_.setZero();
  for (const MotionTask& task : tasks) add_task(task);
  const double largest = hessian_.diagonal().maxCoeff();
  hessian_.diagonal().array() += largest > 0.0 ? regularisation * largest : 1.0;
  if (!factor_.compute(hessian_)) return false;
  set_feet(at, feet);
  base_ = mass_->leftCols<base_size>();
  factor_.solve_lower_columns(base_);
  start_ = wanted_;
  factor_.solve_lower(start_);
  schur_.noalias() = base_.transpose() * base_;
  schur_factor_.compute(schur_);
  offset_.noalias() = base_.transpose() * start_;
  offset_ += bias.head<base_size>();
  return schur_factor_.info() == Eigen::Success && offset_.allFinite() && spread_.allFinite();
}

void CondensedProblem::minimise(Eigen::VectorXd& forces) {
  forces.resize(forces_);
  if (forces_ == 0) return;
  Matrix6 system = force_weight_ * schur_;
  system.noalias() += spread_.lazyProduct(spread_.transpose());
  const Vector6 z = Eigen::LLT<Matrix6>(system).solve(offset_);
  forces.noalias() = spread_.transpose() * z;
}

void CondensedProblem::respond(const Eigen::VectorXd& forces,
                               const Eigen::Ref<const Eigen::VectorXd>& pushes,
                               Eigen::VectorXd& acceleration, Eigen::VectorXd& torque) {
  Vector6 missing = -offset_;
  missing.noalias() += spread_ * forces;
  acceleration.resize(velocities_);
  torque.resize(velocities_);
  sum_ = start_;
  if (pushes.size() > 0) sum_.noalias() += pushes_.leftCols(pushes.size()) * pushes;
  constexpr int refinements = 2;  // the base rows hold to rounding, whatever H is
  for (int pass = 0; pass < refinements; ++pass) {
    schur_factor_.solveInPlace(missing);
    sum_.noalias() += base_ * missing;
    acceleration = sum_;
    factor_.solve_upper(acceleration);
    torque = *bias_;
    torque.noalias() += *mass_ * acceleration;
    for (int k = 0; k < used_; ++k) {
      const FootMap& map = feet_[static_cast<std::size_t>(k)];
      const Vector6 wrench = map.wrench * forces.segment(map.first, map.wrench.cols());
      torque.noalias() -= map.jacobian.transpose() * wrench;
    }
    missing = -torque.head<base_size>();
    // [N, N m] over the weight: rounding of M a + h is 1e-15 to 1e-14. Another pass below this
    // would gain nothing; forces are judged at the same share (whole_body.cpp, touch).
    if (missing.lpNorm<Eigen::Infinity>() <= 1e-12 * weight_) break;
  }
}

void CondensedProblem::choose(const std::vector<int>& velocities) {
  chosen_.assign(velocities.begin(), velocities.end());
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    auto row = rows_.col(k);
    row = mass_->col(chosen_[i]);
    factor_.solve_lower(row);
    Vector6 along = base_.transpose() * row;
    schur_factor_.solveInPlace(along);
    auto push = pushes_.col(k);
    push = row;
    push.noalias() -= base_ * along;
    lengths_[k] = push.norm();
    push /= lengths_[k];  // unknowns of one size
  }
}

void CondensedProblem::cost(Eigen::Ref<Eigen::MatrixXd> hessian,
                            Eigen::Ref<Eigen::VectorXd> gradient) const {
  const auto count = static_cast<Eigen::Index>(chosen_.size());
  Eigen::Matrix<double, 6, Eigen::Dynamic>& scaled = scaled_spread_;
  scaled = spread_;
  schur_factor_.matrixL().solveInPlace(scaled);
  Vector6 offset = offset_;
  schur_factor_.matrixL().solveInPlace(offset);
  hessian.setZero();
  hessian.topLeftCorner(forces_, forces_).noalias() = scaled.transpose().lazyProduct(scaled);
  hessian.topLeftCorner(forces_, forces_).diagonal().array() += force_weight_;
  const auto pushes = pushes_.leftCols(count);
  hessian.bottomRightCorner(count, count).noalias() = pushes.transpose().lazyProduct(pushes);
  gradient.setZero();
  gradient.head(forces_).noalias() = -scaled.transpose() * offset;
}

double CondensedProblem::torque_row(int k, Eigen::Ref<Eigen::VectorXd> normal) const {
  const auto row = rows_.col(k);
  const int velocity = chosen_[static_cast<std::size_t>(k)];
  Vector6 along = base_.transpose() * row;
  schur_factor_.solveInPlace(along);
  normal.setZero();
  normal.head(forces_).noalias() = spread_.transpose() * along;
  for (int i = 0; i < used_; ++i) {
    const FootMap& map = feet_[static_cast<std::size_t>(i)];
    normal.segment(map.first, map.wrench.cols()).noalias() -=
        map.wrench.transpose() * map.jacobian.col(velocity);
  }
  const auto count = static_cast<Eigen::Index>(chosen_.size());
  normal.tail(count).noalias() = pushes_.leftCols(count).transpose() * row;
  return row.dot(start_) - along.dot(offset_) + (*bias_)[velocity];
}

}  // namespace carom::control
