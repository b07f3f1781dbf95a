// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": is the outcome the only one, how far apart are the others, what moves them?
// Input: a problem. Output: plain data. Unit normals uᵢ, ⟨uᵢ,uⱼ⟩ = −cos 2γ, in the mass metric.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom {

/// Two contacts.
struct ContactPair {
  int first = 0, second = 0;
  double inner_product = 0.0;           ///< Of the unit normals.
  double inner_product_raw = 0.0;       ///< u M⁻¹ vᵀ of the rows as given [1/kg].
  std::optional<int> coxeter_order;     ///< m with inner_product = −cos(π/m); 1: same mirror.
  std::optional<int> worst_case_steps;  ///< ⌈π/2γ⌉; none for opposite normals.
  /// ξ at the worst incoming velocity that approaches both: 2|sin(2γ·round(π/2γ))|.
  double indeterminacy_worst = 0.0;
  /// Sequential law: at a Newton coefficient up to this, infinite sequences (inelastic collapse)
  /// exist; none when the inner product is not negative.
  std::optional<double> collapse_restitution;
};

/// What the geometry alone says, for every incoming velocity.
struct Certificate {
  enum class Verdict { unique, several, unknown };
  enum class Scope { none, orders, every_law };  ///< What the uniqueness holds over.
  Verdict verdict = Verdict::unknown;
  Scope scope = Scope::none;
  std::string reason;
  std::vector<ContactPair> pairs;
  std::vector<std::vector<int>> blocks;  ///< Contacts that are coupled, directly or through others.
  double feasibility_margin = 1.0;       ///< Distance of 0 to the hull of the unit normals.
  Eigen::VectorXd hull_weights;          ///< a ≥ 0, Σa = 1, with ‖Σ aᵢuᵢ‖ = feasibility_margin.
};
/// `coupling`: below this |inner product|, contacts belong to different blocks.
[[nodiscard]] Certificate certify(const ImpactProblem& problem, double coupling = 1e-6);

struct EnumerationOptions {
  std::size_t max_states = 1'000'000;  ///< Per block; beyond it, sampling, and complete is false.
  bool minimal = false;  ///< Keep only outcomes of minimal sequences (S3 Def. 1); sampled: all.
  std::size_t max_branches = 10'000;  ///< Listed; the count and ξ cover all.
  std::size_t samples = 10'000;       ///< Random orders drawn where enumeration is out of reach.
  std::uint64_t seed = 0;
  /// Newton coefficient per contact inside each reflection; empty: elastic.
  Eigen::VectorXd restitution = {};
};

/// Every outcome over greedy orders: each contact is used only while it approaches.
struct OutcomeSet {
  double count = 1.0;               ///< Distinct outcomes; blocks multiply.
  bool complete = true;             ///< Every order was covered.
  std::size_t states = 0;           ///< Distinct momenta visited, all blocks.
  std::vector<Branch> branches;     ///< At most max_branches, shortest first.
  double indeterminacy = 0.0;       ///< ξ over all outcomes.
  bool indeterminacy_exact = true;  ///< False: a lower bound (sampled, or too many pairs).
  int shortest = 0, longest = 0;    ///< Over all outcomes; longest = -1: not determined.
  bool had_choice = false;          ///< False: no block ever offered two contacts at once.
  std::size_t samples = 0;          ///< Random orders drawn; 0: enumerated.
  /// With 95 % confidence a random order gives an outcome outside the list at most this often.
  double unseen_probability = 0.0;
  /// The two outcomes that are farthest apart.
  std::pair<Eigen::VectorXd, Eigen::VectorXd> farthest;
};
[[nodiscard]] OutcomeSet all_outcomes(const ImpactProblem& problem,
                                      const EnumerationOptions& options = {});

/// ξ at the worst incoming velocity that approaches every contact (a supremum: with several blocks
/// it is approached as all momentum goes into the worst one, and `velocity` has 1e-4 of it
/// elsewhere).
struct WorstCase {
  enum class Method { closed_form, search };
  double indeterminacy = 0.0;
  Method method = Method::closed_form;  ///< search: a lower bound.
  Eigen::VectorXd velocity;             ///< With ‖p‖ = 1; empty if no velocity approaches all.
};
struct SearchOptions {
  int starts = 16;
  int steps = 120;                           ///< Per start.
  std::size_t max_states = 20'000;           ///< Per velocity; beyond it, sampling.
  std::size_t max_total_states = 4'000'000;  ///< Over the whole search: a second or two.
  std::uint64_t seed = 0;
};
[[nodiscard]] WorstCase worst_indeterminacy(const ImpactProblem& problem,
                                            const SearchOptions& options = {});

/// d(p⁺)/dε for reflections at `first` then `second`, when the normal of `first` turns towards the
/// unit row `direction` (orthogonal to it): S0 (18), corrected, for any angle and any restitution.
/// Returned as a velocity, M⁻¹dp. `direction` is a row in the coordinates of the problem.
[[nodiscard]] Eigen::VectorXd outcome_sensitivity(const ImpactProblem& problem, int first,
                                                  int second, const Eigen::RowVectorXd& direction,
                                                  double restitution = 1.0);

/// How much the outcome of a pair, one reflection after the other, moves per radian by which one of
/// its normals turns: max ‖dp‖/‖p⁻‖ over both orders and both normals [1/rad].
struct PairSensitivity {
  int first = 0, second = 0;
  double bound = 0.0;  ///< Turns in the plane of the two normals: the angle between them changes.
  double bound_any = 0.0;  ///< Turns in any direction; never below `bound`.
};
[[nodiscard]] std::vector<PairSensitivity> pair_sensitivities(const ImpactProblem& problem,
                                                              double restitution = 1.0);

/// Kinetic energy of the motion that the constrained rows stop, and of the rest (S4 eq. 4) [J].
struct EnergySplit {
  double constrained = 0.0;
  double admissible = 0.0;
  int rank = 0;
};
enum class Rows { normals, all };
[[nodiscard]] EnergySplit energy_split(const ImpactProblem& problem, Rows rows = Rows::all);

/// Motions of which the constrained rows stop everything (T_c/T = 1) and nothing (T_c/T = 0): the
/// eigenvectors of P_cᵀ M P_c w = (T_c/T) M w (S4 eqs. 2, 3; its ξ is T_c/T). Together they span
/// every motion that the bilateral rows allow; their signs are free.
struct EnergyDirections {
  Eigen::MatrixXd constrained;  ///< Columns: all is lost; orthonormal in the mass metric.
  Eigen::MatrixXd admissible;   ///< Columns: nothing is lost; likewise.
  Eigen::MatrixXd constrained_momentum, admissible_momentum;  ///< The mass matrix times these.

  int rank() const { return static_cast<int>(constrained.cols()); }
  /// P_c v and P_a v. A part of v that the bilateral rows forbid is left out. Like share(), they
  /// throw InvalidInput for a velocity of the wrong size or with entries that are not finite.
  Eigen::VectorXd constrained_part(const Eigen::Ref<const Eigen::VectorXd>& velocity) const;
  Eigen::VectorXd admissible_part(const Eigen::Ref<const Eigen::VectorXd>& velocity) const;
  /// T_c/T of a velocity; 0 where there is no motion.
  double share(const Eigen::Ref<const Eigen::VectorXd>& velocity) const;
};
[[nodiscard]] EnergyDirections energy_directions(const ImpactProblem& problem,
                                                 Rows rows = Rows::all);

struct RouthOptions {
  int samples = 512;
  double restitution = 0.0;  ///< Kinetic (Poisson) after each sampled compression; 0: as published.
  bool friction = true;      ///< False: the contacts' friction is left out.
  std::uint64_t seed = 0;
};
/// A sample of the multi-contact Routh inclusion (Halm & Posa 2021): at any instant the impulse may
/// go to any convex combination of the contacts that still approach, Coulomb friction at each,
/// until none approaches.
struct RouthSample {
  std::vector<Branch> outcomes;  ///< One per path that ended; sequence: contacts by first impulse.
  int unfinished = 0;            ///< Paths that were given up.
};
[[nodiscard]] RouthSample sample_routh(const ImpactProblem& problem,
                                       const RouthOptions& options = {});

struct AnalysisOptions {
  double restitution = 1.0;  ///< Newton coefficient of the practical verdict.
  double coupling = 1e-6;
  EnumerationOptions enumeration = {};
  SearchOptions search = {};
  /// The verdict is at the contacts' own coefficients (1 where a contact has none) instead.
  bool own_restitution = false;
};

/// A practical verdict with the outcomes that were compared. Without friction: orders of the
/// sequential law, enumerated, and the compliant law. Where contacts have friction and tangents:
/// every contact alone under the regular law in every order of closing (beyond some thousand of
/// them, in random ones), and the compliant law, both with friction.
struct Spread : PracticalVerdict {
  Eigen::MatrixXd velocities;       ///< Columns: v⁺ of the outcomes compared.
  bool velocities_complete = true;  ///< False: there are more outcomes than columns.
};
/// `restitution`: Newton coefficient of every contact (energetic where friction takes part).
/// `options.max_branches`: of the outcomes over orders, at most so many become columns.
[[nodiscard]] Spread measure_spread(const ImpactProblem& problem, double restitution,
                                    const EnumerationOptions& options = {});
/// The verdict alone, faster: among the contacts that take part in the impact, where few orders are
/// tried. Each contact has its own coefficient; `friction`: false leaves it out.
[[nodiscard]] PracticalVerdict practical_spread(const ImpactProblem& problem,
                                                const Eigen::VectorXd& restitution,
                                                bool friction = true, std::uint64_t seed = 0);

/// Everything that `carom analyze` says.
struct Analysis {
  using Practical = carom::Practical;
  std::shared_ptr<const Labels> labels;
  Eigen::MatrixXd gram;
  Certificate certificate;
  OutcomeSet outcomes;  ///< Elastic, this velocity.
  WorstCase worst;
  double restitution = 1.0;  ///< Of the verdict; the largest, where contacts have their own.
  /// Of each contact, where the verdict is at their own and they differ; else empty.
  Eigen::VectorXd own_restitution = {};
  double spread_orders = 0.0;  ///< Like ξ, at `restitution`, over orders of closing.
  bool spread_complete = true;
  /// Like ξ, at `restitution`, over stiffness ratios 0.1 to 10 of the compliant law; none: too many
  /// contacts, or no outcome.
  std::optional<double> spread_stiffness;
  bool spread_friction = false;  ///< Both with the contacts' friction.
  /// Below 1 %, below 10 %, above; none when no order of reflections ends.
  std::optional<Practical> practical;
  double constrained_energy_ratio = 0.0;  ///< T_c/T over the normal rows.
  EnergySplit normal_split;               ///< Over the normal rows.
  EnergySplit split;                      ///< Over all rows.
  std::vector<PairSensitivity> sensitivity;
  bool impulses_unique = true;
  std::vector<std::string> advice;

  /// The larger of the two spreads.
  double spread() const { return std::max(spread_orders, spread_stiffness.value_or(0.0)); }
  PracticalVerdict verdict() const;  ///< Of the spreads.
  std::string report() const;
};
[[nodiscard]] Analysis analyze(const ImpactProblem& problem, const AnalysisOptions& options = {});

/// `one` below 1 %, `slight` below 10 %, `several` above; none where no order of reflections ends.
[[nodiscard]] std::optional<Analysis::Practical> practical_verdict(const Spread& spread);

std::string to_string(Certificate::Verdict verdict);
std::string to_string(Certificate::Scope scope);
std::string to_string(WorstCase::Method method);

}  // namespace carom
