// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/map/growing.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace carom::report {
namespace {

// What a kill may lose. Ten times longer loses work of ten seconds; shorter gains nothing.
constexpr std::chrono::seconds longest_wait{1};

}  // namespace

GrowingMap::GrowingMap(ByteFile file, std::int64_t body, const MapSettings& settings,
                       std::int64_t rows)
    : settings_(settings), file_(std::move(file), body), rows_(rows) {}

void GrowingMap::take(const MapRows& rows) {
  if (rows.first != rows_ || rows.first + rows.count > settings_.point_count || !prepared(rows)) {
    throw std::logic_error(
        fmt::format("map file: row {} after {}, {} bytes; this is a bug of carom", rows.first,
                    rows_, rows.text.size()));
  }
  file_.append(rows.text);
  rows_ += rows.count;
  const auto now = std::chrono::steady_clock::now();
  if (!file_.full() && now - flushed_ < longest_wait) return;
  file_.flush();
  flushed_ = now;
}

}  // namespace carom::report
