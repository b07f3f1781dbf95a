// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names and units of a model's coordinates and velocities, for tables and curves.
#pragma once

#include <string>
#include <vector>

#include "carom/map.h"
#include "carom/model.h"

namespace carom::report {

/// A column of a table, or a curve; unit empty: none.
using Column = MapColumn;

/// One per coordinate; `length`: the model's unit of it.
[[nodiscard]] std::vector<Column> coordinate_columns(const Model& model, const std::string& length);
/// One per velocity, "v_" before the name.
[[nodiscard]] std::vector<Column> velocity_columns(const Model& model, const std::string& length);

}  // namespace carom::report
