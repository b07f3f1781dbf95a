// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": what a run leaves on disk, and reading it back to go on. Input: a model, its
// start, the options of a simulation. Output: a folder with
//   trajectory.csv  a row per output step, two per impact        (.npz and .mcap on request)
//   impacts.json    a list of outcomes, each with its time
//   events.csv      contacts that close, open, stick and slip
//   walk.csv        of a walk: centre of mass, ZMP, DCM, torques, a row per output step
//   touchdowns.json of a walk: feet that have landed
//   run.json        what was run, how it ended, a summary, the tree of trajectories
//   report.html     all of it at a glance
// branch_1/, branch_2/ … hold the same first three of other outcomes that were followed;
// checkpoint.json is there while a run is unfinished. Nothing in the files depends on the clock, or
// on how often a run was interrupted. Page: docs/simulation.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "carom/gait_cycle.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom {

/// Who watches a run.
struct RunWatch {
  /// Given after every step: where the simulation of which trajectory is.
  std::function<void(int trajectory, double time)> progress = {};
  /// Given what each step recorded (rows, impacts, events, notes of this step only), after it was
  /// taken; with `resume`, only what is new.
  std::function<void(int trajectory, const SimulationRecord& record)> observe = {};
};

struct RunFolderOptions {
  /// JSON that says what is run: the scene with its parameters, a robot with its posture … It
  /// becomes "scene" of run.json, and `resume` refuses the folder of something else.
  std::string subject = "{}";
  std::string title = {};   ///< Of report.html; empty: the model's name.
  Scene::Units units = {};  ///< Of the model; in the headers of the columns.
  bool resume = false;      ///< Go on with the unfinished run of the folder.
  bool npz = false;         ///< trajectory.npz too, made from the CSV at the end.
  bool mcap = false;        ///< trajectory.mcap too.
  bool page = true;         ///< report.html too, at the end.
  /// Folders of other runs, shown on the page beside this one: two designs, two laws, before and
  /// after. At most seven; models may differ, but that of an unfinished run.
  std::vector<std::filesystem::path> beside = {};
  double checkpoints = 2.0;  ///< At most so long between checkpoints [s of the clock].
  std::function<void(int trajectory, double time)> progress = {};  ///< As RunWatch's.
  std::function<void(int trajectory, const SimulationRecord& record)> observe = {};
};

/// A walk as a whole.
struct WalkSums {
  std::int64_t steps = 0;          ///< Feet that have landed.
  std::int64_t impacts = 0;        ///< Of touch-downs.
  double energy_lost = 0.0;        ///< In touch-downs [J].
  double largest_step_loss = 0.0;  ///< Of one touch-down [J].
  double tilt = 0.0;               ///< Largest, of the pelvis [rad].
  double slip = 0.0;               ///< Largest, of a closed point [m].
  double margin = 0.0;             ///< Smallest, of the ZMP in single support [m]; NaN: none yet.
  double effort = 0.0;             ///< Largest torque over its limit.
  std::string effort_joint = {};
  std::int64_t relaxed = 0;  ///< Ticks where the controller's limits had no common solution.
  double distance = 0.0;     ///< Of the centre of mass, horizontally, from the start [m].
  Eigen::Vector3d com_start = Eigen::Vector3d::Zero();
  double largest_jump = 0.0;   ///< Of a joint's velocity in one impact [rad/s].
  double indeterminacy = 0.0;  ///< Largest ξ under the law; NaN: none computed.
  double spread = 0.0;         ///< Largest of the practical verdicts; NaN: none asked.
};

/// A robot that lands, by ticks, as a whole.
struct LandingSums {
  double base_height_start = 0.0, base_height_end = 0.0;  ///< Of a free base; NaN: none [m].
  double speed = 0.0;    ///< Largest velocity at the end [m/s, rad/s].
  double carried = 0.0;  ///< By the ground at the end, against gravity; NaN: not by ticks [N].
  double slip = 0.0;     ///< Longest way of a point along the ground; NaN: not by ticks [m].
  bool settled = false;  ///< It finished, carried, with nothing faster than at_rest.
  static constexpr double at_rest = 1e-4;  ///< [m/s, rad/s] 0.1 mm in a second: nobody sees it.
  /// Of its weight: what carries a robot at rest differs by less, so that nothing falls or rises.
  static constexpr double balance = 1e-3;
  std::optional<Fall> fall = {};
  std::vector<LimitReached> limits = {};  ///< Motors that reached their limits.
};

/// A motor that was at its limit.
struct LimitShare {
  std::string joint = {};  ///< The velocity's name.
  double share = 0.0;      ///< Of the time with any entry of the program begun.
};

/// A trajectory under a motor program, as a whole, since the start of the run.
struct ProgramSums {
  std::string name = {};  ///< Of the program.
  WorkMemory work = {};
  double energy_end = 0.0;  ///< Kinetic and potential [J].
  double distance = 0.0;    ///< Of the centre of mass, horizontally, from the start [m].
  double duration = 0.0;    ///< [s]
  double weight = 0.0;      ///< m g [N].
  Eigen::Vector3d com_start = Eigen::Vector3d::Zero();
  /// Of this trajectory alone. Simultaneous: two contacts or more had a normal impulse.
  std::int64_t impacts = 0, simultaneous = 0;
  std::vector<LimitShare> at_limit = {};  ///< In the order of MotorDrive::driven.

  /// What of the change of energy nobody accounts for: the error of the integrator [J].
  [[nodiscard]] double unexplained() const;
  /// The same over all that was put in and lost; NaN: nothing was.
  [[nodiscard]] double relative_unexplained() const;
  /// Of transport: energy drawn by the motors over weight and distance; NaN: it went nowhere.
  [[nodiscard]] double cost() const;
};

/// Practical verdicts on the impacts of a trajectory (Outcome::practical).
struct SpreadSums {
  std::int64_t one = 0, slight = 0, several = 0;  ///< Impacts by grade.
  std::int64_t not_asked = 0;                     ///< Too slow to matter, or not to be had.
  double worst = 0.0;                             ///< Largest spread, of the momentum.
  double worst_time = 0.0;                        ///< [s]
  std::int64_t worst_impact = -1;                 ///< Counted from 0; -1: no impact had a verdict.
  bool friction = false;                          ///< Verdicts are with the contacts' friction.
};

/// One trajectory of a run; the first has the folder of the run.
struct RunTrajectory {
  int id = 0;
  int parent = -1;                        ///< Trajectory it branched from; -1: the first.
  std::int64_t impact = -1;               ///< Impact of the parent, counted from 0, where it did.
  double start = 0.0;                     ///< Time of its first row [s].
  std::filesystem::path folder = {};      ///< In that of the run; empty: that itself.
  RunStatus status = RunStatus::running;  ///< running: not ended yet.
  std::string message = {};
  double time = 0.0;  ///< How far it came [s].
  State state = {};   ///< There: the last good state.
  std::int64_t rows = 0, impacts = 0, captured = 0;
  std::int64_t integration_steps = 0, halvings = 0;
  /// The law's own verdicts on its impacts, and the first with several outcomes (-1: none).
  std::int64_t unique = 0, several = 0, not_checked = 0, first_several = -1;
  SpreadSums spread = {};  ///< How well defined its impacts are.
  double energy_start = 0.0, energy_end = 0.0;
  double kinetic_start = 0.0, kinetic_end = 0.0;  ///< Parts of them.
  double energy_lost = 0.0;                       ///< In impacts.
  /// Between impacts: largest distance from the energy right after the impact (or start) before.
  double energy_change = 0.0;
  LowestGap lowest_gap = {};
  std::optional<WalkSums> walk = {};        ///< Of a walk.
  std::optional<LandingSums> landing = {};  ///< Of a run by ticks, or with watched bodies.
  std::optional<ProgramSums> program = {};  ///< Of a run with a motor program.
  std::optional<GaitCycle> gait = {};  ///< Of one that repeats itself; of the first trajectory.
};

struct RunResult {
  /// finished: all trajectories; stopped: on request, or the disk is full (see message); diverged:
  /// one of them did, the others ended.
  RunStatus status = RunStatus::running;
  std::string message = {};
  std::vector<RunTrajectory> trajectories = {};  ///< By id: breadth first.
  std::vector<std::string> notes = {};           ///< What a reader must not miss.
};

/// Simulates into a folder, which is made if missing; memory does not grow with the duration.
/// Throws InvalidInput, before anything is changed, for what Simulation refuses and for a folder
/// that holds another run, an unfinished one (without `resume`) or files of the same names.
RunResult run_to_folder(const std::filesystem::path& folder, const Model& model, const State& start,
                        const SimulationOptions& options, const RunFolderOptions& how = {});

/// The text of run.json of a folder. Throws InvalidInput.
[[nodiscard]] std::string read_run(const std::filesystem::path& folder);
/// The same with "impacts", those of other trajectories with them; `indent` -1: one line.
[[nodiscard]] std::string read_run_with_impacts(const std::filesystem::path& folder, int indent);

/// Simulates and keeps nothing but what the result says. Notes and message do not say which
/// trajectory of a tree they are of. Throws InvalidInput as Simulation does.
RunResult run_in_memory(const Model& model, const State& start, const SimulationOptions& options,
                        const RunWatch& watch = {});

struct RunTexts {
  RunResult result = {};
  std::string json = {};  ///< As read_run_with_impacts() of a folder; empty: not asked for.
  std::string page = {};  ///< report.html; empty: not asked for.
};
/// Simulates without a folder; memory grows with the number of impacts if JSON is asked for. Of
/// `how`, what concerns files has no effect; `page`: report.html. Throws InvalidInput as Simulation
/// does, and for a page where carom was built without its viewer.
RunTexts run_to_texts(const Model& model, const State& start, const SimulationOptions& options,
                      const RunFolderOptions& how, std::optional<int> json_indent = {});

}  // namespace carom
