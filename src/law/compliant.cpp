// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Compliant law: M v̇ = Jᵀf, δ̇ᵢ = −n·v, a spring at every contact in the frozen configuration (the
// limit of infinite stiffness, where only the ratios remain), rigid sticking and Coulomb slip.
// Unloading returns e² of the energy that loading took (Stronge's energetic coefficient, by a
// stiffer unloading line, as Walton and Braun's). The parts: src/law/compliant/.
#include "carom/laws/compliant.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "carom/error.h"
#include "law/coefficient.h"
#include "law/compliant/flow.h"
#include "law/rows/coupled_groups.h"
#include "law/scratch.h"

namespace carom {

namespace law {
struct CompliantScratch {
  CoupledGroups groups;
  std::vector<CompliantFlow> flows;  ///< One per group: each keeps its sizes.
  CompliantFlow trial;
  std::vector<Event> events, trial_events;
  std::vector<int> members;  ///< Contacts of the group at hand.
  Eigen::MatrixXd rows;
  Eigen::VectorXd speed;
};
}  // namespace law

namespace {

using law::CompliantContact;
using law::CompliantFlow;
using End = law::CompliantLimit::End;

// Energy balance and gain above these are no answer: local errors of 1e-11 add up to 1e-9 in long
// impacts. Ten times smaller, and impacts of 1e5 events fail; much larger, and faults pass.
constexpr double largest_drift = 1e-7;
constexpr double largest_gain = 1e-8;
// Of the largest impulse: rows at rest that nearly depend on each other cancel to this; larger, and
// the force that holds them is no contact force.
constexpr double largest_pull = 1e-7;
// From this many events on, rounding may have grown to visible size: bounces that disperse double
// it each time. A normal impact has a few events per contact and is not solved twice.
constexpr int long_chain = 300;
// The change of velocity whose effect is then told: the local error with a digit to spare. And how
// far it must move the outcome to be worth a note.
constexpr double nudge = 1e-12;
// Of the approach speed: nudge amplified ten thousand times, and still below what six printed
// digits show.
constexpr double visible = 1e-8;

// Tangents that can carry at all. Static friction counts: it may hold where dynamic is zero.
int carrying_tangents(const Contact& contact) {
  return contact.static_friction.value_or(contact.friction) > 0.0
             ? static_cast<int>(contact.tangents.rows())
             : 0;
}

// Householder: R of the rows X = Q R and Qᵀζ, in place. What moves across all the rows stays as it
// is, and would only cost digits (a heavy body that slides by) and time.
void reduce(Eigen::Ref<Eigen::MatrixXd> rows, Eigen::VectorXd& speed) {
  // Q is orthogonal, so that all Xᵢ·Xⱼ and Xᵢ·ζ stay what they are: the impact of the contacts is
  // the same in as many coordinates as there are rows. With no more than that nothing is gained.
  const Eigen::Index size = rows.cols();
  if (rows.rows() <= size) return;
  for (Eigen::Index k = 0; k < size; ++k) {
    auto mirror = rows.col(k).tail(rows.rows() - k);
    const double length = mirror.norm();
    if (length == 0.0) continue;
    // The mirror image is −sign(x₀)‖x‖ e₀: the sum x₀ − head has no cancellation.
    const double head = mirror[0] > 0.0 ? -length : length;
    mirror[0] -= head;
    const double twice = 2.0 / mirror.squaredNorm();
    for (Eigen::Index j = k + 1; j < size; ++j) {
      auto column = rows.col(j).tail(mirror.size());
      column -= twice * mirror.dot(column) * mirror;
    }
    // ζ is mirrored with the rows; column k is R's now, and zero below its diagonal.
    auto rest = speed.tail(mirror.size());
    rest -= twice * mirror.dot(rest) * mirror;
    mirror.setZero();
    mirror[0] = head;
  }
}

// One group of coupled contacts. Speeds in units of its approach speed, rows in units of its
// longest normal, stiffness in units of its largest.
class SpringImpact {
 public:
  SpringImpact(const ImpactProblem& problem, const Compliant& settings,
               law::CompliantScratch& scratch, Outcome& outcome)
      : problem_(problem), settings_(settings), s_(scratch), outcome_(outcome) {}

  /// False: no answer, and the outcome says why.
  bool run(int group);
  double total() const { return total_; }  ///< Normal impulse of all groups [N·s].

 private:
  bool gather(int group);
  void load(CompliantFlow& flow) const;
  void unload(const CompliantFlow& flow);
  bool accept(const CompliantFlow& flow, double before);
  double effect_of_nudge(const CompliantFlow& flow);
  void explain_limit(const CompliantFlow& flow, double before);
  std::string names(const std::vector<int>& members) const;

  const ImpactProblem& problem_;
  const Compliant& settings_;
  law::CompliantScratch& s_;
  Outcome& outcome_;
  double approach_ = 1.0, length_ = 1.0, stiffest_ = 1.0;
  double total_ = 0.0;
};

// False: no contact of the group approaches.
// Also the scales: approach c = ⟨p, u⟩ [kg^½ m/s], row length ‖n‖ [kg^-½], and the largest
// stiffness. Only ratios of stiffness matter, so that the unit of time is free.
bool SpringImpact::gather(int group) {
  s_.members.clear();
  approach_ = length_ = stiffest_ = 0.0;
  for (const int i : s_.groups.group(group)) {
    s_.members.push_back(i);
    approach_ = std::max(approach_, -problem_.approach()[i]);
    length_ = std::max(length_, problem_.normal_length()[i]);
    stiffest_ = std::max(stiffest_, problem_.contacts()[static_cast<std::size_t>(i)].stiffness);
  }
  return approach_ > problem_.grazing_threshold();
}

// The group as the flow sees it: ζ over the approach, rows over the longest normal, stiffness over
// the largest. ζ̇ = X f and δ̇ = −n·v keep their form, and all that is compared with thresholds is
// of order one.
void SpringImpact::load(CompliantFlow& flow) const {
  auto& motion = flow.motion;
  motion.exponent = settings_.exponent;
  flow.tolerance = settings_.tolerance;
  motion.contacts.clear();
  int rows = 0;
  for (const int i : s_.members) {
    const auto& given = problem_.contacts()[static_cast<std::size_t>(i)];
    CompliantContact contact;
    contact.row = rows;
    contact.tangents = carrying_tangents(given);
    contact.stiffness = given.stiffness / stiffest_;
    contact.restitution = law::restitution_at(given, settings_.restitution);
    contact.friction = given.friction;
    contact.static_friction = given.static_friction.value_or(given.friction);
    if (settings_.exponent != 1.0) {  // 1e-13 of the energy of an approach at unit speed
      const double n = settings_.exponent;
      // The spring's series divides by its depth, so that it begins at this energy: far below the
      // local error (1e-11), above its rounding.
      contact.cut = std::pow(1e-13 * (n + 1.0) / (2.0 * contact.stiffness), 1.0 / (n + 1.0));
    }
    motion.contacts.push_back(contact);
    // Contact-major, normal first: the order that the flow expects.
    rows += 1 + contact.tangents;
  }
  // X: normal and carrying tangents of each member, one column each, all over the same length so
  // that μ keeps its meaning.
  const auto& given_rows = problem_.whitened_rows();
  s_.rows.resize(given_rows.rows(), given_rows.cols());  // of all groups: the size stays
  for (std::size_t k = 0; k < s_.members.size(); ++k)
    for (int a = 0; a <= motion.contacts[k].tangents; ++a)
      s_.rows.col(motion.contacts[k].row + a) =
          given_rows.col(problem_.normal_row(s_.members[k]) + a) / length_;
  // ζ = Lᵀv over the approach, and as many of its coordinates as the group's rows can see.
  s_.speed = problem_.whitened_velocity() / approach_;
  reduce(s_.rows.leftCols(rows), s_.speed);
  const Eigen::Index size = std::min<Eigen::Index>(rows, s_.rows.rows());
  motion.rows = s_.rows.topLeftCorner(size, rows);
  motion.speed = s_.speed.head(size);
  // First touch: all gaps are zero, no impulse has passed.
  motion.compression.setZero(static_cast<Eigen::Index>(s_.members.size()));
  motion.impulse.setZero(rows);
  motion.resize();
}

// Back to SI units. ζ⁺ − ζ⁻ = X p gives the impulse the unit approach/length [N s]; energies have
// the unit approach² [J]. Later groups count their impulse from the sum of the earlier ones.
void SpringImpact::unload(const CompliantFlow& flow) {
  const double impulse = approach_ / length_, energy = approach_ * approach_;
  for (auto event : s_.events) {
    // The flow numbers the members of the group; the outcome numbers the contacts of the problem.
    if (event.contact >= 0) event.contact = s_.members[static_cast<std::size_t>(event.contact)];
    event.impulse = total_ + event.impulse * impulse;
    outcome_.events.push_back(event);
  }
  for (std::size_t k = 0; k < s_.members.size(); ++k) {
    const auto& contact = flow.motion.contacts[k];
    const auto i = static_cast<std::size_t>(s_.members[k]);
    outcome_.impulse[i].normal = flow.motion.impulse[contact.row] * impulse;
    total_ += outcome_.impulse[i].normal;
    for (int a = 0; a < contact.tangents; ++a)
      outcome_.impulse[i].tangential[static_cast<std::size_t>(a)] =
          flow.motion.impulse[contact.row + 1 + a] * impulse;
    auto& work = outcome_.energy.contacts[i];
    // Work on the body: what the spring gave back less what it took. Their ratio is the square of
    // the energetic coefficient that the contact has shown.
    work.normal_work = (contact.returned - contact.taken) * energy;
    work.friction_work = contact.friction_work * energy;
    // In units of the approach energy, as the cut: below it both works are rounding.
    if (contact.taken > 1e-13) work.restitution = std::sqrt(contact.returned / contact.taken);
  }
}

// Indices of the group, as the flow knows them, to the labels of the contacts.
std::string SpringImpact::names(const std::vector<int>& members) const {
  std::vector<std::string> found;
  for (const int k : members)
    found.push_back(
        problem_.labels()
            ->contacts[static_cast<std::size_t>(s_.members[static_cast<std::size_t>(k)])]);
  return base::join(found);
}

// What the user must know of an impact whose end is a limit. `before` is the scaled energy at the
// start.
void SpringImpact::explain_limit(const CompliantFlow& flow, double before) {
  // For the caller, the contacts of the limit by their numbers in the problem.
  for (const int k : flow.limit.trapped)
    outcome_.collapsed.push_back(s_.members[static_cast<std::size_t>(k)]);
  // Each kind of end is told in its own words. Without one of them v⁺ is followed, not a limit.
  if (flow.limit.end == End::faded)
    outcome_.notes.push_back("compliant: ever smaller bounces without end at " +
                             names(flow.limit.trapped) + "; the limit is given, after " +
                             std::to_string(flow.event_count) + " events");
  if (flow.limit.end == End::squeezed)
    outcome_.notes.push_back(
        "compliant: contacts that nearly face each other squeeze for very many periods of their "
        "springs; the rest is projected on the velocities that separate (e = 0, no friction)");
  // The list is cut, not the impact.
  if (flow.event_count > CompliantFlow::max_logged)
    outcome_.notes.push_back("compliant: " + std::to_string(flow.event_count) +
                             " events; the first " + std::to_string(CompliantFlow::max_logged) +
                             " are listed");
  if (flow.limit.end != End::trapped) return;
  // Energy of the vibration that any further loss takes: what there was when the trap was found
  // less what the limit keeps, as a share of the start.
  const double left = (flow.limit.left - 0.5 * flow.motion.speed.squaredNorm()) / before;
  // Where friction takes it, the limit is that of one of many ways: how far apart they can be.
  if (!law::without_friction(flow.motion))
    outcome_.residuals.law = std::max(outcome_.residuals.law, std::sqrt(std::max(0.0, left)));
  outcome_.notes.push_back("compliant: the springs of " + names(flow.limit.trapped) +
                           " press each other and vibrate without end, with " +
                           base::number(100.0 * left, 2) +
                           " % of the energy; the limit that any further loss leads to is given");
}

// The same impact with velocities changed in the last digits: how far apart they end, in units of
// the approach speed.
double SpringImpact::effect_of_nudge(const CompliantFlow& flow) {
  // Signs alternate, so that the change is not a mere scaling of ζ, which would scale the outcome.
  // No end of the changed impact: nothing is known, the whole approach is told.
  load(s_.trial);
  auto& speed = s_.trial.motion.speed;
  for (Eigen::Index k = 0; k < speed.size(); ++k) speed[k] *= 1.0 + (k % 2 ? -nudge : nudge);
  s_.trial_events.clear();
  if (!s_.trial.run(s_.trial_events)) return 1.0;
  return (speed - flow.motion.speed).lpNorm<Eigen::Infinity>();
}

// after − before = Σ (returned − taken + friction work) holds for the exact motion: its miss is an
// error of the integration. The energy at the start is at least ½, for the approach is a unit speed
// along a unit normal: it may be divided by.
bool SpringImpact::accept(const CompliantFlow& flow, double before) {
  const double after = 0.5 * flow.motion.speed.squaredNorm();
  double works = 0.0;
  for (const auto& c : flow.motion.contacts) works += c.returned - c.taken + c.friction_work;
  // The energy balance, the gain of energy and the strongest pull: any of them refuses.
  // All relative to the energy at the start, and to the largest impulse.
  const double drift = std::abs(after - before - works) / before;
  const double gain = after / before - 1.0;
  const bool ended = flow.limit.end != End::fails && flow.limit.end != End::keeps_energy;
  double pull = 0.0;
  // Contacts push: a negative normal impulse of the size of rounding passes, a larger one refuses.
  for (const auto& c : flow.motion.contacts) pull = std::max(pull, -flow.motion.impulse[c.row]);
  pull /= flow.motion.impulse.lpNorm<Eigen::Infinity>();
  const bool kept =  // false for NaN
      drift <= largest_drift && gain <= largest_gain && pull <= largest_pull;
  // The largest miss is told even where it passes; without an end it is 1, an error of 100 %.
  outcome_.residuals.law = std::max(
      outcome_.residuals.law, ended && std::isfinite(drift) ? std::max({drift, gain, pull}) : 1.0);
  if (ended && kept) return true;
  outcome_.status = Outcome::Status::not_converged;
  outcome_.message = "compliant: " + flow.limit.reason;
  // One reason is named: no limit exists, or the first gate that failed.
  if (flow.limit.end == End::keeps_energy)
    outcome_.message += ": the normals of " + names(flow.limit.trapped) +
                        " cancel each other, and springs without loss press each other for ever; "
                        "a restitution below 1 has a limit";
  if (ended && drift > largest_drift)
    outcome_.message += "the energy balance misses by " + base::number(drift, 2);
  else if (ended && pull > largest_pull)
    outcome_.message += "contacts at rest would have to pull, by " + base::number(pull, 2) +
                        " of the largest impulse";
  else if (ended)
    outcome_.message += "the energy grows by " + base::number(gain, 2) + " of itself";
  return false;
}

// Impulses and events are written before the flow is judged: a refused impact also shows how far it
// came.
bool SpringImpact::run(int group) {
  // Nothing approaches in this group: its contacts keep their velocity and carry nothing.
  if (!gather(group)) return true;
  auto& flow = s_.flows[static_cast<std::size_t>(group)];
  load(flow);
  const double before = 0.5 * flow.motion.speed.squaredNorm();
  s_.events.clear();
  flow.run(s_.events);
  unload(flow);
  if (!accept(flow, before)) return false;
  explain_limit(flow, before);
  if (flow.shared)
    outcome_.notes.push_back(
        "friction of points that rest together is not determined; shares follow "
        "the stiffness within each point's cone");
  // Only a long chain is solved twice: it doubles the cost.
  if (flow.event_count < long_chain) return true;
  const double moved = effect_of_nudge(flow);
  outcome_.residuals.law = std::max(outcome_.residuals.law, moved);
  if (moved > visible)
    outcome_.notes.push_back("compliant: " + std::to_string(flow.event_count) +
                             " events amplify rounding: a change of the velocity by 1e-12 moves "
                             "the outcome by " +
                             base::number(moved, 2) + " of the approach speed");
  return true;
}

// Of the contacts that took part.
// Impulses are unique where the rows of these contacts are independent: p then follows from
// v⁺ − v⁻ alone. Elsewhere the springs chose one of many p with the same v⁺.
bool independent(const ImpactProblem& problem, const Outcome& outcome,
                 Workspace::Scratch& scratch) {
  return law::rows_independent(problem, scratch.basis, [&](int i) {
    const auto index = static_cast<std::size_t>(i);
    return outcome.impulse[index].normal > 0.0 ? 1 + carrying_tangents(problem.contacts()[index])
                                               : 0;
  });
}

}  // namespace

LawDescription Compliant::describe() const {
  return {
      .name = "compliant",
      .parameters =
          law::parameters(restitution, {{"exponent", exponent}, {"tolerance", tolerance}}),
      .coefficient = "energetic (Stronge), of each contact: unloading returns its square",
      .summary = "contact springs with given stiffness ratios and Coulomb friction; the referee",
      .source = "Stronge, Impact Mechanics; unloading as Walton and Braun",
      .compares_contacts = true,
      .friction = true,
      .requires_restitution = true,
      .multiplicity = Multiplicity::sampled};
}

void Compliant::check() const {
  law::check_restitution("compliant", restitution);
  if (!(exponent >= 0.5 && exponent <= 5.0))
    throw InvalidInput("law 'compliant': exponent = " + base::number(exponent) +
                       "; expected 0.5 <= exponent <= 5; 1 is linear, 1.5 is Hertz");
  // Below the first, rounding exceeds what is asked; above the second, the drift passes its gate
  // and event margins are no longer told from zero.
  if (!(tolerance >= 1e-15 && tolerance <= 1e-3))
    throw InvalidInput("law 'compliant': tolerance = " + base::number(tolerance) +
                       "; expected 1e-15 <= tolerance <= 1e-3; leave it at 1e-11");
}

void Compliant::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  law::require_restitution("compliant", problem, restitution);
  outcome.restitution = law::common_restitution(problem, restitution);
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  outcome.status = Outcome::Status::resolved;
  // Nothing approaches: v⁺ = v⁻, with works of zero.
  if (problem.contact_count() == 0 || problem.approach().minCoeff() >= -problem.grazing_threshold())
    return;
  auto& scratch = workspace.scratch();
  if (!scratch.compliant) scratch.compliant = std::make_shared<law::CompliantScratch>();
  auto& s = *scratch.compliant;
  // Each group has its own unit of time and its own steps, so that a far contact changes nothing.
  // It keeps its flow from solve to solve: sizes stay, and no memory is allocated.
  s.groups.find(problem, carrying_tangents);
  const auto groups = static_cast<std::size_t>(s.groups.count());
  if (s.flows.size() < groups) s.flows.resize(groups);
  SpringImpact impact(problem, *this, s, outcome);
  bool answered = true;
  for (std::size_t group = 0; group < groups && answered; ++group)
    answered = impact.run(static_cast<int>(group));
  outcome.events.push_back({Event::Kind::ends, -1, impact.total()});
  // v⁺ from the impulses in SI units, not from the scaled ζ: momentum then balances to rounding.
  apply_impulses(problem, outcome);
  // Groups are independent: the first without an answer ends the solve, and impulses so far give
  // the last velocity.
  if (answered)
    outcome.uniqueness.impulses_unique = independent(problem, outcome, scratch);
  else
    outcome.last_velocity = outcome.velocity_plus;
}

}  // namespace carom
