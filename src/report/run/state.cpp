// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "report/run/gait.h"
#include "report/run/program.h"
#include "report/run/walk.h"

namespace carom::report {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr const char* checkpoint_format = "carom-checkpoint/1";
constexpr std::size_t most_notes = 500;

Eigen::VectorXd vector_from(const Json& json) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(json.size()));
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    values[k] = exact_double(json.at(static_cast<std::size_t>(k)));
  }
  return values;
}

RunStatus status_from(const std::string& word) {
  for (const RunStatus status : {RunStatus::finished, RunStatus::fell, RunStatus::stopped,
                                 RunStatus::diverged, RunStatus::running}) {
    if (to_string(status) == word) return status;
  }
  throw InvalidInput(
      fmt::format("status = '{}'; expected finished, fell, stopped, diverged or running", word));
}

/// -1 is null.
Json index_json(std::int64_t index) { return index < 0 ? Json(nullptr) : Json(index); }
std::int64_t index_from(const Json& json) { return json.is_null() ? -1 : json.get<std::int64_t>(); }

/// Without contacts: null.
Json lowest_json(const LowestGap& lowest) {
  if (lowest.contact.empty())
    return {{"lowest_gap", nullptr}, {"lowest_gap_contact", nullptr}, {"lowest_gap_time", nullptr}};
  return {{"lowest_gap", exact_json(lowest.gap)},
          {"lowest_gap_contact", lowest.contact},
          {"lowest_gap_time", exact_json(lowest.time)}};
}
LowestGap lowest_from(const Json& json) {
  if (json.at("lowest_gap").is_null()) return {};
  return {.contact = json.at("lowest_gap_contact").get<std::string>(),
          .gap = exact_double(json.at("lowest_gap")),
          .time = exact_double(json.at("lowest_gap_time"))};
}

Json held_json(const HeldContact& held) {
  return {{"contact", held.contact}, {"sticks", held.sticks}, {"anchor", exact_list(held.anchor)}};
}
HeldContact held_from(const Json& json) {
  HeldContact held{.contact = json.at("contact").get<int>(),
                   .sticks = json.at("sticks").get<bool>()};
  for (Eigen::Index k = 0; k < 3; ++k) {
    held.anchor[k] = exact_double(json.at("anchor").at(static_cast<std::size_t>(k)));
  }
  return held;
}

Json memory_json(const ContactMemory& memory) {
  return {{"impacts", memory.impacts},
          {"last", exact_json(memory.last)},
          {"interval", exact_json(memory.interval)},
          {"previous", exact_json(memory.previous)}};
}
ContactMemory memory_from(const Json& json) {
  return {.impacts = json.at("impacts").get<int>(),
          .last = exact_double(json.at("last")),
          .interval = exact_double(json.at("interval")),
          .previous = exact_double(json.at("previous"))};
}

// "memory" of a checkpoint is a list of lists of numbers; which ones it has says what it is of:
//   events:  speeds and energy (7 numbers); then, unless it is right after an impact, of
//            variational: times of two steps before (4), momenta, flights (9 each), velocities of
//            the two steps, reactions; of runge_kutta: its inner step (1);
//   walk:    ticks (2), start, points (5 each), controller, landing;
//   ticks:   whether it fell back, fastest impact, weight carried, energy (8), points (5 each),
//   motors that were at their
//            limits, ways along the ground.
constexpr Index event_numbers = 7, flight_numbers = 9, point_numbers = 5, tick_numbers = 8;

VectorXd list_of_points(const std::vector<PointMemory>& points) {
  VectorXd list(point_numbers * static_cast<Index>(points.size()));
  for (Index k = 0; const PointMemory& point : points) {
    const double closed = point.sticks ? 2.0 : point.closed ? 1.0 : 0.0;
    list.segment<point_numbers>(k) << closed, point.level, point.anchor;
    k += point_numbers;
  }
  return list;
}
std::vector<PointMemory> points_of_list(const VectorXd& list) {
  std::vector<PointMemory> points;
  for (Index k = 0; k < list.size(); k += point_numbers) {
    const auto numbers = list.segment<point_numbers>(k);
    points.push_back({.closed = numbers[0] != 0.0,
                      .sticks = numbers[0] == 2.0,
                      .level = numbers[1],
                      .anchor = numbers.tail<3>()});
  }
  return points;
}

std::vector<VectorXd> memory_lists(const SimulationCheckpoint& checkpoint) {
  std::vector<VectorXd> lists;
  if (const auto* walk = std::get_if<WalkMemory>(&checkpoint.memory)) {
    const Eigen::Vector2d ticks(static_cast<double>(walk->relaxed),
                                static_cast<double>(walk->failed));
    return {ticks, walk->start, list_of_points(walk->points), walk->controller, walk->landing};
  }
  if (const auto* ticks = std::get_if<TickMemory>(&checkpoint.memory)) {
    VectorXd limited(static_cast<Index>(ticks->limited.size()));
    for (Index k = 0; const int v : ticks->limited) limited[k++] = v;
    VectorXd numbers(tick_numbers);
    numbers << (ticks->fell_back ? 1.0 : 0.0), ticks->closing_speed, ticks->carried,
        ticks->energy.start, ticks->energy.gravity, ticks->energy.least, ticks->energy.work,
        ticks->energy.fall;
    const VectorXd slid = VectorXd::Map(ticks->slid.data(), static_cast<Index>(ticks->slid.size()));
    return {numbers, list_of_points(ticks->points), limited, slid};
  }
  const auto* events = std::get_if<EventMemory>(&checkpoint.memory);
  if (events == nullptr) return {};
  const EnergyMemory& energy = events->energy;
  lists.emplace_back(event_numbers);
  lists.back() << events->closing_speed, events->slipping_speed, energy.start, energy.gravity,
      energy.least, energy.work, energy.fall;
  if (const auto* runge_kutta = std::get_if<RungeKuttaMemory>(&events->integrator)) {
    lists.push_back(VectorXd::Constant(1, runge_kutta->inner_step));
  } else if (const auto* own = std::get_if<VariationalMemory>(&events->integrator)) {
    VectorXd flights(flight_numbers * static_cast<Index>(own->flights.size()));
    for (Index k = 0; const VariationalMemory::Flight& flight : own->flights) {
      flights.segment<flight_numbers>(k) << flight.center, flight.momentum, flight.spin;
      k += flight_numbers;
    }
    const Eigen::Vector4d times(own->last.known, own->older.known, own->last.middle,
                                own->older.middle);
    for (const VectorXd& list : {VectorXd(times), own->momentum, flights, own->last.velocity,
                                 own->older.velocity, own->reaction}) {
      lists.push_back(list);
    }
  }
  return lists;
}

VariationalMemory variational_from(const std::vector<VectorXd>& lists) {
  VariationalMemory memory;
  const VectorXd& times = lists[1];
  memory.last = {.known = times[0] != 0.0, .middle = times[2], .velocity = lists[4]};
  memory.older = {.known = times[1] != 0.0, .middle = times[3], .velocity = lists[5]};
  memory.momentum = lists[2];
  for (Index k = 0; k < lists[3].size(); k += flight_numbers) {
    const auto numbers = lists[3].segment<flight_numbers>(k);
    memory.flights.push_back({numbers.head<3>(), numbers.segment<3>(3), numbers.tail<3>()});
  }
  memory.reaction = lists[6];
  return memory;
}

/// Lists of any other form leave it without memory: it is of no run.
void read_memory(const std::vector<VectorXd>& lists, SimulationCheckpoint& checkpoint) {
  const auto has = [&](std::size_t k, Index size) { return lists[k].size() == size; };
  if (lists.size() == 5 && has(0, 2) && lists[2].size() % point_numbers == 0) {
    WalkMemory walk{.relaxed = static_cast<std::int64_t>(lists[0][0]),
                    .failed = static_cast<std::int64_t>(lists[0][1]),
                    .start = lists[1],
                    .points = points_of_list(lists[2]),
                    .controller = lists[3],
                    .landing = lists[4]};
    checkpoint.memory = std::move(walk);
    return;
  }
  if (lists.size() == 4 && has(0, tick_numbers) && lists[1].size() % point_numbers == 0) {
    const VectorXd& own = lists[0];
    TickMemory ticks{
        .points = points_of_list(lists[1]),
        .fell_back = own[0] != 0.0,
        .closing_speed = own[1],
        .carried = own[2],
        .energy = {
            .start = own[3], .gravity = own[4], .least = own[5], .work = own[6], .fall = own[7]}};
    for (const double v : lists[2]) ticks.limited.push_back(static_cast<int>(v));
    ticks.slid.assign(lists[3].begin(), lists[3].end());
    checkpoint.memory = std::move(ticks);
    return;
  }
  if (lists.empty() || !has(0, event_numbers)) return;
  const VectorXd& own = lists[0];
  EventMemory events{
      .closing_speed = own[0],
      .slipping_speed = own[1],
      .energy = {
          .start = own[2], .gravity = own[3], .least = own[4], .work = own[5], .fall = own[6]}};
  if (lists.size() == 2 && has(1, 1)) {
    events.integrator = RungeKuttaMemory{lists[1][0]};
  } else if (lists.size() == 7 && has(1, 4) && lists[3].size() % flight_numbers == 0) {
    events.integrator = variational_from(lists);
  } else if (lists.size() != 1) {
    return;
  }
  checkpoint.memory = std::move(events);
}

std::vector<double> doubles_from(const Json& json) {
  std::vector<double> values;
  for (const Json& value : json) values.push_back(exact_double(value));
  return values;
}

Json program_memory_json(const ProgramMemory& program) {
  const WorkMemory& work = program.work;
  return {{"begins", exact_list(program.begins)},
          {"from", exact_list(program.from)},
          {"at_limit", exact_list(program.at_limit)},
          {"driven", exact_json(program.driven)},
          {"work",
           {{"start", exact_json(work.start)},
            {"motors", exact_json(work.motors)},
            {"drawn", exact_json(work.drawn)},
            {"impacts", exact_json(work.impacts)},
            {"friction", exact_json(work.friction)},
            {"dampers", exact_json(work.dampers)}}}};
}
ProgramMemory program_memory_from(const Json& json) {
  const Json& work = json.at("work");
  return {.begins = doubles_from(json.at("begins")),
          .from = doubles_from(json.at("from")),
          .at_limit = doubles_from(json.at("at_limit")),
          .driven = exact_double(json.at("driven")),
          .work = {.start = exact_double(work.at("start")),
                   .motors = exact_double(work.at("motors")),
                   .drawn = exact_double(work.at("drawn")),
                   .impacts = exact_double(work.at("impacts")),
                   .friction = exact_double(work.at("friction")),
                   .dampers = exact_double(work.at("dampers"))}};
}

Json node_json(const RunNode& node, const simulation::TreeNode& place) {
  Json json = to_document(node.facts);
  json["reference_energy"] = exact_json(node.reference_energy);
  json["last_row"] = exact_json(node.last_row);
  if (place.fork) json["fork"] = to_document(*place.fork);
  return json;
}
RunNode node_from(const Json& json) {
  return {.facts = trajectory_from(json),
          .reference_energy = exact_double(json.at("reference_energy")),
          .last_row = exact_double(json.at("last_row"))};
}

simulation::TreeNode place_from(const Json& json, const RunTrajectory& facts) {
  simulation::TreeNode place{.id = facts.id,
                             .parent = facts.parent,
                             .impact = facts.impact,
                             .status = facts.status,
                             .impacts = facts.impacts};
  if (json.contains("fork")) place.fork = checkpoint_from(json.at("fork"));
  return place;
}

RunState state_from_json(const Json& json) {
  RunState state;
  state.tree.nodes.clear();
  for (const Json& node : json.at("trajectories")) {
    state.nodes.push_back(node_from(node));
    const RunTrajectory& facts = state.nodes.back().facts;
    if (const auto number = static_cast<int>(state.nodes.size()) - 1; facts.id != number) {
      throw InvalidInput(fmt::format("trajectory {} has id = {}", number, facts.id));
    }
    state.tree.nodes.push_back(place_from(node, state.nodes.back().facts));
  }
  state.tree.current = json.at("current").get<std::size_t>();
  state.tree.begun = json.at("begun").get<bool>();
  if (state.tree.begun) state.tree.at = checkpoint_from(json.at("at"));
  const Json& bytes = json.at("bytes");
  state.lengths = {.trajectory = bytes.at("trajectory.csv").get<std::int64_t>(),
                   .impacts = bytes.at("impacts.json").get<std::int64_t>(),
                   .events = bytes.at("events.csv").get<std::int64_t>(),
                   .mcap = bytes.at("trajectory.mcap").get<std::int64_t>(),
                   .walk = bytes.value("walk.csv", std::int64_t{0}),
                   .touchdowns = bytes.value("touchdowns.json", std::int64_t{0})};
  state.notes = json.at("notes").get<std::vector<std::string>>();
  state.more_notes = json.at("more_notes").get<std::int64_t>();
  state.tree.not_followed = json.at("not_followed").get<std::int64_t>();
  return state;
}

}  // namespace

void RunState::note(const std::string& text) {
  if (std::find(notes.begin(), notes.end(), text) != notes.end()) return;
  if (notes.size() < most_notes) {
    notes.push_back(text);
  } else {
    ++more_notes;
  }
}

std::vector<std::string> RunState::all_notes() const {
  std::vector<std::string> all = notes;
  if (more_notes > 0) all.push_back(fmt::format("{} more notes are not shown", more_notes));
  if (tree.not_followed > 0) {
    all.push_back(fmt::format(
        "{} further outcomes are not followed: the tree has all {} trajectories it may have "
        "(max_trajectories)",
        tree.not_followed, nodes.size()));
  }
  return all;
}

Json exact_json(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double exact_double(const Json& json) {
  using limits = std::numeric_limits<double>;
  if (json.is_null()) return limits::quiet_NaN();
  if (json == "inf") return limits::infinity();
  if (json == "-inf") return -limits::infinity();
  return json.get<double>();
}

Json to_document(const SimulationCheckpoint& checkpoint) {
  Json json = {{"time", exact_json(checkpoint.time)},
               {"step", checkpoint.step},
               {"integration_steps", checkpoint.integration_steps},
               {"halvings", checkpoint.halvings},
               {"impacts", checkpoint.impacts},
               {"impacts_in_step", checkpoint.impacts_in_step},
               {"q", exact_list(checkpoint.q)},
               {"v", exact_list(checkpoint.v)},
               {"held", Json::array()},
               {"contacts", Json::array()},
               {"memory", Json::array()}};
  json.update(lowest_json(checkpoint.lowest_gap));
  for (const HeldContact& held : checkpoint.held) json["held"].push_back(held_json(held));
  for (const ContactMemory& memory : checkpoint.contacts) {
    json["contacts"].push_back(memory_json(memory));
  }
  for (const VectorXd& values : memory_lists(checkpoint)) {
    json["memory"].push_back(exact_list(values));
  }
  if (checkpoint.program) json["program"] = program_memory_json(*checkpoint.program);
  return json;
}

SimulationCheckpoint checkpoint_from(const Json& json) {
  SimulationCheckpoint checkpoint;
  checkpoint.time = exact_double(json.at("time"));
  checkpoint.step = json.at("step").get<std::int64_t>();
  checkpoint.integration_steps = json.at("integration_steps").get<std::int64_t>();
  checkpoint.halvings = json.at("halvings").get<std::int64_t>();
  checkpoint.impacts = json.at("impacts").get<std::int64_t>();
  checkpoint.impacts_in_step = json.at("impacts_in_step").get<int>();
  checkpoint.q = vector_from(json.at("q"));
  checkpoint.v = vector_from(json.at("v"));
  checkpoint.lowest_gap = lowest_from(json);
  for (const Json& held : json.at("held")) checkpoint.held.push_back(held_from(held));
  for (const Json& memory : json.at("contacts")) {
    checkpoint.contacts.push_back(memory_from(memory));
  }
  std::vector<VectorXd> lists;
  for (const Json& values : json.at("memory")) lists.push_back(vector_from(values));
  read_memory(lists, checkpoint);
  if (json.contains("program")) checkpoint.program = program_memory_from(json.at("program"));
  return checkpoint;
}

namespace {
Json landing_summary(const LandingSums& sums) {
  Json limits = Json::array();
  for (const LimitReached& one : sums.limits) {
    limits.push_back(
        {{"joint", one.joint}, {"limit", exact_json(one.limit)}, {"time", exact_json(one.time)}});
  }
  Json json = {{"settled", sums.settled},
               {"base_height_start", exact_json(sums.base_height_start)},
               {"base_height_end", exact_json(sums.base_height_end)},
               {"speed_end", exact_json(sums.speed)},
               {"carried", exact_json(sums.carried)},
               {"slip", exact_json(sums.slip)},
               {"motors_at_limit", std::isnan(sums.slip) ? Json(nullptr) : limits}};
  if (sums.fall) {
    json["fell_at"] = exact_json(sums.fall->time);
    json["fell_body"] = sums.fall->body;
  }
  return json;
}
}  // namespace

SpreadSums spread_from(const Json& summary) {
  const Json& practical = summary.at("practical");
  SpreadSums sums{.one = practical.at("one").get<std::int64_t>(),
                  .slight = practical.at("slight").get<std::int64_t>(),
                  .several = practical.at("several").get<std::int64_t>(),
                  .not_asked = practical.at("not_asked").get<std::int64_t>(),
                  .worst_impact = index_from(summary.at("worst_spread_impact")),
                  .friction = practical.at("friction").get<bool>()};
  if (sums.worst_impact >= 0) {
    sums.worst = exact_double(summary.at("worst_spread"));
    sums.worst_time = exact_double(summary.at("worst_spread_time"));
  }
  return sums;
}

std::optional<LandingSums> landing_from(const Json& json) {
  if (!json.contains("settled")) return std::nullopt;
  LandingSums sums;
  sums.settled = json.at("settled").get<bool>();
  sums.base_height_start = exact_double(json.at("base_height_start"));
  sums.base_height_end = exact_double(json.at("base_height_end"));
  sums.speed = exact_double(json.at("speed_end"));
  sums.carried = exact_double(json.at("carried"));
  sums.slip = exact_double(json.at("slip"));
  const Json& limits = json.at("motors_at_limit");
  for (const Json& one : limits.is_null() ? Json::array() : limits) {
    sums.limits.push_back({.joint = one.at("joint").get<std::string>(),
                           .limit = exact_double(one.at("limit")),
                           .time = exact_double(one.at("time"))});
  }
  if (json.contains("fell_at")) {
    sums.fall = Fall{.time = exact_double(json.at("fell_at")),
                     .body = json.at("fell_body").get<std::string>()};
  }
  return sums;
}

Json spread_document(const SpreadSums& sums) {
  const bool any = sums.worst_impact >= 0;
  return {{"practical",
           {{"one", sums.one},
            {"slight", sums.slight},
            {"several", sums.several},
            {"not_asked", sums.not_asked},
            {"friction", sums.friction}}},
          {"worst_spread", any ? exact_json(sums.worst) : Json(nullptr)},
          {"worst_spread_time", any ? exact_json(sums.worst_time) : Json(nullptr)},
          {"worst_spread_impact", index_json(sums.worst_impact)}};
}

Json summary_document(const RunTrajectory& t) {
  Json json = {
      {"rows", t.rows},
      {"impacts", t.impacts},
      {"captured", t.captured},
      {"energy_start", exact_json(t.energy_start)},
      {"energy_end", exact_json(t.energy_end)},
      {"kinetic_start", exact_json(t.kinetic_start)},
      {"kinetic_end", exact_json(t.kinetic_end)},
      {"energy_lost_in_impacts", exact_json(t.energy_lost)},
      {"largest_energy_change_between_impacts", exact_json(t.energy_change)},
      {"verdicts", {{"unique", t.unique}, {"several", t.several}, {"not_checked", t.not_checked}}},
      {"first_impact_with_several_outcomes", index_json(t.first_several)}};
  json.update(spread_document(t.spread));
  json.update(lowest_json(t.lowest_gap));
  if (t.walk) json.update(walk_summary(*t.walk));
  if (t.landing) json.update(landing_summary(*t.landing));
  if (t.program) json["program"] = program_summary(*t.program);
  if (t.gait) json["gait"] = gait_summary(*t.gait);
  return json;
}

Json to_document(const RunTrajectory& t) {
  return {{"id", t.id},
          {"parent", index_json(t.parent)},
          {"impact", index_json(t.impact)},
          {"start", exact_json(t.start)},
          {"folder", t.folder.empty() ? "." : t.folder.generic_string()},
          {"status", to_string(t.status)},
          {"message", t.message},
          {"time", exact_json(t.time)},
          {"q", exact_list(t.state.q)},
          {"v", exact_list(t.state.v)},
          {"integration_steps", t.integration_steps},
          {"halvings", t.halvings},
          {"summary", summary_document(t)}};
}

RunTrajectory trajectory_from(const Json& json) {
  const Json &summary = json.at("summary"), &verdicts = summary.at("verdicts");
  RunTrajectory t;
  t.id = json.at("id").get<int>();
  t.parent = static_cast<int>(index_from(json.at("parent")));
  t.impact = index_from(json.at("impact"));
  t.start = exact_double(json.at("start"));
  if (json.at("folder") != ".") t.folder = json.at("folder").get<std::string>();
  t.status = status_from(json.at("status").get<std::string>());
  t.message = json.at("message").get<std::string>();
  t.time = exact_double(json.at("time"));
  t.state = {.q = vector_from(json.at("q")), .v = vector_from(json.at("v"))};
  t.integration_steps = json.at("integration_steps").get<std::int64_t>();
  t.halvings = json.at("halvings").get<std::int64_t>();
  t.rows = summary.at("rows").get<std::int64_t>();
  t.impacts = summary.at("impacts").get<std::int64_t>();
  t.captured = summary.at("captured").get<std::int64_t>();
  t.energy_start = exact_double(summary.at("energy_start"));
  t.energy_end = exact_double(summary.at("energy_end"));
  t.kinetic_start = exact_double(summary.at("kinetic_start"));
  t.kinetic_end = exact_double(summary.at("kinetic_end"));
  t.energy_lost = exact_double(summary.at("energy_lost_in_impacts"));
  t.energy_change = exact_double(summary.at("largest_energy_change_between_impacts"));
  t.unique = verdicts.at("unique").get<std::int64_t>();
  t.several = verdicts.at("several").get<std::int64_t>();
  t.not_checked = verdicts.at("not_checked").get<std::int64_t>();
  t.first_several = index_from(summary.at("first_impact_with_several_outcomes"));
  t.spread = spread_from(summary);
  t.lowest_gap = lowest_from(summary);
  if (summary.contains("steps")) t.walk = walk_sums_from(summary);
  t.landing = landing_from(summary);
  if (summary.contains("program")) t.program = program_sums_from(summary.at("program"));
  if (summary.contains("gait")) t.gait = gait_from(summary.at("gait"));
  return t;
}

std::string state_text(const RunState& state) {
  Json json = {{"format", checkpoint_format},
               {"current", state.tree.current},
               {"begun", state.tree.begun},
               {"trajectories", Json::array()},
               {"bytes",
                {{"trajectory.csv", state.lengths.trajectory},
                 {"impacts.json", state.lengths.impacts},
                 {"events.csv", state.lengths.events},
                 {"trajectory.mcap", state.lengths.mcap}}},
               {"notes", state.notes},
               {"more_notes", state.more_notes},
               {"not_followed", state.tree.not_followed}};
  if (state.lengths.walk > 0) {
    json["bytes"]["walk.csv"] = state.lengths.walk;
    json["bytes"]["touchdowns.json"] = state.lengths.touchdowns;
  }
  if (state.tree.begun) json["at"] = to_document(state.tree.at);
  for (std::size_t k = 0; k < state.nodes.size(); ++k) {
    json["trajectories"].push_back(node_json(state.nodes[k], state.tree.nodes[k]));
  }
  return dump_json(json, 1) + "\n";
}

RunState state_from(std::string_view text, const std::string& where) {
  const Json json = parse_json(text, {where});
  std::string why;
  try {
    if (json.at("format") == checkpoint_format) {
      RunState state = state_from_json(json);
      if (state.tree.current < state.nodes.size()) return state;
      why = fmt::format("current = {} of {} trajectories", state.tree.current, state.nodes.size());
    } else {
      why = fmt::format("format = {}", shown(json.at("format")));
    }
  } catch (const InvalidInput& error) {
    why = error.what();
  } catch (const Json::exception& error) {
    why = error.what();
  }
  throw InvalidInput(fmt::format(
      "{}: is no checkpoint of a run: {}; expected '{}' as this version of carom wrote it; delete "
      "the folder to start anew",
      where, why, checkpoint_format));
}

}  // namespace carom::report
