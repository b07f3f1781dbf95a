// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/rows/complementarity_rows.h"

#include <algorithm>
#include <span>

#include "base/text.h"
#include "law/coefficient.h"

namespace carom::law {
namespace {
// Of the kinetic energy before: works have rounding of 1e-14 of it. A choice: the size of
// zero_tolerance, of which nothing shows in the percentage of the note.
constexpr double gain_threshold = 1e-11;
}  // namespace

// A row times a factor has its velocity times the factor, and its impulse divided by it. Normal and
// tangents of a contact share one, so that ‖p_t‖ ≤ μ p_n is the same condition along either.
void balance(const ImpactProblem& problem, Eigen::VectorXd& rates) {
  for (int i = 0; i < problem.contact_count(); ++i)
    rates.segment(problem.normal_row(i),
                  1 + problem.contacts()[static_cast<std::size_t>(i)].tangents.rows()) *=
        problem.row_factor()[i];
}

// Only ratios of stiffness matter, and only where rigid mechanics leaves a choice; along balanced
// rows, so that rows of any length weigh the same.
void weigh(std::vector<solver::ConeContact>& rows) {
  double stiffest = 0.0;
  for (const auto& at : rows) stiffest = std::max(stiffest, at.weight);
  for (auto& at : rows) at.weight /= stiffest;
}

NewtonScratch& complementarity_rows(const ImpactProblem& problem, Workspace& workspace) {
  auto& slot = workspace.scratch().newton;
  if (!slot) slot = std::make_shared<NewtonScratch>();
  NewtonScratch& scratch = *slot;
  scratch.rows.clear();
  scratch.contact.clear();
  scratch.rough = false;
  // c⁻ = J v⁻ of every row, in the rows' balanced units.
  scratch.before.noalias() = problem.contact_jacobian() * problem.velocity();
  balance(problem, scratch.before);
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    // A contact that hinges hold fast cannot carry: left out, as impulses along its row of zeros
    // change nothing. So `rows` and the contacts differ in number, and `contact` leads back.
    if (problem.normal_length()[i] == 0.0) continue;
    const bool rough = contact.friction > 0.0;
    scratch.rough = scratch.rough || rough;
    // Without friction the tangents carry nothing and are no unknowns.
    scratch.rows.push_back({.row = problem.normal_row(i),
                            .tangents = rough ? static_cast<int>(contact.tangents.rows()) : 0,
                            .friction = contact.friction,
                            .floor = 0.0,
                            .weight = contact.stiffness});
    scratch.contact.push_back(i);
  }
  weigh(scratch.rows);
  // Contacts without friction couple by their normals alone.
  scratch.groups.find(problem, tangents_with_friction);
  scratch.impulse.setZero(scratch.before.size());
  // The first phase starts at p⁻, without floors (lift) and with the velocities of the state itself
  // (shift).
  scratch.state = problem.whitened_velocity();
  scratch.lift.setZero(problem.coordinate_count());
  scratch.shift.setZero(problem.contact_count());
  return scratch;
}

// Along unit normals, with the threshold of the laws of reflections: they agree on what is no
// impact.
bool approaches(const ImpactProblem& problem) {
  for (const double approach : problem.approach())
    if (approach < -problem.grazing_threshold()) return true;
  return false;
}

namespace {

// Momentum along unit normals from impulses along balanced rows: length of the balanced normal.
double balanced_length(const ImpactProblem& problem, int contact) {
  return problem.normal_length()[contact] * problem.row_factor()[contact];
}

// Without friction: 0 ≤ x ⊥ uᵀ(state + lift + Σ x u) + shift ≥ 0 for momenta x along unit normals
// u.
bool solve_smooth(const ImpactProblem& problem, NewtonScratch& scratch) {
  // The floors are impulses that act whatever the velocities: they go into the state, and x is what
  // comes on top of them, x ≥ 0. lift is w = state + Σ floor u of the solver.
  scratch.lift += scratch.state;
  if (!scratch.smooth.solve(problem.unit_normals(), scratch.lift, scratch.shift)) return false;
  scratch.phase.setZero(scratch.before.size());
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const auto& at = scratch.rows[i];
    const int k = scratch.contact[i];
    // A momentum over the length of its row is the impulse along it.
    scratch.phase[at.row] = at.floor + scratch.smooth.x()[k] / balanced_length(problem, k);
  }
  return true;
}

// What scratch.smooth found, as the phase's answer.
void take_smooth(const ImpactProblem& problem, NewtonScratch& scratch) {
  scratch.state = scratch.smooth.state();
  scratch.residual = scratch.smooth.residual();
  // c = uᵀ state + shift along unit normals, times the length of the row. From the state, where
  // large impulses that nearly cancel have left no rounding.
  scratch.velocity = scratch.b;
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const int k = scratch.contact[i];
    scratch.velocity[scratch.rows[i].row] =
        balanced_length(problem, k) *
        (problem.unit_normals().col(k).dot(scratch.state) + scratch.shift[k]);
  }
}

}  // namespace

// Where all coefficients are one, Σ floor u is that share of what compression changed: the sum
// would lose it where large impulses nearly cancel.
void set_floors(const ImpactProblem& problem, const std::optional<double>& common,
                const std::optional<double>& own, NewtonScratch& scratch) {
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const int k = scratch.contact[i];
    auto& at = scratch.rows[i];
    // e p_n^C: the impulse that the contact returns at least.
    at.floor = restitution_at(problem.contacts()[static_cast<std::size_t>(k)], own) *
               scratch.impulse[at.row];
    if (!common)
      scratch.lift += at.floor * balanced_length(problem, k) * problem.unit_normals().col(k);
  }
  // `state` is the momentum after compression, p⁻ that before. Read only without friction, where
  // the normals alone changed the state.
  if (common) scratch.lift = *common * (scratch.state - problem.whitened_velocity());
}

namespace {

// Contacts that can carry, of one coupled group. False: nothing happens there.
bool take_group(const NewtonScratch& scratch, std::span<const int> group,
                std::vector<solver::ConeContact>& part) {
  bool moves = false;
  part.clear();
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    if (!std::binary_search(group.begin(), group.end(), scratch.contact[i])) continue;
    const auto& at = scratch.rows[i];
    part.push_back(at);
    // No floor and nothing that approaches: p = 0 is the answer here, exactly, with no solver's
    // rounding.
    moves = moves || at.floor > 0.0 || scratch.b[at.row] < 0.0;
  }
  return moves;
}

// Each coupled group by itself: where its equations have several solutions, a contact far away must
// not choose among them.
bool solve_groups(const ImpactProblem& problem, NewtonScratch& scratch) {
  const auto& rows = problem.balanced_rows();
  bool solved = true;
  scratch.unique = true;
  scratch.residual = 0.0;
  // Groups do not see each other: G is zero between them. So their impulses and changes of momentum
  // add up, and each sets the velocities of its own rows alone. A group where nothing happens keeps
  // b.
  scratch.sum.setZero(scratch.b.size());
  scratch.change.setZero(problem.coordinate_count());
  scratch.velocity = scratch.b;
  for (int g = 0; g < scratch.groups.count(); ++g) {
    const auto group = scratch.groups.group(g);
    if (!take_group(scratch, group, scratch.part)) continue;
    // All rows are passed; the solver reads those of `part` and gives 0 along the others.
    const bool found = scratch.cone.solve(rows, scratch.b, scratch.part);
    solved = solved && found;
    scratch.unique = scratch.unique && found && scratch.cone.impulses_unique(rows, scratch.part);
    scratch.residual = std::max(scratch.residual, scratch.cone.residual());
    scratch.sum += scratch.cone.impulse();
    scratch.change += scratch.cone.change();
    for (const int i : group) {
      const auto count = 1 + problem.contacts()[static_cast<std::size_t>(i)].tangents.rows();
      scratch.velocity.segment(problem.normal_row(i), count) =
          scratch.cone.velocity().segment(problem.normal_row(i), count);
    }
  }
  // One group without an answer: the phase has none, but the others' impulses still go in the best
  // met.
  scratch.unique = scratch.unique && solved;
  return solved;
}

}  // namespace

// Rigid first: to rounding, and the answer wherever friction is absent and impulses are determined.
// Else the compliant solver, which shares what rigid mechanics leaves open by the contacts'
// stiffness. `state` becomes the momentum after the phase in either case.
bool solve_phase(const ImpactProblem& problem, NewtonScratch& scratch) {
  const bool smooth = !scratch.rough && solve_smooth(problem, scratch);
  scratch.unique = smooth && scratch.smooth.unique(problem.unit_normals());
  scratch.rigid = scratch.unique;
  if (scratch.unique) {
    take_smooth(problem, scratch);
    return true;
  }
  const bool solved = solve_groups(problem, scratch);
  if (!solved && smooth) {  // some of the impulses that do, rather than none
    scratch.rigid = true;
    take_smooth(problem, scratch);
    return true;
  }
  // The compliant answer: the change of momentum is A p of its impulses.
  scratch.phase = scratch.sum;
  scratch.state += scratch.change;
  return solved;
}

// Balanced rows are factor times the rows as given, so that impulses along the latter are factor
// times those along the former [N·s].
void store_impulses(const ImpactProblem& problem, const NewtonScratch& scratch, Outcome& outcome) {
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const auto& at = scratch.rows[i];
    const int k = scratch.contact[i];
    const double factor = problem.row_factor()[k];
    auto& impulse = outcome.impulse[static_cast<std::size_t>(k)];
    impulse.normal = factor * scratch.impulse[at.row];
    for (int t = 0; t < at.tangents; ++t)
      impulse.tangential[static_cast<std::size_t>(t)] = factor * scratch.impulse[at.row + 1 + t];
  }
  // v⁺ from the momentum where the rigid solver gave it: the sum over impulses would lose digits to
  // those that cancel. Else v⁺ = v⁻ + M⁻¹Jᵀp, by the same columns as the impulses of the outcome.
  if (scratch.rigid)
    problem.unwhiten(scratch.state, outcome.velocity_plus);
  else
    apply_impulses(problem, outcome);
}

double normal_sum(const ImpactProblem& problem, const NewtonScratch& scratch) {
  double sum = 0.0;
  for (std::size_t i = 0; i < scratch.rows.size(); ++i)
    sum += problem.row_factor()[scratch.contact[i]] * scratch.impulse[scratch.rows[i].row];
  return sum;
}

void report_no_solution(const ImpactProblem& problem, const NewtonScratch& scratch,
                        const std::string& where, Outcome& outcome) {
  // The best met is shown with its residual and its velocity, but not as an outcome.
  outcome.status = Outcome::Status::not_converged;
  outcome.residuals.law = scratch.residual;
  outcome.message =
      where + ": no impulses found that satisfy " +
      (scratch.rough ? "contact and Coulomb's law at once"
                     : "the conditions of all contacts at once") +
      "; the best leave a residual of " + base::number(scratch.residual) +
      " of the speeds; there may be none" +
      (scratch.rough ? " (jamming, as Painlevé's): lower the friction or the restitution"
                     : " (no velocity separates these contacts as their coefficients "
                       "ask): lower the restitution; with 0 there is one");
  problem.unwhiten(scratch.state, outcome.last_velocity);
}

void note_energy_gain(const ImpactProblem& problem, double work, const char* reason,
                      Outcome& outcome) {
  // Only growth beyond the rounding of the works is a statement about the law.
  const double before = problem.kinetic_energy();
  if (work <= gain_threshold * before) return;
  outcome.notes.push_back("kinetic energy grows by " + base::number(work) + " J (" +
                          base::number(100.0 * work / before, 4) + " %): " + reason);
}

void note_static_friction(const ImpactProblem& problem, const char* law, Outcome& outcome) {
  std::vector<std::string> names;
  for (const auto& contact : problem.contacts())
    if (contact.static_friction.value_or(0.0) > contact.friction) names.push_back(contact.name);
  if (names.empty()) return;
  outcome.notes.push_back("static friction is not used by law '" + std::string(law) +
                          "', which has one coefficient, the dynamic one, at " + base::join(names));
}

}  // namespace carom::law
