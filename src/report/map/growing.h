// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map under way: rows become bytes on any thread, which are added to a file in order. They wait
// for a second at most, so that writes are large and little is lost if the run is killed.
#pragma once

#include <chrono>

#include "report/files/file_set.h"
#include "report/map/file.h"
#include "report/map/settings.h"

namespace carom::report {

class GrowingMap : public MapFile {
 public:
  /// `file` holds `rows` in its first `body` bytes, which stay.
  GrowingMap(ByteFile file, std::int64_t body, const MapSettings& settings, std::int64_t rows);
  void take(const MapRows& rows) final;
  std::int64_t rows() const final { return rows_; }

 protected:
  /// That prepare() was called.
  virtual bool prepared(const MapRows& rows) const = 0;

  MapSettings settings_;
  RunFile file_;

 private:
  std::int64_t rows_ = 0;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace carom::report
