// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What searches of gaits refuse, by the text of the message.
#include "carom/gait_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "carom/report.h"
#include "carom/subject.h"
#include "support/faults.h"

namespace carom {
namespace {

using test::faults_of;
using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

GaitProblem problem_with(std::vector<GaitVariable> variables) {
  GaitProblem problem;
  problem.variables = std::move(variables);
  problem.make = [](const Eigen::VectorXd&) -> GaitRun { throw InvalidInput("not reached"); };
  return problem;
}

std::vector<std::string> faults_of_search(const GaitProblem& problem,
                                          const GaitSearchOptions& options = {}) {
  return faults_of([&] { static_cast<void>(search_gait(problem, options)); });
}

std::vector<std::string> faults_of_gait(std::vector<std::string> vary,
                                        std::vector<std::string> bounds = {}) {
  const GaitChoice choice{.vary = std::move(vary), .bounds = std::move(bounds)};
  return faults_of([&] { static_cast<void>(open_gait("rhex", {.program = "walk"}, choice)); });
}

TEST(GaitSearchRejection, Variables) {
  EXPECT_THAT(faults_of_search({}),
              ElementsAre("gait search: nothing to vary; expected at least one variable",
                          "gait search: no runs; expected GaitProblem::make"));
  EXPECT_THAT(
      faults_of_search(problem_with(
          {{.name = "a", .unit = "s", .start = 1.0, .lower = 2.0, .upper = 1.0},
           {.name = "b", .start = 5.0, .lower = 1.0, .upper = 2.0},
           {.name = "b", .lower = 0.0, .upper = std::numeric_limits<double>::infinity()},
           {.name = "c", .lower = 0.0, .upper = 1.0, .scale = -1.0}})),
      ElementsAre("bounds of a: 2 … 1 s; expected the lower one first, and room between them",
                  "bounds of b: 1 … 2 exclude the start, 5; expected the start within them",
                  "variable 'b' twice; expected each once",
                  "bounds of b: 0 … infinity; expected finite ones",
                  "scale of c = -1; expected >= 0 and finite"));
}

TEST(GaitSearchRejection, Options) {
  const GaitProblem problem = problem_with({{.name = "a", .lower = 0.0, .upper = 1.0}});
  EXPECT_THAT(
      faults_of_search(problem, {.terms = {}, .population = 3, .threads = -1, .effort = 0.0}),
      ElementsAre("target: no terms; expected speed, spread or cost",
                  "population = 3; expected at least 4, or 0: by the number of variables",
                  "threads = -1; expected >= 0 (0: all cores)", "effort = 0; expected > 0"));
  EXPECT_THAT(faults_of_search(problem, {.terms = {{.weight = 0.0}}}),
              ElementsAre("target: all weights are 0; expected one above"));
  EXPECT_THAT(faults_of_search(problem, {.evaluations = 4}),
              ElementsAre("evaluations = 4; expected at least 5: the start and a generation of 4"));
}

TEST(GaitSearchRejection, Targets) {
  const auto faults = [](const char* text) {
    return faults_of([&] { static_cast<void>(parse_gait_target(text)); });
  };
  EXPECT_THAT(
      faults("sped+2*sprad"),
      ElementsAre("--target: unknown term 'sped'; expected one of speed, spread, cost; did "
                  "you mean 'speed'?",
                  "--target: unknown term 'sprad'; expected one of speed, spread, cost; did "
                  "you mean 'spread'?"));
  for (const char* text : {"-1*speed", "x*speed", "inf*cost"}) {
    EXPECT_THAT(faults(text),
                ElementsAre(HasSubstr("expected TERM, WEIGHT*TERM with a weight >= 0")))
        << text;
  }
  EXPECT_THAT(faults("speed+"), ElementsAre(StartsWith("--target: unknown term ''")));
}

TEST(GaitSearchRejection, WhatVaries) {
  EXPECT_THAT(faults_of_gait({}),
              ElementsAre(StartsWith("--vary: nothing to vary; expected a group (clock) or numbers "
                                     "(clock.period, clock.duty, ")));
  EXPECT_THAT(faults_of_gait({"clok", "knee_stifness"}),
              ElementsAre(testing::AllOf(StartsWith("--vary: 'clok' is no number or group"),
                                         HasSubstr("did you mean 'clock'?")),
                          HasSubstr("did you mean 'knee_stiffness'?")));
  EXPECT_THAT(faults_of([&] { static_cast<void>(open_gait("rhex", {}, {.vary = {"clock"}})); }),
              ElementsAre("a gait search needs a motor program; expected --program NAME"));
}

TEST(GaitSearchRejection, Bounds) {
  EXPECT_THAT(
      faults_of_gait({"clock.period"}, {"clock.period=2:1"}),
      ElementsAre("--bounds 'clock.period=2:1': expected two numbers, the lower one first"));
  EXPECT_THAT(faults_of_gait({"clock.period"}, {"clock.perod=1:2"}),
              ElementsAre("bounds of 'clock.perod', which does not vary; expected one of "
                          "clock.period; did you mean 'clock.period'?"));
  EXPECT_THAT(faults_of_gait({"clock.duty"}, {"clock.duty=0.1:1.5"}),
              ElementsAre("bounds of clock.duty: 0.1 … 1.5; expected them within 0 … 1"));
  EXPECT_THAT(faults_of_gait({"clock.delay"}),
              ElementsAre("clock.delay = 0: no bounds follow from its start; expected --bounds "
                          "clock.delay=LOWEST:HIGHEST"));
}

TEST(GaitSearchRejection, States) {
  const auto refusal = [](const char* text) {
    return refusal_of([&] { static_cast<void>(gait_search_state_from_json(text, "s.json")); });
  };
  EXPECT_THAT(refusal("{"), HasSubstr("s.json"));
  EXPECT_THAT(refusal("[]"), StartsWith("s.json: is no state of a gait search (its format is"));
  EXPECT_THAT(refusal(R"({"format": "carom-gait-search-state/1"})"),
              HasSubstr("expected a file that carom design --program -o wrote"));
  EXPECT_THAT(refusal(R"({"format": "carom-gait-search-state/1", "search": "", "finished": true,
                          "points": [{"generation": 0, "values": ["x"]}]})"),
              StartsWith("s.json: is no state of a gait search ("));
  EXPECT_THAT(refusal(R"({"format": "carom-gait-search-state/1", "search": "", "finished": true,
                  "points": [{"generation": 0, "values": [1], "objective": 1, "figures":
                  {"end": "flew"}}]})"),
              HasSubstr("end = 'flew'"));
}

}  // namespace
}  // namespace carom
