// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequential law (S0 II–III): p⁺ = p⁻ Γ(u₁)Γ(u₂)…, Γ(u) = I − (1+√e) M⁻¹uᵀu/‖u‖² (eq. 9, 11), each
// contact used only while it approaches. S0's e is an energy ratio; our coefficient is r = √e, the
// Newton coefficient of each reflection, and may differ between contacts.
// Departure: the sequence can be infinite (inelastic collapse), possible for a pair exactly when
//   −⟨u,v⟩ ≥ 2√r/(1+r)
// (docs/laws/sequential.md). Then its limit is given, and the outcome says so.
#include "carom/laws/sequential.h"

#include <cmath>

#include "law/coefficient.h"
#include "law/reflections.h"
#include "solver/text.h"

namespace carom {
namespace {

constexpr double fading_speed = 1e-6;  // relative approach below which a reflection is part of a tail

// The approach speeds that the sequence used, replayed: a collapse is a tail of reflections whose
// approach fades to nothing, at a steady ratio.
struct Tail {
  int length = 0;
  bool steady = false;
};

Tail find_tail(const ImpactProblem& problem, const std::vector<int>& sequence,
               Workspace::Scratch& scratch) {
  auto& c = scratch.approach;
  const double faint = fading_speed * problem.momentum_norm();
  scratch.fading.assign(static_cast<std::size_t>(c.size()), 0);
  c = problem.approach();
  Tail tail;
  double older = 0.0, old = 0.0;
  for (const int i : sequence) {
    const double used = -c[i];
    const double r = scratch.factor[i] - 1.0;
    c += (1.0 + r) * used * problem.gram().col(i);
    c[i] = r * used;
    if (used < faint) {
      ++tail.length;
      scratch.fading[static_cast<std::size_t>(i)] = 1;
      const double ratio = used / old, before = old / older;
      tail.steady = ratio < 0.5 && std::abs(ratio - before) < 0.1 * before;
    } else {
      tail.length = 0;
    }
    older = old;
    old = used;
  }
  return tail;
}

void report_collapse(const ImpactProblem& problem, Workspace::Scratch& scratch, Outcome& outcome) {
  const Tail tail = find_tail(problem, outcome.sequence, scratch);
  if (tail.length < 4 && !(tail.length >= 1 && tail.steady)) return;
  // The contact met last before the tail fades with it.
  const std::size_t first = outcome.sequence.size() - static_cast<std::size_t>(tail.length);
  if (first > 0) scratch.fading[static_cast<std::size_t>(outcome.sequence[first - 1])] = 1;
  std::vector<std::string> names;
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (!scratch.fading[static_cast<std::size_t>(i)]) continue;
    outcome.collapsed.push_back(i);
    names.push_back(problem.labels()->contacts[static_cast<std::size_t>(i)]);
  }
  outcome.message = "inelastic collapse: ever smaller reflections without end at " +
                    solver::join(names) + "; the limit is given, after " +
                    std::to_string(outcome.sequence.size()) + " of them";
}

}  // namespace

LawDescription Sequential::describe() const {
  return {.name = "sequential",
          .parameters = law::sequence_parameters(restitution, to_string(policy),
                                                 policy == Policy::random, seed),
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
    scratch.factor[i] = 1.0 + law::restitution_at(contact, restitution);
    elastic = elastic && scratch.factor[i] == 2.0;
    outcome.energy.contacts[static_cast<std::size_t>(i)] = {0.0, 0.0};
  }
  const auto end = law::run_reflections(problem, {policy, seed}, scratch, outcome.sequence,
                                        outcome.energy.contacts);
  if (end != law::ReflectionEnd::feasible) return law::explain_failure(problem, end, outcome);
  outcome.status = Outcome::Status::resolved;
  law::apply_lambda(problem, scratch.lambda, outcome);
  if (!elastic) report_collapse(problem, scratch, outcome);
}

}  // namespace carom
