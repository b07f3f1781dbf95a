// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of published numbers: every item, its law, and what the summary counts.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "report/page/pages.h"

namespace carom::report {
namespace {

using Status = Reproduction::Status;

Reproduction item(const char* id, const char* source, Status status, Status expected) {
  Reproduction one;
  one.id = id;
  one.source = source;
  one.published = Eigen::MatrixXd::Constant(1, 1, 0.5);
  one.computed = Eigen::Vector2d(std::nan(""), 1.0 / 3.0);
  one.digits = 3;
  one.status = status;
  one.expected = expected;
  return one;
}

TEST(PageReproduce, ItemsAndCounts) {
  const Json page =
      reproduce_page({item("S1.a", "S1 Table I", Status::met, Status::met),
                      item("S1.<b>", "S1 eq. (20)", Status::refuted, Status::met),
                      item("x.c", "elsewhere", Status::not_recoverable, Status::not_recoverable)});
  EXPECT_EQ(page.at("format"), "carom-page/1");
  EXPECT_EQ(page.at("kind"), "reproduce");
  EXPECT_EQ(page.at("summary")[0],
            "3 published numbers computed again: 1 met, 1 refuted, 1 not recoverable.");
  EXPECT_EQ(page.at("summary")[1], "1 of them is not as the errata say: a fault of carom.");
  const Json& items = page.at("reproduce").at("items");
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[1].at("id"), "S1.<b>");
  EXPECT_EQ(items[1].at("status"), "refuted");
  EXPECT_EQ(items[0].at("published"), 0.5);
  EXPECT_TRUE(items[0].at("computed")[0].is_null());  // not finite
  EXPECT_EQ(items[0].at("computed")[1], 1.0 / 3.0);
  EXPECT_EQ(items[0].at("law"), "corner");
  EXPECT_EQ(items[2].at("law"), "");
}

TEST(PageReproduce, None) {
  const Json page = reproduce_page({});
  EXPECT_TRUE(page.at("reproduce").at("items").is_array());
  EXPECT_EQ(page.at("summary")[0],
            "0 published numbers computed again: 0 met, 0 refuted, 0 not recoverable.");
  EXPECT_EQ(page.at("summary")[1], "Each status is as the errata say.");
}

TEST(PageReproduce, LawsOfRealItems) {
  const auto law = [](const char* id) { return explaining_law(reproduce({id}).at(0)); };
  EXPECT_EQ(law("S0.II.plastic_loss"), "sequential");
  EXPECT_EQ(law("S1.eq20.sign"), "corner");
  EXPECT_EQ(law("S2.5.four_points_determinate"), "regular");
  EXPECT_EQ(law("S3.eq15.uvu"), "propagative");
  EXPECT_EQ(law("S3.eq11.pulling"), "plastic");
  EXPECT_EQ(law("cradle.1.elastic"), "propagative");
  EXPECT_EQ(law("cradle.1.plastic"), "plastic");
  EXPECT_EQ(law("block.R1.flat_drop"), "regular");
  EXPECT_EQ(law("pantograph.angles"), "inert");
}

TEST(PageReproduce, EveryItemHasALaw) {
  const std::set<std::string> known = {"sequential",  "corner",  "regular",
                                       "propagative", "plastic", "inert"};
  for (const Reproduction& one : reproduce()) {
    EXPECT_TRUE(known.contains(explaining_law(one))) << one.id << " | " << one.source;
  }
}

}  // namespace
}  // namespace carom::report
