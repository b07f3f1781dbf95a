// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every number comes back with its bits, and a map that was cut anywhere and resumed ends with the
// bytes of one made in one go. What is refused: tests/rejection/map_file_messages_test.cpp.
#include "report/map/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "carom/report.h"
#include "support/faults.h"
#include "support/map_file_trial.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A NaN is a NaN; everything else to the bit.
void expect_same_number(double got, double expected, std::int64_t row) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << "row " << row;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(expected))
        << "row " << row << ": " << got << " for " << expected;
  }
}

void expect_values(const MapTrial& trial, const fs::path& path, std::int64_t rows) {
  for (const std::size_t measure : {0u, 1u}) {
    const report::MapGrid grid =
        report::read_map_columns(path, trial.columns[trial.options.axes.size() + measure].name);
    ASSERT_EQ(static_cast<std::int64_t>(grid.values.size()), trial.points());
    EXPECT_EQ(grid.rows, rows);
    for (std::int64_t row = 0; row < trial.points(); ++row) {
      const double expected = row < rows ? trial.value(row, measure) : std::nan("");
      expect_same_number(grid.values[static_cast<std::size_t>(row)], expected, row);
    }
  }
}

TEST(MapFile, CsvText) {
  MapTrial trial;
  trial.options.axes = {{"a, \"b\"", 0.5, 2.0, 2}};
  trial.columns = {{"a, \"b\"", "m"}, {"spread", ""}, {"impulse", "N·s"}};
  EXPECT_EQ(bytes_of(trial.whole("map.csv")),
            "\"a, \"\"b\"\" [m]\",spread [],impulse [N·s]\n"
            "0.5,5e-324,-0\n"
            "2,0.30000000000000004,nan\n");
}

TEST(MapFile, SettingsText) {
  MapTrial trial;
  trial.options.axes = {{"phi_r", -1.0, 0.7, 3}};
  trial.columns = {{"phi_r", "rad"}, {"spread:a:b", ""}};
  const std::string text = bytes_of(trial.whole("map.csv").concat(".json"));
  std::string dense;
  std::copy_if(text.begin(), text.end(), std::back_inserter(dense),
               [](char c) { return c != ' ' && c != '\n'; });
  EXPECT_THAT(dense,
              testing::MatchesRegex(R"(.*"format":"carom-map/1","version":"[0-9.]+",)"
                                    R"("subject":.*"scene":"rhex","settings":.*"legs":.1,2..*)"));
  EXPECT_THAT(dense, HasSubstr(R"("axes":[{"name":"phi_r","unit":"rad","from":-1.0,"to":0.7,)"
                               R"("count":3}],"measures":[{"name":"spread:a:b","unit":""}],)"
                               R"("law":{"name":"named","settings":{"restitution":0.5,)"
                               R"("policy":"strict"}},"restitution":0.25,"points":3,"rows":3,)"
                               R"("status":"finished"})"));
}

TEST(MapFile, NumbersComeBackWithTheirBits) {
  const MapTrial trial;
  for (const char* name : {"map.csv", "map.npz"}) {
    SCOPED_TRACE(name);
    const fs::path path = trial.whole(name);
    expect_values(trial, path, trial.points());
    const report::MapGrid grid = report::read_map_columns(path, "spread:a:b");
    EXPECT_EQ(grid.column.unit, "");
    EXPECT_THAT(grid.axis_units, ElementsAre("rad", "rad"));
    ASSERT_EQ(grid.axes.size(), 2u);
    EXPECT_EQ(grid.axes[1].name, "gamma");
    EXPECT_EQ(grid.axes[1].to, 0.1);
    EXPECT_EQ(grid.axes[1].count, 4);
  }
}

TEST(MapFile, NpzKnowsItsSettings) {
  const MapTrial trial;
  const fs::path path = trial.whole("map.npz");
  fs::remove(path.string() + ".json");
  expect_values(trial, path, trial.points());
}

TEST(MapFile, UnfinishedMapsCanBeRead) {
  const MapTrial trial;
  for (const char* name : {"map.csv", "map.npz"}) {
    SCOPED_TRACE(name);
    const fs::path path = trial.killed(name, 7);
    expect_values(trial, path, 7);
    auto file = trial.resume(path);
    trial.feed(*file, 9);
    file->finish(false);
    expect_values(trial, path, 9);
    EXPECT_THAT(bytes_of(path.string() + ".json"), HasSubstr("\"rows\": 9"));
    EXPECT_THAT(bytes_of(path.string() + ".json"), HasSubstr("\"status\": \"unfinished\""));
  }
  fs::remove(trial.folder / "map.npz.part");
  expect_values(trial, trial.folder / "map.npz", 9);
}

TEST(MapFile, ChunksDoNotMatter) {
  const MapTrial trial;
  for (const std::string name : {"map.csv", "map.npz"}) {
    const std::string expected = bytes_of(trial.whole(name));
    for (const std::int64_t chunk : {1, 2, 7, 100}) {
      auto file = trial.create(trial.folder / ("b" + name));
      trial.feed(*file, trial.points(), chunk);
      file->finish(true);
      EXPECT_EQ(bytes_of(trial.folder / ("b" + name)), expected) << name << " by " << chunk;
    }
  }
}

// The file that grows, cut at every byte of its first and last rows; the map then goes on.
void resume_after_every_cut(const MapTrial& trial, const std::string& name,
                            const std::string& growing, const std::vector<std::size_t>& row_ends) {
  const fs::path path = trial.whole("whole-" + name), other = trial.folder / name;
  const std::string map = bytes_of(path), settings = bytes_of(path.string() + ".json");
  trial.killed(name, trial.points());
  const std::string rows = bytes_of(trial.folder / growing);
  const std::string unfinished = bytes_of(other.string() + ".json");
  for (std::size_t cut = 0; cut <= rows.size(); ++cut) {
    if (cut > 110 && cut + 110 < rows.size()) continue;
    put_bytes(trial.folder / growing, rows.substr(0, cut));
    put_bytes(other.string() + ".json", unfinished);
    auto file = trial.resume(other);
    const auto expected = std::count_if(row_ends.begin(), row_ends.end(),
                                        [&](std::size_t end) { return end <= cut; });
    ASSERT_EQ(file->rows(), expected) << "cut at " << cut;
    trial.feed(*file, trial.points());
    file->finish(true);
    ASSERT_EQ(bytes_of(other), map) << "cut at " << cut;
    ASSERT_EQ(bytes_of(other.string() + ".json"), settings);
  }
}

TEST(MapFile, CsvResumesAfterEveryCut) {
  const MapTrial trial;
  const std::string text = bytes_of(trial.whole("map.csv"));
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') ends.push_back(i + 1);
  ends.erase(ends.begin());
  fs::remove(trial.folder / "map.csv.json");
  resume_after_every_cut(trial, "map.csv", "map.csv", ends);
}

TEST(MapFile, NpzResumesAfterEveryCut) {
  const MapTrial trial;
  std::vector<std::size_t> ends;
  for (std::size_t row = 1; row <= 12; ++row) ends.push_back(16 * row);
  resume_after_every_cut(trial, "map.npz", "map.npz.part", ends);
  EXPECT_FALSE(fs::exists(trial.folder / "map.npz.part"));
  EXPECT_FALSE(fs::exists(trial.folder / "map.npz.tmp"));
}

TEST(MapFile, StopsAndGoesOnManyTimes) {
  const MapTrial trial;
  for (const std::string name : {"map.csv", "map.npz"}) {
    const std::string expected = bytes_of(trial.whole("whole-" + name));
    const fs::path path = trial.killed(name, 0);
    for (std::int64_t row = 1; row <= trial.points(); ++row) {
      auto file = trial.resume(path);
      ASSERT_EQ(file->rows(), row - 1);
      trial.feed(*file, row);
      file->finish(row == trial.points());
    }
    EXPECT_EQ(bytes_of(path), expected) << name;
  }
}

TEST(MapFile, FinishedMapStaysAsItIs) {
  const MapTrial trial;
  for (const char* name : {"map.csv", "map.npz"}) {
    const fs::path path = trial.whole(name);
    const std::string map = bytes_of(path), settings = bytes_of(path.string() + ".json");
    auto file = trial.resume(path);
    EXPECT_EQ(file->rows(), trial.points());
    file->finish(true);
    EXPECT_EQ(bytes_of(path), map);
    EXPECT_EQ(bytes_of(path.string() + ".json"), settings);
  }
}

TEST(MapFile, ReplacesFinishedMaps) {
  MapTrial trial;
  for (const std::string name : {"map.csv", "map.npz"}) {
    const fs::path path = trial.whole(name);
    trial.options.axes[0].count = 2;
    const std::string expected = bytes_of(trial.whole("other-" + name));
    EXPECT_EQ(bytes_of(trial.whole(name)), expected);
    trial.options.axes[0].count = 3;
  }
}

TEST(MapFile, StartsAnewWhereTheRowsAreGone) {
  const MapTrial trial;
  trial.killed("map.csv", 3);
  fs::remove(trial.folder / "map.csv");
  expect_values(trial, trial.whole("map.csv"), trial.points());
  trial.killed("map.npz", 3);
  fs::remove(trial.folder / "map.npz.part");
  expect_values(trial, trial.whole("map.npz"), trial.points());
}

TEST(MapFile, FinishedNeedsEveryRow) {
  const MapTrial trial;
  const fs::path path = trial.folder / "map.csv";
  auto file = trial.create(path);
  trial.feed(*file, 4);
  file->finish(true);
  EXPECT_EQ(trial.resume(path)->rows(), 4);
}

// Longer than any buffer, so that rows lie across the ends of blocks.
TEST(MapFile, LongMaps) {
  MapTrial trial;
  trial.options.axes = {{"phi_r", -1.0, 0.7, 700}, {"gamma", 0.0, 0.1, 900}};
  for (const std::string name : {"map.csv", "map.npz"}) {
    SCOPED_TRACE(name);
    const fs::path path = trial.folder / name;
    auto file = trial.create(path);
    trial.feed(*file, 600'000, 4096);
    file.reset();
    file = trial.resume(path);
    ASSERT_EQ(file->rows(), 600'000);
    trial.feed(*file, trial.points(), 1000);
    file->finish(true);
    expect_values(trial, path, trial.points());
  }
}

// A map that was stopped at once and resumed is that of one go; bad input is refused as by MapFile.
TEST(WriteMap, RunsStopsAndGoesOn) {
  const MapTrial trial;
  const auto make = [](std::int64_t count) {
    return Map(Variation::of_scene("vee", {}, {"half_angle"}),
               {.axes = {{"half_angle", 0.3, 0.9, count}}, .measures = {"inner_product"}});
  };
  for (const std::string name : {"map.csv", "map.npz"}) {
    SCOPED_TRACE(name);
    const fs::path whole = trial.folder / name, parts = trial.folder / ("parts-" + name);
    const MapResult once = write_map(whole, make(40), {.subject = R"({"scene": "vee"})"});
    EXPECT_TRUE(once.finished);
    EXPECT_EQ(once.rows, 40);
    MapFileOptions options{.subject = R"({"scene": "vee"})", .stop = [] { return true; }};
    EXPECT_FALSE(write_map(parts, make(40), options).finished);
    EXPECT_THAT(faults_of([&] { write_map(parts, make(40), options); }),
                ElementsAre(HasSubstr("is an unfinished map of 40 points")));
    options.resume = true;
    options.stop = {};
    EXPECT_THAT(faults_of([&] { write_map(parts, make(41), options); }),
                testing::Contains(HasSubstr("axes: half_angle 0.3:0.9:40 in the file")));
    EXPECT_TRUE(write_map(parts, make(40), options).finished);
    EXPECT_EQ(bytes_of(parts), bytes_of(whole));
    EXPECT_EQ(bytes_of(parts.string() + ".json"), bytes_of(whole.string() + ".json"));
  }
  EXPECT_THAT(faults_of([&] { write_map(trial.folder / "map.txt", make(3)); }),
              ElementsAre(HasSubstr("expected .csv or .npz")));
}

}  // namespace
}  // namespace carom::test
