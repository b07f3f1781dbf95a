// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Corner law: S1's planar impact at two points, normal impulses tied (eq. 18-20), Coulomb friction,
// one energetic coefficient applied to S1's normal work (eq. 28-30).
// We depart where the printed signs make a contact pull, and the ledger holds the true works
// Σ∫v dp, which (28) is not (docs/laws/corner.md). The numbers of the law: src/law/corner/.
#include "carom/laws/corner.h"

#include <cmath>

#include "base/enumerator_name.h"
#include "base/text.h"
#include "carom/error.h"
#include "law/coefficient.h"
#include "law/corner/path.h"

namespace carom {
namespace {

// S1 is defined for two planar contacts of one body only.
law::CornerRows rows_of(const ImpactProblem& problem) {
  const auto& contacts = problem.contacts();
  if (contacts.size() != 2)
    throw InvalidInput("law 'corner': contacts = " + std::to_string(contacts.size()) +
                       "; expected exactly 2, S1 ties the normal impulses of two points; use " +
                       "'regular' or 'compliant'");
  std::vector<std::string> faults;
  // Every fault is collected, so that the user sees them all at once.
  for (const auto& contact : contacts) {
    if (contact.tangents.rows() == 1) continue;
    faults.push_back("contact '" + contact.name +
                     "': tangents = " + std::to_string(contact.tangents.rows()) +
                     " rows; expected 1, law 'corner' is planar; give one tangent, or use " +
                     "'regular' or 'compliant'");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  // G of n₁ t₁ n₂ t₂ and the friction coefficients; relation and G⁺ follow from G alone.
  law::CornerRows rows;
  rows.delassus = problem.delassus();
  for (std::size_t i = 0; i < 2; ++i) {
    // Dynamic friction while it slips, static only where a stop is tested.
    rows.friction[i] = contacts[i].friction;
    rows.static_friction[i] = contacts[i].static_friction.value_or(contacts[i].friction);
  }
  // Without exactly one relation there is no tie, or a choice of ties: the law says nothing.
  if (!rows.find_relation())
    throw InvalidInput(
        "law 'corner': the rows n1, t1, n2, t2 do not have exactly one linear relation; expected "
        "rank 3, as two points of one planar rigid body have, since S1 takes the tie of the "
        "impulses from that relation (eq. 3-7); use 'regular' or 'compliant'");
  return rows;
}

// √(returned/taken), and what a reader must not miss.
// The ledger has the true works ∫v dp of each row. W_n of (28) is not their sum, so that a contact
// can return more than it took although W_n ends as e asks.
void report_contacts(const ImpactProblem& problem, const law::CornerPath& path, Outcome& outcome) {
  // A choice: the path is exact, so that works are sums of some ten terms with rounding of 1e-16
  // times the condition of G⁺, and the notes show no more than four digits.
  const double noise = 1e-9 * problem.kinetic_energy();
  for (std::size_t i = 0; i < 2; ++i) {
    const auto normal = static_cast<Eigen::Index>(2 * i), tangent = normal + 1;
    const std::string& name = problem.labels()->contacts[i];
    auto& work = outcome.energy.contacts[i];
    work.normal_work = path.work[normal];
    work.friction_work = path.work[tangent];
    // Work of a row = returned − taken, both positive: `gained` is the part of ∫v dp above zero.
    const double returned = path.gained[normal], taken = returned - path.work[normal];
    // Below the noise both are rounding, and so would be their ratio.
    if (taken > noise) work.restitution = std::sqrt(returned / taken);
    if (path.work[normal] > noise)
      outcome.notes.push_back("contact '" + name + "' gains energy: its normal impulse does " +
                              base::number(path.work[normal], 4) + " J" +
                              (work.restitution
                                   ? ", energetic restitution " + base::number(*work.restitution, 4)
                                   : std::string()));
    // Friction along the slip: the published chain flips signs where the slip does not.
    if (path.gained[tangent] > noise)
      outcome.notes.push_back("friction at '" + name + "' does positive work, " +
                              base::number(path.gained[tangent], 3) +
                              " J, while it points along the slip");
  }
}

}  // namespace

// Names in the order of the enumerators.
std::string to_string(CornerMode mode) {
  return base::enumerator_name(mode, {"published_table", "literal", "stick_tested"});
}

CornerMode corner_mode_from_string(std::string_view name) {
  return base::from_name<CornerMode>(
      "mode", name, {CornerMode::published_table, CornerMode::literal, CornerMode::stick_tested});
}

LawDescription Corner::describe() const {
  return {.name = "corner",
          .parameters = law::parameters(restitution, {{"mode", to_string(mode)}}),
          .coefficient = "energetic (Stronge), of the whole impact, by S1's normal work (eq. 28)",
          .summary = "two planar points of one body, normal impulses tied; S1's published law",
          .source = "S1 eq. 3-31, signs of (18), (20) corrected",
          .leaves_approach = true,
          .gains_energy = true,
          .depends_on_order = true,
          .compares_contacts = true,
          .friction = true,
          .requires_restitution = true,
          .multiplicity = Multiplicity::sampled};
}

void Corner::check() const { law::check_restitution("corner", restitution); }

void Corner::solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
  // The rows, the mode and e; nothing happens where nothing approaches.
  law::CornerPath path;
  path.rows = rows_of(problem);
  path.mode = mode;
  path.restitution = law::global_restitution("corner", problem, restitution);
  // (30) compares one W_n with one W_nc: one coefficient for both contacts.
  outcome.restitution = path.restitution;
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  // No approach: W_n would not begin by falling, and v⁺ = v⁻ is the answer.
  if (problem.approach().minCoeff() >= -problem.grazing_threshold()) {
    outcome.status = Outcome::Status::resolved;
    return;
  }
  // Along the path, (31), to the end by (30); its last state where there is no end.
  // ϑ = J v⁻ at p = 0; both contacts take part, also one that does not approach: the tie gives it
  // its impulse.
  path.velocity = problem.contact_jacobian() * problem.velocity();
  if (!path.run(outcome.events)) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message = "corner: " + path.reason;
    // No end means no estimate of the error. Impulses up to there give the last velocity.
    outcome.residuals.law = 1.0;
    for (std::size_t i = 0; i < 2; ++i)
      outcome.impulse[i] = {
          path.impulse[Eigen::Index(2 * i)], {path.impulse[Eigen::Index(2 * i + 1)], 0.0}, 1};
    apply_impulses(problem, outcome);
    outcome.last_velocity = outcome.velocity_plus;
    return;
  }
  // v⁺ = v⁻ + M⁻¹Jᵀp from the impulses at the end: bilateral rows and momentum hold to rounding.
  outcome.status = Outcome::Status::resolved;
  for (std::size_t i = 0; i < 2; ++i) {
    outcome.impulse[i].normal = path.impulse[Eigen::Index(2 * i)];
    outcome.impulse[i].tangential[0] = path.impulse[Eigen::Index(2 * i + 1)];
  }
  apply_impulses(problem, outcome);
  // Works by contact are read off the path, not from v⁻ and v⁺: only the path knows what each row
  // took and returned.
  report_contacts(problem, path, outcome);
  if (path.falls_again)
    outcome.notes.push_back(
        "S1's normal work falls again after the end of compression; the coefficient still refers "
        "to "
        "its first minimum");
  // Four impulses, three equations: only the tie makes them definite.
  outcome.uniqueness.impulses_unique = false;
  // (30) is one scalar condition for two contacts: neither need have v_n ≥ 0.
  const Eigen::Vector4d after = problem.contact_jacobian() * outcome.velocity_plus;
  const double speed = after.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < 2; ++i)
    // Of the fastest row after the impact: J v⁺ has rounding of 1e-15, and an approach that (30)
    // leaves is a visible share of it. A choice between the two.
    if (after[Eigen::Index(2 * i)] < -1e-9 * speed)
      outcome.notes.push_back("contact '" + problem.labels()->contacts[i] +
                              "' still approaches: the law ends by total work, not contact by "
                              "contact");
}

}  // namespace carom
