// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The variational integrator with loops and sustained contacts (S3 VI; docs/simulation.md).
// Free motion is VariationalStep's. Rows that are kept take their forces at the nodes (RATTLE):
//   p₀′ = p₀ + W(q₀)ᵀλ with φ(q₁) = 0,   p₁ = p₁′ + W(q₁)ᵀμ with J(q₁) M⁻¹ p₁ = 0,
// so that neither φ nor J v drifts, and the order stays two. λ by quasi-Newton with the matrix
// s J M⁻¹Wᵀ at the start node, from the last μ; dependent rows: shortest λ, μ. A ball that rolls
// has no φ for its tangents: there s J_t(q̄) v̄ = 0 stands for it. Parts of a step are steps of their
// own from the same node, so that any 0 <= s <= h is regular.
#include <algorithm>
#include <cmath>
#include <variant>

#include "model/contact_geometry.h"
#include "simulation/contact/held_dynamics.h"
#include "simulation/integrator.h"
#include "simulation/program/damper_power.h"
#include "simulation/program/program_driver.h"
#include "simulation/variational/step.h"
#include "solver/decompositions.h"

namespace carom::simulation {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_iterations = 60;
// Of φ, relative to the largest coordinate or 1: a few tens of roundings, the last that Newton
// reaches.
constexpr double position_tolerance = 1e-14;
// Rows at unit mass: those that depend on each other leave rounding times the condition of M,
// 1e-12; legs of one stance are apart by 1e-3.
constexpr double rank_tolerance = 1e-10;

class Variational final : public Integrator {
 public:
  Variational(const Model& model, const SimulationOptions& options, HeldDynamics& held,
              ProgramDriver* program)
      : held_(held),
        free_(model, options.controller),
        geometry_(model),
        program_(program),
        dampers_(model) {}

  void restart(double time, const State& state) override {
    time_ = time;
    node_ = end_ = state;
    free_.set_node(state.q, state.v);
    // An impact or another set of rows lies between: the last μ is of no use.
    warm_.resize(0);
    solved_ = -1.0;
  }

  bool step(double h) override {
    h_ = h;
    solved_ = -1.0;
    return solve(h);
  }

  bool at(double s, State& state) override {
    if (!solve(s)) return false;
    state = end_;
    return true;
  }

  bool gaps_at(double s, VectorXd& gaps) override {
    if (!solve(s)) return false;
    measure(end_.q, gaps);
    return true;
  }

  bool gaps_near(double s, VectorXd& gaps) override {
    // q̄ of the whole step is there already, off q(½h) by h²: enough to look for dips.
    if (solved_ != h_ || s != 0.5 * h_) return gaps_at(s, gaps);
    measure(free_.middle_q(), gaps);
    return true;
  }

  bool accept(double s) override {
    if (!solve(s)) return false;
    if (program_ != nullptr && s > 0.0) add_work(s);
    // p₁ = p₁′ + W(q₁)ᵀμ; its μ is the first guess of λ at this node.
    free_.commit(impulse_);
    node_ = end_;
    time_ += s;
    warm_ = last_;
    // What was solved for is at hand for the same s alone.
    solved_ = -1.0;
    return true;
  }

  double time() const override { return time_; }
  void set_time(double time) override { time_ = time; }
  const State& node() const override { return node_; }

  IntegratorMemory memory() const override {
    VariationalMemory memory = free_.memory();
    memory.reaction = warm_;
    return memory;
  }
  bool set_memory(const IntegratorMemory& memory) override {
    const auto* own = std::get_if<VariationalMemory>(&memory);
    if (own == nullptr || !free_.set_memory(*own)) return false;
    warm_ = own->reaction;
    return true;
  }
  std::string trouble() const override { return trouble_; }

 private:
  /// The part of size s of the step, with its end in end_ and the impulse of its end node.
  bool solve(double s) {
    // at(s), gaps_at(s) and accept(s) of one s cost one solution.
    if (s == solved_) return true;
    solved_ = -1.0;
    impulse_.resize(0);
    last_.resize(0);
    const bool done = held_.row_count() == 0 || s == 0.0 ? solve_free(s) : solve_held(s);
    if (!done) return false;
    if (!end_.q.allFinite() || !end_.v.allFinite()) {
      trouble_ = "the state is not finite";
      return false;
    }
    solved_ = s;
    return true;
  }

  /// Forces act at the middle of the step, friction at its nodes: h f v̄, and P_t · slip there.
  void add_work(double s) {
    WorkMemory& work = program_->work();
    const VectorXd &q = free_.middle_q(), &v = free_.middle_v();
    const ProgramDriver::Power power = program_->power(time_ + 0.5 * s, q, v);
    work.motors += s * power.all;
    work.drawn += s * power.drawn;
    work.dampers += s * dampers_(q, v);
    if (held_.row_count() > 0) work.friction += friction_work_;
  }

  /// Of impulses of the sustained contacts, at velocities v at their node: −μ P_n |slip| (opposite
  /// to the slip).
  double friction_work(const VectorXd& impulses, const VectorXd& v) const {
    double work = 0.0;
    for (const HeldDynamics::Slide& slide : held_.slides()) {
      const double slip = (slide.rows.topRows(slide.tangents) * v).norm();
      work -= (slide.onward ? 1.0 : -1.0) * slide.friction * impulses[slide.row] * slip;
    }
    return work;
  }

  bool take_free_step(double s, const VectorXd& impulse) {
    if (free_.step(time_, s, impulse)) return true;
    trouble_ = free_.trouble();
    return false;
  }

  bool solve_free(double s) {
    if (s == 0.0) {
      // A trial of no length, so that accept(0) has one to commit; q and v keep their bits.
      if (!take_free_step(0.0, impulse_)) return false;
      end_ = node_;
      return true;
    }
    if (!take_free_step(s, impulse_)) return false;
    end_.q = free_.end_q();
    end_.v.resize(node_.v.size());
    free_.velocity(end_.q, free_.end_p(), end_.v);
    return true;
  }

  /// Node forces at the start, so that every row holds at the end.
  bool solve_held(double s) {
    held_.set_rows(node_.q, node_.v);
    start_rows_ = held_.force_rows();
    mass_.compute(held_.mass_matrix());
    response_ = start_rows_.transpose();
    mass_.solve_columns(response_);
    // ∂φ(q₁)/∂λ ≈ s J M⁻¹Wᵀ at the start node: an impulse λ moves the end by s M⁻¹Wᵀλ, to first
    // order in s. Factorised once, it is good enough for all iterations of a step.
    rank_.compute(s * held_.rows() * response_);
    VectorXd& lambda = last_;
    lambda = warm_.size() == start_rows_.rows() ? warm_ : VectorXd::Zero(start_rows_.rows());
    const double tolerance = position_tolerance * std::max(1.0, node_.q.cwiseAbs().maxCoeff());
    double before = INFINITY;
    for (int k = 0; k < most_iterations; ++k) {
      // p₀′ = p₀ + W(q₀)ᵀλ, the step as if free from there, and φ at its end.
      start_impulse_.noalias() = start_rows_.transpose() * lambda;
      if (!take_free_step(s, start_impulse_)) return false;
      const double apart = violation(s);
      // Done within the tolerance; or as good as rounding lets it be: near it, and no longer
      // falling by half.
      if (apart <= tolerance || (k > 3 && apart > 0.5 * before && apart < 100.0 * tolerance)) {
        if (program_ != nullptr) {
          held_.set_rows(node_.q, node_.v);
          friction_work_ = friction_work(lambda, node_.v);
        }
        return finish_held();
      }
      before = apart;
      // λ ← λ − (∂φ/∂λ)⁻¹φ; the shortest change where rows depend on each other.
      lambda -= rank_.solve(residual_);
    }
    trouble_ = "held contacts or loops: no forces keep them closed";
    return false;
  }

  /// φ at the end of the trial step, and for rolling its slip over the step.
  double violation(double s) {
    // φ at q₁; the velocity is for directions of slip alone.
    held_.set_rows(free_.end_q(), free_.middle_v());
    residual_ = held_.violation();
    const auto rolls = [](const HeldDynamics::Place& place) {
      return place.tangents > 0 && !place.anchored;
    };
    if (std::any_of(held_.places().begin(), held_.places().end(), rolls)) {
      held_.set_rows(free_.middle_q(), free_.middle_v());
      for (const HeldDynamics::Place& place : held_.places()) {
        if (!rolls(place)) continue;
        residual_.segment(place.row + 1, place.tangents).noalias() =
            s * held_.rows().middleRows(place.row + 1, place.tangents) * free_.middle_v();
      }
    }
    return residual_.size() > 0 ? residual_.cwiseAbs().maxCoeff() : 0.0;
  }

  /// Node forces at the end, so that the rows' rates vanish. Friction is opposite to the slip s
  /// after them, f = −μ r_n t, t = s/|s|, by Newton's method: a slip near zero turns fast, and
  /// friction of the slip before would make it spin.
  bool finish_held() {
    end_.q = free_.end_q();
    end_.v.resize(node_.v.size());
    free_.velocity(end_.q, free_.end_p(), end_.v);
    arriving_ = end_.v;
    held_.set_rows(end_.q, end_.v);
    const MatrixXd& M = held_.mass_matrix();
    // p₁′, before the forces of the end node.
    momentum_.noalias() = M * arriving_;
    last_ = VectorXd::Zero(held_.rows().rows());
    double before = INFINITY;
    // Each round: friction along the slip of the round before, linearised (add_dampers), then the
    // rows' impulses μ with J M⁻¹(p + Wᵀμ) = 0. Without friction the first round is exact.
    for (int k = 0; k < most_iterations; ++k) {
      damped_ = M;
      if (k > 0) add_dampers();
      mass_.compute(damped_);
      response_ = held_.force_rows().transpose();
      mass_.solve_columns(response_);
      rank_.compute(held_.rows() * response_);
      trial_v_ = momentum_;
      mass_.solve(trial_v_);
      // v = (M + C)⁻¹(p₁′ + Wᵀμ), C the dampers, and J v = 0: J (M + C)⁻¹Wᵀ μ = −J (M + C)⁻¹p₁′.
      residual_.noalias() = held_.rows() * trial_v_;
      last_ = -rank_.solve(residual_);
      trial_v_ += response_ * last_;
      const double change = (trial_v_ - end_.v).cwiseAbs().maxCoeff();
      end_.v = trial_v_;
      if (held_.slides().empty()) break;
      // The last few roundings of a velocity: an iteration changes nothing any more.
      if (k > 0 && change <= 1e-14 * end_.v.cwiseAbs().maxCoeff()) break;
      if (k > 8 && change > 0.5 * before) break;  // slips around zero: as good as it gets
      before = change;
      held_.set_rows(end_.q, end_.v);
    }
    // What the forces of the node add to p₁′, friction included: M v₁ − p₁′, with M and not M + C.
    impulse_.noalias() = M * end_.v - momentum_;
    if (program_ != nullptr) friction_work_ += friction_work(last_, end_.v);
    return true;
  }

  /// ∂t/∂s = (1 − t tᵀ)/|s|: across the slip its friction is a damper.
  void add_dampers() {
    for (const HeldDynamics::Slide& slide : held_.slides()) {
      // A slip along one line cannot turn, only reverse.
      if (slide.tangents < 2) continue;
      // Slip and friction of the round before [m/s, N·s].
      const Eigen::Vector2d slip = slide.rows * end_.v;
      const double speed = slip.norm(), force = slide.friction * last_[slide.row];
      if (!(force > 0.0) || !(speed > 0.0)) continue;
      // t(s) ≈ t + (1 − t tᵀ)(s′ − s)/|s|, where (1 − t tᵀ) s = 0: only a term in the new slip s′
      // is left, a damper μ r_n/|s| along the row across t.
      const Eigen::Vector2d across(-slip[1] / speed, slip[0] / speed);
      const Eigen::RowVectorXd row = across.transpose() * slide.rows;
      damped_.noalias() += (force / speed) * row.transpose() * row;
    }
  }

  /// Gaps from kinematics alone: a search of events asks for many.
  void measure(const VectorXd& q, VectorXd& gaps) { geometry_.gaps(free_.placements(q), q, gaps); }

  HeldDynamics& held_;
  VariationalStep free_;
  ContactGeometry geometry_;
  ProgramDriver* program_;  // none: nobody asks where the energy goes
  DamperPower dampers_;
  double friction_work_ = 0.0;  // of the last solve_held
  double time_ = 0.0, h_ = 0.0;
  double solved_ = -1.0;  // the s that end_ is for; -1: none
  State node_, end_;
  VectorXd impulse_, start_impulse_, last_, warm_, residual_, arriving_, momentum_, trial_v_;
  MatrixXd start_rows_, response_, damped_;
  solver::Cholesky mass_;
  solver::CompleteOrthogonal rank_{rank_tolerance};
  std::string trouble_;
};

}  // namespace

std::unique_ptr<Integrator> make_variational(const Model& model, const SimulationOptions& options,
                                             HeldDynamics& held, ProgramDriver* program) {
  return std::make_unique<Variational>(model, options, held, program);
}

}  // namespace carom::simulation
