// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Distinct states of a search: vectors, the same iff they differ by at most `tolerance` everywhere.
// A hash of a rounded vector would miss duplicates that straddle a rounding border. Here a state is
// filed under the cell (floor(s/h), floor(t/h)) of two projections s = g·x and t = k·x. Equal
// states differ by at most ‖g‖₁·tolerance in s, so a state that near to a border looks in the
// neighbour cell too: no duplicate is missed. Every candidate is compared in full: nothing farther
// than the tolerance is merged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace carom::analysis {

/// An array that grows without moving: pointers stay valid and memory never doubles while it grows.
/// The states of an enumeration fill gigabytes on large problems and kilobytes on small ones.
/// Rows of `width` values each. clear() keeps the memory for the next use.
template <class T, std::size_t RowsPerChunk = 4096>
class ChunkedArray {
 public:
  void clear(std::size_t width = 1) {
    if (width != width_) {
      chunks_.clear();
    }
    width_ = width;
    size_ = 0;
  }

  std::size_t size() const { return size_; }
  T* operator[](std::size_t row) {
    return chunks_[row / RowsPerChunk].get() + (row % RowsPerChunk) * width_;
  }
  const T* operator[](std::size_t row) const {
    return chunks_[row / RowsPerChunk].get() + (row % RowsPerChunk) * width_;
  }

  /// The new row, not initialised.
  T* append() {
    if (size_ / RowsPerChunk == chunks_.size()) {
      chunks_.push_back(std::unique_ptr<T[]>(new T[RowsPerChunk * width_]));
    }
    return (*this)[size_++];
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t width_ = 0;
  std::size_t size_ = 0;
};

class StateSet {
 public:
  /// Where a state belongs, cells[0], and where else an equal one may be.
  struct Key {
    std::array<std::uint64_t, 4> cells;
    int count = 1;
  };

  /// Empties the set; states have `width` entries. Keeps its memory. `crowded`: many states lie
  /// only some tolerances apart, as in collapsing sequences; cells are then small and more are
  /// looked up.
  void reset(int width, double tolerance, bool crowded = false);

  std::size_t size() const { return states_.size(); }
  const double* operator[](std::uint32_t state) const { return states_[state]; }

  Key key(const double* state) const;
  /// Starts loading the memory that insert() will read first.
  void prefetch(const Key& key) const { __builtin_prefetch(&table_[key.cells[0] & mask_]); }
  /// The index of the state, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const double* state, const Key& key);
  std::pair<std::uint32_t, bool> insert(const double* state) { return insert(state, key(state)); }

  static constexpr std::uint32_t none = 0xffffffffu;

 private:
  /// High half: high half of the cell; low half: state index + 1. 0 is empty.
  using Slot = std::uint64_t;
  std::uint32_t find_in(std::uint64_t cell, const double* state) const;
  bool same(const double* a, const double* b) const;
  void file(std::uint64_t cell, std::uint32_t state);
  void grow();

  std::size_t width_ = 0;
  double tolerance_ = 0.0;
  double cells_per_unit_ = 0.0;
  double border_ = 0.0;  // In cells: nearer than this to a border, an equal state may be beyond it.
  std::vector<double> weights_;  // g and k, interleaved.
  std::vector<Slot> table_;
  std::uint64_t mask_ = 0;
  ChunkedArray<double> states_;
};

}  // namespace carom::analysis
