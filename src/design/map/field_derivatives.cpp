// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Along a direction d with step h, order 8:
//   f'  ≈ Σ_k a_k (f(+k h d) − f(−k h d))/h,           a = 4/5, −1/5, 4/105, −1/280
//   f'' ≈ Σ_k b_k (f(+k h d) + f(−k h d) − 2 f(0))/h²,  b = 8/5, −1/5, 8/315, −1/560.
#include "design/map/field_derivatives.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace carom::design {
namespace {

constexpr std::array first_weights{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
constexpr std::array second_weights{8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};

struct Along {
  double first = 0.0, second = 0.0;
};

// Derivatives along `direction`; notes the spread and the rounding of the values in `seen`.
Along along(const ScalarField& field, const Eigen::VectorXd& at, const Eigen::VectorXd& direction,
            FieldDerivatives& seen) {
  Along result;
  for (std::size_t k = 0; k < first_weights.size(); ++k) {
    const double distance = static_cast<double>(k + 1) * seen.step;
    const double ahead = field(at + distance * direction),
                 behind = field(at - distance * direction);
    if (!std::isfinite(ahead) || !std::isfinite(behind)) {
      seen.finite = false;
      return result;
    }
    const double up = ahead - seen.value, down = behind - seen.value;
    seen.spread = std::max({seen.spread, std::abs(up), std::abs(down)});
    seen.rounding = std::max({seen.rounding, std::abs(ahead), std::abs(behind)});
    result.first += first_weights[k] * (up - down);
    result.second += second_weights[k] * (up + down);
  }
  result.first /= seen.step;
  result.second /= seen.step * seen.step;
  return result;
}

void mixed_derivatives(const ScalarField& field, const Eigen::VectorXd& at,
                       FieldDerivatives& result) {
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::VectorXd diagonal =
          Eigen::VectorXd::Unit(at.size(), i) + Eigen::VectorXd::Unit(at.size(), j);
      const Along slope = along(field, at, diagonal, result);
      if (!result.finite) return;
      result.hessian(i, j) = (slope.second - result.hessian(i, i) - result.hessian(j, j)) / 2.0;
      result.hessian(j, i) = result.hessian(i, j);
    }
  }
}

}  // namespace

FieldDerivatives field_derivatives(const ScalarField& field, const Eigen::VectorXd& at, double step,
                                   bool with_hessian) {
  FieldDerivatives result;
  result.step = step;
  result.value = field(at);
  result.finite = std::isfinite(result.value);
  if (!result.finite) return result;
  result.rounding = std::abs(result.value);
  result.gradient.setZero(at.size());
  if (with_hessian) result.hessian.setZero(at.size(), at.size());
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const Along slope = along(field, at, Eigen::VectorXd::Unit(at.size(), i), result);
    if (!result.finite) return result;
    result.gradient[i] = slope.first;
    if (with_hessian) result.hessian(i, i) = slope.second;
  }
  if (with_hessian) mixed_derivatives(field, at, result);
  result.rounding *= std::numeric_limits<double>::epsilon();
  return result;
}

FieldDerivatives finite_derivatives(const ScalarField& field, const Eigen::VectorXd& at,
                                    double step, bool with_hessian, int halvings) {
  FieldDerivatives result = field_derivatives(field, at, step, with_hessian);
  for (int k = 0; k < halvings && !result.finite && !std::isnan(result.value); ++k) {
    step /= 2.0;
    result = field_derivatives(field, at, step, with_hessian);
  }
  return result;
}

}  // namespace carom::design
