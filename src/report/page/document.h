// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-page/1 (viewer/src/format.ts): what all pages have, and the page around it. Input: a
// document. Output: the viewer with the document inside, safe from whatever its strings hold.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/scene.h"
#include "report/json/json_text.h"

namespace carom::report {

struct PageHead {
  std::string kind = {}, title = {};
  std::vector<std::string> summary = {};
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::vector<std::string> notes = {};
  Scene::Units units = {};
};
[[nodiscard]] Json page_document(const PageHead& head);
/// Of masses and lengths: "J", "erg", or "t km^2/s^2".
[[nodiscard]] std::string energy_unit(const Scene::Units& units);

/// Throws InvalidInput without a viewer (see has_viewer).
[[nodiscard]] std::string page_html(const Json& document);

}  // namespace carom::report
