// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How a rate changes with the state: slips turn, dt = (I − ttᵀ) T dζ/‖u_t‖, their friction changes
// by −μ l dt, and the pressures and rest friction follow by the matrix already factored:
//   M dx = −(Q Σ Tᵀ(−μ l dt), 0).
#include <algorithm>
#include <cmath>

#include "law/regular/rate/rate.h"

namespace carom::law {

void Rate::differentiate(const double* state, int entry, std::vector<double>& change) {
  const int D = dimension_;
  double* dx = trial_.data();
  std::fill(dx, dx + D + 1, 0.0);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& m = members_[i];
    const auto at = static_cast<std::size_t>(m.point);
    double* out = change.data() + 3 * i;
    out[0] = out[1] = out[2] = 0.0;
    if (!m.carries || m.rests || points_->tangents[at] < 2) continue;
    const double slip = length_of(dot(points_->row(m.point, 1), state, rank_),
                                  dot(points_->row(m.point, 2), state, rank_));
    const double turn = (-m.direction[1] * points_->row(m.point, 1)[entry] +
                         m.direction[0] * points_->row(m.point, 2)[entry]) /
                        slip;
    const double force = -points_->friction[at] * m.share * turn;
    out[1] = -m.direction[1] * force, out[2] = m.direction[0] * force;
    const double* a = projected_.data() + 3 * i * static_cast<std::size_t>(D);
    for (int d = 0; d < D; ++d) dx[d] -= out[1] * a[D + d] + out[2] * a[2 * D + d];
  }
  if (D == 0) return;
  substitute(dx);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& m = members_[i];
    if (!m.carries) continue;
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points_->stiffness[at], mu = points_->friction[at];
    const double* a = projected_.data() + 3 * i * static_cast<std::size_t>(D);
    double* out = change.data() + 3 * i;
    out[0] = k * ((m.held ? 0.0 : dx[D]) + dot(a, dx, D));
    if (!m.rests) {
      for (int c = 0; c < 2; ++c) out[1 + c] -= mu * out[0] * m.direction[c];
      continue;
    }
    const double g[2] = {dot(a + D, dx, D), dot(a + 2 * D, dx, D)};
    if (!m.clipped) {
      for (int c = 0; c < 2; ++c) out[1 + c] = k * g[c];
      continue;
    }
    const double across = m.ratio * (-m.direction[1] * g[0] + m.direction[0] * g[1]);
    out[1] = mu * out[0] * m.direction[0] - across * m.direction[1];
    out[2] = mu * out[0] * m.direction[1] + across * m.direction[0];
  }
}

}  // namespace carom::law
