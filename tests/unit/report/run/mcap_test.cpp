// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// trajectory.mcap by a reader of the test's own (mcap.dev/spec), and trajectory.npz by its bytes.
// tests/cli reads both with the packages people use.
#include "report/run/mcap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "report/files/npz.h"
#include "report/run/read_back.h"
#include "support/drive_trial.h"
#include "support/run_trial.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

using test::bytes_of;
using test::put_bytes;
using test::RunTrial;

struct Record {
  int opcode = 0;
  std::string content;
  std::size_t at = 0;
};

std::uint64_t take(std::string_view& bytes, int count) {
  std::uint64_t value = 0;
  for (int k = 0; k < count; ++k) {
    value |= static_cast<std::uint64_t>(
                 static_cast<unsigned char>(bytes.at(static_cast<std::size_t>(k))))
             << (8 * k);
  }
  bytes.remove_prefix(static_cast<std::size_t>(count));
  return value;
}
std::string take_text(std::string_view& bytes) {
  const std::size_t size = take(bytes, 4);
  const std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

const std::string magic("\x89MCAP0\r\n", 8);

std::vector<Record> records_of(const std::string& file) {
  EXPECT_TRUE(file.starts_with(magic));
  EXPECT_TRUE(file.ends_with(magic));
  std::string_view rest(file);
  rest.remove_prefix(8);
  rest.remove_suffix(8);
  std::vector<Record> records;
  while (!rest.empty()) {
    const std::size_t at = file.size() - 8 - rest.size();
    const int opcode = static_cast<int>(take(rest, 1));
    const std::size_t size = take(rest, 8);
    EXPECT_LE(size, rest.size());
    records.push_back({opcode, std::string(rest.substr(0, size)), at});
    rest.remove_prefix(size);
  }
  return records;
}

TrajectoryRow row_at(double time, const RunTrial& trial) {
  return {.time = time,
          .state = trial.scene.state,
          .energy = 3.5,
          .gaps = Eigen::Vector2d(std::nan(""), 0.25),
          .forces = Eigen::Vector2d(0.0, 8.0),
          .friction = Eigen::Vector2d(0.0, 2.0)};
}

TEST(RunMcap, RecordsAreThoseOfTheFormat) {
  const RunTrial trial;
  const fs::path path = trial.folder / "t.mcap";
  McapFile file(path, names_of(trial.scene.model, {}), {});
  file.put(row_at(0.0, trial));
  file.put(row_at(0.25, trial));
  file.put_impact(0.125, R"({"time":0.125})");
  file.close();
  const std::string bytes = bytes_of(path);
  const std::vector<Record> records = records_of(bytes);
  std::vector<int> opcodes;
  for (const Record& record : records) opcodes.push_back(record.opcode);
  EXPECT_THAT(opcodes, testing::ElementsAre(1, 3, 3, 4, 4, 5, 5, 5, 15, 3, 3, 4, 4, 11, 2));

  std::string_view schema = records[1].content;
  EXPECT_EQ(take(schema, 2), 1u);
  EXPECT_EQ(take_text(schema), "carom.State");
  EXPECT_EQ(take_text(schema), "jsonschema");
  const Json described = Json::parse(take_text(schema));
  const Json& properties = described.at("properties");
  EXPECT_EQ(properties.at("q").at("properties").at("y").at("description"), "m");
  EXPECT_EQ(properties.at("forces").at("properties").at("foot 1").at("description"), "N");
  std::string_view channel = records[4].content;
  EXPECT_EQ(take(channel, 2), 2u);
  EXPECT_EQ(take(channel, 2), 2u);
  EXPECT_EQ(take_text(channel), "/impacts");
  EXPECT_EQ(take_text(channel), "json");

  std::string_view message = records[6].content;
  EXPECT_EQ(take(message, 2), 1u);
  EXPECT_EQ(take(message, 4), 1u);
  EXPECT_EQ(take(message, 8), 250000000u);
  EXPECT_EQ(take(message, 8), 250000000u);
  const Json row = Json::parse(message);
  EXPECT_EQ(row.at("time"), 0.25);
  EXPECT_EQ(row.at("kind"), "step");
  EXPECT_EQ(row.at("v").at("v_y"), -2.0);
  EXPECT_EQ(row.at("energy"), 3.5);
  EXPECT_EQ(row.at("gaps").at("foot 1"), nullptr);
  EXPECT_EQ(row.at("gaps").at("foot 2"), 0.25);
  EXPECT_EQ(row.at("forces").at("foot 2"), 8.0);
  EXPECT_EQ(row.at("friction").at("foot 1"), 0.0);
  EXPECT_EQ(row.at("friction").at("foot 2"), 2.0);

  std::string_view statistics = records[13].content;
  EXPECT_EQ(take(statistics, 8), 3u);
  EXPECT_EQ(take(statistics, 2), 2u);
  EXPECT_EQ(take(statistics, 4), 2u);
  statistics.remove_prefix(12);
  EXPECT_EQ(take(statistics, 8), 0u);
  EXPECT_EQ(take(statistics, 8), 250000000u);
  EXPECT_EQ(take(statistics, 4), 20u);
  EXPECT_EQ(take(statistics, 2), 1u);
  EXPECT_EQ(take(statistics, 8), 2u);
  EXPECT_EQ(take(statistics, 2), 2u);
  EXPECT_EQ(take(statistics, 8), 1u);
  std::string_view footer = records[14].content;
  EXPECT_EQ(take(footer, 8), records[9].at);  // where the summary starts
}

TEST(RunMcap, TorquesOfAMotorProgram) {
  const RunTrial trial;
  const fs::path path = trial.folder / "t.mcap";
  McapFile file(path, names_of(trial.scene.model, {}, test::vee_drive()), {});
  TrajectoryRow row = row_at(0.25, trial);
  row.torque = Eigen::Vector2d(-1.5, std::nan(""));
  row.motor_work = 0.75;
  file.put(row);
  file.close();
  const std::string bytes = bytes_of(path);
  const std::vector<Record> records = records_of(bytes);
  std::string_view schema = records[1].content;
  take(schema, 2);
  take_text(schema);
  take_text(schema);
  const Json described = Json::parse(take_text(schema));
  const Json& properties = described.at("properties");
  EXPECT_EQ(properties.at("torque").at("properties").at("angle_1").at("description"), "N m");
  EXPECT_EQ(properties.at("motor_work").at("description"), "J");
  std::string_view message = records[5].content;
  message.remove_prefix(22);
  const Json json = Json::parse(message);
  EXPECT_EQ(json.at("friction").at("foot 2"), 2.0);
  EXPECT_EQ(json.at("torque").at("angle_1"), -1.5);
  EXPECT_EQ(json.at("torque").at("angle_2"), nullptr);
  EXPECT_EQ(json.at("motor_work"), 0.75);
}

TEST(RunMcap, GoesOnWithTheSameBytes) {
  const RunTrial trial;
  const RunNames names = names_of(trial.scene.model, {});
  McapFile whole(trial.folder / "whole", names, {});
  for (int k = 0; k < 2000; ++k) whole.put(row_at(0.5 * k, trial));  // several buffers
  whole.close();
  std::int64_t body = 0;
  {
    McapFile first(trial.folder / "parts", names, {});
    for (int k = 0; k < 1500; ++k) first.put(row_at(0.5 * k, trial));
    first.flush();
    body = first.body();
    EXPECT_EQ(records_of(bytes_of(trial.folder / "parts")).size(), 1512u);
    first.put(row_at(1e6, trial));
  }
  McapFile second(trial.folder / "parts", names,
                  {.body = body, .rows = 1500, .first = 0.0, .last = 0.5 * 1499});
  for (int k = 1500; k < 2000; ++k) second.put(row_at(0.5 * k, trial));
  second.close();
  EXPECT_TRUE(bytes_of(trial.folder / "parts") == bytes_of(trial.folder / "whole"));
}

TEST(RunNpz, ArraysAreTheColumns) {
  const RunTrial trial;
  const RunNames names = names_of(trial.scene.model, {});
  std::string csv = trajectory_header(names);
  for (int k = 0; k < 5000; ++k) put_row(row_at(0.5 * k, trial), csv);
  put_bytes(trial.folder / "trajectory.csv", csv);
  write_npz(trial.folder, names, 5000, R"({"é": 1})");
  const std::string bytes = bytes_of(trial.folder / "trajectory.npz");
  std::map<std::string, std::string> arrays, headers;
  for (const ZipMember& member :
       read_zip(ByteFile(trial.folder / "trajectory.npz", ByteFile::Use::read))) {
    const std::string array = bytes.substr(member.data, member.size);
    EXPECT_EQ(crc32(0, array), member.checksum) << member.name;
    const std::size_t size = array_header_size(array);
    headers[member.name] = array.substr(10, size - 10);
    arrays[member.name] = array.substr(size);
  }
  EXPECT_EQ(arrays.size(), 11u);
  EXPECT_THAT(headers["time.npy"], testing::HasSubstr("'shape': (5000,)"));
  EXPECT_THAT(headers["q.npy"], testing::HasSubstr("'shape': (5000, 4)"));
  EXPECT_THAT(headers["gaps.npy"], testing::HasSubstr("'shape': (5000, 2)"));
  EXPECT_EQ(get_double(arrays["time.npy"].data() + 8 * 4999), 0.5 * 4999);
  EXPECT_EQ(get_double(arrays["v.npy"].data() + 8 * (4 * 4321 + 1)), -2.0);
  EXPECT_EQ(get_double(arrays["energy.npy"].data() + 8 * 4999), 3.5);
  EXPECT_TRUE(std::isnan(get_double(arrays["gaps.npy"].data() + 8 * 2 * 100)));
  EXPECT_EQ(get_double(arrays["forces.npy"].data() + 8 * (2 * 100 + 1)), 8.0);
  EXPECT_EQ(get_double(arrays["friction.npy"].data() + 8 * (2 * 100 + 1)), 2.0);
  EXPECT_THAT(headers["contacts.npy"], testing::HasSubstr("'<U6'"));
  EXPECT_EQ(narrow_text(arrays["contacts.npy"]), "foot 1foot 2");
  EXPECT_EQ(narrow_text(arrays["v_names.npy"]), "v_xv_yv_angle_1v_angle_2");
  EXPECT_EQ(narrow_text(arrays["run.npy"]), R"({"é": 1})");
}

TEST(RunNpz, TorquesOfAMotorProgram) {
  const RunTrial trial;
  const RunNames names = names_of(trial.scene.model, {}, test::vee_drive());
  std::string csv = trajectory_header(names);
  TrajectoryRow row = row_at(0.25, trial);
  row.torque = Eigen::Vector2d(-1.5, 2.5);
  row.motor_work = 0.75;
  put_row(row, csv);
  put_bytes(trial.folder / "trajectory.csv", csv);
  write_npz(trial.folder, names, 1, "{}");
  const std::string bytes = bytes_of(trial.folder / "trajectory.npz");
  std::map<std::string, std::string> arrays;
  for (const ZipMember& member :
       read_zip(ByteFile(trial.folder / "trajectory.npz", ByteFile::Use::read))) {
    const std::string array = bytes.substr(member.data, member.size);
    arrays[member.name] = array.substr(array_header_size(array));
  }
  EXPECT_EQ(arrays.size(), 14u);
  EXPECT_EQ(get_double(arrays["friction.npy"].data() + 8), 2.0);
  EXPECT_EQ(get_double(arrays["torque.npy"].data()), -1.5);
  EXPECT_EQ(get_double(arrays["torque.npy"].data() + 8), 2.5);
  EXPECT_EQ(get_double(arrays["motor_work.npy"].data()), 0.75);
  EXPECT_EQ(narrow_text(arrays["torque_names.npy"]), "angle_1angle_2");
}

}  // namespace
}  // namespace carom::report
