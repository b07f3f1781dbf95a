// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Whole runs: what is in the folder, and that a run that was stopped, killed or out of disk leaves
// the same bytes after --resume as one that was not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "report/json/json_text.h"
#include "report/run/read_back.h"
#include "support/page_trial.h"
#include "support/run_trial.h"

namespace carom::test {
namespace {

using report::Json;
using testing::ElementsAre;
using testing::HasSubstr;

Json json_of(const fs::path& path) { return Json::parse(bytes_of(path)); }

std::vector<std::vector<double>> rows_of(const fs::path& folder, const Model& model) {
  report::RunTable table(folder / "trajectory.csv", report::names_of(model, {}));
  std::vector<std::vector<double>> rows;
  std::vector<double> row;
  while (table.next(row)) rows.push_back(row);
  return rows;
}

/// Compares all files of two folders; names those that differ.
void expect_same_files(const fs::path& a, const fs::path& b) {
  EXPECT_EQ(names_in(a), names_in(b));
  const auto first = files_in(a), second = files_in(b);
  for (const auto& [name, bytes] : first) {
    const auto other = second.find(name);
    if (other == second.end()) continue;
    EXPECT_TRUE(bytes == other->second) << name;
  }
}

TEST(RunFolder, HoldsTheFilesOfARun) {
  const RunTrial trial;
  const RunResult result = trial.run("a");
  EXPECT_EQ(result.status, RunStatus::finished);
  EXPECT_THAT(names_in(trial.folder / "a"),
              ElementsAre("events.csv", "impacts.json", "report.html", "run.json", "trajectory.csv",
                          "trajectory.mcap", "trajectory.npz"));
  const Json run = json_of(trial.folder / "a/run.json");
  EXPECT_EQ(run.at("format"), "carom-run/1");
  EXPECT_EQ(run.at("scene").at("scene"), "vee");
  EXPECT_EQ(run.at("law").at("name"), "propagative");
  EXPECT_EQ(run.at("law").at("restitution"), 0.8);
  EXPECT_EQ(run.at("integrator"), "variational");
  EXPECT_EQ(run.at("step"), 1e-3);
  EXPECT_EQ(run.at("duration"), 0.05);
  EXPECT_EQ(run.at("status"), "finished");
  EXPECT_TRUE(run.at("versions").contains("carom"));
  EXPECT_GE(run.at("integration_steps").get<int>(), 50);
  EXPECT_EQ(read_run(trial.folder / "a"), bytes_of(trial.folder / "a/run.json"));
}

TEST(RunFolder, SummaryIsThatOfTheFiles) {
  const RunTrial trial;
  const RunTrajectory facts = trial.run("a").trajectories.at(0);
  const auto rows = rows_of(trial.folder / "a", trial.scene.model);
  const Json impacts = json_of(trial.folder / "a/impacts.json");
  ASSERT_GT(impacts.size(), 0u);
  EXPECT_EQ(facts.rows, static_cast<std::int64_t>(rows.size()));
  EXPECT_EQ(rows.size(), 51 + 2 * impacts.size());  // start, steps, before and after
  EXPECT_EQ(facts.impacts, static_cast<std::int64_t>(impacts.size()));
  EXPECT_EQ(facts.unique + facts.several + facts.not_checked, facts.impacts);
  const std::size_t energy = 9;
  EXPECT_EQ(facts.energy_start, rows.front()[energy]);
  EXPECT_EQ(facts.energy_end, rows.back()[energy]);
  EXPECT_EQ(facts.time, 0.05);
  double lost = 0.0;
  for (const Json& impact : impacts) lost += impact.at("energy").at("lost").get<double>();
  EXPECT_EQ(facts.energy_lost, lost);
  double change = 0.0, reference = rows[0][energy];
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const bool after = rows[k][0] == rows[k - 1][0] && (k < 2 || rows[k - 1][0] != rows[k - 2][0]);
    if (after) reference = rows[k][energy];
    change = std::max(change, std::abs(rows[k][energy] - reference));
  }
  EXPECT_EQ(facts.energy_change, change);
  const Json summary = json_of(trial.folder / "a/run.json").at("summary");
  EXPECT_EQ(summary.at("rows"), facts.rows);
  EXPECT_EQ(summary.at("largest_energy_change_between_impacts"), change);
}

TEST(RunFolder, OnlyCsvUnlessAsked) {
  RunTrial trial;
  trial.how.npz = trial.how.mcap = false;
  trial.run("deep/a");
  EXPECT_THAT(
      names_in(trial.folder / "deep/a"),
      ElementsAre("events.csv", "impacts.json", "report.html", "run.json", "trajectory.csv"));
}

TEST(RunFolder, SameBitsEveryTime) {
  const RunTrial trial;
  trial.run("a");
  trial.run("b");
  trial.run("b");  // over an ended run of the same
  expect_same_files(trial.folder / "a", trial.folder / "b");
}

TEST(RunFolder, StopKeepsWhatIsDone) {
  RunTrial trial;
  const RunResult result = trial.stopped("a", 20);
  EXPECT_EQ(result.status, RunStatus::stopped);
  EXPECT_NEAR(result.trajectories.at(0).time, 0.02, 1e-12);
  EXPECT_EQ(json_of(trial.folder / "a/run.json").at("status"), "stopped");
  EXPECT_EQ(rows_of(trial.folder / "a", trial.scene.model).size(),
            static_cast<std::size_t>(result.trajectories[0].rows));
  EXPECT_TRUE(json_of(trial.folder / "a/impacts.json").is_array());
  EXPECT_TRUE(fs::exists(trial.folder / "a/checkpoint.json"));
  EXPECT_TRUE(fs::exists(trial.folder / "a/report.html"));
}

TEST(RunFolder, ResumedRunLeavesTheSameBytes) {
  RunTrial trial;
  trial.options.every = 3;
  trial.run("whole");
  for (const int after : {0, 1, 11, 13, 30, 49}) {
    const std::string name = "stopped_" + std::to_string(after);
    trial.stopped(name, after);
    EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
    expect_same_files(trial.folder / "whole", trial.folder / name);
  }
}

TEST(RunFolder, ResumedTreeLeavesTheSameBytes) {
  RunTrial trial;
  trial.options.branches = 2;
  trial.options.max_trajectories = 3;
  const RunResult whole = trial.run("whole");
  ASSERT_GT(whole.trajectories.size(), 1u);
  for (const int after : {15, 49, 50, 51, 60, 80}) {
    const std::string name = "stopped_" + std::to_string(after);
    const RunResult first = trial.stopped(name, after);
    EXPECT_EQ(first.status, RunStatus::stopped) << after;
    // Branches that wait for their turn have no files yet.
    EXPECT_NO_THROW((void)read_run_with_impacts(trial.folder / name, -1)) << after;
    EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
    expect_same_files(trial.folder / "whole", trial.folder / name);
  }
}

TEST(RunFolder, KilledRunGoesOnFromItsLastCheckpoint) {
  RunTrial trial;
  trial.options.branches = 2;
  trial.options.max_trajectories = 2;
  for (const double checkpoints : {0.0, 1e9}) {  // after every step; only where it must
    SCOPED_TRACE(checkpoints);
    trial.how.checkpoints = checkpoints;
    int step = 0;
    std::vector<std::string> copies;
    trial.how.observe = [&](int, const SimulationRecord&) {
      if (++step % 23 != 0) return;
      copies.push_back("copy_" + std::to_string(step));
      fs::copy(trial.folder / "whole", trial.folder / copies.back(), fs::copy_options::recursive);
    };
    trial.run("whole");
    ASSERT_GE(copies.size(), 3u);
    for (const std::string& name : copies) {
      put_bytes(trial.folder / name / "mine.txt", "kept");
      EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
      EXPECT_EQ(bytes_of(trial.folder / name / "mine.txt"), "kept");
      fs::remove(trial.folder / name / "mine.txt");
      expect_same_files(trial.folder / "whole", trial.folder / name);
    }
    for (const auto& entry : fs::directory_iterator(trial.folder)) fs::remove_all(entry);
  }
}

TEST(RunFolder, ResumeOfAFinishedRunChangesNothing) {
  const RunTrial trial;
  const RunResult first = trial.run("a");
  const auto before = files_in(trial.folder);
  const RunResult again = trial.resume("a");
  EXPECT_EQ(again.status, RunStatus::finished);
  EXPECT_EQ(again.message, first.message);
  EXPECT_EQ(again.trajectories.at(0).rows, first.trajectories.at(0).rows);
  EXPECT_EQ(again.trajectories.at(0).state.q, first.trajectories.at(0).state.q);
  EXPECT_TRUE(files_in(trial.folder) == before);
}

TEST(RunFolder, TreeOfTrajectories) {
  RunTrial trial;
  trial.options.branches = 3;
  trial.options.max_trajectories = 3;
  const RunResult result = trial.run("a");
  const Json run = json_of(trial.folder / "a/run.json");
  ASSERT_GE(result.trajectories.size(), 2u);
  ASSERT_EQ(run.at("trajectories").size(), result.trajectories.size());
  for (std::size_t id = 1; id < result.trajectories.size(); ++id) {
    const Json& item = run.at("trajectories").at(id);
    EXPECT_EQ(item.at("id"), id);
    EXPECT_EQ(item.at("folder"), "branch_" + std::to_string(id));
    EXPECT_EQ(item.at("status"), "finished");
    const std::size_t parent = item.at("parent").get<std::size_t>();
    const std::string parent_folder =
        run.at("trajectories").at(parent).at("folder").get<std::string>();
    const Json impact = json_of(trial.folder / "a" / parent_folder / "impacts.json")
                            .at(item.at("impact").get<std::size_t>());
    EXPECT_EQ(impact.at("time"), item.at("start"));
    EXPECT_EQ(impact.at("uniqueness").at("verdict"), "several");
    const Json& followers = impact.at("followed_by");
    const auto place = std::find(followers.begin(), followers.end(), Json(id)) - followers.begin();
    ASSERT_LT(place, static_cast<std::ptrdiff_t>(followers.size()));
    // The branch starts at the impact, with the velocity of its outcome.
    const auto rows =
        rows_of(trial.folder / "a" / item.at("folder").get<std::string>(), trial.scene.model);
    EXPECT_EQ(rows.front()[0], impact.at("time").get<double>());
    const Json& velocity = impact.at("alternatives").at(static_cast<std::size_t>(place));
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(rows.front()[1 + k], impact.at("q")[k].get<double>());
      EXPECT_EQ(rows.front()[5 + k], velocity[k].get<double>());
    }
  }
}

TEST(RunFolder, TreeIsLimited) {
  RunTrial trial;
  trial.options.branches = 2;
  trial.options.max_trajectories = 1;
  const RunResult result = trial.run("a");
  ASSERT_EQ(result.trajectories.size(), 1u);
  EXPECT_THAT(result.notes, testing::Contains(HasSubstr("further outcomes are not followed")));
  EXPECT_FALSE(fs::exists(trial.folder / "a/branch_1"));
}

TEST(RunFolder, DivergedRunKeepsTheLastGoodState) {
  RunTrial trial;
  trial.options.controller = {
      .name = "nan from 0.02 s on",
      .add_force = [](double time, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::Ref<Eigen::VectorXd> force) {
        if (time > 0.02) force[0] += std::nan("");
      }};
  const RunResult result = trial.run("a");
  EXPECT_EQ(result.status, RunStatus::diverged);
  EXPECT_THAT(result.message, HasSubstr("the controller's force is not finite"));
  EXPECT_NEAR(result.trajectories.at(0).time, 0.02, 2e-3);
  EXPECT_TRUE(result.trajectories.at(0).state.q.allFinite());
  const Json checkpoint = json_of(trial.folder / "a/checkpoint.json");
  EXPECT_EQ(checkpoint.at("at").at("q").size(), 4u);
  EXPECT_EQ(json_of(trial.folder / "a/run.json").at("status"), "diverged");
  const auto before = files_in(trial.folder);
  EXPECT_EQ(trial.resume("a").status, RunStatus::diverged);
  EXPECT_TRUE(files_in(trial.folder) == before);
}

TEST(RunFolder, FullDiskKeepsValidFilesAndResumes) {
  RunTrial trial;
  trial.run("whole");
  const auto size_of = [&](const char* name) {
    return fs::file_size(trial.folder / "whole" / name);
  };
  const std::vector<rlim_t> sizes = {size_of("trajectory.csv") - 500,
                                     size_of("trajectory.mcap") - 9, size_of("report.html") - 1};
  ASSERT_LT(size_of("run.json"), sizes[0]);
  for (const rlim_t size : sizes) {
    SCOPED_TRACE(size);
    const std::string name = "small_" + std::to_string(size);
    RunResult result;
    {
      const SmallDisk disk(size);
      result = trial.run(name);
    }
    EXPECT_EQ(result.status, RunStatus::stopped);
    EXPECT_THAT(result.message,
                testing::MatchesRegex(".*: cannot be written \\(File too large\\) at .*; what was "
                                      "written before is valid; make room and run again with "
                                      "--resume"));
    const std::string csv = bytes_of(trial.folder / name / "trajectory.csv");
    EXPECT_TRUE(csv.empty() || csv.back() == '\n');
    EXPECT_TRUE(bytes_of(trial.folder / "whole/trajectory.csv").starts_with(csv));
    EXPECT_TRUE(json_of(trial.folder / name / "impacts.json").is_array());
    EXPECT_EQ(trial.resume(name).status, RunStatus::finished);
    expect_same_files(trial.folder / "whole", trial.folder / name);
  }
}

TEST(RunFolder, TellsHowFarItIs) {
  RunTrial trial;
  std::vector<double> times;
  std::size_t rows = 0;
  trial.how.progress = [&](int trajectory, double time) {
    EXPECT_EQ(trajectory, 0);
    times.push_back(time);
  };
  trial.how.observe = [&](int, const SimulationRecord& record) { rows += record.rows.size(); };
  const RunResult result = trial.run("a");
  EXPECT_EQ(times.size(), 50u);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(times.back(), 0.05);
  EXPECT_EQ(static_cast<std::int64_t>(rows), result.trajectories.at(0).rows);
}

TEST(RunFolder, PageIsSelfContainedAndEscaped) {
  RunTrial trial;
  trial.how.title = "<b>vee & \"friends\"</b>";
  trial.options.branches = 2;
  trial.options.max_trajectories = 2;
  trial.run("a");
  const std::string page = bytes_of(trial.folder / "a/report.html");
  EXPECT_THAT(page, HasSubstr("<title>&lt;b&gt;vee &amp; \"friends\"&lt;/b&gt; – carom</title>"));
  EXPECT_THAT(page, testing::Not(HasSubstr("<b>")));
  const report::Json data = page_data(page);
  EXPECT_EQ(data.at("kind"), "run");
  EXPECT_EQ(data.at("title"), trial.how.title);
  ASSERT_EQ(data.at("tracks").size(), 2u);
  const auto& impact = data.at("tracks")[0].at("impacts")[0];
  EXPECT_THAT(impact.at("words").get<std::string>(), HasSubstr("One of "));
  EXPECT_EQ(impact.at("followed_by"), report::Json::array({1}));
  std::vector<std::string> names;
  for (const auto& channel : data.at("tracks")[0].at("channels")) names.push_back(channel["name"]);
  EXPECT_THAT(names, testing::IsSupersetOf({"gap_foot 1", "angle_2", "force_foot 1", "energy"}));
}

}  // namespace
}  // namespace carom::test
