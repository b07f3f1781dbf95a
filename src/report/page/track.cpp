// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two readings of trajectory.csv: the first counts, the second keeps. Rows of one time are an
// instant; that of an impact becomes two frames, before and after, whatever happened at it. Kept
// are the first and the last instant, those of chosen impacts, the two around a contact's event,
// and of the rest one in each of a number of equal spans of time.
#include "report/page/track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/arrays.h"
#include "report/page/walk.h"
#include "report/run/table.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_even = 3000, least_even = 200;  // frames that are no impact's
constexpr std::size_t most_exact = 2000;                   // impacts with both frames
constexpr double slips = 1e-9;                             // over the largest velocity

using Row = std::vector<double>;

/// Rows of one time.
struct Instant {
  Row first = {}, last = {};
  bool several = false;
  double time() const { return first.front(); }
};

class Instants {
 public:
  Instants(const fs::path& csv, const RunNames& names) : table_(csv, names) {
    more_ = table_.next(ahead_);
  }
  bool next(Instant& instant) {
    if (!more_) return false;
    instant.first = ahead_;
    instant.last = ahead_;
    instant.several = false;
    while ((more_ = table_.next(ahead_)) && ahead_.front() == instant.time()) {
      instant.last = ahead_;
      instant.several = true;
    }
    return true;
  }

 private:
  RunTable table_;
  Row ahead_;
  bool more_ = false;
};

/// What the first reading finds out, and what is kept because of it.
struct Plan {
  double start = 0.0, end = 0.0;
  std::vector<double> exact = {};  ///< Times of impacts that keep both frames.
  std::size_t even = most_even, event_stride = 1;
};

std::size_t count_events(const fs::path& file, const RunNames& names) {
  EventTable table(file, names);
  std::size_t count = 0;
  for (ContactEvent event; table.next(event);) ++count;
  return count;
}

/// Impacts that keep both frames: first those with details, then others evenly.
std::vector<double> exact_times(const ImpactMarks& marks, const Json& details, std::size_t most) {
  std::vector<std::size_t> detailed;
  for (const Json& impact : details) detailed.push_back(impact.at("index").get<std::size_t>());
  std::vector<std::size_t> chosen = evenly(detailed.size(), most);
  for (std::size_t& k : chosen) k = detailed[k];
  for (const std::size_t k : chosen_impacts(marks, most - chosen.size())) chosen.push_back(k);
  std::vector<double> times;
  for (const std::size_t k : chosen) {
    if (std::isfinite(marks.time[k])) times.push_back(marks.time[k]);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

Plan plan_of(const TrackSource& source, const fs::path& folder, const ImpactMarks& marks,
             const Json& details, double frame_bytes, std::size_t walk_channels) {
  Plan plan;
  Instants instants(folder / "trajectory.csv", source.names);
  Instant instant;
  for (bool first = true; instants.next(instant); first = false) {
    if (first) plan.start = instant.time();
    if (std::isfinite(instant.time())) plan.end = instant.time();
  }
  const double columns = static_cast<double>(source.names.columns().size() + walk_channels);
  const double bytes =
      4.0 / 3.0 *
      (12.0 + 28.0 * source.drawing->bodies() + 13.0 * source.drawing->contacts() + 4.0 * columns);
  const auto allowed = std::max(static_cast<std::size_t>(frame_bytes / bytes), least_even);
  plan.exact = exact_times(marks, details, std::min(most_exact, allowed / 4));
  const std::size_t events = count_events(folder / "events.csv", source.names);
  plan.event_stride = events / std::max<std::size_t>(std::min(allowed, most_even) / 16, 1) + 1;
  const std::size_t taken = 2 * plan.exact.size();
  const std::size_t around = 2 * (events / plan.event_stride);
  const std::size_t rest = std::min(allowed > taken ? allowed - taken : 0, most_even);
  plan.even = std::max(rest > around ? rest - around : 0, least_even);
  return plan;
}

/// The columns of a track, a frame at a time.
class TrackFrames {
 public:
  explicit TrackFrames(const TrackSource& source)
      : source_(source), columns_(source.names.columns()), values_(columns_.size()) {}

  /// `hit`: contacts of the impact at this frame.
  void add(const Row& row, const Carrying& carrying, const std::vector<int>& hit) {
    const auto nq = static_cast<Eigen::Index>(source_.names.q.size());
    const auto nv = static_cast<Eigen::Index>(source_.names.v.size());
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(row.data() + 1, nq);
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(row.data() + 1 + nq, nv);
    times_.push_back(row.front());
    source_.drawing->place(q, poses_, points_);
    for (std::size_t k = 0; k < carrying.contacts.size(); ++k) {
      const bool struck = std::find(hit.begin(), hit.end(), static_cast<int>(k)) != hit.end();
      states_.push_back(struck ? 1 : state_of(static_cast<int>(k), carrying.contacts[k], v));
    }
    for (std::size_t k = 1; k < columns_.size(); ++k) {
      if (k == energy()) {
        energy_.push_back(row[k]);
      } else {
        values_[k].push_back(static_cast<float>(row[k]));
      }
    }
  }

  const std::vector<double>& times() const { return times_; }

  void put(Json& track) const {
    track["time"] = packed(times_);
    track["poses"] = packed(poses_);
    track["points"] = packed(points_);
    track["states"] = packed(states_);
    track["straight"] = false;
    track["channels"] = Json::array();
    const std::size_t gaps = energy() + 1, forces = gaps + source_.names.contacts.size();
    const std::size_t q = 1 + source_.names.q.size();
    put_channel(track, energy(), "energy");
    for (std::size_t k = gaps; k < forces; ++k) put_channel(track, k, "gap");
    for (std::size_t k = 1; k < q; ++k) put_channel(track, k, "coordinate");
    for (std::size_t k = q; k < energy(); ++k) put_channel(track, k, "velocity");
    for (std::size_t k = forces; k < columns_.size(); ++k) put_channel(track, k, "force");
  }

 private:
  std::size_t energy() const { return 1 + source_.names.q.size() + source_.names.v.size(); }

  void put_channel(Json& track, std::size_t column, const char* group) const {
    const bool exact = column == energy();
    track["channels"].push_back({{"name", columns_[column].name},
                                 {"unit", columns_[column].unit},
                                 {"group", group},
                                 {"values", exact ? packed(energy_) : packed(values_[column])}});
  }

  /// format.ts, ContactState. Without friction no event tells whether a contact slides.
  std::uint8_t state_of(int contact, Carrying::State state, const Eigen::VectorXd& v) const {
    if (state == Carrying::State::no) return 0;
    if (state == Carrying::State::sticks) return 2;
    if (state == Carrying::State::slips) return 3;
    const Model& model = source_.drawing->model();
    const int tangents = model.contacts()[static_cast<std::size_t>(contact)].tangents;
    if (tangents == 0) return 2;
    Eigen::MatrixXd rows(1 + tangents, v.size());
    source_.drawing->workspace().contact_rows(contact, rows);
    const double slip = (rows.bottomRows(tangents) * v).norm();
    return slip > slips * v.cwiseAbs().maxCoeff() ? 3 : 2;
  }

  const TrackSource& source_;
  std::vector<RunColumn> columns_;
  std::vector<double> times_ = {}, energy_ = {};
  std::vector<float> poses_ = {}, points_ = {};
  std::vector<std::uint8_t> states_ = {};
  std::vector<std::vector<float>> values_;  // by column
};

/// The second reading.
class Keeper {
 public:
  Keeper(const TrackSource& source, const fs::path& folder, std::size_t index, Plan plan,
         const ImpactMarks& marks)
      : plan_(std::move(plan)),
        marks_(marks),
        frames_(source),
        instants_(folder / "trajectory.csv", source.names),
        events_(folder / "events.csv", source.names),
        carrying_(carrying_at_start(source, index)) {
    more_events_ = events_.next(event_);
  }

  TrackFrames& run() {
    Instant here, before;
    bool kept = true;
    for (bool first = true; instants_.next(here); first = false) {
      if (!kept && event_until(here.time())) put(before);
      kept = keep(here, first);
      before = std::move(here);
    }
    if (!kept) put(before);
    return frames_;
  }

 private:
  /// An event in the files between the instant before and this time that keeps its neighbours.
  bool event_until(double time) const {
    return more_events_ && event_.time <= time && number_ % plan_.event_stride == 0;
  }

  void take_events(double time) {
    while (more_events_ && event_.time <= time) {
      carrying_.take(event_);
      ++number_;
      more_events_ = events_.next(event_);
    }
  }

  bool keep(const Instant& here, bool first) {
    const double time = here.time(), length = plan_.end - plan_.start;
    const double share = length > 0.0 ? (time - plan_.start) / length : 0.0;
    const double span = std::floor(share * static_cast<double>(plan_.even));
    const bool fresh = first || span > span_, event = event_until(time);
    while (mark_ < marks_.time.size() && marks_.time[mark_] < time) ++mark_;
    const bool exact = std::binary_search(plan_.exact.begin(), plan_.exact.end(), time);
    if (fresh) span_ = span;
    if (exact) {
      put_impact(here);
      return true;
    }
    take_events(time);
    if (fresh || event) put(here);
    return fresh || event;
  }

  void put(const Instant& here) { frames_.add(here.last, carrying_, {}); }

  void put_impact(const Instant& here) {
    std::vector<int> hit;
    for (std::size_t k = mark_; k < marks_.time.size() && marks_.time[k] == here.time(); ++k) {
      hit.insert(hit.end(), marks_.contacts[k].begin(), marks_.contacts[k].end());
    }
    frames_.add(here.first, carrying_, hit);
    take_events(here.time());
    if (here.several) frames_.add(here.last, carrying_, hit);
  }

  Plan plan_;
  const ImpactMarks& marks_;
  TrackFrames frames_;
  Instants instants_;
  EventTable events_;
  Carrying carrying_;
  ContactEvent event_ = {};
  bool more_events_ = false;
  std::size_t number_ = 0, mark_ = 0;
  double span_ = -1.0;
};

}  // namespace

Json page_track(const TrackSource& source, std::size_t index, TrackShare& share) {
  const Json& trajectory = source.trajectories->at(index);
  const fs::path folder = track_folder(source, index);
  const fs::path impacts = folder / "impacts.json";
  const ImpactMarks marks = read_marks(impacts, source.names);
  const std::string label =
      index == 0 ? source.law->description().name : fmt::format("trajectory {}", index);
  Json track = {{"id", trajectory.at("id")},         {"label", label},
                {"parent", trajectory.at("parent")}, {"impact", trajectory.at("impact")},
                {"status", trajectory.at("status")}, {"message", trajectory.at("message")}};
  Json details = impact_details(source, impacts, marks, share);
  const bool walk = is_walk(trajectory);
  const WalkMotors& motors = source.names.motors;
  Plan plan = plan_of(source, folder, marks, details, share.frame_bytes,
                      walk ? walk_channel_count(motors) : 0);
  Keeper keeper(source, folder, index, std::move(plan), marks);
  const TrackFrames& frames = keeper.run();
  frames.put(track);
  if (walk) {
    put_walk_channels(folder / "walk.csv", motors, frames.times(), track["channels"]);
    track["touchdowns"] = page_touchdowns(folder / "touchdowns.json");
  }
  track["marks"] = {{"time", packed(marks.time)},
                    {"verdict", packed(marks.verdict)},
                    {"lost", packed(marks.lost)}};
  track["impacts"] = std::move(details);
  const fs::path inner = trajectory.at("folder").get<std::string>();
  const bool all = track["impacts"].size() == marks.time.size();
  track["elsewhere"] = all ? "" : (inner / "impacts.json").lexically_normal().generic_string();
  return track;
}

}  // namespace carom::report
