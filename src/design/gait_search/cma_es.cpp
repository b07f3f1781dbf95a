// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/gait_search/cma_es.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "solver/decompositions.h"

namespace carom::design {
namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

/// As mirrors at the bounds show it.
double reflected(double x, double lower, double upper) {
  const bool below = std::isfinite(lower), above = std::isfinite(upper);
  if (below && above) {
    const double width = upper - lower;
    const double turn = std::fmod(std::abs(x - lower), 2.0 * width);
    const double inside = turn <= width ? turn : 2.0 * width - turn;
    return std::clamp(lower + inside, lower, upper);  // rounding
  }
  if (below) return lower + std::abs(x - lower);
  if (above) return upper - std::abs(upper - x);
  return x;
}

}  // namespace

CmaEs::CmaEs(const Eigen::VectorXd& start, CmaOptions options)
    : options_(std::move(options)), start_(start), random_(options_.seed), mean_(start) {
  const Eigen::Index n = start.size();
  if (options_.lower.size() == 0) options_.lower = Eigen::VectorXd::Constant(n, -no_bound);
  if (options_.upper.size() == 0) options_.upper = Eigen::VectorXd::Constant(n, no_bound);
  if (options_.population <= 0) {
    options_.population = 4 + static_cast<int>(3.0 * std::log(static_cast<double>(n)));
  }
  begin(options_.population);
}

/// Table 1, and a normal distribution that knows nothing yet, about the mean.
void CmaEs::begin(int population) {
  const Eigen::Index size = mean_.size();
  const auto n = static_cast<double>(size);
  const int parents = population / 2;
  weights_.resize(parents);
  for (int i = 0; i < parents; ++i) {
    weights_[i] = std::log(0.5 * (population + 1.0)) - std::log(i + 1.0);
  }
  weights_ /= weights_.sum();
  effective_ = 1.0 / weights_.squaredNorm();
  c_sigma_ = (effective_ + 2.0) / (n + effective_ + 5.0);
  d_sigma_ = 1.0 + 2.0 * std::max(0.0, std::sqrt((effective_ - 1.0) / (n + 1.0)) - 1.0) + c_sigma_;
  c_c_ = (4.0 + effective_ / n) / (n + 4.0 + 2.0 * effective_ / n);
  c_1_ = 2.0 / ((n + 1.3) * (n + 1.3) + effective_);
  c_mu_ = std::min(1.0 - c_1_, 2.0 * (effective_ - 1.75 + 1.0 / effective_) /
                                   ((n + 2.0) * (n + 2.0) + effective_));
  // The expected length of a standard normal vector, to two terms.
  chi_ = std::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

  age_ = 0;
  bests_.clear();
  sigma_ = options_.step;
  path_sigma_ = path_c_ = Eigen::VectorXd::Zero(size);
  covariance_ = axes_ = Eigen::MatrixXd::Identity(size, size);
  lengths_ = Eigen::VectorXd::Ones(size);
  steps_.resize(size, population);
  asked_.resize(size, population);
  limit_spread();
  draw();
}

void CmaEs::draw() {
  for (Eigen::Index k = 0; k < steps_.cols(); ++k) {
    Eigen::VectorXd z(mean_.size());
    for (double& one : z) one = random_.normal();
    steps_.col(k) = axes_ * lengths_.cwiseProduct(z);
    for (Eigen::Index i = 0; i < mean_.size(); ++i) {
      asked_(i, k) =
          reflected(mean_[i] + sigma_ * steps_(i, k), options_.lower[i], options_.upper[i]);
    }
  }
}

void CmaEs::tell(const Eigen::VectorXd& told) {
  Eigen::VectorXd values = told;
  for (double& value : values) {
    if (!std::isfinite(value)) value = std::numeric_limits<double>::max();
  }
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return values[a] < values[b]; });
  ++generation_;
  ++age_;
  update(order);
  if (is_stuck(values)) {
    ++restarts_;
    mean_ = fresh_mean();
    begin(2 * static_cast<int>(steps_.cols()));
  } else {
    limit_spread();
    draw();
  }
}

void CmaEs::update(const std::vector<Eigen::Index>& order) {
  const auto n = static_cast<double>(mean_.size());
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(mean_.size());
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    moved += weights_[i] * steps_.col(order[static_cast<std::size_t>(i)]);
  }
  mean_ += sigma_ * moved;

  // The paths. Both begin at zero: `unbiased` is the share of its length that p_σ can have by now.
  const Eigen::VectorXd whitened = axes_ * (axes_.transpose() * moved).cwiseQuotient(lengths_);
  path_sigma_ = (1.0 - c_sigma_) * path_sigma_ +
                std::sqrt(c_sigma_ * (2.0 - c_sigma_) * effective_) * whitened;
  const double length = path_sigma_.norm();
  const double unbiased = std::sqrt(1.0 - std::pow(1.0 - c_sigma_, 2.0 * age_));
  const bool moves = length / unbiased < (1.4 + 2.0 / (n + 1.0)) * chi_;
  path_c_ *= 1.0 - c_c_;
  if (moves) path_c_ += std::sqrt(c_c_ * (2.0 - c_c_) * effective_) * moved;

  // The covariance: rank one, rank µ.
  const double lost = moves ? 0.0 : c_1_ * c_c_ * (2.0 - c_c_);
  covariance_ *= 1.0 - c_1_ - c_mu_ + lost;
  covariance_ += c_1_ * path_c_ * path_c_.transpose();
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    const auto step = steps_.col(order[static_cast<std::size_t>(i)]);
    covariance_ += c_mu_ * weights_[i] * step * step.transpose();
  }
  // By at most e in a generation, so that one odd generation cannot blow it up.
  sigma_ *= std::exp(std::min(1.0, c_sigma_ / d_sigma_ * (length / chi_ - 1.0)));

  // At these sizes an eigenvalue problem costs less than one evaluation: every generation.
  const solver::Eigensystem eigen = solver::eigensystem(covariance_);
  axes_ = eigen.vectors;
  // Rounding may leave an eigenvalue of −1e-17 of the largest; is_stuck() acts at 1e-14.
  const double floor = 1e-16 * eigen.values.maxCoeff();
  lengths_ = eigen.values.cwiseMax(floor).cwiseSqrt();
}

/// Wider than half of its range, a reflected coordinate is all but uniform: nothing is gained.
void CmaEs::limit_spread() {
  for (Eigen::Index i = 0; i < mean_.size(); ++i) {
    const double range = options_.upper[i] - options_.lower[i];
    const double spread = std::sqrt(covariance_(i, i));
    if (std::isfinite(range) && sigma_ * spread > 0.5 * range) sigma_ = 0.5 * range / spread;
  }
}

/// As the tutorial's appendix B.3: TolX, TolFun, ConditionCov.
bool CmaEs::is_stuck(const Eigen::VectorXd& values) {
  const double spread = covariance_.diagonal().cwiseSqrt().cwiseMax(path_c_.cwiseAbs()).maxCoeff();
  if (sigma_ * spread < options_.narrow * options_.step) return true;
  if (lengths_.minCoeff() < 1e-7 * lengths_.maxCoeff()) return true;  // condition above 1e14
  bests_.push_back(values.minCoeff());
  const auto n = static_cast<double>(mean_.size());
  const auto looked =
      10 + static_cast<std::size_t>(std::ceil(30.0 * n / static_cast<double>(values.size())));
  if (bests_.size() < looked) return false;
  const auto [least, most] =
      std::minmax_element(bests_.end() - static_cast<std::ptrdiff_t>(looked), bests_.end());
  return std::max(*most, values.maxCoeff()) - *least < options_.flat;
}

/// Anywhere within the bounds; without them, near the start.
Eigen::VectorXd CmaEs::fresh_mean() {
  Eigen::VectorXd mean(start_.size());
  for (Eigen::Index i = 0; i < mean.size(); ++i) {
    const double lower = options_.lower[i], upper = options_.upper[i];
    mean[i] = std::isfinite(lower) && std::isfinite(upper)
                  ? random_.uniform(lower, upper)
                  : reflected(start_[i] + 2.0 * options_.step * random_.normal(), lower, upper);
  }
  return mean;
}

}  // namespace carom::design
