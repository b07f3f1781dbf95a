// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rows of one time are an instant; that of an impact becomes two frames, before and after, whatever
// happened at it. On the page are the first and the last instant, those of chosen impacts, the two
// around a contact's event, and of the rest one in each of a number of equal spans of time. How
// many there is room for is known at the end only: until then more of them are held, all of a run
// that is not long, and of a long one those of impacts with details, around events, and one per
// span of a grid that doubles whenever memory is full.
#include "report/run/page/track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "report/page/arrays.h"

namespace carom::report {
namespace {

constexpr std::size_t most_even = 3000, least_even = 200;  // frames that are no impact's
constexpr std::size_t most_exact = 2000;                   // impacts with both frames
// Over the largest velocity. A choice: a contact that does not slide leaves the rounding of its
// rows, about 1e-15; a slip that the page shows is above 1e-3.
constexpr double slips = 1e-9;
// Instants held: six per frame at least, so that a grid of a quarter of them still has one for
// every span of the page; with a tenth, spans would be empty. More than the most, 33 per frame,
// would only cost memory. An instant takes about so many bytes beside its numbers.
constexpr std::size_t least_held = 6 * most_even, most_held = 100'000;
constexpr double instant_bytes = 400.0;

/// Impacts that keep both frames: first those with details, then others evenly.
std::vector<double> exact_times(const ImpactMarks& marks, const Json& details, std::size_t most) {
  std::vector<std::size_t> detailed;
  for (const Json& impact : details) detailed.push_back(impact.at("index").get<std::size_t>());
  std::vector<std::size_t> chosen = evenly(detailed.size(), most);
  for (std::size_t& k : chosen) k = detailed[k];
  for (const std::size_t k : chosen_impacts(marks.verdict, most - chosen.size()))
    chosen.push_back(k);
  std::vector<double> times;
  for (const std::size_t k : chosen) {
    if (std::isfinite(marks.time[k])) times.push_back(marks.time[k]);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// The columns of a track, a frame at a time.
class TrackFrames {
 public:
  explicit TrackFrames(const TrackSource& source)
      : source_(source), columns_(source.names.columns()), values_(columns_.size()) {}

  /// `hit`: contacts of the impact at this frame.
  void add(const TrajectoryRow& row, const Carrying& carrying, const std::vector<int>& hit,
           const std::vector<float>& curves) {
    times_.push_back(row.time);
    source_.drawing->place(row.state.q, poses_, points_);
    for (std::size_t k = 0; k < carrying.contacts.size(); ++k) {
      const bool struck = std::find(hit.begin(), hit.end(), static_cast<int>(k)) != hit.end();
      states_.push_back(struck ? 1
                               : state_of(static_cast<int>(k), carrying.contacts[k], row.state.v));
    }
    std::size_t column = 1;
    const auto put_values = [&](const Eigen::VectorXd& values) {
      for (const double value : values) values_[column++].push_back(static_cast<float>(value));
    };
    put_values(row.state.q);
    put_values(row.state.v);
    energy_.push_back(row.energy);
    ++column;
    put_values(row.gaps);
    put_values(row.forces);
    put_values(row.friction);
    walk_.push_back(curves);
  }

  /// One per frame.
  const std::vector<std::vector<float>>& walk() const { return walk_; }

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
  std::vector<Column> columns_;
  std::vector<double> times_ = {}, energy_ = {};
  std::vector<float> poses_ = {}, points_ = {};
  std::vector<std::uint8_t> states_ = {};
  std::vector<std::vector<float>> values_;  // by column
  std::vector<std::vector<float>> walk_ = {};
};

/// From the instants held to the frames of a page.
class Keeper {
 public:
  Keeper(const TrackSource& source, const ImpactMarks& marks, std::vector<double> exact)
      : marks_(marks), exact_(std::move(exact)), frames_(source) {}

  double start = 0.0, end = 0.0;
  std::size_t even = most_even, event_stride = 1;

  const TrackFrames& run(const std::vector<PageInstant>& instants) {
    bool kept = true;
    for (std::size_t k = 0; k < instants.size(); ++k) {
      if (!kept && has_event(instants[k])) put(instants[k - 1]);
      kept = keep(instants[k], k == 0);
    }
    if (!kept) put(instants.back());
    return frames_;
  }

 private:
  /// Events came since the instant before, and they keep their neighbours.
  bool has_event(const PageInstant& here) const {
    return here.event >= 0 && here.event % static_cast<std::int64_t>(event_stride) == 0;
  }

  bool keep(const PageInstant& here, bool first) {
    const double time = here.time(), length = end - start;
    const double share = length > 0.0 ? (time - start) / length : 0.0;
    const double span = std::floor(share * static_cast<double>(even));
    const bool fresh = first || span > span_, event = has_event(here);
    while (mark_ < marks_.time.size() && marks_.time[mark_] < time) ++mark_;
    if (fresh) span_ = span;
    if (std::binary_search(exact_.begin(), exact_.end(), time)) {
      put_impact(here);
      return true;
    }
    if (fresh || event) put(here);
    return fresh || event;
  }

  void put(const PageInstant& here) { frames_.add(here.end(), here.after, {}, here.walk); }

  void put_impact(const PageInstant& here) {
    std::vector<int> hit;
    for (std::size_t k = mark_; k < marks_.time.size() && marks_.time[k] == here.time(); ++k) {
      hit.insert(hit.end(), marks_.contacts[k].begin(), marks_.contacts[k].end());
    }
    frames_.add(here.first, here.before, hit, here.walk);
    if (here.several) frames_.add(here.last, here.after, hit, here.walk);
  }

  const ImpactMarks& marks_;
  std::vector<double> exact_;  // times of impacts that keep both frames
  TrackFrames frames_;
  std::size_t mark_ = 0;
  double span_ = -1.0;
};

}  // namespace

void Carrying::take(const ContactEvent& event) {
  using Kind = ContactEvent::Kind;
  State& state = contacts[static_cast<std::size_t>(event.contact)];
  switch (event.kind) {
    case Kind::closes: state = State::yes; break;
    case Kind::opens: state = State::no; break;
    case Kind::sticks: state = State::sticks; break;
    case Kind::slips: state = State::slips; break;
  }
}

PageTrack::PageTrack(TrackSource& source, Carrying at_start, bool walk, double room)
    : source_(source), impacts_(source), carrying_(std::move(at_start)) {
  if (walk) walk_.emplace(source.names.motors);
  carrying_.contacts.resize(source.names.contacts.size(), Carrying::State::no);
  const double numbers = static_cast<double>(source.names.columns().size());
  const double curves = walk_ ? static_cast<double>(walk_->size()) : 0.0;
  const double fit = room / (instant_bytes + 8.0 * numbers + 4.0 * curves);
  most_instants_ = std::clamp(static_cast<std::size_t>(fit), least_held, most_held);
}

void PageTrack::take(const SimulationRecord& record) {
  events_.insert(events_.end(), record.events.begin(), record.events.end());
  event_count_ += static_cast<std::int64_t>(record.events.size());
  pending_.insert(pending_.end(), record.impacts.begin(), record.impacts.end());
  if (walk_) {
    for (const WalkSample& sample : record.walk) walk_->take(sample);
    for (const Touchdown& touchdown : record.touchdowns) touchdowns_.take(touchdown);
  }
  for (const TrajectoryRow& row : record.rows) take_row(row);
}

void PageTrack::take_row(const TrajectoryRow& row) {
  if (open_ && row.time == open_->time()) {
    open_->last = row;
    open_->several = true;
    return;
  }
  close_instant();
  open_.emplace().first = row;
}

/// What was recorded up to its time belongs to it, whatever record it came with: the same instants
/// come from a simulation and from its files.
void PageTrack::close_instant() {
  if (!open_) return;
  const double time = open_->time();
  if (!any_) start_ = time;
  any_ = true;
  if (std::isfinite(time)) end_ = time;
  while (!pending_.empty() && !(pending_.front().time > time)) {
    impacts_.take(pending_.front());
    pending_.pop_front();
  }
  open_->before = carrying_;
  take_events(time);
  open_->after = carrying_;
  instants_.push_back(std::move(*open_));
  open_.reset();
  settle_walk();
  if (instants_.size() > most_instants_) thin();
}

void PageTrack::take_events(double time) {
  while (!events_.empty() && events_.front().time <= time) {
    if (open_ && open_->event < 0) open_->event = event_number_;
    pass_branches(events_.front().time);
    carrying_.take(events_.front());
    ++event_number_;
    events_.pop_front();
  }
}

/// Branches that start before or at the next event.
void PageTrack::pass_branches(double time) {
  while (!branches_.empty() && !(branches_.front().time > time)) {
    at_branches_[branches_.front().id] = carrying_;
    branches_.pop_front();
  }
}

/// Curves of the instants whose neighbours in time are known.
void PageTrack::settle_walk() {
  if (!walk_) return;
  std::size_t k = instants_.size();
  while (k > 0 && instants_[k - 1].walk.empty()) --k;
  for (; k < instants_.size() && walk_->knows(instants_[k].time()); ++k) {
    instants_[k].walk = walk_->at(instants_[k].time());
  }
}

void PageTrack::thin() {
  // A quarter to a half of the room is for the grid; impacts with details and events have the rest.
  const auto most = static_cast<double>(most_instants_);
  const double finest = (end_ - start_) / (most / 2.0);
  if (span_ <= 0.0) span_ = finest;
  while (span_ < finest) span_ *= 2.0;
  while (event_number_ / event_stride_ > static_cast<std::int64_t>(most / 16.0)) event_stride_ *= 2;
  const auto has_event = [&](const PageInstant& one) {
    return one.event >= 0 && one.event % event_stride_ == 0;
  };
  std::vector<PageInstant> kept;
  double last = -1.0;
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    PageInstant& here = instants_[k];
    const double span = std::floor((here.time() - start_) / span_);
    const bool fresh = k == 0 || span > last;
    if (fresh) last = span;
    const bool edge = k + 1 == instants_.size() || has_event(here) || has_event(instants_[k + 1]);
    if (fresh || edge || impacts_.has_details(here.time())) kept.push_back(std::move(here));
  }
  instants_ = std::move(kept);
}

void PageTrack::end() {
  close_instant();
  for (const ImpactRecord& impact : pending_) impacts_.take(impact);
  pending_.clear();
  if (walk_) {
    for (PageInstant& one : instants_) {
      if (one.walk.empty()) one.walk = walk_->at(one.time());
    }
  }
  // What comes after the last row is for branches alone.
  std::deque<ContactEvent> rest;
  rest.swap(events_);
  for (const ContactEvent& event : rest) {
    pass_branches(event.time);
    carrying_.take(event);
  }
  pass_branches(std::numeric_limits<double>::infinity());
}

Json PageTrack::document(const Json& trajectory, const TrackShare& share) const {
  const int id = trajectory.at("id").get<int>();
  const ImpactMarks& marks = impacts_.marks();
  const std::string label =
      id == 0 ? source_.law->description().name : fmt::format("trajectory {}", id);
  Json track = {{"id", trajectory.at("id")},         {"label", label},
                {"parent", trajectory.at("parent")}, {"impact", trajectory.at("impact")},
                {"status", trajectory.at("status")}, {"message", trajectory.at("message")}};
  Json details = impacts_.details(share);

  // How many frames there is room for, and what takes them.
  const double columns =
      static_cast<double>(source_.names.columns().size() + (walk_ ? walk_->size() : 0));
  const double bytes = 4.0 / 3.0 *
                       (12.0 + 28.0 * source_.drawing->bodies() +
                        13.0 * source_.drawing->contacts() + 4.0 * columns);
  const auto allowed = std::max(static_cast<std::size_t>(share.frame_bytes / bytes), least_even);
  std::vector<double> exact = exact_times(marks, details, std::min(most_exact, allowed / 4));
  const auto events = static_cast<std::size_t>(event_count_);
  const std::size_t taken = 2 * exact.size();
  Keeper keeper(source_, marks, std::move(exact));
  keeper.start = start_;
  keeper.end = end_;
  keeper.event_stride = events / std::max<std::size_t>(std::min(allowed, most_even) / 16, 1) + 1;
  const std::size_t around = 2 * (events / keeper.event_stride);
  const std::size_t rest = std::min(allowed > taken ? allowed - taken : 0, most_even);
  keeper.even = std::max(rest > around ? rest - around : 0, least_even);

  const TrackFrames& frames = keeper.run(instants_);
  frames.put(track);
  if (walk_) {
    walk_->put(frames.walk(), track["channels"]);
    track["touchdowns"] = touchdowns_.document();
  }
  track["marks"] = {{"time", packed(marks.time)},
                    {"verdict", packed(marks.verdict)},
                    {"lost", packed(marks.lost)}};
  const bool all = details.size() == marks.time.size();
  track["impacts"] = std::move(details);
  const std::filesystem::path inner = trajectory.at("folder").get<std::string>();
  track["elsewhere"] = all ? "" : (inner / "impacts.json").lexically_normal().generic_string();
  return track;
}

}  // namespace carom::report
