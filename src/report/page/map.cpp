// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom map --html`. A grid too large for a page is thinned evenly, and the page says
// so; critical points and zeros are exact all the same. Postures: of every critical point, then of
// some points of the grid.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "report/files/csv.h"
#include "report/map/summary.h"
#include "report/page/document.h"
#include "report/page/drawing/drawing.h"
#include "report/page/pages.h"

namespace carom {

namespace report {
namespace {

/// Numbers of points per axis whose product is at most `most`.
std::vector<std::int64_t> fitting(const std::vector<MapAxis>& axes, std::int64_t most) {
  std::vector<std::int64_t> counts;
  for (const MapAxis& axis : axes) {
    counts.push_back(std::clamp<std::int64_t>(axis.count, 1, std::max<std::int64_t>(most, 1)));
  }
  const auto product = [&] {
    double points = 1.0;
    for (const std::int64_t count : counts) points *= static_cast<double>(count);
    return points;
  };
  while (product() > static_cast<double>(most)) {
    std::int64_t& longest = *std::max_element(counts.begin(), counts.end());
    if (longest == 1) break;
    constexpr std::int64_t part = 256;
    longest -= std::max<std::int64_t>(1, longest / part);
  }
  return counts;
}

/// `kept` of `count` indices, both ends among them; of one, the middle.
std::vector<std::int64_t> even(std::int64_t count, std::int64_t kept) {
  if (kept == 1) return {(count - 1) / 2};
  std::vector<std::int64_t> indices;
  for (std::int64_t k = 0; k < kept; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(kept - 1);
    indices.push_back(static_cast<std::int64_t>(share * static_cast<double>(count - 1) + 0.5));
  }
  return indices;
}

// What stands at a point of a map: the variation goes there, its state is drawn. A variation may
// change the model itself (the length of a leg): its contact rows then differ from those of the
// model that is drawn, which is seen at the first postures and said.

constexpr std::int64_t most_bytes = 6'000'000;  // of all postures, in base64
constexpr int most_compared = 24;

bool fits(const State* state, const Model& model) {
  return state != nullptr && state->q.size() == model.configuration_size() && state->q.allFinite();
}

/// Postures of a map, drawn as PageDrawing has them.
class MapPostures {
 public:
  /// None: the variation has no model, or another one.
  static std::optional<MapPostures> make(const MapPage& page) {
    if (page.model == nullptr) return std::nullopt;
    std::unique_ptr<VariationPoint> point = page.map->variation().make_point();
    if (!point->move(page.map->variation().start())) return std::nullopt;
    if (!fits(point->state(), *page.model)) return std::nullopt;
    return MapPostures(page, std::move(point));
  }

  /// Index of the posture there; none: nothing stands there, or there is no more room.
  std::optional<int> add(const Eigen::VectorXd& axis_values) {
    if (room() <= 0) return std::nullopt;
    const auto& parameters = map_->variation().parameters();
    const auto& axes = map_->options().axes;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      for (std::size_t i = 0; i < axes.size(); ++i) {
        if (axes[i].name == parameters[k].name) {
          values_[static_cast<Eigen::Index>(k)] = axis_values[static_cast<Eigen::Index>(i)];
        }
      }
    }
    if (!point_->move(values_) || !fits(point_->state(), drawing_.model())) return std::nullopt;
    if (compared_++ < most_compared) {
      const ImpactProblem* problem = point_->find_problem();
      if (problem == nullptr) return std::nullopt;
      compare_shape(*problem);
    }
    drawing_.place(point_->state()->q, poses_, points_);
    at_.push_back(list_of(axis_values));
    return static_cast<int>(count_++);
  }

  /// How many more there is room for.
  std::int64_t room() const {
    const std::int64_t numbers = 7 * drawing_.bodies() + 3 * drawing_.contacts();
    return most_bytes * 3 / 16 / std::max<std::int64_t>(numbers, 1) - count_;
  }

  Json document() const {
    return {{"at", at_}, {"poses", packed(poses_)}, {"points", packed(points_)}};
  }

  Json drawing() const { return drawing_.document(); }

  std::vector<std::string> notes() const {
    std::vector<std::string> notes = drawing_.notes();
    if (!same_shape_) {
      notes.emplace_back(
          "The axes change the shape of the model itself: postures are drawn with the shape that "
          "it "
          "has at the start.");
    }
    return notes;
  }

 private:
  MapPostures(const MapPage& page, std::unique_ptr<VariationPoint> point);

  /// Contact rows of the problem here against those of the model drawn.
  void compare_shape(const ImpactProblem& problem) {
    // Of the row: one shape computed in two ways differs by rounding, 1e-15; a changed length by
    // the share that it changes, which is seen in a drawing from 1e-3. A choice between.
    constexpr double same = 1e-9;
    const Model& model = drawing_.model();
    if (problem.coordinate_count() != model.velocity_size()) return;  // some joints are locked
    workspace_.set_configuration(point_->state()->q);
    row_.resize(1, model.velocity_size());
    for (const Contact& contact : problem.contacts()) {
      workspace_.contact_rows(model.contact(contact.name), row_);
      const double size = std::max(row_.norm(), contact.normal.norm());
      same_shape_ = same_shape_ && (row_.row(0) - contact.normal).norm() <= same * size;
    }
  }

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

MapPostures::MapPostures(const MapPage& page, std::unique_ptr<VariationPoint> point)
    : map_(page.map),
      point_(std::move(point)),
      drawing_(*page.model, point_->state()->q),
      workspace_(*page.model),
      values_(page.map->variation().start()) {}

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

/// What is impossible there, in words; null: nothing.
Json impossible_json(const Map& map, const Penetration& penetration) {
  const std::string words = penetration_words(map, penetration);
  return words.empty() ? Json(nullptr) : Json(words);
}

Json critical_json(const Map& map, const CriticalPoint& point,
                   std::optional<MapPostures>& postures) {
  const auto posture = postures ? postures->add(point.at) : std::nullopt;
  return {{"kind", to_string(point.kind)},
          {"smooth", point.smooth},
          {"at", list_of(point.at)},
          {"value", point.value},
          {"uncertainty", point.uncertainty},
          {"posture", posture ? Json(*posture) : Json(nullptr)},
          {"impossible", impossible_json(map, point.penetration)}};
}

Json features_json(const Map& map, const MapFeatures& features,
                   std::optional<MapPostures>& postures) {
  Json points = Json::array(), zeros = Json::array();
  for (const CriticalPoint& point : features.points) {
    points.push_back(critical_json(map, point, postures));
  }
  for (const ZeroCurve& curve : features.zeros) {
    zeros.push_back({{"points", rows_of(curve.points.transpose())},
                     {"closed", curve.closed},
                     {"impossible", impossible_json(map, curve.deepest)}});
  }
  return {{"points", std::move(points)}, {"zeros", std::move(zeros)}};
}

const MapFeatures* features_of(const MapPage& page, std::size_t measure) {
  if (measure >= page.features.size() || !page.features[measure]) return nullptr;
  return &*page.features[measure];
}

/// A column at these rows.
std::vector<float> values_of(const MapPage& page, const std::vector<std::int64_t>& rows,
                             Eigen::Index column) {
  std::vector<float> values(rows.size());
  std::transform(rows.begin(), rows.end(), values.begin(),
                 [&](std::int64_t row) { return static_cast<float>(page.values(row, column)); });
  return values;
}

/// Depths of what cannot be; null: nothing is known of it.
Json penetration_json(const MapPage& page, const std::vector<std::int64_t>& rows) {
  const int column = page.map->penetration_column();
  if (column < 0) return nullptr;
  return {{"unit", page.map->variation().length_unit()},
          {"values", packed(values_of(page, rows, column))}};
}

Json measures_json(const MapPage& page, const std::vector<std::int64_t>& rows,
                   std::optional<MapPostures>& postures) {
  Json list = Json::array();
  const std::size_t axes = page.map->options().axes.size();
  for (const int m : page.map->shown_columns()) {
    const MapColumn& column = page.map->columns()[axes + static_cast<std::size_t>(m)];
    const MapFeatures* features = features_of(page, static_cast<std::size_t>(m));
    list.push_back(
        {{"name", column.name},
         {"unit", column.unit},
         {"meaning", meaning_of(column.name)},
         {"values", packed(values_of(page, rows, m))},
         {"features", features ? features_json(*page.map, *features, postures) : Json(nullptr)}});
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
    axes.push_back(label(page.map->columns()[k]));
  }
  const std::int64_t all = page.map->point_count(), done = page.values.rows();
  std::vector<std::string> sentences;
  const std::string over = done == all
                               ? fmt::format("{} points over {}.", all, base::join(axes))
                               : fmt::format("{} of {} points over {}: the map was interrupted.",
                                             done, all, base::join(axes));
  if (done != all) sentences.push_back(over);  // else what was found is the answer
  const std::vector<int> shown = page.map->shown_columns();
  for (std::size_t k = 0; k < std::min(shown.size(), most_sentences); ++k) {
    sentences.push_back(measure_sentence(page, static_cast<std::size_t>(shown[k])));
  }
  if (const int marks = page.map->penetration_column(); marks >= 0) {
    MapSummary::Range range;
    for (const double value : page.values.col(marks)) range.add(value);
    sentences.push_back("Impossible: " + impossible_text(*page.map, range) + ".");
  }
  if (done == all) sentences.push_back(over);
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

// Which points of a grid are kept: as many along each axis as fit, the longest axis gives way
// first.

KeptGrid::KeptGrid(const std::vector<MapAxis>& axes, std::int64_t most) {
  const std::vector<std::int64_t> counts = fitting(axes, most);
  strides_.assign(axes.size(), 1);
  for (std::size_t k = axes.size(); k-- > 1;) strides_[k - 1] = strides_[k] * axes[k].count;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    whole_ = whole_ && counts[k] == axes[k].count;
    kept_.push_back(even(axes[k].count, counts[k]));
  }
}

std::vector<std::int64_t> KeptGrid::rows(std::int64_t done) const {
  std::vector<std::int64_t> rows;
  std::vector<std::size_t> at(kept_.size(), 0);
  for (;;) {
    std::int64_t row = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) row += strides_[k] * kept_[k][at[k]];
    if (row >= done) return rows;
    rows.push_back(row);
    std::size_t axis = kept_.size();
    while (axis > 0 && ++at[axis - 1] == kept_[axis - 1].size()) at[--axis] = 0;
    if (axis == 0) return rows;
  }
}

Json map_page(const MapPage& page) {
  check(page);
  const Map& map = *page.map;
  const std::int64_t measures = std::max<std::int64_t>(page.values.cols(), 1);
  const KeptGrid grid(map.options().axes, most_values / measures);
  const std::vector<std::int64_t> rows = grid.rows(page.values.rows());
  std::optional<MapPostures> postures = MapPostures::make(page);
  Json part = {{"axes", axes_json(map, grid)},
               {"measures", measures_json(page, rows, postures)},
               {"penetration", penetration_json(page, rows)},
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
