// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/page/stage.h"

#include <fmt/format.h>

#include "design/landing/spread.h"

namespace carom::report {

PageStage::PageStage(const PageContext& context) {
  place.units = context.units;
  if (context.model == nullptr) return;
  context.model->check(context.state);
  drawing.emplace(*context.model, context.state.q);
  place.drawing = &*drawing;
  place.q = context.state.q;
  place.velocity = context.state.v;
  place.velocities = design::moving_velocities(*context.model, context.locked);
}

void PageStage::put(Json& document) const {
  if (!drawing) return;
  document["drawing"] = drawing->document();
  for (const std::string& note : drawing->notes()) document["notes"].push_back(note);
}

std::vector<std::string> PageStage::velocity_names(const ImpactProblem& problem) const {
  std::vector<std::string> names;
  if (drawing) {
    for (const int k : problem_velocities(problem, place)) {
      names.push_back(drawing->model().velocity_names()[static_cast<std::size_t>(k)]);
    }
  }
  while (static_cast<int>(names.size()) < problem.coordinate_count()) {
    names.push_back(fmt::format("velocity {}", names.size() + 1));
  }
  return names;
}

}  // namespace carom::report
