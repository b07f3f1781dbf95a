// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/stiff_step.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

constexpr double easier = 3.0;  // its error estimate, of order 3, is larger than its error

}  // namespace

bool StiffStep::attempt(TurningSystem& system, double length) {
  const auto r = static_cast<std::size_t>(system.states());
  if (start_.size() != system.size() || end_.size() != r) {
    rodas_.resize(system.states(), system.size());
    start_.resize(system.size());
    end_.resize(r);
  }
  length_ = length;
  members_ = system.member_count();
  start_.setZero();
  std::copy_n(system.at().zeta.data(), r, start_.data());
  system.good = true;
  rodas_.begin(system, start_);
  if (!system.good || !rodas_.attempt(system, length) || !system.good) return false;
  std::copy_n(rodas_.result().data(), r, end_.begin());
  return true;
}

// Also of shares and friction: where points are redundant ζ does not show their errors.
double StiffStep::error() const {
  const auto& error = rodas_.error();
  const auto first = static_cast<Eigen::Index>(end_.size()) + 1;
  double worst = error.head(first).cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < members_; ++i)
    for (Eigen::Index k = 0; k < 3; ++k)
      worst = std::max(worst, std::abs(error[first + 5 * i + k]));
  return worst / easier;
}

void StiffStep::interpolate(double fraction, double* zeta) const {
  for (std::size_t i = 0; i < end_.size(); ++i)
    zeta[i] = rodas_.interpolate(fraction, static_cast<Eigen::Index>(i));
}

}  // namespace carom::law
