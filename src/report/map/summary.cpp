// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/map/summary.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "base/words.h"
#include "report/files/csv.h"
#include "report/json/json_text.h"

namespace carom::report {
namespace {

using base::number;
using base::pad;

std::string point_name(const CriticalPoint& point) {
  return to_string(point.kind) + (point.smooth ? "" : " (kink)");
}

/// "2 zero curves, 1 of them wholly and 1 partly where a body is inside the ground or another".
std::string zero_curves_text(const std::vector<ZeroCurve>& zeros) {
  std::string text = fmt::format("{} zero curve{}", zeros.size(), zeros.size() == 1 ? "" : "s");
  int whole = 0, part = 0;
  for (const ZeroCurve& zero : zeros) {
    whole += zero.wholly_inside() ? 1 : 0;
    part += zero.partly_inside() && !zero.wholly_inside() ? 1 : 0;
  }
  if (whole + part == 0) return text;
  const std::string parts = whole == 0  ? fmt::format("{} partly", part)
                            : part == 0 ? fmt::format("{} wholly", whole)
                                        : fmt::format("{} wholly and {} partly", whole, part);
  return text + ", " + parts + " inside the ground or a body";
}

std::string feature_text(const Map& map, const MapFeatures& features) {
  const auto& axes = map.options().axes;
  std::string text = "  " + pad("point", 20, false);
  for (const MapAxis& axis : axes) text += pad(axis.name, 16);
  text += pad("value", 16) + "   curvatures\n";
  constexpr std::size_t most = 40;  // a screen; JSON and the page have all
  for (std::size_t k = 0; k < std::min(features.points.size(), most); ++k) {
    const CriticalPoint& point = features.points[k];
    text += "  " + pad(point_name(point), 20, false);
    for (const double value : point.at) {
      // Shown as 0: nearer to it than the point is known; 1e-12 where it is known exactly, which
      // is above the rounding of an axis of size 1 and below its ten printed digits.
      const bool noise = std::abs(value) < std::max(1e-12, 2.0 * point.uncertainty);
      text += " " + pad(number(noise ? 0.0 : value, 10), 15);
    }
    text += pad(number(point.value, 8), 16) + "   ";
    for (const double value : point.hessian_eigenvalues) text += number(value, 4) + "  ";
    text += "\n";
    const std::string inside = penetration_words(map, point.penetration);
    if (!inside.empty()) text += "    impossible: " + inside + "\n";
  }
  if (features.points.size() > most) {
    text += fmt::format("  … {} in all\n", features.points.size());
  }
  if (axes.size() == 1 && !features.zeros.empty()) {
    text += fmt::format("  zeros at {} =", axes[0].name);
    for (const ZeroCurve& zero : features.zeros) text += " " + number(zero.points(0, 0), 12);
    text += "\n";
    for (const ZeroCurve& zero : features.zeros) {
      if (!zero.partly_inside()) continue;
      text += fmt::format("    impossible at {}: {}\n", number(zero.points(0, 0), 6),
                          penetration_words(map, zero.deepest));
    }
  } else if (!features.zeros.empty()) {
    text += "  " + zero_curves_text(features.zeros) + "\n";
  }
  return text;
}

/// Null: nothing is inside anything.
Json penetration_json(const Penetration& penetration) {
  if (!(penetration.depth > 0.0)) return nullptr;
  return {{"depth", penetration.depth}, {"what", penetration.what}, {"in", penetration.in}};
}

Json feature_json(const Map& map, const MapFeatures& features) {
  Json json{{"points", Json::array()}, {"zeros", Json::array()}};
  for (const CriticalPoint& point : features.points) {
    Json at = Json::object();
    for (std::size_t k = 0; k < map.options().axes.size(); ++k) {
      at[map.options().axes[k].name] = point.at[static_cast<Eigen::Index>(k)];
    }
    json["points"].push_back({{"kind", to_string(point.kind)},
                              {"smooth", point.smooth},
                              {"at", at},
                              {"value", point.value},
                              {"hessian_eigenvalues", list_of(point.hessian_eigenvalues)},
                              {"uncertainty", point.uncertainty},
                              {"penetration", penetration_json(point.penetration)}});
  }
  for (const ZeroCurve& zero : features.zeros) {
    Json points = Json::array();
    for (Eigen::Index k = 0; k < zero.points.cols(); ++k) {
      points.push_back(list_of(zero.points.col(k)));
    }
    Json entry{{"closed", zero.closed}, {"points", points}};
    if (zero.penetration.size() > 0) entry["penetration"] = list_of(zero.penetration);
    json["zeros"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace

const MapColumn& measure_column(const Map& map, std::size_t measure) {
  return map.columns()[map.options().axes.size() + measure];
}

std::string penetration_words(const Map& map, const Penetration& penetration) {
  return to_string(penetration, map.variation().length_unit());
}

std::string impossible_text(const Map& map, const MapSummary::Range& range) {
  if (range.above_zero == 0) {
    return "no point: nothing is below the ground or inside another body";
  }
  const std::string& unit = map.variation().length_unit();
  const bool metres = unit == "m";
  return fmt::format(
      "{} of {} points: a body is below the ground or inside another, by up to {} {}",
      range.above_zero, map.point_count(), number(range.highest * (metres ? 1e3 : 1.0), 3),
      metres ? "mm" : unit);
}

void MapSummary::Range::add(double value) {
  if (std::isnan(value)) return;
  above_zero += value > 0.0 ? 1 : 0;
  lowest = values == 0 ? value : std::min(lowest, value);
  highest = values == 0 ? value : std::max(highest, value);
  ++values;
}

std::string to_text(const Map& map, const MapSummary& summary) {
  std::string text = fmt::format("{}: map of {} points", summary.title, map.point_count());
  if (!summary.result.finished) text += fmt::format(", {} done", summary.result.rows);
  text += "\n\n";
  for (std::size_t k = 0; k < map.options().axes.size(); ++k) {
    const MapAxis& axis = map.options().axes[k];
    text +=
        pad("axis", 12, false) + fmt::format("{}, {} … {}, {} values\n", label(map.columns()[k]),
                                             number(axis.from), number(axis.to), axis.count);
  }
  const int marks = map.penetration_column();
  for (std::size_t k = 0; k < summary.ranges.size(); ++k) {
    const auto& range = summary.ranges[k];
    if (static_cast<int>(k) == marks && summary.ranges.size() > 1) {
      text += pad("impossible", 12, false) + impossible_text(map, range) + "\n";
      continue;
    }
    text += pad("measure", 12, false) + label(measure_column(map, k));
    text += range.values == 0
                ? ": no value\n"
                : fmt::format(": {} … {}\n", number(range.lowest, 8), number(range.highest, 8));
    if (k < summary.features.size() && summary.features[k]) {
      text += feature_text(map, *summary.features[k]);
    }
  }
  const char* run = summary.resumed ? " of this run" : "";
  if (summary.result.unreachable > 0) {
    text +=
        pad("unreachable", 12, false) +
        fmt::format("{}{}, marked nan\n", base::plural(summary.result.unreachable, "point"), run);
  }
  if (summary.result.unanswered > 0) {
    text += pad("no answer", 12, false) +
            fmt::format("{}{} with a measure that has no value, marked nan\n",
                        base::plural(summary.result.unanswered, "point"), run);
  }
  if (!summary.file.empty()) text += pad("file", 12, false) + summary.file + "\n";
  return text;
}

std::string to_json(const Map& map, const MapSummary& summary, int indent) {
  Json json{{"format", "carom-map/1"}, {"title", summary.title}, {"axes", Json::array()}};
  for (std::size_t k = 0; k < map.options().axes.size(); ++k) {
    const MapAxis& axis = map.options().axes[k];
    json["axes"].push_back({{"name", axis.name},
                            {"unit", map.columns()[k].unit},
                            {"from", axis.from},
                            {"to", axis.to},
                            {"count", axis.count}});
  }
  json["measures"] = Json::array();
  for (std::size_t k = 0; k < summary.ranges.size(); ++k) {
    Json entry{{"name", measure_column(map, k).name}, {"unit", measure_column(map, k).unit}};
    const auto& range = summary.ranges[k];
    entry["lowest"] = range.values > 0 ? Json(range.lowest) : Json(nullptr);
    entry["highest"] = range.values > 0 ? Json(range.highest) : Json(nullptr);
    if (static_cast<int>(k) == map.penetration_column()) entry["points_inside"] = range.above_zero;
    if (k < summary.features.size() && summary.features[k]) {
      entry["critical"] = feature_json(map, *summary.features[k]);
    }
    json["measures"].push_back(std::move(entry));
  }
  json["points"] = map.point_count();
  json["rows"] = summary.result.rows;
  json["status"] = summary.result.finished ? "finished" : "unfinished";
  json["unreachable"] = summary.result.unreachable;
  json["unanswered"] = summary.result.unanswered;
  if (!summary.file.empty()) json["file"] = summary.file;
  if (!summary.rows.empty()) {
    const std::size_t width = map.columns().size();
    json["values"] = Json::array();
    for (std::size_t k = 0; k + width <= summary.rows.size(); k += width) {
      Json row = Json::array();
      for (std::size_t c = 0; c < width; ++c) row.push_back(summary.rows[k + c]);
      json["values"].push_back(std::move(row));
    }
  }
  return dump_json(json, indent);
}

}  // namespace carom::report
