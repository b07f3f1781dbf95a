// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/map/settings.h"

#include <fmt/format.h>

#include <stdexcept>
#include <variant>

#include "base/text.h"
#include "carom/error.h"
#include "carom/version.h"
#include "report/files/bytes.h"
#include "report/files/differences.h"

namespace carom::report {
namespace {

constexpr const char* format_name = "carom-map/1";

Json law_json(const std::optional<Law>& law) {
  if (!law) return nullptr;
  Json json = {{"name", law->description().name}};
  for (const auto& [name, value] : law->description().parameters) {
    std::visit([&, key = name](const auto& setting) { json["settings"][key] = setting; }, value);
  }
  return json;
}

Json columns_json(const MapSettings& settings, std::size_t first, std::size_t last) {
  Json list = Json::array();
  for (std::size_t k = first; k < last; ++k) {
    Json entry = {{"name", settings.columns[k].name}, {"unit", settings.columns[k].unit}};
    if (k < settings.axes.size()) {
      const MapAxis& axis = settings.axes[k];
      entry.update({{"from", axis.from}, {"to", axis.to}, {"count", axis.count}});
    }
    list.push_back(std::move(entry));
  }
  return list;
}

MapColumn column_of(const Json& entry) {
  return {entry.at("name").get<std::string>(), entry.at("unit").get<std::string>()};
}

/// The document to plain data. Throws an exception of nlohmann-json for a missing or wrong entry.
void read_document(MapSettings& settings) {
  const Json& document = settings.document;
  std::int64_t points = 1;
  for (const Json& axis : document.at("axes")) {
    settings.columns.push_back(column_of(axis));
    settings.axes.push_back({settings.columns.back().name, axis.at("from").get<double>(),
                             axis.at("to").get<double>(), axis.at("count").get<std::int64_t>()});
    points *= settings.axes.back().count;
  }
  for (const Json& measure : document.at("measures")) {
    settings.columns.push_back(column_of(measure));
  }
  settings.point_count = document.at("points").get<std::int64_t>();
  settings.rows = document.at("rows").get<std::int64_t>();
  settings.finished = document.at("status") == "finished";
  if (points != settings.point_count) throw std::out_of_range("points are not those of the axes");
}

std::string range(const MapAxis& axis) {
  return fmt::format("{}:{}:{}", axis.from, axis.to, axis.count);
}

std::string names(const MapSettings& settings, bool of_axes) {
  std::vector<std::string> list;
  const std::size_t axes = settings.axes.size();
  for (std::size_t k = of_axes ? 0 : axes; k < (of_axes ? axes : settings.columns.size()); ++k) {
    list.push_back(fmt::format("{} [{}]", settings.columns[k].name, settings.columns[k].unit));
  }
  return base::join(list);
}

}  // namespace

MapSettings make_settings(const std::vector<MapColumn>& columns, const MapOptions& options,
                          const MapIdentity& identity, std::int64_t point_count) {
  std::int64_t points = 1;
  for (const MapAxis& axis : options.axes) points *= axis.count;
  if (columns.size() <= options.axes.size() || points != point_count) {
    throw std::logic_error(
        fmt::format("map file: {} columns, {} axes, {} points of {}; this is a bug of carom",
                    columns.size(), options.axes.size(), point_count, points));
  }
  MapSettings settings{columns, options.axes, point_count, 0, false, {}};
  settings.document = {{"format", format_name},
                       {"version", version},
                       {"subject", parse_json(identity.subject, {"subject of the map"})},
                       {"axes", columns_json(settings, 0, options.axes.size())},
                       {"measures", columns_json(settings, options.axes.size(), columns.size())},
                       {"law", law_json(options.law)},
                       {"restitution", options.restitution},
                       {"points", point_count},
                       {"rows", 0},
                       {"status", "unfinished"}};
  return settings;
}

double axis_value(const MapSettings& settings, std::size_t axis, std::int64_t row) {
  for (std::size_t k = settings.axes.size() - 1; k > axis; --k) row /= settings.axes[k].count;
  return settings.axes[axis].at(row % settings.axes[axis].count);
}

std::filesystem::path settings_path(const std::filesystem::path& map) {
  return beside(map, ".json");
}

std::string settings_text(const MapSettings& settings, std::int64_t rows, bool finished) {
  Json document = settings.document;
  document["rows"] = rows;
  document["status"] = finished ? "finished" : "unfinished";
  return dump_json(document, 2) + "\n";
}

void write_settings(const std::filesystem::path& map, const MapSettings& settings,
                    std::int64_t rows, bool finished) {
  replace_whole(settings_path(map), settings_text(settings, rows, finished));
}

MapSettings read_settings(const std::filesystem::path& map) {
  return parse_settings(read_whole(settings_path(map)), settings_path(map).string());
}

MapSettings parse_settings(std::string_view text, const std::string& where) {
  MapSettings settings;
  settings.document = parse_json(text, {where});
  const Json& document = settings.document;
  if (!document.is_object() || !document.contains("format")) {
    throw InvalidInput(fmt::format(
        "{}: has no format; expected the settings of a map ('{}'); move or delete this file", where,
        format_name));
  }
  if (document["format"] != format_name) {
    throw InvalidInput(
        fmt::format("{}: format = {}; expected '{}'; it was written by another version of carom",
                    where, shown(document["format"]), format_name));
  }
  try {
    read_document(settings);
  } catch (const std::exception& error) {
    throw InvalidInput(
        fmt::format("{}: is not the settings of a map: {}; expected them as carom "
                    "wrote them; delete this file to start anew",
                    where, error.what()));
  }
  return settings;
}

void check_same(const std::filesystem::path& map, const MapSettings& in_file,
                const MapSettings& asked) {
  Differences differences{
      .where = "in the file", .missing = "nothing", .quoted = false, .there_first = true};
  for (const char* key : {"version", "subject", "law", "restitution"}) {
    const Json before = in_file.document.value(key, Json());
    differences.compare(key, &before, &asked.document.at(key));
  }
  const std::string old_axes = names(in_file, true), new_axes = names(asked, true);
  if (old_axes != new_axes) differences.add("axes", old_axes, new_axes);
  for (std::size_t k = 0; old_axes == new_axes && k < asked.axes.size(); ++k) {
    const std::string before = range(in_file.axes[k]), now = range(asked.axes[k]);
    if (before != now) differences.add("axes", asked.axes[k].name + " " + before, now);
  }
  const std::string old_measures = names(in_file, false), new_measures = names(asked, false);
  if (old_measures != new_measures) differences.add("measures", old_measures, new_measures);
  differences.refuse(map.string(),
                     "is another map; expected the one to go on with; ask for that one, or name "
                     "another file");
}

}  // namespace carom::report
