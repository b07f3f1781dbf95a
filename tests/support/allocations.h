// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How often this program has asked for memory; counted in solve_test.cpp.
#pragma once

#include <atomic>

namespace carom::test {

extern std::atomic<long> allocations;

}  // namespace carom::test
