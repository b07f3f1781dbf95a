// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequential law (S0 II–III): p⁺ = p⁻ Γ(u₁)Γ(u₂)…, Γ(u) = I − (1+√e) M⁻¹uᵀu/‖u‖² (eq. 9, 11), each
// contact used only while it approaches. S0's e is an energy ratio; our coefficient is r = √e, the
// Newton coefficient of each reflection, and may differ between contacts.
// Departure: the sequence can be infinite (inelastic collapse), possible for a pair exactly when
//   −⟨u,v⟩ ≥ 2√r/(1+r)
// (docs/laws/sequential.md). Then its limit is given (collapse.h), and the outcome says so.
#include "carom/laws/sequential.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "law/coefficient.h"
#include "law/sequence/collapse.h"
#include "law/sequence/reflections.h"

namespace carom {
namespace {

// Relative approach below which a reflection fades: far above rounding, so that the last approaches
// are known to nine digits when a limit is taken from them.
constexpr double fading_speed = 1e-6;

// Replays the sequence: marks the contacts of its fading tail in scratch.fading, leaves the final
// approach in scratch.approach, and returns the length of the tail.
std::size_t find_tail(const ImpactProblem& problem, const std::vector<int>& sequence,
                      Workspace::Scratch& scratch) {
  auto& c = scratch.approach;
  const double faint = fading_speed * problem.momentum_norm();
  scratch.fading.assign(static_cast<std::size_t>(c.size()), 0);
  c = problem.approach();
  std::size_t length = 0;
  int previous = -1;
  for (const int i : sequence) {
    // The same reflection as in the sequence: c ← c + κᵢ|cᵢ| W eᵢ, where Wᵢᵢ = 1 leaves cᵢ = r|cᵢ|.
    const double used = -c[i];
    c += scratch.factor[i] * used * problem.gram().col(i);
    c[i] = (scratch.factor[i] - 1.0) * used;
    // The tail: reflections whose approach is small beside ‖p⁻‖. The contact before such a one is
    // marked with it: in a pair it is what drove this one in again.
    if (used < faint) {
      ++length;
      scratch.fading[static_cast<std::size_t>(i)] = 1;
      if (previous >= 0) scratch.fading[static_cast<std::size_t>(previous)] = 1;
    }
    previous = i;
  }
  return length;
}

// For two contacts exactly: R₂R₁ on their approach speeds has trace κ₁κ₂w² − r₁ − r₂ and
// determinant r₁r₂; its eigenvalues are real, so that no turn ends the sequence, iff w² κ₁κ₂ ≥ (√r₁
// + √r₂)².
bool pair_collapses(double w, double kappa1, double kappa2) {
  // (trace)² ≥ 4 determinant, with a trace that is positive: κ₁κ₂w² ≥ r₁ + r₂ + 2√(r₁r₂).
  const double root = std::sqrt(kappa1 - 1.0) + std::sqrt(kappa2 - 1.0);
  // Relative: at equality, one double eigenvalue, the sequence is still infinite; products of five
  // numbers have rounding of 1e-15, and w some digits less where masses differ much.
  return w < 0.0 && w * w * kappa1 * kappa2 >= root * root * (1.0 - 1e-12);
}

// More than two: the tail was cut while a contact still approached, not ended by separation.
bool still_approaching(const ImpactProblem& problem, const Workspace::Scratch& scratch) {
  for (int i = 0; i < problem.contact_count(); ++i)
    if (scratch.fading[static_cast<std::size_t>(i)] &&
        // Some ten roundings of the replayed approach; what was cut lies between this and the
        // grazing threshold.
        scratch.approach[i] < -1e-15 * problem.momentum_norm())
      return true;
  return false;
}

// The contacts of scratch.fading collapse.
void name_collapse(const ImpactProblem& problem, const Workspace::Scratch& scratch,
                   Outcome& outcome) {
  std::vector<std::string> names;
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (!scratch.fading[static_cast<std::size_t>(i)]) continue;
    outcome.collapsed.push_back(i);
    names.push_back(problem.labels()->contacts[static_cast<std::size_t>(i)]);
  }
  outcome.message = "inelastic collapse: ever smaller reflections without end at " +
                    base::join(names) + "; the limit is given, after " +
                    std::to_string(outcome.sequence.size()) + " of them";
}

// Whether a sequence that ended was the beginning of an infinite one, cut by the tolerance.
bool cut_in_collapse(const ImpactProblem& problem, const std::vector<int>& sequence,
                     Workspace::Scratch& scratch) {
  if (find_tail(problem, sequence, scratch) == 0) return false;
  const auto& fading = scratch.fading;
  const auto first = std::find(fading.begin(), fading.end(), char{1});
  const auto second = std::find(first + 1, fading.end(), char{1});
  if (std::count(fading.begin(), fading.end(), char{1}) != 2)
    return still_approaching(problem, scratch);
  const auto i = first - fading.begin(), j = second - fading.begin();
  return pair_collapses(problem.gram()(i, j), scratch.factor[i], scratch.factor[j]);
}

}  // namespace

LawDescription Sequential::describe() const {
  return {.name = "sequential",
          .parameters = law::parameters(restitution, policy, seed),
          .coefficient = "kinematic (Newton), of each reflection; S0's sqrt(e)",
          .summary = "reflections in sequence, each with its contact's Newton coefficient",
          .source = "S0 II-III, eq. 9, 11",
          .depends_on_order = true,
          .multiplicity = Multiplicity::restituted_orders};
}

void Sequential::check() const { law::check_restitution("sequential", restitution); }

void Sequential::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  auto& scratch = workspace.scratch();
  outcome.restitution = law::common_restitution(problem, restitution);
  scratch.factor.resize(problem.contact_count());
  bool elastic = true;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    // κ = 1 + r. Works start at 0: the reflections add theirs; friction does none.
    scratch.factor[i] = 1.0 + law::restitution_at(contact, restitution);
    elastic = elastic && scratch.factor[i] == 2.0;
    outcome.energy.contacts[static_cast<std::size_t>(i)] = {0.0, 0.0};
  }
  const auto end = law::run_reflections(problem, {policy, seed}, scratch, outcome.sequence,
                                        outcome.energy.contacts);
  // An infinite sequence shows in two ways: its order was found to repeat and the limit is already
  // taken (whole), or the tolerance ended it early (cut) and the limit is taken here.
  const bool whole = end == law::ReflectionEnd::collapse;
  if (!whole && end != law::ReflectionEnd::feasible)
    return law::explain_failure(problem, end, policy, outcome);
  outcome.status = Outcome::Status::resolved;
  const bool cut = !whole && !elastic && cut_in_collapse(problem, outcome.sequence, scratch);
  if (cut) law::take_limit(problem, scratch);
  if (whole || cut) name_collapse(problem, scratch, outcome);
  law::apply_lambda(problem, scratch.lambda, outcome);
}

}  // namespace carom
