// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/sums.h"

#include <algorithm>
#include <cmath>

namespace carom::report {

void count_row(const TrajectoryRow& row, RunTrajectory& facts, double& reference_energy) {
  if (facts.rows == 0) facts.energy_start = row.energy;
  if (facts.rows == 0 || row.kind == TrajectoryRow::Kind::after_impact) {
    reference_energy = row.energy;
  }
  facts.energy_change = std::max(facts.energy_change, std::abs(row.energy - reference_energy));
  facts.energy_end = row.energy;
  ++facts.rows;
}

void count_impact(const ImpactRecord& impact, RunTrajectory& facts) {
  facts.captured += impact.captured ? 1 : 0;
  if (impact.outcome.ok()) facts.energy_lost += impact.outcome.energy.lost;
  switch (impact.outcome.uniqueness.verdict) {
    case Uniqueness::Verdict::unique: ++facts.unique; break;
    case Uniqueness::Verdict::not_checked: ++facts.not_checked; break;
    case Uniqueness::Verdict::several:
      ++facts.several;
      if (facts.first_several < 0) facts.first_several = facts.impacts;
      break;
  }
  ++facts.impacts;
}

void clear(SimulationRecord& record) {
  record.rows.clear();
  record.impacts.clear();
  record.events.clear();
  record.notes.clear();
  record.walk.clear();
  record.touchdowns.clear();
  record.forks.clear();
}

}  // namespace carom::report
