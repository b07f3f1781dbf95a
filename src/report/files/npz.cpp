// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/files/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/locale/encoding_utf.hpp>
#include <cmath>
#include <cstring>

namespace carom::report {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as memory has them");
constexpr std::string_view magic = "\x93NUMPY\x01";
constexpr std::uint64_t nan_bits = 0x7FF8000000000000;

}  // namespace

void write_arrays(const std::filesystem::path& path, const std::vector<NpzArray>& arrays,
                  const std::function<void(ZipWriter&)>& fill) {
  std::vector<ZipMember> members;
  for (const NpzArray& array : arrays) {
    members.push_back({.name = array.name + ".npy", .size = array.start.size() + array.rest});
  }
  replace_whole(path, [&](ByteFile& file) {
    ZipWriter zip(file, std::move(members));
    for (std::size_t k = 0; k < arrays.size(); ++k) zip.write(k, arrays[k].start);
    fill(zip);
    zip.finish();
  });
}

std::string array_header(std::string_view kind, const std::vector<std::int64_t>& shape) {
  std::string sizes;
  for (const std::int64_t size : shape) sizes += fmt::format("{}, ", size);
  if (!shape.empty()) sizes.erase(sizes.size() - (shape.size() == 1 ? 1 : 2));  // (3,) or (3, 4)
  std::string body =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", kind, sizes);
  const std::size_t start = magic.size() + 3;  // minor version, two bytes of length
  const std::size_t whole = (start + body.size() + 1 + 63) / 64 * 64;
  body.resize(whole - start - 1, ' ');
  std::string text(magic);
  put_little(text, 0, 1);
  put_little(text, body.size() + 1, 2);
  return text + body + '\n';
}

std::size_t array_header_size(std::string_view bytes) {
  if (bytes.size() < magic.size() + 3 || !bytes.starts_with(magic)) return 0;
  return magic.size() + 3 + get_little(bytes, 8, 2);
}

std::string text_array(const std::vector<std::string>& texts, bool scalar) {
  std::vector<std::u32string> wide;
  std::size_t longest = 1;
  for (const std::string& text : texts) {
    wide.push_back(boost::locale::conv::utf_to_utf<char32_t>(text));
    longest = std::max(longest, wide.back().size());
  }
  std::vector<std::int64_t> shape;
  if (!scalar) shape.push_back(static_cast<std::int64_t>(texts.size()));
  std::string array = array_header(fmt::format("<U{}", longest), shape);
  for (std::u32string& text : wide) {
    text.resize(longest);
    array.append(reinterpret_cast<const char*>(text.data()), 4 * longest);
  }
  return array;
}

char* put_double(char* at, double value) {
  const std::uint64_t bits = std::isnan(value) ? nan_bits : std::bit_cast<std::uint64_t>(value);
  std::memcpy(at, &bits, 8);
  return at + 8;
}

double get_double(const char* at) {
  double value = 0.0;
  std::memcpy(&value, at, 8);
  return value;
}

std::string narrow_text(std::string_view wide) {
  std::u32string text(wide.size() / 4, U'\0');
  std::memcpy(text.data(), wide.data(), 4 * text.size());
  std::erase(text, U'\0');
  return boost::locale::conv::utf_to_utf<char>(text);
}

}  // namespace carom::report
