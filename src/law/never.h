// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two words that laws with events share.
#pragma once

#include <cstddef>
#include <limits>

namespace carom::law {

/// When an event happens that does not.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// An index of a contact, as containers of the standard library take it.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace carom::law
