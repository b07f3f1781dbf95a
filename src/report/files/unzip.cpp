// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reads the directory at the end of a zip file: the end record, that of ZIP64 if it has one, then
// one entry per member. Every offset is checked against the size of the file.
#include <fmt/format.h>

#include <algorithm>

#include "carom/error.h"
#include "report/files/zip.h"

namespace carom::report {
namespace {

constexpr std::size_t local_size = 30, entry_size = 46, end_size = 22, locator_size = 20;

[[noreturn]] void refuse(const ByteFile& file, std::string_view what) {
  throw InvalidInput(fmt::format("{}: {}; expected an NPZ file by carom map; make the map anew",
                                 file.path().string(), what));
}

std::uint64_t get(std::string_view text, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t k = bytes; k-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(text[at + k]);
  }
  return value;
}

std::string read_text(const ByteFile& file, std::uint64_t offset, std::uint64_t count) {
  const auto size = static_cast<std::uint64_t>(file.size());
  if (offset > size || count > size - offset) refuse(file, "ends early");
  std::string text(count, '\0');
  text.resize(file.read_at(static_cast<std::int64_t>(offset), text.data(), count));
  return text;
}

struct Directory {
  std::uint64_t offset = 0, size = 0, count = 0;
};

Directory find_directory(const ByteFile& file) {
  const auto size = static_cast<std::uint64_t>(file.size());
  if (size < end_size) refuse(file, "is no zip file");
  const std::string end = read_text(file, size - end_size, end_size);
  if (!end.starts_with("PK\5\6")) refuse(file, "is no zip file");
  Directory directory{get(end, 16, 4), get(end, 12, 4), get(end, 10, 2)};
  if (directory.offset < zip_full32 && directory.size < zip_full32 &&
      directory.count < zip_full16) {
    return directory;
  }
  if (size < end_size + locator_size) refuse(file, "is no zip file");
  const std::string locator = read_text(file, size - end_size - locator_size, locator_size);
  if (!locator.starts_with("PK\6\7")) return directory;
  const std::string end64 = read_text(file, get(locator, 8, 8), zip_end64_size);
  if (!end64.starts_with("PK\6\6")) refuse(file, "has no directory");
  return {get(end64, 48, 8), get(end64, 40, 8), get(end64, 32, 8)};
}

/// Takes the values that did not fit in 32 bits from the extra fields.
void widen(std::string_view extra, ZipMember& member, std::uint64_t& stored) {
  while (extra.size() >= 4) {
    const std::size_t size = std::min<std::size_t>(get(extra, 2, 2), extra.size() - 4);
    std::string_view body = extra.substr(4, size);
    if (get(extra, 0, 2) == 1) {
      for (std::uint64_t* value : {&member.size, &stored, &member.header}) {
        if (*value != zip_full32 || body.size() < 8) continue;
        *value = get(body, 0, 8);
        body.remove_prefix(8);
      }
    }
    extra.remove_prefix(4 + size);
  }
}

}  // namespace

std::vector<ZipMember> read_zip(const ByteFile& file) {
  const Directory directory = find_directory(file);
  const std::string text = read_text(file, directory.offset, directory.size);
  std::vector<ZipMember> members;
  for (std::size_t at = 0; members.size() < directory.count;) {
    const std::string_view entry = std::string_view(text).substr(std::min(at, text.size()));
    if (entry.size() < entry_size || !entry.starts_with("PK\1\2")) refuse(file, "has no directory");
    const std::size_t name = get(entry, 28, 2), extra = get(entry, 30, 2);
    if (entry.size() < entry_size + name + extra) refuse(file, "has no directory");
    ZipMember member{
        std::string(entry.substr(entry_size, name)),  get(entry, 24, 4), get(entry, 42, 4), 0, 0,
        static_cast<std::uint32_t>(get(entry, 16, 4))};
    std::uint64_t stored = get(entry, 20, 4);
    widen(entry.substr(entry_size + name, extra), member, stored);
    if (get(entry, 10, 2) != 0 || stored != member.size) refuse(file, "is compressed");
    const std::string local = read_text(file, member.header, local_size);
    member.data = member.header + local_size + get(local, 26, 2) + get(local, 28, 2);
    members.push_back(std::move(member));
    at += entry_size + name + extra + get(entry, 32, 2);
  }
  return members;
}

}  // namespace carom::report
