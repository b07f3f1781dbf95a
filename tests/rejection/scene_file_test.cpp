// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message about a scene file: all faults at once, each with its line.
#include "carom/scene_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "carom/error.h"
#include "support/faults.h"
#include "support/files.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Faults = std::vector<std::string>;

const fs::path scenes = test::project_root / "scenes";

Faults text_faults(const std::string& text, const SceneOverrides& overrides = {}) {
  return test::faults_of(
      [&] { static_cast<void>(scene_file_from_toml(text, "s.toml", scenes, overrides)); });
}

Faults faults_of_file(const fs::path& file) {
  return test::faults_of([&] { static_cast<void>(load_scene_file(file)); });
}

/// One fault, or the text of all of them.
std::string fault_of(const std::string& text, const SceneOverrides& overrides = {}) {
  std::string all;
  for (const std::string& fault : text_faults(text, overrides))
    all += (all.empty() ? "" : "\n") + fault;
  return all;
}

const std::string ball_text =
    "[[body]]\nname = \"ball\"\njoint = \"free\"\nmass = 1\ninertia = [1, 1, 1]\n"
    "[[contact]]\nname = \"c\"\nbody = \"ball\"\n";
const std::string atlas_text = "robot = \"robots/atlas_v1.urdf\"\ncontacts = [\"l_sole\"]\n";

TEST(SceneFileRejection, NotToml) {
  EXPECT_EQ(fault_of("scene = cradle").rfind("s.toml:1:9: not TOML: ", 0), 0u)
      << fault_of("scene = cradle");
  EXPECT_EQ(fault_of("a = 1\na = 2").rfind("s.toml:2:5: not TOML: ", 0), 0u)
      << fault_of("a = 1\na = 2");
}

TEST(SceneFileRejection, Kinds) {
  const std::string expected =
      "expected one of scene = \"name\" (of the gallery), robot = \"file.urdf\" and [[body]]";
  EXPECT_EQ(fault_of(""), "s.toml: says nothing that moves; " + expected);
  EXPECT_EQ(fault_of("scene = \"cradle\"\nrobot = \"a.urdf\""),
            "s.toml:2: scene and robot in one file; " + expected);
  EXPECT_EQ(fault_of("format = \"carom-scene/2\"\nscene = 3"),
            "s.toml:1: format = \"carom-scene/2\"; expected \"carom-scene/1\"");
}

TEST(SceneFileRejection, Gallery) {
  EXPECT_EQ(
      fault_of("scene = \"cradel\"").find("s.toml:1: unknown scene 'cradel'; expected one of "),
      0u);
  EXPECT_NE(fault_of("scene = \"cradel\"").find("did you mean 'cradle'?"), std::string::npos);
  const Faults expected = {
      "s.toml:2: name = 3; expected text, not empty",
      "s.toml:4: law: unknown key 'restituton'; expected one of name, restitution, friction, "
      "policy, mode, exponent, energy, method, tolerance, seed; did you mean 'restitution'?",
      "s.toml:5: law: restitution = 2; expected 0 <= restitution <= 1",
      "s.toml:6: law: seed = 1.5; expected a whole number",
      "s.toml:3: unknown key 'paramters'; expected one of format, name, source, law, motors, "
      "scene, parameters; did you mean 'parameters'?",
      "s.toml:8: scene 'cradle': unknown parameter 'mases'; expected one of masses, velocity, "
      "wall; did you mean 'masses'?",
      "s.toml:9: scene 'cradle': wall = '1'; expected true or false; NaN and infinities are not "
      "accepted",
      "s.toml:10: scene 'cradle': masses[1] = -2 kg; expected > 0 and finite"};
  EXPECT_EQ(text_faults("scene = \"cradle\"\nname = 3\nparamters = 1\n"
                        "law.restituton = 1\nlaw.restitution = 2\nlaw.seed = 1.5\n[parameters]\n"
                        "mases = [1]\nwall = 1\nmasses = [1, -2, 1]\n"),
            expected);
}

TEST(SceneFileRejection, ValuesOfParameters) {
  const std::string head = "scene = \"billiards\"\n[parameters]\n";
  const std::string tail =
      "; expected a number, a list of numbers, true, false or a word, as the parameter needs";
  EXPECT_EQ(fault_of(head + "radius_a = \"1\""), "s.toml:3: parameters: radius_a = \"1\"" + tail);
  EXPECT_EQ(fault_of(head + "velocity = [[1]]"),
            "s.toml:3: parameters: velocity = a list of 1" + tail);
  EXPECT_EQ(fault_of(head + "radius_a = 1979-05-27"),
            "s.toml:3: parameters: radius_a = a date or time" + tail);
  EXPECT_EQ(fault_of(head + "theta = nan"),
            "s.toml:3: scene 'billiards': theta = 'nan'; expected one number in radians, or in "
            "degrees such as 40deg; NaN and infinities are not accepted");
  EXPECT_EQ(fault_of("scene = \"cradle\"\nparameters = 3"),
            "s.toml:2: parameters = 3; expected a table, [parameters]");
  EXPECT_EQ(fault_of("scene = \"cradle\"", {{"wall", "maybe"}}),
            "--set: scene 'cradle': wall = 'maybe'; expected true or false; NaN and infinities are "
            "not accepted");
  EXPECT_EQ(fault_of("scene = \"cradle\"", {{"masses", "[1,-1,1]"}}),
            "--set: scene 'cradle': masses[1] = -1 kg; expected > 0 and finite");
  EXPECT_EQ(fault_of("scene = \"corner_ball\"\nlaw.mode = \"literal\"\n"
                     "parameters.mode = \"literal\""),
            "s.toml:3: parameters: mode is given here and in [law]; expected one of them");
}

TEST(SceneFileRejection, BodiesAllAtOnce) {
  const Faults expected = {
      "s.toml:3: unknown key 'veloctiy'; expected one of format, name, source, law, motors, body, "
      "gravity, posture, stand, velocity, drop, friction, restitution, stiffness, static_friction, "
      "armature, lock, touching, closed, contact, loop, coupling, spring, actuator; did you mean "
      "'velocity'?",
      "s.toml:7: body 'a': mass = \"heavy\"; expected a finite number",
      "s.toml:9: body 2: name is missing; expected a name of its own",
      "s.toml:10: body 2: joint = \"revolut\"; expected one of fixed, revolute, prismatic, "
      "spherical, translation, free; did you mean 'revolute'?",
      "s.toml:9: body 2: mass is missing; expected kilograms; 0 is allowed",
      "s.toml:11: body 2: inertia has 2 numbers; expected 3 (moments), 6 (xx, xy, xz, yy, yz, zz) "
      "or 3 rows of 3, about the centre of mass [kg m^2]",
      "s.toml:14: body 'b': joint is missing; expected what carries the body, such as joint = "
      "\"free\"",
      "s.toml:19: contact 'c': point has 2 numbers; expected 3",
      "s.toml:20: contact 'c': friction = -1; expected friction >= 0",
      "s.toml:16: body 'b': mass = -3 kg; expected a finite number >= 0",
      "s.toml:2: drop = -0.1; expected drop >= 0"};
  EXPECT_EQ(text_faults("name = \"x\"\ndrop = -0.1\nveloctiy = [1]\n"
                        "[[body]]\nname = \"a\"\njoint = \"free\"\nmass = \"heavy\"\n"
                        "inertia = [1, 1, 1]\n"
                        "[[body]]\njoint = \"revolut\"\ninertia = [1, 2]\nparent = \"a\"\n"
                        "\n[[body]]\nname = \"b\"\nmass = -3\n"
                        "[[contact]]\nname = \"c\"\npoint = [1, 2]\nfriction = -1\nbody = \"a\"\n"),
            expected);
}

TEST(SceneFileRejection, PartsOfBodies) {
  const Faults expected = {
      "s.toml:11: contact 'd': plane and sphere are both given; expected one of them",
      "s.toml:15: contact 'd': sphere: radius = -1; expected radius >= 0",
      "s.toml:16: contact 'd': tangents = 3; expected 0, 1 or 2",
      "s.toml:17: contact 3: body is missing; expected the body that touches",
      "s.toml:20: loop 'l': kind = \"hinge\"; expected one of point, weld",
      "s.toml:18: loop 'l': first is missing; expected a body or frame",
      "s.toml:21: loop 'l': directions[1] has 2 numbers; expected 3",
      "s.toml:22: spring 1: first is missing; expected joint, or two bodies: first and second",
      "s.toml:25: actuator 1: gear = nan; expected a finite number"};
  const Faults found =
      text_faults(ball_text +
                  "\n\n[[contact]]\nname = \"d\"\nbody = \"ball\"\nplane = {point = [0, 0, 0]}\n"
                  "sphere = {radius = -1}\ntangents = 3\n[[contact]]\n"
                  "[[loop]]\nname = \"l\"\nkind = \"hinge\"\ndirections = [[1, 0, 0], [1, 2]]\n"
                  "[[spring]]\nstiffness = 1\n[[actuator]]\ngear = nan\njoint = \"ball\"\n");
  ASSERT_GE(found.size(), expected.size());
  EXPECT_EQ(Faults(found.begin(), found.begin() + static_cast<long>(expected.size())), expected);
}

TEST(SceneFileRejection, NamesOfBodiesAndJoints) {
  const std::string link =
      "[[body]]\nname = \"arm\"\nparent = \"bal\"\njoint = {kind = \"revolute\"}\nmass = 1\n"
      "inertia = [1, 1, 1]\n";
  const std::string text = fault_of(ball_text + link);
  EXPECT_NE(text.find("s.toml:12: body 'arm': joint: axis is missing; expected the direction of "
                      "the joint, such as [0, 1, 0]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("s.toml:11: body 'arm': parent = 'bal' is not a body before it"),
            std::string::npos)
      << text;
  EXPECT_NE(fault_of(ball_text + "[[contact]]\nname = \"d\"\nbody = \"bal\"\n")
                .find("s.toml:11: contact 'd': body = 'bal' is not a frame"),
            std::string::npos);
  EXPECT_NE(fault_of("lock = [\"bal\"]\nclosed = [\"d\"]\narmature = {bal = 1}\n" + ball_text)
                .find("s.toml:1: s: no joint 'bal'"),
            std::string::npos)
      << fault_of("lock = [\"bal\"]\nclosed = [\"d\"]\narmature = {bal = 1}\n" + ball_text);
  EXPECT_NE(fault_of("closed = [\"d\"]\n" + ball_text).find("s.toml:1: s: no contact 'd'"),
            std::string::npos);
  EXPECT_EQ(fault_of("armature = {ball = 1}\n" + ball_text),
            "s.toml:1: armature: joint 'ball' has 6 velocities; expected a joint of one");
}

TEST(SceneFileRejection, PostureAndVelocity) {
  EXPECT_EQ(
      fault_of("posture = 3\n" + ball_text),
      "s.toml:1: posture = 3; expected a name, a list of 7 coordinates, or a table of joints");
  EXPECT_NE(
      fault_of("posture = \"standing\"\n" + ball_text).find("s.toml:1: s: no posture 'standing'"),
      std::string::npos);
  EXPECT_EQ(
      fault_of("posture = [1, \"x\"]\n" + ball_text),
      "s.toml:1: posture[1] = \"x\"; expected a finite number, or an angle such as \"40deg\"");
  EXPECT_NE(fault_of("[posture]\nball = [0, 0, 1, 0, 0, 0, 1]\nbal = 2\n" + ball_text)
                .find("s.toml:3: posture: no joint 'bal'"),
            std::string::npos);
  EXPECT_NE(fault_of("posture = [0, 0, 1, 0, 0, 0, 2]\n" + ball_text)
                .find("s.toml:1: posture: the "
                      "quaternion"),
            std::string::npos);
  EXPECT_EQ(fault_of("velocity = [1, 2]\n" + ball_text),
            "s.toml:1: velocity has 2 numbers; expected 6");
  EXPECT_EQ(fault_of("velocity = {ball = [1]}\n" + ball_text),
            "s.toml:1: velocity.ball has 1 numbers; expected 6");
  EXPECT_EQ(fault_of("velocity = [0, 0, inf, 0, 0, 0]\n" + ball_text),
            "s.toml:1: velocity[2] = inf; expected a finite number");
  EXPECT_EQ(fault_of("drop = 1\nvelocity = [0, 0, 0, 0, 0, 0]\n" + ball_text),
            "s.toml:1: drop and velocity are both given; expected one of them");
  EXPECT_EQ(fault_of("drop = 1\ngravity = 0\n" + ball_text),
            "s.toml:1: drop without gravity; expected velocity, or a gravity that is not 0");
  EXPECT_EQ(fault_of("lock = \"everything\"\n" + ball_text),
            "s.toml:1: lock = \"everything\"; expected \"all\" or a list of joints");
  EXPECT_EQ(fault_of("lock = [3]\n" + ball_text), "s.toml:1: lock has an entry 3; expected a name");
  EXPECT_EQ(fault_of("closed = 3\n" + ball_text), "s.toml:1: closed = 3; expected a list of names");
  EXPECT_EQ(fault_of("stand = 1\n" + ball_text), "s.toml:1: stand = 1; expected true or false");
  EXPECT_EQ(fault_of("contact = 3\nbody = [3]"),
            "s.toml:2: body 1 = 3; expected a table\n"
            "s.toml:1: contact = 3; expected tables, [[contact]]\n"
            "s.toml:1: s: no joint moves; expected at least one body with a joint that is not "
            "fixed");
}

TEST(SceneFileRejection, NothingThatFallsOrTouches) {
  const std::string hinge =
      "[[body]]\nname = \"arm\"\njoint = {kind = \"revolute\", axis = [0, 1, 0]}\nmass = 1\n"
      "inertia = [1, 1, 1]\n";
  EXPECT_EQ(fault_of("drop = 1\n" + hinge + "[[contact]]\nbody = \"arm\"\n"),
            "s.toml:1: drop with nothing that can fall; expected a free base; give velocity "
            "instead");
  EXPECT_EQ(
      fault_of(hinge),
      "s.toml:1: contact is missing; expected what may touch, at least one table [[contact]]");
  // The tip cannot reach the floor 5 m below.
  const std::string far = fault_of("stand = true\n" + hinge +
                                   "placement = [0, 0, 5]\n[[contact]]\nbody = \"arm\"\n"
                                   "point = [1, 0, 0]\n");
  EXPECT_EQ(far.rfind("s.toml:1: stand = true; no posture near the given one puts every contact on "
                      "its surface (largest gap ",
                      0),
            0u)
      << far;
}

TEST(SceneFileRejection, Robot) {
  const std::string rule =
      "; expected a path relative to the scene file, in its folder or below; put or link the file "
      "there";
  EXPECT_EQ(fault_of("robot = \"/etc/passwd\""), "s.toml:1: robot = \"/etc/passwd\"" + rule);
  EXPECT_EQ(fault_of("robot = \"robots/../../a.urdf\""),
            "s.toml:1: robot = \"robots/../../a.urdf\"" + rule);
  EXPECT_EQ(fault_of("robot = \"none.urdf\"\nsrdf = \"../x\""),
            "s.toml:2: srdf = \"../x\"" + rule +
                "\ns.toml:1: robot = \"none.urdf\"; there is no such file; expected a file beside "
                "or below the scene file");
  EXPECT_EQ(fault_of("robot = \"robots\"").find("s.toml:1: robot = \"robots\"; there is no such"),
            0u);
  // A file that is no robot: its own faults, at the line that names it.
  EXPECT_EQ(fault_of("robot = \"stool.toml\"").rfind("s.toml:1: ", 0), 0u);
  EXPECT_EQ(fault_of("robot = \"robots/atlas_v1.urdf\"\nbase = \"loose\""),
            "s.toml:2: base = \"loose\"; expected one of free, fixed");
}

TEST(SceneFileRejection, ContactsOfARobot) {
  EXPECT_EQ(fault_of("robot = \"robots/atlas_v1.urdf\""),
            "s.toml:1: contacts is missing; expected the frames that touch, such as contacts = "
            "[\"left_sole\"]");
  EXPECT_EQ(fault_of("robot = \"robots/atlas_v1.urdf\"\ncontacts = \"l_sole\""),
            "s.toml:2: contacts = \"l_sole\"; expected a list of frames and tables");
  const std::string text = fault_of(
      "robot = \"robots/atlas_v1.urdf\"\ncontacts = [\n  \"l_soul\",\n  3,\n"
      "  {frame = \"l_foot:corners\", name = \"x\"},\n  {point = [0, 0, 0]},\n"
      "  {frame = \"r_sole\", mu = 1, restitution = 7},\n]\n");
  EXPECT_NE(text.find("s.toml:3: "), std::string::npos) << text;
  EXPECT_NE(text.find("'l_sole'"), std::string::npos) << text;
  EXPECT_NE(text.find("s.toml:4: contacts[1] = 3; expected a frame or a table"), std::string::npos);
  EXPECT_NE(text.find("s.toml:5: contacts[2]: name = \"x\" for 4 contacts; expected a frame that "
                      "is one"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("s.toml:6: contacts[3]: frame is missing; expected a frame of the robot"),
            std::string::npos);
  EXPECT_NE(text.find("s.toml:7: contacts[4]: unknown key 'mu'; expected one of name, frame, "
                      "point, friction, static_friction, restitution, stiffness"),
            std::string::npos);
  EXPECT_NE(text.find("s.toml:7: contacts[4]: restitution = 7; expected 0 <= restitution <= 1"),
            std::string::npos);
}

TEST(SceneFileRejection, Overrides) {
  EXPECT_EQ(fault_of(atlas_text, {{"dorp", "1"}}),
            "--set: unknown name 'dorp'; expected one of posture, stand, velocity, drop, friction, "
            "restitution, stiffness, static_friction, armature, lock, touching, closed; did you "
            "mean 'drop'?");
  EXPECT_EQ(fault_of(atlas_text, {{"drop", "-1"}}), "--set: drop = -1; expected drop >= 0");
  EXPECT_EQ(fault_of(atlas_text, {{"drop", "high"}}),
            "--set: drop = \"high\"; expected a finite number");
  EXPECT_EQ(fault_of(atlas_text, {{"robot", "x.urdf"}}).find("--set: unknown name 'robot'"), 0u);
  EXPECT_EQ(fault_of(atlas_text, {{"lock", "[\"knee\"]"}}).find("--set: atlas_v1: no joint 'knee'"),
            0u);
  // What follows a line end is no second key.
  EXPECT_EQ(fault_of(atlas_text, {{"drop", "1\nrobot = \"/etc/passwd\""}}),
            "--set: drop = \"1 robot = \"/etc/passwd\"\"; expected a finite number");
}

TEST(SceneFileRejection, Files) {
  const fs::path folder =
      fs::temp_directory_path() / ("carom_scene_file_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const fs::path missing = folder / "missing.toml", large = folder / "large.toml";
  EXPECT_EQ(faults_of_file(missing),
            Faults{missing.string() + ": the file does not exist; expected a TOML file"});
  EXPECT_EQ(faults_of_file(folder),
            Faults{folder.string() + ": is a directory; expected a TOML file"});
  std::ofstream(large) << std::string((std::size_t{16} << 20) + 1, ' ');
  EXPECT_EQ(faults_of_file(large),
            Faults{large.string() + ": more than 16777216 bytes; expected at most 16 MiB"});
  fs::remove_all(folder);
}

TEST(SceneFileRejection, Bounds) {
  EXPECT_EQ(fault_of(std::string((std::size_t{16} << 20) + 1, ' ')),
            "s.toml: the text has 16777217 bytes; expected at most 16777216 (16 MiB)");
  std::string dots = "a";
  for (int i = 0; i < 100000; ++i) dots += ".a";
  const std::string expected = ": a name with more than 32 dots; expected shorter names";
  EXPECT_EQ(fault_of("\n" + dots + " = 1"), "s.toml:2" + expected);
  EXPECT_EQ(fault_of("[" + dots + "]"), "s.toml:1" + expected);
  EXPECT_EQ(fault_of("b = {c = \"=\", " + dots + " = 1}"), "s.toml:1" + expected);
  std::string quoted = "'='";
  for (int i = 0; i < 100000; ++i) quoted += ".\"\\\",\"";
  EXPECT_EQ(fault_of(quoted + " = 1"), "s.toml:1" + expected);
  // The quotes of a string of several lines hide nothing, and dots in strings and comments are
  // none of a name.
  EXPECT_EQ(fault_of("b = {c = \"\"\"x\n\"\"\"\", " + dots + " = 1}"), "s.toml:2" + expected);
  const std::string harmless = "# " + std::string(200, '.') + "\nsource = \"" +
                               std::string(200, '.') + "\"\nscene = \"cradle\"";
  EXPECT_EQ(fault_of(harmless), "");
  const std::string nested = fault_of("a = " + std::string(100000, '['));
  EXPECT_EQ(nested.rfind("s.toml:1:", 0), 0u) << nested;
}

TEST(SceneFileRejection, ContactsThatDoNotTouch) {
  const SceneFile file =
      scene_file_from_toml("posture = [0, 0, 0.5, 0, 0, 0, 1]\n" + ball_text, "s.toml", scenes);
  const auto faults = test::faults_of([&] { static_cast<void>(make_problem(file)); });
  const std::string said = test::refusal_of([&] { static_cast<void>(make_problem(file)); });
  EXPECT_EQ(faults.front().rfind("s.toml: ", 0), 0u) << said;
}

}  // namespace
}  // namespace carom
