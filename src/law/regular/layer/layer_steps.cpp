// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Steps of the compliant layer, and the events inside them. An event is found by repeating the
// step with another length: dense output is not trusted across the kinks of friction.
#include <algorithm>
#include <cmath>
#include <limits>

#include "law/regular/layer/layer_flow.h"

namespace carom::law {
namespace {

constexpr double smallest_step = 1e-13;
/// Steps of RODAS without growth before another method is tried.
constexpr int patience = 300, patience_small = 200;
constexpr double growth = 6.0, shrink = 0.1, safety = 0.9;
/// Impulses of single points may err by this many times the tolerance of the state.
constexpr double impulse_slack = 100.0;
constexpr double cone_slack = 10.0;
/// The difference of two Euler results overstates the error of their extrapolation.
constexpr double creep_slack = 30.0;
/// σ below minus this in restitution is approach again.
constexpr double approach_again = 1e-9;

// Length of an implicit increment whose error is that of the tolerance.
double creep_length(double tolerance) { return 0.3 * std::sqrt(tolerance); }

}  // namespace

bool LayerFlow::advance(double h) {
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

// At any time nothing pulls and friction is in its cone; a step that violates it has jumped over a
// kink.
double LayerFlow::cone_excess(const Eigen::VectorXd& after) const {
  double most = 0.0;
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

double LayerFlow::error_norm() const {
  const auto& error = rodas_.error();
  const double speed = std::max(1.0, 0.1 * y_.head(system_.states()).cwiseAbs().maxCoeff());
  const double state = error.head(system_.states()).cwiseAbs().maxCoeff() / speed;
  // Of each point: what it takes up decides what it gives back.
  const double work =
      error.segment(system_.normal_work_at(), system_.point_count()).cwiseAbs().maxCoeff();
  const double impulse =
      error.segment(system_.impulse_at(), system_.columns().cols()).cwiseAbs().maxCoeff();
  return std::max(
             {state, work, impulse / impulse_slack, cone_excess(rodas_.result()) / cone_slack}) /
         tolerance_;
}

// Past a fold of the rate the layer leaves its state at the pace of δ; a long step must not stay
// there, so it is shortened until the fold is found and the departure resolved.
bool LayerFlow::jumps_fold() {
  constexpr double gamma = 0.25;  // of RODAS
  return h_ > system_.compliance() && euler_.hides_growth(system_, rodas_.result(), gamma * h_);
}

bool LayerFlow::take_step() {
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

// False when no step is found.
bool LayerFlow::rodas_step() {
  way_ = Way::rodas;
  for (int rejections = 0;; ++rejections) {
    // Steps well inside the layer resolve any kink.
    const bool resolved = h_ < 0.03 * system_.compliance();
    if (h_ < smallest_step || (resolved && rejections >= 3)) return false;
    const bool finite = rodas_.attempt(system_, h_);
    double error = finite ? error_norm() : std::numeric_limits<double>::infinity();
    if (error <= 1.0 && jumps_fold()) error = 256.0;  // a quarter of the length
    const double factor = std::clamp(safety * std::pow(error, -0.25), shrink, growth);
    if (error <= 1.0) {
      next_ = rodas_.result();
      step_ = h_;
      h_ *= rejections > 0 ? std::min(factor, 1.0) : factor;
      const bool grows = rejections == 0 && factor > 1.2;
      slow_ = grows ? std::max(0, slow_ - 1) : slow_ + (rejections > 0 ? 2 : 1);
      return true;
    }
    ++counts_.rejected;
    h_ *= std::min(factor, 0.5);
  }
}

bool LayerFlow::creep_step() {
  way_ = Way::creep;
  slow_ = 0;
  const double longest = creep_length(tolerance_);
  for (double h = longest; h > smallest_step; h *= 0.25) {
    LayerEuler::ExtrapolationError error;
    if (!euler_.extrapolated_step(system_, y_, h, 2, next_, error)) continue;
    const double size = std::max(error.state, error.impulse / impulse_slack);
    if (size > creep_slack * tolerance_ && h > 1e-3 * longest) continue;
    ++counts_.creep;
    step_ = h;
    h_ = h;
    return true;
  }
  return false;
}

// Beside a kink the stages of RODAS cross it and its step stays small; implicit increments do not
// leave the layer.
bool LayerFlow::extrapolation_step() {
  way_ = Way::extrapolation;
  for (double h = std::min(growth * h_, 0.1); h >= h_; h *= 0.4) {
    LayerEuler::ExtrapolationError error;
    if (!euler_.extrapolated_step(system_, y_, h, LayerEuler::highest_order, next_, error))
      continue;
    if (std::max(error.state, error.impulse / impulse_slack) > tolerance_) continue;
    if (cone_excess(next_) > cone_slack * tolerance_) continue;
    if (h > system_.compliance() && euler_.hides_growth(system_, next_, h)) continue;
    ++counts_.extrapolated;
    step_ = h;
    h_ = h;
    return true;
  }
  return false;
}

// Shortens the step so that `value`, negative at its start and not at its end, is zero (regula
// falsi, Illinois variant).
template <class Value>
bool LayerFlow::locate(Value value) {
  double low = 0.0, high = step_, at_low = value(y_), at_high = value(next_);
  for (int i = 0; i < 60 && at_high != 0.0; ++i) {
    double h = low + (high - low) * at_low / (at_low - at_high);
    if (!(h > low && h < high)) h = 0.5 * (low + high);
    if (!(h > low && h < high)) break;
    for (int tries = 0; !advance(h); ++tries) {
      if (tries == 8) return false;
      h = low + 0.7 * (h - low);
    }
    const double here = value(next_);
    step_ = h;
    if (std::abs(here) <= 1e-15) return true;
    if (here < 0.0) {
      low = h, at_low = here, at_high *= 0.5;
    } else {
      high = h, at_high = here, at_low *= 0.5;
    }
    if (high - low <= 1e-16 * high) break;
  }
  step_ = high;
  return advance(high);
}

void LayerFlow::commit() {
  exchange_.add(system_, y_, next_);
  for (Eigen::Index j = 0; j < system_.point_count(); ++j) {
    const double work = next_[system_.normal_work_at() + j] - y_[system_.normal_work_at() + j];
    const int point = static_cast<int>(j);
    if (phase_ == Phase::compression)
      stores_.compress(point, work);
    else if (stores_.stored(point))
      stores_.release(point, work);
  }
  y_.swap(next_);
  impulse_ += step_;
}

bool LayerFlow::finish_step(bool& done) {
  const bool found = phase_ == Phase::compression ? finish_compression(done) : finish_release(done);
  if (!found) reason_ = "an event inside a step was not found";
  return found;
}

bool LayerFlow::finish_compression(bool& done) {
  const auto sigma = [this](const Eigen::VectorXd& y) { return system_.sigma(y); };
  if (sigma(next_) < 0.0) {
    commit();
    return true;
  }
  if (sigma_ < 0.0 && !locate(sigma)) return false;
  commit();
  log(Event::Kind::compression_ends);
  phase_ = Phase::release;
  done = !stores_.settle(resolved());
  system_.set_stored(stores_.stored());
  return true;
}

// Energy that the layer does not resolve: contacts that only touch take up some δ².
double LayerFlow::resolved() const { return 10.0 * system_.compliance() * system_.compliance(); }

// The store that, from y_ to y, has given back most beyond what it had, or least short of it.
LayerFlow::Overdraft LayerFlow::overdraft(const Eigen::VectorXd& y) const {
  const Eigen::Index first = system_.normal_work_at(), n = system_.point_count();
  if (stores_.count() < static_cast<int>(n))
    return {0, y.segment(first, n).sum() - y_.segment(first, n).sum() - stores_.left(0)};
  Overdraft worst{0, -std::numeric_limits<double>::infinity()};
  for (int s = 0; s < stores_.count(); ++s) {
    if (!stores_.filled(s)) continue;
    const double amount = y[first + s] - y_[first + s] - stores_.left(s);
    if (amount > worst.amount) worst = {s, amount};
  }
  return worst;
}

bool LayerFlow::finish_release(bool& done) {
  const bool approaches = system_.sigma(next_) < -approach_again;
  if (approaches && sigma_ > 0.0) {
    // What is given back is largest where σ passes zero.
    if (!locate([this](const Eigen::VectorXd& y) { return -system_.sigma(y); })) return false;
  }
  if (overdraft(next_).amount >= 0.0) {
    if (!locate([this](const Eigen::VectorXd& y) { return overdraft(y).amount; })) return false;
    const int store = overdraft(next_).store;
    commit();
    stores_.empty(store);
    done = !stores_.settle(resolved());
    system_.set_stored(stores_.stored());
    return true;
  }
  commit();
  if (!approaches) return true;
  phase_ = Phase::compression;
  system_.set_stored({});
  log(Event::Kind::compression_returns);
  return true;
}

}  // namespace carom::law
