// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": what the landing of a model on its contacts does, and what to change.
// Input: a model, its state just before, which contacts close. Output: the analysis of that impact
// with what only a model can say: the base in m/s and rad/s, joints locked, rotor inertia, joint
// jumps, the posture; and the same landing under several laws. Page: docs/robots.md.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "carom/analysis.h"
#include "carom/compare.h"
#include "carom/law.h"
#include "carom/model.h"
#include "carom/outcome.h"
#include "carom/stance.h"

namespace carom {

struct LandingOptions {
  /// `restitution`: Newton coefficient of the verdict. Feet do not bounce unless told so.
  AnalysisOptions analysis = {.restitution = 0.0};
  /// Contacts declared closed, joints locked.
  ProblemOptions problem = {};
  /// Of impulses, joint jumps and contacts that lift. None: plastic at restitution 0, else
  /// propagative at that restitution.
  std::optional<Law> law = {};
  std::vector<double> restitutions = {0.0, 0.3, 1.0};  ///< Of the table beside the verdict.
  /// Given to every joint that has none, for the bracket [kg m², prismatic joints kg].
  double rotor_inertia = usual_rotor_inertia;
  double posture_step = 0.1;  ///< Largest change of a joint in one step of the posture [rad].
  int posture_steps = 4;
};

/// A spread, and what it means for the velocity of the model.
struct LandingSpread {
  Spread spread;
  std::optional<Analysis::Practical> practical;
  /// Of a free base, the largest difference of two outcomes: linear in world axes [m/s], angular in
  /// the base's (roll, pitch, yaw where x points forward and z up) [rad/s].
  std::optional<Eigen::Vector3d> base_linear, base_angular;
  Eigen::VectorXd components;  ///< Largest difference of every velocity of the problem.
};

/// A velocity of the problem before and after, under the law.
struct VelocityJump {
  int velocity = 0;  ///< Index in the model's velocities.
  double before = 0.0, after = 0.0;
  double limit = 0.0;  ///< Infinity: none known.
  bool exceeds() const;
};

/// Without bounce: `first` lands alone, `second` after it, and `first` opens again.
struct KickedOpen {
  int first = 0, second = 0;
  double gap_rate = 0.0;  ///< [m/s] > 0
};

/// How the couplings move with the posture, by central differences; over the model's velocities.
struct PostureGradient {
  int first = 0, second = 0;   ///< The pair of contacts that is coupled most.
  double inner_product = 0.0;  ///< w of that pair.
  Eigen::VectorXd plain;       ///< ∂w/∂q, each coordinate alone, contacts kept as rows.
  /// ∂w over joint motions that keep every contact and loop closed while the base follows; its
  /// entries for the base are zero.
  Eigen::VectorXd closed;
};

/// The posture after small steps that lower the spread most, contacts kept closed.
struct PostureStep {
  Eigen::VectorXd change;    ///< difference(start, posture): base and joints.
  double estimate = 0.0;     ///< √(Σw²) √(T_c/T), by the gradient at the step's start.
  LandingSpread spread;      ///< Computed anew there, at the restitution of the verdict.
  double inner_product = 0;  ///< Largest |w| there, signed.
};

/// Everything that `carom analyze` says about a model.
struct Landing {
  Analysis analysis;
  std::string model;
  std::vector<std::string> velocity_names;  ///< Of the model.
  std::vector<int> velocities;              ///< Those of the problem: not locked.
  double total_mass = 0.0;                  ///< [kg]
  double approach_speed = 0.0;              ///< Largest of the contacts [m/s].
  LandingSpread spread;                     ///< At analysis.restitution.
  std::vector<LandingSpread> restitutions;  ///< The table.
  std::optional<LandingSpread> locked;      ///< All joints locked; none without a free base.
  bool rotor_inertia_known = false;
  double rotor_inertia = 0.0;                       ///< Of `with_rotors` [kg m²].
  std::optional<LandingSpread> with_rotors;         ///< None if the file has rotor inertia.
  std::optional<LandingSpread> without_rotors;      ///< None if it has none.
  Eigen::VectorXd rotor_gradient;                   ///< ∂w/∂armature of the worst pair [1/(kg m²)].
  Eigen::VectorXd effective_mass;                   ///< 1/(n M⁻¹ nᵀ) of each contact [kg].
  Outcome outcome;                                  ///< Under the law.
  Eigen::VectorXd gap_rate_before, gap_rate_after;  ///< Of each contact [m/s].
  std::vector<VelocityJump> jumps;                  ///< Of joints, largest first.
  std::vector<int> lifting;                         ///< Contacts that open, fastest first.
  std::vector<KickedOpen> kicked;                   ///< Fastest first.
  std::optional<PostureGradient> gradient;          ///< None: fewer than two contacts.
  std::vector<PostureStep> steps;                   ///< Empty where nothing is gained.
  std::vector<std::string> advice;                  ///< Of the model, then analysis.advice.

  /// One sentence: "go2, 4 contacts: practically one outcome at restitution 0 (orders differ by …".
  std::string summary() const;
  /// A screen of text.
  std::string report() const;
};

/// Throws InvalidInput for bad options and whatever make_problem refuses.
[[nodiscard]] Landing analyze_landing(const Model& model, const State& state,
                                      const LandingOptions& options = {});
/// Of a robot on the ground (stance.h); `options.problem` is the stance's.
[[nodiscard]] Landing analyze_landing(const Stance& stance, LandingOptions options = {});

struct LandingCompareOptions {
  /// No laws: every law of the library, at `restitution`.
  CompareOptions compare = {};
  double restitution = 0.0;     ///< Newton coefficient of the verdict, as of LandingOptions.
  ProblemOptions problem = {};  ///< Contacts declared closed, joints locked.
};

/// The few numbers of a landing under one law that are read first.
struct LawLanding {
  /// Of a free base after the impact: linear in world axes [m/s], angular in its own [rad/s].
  std::optional<Eigen::Vector3d> base_linear, base_angular;
  std::optional<VelocityJump> largest_jump;  ///< Of the joints; none: no joint can move.
  double normal_impulse = 0.0;               ///< Of all contacts together [N·s].
};

/// One landing under several laws.
struct LandingComparison {
  ImpactProblem problem;  ///< As made of the model; laws with friction see `friction`.
  Comparison comparison;
  std::vector<std::optional<LawLanding>> laws;  ///< As comparison.outcomes; none: no answer.
  std::vector<std::string> velocity_names;      ///< Of the model.
  double restitution = 0.0;
  std::optional<double> friction = {};                       ///< None: that of the contacts.
  double approach_speed = 0.0;                               ///< Largest of the contacts [m/s].
  std::optional<Eigen::Vector3d> base_linear, base_angular;  ///< Before, as in LawLanding.
  LandingSpread spread;  ///< The practical verdict, the same that analyze_landing has.
};

/// Throws InvalidInput for bad options and whatever make_problem refuses; a law that refuses the
/// problem is left out, as by compare().
[[nodiscard]] LandingComparison compare_landing(const Model& model, const State& state,
                                                const LandingCompareOptions& options = {});

}  // namespace carom
