// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A run in two orders, and how far they part: as JSON, and as a table of a folder.
#include <fmt/format.h>

#include <algorithm>

#include "carom/error.h"
#include "carom/report.h"
#include "report/files/bytes.h"
#include "report/json/documents.h"
#include "report/json/json_text.h"

namespace carom {
namespace report {

std::size_t several_outcomes(const Trajectory& run) {
  return static_cast<std::size_t>(std::count_if(
      run.record.impacts.begin(), run.record.impacts.end(), [](const ImpactRecord& impact) {
        return impact.outcome.uniqueness.verdict == Uniqueness::Verdict::several;
      }));
}

namespace {

Json order_json(const Trajectory& run, Policy order) {
  return Json{{"order", to_string(order)},
              {"status", to_string(run.status)},
              {"impacts", run.record.impacts.size()},
              {"several", several_outcomes(run)}};
}

}  // namespace
}  // namespace report

std::string to_json(const OrderRuns& runs, const std::string& title, int indent) {
  using report::Json, report::list_of, report::order_json;
  const Divergence& apart = runs.divergence;
  const std::optional<double> when = apart.begins();
  Json document{{"format", "carom-orders/1"},
                {"subject", title},
                {"runs", Json::array({order_json(runs.first, OrderRuns::first_policy),
                                      order_json(runs.other, OrderRuns::other_policy)})},
                {"parts_at", when ? Json(*when) : Json()},
                {"largest", apart.times.size() > 0 ? apart.momentum.maxCoeff() : 0.0},
                {"time", list_of(apart.times)},
                {"momentum", list_of(apart.momentum)},
                {"configuration", list_of(apart.configuration)}};
  return report::dump_json(document, indent);
}

void write_divergence(const std::filesystem::path& folder, const Divergence& apart) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  std::string text = "time [s],momentum apart,coordinates apart\n";
  for (Eigen::Index k = 0; k < apart.times.size(); ++k) {
    text += fmt::format("{},{},{}\n", apart.times[k], apart.momentum[k], apart.configuration[k]);
  }
  try {
    report::write_in_place(folder / "parting.csv", text);
  } catch (const report::DiskFault& fault) {
    throw InvalidInput(fmt::format("{}; choose another folder", fault.brief()));
  }
}

}  // namespace carom
