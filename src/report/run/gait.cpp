// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/gait.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/page/document.h"
#include "report/run/state.h"

namespace carom::report {
namespace {

constexpr int gait_digits = 3;

Json gait_touchdown_document(const GaitTouchdown& touchdown, const GaitCycle& gait) {
  return {{"contact", gait.contacts.at(static_cast<std::size_t>(touchdown.contact)).name},
          {"time", exact_json(touchdown.time)},
          {"impact", touchdown.impact},
          {"q", exact_list(touchdown.q)}};
}

std::string gait_count(std::int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string gait_number(double value) { return base::number(value, gait_digits); }

std::string share_text(double share) { return fmt::format("{:.3g} %", 100.0 * share); }

std::string return_map_text(const GaitCycle& gait) {
  if (gait.changes.empty()) return "one stride alone says nothing of a cycle";
  const std::string last = base::number(gait.changes.back(), 2);
  std::string text =
      gait.settled()
          ? fmt::format("settled after {}: from one to the next the state changes by {} at the end",
                        gait_count(*gait.settled_after, "stride"), last)
          : fmt::format("not settled: the state still changes by {} from one stride to the next",
                        last);
  if (std::isfinite(gait.contraction)) {
    text += fmt::format(", times {} per stride", gait_number(gait.contraction));
  }
  return text;
}

std::string impacts_text(const GaitCycle& gait, const std::string& energy) {
  if (gait.impacts == 0.0) return "No impacts.";
  std::string text = fmt::format(
      "Impacts per stride: {}, {} lost; two or more contacts hit in {} of them, two or more share "
      "the impulse in {}",
      gait_number(gait.impacts), gait_number(gait.loss) + " " + energy,
      share_text(gait.simultaneous), share_text(gait.shared));
  if (gait.graded > 0) {
    text += fmt::format("; spread {} of the momentum at worst, {} on average",
                        share_text(gait.spread_worst), share_text(gait.spread_mean));
  }
  return text + ".";
}

std::string contacts_table(const GaitCycle& gait) {
  std::size_t width = 7;
  for (const GaitContact& contact : gait.contacts) width = std::max(width, contact.name.size());
  std::string text =
      fmt::format("  {:<{}}  on the ground  touch-downs per stride\n", "contact", width);
  for (const GaitContact& contact : gait.contacts) {
    if (contact.duty == 0.0 && contact.touchdowns == 0.0) continue;
    text += fmt::format("  {:<{}}  {:>13}  {:>22}\n", contact.name, width, share_text(contact.duty),
                        gait_number(contact.touchdowns));
  }
  return text;
}

}  // namespace

Json gait_summary(const GaitCycle& gait) {
  Json contacts = Json::array(), touchdowns = Json::array();
  for (const GaitContact& contact : gait.contacts) {
    contacts.push_back({{"name", contact.name},
                        {"duty", exact_json(contact.duty)},
                        {"touchdowns", exact_json(contact.touchdowns)}});
  }
  for (const GaitTouchdown& touchdown : gait.touchdowns) {
    touchdowns.push_back(gait_touchdown_document(touchdown, gait));
  }
  return {{"period", exact_json(gait.period)},
          {"strides", gait.strides},
          {"settled", gait.settled()},
          {"settled_after", gait.settled_after ? Json(*gait.settled_after) : Json(nullptr)},
          {"last_change", gait.changes.empty() ? Json(nullptr) : exact_json(gait.changes.back())},
          {"changes", exact_list(gait.changes)},
          {"contraction", exact_json(gait.contraction)},
          {"first_counted", gait.first},
          {"counted", gait.counted},
          {"speed", exact_json(gait.speed())},
          {"stride_length", exact_json(gait.travel.norm())},
          {"travel", exact_list(gait.travel)},
          {"impacts", exact_json(gait.impacts)},
          {"simultaneous", exact_json(gait.simultaneous)},
          {"shared", exact_json(gait.shared)},
          {"loss", exact_json(gait.loss)},
          {"graded", gait.graded},
          {"spread_worst", exact_json(gait.spread_worst)},
          {"spread_mean", exact_json(gait.spread_mean)},
          {"contacts", contacts},
          {"touchdowns", touchdowns}};
}

GaitCycle gait_from(const Json& json) {
  const auto value = [&](const char* key) { return exact_double(json.at(key)); };
  const auto vector = [](const Json& list) {
    Eigen::VectorXd out(static_cast<Eigen::Index>(list.size()));
    for (std::size_t k = 0; k < list.size(); ++k) {
      out[static_cast<Eigen::Index>(k)] = exact_double(list[k]);
    }
    return out;
  };
  GaitCycle gait{.period = value("period"),
                 .strides = json.at("strides").get<std::int64_t>(),
                 .contraction = value("contraction"),
                 .first = json.at("first_counted").get<std::int64_t>(),
                 .counted = json.at("counted").get<std::int64_t>(),
                 .travel = vector(json.at("travel")),
                 .impacts = value("impacts"),
                 .simultaneous = value("simultaneous"),
                 .shared = value("shared"),
                 .loss = value("loss"),
                 .graded = json.at("graded").get<std::int64_t>(),
                 .spread_worst = value("spread_worst"),
                 .spread_mean = value("spread_mean")};
  for (const Json& one : json.at("changes")) gait.changes.push_back(exact_double(one));
  const Json& settled = json.at("settled_after");
  if (!settled.is_null()) gait.settled_after = settled.get<std::int64_t>();
  for (const Json& one : json.at("contacts")) {
    gait.contacts.push_back({.name = one.at("name").get<std::string>(),
                             .duty = exact_double(one.at("duty")),
                             .touchdowns = exact_double(one.at("touchdowns"))});
  }
  for (const Json& one : json.at("touchdowns")) {
    const auto named =
        std::ranges::find(gait.contacts, one.at("contact").get<std::string>(), &GaitContact::name);
    gait.touchdowns.push_back({.time = exact_double(one.at("time")),
                               .contact = static_cast<int>(named - gait.contacts.begin()),
                               .impact = one.at("impact").get<bool>(),
                               .q = vector(one.at("q"))});
  }
  return gait;
}

std::string gait_text(const GaitCycle& gait, const Scene::Units& units) {
  if (gait.strides == 0) return "";
  return fmt::format("Gait, {} of {} s: {}.\nIt travels {} {}/s, {} {} per stride.\n{}\n",
                     gait_count(gait.strides, "stride"), gait_number(gait.period),
                     return_map_text(gait), gait_number(gait.speed()), units.length,
                     gait_number(gait.travel.norm()), units.length,
                     impacts_text(gait, energy_unit(units))) +
         contacts_table(gait);
}

}  // namespace carom::report
