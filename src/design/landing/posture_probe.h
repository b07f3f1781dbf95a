// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The couplings of some contacts as functions of the posture, cheap enough for differences.
//   w_ij = ⟨u_i,u_j⟩,  T_c/T over the normal rows, both in the mass metric at q.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "carom/landing.h"

namespace carom::design {

struct Couplings {
  Eigen::MatrixXd gram;
  double energy_share = 0.0;  ///< T_c/T
};

/// Derivatives over the model's velocities, one entry each.
struct CouplingDerivatives {
  std::vector<Eigen::MatrixXd> gram;
  Eigen::VectorXd energy_share;
};

class PostureProbe {
 public:
  /// `contacts`: indices in model.contacts(), closed at every posture asked about.
  /// `velocities`: those of the problem.
  PostureProbe(const Model& model, State state, std::vector<int> contacts,
               std::vector<int> velocities);

  const State& start() const { return start_; }
  /// The start's velocity at another posture: a free base keeps it in world axes.
  State at(const Eigen::VectorXd& q) const;
  Couplings couplings(const Eigen::VectorXd& q);
  /// Central differences.
  CouplingDerivatives derivatives(const Eigen::VectorXd& q);
  /// The impact at another posture; none where a loop no longer holds.
  std::optional<ImpactProblem> problem(const Eigen::VectorXd& q);
  /// Rows of the normals, then of loops and couplings, over all velocities of the model.
  Eigen::MatrixXd closed_rows(const Eigen::VectorXd& q);
  /// How far the contacts are from their heights at the start, and loops from holding.
  Eigen::VectorXd opened(const Eigen::VectorXd& q);

 private:
  Eigen::MatrixXd normal_rows() const;
  Eigen::MatrixXd bilateral_rows() const;
  Eigen::VectorXd gaps() const;

  const Model& model_;
  State start_;
  std::vector<int> contacts_, velocities_;
  ModelWorkspace workspace_;
  Eigen::VectorXd start_gaps_;
};

}  // namespace carom::design
