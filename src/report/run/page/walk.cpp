// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "base/words.h"
#include "report/page/document.h"
#include "report/run/state.h"

namespace carom::report {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double late = 1.5;  // spacings after the last row that it still speaks for
constexpr std::size_t most_touchdowns = 1000;

struct Curve {
  const char *card, *name, *unit;
  double (*value)(const WalkSample&);
};
constexpr const char *across_title = "Balance, across (y)", *along_title = "Balance, along (x)";
constexpr Curve curves[] = {
    {across_title, "com_y", "m", [](const WalkSample& s) { return s.com[1]; }},
    {across_title, "zmp_y", "m", [](const WalkSample& s) { return s.zmp[1]; }},
    {across_title, "zmp_ref_y", "m", [](const WalkSample& s) { return s.zmp_reference[1]; }},
    {across_title, "dcm_y", "m", [](const WalkSample& s) { return s.dcm[1]; }},
    {across_title, "dcm_ref_y", "m", [](const WalkSample& s) { return s.dcm_reference[1]; }},
    {along_title, "com_x", "m", [](const WalkSample& s) { return s.com[0]; }},
    {along_title, "zmp_x", "m", [](const WalkSample& s) { return s.zmp[0]; }},
    {along_title, "zmp_ref_x", "m", [](const WalkSample& s) { return s.zmp_reference[0]; }},
    {along_title, "dcm_x", "m", [](const WalkSample& s) { return s.dcm[0]; }},
    {along_title, "dcm_ref_x", "m", [](const WalkSample& s) { return s.dcm_reference[0]; }},
    {"ZMP margin", "margin", "m", [](const WalkSample& s) { return s.margin; }},
    {"Tilt of the pelvis", "tilt", "rad", [](const WalkSample& s) { return s.tilt; }}};

/// Motors by their largest share of the limit, then by their largest torque.
std::vector<std::size_t> busiest_first(const std::vector<double>& largest,
                                       const WalkMotors& motors) {
  std::vector<std::size_t> order(largest.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto share = [&](std::size_t k) {
    return largest[k] / motors.limits[static_cast<Eigen::Index>(k)];
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(share(a), largest[a]) > std::pair(share(b), largest[b]);
  });
  return order;
}

}  // namespace

bool is_walk(const Json& trajectory) { return trajectory.at("summary").contains("steps"); }

WalkCurves::WalkCurves(const WalkMotors& motors)
    : motors_(motors), largest_(motors.names.size(), 0.0) {}

std::size_t WalkCurves::size() const { return std::size(curves) + motors_.names.size(); }

void WalkCurves::take(const WalkSample& sample) {
  if (!sample.row) return;
  Row row{.time = sample.time};
  row.values.reserve(size());
  for (const Curve& curve : curves) row.values.push_back(curve.value(sample));
  for (std::size_t k = 0; k < motors_.velocities.size(); ++k) {
    const double torque = motor_torque(sample, motors_, k);
    row.values.push_back(torque);
    largest_[k] = std::fmax(largest_[k], std::abs(torque));
  }
  rows_.push_back(std::move(row));
}

std::vector<float> WalkCurves::at(double time) {
  if (before_first_ && !rows_.empty() && rows_.front().time <= time) before_first_ = false;
  while (!before_first_ && rows_.size() > 1 && rows_[1].time <= time) {
    spacing_ = rows_[1].time - rows_[0].time;
    rows_.pop_front();
  }
  std::vector<float> values(size(), static_cast<float>(unknown));
  if (rows_.empty()) return values;
  const Row& last = rows_.front();
  const bool over = rows_.size() == 1 && !before_first_ && last.time != time;
  if (over && !(time - last.time <= late * spacing_)) return values;
  const bool alone = before_first_ || rows_.size() == 1 || last.time == time;
  const Row& next = alone ? last : rows_[1];
  const double share = alone ? 0.0 : (time - last.time) / (next.time - last.time);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double from = last.values[k];
    values[k] = static_cast<float>(alone ? from : from + share * (next.values[k] - from));
  }
  return values;
}

void WalkCurves::put(const std::vector<std::vector<float>>& values, Json& channels) const {
  const auto curve = [&](std::size_t k) {
    std::vector<float> column;
    column.reserve(values.size());
    for (const std::vector<float>& frame : values) column.push_back(frame[k]);
    return packed(column);
  };
  for (std::size_t k = 0; k < std::size(curves); ++k) {
    channels.push_back({{"name", curves[k].name},
                        {"unit", curves[k].unit},
                        {"group", "walk"},
                        {"card", curves[k].card},
                        {"values", curve(k)}});
  }
  for (const std::size_t k : busiest_first(largest_, motors_)) {
    channels.push_back({{"name", "torque_" + motors_.names[k]},
                        {"unit", "N m"},
                        {"group", "torque"},
                        {"values", curve(std::size(curves) + k)}});
  }
}

void PageTouchdowns::take(const Touchdown& touchdown) {
  if (++count_ > most_touchdowns) return;
  const Json all = touchdown_document(touchdown);
  Json kept = Json::object();
  for (const char* key : {"step", "foot", "time", "duration", "impacts", "points", "energy_lost",
                          "largest_jump", "jump_joint", "several", "indeterminacy", "spread"}) {
    kept[key] = all.at(key);
  }
  list_.push_back(std::move(kept));
}

// A walk in words, for its page.

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
