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
constexpr double parted = 1e-12;    // of ‖p‖: rounding
constexpr Eigen::Index lines = 20;  // of the table

/// First time at which they differ by more than rounding; -1: never.
double parting_time(const Parting& parting) {
  for (Eigen::Index k = 0; k < parting.times.size(); ++k) {
    if (parting.momentum[k] > parted) return parting.times[k];
  }
  return -1.0;
}

std::size_t several(const Trajectory& run) {
  return static_cast<std::size_t>(std::count_if(
      run.record.impacts.begin(), run.record.impacts.end(), [](const ImpactRecord& impact) {
        return impact.outcome.uniqueness.verdict == Uniqueness::Verdict::several;
      }));
}

Json run_json(const Trajectory& run, const char* order) {
  return Json{{"order", order},
              {"status", to_string(run.status)},
              {"impacts", run.record.impacts.size()},
              {"several", several(run)}};
}

}  // namespace

void require_orders(const Law& law) {
  const std::string& name = law.description().name;
  if (name == "propagative" || name == "sequential") return;
  throw InvalidInput(
      fmt::format("--orders: law '{}' resolves contacts in no order; expected propagative or "
                  "sequential; add --law propagative",
                  name));
}

std::string orders_text(const std::string& title, const Parting& parting, const Trajectory& a,
                        const Trajectory& b) {
  constexpr auto right = Table::Align::right;
  Table table({{"time [s]", right}, {"momentum apart", right}, {"coordinates apart", right}});
  const Eigen::Index count = parting.times.size();
  const Eigen::Index stride = std::max<Eigen::Index>(1, (count + lines - 1) / lines);
  for (Eigen::Index k = 0; k < count; k += stride) {
    table.add({{fmt::format("{:.6f}", parting.times[k])},
               {fmt::format("{:.3e}", parting.momentum[k])},
               {fmt::format("{:.3e}", parting.configuration[k])}});
  }
  std::string text = table.text();
  text += fmt::format(
      "\n{}: {} first ({} impacts, {} with several outcomes) against {} first ({}, {})\n", title,
      first_order, a.record.impacts.size(), several(a), other_order, b.record.impacts.size(),
      several(b));
  const double when = parting_time(parting);
  if (when >= 0.0) {
    text += fmt::format("they part from t = {:.6g} s on; at most by {:.3e} of the momentum\n", when,
                        parting.momentum.maxCoeff());
  } else if (several(a) + several(b) > 0) {
    text +=
        "both orders take the same way (contacts equally violated); --branches 2 follows other "
        "outcomes\n";
  } else {
    text += "the order makes no difference: they never part\n";
  }
  return text;
}

std::string orders_json(const std::string& title, const Parting& parting, const Trajectory& a,
                        const Trajectory& b, int indent) {
  const double when = parting_time(parting);
  Json document{{"format", "carom-orders/1"},
                {"subject", title},
                {"runs", Json::array({run_json(a, first_order), run_json(b, other_order)})},
                {"parts_at", when < 0.0 ? Json() : Json(when)},
                {"largest", parting.times.size() > 0 ? parting.momentum.maxCoeff() : 0.0},
                {"time", report::list_of(parting.times)},
                {"momentum", report::list_of(parting.momentum)},
                {"configuration", report::list_of(parting.configuration)}};
  return report::dump_json(document, indent);
}

void write_orders(const std::string& folder, const Parting& parting) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::string file = (std::filesystem::path(folder) / "parting.csv").string();
  std::string text = "time [s],momentum apart,coordinates apart\n";
  for (Eigen::Index k = 0; k < parting.times.size(); ++k) {
    text +=
        fmt::format("{},{},{}\n", parting.times[k], parting.momentum[k], parting.configuration[k]);
  }
  try {
    report::replace_whole(file, text);
  } catch (const report::DiskFault& fault) {
    throw InvalidInput(fmt::format("{}; choose another folder", fault.brief()));
  }
}

}  // namespace carom::cli
