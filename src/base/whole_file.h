// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A file as one text.
#pragma once

#include <string>

namespace carom::base {

/// Throws InvalidInput "FILE: cannot be read: REASON; expected a readable file".
std::string whole_file(const std::string& file);

}  // namespace carom::base
