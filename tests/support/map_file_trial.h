// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map of made-up numbers, in a folder of its own: 3 × 4 points, two measures, and values that are
// hard to write (denormals, −0, the largest and smallest numbers, NaN).
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "report/map/file.h"
#include "support/files.h"

namespace carom::test {

/// A law by name only.
struct NamedLaw {
  double restitution = 0.5;
  LawDescription describe() const {
    return {.name = "named", .parameters = {{"restitution", restitution}, {"policy", "strict"}}};
  }
  void solve(const ImpactProblem&, Workspace&, Outcome&) const {}
};

struct MapTrial {
  MapOptions options{.axes = {{"phi_r", -1.0, 0.7, 3}, {"gamma", 0.0, 0.1, 4}},
                     .law = Law(NamedLaw()),
                     .restitution = 0.25};
  std::vector<MapColumn> columns = {
      {"phi_r", "rad"}, {"gamma", "rad"}, {"inner_product_raw", "1/kg"}, {"spread:a:b", ""}};
  std::string subject = R"({"scene": "rhex", "settings": {"mass": 2.5, "legs": [1, 2]}})";
  fs::path folder;

  MapTrial() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / (std::string("carom-") + test->test_suite_name() + "-" +
                                             test->name() + "-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~MapTrial() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  MapTrial(const MapTrial&) = delete;

  std::int64_t points() const {
    std::int64_t count = 1;
    for (const MapAxis& axis : options.axes) count *= axis.count;
    return count;
  }
  double value(std::int64_t row, std::size_t measure) const {
    using limits = std::numeric_limits<double>;
    const std::array<double, 11> hard = {limits::denorm_min(),
                                         -0.0,
                                         0.1 + 0.2,
                                         -limits::quiet_NaN(),
                                         1e300,
                                         limits::max(),
                                         -limits::min(),
                                         0.0,
                                         -1.0 / 3,
                                         5e-320,
                                         12345};
    const std::int64_t k = row * 2 + static_cast<std::int64_t>(measure);
    return k % 2 == 0 || k < 40 ? hard[static_cast<std::size_t>(k) % hard.size()]
                                : 1.0 / static_cast<double>(k);
  }
  MapRows make_rows(std::int64_t first, std::int64_t count) const {
    MapRows rows{.first = first, .count = count};
    for (std::int64_t row = first; row < first + count; ++row) {
      std::int64_t rest = points();
      for (const MapAxis& axis : options.axes) {
        rest /= axis.count;
        rows.values.push_back(axis.at(row / rest % axis.count));
      }
      for (std::size_t k = options.axes.size(); k < columns.size(); ++k) {
        rows.values.push_back(value(row, k - options.axes.size()));
      }
    }
    return rows;
  }

  std::unique_ptr<report::MapFile> create(const fs::path& path) const {
    return report::MapFile::open(path, columns, options, subject, points(), false);
  }
  std::unique_ptr<report::MapFile> resume(const fs::path& path) const {
    return report::MapFile::open(path, columns, options, subject, points(), true);
  }
  /// Rows from where the file is, up to `last`.
  void feed(report::MapFile& file, std::int64_t last, std::int64_t chunk = 5) const {
    while (file.rows() < last) {
      MapRows rows = make_rows(file.rows(), std::min(chunk, last - file.rows()));
      file.prepare(rows);
      file.take(rows);
    }
  }
  /// A whole map in one go; returns where it is.
  fs::path whole(const std::string& name) const {
    const fs::path path = folder / name;
    const auto file = create(path);
    feed(*file, points());
    file->finish(true);
    return path;
  }
  /// The first rows of a map whose run was killed.
  fs::path killed(const std::string& name, std::int64_t rows) const {
    const fs::path path = folder / name;
    const auto file = create(path);
    feed(*file, rows);
    return path;
  }
};

}  // namespace carom::test
