// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/motors.h"

#include <cmath>

#include "report/page/document.h"

namespace carom::report {
namespace {

/// Lost in impacts so far, at each frame. Of two frames of one time the first is before the impacts
/// of that time.
std::vector<double> losses_at(const std::vector<double>& times, const ImpactMarks& marks) {
  std::vector<double> losses;
  double lost = 0.0;
  std::size_t mark = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const bool before = k + 1 < times.size() && times[k + 1] == times[k];
    for (; mark < marks.time.size(); ++mark) {
      const double time = marks.time[mark];
      if (time > times[k] || (before && time == times[k])) break;
      if (std::isfinite(marks.lost[mark])) lost += marks.lost[mark];
    }
    losses.push_back(lost);
  }
  return losses;
}

}  // namespace

void put_torques(const RunNames& names, const std::vector<std::vector<float>>& torques,
                 Json& channels) {
  for (std::size_t k = 0; k < names.driven.size(); ++k) {
    const Column column = names.torque_column(names.driven[k]);
    Json channel = {{"name", column.name}, {"unit", column.unit}, {"group", "torque"}};
    const double limit = names.torque_limits[static_cast<Eigen::Index>(k)];
    if (std::isfinite(limit)) channel["limit"] = limit;
    channel["values"] = packed(torques[k]);
    channels.push_back(std::move(channel));
  }
}

void put_account(const RunNames& names, const std::vector<double>& times,
                 const std::vector<double>& energies, const std::vector<double>& works,
                 const ImpactMarks& marks, Json& channels) {
  std::vector<float> change, motors, impacts, rest;
  std::vector<double> losses = losses_at(times, marks);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double gained = energies[k] - energies[0], work = works[k] - works[0];
    const double lost = losses[k] - losses[0];
    change.push_back(static_cast<float>(gained));
    motors.push_back(static_cast<float>(work));
    impacts.push_back(static_cast<float>(-lost));
    rest.push_back(static_cast<float>(gained - work + lost));
  }
  const auto put = [&](const char* name, const std::vector<float>& values) {
    channels.push_back({{"name", name},
                        {"unit", names.energy_unit},
                        {"group", "energy"},
                        {"card", "Where the energy goes"},
                        {"values", packed(values)}});
  };
  put("change", change);
  put("motors", motors);
  put("impacts", impacts);
  put("friction, dampers", rest);
}

}  // namespace carom::report
