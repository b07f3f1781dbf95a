// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Accelerations of a model with closed loops and sustained contacts:
//   M a = τ − bias + Wᵀr,   J a + γ = 0,   γ = J̇ v,
// J: rows of loops and couplings, then of each sustained contact its normal row and, where it
// sticks, its tangent rows. W = J but for a contact that slides: its normal row is J_n − μ tᵀ J_t
// there, t the direction of slip (maximum dissipation). Dependent rows: the shortest r. γ by
// differences of fourth order along v. Dense: contacts are few.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"

namespace carom::simulation {

class HeldDynamics {
 public:
  HeldDynamics(const Model& model, const Controller& controller);
  ~HeldDynamics();
  HeldDynamics(const HeldDynamics&) = delete;
  HeldDynamics& operator=(const HeldDynamics&) = delete;

  void hold(std::vector<HeldContact> contacts);  ///< These are sustained from now on.
  const std::vector<HeldContact>& held() const;
  /// A node of the motion: until the next one, slips turn by less than a right angle from their
  /// directions here. Where there is no slip, the direction is opposite to the friction that would
  /// keep the contact at rest. False as set_state.
  bool mark_node(double time, const Eigen::Ref<const Eigen::VectorXd>& q,
                 const Eigen::Ref<const Eigen::VectorXd>& v);
  /// Rows of J; 0: the motion is free.
  int row_count() const;

  /// Evaluates everything at a state (not checked). False: something is not finite.
  bool set_state(double time, const Eigen::Ref<const Eigen::VectorXd>& q,
                 const Eigen::Ref<const Eigen::VectorXd>& v);
  // After set_state:
  const Eigen::VectorXd& acceleration() const;
  const Eigen::VectorXd& reaction() const;  ///< r: loops, then per sustained contact.
  const Eigen::VectorXd& drift() const;     ///< γ

  /// Positions and velocities alone, at q: J, W (t from v), φ (loops, gaps, distance from anchors).
  void set_rows(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& v);
  const Eigen::MatrixXd& rows() const;        ///< J
  const Eigen::MatrixXd& force_rows() const;  ///< W
  const Eigen::VectorXd& violation() const;   ///< φ
  /// Where the rows of each sustained contact are.
  struct Place {
    Eigen::Index row = 0;       ///< Of its normal; those of its tangents follow.
    Eigen::Index tangents = 0;  ///< 0 unless it sticks.
    bool anchored = false;      ///< φ has its distance from the anchor; else 0 (it rolls).
  };
  std::span<const Place> places() const;
  /// A contact that slides with friction, after set_rows.
  struct Slide {
    Eigen::Index row = 0;  ///< Of its normal, in rows().
    double friction = 0.0;
    int tangents = 0;
    Eigen::MatrixXd rows = {};  ///< J_t: the first `tangents` of them.
    bool onward = true;         ///< False: it slips against its direction at the node.
  };
  std::span<const Slide> slides() const;
  const Eigen::MatrixXd& mass_matrix() const;  ///< At the same q.

  /// The nearest state (mass metric) with φ = 0 and J v = 0. False: Newton did not converge.
  bool project(State& state);

  const std::string& trouble() const;

 private:
  struct Work;
  Work& work() const;

  Model model_;
  Controller controller_;
  mutable std::unique_ptr<Work> work_;
};

}  // namespace carom::simulation
