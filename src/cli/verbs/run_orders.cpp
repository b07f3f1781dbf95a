// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/verbs/run_orders.h"

#include <fmt/format.h>

#include <algorithm>

#include "carom/error.h"
#include "cli/screen/table.h"
#include "report/json/orders_json.h"

namespace carom::cli {
namespace {

using report::several_outcomes;
constexpr Eigen::Index lines = 20;  // of the table

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
      to_string(OrderRuns::first_policy), a.record.impacts.size(), several_outcomes(a),
      to_string(OrderRuns::other_policy), b.record.impacts.size(), several_outcomes(b));
  if (const auto when = apart.begins()) {
    text += fmt::format("they part from t = {:.6g} s on; at most by {:.3e} of the momentum\n",
                        *when, apart.momentum.maxCoeff());
  } else if (several_outcomes(a) + several_outcomes(b) > 0) {
    text +=
        "both orders take the same way (contacts equally violated); --branches 2 follows other "
        "outcomes\n";
  } else {
    text += "the order makes no difference: they never part\n";
  }
  return text;
}

}  // namespace carom::cli
