// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which of the contacts that touch without approaching are active, and which of those slide: an
// acceleration-level complementarity problem with Coulomb friction.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/contact/held_dynamics.h"
#include "solver/cone_complementarity.h"
#include "solver/decompositions.h"

namespace carom::simulation {

class ContactModes {
 public:
  explicit ContactModes(const Model& model);

  /// A contact that may be active.
  struct Candidate {
    int contact = 0;
    bool rests = true;                                 ///< Does not slip now.
    Eigen::Vector3d anchor = Eigen::Vector3d::Zero();  ///< If it rests: where it touches.
  };
  /// Leaves `dynamics` with the active ones sustained. False: no forces were found (trouble()).
  bool resolve(double time, const State& state, const std::vector<Candidate>& candidates,
               HeldDynamics& dynamics);
  /// After resolve() has found none: whether friction of contacts that slip admits no forces
  /// (Painlevé).
  bool jams() const { return jams_; }
  const std::vector<HeldContact>& held() const { return held_; }
  const std::string& trouble() const { return trouble_; }

 private:
  void gather(const HeldDynamics& dynamics, const std::vector<Candidate>& candidates);
  bool solve(const std::vector<Candidate>& candidates);
  void choose(const std::vector<Candidate>& candidates);
  Eigen::Index tangents(const Candidate& candidate) const;

  Model model_;
  solver::ConeComplementarity cone_;
  solver::Cholesky mass_;
  Eigen::MatrixXd rows_, forces_, loops_;  // whitened columns
  Eigen::VectorXd reaction_, base_, b_, force_;
  std::vector<solver::ConeContact> contacts_;
  std::vector<HeldContact> held_;
  double size_ = 0.0;
  bool jams_ = false;
  std::string trouble_;
};

}  // namespace carom::simulation
