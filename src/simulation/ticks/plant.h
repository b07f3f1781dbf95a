// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot between two ticks of its controller. Input: generalised forces that are constant over the
// tick, motors that are implicit (motors.h), or both. Output: the state after it, contact forces,
// impacts on the way. Accelerations are constant over a part of a tick; forces x of the closed
// contacts solve
//   y = G x + c,  c = J M⁻¹(τ − h) + J̇v + 2ζω Jv + ω² [gap, 0, 0],
// with Coulomb's law (resting_forces.h), so that small gaps and slips decay instead of adding up
// (Baumgarte). Loops and coupled joints hold throughout (bilateral.h). A contact touches where its
// gap is zero (to 1e-10 m); it and all nearer than 1e-7 m join the closed ones in one impact. A
// closed contact opens where it is not active, is more than 1e-5 m up and leaves, or leaves an
// impact faster than 1 mm/s. Stops of joints are contacts with one row. Bodies of the robot may
// touch each other by their hulls.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/program/damper_power.h"
#include "simulation/ticks/bilateral.h"
#include "simulation/ticks/fall_watch.h"
#include "simulation/ticks/motors.h"
#include "simulation/ticks/resting_forces.h"
#include "solver/decompositions.h"

namespace carom::simulation {

/// A contact of the model. Its anchor is where it closed; its level is below 0 where it opened
/// below the ground, by rounding.
struct TickPoint : PointMemory {
  double gap = 0.0;                                 ///< At the node [m].
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< At the node, world.
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< World; of the last part of a tick [N].
  double load = 0.0;                                ///< Its part along the normal; a stop's [N m].
  double friction = 0.0;                            ///< Size of the rest [N].
  double slid = 0.0;  ///< Its way along the ground while closed, since the start [m].
};

struct TickOptions {
  /// How much higher the ground is under a contact than the contact itself says [m]; none: nothing.
  std::function<double(std::size_t contact, const ModelWorkspace& at)> lift = {};
  /// Slips of closed contacts that friction can end do so within a tick, and are counted; bases
  /// move in axes of the world, with terms of the velocity at mid-part. False, for walks, whose
  /// feet rest: slips decay as gaps do, and terms of the velocity are those of the node.
  bool quick_slips = true;
  bool watch_falls = false;  ///< Ends where a watched body of the model touches.
};

class TickPlant {
 public:
  /// `impact`: resolves one of these closed contacts at the node, sets the velocity; false: none.
  using Impact = std::function<bool(double time, State& state, const std::vector<int>& closed)>;
  /// Throws InvalidInput for contacts between two bodies that move, unless by hulls.
  TickPlant(const Model& model, TickOptions options);

  /// Contacts that touch are closed.
  void start(const State& state, double touching);
  /// `slid`: one per point, or none.
  void resume(const State& state, const std::vector<PointMemory>& points,
              const std::vector<double>& slid = {});
  [[nodiscard]] std::vector<PointMemory> memory() const;

  /// What drives the robot in a tick.
  struct Drive {
    const Eigen::VectorXd& force;  ///< Constant.
    TickMotors* motors = nullptr;  ///< None: no springs of joints are implicit either.
  };
  /// From the node to time + size. False: the impact has no answer, something is not finite, or a
  /// watched body touches (fallen()); time() is then where it ended.
  bool step(double time, double size, const Drive& drive, const Impact& impact,
            std::vector<ContactEvent>& events);

  const State& state() const { return state_; }
  ModelWorkspace& workspace() { return workspace_; }
  const Eigen::VectorXd& bias() const { return bias_; }  ///< At the node.
  const std::vector<TickPoint>& points() const { return points_; }
  std::int64_t parts() const { return parts_; }
  const std::string& trouble() const { return trouble_; }
  /// The body that touched the ground; none: nothing has fallen.
  const std::optional<std::string>& fallen() const { return fallen_; }
  double time() const { return time_; }
  /// Of the motors, contacts that slide and dampers, over all steps since this was last asked [J].
  [[nodiscard]] WorkMemory take_work() { return std::exchange(work_, {}); }

 private:
  void set_node();
  void measure();
  double gap_of(std::size_t point) const;
  void gather_closed();
  bool accelerate(double time, double left, const Drive& drive);
  bool solve_accelerations(const Drive& drive);
  void set_right();
  void note_slips(double time, std::vector<ContactEvent>& events);
  void add_slips(double s);
  void add_work(double s, const Drive& drive);
  bool take_accelerations(const Drive& drive);
  void find_roots();
  void move(double s);
  void set_velocity(double s);
  double first_touch(double size);
  bool falls(double& until);
  bool touch(double time, const Impact& impact, std::vector<ContactEvent>& events);
  void release(double time, std::vector<ContactEvent>& events);

  /// A joint between the world and a body that floats; its linear velocity is in the body's axes.
  struct Root {
    int q = 0, v = 0;
    bool planar = false;
    Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  ///< Of its origin, axes of the start.
  };

  Model model_;
  TickOptions options_;
  std::vector<Root> roots_;
  ModelWorkspace workspace_;
  Bilateral bilateral_;
  FallWatch watch_;
  State state_;
  Eigen::VectorXd start_q_, start_v_;  // of this part of a tick
  Eigen::VectorXd bias_, used_bias_, middle_v_, passive_, free_, acceleration_, shift_;
  std::vector<TickPoint> points_;
  std::vector<bool> is_stop_;      // of a joint
  std::vector<bool> is_internal_;  // a stop, or two bodies of the robot
  std::vector<double> start_gap_;
  std::vector<int> closed_;
  std::vector<solver::ConeContact> cones_;
  RestingForces resting_forces_;
  solver::Cholesky mass_;
  Eigen::MatrixXd implicit_mass_, rows_, columns_, row_;
  Eigen::VectorXd right_;
  double slip_decay_ = 0.0;
  std::int64_t parts_ = 0;
  double time_ = 0.0;
  std::optional<std::string> fallen_;
  WorkMemory work_;
  DamperPower dampers_;
  std::string trouble_;
};

}  // namespace carom::simulation
