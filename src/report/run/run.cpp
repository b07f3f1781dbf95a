// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Runs, as sinks of a tree of simulations: into a folder, into texts, or into nothing but sums.

#include "carom/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <memory>
#include <system_error>

#include "base/text.h"
#include "carom/error.h"
#include "carom/page.h"
#include "report/files/bytes.h"
#include "report/page/document.h"
#include "report/run/folder.h"
#include "report/run/page/run_page.h"
#include "report/run/read_back.h"
#include "report/run/state.h"
#include "report/run/sums.h"
#include "report/run/writer.h"
#include "simulation/trajectory_tree.h"

namespace carom {
namespace report {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// A run that is written down: sums, notes, run.json and the page of it, from what its simulations
/// record. Files, and what goes on after an interruption, are FolderRun's.
class RecordedRun : public RunSums {
 public:
  /// References must outlive it.
  RecordedRun(const Model& model, const State& start, const SimulationOptions& options,
              const RunFolderOptions& how, Json identity, RunState state)
      : RunSums(model, start, options, std::move(state), {how.progress, how.observe}),
        model_(model),
        options_(options),
        how_(how),
        identity_(std::move(identity)),
        names_(names_of(model, how.units, options.drive)),
        tree_(model, start, options, state_.tree) {}
  RecordedRun(const RecordedRun&) = delete;

  /// The first simulation gets ready. Throws InvalidInput as Simulation does.
  void open() { tree_.open(); }

  void begin(const simulation::TreeNode& node) override {
    RunSums::begin(node);
    if (page_) page_->begin(node.id, at(node).facts.walk.has_value());
  }

  void fork(const simulation::TreeNode& branch) override {
    RunSums::fork(branch);
    if (page_) page_->add_branch(branch.parent, branch.id, branch.fork->time);
  }

  void end(const simulation::TreeNode& node, const Simulation& simulation) override {
    RunSums::end(node, simulation);
    if (page_) page_->end(node.id);
  }

 protected:
  void keep(const simulation::TreeNode& node, const SimulationRecord& record) override {
    if (page_) page_->take(node.id, record);
    for (const std::string& note : record.notes) {
      state_.note(node.id == 0 ? note : fmt::format("trajectory {}: {}", node.id, note));
    }
  }

  RunResult result() const {
    RunResult result = overall(state_.nodes, true);
    result.notes = state_.all_notes();
    return result;
  }

  Json document(const RunResult& result) const { return run_document(identity_, state_, result); }

  /// From here on a page is made; with the branches that are known. `name`: of this run, beside
  /// others.
  void start_page(const std::string& name) {
    const std::string& title = how_.title.empty() ? model_.name() : how_.title;
    page_ = std::make_unique<RunPage>(model_, names_, options_.law, identity_,
                                      RunPageHead{.title = title,
                                                  .units = how_.units,
                                                  .stop = options_.stop,
                                                  .beside = how_.beside,
                                                  .name = name});
    for (const RunNode& one : state_.nodes) {
      if (one.facts.id > 0) page_->add_branch(one.facts.parent, one.facts.id, one.facts.start);
    }
  }

  /// The page as HTML. Throws InvalidInput without a viewer.
  std::string page(const Json& document) const { return page_html(page_->document(document)); }

  const Model& model_;
  const SimulationOptions& options_;
  const RunFolderOptions& how_;
  Json identity_;
  RunNames names_;
  simulation::TrajectoryTree tree_;
  std::unique_ptr<RunPage> page_;  // none: no page
};

// Runs that leave nothing on disk: the same tree of trajectories as run_to_folder's, of which
// nothing is kept but sums, or the texts that were asked for.

/// Notes as they come.
class SumsOnly : public RunSums {
 public:
  SumsOnly(const Model& model, const State& start, const SimulationOptions& options,
           const RunWatch& watch)
      : RunSums(model, start, options, {}, watch), tree_(model, start, options, state_.tree) {}

  RunResult run(int most) {
    tree_.run(*this);
    RunResult result = overall(state_.nodes, false);
    for (RunTrajectory& trajectory : result.trajectories) trajectory.folder.clear();
    result.notes = std::move(notes_);
    if (state_.tree.not_followed > 0) {
      result.notes.push_back(
          fmt::format("{} more outcomes were not followed: max_trajectories = {} is reached",
                      state_.tree.not_followed, most));
    }
    return result;
  }

 protected:
  void keep(const simulation::TreeNode& /*node*/, const SimulationRecord& record) override {
    notes_.insert(notes_.end(), record.notes.begin(), record.notes.end());
  }

 private:
  simulation::TrajectoryTree tree_;
  std::vector<std::string> notes_;
};

/// run.json with all impacts, and report.html.
class TextRun : public RecordedRun {
 public:
  using RecordedRun::RecordedRun;

  RunTexts run(std::optional<int> json_indent) {
    listing_ = json_indent.has_value();
    if (how_.page) start_page("this run");
    tree_.run(*this);
    RunTexts texts{.result = result()};
    Json all = document(texts.result);
    if (page_) texts.page = page(all);
    impacts_.resize(state_.nodes.size(), Json::array());
    if (json_indent) {
      texts.json =
          dump_json(with_impacts(std::move(all), std::move(impacts_)), *json_indent) + "\n";
    }
    return texts;
  }

 protected:
  void keep(const simulation::TreeNode& node, const SimulationRecord& record) override {
    RecordedRun::keep(node, record);
    if (!listing_) return;
    impacts_.resize(state_.nodes.size(), Json::array());
    for (const ImpactRecord& impact : record.impacts) {
      impacts_[static_cast<std::size_t>(node.id)].push_back(impact_document(impact, names_));
    }
  }

 private:
  bool listing_ = false;
  std::vector<Json> impacts_;  // by trajectory
};

/// A run into a folder: a sink that writes and remembers where. A checkpoint is written between
/// steps when all files are flushed, by way of a second file, so that one is valid at any time;
/// `resume` cuts the files to the lengths it names and goes on. The page of a resumed run sees what
/// was recorded before by reading it back.
class FolderRun : public RecordedRun {
 public:
  FolderRun(fs::path folder, const Model& model, const State& start,
            const SimulationOptions& options, const RunFolderOptions& how, const Json& identity,
            RunState state)
      : RecordedRun(model, start, options, how, identity, std::move(state)),
        folder_(std::move(folder)) {}

  /// After open().
  RunResult run() {
    try {
      if (wants_page()) {
        start_page(run_name(folder_));
        read_earlier_tracks();
      }
      const simulation::TreeState& tree = state_.tree;
      if (tree.current < tree.nodes.size()) RunSums::begin(tree.nodes[tree.current]);
      write_run_file(result());
      if (!tree.begun) {
        state_.lengths = {};
        save();
      }
      tree_.run(*this);
      return finish();
    } catch (const DiskFault& fault) {
      note_full_disk();
      return give_up(fault);
    }
  }

  /// Of a run that has ended.
  void write_page_again(const Json& document) {
    if (!wants_page()) return;
    state_.nodes.clear();
    for (const RunTrajectory& facts : result_from(document, "run.json").trajectories) {
      state_.nodes.push_back({.facts = facts});
    }
    start_page(run_name(folder_));
    state_.tree.current = state_.nodes.size();
    read_earlier_tracks();
    write_page(document);
  }

  /// Throws InvalidInput for tables with other columns: of an earlier version, or changed.
  void check_tables() const {
    for (const RunNode& one : state_.nodes) {
      const fs::path table = folder_ / one.facts.folder / "trajectory.csv";
      std::error_code missing;
      const auto size = fs::file_size(table, missing);  // what is cut short is seen when it goes on
      if (!missing && size >= trajectory_header(names_).size()) RunTable(table, names_);
    }
  }

  void begin(const simulation::TreeNode& node) override {
    const RunTrajectory& facts = at(node).facts;
    RecordedRun::begin(node);
    if (!state_.tree.begun) state_.lengths = {};
    const fs::path folder = folder_ / facts.folder;
    std::error_code error;
    if (facts.id > 0) fs::create_directories(folder, error);
    if (error) throw DiskFault(folder, error.value());
    writer_.emplace(folder, names_, how_.mcap, at(node), state_.lengths);
    if (page_ && state_.tree.begun) read_track(facts);  // the files are cut to what it recorded
    if (gait_ && state_.tree.begun && node.id == 0) read_gait(facts);
    saved_ = Clock::now();
  }

  void take(const simulation::TreeNode& node, const Simulation& simulation,
            SimulationRecord& record) override {
    RecordedRun::take(node, simulation, record);
    const std::chrono::duration<double> since = Clock::now() - saved_;
    if (simulation.status() != RunStatus::running || since.count() < how_.checkpoints) return;
    tree_.mark();
    remember(node, simulation);
    save();
    saved_ = Clock::now();
  }

  void end(const simulation::TreeNode& node, const Simulation& simulation) override {
    remember(node, simulation);
    RecordedRun::end(node, simulation);
    save();
    writer_->close();
    writer_.reset();
  }

 protected:
  void keep(const simulation::TreeNode& node, const SimulationRecord& record) override {
    writer_->take(record);
    RecordedRun::keep(node, record);
  }

 private:
  bool wants_page() const { return how_.page && has_viewer(); }

  /// What was recorded before this run went on.
  void read_track(const RunTrajectory& facts) {
    page_->begin(facts.id, facts.walk.has_value());
    if (facts.rows == 0 || !RunPage::shows(facts.id)) return;
    read_back(folder_ / facts.folder, names_, facts.walk.has_value(),
              [&](const SimulationRecord& record) { page_->take(facts.id, record); });
  }

  void read_gait(const RunTrajectory& facts) {
    if (facts.rows == 0) return;
    read_back(folder_ / facts.folder, names_, false,
              [&](const SimulationRecord& record) { gait_->take(record); });
  }

  void read_earlier_tracks() {
    for (std::size_t k = 0; k < state_.tree.current; ++k) {
      read_track(state_.nodes[k].facts);
      page_->end(state_.nodes[k].facts.id);
    }
  }

  /// All files on disk, and where to go on.
  void remember(const simulation::TreeNode& node, const Simulation& simulation) {
    const FileLengths lengths = writer_->flush();
    state_.lengths = state_.tree.begun ? lengths : FileLengths();
    settle(node, simulation, state_.tree.at);
  }

  void save() const { replace_whole(folder_ / "checkpoint.json", state_text(state_)); }
  void write_run_file(const RunResult& result) const {
    replace_whole(folder_ / "run.json", dump_json(document(result), 1) + "\n");
  }
  void write_page(const Json& document) {
    if (page_) replace_whole(folder_ / "report.html", page(document));
  }

  /// Whatever still finds room, and how much that is.
  void note_full_disk() {
    if (!writer_) return;
    writer_->salvage();
    const RunTrajectory& facts = state_.nodes[state_.tree.current].facts;
    state_.note(fmt::format(
        "the disk was full: {} of {} rows and {} of {} impacts are in the files",
        writer_->rows_on_disk(), facts.rows, writer_->impacts_on_disk(), facts.impacts));
    writer_.reset();
  }

  RunResult finish() {
    const RunResult done = result();
    for (const RunTrajectory& trajectory : done.trajectories) {
      if (how_.npz && trajectory.rows > 0) {
        write_npz(folder_ / trajectory.folder, names_, trajectory.rows, dump_json(identity_, -1));
      }
    }
    write_run_file(done);
    write_page(document(done));
    std::error_code ignored;
    if (done.status == RunStatus::finished) fs::remove(folder_ / "checkpoint.json", ignored);
    return done;
  }

  RunResult give_up(const DiskFault& fault) {
    RunResult failed = result();
    const std::size_t current = state_.tree.current;
    const std::string when =
        current < state_.nodes.size()
            ? fmt::format(" at t = {}", base::number(state_.nodes[current].facts.time))
            : std::string(" at the end");
    failed.status = RunStatus::stopped;
    const bool begun = fs::exists(folder_ / "run.json");
    failed.message =
        fmt::format("{}{}; what was written before is valid; make room and run again{}",
                    fault.brief(), when, begun ? " with --resume" : "");
    try {
      if (begun) write_run_file(failed);
    } catch (const DiskFault&) {
      // run.json of the start stands: "running", which --resume takes as well.
    }
    return failed;
  }

  fs::path folder_;
  std::optional<RunWriter> writer_;  // of the current trajectory
  Clock::time_point saved_ = {};
};

RunResult start_run(const fs::path& folder, const Model& model, const State& start,
                    const SimulationOptions& options, const RunFolderOptions& how,
                    const Json& identity) {
  FolderRun run(folder, model, start, options, how, identity, {});
  run.open();  // refuses before all else
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
  return run.run();
}

RunResult resume_run(const fs::path& folder, const Model& model, const State& start,
                     const SimulationOptions& options, const RunFolderOptions& how,
                     const Json& identity) {
  check_resumable(folder, identity);
  const FolderLock lock(folder);
  const fs::path checkpoint = folder / "checkpoint.json";
  RunState state;  // of a run that was killed before its first checkpoint
  if (fs::exists(checkpoint)) {
    state = state_from(read_whole(checkpoint), checkpoint.string());
  } else {
    RunResult old = result_from(read_run_document(folder), (folder / "run.json").string());
    if (simulation::ended(old.status)) {
      FolderRun ran(folder, model, start, options, how, identity, {});
      if (!fs::exists(folder / "report.html")) ran.write_page_again(read_run_document(folder));
      return old;
    }
  }
  FolderRun run(folder, model, start, options, how, identity, std::move(state));
  run.check_tables();
  run.open();
  return run.run();
}

}  // namespace
}  // namespace report

RunResult run_to_folder(const std::filesystem::path& folder, const Model& model, const State& start,
                        const SimulationOptions& options, const RunFolderOptions& how) {
  if (!(how.checkpoints >= 0.0)) {
    throw InvalidInput(
        fmt::format("run: checkpoints = {}; expected at least 0 s", base::number(how.checkpoints)));
  }
  report::check_beside(how.beside, folder, report::names_of(model, how.units));
  const report::Json identity = report::run_identity(model, start, options, how);
  return how.resume ? report::resume_run(folder, model, start, options, how, identity)
                    : report::start_run(folder, model, start, options, how, identity);
}

RunResult run_in_memory(const Model& model, const State& start, const SimulationOptions& options,
                        const RunWatch& watch) {
  return report::SumsOnly(model, start, options, watch).run(options.max_trajectories);
}

RunTexts run_to_texts(const Model& model, const State& start, const SimulationOptions& options,
                      const RunFolderOptions& how, std::optional<int> json_indent) {
  if (how.page && !has_viewer()) {  // before minutes of simulation, not after
    throw InvalidInput(
        "page: this carom was built without its viewer (CAROM_VIEWER=OFF); expected page = false");
  }
  report::check_beside(how.beside, {}, report::names_of(model, how.units));
  report::TextRun run(model, start, options, how, report::run_identity(model, start, options, how),
                      {});
  run.open();
  return run.run(json_indent);
}

std::string read_run(const std::filesystem::path& folder) {
  return report::dump_json(report::read_run_document(folder), 1) + "\n";
}

std::string read_run_with_impacts(const std::filesystem::path& folder, int indent) {
  report::Json document = report::read_run_document(folder);
  std::vector<report::Json> impacts;
  for (const report::Json& trajectory : document.at("trajectories")) {
    const auto file = folder / trajectory.at("folder").get<std::string>() / "impacts.json";
    // A branch that waits for its turn in a stopped run has no files yet.
    impacts.push_back(std::filesystem::exists(file)
                          ? report::parse_json(report::read_whole(file), {.where = "impacts.json"})
                          : report::Json::array());
  }
  return report::dump_json(report::with_impacts(std::move(document), std::move(impacts)), indent) +
         "\n";
}

}  // namespace carom
