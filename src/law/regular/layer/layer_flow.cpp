// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"
#include "carom/law.h"

namespace carom::law {
namespace {

// The error of an outcome is linear in δ: this is the default tolerance of the law. Rounding of
// velocities, 1e-16/δ, is 1e-8 of the forces too.
constexpr double layer_compliance = 1e-8;
constexpr int most_layer_steps = 20000;
/// Two compliances this far apart in the scaled end state did not take the same way: they differ by
/// 1e-9, and a smooth way would have to amplify that 1e4 times.
constexpr double layer_branch_change = 1e-5;
// The residual_bound of the gate of all laws: beyond it once more with less compliance.
constexpr double good_residual = 1e-6;
// Beyond it no answer. A choice: ten times what renumbering moved the hardest cases by
// (regular.cpp).
constexpr double layer_worst_residual = 1e-4;
constexpr double impulse_limit = 1e7;
/// Shares of contacts that lock; those that only wait at the same velocity have less than the rate
/// below which everything is at rest.
constexpr double locking_force = 1e-4;
/// σ below minus this in restitution is approach again: above the error of a step, 3e-10, and not
/// above δ, to which σ is known.
constexpr double approach_again = 1e-9;
// δ over the length of an increment, which is also the error of first order: the compliance is not
// seen beside it. Rounding in the layer is 1e-16 over this, 1e-11.
constexpr double compliance_per_increment = 1e-5;
constexpr int increments_per_unit = 500;
/// Two first-order results this far apart, scaled, did not take the same way: their increments
/// differ by 1e-3, which this exceeds ten times.
constexpr double branch_change = 1e-2;

// Rounding and extrapolation may leave a friction impulse outside its cone by a little.
void clip_to_cone(double mu, ContactImpulse& impulse) {
  impulse.normal = std::max(0.0, impulse.normal);
  const double most = mu * impulse.normal;
  const double length = std::hypot(impulse.tangential[0], impulse.tangential[1]);
  if (length <= most) return;
  // A hair inside, so that the cone holds after rounding too: three of half a unit each.
  const double factor = length > 0.0 ? most / length * (1.0 - 4e-16) : 0.0;
  impulse.tangential[0] *= factor;
  impulse.tangential[1] *= factor;
}

void write_impulses(const ImpactProblem& problem, const LayerSystem& system,
                    const Eigen::VectorXd& y, Outcome& outcome) {
  for (const auto& point : system.points()) {
    auto& impulse = outcome.impulse[static_cast<std::size_t>(point.contact)];
    // [N·s] from here on; v⁺ follows from the clipped impulses, so that both agree exactly.
    const double* own = y.data() + system.impulse_at() + point.row;
    impulse.normal = own[0] * system.impulse_unit();
    for (int k = 1; k <= point.tangents; ++k)
      impulse.tangential[static_cast<std::size_t>(k - 1)] = own[k] * system.impulse_unit();
    clip_to_cone(point.mu, impulse);
  }
  apply_impulses(problem, outcome);
}

// Σ p·(c⁻ + c⁺)/2 over all rows is the change of energy, exactly (Thomson & Tait).
double energy_change(const ImpactProblem& problem, const LayerSystem& system,
                     const Outcome& outcome) {
  const auto& J = problem.contact_jacobian();
  double sum = 0.0;
  for (const auto& point : system.points()) {
    const int i = point.contact;
    // In SI units and from the outcome itself, not from the scaled state: what the ledger shows
    // must balance with the v⁺ that it shows.
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    for (int k = 0; k <= impulse.tangent_count; ++k) {
      const double p =
          k == 0 ? impulse.normal : impulse.tangential[static_cast<std::size_t>(k - 1)];
      const int row = problem.normal_row(i) + k;
      if (p != 0.0) sum += 0.5 * p * J.row(row).dot(problem.velocity() + outcome.velocity_plus);
    }
  }
  return sum;
}

// What the integrals miss of the change of energy is spread over them by their size.
void balance_works(const ImpactProblem& problem, const LayerSystem& system, Outcome& outcome) {
  const auto work_of = [&](const LayerSystem::Point& point) -> ContactWork& {
    return outcome.energy.contacts[static_cast<std::size_t>(point.contact)];
  };
  double sum = 0.0, size = 0.0;
  for (const auto& point : system.points()) {
    const ContactWork& work = work_of(point);
    sum += work.normal_work + work.friction_work;
    size += std::abs(work.normal_work) + std::abs(work.friction_work);
  }
  // No work was done: nothing to spread over.
  if (!(size > 0.0)) return;
  const double missing = (energy_change(problem, system, outcome) - sum) / size;
  for (const auto& point : system.points()) {
    ContactWork& work = work_of(point);
    work.normal_work += missing * std::abs(work.normal_work);
    work.friction_work += missing * std::abs(work.friction_work);
  }
}

// From the scaled end state to the outcome: impulse, velocity_plus, works and residuals.law, the
// largest difference, relative to the approach speed, between point velocities by the impulses
// (nothing pulls, friction in the cone exactly) and by the integrated state.
void write_result(const ImpactProblem& problem, const LayerSystem& system, const Eigen::VectorXd& y,
                  const LayerExchange& exchange, Outcome& outcome) {
  // Impulses and v⁺; works as integrated; how far v⁺ is from the integrated state; and the works
  // balanced with the energy.
  write_impulses(problem, system, y, outcome);
  const double energy_unit = system.velocity_unit() * system.impulse_unit();
  // How far the velocities by the impulses, clipped and summed in SI units, are from the K ζ that
  // was integrated.
  double difference = 0.0;
  for (Eigen::Index j = 0; j < system.point_count(); ++j) {
    const auto& point = system.points()[static_cast<std::size_t>(j)];
    auto& work = outcome.energy.contacts[static_cast<std::size_t>(point.contact)];
    work.normal_work = y[system.normal_work_at() + j] * energy_unit;
    work.friction_work = y[system.friction_work_at() + j] * energy_unit;
    // Scaled: a step may err by up to 3e-10 in each work (layer_flow.cpp), and below a few of
    // these the ratio is one of errors.
    if (exchange.taken[j] > 1e-9)
      work.restitution = std::sqrt(exchange.returned[j] / exchange.taken[j]);
    for (int k = 0; k <= point.tangents; ++k) {
      const double velocity = problem.contact_jacobian()
                                  .row(problem.normal_row(point.contact) + k)
                                  .dot(outcome.velocity_plus);
      difference = std::max(difference, std::abs(velocity / system.velocity_unit() -
                                                 system.velocity(y.data(), point.row + k)));
    }
  }
  outcome.residuals.law = std::max(outcome.residuals.law, difference);
  balance_works(problem, system, outcome);
}

}  // namespace

void LayerExchange::reset(Eigen::Index points) {
  taken.setZero(points);
  returned.setZero(points);
}

void LayerExchange::add(const LayerSystem& system, const Eigen::VectorXd& before,
                        const Eigen::VectorXd& after) {
  for (Eigen::Index j = 0; j < system.point_count(); ++j) {
    const Eigen::Index entry = system.normal_work_at() + j;
    const double work = after[entry] - before[entry];
    // By sign, not by phase: velocities within some δ of zero do a little of the other kind in both
    // phases.
    (work < 0.0 ? taken : returned)[j] += std::abs(work);
  }
}

// False when nothing approaches.
bool LayerFlow::prepare(const ImpactProblem& problem, std::span<const int> contacts,
                        const Regular& settings) {
  rows_.compute(problem);
  if (!system_.prepare(problem, contacts, settings.restitution, rows_)) return false;
  energy_ = settings.energy;
  step_.resize();
  rate_.resize(system_.size());
  return true;
}

bool LayerFlow::run(const ImpactProblem& problem, std::span<const int> contacts,
                    const Regular& settings, Outcome& outcome) {
  // Nothing approaches: an impact without impulses is an answer.
  if (!prepare(problem, contacts, settings)) return true;
  if (settings.method == Regular::Method::increments) return run_increments(problem, outcome);
  // The error of one run is of the size of its δ, so a tolerance much below that takes two runs. So
  // does a first answer that misses the gate.
  const bool fine = settings.tolerance < 0.5 * layer_compliance;
  const bool answered = run_with(fine, problem, outcome);
  if (fine || (answered && outcome.residuals.law <= good_residual)) return answered;
  return run_with(true, problem, outcome);  // less compliance, smaller steps
}

bool LayerFlow::run_with(bool fine, const ImpactProblem& problem, Outcome& outcome) {
  // What a first run wrote is not part of the second.
  outcome.residuals.law = 0.0;
  outcome.message.clear();
  outcome.last_velocity.resize(0);
  // Fine: the linear error is extrapolated, so that δ need only be small enough for both runs to
  // take one way; forces have rounding of 1e-16/δ, 1e-7 for the second. A step may err by a
  // thirtieth of δ, or by a tenth of the smaller one where two runs are compared.
  const double first = fine ? 2e-9 : layer_compliance;
  if (!follow(first, fine ? 1e-10 : 3e-10)) return report_failure(problem, outcome);
  if (fine) {
    // The error is linear in δ.
    coarse_ = y_;
    // exchange_, stores and events are those of the second run, which is the closer one.
    if (!follow(0.5 * first, 1e-10)) return report_failure(problem, outcome);
    const double change = extrapolate(layer_branch_change);
    if (change > layer_branch_change) outcome.residuals.law = change;
  }
  write_result(problem, system_, y_, exchange_, outcome);
  if (fine && outcome.residuals.law > layer_worst_residual) {
    reason_ = "the compliant layer gives different outcomes as its compliance goes to zero";
    const double residual = outcome.residuals.law;
    report_failure(problem, outcome);
    outcome.residuals.law = residual;
    return false;
  }
  report_events(outcome);
  return true;
}

// residuals.law is the difference of the results with N and 2N increments per unit of impulse.
bool LayerFlow::run_increments(const ImpactProblem& problem, Outcome& outcome) {
  const double coarse = 1.0 / increments_per_unit, fine = 0.5 * coarse;
  // δ goes with the length of the increment: both errors are of first order, and one extrapolation
  // removes both.
  if (!follow_increments(compliance_per_increment * coarse, coarse))
    return report_failure(problem, outcome);
  coarse_ = y_;
  if (!follow_increments(compliance_per_increment * fine, fine))
    return report_failure(problem, outcome);
  outcome.residuals.law = extrapolate(branch_change);
  write_result(problem, system_, y_, exchange_, outcome);
  report_events(outcome);
  return true;
}

void LayerFlow::begin(double delta) {
  system_.set_compliance(delta);
  // Compression: every point has level s.
  system_.set_stored({});
  // From nothing: a run before this one, with another δ, leaves no energy and no event.
  stores_.begin(system_.restitution(), energy_);
  system_.start(y_);
  exchange_.reset(system_.point_count());
  events_.clear();
  phase_ = Phase::compression;
  impulse_ = 0.0;
  jammed_ = false;
  reason_ = "";
}

// The loop of an impact: a step, what it met, and whether anything still moves.
template <class Take>
bool LayerFlow::follow_by(Take take, int limit, const char* too_many) {
  // came_to_rest() also puts σ at y_ into sigma_, which finish_step() needs: it is called before
  // every step.
  int steps = 0;
  for (bool done = came_to_rest() && lock(); !done; done = done || (came_to_rest() && lock())) {
    if (++steps > limit || impulse_ > impulse_limit) {
      reason_ = too_many;
      return false;
    }
    // take() leaves the step's end beside y_; finish_step() shortens it to an event, and commits
    // it.
    if (!take() || !finish_step(done)) return false;
  }
  log(Event::Kind::ends);
  return true;
}

bool LayerFlow::follow(double delta, double tolerance) {
  begin(delta);
  // The first try is as long as the layer is thick.
  step_.begin(tolerance, delta);  // The state may start outside the layer.
  const auto take = [&] {
    reason_ = "neither the stiff integrator nor implicit increments found a step";
    return step_.take();
  };
  return follow_by(take, most_layer_steps, "compression did not end within the limit of steps");
}

// Increments of size `h` (scaled impulse) instead of RODAS, compliance `delta`.
bool LayerFlow::follow_increments(double delta, double h) {
  begin(delta);
  const auto take = [&] {
    reason_ = "the equations of an implicit increment were not solved";
    return step_.take_increment(h);
  };
  return follow_by(take, 10 * most_layer_steps,
                   "compression did not end within the limit of increments");
}

// Two runs whose error is proportional to a parameter that the second, y_, halves: extrapolated,
// unless they differ by more than `limit` (they took different ways). Returns the largest
// difference of their states, scaled.
double LayerFlow::extrapolate(double limit) {
  const Eigen::Index r = system_.states();
  const double difference = (y_.head(r) - coarse_.head(r)).cwiseAbs().maxCoeff();
  // x(0) = 2 x(δ/2) − x(δ) where x is linear in δ. Two different ways have no common
  // limit: then the second result stays as it is.
  if (difference <= limit) y_ = 2.0 * y_ - coarse_;
  return difference;
}

// σ tends to zero together with the rates: every point that carries has stopped for good.
bool LayerFlow::came_to_rest() {
  // σ is known to some δ. Rates are of order one where something moves; this is a hundred times
  // the rounding of forces, 1e-16/δ, at the finest δ.
  system_.rate(y_.data(), rate_.data());
  sigma_ = system_.last_sigma();
  return std::abs(sigma_) <= 10.0 * system_.compliance() &&
         rate_.head(system_.states()).norm() <= 1e-5;
}

// What contacts that lock still hold is lost; others, which they do not move, give back theirs.
// True: nothing is left.
bool LayerFlow::lock() {
  // At rest σ = 0: compression is over, if it was not before. What does not lock can still release.
  phase_ = Phase::release;
  jammed_ = true;
  for (std::size_t j = 0; j < system_.points().size(); ++j)
    if (system_.force()[system_.points()[j].row] > locking_force)
      stores_.empty(stores_.store_of(static_cast<int>(j)));
  // What still holds energy is released by the next steps, with the others at level min(s, 0).
  const bool left = stores_.settle(resolved());
  system_.set_stored(stores_.stored());
  return !left;
}

void LayerFlow::commit() {
  exchange_.add(system_, y_, step_.end());
  for (Eigen::Index j = 0; j < system_.point_count(); ++j) {
    const double work =
        step_.end()[system_.normal_work_at() + j] - y_[system_.normal_work_at() + j];
    const int point = static_cast<int>(j);
    // dE_j = −u_j l_j dP in compression, dR_j = u_j l_j dP in release. Empty points are held
    // without an account: their work is what δ makes of zero.
    if (phase_ == Phase::compression)
      stores_.compress(point, work);
    else if (stores_.stored(point))
      stores_.release(point, work);
  }
  // The step's storage takes the old state: it is written over by the next one.
  y_.swap(step_.end());
  impulse_ += step_.length();
}

// Phase and stores change at the end of a step only: within it f is one function of ζ.
bool LayerFlow::finish_step(bool& done) {
  const bool found = phase_ == Phase::compression ? finish_compression(done) : finish_release(done);
  if (!found) reason_ = "an event inside a step was not found";
  return found;
}

bool LayerFlow::finish_compression(bool& done) {
  const auto sigma = [this](const Eigen::VectorXd& y) { return system_.sigma(y); };
  // Still approaching: the whole step is compression.
  if (sigma(step_.end()) < 0.0) {
    commit();
    return true;
  }
  // Cut where σ = 0, which fixes every E_j. At the start σ may be zero to the precision of the
  // layer already; then the step is kept as it is.
  if (sigma_ < 0.0 && !step_.shorten(sigma)) return false;
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
  // One store for all: the sum of what every point gave back counts against it.
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

// Two things can end a step of release: σ < 0, which is compression again, and an empty store. The
// step is cut at the first of them.
bool LayerFlow::finish_release(bool& done) {
  // Does a carrying point approach again? Then only up to σ = 0.
  const bool approaches = system_.sigma(step_.end()) < -approach_again;
  if (approaches && sigma_ > 0.0) {
    // What is given back is largest where σ passes zero.
    if (!step_.shorten([this](const Eigen::VectorXd& y) { return -system_.sigma(y); }))
      return false;
  }
  // Does a store give more than it has? Then only up to where it is empty.
  if (overdraft(step_.end()).amount >= 0.0) {
    if (!step_.shorten([this](const Eigen::VectorXd& y) { return overdraft(y).amount; }))
      return false;
    // The step ends where this store is empty. Others that empty with it, to rounding, are settled
    // in the same call; all of them have level min(s, 0) from here on.
    const int store = overdraft(step_.end()).store;
    commit();
    stores_.empty(store);
    done = !stores_.settle(resolved());
    system_.set_stored(stores_.stored());
    return true;
  }
  commit();
  // σ fell through zero: compression has priority, whatever is still stored. It stays stored, and
  // new E_j add to it.
  if (!approaches) return true;
  phase_ = Phase::compression;
  system_.set_stored({});
  log(Event::Kind::compression_returns);
  return true;
}

void LayerFlow::log(Event::Kind kind) {
  events_.push_back({kind, -1, impulse_ * system_.impulse_unit()});
}

void LayerFlow::report_events(Outcome& outcome) const {
  outcome.events.insert(outcome.events.end(), events_.begin(), events_.end());
  bool bounces = false;
  for (const double e : system_.restitution()) bounces = bounces || e > 0.0;
  if (jammed_ && bounces)
    outcome.notes.push_back(
        "contacts jam: they stopped before the energy they took up could be given back");
}

// Where it stopped, with the impulses so far.
bool LayerFlow::report_failure(const ImpactProblem& problem, Outcome& outcome) const {
  outcome.message = std::string(reason_) + "; stopped at a total impulse of " +
                    base::number(impulse_ * system_.impulse_unit()) + " N s";
  // The approach that was left, scaled: how far from an end it stopped.
  outcome.residuals.law = std::max(0.0, -sigma_);
  write_impulses(problem, system_, y_, outcome);
  outcome.last_velocity = outcome.velocity_plus;
  return false;
}

}  // namespace carom::law
