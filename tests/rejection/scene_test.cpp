// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of a bad scene setting, by its text; all faults come at once.
#include "carom/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/faults.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using Numbers = std::vector<double>;

std::vector<std::string> scene_faults(const char* name, const SceneSettings& settings) {
  return faults_of([&] { (void)make_scene(name, settings); });
}

TEST(RejectScene, UnknownName) {
  EXPECT_THAT(
      scene_faults("craddle", {}),
      ElementsAre(AllOf(HasSubstr("unknown scene 'craddle'; expected one of cradle, billiards, "
                                  "corner_ball, block, "),
                        EndsWith("; did you mean 'cradle'?"))));
}

TEST(RejectScene, UnknownParameter) {
  EXPECT_THAT(scene_faults("cradle", {{"mases", Numbers{1}}}),
              ElementsAre(HasSubstr("scene 'cradle': unknown parameter 'mases'; expected one of "
                                    "masses, velocity, wall; did you mean 'masses'?")));
}

TEST(RejectScene, WrongKind) {
  EXPECT_THAT(
      scene_faults("cradle", {{"masses", 1.0}, {"wall", Numbers{1}}}),
      ElementsAre("scene 'cradle': masses has the wrong kind; expected a list such as [1,2,1]",
                  "scene 'cradle': wall has the wrong kind; expected true or false"));
}

TEST(RejectScene, CradleMasses) {
  EXPECT_THAT(scene_faults("cradle", {{"masses", Numbers{1, -1, 0}}}),
              ElementsAre("scene 'cradle': masses[1] = -1 kg; expected > 0 and finite",
                          "scene 'cradle': masses[2] = 0 kg; expected > 0 and finite"));
  EXPECT_THAT(scene_faults("cradle", {{"masses", Numbers{1, NAN}}}),
              ElementsAre(HasSubstr("masses[1] = nan kg; expected > 0")));
  EXPECT_THAT(scene_faults("cradle", {{"masses", Numbers{}}}),
              ElementsAre("scene 'cradle': masses has 0 entries; expected 1 to 2048"));
  EXPECT_THAT(scene_faults("cradle", {{"masses", Numbers(3000, 1.0)}}),
              ElementsAre("scene 'cradle': masses has 3000 entries; expected 1 to 2048"));
}

TEST(RejectScene, CradleVelocity) {
  EXPECT_THAT(scene_faults("cradle", {{"velocity", Numbers{1, 0}}}),
              ElementsAre("scene 'cradle': velocity has 2 entries; expected 3, one per ball"));
  EXPECT_THAT(scene_faults("cradle", {{"velocity", Numbers{1, 0, INFINITY}}}),
              ElementsAre(HasSubstr("scene 'cradle': velocity[2] = infinity; expected a finite")));
}

TEST(RejectScene, BilliardsAngle) {
  EXPECT_THAT(scene_faults("billiards", {{"theta", 0.5}}),
              ElementsAre(HasSubstr("theta = 0.5 rad (28.6479 deg); expected 1.047197551196597")));
  EXPECT_THAT(scene_faults("billiards", {{"theta", 3.2}}),
              ElementsAre(HasSubstr("<= theta <= 3.141592653589793 rad (60 to 180 deg)")));
  EXPECT_THAT(scene_faults("billiards", {{"theta", NAN}}), ElementsAre(HasSubstr("theta = nan")));
}

TEST(RejectScene, BilliardsRadii) {
  EXPECT_THAT(scene_faults("billiards", {{"radius_a", -1.0}, {"radius_c", 0.0}}),
              ElementsAre("scene 'billiards': radius_a = -1 m; expected > 0 and finite",
                          "scene 'billiards': radius_c = 0 m; expected > 0 and finite"));
  EXPECT_THAT(scene_faults("billiards", {{"velocity", Numbers{1, 2, 3}}}),
              ElementsAre(HasSubstr("velocity has 3 entries; expected 2, (x, y) of the cue ball")));
}

TEST(RejectScene, Text) {
  const Scene& cradle = find_scene("cradle");
  const Scene& billiards = find_scene("billiards");
  const auto text_faults = [](const Scene& scene, const char* name, const char* text) {
    return faults_of([&] { (void)parse_parameter(scene, name, text); });
  };
  for (const char* text : {"1,2", "[1,2", "[1,,2]", "[1,x]", "", "[1,nan]", "[inf]", "[1deg]"}) {
    EXPECT_THAT(text_faults(cradle, "masses", text),
                ElementsAre(HasSubstr("expected a list such as [1,2,1]; NaN and infinities")))
        << text;
  }
  EXPECT_THAT(text_faults(cradle, "wall", "yes"),
              ElementsAre(HasSubstr("scene 'cradle': wall = 'yes'; expected true or false")));
  for (const char* text : {"90 degrees", "deg", "1e999", "nan", "[1]"}) {
    EXPECT_THAT(
        text_faults(billiards, "theta", text),
        ElementsAre(HasSubstr("expected one number in radians, or in degrees such as 40deg")))
        << text;
  }
  EXPECT_THAT(text_faults(billiards, "radius_a", "40deg"),
              ElementsAre(HasSubstr("radius_a = '40deg'; expected one number;")));
  EXPECT_THAT(text_faults(billiards, "thta", "1"),
              ElementsAre(HasSubstr("unknown parameter 'thta'")));
}

}  // namespace
}  // namespace carom::test
