// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/run_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/words.h"
#include "report/page/document.h"
#include "report/run/page/walk.h"
#include "report/run/program.h"
#include "report/run/state.h"
#include "report/run/words.h"

namespace carom::report {
namespace {

using base::number;
using base::plural;

constexpr std::size_t most_tracks = 16;
constexpr std::size_t most_listings = 40;     // impacts whose outcomes are listed, over all tracks
constexpr std::size_t sampled_listings = 16;  // the same, of laws judged by sampling
// Memory of instants until the page is made [bytes]. The first holds 47 s of Atlas at 1 kHz (1.3 kB
// each); a walk of 30 steps takes 36 s. With a tenth that walk is thinned as it goes, and its page
// has other frames; ten times as much is cut off by the largest number of instants that are held.
// Branches have less room on the page too, and there are fifteen.
constexpr double first_room = 64e6, other_room = 8e6;

double number_at(const Json& json, const char* key) {
  return json.at(key).is_number() ? json.at(key).get<double>() : 0.0;
}

std::string plain(const Json& json) {
  return json.is_string() ? json.get<std::string>() : dump_json(json, -1);
}

/// "height 0.02, points 4": an object for people.
std::string words_of(const Json& json) {
  constexpr std::size_t short_list = 7;  // run.json has all of a longer one
  if (!json.is_object()) return plain(json);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    if (value.is_array() && value.size() > short_list) continue;
    if (!text.empty()) text += ", ";
    text += key == "name" ? plain(value) : fmt::format("{} {}", key, words_of(value));
  }
  return text;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

/// What was run, for people; what its motors do is said apart.
std::string subject_words(const Json& run) {
  Json subject = run.at("scene");
  if (subject.is_object()) subject.erase("program");
  return words_of(subject);
}

Facts facts_of(const Json& run, const std::string& unit) {
  const Json& summary = run.at("summary");
  const auto energy = [&](const char* key) {
    return fmt::format("{} {}", number(number_at(summary, key)), unit);
  };
  return {{"run", subject_words(run)},
          {"model", plain(run.at("model").at("name"))},
          {"law", words_of(run.at("law"))},
          {"integrator",
           fmt::format("{}, step {} s, {} steps", plain(run.at("integrator")),
                       number(number_at(run, "step")), plain(run.at("integration_steps")))},
          {"duration",
           fmt::format("{} s of {} s", number(number_at(run.at("trajectories").at(0), "time")),
                       number(number_at(run, "duration")))},
          {"energy", fmt::format("{} at the start ({} kinetic), {} at the end ({} kinetic)",
                                 energy("energy_start"), energy("kinetic_start"),
                                 energy("energy_end"), energy("kinetic_end"))},
          {"lost in impacts", energy("energy_lost_in_impacts")},
          {"largest change between impacts", energy("largest_energy_change_between_impacts")},
          {"carom", plain(run.at("versions").at("carom"))}};
}

/// What the motors do, and by which numbers.
Facts motor_facts(const Json& program) {
  Facts facts = {{"motors", motor_words(program)}};
  if (program.contains("numbers")) {
    facts.emplace_back("numbers of the motors", words_of(program.at("numbers")));
  }
  return facts;
}

std::string ending(const Json& run) {
  const std::string status = plain(run.at("status")), message = plain(run.at("message"));
  const std::string time = number(number_at(run.at("trajectories").at(0), "time"));
  if (status == "finished") return fmt::format("The run went to its end, {} s.", time);
  std::string text =
      fmt::format("The run {} at {} s", status == "running" ? "is under way" : status, time);
  if (!message.empty()) text += ": " + message;
  return text + (text.ends_with('.') ? "" : ".");
}

/// "31 impacts took 2 J: 30 with practically one outcome, 1 with several outcomes.", then the worst
/// spread; where nobody asked, just how many there were. `loss`: what else there is to say of the
/// energy.
std::vector<std::string> impacts_sentences(const Json& run, const std::string& unit,
                                           const std::string& loss) {
  const Json& summary = run.at("summary");
  const double impacts = number_at(summary, "impacts");
  if (impacts == 0.0) return {"There was no impact."};
  const double lost = number_at(summary, "energy_lost_in_impacts");
  // Four digits are what an eye compares; run.json has all.
  const std::string amount =
      lost == 0.0 ? "no energy" : fmt::format("{} {}", number(lost, 4), unit);
  const std::string took =
      plural(impacts, "impact") + (unit.empty() ? "" : fmt::format(" took {}{}", amount, loss));
  const SpreadSums spread = spread_from(summary);
  const std::string counts = spread_counts(spread);
  if (counts.empty()) return {took + ".", "How well defined impacts are was not asked."};
  return {took + ": " + counts + ".", spread_sentence(spread)};
}

std::vector<std::string> summary_of(const Json& run, const Scene::Units& units) {
  const std::string unit = energy_unit(units);
  const bool walk = is_walk(run.at("trajectories").at(0));
  const bool finished = run.at("status") == to_string(RunStatus::finished);
  // What answers comes first; that a run went to its end is said last, that it did not, first.
  std::vector<std::string> sentences;
  std::string end = ending(run);
  if (walk) {
    sentences = walk_sentences(run);
    end.clear();
  }
  if (const auto landing = landing_from(run.at("summary"))) {
    const std::vector<std::string> landed = landing_sentences(*landing, finished);
    if (finished || landing->fall) {
      sentences.clear();
      end.clear();
    }
    sentences.insert(sentences.begin(), landed.begin(), landed.end());
  }
  if (!finished && !end.empty()) sentences.push_back(end);
  const bool driven = run.at("summary").contains("program");
  if (driven) {
    const ProgramSums sums = program_sums_from(run.at("summary").at("program"));
    const std::vector<std::string> moved = program_sentences(sums, units);
    sentences.insert(finished ? sentences.begin() : sentences.end(), moved.begin(), moved.end());
    if (finished && !landing_from(run.at("summary"))) end.clear();
  }
  // Under a program the losses of impacts are in its account of the energy.
  for (std::string& sentence :
       impacts_sentences(run, driven ? "" : unit, walk ? walk_loss(run) : "")) {
    sentences.push_back(std::move(sentence));
  }
  const std::size_t tracks = run.at("trajectories").size();
  if (tracks > 1) {
    sentences.push_back(fmt::format(
        "Other outcomes than the law's own were followed too: {} trajectories in all.", tracks));
  }
  if (finished && !end.empty()) sentences.push_back(end);
  return sentences;
}

Eigen::VectorXd start_of(const Json& run, const Model& model) {
  Eigen::VectorXd q = model.neutral();
  const Json& list = run.at("start").at("q");
  if (static_cast<Eigen::Index>(list.size()) != q.size()) return q;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k].is_number()) q[static_cast<Eigen::Index>(k)] = list[k].get<double>();
  }
  return q;
}

/// The first has half of the page, the others the other half.
TrackShare share_of(std::size_t track, std::size_t tracks) {
  const double part = tracks == 1 ? 1.0 : track == 0 ? 0.5 : 0.5 / static_cast<double>(tracks - 1);
  TrackShare share;
  share.frame_bytes *= part;
  share.impact_bytes *= part;
  share.impacts = static_cast<std::size_t>(static_cast<double>(share.impacts) * part);
  return share;
}

}  // namespace

RunPage::RunPage(const Model& model, const RunNames& names, const Law& law, const Json& identity,
                 RunPageHead head)
    : head_(std::move(head)), drawing_(model, start_of(identity, model)) {
  const bool sampled = law.description().multiplicity == Multiplicity::sampled;
  // Robots by ticks: a sample of the outcomes of one of their impacts can take minutes.
  const bool ticks = identity.value("integrator", "") == to_string(IntegratorKind::ticks);
  source_ = {.drawing = &drawing_,
             .law = &law,
             .names = names,
             .stop = head_.stop,
             .listings = sampled ? (ticks ? 0 : sampled_listings) : most_listings};
  if (!head_.beside.empty()) {
    // Numbers of trajectories of the run itself are below it.
    constexpr int first = 1000;
    beside_ = read_beside(head_.beside, source_, first, drawing_.document());
  }
}

void RunPage::add_branch(int parent, int id, double time) {
  parents_[id] = parent;
  const auto track = tracks_.find(parent);
  if (track != tracks_.end()) {
    track->second.add_branch(id, time);
  } else {
    waiting_[parent].emplace_back(id, time);
  }
}

bool RunPage::shows(int id) { return static_cast<std::size_t>(id) < most_tracks; }

void RunPage::begin(int id, bool walk) {
  if (!shows(id)) return;
  const auto parent = parents_.find(id);
  const auto from = parent == parents_.end() ? tracks_.end() : tracks_.find(parent->second);
  const auto [track, made] = tracks_.try_emplace(
      id, source_, from == tracks_.end() ? Carrying() : from->second.at_branch(id), walk,
      id == 0 ? first_room : other_room);
  if (!made) return;
  for (const auto& [branch, time] : waiting_[id]) track->second.add_branch(branch, time);
  waiting_.erase(id);
}

void RunPage::take(int id, const SimulationRecord& record) {
  if (const auto track = tracks_.find(id); track != tracks_.end()) track->second.take(record);
}

void RunPage::end(int id) {
  if (const auto track = tracks_.find(id); track != tracks_.end()) track->second.end();
}

Json RunPage::tracks_of(const Json& run, std::vector<std::string>& notes) const {
  std::vector<int> shown;
  const Json& trajectories = run.at("trajectories");
  for (const auto& [id, track] : tracks_) {
    if (trajectories.at(static_cast<std::size_t>(id)).at("summary").at("rows") != 0) {
      shown.push_back(id);
    }
  }
  Json tracks = Json::array();
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const Json& trajectory = trajectories.at(static_cast<std::size_t>(shown[k]));
    tracks.push_back(tracks_.at(shown[k]).document(trajectory, share_of(k, shown.size())));
  }
  if (trajectories.size() > most_tracks) {
    notes.push_back(
        fmt::format("The page shows the first {} of {} trajectories; all are in the run's folder.",
                    most_tracks, trajectories.size()));
  }
  return tracks;
}

Json RunPage::document(const Json& run) const {
  std::vector<std::string> notes;
  Json tracks = tracks_of(run, notes);
  const std::string unit = energy_unit(head_.units);
  PageHead head{.kind = "run",
                .title = head_.title,
                .summary = summary_of(run, head_.units),
                .facts = facts_of(run, unit),
                .units = head_.units};
  if (is_walk(run.at("trajectories").at(0))) {
    const Facts walk = walk_facts(run);
    head.facts.insert(head.facts.end() - 1, walk.begin(), walk.end());
  }
  if (const Json settings = run.value("settings", Json()); settings.contains("program")) {
    const Facts motors = motor_facts(settings.at("program"));
    head.facts.insert(head.facts.end() - 1, motors.begin(), motors.end());
  }
  for (const Json& note : run.at("notes")) head.notes.push_back(plain(note));
  head.notes.insert(head.notes.end(), notes.begin(), notes.end());
  if (!beside_.tracks.empty()) head.summary.push_back(beside_.sentence);
  head.notes.insert(head.notes.end(), beside_.notes.begin(), beside_.notes.end());
  head.details = drawing_.notes();
  Json document = page_document(head);
  document["drawing"] = drawing_.document();
  if (!beside_.tracks.empty()) {
    if (!tracks.empty()) tracks[0]["label"] = head_.name;
    tracks.insert(tracks.end(), beside_.tracks.begin(), beside_.tracks.end());
    document["drawings"] = beside_.drawings;
  }
  document["tracks"] = std::move(tracks);
  return document;
}

}  // namespace carom::report
