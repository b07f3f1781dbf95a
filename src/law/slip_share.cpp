// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Slip-share law (S2 ch. 2, app. A, B). With P the total normal impulse of the points that
// approach,
//   dv/dP = M⁻¹ Σ (nᵀ l_j + Tᵀ f_j),   l_j = (s_j/μ_j)/Σ(s/μ)   (2.18)–(2.20), signs corrected,
//   f_j = −μ_j l_j t_j,   W_n = Σ∫v_nj dp_nj,   stop at W_n = (1 − e²) W_c   (2.33),
// then a new impact of the points that still approach, until none does (app. B).
// Departures: equal shares where (2.18) is 0/0 (all slips zero, or a point without friction), to
// the end of that impact; one P per group of coupled contacts in place of one per body.
#include "carom/laws/slip_share.h"

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "law/coefficient.h"
#include "law/rows/coupled_groups.h"
#include "law/scratch.h"
#include "law/slip_share/share_flow.h"

namespace carom {
namespace law {

struct SlipShareScratch {
  ShareFlow flow;
  CoupledGroups groups;
  std::vector<int> members;  ///< Contacts of the group at hand.
  std::vector<int> rows;     ///< Of those, in the problem.
  std::vector<SharePoint> points;
  Eigen::MatrixXd G;
  Eigen::VectorXd u, share;
};

}  // namespace law

namespace {

using Flow = law::ShareFlow;
using law::SlipShareScratch;
using Kind = Event::Kind;

constexpr int max_impacts = 2000;  // of one group
constexpr double unlimited = std::numeric_limits<double>::infinity();

// One group: its flow, and what the outcome takes from it.
class GroupImpact {
 public:
  GroupImpact(const ImpactProblem& problem, double e, SlipShareScratch& scratch, Outcome& outcome)
      : problem_(problem), e_(e), s_(scratch), outcome_(outcome) {}

  void run(int group);
  bool failed() const { return failed_; }
  bool undefined() const { return undefined_; }
  bool locked() const { return locked_; }
  double total() const { return before_; }  ///< Normal impulse of all groups [N·s].

 private:
  void gather(int group);
  bool find_approaching();
  void impact();
  void say(Kind kind, int contact = -1);
  void use_equal_shares();
  void fail(const std::string& why);
  void store();

  const ImpactProblem& problem_;
  double e_;
  SlipShareScratch& s_;
  Outcome& outcome_;
  double speed_ = 1.0, mobility_ = 1.0;  // scales: m/s and 1/kg
  double before_ = 0.0;                  // normal impulse of earlier groups
  double work_ = 0.0;                    // normal work before the impact at hand, scaled
  bool failed_ = false, undefined_ = false, locked_ = false;
};

// The group in the rows of its own: u = J v and G = J M⁻¹Jᵀ of the normals and of the tangents that
// rub. Speeds are divided by the fastest row, G by its largest diagonal entry; P then has the unit
// speed/mobility [N s] and works speed²/mobility [J]. The thresholds of the flow count on sizes of
// order one.
void GroupImpact::gather(int group) {
  s_.members.clear(), s_.rows.clear(), s_.points.clear();
  for (const int i : s_.groups.group(group)) {
    const auto& contact = problem_.contacts()[static_cast<std::size_t>(i)];
    const int tangents = law::tangents_with_friction(contact);
    s_.members.push_back(i);
    s_.points.push_back({static_cast<int>(s_.rows.size()), tangents, contact.friction,
                         contact.static_friction.value_or(contact.friction)});
    // Normal first. A point without friction has no other row: its tangents carry nothing.
    for (int k = 0; k <= tangents; ++k) s_.rows.push_back(problem_.normal_row(i) + k);
  }
  const auto size = static_cast<Eigen::Index>(s_.rows.size());
  s_.G.resize(size, size);
  s_.u.resize(size);
  for (Eigen::Index a = 0; a < size; ++a) {
    const int row = s_.rows[static_cast<std::size_t>(a)];
    s_.u[a] = problem_.contact_jacobian().row(row).dot(problem_.velocity());
    for (Eigen::Index b = 0; b < size; ++b)
      s_.G(a, b) = problem_.delassus()(row, s_.rows[static_cast<std::size_t>(b)]);
  }
  speed_ = s_.u.lpNorm<Eigen::Infinity>();
  mobility_ = s_.G.diagonal().maxCoeff();
  // A group at rest has no speed to divide by; nothing approaches there, and run() does nothing.
  if (speed_ == 0.0) speed_ = 1.0;
  s_.u /= speed_;
  s_.G /= mobility_;
}

// Marks the members that approach with a share of one.
// Approach is judged in the mass metric, c = v_n/‖n‖ in units of kg^½ m/s, as everywhere: the unit
// of a gap must not decide who takes part.
bool GroupImpact::find_approaching() {
  const auto& u = s_.flow.state().u;
  s_.share.setZero(static_cast<Eigen::Index>(s_.points.size()));
  for (std::size_t j = 0; j < s_.points.size(); ++j) {
    const double rate = speed_ * u[s_.points[j].row] / problem_.normal_length()[s_.members[j]];
    if (rate < -problem_.grazing_threshold()) s_.share[static_cast<Eigen::Index>(j)] = 1.0;
  }
  return s_.share.maxCoeff() > 0.0;
}

// Events stand at P in N s, after that of the groups before.
void GroupImpact::say(Kind kind, int contact) {
  outcome_.events.push_back({kind, contact, before_ + s_.flow.total() * speed_ / mobility_});
}

// 1/count for the points that take part, fixed to the end of this impact. A point that is without
// friction or at rest has s/μ = x/0 or 0, and (2.18) says nothing about it.
void GroupImpact::use_equal_shares() {
  const auto count = (s_.share.array() > 0.0).count();
  undefined_ = undefined_ || count > 1;  // a single point has no choice
  for (double& share : s_.share) share = share > 0.0 ? 1.0 / static_cast<double>(count) : 0.0;
  s_.flow.carry(Flow::Rule::fixed, s_.share);
}

void GroupImpact::fail(const std::string& why) {
  failed_ = true;
  outcome_.status = Outcome::Status::not_converged;
  outcome_.message = "slip_share: " + why;
  // How far from the end: the fastest approach left, relative.
  // Scaled by the fastest row at the start of the group. At least the tolerance, so that no failure
  // shows a residual of zero.
  double lowest = 0.0;
  for (const auto& point : s_.points) lowest = std::min(lowest, s_.flow.state().u[point.row]);
  outcome_.residuals.law = std::max(-lowest, s_.flow.tolerance);
}

// One impact of the points marked in s_.share.
void GroupImpact::impact() {
  // Who takes part, and the shares: by (2.18), or equal ones where it is 0/0.
  bool frictionless = false;
  for (std::size_t j = 0; j < s_.points.size(); ++j) {
    if (s_.share[static_cast<Eigen::Index>(j)] == 0.0) continue;
    say(Kind::joins, s_.members[j]);
    outcome_.sequence.push_back(s_.members[j]);
    frictionless = frictionless || s_.points[j].tangents == 0;
  }
  // W counts from the start of the flow: this impact's own part is the difference to work_.
  work_ = s_.flow.normal_work();
  s_.flow.carry(Flow::Rule::slip_over_friction, s_.share);
  // A single point has all of P by either rule. With its share fixed its slip may stop and stick;
  // by (2.18) the end of its slip would leave the shares undefined.
  if (frictionless || s_.flow.largest_slip() <= s_.flow.tolerance || s_.share.sum() == 1.0)
    use_equal_shares();
  // Compression to the least W = W_c, then release to (1 − e²) W_c (2.33); either may be
  // interrupted, by slips that all stop or by a return of compression.
  auto goal = Flow::Goal::compression_ends;
  double target = 0.0;
  // Each phase ends at an event of the flow. Shares turn equal once at most, so that a long series
  // of phases means compression that returns again and again.
  for (int phase = 0; phase < 200; ++phase) {
    switch (s_.flow.advance(goal, target, unlimited)) {
      case Flow::Stop::shares_undefined:
        // All slips are zero together: from here on equal shares, and the same goal.
        say(Kind::begins_sticking);
        use_equal_shares();
        break;
      case Flow::Stop::compression_returns:
        // dW/dP < 0 after the end of compression: W falls again, and its later minimum takes the
        // place of W_c, so that restitution belongs to all that was compressed.
        say(Kind::compression_returns);
        goal = Flow::Goal::compression_ends;
        break;
      // dW/dP = 0, the end of compression, or W at its target, the end of this impact.
      case Flow::Stop::goal: {
        if (goal == Flow::Goal::work) return;
        say(Kind::compression_ends);
        // W_c ≤ 0, the work that compression took; release ends at W = (1 − e²) W_c, which returns
        // −e² W_c. With e = 0 that is here.
        const double compression = s_.flow.normal_work() - work_;
        goal = Flow::Goal::work;
        target = work_ + (1.0 - e_ * e_) * compression;
        if (e_ == 0.0) return;
        break;
      }
      case Flow::Stop::locked:  // nothing left to compress, and restitution could move nothing
        if (goal == Flow::Goal::compression_ends) say(Kind::compression_ends);
        locked_ = true;
        return;
      case Flow::Stop::length:
      // No length was set, so that only a jam leads here: no finite P reaches the goal.
      case Flow::Stop::jammed: return fail("the points jam: no impulse ends the approach");
      // Slips that nearly stop make the shares stiff: the number of steps is bounded, not the time.
      case Flow::Stop::budget: return fail("the integration took too many steps");
    }
  }
  fail("compression returned again and again");
}

// Back to SI units, and P on to the next group. Also after a failure: the outcome then shows the
// last velocity.
void GroupImpact::store() {
  const auto& state = s_.flow.state();
  const double impulse = speed_ / mobility_, work = speed_ * impulse;
  for (std::size_t j = 0; j < s_.points.size(); ++j) {
    const auto i = static_cast<std::size_t>(s_.members[j]);
    const auto& point = s_.points[j];
    // Sums over all impacts of the group, for a point may take part in several.
    outcome_.impulse[i].normal = impulse * state.impulse[point.row];
    for (int k = 0; k < point.tangents; ++k)
      outcome_.impulse[i].tangential[static_cast<std::size_t>(k)] =
          impulse * state.impulse[point.row + 1 + k];
    const auto index = static_cast<Eigen::Index>(j);
    outcome_.energy.contacts[i].normal_work = work * state.normal_work[index];
    outcome_.energy.contacts[i].friction_work = work * state.friction_work[index];
  }
  // Velocities follow from the impulses; what is inexact besides the integration is friction at
  // rest, whose largest violation is the law's residual.
  outcome_.residuals.law = std::max(outcome_.residuals.law, s_.flow.residual());
  before_ += s_.flow.total() * impulse;
}

// Impacts follow each other until no point approaches (app. B). All points that approach take part
// in the next one, so that nothing is chosen and numbering does not matter.
void GroupImpact::run(int group) {
  gather(group);
  // One flow for all impacts of the group: velocities, impulses and works go on from one to the
  // next.
  s_.flow.start(s_.G, s_.points, s_.u);
  for (int count = 0; find_approaching(); ++count) {
    if (count == max_impacts) {
      fail("points still approach after " + std::to_string(max_impacts) + " impacts");
      break;
    }
    // Later impacts (app. B) are told apart in the events. Their points share P anew.
    if (count > 0) say(Kind::sub_impact);
    impact();
    if (failed_) break;
  }
  store();
}

}  // namespace

LawDescription SlipShare::describe() const {
  return {.name = "slip_share",
          .parameters = law::parameters(restitution, {{"tolerance", tolerance}}),
          .coefficient = "energetic (Stronge), of each impact of a group of coupled contacts",
          .summary = "normal impulses in proportion to slip speed over friction, with sub-impacts",
          .source = "S2 ch. 2, eq. 2.18-2.33, app. B, corrected",
          .compares_contacts = true,
          .counts_contacts = true,
          .jumps = true,
          .friction = true,
          .requires_restitution = true,
          .multiplicity = Multiplicity::sampled};
}

void SlipShare::check() const {
  law::check_restitution("slip_share", restitution);
  // The local error is a hundredth of it: at the lower end 1e-14, just above the rounding of a
  // step. At the upper end slips of a thousandth of the fastest speed count as none, which shows.
  if (!(tolerance >= 1e-12 && tolerance <= 1e-3))
    throw InvalidInput("law 'slip_share': tolerance = " + base::number(tolerance) +
                       "; expected 1e-12 <= tolerance <= 1e-3");
}

void SlipShare::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  // (2.33) compares one W with one W_c, so that contacts cannot have coefficients of their own.
  const double e = law::global_restitution("slip_share", problem, restitution);
  outcome.restitution = e;
  outcome.status = Outcome::Status::resolved;
  auto& slot = workspace.scratch().slip_share;
  if (!slot) slot = std::make_shared<SlipShareScratch>();
  SlipShareScratch& scratch = *slot;
  // Each group of coupled contacts by itself, in its own P.
  scratch.flow.tolerance = tolerance;
  // No restitution of single contacts: e belongs to the work of the group.
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  // Points of two groups cannot change each other's velocity: with one P for both, a far impact
  // would change the shares of a near one.
  scratch.groups.find(problem, law::tangents_with_friction);
  GroupImpact impact(problem, e, scratch, outcome);
  for (int group = 0; group < scratch.groups.count() && !impact.failed(); ++group)
    impact.run(group);
  // v⁺ = v⁻ + M⁻¹Jᵀp with the sum of the impulses, in place of app. B's inverse of J.
  apply_impulses(problem, outcome);
  // What the user must know of the way there.
  if (impact.failed()) {
    // No answer, but how far it came.
    outcome.last_velocity = outcome.velocity_plus;
    return;
  }
  // P of the last event is the normal impulse of all groups.
  if (!outcome.events.empty()) outcome.events.push_back({Kind::ends, -1, impact.total()});
  if (impact.undefined())
    outcome.notes.push_back(
        "slip_share: the shares are undefined where no point slips or a point has no friction; "
        "equal shares were used there");
  if (impact.locked())
    outcome.notes.push_back(
        "slip_share: the points jam: friction locks them, further impulse would change no velocity "
        "that it works on, and no energy comes back; that impact ends there");
}

}  // namespace carom
