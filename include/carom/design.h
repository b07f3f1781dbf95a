// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": postures and geometries whose impact has one outcome, or loses little. Input: a
// variation whose contacts are free to open (Variation::Closing::free), and what is sought. Output:
// the solution nearest to the start, others if asked for, and what changed. Page: docs/design.md.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/analysis.h"
#include "carom/law.h"
#include "carom/variation.h"

namespace carom {

/// A part of what is minimised: weight · |measure|; of a measure of contacts, the largest.
struct DesignTerm {
  std::string measure;
  double weight = 1.0;
};

struct DesignOptions {
  enum class Goal {
    automatic,   ///< orthogonal for two contacts, worst_pair for more; practical if `practical`.
    orthogonal,  ///< The inner product of two contacts is zero: unique under every law.
    worst_pair,  ///< The largest |inner product| of all pairs is least.
    coxeter,     ///< Every pair at its nearest Coxeter angle −cos(π/m): unique over orders only.
    practical,   ///< The spread at the restitution is below `one_outcome`.
    least        ///< The sum of `terms` is least.
  };
  /// What a change is measured by.
  enum class Scaling {
    unit,     ///< Every parameter in its own unit, as it is.
    relative  ///< Every parameter over its value at the start (over 1 where that is 0).
  };
  Goal goal = Goal::automatic;
  std::vector<DesignTerm> terms = {};  ///< Of Goal::least.
  bool practical = false;              ///< Goal::automatic is Goal::practical: robots.
  double one_outcome = 0.01;           ///< A spread below this is practically one outcome.
  double restitution = 1.0;            ///< Newton coefficient of spreads.
  std::optional<Law> law = {};         ///< Of impulses and energy lost.
  Scaling scaling = Scaling::unit;
  /// S3's root finder (minimum-norm Newton steps) instead of the nearest solution.
  bool newton = false;
  /// Limits by parameter, in place of the variation's own.
  std::map<std::string, std::pair<double, double>> bounds = {};
  int starts = 0;             ///< Further starts, for all distinct solutions.
  double start_spread = 1.0;  ///< Of these, in units of the scaling.
  int front = 0;              ///< Points of the front of indeterminacy against energy; 0: none.
  std::uint64_t seed = 0;
  /// Search on where the start is already practically one outcome.
  bool always = false;
  // What a designer takes for granted:
  /// Postures with a body below the ground or inside another (clearance.h) may be offered too.
  bool allow_penetration = false;
  /// A robot with a free base whose start is the same on both sides may be moved on one alone.
  bool asymmetric = false;
  /// Its centre of mass may leave its feet.
  bool free_balance = false;
  std::function<bool()> stop = {};
};

/// One place, and what the impact there does.
struct DesignPoint {
  Eigen::VectorXd values = {};  ///< Of the variation's parameters.
  std::optional<State> state = {};
  Eigen::MatrixXd gram = {};  ///< Inner products of the unit normals.
  double largest_gap = 0.0;   ///< Of contacts and loops that are to be closed.
  double objective = 0.0;     ///< What was sought: 0 or least.
  double spread = 0.0;        ///< At the options' restitution, over orders and stiffness ratios.
  /// At restitution 0, 0.3 and 1; NaN where no order of reflections ends.
  Eigen::Vector3d spreads = Eigen::Vector3d::Zero();
  /// T_c/T over the normal rows: what landing without bounce loses.
  double constrained_energy_ratio = 0.0;
  /// The pair with the largest |inner product|; -1: fewer than two contacts.
  int first = -1, second = -1;
  /// At the options' restitution; none: no order of reflections ends.
  std::optional<Analysis::Practical> practical = {};
  /// The practical verdict there, in the words of `carom analyze`. Of the start and of the solution
  /// that comes first; of others empty.
  std::string verdict = {};
  Penetration penetration = {};  ///< What cannot be there.
  /// How far the centre of mass is outside of the feet, seen along gravity; negative inside; NaN:
  /// not known.
  double outside_feet = std::numeric_limits<double>::quiet_NaN();
};

struct DesignSolution {
  DesignPoint point;
  double change = 0.0;  ///< Length of the change, in the scaling.
  bool converged = false;
  std::vector<std::string> at_bound;
  std::string message;
  int iterations = 0, evaluations = 0;
};

struct DesignFrontPoint {
  DesignPoint point;
  double indeterminacy = 0.0;  ///< Spread over orders at the restitution.
  double constrained_energy_ratio = 0.0;
};

struct Design {
  enum class Status {
    found,
    already,    ///< The start is a solution, or practically one outcome.
    not_found,  ///< solutions, if any, are the best that was met.
    stopped
  };
  Status status = Status::not_found;
  DesignOptions::Goal goal = DesignOptions::Goal::orthogonal;
  std::string message = {};
  std::string target = {};  ///< What was sought, in words.
  std::vector<VariedParameter> parameters = {};
  std::vector<std::string> contacts = {};
  Eigen::VectorXd scale = {};
  double restitution = 1.0;
  std::string length_unit = "m";
  std::vector<std::string> kept = {};  ///< What held besides contacts, and what could not.
  DesignPoint start = {};
  std::vector<DesignSolution> solutions = {};  ///< Nearest (or least) first.
  std::vector<DesignFrontPoint> front = {};    ///< Least indeterminacy first.

  /// A screen of text.
  std::string report() const;
};

/// Throws InvalidInput with all faults: names, bounds that exclude the start, a start whose
/// contacts are open.
[[nodiscard]] Design find_design(const Variation& variation, const DesignOptions& options = {});

/// Reads what is sought into `goal` and `terms`: the name of a goal but automatic and least, or
/// measures to make least, as in "indeterminacy+0.1*energy_ratio"; nothing: as it is. Throws
/// InvalidInput, with all unknown measures.
void parse_target(std::string_view text, DesignOptions& options);
/// Reads "NAME=LOWEST:HIGHEST" of each; angles may be in degrees where the parameter's unit is rad.
/// Throws InvalidInput.
void parse_bounds(const std::vector<std::string>& words, const std::vector<VariedParameter>& known,
                  DesignOptions& options);

/// The names of a group: "posture" or "geometry", "all" for both. Throws InvalidInput where the
/// scene has none.
[[nodiscard]] std::vector<std::string> varied_group(std::string_view scene, std::string_view group);
/// "posture": all joints of one coordinate that are not locked.
[[nodiscard]] std::vector<std::string> varied_group(const Model& model,
                                                    const ProblemOptions& options,
                                                    std::string_view group);

std::string to_string(Design::Status status);
std::string to_string(DesignOptions::Goal goal);

}  // namespace carom
