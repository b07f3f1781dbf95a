// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pages of one impact, by the documents inside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/resolve.h"
#include "report/json/documents.h"
#include "report/page/pages.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::comparison_page;
using report::Json;
using report::outcome_page;
using testing::ElementsAre;
using testing::HasSubstr;

struct OutcomeTrial {
  explicit OutcomeTrial(const std::string& name)
      : scene(make_scene_model(name)), problem(make_problem(scene.model, scene.state)) {
    context.model = &scene.model;
    context.state = scene.state;
  }
  SceneModel scene;
  ImpactProblem problem;
  PageContext context = {};
};

TEST(PageOutcome, SaysTheAnswerFirst) {
  OutcomeTrial trial("cradle");
  trial.context.facts = {{"asked", "this"}};
  const Json page =
      outcome_page(resolve(trial.problem, Propagative{}), trial.problem, trial.context);
  EXPECT_EQ(page.at("format"), "carom-page/1");
  EXPECT_EQ(page.at("kind"), "resolve");
  EXPECT_EQ(page.at("title"), "cradle");
  EXPECT_THAT(page.at("summary"),
              ElementsAre("Several outcomes at restitution 1: up to 78.4 % of the momentum apart.",
                          "Under propagative, restitution 1 this impact has one outcome.",
                          "It keeps its 0.5 J."));
  EXPECT_EQ(page.at("facts")[0], Json({"law", "propagative, restitution 1"}));
  EXPECT_EQ(page.at("facts")[1], Json({"asked", "this"}));
  EXPECT_EQ(page.at("tracks").size(), 1u);
  EXPECT_EQ(page.at("drawing").at("bodies").size(), 3u);
  const Json& velocities = page.at("velocities");
  EXPECT_THAT(velocities.at("names"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(velocities.at("units"), ElementsAre("m/s", "m/s", "m/s"));
  EXPECT_THAT(velocities.at("before"), ElementsAre(1.0, 0.0, 0.0));
  EXPECT_NEAR(velocities.at("after")[2].get<double>(), 1.0, 1e-12);
}

TEST(PageOutcome, SeveralOutcomesAndEnergyLost) {
  OutcomeTrial trial("vee");
  trial.context.title = "two rods";
  trial.context.units = {.mass = "g", .length = "cm"};
  const Json page = outcome_page(resolve(trial.problem, Propagative{.restitution = 0.5}),
                                 trial.problem, trial.context);
  EXPECT_EQ(page.at("title"), "two rods");
  EXPECT_THAT(page.at("summary")[0].get<std::string>(),
              testing::StartsWith("Several outcomes at restitution 0.5: up to "));
  EXPECT_THAT(page.at("summary")[1].get<std::string>(),
              testing::MatchesRegex("Under propagative, restitution 0.5 this impact has [0-9]+ "
                                    "outcomes, up to [0-9.]+ % of the incoming momentum apart."));
  EXPECT_THAT(page.at("summary")[2].get<std::string>(), HasSubstr("erg ("));
  EXPECT_THAT(page.at("summary")[2].get<std::string>(), testing::StartsWith("It loses "));
}

TEST(PageOutcome, NoAnswerAndNoModel) {
  const OutcomeTrial trial("cradle");
  Outcome outcome = resolve(trial.problem, Propagative{});
  outcome.status = Outcome::Status::not_converged;
  outcome.message = "1000 reflections";
  const Json page = outcome_page(outcome, trial.problem, {});
  EXPECT_THAT(
      page.at("summary"),
      ElementsAre("No answer under propagative, restitution 1: 1000 reflections.",
                  "Several outcomes at restitution 1: up to 78.4 % of the momentum apart."));
  EXPECT_FALSE(page.contains("drawing"));
  EXPECT_EQ(page.at("tracks")[0].at("status"), "not_converged");
}

TEST(PageOutcome, RefusesAStateOfAnotherModel) {
  OutcomeTrial trial("cradle");
  trial.context.state.q.resize(1);
  EXPECT_THROW(
      (void)outcome_page(resolve(trial.problem, Propagative{}), trial.problem, trial.context),
      InvalidInput);
}

TEST(PageComparison, OneTrackForEachLawOfOneSpan) {
  const OutcomeTrial trial("cradle");
  Comparison comparison;
  comparison.outcomes = {resolve(trial.problem, Propagative{}), resolve(trial.problem, Plastic{})};
  comparison.outcomes.push_back(comparison.outcomes[0]);
  comparison.outcomes[2].status = Outcome::Status::not_converged;
  comparison.left_out = {{"corner", "two walls only"}};
  const Json page = comparison_page(comparison, trial.problem, trial.context);
  EXPECT_EQ(page.at("kind"), "compare");
  ASSERT_EQ(page.at("tracks").size(), 3u);
  EXPECT_EQ(page.at("tracks")[1].at("label"), "plastic");
  EXPECT_EQ(page.at("tracks")[0].at("time"), page.at("tracks")[1].at("time"));
  EXPECT_EQ(page.at("tracks")[0].at("time"), page.at("tracks")[2].at("time"));
  const Json& part = page.at("comparison");
  EXPECT_THAT(part.at("velocities"), ElementsAre("a", "b", "c"));
  EXPECT_EQ(part.at("left_out")[0].at("law"), "corner");
  EXPECT_EQ(part.at("after").size(), 3u);
  EXPECT_TRUE(part.at("after")[2].is_null());
  EXPECT_NEAR(part.at("after")[0][2].get<double>(), 1.0, 1e-12);
  EXPECT_THAT(part.at("difference").get<std::string>(),
              HasSubstr("Farthest apart: propagative and plastic, by "));
  EXPECT_EQ(page.at("summary")[0], part.at("difference"));  // the answer first
  EXPECT_EQ(page.at("summary")[2], "2 laws answer, 1 has no answer, 1 does not apply.");
  EXPECT_THAT(page.at("summary")[1].get<std::string>(),
              HasSubstr("Energy lost: from 0 (propagative) to 0.333333 (plastic) of 0.5 J."));
}

TEST(PageComparison, WithoutAModelVelocitiesAreNumbered) {
  const OutcomeTrial trial("cradle");
  const Comparison comparison{.outcomes = {resolve(trial.problem, Propagative{})}};
  const Json page = comparison_page(comparison, trial.problem, {});
  EXPECT_THAT(page.at("comparison").at("velocities"),
              ElementsAre("velocity 1", "velocity 2", "velocity 3"));
  EXPECT_EQ(page.at("comparison").at("difference"), "");
}

TEST(ComparisonWords, Agreement) {
  const OutcomeTrial trial("cradle");
  Comparison comparison;
  comparison.outcomes = {resolve(trial.problem, Propagative{}),
                         resolve(trial.problem, Propagative{})};
  EXPECT_EQ(report::difference_words(trial.problem, comparison), "All laws that answer agree.");
}

}  // namespace
}  // namespace carom::test
