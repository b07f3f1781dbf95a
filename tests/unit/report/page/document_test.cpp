// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page around a document: what its strings hold never becomes part of the page.
#include "report/page/document.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "carom/error.h"
#include "carom/page.h"
#include "support/faults.h"
#include "support/page_trial.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

using test::page_data;

TEST(PageDocument, HasWhatAllPagesHave) {
  const Json page = page_document({.kind = "run",
                                   .title = "block",
                                   .summary = {"15 impacts."},
                                   .facts = {{"law", "regular"}},
                                   .notes = {"note"},
                                   .units = {.mass = "g", .length = "cm"}});
  EXPECT_EQ(page.at("format"), "carom-page/1");
  EXPECT_EQ(page.at("kind"), "run");
  EXPECT_EQ(page.at("facts"), Json::parse(R"([["law", "regular"]])"));
  EXPECT_EQ(page.at("units").at("energy"), "erg");
  EXPECT_EQ(energy_unit({.mass = "t", .length = "km"}), "t km^2/s^2");
  EXPECT_EQ(energy_unit({}), "J");
}

TEST(PageDocument, MarkupInStringsStaysInside) {
  const std::string hostile = "</script><!--<script>alert('&')</script>";
  Json page = page_document({.kind = "run", .title = hostile, .summary = {hostile}});
  const std::string html = page_html(page);
  EXPECT_EQ(html.find(hostile), html.npos);
  EXPECT_NE(html.find("<title>&lt;/script&gt;&lt;!--&lt;script&gt;alert('&amp;')"), html.npos);
  EXPECT_EQ(page_data(html), page);
}

TEST(PageDocument, InvalidTextIsReplaced) {
  const std::string html = page_html(page_document({.kind = "run", .title = "a\xff\xfez"}));
  EXPECT_EQ(page_data(html).at("title"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(html.find('\xff'), html.npos);
}

TEST(PageDocument, MarksInStringsAreNotFilled) {
  const Json page = page_document({.kind = "run", .title = "CAROM-PAGE", .notes = {"CAROM-TITLE"}});
  EXPECT_EQ(page_data(page_html(page)), page);
}

TEST(WritePage, ReplacesWhole) {
  const fs::path file = fs::temp_directory_path() / ("carom-page-" + std::to_string(getpid()));
  write_page(file, "one");
  write_page(file, "two");
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  EXPECT_EQ(text.str(), "two");
  fs::remove(file);
}

TEST(WritePage, SaysWhatIsWrong) {
  const std::string said = test::refusal_of([&] { write_page("no/such/folder/page.html", "x"); });
  const std::string text = said;
  EXPECT_NE(text.find("page.html: cannot be written"), text.npos) << text;
  EXPECT_NE(text.find("expected a file that can be written"), text.npos) << text;
}

}  // namespace
}  // namespace carom::report
