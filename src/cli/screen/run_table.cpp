// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One line per impact and per contact that begins or ends to carry or to slide.
#include "cli/screen/run_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "base/words.h"
#include "report/page/document.h"
#include "report/run/gait.h"
#include "report/run/words.h"

namespace carom::cli {

namespace {

using base::plural;

using report::energy_unit;

std::vector<Table::Column> columns(const Scene::Units& units, bool several) {
  std::vector<Table::Column> list;
  if (several) list.push_back({"trajectory", Table::Align::right});
  list.push_back({"time [s]", Table::Align::right});
  list.push_back({"what"});
  list.push_back({fmt::format("energy lost [{}]", energy_unit(units)), Table::Align::right});
  list.push_back({"well defined?"});
  list.push_back({"under the law"});
  list.push_back({"contacts"});
  return list;
}

/// Enough digits to tell impacts of a fast sequence apart.
std::string time_text(double time) { return fmt::format("{:.9f}", time); }

/// Rounding noise of an elastic impact is 0.
std::string lost_text(const EnergyLedger& energy) {
  constexpr double noise = 1e-12;
  return base::number(std::abs(energy.lost) <= noise * energy.before ? 0.0 : energy.lost);
}

std::string what_text(const ImpactRecord& impact) {
  if (impact.captured) return "impact, end of chattering";
  const std::string what = impact.at_stop ? "stop of a joint" : "impact";
  return impact.plastic ? what + ", plastic" : what;
}

std::string status_text(const RunTrajectory& trajectory, double duration) {
  const std::string time = base::number(trajectory.time, 9);
  switch (trajectory.status) {
    case RunStatus::finished: return fmt::format("{} s", time);
    case RunStatus::running: return "not begun";
    default:
      return fmt::format("{} at t = {} s of {} s", to_string(trajectory.status), time,
                         base::number(duration, 9));
  }
}

/// How well defined the impacts are, then what is known of the law's own outcomes.
std::string verdicts_text(const RunTrajectory& trajectory) {
  const std::string practical = report::spread_counts(trajectory.spread);
  std::vector<std::string> items;
  const auto add = [&](std::int64_t count, const char* words) {
    if (count > 0) items.push_back(fmt::format("{} {}", count, words));
  };
  add(trajectory.unique, "with one outcome");
  add(trajectory.several, "with several");
  add(trajectory.not_checked, "not checked");
  const std::string own = base::join(items);
  if (practical.empty()) return own.empty() ? "" : fmt::format(" ({})", own);
  return fmt::format(": {}\n  under the law: {}", practical, own);
}

/// ", ground stairs=0.2x0.1, friction 0.8": what is not a plane, not smooth.
std::string ground_text(const Model& model) {
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const ContactCandidate& contact : model.contacts()) {
    if (contact.tangents == 0) continue;
    least = std::min(least, contact.friction);
    most = std::max(most, contact.friction);
  }
  const std::string ground =
      model.parts().ground.name == Terrain().name ? "" : ", ground " + model.parts().ground.name;
  if (most == 0.0) return ground;
  if (least == most) return fmt::format("{}, friction {}", ground, base::number(most));
  return fmt::format("{}, friction {} to {}", ground, base::number(least), base::number(most));
}

std::string trajectory_text(const RunTrajectory& trajectory, const SimulationOptions& options,
                            const std::string& unit) {
  std::string text = status_text(trajectory, options.duration);
  if (trajectory.parent >= 0) {
    text += fmt::format(", branch of {} at t = {} s", trajectory.parent,
                        base::number(trajectory.start, 9));
  }
  text += fmt::format("; {}{}", plural(static_cast<double>(trajectory.impacts), "impact"),
                      verdicts_text(trajectory));
  if (trajectory.captured > 0) {
    text += fmt::format(", chattering captured {}",
                        plural(static_cast<double>(trajectory.captured), "time"));
  }
  return text + "\n" + report::energy_text(trajectory, unit);
}

/// Where lines are that a table does not show.
std::string more_text(std::size_t lines, std::size_t most, const std::string& folder) {
  if (lines <= most) return "";
  return fmt::format("… {} more; {}\n", lines - most,
                     folder.empty() ? "-o DIR writes all" : fmt::format("all are in {}", folder));
}

}  // namespace

RunTable::RunTable(const Model& model, const Scene::Units& units, bool several)
    : model_(model), several_(several), table_(columns(units, several)) {}

void RunTable::add(int trajectory, const SimulationRecord& record) {
  // Both lists are in order of time; an impact comes before what it does to contacts.
  auto event = record.events.begin();
  for (const ImpactRecord& impact : record.impacts) {
    for (; event != record.events.end() && event->time < impact.time; ++event) {
      add(trajectory, *event);
    }
    add(trajectory, impact);
  }
  for (; event != record.events.end(); ++event) add(trajectory, *event);
}

void RunTable::add(std::vector<Cell> line) {
  if (lines_++ < most) table_.add(std::move(line));
}

void RunTable::add(int trajectory, const ImpactRecord& impact) {
  std::vector<Cell> line;
  if (several_) line.push_back({std::to_string(trajectory)});
  line.push_back({time_text(impact.time)});
  line.push_back({what_text(impact)});
  line.push_back({lost_text(impact.outcome.energy)});
  const Uniqueness& uniqueness = impact.outcome.uniqueness;
  line.push_back(practical_cell(impact.outcome.practical));
  line.push_back(verdict_cell(uniqueness, "one outcome", outcome_count(uniqueness) + " outcomes"));
  line.push_back({names(impact.contacts)});
  add(std::move(line));
}

void RunTable::add(int trajectory, const ContactEvent& event) {
  std::vector<Cell> line;
  if (several_) line.push_back({std::to_string(trajectory)});
  line.push_back({time_text(event.time)});
  line.push_back({to_string(event.kind)});
  line.push_back({});
  line.push_back({});
  line.push_back({});
  line.push_back({names({event.contact})});
  add(std::move(line));
}

std::string RunTable::names(const std::vector<int>& contacts) const {
  // Points of one body are one item, its name and their number.
  struct Item {
    const ContactCandidate* contact;
    int points;
  };
  std::vector<Item> items;
  for (const int k : contacts) {
    const ContactCandidate& contact = model_.contacts()[static_cast<std::size_t>(k)];
    const auto same = std::find_if(items.begin(), items.end(), [&](const Item& item) {
      return !contact.is_internal() && contact.name.starts_with(contact.sphere.body + "[") &&
             item.contact->sphere.body == contact.sphere.body;
    });
    if (same == items.end()) {
      items.push_back({&contact, 1});
    } else {
      ++same->points;
    }
  }
  constexpr std::size_t shown = 8;
  std::vector<std::string> list;
  for (const Item& item : items) {
    if (list.size() == shown) break;
    list.push_back(item.points == 1
                       ? item.contact->name
                       : fmt::format("{} {} points", item.contact->sphere.body, item.points));
  }
  std::string text = base::join(list);
  if (items.size() > shown) text += fmt::format(", … {} in all", contacts.size());
  return text;
}

std::string RunTable::text(const std::string& folder) const {
  if (lines_ == 0) return "no impact\n";
  return table_.text() + more_text(lines_, most, folder);
}

std::string run_summary(const std::string& title, const Model& model, const RunResult& result,
                        const SimulationOptions& options, const Scene::Units& units,
                        const std::string& folder) {
  std::string text = fmt::format(
      "{}, {}{}, {}, step {} s\n", title, options.law.description().name, ground_text(model),
      options.walk ? "walk" : to_string(options.integrator), base::number(options.step));
  const bool several = result.trajectories.size() > 1;
  for (const RunTrajectory& trajectory : result.trajectories) {
    text += several ? fmt::format("trajectory {}: ", trajectory.id) : "";
    text += trajectory_text(trajectory, options, energy_unit(units));
    if (trajectory.program) text += report::program_text(*trajectory.program, units);
    if (trajectory.gait) text += report::gait_text(*trajectory.gait, units);
    if (trajectory.landing) text += report::landing_text(trajectory);
    const std::string spread = report::spread_sentence(trajectory.spread);
    if (!spread.empty()) text += spread + "\n";
    if (trajectory.walk) {
      const WalkGait& gait = options.walk->gait;
      text +=
          walk_summary_text(*trajectory.walk, gait.motion == WalkMotion::stand ? 0 : gait.steps);
    }
  }
  if (!result.trajectories.empty() && result.trajectories.front().several > 0 &&
      options.branches == 1 && options.integrator != IntegratorKind::ticks && !options.walk) {
    text += "some impacts have several outcomes; --branches 2 follows another one too\n";
  }
  for (const std::string& note : result.notes) text += note + "\n";
  if (!folder.empty()) {
    text += fmt::format(
        "written to {}: trajectory.csv, impacts.json, events.csv, run.json, report.html{}\n",
        folder, options.walk ? ", walk.csv, touchdowns.json" : "");
  }
  return text;
}

namespace {

using base::number;

Cell landing_verdict(const Touchdown& touchdown) {
  if (std::isnan(touchdown.spread)) return {"not checked", Style::faint};
  const PracticalVerdict worst{.orders = touchdown.spread};
  return practical_cell(worst);
}

}  // namespace

TouchdownTable::TouchdownTable()
    : table_({{"step", Table::Align::right},
              {"foot"},
              {"time [s]", Table::Align::right},
              {"speed [m/s]", Table::Align::right},
              {"points that hit"},
              {"energy lost [J]", Table::Align::right},
              {"largest jump [rad/s]"},
              {"well defined?"}}) {}

void TouchdownTable::add(const SimulationRecord& record) {
  for (const Touchdown& touchdown : record.touchdowns) {
    if (lines_++ >= most) continue;
    table_.add({{std::to_string(touchdown.step + 1)},
                {to_string(touchdown.side)},
                {fmt::format("{:.6f}", touchdown.time)},
                {number(touchdown.approach, 3)},
                {touchdown.sequence(8)},
                {number(touchdown.energy_lost, 4)},
                {fmt::format("{} {}", number(touchdown.largest_jump, 3), touchdown.jump_joint)},
                landing_verdict(touchdown)});
  }
}

std::string TouchdownTable::text(const std::string& folder) const {
  if (lines_ == 0) return "no foot has landed\n";
  return table_.text() + more_text(lines_, most, folder);
}

std::string walk_summary_text(const WalkSums& walk, int planned) {
  std::string text;
  if (planned > 0) text += fmt::format("{} of {} steps, ", walk.steps, planned);
  text += fmt::format("{} m; pelvis tilted by at most {} rad, points slipped by at most {} mm",
                      number(walk.distance, 4), number(walk.tilt, 2), number(1e3 * walk.slip, 2));
  if (!std::isnan(walk.margin)) {
    text += fmt::format(", ZMP in single support at least {} mm inside the soles",
                        number(1e3 * walk.margin, 3));
  }
  text += fmt::format(", torques up to {} % of their limits{}\n", number(1e2 * walk.effort, 3),
                      walk.effort_joint.empty() ? "" : " (" + walk.effort_joint + ")");
  if (walk.steps > 0) {
    text += fmt::format(
        "touch-downs: {}, {} J lost, {} J per step, largest jump of a joint {} rad/s",
        base::plural(static_cast<double>(walk.impacts), "impact"), number(walk.energy_lost, 4),
        number(walk.energy_lost / static_cast<double>(walk.steps), 4),
        number(walk.largest_jump, 3));
    if (!std::isnan(walk.indeterminacy)) {
      text += fmt::format(", under the law ξ up to {}", number(walk.indeterminacy, 2));
    }
    text += "\n";
  }
  if (walk.relaxed > 0) {
    text += fmt::format("the controller's limits had no common solution in {} of its samples\n",
                        walk.relaxed);
  }
  return text;
}

}  // namespace carom::cli
