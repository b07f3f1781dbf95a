// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a run is: all that is needed to go on with the same bits, as checkpoint.json
// ("carom-checkpoint/1"), and the trajectories as run.json lists them. Doubles are written so that
// they read back to the same bits; NaN is null, infinities are "inf" and "-inf".
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/run.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"
#include "simulation/trajectory_tree.h"

namespace carom::report {

/// Bytes of the files of one trajectory, without what closes them.
struct FileLengths {
  std::int64_t trajectory = 0, impacts = 0, events = 0, mcap = 0, walk = 0, touchdowns = 0;
};

/// A trajectory of the tree, ended, under way or waiting.
struct RunNode {
  RunTrajectory facts = {};
  /// Energy right after the last impact, or at the start.
  double reference_energy = 0.0;
  double last_row = 0.0;  ///< Its time.
};

struct RunState {
  simulation::TreeState tree = {};
  std::deque<RunNode> nodes = {};  ///< By trajectory; references stay valid while it grows.
  FileLengths lengths = {};
  std::vector<std::string> notes = {};
  std::int64_t more_notes = 0;  ///< Not kept: too many.

  /// Keeps the note unless it stands already.
  void note(const std::string& text);
  std::vector<std::string> all_notes() const;
};

[[nodiscard]] Json exact_json(double value);
template <class Numbers>
[[nodiscard]] Json exact_list(const Numbers& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(exact_json(value));
  return list;
}
/// Throws nlohmann's exceptions.
[[nodiscard]] double exact_double(const Json& json);

[[nodiscard]] Json to_document(const SimulationCheckpoint& checkpoint);
[[nodiscard]] SimulationCheckpoint checkpoint_from(const Json& json);
[[nodiscard]] Json to_document(const RunTrajectory& trajectory);
/// Of a trajectory's summary.
[[nodiscard]] SpreadSums spread_from(const Json& summary);
[[nodiscard]] RunTrajectory trajectory_from(const Json& json);
/// Of a summary; none: the run was not by ticks.
[[nodiscard]] std::optional<LandingSums> landing_from(const Json& summary);
/// What run.json says about the first trajectory.
[[nodiscard]] Json summary_document(const RunTrajectory& trajectory);

[[nodiscard]] std::string state_text(const RunState& state);
/// Throws InvalidInput.
[[nodiscard]] RunState state_from(std::string_view text, const std::string& where);

}  // namespace carom::report
