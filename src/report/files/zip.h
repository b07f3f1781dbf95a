// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Zip files of stored members (PKWARE APPNOTE 6.3.9; ZIP64, §4.3.14, where a size, an offset or the
// number of members needs it), all dated 1980-01-01 so that the same members give the same bytes.
// The sizes are known at the start, so members may be written piecewise and side by side, which no
// library of zip files allows: libzip and minizip take one member after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/files/bytes.h"

namespace carom::report {

struct ZipMember {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t header = 0, data = 0;  ///< Offsets in the file.
  std::uint64_t written = 0;
  std::uint32_t checksum = 0;
};

class ZipWriter {
 public:
  /// Names and sizes are given; `limit`: 32-bit fields hold less than that (for tests).
  ZipWriter(ByteFile& file, std::vector<ZipMember> members, std::uint64_t limit = 0xFFFFFFFF);
  /// The next bytes of a member.
  void write(std::size_t member, std::string_view bytes);
  /// Headers and directory. Every member must be whole.
  void finish();

 private:
  std::string local_header(const ZipMember& member) const;
  std::string directory_entry(const ZipMember& member) const;
  std::string directory_end(std::uint64_t offset, std::uint64_t size) const;
  bool large(std::uint64_t value) const { return value >= limit_; }

  ByteFile& file_;
  std::vector<ZipMember> members_;
  std::uint64_t limit_;
};

/// CRC-32 (polynomial 0xEDB88320), continued from `checksum`.
[[nodiscard]] std::uint32_t crc32(std::uint32_t checksum, std::string_view bytes);

/// The members of a file by ZipWriter or numpy.savez, with `data` at their first byte. Throws
/// InvalidInput for other files, compressed members included.
[[nodiscard]] std::vector<ZipMember> read_zip(const ByteFile& file);

}  // namespace carom::report
