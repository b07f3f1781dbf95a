// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The impact in the total normal impulse P, with given shares l of the points and Coulomb friction:
//   du/dP = G q,   q_n = l_j,   q_t = −μ_j l_j t_j (slip) or what holds the point
//   (rest_friction.h),
// where u are the velocities of the rows. Shares either follow the slip, l_j ∝ s_j/μ_j (S2 (2.18),
// corrected; then q_t = −u_t/S with S = Σ s/μ, smooth where a single slip vanishes), or are fixed.
// Exact steps where the rates are constant, Dormand–Prince 5(4) elsewhere. The caller scales:
// speeds and the largest diagonal entry of G are of order one.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "law/slip_share/rest_friction.h"

namespace carom::law {

struct SharePoint {
  int row = 0;       ///< Of the normal; tangents follow.
  int tangents = 0;  ///< Rows with friction: 0 for a frictionless point.
  double mu = 0.0, mu_static = 0.0;
};

class ShareFlow {
 public:
  enum class Rule { slip_over_friction, fixed };
  enum class Goal { compression_ends, work, closes };
  /// jammed: no impulse ends the approach. locked: further impulse changes no normal velocity, and
  /// none is left to change.
  enum class Stop { goal, length, compression_returns, shares_undefined, jammed, locked, budget };

  double tolerance = 1e-9;  ///< A slip below it is none; the local error is a hundredth of it.

  void start(const Eigen::MatrixXd& G, const std::vector<SharePoint>& points,
             const Eigen::VectorXd& u);
  /// Who carries from now on. `share` is used by the fixed rule, and tells who carries for both.
  void carry(Rule rule, const Eigen::VectorXd& share);
  /// Runs to the goal. compression_ends: Σ l u_n = 0. work: the normal work since start() is
  /// `target`. closes: a carrying point no longer approaches. Never longer than `length` from here.
  Stop advance(Goal goal, double target, double length);

  double slip(int point) const { return slip_of(state_.u, point); }
  double largest_slip() const { return largest_slip(state_.u); }  ///< Of the carrying points.
  double normal_work() const { return state_.normal_work.sum(); }
  double total() const { return total_; }  ///< P since start().
  double residual() const { return residual_; }

  struct State {
    Eigen::VectorXd u, impulse;                  ///< Per row.
    Eigen::VectorXd normal_work, friction_work;  ///< Per point.
  };
  const State& state() const { return state_; }

 private:
  struct Rate {
    Eigen::VectorXd q, du, share;
    Eigen::VectorXd normal_power, friction_power;
    double slope = 0.0;    ///< dW/dP = Σ l u_n
    double bend = 0.0;     ///< Σ l du_n/dP; exactly 0 where it is nothing but rounding.
    bool departs = false;  ///< A point at rest begins to slip.
  };

  double slip_of(const Eigen::VectorXd& u, int point) const;
  double largest_slip(const Eigen::VectorXd& u) const;
  void resize(State& state) const;
  void set_shares(const Eigen::VectorXd& u, Rate& rate) const;
  void evaluate(const Eigen::VectorXd& u, Rate& rate);
  double goal_value(Goal goal, double target, const State& state, const Rate& rate) const;
  double linear_goal(Goal goal, double target) const;
  double linear_fall(Goal goal) const;
  double first_stop(bool nearly) const;
  bool constant_until(double h);
  void move_exactly(double h);
  void try_step(double h);
  double step_error() const;
  bool interrupted(Goal goal, double target, Stop& stop);
  Stop cut_step(Goal goal, double target, double h, Stop stop);
  void accept(double h);

  const Eigen::MatrixXd* G_ = nullptr;
  std::vector<SharePoint> points_;
  Rule rule_ = Rule::fixed;
  Eigen::VectorXd share_;
  State state_, next_, stage_;
  Rate now_, end_;
  std::array<Rate, 7> k_;
  std::vector<RestPoint> rest_;
  RestFriction rest_friction_;
  double total_ = 0.0, step_ = 0.0, residual_ = 0.0;
};

}  // namespace carom::law
