// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "outcome": what one impact did, and how far to trust it. Plain data that explains itself.
// Field names are those of the file format carom-outcome/1.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "carom/problem.h"

namespace carom {

/// How many outcomes a law can have, and so which search decides whether one is the only one.
enum class Multiplicity {
  unknown,         ///< Nothing is known (a user's law that does not say): never checked.
  one,             ///< A projection: one outcome for every problem.
  elastic_orders,  ///< One per order of elastic reflections, then blended by a global coefficient.
  restituted_orders,  ///< One per order of reflections that each apply their contact's coefficient.
  sampled,  ///< No exact test: draws of stiffness and of the order of closing are compared.
};

/// What a law says about itself. Only `name` is required; the rest declares what must hold.
struct LawDescription {
  struct Parameter {
    std::string name;
    std::variant<double, std::string> value;
  };
  std::string name;
  std::vector<Parameter> parameters = {};  ///< As set by the user, in the order shown.
  std::string coefficient = "none";        ///< What "restitution" means: kinematic, kinetic, …
  std::string summary = {};                ///< One line for a list of laws.
  std::string source = {};                 ///< Work and equation.
  bool pulls = false;                      ///< Normal impulses may be negative (bilateral law).
  bool leaves_approach = false;            ///< Contacts may still approach afterwards.
  bool gains_energy = false;               ///< Kinetic energy may grow; the outcome then says so.
  bool depends_on_order = false;           ///< Renumbering the contacts may change the outcome.
  bool compares_contacts = false;          ///< The unit of a single gap may change the outcome.
  bool counts_contacts = false;            ///< A contact given twice takes twice the share.
  bool jumps = false;                      ///< A small change of the problem may change it by much.
  /// With friction its equations can have several solutions: another unit of a gap, or a small
  /// change, may lead to another one.
  bool several_with_friction = false;
  bool friction = false;              ///< Uses the contacts' friction and tangents.
  bool requires_restitution = false;  ///< No default: the law or every contact must give it.
  /// solve() takes nothing for an answer that misses what must hold (see Residuals) by more than
  /// this, relative to the momentum and the energy before. Laws of sums and projections reach
  /// 1e-12, those that integrate 1e-8 to 1e-7; ten times smaller refuses the latter, ten times
  /// larger lets errors through that a plot would show. A law with a looser setting of its own says
  /// so here.
  double residual_bound = 1e-6;
  Multiplicity multiplicity = Multiplicity::unknown;
};

/// Impulse at one contact [N·s], along the rows as the user gave them.
struct ContactImpulse {
  double normal = 0.0;
  std::array<double, 2> tangential = {0.0, 0.0};
  int tangent_count = 0;
};

/// Work done on the system by one contact [J]; negative is lost.
struct ContactWork {
  double normal_work = 0.0;
  double friction_work = 0.0;
  /// √(energy returned / energy taken) by the normal impulse of this contact during the impact, if
  /// the law follows it; above 1: this contact gained energy from the others.
  std::optional<double> restitution = {};
};

/// Something that happened during the impact.
struct Event {
  enum class Kind {
    begins_slipping,      ///< At the start, or from rest.
    begins_sticking,      ///< Its slip stopped and friction holds it.
    reverses,             ///< Its slip went through zero and goes on elsewhere.
    joins,                ///< Begins to carry.
    opens,                ///< Stops carrying.
    compression_ends,     ///< Of the contact, or of the whole impact (contact = -1).
    compression_returns,  ///< The impact approaches again after restitution had begun.
    sub_impact,           ///< A new impact of the contacts that still approach.
    ends,
  };
  Kind kind = Kind::ends;
  int contact = -1;      ///< Index; -1: the impact as a whole.
  double impulse = 0.0;  ///< Sum of the normal impulses so far [N·s].
};

/// Where the kinetic energy went [J]. before + Σ works = after.
struct EnergyLedger {
  double before = 0.0;
  double after = 0.0;
  double lost = 0.0;
  std::vector<ContactWork> contacts;
};

/// How well the outcome satisfies what must hold; all zero for a perfect answer. Without an answer:
/// that of the last velocity, or of the velocity before, and never all zero.
struct Residuals {
  double momentum = 0.0;          ///< ‖M(v⁺−v⁻) − Jᵀp − Bᵀq‖∞ relative to ‖M v⁻‖∞.
  double penetration_rate = 0.0;  ///< Largest approach speed left, normal·v⁺ [m/s].
  double friction_cone = 0.0;     ///< Largest excess of a tangential impulse over its cone [N·s].
  double energy = 0.0;            ///< |before + Σ works − after| relative to the larger energy.
  double law = 0.0;               ///< How far the law's own equations are from solved; relative.
};

/// One of the outcomes that the law allows.
struct Branch {
  Eigen::VectorXd velocity_plus;
  int shortest = 0;           ///< Fewest reflections that lead here.
  int longest = 0;            ///< Most reflections that lead here; -1: not determined.
  std::vector<int> sequence;  ///< A shortest sequence, contact indices.
};

/// Whether the outcome is the only one, and why.
struct Uniqueness {
  enum class Verdict { not_checked, unique, several };
  Verdict verdict = Verdict::not_checked;
  std::string reason;
  double outcomes = 0.0;        ///< Number of distinct outcomes found; a double: blocks multiply.
  bool impulses_unique = true;  ///< False: same velocities, undetermined impulses.
  bool complete = true;         ///< False: the search hit its cap, outcomes is a lower bound.
  double indeterminacy = 0.0;   ///< ξ: largest distance of two outcomes over ‖p⁻‖.
  int draws = 0;                ///< Outcomes compared by sampling; 0: decided without.
};

/// How far apart the outcomes of an impact are: below 1 % of the momentum, below 10 %, above.
enum class Practical { one, slight, several };

/// How well defined an impact is, whatever the law: how far apart its outcomes are over the orders
/// in which its contacts may close, one after the other, and over stiffness ratios 0.1 to 10 of the
/// contacts. Distances are relative to ‖p⁻‖ in the mass metric, like ξ; what is rounding is 0.
struct PracticalVerdict {
  static constexpr double one_below = 0.01, slight_below = 0.10;

  /// Of every contact; NaN: each contact has its own.
  double restitution = 1.0;
  double orders = 0.0;
  std::optional<double> stiffness = {};  ///< None: too many contacts, or no outcome.
  bool complete = true;                  ///< Every order was covered; false: a lower bound.
  bool ends = true;                      ///< False: no order ends.
  bool friction = false;                 ///< The contacts' friction takes part.

  /// The larger of the two.
  double value() const;
  /// None where no order ends.
  std::optional<Practical> grade() const;
  /// "slightly different outcomes at restitution 0: up to 2.19 % of the momentum apart (…)".
  std::string sentence() const;
  /// "slight, 2.19 %": for tables.
  std::string brief() const;
};

struct Outcome {
  enum class Status { not_run, resolved, no_feasible_velocity, not_converged };

  std::shared_ptr<const Labels> labels;  ///< Names of the problem and its contacts.
  std::shared_ptr<const LawDescription> law;
  std::optional<double> restitution;  ///< The coefficient used, if there is one for all contacts.
  Status status = Status::not_run;
  std::string message = "resolve was not called";
  Eigen::VectorXd velocity_plus;
  std::vector<ContactImpulse> impulse;  ///< Ordered as problem.contacts().
  Eigen::VectorXd bilateral_impulse;    ///< [N·s] for rows as given.
  std::vector<int> sequence;            ///< Contact index of every reflection, in order.
  std::vector<Event> events;            ///< In order; for laws that follow the impact.
  std::vector<std::string> notes;       ///< Sentences that a reader must not miss.
  EnergyLedger energy;
  /// How well defined the impact is; none: not asked for, or the law has no answer.
  std::optional<PracticalVerdict> practical;
  Uniqueness uniqueness;         ///< Of this law's outcome.
  std::vector<Branch> branches;  ///< Only when asked for.
  Residuals residuals;
  /// Weights a ≥ 0, Σa = 1, with Σ aᵢuᵢ = 0 (Gordan): proof that no velocity separates all
  /// contacts. Empty unless status is no_feasible_velocity.
  Eigen::VectorXd gordan_weights;
  /// Contacts of an infinite sequence of ever smaller reflections (inelastic collapse); then
  /// velocity_plus is its limit.
  std::vector<int> collapsed;
  /// The last velocity reached before a law gave up (status not_converged); else empty. No answer.
  Eigen::VectorXd last_velocity;

  bool ok() const { return status == Status::resolved; }
  /// A table for people, about a screen.
  std::string report() const;
};

std::string to_string(Outcome::Status status);
std::string to_string(Uniqueness::Verdict verdict);
std::string to_string(Practical practical);
std::string to_string(Event::Kind kind);

}  // namespace carom
