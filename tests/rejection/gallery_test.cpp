// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of the gallery's scenes with models, by its text; all faults come at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Numbers = std::vector<double>;

std::vector<std::string> model_faults(const char* name, const SceneSettings& settings) {
  return faults_of([&] { (void)make_scene_model(name, settings); });
}

std::vector<std::string> problem_faults(const char* name, const SceneSettings& settings = {}) {
  return faults_of([&] { (void)make_scene(name, settings); });
}

TEST(RejectGallery, NothingTouches) {
  EXPECT_THAT(problem_faults("double_pendulum"),
              ElementsAre(AllOf(HasSubstr("scene 'double_pendulum': "),
                                HasSubstr("nothing touches"), HasSubstr("'tip' 0.59734"))));
  EXPECT_THAT(problem_faults("chain"),
              ElementsAre(AllOf(HasSubstr("scene 'chain': "), HasSubstr("no contacts"))));
  EXPECT_THAT(problem_faults("free_body", {{"inertia", Numbers{1, 1, 1}}}),
              ElementsAre(HasSubstr("no contacts")));
  EXPECT_THAT(
      problem_faults("free_body", {{"inertia", Numbers{1, 1, 1}}, {"point", Numbers{0, 0, -0.5}}}),
      ElementsAre(AllOf(HasSubstr("nothing touches"), HasSubstr("'point' 0.5"))));
  EXPECT_THAT(problem_faults("vee", {{"height", 0.25}}),
              ElementsAre(AllOf(HasSubstr("nothing touches"), HasSubstr("'foot 2' 0.25"))));
  EXPECT_THAT(problem_faults("trex", {{"y", 13.0}}),
              ElementsAre(AllOf(HasSubstr("nothing touches"), HasSubstr("'tail' 0.738142"))));
  EXPECT_THAT(problem_faults("pendulum_cradle", {{"angles", Numbers{-1, 0, 0.5}}}),
              ElementsAre(HasSubstr("nothing touches")));
}

TEST(RejectGallery, Rhex) {
  EXPECT_THAT(model_faults("rhex", {{"mb", 0.0},
                                    {"ll", -1.0},
                                    {"gamma", NAN},
                                    {"velocity", Numbers{0, -1, INFINITY}},
                                    {"knee_damping", -2.0}}),
              ElementsAre("scene 'rhex': mb = 0 kg; expected > 0 and finite",
                          "scene 'rhex': ll = -1 m; expected > 0 and finite",
                          "scene 'rhex': gamma = nan; expected a finite number",
                          "scene 'rhex': velocity has 3 entries; expected 7, of x, y, th, phiL, "
                          "gammaL, phiR, gammaR",
                          "scene 'rhex': velocity[2] = inf; expected a finite number",
                          "scene 'rhex': knee_damping = -2 N m s/rad; expected >= 0 and finite"));
}

TEST(RejectGallery, RhexWhoseLeftFootCannotReach) {
  // Hips 0.6 m apart on a body turned by 0.5 rad; legs of 0.17 m.
  EXPECT_THAT(
      model_faults("rhex", {{"hL", 0.3}, {"hR", -0.3}, {"theta", 0.5}}),
      ElementsAre(AllOf(HasSubstr("theta = 0.5 rad puts the left hip 0.2876"),
                        HasSubstr("m above the right one; expected a posture where the left foot"),
                        HasSubstr("change theta, phi_r, gamma or bring hL and hR together"))));
  // A leg folded to nothing: the foot is at the hip.
  EXPECT_THAT(model_faults("rhex", {{"hL", 0.1}, {"theta", 0.5}, {"gamma", std::numbers::pi}}),
              ElementsAre(HasSubstr("puts the left hip")));
  EXPECT_THAT(model_faults("rhex", {{"gamma", std::numbers::pi}}), ElementsAre());
}

TEST(RejectGallery, Trex) {
  EXPECT_THAT(model_faults("trex", {{"r1", 4.0}, {"lu", 0.0}, {"th", INFINITY}, {"drop", -1.0}}),
              ElementsAre("scene 'trex': lu = 0 cm; expected > 0 and finite",
                          "scene 'trex': r1 = 4 cm is not above r2 = 4 cm; expected r1 > r2: the "
                          "tail ends where the cone that touches both balls does",
                          "scene 'trex': th = inf; expected a finite number",
                          "scene 'trex': drop = -1 cm; expected >= 0 and finite"));
}

TEST(RejectGallery, Vee) {
  EXPECT_THAT(model_faults("vee", {{"masses", Numbers{1, 0, 1}},
                                   {"velocity", Numbers{}},
                                   {"height", -0.1},
                                   {"half_angle", NAN}}),
              ElementsAre("scene 'vee': masses has 3 entries; expected 2, one per rod",
                          "scene 'vee': masses[1] = 0 kg; expected > 0 and finite",
                          HasSubstr("velocity has 0 entries; expected 4"),
                          "scene 'vee': height = -0.1 m; expected >= 0 and finite",
                          "scene 'vee': half_angle = nan rad; expected a finite angle"));
}

TEST(RejectGallery, Chain) {
  for (const double links : {0.0, 2.5, 513.0, std::nan("")}) {
    EXPECT_THAT(model_faults("chain", {{"links", links}}),
                ElementsAre(HasSubstr("expected a whole number from 1 to 512")));
  }
  EXPECT_THAT(model_faults("chain", {{"mass", 0.0}, {"damping", -1.0}}),
              ElementsAre("scene 'chain': mass = 0 kg; expected > 0 and finite",
                          HasSubstr("damping = -1 N m s/rad; expected >= 0")));
  EXPECT_THAT(model_faults("chain", {{"angles", Numbers{1}}, {"velocity", Numbers{1, 2}}}),
              ElementsAre("scene 'chain': angles has 1 entries; expected 6, one per link, or none "
                          "for zeros",
                          HasSubstr("velocity has 2 entries; expected 6")));
}

TEST(RejectGallery, FreeBody) {
  EXPECT_THAT(model_faults("free_body", {{"mass", -1.0},
                                         {"inertia", Numbers{1, 0}},
                                         {"com", Numbers{0, NAN, 0}},
                                         {"point", Numbers{1}},
                                         {"gravity", INFINITY}}),
              ElementsAre("scene 'free_body': mass = -1 kg; expected > 0 and finite",
                          "scene 'free_body': inertia has 2 entries; expected 3, about the body's "
                          "x, y, z",
                          "scene 'free_body': inertia[1] = 0 kg m^2; expected > 0 and finite",
                          "scene 'free_body': com[1] = nan; expected a finite number",
                          "scene 'free_body': point has 1 entries; expected 3, in the body frame, "
                          "or none",
                          "scene 'free_body': gravity = inf m/s^2; expected a finite number"));
}

TEST(RejectGallery, Pendula) {
  EXPECT_THAT(model_faults("double_pendulum", {{"m2", 0.0}, {"angles", Numbers{1}}}),
              ElementsAre("scene 'double_pendulum': m2 = 0 kg; expected > 0 and finite",
                          HasSubstr("angles has 1 entries; expected 2, upper, lower")));
  EXPECT_THAT(model_faults("pendulum_cradle", {{"masses", Numbers{}}}),
              ElementsAre("scene 'pendulum_cradle': masses has 0 entries; expected 1 to 512"));
  EXPECT_THAT(model_faults("pendulum_cradle",
                           {{"masses", Numbers{1, 2}}, {"angles", Numbers{0}}, {"radius", 0.0}}),
              ElementsAre("scene 'pendulum_cradle': radius = 0 m; expected > 0 and finite",
                          HasSubstr("angles has 1 entries; expected 2, one per bob")));
}

TEST(RejectGallery, ModelsOfScenesWithProblemsOfTheirOwn) {
  EXPECT_THAT(model_faults("cradle", {{"masses", Numbers{1, -1}}, {"velocity", Numbers{NAN, 0}}}),
              ElementsAre("scene 'cradle': velocity[0] = nan; expected a finite number",
                          "scene 'cradle': masses[1] = -1 kg; expected > 0 and finite"));
  EXPECT_THAT(model_faults("cradle", {{"masses", Numbers(513, 1.0)}}),
              ElementsAre("scene 'cradle': masses has 513 entries; expected at most 512 for a "
                          "model"));
  EXPECT_THAT(model_faults("billiards", {{"theta", 0.1}, {"velocity", Numbers{NAN, 0}}}),
              ElementsAre(HasSubstr("velocity[0] = nan"), HasSubstr("at the lower limit a and b")));
  EXPECT_THAT(model_faults("corner_ball", {{"radius", 0.0}}),
              ElementsAre("scene 'corner_ball': radius = 0 m; expected > 0 and finite"));
  EXPECT_THAT(model_faults("block", {{"rpy", Numbers{0, 2, 0}}}),
              ElementsAre(HasSubstr("turn the sole away from the ground")));
}

}  // namespace
}  // namespace carom::test
