// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From what is said about a law, a run, a map or a design of a subject to their options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/control.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/subject.h"
#include "support/files.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Use = SubjectOptions::Use;

/// What prepare_run() says when it refuses.
std::string refusal_of_run(Subject subject, const RunChoice& choice,
                           const SimulationOptions& options = {}) {
  try {
    static_cast<void>(prepare_run(subject, choice, options));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

Subject leg_run(const RobotFolder& folder) {
  return open_subject(folder.write("leg.urdf", leg_urdf()).string(),
                      {.use = Use::run, .drop = 0.3, .base = "free"});
}

TEST(LawChoices, TheFileCompletesWhatIsGiven) {
  const RobotFolder folder;
  const std::string file = folder
                               .write("mine.toml",
                                      "format = \"carom-scene/1\"\nscene = \"corner_ball\"\n"
                                      "[law]\nname = \"regular\"\nfriction = 0.25\n")
                               .string();
  const Subject subject = open_subject(file);
  const LawChoice nothing = subject.completed({});
  EXPECT_EQ(nothing.name, "regular");
  EXPECT_EQ(nothing.friction, 0.25);
  const LawChoice given = subject.completed({.name = "newton", .friction = 0.5});
  EXPECT_EQ(given.name, "newton");
  EXPECT_EQ(given.friction, 0.5);
}

TEST(RunChoices, NothingGivenIsTheUsualRun) {
  Subject subject = open_subject("bouncing_ball", {.use = Use::run});
  const std::string before = subject.identity;
  const SimulationOptions options = prepare_run(subject, {}, {.duration = 0.25});
  EXPECT_EQ(options.law.description().name, usual_run_law(*subject.model, false, {}));
  EXPECT_EQ(options.duration, 0.25);
  EXPECT_FALSE(options.walk);
  EXPECT_NE(subject.identity, before);
  EXPECT_THAT(subject.identity, HasSubstr(R"("law":{"name":)"));
}

TEST(RunChoices, LawFrictionAndMotorsMakeAnotherRun) {
  const RobotFolder folder;
  Subject plain = leg_run(folder), rough = leg_run(folder), held = leg_run(folder);
  static_cast<void>(prepare_run(plain));
  static_cast<void>(prepare_run(rough, {.law = {.friction = 0.5}}));
  const SimulationOptions options =
      prepare_run(held, {.hold = HoldChoice{.stiffness = 30.0, .damping = 2.0, .joints = {"hip"}}});
  EXPECT_EQ(rough.model->contacts()[0].friction, 0.5);
  EXPECT_THAT(rough.identity, HasSubstr(R"("friction":0.5)"));
  EXPECT_THAT(held.identity, HasSubstr(R"("hold":{)"));
  EXPECT_NE(plain.identity, rough.identity);
  EXPECT_NE(plain.identity, held.identity);
  EXPECT_GT(options.controller.stiffness.size(), 0);
}

TEST(RunChoices, FrictionThatTheLawHasNotIsSaid) {
  std::vector<std::string> heard;
  Subject subject = open_subject("bouncing_ball", {.use = Use::run});
  RunChoice choice{.law = {.name = "propagative", .friction = 0.5}};
  choice.warn = [&](const std::string& words) { heard.push_back(words); };
  static_cast<void>(prepare_run(subject, choice));
  EXPECT_THAT(heard, ElementsAre(HasSubstr("--friction 0.5: law 'propagative' has no friction")));
}

TEST(RunChoices, AWalkRefusesWhatItBringsItself) {
  const Subject subject = open_subject("atlas", {.use = Use::run});
  const std::string said = refusal_of_run(subject, {.hold = HoldChoice{}, .orders = true});
  EXPECT_THAT(said, HasSubstr("--hold: atlas walks"));
  EXPECT_THAT(said, HasSubstr("--orders: atlas walks"));
}

TEST(RunChoices, SettingsOfMotorsAreNamedAsOptions) {
  const RobotFolder folder;
  const Subject subject = leg_run(folder);
  EXPECT_THAT(refusal_of_run(subject, {.hold = HoldChoice{.stiffness = -1.0}}),
              HasSubstr("--hold-stiffness = -1"));
  EXPECT_THAT(refusal_of_run(subject, {.hold = HoldChoice{.posture = "nowhere"}}),
              HasSubstr("--hold: "));
  EXPECT_THAT(refusal_of_run(subject, {.law = {.name = "plastic", .settings = {.exponent = 2.0}}}),
              HasSubstr("--exponent"));
}

/// A robot is held by what its joints move on its feet; a frequency given is kept.
TEST(RunChoices, MotorsOfARobotCarryIt) {
  const RobotFolder folder;
  const auto held = [&](std::optional<double> frequency) {
    Subject subject = leg_run(folder);
    return prepare_run(subject, {.hold = HoldChoice{.frequency = frequency}}).controller;
  };
  Subject subject = leg_run(folder);
  HoldOptions options{.inertia = HoldOptions::Inertia::stance};
  EXPECT_EQ(held({}).stiffness, hold_posture(*subject.model, subject.state.q, options).stiffness);
  options.frequency = 17.0;
  EXPECT_EQ(held(17.0).stiffness, hold_posture(*subject.model, subject.state.q, options).stiffness);
}

TEST(RunChoices, MotorsThatDoNotCarryAreSaid) {
  const RobotFolder folder;
  std::string urdf = leg_urdf();
  urdf.replace(urdf.find("effort=\"80\""), 11, "effort=\"20\"");
  Subject subject = open_subject(folder.write("weak.urdf", urdf).string(),
                                 {.use = Use::run, .drop = 0.3, .base = "free"});
  std::vector<std::string> heard;
  RunChoice choice{.hold = HoldChoice{.frequency = 5.0}};
  choice.warn = [&](const std::string& words) { heard.push_back(words); };
  static_cast<void>(prepare_run(subject, choice));
  EXPECT_THAT(heard,
              ElementsAre(testing::MatchesRegex("--hold: knee: needs 5[0-9].* N, its motor "
                                                "has 20 N: the robot sinks"),
                          HasSubstr("% of its legs under its own weight; expected at most 5 %")));
}

/// Two bodies side by side, pinned together at their lower ends.
TEST(RunChoices, APostureThatOpensALoopIsRefused) {
  const RobotFolder folder;
  const std::string file = folder
                               .write("loop.xml", R"(<mujoco model="loop"><worldbody>
    <body name="a"><freejoint/><geom name="g" type="sphere" size="0.1" mass="1"/>
      <body name="b"><joint name="jb" type="hinge" axis="0 1 0"/>
        <geom type="sphere" size="0.05" pos="0 0 -0.5" mass="1"/></body>
      <body name="c"><joint name="jc" type="hinge" axis="0 1 0"/>
        <geom type="sphere" size="0.05" pos="0 0 -0.5" mass="1"/></body></body></worldbody>
    <equality><connect name="pin" body1="b" body2="c" anchor="0 0 -0.5"/></equality></mujoco>)")
                               .string();
  const Subject subject =
      open_subject(file, {.use = Use::run, .drop = 0.1, .stance = {.contacts = {"b"}}});
  const auto posture = folder.write("open.json", R"({"jb": 0.2})").string();
  EXPECT_THAT(refusal_of_run(subject, {.hold = HoldChoice{.posture = posture}}),
              HasSubstr("--hold: posture opens '"));
  const auto closed = folder.write("closed.json", R"({"jb": 0.2, "jc": 0.2})").string();
  EXPECT_EQ(refusal_of_run(subject, {.hold = HoldChoice{.posture = closed}}), "");
}

TEST(MapChoices, TheUsualFigureOrTheAxesGiven) {
  const Subject rhex = open_subject("rhex", {.use = Use::variation});
  EXPECT_FALSE(make_map(rhex).options().axes.empty());
  const Map map = make_map(rhex, {.axes = {"gamma=0.1:0.3:4"}, .law = {.name = "newton"}});
  ASSERT_EQ(map.options().axes.size(), 1U);
  EXPECT_EQ(map.options().axes[0].name, "gamma");
  EXPECT_THAT(map.options().measures, testing::Not(IsEmpty()));
  EXPECT_TRUE(map.options().law);
  EXPECT_THROW(static_cast<void>(make_map(rhex, {.axes = {"nothing=0:1:2"}})), InvalidInput);
}

TEST(DesignChoices, LawRestitutionAndSeed) {
  const Subject rhex = open_subject("rhex", {.use = Use::variation});
  const DesignOptions usual = design_options(rhex);
  EXPECT_EQ(usual.restitution, 1.0);
  EXPECT_FALSE(usual.practical);
  LawChoice law{.name = "newton"};
  law.settings.restitution = 0.5;
  law.settings.seed = 7;
  const DesignOptions given = design_options(rhex, law);
  EXPECT_EQ(given.restitution, 0.5);
  EXPECT_EQ(given.seed, 7U);
  ASSERT_TRUE(given.law);
}

TEST(OrderRunsAsJson, BothRunsAndTheirParting) {
  Subject subject = open_subject("cradle", {.use = Use::run});
  const SimulationOptions options =
      prepare_run(subject, {.law = {.name = "sequential"}, .duration = 0.1, .orders = true});
  const OrderRuns runs = simulate_orders(*subject.model, subject.state, options);
  const std::string json = to_json(runs, "cradle");
  EXPECT_THAT(json, HasSubstr(R"("format":"carom-orders/1")"));
  EXPECT_THAT(json, HasSubstr(R"("subject":"cradle")"));
  const RobotFolder folder;
  const fs::path into = folder.write("x", "").parent_path() / "new";
  write_divergence(into, runs.divergence);
  EXPECT_THAT(bytes_of(into / "parting.csv"),
              testing::StartsWith("time [s],momentum apart,coordinates apart\n"));
  EXPECT_THROW(write_divergence(folder.write("y", "") / "z", runs.divergence), InvalidInput);
}

}  // namespace
}  // namespace carom::test
