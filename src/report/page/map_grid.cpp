// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which points of a grid are kept: as many along each axis as fit, the longest axis gives way
// first.
#include <algorithm>

#include "report/page/map.h"

namespace carom::report {
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

}  // namespace

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

}  // namespace carom::report
