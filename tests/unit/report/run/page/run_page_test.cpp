// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of a run, by the document inside it.
#include "report/run/page/run_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "support/page_run_trial.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::Json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// run.json of a trial.
Json run_json(const PageRunTrial& trial, int unique, int several) {
  return {{"scene", {{"name", "vee"}, {"parameters", {{"height", 0.02}}}}},
          {"model", {{"name", "vee"}}},
          {"law", {{"name", "propagative"}, {"restitution", 1}}},
          {"integrator", "variational"},
          {"step", 1e-3},
          {"integration_steps", 1000},
          {"duration", 1.0},
          {"versions", {{"carom", "1.2.3"}}},
          {"start", {{"q", report::list_of(trial.scene.state.q)}}},
          {"status", "finished"},
          {"message", "the duration is over"},
          {"notes", {"a note <b>of</b> the run"}},
          {"summary",
           {{"rows", 4},
            {"impacts", unique + several},
            {"verdicts", {{"unique", unique}, {"several", several}, {"not_checked", 0}}},
            {"practical",
             {{"one", unique},
              {"slight", 0},
              {"several", several},
              {"not_asked", 0},
              {"friction", false}}},
            {"worst_spread", several > 0 ? 0.5 : 0.0},
            {"worst_spread_time", 0.41},
            {"worst_spread_impact", 0},
            {"energy_start", 10.0},
            {"kinetic_start", 0.0},
            {"kinetic_end", 0.0},
            {"energy_end", 9.0},
            {"energy_lost_in_impacts", 1.0},
            {"largest_energy_change_between_impacts", 1e-9}}},
          {"trajectories", trial.trajectories}};
}

Json page_of(const PageRunTrial& trial, const Json& run) {
  report::RunPage page(trial.scene.model, trial.source.names, trial.law, run,
                       {.title = "two <rods>"});
  for (const Json& one : trial.trajectories) {
    if (one.at("parent").is_null()) continue;
    page.add_branch(one.at("parent").get<int>(), one.at("id").get<int>(),
                    one.at("start").get<double>());
  }
  for (const Json& one : trial.trajectories) {
    const int id = one.at("id").get<int>();
    page.begin(id, false);
    report::read_back(trial.folder / one.at("folder").get<std::string>(), trial.source.names, false,
                      [&](const SimulationRecord& record) { page.take(id, record); });
    page.end(id);
  }
  return page.document(run);
}

TEST(PageRun, SaysHowItWentFirst) {
  PageRunTrial trial;
  trial.put_rows({0.0, 0.41, 0.41, 0.5, 0.5, 1.0});
  trial.put_impacts({trial.impact(0.41, true), trial.impact(0.5)});
  const Json page = page_of(trial, run_json(trial, 1, 1));
  EXPECT_EQ(page.at("kind"), "run");
  EXPECT_EQ(page.at("title"), "two <rods>");
  EXPECT_THAT(
      page.at("summary"),
      ElementsAre("2 impacts took 1 J: 1 with practically one outcome, 1 with several outcomes.",
                  "Worst spread: 50 % of the momentum at t = 0.41 s, several outcomes.",
                  "The run went to its end, 1 s."));
  EXPECT_THAT(page.at("facts"), Contains(Json({"run", "vee, parameters height 0.02"})));
  EXPECT_THAT(page.at("facts"), Contains(Json({"duration", "1 s of 1 s"})));
  EXPECT_THAT(page.at("facts"), Contains(Json({"law", "propagative, restitution 1"})));
  EXPECT_THAT(page.at("notes"), ElementsAre("a note <b>of</b> the run"));
  EXPECT_EQ(page.at("drawing").at("bodies").size(), 2u);
  ASSERT_EQ(page.at("tracks").size(), 1u);
  EXPECT_EQ(page.at("tracks")[0].at("impacts").size(), 2u);
  EXPECT_GE(page.at("tracks")[0].at("impacts")[0].at("branches").size(), 2u);
}

TEST(PageRun, WithoutImpacts) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  trial.put_impacts({});
  Json run = run_json(trial, 0, 0);
  run["status"] = "diverged";
  run["message"] = "no step converged";
  const Json page = page_of(trial, run);
  EXPECT_THAT(page.at("summary"),
              ElementsAre("The run diverged at 1 s: no step converged.", "There was no impact."));
  EXPECT_TRUE(page.at("tracks")[0].at("impacts").empty());
}

TEST(PageRun, OneImpactWithOneOutcome) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  Json run = run_json(trial, 1, 0);
  run["summary"]["energy_lost_in_impacts"] = 0.0;
  EXPECT_THAT(page_of(trial, run).at("summary"),
              ElementsAre("1 impact took no energy: 1 with practically one outcome.",
                          "No order of closing and no stiffness of the contacts changes an impact.",
                          "The run went to its end, 1 s."));
  run = run_json(trial, 0, 0);
  run["summary"]["impacts"] = 3;
  run["summary"]["practical"]["not_asked"] = 3;
  run["summary"]["worst_spread_impact"] = -1;
  EXPECT_THAT(page_of(trial, run).at("summary"),
              ElementsAre("3 impacts took 1 J.", "How well defined impacts are was not asked.",
                          "The run went to its end, 1 s."));
}

TEST(PageRun, AtMostSixteenTrajectoriesWithRows) {
  PageRunTrial trial;
  trial.put_rows({0.0, 0.5, 0.5, 1.0});
  trial.put_impacts({trial.impact(0.5)});
  for (int k = 1; k < 20; ++k) {
    trial.add_trajectory(0, 0.5);
    trial.put_rows({0.5, 1.0}, "branch_" + std::to_string(k));
  }
  trial.trajectories[3]["summary"]["rows"] = 0;
  const Json page = page_of(trial, run_json(trial, 1, 0));
  EXPECT_EQ(page.at("tracks").size(), 15u);
  EXPECT_EQ(page.at("tracks")[3].at("id"), 4);
  EXPECT_THAT(page.at("notes"), Contains("The page shows the first 16 of 20 trajectories; all are "
                                         "in the run's folder."));
  EXPECT_THAT(page.at("summary"), Contains("Other outcomes than the law's own were followed too: "
                                           "20 trajectories in all."));
}

TEST(PageRun, SameInputSameBytes) {
  PageRunTrial trial;
  trial.put_rows(grid(5000, {0.41}));
  trial.put_impacts({trial.impact(0.41, true)});
  const Json run = run_json(trial, 0, 1);
  EXPECT_EQ(page_of(trial, run).dump(), page_of(trial, run).dump());
}

TEST(PageRun, ChangedFilesAreRefused) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  std::ofstream(trial.folder / "impacts.json") << "[\n{\"time\": \n]\n";
  try {
    (void)page_of(trial, run_json(trial, 0, 0));
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("impacts.json: entry 0: "));
  }
}

}  // namespace
}  // namespace carom::test
