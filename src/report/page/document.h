// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-page/1 (viewer/src/format.ts): what all pages have, and the page around it. Input: a
// document. Output: the viewer with the document inside, safe from whatever its strings hold.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "carom/map.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "report/json/json_text.h"

namespace carom::report {

// Numbers in bulk: base64 of little-endian arrays, as viewer/src/decode.ts reads them.
[[nodiscard]] Json packed(const std::vector<float>& values);          ///< {"f32": …}
[[nodiscard]] Json packed(const std::vector<double>& values);         ///< {"f64": …}
[[nodiscard]] Json packed(const std::vector<std::uint8_t>& values);   ///< {"u8": …}
[[nodiscard]] Json packed(const std::vector<std::uint32_t>& values);  ///< {"u32": …}

// Names and units of a model's coordinates and velocities, for tables and curves.

/// A column of a table, or a curve; unit empty: none.
using Column = MapColumn;

/// One per coordinate; `length`: the model's unit of it.
[[nodiscard]] std::vector<Column> coordinate_columns(const Model& model, const std::string& length);
/// One per velocity, "v_" before the name.
[[nodiscard]] std::vector<Column> velocity_columns(const Model& model, const std::string& length);

struct PageHead {
  std::string kind = {}, title = {};
  std::vector<std::string> summary = {};
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::vector<std::string> notes = {};
  std::vector<std::string> details = {};  ///< Notes for who looks closer; folded away.
  Scene::Units units = {};
};
[[nodiscard]] Json page_document(const PageHead& head);
/// Of masses and lengths: "J", "erg", or "t km^2/s^2".
[[nodiscard]] std::string energy_unit(const Scene::Units& units);

/// Throws InvalidInput without a viewer (see has_viewer).
[[nodiscard]] std::string page_html(const Json& document);

}  // namespace carom::report
