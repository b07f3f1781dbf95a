// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// NPZ files, read by a reader of this test's own: headers one after the other (PKWARE APPNOTE
// §4.3.7), arrays as NEP 1 says, checksums bit by bit. numpy.load reads the same files.
#include "report/files/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "report/files/zip.h"
#include "report/map/file.h"
#include "support/map_file_trial.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::uint64_t number_in(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < size; ++k) {
    value += static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.at(at + k))) << 8 * k;
  }
  return value;
}

std::uint32_t plain_crc32(const std::string& bytes) {
  std::uint32_t c = 0xFFFFFFFF;
  for (const char byte : bytes) {
    c ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) c = c & 1 ? c >> 1 ^ 0xEDB88320 : c >> 1;
  }
  return ~c;
}

struct Member {
  std::string name, bytes;
};

/// Follows the local headers from the start of the file.
std::vector<Member> members_of(const std::string& file) {
  std::vector<Member> members;
  for (std::size_t at = 0; number_in(file, at, 4) == 0x04034b50;) {
    EXPECT_EQ(number_in(file, at + 8, 2), 0u) << "stored";
    EXPECT_EQ(number_in(file, at + 10, 4), 0x00210000u) << "1980-01-01 00:00";
    std::uint64_t size = number_in(file, at + 22, 4);
    const std::size_t name = number_in(file, at + 26, 2), extra = number_in(file, at + 28, 2);
    if (size == 0xFFFFFFFF) {
      EXPECT_EQ(number_in(file, at + 30 + name, 4), 16u << 16 | 1u);
      size = number_in(file, at + 34 + name, 8);
    }
    members.push_back({file.substr(at + 30, name), file.substr(at + 30 + name + extra, size)});
    EXPECT_EQ(number_in(file, at + 14, 4), plain_crc32(members.back().bytes))
        << members.back().name;
    at += 30 + name + extra + size;
  }
  return members;
}

struct Array {
  std::string header, entries;
  double at(std::size_t k) const { return std::bit_cast<double>(number_in(entries, 8 * k, 8)); }
};

std::map<std::string, Array> arrays_of(const std::string& file) {
  std::map<std::string, Array> arrays;
  for (const Member& member : members_of(file)) {
    EXPECT_EQ(member.bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t end = 10 + number_in(member.bytes, 8, 2);
    EXPECT_EQ(end % 64, 0u);
    EXPECT_EQ(member.bytes.at(end - 1), '\n');
    arrays[member.name] = {member.bytes.substr(10, end - 10), member.bytes.substr(end)};
  }
  return arrays;
}

TEST(MapNpz, Arrays) {
  const MapTrial trial;
  const auto arrays = arrays_of(bytes_of(trial.whole("map.npz")));
  ASSERT_EQ(arrays.size(), 5u);
  const Array &phi_r = arrays.at("phi_r.npy"), &spread = arrays.at("spread:a:b.npy");
  EXPECT_THAT(phi_r.header,
              HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }  "));
  ASSERT_EQ(phi_r.entries.size(), 3 * 8u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(phi_r.at(k), trial.options.axes[0].at(static_cast<std::int64_t>(k)));
  }
  EXPECT_THAT(spread.header, HasSubstr("'shape': (3, 4), }"));
  ASSERT_EQ(spread.entries.size(), 12 * 8u);
  for (std::int64_t row = 0; row < 12; ++row) {
    const double expected = trial.value(row, 1), got = spread.at(static_cast<std::size_t>(row));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got),
              std::isnan(expected) ? 0x7FF8000000000000u : std::bit_cast<std::uint64_t>(expected));
  }
}

TEST(MapNpz, SettingsAreText) {
  MapTrial trial;
  trial.subject = R"({"scene": "caf\u00e9 → 𝄞"})";
  const fs::path path = trial.whole("map.npz");
  const auto arrays = arrays_of(bytes_of(path));
  const Array& settings = arrays.at("settings.npy");
  const std::string text = bytes_of(path.string() + ".json");
  EXPECT_EQ(report::narrow_text(settings.entries), text);
  EXPECT_THAT(text, HasSubstr("café → 𝄞"));
  EXPECT_THAT(settings.header,
              HasSubstr("'<U" + std::to_string(settings.entries.size() / 4) + "', "));
  EXPECT_THAT(settings.header, HasSubstr("'shape': (), }"));
  EXPECT_THAT(settings.entries, HasSubstr(std::string("\x1E\xD1\x01\0", 4)));  // U+1D11E
}

TEST(MapNpz, MissingRowsAreNan) {
  const MapTrial trial;
  const fs::path path = trial.folder / "map.npz";
  auto file = trial.create(path);
  trial.feed(*file, 6);
  file->finish(false);
  const auto arrays = arrays_of(bytes_of(path));
  EXPECT_EQ(arrays.at("spread:a:b.npy").at(5), trial.value(5, 1));
  for (std::size_t k = 6; k < 12; ++k) {
    EXPECT_EQ(number_in(arrays.at("spread:a:b.npy").entries, 8 * k, 8), 0x7FF8000000000000u);
  }
  EXPECT_THAT(report::narrow_text(arrays.at("settings.npy").entries), HasSubstr("\"rows\": 6"));
}

TEST(MapNpz, NamesOfArrays) {
  report::MapSettings settings;
  for (const char* name : {"a/b", "a_b", "a/b", "settings", "x:y"}) {
    settings.columns.push_back({name, ""});
  }
  EXPECT_THAT(report::array_names(settings),
              ElementsAre("a_b", "a_b_2", "a_b_3", "settings_2", "x:y", "settings"));
}

TEST(MapNpz, Checksum) {
  EXPECT_EQ(report::crc32(0, "123456789"), 0xCBF43926u);  // The check value of CRC-32/ISO-HDLC.
  std::string bytes;
  for (int k = 0; k < 100; ++k) bytes += static_cast<char>(k * k + 7);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    EXPECT_EQ(report::crc32(report::crc32(0, bytes.substr(0, cut)), bytes.substr(cut)),
              plain_crc32(bytes));
  }
}

// Files of 4 GiB and more, with the limit moved down so that they are small: first the sizes are
// large, then the second member is far from the start, then there are too many.
TEST(MapNpz, LargeFiles) {
  const MapTrial trial;
  for (const std::uint64_t limit : {2, 30, 100, 1000}) {
    const fs::path path = trial.folder / "large.zip";
    const std::vector<std::string> contents = {std::string(60, 'a'), "b", std::string(150, 'c')};
    {
      report::ByteFile file(path, report::ByteFile::Use::create);
      file.cut(0);
      report::ZipWriter zip(file, {{"a", 60}, {"b", 1}, {"c", 150}}, limit);
      zip.write(2, contents[2].substr(0, 100));  // side by side
      zip.write(0, contents[0]);
      zip.write(2, contents[2].substr(100));
      zip.write(1, contents[1]);
      zip.finish();
    }
    const auto members = members_of(bytes_of(path));
    const report::ByteFile file(path, report::ByteFile::Use::read);
    const auto found = report::read_zip(file);
    ASSERT_EQ(members.size(), 3u);
    ASSERT_EQ(found.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(members[k].bytes, contents[k]);
      EXPECT_EQ(found[k].name, members[k].name);
      EXPECT_EQ(found[k].size, contents[k].size());
      EXPECT_EQ(found[k].checksum, plain_crc32(contents[k]));
      EXPECT_EQ(bytes_of(path).substr(found[k].data, found[k].size), contents[k]);
    }
    EXPECT_EQ(bytes_of(path).find("PK\6\6") != std::string::npos, limit < 1000);
  }
}

}  // namespace
}  // namespace carom::test
