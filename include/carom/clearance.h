// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": postures that cannot be. Input: a model, and which of its contacts touch. Output:
// how far each body is from the ground, and from bodies that it is no neighbour of; below zero it
// is inside. What is checked, and how exactly: docs/maps.md.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// The deepest place of a posture where something is inside something else.
struct Penetration {
  double depth = 0.0;     ///< In the model's unit of length; 0: nothing is inside anything.
  std::string what = {};  ///< "left knee", "FL_UPPER_LEG"; empty: nothing.
  std::string in = {};    ///< "the ground", or another body.
};

/// "inside the ground by 3 mm: left knee"; metres as millimetres. Empty: nothing is inside.
[[nodiscard]] std::string to_string(const Penetration& penetration,
                                    const std::string& length_unit = "m");

/// Never changes: one serves any number of workspaces.
class Clearance {
 public:
  /// Checked are, against planes and terrains fixed to the world: points of ModelParts::solids, of
  /// collision shapes, or, where there are neither, of watched bodies; and against each other the
  /// bodies of self_contacts() (robot.h) and the contacts of two bodies. Contacts that are not
  /// `touching` may not be below zero either. `q`: the posture where the `touching` contacts touch.
  /// A file may put the sole of a foot a little below its contacts, so bodies that carry a touching
  /// contact, and their neighbours, count from where they are at `q`; and a round foot, all within
  /// 6 cm of its contact, is not checked. Scenes (solids) are exact: none of this holds
  /// for them.
  Clearance(const Model& model, const Eigen::VectorXd& q, const std::vector<std::string>& touching);

  /// Places that are checked, numbered from 0; none: nothing is known of the bodies' sizes.
  int size() const;
  bool empty() const { return size() == 0; }
  /// "left knee above the ground", "left_hand and torso apart".
  std::string name(int place) const;
  /// How far a place is from what it may not enter. Of two bodies at most 1 cm.
  double distance(const ModelWorkspace& at, int place) const;
  /// Distances above this are no penetration: rounding of what touches; of two hulls the edges,
  /// which are rounded.
  double tolerance(int place) const;
  /// At a workspace of the model, or of one with the same bodies and contacts.
  Penetration deepest(const ModelWorkspace& at) const;
  /// Places that are inside something, deepest first.
  std::vector<int> inside(const ModelWorkspace& at) const;
  /// What could not be checked: meshes that cannot be read, bodies that overlap at `q`.
  const std::vector<std::string>& notes() const;

 private:
  struct Parts;
  std::shared_ptr<const Parts> parts_;
};

}  // namespace carom
