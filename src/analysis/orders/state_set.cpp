// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Open addressing over cells of a projection; see state_set.h for why no duplicate is missed.
#include "analysis/orders/state_set.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace carom::analysis {
namespace {

/// Width of a cell over ‖g‖₁·tolerance. Larger: more states share a cell. Smaller: more states lie
/// near a border and look several times.
constexpr double wide_cell = 64.0;
constexpr double narrow_cell = 4.0;
/// Covers the rounding of s itself, a few decades below the tolerance.
constexpr double border_margin = 1.01;
constexpr std::size_t smallest_table = 1024;

/// Scrambles all 64 bits (the finaliser of splitmix64).
std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t cell_hash(double first, double second) {
  // Cells are whole numbers in a double; negative ones wrap, without harm to a hash.
  const auto a = static_cast<std::uint64_t>(static_cast<std::int64_t>(first));
  const auto b = static_cast<std::uint64_t>(static_cast<std::int64_t>(second));
  return scramble(scramble(a) + b);
}

/// The neighbour on whose border s lies, or the same cell.
double neighbour(double s, double cell, double border) {
  return s - cell < border ? cell - 1.0 : s - cell > 1.0 - border ? cell + 1.0 : cell;
}

}  // namespace

void StateSet::reset(int width, double tolerance, bool crowded) {
  width_ = static_cast<std::size_t>(width);
  tolerance_ = tolerance;
  // Weights in [0.5, 1.5) without simple relations, so that symmetric states do not share a cell.
  double sums[2] = {0.0, 0.0};
  weights_.resize(2 * width_);
  for (std::size_t i = 0; i < 2 * width_; ++i) {
    weights_[i] = 0.5 + static_cast<double>(scramble(i) >> 11) * 0x1p-53;
    sums[i % 2] += weights_[i];
  }
  // Equal states differ by at most max(‖g‖₁, ‖k‖₁)·tolerance in a projection. A cell is
  // `cell_width` times that wide: the zone along a border is 1/cell_width of it.
  const double cell_width = crowded ? narrow_cell : wide_cell;
  border_ = border_margin / cell_width;
  // Tolerance 0 has no cells: all states share one, and are compared in full.
  const double unit = cell_width * std::max(sums[0], sums[1]) * tolerance;
  cells_per_unit_ = unit > 0.0 ? 1.0 / unit : 0.0;
  states_.clear(width_);
  if (table_.size() < smallest_table) {
    table_.resize(smallest_table);
  }
  std::fill(table_.begin(), table_.end(), Slot{0});
  mask_ = table_.size() - 1;
}

StateSet::Key StateSet::key(const double* state) const {
  // s = g·x, t = k·x, in cells.
  double s = 0.0, t = 0.0;
  for (std::size_t i = 0; i < width_; ++i) {
    s += weights_[2 * i] * state[i];
    t += weights_[2 * i + 1] * state[i];
  }
  s *= cells_per_unit_;
  t *= cells_per_unit_;
  const double a = std::floor(s), b = std::floor(t);
  Key key{{cell_hash(a, b), 0, 0, 0}, 1};
  // Near a border an equal state may be filed across it, near a corner across both: up to four
  // cells.
  const double beside_a = neighbour(s, a, border_), beside_b = neighbour(t, b, border_);
  const auto add = [&key](double first, double second) {
    key.cells[static_cast<std::size_t>(key.count++)] = cell_hash(first, second);
  };
  if (beside_a != a) {
    add(beside_a, b);
  }
  // A corner: the cell across both borders as well.
  if (beside_b != b) {
    add(a, beside_b);
    if (beside_a != a) {
      add(beside_a, beside_b);
    }
  }
  return key;
}

std::pair<std::uint32_t, bool> StateSet::insert(const double* state, const Key& key) {
  // Looked for in all cells of its key, filed in its own alone.
  for (int k = 0; k < key.count; ++k) {
    const std::uint32_t found = find_in(key.cells[static_cast<std::size_t>(k)], state);
    if (found != none) {
      return {found, false};
    }
  }
  // New: the state is copied, and keeps its place for good.
  const auto index = static_cast<std::uint32_t>(states_.size());
  std::memcpy(states_.append(), state, width_ * sizeof(double));
  // At most half of the slots are used: probes stay short. grow() files the new state as well.
  if (2 * states_.size() > table_.size()) {
    grow();
  } else {
    file(key.cells[0], index);
  }
  return {index, true};
}

std::uint32_t StateSet::find_in(std::uint64_t cell, const double* state) const {
  const std::uint64_t tag = cell >> 32;
  // A run of used slots ends at an empty one: nothing is ever taken out.
  for (std::uint64_t at = cell & mask_; table_[at] != 0; at = (at + 1) & mask_) {
    // The tag is the half of the hash that the slot's place does not use: states are read only
    // where it agrees.
    if (table_[at] >> 32 == tag) {
      const auto index = static_cast<std::uint32_t>(table_[at]) - 1;
      if (same(states_[index], state)) {
        return index;
      }
    }
  }
  return none;
}

/// In the maximum norm; a state that is not finite equals none.
bool StateSet::same(const double* a, const double* b) const {
  for (std::size_t i = 0; i < width_; ++i) {
    if (!(std::abs(a[i] - b[i]) <= tolerance_)) {
      return false;
    }
  }
  return true;
}

/// Linear probing. The index is stored plus 1, so that 0 is an empty slot.
void StateSet::file(std::uint64_t cell, std::uint32_t state) {
  std::uint64_t at = cell & mask_;
  while (table_[at] != 0) {
    at = (at + 1) & mask_;
  }
  table_[at] = (cell >> 32 << 32) | (state + 1);
}

void StateSet::grow() {
  std::vector<Slot>().swap(table_);  // Released first: the old and the new never coexist.
  table_.resize(static_cast<std::size_t>(mask_ + 1) * 2);
  mask_ = table_.size() - 1;
  // Keys are formed anew: the table has only halves of the hashes.
  for (std::uint32_t i = 0; i < states_.size(); ++i) {
    file(key(states_[i]).cells[0], i);
  }
}

}  // namespace carom::analysis
