// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is said where FILE, its use and the options beside it do not go together.
#include "carom/subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using Use = SubjectOptions::Use;

std::string refused(const std::string& file, const SubjectOptions& options = {}) {
  return refusal_of([&] { (void)open_subject(file, options); });
}

struct Files {
  RobotFolder folder;
  std::string robot = folder.write("leg.urdf", leg_urdf()).string();
  std::string problem = folder.write("p.json", "{}").string();
  std::string scene =
      folder.write("s.toml", "format = \"carom-scene/1\"\nscene = \"cradle\"\n").string();
};

TEST(RefusedSubject, Missing) {
  for (const Use use : {Use::impact, Use::variation, Use::run}) {
    EXPECT_THAT(refused("crade", {.use = use}),
                AllOf(StartsWith("crade: the file does not exist, and no scene has this name; "
                                 "expected a file, - for standard input, or a scene: "),
                      EndsWith("; did you mean 'cradle'?")));
  }
  EXPECT_THAT(refused(std::string(5000, 'x')), HasSubstr(": cannot be read: File name too long"));
}

TEST(RefusedSubject, RobotOptionsBesideOthers) {
  const Files files;
  SubjectOptions options{.base = "free", .stance = {.contacts = {"foot"}, .drop = 1.0}};
  EXPECT_EQ(refused("cradle", options),
            "--contacts, --drop, --base: 'cradle' is a scene; expected a robot file (*.urdf, "
            "*.xml); a scene takes --set NAME=VALUE");
  EXPECT_THAT(
      refused(files.scene, options),
      EndsWith("says this itself; expected a robot file (*.urdf, *.xml); a scene file takes "
               "--set NAME=VALUE, such as --set drop=0.1"));
  EXPECT_THAT(refused(files.problem, options),
              EndsWith("is a problem; expected a robot file (*.urdf, *.xml); a problem has its "
                       "contacts and velocity in it"));
  options.use = Use::run;
  EXPECT_THAT(refused(files.scene, options), EndsWith("such as --set posture=crouch"));
}

TEST(RefusedSubject, SettingsBesideOthers) {
  const Files files;
  const std::vector<std::string> settings = {"a=1"};
  EXPECT_THAT(refused(files.robot, {.settings = settings}),
              AllOf(StartsWith("--set a=1: "), HasSubstr("is a file; expected a scene (")));
  EXPECT_THAT(refused(files.problem, {.settings = settings}), HasSubstr("is a file; expected"));
  for (const Use use : {Use::variation, Use::run}) {
    EXPECT_THAT(refused(files.robot, {.use = use, .settings = settings}),
                AllOf(StartsWith("--set a=1: "), EndsWith("is a robot; expected a scene")));
  }
  EXPECT_EQ(faults_of([] {
              (void)open_subject("cradle", {.settings = {"masses", "masses=x", "wheels=4"}});
            }).size(),
            3U);
  EXPECT_EQ(refused(files.scene, {.settings = {"drop"}}),
            "--set 'drop': expected NAME=VALUE, such as drop=0.1");
}

TEST(RefusedSubject, KindsThatAreNotRead) {
  const Files files;
  EXPECT_THAT(refused(files.problem, {.use = Use::variation}), HasSubstr("has nothing to vary"));
  EXPECT_THAT(refused("-", {.use = Use::run}),
              AllOf(StartsWith("standard input: has nothing that moves"),
                    EndsWith("'carom resolve' takes problems")));
  EXPECT_THAT(refused(files.folder.path().string()), EndsWith("is a directory; expected a file"));
  EXPECT_THAT(refused(files.folder.write("a.sdf", "").string()), EndsWith("convert it to URDF"));
  EXPECT_THAT(refused(files.folder.write("a.xacro", "").string()),
              EndsWith("run xacro on it first"));
  EXPECT_THAT(refused(files.folder.write("a.jsonl", "").string()),
              EndsWith("may hold many problems; expected a file with one (*.json)"));
}

TEST(RefusedSubject, Robots) {
  const Files files;
  EXPECT_EQ(refused(files.robot, {.base = "fre"}),
            "--base = 'fre'; expected free or fixed; did you mean 'free'?");
  EXPECT_THAT(refused(files.robot, {.stance = {.contacts = {""}}}),
              StartsWith(files.robot + ": no contacts"));
  EXPECT_THAT(refused(files.robot, {.velocity = "[1,2]", .stance = {.contacts = {"foot"}}}),
              StartsWith("--velocity: 2 numbers; expected a list of 8 numbers: "));
  EXPECT_THAT(refused(files.robot, {.velocity = "[1,2", .stance = {.contacts = {"foot"}}}),
              StartsWith("--velocity:1:"));
  // Faults of the velocity stand behind the others; beside a drop it is not read.
  EXPECT_THAT(faults_of([&] {
                (void)open_subject(files.robot, {.velocity = "[1,2", .stance = {.contacts = {""}}});
              }),
              ElementsAre(HasSubstr("no contacts"), StartsWith("--velocity:1:")));
  EXPECT_EQ(
      refused(files.robot, {.velocity = "[1,2", .stance = {.contacts = {"foot"}, .drop = 1.0}}),
      "--drop and --velocity are both given; expected one of them");
}

TEST(RefusedSubject, Runs) {
  const Files files;
  EXPECT_EQ(refused(files.robot, {.use = Use::run, .stance = {.locked = {"all"}}}),
            "--lock: a run has no rigid joints; expected --hold, which holds them by motors");
  EXPECT_EQ(refused("atlas", {.use = Use::run, .settings = {"motion=walk"}, .drop = 0.1}),
            "--drop: atlas walks; expected --set motion=drop, or no --drop");
}

}  // namespace
}  // namespace carom::test
