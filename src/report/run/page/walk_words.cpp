// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk in words, for its page.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "base/words.h"
#include "report/run/page/walk.h"
#include "report/run/state.h"

namespace carom::report {
namespace {

using base::number;
using base::plural;

// Of a margin [m]: above the tolerance of closed contacts (1e-10), far below a millimetre, the unit
// in which it is printed.
constexpr double rounding = 1e-9;

const Json& gait_of(const Json& run) { return run.at("settings").at("walk").at("gait"); }

WalkSums sums_of(const Json& run) {
  return walk_sums_from(run.at("trajectories").at(0).at("summary"));
}

bool stands(const Json& run) { return gait_of(run).at("motion") == "stand"; }

/// "2 of 3 steps".
std::string steps_of(const Json& run, const WalkSums& sums) {
  return fmt::format("{} of {}", sums.steps,
                     plural(gait_of(run).at("steps").get<double>(), "step"));
}

std::string sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text.ends_with('.') ? text : text + ".";
}

std::string ending(const Json& run, const WalkSums& sums) {
  const auto status = run.at("status").get<std::string>();
  const auto message = run.at("message").get<std::string>();
  const std::string time = number(exact_double(run.at("trajectories").at(0).at("time")));
  if (status == "fell" && !message.empty()) return sentence(message);  // says when and after what
  if (status == "finished" && stands(run)) {
    return fmt::format("The robot stood until the end, {} s.", time);
  }
  if (status == "finished") {
    return fmt::format("The robot made {} and went {} m in {} s without a fall.",
                       steps_of(run, sums), number(sums.distance, 4), time);
  }
  std::string text =
      fmt::format("The walk {} at {} s", status == "running" ? "is under way" : status, time);
  if (!stands(run)) text += fmt::format(", after {}", steps_of(run, sums));
  return sentence(message.empty() ? text : text + ": " + message);
}

std::string extremes(const WalkSums& sums) {
  std::string text =
      fmt::format("The pelvis tilted by at most {} rad, points slipped by at most {} mm",
                  number(sums.tilt, 2), number(1e3 * sums.slip, 2));
  if (!std::isnan(sums.margin)) {
    text += fmt::format(", the ZMP margin in single support was at least {} mm",
                        number(std::abs(sums.margin) < rounding ? 0.0 : 1e3 * sums.margin, 3));
  }
  return text + fmt::format(", torques reached {} of their limits{}.", base::percent(sums.effort),
                            sums.effort_joint.empty() ? "" : " (" + sums.effort_joint + ")");
}

std::string step_text(const Json& gait) {
  const auto value = [&](const char* key) { return exact_double(gait.at(key)); };
  std::string text = fmt::format(
      "single support {} s, double support {} s, swing {} m high, touch-down planned at {} m/s",
      number(value("single_support")), number(value("double_support")), number(value("apex")),
      number(value("touchdown_speed")));
  if (value("landing_pitch") != 0.0) {
    text += fmt::format(", toes up by {} rad", number(value("landing_pitch")));
  }
  return text + (gait.at("adjust") == true ? ", footholds adjusted" : ", footholds as planned");
}

std::string list_text(const Json& list) {
  std::vector<std::string> numbers;
  for (const Json& value : list) numbers.push_back(number(exact_double(value)));
  return base::join(numbers);
}

}  // namespace

std::vector<std::string> walk_sentences(const Json& run) {
  const WalkSums sums = sums_of(run);
  std::vector<std::string> sentences = {ending(run, sums), extremes(sums)};
  if (sums.relaxed > 0) {
    sentences.push_back(fmt::format(
        "The controller's limits had no common solution in {} of its samples.", sums.relaxed));
  }
  return sentences;
}

std::string walk_loss(const Json& run) {
  const WalkSums sums = sums_of(run);
  if (sums.steps == 0) return "";
  return fmt::format("; touch-downs {} J per step, at most {} J",
                     number(sums.energy_lost / static_cast<double>(sums.steps), 4),
                     number(sums.largest_step_loss, 4));
}

std::vector<std::pair<std::string, std::string>> walk_facts(const Json& run) {
  const Json& walk = run.at("settings").at("walk");
  const Json& gait = walk.at("gait");
  std::vector<std::pair<std::string, std::string>> facts;
  if (stands(run)) {
    facts.emplace_back("motion", "stand");
  } else {
    std::string text = fmt::format(
        "walk, {} of {} m, {} foot first", plural(gait.at("steps").get<double>(), "step"),
        number(exact_double(gait.at("step_length"))), gait.at("first_foot").get<std::string>());
    const double turn = exact_double(gait.at("turn"));
    if (turn != 0.0) text += fmt::format(", turn {} rad", number(turn));
    facts.emplace_back("motion", text);
    facts.emplace_back("step", step_text(gait));
  }
  for (const Json& push : walk.at("pushes")) {
    facts.emplace_back("push",
                       fmt::format("({}) N s from {} s for {} s", list_text(push.at("impulse")),
                                   number(exact_double(push.at("time"))),
                                   number(exact_double(push.at("duration")))));
  }
  if (!gait.at("heights").empty()) {
    facts.emplace_back("heights planned", list_text(gait.at("heights")) + " m");
  }
  if (!walk.at("ground").empty()) {
    facts.emplace_back("heights of the ground", list_text(walk.at("ground")) + " m");
  }
  return facts;
}

}  // namespace carom::report
