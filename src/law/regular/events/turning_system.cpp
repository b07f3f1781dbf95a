// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/turning_system.h"

#include <algorithm>

namespace carom::law {

void TurningSystem::rate(const double* zeta, double* f) {
  rate_.set_slips(zeta);
  if (!rate_.solve_frozen(at_.epsilon)) {
    good = false;
    return;
  }
  const auto& points = at_.points;
  const int r = states();
  std::copy_n(rate_.velocity_rate().begin(), r, f);
  double* out = f + r + 1;
  double total = 0.0;
  for (const auto& m : rate_.members()) {
    const double normal = m.carries ? m.share * dot(points.row(m.point, 0), zeta, r) : 0.0;
    double friction = 0.0;
    if (!m.rests)
      friction = (m.force[0] * m.direction[0] + m.force[1] * m.direction[1]) * m.slip;
    else
      for (int k = 0; k < 2; ++k)
        if (m.force[k] != 0.0) friction += m.force[k] * dot(points.row(m.point, 1 + k), zeta, r);
    *out++ = m.share;
    *out++ = m.force[0], *out++ = m.force[1];
    *out++ = normal, *out++ = friction;
    total += normal;
  }
  f[r] = total;
  std::fill(out, f + size(), 0.0);  // of points that are no members
}

void TurningSystem::jacobian(const double* zeta, Eigen::MatrixXd& D) {
  const auto& points = at_.points;
  const int r = states();
  response_.resize(static_cast<std::size_t>(3 * points.count));
  D.setZero();
  for (int c = 0; c < r; ++c) {
    rate_.differentiate(zeta, c, response_);
    double* column = D.data() + c * D.rows();
    double* out = column + r + 1;
    double work = 0.0;
    for (std::size_t i = 0; i < rate_.members().size(); ++i, out += 5) {
      const auto& m = rate_.members()[i];
      const double* change = response_.data() + 3 * i;
      if (!m.carries) continue;
      const double* rows[3] = {points.row(m.point, 0), points.row(m.point, 1),
                               points.row(m.point, 2)};
      const double now[3] = {m.share, m.force[0], m.force[1]};
      for (int k = 0; k < 3; ++k) {
        // A power is force times velocity, and both change; q sums the forces.
        const double power = change[k] * dot(rows[k], zeta, r) + now[k] * rows[k][c];
        out[k] = change[k];
        out[k == 0 ? normal_power : friction_power] += power;
        if (k == 0) work += power;
        for (int e = 0; e < r; ++e) column[e] += change[k] * rows[k][e];
      }
    }
    column[r] = work;
  }
}

}  // namespace carom::law
