// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The checksum takes eight bytes at a time by eight tables (Kounavis & Berry 2005, "slicing-by-8").
#include "report/files/zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <utility>

namespace carom::report {
namespace {

constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::uint16_t names_are_utf8 = 1 << 11;
constexpr std::uint16_t first_day = 0x0021;  // 1980-01-01

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables = {};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ (value & 1 ? 0xEDB88320u : 0u);
    tables[0][byte] = value;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  return tables;
}
constexpr Tables tables = make_tables();

void put(std::string& text, std::uint64_t value, int bytes) {
  for (int k = 0; k < bytes; ++k) text += static_cast<char>(value >> (8 * k) & 0xFF);
}

/// The extra field of ZIP64, or nothing.
std::string extra64(std::initializer_list<std::pair<std::uint64_t, bool>> values) {
  std::string body, text;
  for (const auto& [value, wide] : values)
    if (wide) put(body, value, 8);
  if (body.empty()) return text;
  put(text, 1, 2);
  put(text, body.size(), 2);
  return text + body;
}

}  // namespace

std::uint32_t crc32(std::uint32_t checksum, std::string_view bytes) {
  std::uint32_t c = ~checksum;
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    const std::uint32_t low =
        c ^ (at[0] | static_cast<std::uint32_t>(at[1]) << 8 |
             static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24);
    c = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^
        tables[4][low >> 24] ^ tables[3][at[4]] ^ tables[2][at[5]] ^ tables[1][at[6]] ^
        tables[0][at[7]];
  }
  for (; left > 0; --left, ++at) c = (c >> 8) ^ tables[0][(c ^ *at) & 0xFF];
  return ~c;
}

ZipWriter::ZipWriter(ByteFile& file, std::vector<ZipMember> members, std::uint64_t limit)
    : file_(file), members_(std::move(members)), limit_(limit) {
  std::uint64_t offset = 0;
  for (ZipMember& member : members_) {
    member.header = offset;
    member.data = offset + local_header(member).size();
    offset = member.data + member.size;
  }
}

void ZipWriter::write(std::size_t member, std::string_view bytes) {
  ZipMember& to = members_.at(member);
  file_.write_at(static_cast<std::int64_t>(to.data + to.written), bytes);
  to.written += bytes.size();
  to.checksum = crc32(to.checksum, bytes);
}

std::string ZipWriter::local_header(const ZipMember& member) const {
  const bool wide = large(member.size);
  const std::string extra = extra64({{member.size, wide}, {member.size, wide}});
  std::string text;
  put(text, local_mark, 4);
  put(text, wide ? 45 : 20, 2);  // version needed
  put(text, names_are_utf8, 2);
  put(text, 0, 2);  // stored
  put(text, 0, 2);  // time
  put(text, first_day, 2);
  put(text, member.checksum, 4);
  for (int k = 0; k < 2; ++k) put(text, wide ? zip_full32 : member.size, 4);
  put(text, member.name.size(), 2);
  put(text, extra.size(), 2);
  return text + member.name + extra;
}

std::string ZipWriter::directory_entry(const ZipMember& member) const {
  const bool wide = large(member.size), far = large(member.header);
  const std::string extra =
      extra64({{member.size, wide}, {member.size, wide}, {member.header, far}});
  std::string text;
  put(text, entry_mark, 4);
  put(text, 3 << 8 | 45, 2);  // made by: Unix
  put(text, wide || far ? 45 : 20, 2);
  put(text, names_are_utf8, 2);
  put(text, 0, 2);
  put(text, 0, 2);
  put(text, first_day, 2);
  put(text, member.checksum, 4);
  for (int k = 0; k < 2; ++k) put(text, wide ? zip_full32 : member.size, 4);
  put(text, member.name.size(), 2);
  put(text, extra.size(), 2);
  put(text, 0, 2);               // comment
  put(text, 0, 2);               // disk
  put(text, 0, 2);               // internal attributes
  put(text, 0100644u << 16, 4);  // a plain file
  put(text, far ? zip_full32 : member.header, 4);
  return text + member.name + extra;
}

std::string ZipWriter::directory_end(std::uint64_t offset, std::uint64_t size) const {
  const std::uint64_t count = members_.size();
  const bool many = count >= std::min(zip_full16, limit_);
  std::string text;
  if (many || large(offset) || large(size)) {
    put(text, end64_mark, 4);
    put(text, zip_end64_size - 12, 8);
    put(text, 3 << 8 | 45, 2);
    put(text, 45, 2);
    put(text, 0, 8);  // disks
    for (const std::uint64_t value : {count, count, size, offset}) put(text, value, 8);
    put(text, locator_mark, 4);
    put(text, 0, 4);
    put(text, offset + size, 8);
    put(text, 1, 4);
  }
  put(text, end_mark, 4);
  put(text, 0, 4);  // disks
  for (int k = 0; k < 2; ++k) put(text, many ? zip_full16 : count, 2);
  put(text, large(size) ? zip_full32 : size, 4);
  put(text, large(offset) ? zip_full32 : offset, 4);
  put(text, 0, 2);  // comment
  return text;
}

void ZipWriter::finish() {
  std::string directory;
  std::uint64_t offset = 0;
  for (const ZipMember& member : members_) {
    if (member.written != member.size) {
      throw std::logic_error(
          fmt::format("map file: '{}' has {} of {} bytes; this is a bug of carom", member.name,
                      member.written, member.size));
    }
    file_.write_at(static_cast<std::int64_t>(member.header), local_header(member));
    directory += directory_entry(member);
    offset = member.data + member.size;
  }
  directory += directory_end(offset, directory.size());
  file_.write_at(static_cast<std::int64_t>(offset), directory);
}

}  // namespace carom::report
