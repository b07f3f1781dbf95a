// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_step.h"

#include <algorithm>
#include <limits>

namespace carom::law {
namespace {

// Scaled impulse: 1e-4 of the finest layer, which any step below δ resolves, and a thousand times
// the rounding of P. Shorter ones would not be better.
constexpr double smallest_step = 1e-13;
/// Steps of RODAS without growth before another method is tried.
constexpr int patience = 300, patience_small = 200;
constexpr double growth = 6.0, shrink = 0.1, safety = 0.9;
/// Impulses of single points may err by this many times the tolerance of the state.
constexpr double impulse_slack = 100.0;
constexpr double cone_slack = 10.0;
/// The difference of two Euler results overstates the error of their extrapolation.
constexpr double creep_slack = 30.0;

// Length of an implicit increment whose error is that of the tolerance.
double creep_length(double tolerance) { return 0.3 * std::sqrt(tolerance); }

}  // namespace

void LayerStep::resize() {
  rodas_.resize(system_.states(), system_.size());
  euler_.resize(system_);
  next_.resize(system_.size());
}

void LayerStep::begin(double tolerance, double first) {
  tolerance_ = tolerance;
  h_ = first;
  slow_ = other_ = 0;
}

bool LayerStep::take() {
  // RODAS, unless its steps have not grown for long: then extrapolation as long as it goes on, and
  // after a hundred of its steps, or where it fails, RODAS again.
  const int limit = h_ < creep_length(tolerance_) ? patience_small : patience;
  if (slow_ >= limit && other_ < 100 && extrapolation_step()) {
    ++other_;
    return true;
  }
  if (slow_ >= limit) slow_ = limit / 2;
  other_ = 0;
  rodas_.begin(system_, y_);
  return rodas_step() || creep_step();
}

bool LayerStep::take_increment(double h) {
  // The length is the caller's: this way controls no error, two runs are compared instead.
  way_ = Way::increment;
  length_ = h;
  // A tenth of the compliance (layer_flow.cpp), where the equation of an increment contracts: if
  // none is found there, halving does not help.
  while (length_ > 1e-6 * h && !advance(length_)) length_ *= 0.5;
  return length_ > 1e-6 * h;
}

// Again from y by another length, with the method of the last step.
bool LayerStep::advance(double h) {
  // RODAS still has its rate and derivative at y, from begin(): only the matrix is new.
  if (way_ == Way::rodas) {
    if (!rodas_.attempt(system_, h)) return false;
    next_ = rodas_.result();
    return true;
  }
  if (way_ == Way::increment) return euler_.step(system_, y_, h, next_);
  LayerEuler::ExtrapolationError error;
  const int order = way_ == Way::creep ? 2 : LayerEuler::highest_order;
  return euler_.extrapolated_step(system_, y_, h, order, next_, error);
}

// False when no step is found.
bool LayerStep::rodas_step() {
  way_ = Way::rodas;
  for (int rejections = 0;; ++rejections) {
    // Steps well inside the layer resolve any kink.
    const bool resolved = h_ < 0.03 * system_.compliance();
    if (h_ < smallest_step || (resolved && rejections >= 3)) return false;
    const bool finite = rodas_.attempt(system_, h_);
    double error = finite ? error_norm() : std::numeric_limits<double>::infinity();
    if (error <= 1.0 && jumps_fold()) error = 256.0;  // a quarter of the length
    // The error estimate is of order 3: it goes with h⁴.
    const double factor = std::clamp(safety * std::pow(error, -0.25), shrink, growth);
    if (error <= 1.0) {
      next_ = rodas_.result();
      length_ = h_;
      // After a rejection no growth: the same kink may be still ahead.
      h_ *= rejections > 0 ? std::min(factor, 1.0) : factor;
      // A rejection counts twice: beside a kink every other step is one.
      const bool grows = rejections == 0 && factor > 1.2;
      slow_ = grows ? std::max(0, slow_ - 1) : slow_ + (rejections > 0 ? 2 : 1);
      return true;
    }
    // At least halved, so that the search for a step ends also where the estimate is infinite.
    h_ *= std::min(factor, 0.5);
  }
}

// A short increment, extrapolated once: what is left where RODAS finds no step.
bool LayerStep::creep_step() {
  way_ = Way::creep;
  slow_ = 0;
  const double longest = creep_length(tolerance_);
  for (double h = longest; h > smallest_step; h *= 0.25) {
    LayerEuler::ExtrapolationError error;
    if (!euler_.extrapolated_step(system_, y_, h, 2, next_, error)) continue;
    // Of two increments the estimate is the difference to a result of first order.
    const double size = std::max(error.state, error.impulse / impulse_slack);
    // Down to 5e-9 or so, the size of the compliance: there the layer is resolved, and the step is
    // taken whatever the difference says, or there would be none.
    if (size > creep_slack * tolerance_ && h > 1e-3 * longest) continue;
    length_ = h_ = h;
    return true;
  }
  return false;
}

// Beside a kink the stages of RODAS cross it and its step stays small; implicit increments do not
// leave the layer.
bool LayerStep::extrapolation_step() {
  way_ = Way::extrapolation;
  for (double h = std::min(growth * h_, 0.1); h >= h_; h *= 0.4) {
    LayerEuler::ExtrapolationError error;
    if (!euler_.extrapolated_step(system_, y_, h, LayerEuler::highest_order, next_, error))
      continue;
    if (std::max(error.state, error.impulse / impulse_slack) > tolerance_) continue;
    if (cone_excess(next_) > cone_slack * tolerance_) continue;
    // As jumps_fold(): an implicit step much longer than δ damps what should grow.
    if (h > system_.compliance() && euler_.hides_growth(system_, next_, h)) continue;
    length_ = h_ = h;
    return true;
  }
  return false;
}

// Past a fold of the rate the layer leaves its state at the pace of δ; a long step must not stay
// there, so it is shortened until the fold is found and the departure resolved.
bool LayerStep::jumps_fold() {
  constexpr double gamma = 0.25;  // of RODAS
  return h_ > system_.compliance() && euler_.hides_growth(system_, rodas_.result(), gamma * h_);
}

double LayerStep::error_norm() const {
  const auto& error = rodas_.error();
  // Relative to ζ where that is more than ten times the approach speed.
  const double speed = std::max(1.0, 0.1 * y_.head(system_.states()).cwiseAbs().maxCoeff());
  const double state = error.head(system_.states()).cwiseAbs().maxCoeff() / speed;
  // Of each point: what it takes up decides what it gives back.
  const double work =
      error.segment(system_.normal_work_at(), system_.point_count()).cwiseAbs().maxCoeff();
  // Impulses of redundant points: ζ does not show their errors, and they have rounding of 1e-16/δ.
  const double impulse =
      error.segment(system_.impulse_at(), system_.columns().cols()).cwiseAbs().maxCoeff();
  return std::max(
             {state, work, impulse / impulse_slack, cone_excess(rodas_.result()) / cone_slack}) /
         tolerance_;
}

// At any time nothing pulls and friction is in its cone; a step that violates it has jumped over a
// kink.
double LayerStep::cone_excess(const Eigen::VectorXd& after) const {
  double most = 0.0;
  // By the gains of the step, not the totals: an old surplus of normal impulse must not pay for it.
  const auto gain = [&](Eigen::Index entry) { return after[entry] - y_[entry]; };
  for (const auto& point : system_.points()) {
    const Eigen::Index entry = system_.impulse_at() + point.row;
    const double normal = gain(entry);
    const double a = point.tangents > 0 ? gain(entry + 1) : 0.0;
    const double b = point.tangents > 1 ? gain(entry + 2) : 0.0;
    most = std::max({most, -normal, std::hypot(a, b) - point.mu * std::max(0.0, normal)});
  }
  return most;
}

}  // namespace carom::law
