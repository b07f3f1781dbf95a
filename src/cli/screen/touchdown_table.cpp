// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/screen/touchdown_table.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "base/words.h"

namespace carom::cli {
namespace {

using base::number;

Cell landing_verdict(const Touchdown& touchdown) {
  if (std::isnan(touchdown.indeterminacy)) return {"not checked", Style::faint};
  if (touchdown.several == 0) return {"no other outcome found", Style::good};
  return {fmt::format("several at {} of {}, ξ = {}", touchdown.several, touchdown.impacts,
                      number(touchdown.indeterminacy, 2)),
          Style::warning};
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
              {"verdict"}}) {}

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
  std::string text = table_.text();
  if (lines_ <= most) return text;
  const std::string where =
      folder.empty() ? "-o DIR writes all" : fmt::format("all are in {}", folder);
  return text + fmt::format("… {} more; {}\n", lines_ - most, where);
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
      text += fmt::format(", ξ up to {}", number(walk.indeterminacy, 2));
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
