// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": the file formats of CONTRACT.md, as text. JSON in and out; no JSON library in
// sight. Numbers are written so that reading them gives the same bits; what is not finite is null.
// `indent` < 0 writes one line.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/analysis.h"
#include "carom/compare.h"
#include "carom/design.h"
#include "carom/gait_search.h"
#include "carom/landing.h"
#include "carom/map.h"
#include "carom/outcome.h"
#include "carom/problem.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "carom/touchdown.h"

namespace carom {

/// carom-problem/1. Throws InvalidInput with all faults, each starting with `where`.
/// `line`: of the text in a file of JSON Lines, part of every message; 0: the text is a file.
[[nodiscard]] ImpactProblem problem_from_json(std::string_view text,
                                              std::string_view where = "problem", int line = 0);
[[nodiscard]] std::string to_json(const ImpactProblem& problem, int indent = -1);

/// carom-outcome/1. `branches`: they were asked for, so the field is there even if it is empty.
/// `problem`: holds the coefficients where contacts differ; without it they are left out.
[[nodiscard]] std::string to_json(const Outcome& outcome, int indent = -1, bool branches = false,
                                  const ImpactProblem* problem = nullptr);
/// Reads back what the file holds; what a law says about itself beyond its parameters is not in it.
[[nodiscard]] Outcome outcome_from_json(std::string_view text, std::string_view where = "outcome");

/// carom-comparison/1.
[[nodiscard]] std::string to_json(const Comparison& comparison, const ImpactProblem& problem,
                                  int indent = -1);

/// carom-comparison/1 with what only a model can say: `restitution`, `friction`, `practical` and
/// `landing`, one entry per outcome.
[[nodiscard]] std::string to_json(const LandingComparison& comparison, int indent = -1);

/// carom-touchdown/1.
[[nodiscard]] std::string to_json(const TouchdownComparison& comparison, int indent = -1);

/// carom-analysis/1.
[[nodiscard]] std::string to_json(const Analysis& analysis, int indent = -1);
/// carom-analysis/1 with what only a model can say.
[[nodiscard]] std::string to_json(const Landing& landing, int indent = -1);

/// Runs a map into FILE.csv or FILE.npz (docs/maps.md). `subject`: JSON that says what is swept, so
/// that `resume` can refuse the file of something else. Throws InvalidInput.
struct MapFileOptions {
  std::string subject = "{}";
  bool resume = false;
  std::function<bool()> stop = {};
};
MapResult write_map(const std::filesystem::path& file, const Map& map,
                    const MapFileOptions& options = {});
/// A picture of one measure column, *.png, *.svg or *.pdf: a curve for one axis, contours for two,
/// with the features if they are given. `values`: that column of every row; `penetration`:
/// likewise, above 0 it is hatched; empty: nothing is. Throws InvalidInput.
void write_picture(const std::filesystem::path& file, const Map& map, const std::string& title,
                   int measure, const Eigen::VectorXd& values,
                   const std::optional<MapFeatures>& features = {},
                   const Eigen::VectorXd& penetration = {});

/// carom-design/1. `title`: of what was varied.
[[nodiscard]] std::string to_json(const Design& design, const std::string& title, int indent = -1);

/// carom-gait-search/1: all that was tried; "front" has numbers of points. `title`: of what moved.
[[nodiscard]] std::string to_json(const GaitSearch& search, const std::string& title,
                                  int indent = -1);
/// carom-gait-search-state/1, and back with the same bits. Throws InvalidInput.
[[nodiscard]] std::string to_json(const GaitSearchState& state, int indent = -1);
[[nodiscard]] GaitSearchState gait_search_state_from_json(std::string_view text,
                                                          std::string_view where = "state");

/// carom-orders/1. `title`: of what was run.
[[nodiscard]] std::string to_json(const OrderRuns& runs, const std::string& title, int indent = -1);
/// parting.csv of a folder, which is made if missing. Throws InvalidInput where it cannot be.
void write_divergence(const std::filesystem::path& folder, const Divergence& divergence);
/// How far the momenta diverge over time (S3 Fig. 8), *.png, *.svg or *.pdf; logarithmic where that
/// spans more than three decades; a gap where they do not differ. Throws InvalidInput.
void write_picture(const std::filesystem::path& file, const Divergence& divergence,
                   const std::string& title);

/// Lists of what there is.
[[nodiscard]] std::string to_json(const std::vector<Scene>& scenes, int indent = -1);
[[nodiscard]] std::string to_json(const std::vector<LawDescription>& laws, int indent = -1);

/// One published number, computed again by this library.
struct Reproduction {
  enum class Status { met, refuted, not_recoverable };
  std::string id = {};  ///< "S3.theorem3.inner_product"
  std::string source = {};
  std::string quantity = {};
  Eigen::MatrixXd published = {};  ///< 1x1: a number; one column: a list.
  Eigen::MatrixXd computed = {};   ///< Empty when the publication does not say enough.
  /// Significant digits of the largest entry that are compared; 12 for what is exact: fractions,
  /// integers, zeros.
  int digits = 12;
  Status status = Status::not_recoverable;  ///< From the comparison.
  Status expected = Status::met;            ///< What the errata say; another status is our bug.
  std::string note = {};
};
/// All ids, in the order of reproduce().
[[nodiscard]] std::vector<std::string> reproduction_ids();
/// Computes the items with these ids or below them ("S3" is everything of S3); none: all of them.
/// Throws InvalidInput that suggests the nearest id.
[[nodiscard]] std::vector<Reproduction> reproduce(const std::vector<std::string>& ids = {});
[[nodiscard]] std::string to_json(const std::vector<Reproduction>& items, int indent = -1);
[[nodiscard]] std::string to_string(Reproduction::Status status);

}  // namespace carom
