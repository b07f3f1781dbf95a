// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every cell of four and of three corners: the high ones lie to the left of its lines.
#include "design/map/marching_squares.h"

#include <gtest/gtest.h>

namespace carom::design {
namespace {

std::array<bool, 4> bits(unsigned cell) {
  return {(cell & 1U) != 0, (cell & 2U) != 0, (cell & 4U) != 0, (cell & 8U) != 0};
}

TEST(MarchingSquares, EveryChangeOfSideIsCrossedOnce) {
  for (const std::size_t corners : {std::size_t{3}, std::size_t{4}}) {
    for (unsigned cell = 0; cell < (1U << corners); ++cell) {
      const std::array<bool, 4> high = bits(cell);
      std::array<int, 4> crossings{};
      for (const bool centre : {false, true}) {
        for (const CellLine& line :
             lines_of_cell(high, corners, [&] { return std::optional(centre); })) {
          EXPECT_TRUE(high[line.exit] && !high[(line.exit + 1) % corners]);
          EXPECT_TRUE(!high[line.entry] && high[(line.entry + 1) % corners]);
          ++crossings[line.exit];
          ++crossings[line.entry];
        }
      }
      for (std::size_t k = 0; k < corners; ++k) {
        EXPECT_EQ(crossings[k], high[k] != high[(k + 1) % corners] ? 2 : 0) << cell << ' ' << k;
      }
    }
  }
}

TEST(MarchingSquares, TheCentreDecidesASaddle) {
  const auto at = [](unsigned cell, std::optional<bool> centre) {
    return lines_of_cell(bits(cell), 4, [&] { return centre; });
  };
  for (const unsigned cell : {5U, 10U}) {
    ASSERT_EQ(at(cell, true).count, 2U);
    for (const CellLine& line : at(cell, true)) EXPECT_EQ(line.entry, (line.exit + 1) % 4);
    for (const CellLine& line : at(cell, false)) EXPECT_EQ(line.exit, (line.entry + 1) % 4);
    EXPECT_EQ(at(cell, std::nullopt).count, 0U);
  }
}

}  // namespace
}  // namespace carom::design
