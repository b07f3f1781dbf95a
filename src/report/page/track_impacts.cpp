// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts of a trajectory: impacts.json has one line each. A first reading takes time, verdict and
// loss of all; a second makes the details of some. Where a verdict says "several", the impact is
// solved again to list the outcomes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>

#include "carom/error.h"
#include "carom/report.h"
#include "carom/resolve.h"
#include "report/page/impact.h"
#include "report/page/track.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_states = 20'000, most_branches = 64;  // of a search made for a page
constexpr int most_contacts = 24;                                // of an impact solved again
constexpr int most_sampled = 4;  // of one whose outcomes are sampled: minutes beyond
constexpr int listed_draws = 4;  // as in a run: a list of samples is costly

double number_or_nan(const Json& json, const char* key) {
  return json.at(key).is_number() ? json.at(key).get<double>()
                                  : std::numeric_limits<double>::quiet_NaN();
}

Eigen::VectorXd vector_at(const Json& json, const char* key) {
  const Json& list = json.at(key);
  Eigen::VectorXd values(static_cast<Eigen::Index>(list.size()));
  for (std::size_t k = 0; k < list.size(); ++k) {
    values[static_cast<Eigen::Index>(k)] =
        list[k].is_number() ? list[k].get<double>() : std::numeric_limits<double>::quiet_NaN();
  }
  return values;
}

std::uint8_t verdict_of(const Json& impact) {
  const Json& verdict = impact.at("uniqueness").at("verdict");
  return verdict == "several" ? 2 : verdict == "unique" ? 1 : 0;
}

/// The branches that the file does not have; none where the search is too long.
std::vector<Branch> branches_of(const ImpactProblem& problem, const Law& law, bool plastic) {
  const Law used = plastic ? law.with_restitution(0.0) : law;
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  options.max_states = most_states;
  options.max_branches = most_branches;
  if (used.description().multiplicity == Multiplicity::sampled) options.draws = listed_draws;
  return resolve(problem, used, options).branches;
}

std::string law_note(const Json& impact) {
  if (impact.value("captured", false)) return "chattering captured";
  return impact.value("plastic", false) ? "plastic" : "";
}

/// Outcomes by impact: those that were solved again.
struct Listed {
  std::map<std::size_t, std::vector<Branch>> branches = {};
  std::size_t left = 0;  ///< So many more may be.

  const std::vector<Branch>& of(const TrackSource& source, std::size_t index,
                                const ImpactProblem& problem, bool plastic) {
    static const std::vector<Branch> none;
    if (const auto found = branches.find(index); found != branches.end()) return found->second;
    const bool sampled = source.law->description().multiplicity == Multiplicity::sampled;
    if (problem.contact_count() > (sampled ? most_sampled : most_contacts)) return none;
    if (left == 0 || (source.stop && source.stop())) return none;
    --left;
    return branches[index] = branches_of(problem, *source.law, plastic);
  }
};

/// One impact with its details; null: its numbers make no problem.
Json detail(const TrackSource& source, std::size_t index, const std::string& line, Listed& listed) {
  const Json json = Json::parse(line);
  Outcome outcome = outcome_from_json(line, "impact");
  const ImpactPlace place{.drawing = source.drawing,
                          .q = vector_at(json, "q"),
                          .velocity = vector_at(json, "velocity_minus")};
  ImpactHead head{.index = static_cast<std::int64_t>(index),
                  .time = number_or_nan(json, "time"),
                  .law_note = law_note(json),
                  .friction = source.law->description().friction,
                  .followed_by = json.at("followed_by").get<std::vector<int>>()};
  ProblemOptions options;
  options.closed = json.at("contacts").get<std::vector<std::string>>();
  try {
    const ImpactProblem problem =
        make_problem(source.drawing->model(), {place.q, place.velocity}, options);
    if (outcome.uniqueness.verdict == Uniqueness::Verdict::several) {
      outcome.branches = listed.of(source, index, problem, json.value("plastic", false));
    }
    return page_impact(head, problem, outcome, place);
  } catch (const InvalidInput&) {
    return nullptr;
  }
}

}  // namespace

void each_entry(const fs::path& path,
                const std::function<void(std::size_t, const std::string&)>& use) {
  std::ifstream file(path);
  std::string line;
  std::size_t index = 0;
  const auto changed = [&](const char* what) {
    return InvalidInput(fmt::format(
        "{}: entry {}: {}; expected it as carom wrote it; the file was changed: delete the folder "
        "to start anew",
        path.string(), index, what));
  };
  try {
    while (std::getline(file, line)) {
      if (!line.starts_with('{')) continue;
      if (line.ends_with(',')) line.pop_back();
      use(index, line);
      ++index;
    }
  } catch (const Json::exception& error) {
    throw changed(error.what());
  } catch (const InvalidInput& error) {
    throw changed(error.what());
  }
}

ImpactMarks read_marks(const fs::path& file, const RunNames& names) {
  std::map<std::string, int> candidates;
  for (std::size_t k = 0; k < names.contacts.size(); ++k) {
    candidates.try_emplace(names.contacts[k], static_cast<int>(k));
  }
  ImpactMarks marks;
  each_entry(file, [&](std::size_t, const std::string& line) {
    const Json impact = Json::parse(line);
    marks.time.push_back(number_or_nan(impact, "time"));
    marks.lost.push_back(number_or_nan(impact.at("energy"), "lost"));
    marks.verdict.push_back(verdict_of(impact));
    std::vector<int> contacts;
    for (const Json& name : impact.at("contacts")) {
      const auto found = candidates.find(name.get<std::string>());
      if (found != candidates.end()) contacts.push_back(found->second);
    }
    marks.contacts.push_back(std::move(contacts));
  });
  return marks;
}

std::vector<std::size_t> evenly(std::size_t all, std::size_t count) {
  std::vector<std::size_t> chosen;
  count = std::min(count, all);
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(k * all / count);
  return chosen;
}

std::vector<std::size_t> chosen_impacts(const ImpactMarks& marks, std::size_t most) {
  std::vector<std::size_t> several, others, chosen;
  for (std::size_t k = 0; k < marks.verdict.size(); ++k) {
    (marks.verdict[k] == 2 ? several : others).push_back(k);
  }
  for (const std::size_t k : evenly(several.size(), most)) chosen.push_back(several[k]);
  for (const std::size_t k : evenly(others.size(), most - chosen.size())) {
    chosen.push_back(others[k]);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

Json impact_details(const TrackSource& source, const fs::path& file, const ImpactMarks& marks,
                    TrackShare& share) {
  std::size_t most = std::min(share.impacts, marks.time.size());
  Listed listed{.left = share.solved_again};
  for (;;) {
    const std::vector<std::size_t> chosen = chosen_impacts(marks, most);
    std::size_t at = 0;
    double bytes = 0.0;
    Json list = Json::array();
    each_entry(file, [&](std::size_t index, const std::string& line) {
      if (at == chosen.size() || chosen[at] != index || bytes > share.impact_bytes) return;
      ++at;
      Json one = detail(source, index, line, listed);
      if (one.is_null()) return;
      bytes += static_cast<double>(dump_json(one, -1).size());
      list.push_back(std::move(one));
    });
    if (bytes <= share.impact_bytes || most <= 1) {
      share.solved_again = listed.left;
      return list;
    }
    // `at` impacts took too much: so many fit, with some room.
    const double fit = 0.8 * share.impact_bytes / bytes * static_cast<double>(at);
    most = std::clamp<std::size_t>(static_cast<std::size_t>(fit), 1, most * 3 / 4);
  }
}

}  // namespace carom::report
