// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What moves around one impact, for pages of resolve, compare, design and analyze. Input: where a
// result came from. Output: the drawing, placed at the impact; without a model, an empty stage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/page.h"
#include "report/page/drawing/drawing.h"
#include "report/page/impact.h"

namespace carom::report {

struct PageStage {
  /// Throws InvalidInput for a state that is not one of the model.
  explicit PageStage(const PageContext& context);
  PageStage(const PageStage&) = delete;

  /// Adds the drawing to a document, and its notes.
  void put(Json& document) const;
  /// Of the velocities of a problem.
  std::vector<std::string> velocity_names(const ImpactProblem& problem) const;

  std::optional<PageDrawing> drawing = {};
  ImpactPlace place = {};
};

}  // namespace carom::report
