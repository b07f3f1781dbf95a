// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "report/page/arrays.h"

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
                          "largest_jump", "jump_joint", "several", "indeterminacy"}) {
    kept[key] = all.at(key);
  }
  list_.push_back(std::move(kept));
}

}  // namespace carom::report
