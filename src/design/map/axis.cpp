// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Axes as text: NAME=FROM:TO:COUNT; and what a map shows where nothing is chosen: the figure of
// the scene's source, which the scene itself keeps (src/model/gallery).
#include <fmt/format.h>

#include <charconv>

#include "base/text.h"
#include "carom/error.h"
#include "carom/map.h"
#include "carom/scene.h"
#include "model/scene_parameters.h"

namespace carom {
namespace {

constexpr const char* form = "expected NAME=FROM:TO:COUNT, such as theta=60deg:180deg:121";

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return count;
}

}  // namespace

double MapAxis::at(std::int64_t k) const {
  if (count <= 1 || k == 0) return from;
  if (k == count - 1) return to;
  return from + (to - from) * (static_cast<double>(k) / static_cast<double>(count - 1));
}

MapAxis parse_axis(std::string_view text, const std::vector<VariedParameter>& known) {
  const std::string where = fmt::format("--axis '{}'", text);
  const auto equals = text.find('=');
  const auto second = text.rfind(':');
  const auto first = second == std::string_view::npos ? second : text.rfind(':', second - 1);
  if (equals == std::string_view::npos || first == std::string_view::npos || first < equals) {
    throw InvalidInput(fmt::format("{}: {}", where, form));
  }
  MapAxis axis{.name = std::string(text.substr(0, equals))};
  std::vector<std::string> names;
  const VariedParameter* parameter = nullptr;
  for (const VariedParameter& other : known) {
    names.push_back(other.name);
    if (other.name == axis.name) parameter = &other;
  }
  if (!parameter && axis.name != "restitution") {
    names.emplace_back("restitution");
    throw InvalidInput(fmt::format("{}: unknown parameter '{}'; expected one of {}{}", where,
                                   axis.name, base::join(names),
                                   base::did_you_mean(axis.name, names)));
  }
  const bool angle = parameter && parameter->unit.find("rad") == 0;
  const auto from = parse_quantity(text.substr(equals + 1, first - equals - 1), angle);
  const auto to = parse_quantity(text.substr(first + 1, second - first - 1), angle);
  const auto count = parse_count(text.substr(second + 1));
  if (!from || !to) {
    throw InvalidInput(fmt::format("{}: its ends are not two numbers{}; {}", where,
                                   angle ? "" : " (degrees are for angles only)", form));
  }
  if (!count) throw InvalidInput(fmt::format("{}: its count is no whole number; {}", where, form));
  axis.from = *from;
  axis.to = *to;
  axis.count = *count;
  return axis;
}

MapOptions usual_map(std::string_view scene, const SceneSettings& settings) {
  const Scene::UsualMap& words = find_scene(scene).map;
  const std::vector<VariedParameter> known = varied_parameters(scene, settings);
  MapOptions options{.measures = words.measures};
  for (const std::string& axis : words.axes) options.axes.push_back(parse_axis(axis, known));
  return options;
}

std::vector<std::string> usual_measures(const Variation& variation) {
  if (variation.contacts().size() > 1) return {"inner_product"};
  return {"energy_ratio", "normal_impulse"};
}

}  // namespace carom
