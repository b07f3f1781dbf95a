// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/verbs/run_orders.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "carom/error.h"
#include "cli/screen/table.h"
#include "report/files/bytes.h"
#include "report/json/json_text.h"

namespace carom::cli {
namespace {

using report::Json;
constexpr Eigen::Index lines = 20;  // of the table

std::size_t several(const Trajectory& run) {
  return static_cast<std::size_t>(std::count_if(
      run.record.impacts.begin(), run.record.impacts.end(), [](const ImpactRecord& impact) {
        return impact.outcome.uniqueness.verdict == Uniqueness::Verdict::several;
      }));
}

Json run_json(const Trajectory& run, Policy order) {
  return Json{{"order", to_string(order)},
              {"status", to_string(run.status)},
              {"impacts", run.record.impacts.size()},
              {"several", several(run)}};
}

}  // namespace

void refuse_without_orders(const Law& law) {
  try {
    require_orders(law);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("--orders: {}; add --law propagative", error.what()));
  }
}

std::string orders_text(const std::string& title, const OrderRuns& runs) {
  const auto& [a, b, apart] = runs;
  constexpr auto right = Table::Align::right;
  Table table({{"time [s]", right}, {"momentum apart", right}, {"coordinates apart", right}});
  const Eigen::Index count = apart.times.size();
  const Eigen::Index stride = std::max<Eigen::Index>(1, (count + lines - 1) / lines);
  for (Eigen::Index k = 0; k < count; k += stride) {
    table.add({{fmt::format("{:.6f}", apart.times[k])},
               {fmt::format("{:.3e}", apart.momentum[k])},
               {fmt::format("{:.3e}", apart.configuration[k])}});
  }
  std::string text = table.text();
  text += fmt::format(
      "\n{}: {} first ({} impacts, {} with several outcomes) against {} first ({}, {})\n", title,
      to_string(OrderRuns::first_policy), a.record.impacts.size(), several(a),
      to_string(OrderRuns::other_policy), b.record.impacts.size(), several(b));
  if (const auto when = apart.begins()) {
    text += fmt::format("they part from t = {:.6g} s on; at most by {:.3e} of the momentum\n",
                        *when, apart.momentum.maxCoeff());
  } else if (several(a) + several(b) > 0) {
    text +=
        "both orders take the same way (contacts equally violated); --branches 2 follows other "
        "outcomes\n";
  } else {
    text += "the order makes no difference: they never part\n";
  }
  return text;
}

std::string orders_json(const std::string& title, const OrderRuns& runs, int indent) {
  const Divergence& apart = runs.divergence;
  const std::optional<double> when = apart.begins();
  Json document{{"format", "carom-orders/1"},
                {"subject", title},
                {"runs", Json::array({run_json(runs.first, OrderRuns::first_policy),
                                      run_json(runs.other, OrderRuns::other_policy)})},
                {"parts_at", when ? Json(*when) : Json()},
                {"largest", apart.times.size() > 0 ? apart.momentum.maxCoeff() : 0.0},
                {"time", report::list_of(apart.times)},
                {"momentum", report::list_of(apart.momentum)},
                {"configuration", report::list_of(apart.configuration)}};
  return report::dump_json(document, indent);
}

void write_orders(const std::string& folder, const Divergence& apart) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::string file = (std::filesystem::path(folder) / "parting.csv").string();
  std::string text = "time [s],momentum apart,coordinates apart\n";
  for (Eigen::Index k = 0; k < apart.times.size(); ++k) {
    text += fmt::format("{},{},{}\n", apart.times[k], apart.momentum[k], apart.configuration[k]);
  }
  try {
    report::write_in_place(file, text);
  } catch (const report::DiskFault& fault) {
    throw InvalidInput(fmt::format("{}; choose another folder", fault.brief()));
  }
}

}  // namespace carom::cli
