// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One opener for every FILE: which kind it is, and what impacts, variations and runs read of it.
#include "carom/subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/report.h"
#include "support/files.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Use = SubjectOptions::Use;

const char* bouncing_text =
    "format = \"carom-scene/1\"\nscene = \"corner_ball\"\nname = \"mine\"\n"
    "[law]\nname = \"corner\"\nmode = \"literal\"\n";

std::string body_text(const std::string& more = "") {
  return "format = \"carom-scene/1\"\nname = \"thing\"\n" + more +
         "[[body]]\nname = \"ball\"\njoint = \"free\"\nmass = 2.0\ninertia = [0.1, 0.1, 0.1]\n"
         "[[contact]]\nbody = \"ball\"\nradius = 0.5\n"
         "[posture]\nball = [0, 0, 0.5, 0, 0, 0, 1]\n";
}

TEST(FileKinds, ByNameAFileWinsOverAScene) {
  EXPECT_EQ(file_kind("cradle"), FileKind::scene);
  EXPECT_EQ(file_kind("none"), FileKind::problem);
  EXPECT_EQ(file_kind("x/a.toml"), FileKind::scene_file);
  EXPECT_EQ(file_kind("a.URDF"), FileKind::robot);
  EXPECT_EQ(file_kind("a.xml"), FileKind::robot);
  EXPECT_EQ(file_kind("a.mjcf"), FileKind::robot);
  EXPECT_EQ(file_kind("-"), FileKind::stream);
  EXPECT_EQ(file_kind("a.jsonl"), FileKind::stream);
  EXPECT_EQ(file_kind("a.ndjson"), FileKind::stream);
  EXPECT_EQ(file_kind("/dev/null"), FileKind::stream);
  EXPECT_EQ(file_kind("a.json"), FileKind::problem);
}

TEST(Subjects, TheImpactOfAScene) {
  const Subject subject = open_subject("cradle", {.settings = {"masses=[2,1,1]"}});
  EXPECT_EQ(subject.title, "cradle");
  EXPECT_EQ(subject.scene, "cradle");
  EXPECT_EQ(subject.problem->mass_matrix()(0, 0), 2.0);
  EXPECT_EQ(subject.usual_restitution(), 1.0);
  EXPECT_FALSE(subject.law);
  EXPECT_THAT(subject.identity, IsEmpty());
  const Subject rhex = open_subject("rhex");
  ASSERT_TRUE(rhex.model);
  EXPECT_EQ(rhex.model->velocity_size(), rhex.problem->coordinate_count());
  EXPECT_EQ(rhex.options.closed.size(), rhex.problem->contacts().size());
  EXPECT_FALSE(open_subject("rhex", {.with_model = false}).model);
}

TEST(Subjects, AVariedScene) {
  const Subject subject = open_subject("rhex", {.use = Use::variation, .settings = {"gamma=0.25"}});
  EXPECT_FALSE(subject.problem);
  EXPECT_FALSE(subject.model);
  EXPECT_EQ(subject.identity, R"({"scene":"rhex","settings":{"gamma":0.25}})");
  EXPECT_EQ(subject.vary({"gamma"}).start()[0], 0.25);
  EXPECT_THAT(subject.varied_names({"gamma", "gamma"}), ElementsAre("gamma"));
  EXPECT_GT(subject.varied_names({}).size(), 1U);
  EXPECT_GT(subject.parameters().size(), 1U);
  EXPECT_GT(subject.drawn().contacts().size(), 1U);
}

TEST(Subjects, ARunStartsAboveTheGround) {
  const Subject start = open_subject("bouncing_ball", {.use = Use::run});
  const Subject higher = open_subject("bouncing_ball", {.use = Use::run, .drop = 3.0});
  ASSERT_TRUE(start.model && higher.model);
  EXPECT_FALSE(start.walk);
  EXPECT_THAT(start.identity, StartsWith(R"({"name":"bouncing_ball","parameters":{)"));
  EXPECT_NE(start.identity, higher.identity);
  ModelWorkspace workspace(*higher.model);
  workspace.set_configuration(higher.state.q);
  EXPECT_NEAR(workspace.gap(0), 3.0, 1e-12);
  EXPECT_EQ(higher.state.v, Eigen::VectorXd::Zero(higher.model->velocity_size()));
}

TEST(Subjects, ARobotThatWalksOrFalls) {
  const Subject walking = open_subject("atlas", {.use = Use::run});
  EXPECT_TRUE(walking.walk);
  const Subject falling = open_subject("atlas", {.use = Use::run, .drop = 0.1});
  EXPECT_FALSE(falling.walk);
  EXPECT_EQ(std::get<std::string>(falling.settings.at("motion")), "drop");
}

TEST(Subjects, ASceneFileOfTheGallery) {
  const RobotFolder folder;
  const std::string file = folder.write("mine.toml", bouncing_text).string();
  const Subject impact = open_subject(file);
  EXPECT_EQ(impact.problem->name(), "mine");
  EXPECT_EQ(impact.scene, "corner_ball");
  EXPECT_EQ(impact.law, "corner");
  EXPECT_EQ(impact.law_settings.at("mode"), "literal");
  EXPECT_EQ(open_subject(file, {.use = Use::variation}).law_settings, impact.law_settings);
}

TEST(Subjects, ASceneFileOfBodies) {
  const RobotFolder folder;
  const std::string file = folder.write("thing.toml", body_text("drop = 0.2\n")).string();
  const Subject impact = open_subject(file);
  EXPECT_EQ(impact.title, "thing");
  EXPECT_FALSE(impact.is_robot);
  EXPECT_NEAR(impact.state.v[2], -std::sqrt(2 * 9.81 * 0.2), 1e-12);
  // A run starts at the height that an impact has fallen through.
  const Subject start = open_subject(file, {.use = Use::run});
  EXPECT_EQ(start.state.v, Eigen::VectorXd::Zero(6));
  EXPECT_NEAR(start.state.q[2], impact.state.q[2] + 0.2, 1e-12);
  EXPECT_THAT(start.identity, StartsWith(R"({"file":"thing.toml","fingerprint":")"));
}

TEST(Subjects, ARobotLandsIsVariedAndRuns) {
  const RobotFolder folder;
  const std::string file = folder.write("leg.urdf", leg_urdf()).string();
  SubjectOptions options{.velocity = "[0,0,-2,0,0,0,0,0]", .stance = {.contacts = {"foot"}}};
  const Subject impact = open_subject(file, options);
  EXPECT_TRUE(impact.is_robot);
  EXPECT_EQ(impact.usual_restitution(), 0.0);
  // One rule for what compares laws and what analyzes: the feet of robots do not bounce.
  EXPECT_EQ(impact.completed({}, *impact.problem).settings.restitution, 0.0);
  EXPECT_EQ(impact.restitution({}, *impact.problem), 0.0);
  const LawChoice bouncing{.settings = {.restitution = 0.3}};
  EXPECT_EQ(impact.completed(bouncing, *impact.problem).settings.restitution, 0.3);
  EXPECT_EQ(impact.restitution(bouncing, *impact.problem), 0.3);
  const Subject cradle = open_subject("cradle");  // laws have their own, contacts say 1
  EXPECT_FALSE(cradle.completed({}, *cradle.problem).settings.restitution);
  EXPECT_EQ(cradle.restitution({}, *cradle.problem), 1.0);
  EXPECT_EQ(impact.problem->velocity()[2], -2.0);
  EXPECT_EQ(impact.title, "leg, neutral");
  options.use = Use::variation;
  const Subject varied = open_subject(file, options);
  EXPECT_THAT(varied.identity, HasSubstr(R"("landing":{"model":"leg","q":)"));
  EXPECT_THAT(varied.varied_names({}), testing::Contains("hip"));
  const Subject start = open_subject(file, {.use = Use::run, .drop = 0.3, .base = "free"});
  EXPECT_THAT(start.warnings, testing::Contains(StartsWith("contacts: foot 9 points; ")));
  EXPECT_EQ(start.state.v, Eigen::VectorXd::Zero(8));
  ModelWorkspace workspace(*start.model);
  workspace.set_configuration(start.state.q);
  EXPECT_NEAR(workspace.gap(0), 0.3, 1e-12);
}

TEST(Subjects, AProblem) {
  const RobotFolder folder;
  const ImpactProblem problem = make_scene("cradle");
  const std::string file = folder.write("p.json", to_json(problem)).string();
  const Subject subject = open_subject(file);
  EXPECT_EQ(to_json(*subject.problem), to_json(problem));
  EXPECT_EQ(subject.title, problem.name());
  EXPECT_FALSE(subject.model);
}

TEST(Designs, TheTextOfADesignIsReadAgain) {
  const RobotFolder folder;
  const Subject scene =
      open_subject("cradle", {.use = Use::variation, .settings = {"masses=[1,2,1]"}});
  Design design{.target = "a target"};
  design.parameters = {{.name = "masses[1]", .unit = "kg"}};
  design.start.values = Eigen::VectorXd::Constant(1, 1.5);
  const std::string file = folder.write("found.toml", design_text(scene, design)).string();
  EXPECT_THAT(bytes_of(file), StartsWith("# a target\nformat = \"carom-scene/1\"\n"));
  EXPECT_EQ(open_subject(file).problem->mass_matrix().diagonal(),
            Eigen::VectorXd(Eigen::Vector3d(1, 1.5, 1)));

  const std::string robot = folder.write("leg.urdf", leg_urdf()).string();
  SubjectOptions options{.use = Use::variation, .stance = {.contacts = {"foot"}}};
  const Subject leg = open_subject(robot, options);
  Design posture;
  posture.start.state = leg.state;
  posture.start.state->q[7] = 0.25;
  options.stance.posture = folder.write("q.json", design_text(leg, posture)).string();
  EXPECT_EQ(open_subject(robot, options).state.q[7], 0.25);
}

}  // namespace
}  // namespace carom::test
