// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of an analysis: the document that --json prints, words, the impact as a track; of a
// model also its drawing and the answers for other coefficients and rotors, each as analyze_landing
// gives it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/laws/newton.h"
#include "report/page/pages.h"

namespace carom::report {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A box on two hinged legs.
Model hinged_box() {
  ModelDescription description;
  BodyDescription box;
  box.name = "box";
  box.kind = JointKind::free;
  box.mass = 10.0;
  box.inertia = Eigen::Vector3d(0.2, 0.3, 0.4).asDiagonal();
  description.bodies.push_back(box);
  for (const double side : {-1.0, 1.0}) {
    BodyDescription leg;
    leg.name = side < 0.0 ? "left" : "right";
    leg.parent = "box";
    leg.kind = JointKind::revolute;
    leg.axis = Eigen::Vector3d::UnitY();
    leg.placement.translation() = Eigen::Vector3d(0.3 * side, 0.0, 0.0);
    leg.mass = 1.0;
    leg.center = Eigen::Vector3d(0.1 * side, 0.0, -0.2);
    leg.inertia = 0.01 * Eigen::Matrix3d::Identity();
    description.bodies.push_back(leg);
    ContactCandidate foot;
    foot.name = leg.name + " foot";
    foot.sphere.body = leg.name;
    foot.sphere.center = Eigen::Vector3d(0.2 * side, 0.0, -0.4);
    description.parts.contacts.push_back(foot);
  }
  return Model(description);
}

struct AnalysisTrial {
  Model model = hinged_box();
  State state;
  LandingOptions options = {};

  AnalysisTrial() {
    state.q = model.neutral();
    state.q[2] = 0.4;
    state.v = Eigen::VectorXd::Zero(model.velocity_size());
    state.v[2] = -1.0;
    options.posture_steps = 0;
    options.analysis.restitution = 0.3;
    options.problem.closed = {"left foot", "right foot"};
  }
  Landing landing() const { return analyze_landing(model, state, options); }
  PageContext context() const { return {.title = "box", .model = &model, .state = state}; }
};

TEST(PageAnalysis, OfAProblem) {
  const ImpactProblem problem = make_scene("cradle", {});
  const Analysis analysis = analyze(problem, {.restitution = 0.5});
  const Json page = analysis_page(analysis, problem, {.facts = {{"from", "cradle <b>"}}});
  EXPECT_EQ(page.at("kind"), "analyze");
  EXPECT_EQ(page.at("title"), "cradle");
  EXPECT_EQ(page.at("facts")[0], Json({"from", "cradle <b>"}));
  EXPECT_FALSE(page.contains("drawing"));
  const Json& part = page.at("analysis");
  EXPECT_EQ(part.at("document"), Json::parse(to_json(analysis)));
  EXPECT_EQ(part.at("report"), analysis.report());
  EXPECT_FALSE(part.contains("variants"));
  EXPECT_THAT(part.at("words")[0].get<std::string>(), StartsWith("cradle, 2 contacts: "));
  EXPECT_THAT(page.at("summary")[0].get<std::string>(), StartsWith("cradle, 2 contacts: "));
  ASSERT_EQ(page.at("tracks").size(), 1u);
  EXPECT_EQ(page.at("tracks")[0].at("label"), "propagative");
  EXPECT_EQ(page.at("tracks")[0].at("impacts")[0].at("contacts").size(), 2u);
}

TEST(PageAnalysis, SeveralOutcomesAreListed) {
  const ImpactProblem problem = make_scene("billiards", {{"theta", 2.2}});
  const Json page = analysis_page(analyze(problem), problem, {});
  const Json& impact = page.at("tracks")[0].at("impacts")[0];
  EXPECT_EQ(impact.at("verdict"), "several");
  EXPECT_GE(impact.at("branches").size(), 2u);
}

TEST(PageLanding, DocumentWordsAndTrack) {
  const AnalysisTrial trial;
  const Landing landing = trial.landing();
  const Json page = landing_page(landing, trial.options, trial.context());
  EXPECT_EQ(page.at("kind"), "analyze");
  EXPECT_EQ(page.at("title"), "box");
  const Json& part = page.at("analysis");
  EXPECT_EQ(part.at("document").dump(), to_json(landing));
  EXPECT_EQ(part.at("words")[0], landing.summary());
  EXPECT_EQ(part.at("words").size(), 1u);  // advice stands in its own list, once
  EXPECT_EQ(page.at("summary")[0], landing.summary());
  EXPECT_EQ(part.at("report"), landing.report());
  EXPECT_EQ(page.at("drawing").at("contacts").size(), 2u);
  const Json& track = page.at("tracks")[0];
  EXPECT_EQ(track.at("label"), "propagative");
  EXPECT_EQ(track.at("straight"), true);
  const Json& impact = track.at("impacts")[0];
  EXPECT_EQ(impact.at("contacts")[1].at("name"), "right foot");
  EXPECT_EQ(impact.at("contacts")[1].at("impulse"), landing.outcome.impulse[1].normal);
  if (landing.outcome.uniqueness.verdict == Uniqueness::Verdict::several) {
    EXPECT_GE(impact.at("branches").size(), 2u);
  }
}

TEST(PageLanding, WithoutAModelThereIsTheDocumentAlone) {
  const AnalysisTrial trial;
  const Json page = landing_page(trial.landing(), trial.options, {});
  EXPECT_TRUE(page.at("analysis").contains("document"));
  EXPECT_FALSE(page.contains("drawing"));
  EXPECT_FALSE(page.at("analysis").contains("variants"));
}

TEST(PageLanding, VariantsAreWhatAnalyzeLandingSays) {
  const AnalysisTrial trial;
  const Landing landing = trial.landing();
  const Json variants = landing_variants(landing, trial.options, trial.model, trial.state, {});
  EXPECT_EQ(variants.at("restitutions"), Json({0.0, 0.1, 0.2, 0.3, 0.5, 0.8, 1.0}));
  EXPECT_EQ(variants.at("rotors"), Json({nullptr, 0.0, 0.001, 0.01, 0.1}));
  EXPECT_EQ(variants.at("restitution"), 3);
  EXPECT_EQ(variants.at("rotor"), 0);
  ASSERT_EQ(variants.at("answers").size(), 5u);
  for (const int rotor : {0, 3}) {
    ModelParts parts = trial.model.parts();
    if (rotor == 3) {
      parts.armature.setZero(8);
      parts.armature.tail(2).setConstant(0.01);
    }
    const Model model = trial.model.with(parts);
    for (const int at : {0, 3, 6}) {
      LandingOptions options = trial.options;
      options.analysis.restitution = variants.at("restitutions")[static_cast<std::size_t>(at)];
      const Landing expected = analyze_landing(model, trial.state, options);
      const Json& answer =
          variants.at("answers")[static_cast<std::size_t>(rotor)][static_cast<std::size_t>(at)];
      SCOPED_TRACE(answer.dump());
      EXPECT_EQ(answer.at("practical"), to_string(*expected.spread.practical));
      EXPECT_NEAR(answer.at("spread"), expected.spread.spread.value(), 1e-12);
      EXPECT_NEAR(answer.at("base_angular")[1], (*expected.spread.base_angular)[1], 1e-12);
      EXPECT_NEAR(answer.at("gram")[0][1], expected.analysis.gram(0, 1), 1e-12);
      EXPECT_NEAR(answer.at("impulses")[0], expected.outcome.impulse[0].normal, 1e-12);
      EXPECT_NEAR(answer.at("separations")[1], expected.gap_rate_after[1], 1e-12);
      EXPECT_THAT(answer.at("words").get<std::string>(), HasSubstr("outcomes differ by"));
    }
  }
  // Rotors do change something.
  const Json &with = variants.at("answers")[4][3], &without = variants.at("answers")[1][3];
  EXPECT_GT(std::abs(with.at("gram")[0][1].get<double>() - without.at("gram")[0][1].get<double>()),
            1e-3);
}

TEST(PageLanding, AnotherCoefficientAndLaw) {
  AnalysisTrial trial;
  trial.options.analysis.restitution = 0.45;
  trial.options.law = Newton{.restitution = 0.45};
  const Landing landing = trial.landing();
  const Json page = landing_page(landing, trial.options, trial.context());
  EXPECT_EQ(page.at("tracks")[0].at("label"), "newton");
  const Json& variants = page.at("analysis").at("variants");
  EXPECT_EQ(variants.at("restitutions"), Json({0.0, 0.1, 0.2, 0.3, 0.45, 0.5, 0.8, 1.0}));
  EXPECT_EQ(variants.at("restitution"), 4);
  // Newton's law at 1: contacts leave as fast as they came.
  EXPECT_NEAR(variants.at("answers")[0][7].at("separations")[0], 1.0, 1e-9);
  EXPECT_NEAR(variants.at("answers")[0][0].at("separations")[0], 0.0, 1e-9);
}

/// Newton's, but for 1, which it refuses.
struct Choosy {
  double restitution = 0.3;
  LawDescription describe() const { return {.name = "choosy", .gains_energy = true}; }
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
    if (restitution == 1.0) throw InvalidInput("no");
    Law(Newton{.restitution = restitution}).solve(problem, workspace, outcome);
  }
};

TEST(PageLanding, NoAnswerIsNull) {
  AnalysisTrial trial;
  trial.options.law = Choosy{};
  const Json variants =
      landing_variants(trial.landing(), trial.options, trial.model, trial.state, {});
  for (const Json& row : variants.at("answers")) {
    EXPECT_TRUE(row[6].is_null());
    EXPECT_TRUE(row[5].is_object());
  }
}

TEST(PageLanding, RotorsOnlyWhereThereAreJoints) {
  const SceneModel block = make_scene_model("block", {{"points", 4.0}});
  LandingOptions quick{.posture_steps = 0};
  quick.analysis.search = {.starts = 1, .steps = 1};
  quick.analysis.enumeration.max_states = 1000;
  const Landing landing = analyze_landing(block.model, block.state, quick);
  const Json variants = landing_variants(landing, {}, block.model, block.state, {});
  EXPECT_EQ(variants.at("rotors"), Json::array({nullptr}));
  AnalysisTrial locked;
  locked.options.problem.locked = {"left", "right"};
  EXPECT_EQ(landing_variants(locked.landing(), locked.options, locked.model, locked.state, {})
                .at("rotors")
                .size(),
            1u);
  const AnalysisTrial trial;
  EXPECT_EQ(landing_variants(trial.landing(), trial.options, trial.model, trial.state,
                             {.mass = "g", .length = "cm"})
                .at("rotors")
                .size(),
            1u);
}

}  // namespace
}  // namespace carom::report
