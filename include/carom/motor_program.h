// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": what the motors of a run do, as plain data: entries, each with joints, a motion,
// a trigger and gains. Scenes have programs, scene files ([[motors.NAME]]) and files of programs
// too; the stage "control" turns one into forces (control.h, drive_motors()). Page:
// docs/programs.md.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace carom {

/// When an entry takes its joints over: so long after an event, once.
struct MotorTrigger {
  enum class Kind {
    start,         ///< The start of the run.
    first_impact,  ///< Its first impact, of whatever contacts.
    touch          ///< The first touch of `contact`.
  };
  Kind kind = Kind::start;
  std::string contact = {};  ///< Of touch: its name.
  double delay = 0.0;        ///< [s]
};

/// Stay at a position.
struct MotorHold {
  std::optional<double> position = {};  ///< [rad, m] None: where the joint is when it begins.
};
/// Turn at a rate, wherever the joint is.
struct MotorSpin {
  double rate = 0.0;  ///< [rad/s, m/s]
};
/// RHex's clock (Buehler): once around in each period, slowly through `sweep` about `middle`
/// during `duty` of the period, while the leg is on the ground, and fast through the rest.
struct MotorClock {
  double period = 1.0;  ///< [s]
  double duty = 0.5;    ///< Of the period, 0 < duty < 1.
  double sweep = 1.0;   ///< [rad], 0 < sweep < 2π.
  double middle = 0.0;  ///< [rad] Position in the middle of the slow part.
  /// Of the period, one for each joint or one for all: 0 begins the slow part when it begins.
  std::vector<double> phases = {0.0};
  bool clockwise = false;  ///< Positions fall.
};
/// Positions over time.
struct MotorTable {
  Eigen::VectorXd times = {};      ///< Increasing, counted from when it begins [s].
  Eigen::MatrixXd positions = {};  ///< A row per time; a column per joint, or one for all.
  bool repeats = false;            ///< The last row is the first one again; else it stays there.
  bool smooth = true;              ///< Cubic between the knots, with continuous rates; else linear.
};
/// Torques over time, linear between the knots; before the first and after the last 0. One knot
/// that repeats: that torque for ever.
struct MotorTorque {
  Eigen::VectorXd times = {};    ///< Increasing, counted from when it begins [s].
  Eigen::MatrixXd torques = {};  ///< [N m, N] As positions of a table.
  bool repeats = false;          ///< The last row is the first one again.
};

struct MotorEntry {
  std::string name = {};  ///< What parameters of it are called by; empty: its motion's.
  /// Names of joints or of their actuators; * and ? stand for other letters.
  std::vector<std::string> joints = {};
  std::variant<MotorHold, MotorSpin, MotorClock, MotorTable, MotorTorque> motion = {};
  MotorTrigger at = {};
  // Of each of its motors; none: those that hold_posture() would choose. A spin has no stiffness,
  // torques have neither.
  std::optional<double> stiffness = {};  ///< [N m/rad, N/m]
  std::optional<double> damping = {};    ///< [N m s/rad, N s/m]
  std::optional<double> frequency = {};  ///< [rad/s] Of the usual gains; in place of both.
  std::optional<double> limit = {};      ///< [N m, N] None: the motor's own.
};

/// Of entries for the same joint the one that began last drives it; of several at once, the last in
/// the list. A joint without one that has begun is free.
struct MotorProgram {
  std::string name = {};
  std::string summary = {};
  std::vector<MotorEntry> entries = {};
};

/// The word of a motion: hold, spin, clock, table, torque.
[[nodiscard]] std::string motion_word(const MotorEntry& entry);
/// "at 0.3 s", "at the first impact", "0.1 s after the touch of 'foot'".
[[nodiscard]] std::string to_string(const MotorTrigger& trigger);

/// Throws InvalidInput with all faults that need no model: numbers out of range, times that do not
/// increase, sizes that differ, no joints.
void check_program(const MotorProgram& program);

/// A number of a program, for sweeps and searches: "clock.period", "clock.phase[1]".
struct ProgramParameter {
  std::string name = {};
  double value = 0.0;
  std::string unit = {};            ///< Of a joint that turns.
  double lower = 0.0, upper = 0.0;  ///< What check_program() allows, ±infinity where all.
};
/// Rates, the numbers of clocks, gains that are given, delays and positions held; not tables.
[[nodiscard]] std::vector<ProgramParameter> program_parameters(const MotorProgram& program);
/// Throws InvalidInput that lists the names; what the value must be, check_program() says.
void set_program_parameter(MotorProgram& program, std::string_view name, double value);

/// The programs of a TOML file: tables [[motors.NAME]] (docs/programs.md). Tables as CSV are looked
/// for beside it. Throws InvalidInput with all faults, each with file and line.
[[nodiscard]] std::vector<MotorProgram> load_programs(const std::filesystem::path& file);
/// The same from text; `where` names it in messages, tables are looked for below `folder`.
[[nodiscard]] std::vector<MotorProgram> programs_from_toml(std::string_view text,
                                                           std::string_view where,
                                                           const std::filesystem::path& folder);
/// A file that load_programs() reads as this program, all digits of its numbers.
[[nodiscard]] std::string to_toml(const MotorProgram& program);
/// One entry in the words of such a table, as a shell has them: "joint = 'hip', spin = 12". Tables
/// as CSV are looked for from the working directory, anywhere. Messages begin with "--motor".
[[nodiscard]] MotorEntry motor_from_words(std::string_view words);

}  // namespace carom
