// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small models for the tests of postures.
//   leg     hip at height h, thigh and shank of length 0.5 in the plane x, z, a foot point
//   biped   a free body with two such legs; one foot is a point, the other a sphere
//   loop    a four-bar linkage of lengths 0.4, 0.5, 0.6 between pivots 0.7 apart
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom::test {

inline Eigen::Isometry3d at(double x, double y, double z) {
  return Eigen::Isometry3d(Eigen::Translation3d(x, y, z));
}

inline BodyDescription body(const std::string& name, const std::string& parent, JointKind kind,
                            const Eigen::Isometry3d& placement,
                            const Eigen::Vector3d& axis = Eigen::Vector3d::UnitY()) {
  BodyDescription description;
  description.name = name;
  description.parent = parent;
  description.kind = kind;
  description.axis = axis;
  description.placement = placement;
  description.mass = 1.0;
  description.inertia = 0.01 * Eigen::Matrix3d::Identity();
  return description;
}

inline ContactCandidate point(const std::string& name, const std::string& on,
                              const Eigen::Vector3d& center, double radius = 0.0) {
  ContactCandidate contact;
  contact.name = name;
  contact.sphere = {on, center, radius};
  return contact;
}

/// A point carried by three sliders along x, y, z with limits.
inline Model sliders(const std::vector<ContactCandidate>& contacts, double limit) {
  ModelDescription description;
  std::string parent = "world";
  for (const auto& [name, axis] : {std::pair("x", Eigen::Vector3d::UnitX().eval()),
                                   std::pair("y", Eigen::Vector3d::UnitY().eval()),
                                   std::pair("z", Eigen::Vector3d::UnitZ().eval())}) {
    description.bodies.push_back(body(name, parent, JointKind::prismatic, at(0, 0, 0), axis));
    description.bodies.back().lower = -limit;
    description.bodies.back().upper = limit;
    parent = name;
  }
  description.parts.contacts = contacts;
  return Model(description);
}

inline void add_leg(ModelDescription& description, const std::string& side,
                    const std::string& parent, const Eigen::Isometry3d& hip, double radius) {
  description.bodies.push_back(body(side + "_hip", parent, JointKind::revolute, hip));
  description.bodies.back().lower = -1.5;
  description.bodies.back().upper = 1.5;
  description.bodies.push_back(
      body(side + "_knee", side + "_hip", JointKind::revolute, at(0, 0, -0.5)));
  description.bodies.back().lower = 0.0;
  description.bodies.back().upper = 2.5;
  description.parts.contacts.push_back(point(side + "_foot", side + "_knee", {0, 0, -0.5}, radius));
}

inline Model leg(double height) {
  ModelDescription description;
  add_leg(description, "left", "world", at(0, 0, height), 0.0);
  return Model(description);
}

inline Model biped() {
  ModelDescription description;
  description.bodies.push_back(body("torso", "world", JointKind::free, at(0, 0, 0)));
  add_leg(description, "left", "torso", at(0, 0.1, 0), 0.0);
  add_leg(description, "right", "torso", at(0, -0.1, 0), 0.03);
  return Model(description);
}

inline Model four_bar() {
  ModelDescription description;
  description.bodies.push_back(body("crank", "world", JointKind::revolute, at(0, 0, 0)));
  description.bodies.push_back(body("coupler", "crank", JointKind::revolute, at(0.4, 0, 0)));
  description.bodies.push_back(body("rocker", "coupler", JointKind::revolute, at(0.5, 0, 0)));
  LoopClosure loop;
  loop.name = "pivot";
  loop.first = "rocker";
  loop.first_placement = at(0.6, 0, 0);
  loop.second_placement = at(0.7, 0, 0);
  loop.directions.resize(3, 2);
  loop.directions << 1, 0, 0, 0, 0, 1;
  description.parts.loops.push_back(loop);
  return Model(description);
}

/// A free plate with contacts at the four corners of its lower face.
inline Model plate() {
  ModelDescription description;
  description.bodies.push_back(body("plate", "world", JointKind::free, at(0, 0, 0)));
  int k = 0;
  for (const auto& [x, y] :
       {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
    description.parts.contacts.push_back(
        point("corner " + std::to_string(++k), "plate", {0.1 * x, 0.05 * y, -0.02}));
  }
  return Model(description);
}

}  // namespace carom::test
