// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sums of runs with motor programs, from impacts and checkpoints that no simulation made.
#include "report/run/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/run/sums.h"
#include "report/run/words.h"
#include "support/constants.h"
#include "support/drive_trial.h"

namespace carom::report {
namespace {

using test::vee_drive;
using test::vee_memory;
using testing::ElementsAre;

/// An impact with these normal impulses.
ImpactRecord impact_with(std::initializer_list<double> impulses) {
  ImpactRecord impact;
  for (const double normal : impulses) impact.outcome.impulse.push_back({.normal = normal});
  return impact;
}

/// Moved by 3 along the ground and 4 up.
struct ProgramTrial {
  SceneModel scene = make_scene_model("vee");
  MotorDrive drive = vee_drive();
  ProgramBook book{scene.model, drive};
  SimulationCheckpoint end;

  ProgramTrial() {
    end.time = 2.5;
    end.q = scene.state.q + Eigen::Vector4d(3.0, 4.0, 0.0, 0.0);
    end.v = Eigen::VectorXd::Zero(4);
    end.program = vee_memory();
  }
};

TEST(ProgramSums, EnergyThatNobodyAccountsFor) {
  ProgramSums sums{.work = vee_memory().work, .energy_end = 100.5};
  EXPECT_DOUBLE_EQ(sums.unexplained(), 0.0);
  sums.energy_end = 100.5 + 22.5e-6;
  EXPECT_NEAR(sums.unexplained(), 22.5e-6, 1e-13);  // rounding of 100
  EXPECT_NEAR(sums.relative_unexplained(), 1e-6, 1e-14);
  EXPECT_TRUE(std::isnan(ProgramSums{}.relative_unexplained()));
}

TEST(ProgramSums, CostOfTransport) {
  ProgramSums sums{.work = vee_memory().work, .distance = 3.0, .weight = 8.0};
  EXPECT_DOUBLE_EQ(sums.cost(), 0.5);
  sums.distance = 1e-12;  // rounding
  EXPECT_TRUE(std::isnan(sums.cost()));
}

TEST(ProgramBook, SettlesWhereTheSimulationIs) {
  ProgramTrial trial;
  ProgramSums sums = trial.book.begin(trial.scene.state);
  EXPECT_EQ(sums.name, "steady");
  EXPECT_EQ(sums.work.start, sums.energy_end);
  const double weight = trial.scene.model.total_mass() * trial.scene.model.gravity().norm();
  EXPECT_EQ(sums.weight, weight);
  trial.book.settle(trial.end, sums);
  EXPECT_NEAR(sums.distance, 3.0, 1e-12);  // up is not along the ground
  EXPECT_EQ(sums.duration, 2.5);
  EXPECT_EQ(sums.work.drawn, 12.0);
  // At rest, 4 higher than at the start.
  ModelWorkspace workspace(trial.scene.model);
  workspace.set_configuration(trial.scene.state.q);
  EXPECT_NEAR(sums.energy_end, workspace.potential_energy() + 4.0 * weight, 1e-10 * weight);
  ASSERT_EQ(sums.at_limit.size(), 1u);
  EXPECT_EQ(sums.at_limit[0].joint, "angle_1");
  EXPECT_EQ(sums.at_limit[0].share, 0.25);
}

TEST(ProgramBook, EveryWayIsHorizontalWithoutGravity) {
  const SceneModel floating = make_scene_model("free_body");
  ASSERT_EQ(floating.model.gravity().norm(), 0.0);
  ProgramBook book(floating.model, vee_drive());
  ProgramSums sums = book.begin(floating.state);
  SimulationCheckpoint end;
  end.program = vee_memory();
  end.q = floating.state.q;
  end.q.head<3>() += Eigen::Vector3d(3.0, 0.0, 4.0);
  end.v = floating.state.v;
  book.settle(end, sums);
  EXPECT_NEAR(sums.distance, 5.0, 1e-12);
  EXPECT_EQ(sums.weight, 0.0);
  EXPECT_EQ(sums.cost(), test::infinity);
}

TEST(ProgramBook, ABranchGoesOnWithTheAccount) {
  const ProgramSums parent{.name = "steady",
                           .work = vee_memory().work,
                           .com_start = {1.0, 2.0, 3.0},
                           .impacts = 5,
                           .simultaneous = 4};
  const ProgramSums branch = ProgramBook::branch(parent);
  EXPECT_EQ(branch.com_start, parent.com_start);
  EXPECT_EQ(branch.work.drawn, 12.0);
  EXPECT_EQ(branch.impacts, 0);
  EXPECT_EQ(branch.simultaneous, 0);
}

TEST(ProgramSums, SimultaneousImpactsHaveTwoImpulses) {
  ProgramSums sums;
  count_program(impact_with({2.0, 0.0}), sums);
  EXPECT_EQ(sums.simultaneous, 0);
  count_program(impact_with({2.0, 1e-9}), sums);  // rounding of a law that integrates
  EXPECT_EQ(sums.simultaneous, 0);
  count_program(impact_with({2.0, 1e-3}), sums);
  count_program(impact_with({0.0, 1.0, 1.0}), sums);
  EXPECT_EQ(sums.simultaneous, 2);
  count_program(impact_with({}), sums);
  count_program(impact_with({0.0, 0.0}), sums);
  EXPECT_EQ(sums.simultaneous, 2);
  EXPECT_EQ(sums.impacts, 6);
}

TEST(ProgramSums, OfARecordWhereThereIsAProgram) {
  SimulationRecord record;
  record.impacts = {impact_with({1.0, 1.0}), impact_with({1.0, 0.0})};
  RunNode node;
  count_record(record, {}, node);
  EXPECT_FALSE(node.facts.program.has_value());
  node.facts.program.emplace();
  count_record(record, {}, node);
  EXPECT_EQ(node.facts.program->impacts, 2);
  EXPECT_EQ(node.facts.program->simultaneous, 1);
}

TEST(ProgramSums, ReadBackAsTheyWere) {
  ProgramTrial trial;
  ProgramSums sums = trial.book.begin(trial.scene.state);
  trial.book.settle(trial.end, sums);
  count_program(impact_with({1.0, 1.0}), sums);
  const Json json = program_summary(sums);
  EXPECT_EQ(json.at("name"), "steady");
  EXPECT_EQ(json.at("motor_work"), 11.0);
  EXPECT_EQ(json.at("motor_energy_drawn"), 12.0);
  EXPECT_EQ(json.at("impact_loss"), 4.5);
  EXPECT_EQ(json.at("friction_loss"), 2.0);
  EXPECT_EQ(json.at("damper_loss"), 4.0);
  EXPECT_EQ(json.at("energy_change"), sums.energy_end - 100.0);
  EXPECT_EQ(json.at("unexplained"), sums.unexplained());
  EXPECT_EQ(json.at("speed"), sums.distance / 2.5);
  EXPECT_EQ(json.at("cost_of_transport"), sums.cost());
  EXPECT_EQ(json.at("simultaneous_impacts"), 1);
  EXPECT_EQ(json.at("at_limit").at("angle_1"), 0.25);
  const ProgramSums back = program_sums_from(Json::parse(dump_json(json, -1)));
  EXPECT_EQ(program_summary(back).dump(), json.dump());
  EXPECT_EQ(back.com_start, sums.com_start);
  // Nothing done: what has no value is null, and a loss of nothing is 0.
  const Json none = Json::parse(dump_json(program_summary(ProgramSums{}), -1));
  EXPECT_EQ(none.at("cost_of_transport"), nullptr);
  EXPECT_EQ(none.at("speed"), nullptr);
  EXPECT_EQ(none.at("unexplained_relative"), nullptr);
  EXPECT_EQ(none.at("impact_loss").dump(), "0.0");
  EXPECT_EQ(program_summary(program_sums_from(none)).dump(), program_summary({}).dump());
}

TEST(ProgramDocument, SaysWhatTheMotorsDo) {
  const ProgramTrial trial;
  const Json json = program_document(trial.scene.model, trial.drive);
  EXPECT_EQ(json.at("name"), "steady");
  const Json& hold = json.at("entries").at(0);
  EXPECT_EQ(hold.at("motion"), "hold");
  EXPECT_EQ(hold.at("motors").at(0).at("joint"), "angle_1");
  EXPECT_EQ(hold.at("motors").at(0).at("limit"), 4.0);
  EXPECT_EQ(hold.at("motors").at(1).at("limit"), "inf");
  EXPECT_EQ(json.at("numbers").at("spin.rate"), 2.0);
  MotorDrive other = trial.drive;
  other.motors[0][1].damping = 1.5;
  EXPECT_NE(program_document(trial.scene.model, other).dump(), json.dump());
  EXPECT_EQ(motor_words(json),
            "steady: hold angle_1, angle_2 at the start; spin angle_1 at the start");
}

TEST(ProgramWords, WhatARoboticistReadsFirst) {
  ProgramSums sums{.work = vee_memory().work,
                   .energy_end = 100.5,
                   .distance = 1.53,
                   .duration = 5.0,
                   .weight = 18.67};
  EXPECT_THAT(program_sentences(sums, {}),
              ElementsAre("It went 1.53 m in 5 s (0.306 m/s); cost of transport 0.42.",
                          "Motors put in 12 J (took back 1 J); impacts took 4.5 J, friction 2 J, "
                          "dampers 4 J; it has 0.5 J more than at the start."));
  sums.energy_end += 22.5e-7;
  sums.impacts = 31;
  sums.simultaneous = 12;
  sums.at_limit = {{"hip_1", 0.02}, {"hip_2", 0.125}};
  EXPECT_THAT(program_sentences(sums, {}),
              ElementsAre(testing::_, testing::HasSubstr("; 1e-07 of it is unexplained."),
                          "12 of 31 impacts were simultaneous, of two contacts or more.",
                          "Motors were at their limit: 'hip_2' 12.5 % of the time, 'hip_1' 2 % of "
                          "the time."));
  EXPECT_EQ(program_text(sums, {}).back(), '\n');
}

/// Grams and centimetres are said in metres and joules: 1 erg = 1e-7 J.
TEST(ProgramWords, Units) {
  const Scene::Units small{.mass = "g", .length = "cm"};
  const ProgramSums sums{
      .work = {.motors = 5e7, .drawn = 5e7}, .energy_end = 5e7, .duration = 2.0, .weight = 1.0};
  EXPECT_THAT(
      program_sentences(sums, small),
      ElementsAre("It stayed where it was for 2 s.",
                  "Motors put in 5 J; nothing was lost; it has 5 J more than at the start."));
  EXPECT_THAT(program_sentences(sums, {.mass = "t", .length = "km"}).back(),
              testing::StartsWith("Motors put in 5e+07 t km^2/s^2;"));
  const ProgramSums one{.distance = 20.0, .duration = 4.0, .weight = 1.0, .impacts = 1};
  EXPECT_THAT(program_sentences(one, small),
              ElementsAre("It went 0.2 m in 4 s (0.05 m/s); cost of transport 0.",
                          "Motors put in no energy, and nothing was lost.",
                          "None of 1 impact was simultaneous, of two contacts or more."));
}

}  // namespace
}  // namespace carom::report
