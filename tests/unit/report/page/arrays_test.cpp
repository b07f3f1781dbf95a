// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Base64 by the vectors of RFC 4648, and numbers by their bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "report/page/document.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::packed;

std::string letters_of(const std::string& text) {
  return packed(std::vector<std::uint8_t>(text.begin(), text.end())).at("u8");
}

TEST(PageArrays, PublishedVectors) {
  EXPECT_EQ(letters_of(""), "");
  EXPECT_EQ(letters_of("f"), "Zg==");
  EXPECT_EQ(letters_of("fo"), "Zm8=");
  EXPECT_EQ(letters_of("foo"), "Zm9v");
  EXPECT_EQ(letters_of("foob"), "Zm9vYg==");
  EXPECT_EQ(letters_of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(letters_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(letters_of("\xff\xef\xbe"), "/+++");
}

TEST(PageArrays, LeastSignificantByteFirst) {
  EXPECT_EQ(packed(std::vector<float>{1.0F}).dump(), R"({"f32":"AACAPw=="})");
  EXPECT_EQ(packed(std::vector<double>{1.0}).dump(), R"({"f64":"AAAAAAAA8D8="})");
  EXPECT_EQ(packed(std::vector<std::uint32_t>{0x01020304}).dump(), R"({"u32":"BAMCAQ=="})");
}

TEST(PageArrays, ReadBackWithTheSameBits) {
  using limits = std::numeric_limits<double>;
  const std::vector<double> values = {0.1, -0.0, limits::denorm_min(), limits::infinity(), 1e300};
  EXPECT_EQ(doubles(packed(values)), values);
  EXPECT_TRUE(std::signbit(doubles(packed(values))[1]));
  const std::vector<float> odd = {std::numeric_limits<float>::quiet_NaN(), 3.5F};
  EXPECT_TRUE(std::isnan(floats(packed(odd))[0]));
  EXPECT_EQ(floats(packed(odd))[1], 3.5F);
}

}  // namespace
}  // namespace carom::test
