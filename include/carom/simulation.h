// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "simulation": motion between impacts, and impacts where they happen. Input: a model, its
// state at time 0, a law. Output: rows of a trajectory, impacts with their outcomes and verdicts,
// contacts that close, slide, stick and open. Pages: docs/simulation.md.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "carom/control.h"
#include "carom/law.h"
#include "carom/law_by_name.h"
#include "carom/laws/propagative.h"
#include "carom/model.h"
#include "carom/outcome.h"
#include "carom/resolve.h"
#include "carom/walking.h"

namespace carom {

enum class IntegratorKind {
  variational,  ///< Midpoint rule on the configuration group; order 2, momentum maps exact.
  runge_kutta,  ///< Dormand-Prince 5(4), steps by error control, dense output.
  /// For robots on many points: accelerations constant over a step (or the part of it up to a
  /// touch), motors implicit, forces of closed contacts by complementarity with Coulomb friction.
  /// Order 1; contacts at rest stay at rest. As walks.
  ticks
};

inline constexpr std::array integrators = {IntegratorKind::variational, IntegratorKind::runge_kutta,
                                           IntegratorKind::ticks};

struct SimulationOptions {
  Law law = Propagative{};
  double duration = 1.0;  ///< [s]
  double step = 1e-3;     ///< Of the grid on which rows lie [s].
  int every = 1;          ///< A row every so many steps.
  IntegratorKind integrator = IntegratorKind::variational;
  double tolerance = 1e-10;  ///< Relative and absolute error per step of runge_kutta.
  Controller controller = {};
  /// Motors by a program, in place of a controller; where the energy goes is then kept account of
  /// (WorkMemory), and rows have torques.
  std::optional<MotorDrive> drive = {};
  /// The robot walks: torques are the walk's, constant over `step`, which is the controller's
  /// period; between impacts accelerations are constant over a step, and forces of closed contacts
  /// solve a complementarity problem with Coulomb friction. A walk has a controller and steps of
  /// its own: options of unfit_for_walk() are refused.
  std::optional<Walk> walk = {};

  /// Contacts whose gap is within this of zero at an impact take part in it [the model's length].
  double touching = 1e-9;
  /// A start deeper than `touching` is refused; true: it is moved to the nearest posture that
  /// touches, and the change is noted.
  bool project_start = false;
  /// Slower impacts are plastic: restitution 0 at every contact [the model's length per s].
  double plastic_speed = 0.0;
  /// Impacts of one contact that follow each other faster than this, four in a row, end in a
  /// plastic impact: chattering is captured [s]. Elastic impacts: faster than the step, if that is
  /// longer (S3 VII), since theirs need not come to an end.
  double chatter = 1e-6;
  /// Beyond so many impacts within one step, the next is plastic whatever the intervals.
  int max_impacts_per_step = 1000;

  /// Contacts that would close within this time of an impact count as simultaneous in its practical
  /// verdict: the heights of real feet are not known better [s].
  double simultaneous = 0.0;
  bool verdict = true;  ///< Whether each outcome is the only one; false: not checked, faster.
  ResolveOptions resolve = {};
  /// Where the verdict is `several`: follow this many of the most different outcomes.
  int branches = 1;
  int max_trajectories = 16;  ///< Of a tree of branches; beyond it the law's outcome alone goes on.

  /// A body of ModelParts::watched that touches ends the run: status `fell`.
  bool fall_check = true;

  /// Asked between steps; true stops.
  std::function<bool()> stop = {};
};

/// The options that a walk has no use for and that differ from their defaults, by name, in the
/// order of SimulationOptions: integrator, tolerance, controller, drive, project_start, branches.
/// Empty: a walk with these options is not refused for them.
[[nodiscard]] std::vector<std::string> unfit_for_walk(const SimulationOptions& options);

/// One line of a trajectory.
struct TrajectoryRow {
  enum class Kind { step, before_impact, after_impact };
  Kind kind = Kind::step;
  double time = 0.0;
  State state = {};
  double energy = 0.0;   ///< Kinetic, and of gravity and springs [J].
  double kinetic = 0.0;  ///< The first of them [J].
  Eigen::VectorXd gaps;  ///< Of all contacts.
  /// Of all contacts: normal force, and size of the friction force; 0 where not active [N]. At an
  /// impact: of those active right before and right after it.
  Eigen::VectorXd forces = {}, friction = {};
  // Of runs with a motor program:
  Eigen::VectorXd torque = {};  ///< Of MotorDrive::driven, in its order [N m, N].
  double motor_work = 0.0;      ///< Of all motors since the start [J].
};

/// An impact, where and when it happened.
struct ImpactRecord {
  double time = 0.0;
  std::int64_t step = 0;      ///< Of the grid, counted from 0.
  std::vector<int> contacts;  ///< Those that took part, as the outcome numbers them.
  Eigen::VectorXd gaps;       ///< Of all contacts.
  Eigen::VectorXd q, velocity_minus;
  bool plastic = false;   ///< Restitution was set to 0: slow, or chattering.
  bool captured = false;  ///< Of chattering (Zeno).
  bool at_stop = false;   ///< What was hit are stops of joints alone.
  /// Of captured chattering: when it would have ended, from the ratio of its last intervals.
  std::optional<double> accumulation = {};
  Outcome outcome = {};
  /// The velocities after it of the other outcomes followed (`branches`), and the numbers of their
  /// trajectories.
  std::vector<Eigen::VectorXd> alternatives = {};
  std::vector<int> followed_by = {};
};

/// A contact that becomes active, ends to be, or changes between rest and sliding.
struct ContactEvent {
  enum class Kind { closes, opens, sticks, slips };
  Kind kind = Kind::closes;
  double time = 0.0;
  int contact = 0;
};

/// A sustained contact: active without impact.
struct HeldContact {
  int contact = 0;
  bool sticks = false;
  /// Where it sticks [world].
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
};

/// What is remembered of a contact's impacts, to see chattering.
struct ContactMemory {
  int impacts = 0;        ///< So far.
  double last = 0.0;      ///< Time of the last one.
  double interval = 0.0;  ///< Between the last two.
  double previous = 0.0;  ///< Between the two before.
};

/// The deepest that any contact has been.
struct LowestGap {
  std::string contact = {};  ///< Its name; empty: there is none.
  double gap = 0.0;          ///< Negative: inside the other [the model's length].
  double time = 0.0;         ///< [s]
};

/// What the variational integrator remembers of the steps before a node.
struct VariationalMemory {
  /// A step: its midpoint velocities, from which those of the next one are guessed.
  struct Past {
    bool known = false;
    double middle = 0.0;  ///< Its middle, counted from the node [s].
    Eigen::VectorXd velocity = {};
  };
  /// Centre of mass of a tree of bodies that floats.
  struct Flight {
    Eigen::Vector3d center = Eigen::Vector3d::Zero(), momentum = Eigen::Vector3d::Zero();
    Eigen::Vector3d spin = Eigen::Vector3d::Zero();  ///< Angular momentum about it.
  };
  Past last = {}, older = {};
  Eigen::VectorXd momentum = {};  ///< Of the node; of floating trees about their centres of mass.
  std::vector<Flight> flights = {};
  Eigen::VectorXd reaction = {};  ///< Impulses of loops and sustained contacts at the node.
};
/// The same of runge_kutta.
struct RungeKuttaMemory {
  double inner_step = 0.0;  ///< Size proposed for the next inner step; 0: none yet [s].
};
/// None: nothing is remembered, right after an impact.
using IntegratorMemory = std::variant<std::monostate, VariationalMemory, RungeKuttaMemory>;

/// Where the energy of a run with a motor program came from and went, since the start [J]. The
/// change of kinetic and potential energy is motors + impacts + friction + dampers, but for the
/// error of the integrator.
struct WorkMemory {
  double start = 0.0;     ///< The energy at the start.
  double motors = 0.0;    ///< Work of the motors.
  double drawn = 0.0;     ///< The same without what they took back: Σ ∫ max(τ v, 0) dt.
  double impacts = 0.0;   ///< Negative: lost in impacts.
  double friction = 0.0;  ///< Negative: of contacts that slide.
  double dampers = 0.0;   ///< Negative: of joints and between points.
};

/// What a motor program remembers.
struct ProgramMemory {
  std::vector<double> begins = {};  ///< Of each entry, when [s]; NaN: it waits for its trigger.
  /// Of each entry and motor in it: the position it began at; NaN: it has not.
  std::vector<double> from = {};
  std::vector<double> at_limit = {};  ///< Of each driven velocity: time at its limit so far [s].
  double driven = 0.0;                ///< Time with any entry begun [s].
  WorkMemory work = {};
};

/// From what the energy of a run is judged to be beyond all reason [J].
struct EnergyMemory {
  double start = 0.0;    ///< All of it at the start.
  double gravity = 0.0;  ///< Gravity's part of that.
  double least = 0.0;    ///< The least that the run resolves.
  double work = 0.0;     ///< Of the motors, so far.
  double fall = 0.0;     ///< Largest change of gravity's part, so far.
};

/// What a run from event to event remembers.
struct EventMemory {
  double closing_speed = 0.0, slipping_speed = 0.0;  ///< Largest of a contact so far.
  EnergyMemory energy = {};
  IntegratorMemory integrator = {};
};

/// What a run by ticks remembers of a contact.
struct PointMemory {
  bool closed = false;
  bool sticks = false;  ///< Closed, and friction holds it. Not of walks.
  double level = 0.0;   ///< Gap at which it closes again [m].
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
};

/// What a run by ticks remembers.
struct TickMemory {
  std::vector<PointMemory> points = {};  ///< One per contact of the model.
  std::vector<int> limited = {};         ///< Velocities whose motors have reached their limits.
  std::vector<double> slid = {};         ///< Of each, its way along the ground so far [m].
  bool fell_back = false;                ///< An impact had no answer under the law.
  double closing_speed = 0.0;            ///< Of the fastest impact so far.
  double carried = 0.0;                  ///< By the ground, against gravity, in the last step [N].
  EnergyMemory energy = {};
};

/// What a walk remembers.
struct WalkMemory {
  using Point = PointMemory;             ///< A contact under a foot.
  std::int64_t relaxed = 0, failed = 0;  ///< Ticks without all tasks met, and without torques.
  Eigen::VectorXd start = {};            ///< Configuration at time 0: the plan follows from it.
  std::vector<Point> points = {};        ///< One per contact of the model.
  Eigen::VectorXd controller = {};       ///< Numbers of the walk's controller, in its order.
  Eigen::VectorXd landing = {};          ///< Numbers of the landing under way, in its order.
};

/// All that a simulation needs to go on with the same bits.
struct SimulationCheckpoint {
  double time = 0.0;
  std::int64_t step = 0;               ///< Whole steps of the grid done.
  std::int64_t integration_steps = 0;  ///< Accepted, parts of steps too.
  std::int64_t halvings = 0;           ///< Steps that had to be halved to converge.
  std::int64_t impacts = 0;
  int impacts_in_step = 0;
  Eigen::VectorXd q, v;
  std::vector<HeldContact> held;
  std::vector<ContactMemory> contacts;        ///< One per contact of the model.
  LowestGap lowest_gap = {};                  ///< So far, at the nodes of all steps.
  std::optional<ProgramMemory> program = {};  ///< Of runs with a motor program.
  std::variant<std::monostate, EventMemory, WalkMemory, TickMemory> memory =
      {};  ///< None: of no run.
};

/// A body that should not touch the ground did.
struct Fall {
  double time = 0.0;      ///< [s]
  std::string body = {};  ///< Of ModelParts::watched.
};

/// A motor at its limit for the first time.
struct LimitReached {
  std::string joint = {};  ///< The velocity's name.
  double limit = 0.0;      ///< [N, N m]
  double time = 0.0;       ///< [s]
};

/// What happened, in order.
struct SimulationRecord {
  std::vector<TrajectoryRow> rows;
  std::vector<ImpactRecord> impacts;
  std::vector<ContactEvent> events;
  std::vector<std::string> notes;         ///< What a reader must not miss.
  std::vector<WalkSample> walk;           ///< Of walks: one per tick.
  std::vector<Touchdown> touchdowns;      ///< Of walks: feet that have landed.
  std::optional<Fall> fall = {};          ///< Of `ticks`: how the run ended, where it fell.
  std::vector<LimitReached> limits = {};  ///< Of `ticks`.
  /// Right after an impact, with another outcome than the one that goes on: one for each entry of
  /// ImpactRecord::alternatives, in order.
  std::vector<SimulationCheckpoint> forks;
};

enum class RunStatus {
  running,
  finished,  ///< The duration is over.
  fell,      ///< A walk, or a watched body touched the ground: the last state stands.
  stopped,   ///< On request.
  diverged   ///< No answer: the last good state stands.
};
std::string to_string(RunStatus status);
std::string to_string(ContactEvent::Kind kind);
std::string to_string(IntegratorKind kind);

/// One trajectory. Not thread-safe; simulations of one model may run in different threads.
class Simulation {
 public:
  /// Throws InvalidInput with all faults: state off the manifold, penetration, an open loop, a
  /// velocity that violates a loop, a step or duration that is not positive …
  Simulation(Model model, State start, SimulationOptions options = {});
  /// Goes on from a checkpoint of the same model and options.
  Simulation(Model model, SimulationCheckpoint checkpoint, SimulationOptions options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// To the next time of the grid; what happens on the way is appended to `record`. The first call
  /// appends the row of the start before. False: it has ended, see status().
  bool advance(SimulationRecord& record);

  const Model& model() const;
  double time() const;
  const State& state() const;
  RunStatus status() const;
  const std::string& message() const;  ///< Why it ended.
  SimulationCheckpoint checkpoint() const;

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

/// A whole trajectory in memory.
struct Trajectory {
  int id = 0;
  int parent = -1;           ///< Trajectory it branched from; -1: the first.
  std::int64_t impact = -1;  ///< Impact of the parent, counted from 0, where it did.
  SimulationRecord record = {};
  RunStatus status = RunStatus::running;
  std::string message = {};
  SimulationCheckpoint end = {};
};
/// To the end. Throws InvalidInput as Simulation does.
[[nodiscard]] Trajectory simulate(const Model& model, const State& start,
                                  const SimulationOptions& options = {});
/// The tree of `options.branches` outcomes at every impact with several; breadth first, the law's
/// own outcomes are trajectory 0.
[[nodiscard]] std::vector<Trajectory> simulate_branches(const Model& model, const State& start,
                                                        const SimulationOptions& options);

/// How far two trajectories of one model diverge (S3 Fig. 8), at the times of the grid that both
/// have: ‖p_a − p_b‖ / ‖p_a‖ with the momenta p = M v in coordinates, in the metric of a's mass
/// matrix. Where a stands still it is measured by the largest ‖p_a‖ so far.
struct Divergence {
  Eigen::VectorXd times;
  Eigen::VectorXd momentum;       ///< ξ(t).
  Eigen::VectorXd configuration;  ///< Largest difference of a coordinate.

  /// The first time at which the momenta differ by more than rounding; none: never.
  [[nodiscard]] std::optional<double> begins() const;
};
[[nodiscard]] Divergence divergence(const Model& model, const SimulationRecord& a,
                                    const SimulationRecord& b);
using Parting [[deprecated("Divergence")]] = Divergence;
[[deprecated("divergence()")]] [[nodiscard]] Divergence part(const Model& model,
                                                             const SimulationRecord& a,
                                                             const SimulationRecord& b);

/// The same start with the impacts resolved in two orders, and how far the trajectories diverge.
struct OrderRuns {
  static constexpr Policy first_policy = Policy::most_violated;
  static constexpr Policy other_policy = Policy::least_violated;
  Trajectory first, other;
  Divergence divergence;
};
/// Throws InvalidInput for a law that resolves contacts in no order.
void require_orders(const Law& law);
/// `options.law` with either policy. Throws InvalidInput as require_orders() and Simulation do.
[[nodiscard]] OrderRuns simulate_orders(const Model& model, const State& start,
                                        const SimulationOptions& options = {});

/// The law of a run where none is chosen, by name: a contact with friction needs a law that has
/// it, regular; else plastic for robots, whose feet do not bounce, unless something is given that
/// plastic does not have (a restitution, a policy); else propagative.
[[nodiscard]] std::string usual_run_law(const Model& model, bool is_robot,
                                        const LawSettings& given = {});

}  // namespace carom
