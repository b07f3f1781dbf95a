// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The document of an analysis, for documents that say more.
#pragma once

#include <optional>

#include "carom/analysis.h"
#include "report/json/json_text.h"

namespace carom::report {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json analysis_document(const Analysis& analysis);

}  // namespace carom::report
