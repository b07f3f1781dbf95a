// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Torques and the account of energy on the page of a run under a motor program.
#include "report/run/page/motors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "report/run/page/run_page.h"
#include "report/run/program.h"
#include "support/drive_trial.h"
#include "support/page_run_trial.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::Json;
using testing::ElementsAre;

/// Torques ±time, work twice the time; energy is ten times the time (PageRunTrial).
void put_driven_rows(const PageRunTrial& trial, const std::vector<double>& times) {
  std::string text = report::trajectory_header(trial.source.names);
  for (const double time : times) {
    TrajectoryRow row = trial.row(time);
    row.torque = Eigen::Vector2d(time, -time);
    row.motor_work = 2.0 * time;
    report::put_row(row, text);
  }
  std::ofstream(trial.folder / "trajectory.csv") << text;
}

const Json& motor_channel(const Json& track, const std::string& name) {
  for (const Json& one : track.at("channels")) {
    if (one.at("name") == name) return one;
  }
  ADD_FAILURE() << name;
  return track;
}

TEST(PageMotors, TorquesWithTheirLimits) {
  PageRunTrial trial;
  trial.source.names = report::names_of(trial.scene.model, {}, vee_drive());
  put_driven_rows(trial, {0.0, 0.5, 1.0});
  trial.put_impacts({});
  const Json track = trial.track();
  const Json& first = motor_channel(track, "torque_angle_1");
  EXPECT_EQ(first.at("group"), "torque");
  EXPECT_EQ(first.at("unit"), "N m");
  EXPECT_EQ(first.at("limit"), 5.0);
  EXPECT_THAT(floats(first.at("values")), ElementsAre(0.0F, 0.5F, 1.0F));
  const Json& second = motor_channel(track, "torque_angle_2");
  EXPECT_FALSE(second.contains("limit"));
  EXPECT_THAT(floats(second.at("values")), ElementsAre(0.0F, -0.5F, -1.0F));
  // What was there before is as it was.
  EXPECT_THAT(floats(motor_channel(track, "friction_foot 2").at("values")),
              ElementsAre(0.0F, 0.0F, 0.0F));
  EXPECT_THAT(doubles(motor_channel(track, "energy").at("values")), ElementsAre(0.0, 5.0, 10.0));
}

/// At an impact what it took is in the second frame, not in the first.
TEST(PageMotors, WhereTheEnergyGoes) {
  PageRunTrial trial;
  trial.source.names = report::names_of(trial.scene.model, {}, vee_drive());
  put_driven_rows(trial, {0.25, 0.5, 0.5, 1.0});
  ImpactRecord impact = trial.impact(0.5);
  impact.outcome.energy.lost = 3.0;
  trial.put_impacts({impact});
  const Json track = trial.track();
  const auto values = [&](const char* name) {
    const Json& one = motor_channel(track, name);
    EXPECT_EQ(one.at("group"), "energy");
    EXPECT_EQ(one.at("unit"), "J");
    EXPECT_EQ(one.at("card"), "Where the energy goes");
    return floats(one.at("values"));
  };
  EXPECT_THAT(values("change"), ElementsAre(0.0F, 2.5F, 2.5F, 7.5F));
  EXPECT_THAT(values("motors"), ElementsAre(0.0F, 0.5F, 0.5F, 1.5F));
  EXPECT_THAT(values("impacts"), ElementsAre(0.0F, 0.0F, -3.0F, -3.0F));
  EXPECT_THAT(values("friction, dampers"), ElementsAre(0.0F, 2.0F, 5.0F, 9.0F));
}

/// run.json of a trial with motors, without impacts.
Json driven_run_json(const PageRunTrial& trial, const ProgramSums& sums) {
  const Json settings = {{"program", report::program_document(trial.scene.model, vee_drive())}};
  return {{"scene", {{"name", "vee"}, {"program", settings.at("program")}}},
          {"model", {{"name", "vee"}}},
          {"law", {{"name", "propagative"}}},
          {"integrator", "runge_kutta"},
          {"step", 1e-3},
          {"integration_steps", 1000},
          {"duration", 1.0},
          {"versions", {{"carom", "1.2.3"}}},
          {"start", {{"q", report::list_of(trial.scene.state.q)}}},
          {"settings", settings},
          {"status", "finished"},
          {"message", "the duration is over"},
          {"notes", Json::array()},
          {"summary",
           {{"rows", 2},
            {"impacts", 0},
            {"energy_start", 10.0},
            {"kinetic_start", 0.0},
            {"kinetic_end", 0.0},
            {"energy_end", 9.0},
            {"energy_lost_in_impacts", 0.0},
            {"largest_energy_change_between_impacts", 1e-9},
            {"program", report::program_summary(sums)}}},
          {"trajectories", trial.trajectories}};
}

TEST(PageMotors, HowFarItWentIsReadFirst) {
  PageRunTrial trial;
  trial.source.names = report::names_of(trial.scene.model, {}, vee_drive());
  put_driven_rows(trial, {0.0, 1.0});
  trial.put_impacts({});
  const ProgramSums sums{.work = vee_memory().work,
                         .energy_end = 100.5,
                         .distance = 1.53,
                         .duration = 5.0,
                         .weight = 18.67};
  Json run = driven_run_json(trial, sums);
  const auto page_of = [&] {
    report::RunPage page(trial.scene.model, trial.source.names, trial.law, run, {.title = "rods"});
    page.begin(0, false);
    report::read_back(trial.folder, trial.source.names, false,
                      [&](const SimulationRecord& record) { page.take(0, record); });
    page.end(0);
    return page.document(run);
  };
  const Json page = page_of();
  const std::string went = "It went 1.53 m in 5 s (0.306 m/s); cost of transport 0.42.";
  EXPECT_EQ(page.at("summary").at(0), went);
  EXPECT_EQ(page.at("summary").at(2), "There was no impact.");
  EXPECT_THAT(page.at("facts"), testing::Contains(Json({"run", "vee"})));
  EXPECT_THAT(page.at("facts"),
              testing::Contains(Json({"motors",
                                      "steady: hold angle_1, angle_2 at the start; spin "
                                      "angle_1 at the start"})));
  // One that did not come to its end says so before.
  run["status"] = "diverged";
  run["message"] = "no step converged";
  const Json ended = page_of();
  EXPECT_EQ(ended.at("summary").at(0), "The run diverged at 1 s: no step converged.");
  EXPECT_EQ(ended.at("summary").at(1), went);
}

TEST(PageMotors, NoneWithoutAProgram) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  trial.put_impacts({});
  const Json track = trial.track();
  for (const Json& one : track.at("channels")) {
    EXPECT_NE(one.at("group"), "torque");
    EXPECT_FALSE(one.contains("card"));
  }
}

}  // namespace
}  // namespace carom::test
