// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "carom/error.h"
#include "carom/map.h"
#include "design/map/critical_points.h"
#include "design/map/zero_curves.h"

namespace carom {

MapFeatures find_features(const Map& map, int measure, const Eigen::VectorXd& values,
                          double tolerance) {
  std::vector<design::GridAxis> axes;
  std::vector<std::string> faults;
  for (const MapAxis& axis : map.options().axes) {
    if (axis.count < 3) {
      faults.push_back(fmt::format("critical points: axis {} has {} values; expected at least 3",
                                   axis.name, axis.count));
    }
    axes.push_back({axis.name, axis.from, axis.to, static_cast<int>(axis.count)});
  }
  constexpr std::size_t most_axes = 4;
  if (axes.size() > most_axes) {
    faults.push_back(
        fmt::format("critical points: {} axes; expected at most {}", axes.size(), most_axes));
  }
  if (!faults.empty()) throw InvalidInput(faults);
  const auto field = map.function(measure);
  MapFeatures features;
  features.points = design::find_critical_points(field, axes, values, {.tolerance = tolerance});
  features.zeros = design::find_zero_curves(field, axes, values, tolerance);
  return features;
}

}  // namespace carom
