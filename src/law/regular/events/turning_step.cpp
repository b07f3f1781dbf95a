// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/events/turning_step.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

namespace tableau = solver::dormand_prince;

constexpr double easier = 3.0;  // its error estimate, of order 3, is larger than its error

}  // namespace

// The right side at one ζ. q, shares and friction all come from one solve of the rate problem.
void TurningSystem::rate(const double* zeta, double* f) {
  // t of every slip at this ζ, then pressures and rest friction with the pattern kept: smooth in ζ
  // as long as no slip passes zero.
  rate_.set_slips(zeta);
  if (!rate_.solve_frozen(at_.epsilon)) {
    good = false;
    return;
  }
  const auto& points = at_.points;
  const int r = states();
  std::copy_n(rate_.velocity_rate().begin(), r, f);
  // Five per member, in the order of the header: l, f₁, f₂, l u_n, f·u_t. Powers per unit of P.
  double* out = f + r + 1;
  double total = 0.0;
  for (const auto& m : rate_.members()) {
    // l u_n; a point without a share does no work, whatever its velocity.
    const double normal = m.carries ? m.share * dot(points.row(m.point, 0), zeta, r) : 0.0;
    double friction = 0.0;
    // In slip u_t = ‖u_t‖ t, which the member has already.
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
  // dW/dP, whose error the step controls, as the stores depend on it.
  f[r] = total;
  std::fill(out, f + size(), 0.0);  // of points that are no members
}

// For RODAS. Shares and friction answer to ζ only through the turning slips, since the rate does
// not know the lengths of slips, nor velocities along the normal.
void TurningSystem::jacobian(const double* zeta, Eigen::MatrixXd& D) {
  const auto& points = at_.points;
  const int r = states();
  response_.resize(static_cast<std::size_t>(3 * points.count));
  // Column by column: how l and f answer to one entry of ζ (Rate::differentiate), and what follows
  // from it. Members that carry nothing answer with nothing.
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
        // dq = Σ (nᵀ dl + Tᵀ df).
        for (int e = 0; e < r; ++e) column[e] += change[k] * rows[k][e];
      }
    }
    // dW/dP is the sum of the normal powers.
    column[r] = work;
  }
}

// f of one stage, into its place in stages_.
bool ExplicitStep::evaluate(TurningSystem& system, const double* zeta, int stage) {
  system.good = true;
  system.rate(zeta, stages_.data() + stage * size_);
  // A state without a rate ends the step: the caller tries a shorter one.
  return system.good;
}

// The first stage, at the state of the piece.
bool ExplicitStep::begin(TurningSystem& system) {
  states_ = system.states(), size_ = system.size();
  const auto r = static_cast<std::size_t>(states_);
  // Stages hold every entry of y; the argument only ζ and W, on which the error is judged.
  stages_.resize(static_cast<std::size_t>(tableau::stages * size_));
  start_.resize(r + 1), argument_.resize(r + 1), end_.resize(r), dense_.resize(5 * r);
  return evaluate(system, system.at().zeta.data(), 0);
}

bool ExplicitStep::finish(TurningSystem& system, const double* zeta) {
  // As if it were the last stage of a step, so that next() finds it there.
  return evaluate(system, zeta, last);
}

// First same as last: the rate at the end of a step is that at the start of the next.
void ExplicitStep::next() { std::copy_n(stages_.begin() + last * size_, size_, stages_.begin()); }

bool ExplicitStep::attempt(TurningSystem& system, double length) {
  using Vector = Eigen::Map<Eigen::VectorXd>;
  const int r = states_;
  length_ = length;
  std::copy_n(system.at().zeta.begin(), r, start_.begin());
  start_.back() = 0.0;  // W counts from the start of the step
  const Vector start(start_.data(), r + 1);
  Vector argument(argument_.data(), r + 1);
  const auto rate = [&](int stage) { return Vector(stages_.data() + stage * size_, r + 1); };
  const auto evaluate_at = [&](int stage) { return evaluate(system, argument_.data(), stage); };
  // f depends on ζ alone, so the quadratures need no arguments: they are summed from the stages
  // when asked for.
  if (!tableau::run_stages(start, length, argument, rate, evaluate_at)) return false;
  std::copy_n(argument_.begin(), r, end_.begin());
  // Dense output of order 4: start, difference, both slopes, and what bends it between them.
  for (int i = 0; i < r; ++i) {
    double bend = 0.0;
    for (int s = 0; s < tableau::stages; ++s) bend += tableau::dense_weights[s] * at(s, i);
    double* out = dense_.data() + 5 * i;
    // Values and slopes of both ends fix the first four, a cubic. The last one is multiplied by the
    // squares of the distances to both ends: it changes neither values nor slopes there.
    out[0] = start[i], out[1] = argument[i] - start[i];
    out[2] = length * at(0, i) - out[1];
    out[3] = out[1] - length * at(last, i) - out[2];
    out[4] = length * bend;
  }
  return true;
}

// Of ζ and of the normal work, on which the stores depend.
double ExplicitStep::error() const {
  double worst = 0.0;
  for (int i = 0; i <= states_; ++i) {
    double sum = 0.0;
    // The difference of the results of order 5 and 4, in the scaled units of velocity and work.
    for (int s = 0; s < tableau::stages; ++s) sum += tableau::error_weights[s] * at(s, i);
    worst = std::max(worst, std::abs(length_ * sum));
  }
  // Not finite is rejected like a large error.
  return std::isfinite(worst) ? worst : 1e9;
}

void ExplicitStep::interpolate(double fraction, double* zeta) const {
  const double rest = 1.0 - fraction;
  // The polynomial in nested form; `rest` is the distance to the end.
  const double* c = dense_.data();
  for (int i = 0; i < states_; ++i, c += 5)
    zeta[i] = c[0] + fraction * (c[1] + rest * (c[2] + fraction * (c[3] + rest * c[4])));
}

// h Σ b_s f_s, with the weights b of the result.
double ExplicitStep::integral(int entry) const {
  // The last stage has no weight in the result of order 5.
  double sum = 0.0;
  for (int s = 0; s < last; ++s) sum += tableau::weights[s] * at(s, entry);
  return length_ * sum;
}

// The dense output of one quadrature, as in attempt().
double ExplicitStep::integral(int entry, double fraction) const {
  double sum = 0.0, bend = 0.0;
  for (int s = 0; s < tableau::stages; ++s) {
    if (s < last) sum += tableau::weights[s] * at(s, entry);
    bend += tableau::dense_weights[s] * at(s, entry);
  }
  // It starts at zero: one coefficient less, and the length is taken out of all.
  const double second = at(0, entry) - sum, third = sum - at(last, entry) - second;
  const double rest = 1.0 - fraction;
  return length_ * fraction * (sum + rest * (second + fraction * (third + rest * bend)));
}

// One step of RODAS from the state of the piece, with the quadratures as entries that f does not
// depend on (solver/rodas.h).
bool StiffStep::attempt(TurningSystem& system, double length) {
  const auto r = static_cast<std::size_t>(system.states());
  // Allocates only when the size changes.
  if (start_.size() != system.size() || end_.size() != r) {
    rodas_.resize(system.states(), system.size());
    start_.resize(system.size());
    end_.resize(r);
  }
  length_ = length;
  members_ = system.member_count();
  // y = (ζ, 0): every quadrature counts from the start of the step.
  start_.setZero();
  std::copy_n(system.at().zeta.data(), r, start_.data());
  system.good = true;
  // The rate and its exact derivative at ζ. `good` is asked after each part: a stage without a rate
  // leaves its f as it was, and the result is not one.
  rodas_.begin(system, start_);
  if (!system.good || !rodas_.attempt(system, length) || !system.good) return false;
  std::copy_n(rodas_.result().data(), r, end_.begin());
  return true;
}

// Also of shares and friction: where points are redundant ζ does not show their errors.
double StiffStep::error() const {
  const auto& error = rodas_.error();
  // ζ and W.
  const auto first = static_cast<Eigen::Index>(end_.size()) + 1;
  double worst = error.head(first).cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < members_; ++i)
    // Impulses of the step: l and f integrated. Their powers are not judged, but for W.
    for (Eigen::Index k = 0; k < 3; ++k)
      worst = std::max(worst, std::abs(error[first + 5 * i + k]));
  return worst / easier;
}

void StiffStep::interpolate(double fraction, double* zeta) const {
  for (std::size_t i = 0; i < end_.size(); ++i)
    // Dense output of order 3: one below that of the step.
    zeta[i] = rodas_.interpolate(fraction, static_cast<Eigen::Index>(i));
}

}  // namespace carom::law
