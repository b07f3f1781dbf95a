// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every law on every kind of impact, seeded. What is resolved keeps every invariant of
// check_law_invariants(): balances, signs and cones, other units, coordinates, numbers and copies
// of the contacts, a far contact, small changes. How often there is no answer is promised here.
// A failure prints the problem as a file of the command, with law, kind, seed and restitution.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

#include "carom/invariants.h"
#include "carom/laws.h"
#include "support/impact_kinds.h"

namespace carom::test {
namespace {

constexpr std::uint64_t problems_per_kind = 100;
constexpr std::array restitutions = {0.0, 0.3, 0.7, 1.0};  // by seed
constexpr int shown_problems = 2;  // of those that fail, for each law and kind

// The law that follows every bounce in time takes 3 to 30 ms where there are many, or where slips
// turn in space, and a problem is solved sixteen times.
std::uint64_t problem_count(const std::string& law, const std::string& kind) {
  static const std::set<std::string> slow = {"heavy_and_light", "spatial_body", "copies", "squeeze",
                                             "rest_and_land"};
  return law == "compliant" && slow.contains(kind) ? problems_per_kind / 5 : problems_per_kind;
}

struct LawOnTrial {
  std::string name;  // as tests are named
  Law law;
  /// Of comparisons, relative. Rounding, a million times, for sums and projections (wedges of
  /// 1e-3); where Coulomb's law is solved by iteration, its residual of 1e-10 times a lever of 1e3;
  /// a hundred times the local error of laws that integrate. Ten times smaller: rounding is taken
  /// for a fault. Ten times larger: a missed event of 1e-5 is not far.
  double tolerance;

  friend void PrintTo(const LawOnTrial& trial, std::ostream* out) { *out << trial.name; }
};

std::vector<LawOnTrial> laws_on_trial() {
  return {{"plastic", Plastic{}, 1e-9},         {"inert", Inert{}, 1e-9},
          {"propagative", Propagative{}, 1e-9}, {"sequential", Sequential{}, 1e-9},
          {"newton", Newton{}, 1e-7},           {"poisson", Poisson{}, 1e-7},
          {"regular", Regular{}, 1e-6},         {"slip_share", SlipShare{}, 1e-6},
          {"compliant", Compliant{}, 1e-6}};
}

// Of a hundred problems so many may have no answer, so many more may have none after a change that
// should change nothing, and so many may be steep: a coupling of 1e-6 changes them by more than
// 1e-4.
struct Promise {
  int without_answer = 0, losing_it = 0, steep = 0;
};

Promise promise_of(const std::string& law, const std::string& kind) {
  static const std::map<std::string, std::map<std::string, Promise>> promises = {
      // No impulses separate it at e > 0 against the friction of a narrow corner: none of the 16
      // combinations of open, stick and slip solves any of the 20.
      {"newton", {{"corner", {.without_answer = 20}}}},
      // Collapses of four and five balls at mass ratios of 1e8 that no repeated round describes.
      {"sequential", {{"heavy_and_light", {.without_answer = 3}}}},
      // Sub-impacts without end: the rule of S2 has no limit there, and says so.
      {"slip_share",
       {{"corner", {.without_answer = 1, .losing_it = 1}},
        {"heavy_and_light", {.without_answer = 22, .losing_it = 1}},
        {"hinges", {.without_answer = 1}},
        {"squeeze", {.without_answer = 48}}}},
      // Beside a body that bounces at 1e-6 of the speed, a million times longer than the impact.
      {"compliant", {{"balls", {.losing_it = 8}}, {"corner", {.steep = 1}}}},
      // Masses from 1e-8 to 1e8 in one impact: rounding decides whether the ties hold.
      {"regular", {{"heavy_and_light", {.without_answer = 1, .losing_it = 5}}}}};
  const auto of_law = promises.find(law);
  if (of_law == promises.end()) return {};
  const auto of_kind = of_law->second.find(kind);
  return of_kind == of_law->second.end() ? Promise{} : of_kind->second;
}

// A number at the end belongs to the problem, not to the kind of complaint.
std::string without_value(const std::string& complaint) {
  const auto until = [](const std::string& text, const char* mark) {
    return text.substr(0, text.find(mark));
  };
  return until(until(complaint, " = "), " at '");
}

// No answer says why.
std::vector<std::string> silence(const Outcome& outcome) {
  std::vector<std::string> complaints;
  const Residuals& r = outcome.residuals;
  if (outcome.message.empty()) complaints.push_back("no message");
  if (outcome.status == Outcome::Status::not_converged &&
      std::max({r.momentum, r.penetration_rate, r.friction_cone, r.energy, r.law}) == 0.0)
    complaints.push_back("not converged, yet every residual is zero");
  return complaints;
}

std::string list(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [what, count] : counts) text += "\n" + std::to_string(count) + " x " + what;
  return text;
}

class EveryLaw : public testing::TestWithParam<std::tuple<LawOnTrial, ImpactKind>> {};

TEST_P(EveryLaw, KeepsTheInvariants) {
  const auto& [trial, kind] = GetParam();
  std::map<std::string, int> violated, lost;
  std::ostringstream examples;
  int without_answer = 0, losing_it = 0, steep = 0, shown = 0;
  for (std::uint64_t seed = 1; seed <= problem_count(trial.name, kind.name); ++seed) {
    const ImpactProblem problem = kind.make(seed);
    const double restitution = restitutions[seed % restitutions.size()];
    const Law law = trial.law.with_restitution(restitution);
    const Outcome outcome = solve_once(problem, law);
    without_answer += !outcome.ok();
    const auto complaints =
        outcome.ok() ? check_law_invariants(problem, law, std::max(trial.tolerance, kind.rounding))
                     : silence(outcome);
    int losses = 0, violations = 0, couplings = 0;
    for (const auto& complaint : complaints) {
      if (complaint.starts_with("a nearly decoupled") && !complaint.ends_with("outcome")) {
        ++couplings;
        continue;
      }
      const bool loss = complaint.ends_with("changes whether there is an outcome");
      ++(loss ? losses : violations);
      ++(loss ? lost : violated)[without_value(complaint)];
    }
    losing_it += losses > 0;
    steep += couplings > 0;
    if (violations == 0 || ++shown > shown_problems) continue;
    examples << "\n"
             << kind.name << ", seed " << seed << "; resolve FILE --law " << trial.name
             << " --restitution " << restitution << ":";
    for (const auto& complaint : complaints) examples << "\n  " << complaint;
    examples << "\n" << show(problem);
  }
  EXPECT_EQ(list(violated) + examples.str(), "") << trial.name << ", " << kind.name;
  const Promise promise = promise_of(trial.name, kind.name);
  EXPECT_LE(without_answer, promise.without_answer) << trial.name << ", " << kind.name;
  EXPECT_LE(steep, promise.steep) << trial.name << ", " << kind.name;
  EXPECT_LE(losing_it, promise.losing_it) << trial.name << ", " << kind.name << list(lost);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryLaw,
                         testing::Combine(testing::ValuesIn(laws_on_trial()),
                                          testing::ValuesIn(impact_kinds())),
                         [](const auto& test) {
                           return std::get<0>(test.param).name + "_" + std::get<1>(test.param).name;
                         });

}  // namespace
}  // namespace carom::test
