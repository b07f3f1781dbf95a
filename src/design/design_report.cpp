// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a design found, for a person: before and after, what moved, other solutions, the front.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/design.h"

namespace carom {
namespace {

using analysis::report_line;
using base::number;
using base::pad;
using base::percent;

constexpr std::size_t most_parameters = 24, most_solutions = 12;

std::string clean(double value, int digits) {
  // Inner products of unit vectors, and gaps [m]: two units of rounding of 1 are shown as 0.
  // Larger residues stay visible, since they tell how well a design is met.
  return number(std::abs(value) < 5e-16 ? 0.0 : value, digits);
}

std::string pair_text(const DesignPoint& point) {
  if (point.first < 0) return "–";
  return clean(point.gram(point.first, point.second), 4);
}

std::string spread_text(double value) {
  // Of the momentum: what is less is rounding of the outcomes.
  constexpr double nothing = 1e-9;
  return std::isnan(value) ? "–" : percent(value < nothing ? 0.0 : value);
}

/// "no" where nothing is inside anything.
std::string inside_text(const Design& design, const DesignPoint& point) {
  const std::string words = to_string(point.penetration, design.length_unit);
  if (words.empty()) return "no";
  return words.size() <= 28 ? words : words.substr(0, words.find(':'));
}

std::string feet_text(const Design& design, const DesignPoint& point) {
  if (std::isnan(point.outside_feet)) return "–";
  const bool metres = design.length_unit == "m";
  return fmt::format("{} {} {}", number(std::abs(point.outside_feet) * (metres ? 1e3 : 1.0), 3),
                     metres ? "mm" : design.length_unit,
                     point.outside_feet > 0.0 ? "beside" : "inside");
}

std::string comparison(const Design& design) {
  const DesignPoint* after = design.solutions.empty() ? nullptr : &design.solutions.front().point;
  std::string text =
      pad("", 26, false) + pad("start", 30) + (after ? pad("design", 30) : "") + "\n";
  const auto row = [&](const std::string& name, auto of) {
    text += "  " + pad(name, 24, false) + pad(of(design.start), 30) +
            (after ? pad(of(*after), 30) : "") + "\n";
  };
  row("outcomes", [](const DesignPoint& p) { return analysis::practical_words(p.practical); });
  row("worst inner product", [](const DesignPoint& p) { return pair_text(p); });
  const auto contact = [&](int k) { return design.contacts[static_cast<std::size_t>(k)]; };
  row("  of", [&](const DesignPoint& p) {
    if (p.first < 0) return std::string("–");
    const std::string names = contact(p.first) + ", " + contact(p.second);
    return names.size() <= 28 ? names : names.substr(0, 27) + "…";
  });
  for (const int k : {0, 1, 2}) {
    const char* names[] = {"spread, restitution 0", "spread, restitution 0.3",
                           "spread, restitution 1"};
    row(names[k], [&](const DesignPoint& p) { return spread_text(p.spreads[k]); });
  }
  const double e = design.restitution;
  if (e != 0.0 && e != 0.3 && e != 1.0) {
    row("spread, restitution " + number(e, 3),
        [](const DesignPoint& p) { return spread_text(p.spread); });
  }
  row("energy in the contacts",
      [](const DesignPoint& p) { return percent(p.constrained_energy_ratio); });
  row("largest gap", [](const DesignPoint& p) { return clean(p.largest_gap, 2); });
  const auto matters = [&](auto what) { return what(design.start) || (after && what(*after)); };
  if (matters([](const DesignPoint& p) { return p.penetration.depth > 0.0; })) {
    row("impossible", [&](const DesignPoint& p) { return inside_text(design, p); });
  }
  if (matters([](const DesignPoint& p) { return !std::isnan(p.outside_feet); })) {
    row("centre of mass, feet", [&](const DesignPoint& p) { return feet_text(design, p); });
  }
  return text;
}

std::string changes(const Design& design) {
  if (design.solutions.empty()) return {};
  const Eigen::VectorXd& after = design.solutions.front().point.values;
  const Eigen::VectorXd change = after - design.start.values;
  std::vector<std::size_t> order(design.parameters.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t k) {
    const auto at = static_cast<Eigen::Index>(k);
    return std::abs(change[at]) / design.scale[at];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  std::size_t width = 12;
  for (const VariedParameter& parameter : design.parameters) {
    width = std::max(width, parameter.name.size() + 2);
  }
  std::string text = "  " + pad("parameter", width, false) + pad("start", 16) + pad("design", 16) +
                     pad("change", 14) + "\n";
  std::size_t shown = 0;
  for (const std::size_t k : order) {
    // In scales: eight digits are printed, so smaller changes would show equal numbers.
    if (shown == most_parameters || size(k) < 1e-9) break;
    const VariedParameter& parameter = design.parameters[k];
    const auto at = static_cast<Eigen::Index>(k);
    text += "  " + pad(parameter.name, width, false) + pad(number(design.start.values[at], 8), 16) +
            pad(number(after[at], 8), 16) + pad(number(change[at], 4), 14) + "  " + parameter.unit +
            "\n";
    ++shown;
  }
  if (shown < order.size()) {
    text += fmt::format("  the other {} move less than {}\n", order.size() - shown,
                        shown == most_parameters ? "these" : "1e-9");
  }
  return text;
}

std::string others(const Design& design) {
  if (design.solutions.size() < 2) return {};
  std::string text = fmt::format("\n{} distinct solutions\n  ", design.solutions.size()) +
                     pad("change", 12) + pad("worst w", 14) + pad("spread", 12) +
                     pad("energy", 12) + "\n";
  for (std::size_t k = 0; k < std::min(design.solutions.size(), most_solutions); ++k) {
    const DesignSolution& solution = design.solutions[k];
    const DesignPoint& point = solution.point;
    text += "  " + pad(number(solution.change, 5), 12) +
            pad(point.first < 0 ? "–" : clean(point.gram(point.first, point.second), 4), 14) +
            pad(spread_text(point.spread), 12) + pad(percent(point.constrained_energy_ratio), 12) +
            (solution.converged ? "" : "  not converged") + "\n";
  }
  if (design.solutions.size() > most_solutions) text += "  …\n";
  return text;
}

std::string front_text(const Design& design) {
  if (design.front.empty()) return {};
  std::string text = "\nfront of indeterminacy against energy\n  " + pad("spread, orders", 16) +
                     pad("energy", 12) + pad("worst w", 14) + "\n";
  for (const DesignFrontPoint& entry : design.front) {
    const DesignPoint& point = entry.point;
    text += "  " + pad(percent(entry.indeterminacy), 16) +
            pad(percent(entry.constrained_energy_ratio), 12) +
            pad(point.first < 0 ? "–" : clean(point.gram(point.first, point.second), 4), 14) + "\n";
  }
  return text;
}

}  // namespace

std::string Design::report() const {
  std::string text = report_line("sought", target);
  std::string found = to_string(status);
  std::replace(found.begin(), found.end(), '_', ' ');
  text += report_line("result", found + (message.empty() ? "" : ": " + message));
  if (!start.verdict.empty()) text += report_line("start", start.verdict);
  if (!solutions.empty() && !solutions.front().point.verdict.empty()) {
    text += report_line("design", solutions.front().point.verdict);
  }
  for (const std::string& item : kept) text += report_line("kept", item);
  if (!solutions.empty()) {
    const DesignSolution& best = solutions.front();
    text += report_line("change", fmt::format("{} in the scaling, {} iterations",
                                              number(best.change, 6), best.iterations));
    if (!best.at_bound.empty()) text += report_line("at limits", base::join(best.at_bound));
  }
  text += "\n" + comparison(*this);
  if (!solutions.empty()) text += "\n" + changes(*this);
  return text + others(*this) + front_text(*this);
}

}  // namespace carom
