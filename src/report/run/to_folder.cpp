// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The loop of a run: simulate, write, remember where. Trajectories of a tree are followed one after
// the other in the order of their numbers, which is breadth first. A checkpoint is written between
// steps when all files are flushed, by way of a second file, so that one is valid at any time;
// `resume` cuts the files to the lengths it names and goes on.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <system_error>

#include "base/text.h"
#include "carom/error.h"
#include "carom/page.h"
#include "carom/run.h"
#include "report/files/file_set.h"
#include "report/page/run.h"
#include "report/run/folder.h"
#include "report/run/npz.h"
#include "report/run/state.h"
#include "report/run/sums.h"
#include "report/run/table.h"
#include "report/run/text.h"
#include "report/run/walk.h"
#include "report/run/writer.h"

namespace carom {
namespace report {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

bool ended(RunStatus status) {
  return status != RunStatus::running && status != RunStatus::stopped;
}

class Run {
 public:
  Run(fs::path folder, const Model& model, const State& start, const SimulationOptions& options,
      const RunFolderOptions& how, Json identity, RunState state)
      : folder_(std::move(folder)),
        model_(model),
        start_(start),
        options_(options),
        how_(how),
        identity_(std::move(identity)),
        names_(names_of(model, how.units)),
        state_(std::move(state)) {}

  /// `simulation`: of the current trajectory, where there is one left.
  RunResult run(std::optional<Simulation> simulation) {
    try {
      if (simulation) begin();
      write_run_file(result());
      if (!state_.begun) save();
      while (simulation) {
        follow(*simulation);
        if (node().facts.status == RunStatus::stopped) break;
        simulation = make_simulation();
        if (simulation) begin();
      }
      return finish();
    } catch (const DiskFault& fault) {
      return give_up(fault);
    }
  }

  void write_report(const Json& document) const;
  void check_tables() const;

  /// Of the first trajectory that has not ended.
  std::optional<Simulation> make_simulation() {
    while (state_.current < state_.nodes.size() && ended(node().facts.status)) next();
    if (state_.current >= state_.nodes.size()) return {};
    if (state_.begun) return Simulation(model_, state_.at, options_);
    const RunNode& next_node = state_.nodes[state_.current];
    if (next_node.fork) return Simulation(model_, *next_node.fork, options_);
    return Simulation(model_, start_, options_);
  }

 private:
  RunNode& node() { return state_.nodes[state_.current]; }
  void begin() {
    node().facts.status = RunStatus::running;
    node().facts.message.clear();
  }

  void follow(Simulation& simulation);
  void simulate(Simulation& simulation, RunWriter& writer);
  void take(SimulationRecord& record, RunWriter& writer);
  void take_forks(SimulationRecord& record);
  void remember(const Simulation& simulation, RunWriter& writer);
  void next();
  void save() const { replace_whole(folder_ / "checkpoint.json", state_text(state_)); }
  RunResult result() const;
  void write_run_file(const RunResult& result) const {
    replace_whole(folder_ / "run.json",
                  dump_json(run_document(identity_, state_, result), 1) + "\n");
  }
  RunResult finish();
  RunResult give_up(const DiskFault& fault);

  fs::path folder_;
  const Model& model_;
  const State& start_;
  const SimulationOptions& options_;
  const RunFolderOptions& how_;
  Json identity_;
  RunNames names_;
  RunState state_;
};

void Run::follow(Simulation& simulation) {
  RunTrajectory& facts = node().facts;
  const fs::path folder = folder_ / facts.folder;
  std::error_code error;
  if (facts.id > 0) fs::create_directories(folder, error);
  if (error) throw DiskFault(folder, error.value());
  RunWriter writer(folder, names_, how_.mcap, node(), state_.lengths);
  try {
    simulate(simulation, writer);
    writer.close();
  } catch (const DiskFault&) {
    writer.salvage();
    state_.note(
        fmt::format("the disk was full: {} of {} rows and {} of {} impacts are in the files",
                    writer.rows_on_disk(), facts.rows, writer.impacts_on_disk(), facts.impacts));
    throw;
  }
}

void Run::simulate(Simulation& simulation, RunWriter& writer) {
  RunTrajectory& facts = node().facts;
  SimulationRecord record;
  auto saved = Clock::now();
  for (bool more = true; more;) {
    more = simulation.advance(record);
    facts.time = simulation.time();
    take(record, writer);
    if (how_.observe) how_.observe(facts.id, record);
    clear(record);
    if (how_.progress) how_.progress(facts.id, facts.time);
    const std::chrono::duration<double> since = Clock::now() - saved;
    if (!more || since.count() < how_.checkpoints) continue;
    remember(simulation, writer);
    save();
    saved = Clock::now();
  }
  remember(simulation, writer);
  facts.status = simulation.status();
  facts.message = simulation.message();
  save();
}

void Run::take(SimulationRecord& record, RunWriter& writer) {
  take_forks(record);
  writer.take(record);
  for (const std::string& note : record.notes) {
    const int id = node().facts.id;
    state_.note(id == 0 ? note : fmt::format("trajectory {}: {}", id, note));
  }
}

/// Forks stand in the order of the impacts' alternatives.
void Run::take_forks(SimulationRecord& record) {
  const RunTrajectory& parent = node().facts;
  std::int64_t number = parent.impacts;
  std::size_t fork = 0;
  for (ImpactRecord& impact : record.impacts) {
    for (std::size_t k = 0; k < impact.alternatives.size() && fork < record.forks.size(); ++k) {
      SimulationCheckpoint& from = record.forks[fork++];
      const int id = static_cast<int>(state_.nodes.size());
      if (id >= options_.max_trajectories) {
        ++state_.not_followed;
        continue;
      }
      impact.followed_by.push_back(id);
      RunNode branch;
      branch.facts.id = id;
      branch.facts.parent = parent.id;
      branch.facts.impact = number;
      branch.facts.start = branch.facts.time = from.time;
      branch.facts.folder = fmt::format("branch_{}", id);
      branch.facts.state = {.q = from.q, .v = from.v};
      branch.fork = std::move(from);
      state_.nodes.push_back(std::move(branch));
    }
    ++number;
  }
}

/// All files on disk, and where to go on.
void Run::remember(const Simulation& simulation, RunWriter& writer) {
  state_.begun = node().facts.rows > 0;
  const FileLengths lengths = writer.flush();
  state_.lengths = state_.begun ? lengths : FileLengths();
  state_.at = simulation.checkpoint();
  RunTrajectory& facts = node().facts;
  facts.time = simulation.time();
  facts.state = simulation.state();
  const bool forked = node().fork.has_value();  // the parent's count for the parent
  facts.integration_steps =
      state_.at.integration_steps - (forked ? node().fork->integration_steps : 0);
  facts.lowest_gap = state_.at.lowest_gap;
  facts.halvings = state_.at.halvings - (forked ? node().fork->halvings : 0);
}

void Run::next() {
  node().fork.reset();
  ++state_.current;
  if (state_.current == state_.nodes.size()) return;  // `at` stays: the last good state
  state_.begun = false;
  state_.lengths = {};
}

/// The worst that happened, with the reason of the first it happened to.
RunResult Run::result() const {
  RunResult result{.status = RunStatus::finished, .notes = state_.all_notes()};
  const auto rank = [](RunStatus status) {
    switch (status) {
      case RunStatus::finished: return 0;
      case RunStatus::fell: return 1;
      case RunStatus::diverged: return 2;
      case RunStatus::running: return 3;
      case RunStatus::stopped: break;
    }
    return 4;
  };
  for (const RunNode& one : state_.nodes) {
    const RunTrajectory& facts = one.facts;
    result.trajectories.push_back(facts);
    if (facts.id > 0 && rank(facts.status) <= rank(result.status)) continue;
    result.status = facts.status;
    result.message =
        facts.id == 0 ? facts.message : fmt::format("trajectory {}: {}", facts.id, facts.message);
  }
  return result;
}

RunResult Run::finish() {
  const RunResult done = result();
  for (const RunTrajectory& trajectory : done.trajectories) {
    if (how_.npz && trajectory.rows > 0) {
      write_npz(folder_ / trajectory.folder, names_, trajectory.rows, dump_json(identity_, -1));
    }
  }
  write_run_file(done);
  write_report(run_document(identity_, state_, done));
  std::error_code ignored;
  if (done.status == RunStatus::finished) fs::remove(folder_ / "checkpoint.json", ignored);
  return done;
}

void Run::write_report(const Json& document) const {
  if (!how_.page || !has_viewer()) return;
  const std::string& title = how_.title.empty() ? model_.name() : how_.title;
  write_run_page({.folder = folder_,
                  .model = &model_,
                  .law = &options_.law,
                  .names = &names_,
                  .run = &document,
                  .title = title,
                  .units = how_.units,
                  .stop = options_.stop});
}

/// Throws InvalidInput for tables with other columns: of an earlier version, or changed.
void Run::check_tables() const {
  for (const RunNode& one : state_.nodes) {
    const fs::path table = folder_ / one.facts.folder / "trajectory.csv";
    std::error_code missing;
    const auto size = fs::file_size(table, missing);  // what is cut short is seen when it goes on
    if (!missing && size >= trajectory_header(names_).size()) RunTable(table, names_);
  }
}

RunResult Run::give_up(const DiskFault& fault) {
  RunResult failed = result();
  const double time = state_.current < state_.nodes.size() ? node().facts.time : 0.0;
  const std::string when = state_.current < state_.nodes.size()
                               ? fmt::format(" at t = {}", base::number(time))
                               : std::string(" at the end");
  failed.status = RunStatus::stopped;
  const bool begun = fs::exists(folder_ / "run.json");
  failed.message = fmt::format("{}{}; what was written before is valid; make room and run again{}",
                               fault.brief(), when, begun ? " with --resume" : "");
  try {
    if (begun) write_run_file(failed);
  } catch (const DiskFault&) {
    // run.json of the start stands: "running", which --resume takes as well.
  }
  return failed;
}

RunState fresh_state(const State& start, const SimulationOptions& options) {
  RunState state;
  state.nodes.emplace_back();
  state.nodes.front().facts.state = start;
  if (options.walk) state.nodes.front().facts.walk = empty_walk_sums();
  return state;
}

RunResult start_run(const fs::path& folder, const Model& model, const State& start,
                    const SimulationOptions& options, const RunFolderOptions& how,
                    const Json& identity) {
  Run run(folder, model, start, options, how, identity, fresh_state(start, options));
  std::optional<Simulation> simulation = run.make_simulation();  // refuses before all else
  check_new(folder, identity);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw InvalidInput(fmt::format("{}: cannot be made: {}; expected a folder that can be written",
                                   folder.string(), error.message()));
  }
  const FolderLock lock(folder);
  if (::access(folder.c_str(), W_OK) != 0) {
    throw InvalidInput(fmt::format("{}: cannot be written: {}; expected a folder that can be",
                                   folder.string(), std::generic_category().message(errno)));
  }
  remove_run(folder);
  return run.run(std::move(simulation));
}

RunResult resume_run(const fs::path& folder, const Model& model, const State& start,
                     const SimulationOptions& options, const RunFolderOptions& how,
                     const Json& identity) {
  check_resumable(folder, identity);
  const FolderLock lock(folder);
  const fs::path checkpoint = folder / "checkpoint.json";
  RunState state =
      fresh_state(start, options);  // of a run that was killed before its first checkpoint
  if (fs::exists(checkpoint)) {
    state = state_from(read_whole(checkpoint), checkpoint.string());
  } else {
    RunResult old = result_from(read_run_document(folder), (folder / "run.json").string());
    if (ended(old.status)) {
      const Run ran(folder, model, start, options, how, identity, std::move(state));
      if (!fs::exists(folder / "report.html")) ran.write_report(read_run_document(folder));
      return old;
    }
  }
  Run run(folder, model, start, options, how, identity, std::move(state));
  run.check_tables();
  return run.run(run.make_simulation());
}

}  // namespace
}  // namespace report

RunResult run_to_folder(const std::filesystem::path& folder, const Model& model, const State& start,
                        const SimulationOptions& options, const RunFolderOptions& how) {
  if (!(how.checkpoints >= 0.0)) {
    throw InvalidInput(
        fmt::format("run: checkpoints = {}; expected at least 0 s", base::number(how.checkpoints)));
  }
  const report::Json identity = report::run_identity(model, start, options, how);
  return how.resume ? report::resume_run(folder, model, start, options, how, identity)
                    : report::start_run(folder, model, start, options, how, identity);
}

std::string read_run(const std::filesystem::path& folder) {
  return report::dump_json(report::read_run_document(folder), 1) + "\n";
}

}  // namespace carom
