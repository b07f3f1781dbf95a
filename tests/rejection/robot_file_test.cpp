// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robot files that are refused, with file and line, all faults at once; and contacts that no robot
// has. The small robots are those of unit/robot_text.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/robot.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

std::vector<std::string> load_faults(const std::filesystem::path& file,
                                     const RobotOptions& options = {}) {
  return faults_of([&] { (void)load_robot(file, options); });
}

std::vector<std::string> faults_in(const std::string& text, const RobotOptions& options = {}) {
  const RobotFolder folder;
  return load_faults(folder.write("robot.xml", text), options);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// A world with one body around the given elements.
std::string mjcf(const std::string& inside, const std::string& beside = "") {
  return "<mujoco>\n<worldbody><body name='b'><joint name='j'/>\n" + inside +
         "</body></worldbody>" + beside + "</mujoco>";
}
const std::string ball_geom = "<geom size='.1'/>";

TEST(RefusedRobot, NoFileAFolderNothingNotXml) {
  const RobotFolder folder;
  EXPECT_THAT(load_faults(folder.path() / "none.urdf"),
              ElementsAre(EndsWith("none.urdf: no such file; check the path")));
  EXPECT_THAT(load_faults(folder.path()), ElementsAre(HasSubstr("is a folder")));
  EXPECT_THAT(load_faults("/dev/null"), ElementsAre(HasSubstr("not an ordinary file")));
  EXPECT_THAT(faults_in(""), ElementsAre(HasSubstr("is empty; expected URDF or MJCF")));
  EXPECT_THAT(faults_in(" \n\t\n"), ElementsAre(HasSubstr("is empty")));
  EXPECT_THAT(faults_in("mass = 3\n"), ElementsAre(HasSubstr("expected")));
  EXPECT_THAT(faults_in(std::string(1000, '\0')), ElementsAre(HasSubstr("expected")));
  EXPECT_THAT(faults_in("<!-- nothing -->"), ElementsAre(HasSubstr("no XML element")));
}

TEST(RefusedRobot, BrokenXmlWithItsLine) {
  EXPECT_THAT(faults_in("<robot name='r'>\n<link name='a'>\n</robot>"),
              ElementsAre(HasSubstr("robot.xml:2: an element is not closed by its own tag")));
  EXPECT_THAT(faults_in("<robot>\n<link name=a/>\n</robot>"),
              ElementsAre(HasSubstr("robot.xml:2: an attribute cannot be read")));
  EXPECT_THAT(faults_in("<robot><!-- \n"), ElementsAre(HasSubstr("a comment is not closed")));
  std::string deep;
  for (int k = 0; k < 2000; ++k) deep += "<body>";
  EXPECT_THAT(faults_in(deep), ElementsAre(HasSubstr("nested too deeply")));
}

TEST(RefusedRobot, FilesWithoutBound) {
  const RobotFolder folder;
  const auto huge = folder.write("huge.urdf", "<robot/>");
  std::filesystem::resize_file(huge, (std::uintmax_t{64} << 20) + 1);
  EXPECT_THAT(load_faults(huge), ElementsAre(HasSubstr("size = 67108865 bytes; expected at most")));
  std::string many = "<robot>";
  for (int k = 0; k < 200'000; ++k) many += "<a/>";
  EXPECT_THAT(faults_in(many + "</robot>"), ElementsAre(HasSubstr("more than 200000 elements")));
  std::string includes;
  for (int k = 0; k < 256; ++k) {
    const std::string name = std::to_string(k) + ".xml";
    folder.write(name, "<x/>");
    includes += "<include file='" + name + "'/>";
  }
  EXPECT_THAT(load_faults(folder.write("main.xml", "<mujoco>" + includes + "</mujoco>")),
              ElementsAre(HasSubstr("more than 256 included files")));
}

TEST(RefusedRobot, OtherFormats) {
  EXPECT_THAT(faults_in("\n<html/>"),
              ElementsAre(HasSubstr("robot.xml:2: root element is 'html'; expected <robot> (URDF) "
                                    "or <mujoco> (MJCF)")));
  EXPECT_THAT(faults_in("<sdf/>"), ElementsAre(HasSubstr("convert SDF to one of them")));
}

TEST(RefusedRobot, Entities) {
  const std::string bomb =
      "<?xml version='1.0'?>\n<!DOCTYPE r [\n<!ENTITY a 'aaaaaaaaaa'>\n"
      "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>\n]>\n<robot name='&b;'/>";
  EXPECT_THAT(faults_in(bomb), ElementsAre(HasSubstr("robot.xml:2: declares a document type")));
  EXPECT_THAT(faults_in("<robot>\n<!entity x SYSTEM 'file:///etc/passwd'></robot>"),
              ElementsAre(HasSubstr("robot.xml:2: declares")));
  // In a comment it is text.
  EXPECT_THAT(faults_in("<!-- <!DOCTYPE x> --><robot name='r'/>"),
              ElementsAre(HasSubstr("no link")));
}

TEST(RefusedRobot, IncludesThatEscapeOrGoInCircles) {
  const RobotFolder folder;
  folder.write("outside.xml", "<x/>");
  const auto with = [&](const std::string& include) {
    return load_faults(folder.write("robot/main.xml", "<mujoco>\n" + include + "</mujoco>"));
  };
  EXPECT_THAT(with("<include file='../outside.xml'/>"),
              ElementsAre(HasSubstr("main.xml:2: include file = '../outside.xml'; expected a path "
                                    "in the folder of the main file")));
  EXPECT_THAT(with("<include file='/etc/passwd'/>"), ElementsAre(HasSubstr("expected a path in")));
  std::filesystem::create_symlink("../outside.xml", folder.path() / "robot/link.xml");
  EXPECT_THAT(with("<include file='link.xml'/>"), ElementsAre(HasSubstr("expected a path in")));
  EXPECT_THAT(with("<include file='none.xml'/>"), ElementsAre(HasSubstr("no such file")));
  EXPECT_THAT(with("<include/>"), ElementsAre(HasSubstr("names no file")));
  folder.write("robot/a.xml", "<x><include file='b.xml'/></x>");
  folder.write("robot/b.xml", "<x>\n<include file='a.xml'/></x>");
  EXPECT_THAT(with("<include file='a.xml'/>"),
              ElementsAre(AllOf(HasSubstr("b.xml:2"), HasSubstr("in a circle"))));
  EXPECT_THAT(with("<include file='main.xml'/>"), ElementsAre(HasSubstr("in a circle")));
}

TEST(RefusedRobot, MassesOfUrdf) {
  EXPECT_THAT(faults_in(leg_urdf("-0.5")),
              ElementsAre(HasSubstr("robot.xml:22: body 'shin': mass = -0.5 kg; expected >= 0")));
  EXPECT_THAT(faults_in(leg_urdf("nan")), ElementsAre(HasSubstr("robot.xml:22: mass: value = 'nan'"
                                                                "; expected finite numbers")));
  EXPECT_THAT(faults_in(leg_urdf("1,5")), ElementsAre(HasSubstr("expected numbers")));
  EXPECT_THAT(faults_in(leg_urdf("1e999")), ElementsAre(HasSubstr("expected finite numbers")));
  EXPECT_THAT(faults_in(leg_urdf("1", "inf")), ElementsAre(HasSubstr("ixx = 'inf'")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "<mass value=\"1.5\"/>", "")),
              ElementsAre(HasSubstr("robot.xml:14: link 'thigh': inertial has no mass")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "ixx=\"0.006\" ", "")),
              ElementsAre(HasSubstr("link 'thigh': inertia has no ixx")));
  // A foot of no mass on a joint that moves.
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "<joint name=\"ankle\" type=\"fixed\">",
                                 "<joint name=\"ankle\" type=\"continuous\">")),
              ElementsAre(HasSubstr("robot.xml:28: body 'foot': mass = 0 here and beyond; expected "
                                    "> 0, because joint 'ankle' moves nothing")));
  EXPECT_THAT(faults_in("<robot name='r'><link name='a'/></robot>"),
              ElementsAre(HasSubstr("joint 'root_joint' moves nothing")));
}

TEST(RefusedRobot, NamesAndTreeOfUrdf) {
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "child link=\"thigh\"", "child link=\"tigh\"")),
              Contains(HasSubstr("robot.xml:9: joint 'hip': child link = 'tigh'; no such link; did "
                                 "you mean 'thigh'?")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "link name=\"foot\"", "link name=\"shin\"")),
              Contains(HasSubstr("link 'shin' is already in line 21")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "name=\"knee\" type", "name=\"hip\" type")),
              ElementsAre(HasSubstr("joint 'hip' is already in line 8")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "\"revolute\"", "\"revolve\"")),
              Contains(HasSubstr("type = 'revolve'; expected one of revolute, continuous, "
                                 "prismatic, fixed, floating, planar; did you mean 'revolute'?")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "<axis xyz=\"0 1 0\"/>", "<axis xyz=\"0 0 0\"/>")),
              ElementsAre(HasSubstr("axis = 0 0 0; expected a direction")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "lower=\"-1\"", "lower=\"2\"")),
              ElementsAre(HasSubstr("lower = 2, upper = 1.5; expected lower <= upper")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(),
                                 "<limit lower=\"-0.1\" upper=\"0.1\" effort=\"80\" "
                                 "velocity=\"2\"/>",
                                 "")),
              ElementsAre(HasSubstr("joint 'knee': type = prismatic without limit")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), " effort=\"80\"", "")),
              ElementsAre(HasSubstr("limit has no effort")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "parent link=\"shin\"", "parent link=\"foot\"")),
              Contains(HasSubstr("joints go in a circle")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "child link=\"foot\"", "child link=\"thigh\"")),
              Contains(HasSubstr("link 'thigh' already hangs on joint 'hip'")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "</robot>", "<link name='lost'/></robot>")),
              ElementsAre(HasSubstr("links base, lost are nobody's child; expected one root")));
  EXPECT_THAT(faults_in(replaced(leg_urdf(), "\"knee\" type", "\"root_joint\" type")),
              ElementsAre(HasSubstr("the name is the free base's")));
  EXPECT_THAT(faults_in(replaced(replaced(leg_urdf(), "link name=\"foot\"", "link name=\"world\""),
                                 "child link=\"foot\"", "child link=\"world\"")),
              ElementsAre(HasSubstr("link 'world': the name is the world's")));
  EXPECT_THAT(faults_in("<robot name='r'/>"), ElementsAre(HasSubstr("robot has no link")));
}

TEST(RefusedRobot, AllFaultsAtOnce) {
  std::string text = leg_urdf("-1");
  text = replaced(text, "xyz=\"0 0 -0.2\"", "xyz=\"0 0\"");
  text = replaced(text, "<parent link=\"base\"/>", "");
  EXPECT_THAT(faults_in(text),
              testing::UnorderedElementsAre(HasSubstr("body 'shin': mass = -1"),
                                            HasSubstr("expected 3 numbers, got 2"),
                                            HasSubstr("joint 'hip': has no parent")));
}

TEST(RefusedRobot, NumbersAndMassesOfMjcf) {
  EXPECT_THAT(faults_in(mjcf("<geom size='-1'/>")),
              Contains(HasSubstr("robot.xml:3: geom: size = '-1'; expected 1 positive numbers for "
                                 "a sphere")));
  EXPECT_THAT(faults_in(mjcf("<geom size='.1' mass='-2'/>")),
              Contains(HasSubstr("geom of body 'b': mass = -2; expected >= 0")));
  EXPECT_THAT(faults_in(mjcf("<geom size='.1' pos='0 nan 0'/>")),
              Contains(HasSubstr("geom: pos = '0 nan 0'; expected finite numbers")));
  EXPECT_THAT(faults_in(mjcf("<inertial pos='0 0 0' mass='-1' diaginertia='1 1 1'/>")),
              ElementsAre(HasSubstr("body 'b': mass = -1 kg; expected >= 0")));
  EXPECT_THAT(faults_in(mjcf("<inertial mass='1' pos='0 0 0'/>")),
              ElementsAre(HasSubstr("inertial has no moments")));
  EXPECT_THAT(faults_in(mjcf("<inertial pos='0 0 0' diaginertia='1 1 1'/>")),
              ElementsAre(HasSubstr("inertial has no mass")));
  EXPECT_THAT(faults_in(mjcf("")),
              ElementsAre(HasSubstr("robot.xml:2: body 'b': mass = 0 here and beyond")));
  EXPECT_THAT(faults_in("<mujoco><worldbody/></mujoco>"), ElementsAre(HasSubstr("has no body")));
  EXPECT_THAT(faults_in(mjcf("<joint axis='0 0 0'/>" + ball_geom)),
              ElementsAre(HasSubstr("joint 'b_joint_2': axis = 0 0 0")));
  EXPECT_THAT(faults_in(mjcf("<joint range='3 -3'/>" + ball_geom)),
              ElementsAre(HasSubstr("range")));
  EXPECT_THAT(faults_in(mjcf("<joint armature='-3'/>" + ball_geom)),
              ElementsAre(HasSubstr("armature = -3; expected >= 0")));
  EXPECT_THAT(faults_in(mjcf("<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>")),
              Contains(HasSubstr("fromto of length 0")));
}

TEST(RefusedRobot, NamesOfMjcf) {
  EXPECT_THAT(faults_in(mjcf(ball_geom + "<body name='b'><geom size='1'/></body>")),
              ElementsAre(HasSubstr("body 'b' a second time")));
  EXPECT_THAT(faults_in(mjcf("<joint name='j'/>" + ball_geom)),
              ElementsAre(HasSubstr("joint 'j' a second time")));
  EXPECT_THAT(faults_in(mjcf("<joint type='hing'/>" + ball_geom)),
              ElementsAre(HasSubstr("type = 'hing'; expected one of hinge, slide, ball, free; did "
                                    "you mean 'hinge'?")));
  EXPECT_THAT(faults_in(mjcf("<geom class='feet' size='1'/>",
                             "<default><default class='foot'/></default>")),
              ElementsAre(HasSubstr("class = 'feet'; no such default; did you mean 'foot'?")));
  EXPECT_THAT(faults_in(mjcf("<geom type='cube' size='1'/>")),
              Contains(HasSubstr("type = 'cube'")));
  EXPECT_THAT(faults_in(mjcf("<geom type='mesh' mesh='m'/>")), Contains(HasSubstr("no such mesh")));
  EXPECT_THAT(faults_in(mjcf("<geom type='mesh' mesh='m'/>",
                             "<asset><mesh name='m' file='m.stl'/></asset>")),
              Contains(HasSubstr("mesh 'm' must give the body its mass, but is not found; give the "
                                 "body an <inertial>")));
  EXPECT_THAT(
      faults_in(mjcf(ball_geom, "<equality><connect body1='c' anchor='0 0 0'/></equality>")),
      ElementsAre(HasSubstr("connect: body 'c'; no such body")));
  EXPECT_THAT(faults_in(mjcf(ball_geom, "<equality><joint joint1='k'/></equality>")),
              ElementsAre(HasSubstr("joint 'k'; no such joint")));
  EXPECT_THAT(faults_in(mjcf(ball_geom, "<actuator><motor joint='jj'/></actuator>")),
              ElementsAre(HasSubstr("joint 'jj'; no such joint; did you mean 'j'?")));
  EXPECT_THAT(faults_in(mjcf(ball_geom, "<keyframe><key qpos='1 2'/></keyframe>")),
              ElementsAre(HasSubstr("expected 1 numbers, got 2")));
  EXPECT_THAT(faults_in(mjcf(ball_geom, "<compiler angle='grad'/>")),
              ElementsAre(HasSubstr("angle = 'grad'; expected one of degree, radian")));
  EXPECT_THAT(faults_in(mjcf(ball_geom, "<compiler eulerseq='abc'/>")),
              ElementsAre(HasSubstr("eulerseq")));
  EXPECT_THAT(faults_in(mjcf(ball_geom + "<replicate count='3'/>")),
              ElementsAre(HasSubstr("replicate is not read")));
  EXPECT_THAT(faults_in(mjcf(ball_geom + "<body><freejoint name='f'/><geom size='1'/></body>")),
              ElementsAre(HasSubstr("joint 'f' of body 'body_2' is free; expected a body of the "
                                    "world")));
  EXPECT_THAT(faults_in(mjcf(ball_geom), {.base = RobotOptions::Base::free}),
              ElementsAre(HasSubstr("expected exactly one of them without joints")));
}

TEST(RefusedRobot, Srdf) {
  const RobotFolder folder;
  const auto file = folder.write("leg.urdf", leg_urdf());
  const auto with = [&](const std::string& text) {
    folder.write("leg.srdf", text);
    return load_faults(file);
  };
  EXPECT_THAT(
      with("<robot><group_state name='a'>\n<joint name='hip' value='x'/></group_state></robot>"),
      ElementsAre(HasSubstr("leg.srdf:2: joint: value = 'x'; expected numbers")));
  EXPECT_THAT(with("<robot><group_state name='a'><joint name='hip'/></group_state></robot>"),
              ElementsAre(HasSubstr("joint 'hip': has no value")));
  EXPECT_THAT(with("<robot><group_state name='a'><joint name='root_joint' value='0 0 0 0 0 0 2'/>"
                   "</group_state></robot>"),
              ElementsAre(HasSubstr("quaternion of length 2; expected 1")));
  EXPECT_THAT(with("<robot><rotor_params><joint name='hip' mass='-1' gear_ratio='1'/>"
                   "</rotor_params></robot>"),
              ElementsAre(HasSubstr("mass = -1; expected >= 0 kg m^2")));
  EXPECT_THAT(with("<mujoco/>"), ElementsAre(HasSubstr("expected <robot>")));
  EXPECT_THAT(load_faults(file, {.srdf = folder.path() / "none.srdf"}),
              ElementsAre(HasSubstr("no such file")));
}

TEST(RefusedContacts, Words) {
  const RobotFolder folder;
  const Model model = load_robot(folder.write("leg.urdf", leg_urdf()));
  const auto refused = [&](const std::vector<std::string>& words) {
    return test::faults_of([&] { (void)ground_contacts(model, words, model.neutral()); });
  };
  EXPECT_THAT(
      refused({"food", "foot[0,0]", "foot:corner", "thigh:lowest", ""}),
      ElementsAre(HasSubstr("'food' is not a frame of leg; expected a body, joint or site; "
                            "did you mean 'foot'?"),
                  HasSubstr("contact 'foot[0,0]': expected three finite numbers"),
                  HasSubstr("':corner' is not known; expected :corners, :lowest or :sole; did you "
                            "mean 'corners'?"),
                  HasSubstr("'thigh' has no collision shape; expected a link that has one "
                            "(base, foot)"),
                  HasSubstr("expected FRAME, FRAME[x,y,z], LINK:corners or LINK:lowest")));
  EXPECT_THAT(refused({"foot[0,0,nan]"}), ElementsAre(HasSubstr("three finite numbers")));
  EXPECT_THAT(refused({"foot[0,0,1"}), ElementsAre(HasSubstr("three finite numbers")));
  EXPECT_THAT(refused({"fot[0,0,1]"}), ElementsAre(HasSubstr("did you mean 'foot'?")));
  EXPECT_THAT(refused({"fot:corners"}), ElementsAre(HasSubstr("did you mean 'foot'?")));
  EXPECT_THAT(
      refused({"foot", "foot"}),
      ElementsAre("contact 'foot' is the same point as 'foot'; expected each contact once"));
  EXPECT_THAT(refused({"shin[0,0,-0.2]", "foot[0,0,0]"}), ElementsAre(HasSubstr("the same point")));
  EXPECT_THAT(refused({"world"}), ElementsAre(HasSubstr("'world' is fixed to the world")));
  EXPECT_THROW((void)ground_contacts(model, {"foot"}, Eigen::VectorXd::Zero(3)), InvalidInput);
}

TEST(RefusedContacts, ShapesThatCannotBeUsed) {
  const RobotFolder folder;
  const auto refused = [&](const std::string& shape, const std::string& word) {
    std::string text = leg_urdf();
    const std::string box = "<box size=\"0.1 0.06 0.02\"/>";
    text.replace(text.find(box), box.size(), shape);
    const Model model = load_robot(folder.write("robots/leg.urdf", text));
    return test::faults_of([&] { (void)ground_contacts(model, {word}, model.neutral()); });
  };
  EXPECT_THAT(refused("<mesh filename='package://p/none.stl'/>", "foot:corners"),
              ElementsAre(HasSubstr("'foot' has no collision box (only mesh, sphere); try "
                                    "foot:lowest")));
  EXPECT_THAT(refused("<mesh filename='package://p/none.stl'/>", "foot:lowest"),
              ElementsAre(HasSubstr(
                  "package://p/none.stl: not found near the robot file; expected a mesh in its "
                  "folder, in the one above or in package_folders")));
  folder.write("meshes/sole.ply", "ply");
  EXPECT_THAT(refused("<mesh filename='../meshes/sole.ply'/>", "foot:lowest"),
              ElementsAre(HasSubstr("format '.ply' is not read; expected .stl, .obj or .dae")));
  const auto refused_collada = [&](const std::string& text) {
    folder.write("meshes/sole.dae", text);
    return refused("<mesh filename='../meshes/sole.dae'/>", "foot:lowest");
  };
  EXPECT_THAT(refused_collada("<COLLADA/>"),
              ElementsAre(HasSubstr("sole.dae: not read as Collada")));
  EXPECT_THAT(refused_collada("<COLLADA><asset>"),
              ElementsAre(HasSubstr("sole.dae:1: an element is not closed by its own tag")));
  EXPECT_THAT(refused_collada("<!DOCTYPE x [<!ENTITY y \"z\">]><COLLADA/>"),
              ElementsAre(HasSubstr("declares a document type or an entity")));
  EXPECT_THAT(refused_collada(collada_triangle("0 0 0 1 0 0 0 1 0", "0 1 7")),
              ElementsAre(HasSubstr("sole.dae: not read as Collada: ")));
  EXPECT_THAT(refused_collada(collada_triangle("0 0 0 1 0 0 0 1 0", "")),
              ElementsAre(HasSubstr("sole.dae: holds no triangle; is it cut off?")));
  EXPECT_THAT(refused_collada(collada_triangle("0 0 0 1 0 0 0 1 nan", "0 1 2")),
              ElementsAre(HasSubstr("sole.dae: <float_array> holds what is no finite number")));
  // Nodes that name each other have no end.
  EXPECT_THAT(refused_collada("<COLLADA version='1.4.1'>\n<library_nodes><node id='a'>\n"
                              "<instance_node url='#a'/></node></library_nodes></COLLADA>"),
              ElementsAre(HasSubstr("sole.dae:3: <instance_node> is not read; expected the "
                                    "node itself in its place")));
  folder.write("meshes/sole.stl", "solid x\nendsolid\n");
  EXPECT_THAT(refused("<mesh filename='../meshes/sole.stl'/>", "foot:lowest"),
              ElementsAre(HasSubstr("holds no triangle; is it cut off?")));
  folder.write("meshes/cut.stl", std::string(84, '\x7f'));
  EXPECT_THAT(refused("<mesh filename='../meshes/cut.stl'/>", "foot:lowest"),
              ElementsAre(HasSubstr("holds no triangle")));
  folder.write("meshes/bad.obj", "v 0 0 0\nf 1 2 3\n");
  folder.write("meshes/bad.stl", "solid x\nfacet\nvertex 0 0\n");
  EXPECT_THAT(refused("<mesh filename='../meshes/bad.stl'/>", "foot:lowest"),
              ElementsAre(HasSubstr("a vertex that is no three numbers")));
  folder.write("meshes/nan.obj", "v 0 0 nan\nv 0 0 1\nv 0 1 0\nf 1 2 3\n");
  EXPECT_THAT(refused("<mesh filename='../meshes/nan.obj'/>", "foot:lowest"),
              ElementsAre(HasSubstr("a point that is not finite")));
  folder.write("meshes/two.obj", "v 0 0\n");
  EXPECT_THAT(refused("<mesh filename='../meshes/two.obj'/>", "foot:lowest"),
              ElementsAre(HasSubstr("a point that is no three numbers")));
  EXPECT_THAT(refused("<mesh filename='../meshes/bad.obj'/>", "foot:lowest"),
              ElementsAre(HasSubstr("a face that names point 2 of 1")));
  // A mesh outside of the robot's folders is not looked at.
  const RobotFolder elsewhere;
  const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const std::string far = elsewhere.write("far/mesh.obj", obj).string();
  const std::string up = std::filesystem::relative(far, folder.path() / "robots").string();
  for (const std::string& name : {far, "file://" + far, up, "package://" + up}) {
    EXPECT_THAT(refused("<mesh filename='" + name + "'/>", "foot:lowest"),
                ElementsAre(HasSubstr("not found near the robot file")));
  }
  folder.write("meshes/near.obj", obj);
  EXPECT_THAT(refused("<mesh filename='../meshes/near.obj'/>", "foot:lowest"), ElementsAre());
}

}  // namespace
}  // namespace carom::test
