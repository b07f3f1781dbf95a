// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor program at work in one run. Input: the nodes of the run and what touches there. Output:
// the torques, as a Controller; the times at which they change their course, where a run ends a
// step; what a checkpoint must remember. Between two nodes every motor follows one piece of its
// motion, so that integrators see smooth forces:
//   τ = k (r − q) + d (ṙ − v) + f,   r(t) = Σ cᵢ (t − t₀)ⁱ,   f(t) = f₀ + f₁ (t − t₀),
// clipped at the motor's limit. hold: r constant. spin: k = 0, ṙ constant. clock and table: a piece
// between two knots. torque: k = d = 0.
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"

namespace carom::simulation {

class ProgramDriver {
 public:
  ProgramDriver(const Model& model, MotorDrive drive);

  /// The torques of this driver: it sees what the driver is told, and lives as long as it needs to.
  [[nodiscard]] Controller controller() const;
  const MotorDrive& drive() const { return course_->drive; }

  /// The first node of a run.
  void start();
  /// A node: entries whose time has come begin, motions go on to their next piece. True: some force
  /// may have jumped.
  bool arrive(double time, const Eigen::VectorXd& q);
  /// The first time after `time`, a node, at which a force may jump or bend; infinite: none known.
  [[nodiscard]] double next_break(double time) const;
  /// These contacts touch; `hit`: by an impact. True: an entry begins right now.
  bool touch(double time, const std::vector<int>& contacts, bool hit);
  /// Clipped, of all driven velocities, in their order [N m, N].
  void torques(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
               Eigen::Ref<Eigen::VectorXd> out) const;
  /// Σ τ v, and of positive summands alone [W].
  struct Power {
    double all = 0.0, drawn = 0.0;
  };
  [[nodiscard]] Power power(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;
  /// A step of so long ended in this state: which motors are at their limits.
  void note_limits(double time, double step, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  /// What a reader must not miss at the end: entries that never began, motors that are at their
  /// limits nearly all the time.
  [[nodiscard]] std::vector<std::string> notes() const;

  WorkMemory& work() { return memory_.work; }
  const WorkMemory& work() const { return memory_.work; }
  const ProgramMemory& memory() const { return memory_; }
  /// False: it is of another program.
  [[nodiscard]] bool resume(const ProgramMemory& memory, double time);

 private:
  /// What one motor does until the next break.
  struct Piece {
    const MotorDrive::Motor* motor = nullptr;
    double begin = 0.0;                ///< t₀ [s]
    std::array<double, 4> position{};  ///< cᵢ
    std::array<double, 2> torque{};    ///< fᵢ
    double stiffness = 0.0, damping = 0.0;

    [[nodiscard]] double wanted(double time, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v) const;
    [[nodiscard]] double clipped(double time, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v) const;
  };
  /// What the controller shares with the driver.
  struct Course {
    MotorDrive drive;
    std::vector<Piece> pieces;  ///< Of driven velocities with an entry that has begun.
    MotorSlopes slopes;
  };

  void choose_entries(double time);
  void set_pieces(double time);
  Piece piece_of(std::size_t entry, std::size_t motor, double time);
  void follow(const MotorClock& clock, double begin, double from, double time, Piece& piece);
  void follow(const MotorTable& table, double begin, double time, Piece& piece);
  void follow(const MotorTorque& torque, double begin, double time, Piece& piece);
  double& from(std::size_t entry, std::size_t motor);
  void break_at(double time, double now);

  std::vector<int> triggers_;            // contact of each entry; -1: none
  std::vector<std::size_t> first_from_;  // of each entry in memory_.from
  std::vector<int> chosen_;              // entry of each driven velocity; -1: none
  std::vector<double> ends_;             // of the pieces at work [s]
  double break_ = 0.0;
  ProgramMemory memory_;
  std::shared_ptr<Course> course_;
  std::vector<std::string> names_;  // of driven velocities
};

}  // namespace carom::simulation
