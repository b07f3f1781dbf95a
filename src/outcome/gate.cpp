// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is asked, with p⁻ = M v⁻, ‖p⁻‖ = √(2K⁻), L the length of a contact's normal in the mass
// metric, and β the law's residual_bound:
//   all numbers finite,                        |M(v⁺−v⁻) − Jᵀp − Bᵀq| ≤ β ‖M v⁻‖∞,
//   −n·v⁺ ≤ β L ‖p⁻‖,                          −p_n L ≤ β ‖p⁻‖,
//   (‖p_t‖ − μ max(0, p_n)) L ≤ β ‖p⁻‖,        |K⁻ + Σ works − K⁺| ≤ β max(K⁻, K⁺),
//   K⁺ − K⁻ ≤ β K⁻,
// less what the law declares otherwise. Impulses that nearly cancel (mass ratios, narrow wedges)
// are much larger than the momentum, and their rounding δv in v⁺ is no fault of the answer. So
// where one of these fails, it is compared once more with the rounding of the sums it was made of.
// The ledger has no share in δv: Σ p·J δv = (v⁺ − v⁻)ᵀM δv, however large p is.
#include "outcome/gate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace carom::outcome {
namespace {

/// Rounding of a sum of products of factors that are themselves results of sums: a few units in the
/// last place of the largest terms. Ten times smaller refuses right answers at mass ratios of 1e16;
/// ten times larger hides nothing but what is far below double precision of the terms.
constexpr double rounding_unit = 64.0 * std::numeric_limits<double>::epsilon();
/// Normal and tangents of one contact are in one unit if their lengths in the mass metric are
/// within this of each other: a body's inertia changes them by a few decades at most.
constexpr double mixed_units = 1e6;

/// Sizes of the terms of the sums, for what rounding may do. Allocates: only where a bound is
/// missed.
struct Terms {
  Eigen::VectorXd speed;   // |v⁻| + Σ |velocity change of each impulse|, per coordinate
  Eigen::VectorXd weight;  // |M| speed + |J|ᵀ|p|
  double work = 0.0;       // Σ |v| |M| |v| + Σ |p| |J| |v|, of v⁻ and v⁺
  double push = 0.0;       // largest impulse along a unit row

  Terms(const ImpactProblem& problem, const Outcome& outcome) {
    const Eigen::MatrixXd J = problem.contact_jacobian().cwiseAbs();
    const Eigen::MatrixXd M = problem.mass_matrix().cwiseAbs();
    Eigen::VectorXd impulse = Eigen::VectorXd::Zero(J.rows());
    for_each_row(problem, outcome, [&](int row, double along) { impulse[row] = std::abs(along); });
    speed = problem.velocity().cwiseAbs() + problem.velocity_per_impulse().cwiseAbs() * impulse;
    weight = M * speed + J.transpose() * impulse;
    for (const Eigen::VectorXd* v : {&problem.velocity(), &outcome.velocity_plus})
      work += v->cwiseAbs().dot(M * v->cwiseAbs() + J.transpose() * impulse);
    for (Eigen::Index k = 0; k < J.rows(); ++k)
      push = std::max(push, impulse[k] * std::sqrt(problem.delassus()(k, k)));
  }
};

class Complaint {
 public:
  /// Names a value that is above the bound (relative) and above its rounding (same unit).
  void look(const std::string& what, double value, double bound, double rounding) {
    if (value <= std::max(bound, rounding)) return;
    text_ += (text_.empty() ? "" : ", ") + what + " = " + base::number(value);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void look_at_contacts(const ImpactProblem& problem, const LawDescription& law, const Terms& terms,
                      const Outcome& outcome, Complaint& complaint) {
  const double bound = law.residual_bound;
  const double speed = std::max(problem.momentum_norm(), std::numeric_limits<double>::min());
  for (int i = 0; i < problem.contact_count(); ++i) {
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    const ContactMeasures at = measure_contact(problem, outcome, i);
    const std::string where = " at contact '" + contact.name + "'";
    if (!law.leaves_approach)
      complaint.look("approach left" + where, at.approach / length / speed, bound,
                     rounding_unit * contact.normal.cwiseAbs().dot(terms.speed) / length / speed);
    if (law.pulls) continue;
    const double noise = rounding_unit * terms.push / speed;
    complaint.look("pull" + where, at.pull * length / speed, bound, noise);
    complaint.look("impulse outside of the friction cone" + where, at.cone * length / speed, bound,
                   noise);
  }
}

// What is not finite, by name; empty if all is.
std::string not_finite(const Outcome& outcome) {
  for (Eigen::Index j = 0; j < outcome.velocity_plus.size(); ++j)
    if (!std::isfinite(outcome.velocity_plus[j]))
      return "velocity_plus[" + std::to_string(j) + "] = " + base::number(outcome.velocity_plus[j]);
  for (std::size_t i = 0; i < outcome.impulse.size(); ++i) {
    const auto& impulse = outcome.impulse[i];
    for (const double value : {impulse.normal, impulse.tangential[0], impulse.tangential[1]})
      if (!std::isfinite(value))
        return "impulse at contact '" + outcome.labels->contacts[i] + "' = " + base::number(value);
    const auto& work = outcome.energy.contacts[i];
    if (!std::isfinite(work.normal_work + work.friction_work))
      return "work at contact '" + outcome.labels->contacts[i] +
             "' = " + base::number(work.normal_work + work.friction_work);
  }
  return std::isfinite(outcome.energy.after)
             ? ""
             : "kinetic energy after = " + base::number(outcome.energy.after);
}

std::string complaint_about(const ImpactProblem& problem, const LawDescription& law,
                            const Measures& measures, const Outcome& outcome) {
  const std::string infinite = not_finite(outcome);
  if (!infinite.empty()) return infinite + "; expected a finite number";
  const double bound = law.residual_bound;
  const Terms terms(problem, outcome);
  Complaint complaint;
  complaint.look(
      "momentum residual", outcome.residuals.momentum, bound,
      rounding_unit * terms.weight.maxCoeff() /
          std::max(problem.momentum().cwiseAbs().maxCoeff(), std::numeric_limits<double>::min()));
  look_at_contacts(problem, law, terms, outcome, complaint);
  const double before = std::max(outcome.energy.before, smallest_energy);
  const double noise = rounding_unit * terms.work / before;
  complaint.look("energy ledger residual", outcome.residuals.energy, bound, noise);
  if (!law.gains_energy) complaint.look("energy gain", measures.gain / before, bound, noise);
  return complaint.text().empty() ? ""
                                  : complaint.text() + "; expected at most " + base::number(bound) +
                                        " (relative to the momentum and the energy before)";
}

}  // namespace

void refuse_unless_it_holds(const ImpactProblem& problem, const LawDescription& law,
                            const Measures& measures, Outcome& outcome) {
  const double bound = law.residual_bound, most = bound * problem.momentum_norm();
  // NaN fails every comparison.
  const bool holds = measures.finite && outcome.residuals.momentum <= bound &&
                     outcome.residuals.energy <= bound &&
                     (law.leaves_approach || measures.approach <= most) &&
                     (law.pulls || (measures.pull <= most && measures.cone <= most)) &&
                     (law.gains_energy || measures.gain <= bound * outcome.energy.before);
  if (holds) return;
  const std::string complaint = complaint_about(problem, law, measures, outcome);
  if (complaint.empty()) return;
  outcome.status = Outcome::Status::not_converged;
  outcome.message = "law '" + law.name + "': " + complaint +
                    "; the answer is withheld; compare with another law, or with other settings "
                    "of this one";
  if (outcome.velocity_plus.allFinite()) outcome.last_velocity = outcome.velocity_plus;
  withhold(problem, outcome);
}

void note_mixed_units(const ImpactProblem& problem, Outcome& outcome) {
  const auto& G = problem.delassus();
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    if (contact.friction == 0.0) continue;
    const int row = problem.normal_row(i);
    const double normal = G(row, row);
    for (Eigen::Index k = 1; k <= contact.tangents.rows(); ++k) {
      const double tangent = G(row + k, row + k);
      constexpr double square = mixed_units * mixed_units;
      // A row that hinges hold fast has no length.
      if (normal == 0.0 || tangent == 0.0) continue;
      if (normal <= square * tangent && tangent <= square * normal) continue;
      outcome.notes.push_back(
          "contact '" + contact.name + "': its normal is " +
          base::number(std::sqrt(normal / tangent), 2) +
          " times as long as a tangent in the mass metric, and friction compares impulses along "
          "them; give normal and tangents in one unit of length");
      break;
    }
  }
}

}  // namespace carom::outcome
