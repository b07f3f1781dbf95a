// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Other runs on the page of a run: their tracks, their drawings, and what is refused.
#include "report/run/page/beside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "carom/error.h"
#include "carom/laws.h"
#include "carom/page.h"
#include "carom/run.h"
#include "carom/scene.h"
#include "report/files/bytes.h"
#include "support/faults.h"

namespace carom::test {
namespace {

namespace fs = std::filesystem;
using report::Json;
using testing::ElementsAre;
using testing::HasSubstr;

/// A folder for runs, gone afterwards.
struct BesideTrial {
  BesideTrial() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) /
             (std::string("carom-beside-") + test->name() + "-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~BesideTrial() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  BesideTrial(const BesideTrial&) = delete;

  fs::path run(const std::string& name, const std::string& scene,
               const std::vector<fs::path>& beside = {}) const {
    const SceneModel made = make_scene_model(scene);
    SimulationOptions options;
    options.duration = 0.05;
    options.law = Plastic();
    run_to_folder(folder / name, made.model, made.state, options, {.beside = beside});
    return folder / name;
  }
  static Json page(const fs::path& run) {
    const std::string html = report::read_whole(run / "report.html");
    const auto at = html.find('>', html.find("id=\"carom-page\"")) + 1;
    return Json::parse(html.substr(at, html.find('<', at) - at));
  }
  fs::path folder;
};

TEST(Beside, RunsOfOneModelShareItsDrawing) {
  if (!has_viewer()) GTEST_SKIP() << "built without the viewer";
  const BesideTrial trial;
  const fs::path a = trial.run("a", "free_body");
  const Json page = BesideTrial::page(trial.run("b", "free_body", {a}));
  ASSERT_EQ(page.at("tracks").size(), 2u);
  EXPECT_EQ(page.at("tracks")[0].at("label"), "b");
  EXPECT_EQ(page.at("tracks")[1].at("label"), "a");
  EXPECT_TRUE(page.at("tracks")[1].at("beside").get<bool>());
  EXPECT_TRUE(page.at("tracks")[1].at("drawing").is_null());
  EXPECT_TRUE(page.at("drawings").empty());
  EXPECT_EQ(page.at("tracks")[0].at("poses"), page.at("tracks")[1].at("poses"));
  EXPECT_THAT(page.at("summary"), testing::Contains("Beside it: a."));
}

TEST(Beside, ARunOfAnotherModelHasItsOwnDrawing) {
  if (!has_viewer()) GTEST_SKIP() << "built without the viewer";
  const BesideTrial trial;
  const fs::path a = trial.run("a", "chain");
  const Json page = BesideTrial::page(trial.run("b", "free_body", {a}));
  EXPECT_EQ(page.at("tracks")[1].at("drawing"), 0);
  ASSERT_EQ(page.at("drawings").size(), 1u);
  EXPECT_EQ(page.at("drawings")[0], BesideTrial::page(a).at("drawing"));
}

TEST(Beside, ARunWithoutItsPageIsReadFromItsFiles) {
  if (!has_viewer()) GTEST_SKIP() << "built without the viewer";
  const BesideTrial trial;
  const fs::path a = trial.run("a", "free_body");
  const Json whole = BesideTrial::page(a);
  fs::remove(a / "report.html");
  const Json page = BesideTrial::page(trial.run("b", "free_body", {a}));
  EXPECT_EQ(page.at("tracks")[1].at("poses"), whole.at("tracks")[0].at("poses"));
  const fs::path other = trial.run("other", "chain");
  fs::remove(other / "report.html");
  EXPECT_THAT(faults_of([&] { trial.run("c", "free_body", {other}); }),
              ElementsAre(HasSubstr("has no report.html, and its trajectory.csv is not of the same "
                                    "model; expected a finished run, or one of the same model")));
}

TEST(Beside, AllThatIsWrongIsSaidAtOnceAndBeforeAnythingIsWritten) {
  if (!has_viewer()) GTEST_SKIP() << "built without the viewer";
  const BesideTrial trial;
  const fs::path a = trial.run("a", "free_body");
  fs::create_directories(trial.folder / "empty");
  std::ofstream(trial.folder / "file") << "x";
  const auto faults = faults_of([&] {
    trial.run("b", "free_body",
              {a, a / ".." / "a", trial.folder / "b", trial.folder / "none", trial.folder / "file",
               trial.folder / "empty"});
  });
  EXPECT_THAT(faults,
              ElementsAre(HasSubstr("is given twice; expected it once"),
                          HasSubstr("is the folder of this run; expected that of another one"),
                          HasSubstr("none: no such folder; expected the folder of a run"),
                          HasSubstr("file: no such folder; expected the folder of a run"),
                          HasSubstr("empty: holds no run.json; expected the folder of a run")));
  EXPECT_FALSE(fs::exists(trial.folder / "b"));
  std::ofstream(a / "report.html") << "<script id=\"carom-page\">{\"format\": \"other\"}</script>";
  EXPECT_THAT(
      faults_of([&] { trial.run("b", "free_body", {a}); }),
      ElementsAre(HasSubstr("report.html: is of another version; expected the page of a run")));
  EXPECT_THAT(faults_of([&] {
                trial.run("b", "free_body", std::vector<fs::path>(8, trial.folder / "empty"));
              })[0],
              HasSubstr("beside = 8 runs; expected at most 7"));
}

}  // namespace
}  // namespace carom::test
