// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/resolve.h"
#include "report/page/impact.h"

namespace carom::report {
namespace {

constexpr std::size_t most_states = 20'000, most_branches = 64;  // of a search made for a page
constexpr int most_contacts = 24;  // of an impact whose outcomes are listed
constexpr int most_sampled = 4;    // of one whose outcomes are sampled: minutes beyond
constexpr int listed_draws = 4;    // as in a run: a list of samples is costly
// Twice what a page shows at most: half of that is left when every other one is dropped, so that a
// long run still fills its page; with less, pages may be half empty. Ten times as much would be 120
// MB of text for details that no page shows.
constexpr std::size_t most_kept = 2 * TrackShare().impacts;
constexpr double most_bytes = 2.0 * TrackShare().impact_bytes;

/// All outcomes, of which a run records only the one that goes on; none where the search is too
/// long.
std::vector<Branch> listed_outcomes(const ImpactProblem& problem, const Law& law, bool plastic) {
  const Law used = plastic ? law.with_restitution(0.0) : law;
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  options.max_states = most_states;
  options.max_branches = most_branches;
  if (used.description().multiplicity == Multiplicity::sampled) options.draws = listed_draws;
  return resolve(problem, used, options).branches;
}

bool may_be_listed(const ImpactProblem& problem, const TrackSource& source) {
  const bool sampled = source.law->description().multiplicity == Multiplicity::sampled;
  if (problem.contact_count() > (sampled ? most_sampled : most_contacts)) return false;
  return source.listings > 0 && !(source.stop && source.stop());
}

double finite_or_nan(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::vector<std::size_t> evenly(std::size_t all, std::size_t count) {
  std::vector<std::size_t> chosen;
  count = std::min(count, all);
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(k * all / count);
  return chosen;
}

std::vector<std::size_t> chosen_impacts(const std::vector<std::uint8_t>& verdicts,
                                        std::size_t most) {
  std::vector<std::size_t> several, others, chosen;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    (verdicts[k] == 2 ? several : others).push_back(k);
  }
  for (const std::size_t k : evenly(several.size(), most)) chosen.push_back(several[k]);
  for (const std::size_t k : evenly(others.size(), most - chosen.size())) {
    chosen.push_back(others[k]);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void PageImpacts::take(const ImpactRecord& impact) {
  const std::size_t index = marks_.time.size();
  const Uniqueness::Verdict verdict = impact.outcome.uniqueness.verdict;
  marks_.time.push_back(finite_or_nan(impact.time));
  marks_.lost.push_back(finite_or_nan(impact.outcome.energy.lost));
  marks_.verdict.push_back(verdict_byte(verdict));
  marks_.contacts.push_back(impact.contacts);
  const bool several = verdict == Uniqueness::Verdict::several;
  const std::size_t number = count_[several]++;
  if (number % stride_[several] != 0) return;
  Detail one{.index = index, .number = number, .several = several, .time = impact.time};
  one.json = detail(impact, index);
  if (!one.json.is_null()) one.bytes = static_cast<double>(dump_json(one.json, -1).size());
  bytes_ += one.bytes;
  ++held_[several];
  kept_.push_back(std::move(one));
  while (held_[several] > most_kept) thin(several);
  while (bytes_ > most_bytes && held_[0] + held_[1] > 2) thin(held_[1] > held_[0]);
}

/// Drops every other one of a kind.
void PageImpacts::thin(bool several) {
  stride_[several] *= 2;
  std::erase_if(kept_, [&](const Detail& one) {
    const bool dropped = one.several == several && one.number % stride_[several] != 0;
    if (dropped) bytes_ -= one.bytes;
    held_[several] -= dropped ? 1 : 0;
    return dropped;
  });
}

bool PageImpacts::has_details(double time) const {
  const auto found =
      std::lower_bound(kept_.begin(), kept_.end(), time,
                       [](const Detail& one, double wanted) { return one.time < wanted; });
  return found != kept_.end() && found->time == time;
}

Json PageImpacts::detail(const ImpactRecord& impact, std::size_t index) {
  const ImpactPlace place{
      .drawing = source_.drawing, .q = impact.q, .velocity = impact.velocity_minus};
  const ImpactHead head{.index = static_cast<std::int64_t>(index),
                        .time = finite_or_nan(impact.time),
                        .law_note = impact.captured  ? "chattering captured"
                                    : impact.at_stop ? "at a stop of a joint"
                                    : impact.plastic ? "plastic"
                                                     : "",
                        .friction = source_.law->description().friction,
                        .followed_by = impact.followed_by};
  ProblemOptions options;
  for (const int contact : impact.contacts) {
    options.closed.push_back(source_.names.contacts.at(static_cast<std::size_t>(contact)));
  }
  try {
    const ImpactProblem problem =
        make_problem(source_.drawing->model(), {place.q, place.velocity}, options);
    Outcome outcome = impact.outcome;
    if (outcome.uniqueness.verdict == Uniqueness::Verdict::several) {
      outcome.branches.clear();
      if (may_be_listed(problem, source_)) {
        --source_.listings;
        outcome.branches = listed_outcomes(problem, *source_.law, impact.plastic);
      }
    }
    return page_impact(head, problem, outcome, place);
  } catch (const InvalidInput&) {
    return nullptr;
  }
}

Json PageImpacts::details(const TrackShare& share) const {
  std::size_t most = std::min(share.impacts, marks_.time.size());
  std::vector<std::uint8_t> verdicts;
  for (const Detail& one : kept_) verdicts.push_back(marks_.verdict[one.index]);
  for (;;) {
    std::size_t taken = 0;
    double bytes = 0.0;
    Json list = Json::array();
    for (const std::size_t k : chosen_impacts(verdicts, most)) {
      if (bytes > share.impact_bytes) break;
      ++taken;
      bytes += kept_[k].bytes;
      if (!kept_[k].json.is_null()) list.push_back(kept_[k].json);
    }
    if (bytes <= share.impact_bytes || most <= 1) return list;
    // So many took too much: so many fit, with some room.
    const double fit = 0.8 * share.impact_bytes / bytes * static_cast<double>(taken);
    most = std::clamp<std::size_t>(static_cast<std::size_t>(fit), 1, most * 3 / 4);
  }
}

}  // namespace carom::report
