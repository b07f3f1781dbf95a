// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A block rocks to rest; TREX lands, and both outcomes of its landing are followed.
#include <carom/control.h>
#include <carom/laws/regular.h>
#include <carom/scene.h>
#include <carom/simulation.h>

#include <iostream>
#include <numbers>

namespace {

bool rock_to_rest() {
  const double tilt = std::numbers::pi / 18.0;
  const auto block = carom::make_scene_start("block", {{"tilt", tilt}, {"height", 0.05}});
  const carom::Trajectory run = carom::simulate(
      block.model, block.state,
      {.law = carom::Regular{}, .duration = 0.3, .plastic_speed = 0.02, .verdict = false});
  std::cout << "The block hits " << run.record.impacts.size() << " times, last at "
            << run.record.impacts.back().time << " s, and rests on " << run.end.held.size()
            << " points.\n";
  return run.status == carom::RunStatus::finished;
}

bool land_in_two_ways() {
  const auto trex = carom::make_scene_start("trex");
  const std::vector<carom::Trajectory> runs = carom::simulate_branches(
      trex.model, trex.state,
      {.duration = 0.19,
       .controller = carom::hold_posture(trex.model, trex.state.q, {.joints = {"pS", "pW"}}),
       .branches = 2});
  const carom::ImpactRecord& landing = runs[0].record.impacts[0];
  std::cout << "TREX lands at " << landing.time << " s: " << landing.outcome.branches.size()
            << " outcomes.\n";
  for (const carom::Trajectory& run : runs) {
    std::cout << "  trajectory " << run.id << ": " << run.record.impacts.size()
              << " impacts, body at " << run.end.q.head<3>().transpose() << '\n';
  }
  const carom::Divergence apart = carom::divergence(trex.model, runs[0].record, runs[1].record);
  std::cout << "  momenta diverge by " << 100.0 * apart.momentum.maxCoeff() << " %\n";
  return runs.size() == 2;
}

}  // namespace

int main() { return rock_to_rest() && land_in_two_ways() ? 0 : 1; }
