// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": pages. A page is one HTML file that needs no other, no server and no network: it
// shows a result in 3-D, in time, in tables and curves. Input: a result, and where it came from.
// Output: the text of the file. Page: docs/pages.md.
//   write_page("landing.html", to_html(outcome, problem, {.model = &model, .state = state}));
// Throws InvalidInput where carom was built without its viewer (CAROM_VIEWER=OFF).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/model.h"
#include "carom/report.h"
#include "carom/scene.h"

namespace carom {

/// False: carom was built with CAROM_VIEWER=OFF, and pages are refused.
[[nodiscard]] bool has_viewer();

/// Where a result came from.
struct PageContext {
  std::string title = {};                ///< Empty: the name of the problem or model.
  const Model* model = nullptr;          ///< What moves; none: nothing is drawn.
  State state = {};                      ///< Of the model at the impact, velocities before it.
  std::vector<std::string> locked = {};  ///< Joints that are not in the problem.
  Scene::Units units = {};
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< What was asked, for people.
  std::vector<std::string> notes = {};                          ///< What a reader must not miss.
};

[[nodiscard]] std::string to_html(const Outcome& outcome, const ImpactProblem& problem,
                                  const PageContext& context = {});
[[nodiscard]] std::string to_html(const Comparison& comparison, const ImpactProblem& problem,
                                  const PageContext& context = {});
[[nodiscard]] std::string to_html(const Analysis& analysis, const ImpactProblem& problem,
                                  const PageContext& context = {});
/// `options`: of analyze_landing. Answers for other coefficients and rotors are computed here.
[[nodiscard]] std::string to_html(const Landing& landing, const LandingOptions& options,
                                  const PageContext& context);
[[nodiscard]] std::string to_html(const std::vector<Reproduction>& items);

/// A map that was run: its rows, and the features of some measures.
struct MapPage {
  std::string title = {};
  const Map* map = nullptr;
  Eigen::MatrixXd values = {};                            ///< Rows done × measures.
  std::vector<std::optional<MapFeatures>> features = {};  ///< By measure; may be shorter.
  const Model* model = nullptr;  ///< What moves, where the variation has postures.
  Scene::Units units = {};
  std::vector<std::pair<std::string, std::string>> facts = {};
};
[[nodiscard]] std::string to_html(const MapPage& page);

/// The start and the solutions side by side, each with its impact. `variation`: that of
/// find_design; `context.model`: what it varies, at the start.
[[nodiscard]] std::string to_html(const Design& design, const Variation& variation,
                                  const PageContext& context = {});

/// Whole or not at all. Throws InvalidInput if the file cannot be written.
void write_page(const std::filesystem::path& file, std::string_view html);

}  // namespace carom
