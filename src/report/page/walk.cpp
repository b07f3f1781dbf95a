// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One reading of walk.csv beside the times of the frames, which ascend as its rows do: only the
// rows around the present time are held.
#include "report/page/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "report/page/arrays.h"
#include "report/page/track.h"
#include "report/run/table.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

using Row = std::vector<double>;

constexpr double no_torque = std::numeric_limits<double>::quiet_NaN();
constexpr double late = 1.5;  // spacings after the last row that it still speaks for
constexpr std::size_t most_touchdowns = 1000;

struct Curve {
  const char *card, *column, *unit;
};
constexpr const char *across_title = "Balance, across (y)", *along_title = "Balance, along (x)";
constexpr Curve curves[] = {
    {across_title, "com_y", "m"},     {across_title, "zmp_y", "m"},
    {across_title, "zmp_ref_y", "m"}, {across_title, "dcm_y", "m"},
    {across_title, "dcm_ref_y", "m"}, {along_title, "com_x", "m"},
    {along_title, "zmp_x", "m"},      {along_title, "zmp_ref_x", "m"},
    {along_title, "dcm_x", "m"},      {along_title, "dcm_ref_x", "m"},
    {"ZMP margin", "margin", "m"},    {"Tilt of the pelvis", "tilt", "rad"}};

/// The labels before the torques.
std::vector<std::string> fixed_columns() {
  std::vector<std::string> labels = {""};
  for (const char letter : walk_header({})) {
    if (letter == ',') {
      labels.emplace_back();
    } else if (letter != '\n') {
      labels.back() += letter;
    }
  }
  return labels;
}

std::size_t curve_column(const std::string& label) {
  const std::vector<std::string> labels = fixed_columns();
  return static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
}

/// The rows of a walk at ascending times.
class Samples {
 public:
  Samples(const fs::path& file, const WalkMotors& motors)
      : torques_(fixed_columns().size()),
        table_(file, walk_header(motors), torques_ + motors.names.size(),
               static_cast<int>(curve_column("phase"))),
        none_(torques_ + motors.names.size(), no_torque),
        largest_(motors.names.size(), 0.0) {
    read();
  }

  const Row& at(double time) {
    while (more_ && next_.front() <= time) advance();
    if (last_.empty()) return more_ ? next_ : none_;
    if (last_.front() == time) return last_;
    if (!more_) return time - last_.front() <= late * spacing_ ? last_ : none_;
    const double share = (time - last_.front()) / (next_.front() - last_.front());
    between_.resize(last_.size());
    for (std::size_t k = 0; k < last_.size(); ++k) {
      between_[k] = last_[k] + share * (next_[k] - last_[k]);
    }
    return between_;
  }

  std::size_t first_torque() const { return torques_; }
  /// Largest torque of each motor; reads the rest.
  const std::vector<double>& largest() {
    while (more_) advance();
    return largest_;
  }

 private:
  void advance() {
    spacing_ = last_.empty() ? 0.0 : next_.front() - last_.front();
    last_.swap(next_);
    read();
  }
  void read() {
    more_ = table_.next(next_);
    for (std::size_t k = 0; more_ && k < largest_.size(); ++k) {
      largest_[k] = std::fmax(largest_[k], std::abs(next_[torques_ + k]));
    }
  }

  std::size_t torques_;
  RunTable table_;
  Row last_ = {}, next_ = {}, between_ = {}, none_;
  std::vector<double> largest_;
  double spacing_ = 0.0;
  bool more_ = false;
};

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

std::size_t walk_channel_count(const WalkMotors& motors) {
  return std::size(curves) + motors.names.size();
}

void put_walk_channels(const fs::path& file, const WalkMotors& motors,
                       const std::vector<double>& times, Json& channels) {
  Samples samples(file, motors);
  std::vector<std::size_t> columns;
  for (const Curve& curve : curves) {
    columns.push_back(curve_column(fmt::format("{} [{}]", curve.column, curve.unit)));
  }
  for (std::size_t k = 0; k < motors.names.size(); ++k) {
    columns.push_back(samples.first_torque() + k);
  }
  std::vector<std::vector<float>> values(columns.size());
  for (const double time : times) {
    const Row& row = samples.at(time);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      values[k].push_back(static_cast<float>(row.at(columns[k])));
    }
  }
  for (std::size_t k = 0; k < std::size(curves); ++k) {
    channels.push_back({{"name", curves[k].column},
                        {"unit", curves[k].unit},
                        {"group", "walk"},
                        {"card", curves[k].card},
                        {"values", packed(values[k])}});
  }
  for (const std::size_t k : busiest_first(samples.largest(), motors)) {
    channels.push_back({{"name", "torque_" + motors.names[k]},
                        {"unit", "N m"},
                        {"group", "torque"},
                        {"values", packed(values[std::size(curves) + k])}});
  }
}

Json page_touchdowns(const fs::path& file) {
  Json list = Json::array();
  std::size_t count = 0;
  each_entry(file, [&](std::size_t index, const std::string& line) {
    const Json one = Json::parse(line);
    count = index + 1;
    Json kept = Json::object();
    for (const char* key : {"step", "foot", "time", "duration", "impacts", "points", "energy_lost",
                            "largest_jump", "jump_joint", "several", "indeterminacy"}) {
      kept[key] = one.at(key);
    }
    if (index < most_touchdowns) list.push_back(std::move(kept));
  });
  return {{"count", count}, {"list", std::move(list)}};
}

}  // namespace carom::report
