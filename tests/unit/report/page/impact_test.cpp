// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts on a page: numbers by hand, ghosts, locked joints, no answer; the track of one impact.
#include "report/page/impact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/laws/propagative.h"
#include "carom/resolve.h"
#include "carom/scene.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::ImpactPlace;
using report::Json;
using report::page_impact;
using report::PageDrawing;
using testing::ElementsAre;

struct ImpactTrial {
  explicit ImpactTrial(const std::string& name) : ImpactTrial(make_scene_model(name)) {}
  explicit ImpactTrial(SceneModel made, const ProblemOptions& options = {})
      : scene(std::move(made)),
        drawing(scene.model, scene.state.q),
        place{.drawing = &drawing, .q = scene.state.q, .velocity = scene.state.v},
        problem(make_problem(scene.model, scene.state, options)) {}

  Outcome solved(double restitution = 1.0,
                 ResolveOptions::Branches branches = ResolveOptions::Branches::none) const {
    ResolveOptions options;
    options.branches = branches;
    return resolve(problem, Propagative{.restitution = restitution}, options);
  }

  SceneModel scene;
  PageDrawing drawing;
  ImpactPlace place;
  ImpactProblem problem;
};

Outcome with_impulses(const ImpactProblem& problem, const std::vector<ContactImpulse>& impulses) {
  Outcome outcome;
  outcome.status = Outcome::Status::resolved;
  outcome.velocity_plus = problem.velocity();
  outcome.impulse = impulses;
  return outcome;
}

TEST(PageImpact, CradleByHand) {
  const ImpactTrial trial("cradle");  // a at 1 m/s against b and c at rest
  const Json impact = page_impact({.index = 3, .time = 0.25, .law_note = "chattering captured"},
                                  trial.problem, trial.solved(), trial.place);
  EXPECT_EQ(impact.at("index"), 3);
  EXPECT_EQ(impact.at("time"), 0.25);
  EXPECT_EQ(impact.at("law"), "propagative, restitution 1, chattering captured");
  EXPECT_EQ(impact.at("words"), "The only outcome");
  EXPECT_EQ(impact.at("sequence"), Json({0, 1}));
  EXPECT_EQ(impact.at("reflections"), 2);
  const Json& first = impact.at("contacts")[0];
  EXPECT_EQ(first.at("name"), "a-b");
  EXPECT_EQ(first.at("candidate"), 0);
  EXPECT_NEAR(first.at("approach").get<double>(), -1.0, 1e-12);
  EXPECT_NEAR(first.at("separation").get<double>(), 0.0, 1e-12);
  EXPECT_NEAR(first.at("impulse").get<double>(), 1.0, 1e-12);
  EXPECT_NEAR(first.at("vector")[0].get<double>(), 1.0, 1e-12);  // on b, away from a
  EXPECT_NEAR(impact.at("contacts")[1].at("separation").get<double>(), 1.0, 1e-12);
  EXPECT_EQ(impact.at("branches").size(), 1u);
  EXPECT_EQ(impact.at("branches")[0].at("label"), "the law's own");
  EXPECT_NEAR(impact.at("energy").at("before").get<double>(), 0.5, 1e-12);
}

TEST(PageImpact, VectorHasTheTangentsOfTheModel) {
  const ImpactTrial trial("block");
  std::vector<ContactImpulse> impulses(4);
  impulses[1] = {.normal = 3.0, .tangential = {0.5, -2.0}, .tangent_count = 2};
  const Json impact =
      page_impact({}, trial.problem, with_impulses(trial.problem, impulses), trial.place);
  const Json& vector = impact.at("contacts")[1].at("vector");  // z, then x, then z × x = y
  EXPECT_NEAR(vector[0].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(vector[1].get<double>(), -2.0, 1e-12);
  EXPECT_NEAR(vector[2].get<double>(), 3.0, 1e-12);
  EXPECT_EQ(impact.at("contacts")[1].at("tangential"), Json({0.5, -2.0}));
}

TEST(PageImpact, MergedTangentIsTracedBack) {
  SceneModel made = make_scene_model("vee");
  ModelParts parts = made.model.parts();
  for (ContactCandidate& contact : parts.contacts) {
    contact.tangents = 2;  // along ±45°: both see the slip along x alone, and are merged
    contact.tangent = Eigen::Vector3d(1.0, 1.0, 0.0);
    contact.friction = 0.3;
  }
  made.model = made.model.with(parts);
  const ImpactTrial trial(std::move(made));
  ASSERT_EQ(trial.problem.contacts()[0].tangents.rows(), 1);
  std::vector<ContactImpulse> impulses(2);
  impulses[0] = {.normal = 1.0, .tangential = {0.25, 0.0}, .tangent_count = 1};
  const Json impact =
      page_impact({}, trial.problem, with_impulses(trial.problem, impulses), trial.place);
  const Json& vector = impact.at("contacts")[0].at("vector");
  EXPECT_NEAR(std::abs(vector[0].get<double>()), 0.25, 1e-9);
  EXPECT_NEAR(vector[1].get<double>(), 0.0, 1e-9);
}

TEST(PageImpact, OutcomesAsGhosts) {
  const ImpactTrial trial("vee");
  const Outcome outcome = trial.solved(1.0, ResolveOptions::Branches::all);
  ASSERT_GT(outcome.branches.size(), 1u);
  const Json impact = page_impact({.followed_by = {2}}, trial.problem, outcome, trial.place);
  const Json& branches = impact.at("branches");
  ASSERT_EQ(branches.size(), std::min<std::size_t>(outcome.branches.size(), 12));
  EXPECT_EQ(branches[0].at("label"), "the law's own");
  EXPECT_EQ(branches[0].at("distance"), 0.0);
  EXPECT_EQ(branches[1].at("label"), "outcome 2");
  double before = 1e9;
  for (std::size_t k = 1; k < branches.size(); ++k) {
    const double distance = branches[k].at("distance");
    EXPECT_LE(distance, before);
    EXPECT_GT(distance, 1e-9);
    EXPECT_LE(distance, outcome.uniqueness.indeterminacy + 1e-9);
    before = distance;
  }
  std::vector<float> poses, points;
  const ImpactTrial fresh("vee");
  for (const Json& branch : branches) {
    EXPECT_EQ(branch.at("ghost_times").size(), 9u);
    EXPECT_EQ(branch.at("ghost_times")[0], 0.0);
    const auto ghost = floats(branch.at("poses"));
    ASSERT_EQ(ghost.size(), 9u * 7u * 2u);
    poses.clear();
    const double last = branch.at("ghost_times")[8];
    Eigen::VectorXd velocity(4);
    for (int k = 0; k < 4; ++k) velocity[k] = branch.at("velocity")[static_cast<std::size_t>(k)];
    PageDrawing drawing(fresh.scene.model, fresh.scene.state.q);
    drawing.place(fresh.scene.model.integrate(fresh.scene.state.q, last * velocity), poses, points);
    EXPECT_EQ(poses, std::vector<float>(ghost.end() - 14, ghost.end()));
  }
  EXPECT_EQ(impact.at("followed_by"), Json({2}));
  EXPECT_THAT(impact.at("words").get<std::string>(), testing::StartsWith("One of "));
}

/// Where bodies hang from each other, ghosts stay whole: as far apart as an eye needs, no joint
/// turned by more than 0.3 rad; and none where no eye tells them apart.
TEST(PageImpact, GhostsDifferVisiblyAndAreNotTorn) {
  ImpactTrial trial("rhex");
  ASSERT_TRUE(trial.drawing.articulated());
  const int size = trial.problem.coordinate_count();
  Outcome outcome = with_impulses(
      trial.problem,
      std::vector<ContactImpulse>(static_cast<std::size_t>(trial.problem.contact_count())));
  outcome.uniqueness.verdict = Uniqueness::Verdict::several;
  // Rates of a knee after the impact, of the law's own outcome and of another [rad/s].
  const auto ghosts_of = [&](double own, double other) {
    outcome.velocity_plus = trial.problem.velocity();
    outcome.velocity_plus[size - 1] = own;
    Branch branch;
    branch.velocity_plus = outcome.velocity_plus;
    branch.velocity_plus[size - 1] = other;
    outcome.branches = {branch};
    const Json impact = page_impact({}, trial.problem, outcome, trial.place);
    EXPECT_EQ(impact.at("branches").size(), 2u);
    return impact;
  };
  const auto last_of = [](const Json& impact) {
    return impact.at("branches").at(1).at("ghost_times").at(8).get<double>();
  };
  // Far apart soon: as far as an eye needs.
  const Json torn = ghosts_of(30.0, -30.0);
  EXPECT_THAT(torn.at("ghosts").get<std::string>(), testing::StartsWith("Ghosts: each outcome "));
  EXPECT_LT(last_of(torn) * 30.0, 0.3);
  // Apart late: until the knee has turned.
  const Json turned = ghosts_of(30.0, 24.0);
  EXPECT_GT(last_of(turned), last_of(torn));
  EXPECT_LE(last_of(turned) * 30.0, 0.3 + 1e-9);
  const Json same = ghosts_of(30.0, 30.01);
  EXPECT_TRUE(same.at("branches").at(1).at("ghost_times").empty());
  EXPECT_THAT(same.at("ghosts").get<std::string>(), testing::HasSubstr("practically one"));
}

TEST(PageImpact, NoAnswerIsShownAsBefore) {
  const ImpactTrial trial("cradle");
  Outcome outcome = trial.solved();
  outcome.status = Outcome::Status::not_converged;
  outcome.message = "gave up";
  outcome.velocity_plus.resize(0);
  const Json impact = page_impact({}, trial.problem, outcome, trial.place);
  EXPECT_EQ(impact.at("status"), "not_converged");
  EXPECT_TRUE(impact.at("branches").empty());
  for (const Json& contact : impact.at("contacts")) {
    EXPECT_EQ(contact.at("approach"), contact.at("separation"));
    EXPECT_EQ(contact.at("impulse"), 0.0);
  }
  EXPECT_EQ(impact.at("energy").at("before"), impact.at("energy").at("after"));
}

TEST(PageImpact, WithoutAModelThereIsNothingToPointAt) {
  const ImpactTrial trial("cradle");
  const Json impact = page_impact({}, trial.problem, trial.solved(), {});
  EXPECT_TRUE(impact.at("contacts")[0].at("candidate").is_null());
  EXPECT_TRUE(impact.at("contacts")[0].at("point").is_null());
  EXPECT_TRUE(impact.at("contacts")[0].at("vector").is_null());
  const Json track = report::straight_track(0, "x", trial.problem, trial.solved(), {});
  EXPECT_EQ(doubles(track.at("time")), (std::vector<double>{0.0, 0.0}));
  EXPECT_TRUE(floats(track.at("poses")).empty());
  EXPECT_TRUE(track.at("channels").empty());
  EXPECT_EQ(track.at("impacts").size(), 1u);
}

TEST(PageImpact, LockedJointsStandStill) {
  ProblemOptions options;
  options.locked = {"gammaL", "phiR"};
  ImpactTrial trial(make_scene_model("rhex"), options);
  ASSERT_EQ(trial.problem.coordinate_count(), 5);
  trial.place.velocities = {0, 1, 2, 3, 6};
  Eigen::VectorXd velocity(5);
  velocity << 1, 2, 3, 4, 5;
  Eigen::VectorXd all(7);
  all << 1, 2, 3, 4, 0, 0, 5;
  EXPECT_EQ(report::model_velocity(trial.problem, velocity, trial.place), all);
}

TEST(PageImpact, VerdictWords) {
  Uniqueness uniqueness;
  EXPECT_EQ(report::verdict_words(uniqueness), "Not checked");
  uniqueness.verdict = Uniqueness::Verdict::several;
  uniqueness.outcomes = 7;
  uniqueness.complete = false;
  EXPECT_EQ(report::verdict_words(uniqueness), "One of at least 7 outcomes");
  Outcome outcome;
  outcome.uniqueness = uniqueness;
  EXPECT_EQ(report::verdict_byte(outcome), 2);
  // The practical verdict is the badge, whatever the law's own.
  const auto byte = [&](double spread) {
    outcome.practical = PracticalVerdict{.orders = spread};
    return report::verdict_byte(outcome);
  };
  EXPECT_EQ(byte(0.001), 1);
  EXPECT_EQ(byte(0.05), 3);
  EXPECT_EQ(byte(0.5), 2);
  outcome.practical = PracticalVerdict{.ends = false};
  EXPECT_EQ(report::verdict_byte(outcome), 2);
}

TEST(PageImpact, OddNumbersBecomeNull) {
  const ImpactTrial trial("cradle");
  Outcome outcome = trial.solved();
  outcome.energy.lost = std::numeric_limits<double>::quiet_NaN();
  outcome.velocity_plus[0] = std::numeric_limits<double>::quiet_NaN();
  const Json impact = Json::parse(page_impact({}, trial.problem, outcome, trial.place).dump());
  EXPECT_TRUE(impact.at("energy").at("lost").is_null());
  EXPECT_TRUE(impact.at("contacts")[0].at("separation").is_null());
}

TEST(StraightTrack, MovesStraightToTheImpactAndAwayFromIt) {
  ImpactTrial trial("vee");
  trial.place.units.length = "cm";
  const Outcome outcome = trial.solved(0.0);
  const Json track = report::straight_track(2, "law", trial.problem, outcome, trial.place, 0.5);
  EXPECT_EQ(track.at("id"), 2);
  EXPECT_TRUE(track.at("straight").get<bool>());
  const auto time = doubles(track.at("time"));
  ASSERT_EQ(time.size(), 82u);
  EXPECT_EQ(time[0], -0.5);
  EXPECT_EQ(time[40], 0.0);
  EXPECT_EQ(time[41], 0.0);
  EXPECT_EQ(time[81], 0.5);
  EXPECT_TRUE(std::is_sorted(time.begin(), time.end()));
  EXPECT_EQ(floats(track.at("poses")).size(), 82u * 2 * 7);
  EXPECT_EQ(floats(track.at("points")).size(), 82u * 2 * 3);
  const Json& gap = track.at("channels")[0];
  EXPECT_EQ(gap.at("name"), "gap_foot 1");
  EXPECT_EQ(gap.at("unit"), "cm");
  const auto gaps = floats(gap.at("values"));
  EXPECT_GT(gaps[0], 0.1F);
  EXPECT_NEAR(gaps[40], 0.0, 1e-6);
  const auto states = bytes(track.at("states"));
  EXPECT_EQ(states[0], 0);
  EXPECT_EQ(states[2 * 40], 1);
  EXPECT_EQ(states[2 * 41], 1);
  EXPECT_NE(states[2 * 42], 1);
}

TEST(StraightTrack, ContactsThatStayClosedStickOrSlide) {
  const ImpactTrial trial("corner_ball");
  Outcome outcome = with_impulses(trial.problem, std::vector<ContactImpulse>(2));
  outcome.velocity_plus.setZero();
  const auto states_after = [&] {
    const Json track = report::straight_track(0, "x", trial.problem, outcome, trial.place);
    const auto states = bytes(track.at("states"));
    return std::vector<int>{states[2 * 50], states[2 * 50 + 1]};
  };
  EXPECT_THAT(states_after(), ElementsAre(2, 2));
  outcome.velocity_plus[0] = -1.0;  // along the ground, away from the wall
  EXPECT_THAT(states_after(), ElementsAre(3, 0));
}

TEST(StraightTrack, SpanLetsTheFastestPointGoAThirdOfThePicture) {
  const ImpactTrial trial("cradle");
  const double span = report::straight_span(trial.place, Eigen::Vector3d(0.0, 0.0, 2.0));
  EXPECT_NEAR(span * 2.0, 2.0 * trial.drawing.radius() / 3.0, 1e-6);
  ImpactPlace still = trial.place;
  still.velocity.setZero();
  EXPECT_EQ(report::straight_span(still, Eigen::Vector3d::Zero()), 1.0);
}

}  // namespace
}  // namespace carom::test
