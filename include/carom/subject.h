// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": whatever a user may name as FILE, as one value: a scene of the gallery, a scene
// file (*.toml), a robot (*.urdf, *.xml, *.mjcf) or a problem (*.json). Input: the name, and what
// the use of it needs besides. Output: the problem of its impact, what of it can be varied, or the
// start of a run. Messages name options as the command does: --set, --contacts, --drop …
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/design.h"
#include "carom/gait_search.h"
#include "carom/law_by_name.h"
#include "carom/map.h"
#include "carom/model.h"
#include "carom/problem.h"
#include "carom/robot.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "carom/stance.h"
#include "carom/variation.h"
#include "carom/walking.h"

namespace carom {

enum class FileKind {
  scene,       ///< Of the gallery, by its name; a file of the same name wins.
  scene_file,  ///< *.toml
  robot,       ///< *.urdf, *.xml, *.mjcf
  stream,      ///< "-", *.jsonl, *.ndjson, pipes: one problem or many, told by their content.
  problem      ///< Anything else.
};
/// By the name alone, but for scenes and pipes; it need not exist.
[[nodiscard]] FileKind file_kind(const std::string& file);

struct SubjectOptions {
  enum class Use {
    impact,     ///< resolve, compare, analyze: its problem, and the model where there is one.
    variation,  ///< map, design: what can be varied.
    run         ///< What moves, as it starts; at rest where `impact` has it fall.
  };
  Use use = Use::impact;
  std::vector<std::string> settings = {};  ///< NAME=VALUE of scenes and scene files (--set).
  /// For impacts of the gallery: the model too, if its coordinates are those of the problem. Other
  /// scenes and robots always have theirs.
  bool with_model = true;
  std::optional<double> drop = {};  ///< A run falls from this height instead of where it stands.
  std::optional<std::string> ground = {};  ///< Of a run, in the words of terrain_from_words().
  /// Of a run: what its motors do. A program of the scene or scene file, by name; or a file of
  /// programs (*.toml), FILE:NAME where it has several. Numbers of it are among the settings:
  /// ENTRY.NUMBER=VALUE.
  std::optional<std::string> program = {};
  std::vector<std::string> motors =
      {};  ///< Further entries of it, as motor_from_words() reads them.

  // Of robot files; beside anything else they are faults.
  std::optional<std::string> base = {};      ///< "free" or "fixed"; none: as `robot` says.
  std::optional<std::string> velocity = {};  ///< A JSON list, or its file; for stance.velocity.
  RobotOptions robot = {};
  StanceOptions stance = {};  ///< `warn` hears the warnings of scene files too.
};

/// What is said about the law of a subject's impacts. Nothing: what the subject says, else what is
/// usual for it.
struct LawChoice {
  std::optional<std::string> name = {};
  LawSettings settings = {};
  std::optional<double> friction = {};  ///< Of every contact, static and dynamic.
};

struct Subject {
  std::string title = {};
  std::string scene = {};       ///< Of the gallery, by name or by a file; empty: none.
  SceneSettings settings = {};  ///< Of that scene.
  bool is_robot = false;
  std::optional<ImpactProblem> problem = {};  ///< For impacts.
  /// What moves; none for problems, and for scenes of the gallery that are varied (by parameters).
  std::optional<Model> model = {};
  State state = {};               ///< Of the model: just before it lands, or as a run starts.
  ProblemOptions options = {};    ///< Of the impact there.
  std::optional<Walk> walk = {};  ///< Of a run: it walks, or stands by its controller.
  /// Of a run: what its motors do; with what its scene runs by then.
  std::optional<SceneProgram> program = {};
  std::optional<std::string> law =
      {};  ///< That the file proposes; for runs, the scene's source too.
  /// What the file or scene says to the law, as text: corner_ball's mode, restitution of [law] …
  std::map<std::string, std::string> law_settings = {};
  Scene::Units units = {};
  /// JSON, of variations and runs: two subjects are the same if this is.
  std::string identity = {};
  std::vector<std::string> warnings = {};

  /// Newton coefficient where none is given: 0 for robots, whose feet do not bounce, 1 for scenes.
  double usual_restitution() const { return is_robot ? 0.0 : 1.0; }
  /// `given`, and where it has nothing, what the file or the scene says.
  [[nodiscard]] LawChoice completed(LawChoice given) const;
  /// The same for laws that each need a coefficient: of a robot's impact, where neither that nor
  /// any contact has a restitution, the usual one.
  [[nodiscard]] LawChoice completed(LawChoice given, const ImpactProblem& impact) const;
  /// Newton coefficient of the verdict: that of a completed choice, else of all contacts, else the
  /// usual one.
  [[nodiscard]] double restitution(const LawChoice& choice, const ImpactProblem& impact) const;
  // Of variations:
  /// Everything that can be varied.
  std::vector<VariedParameter> parameters() const;
  /// `posture`, `geometry` and `all` stand for what they hold; none: all of a scene, the posture of
  /// a model.
  std::vector<std::string> varied_names(const std::vector<std::string>& words) const;
  Variation vary(const std::vector<std::string>& names,
                 Variation::Closing closing = Variation::Closing::follow) const;
  /// What moves, with all that may touch: for pictures.
  Model drawn() const;
};

/// Throws InvalidInput with all faults.
[[nodiscard]] Subject open_subject(const std::string& file, const SubjectOptions& options = {});

/// The options of a design of the subject: law, restitution and seed are set, and whether it is to
/// be practical. Throws InvalidInput as law_by_name() does.
[[nodiscard]] DesignOptions design_options(const Subject& subject, const LawChoice& law = {},
                                           DesignOptions options = {});

struct MapChoice {
  std::vector<std::string> axes = {};      ///< As parse_axis() reads them; none: usual_map()'s.
  std::vector<std::string> measures = {};  ///< None: those of that figure, else usual_measures().
  LawChoice law = {};
  int threads = 0;  ///< 0: all cores.
};
/// A map of the subject. Throws InvalidInput with all faults of the axes.
[[nodiscard]] Map make_map(const Subject& subject, const MapChoice& choice = {});

/// Motors that hold a posture.
struct HoldChoice {
  std::optional<std::string> posture = {};  ///< Name, JSON, or its file; none: as the run starts.
  std::optional<double> stiffness = {}, damping = {}, frequency = {};  ///< Of HoldOptions.
  std::vector<std::string> joints = {};                                ///< None: motor_joints().
};
/// What is said about a run. Nothing: as the subject says, else as usual.
struct RunChoice {
  LawChoice law = {};
  std::optional<HoldChoice> hold = {};  ///< None: no motors, or those of the subject's program.
  /// [s] None: a walk's or a motor program's own, else as the options say.
  std::optional<double> duration = {}, step = {};
  std::optional<double> tolerance = {};  ///< None: a motor program's own, else the options'.
  /// None: ticks for robots; for others runge_kutta under a motor program, whose account of energy
  /// closes to its tolerance, else as the options say; those too where branches or orders are
  /// followed.
  std::optional<IntegratorKind> integrator = {};
  /// Ends of the joints' ranges: "plastic", "elastic", a restitution, or "off". None: plastic for
  /// robots, off for others.
  std::optional<std::string> limits = {};
  /// Bodies of a robot may touch each other (self_contacts()); by ticks alone.
  bool self_collision = false;
  bool orders = false;  ///< For simulate_orders(): refused beside a walk.
  /// Hears of friction that the law has not, and of motors that do not carry the robot.
  std::function<void(const std::string&)> warn = {};
};
/// Coefficient of friction of robots' contacts, where nobody says another: rubber on a floor.
inline constexpr double robot_friction = 0.8;

/// `options` with the law (usual_run_law() where none is named), walk and motors of a run. The
/// subject's model gets its coefficients of friction and restitution, and its identity says law,
/// friction and motors: with others it is another run. Throws InvalidInput with all faults.
[[nodiscard]] SimulationOptions prepare_run(Subject& subject, const RunChoice& choice = {},
                                            SimulationOptions options = {});

struct GaitChoice {
  /// Numbers of the motor program (ENTRY.NUMBER, ENTRY for those of its motion, the word of a
  /// motion for those of all its entries; * and ? stand for letters), and numbers of the scene.
  std::vector<std::string> vary = {};
  std::vector<std::string> bounds = {};  ///< As parse_bounds() reads them.
  RunChoice run = {};
};
/// A subject whose gaits are searched.
struct GaitSubject {
  Subject subject;  ///< As it starts, with its program.
  GaitProblem problem = {};
  std::size_t of_program =
      0;  ///< The first so many variables are the program's, others the scene's.

  /// Its program with these numbers, one per variable.
  [[nodiscard]] MotorProgram program(const Eigen::VectorXd& values) const;
  /// NAME=VALUE of the scene that such a run needs besides, all digits.
  [[nodiscard]] std::vector<std::string> settings(const Eigen::VectorXd& values) const;
};
/// Opens what is searched; `options` name a program. Without bounds numbers stay between half and
/// twice their start, angles within 0.5 rad and phases within a quarter period of it. Throws
/// InvalidInput with all faults.
[[nodiscard]] GaitSubject open_gait(const std::string& file, const SubjectOptions& options,
                                    const GaitChoice& choice, const SimulationOptions& run = {});

/// A design as text that is read again: a posture of the model (JSON), or a scene (TOML). The first
/// solution, or the start where that is one.
[[nodiscard]] std::string design_text(const Subject& subject, const Design& design);

}  // namespace carom
