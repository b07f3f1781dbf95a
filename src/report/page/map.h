// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of a map. Input: the map, its values and features. Output: the page's document
// (format.ts, MapPart). map.cpp: axes, measures, words; map_grid.cpp: which points of the
// grid are kept; map_postures.cpp: what stands at some of them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/page.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"

namespace carom::report {

/// Throws InvalidInput for a page without a map or with values of another one.
[[nodiscard]] Json map_page(const MapPage& page);

/// Some points of a grid, evenly along every axis; the last axis runs fastest.
class KeptGrid {
 public:
  /// At most `most` points. Both ends of an axis are kept where it keeps two.
  KeptGrid(const std::vector<MapAxis>& axes, std::int64_t most);

  /// Of one axis: indices in it.
  const std::vector<std::int64_t>& along(std::size_t axis) const { return kept_[axis]; }
  bool whole() const { return whole_; }
  /// Rows of the map, ascending, those below `done` alone.
  std::vector<std::int64_t> rows(std::int64_t done) const;

 private:
  std::vector<std::vector<std::int64_t>> kept_;
  std::vector<std::int64_t> strides_;
  bool whole_ = true;
};

/// Postures of a map, drawn as PageDrawing has them.
class MapPostures {
 public:
  /// None: the variation has no model, or another one.
  static std::optional<MapPostures> make(const MapPage& page);

  /// Index of the posture there; none: nothing stands there, or there is no more room.
  std::optional<int> add(const Eigen::VectorXd& axis_values);
  /// How many more there is room for.
  std::int64_t room() const;
  Json document() const;
  Json drawing() const { return drawing_.document(); }
  std::vector<std::string> notes() const;

 private:
  MapPostures(const MapPage& page, std::unique_ptr<VariationPoint> point);
  void compare_shape(const ImpactProblem& problem);

  const Map* map_;
  std::unique_ptr<VariationPoint> point_;
  PageDrawing drawing_;
  ModelWorkspace workspace_;
  Eigen::VectorXd values_;  // of the variation
  Eigen::MatrixXd row_;
  Json at_ = Json::array();
  std::vector<float> poses_, points_;
  std::int64_t count_ = 0;
  int compared_ = 0;
  bool same_shape_ = true;
};

}  // namespace carom::report
