// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/track.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "carom/error.h"
#include "carom/resolve.h"
#include "report/page/document.h"
#include "report/page/impact.h"
#include "report/run/page/motors.h"

namespace carom::report {
namespace {

constexpr std::size_t most_states = 20'000, most_branches = 64;  // of a search made for a page
constexpr int most_contacts = 24;  // of an impact whose outcomes are listed
constexpr int most_sampled = 4;    // of one whose outcomes are sampled: minutes beyond
constexpr int listed_draws = 4;    // as in a run: a list of samples is costly
// Twice what a page shows at most: half of that is left when every other one is dropped, so that a
// long run still fills its page; with less, pages may be half empty. Ten times as much would be 120
// MB of text for details that no page shows.
constexpr std::size_t most_kept = 2 * TrackShare().impacts;
constexpr double most_bytes = 2.0 * TrackShare().impact_bytes;

/// All outcomes, of which a run records only the one that goes on; none where the search is too
/// long.
std::vector<Branch> listed_outcomes(const ImpactProblem& problem, const Law& law, bool plastic) {
  const Law used = plastic ? law.with_restitution(0.0) : law;
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  options.max_states = most_states;
  options.max_branches = most_branches;
  options.practical = false;
  if (used.description().multiplicity == Multiplicity::sampled) options.draws = listed_draws;
  return resolve(problem, used, options).branches;
}

bool may_be_listed(const ImpactProblem& problem, const TrackSource& source) {
  const bool sampled = source.law->description().multiplicity == Multiplicity::sampled;
  if (problem.contact_count() > (sampled ? most_sampled : most_contacts)) return false;
  return source.listings > 0 && !(source.stop && source.stop());
}

double finite_or_nan(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

std::vector<std::size_t> evenly(std::size_t all, std::size_t count) {
  std::vector<std::size_t> chosen;
  count = std::min(count, all);
  for (std::size_t k = 0; k < count; ++k) chosen.push_back(k * all / count);
  return chosen;
}

std::vector<std::size_t> chosen_impacts(const std::vector<std::uint8_t>& verdicts,
                                        std::size_t most) {
  std::vector<std::size_t> several, others, chosen;
  for (std::size_t k = 0; k < verdicts.size(); ++k) {
    (verdicts[k] >= 2 ? several : others).push_back(k);
  }
  for (const std::size_t k : evenly(several.size(), most)) chosen.push_back(several[k]);
  for (const std::size_t k : evenly(others.size(), most - chosen.size())) {
    chosen.push_back(others[k]);
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

void PageImpacts::take(const ImpactRecord& impact) {
  const std::size_t index = marks_.time.size();
  const Uniqueness::Verdict verdict = impact.outcome.uniqueness.verdict;
  marks_.time.push_back(finite_or_nan(impact.time));
  marks_.lost.push_back(finite_or_nan(impact.outcome.energy.lost));
  marks_.verdict.push_back(verdict_byte(impact.outcome));
  marks_.contacts.push_back(impact.contacts);
  const bool several = verdict == Uniqueness::Verdict::several;
  const std::size_t number = count_[several]++;
  if (number % stride_[several] != 0) return;
  Detail one{.index = index, .number = number, .several = several, .time = impact.time};
  one.json = detail(impact, index);
  if (!one.json.is_null()) one.bytes = static_cast<double>(dump_json(one.json, -1).size());
  bytes_ += one.bytes;
  ++held_[several];
  kept_.push_back(std::move(one));
  while (held_[several] > most_kept) thin(several);
  while (bytes_ > most_bytes && held_[0] + held_[1] > 2) thin(held_[1] > held_[0]);
}

/// Drops every other one of a kind.
void PageImpacts::thin(bool several) {
  stride_[several] *= 2;
  std::erase_if(kept_, [&](const Detail& one) {
    const bool dropped = one.several == several && one.number % stride_[several] != 0;
    if (dropped) bytes_ -= one.bytes;
    held_[several] -= dropped ? 1 : 0;
    return dropped;
  });
}

bool PageImpacts::has_details(double time) const {
  const auto found =
      std::lower_bound(kept_.begin(), kept_.end(), time,
                       [](const Detail& one, double wanted) { return one.time < wanted; });
  return found != kept_.end() && found->time == time;
}

Json PageImpacts::detail(const ImpactRecord& impact, std::size_t index) {
  const ImpactPlace place{
      .drawing = source_.drawing, .q = impact.q, .velocity = impact.velocity_minus};
  const ImpactHead head{.index = static_cast<std::int64_t>(index),
                        .time = finite_or_nan(impact.time),
                        .law_note = impact.captured  ? "chattering captured"
                                    : impact.at_stop ? "at a stop of a joint"
                                    : impact.plastic ? "plastic"
                                                     : "",
                        .friction = source_.law->description().friction,
                        .followed_by = impact.followed_by};
  ProblemOptions options;
  for (const int contact : impact.contacts) {
    options.closed.push_back(source_.names.contacts.at(static_cast<std::size_t>(contact)));
  }
  try {
    const ImpactProblem problem =
        make_problem(source_.drawing->model(), {place.q, place.velocity}, options);
    Outcome outcome = impact.outcome;
    if (outcome.uniqueness.verdict == Uniqueness::Verdict::several) {
      outcome.branches.clear();
      if (may_be_listed(problem, source_)) {
        --source_.listings;
        outcome.branches = listed_outcomes(problem, *source_.law, impact.plastic);
      }
    }
    return page_impact(head, problem, outcome, place);
  } catch (const InvalidInput&) {
    return nullptr;
  }
}

Json PageImpacts::details(const TrackShare& share) const {
  std::size_t most = std::min(share.impacts, marks_.time.size());
  std::vector<std::uint8_t> verdicts;
  for (const Detail& one : kept_) verdicts.push_back(marks_.verdict[one.index]);
  for (;;) {
    std::size_t taken = 0;
    double bytes = 0.0;
    Json list = Json::array();
    for (const std::size_t k : chosen_impacts(verdicts, most)) {
      if (bytes > share.impact_bytes) break;
      ++taken;
      bytes += kept_[k].bytes;
      if (!kept_[k].json.is_null()) list.push_back(kept_[k].json);
    }
    if (bytes <= share.impact_bytes || most <= 1) return list;
    // So many took too much: so many fit, with some room.
    const double fit = 0.8 * share.impact_bytes / bytes * static_cast<double>(taken);
    most = std::clamp<std::size_t>(static_cast<std::size_t>(fit), 1, most * 3 / 4);
  }
}

// Rows of one time are an instant; that of an impact becomes two frames, before and after, whatever
// happened at it. On the page are the first and the last instant, those of chosen impacts, the two
// around a contact's event, and of the rest one in each of a number of equal spans of time. How
// many there is room for is known at the end only: until then more of them are held, all of a run
// that is not long, and of a long one those of impacts with details, around events, and one per
// span of a grid that doubles whenever memory is full.

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
    put_values(row.torque);
    works_.push_back(row.motor_work);
    walk_.push_back(curves);
  }

  /// One per frame.
  const std::vector<std::vector<float>>& walk() const { return walk_; }

  void put(const ImpactMarks& marks, Json& track) const {
    track["time"] = packed(times_);
    track["poses"] = packed(poses_);
    track["points"] = packed(points_);
    track["states"] = packed(states_);
    track["straight"] = false;
    track["channels"] = Json::array();
    const std::size_t contacts = source_.names.contacts.size(), q = 1 + source_.names.q.size();
    const std::size_t gaps = energy() + 1, forces = gaps + contacts,
                      torques = forces + 2 * contacts;
    put_channel(track, energy(), "energy");
    for (std::size_t k = gaps; k < forces; ++k) put_channel(track, k, "gap");
    for (std::size_t k = 1; k < q; ++k) put_channel(track, k, "coordinate");
    for (std::size_t k = q; k < energy(); ++k) put_channel(track, k, "velocity");
    for (std::size_t k = forces; k < torques; ++k) put_channel(track, k, "force");
    if (source_.names.driven.empty()) return;
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(torques);
    put_torques(source_.names, {first, values_.end() - 1}, track["channels"]);
    put_account(source_.names, times_, energy_, works_, marks, track["channels"]);
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
  std::vector<double> times_ = {}, energy_ = {}, works_ = {};
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
      static_cast<double>(source_.names.columns().size() + (walk_ ? walk_->size() : 0) +
                          (source_.names.driven.empty() ? 0 : account_curves));
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
  frames.put(marks, track);
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
