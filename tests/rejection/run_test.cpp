// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the folder of a run refuses, by the text of the message, and that nothing was changed by it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/run/read_back.h"
#include "support/run_trial.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

class RunRejection : public testing::Test {
 protected:
  /// The faults of an action that must change nothing, without the folder.
  std::vector<std::string> refused(const std::function<void()>& action) const {
    const auto before = files_in(trial.folder);
    std::vector<std::string> faults = faults_of(action);
    EXPECT_TRUE(files_in(trial.folder) == before);
    for (std::string& fault : faults) {
      const std::string folder = trial.folder.string() + "/";
      for (std::size_t at; (at = fault.find(folder)) != fault.npos;) fault.erase(at, folder.size());
    }
    return faults;
  }
  std::vector<std::string> run(const std::string& name) const {
    return refused([&] { trial.run(name); });
  }
  std::vector<std::string> resume(const std::string& name) const {
    return refused([&] { trial.resume(name); });
  }
  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = bytes_of(trial.folder / name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, text.npos) << from;
    put_bytes(trial.folder / name, text.replace(at, from.size(), to));
  }

  RunTrial trial;
};

TEST_F(RunRejection, Place) {
  put_bytes(trial.folder / "file", "mine");
  EXPECT_THAT(run("file"), ElementsAre("file: is a file; expected a folder; name another one"));
  EXPECT_THAT(run("file/a"),
              ElementsAre(MatchesRegex("file/a: cannot be made: .*; expected a folder that can be "
                                       "written")));
}

TEST_F(RunRejection, FilesOfTheSameNames) {
  fs::create_directory(trial.folder / "a");
  put_bytes(trial.folder / "a/trajectory.csv", "mine");
  put_bytes(trial.folder / "a/other.csv", "mine");
  fs::create_directory(trial.folder / "a/branch_1");
  EXPECT_THAT(
      run("a"),
      ElementsAre("a/trajectory.csv: is there, but no run.json beside it; expected a folder "
                  "without files of this name; move it, or name another folder",
                  "a/branch_1: is there, but no run.json beside it; expected a folder without "
                  "folders of this name; move it, or name another folder"));
  fs::remove(trial.folder / "a/trajectory.csv");
  fs::remove(trial.folder / "a/branch_1");
  EXPECT_EQ(trial.run("a").status, RunStatus::finished);
  EXPECT_EQ(bytes_of(trial.folder / "a/other.csv"), "mine");
}

TEST_F(RunRejection, OtherRunJson) {
  fs::create_directory(trial.folder / "a");
  put_bytes(trial.folder / "a/run.json", "{\"mine\": 1}");
  EXPECT_THAT(run("a"), ElementsAre("a/run.json: has no format; expected that of a run "
                                    "('carom-run/1'); move this file, or name another folder"));
  put_bytes(trial.folder / "a/run.json", "{\"format\": \"carom-run/2\"}");
  EXPECT_THAT(resume("a"),
              ElementsAre("a/run.json: format = \"carom-run/2\"; expected 'carom-run/1'; it was "
                          "written by another version of carom: name another folder"));
  put_bytes(trial.folder / "a/run.json", "{mine");
  EXPECT_THAT(run("a"), ElementsAre(HasSubstr("a/run.json:1:2: not JSON")));
}

TEST_F(RunRejection, SubjectThatIsNoJson) {
  trial.how.subject = "{vee}";
  EXPECT_THAT(run("a"), ElementsAre(HasSubstr("subject of the run:1:2: not JSON")));
}

TEST_F(RunRejection, Checkpoints) {
  trial.how.checkpoints = -1.0;
  EXPECT_THAT(run("a"), ElementsAre("run: checkpoints = -1; expected at least 0 s"));
}

TEST_F(RunRejection, StartThatTheSimulationRefuses) {
  trial.scene.state.v.resize(2);
  EXPECT_FALSE(run("a").empty());
  EXPECT_FALSE(fs::exists(trial.folder / "a"));
}

TEST_F(RunRejection, UnfinishedRunInTheWay) {
  trial.stopped("a", 20);
  EXPECT_THAT(run("a"), ElementsAre("a: holds this run unfinished; expected a new folder or an "
                                    "ended run; --resume goes on with it, or delete the folder"));
}

TEST_F(RunRejection, NothingToGoOnWith) {
  EXPECT_THAT(resume("a"), ElementsAre("a/run.json: does not exist; expected the run to go on "
                                       "with; start without --resume"));
}

TEST_F(RunRejection, AnotherRun) {
  trial.stopped("a", 20);
  constexpr const char* last =
      "a: holds another run; expected the one to go on with; ask for that one, or name another "
      "folder";
  trial.how.subject = R"({"parameters": {"height": 0.03}, "scene": "vee"})";
  trial.options.step = 0.002;
  trial.options.law = Propagative{.restitution = 0.7};
  EXPECT_THAT(
      resume("a"),
      ElementsAre("a: scene.parameters.height: 0.02 in the folder, 0.03 asked; expected the same",
                  "a: law.restitution: 0.8 in the folder, 0.7 asked; expected the same",
                  "a: step: 0.001 in the folder, 0.002 asked; expected the same", last));
  EXPECT_THAT(run("a"), testing::Contains("a: holds another run; expected an empty folder, or the "
                                          "same run; name another folder, or delete this one"));
}

TEST_F(RunRejection, OtherKindsOfRuns) {
  trial.stopped("a", 20);
  const auto differs = [&](const std::function<void(RunTrial&)>& change) {
    RunTrial& other = trial;
    const SimulationOptions options = other.options;
    const RunFolderOptions how = other.how;
    const SceneModel scene = other.scene;
    change(other);
    std::vector<std::string> faults = resume("a");
    other.options = options;
    other.how = how;
    other.scene = scene;
    return faults.empty() ? std::string() : faults.front();
  };
  EXPECT_THAT(differs([](RunTrial& t) { t.options.duration = 1.0; }), HasSubstr("duration: 0.05"));
  EXPECT_THAT(differs([](RunTrial& t) { t.options.every = 2; }), HasSubstr("every: 1"));
  EXPECT_THAT(differs([](RunTrial& t) { t.options.branches = 2; }),
              HasSubstr("settings.branches: 1 in"));
  EXPECT_THAT(differs([](RunTrial& t) { t.options.integrator = IntegratorKind::runge_kutta; }),
              HasSubstr("integrator: \"variational\" in"));
  EXPECT_THAT(differs([](RunTrial& t) { t.how.mcap = false; }), HasSubstr("files: "));
  EXPECT_THAT(differs([](RunTrial& t) { t.how.units.length = "cm"; }),
              HasSubstr("model.units.length: \"m\" in"));
  EXPECT_THAT(differs([](RunTrial& t) { t.scene.state.v[0] = 1e-16; }),
              HasSubstr("start.v: [0.0,"));
  EXPECT_EQ(trial.resume("a").status, RunStatus::finished);
}

TEST_F(RunRejection, AnotherVersion) {
  trial.stopped("a", 20);
  edit("a/run.json", "\"carom\": \"", "\"carom\": \"9");
  EXPECT_THAT(resume("a"), ElementsAre(HasSubstr("versions.carom: \"9"), HasSubstr("a: holds")));
}

TEST_F(RunRejection, ChangedFiles) {
  trial.stopped("a", 20);
  const auto size = fs::file_size(trial.folder / "a/trajectory.csv");
  fs::resize_file(trial.folder / "a/trajectory.csv", 10);
  EXPECT_THAT(faults_of([&] { trial.resume("a"); }),
              ElementsAre((trial.folder / "a/trajectory.csv").string() +
                          ": 10 bytes; expected the " + std::to_string(size) +
                          " that were written before the run was interrupted; the file was "
                          "changed: delete the folder to start anew"));
  fs::remove(trial.folder / "a/trajectory.csv");
  EXPECT_THAT(faults_of([&] { trial.resume("a"); }),
              ElementsAre(HasSubstr("trajectory.csv: cannot be opened: No such file or directory; "
                                    "expected a writable file")));
}

TEST_F(RunRejection, ChangedCheckpoint) {
  trial.stopped("a", 20);
  const std::string text = bytes_of(trial.folder / "a/checkpoint.json");
  edit("a/checkpoint.json", "carom-checkpoint/1", "carom-checkpoint/2");
  EXPECT_THAT(resume("a"),
              ElementsAre("a/checkpoint.json: is no checkpoint of a run: format = "
                          "\"carom-checkpoint/2\"; expected 'carom-checkpoint/1' as this version "
                          "of carom wrote it; delete the folder to start anew"));
  put_bytes(trial.folder / "a/checkpoint.json", text);
  edit("a/checkpoint.json", "\"begun\"", "\"begin\"");
  EXPECT_THAT(resume("a"), ElementsAre(HasSubstr("key 'begun' not found; expected")));
  put_bytes(trial.folder / "a/checkpoint.json", text);
  edit("a/checkpoint.json", "\"status\": \"stopped\"", "\"status\": \"tired\"");
  EXPECT_THAT(resume("a"),
              ElementsAre(HasSubstr("status = 'tired'; expected finished, fell, stopped, diverged "
                                    "or running; expected 'carom-checkpoint/1'")));
  put_bytes(trial.folder / "a/checkpoint.json", text);
  edit("a/checkpoint.json", "\"current\": 0", "\"current\": 7");
  EXPECT_THAT(resume("a"), ElementsAre(HasSubstr("is no checkpoint of a run: current = 7")));
  edit("a/checkpoint.json", "\"current\": 7", "\"current\": 0");
  edit("a/checkpoint.json", "\"id\": 0", "\"id\": 7");
  EXPECT_THAT(resume("a"),
              ElementsAre(HasSubstr("is no checkpoint of a run: trajectory 0 has id = 7")));
}

TEST_F(RunRejection, ChangedTable) {
  trial.run("a");
  const fs::path path = trial.folder / "a/trajectory.csv";
  edit("a/trajectory.csv", "\n0.003,", "\nlate,");
  const auto names = report::names_of(trial.scene.model, {});
  report::RunTable table(path, names);
  std::vector<double> row;
  EXPECT_THAT(faults_of([&] {
                while (table.next(row)) {
                }
              }),
              ElementsAre(MatchesRegex(".*trajectory.csv:[0-9]+: is not a row of 16 numbers; "
                                       "expected it as carom wrote it; the file was changed: "
                                       "delete the folder to start anew")));
  edit("a/trajectory.csv", "time", "Time");
  EXPECT_THAT(
      faults_of([&] { report::RunTable(path, names); }),
      ElementsAre(HasSubstr("trajectory.csv:1: another header; expected that of this run")));
}

}  // namespace
}  // namespace carom::test
