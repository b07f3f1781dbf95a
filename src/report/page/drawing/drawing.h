// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a model looks like on a page (format.ts, Drawing): bodies from the shapes of its file,
// meshes if they are found; a body without shapes is drawn from its joints, contacts and mass.
// Input: a model. Output: the document, and placements for any configuration.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"
#include "report/json/json_text.h"

namespace carom::report {

class PageDrawing {
 public:
  /// `start`: what is seen first is fitted to it, and it tells whether the motion is planar.
  PageDrawing(const Model& model, const Eigen::VectorXd& start);
  ~PageDrawing();
  PageDrawing(PageDrawing&&) noexcept;

  const Model& model() const;
  Json document() const;
  std::vector<std::string> notes() const;  ///< Meshes that were not found or were thinned.
  bool articulated() const;                ///< A body hangs from another one by a joint that moves.
  int bodies() const;
  int contacts() const { return static_cast<int>(model().contacts().size()); }
  double radius() const;  ///< Of what is seen at the start.

  /// Appends x y z and quaternion of every body, and x y z of every contact's point.
  void place(const Eigen::VectorXd& q, std::vector<float>& poses, std::vector<float>& points);
  /// Of the fastest point that is drawn.
  double speed(const Eigen::VectorXd& q, const Eigen::VectorXd& velocity);
  /// The farthest that two postures place the same point that is drawn; NaN: one is nowhere.
  double apart(const Eigen::VectorXd& a, const Eigen::VectorXd& b);
  /// At the configuration placed last.
  const ModelWorkspace& workspace() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace carom::report
