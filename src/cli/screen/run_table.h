// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a person sees of a run: impacts and events in a table, and how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/run.h"
#include "carom/simulation.h"
#include "cli/screen/table.h"

namespace carom::cli {

/// Gathers lines as a run goes on; beyond `most` it only counts them.
class RunTable {
 public:
  static constexpr std::size_t most = 1000;

  /// `several`: more than one trajectory may come, so each line says which.
  RunTable(const Model& model, const Scene::Units& units, bool several);
  void add(int trajectory, const SimulationRecord& record);
  /// `folder`: where all lines are, if anywhere.
  std::string text(const std::string& folder) const;

 private:
  void add(std::vector<Cell> line);
  void add(int trajectory, const ImpactRecord& impact);
  void add(int trajectory, const ContactEvent& event);
  std::string names(const std::vector<int>& contacts) const;

  const Model& model_;
  bool several_;
  Table table_;
  std::size_t lines_ = 0;
};

/// A title line, then a line or two for each trajectory, then the notes.
std::string run_summary(const std::string& title, const Model& model, const RunResult& result,
                        const SimulationOptions& options, const Scene::Units& units,
                        const std::string& folder);

// What a person sees of a walk: one line per foot that has landed, and the walk as a whole.

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
