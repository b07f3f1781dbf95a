// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The map of a scene where no axes are told: that of its source's figure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::cli {

struct UsualMap {
  std::vector<std::string> axes, measures;
};
/// Empty axes: the scene has none.
UsualMap usual_map(std::string_view scene);

}  // namespace carom::cli
