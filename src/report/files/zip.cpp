// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Records are lists of little-endian fields, in the order of the APPNOTE. Reading starts at the end
// of the file: the end record, that of ZIP64 if there is one, then one entry per member. Every
// offset is checked against the size of the file.
#include "report/files/zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <initializer_list>
#include <stdexcept>
#include <utility>

namespace carom::report {
namespace {

constexpr std::uint32_t local_mark = 0x04034b50, entry_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::uint16_t names_are_utf8 = 1 << 11;
constexpr std::uint16_t first_day = 0x0021;     // 1980-01-01
constexpr std::uint16_t made_by = 3 << 8 | 45;  // Unix, version 4.5 of the APPNOTE
// Fields of 16 and 32 bits that say "see the ZIP64 record".
constexpr std::uint64_t full16 = 0xFFFF, full32 = 0xFFFFFFFF;
constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, locator_size = 20;
constexpr std::uint64_t end64_size = 56;

/// Values with their bytes.
std::string record(std::initializer_list<std::pair<std::uint64_t, int>> fields) {
  std::string text;
  for (const auto& [value, bytes] : fields) put_little(text, value, bytes);
  return text;
}

/// The extra field of ZIP64, or nothing: the values that do not fit.
std::string extra64(std::initializer_list<std::pair<std::uint64_t, bool>> values) {
  std::string body;
  for (const auto& [value, wide] : values)
    if (wide) put_little(body, value, 8);
  return body.empty() ? body : record({{1, 2}, {body.size(), 2}}) + body;
}

/// What a local header and an entry of the directory say alike.
std::string description(const ZipMember& member, bool wide, bool far, std::size_t extra) {
  const std::uint64_t size = wide ? full32 : member.size;
  return record({{wide || far ? 45 : 20, 2},  // version needed
                 {names_are_utf8, 2},
                 {0, 2},  // stored
                 {0, 2},  // time
                 {first_day, 2},
                 {member.checksum, 4},
                 {size, 4},
                 {size, 4},
                 {member.name.size(), 2},
                 {extra, 2}});
}

[[noreturn]] void refuse(const ByteFile& file, std::string_view what) {
  throw InvalidInput(fmt::format("{}: {}; expected an NPZ file by carom map; make the map anew",
                                 file.path().string(), what));
}

std::string read_inside(const ByteFile& file, std::uint64_t offset, std::uint64_t count) {
  const auto size = static_cast<std::uint64_t>(file.size());
  if (offset > size || count > size - offset) refuse(file, "ends early");
  return file.read_at(static_cast<std::int64_t>(offset), count);
}

struct Directory {
  std::uint64_t offset = 0, size = 0, count = 0;
};

Directory find_directory(const ByteFile& file) {
  const auto size = static_cast<std::uint64_t>(file.size());
  if (size < end_size) refuse(file, "is no zip file");
  const std::string end = read_inside(file, size - end_size, end_size);
  if (!end.starts_with("PK\5\6")) refuse(file, "is no zip file");
  Directory directory{get_little(end, 16, 4), get_little(end, 12, 4), get_little(end, 10, 2)};
  if (directory.offset < full32 && directory.size < full32 && directory.count < full16) {
    return directory;
  }
  if (size < end_size + locator_size) refuse(file, "is no zip file");
  const std::string locator = read_inside(file, size - end_size - locator_size, locator_size);
  if (!locator.starts_with("PK\6\7")) return directory;
  const std::string end64 = read_inside(file, get_little(locator, 8, 8), end64_size);
  if (!end64.starts_with("PK\6\6")) refuse(file, "has no directory");
  return {get_little(end64, 48, 8), get_little(end64, 40, 8), get_little(end64, 32, 8)};
}

/// Takes the values that did not fit in 32 bits from the extra fields.
void widen(std::string_view extra, ZipMember& member, std::uint64_t& stored) {
  while (extra.size() >= 4) {
    const std::size_t size = std::min<std::size_t>(get_little(extra, 2, 2), extra.size() - 4);
    std::string_view body = extra.substr(4, size);
    if (get_little(extra, 0, 2) == 1) {
      for (std::uint64_t* value : {&member.size, &stored, &member.header}) {
        if (*value != full32 || body.size() < 8) continue;
        *value = get_little(body, 0, 8);
        body.remove_prefix(8);
      }
    }
    extra.remove_prefix(4 + size);
  }
}

}  // namespace

std::uint32_t crc32(std::uint32_t checksum, std::string_view bytes) {
  // Boost takes the remainder that it goes on from with the highest bit first.
  std::uint32_t remainder = 0;
  for (int k = 0; k < 32; ++k) remainder = remainder << 1 | (~checksum >> k & 1);
  boost::crc_32_type crc(remainder);
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
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
  return record({{local_mark, 4}}) + description(member, wide, false, extra.size()) + member.name +
         extra;
}

std::string ZipWriter::directory_entry(const ZipMember& member) const {
  const bool wide = large(member.size), far = large(member.header);
  const std::string extra =
      extra64({{member.size, wide}, {member.size, wide}, {member.header, far}});
  return record({{entry_mark, 4}, {made_by, 2}}) + description(member, wide, far, extra.size()) +
         record({{0, 2},               // comment
                 {0, 2},               // disk
                 {0, 2},               // internal attributes
                 {0100644u << 16, 4},  // a plain file
                 {far ? full32 : member.header, 4}}) +
         member.name + extra;
}

std::string ZipWriter::directory_end(std::uint64_t offset, std::uint64_t size) const {
  const std::uint64_t count = members_.size();
  const bool many = count >= std::min(full16, limit_);
  std::string text;
  if (many || large(offset) || large(size)) {
    text = record({{end64_mark, 4},
                   {end64_size - 12, 8},
                   {made_by, 2},
                   {45, 2},
                   {0, 8},  // disks
                   {count, 8},
                   {count, 8},
                   {size, 8},
                   {offset, 8},
                   {locator_mark, 4},
                   {0, 4},
                   {offset + size, 8},
                   {1, 4}});
  }
  const std::uint64_t short_count = many ? full16 : count;
  return text + record({{end_mark, 4},
                        {0, 4},  // disks
                        {short_count, 2},
                        {short_count, 2},
                        {large(size) ? full32 : size, 4},
                        {large(offset) ? full32 : offset, 4},
                        {0, 2}});  // comment
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

std::vector<ZipMember> read_zip(const ByteFile& file) {
  const Directory directory = find_directory(file);
  const std::string text = read_inside(file, directory.offset, directory.size);
  std::vector<ZipMember> members;
  for (std::size_t at = 0; members.size() < directory.count;) {
    const std::string_view entry = std::string_view(text).substr(std::min(at, text.size()));
    if (entry.size() < entry_size || !entry.starts_with("PK\1\2")) refuse(file, "has no directory");
    const std::size_t name = get_little(entry, 28, 2), extra = get_little(entry, 30, 2);
    if (entry.size() < entry_size + name + extra) refuse(file, "has no directory");
    ZipMember member{std::string(entry.substr(entry_size, name)),
                     get_little(entry, 24, 4),
                     get_little(entry, 42, 4),
                     0,
                     0,
                     static_cast<std::uint32_t>(get_little(entry, 16, 4))};
    std::uint64_t stored = get_little(entry, 20, 4);
    widen(entry.substr(entry_size + name, extra), member, stored);
    if (get_little(entry, 10, 2) != 0 || stored != member.size) refuse(file, "is compressed");
    const std::string local = read_inside(file, member.header, local_size);
    member.data = member.header + local_size + get_little(local, 26, 2) + get_little(local, 28, 2);
    members.push_back(std::move(member));
    at += entry_size + name + extra + get_little(entry, 32, 2);
  }
  return members;
}

}  // namespace carom::report
