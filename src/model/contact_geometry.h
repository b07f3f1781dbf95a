// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where the candidates of a model touch: normal, point and gap (model_workspace.cpp has the
// equations).
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "carom/model.h"
#include "model/hulls/hull_pair.h"
#include "model/multibody.h"

namespace carom {

struct Touch {
  double gap = 0.0;
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< World; from the second to the first.
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< World; on the first one's surface.
  int first = 0, second = 0;                          ///< Frames.
  int velocity = -1;  ///< Of a joint's stop: ∂gap/∂q is `sign` at this entry of v; -1: no stop.
  double sign = 1.0;
  double first_radius = 0.0, second_radius = 0.0;  ///< Of hulls: of the parts that touch.
};

class ContactGeometry {
 public:
  explicit ContactGeometry(const Model& model);
  /// `q`: the configuration of these placements.
  Touch touch(const FramePlacements& bodies, const Eigen::Ref<const Eigen::VectorXd>& q,
              int contact) const;
  /// Of all contacts.
  void gaps(const FramePlacements& bodies, const Eigen::Ref<const Eigen::VectorXd>& q,
            Eigen::VectorXd& gaps) const;

 private:
  /// A candidate with its frames found: plain numbers, to be read in a hot path.
  struct Shapes {
    enum class Kind { plane, sphere, terrain, stop, hulls };
    Kind kind = Kind::plane;
    int first = 0, second = 0;
    Eigen::Vector3d center,
        other;               ///< Of the sphere; of the other sphere, or a point of the plane.
    Eigen::Vector3d normal;  ///< Of the plane.
    double radius = 0.0, other_radius = 0.0;
    std::shared_ptr<const Terrain> terrain = {};
    int rank = 0;
    std::shared_ptr<const HullPair> hulls = {};
    int coordinate = 0, velocity = 0;  ///< Of a stop: entries of q and v.
    double bound = 0.0, sign = 1.0;    ///< Of a stop: its gap is sign (q − bound).
  };
  static Touch hull_touch(const FramePlacements& bodies, const Shapes& shapes);
  static void add_stop(const Model& model, const JointStop& stop, Shapes& shapes);

  std::vector<Shapes> shapes_;
};

/// The unit vector in the tangent plane nearest to `wish`; y, then z, where that is the normal.
Eigen::Vector3d first_tangent(const Eigen::Vector3d& wish, const Eigen::Vector3d& normal);

}  // namespace carom
