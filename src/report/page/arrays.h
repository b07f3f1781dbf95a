// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Numbers in bulk for a page: base64 of little-endian arrays, as viewer/src/decode.ts reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "report/json/json_text.h"

namespace carom::report {

[[nodiscard]] Json packed(const std::vector<float>& values);          ///< {"f32": …}
[[nodiscard]] Json packed(const std::vector<double>& values);         ///< {"f64": …}
[[nodiscard]] Json packed(const std::vector<std::uint8_t>& values);   ///< {"u8": …}
[[nodiscard]] Json packed(const std::vector<std::uint32_t>& values);  ///< {"u32": …}

}  // namespace carom::report
