// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Dormand–Prince 5(4) with error control and dense output of fourth order, on (q raw, v): q̇ by the
// joints' kinematics (runge_kutta_kinematics.h), v̇ with sustained contacts and loops by
// HeldDynamics.
// Method and coefficients: Boost.Odeint (Hairer, Nørsett, Wanner I, II.5 and II.6). We drive its
// controlled stepper ourselves, because a trial step keeps every inner step with its stages: the
// state anywhere in it may be asked for afterwards. Dynamics see quaternions of length 1; states
// given out have them. With loops or sustained contacts, the node is projected on positions and
// velocities that keep them: drift within a step is of the size of the tolerance and does not add
// up.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/algebra/range_algebra.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <string>
#include <variant>
#include <vector>

#include "simulation/contact/held_dynamics.h"
#include "simulation/integrator.h"
#include "simulation/program/damper_power.h"
#include "simulation/program/program_driver.h"
#include "simulation/runge_kutta_kinematics.h"

namespace carom::simulation {
namespace {

namespace odeint = boost::numeric::odeint;
using Eigen::VectorXd;
using Numbers = std::vector<double>;
using Stages = odeint::runge_kutta_dopri5<Numbers>;
using Stepper = odeint::controlled_runge_kutta<Stages>;

constexpr int max_inner_steps = 10'000;
// Of the trial step: an inner step has underflowed, as times of the step are rounded by 1e-16.
constexpr double smallest_share = 1e-13;

/// An inner step that was good.
struct Piece {
  double from = 0.0, to = 0.0;  ///< After the node [s].
  double next = 0.0;            ///< Size proposed for the one after it [s].
  Numbers x_from, x_to, rate_from, rate_to;
  Stages stages;
};

class RungeKutta : public Integrator {
 public:
  RungeKutta(const Model& model, const SimulationOptions& options, HeldDynamics& held,
             ProgramDriver* program)
      : held_(held),
        program_(program),
        dampers_(model),
        works_(program != nullptr ? 3 : 0),
        workspace_(model),
        kinematics_(model),
        tolerance_(options.tolerance),
        stepper_(Stepper::error_checker_type(tolerance_, tolerance_)),
        q_size_(model.configuration_size()),
        v_size_(model.velocity_size()),
        q_(model.neutral()),
        gap_state_{q_, VectorXd::Zero(v_size_)} {
    for (Numbers* numbers : {&x_, &x_next_, &rate_, &rate_next_, &dense_}) {
      numbers->assign(static_cast<std::size_t>(q_size_ + v_size_ + works_), 0.0);
    }
    restart(0.0, gap_state_);
  }

  void restart(double time, const State& state) override {
    time_ = time;
    node_ = state;
    // Step sizes before an event say nothing about the motion after it: error control starts from
    // the length of the trial. Under motors the fastest rate is mostly theirs, before and after.
    length_ = 0.0;
    if (program_ == nullptr) inner_ = 0.0;
    count_ = 0;
  }
  bool step(double h) override;
  bool at(double s, State& state) override;
  bool gaps_at(double s, VectorXd& gaps) override;
  void inner_ends(std::vector<double>& ends) const override {
    ends.clear();
    for (std::size_t k = 0; k + 1 < count_; ++k) ends.push_back(pieces_[k].to);
  }
  bool accept(double s) override;
  double time() const override { return time_; }
  void set_time(double time) override { time_ = time; }
  const State& node() const override { return node_; }
  IntegratorMemory memory() const override { return RungeKuttaMemory{inner_}; }
  bool set_memory(const IntegratorMemory& memory) override {
    const auto* own = std::get_if<RungeKuttaMemory>(&memory);
    if (own == nullptr) return false;
    // The size of the next inner step is all that goes from node to node.
    inner_ = own->inner_step;
    return true;
  }
  std::string trouble() const override { return trouble_; }

 private:
  void set_rate(const Numbers& x, Numbers& rate, double t);
  bool inner_steps();
  bool give_up(const char* why, double t, double dt);
  void keep(double from, double to, double next);
  const Piece& piece(double s) const;
  void read(const Numbers& x, State& state);
  void set_powers(double time, const Eigen::Ref<const VectorXd>& v, Numbers& rate);
  void add_work(double s);

  HeldDynamics& held_;
  ProgramDriver* program_;  // none: nobody asks where the energy goes
  DamperPower dampers_;
  Eigen::Index works_;  // numbers after (q raw, v): work of motors, friction and dampers [J]
  ModelWorkspace workspace_;
  RawKinematics kinematics_;
  double tolerance_;
  Stepper stepper_;
  Eigen::Index q_size_, v_size_;
  double time_ = 0.0;
  State node_;
  double length_ = 0.0;  // of the trial step [s]
  double inner_ = 0.0;   // size of its first inner step, as far as known [s]
  std::vector<Piece> pieces_;
  std::size_t count_ = 0;  // of the pieces in use
  Numbers x_, x_next_, rate_, rate_next_, dense_;
  VectorXd q_, powered_v_;
  State gap_state_, work_state_;
  bool good_ = true;  // every rate of this trial step
  std::string trouble_;
};

/// ẋ at t after the node. Not finite: `good_` becomes false, and zeros end the stages quickly.
void RungeKutta::set_rate(const Numbers& x, Numbers& rate, double t) {
  std::fill(rate.begin(), rate.end(), 0.0);
  if (!good_) return;
  // x is (q raw, v): quaternions have four numbers, and four rates.
  const Eigen::Map<const VectorXd> raw(x.data(), q_size_), v(x.data() + q_size_, v_size_);
  Eigen::Map<VectorXd> q_rate(rate.data(), q_size_), v_rate(rate.data() + q_size_, v_size_);
  // Beyond this squares overflow: the library of rigid-body dynamics is not asked.
  constexpr double huge = 1e150;
  if (!(raw.cwiseAbs().maxCoeff() < huge && v.cwiseAbs().maxCoeff() < huge)) {
    good_ = false;
    trouble_ = fmt::format("the state is not finite at t = {:.9g} s", time_ + t);
    return;
  }
  // A raw quaternion leaves length 1 by the error of the method. Forces see it normalised; q̇ is
  // the rate of the raw numbers, which the method integrates.
  q_ = raw;
  kinematics_.normalise(q_);
  // M v̇ = τ − bias + Wᵀr with the rows that are kept (held_dynamics.h).
  good_ = held_.set_state(time_ + t, q_, v);
  if (!good_) {
    trouble_ = held_.trouble();
    return;
  }
  kinematics_.rate(raw, v, q_rate);
  v_rate = held_.acceleration();
  if (works_ > 0) set_powers(time_ + t, v, rate);
}

/// Rates of the works [W], at the state that held_ was set to, q_ and v.
void RungeKutta::set_powers(double time, const Eigen::Ref<const VectorXd>& v, Numbers& rate) {
  powered_v_ = v;
  double friction = 0.0;
  for (const HeldDynamics::Slide& slide : held_.slides()) {
    // Along the row W = J_n − μ tᵀJ_t: −μ r_n t · slip.
    const double slip = (slide.rows.topRows(slide.tangents) * powered_v_).norm();
    friction -= (slide.onward ? 1.0 : -1.0) * slide.friction * held_.reaction()[slide.row] * slip;
  }
  const auto n = static_cast<std::size_t>(q_size_ + v_size_);
  rate[n] = program_->power(time, q_, powered_v_).all;
  rate[n + 1] = friction;
  rate[n + 2] = dampers_(q_, powered_v_);
}

/// Notes why and where; the false is for the caller to return.
bool RungeKutta::give_up(const char* why, double t, double dt) {
  trouble_ = fmt::format("{} at t = {:.9g} s (tolerance {:.3g}, inner step {:.3g} s)", why,
                         time_ + t, tolerance_, dt);
  return false;
}

/// Stages are copied with the step: dense output needs them, and the stepper writes over its own
/// in the next one.
void RungeKutta::keep(double from, double to, double next) {
  if (count_ == pieces_.size()) pieces_.emplace_back();
  Piece& kept = pieces_[count_++];
  kept.from = from;
  kept.to = to;
  kept.next = next;
  kept.x_from = x_;
  kept.x_to = x_next_;
  kept.rate_from = rate_;
  kept.rate_to = rate_next_;
  kept.stages = stepper_.stepper();
}

bool RungeKutta::inner_steps() {
  const auto rates = [this](const Numbers& x, Numbers& rate, double t) { set_rate(x, rate, t); };
  set_rate(x_, rate_, 0.0);
  // `wish`: the size that error control asks for; the last inner step is cut to end with the trial
  // step, or stretched by rounding alone.
  double t = 0.0, wish = inner_ > 0.0 ? inner_ : length_;
  for (int tries = 0; t < length_; ++tries) {
    if (tries == max_inner_steps) return give_up("more than 10000 inner steps", t, wish);
    // A rest of the trial below rounding joins this inner step.
    const bool last = t + wish >= length_ * (1.0 - smallest_share);
    const double from = t;
    double dt = last ? length_ - t : wish;
    // The last stage is the rate at the end (first same as last): it is kept and begins the next
    // inner step.
    const auto result = stepper_.try_step(rates, x_, rate_, t, x_next_, rate_next_, dt);
    if (!good_) return false;
    const Eigen::Map<const VectorXd> end(x_next_.data(), q_size_ + v_size_);
    if (!end.allFinite()) return give_up("the state is not finite", t, dt);
    // Above the tolerance: t and x are as before, dt is the size to try next.
    if (result == odeint::fail) {
      if (!(dt > smallest_share * length_)) return give_up("the step size underflows", t, dt);
      wish = dt;
      continue;
    }
    if (last) t = length_;
    wish = last ? std::max(wish, dt) : dt;  // the last one was cut short: that says nothing
    keep(from, t, wish);
    x_.swap(x_next_);
    rate_.swap(rate_next_);
  }
  return true;
}

/// Inner steps over h from the node; all are kept for at(s). The node does not move.
bool RungeKutta::step(double h) {
  // x = (q raw, v); at a node the raw quaternions have length 1.
  Eigen::Map<VectorXd>(x_.data(), q_size_) = node_.q;
  Eigen::Map<VectorXd>(x_.data() + q_size_, v_size_) = node_.v;
  if (works_ > 0) {
    // The works go on from their sums: their errors are judged beside these, not beside what one
    // inner step adds.
    const WorkMemory& work = program_->work();
    const auto n = static_cast<std::size_t>(q_size_ + v_size_);
    x_[n] = work.motors;
    x_[n + 1] = work.friction;
    x_[n + 2] = work.dampers;
  }
  trouble_.clear();
  good_ = true;
  count_ = 0;
  length_ = h;
  return inner_steps();
}

/// The one that holds s.
const Piece& RungeKutta::piece(double s) const {
  const auto end = pieces_.begin() + static_cast<std::ptrdiff_t>(count_);
  // Pieces follow each other: their ends ascend.
  const auto found = std::lower_bound(
      pieces_.begin(), end, s, [](const Piece& kept, double time) { return kept.to < time; });
  return found == end ? pieces_[count_ - 1] : *found;
}

/// Raw numbers to a state, with quaternions of length 1.
void RungeKutta::read(const Numbers& x, State& state) {
  state.q = Eigen::Map<const VectorXd>(x.data(), q_size_);
  state.v = Eigen::Map<const VectorXd>(x.data() + q_size_, v_size_);
  kinematics_.normalise(state.q);
}

bool RungeKutta::at(double s, State& state) {
  // The node itself, with its bits.
  if (!(s > 0.0)) {
    state = node_;
    return true;
  }
  if (count_ == 0) return give_up("no step was made", 0.0, 0.0);
  // Dense output of the inner step that holds s.
  const Piece& kept = piece(s);
  // At the end of an inner step the method's own value; inside, its interpolation from the stages,
  // without a new evaluation of forces.
  if (s >= kept.to) {
    read(kept.x_to, state);
  } else {
    kept.stages.calc_state(s, dense_, kept.x_from, kept.rate_from, kept.from, kept.x_to,
                           kept.rate_to, kept.to);
    read(dense_, state);
  }
  if (state.q.allFinite() && state.v.allFinite()) return true;
  return give_up("the state is not finite", s, kept.to - kept.from);
}

/// Kinematics of the interpolated state alone.
bool RungeKutta::gaps_at(double s, VectorXd& gaps) {
  if (!at(s, gap_state_)) return false;
  workspace_.set_configuration(gap_state_.q);
  gaps.resize(static_cast<Eigen::Index>(workspace_.model().contacts().size()));
  for (Eigen::Index k = 0; k < gaps.size(); ++k) gaps[k] = workspace_.gap(static_cast<int>(k));
  return true;
}

/// The works at s become the program's; what motors draw is integrated over the inner steps by
/// Gauss's rule of three points, since its kinks would make error control halve steps.
void RungeKutta::add_work(double s) {
  constexpr std::array<std::pair<double, double>, 3> gauss = {
      {{-0.7745966692414834, 5.0 / 9.0}, {0.0, 8.0 / 9.0}, {0.7745966692414834, 5.0 / 9.0}}};
  WorkMemory& work = program_->work();
  for (std::size_t k = 0; k < count_ && pieces_[k].from < s; ++k) {
    const Piece& kept = pieces_[k];
    const double half = 0.5 * (std::min(s, kept.to) - kept.from);
    for (const auto& [place, weight] : gauss) {
      const double t = kept.from + half * (1.0 + place);
      kept.stages.calc_state(t, dense_, kept.x_from, kept.rate_from, kept.from, kept.x_to,
                             kept.rate_to, kept.to);
      read(dense_, work_state_);
      work.drawn += half * weight * program_->power(time_ + t, work_state_.q, work_state_.v).drawn;
    }
  }
  const Piece& last = piece(s);
  const Numbers* end = &last.x_to;
  if (s < last.to) {
    last.stages.calc_state(s, dense_, last.x_from, last.rate_from, last.from, last.x_to,
                           last.rate_to, last.to);
    end = &dense_;
  }
  const auto n = static_cast<std::size_t>(q_size_ + v_size_);
  work.motors = (*end)[n];
  work.friction = (*end)[n + 1];
  work.dampers = (*end)[n + 2];
}

bool RungeKutta::accept(double s) {
  if (!at(s, gap_state_)) return false;
  // φ and J v drift within a step by the size of the tolerance; nodes have none of it. At s = 0
  // the node is projected already.
  if (s > 0.0 && held_.row_count() > 0 && !held_.project(gap_state_)) {
    trouble_ = held_.trouble();
    return false;
  }
  if (works_ > 0 && s > 0.0) add_work(s);
  node_ = gap_state_;
  if (s > 0.0) {
    const Piece& kept = piece(s);
    // Cut inside an inner step: its size was good here, and what was proposed after it may be
    // better.
    inner_ = s < kept.to ? std::max(kept.to - kept.from, kept.next) : kept.next;
    time_ += s;
  }
  // The trial is used up: at(s) needs another step().
  count_ = 0;
  length_ = 0.0;
  return true;
}

}  // namespace

std::unique_ptr<Integrator> make_runge_kutta(const Model& model, const SimulationOptions& options,
                                             HeldDynamics& held, ProgramDriver* program) {
  return std::make_unique<RungeKutta>(model, options, held, program);
}

}  // namespace carom::simulation
