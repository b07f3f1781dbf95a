// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small robots as text, written to a folder of their own that is removed again.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>

#include "carom/robot.h"

namespace carom::test {

class RobotFolder {
 public:
  RobotFolder() {
    static std::atomic<int> count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("carom_robots_" + std::to_string(getpid()) + "_" + std::to_string(++count));
    std::filesystem::create_directories(path_);
  }
  ~RobotFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RobotFolder(const RobotFolder&) = delete;
  RobotFolder& operator=(const RobotFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Model load_text(const std::string& text, const RobotOptions& options = {}) {
  const RobotFolder folder;
  return load_robot(folder.write("robot.xml", text), options);
}

/// A base with one leg: hip (y axis), knee (slide along its z), a foot fixed below.
inline std::string leg_urdf(const std::string& shin_mass = "0.5",
                            const std::string& shin_inertia = "0.004") {
  return R"(<?xml version="1.0"?>
<robot name="leg">
  <link name="base">
    <inertial><origin xyz="0.01 0 0.02" rpy="0 0 0.3"/><mass value="4"/>
      <inertia ixx="0.05" ixy="0.002" ixz="0" iyy="0.06" iyz="0.001" izz="0.07"/></inertial>
    <collision><geometry><box size="0.4 0.2 0.1"/></geometry></collision>
  </link>
  <joint name="hip" type="revolute">
    <origin xyz="0.1 0.05 -0.05" rpy="0.1 0.2 0.3"/><parent link="base"/><child link="thigh"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1.5" effort="40" velocity="12"/>
    <dynamics damping="0.3" friction="0.1"/>
  </joint>
  <link name="thigh">
    <inertial><origin xyz="0 0 -0.1"/><mass value="1.5"/>
      <inertia ixx="0.006" ixy="0" ixz="0" iyy="0.006" iyz="0" izz="0.001"/></inertial>
  </link>
  <joint name="knee" type="prismatic">
    <origin xyz="0 0 -0.2"/><parent link="thigh"/><child link="shin"/>
    <axis xyz="0 0 1"/><limit lower="-0.1" upper="0.1" effort="80" velocity="2"/>
  </joint>
  <link name="shin">
    <inertial><origin xyz="0 0 -0.1"/><mass value=")" +
         shin_mass + R"("/>
      <inertia ixx=")" +
         shin_inertia + R"(" ixy="0" ixz="0" iyy="0.004" iyz="0" izz="0.0005"/></inertial>
  </link>
  <joint name="ankle" type="fixed">
    <origin xyz="0 0 -0.2"/><parent link="shin"/><child link="foot"/>
  </joint>
  <link name="foot">
    <collision><origin xyz="0.02 0 -0.01"/><geometry><box size="0.1 0.06 0.02"/></geometry></collision>
    <collision><origin xyz="0 0 0.05"/><geometry><sphere radius="0.03"/></geometry></collision>
  </link>
</robot>
)";
}

/// The same robot in MJCF, written in other ways: degrees, classes, the inertia of the base in its
/// own axes, the knee and its limits by a default.
inline std::string leg_mjcf() {
  return R"(<mujoco model="leg">
  <compiler eulerseq="XYZ"/>
  <default>
    <joint armature="0"/>
    <default class="slider"><joint type="slide" axis="0 0 2" range="-0.1 0.1"/></default>
  </default>
  <worldbody>
    <body name="base" pos="0 0 0.6">
      <freejoint name="root_joint"/>
      <inertial pos="0.01 0 0.02" mass="4" fullinertia="0.049744036978661546 0.060255963021338454
        0.07 -0.0011725411371558171 -0.00029552020666133953 0.000955336489125606"/>
      <geom type="box" size="0.2 0.1 0.05"/>
      <body name="thigh" pos="0.1 0.05 -0.05" euler="5.729577951308232 11.459155902616464 17.188733853924695">
        <joint name="hip" axis="0 1 0" range="-57.29577951308232 85.94366926962348" damping="0.3"/>
        <inertial pos="0 0 -0.1" mass="1.5" diaginertia="0.006 0.006 0.001"/>
        <body name="shin" pos="0 0 -0.2">
          <joint name="knee" class="slider"/>
          <inertial pos="0 0 -0.1" mass="0.5" diaginertia="0.004 0.004 0.0005"/>
          <body name="foot" pos="0 0 -0.2">
            <inertial pos="0 0 0" mass="0" diaginertia="0 0 0"/>
            <geom type="box" size="0.05 0.03 0.01" pos="0.02 0 -0.01"/>
            <geom type="sphere" size="0.03" pos="0 0 0.05"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
)";
}

/// Collada: nine numbers of three points and the indices of one triangle; what else the <asset>
/// says, and how the node is placed.
inline std::string collada_triangle(const std::string& points, const std::string& corners,
                                    const std::string& asset = "", const std::string& node = "") {
  return "<?xml version='1.0'?><COLLADA version='1.4.1'><asset>" + asset +
         "</asset><library_geometries><geometry id='g'><mesh><source id='p'><float_array id='f' "
         "count='9'>" +
         points +
         "</float_array><technique_common><accessor source='#f' count='3' stride='3'><param "
         "name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/>"
         "</accessor></technique_common></source><vertices id='v'><input semantic='POSITION' "
         "source='#p'/></vertices><triangles count='" +
         std::string(corners.empty() ? "0" : "1") +
         "'><input semantic='VERTEX' source='#v' offset='0'/><p>" + corners +
         "</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>"
         "<visual_scene id='s'><node>" +
         node +
         "<instance_geometry url='#g'/></node></visual_scene></library_visual_scenes><scene>"
         "<instance_visual_scene url='#s'/></scene></COLLADA>";
}

/// A free base on two legs: hip (y axis), knee (slide along z), foot. The right leg is longer by
/// `more` [m].
inline std::string pair_mjcf(const std::string& more = "0") {
  const auto leg = [](const std::string& side, const std::string& y, const std::string& foot) {
    const std::string inertial = "<inertial pos='0 0 0' mass='1' diaginertia='.01 .01 .01'/>";
    return "<body name='" + side + "_leg' pos='0 " + y + " -.1'><joint name='" + side +
           "_hip' axis='0 1 0'/>" + inertial + "<body name='" + side + "_foot' pos='0 0 " + foot +
           "'><joint name='" + side + "_knee' type='slide' axis='0 0 1'/>" + inertial +
           "</body></body>";
  };
  return "<mujoco model='pair'><worldbody><body name='base'><freejoint name='root'/>"
         "<inertial pos='0 0 0' mass='5' diaginertia='.1 .1 .1'/>" +
         leg("left", ".1", "-.5") + leg("right", "-.1", std::to_string(-0.5 - std::stod(more))) +
         "</body></worldbody></mujoco>";
}

}  // namespace carom::test
