// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom map --html`. A grid too large for a page is thinned evenly, and the page says
// so; critical points and zeros are exact all the same. Postures: of every critical point, then of
// some points of the grid.
#include "report/page/map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "report/page/arrays.h"
#include "report/page/document.h"

namespace carom {
namespace report {
namespace {

using base::number;

constexpr std::int64_t most_values = 2'000'000;  // of all measures
constexpr std::int64_t most_postures = 1600;     // of points of the grid
constexpr std::size_t most_sentences = 3;        // on measures

void check(const MapPage& page) {
  if (page.map == nullptr) {
    throw InvalidInput("map page: map = none; expected the map that was run; set MapPage::map");
  }
  const auto measures =
      static_cast<Eigen::Index>(page.map->columns().size() - page.map->options().axes.size());
  if (page.values.cols() == measures && page.values.rows() <= page.map->point_count()) return;
  throw InvalidInput(fmt::format(
      "map page: values = {} × {}; expected at most {} rows of {} measures; they are of "
      "another map",
      page.values.rows(), page.values.cols(), page.map->point_count(), measures));
}

std::string with_unit(const MapColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

Json axes_json(const Map& map, const KeptGrid& grid) {
  Json list = Json::array();
  for (std::size_t k = 0; k < map.options().axes.size(); ++k) {
    std::vector<double> values;
    for (const std::int64_t index : grid.along(k)) {
      values.push_back(map.options().axes[k].at(index));
    }
    list.push_back({{"name", map.columns()[k].name},
                    {"unit", map.columns()[k].unit},
                    {"values", packed(values)}});
  }
  return list;
}

/// "normal_impulse:foot 1" has the meaning of normal_impulse.
std::string meaning_of(const std::string& column) {
  const std::string name = column.substr(0, column.find(':'));
  for (const MeasureInfo& info : all_measures()) {
    if (info.name == name) return info.meaning;
  }
  return {};
}

Json critical_json(const CriticalPoint& point, std::optional<MapPostures>& postures) {
  const auto posture = postures ? postures->add(point.at) : std::nullopt;
  return {
      {"kind", to_string(point.kind)},    {"smooth", point.smooth},
      {"at", list_of(point.at)},          {"value", point.value},
      {"uncertainty", point.uncertainty}, {"posture", posture ? Json(*posture) : Json(nullptr)}};
}

Json features_json(const MapFeatures& features, std::optional<MapPostures>& postures) {
  Json points = Json::array(), zeros = Json::array();
  for (const CriticalPoint& point : features.points) {
    points.push_back(critical_json(point, postures));
  }
  for (const ZeroCurve& curve : features.zeros) {
    zeros.push_back({{"points", rows_of(curve.points.transpose())}, {"closed", curve.closed}});
  }
  return {{"points", std::move(points)}, {"zeros", std::move(zeros)}};
}

const MapFeatures* features_of(const MapPage& page, std::size_t measure) {
  if (measure >= page.features.size() || !page.features[measure]) return nullptr;
  return &*page.features[measure];
}

Json measures_json(const MapPage& page, const std::vector<std::int64_t>& rows,
                   std::optional<MapPostures>& postures) {
  Json list = Json::array();
  const std::size_t axes = page.map->options().axes.size();
  std::vector<float> values(rows.size());
  for (Eigen::Index m = 0; m < page.values.cols(); ++m) {
    const MapColumn& column = page.map->columns()[axes + static_cast<std::size_t>(m)];
    std::transform(rows.begin(), rows.end(), values.begin(),
                   [&](std::int64_t row) { return static_cast<float>(page.values(row, m)); });
    const MapFeatures* features = features_of(page, static_cast<std::size_t>(m));
    list.push_back({{"name", column.name},
                    {"unit", column.unit},
                    {"meaning", meaning_of(column.name)},
                    {"values", packed(values)},
                    {"features", features ? features_json(*features, postures) : Json(nullptr)}});
  }
  return list;
}

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// "inner_product lies between -0.3 and 0.9; 2 critical points, 1 curve of zeros."
std::string measure_sentence(const MapPage& page, std::size_t measure) {
  const std::size_t axes = page.map->options().axes.size();
  const MapColumn& column = page.map->columns()[axes + measure];
  double low = std::numeric_limits<double>::infinity(), high = -low;
  std::int64_t missing = 0;
  for (const double value : page.values.col(static_cast<Eigen::Index>(measure))) {
    if (std::isfinite(value)) {
      low = std::min(low, value);
      high = std::max(high, value);
    } else {
      ++missing;
    }
  }
  if (!(low <= high)) return column.name + " has no value anywhere.";
  const std::string unit = column.unit.empty() ? "" : " " + column.unit;
  std::string text =
      fmt::format("{} lies between {} and {}{}", column.name, number(low), number(high), unit);
  if (const MapFeatures* features = features_of(page, measure)) {
    const std::string zeros = axes == 1 ? "zero" : "curve of zeros";
    text += "; " + counted(features->points.size(), "critical point", "critical points") + ", " +
            counted(features->zeros.size(), zeros, axes == 1 ? "zeros" : "curves of zeros");
  }
  if (missing > 0) {
    text += "; no value at " + counted(static_cast<std::size_t>(missing), "point", "points");
  }
  return text + ".";
}

std::vector<std::string> summary_of(const MapPage& page) {
  std::vector<std::string> axes;
  for (std::size_t k = 0; k < page.map->options().axes.size(); ++k) {
    axes.push_back(with_unit(page.map->columns()[k]));
  }
  const std::int64_t all = page.map->point_count(), done = page.values.rows();
  std::vector<std::string> sentences = {
      done == all ? fmt::format("{} points over {}.", all, base::join(axes))
                  : fmt::format("{} of {} points over {}: the map was interrupted.", done, all,
                                base::join(axes))};
  const auto measures = static_cast<std::size_t>(page.values.cols());
  for (std::size_t m = 0; m < std::min(measures, most_sentences); ++m) {
    sentences.push_back(measure_sentence(page, m));
  }
  return sentences;
}

std::vector<std::string> notes_of(const Map& map, const KeptGrid& grid,
                                  const std::optional<MapPostures>& postures) {
  std::vector<std::string> notes;
  if (!grid.whole()) {
    std::string from, to;
    for (std::size_t k = 0; k < map.options().axes.size(); ++k) {
      const char* times = k == 0 ? "" : " × ";
      from += fmt::format("{}{}", times, map.options().axes[k].count);
      to += fmt::format("{}{}", times, grid.along(k).size());
    }
    notes.push_back(fmt::format(
        "The map has {} points, this page {} of them, evenly; critical points and zeros are those "
        "of the whole map.",
        from, to));
  }
  if (postures) {
    for (std::string& note : postures->notes()) notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace

Json map_page(const MapPage& page) {
  check(page);
  const Map& map = *page.map;
  const std::int64_t measures = std::max<std::int64_t>(page.values.cols(), 1);
  const KeptGrid grid(map.options().axes, most_values / measures);
  const std::vector<std::int64_t> rows = grid.rows(page.values.rows());
  std::optional<MapPostures> postures = MapPostures::make(page);
  Json part = {{"axes", axes_json(map, grid)},
               {"measures", measures_json(page, rows, postures)},
               {"rows", rows.size()},
               {"postures", nullptr}};
  if (postures) {
    const KeptGrid shown(map.options().axes, std::min(most_postures, postures->room()));
    for (const std::int64_t row : shown.rows(page.values.rows())) {
      postures->add(map.axis_values(row));
    }
    part["postures"] = postures->document();
  }
  Json document = page_document({.kind = "map",
                                 .title = page.title.empty() ? "Map" : page.title,
                                 .summary = summary_of(page),
                                 .facts = page.facts,
                                 .notes = notes_of(map, grid, postures),
                                 .units = page.units});
  if (postures) document["drawing"] = postures->drawing();
  document["map"] = std::move(part);
  return document;
}

}  // namespace report

std::string to_html(const MapPage& page) { return report::page_html(report::map_page(page)); }

}  // namespace carom
