// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S0 V reads the minima A and B of |s| = |⟨u,v⟩| as the impact configurations of walking, and the
// maximum C as a gait with legs that turn symmetrically and does not work. Here the gaits of the
// scene run until they have settled; s is that of the unit normals of both feet at the postures in
// which their feet really touch down. S0 prints no gaits: they are ours (docs/programs.md).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "base/text.h"
#include "carom/analysis.h"
#include "carom/gait_cycle.h"
#include "carom/law_by_name.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "reproduce/data/rhex.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;

constexpr const char* gaits_source = "S0 V, Fig. 2";

// [s] Until they have settled: 33 strides of the run, less than 10 of the others. A third less, and
// the run has not.
double duration_of(const std::string& name) { return name == "run" ? 8.0 : 4.0; }

struct RhexGait {
  GaitCycle gait = {};
  // At the touch-downs of feet in the last stride; the height of the other foot [m].
  std::vector<double> s = {}, indeterminacy = {}, other_height = {};
};

bool is_foot(const Model& model, int contact) {
  const std::string& name = model.contacts()[static_cast<std::size_t>(contact)].name;
  return name == "left" || name == "right";
}

RhexGait run_rhex(const std::string& name) {
  const SceneProgram& program = find_program(find_scene("rhex"), name);
  const SceneModel scene = make_scene_start("rhex", program.settings);
  SimulationOptions options;
  options.law = law_by_name(program.law, with_defaults({}, program.law_settings));
  options.integrator = IntegratorKind::runge_kutta;
  // 1e-8 does what 1e-10 does to six digits of s, in half the time.
  options.tolerance = 1e-8;
  options.duration = duration_of(name);
  options.verdict = false;
  options.drive = drive_motors(scene.model, scene.state.q, program.program);
  Simulation simulation(scene.model, scene.state, options);
  GaitWatch watch(scene.model, *options.drive);
  for (bool more = true; more;) {
    SimulationRecord record;
    more = simulation.advance(record);
    watch.take(record);
  }
  RhexGait found;
  found.gait = watch.cycle();
  ModelWorkspace workspace(scene.model);
  for (const GaitTouchdown& touchdown : found.gait.touchdowns) {
    if (!is_foot(scene.model, touchdown.contact)) continue;
    const ImpactProblem problem = make_problem(scene.model, {touchdown.q, Eigen::VectorXd::Zero(7)},
                                               {.closed = {"left", "right"}});
    found.s.push_back(problem.gram()(0, 1));
    workspace.set_configuration(touchdown.q);
    found.other_height.push_back(std::max(workspace.gap(0), workspace.gap(1)));
    found.indeterminacy.push_back(worst_indeterminacy(problem).indeterminacy);
  }
  return found;
}

const RhexGait& rhex_gait(const std::string& name) {
  static std::map<std::string, RhexGait> known;
  const auto found = known.find(name);
  return found != known.end() ? found->second : known.emplace(name, run_rhex(name)).first->second;
}

/// |s| over the map of S0 Fig. 2, 73 x 37 points: 5° apart; of the RHex of a gait, whose hips may
/// be apart.
const std::vector<double>& rhex_map_values(const std::string& name) {
  static std::map<std::string, std::vector<double>> known;
  std::vector<double>& all = known[name];
  if (!all.empty()) return all;
  SceneSettings at;
  for (const char* own : {"bh", "hL", "hR"}) {
    at[own] = find_program(find_scene("rhex"), name).settings.at(own);
  }
  for (int i = 0; i < 73; ++i) {
    for (int j = 0; j < 37; ++j) {
      at["phi_r"] = -pi + i * pi / 36.0;
      at["gamma"] = -pi / 2.0 + j * pi / 36.0;
      all.push_back(std::abs(make_scene("rhex", at).gram()(0, 1)));
    }
  }
  return all;
}

/// Share of the map where |s| is smaller.
double share_below(const std::string& name, double s) {
  const std::vector<double>& map = rhex_map_values(name);
  const auto below = std::ranges::count_if(map, [&](double one) { return one < std::abs(s); });
  return static_cast<double>(below) / static_cast<double>(map.size());
}

std::string gait_note(const std::string& name, const RhexGait& run) {
  const std::vector<double>& map = rhex_map_values(name);
  std::vector<std::string> s, share, indeterminacy, height;
  for (std::size_t k = 0; k < run.s.size(); ++k) {
    s.push_back(base::number(std::abs(run.s[k]), 3));
    share.push_back(fmt::format("{:.0f} %", 100.0 * share_below(name, run.s[k])));
    indeterminacy.push_back(base::number(run.indeterminacy[k], 3));
    // Tenths of a millimetre: below are the errors of the integrator.
    height.push_back(fmt::format("{:.1f}", std::max(0.0, 1000.0 * run.other_height[k])));
  }
  return fmt::format(
      "|s| = {} there, xi at worst {}, the other foot {} mm up; least of the map {}, {} at A, {} "
      "at C; smaller on {} of the map",
      base::join(s), base::join(indeterminacy), base::join(height),
      base::number(std::ranges::min(map), 3), base::number(rhex_points[0].s, 3),
      base::number(rhex_points[2].s, 3), base::join(share));
}

void add_gait(Table& table, const std::string& name) {
  table.add("S0.V.gaits." + name + ".settles", [name] {
    const RhexGait& run = rhex_gait(name);
    return Reproduction{
        .source = gaits_source,
        .quantity = fmt::format("program {} of rhex: is it a steady gait? (1: yes)", name),
        .published = number(name == "symmetric" ? 0.0 : 1.0),
        .computed = number(run.gait.settled() ? 1.0 : 0.0),
        .note = fmt::format("{:.3g} m/s; {} impacts per stride", run.gait.speed(),
                            base::number(run.gait.impacts, 3))};
  });
  if (name == "symmetric") return;
  table.add("S0.V.gaits." + name + ".minimum", [name] {
    const RhexGait& run = rhex_gait(name);
    double largest = 0.0;
    for (const double one : run.s) largest = std::max(largest, share_below(name, one));
    return Reproduction{.source = gaits_source,
                        .quantity = fmt::format(
                            "share of the map with a smaller |s| than the touch-downs of {}", name),
                        .published = number(0.0),
                        .computed = number(largest),
                        .expected = Status::refuted,
                        .note = gait_note(name, run)};
  });
}

}  // namespace

void add_s0_rhex_gaits(Table& table) {
  for (const char* name : {"walk", "run", "bound", "symmetric"}) add_gait(table, name);
}

}  // namespace carom::published
