// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Marching squares (Lorensen & Cline, SIGGRAPH 1987, in the plane): which edges of a cell a level
// line joins. Zero curves of maps and the bands of pictures both march by it; where on an edge the
// line crosses, and how pieces become lines, is theirs.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace carom::design {

/// A line through a cell leaves the high side over one edge and comes back over another, the high
/// side to its left where the corners run against the clock.
struct CellLine {
  std::size_t exit = 0, entry = 0;  ///< Edge k runs from corner k to the next.
};

struct CellLines {
  std::array<CellLine, 2> lines;
  std::size_t count = 0;
  const CellLine* begin() const { return lines.data(); }
  const CellLine* end() const { return lines.data() + count; }
};

/// `high`: of the first `corners` (3 or 4) in order around the cell. `centre_is_high` is asked
/// where two opposite corners are high; none: nothing is known there, and no line is drawn.
template <class Centre>
CellLines lines_of_cell(const std::array<bool, 4>& high, std::size_t corners,
                        const Centre& centre_is_high) {
  CellLines found;
  std::size_t entries = 0;
  for (std::size_t k = 0; k < corners; ++k) {
    const bool next = high[(k + 1) % corners];
    if (high[k] && !next) found.lines[found.count++].exit = k;
    if (!high[k] && next) found.lines[entries++].entry = k;
  }
  if (found.count < 2) return found;
  const std::optional<bool> centre = centre_is_high();
  if (!centre) return {};
  // A high centre connects the high corners: each line cuts off a low one, from its exit to the
  // entry that follows. A low centre: to the entry before. Exit k and entry k are neighbours in
  // that order if corner 0 is high, in the other if it is low.
  if (*centre != high[0]) std::swap(found.lines[0].entry, found.lines[1].entry);
  return found;
}

}  // namespace carom::design
