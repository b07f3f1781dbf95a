// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk on a page: its curves at the times of the frames, its touch-downs, its words.
#include "report/run/page/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/constants.h"
#include "support/faults.h"
#include "support/page_run_trial.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::Json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

report::WalkMotors three_motors() {
  return {.velocities = {0, 1, 2},
          .names = {"strong", "weak", "free"},
          .limits = Eigen::Vector3d(100.0, 10.0, infinity)};
}

/// Every number is its column's: com 1 2 3, DCM 4 5, ZMP 6 7, plus the time.
WalkSample sample_at(double time) {
  WalkSample sample;
  sample.time = time;
  sample.com = Eigen::Vector3d(1.0, 2.0, 3.0).array() + time;
  sample.dcm = Eigen::Vector2d(4.0, 5.0).array() + time;
  sample.dcm_reference = Eigen::Vector2d(4.5, 5.5).array() + time;
  sample.zmp = Eigen::Vector2d(6.0, 7.0).array() + time;
  sample.zmp_reference = Eigen::Vector2d(6.5, 7.5).array() + time;
  sample.margin = 8.0 + time;
  sample.tilt = 9.0 + time;
  sample.torque = Eigen::Vector3d(-20.0, 5.0, 300.0 + time);
  return sample;
}

void put_samples(const fs::path& file, const report::WalkMotors& motors,
                 const std::vector<WalkSample>& samples) {
  std::string text = report::walk_header(motors);
  for (const WalkSample& one : samples) report::put_walk(one, motors, text);
  std::ofstream(file) << text;
}

const Json& channel(const Json& channels, const std::string& name) {
  for (const Json& one : channels) {
    if (one.at("name") == name) return one;
  }
  throw std::runtime_error("no channel " + name);
}

Json channels_of(const std::vector<WalkSample>& samples, const std::vector<double>& times) {
  report::WalkCurves curves(three_motors());
  for (const WalkSample& one : samples) curves.take(one);
  std::vector<std::vector<float>> values;
  for (const double time : times) values.push_back(curves.at(time));
  Json channels = Json::array();
  curves.put(values, channels);
  return channels;
}

/// Reads the files of a trial as those of a walk with these motors.
std::size_t samples_in(const PageRunTrial& trial) {
  report::RunNames names = trial.source.names;
  names.motors = three_motors();
  std::size_t count = 0;
  report::read_back(trial.folder, names, true,
                    [&](const SimulationRecord& record) { count += record.walk.size(); });
  return count;
}

TEST(PageWalk, CurvesAreThoseOfTheWalkAtTheTimesOfTheFrames) {
  const Json channels =
      channels_of({sample_at(1), sample_at(2), sample_at(4)}, {0.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0});
  EXPECT_EQ(channels.size(), report::WalkCurves(three_motors()).size());
  // Before the first row as that one, blended between two, after the last for a while as that one.
  const std::vector<std::pair<std::string, float>> bases = {
      {"com_x", 1.0F},     {"com_y", 2.0F},  {"dcm_x", 4.0F},     {"dcm_y", 5.0F},
      {"dcm_ref_x", 4.5F}, {"zmp_x", 6.0F},  {"dcm_ref_y", 5.5F}, {"zmp_y", 7.0F},
      {"zmp_ref_x", 6.5F}, {"margin", 8.0F}, {"zmp_ref_y", 7.5F}, {"tilt", 9.0F}};
  for (const auto& [name, base] : bases) {
    const Json& one = channel(channels, name);
    EXPECT_EQ(one.at("group"), "walk");
    EXPECT_EQ(one.at("unit"), name == "tilt" ? "rad" : "m");
    EXPECT_THAT(floats(one.at("values")),
                ElementsAre(base + 1, base + 1, base + 2, base + 3, base + 3, base + 4, base + 4))
        << name;
  }
  EXPECT_THAT(floats(channel(channels, "torque_free").at("values")),
              ElementsAre(301, 301, 302, 303, 303, 304, 304));
}

TEST(PageWalk, NothingIsMadeUpWhereNothingIsKnown) {
  WalkSample flies = sample_at(2);
  flies.zmp.setConstant(not_a_number);
  const Json channels =
      channels_of({sample_at(1), flies, sample_at(3)}, {1.0, 1.5, 2.0, 2.5, 3.0, 9.0});
  const auto zmp = floats(channel(channels, "zmp_x").at("values"));
  EXPECT_EQ(zmp[0], 7.0F);
  for (const std::size_t k : {1u, 2u, 3u, 5u}) EXPECT_TRUE(std::isnan(zmp[k])) << k;
  EXPECT_EQ(zmp[4], 9.0F);
  const auto com = floats(channel(channels, "com_x").at("values"));
  EXPECT_EQ(com[3], 3.5F);
  EXPECT_TRUE(std::isnan(com[5]));  // long after the last row
}

TEST(PageWalk, MotorsNearestToTheirLimitsComeFirst) {
  const auto order = [&](const std::vector<WalkSample>& samples) {
    std::vector<std::string> names;
    for (const Json& one : channels_of(samples, {1.0})) {
      if (one.at("group") == "torque") names.push_back(one.at("name"));
    }
    return names;
  };
  EXPECT_THAT(order({sample_at(1), sample_at(2), sample_at(3)}),
              ElementsAre("torque_weak", "torque_strong", "torque_free"));
  WalkSample late = sample_at(3);  // rows that no frame needs count all the same
  late.torque[0] = -90.0;
  EXPECT_THAT(order({sample_at(1), sample_at(2), late}),
              ElementsAre("torque_strong", "torque_weak", "torque_free"));
}

TEST(PageWalk, ChangedTablesAreRefused) {
  PageRunTrial trial;
  trial.put_rows({0.0, 5.0});
  const fs::path file = trial.folder / "walk.csv";
  const auto fault = [&] { return refusal_of([&] { (void)samples_in(trial); }); };
  EXPECT_THAT(fault(), HasSubstr("walk.csv"));  // there is none
  put_samples(file, report::WalkMotors{}, {});
  EXPECT_THAT(fault(), HasSubstr("walk.csv:1: another header; expected that of this run"));
  std::string wordless;
  report::put_walk(sample_at(2), three_motors(), wordless);
  wordless.erase(wordless.find("stand"), 5);
  for (const std::string& line :
       {std::string("2,shift,-1,x\n"), std::string("2,shift,-1,1,2\n"), wordless}) {
    put_samples(file, three_motors(), {sample_at(1)});
    std::ofstream(file, std::ios::app) << line;
    EXPECT_THAT(fault(), HasSubstr("walk.csv:3: is not a row of 25 values; expected it as carom "
                                   "wrote it; the file was changed"))
        << line;
  }
}

Touchdown touchdown(int step) {
  Touchdown one;
  one.step = step;
  one.side = step % 2 == 0 ? Side::right : Side::left;
  one.time = 0.5 + 1e-3 * step;
  one.impacts = 2;
  one.points = {{"a"}, {"b", "c"}};
  one.energy_lost = 0.25;
  one.largest_jump = 1.5;
  one.jump_joint = "knee";
  one.indeterminacy = not_a_number;
  return one;
}

void put_touchdowns(const fs::path& file, int count) {
  std::string text = "[";
  for (int k = 0; k < count; ++k) {
    text += (k == 0 ? "\n" : ",\n") + report::touchdown_document(touchdown(k)).dump();
  }
  std::ofstream(file) << text << "\n]\n";
}

TEST(PageWalk, TouchdownsAreListedUpToAThousand) {
  const auto page_of = [](int count) {
    report::PageTouchdowns list;
    for (int k = 0; k < count; ++k) list.take(touchdown(k));
    return list.document();
  };
  EXPECT_EQ(page_of(0).at("count"), 0);
  const Json few = page_of(2);
  EXPECT_EQ(few.at("count"), 2);
  const Json& second = few.at("list").at(1);
  EXPECT_EQ(second.at("step"), 1);
  EXPECT_EQ(second.at("foot"), "left");
  EXPECT_EQ(second.at("time"), 0.501);
  EXPECT_EQ(second.at("points"), Json::parse(R"([["a"], ["b", "c"]])"));
  EXPECT_EQ(second.at("energy_lost"), 0.25);
  EXPECT_EQ(second.at("jump_joint"), "knee");
  EXPECT_TRUE(second.at("indeterminacy").is_null());
  EXPECT_EQ(page_of(1003).at("count"), 1003);
  EXPECT_EQ(page_of(1003).at("list").size(), 1000u);
}

TEST(PageWalk, ChangedTouchdownsAreRefused) {
  PageRunTrial trial;
  trial.put_rows({0.0, 5.0});
  put_samples(trial.folder / "walk.csv", three_motors(), {sample_at(1), sample_at(2)});
  EXPECT_EQ(samples_in(trial), 2u);
  std::ofstream(trial.folder / "touchdowns.json") << "[\n{\"step\": 0}\n]\n";
  EXPECT_THAT(refusal_of([&] { (void)samples_in(trial); }),
              HasSubstr("touchdowns.json: entry 0: "));
}

TEST(PageWalk, OnlyTracksOfWalksHaveThem) {
  PageRunTrial trial;
  trial.put_rows(grid(100, {0.505}));
  trial.put_impacts({trial.impact(0.505)});
  EXPECT_FALSE(trial.track().contains("touchdowns"));
  trial.trajectories[0]["summary"].update(report::walk_summary(report::empty_walk_sums()));
  EXPECT_THAT(refusal_of([&] { (void)trial.track(); }), HasSubstr("walk.csv"));
  const report::WalkMotors& motors = trial.source.names.motors;
  put_samples(trial.folder / "walk.csv", motors, {sample_at(0.5), sample_at(0.75)});
  put_touchdowns(trial.folder / "touchdowns.json", 1);
  const Json track = trial.track();
  const std::size_t frames = doubles(track.at("time")).size();
  for (const Json& one : track.at("channels")) {
    if (one.at("group") == "energy") continue;
    EXPECT_EQ(floats(one.at("values")).size(), frames) << one.at("name");
  }
  EXPECT_EQ(channel(track.at("channels"), "com_y").at("card"), "Balance, across (y)");
  EXPECT_EQ(channel(track.at("channels"), "com_x").at("card"), "Balance, along (x)");
  EXPECT_EQ(track.at("touchdowns").at("list").size(), 1u);
}

/// run.json of a walk, as far as its words need it.
Json walk_json(const Walk& walk, const WalkSums& sums, const char* status, const char* message) {
  return {{"settings", {{"walk", report::walk_document(walk)}}},
          {"status", status},
          {"message", message},
          {"trajectories", {{{"time", 7.15}, {"summary", report::walk_summary(sums)}}}}};
}

WalkSums sums_of(int steps) {
  WalkSums sums = report::empty_walk_sums();
  sums.steps = steps;
  sums.distance = 0.5037;
  sums.tilt = 0.013;
  sums.slip = 73e-6;
  sums.margin = 0.053;
  sums.effort = 0.474;
  sums.effort_joint = "knee";
  sums.energy_lost = 0.2 * steps;
  sums.largest_step_loss = 0.3;
  return sums;
}

TEST(PageWalk, SaysHowItEndedAndHowNearItCameToItsLimits) {
  Walk walk;
  walk.gait.steps = 3;
  Json run = walk_json(walk, sums_of(3), "finished", "the duration is over");
  EXPECT_THAT(
      report::walk_sentences(run),
      ElementsAre("The robot made 3 of 3 steps and went 0.5037 m in 7.15 s without a fall.",
                  "The pelvis tilted by at most 0.013 rad, points slipped by at most 0.073 "
                  "mm, the ZMP margin in single support was at least 53 mm, torques reached "
                  "47.4 % of their limits (knee)."));
  EXPECT_EQ(report::walk_loss(run), "; touch-downs 0.2 J per step, at most 0.3 J");
  EXPECT_THAT(report::walk_facts(run), Contains(std::pair<std::string, std::string>(
                                           "motion", "walk, 3 steps of 0.2 m, right foot first")));
  run = walk_json(walk, sums_of(0), "fell", "the robot fell at t = 1 s, after 0 of 3 steps");
  EXPECT_EQ(report::walk_sentences(run)[0], "The robot fell at t = 1 s, after 0 of 3 steps.");
  EXPECT_EQ(report::walk_loss(run), "");
  run = walk_json(walk, sums_of(1), "stopped", "");
  EXPECT_EQ(report::walk_sentences(run)[0], "The walk stopped at 7.15 s, after 1 of 3 steps.");
}

TEST(PageWalk, AStandHasNoStepsInItsWords) {
  Walk walk;
  walk.gait.motion = WalkMotion::stand;
  walk.pushes = {{.time = 1.0, .duration = 0.1, .impulse = {0.0, 20.0, 0.0}}};
  WalkSums sums = report::empty_walk_sums();
  sums.relaxed = 4;
  const Json run = walk_json(walk, sums, "finished", "the duration is over");
  EXPECT_THAT(report::walk_sentences(run),
              ElementsAre("The robot stood until the end, 7.15 s.",
                          "The pelvis tilted by at most 0 rad, points slipped by at most 0 mm, "
                          "torques reached 0 % of their limits.",
                          "The controller's limits had no common solution in 4 of its samples."));
  EXPECT_THAT(report::walk_facts(run),
              ElementsAre(std::pair<std::string, std::string>("motion", "stand"),
                          std::pair<std::string, std::string>(
                              "push", "(0, 20, 0) N s from 1 s for 0.1 s")));
}

}  // namespace
}  // namespace carom::test
