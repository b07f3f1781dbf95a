// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of `carom reproduce --html`. Items are those of to_json, each with its law.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "carom/page.h"
#include "report/page/document.h"
#include "report/page/pages.h"

namespace carom {
namespace report {
namespace {

using Status = Reproduction::Status;

/// S3 III has its plastic law too: eq. 10, 11.
bool is_plastic(const Reproduction& item) {
  return item.id.find("plastic") != item.id.npos || item.id.starts_with("S3.eq11");
}

std::vector<std::string> summary_of(const std::vector<Reproduction>& items) {
  const auto count = [&](auto wanted) { return std::count_if(items.begin(), items.end(), wanted); };
  const auto with = [&](Status status) {
    return count([&](const Reproduction& item) { return item.status == status; });
  };
  const auto surprises =
      count([](const Reproduction& item) { return item.status != item.expected; });
  std::vector<std::string> sentences = {
      fmt::format("{} published {} computed again: {} met, {} refuted, {} not recoverable.",
                  items.size(), items.size() == 1 ? "number" : "numbers", with(Status::met),
                  with(Status::refuted), with(Status::not_recoverable))};
  if (surprises == 0) {
    sentences.emplace_back("Each status is as the errata say.");
  } else {
    sentences.push_back(fmt::format("{} of them {} not as the errata say: a fault of carom.",
                                    surprises, surprises == 1 ? "is" : "are"));
  }
  return sentences;
}

}  // namespace

std::string explaining_law(const Reproduction& item) {
  constexpr std::array<std::pair<std::string_view, const char*>, 5> laws = {{{"S0", "sequential"},
                                                                             {"S1", "corner"},
                                                                             {"S2", "regular"},
                                                                             {"S3", "propagative"},
                                                                             {"S4", "inert"}}};
  for (const auto& [source, law] : laws) {
    if (!item.source.starts_with(source) && !item.id.starts_with(source)) continue;
    return source == "S3" && is_plastic(item) ? "plastic" : law;
  }
  return {};
}

Json reproduce_page(const std::vector<Reproduction>& items) {
  Json page = page_document({.kind = "reproduce",
                             .title = "Published numbers, computed again",
                             .summary = summary_of(items)});
  Json list = Json::parse(to_json(items));
  for (std::size_t k = 0; k < items.size(); ++k) list[k]["law"] = explaining_law(items[k]);
  page["reproduce"] = {{"items", std::move(list)}};
  return page;
}

}  // namespace report

std::string to_html(const std::vector<Reproduction>& items) {
  return report::page_html(report::reproduce_page(items));
}

}  // namespace carom
