// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a person sees of a walk: one line per foot that has landed, and the walk as a whole.
#pragma once

#include <cstddef>
#include <string>

#include "carom/run.h"
#include "carom/simulation.h"
#include "cli/screen/table.h"

namespace carom::cli {

/// Gathers lines as a walk goes on; beyond `most` it only counts them.
class TouchdownTable {
 public:
  static constexpr std::size_t most = 1000;

  TouchdownTable();
  void add(const SimulationRecord& record);
  /// `folder`: where all lines are, if anywhere.
  std::string text(const std::string& folder) const;

 private:
  Table table_;
  std::size_t lines_ = 0;
};

/// Two lines: how far it came, and what its touch-downs cost. `planned`: steps.
std::string walk_summary_text(const WalkSums& walk, int planned);

}  // namespace carom::cli
