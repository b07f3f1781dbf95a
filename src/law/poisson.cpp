// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Poisson's law in the form of Glocker & Pfeiffer (1995): two complementarity problems.
//   compression: 0 ≤ p_n ⊥ c_n ≥ 0 from c⁻, gives p^C and c^C;
//   expansion:   0 ≤ p_n − e p_n^C ⊥ c_n ≥ 0 from c^C, gives p^E and c⁺;
// both with Coulomb's law, the velocities at the end of the phase and the phase's own normal
// impulse. Departure: no restitution along the tangents. Each phase is a straight line, which gives
// the works; p_n above e p_n^C keeps other contacts from being driven in by the expansion.
#include "carom/laws/poisson.h"

#include <algorithm>
#include <cmath>

#include "law/coefficient.h"
#include "law/rows/complementarity_rows.h"

namespace carom {
namespace {

// Energy taken and returned by a normal impulse while its velocity goes linearly from c0 to c1.
struct Exchange {
  double taken = 0.0, returned = 0.0;

  void add(double impulse, double c0, double c1) {
    if (c0 < 0.0 && c1 > 0.0) {
      // The velocity passes zero at this share of the impulse: energy is taken before, given back
      // after.
      const double share = c0 / (c0 - c1);
      add(share * impulse, c0, 0.0);
      add((1.0 - share) * impulse, 0.0, c1);
    } else if (c0 > 0.0 && c1 < 0.0) {
      add(impulse, c1, c0);  // the same two triangles
    } else {
      // Impulse times mean velocity [J]; one sign all along, so all of it is taken, or all
      // returned.
      const double work = 0.5 * impulse * (c0 + c1);
      (work < 0.0 ? taken : returned) += std::abs(work);
    }
  }
};

// Adds the works of one phase to the ledger. All impulses grow in proportion along the phase, so
// that velocities are linear and each row's work is its impulse times its mean velocity [J].
// Balanced rows: impulse and velocity carry inverse factors, and the product has none.
void add_phase(const law::NewtonScratch& scratch, const Eigen::VectorXd& impulse,
               const Eigen::VectorXd& from, const Eigen::VectorXd& to, Outcome& outcome) {
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const auto& at = scratch.rows[i];
    auto& work = outcome.energy.contacts[static_cast<std::size_t>(scratch.contact[i])];
    work.normal_work += 0.5 * impulse[at.row] * (from[at.row] + to[at.row]);
    for (int k = at.row + 1; k <= at.row + at.tangents; ++k)
      work.friction_work += 0.5 * impulse[k] * (from[k] + to[k]);
  }
}

}  // namespace

LawDescription Poisson::describe() const {
  return {.name = "poisson",
          .parameters = law::parameters(restitution),
          .coefficient =
              "kinetic (Poisson), of each contact: impulse of expansion over that of "
              "compression",
          .summary = "compression to rest, then expansion by a share of its impulses",
          .source = "Glocker & Pfeiffer 1995",
          .gains_energy = true,
          .several_with_friction = true,
          .friction = true,
          .requires_restitution = true,
          .multiplicity = Multiplicity::sampled};
}

void Poisson::check() const { law::check_restitution("poisson", restitution); }

// Two complementarity problems, the second from the state that the first left. In scratch:
// `impulse` is p^C until the expansion is added, `phase` the impulses of the phase at hand,
// `middle` and `after` the row velocities c^C and c⁺. Compression is a phase without floors:
// c^C ≥ 0, and every pressed contact is at rest. The expansion has the floors e p_n^C; without any,
// e = 0, there is no such phase, as nothing approaches after compression. `rigid` holds for the
// impact only if it held for both phases: the velocity after is then taken from the state, which
// has not gone through the impulses. A phase without an answer ends the impact: the best met of it
// would not be Poisson's law.
void Poisson::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  law::require_restitution("poisson", problem, restitution);
  outcome.restitution = law::common_restitution(problem, restitution);
  outcome.status = Outcome::Status::resolved;
  if (!law::approaches(problem)) return;
  auto& scratch = law::complementarity_rows(problem, workspace);
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};

  // Compression: from c⁻ to c^C, by p^C.
  scratch.b = scratch.before;
  bool solved = law::solve_phase(problem, scratch);
  scratch.impulse = scratch.phase;
  if (!solved)
    return law::report_no_solution(problem, scratch, "law 'poisson', compression", outcome);
  outcome.residuals.law = scratch.residual;
  scratch.middle = scratch.velocity;
  bool unique = scratch.unique;
  add_phase(scratch, scratch.impulse, scratch.before, scratch.middle, outcome);
  outcome.events.push_back({Event::Kind::compression_ends, -1, law::normal_sum(problem, scratch)});

  // Expansion: from c^C to c⁺, with p_n of at least e p_n^C at each contact.
  scratch.lift.setZero();
  law::set_floors(problem, outcome.restitution, restitution, scratch);
  bool expands = false;
  for (const auto& at : scratch.rows) expands = expands || at.floor > 0.0;
  scratch.after = scratch.middle;
  if (expands) {
    scratch.b = scratch.middle;
    const bool rigid = scratch.rigid;
    solved = law::solve_phase(problem, scratch);
    if (!solved)
      return law::report_no_solution(problem, scratch, "law 'poisson', expansion", outcome);
    scratch.rigid = scratch.rigid && rigid;
    outcome.residuals.law = std::max(outcome.residuals.law, scratch.residual);
    if (!unique)
      outcome.notes.push_back(
          "the impulses of compression are not determined, and the expansion repeats them: they "
          "are those of contacts that yield a little, in the ratio of their stiffness");
    unique = unique && scratch.unique;
    scratch.after = scratch.velocity;
    add_phase(scratch, scratch.phase, scratch.middle, scratch.after, outcome);
  } else {
    scratch.phase.setZero();
  }
  // The energy that each contact took and gave back on the two straight lines.
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const int n = scratch.rows[i].row;
    Exchange exchange;
    exchange.add(scratch.impulse[n], scratch.before[n], scratch.middle[n]);
    exchange.add(scratch.phase[n], scratch.middle[n], scratch.after[n]);
    // The energy goes with the square of a momentum: this is a share of 1e-7, a thousand times the
    // residual that a phase may have. Below it, the ratio of two errors would be shown.
    if (exchange.taken > 1e-14 * problem.kinetic_energy())
      outcome.energy.contacts[static_cast<std::size_t>(scratch.contact[i])].restitution =
          std::sqrt(exchange.returned / exchange.taken);
  }
  // p = p^C + p^E, and what the ledger says of them.
  scratch.impulse += scratch.phase;
  law::store_impulses(problem, scratch, outcome);
  outcome.events.push_back({Event::Kind::ends, -1, law::normal_sum(problem, scratch)});
  outcome.uniqueness.impulses_unique = unique;
  double work = 0.0;
  for (const auto& contact : outcome.energy.contacts)
    work += contact.normal_work + contact.friction_work;
  law::note_energy_gain(
      problem, work,
      "a kinetic coefficient allows it, with friction that changes between the phases or where "
      "coupled contacts have different coefficients",
      outcome);
  law::note_static_friction(problem, "poisson", outcome);
}

}  // namespace carom
