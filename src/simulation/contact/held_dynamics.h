// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Accelerations of a model with closed loops and sustained contacts:
//   M a = τ − bias + Wᵀr,   J a + γ = 0,   γ = J̇ v,
// J: rows of loops and couplings, then of each sustained contact its normal row and, where it
// sticks, its tangent rows. W = J but for a contact that slides: its normal row is J_n − μ tᵀ J_t
// there, t the direction of slip (maximum dissipation). Dependent rows: the shortest r. Dense:
// contacts are few.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/contact/reaction.h"

namespace carom::simulation {

class HeldDynamics {
 public:
  HeldDynamics(const Model& model, const Controller& controller);
  HeldDynamics(const HeldDynamics&) = delete;
  HeldDynamics& operator=(const HeldDynamics&) = delete;

  void hold(std::vector<HeldContact> contacts);  ///< These are sustained from now on.
  const std::vector<HeldContact>& held() const { return held_; }
  /// A node of the motion: until the next one, slips turn by less than a right angle from their
  /// directions here. Where there is no slip, the direction is opposite to the friction that would
  /// keep the contact at rest. False as set_state.
  bool mark_node(double time, const Eigen::Ref<const Eigen::VectorXd>& q,
                 const Eigen::Ref<const Eigen::VectorXd>& v);
  /// Rows of J; 0: the motion is free.
  int row_count() const { return static_cast<int>(J_.rows()); }

  /// Evaluates everything at a state (not checked). False: something is not finite.
  bool set_state(double time, const Eigen::Ref<const Eigen::VectorXd>& q,
                 const Eigen::Ref<const Eigen::VectorXd>& v);
  // After set_state:
  const Eigen::VectorXd& acceleration() const { return acceleration_; }
  const Eigen::VectorXd& reaction() const {
    return reaction_;
  }  ///< r: loops, then per sustained contact.
  const Eigen::VectorXd& drift() const { return gamma_; }  ///< γ

  /// Positions and velocities alone, at q: J, W (t from v), φ (loops, gaps, distance from anchors).
  void set_rows(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& v);
  const Eigen::MatrixXd& rows() const { return J_; }         ///< J
  const Eigen::MatrixXd& force_rows() const { return W_; }   ///< W
  const Eigen::VectorXd& violation() const { return phi_; }  ///< φ
  /// Where the rows of each sustained contact are.
  struct Place {
    Eigen::Index row = 0;       ///< Of its normal; those of its tangents follow.
    Eigen::Index tangents = 0;  ///< 0 unless it sticks.
    bool anchored = false;      ///< φ has its distance from the anchor; else 0 (it rolls).
  };
  std::span<const Place> places() const { return places_; }
  /// A contact that slides with friction, after set_rows.
  struct Slide {
    Eigen::Index row = 0;  ///< Of its normal, in rows().
    double friction = 0.0;
    int tangents = 0;
    Eigen::MatrixXd rows = {};  ///< J_t: the first `tangents` of them.
    bool onward = true;         ///< False: it slips against its direction at the node.
  };
  std::span<const Slide> slides() const { return {slides_.data(), sliding_}; }
  const Eigen::MatrixXd& mass_matrix() const {
    return workspace_->mass_matrix();
  }  ///< At the same q.

  /// The nearest state (mass metric) with φ = 0 and J v = 0. False: Newton did not converge.
  bool project(State& state);

  const std::string& trouble() const { return trouble_; }

 private:
  using MatrixXd = Eigen::MatrixXd;
  using VectorXd = Eigen::VectorXd;
  using Values = Eigen::Ref<const VectorXd>;
  /// The last direction of slip, in the tangents' coordinates.
  struct Slip {
    Eigen::Vector2d direction = Eigen::Vector2d::Zero();
    bool known = false;
  };

  void prepare();
  const ContactCandidate& candidate(const HeldContact& contact) const;
  int tangents(const HeldContact& contact) const;
  void lay_out();
  void set_sliding_row(std::size_t index, Eigen::Index row, const Values& v,
                       std::size_t& slide_count);
  void set_sticking_violation(const HeldContact& contact, Eigen::Index row);
  void fill_rows(const ModelWorkspace& at, MatrixXd& rows);
  void set_gamma(const Values& q, const Values& v);
  void set_drifts();
  bool set_free(double time, const Values& q, const Values& v);
  bool evaluate(double time, const Values& q, const Values& v);
  bool find_directions(double time, const Values& q, const Values& v);
  bool factor();
  void to_metric(const MatrixXd& rows, MatrixXd& out) const;
  /// The shortest change in the mass metric that adds −`excess` to J·: into `free_`.
  void correct(const VectorXd& excess);

  Model model_;
  Controller controller_;
  std::unique_ptr<ModelWorkspace> workspace_, shifted_;
  std::vector<HeldContact> held_;
  std::vector<Place> places_;  // one per sustained contact
  std::vector<Slip> slips_;    // one per sustained contact, at the node
  std::vector<Slide> slides_;  // storage; the first `sliding_` of them are in use
  std::size_t sliding_ = 0;
  std::vector<bool> on_fixed_plane_, anchored_;  // one per contact of the model
  bool drifts_ = false;  // all that is held is on planes that never move: γ without differences
  MatrixXd J_, W_, J_shifted_, block_, L_, X_, Z_;
  VectorXd phi_, gamma_, right_, reaction_, force_sum_, bias_, free_, acceleration_;
  VectorXd q_moved_, q_full_, v_full_;
  double shortest_length_ = 1.0;  // over which rows turn where bodies move without turning
  ShortestReaction shortest_;
  std::string trouble_;
};

}  // namespace carom::simulation
