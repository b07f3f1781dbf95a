// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot on its feet between two ticks of its controller. Input: generalised forces that are
// constant over the tick. Output: the state after it, contact forces, impacts on the way.
// Accelerations are constant over a part of a tick; forces x of the closed points C solve
//   y = G x + c,  c = J M⁻¹(τ − h) + J̇v + 2ζω Jv + ω² [gap, 0, 0],
//   0 ≤ x_n ⊥ y_n ≥ 0,  ‖x_t‖ ≤ μ x_n,  y_t = 0 or x_t = −μ x_n y_t/‖y_t‖,
// so that small gaps and slips decay instead of adding up (Baumgarte). Rest on many points is
// redundant: all points at rest, less those that would pull, is tried first, G regularised by 1e-6
// of its mean diagonal; where points slide: solver/cone_complementarity.h. A point touches where
// its gap is zero (to 1e-10 m); it and all points nearer than 1e-7 m join the closed ones of both
// feet in one impact. A closed point opens where it is not active, is more than 1e-5 m up and
// leaves, or leaves an impact faster than 1 mm/s.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/walk/ground.h"
#include "solver/cone_complementarity.h"
#include "solver/decompositions.h"

namespace carom::simulation {

/// A contact of the model under a foot. Its anchor is where it closed; its level is below 0 where
/// it opened below the ground, by rounding.
struct WalkPoint : WalkMemory::Point {
  double gap = 0.0;                                 ///< At the node [m].
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< At the node, world.
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< World; of the last part of a tick [N].
};

/// How often, and of what a tick's time is made: for reports.
struct WalkPlantCounts {
  std::int64_t parts = 0, sticking = 0, sliding = 0, unsolved = 0;
};

class WalkPlant {
 public:
  /// `impact`: resolves one of these closed contacts at the node, sets the velocity; false: none.
  using Impact = std::function<bool(double time, State& state, const std::vector<int>& closed)>;
  /// Throws InvalidInput: contacts other than points over a fixed horizontal plane, loops.
  WalkPlant(const Model& model, WalkGround ground);

  /// Points that touch are closed.
  void start(const State& state, double touching);
  void resume(const State& state, const std::vector<WalkMemory::Point>& points);
  [[nodiscard]] std::vector<WalkMemory::Point> memory() const;

  /// From the node to time + size. False: the impact has no answer, or something is not finite.
  bool step(double time, double size, const Eigen::VectorXd& force, const Impact& impact,
            std::vector<ContactEvent>& events);

  const State& state() const { return state_; }
  ModelWorkspace& workspace() { return workspace_; }
  const Eigen::VectorXd& bias() const { return bias_; }  ///< At the node.
  const std::vector<WalkPoint>& points() const { return points_; }
  const WalkPlantCounts& counts() const { return counts_; }
  const std::string& trouble() const { return trouble_; }

 private:
  void set_node();
  void measure();
  double gap_of(std::size_t point) const;
  void gather_closed();
  bool accelerate(const Eigen::VectorXd& force);
  bool sticks();
  void solve_kept();
  bool inside_cones() const;
  bool shares_friction();
  void move(double s);
  double first_touch(double size);
  bool touch(double time, const Impact& impact, std::vector<ContactEvent>& events);
  void release(double time, std::vector<ContactEvent>& events);

  Model model_;
  WalkGround ground_;
  ModelWorkspace workspace_;
  State state_;
  Eigen::VectorXd start_q_, start_v_;  // of this part of a tick
  Eigen::VectorXd bias_, passive_, free_, acceleration_, shift_;
  std::vector<WalkPoint> points_;
  std::vector<int> frames_;
  std::vector<double> friction_;
  std::vector<double> start_gap_;
  std::vector<Eigen::Vector3d> tangents_;
  std::vector<int> closed_;
  std::vector<solver::ConeContact> cones_;
  solver::ConeComplementarity cone_;
  solver::Cholesky mass_;
  solver::PivotedCholesky gram_factor_;
  Eigen::MatrixXd rows_, columns_, gram_, part_;
  Eigen::VectorXd right_, forces_, part_forces_;
  std::vector<bool> kept_;  // of the closed points: they are active
  std::vector<Eigen::Index> kept_rows_;
  std::vector<double> more_;  // of their tangential rows' softness
  double softness_ = 0.0;
  Eigen::MatrixXd row_;
  WalkPlantCounts counts_;
  std::string trouble_;
};

}  // namespace carom::simulation
