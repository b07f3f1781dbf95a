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

void GroupImpact::gather(int group) {
  s_.members.clear(), s_.rows.clear(), s_.points.clear();
  for (const int i : s_.groups.group(group)) {
    const auto& contact = problem_.contacts()[static_cast<std::size_t>(i)];
    const int tangents = law::tangents_with_friction(contact);
    s_.members.push_back(i);
    s_.points.push_back({static_cast<int>(s_.rows.size()), tangents, contact.friction,
                         contact.static_friction.value_or(contact.friction)});
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
  if (speed_ == 0.0) speed_ = 1.0;
  s_.u /= speed_;
  s_.G /= mobility_;
}

// Marks the members that approach with a share of one.
bool GroupImpact::find_approaching() {
  const auto& u = s_.flow.state().u;
  s_.share.setZero(static_cast<Eigen::Index>(s_.points.size()));
  for (std::size_t j = 0; j < s_.points.size(); ++j) {
    const double rate = speed_ * u[s_.points[j].row] / problem_.normal_length()[s_.members[j]];
    if (rate < -problem_.grazing_threshold()) s_.share[static_cast<Eigen::Index>(j)] = 1.0;
  }
  return s_.share.maxCoeff() > 0.0;
}

void GroupImpact::say(Kind kind, int contact) {
  outcome_.events.push_back({kind, contact, before_ + s_.flow.total() * speed_ / mobility_});
}

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
  work_ = s_.flow.normal_work();
  s_.flow.carry(Flow::Rule::slip_over_friction, s_.share);
  if (frictionless || s_.flow.largest_slip() <= s_.flow.tolerance || s_.share.sum() == 1.0)
    use_equal_shares();
  // Compression to the least W = W_c, then release to (1 − e²) W_c (2.33); either may be
  // interrupted, by slips that all stop or by a return of compression.
  auto goal = Flow::Goal::compression_ends;
  double target = 0.0;
  for (int phase = 0; phase < 200; ++phase) {
    switch (s_.flow.advance(goal, target, unlimited)) {
      case Flow::Stop::shares_undefined:
        say(Kind::begins_sticking);
        use_equal_shares();
        break;
      case Flow::Stop::compression_returns:
        say(Kind::compression_returns);
        goal = Flow::Goal::compression_ends;
        break;
      case Flow::Stop::goal: {
        if (goal == Flow::Goal::work) return;
        say(Kind::compression_ends);
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
      case Flow::Stop::jammed: return fail("the points jam: no impulse ends the approach");
      case Flow::Stop::budget: return fail("the integration took too many steps");
    }
  }
  fail("compression returned again and again");
}

void GroupImpact::store() {
  const auto& state = s_.flow.state();
  const double impulse = speed_ / mobility_, work = speed_ * impulse;
  for (std::size_t j = 0; j < s_.points.size(); ++j) {
    const auto i = static_cast<std::size_t>(s_.members[j]);
    const auto& point = s_.points[j];
    outcome_.impulse[i].normal = impulse * state.impulse[point.row];
    for (int k = 0; k < point.tangents; ++k)
      outcome_.impulse[i].tangential[static_cast<std::size_t>(k)] =
          impulse * state.impulse[point.row + 1 + k];
    const auto index = static_cast<Eigen::Index>(j);
    outcome_.energy.contacts[i].normal_work = work * state.normal_work[index];
    outcome_.energy.contacts[i].friction_work = work * state.friction_work[index];
  }
  outcome_.residuals.law = std::max(outcome_.residuals.law, s_.flow.residual());
  before_ += s_.flow.total() * impulse;
}

void GroupImpact::run(int group) {
  gather(group);
  s_.flow.start(s_.G, s_.points, s_.u);
  for (int count = 0; find_approaching(); ++count) {
    if (count == max_impacts) {
      fail("points still approach after " + std::to_string(max_impacts) + " impacts");
      break;
    }
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
  const double e = law::global_restitution("slip_share", problem, restitution);
  outcome.restitution = e;
  outcome.status = Outcome::Status::resolved;
  auto& slot = workspace.scratch().slip_share;
  if (!slot) slot = std::make_shared<SlipShareScratch>();
  SlipShareScratch& scratch = *slot;
  // Each group of coupled contacts by itself, in its own P.
  scratch.flow.tolerance = tolerance;
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  scratch.groups.find(problem, law::tangents_with_friction);
  GroupImpact impact(problem, e, scratch, outcome);
  for (int group = 0; group < scratch.groups.count() && !impact.failed(); ++group)
    impact.run(group);
  apply_impulses(problem, outcome);
  // What the user must know of the way there.
  if (impact.failed()) {
    outcome.last_velocity = outcome.velocity_plus;
    return;
  }
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
