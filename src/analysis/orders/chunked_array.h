// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An array that grows without moving: pointers stay valid and memory never doubles while it grows.
// Used by the enumeration, whose states fill gigabytes on large problems and kilobytes on small
// ones.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace carom::analysis {

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

}  // namespace carom::analysis
