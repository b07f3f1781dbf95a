// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The ground under the feet of a walk: flat pieces, one under each planned foothold. A foot has a
// lane of its own; under all of it, the ground has the height of the foothold that its sole's
// centre is nearest to, so that no sole straddles two pieces. Where a walk has no heights it is the
// plane of the model's contacts.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "carom/walking.h"

namespace carom::simulation {

class WalkGround {
 public:
  WalkGround() = default;
  /// `footholds`: where the robot stands (first two), then those planned; `heights` of the latter.
  WalkGround(const std::vector<Foothold>& footholds, const std::vector<double>& heights) {
    for (std::size_t k = 0; k < footholds.size(); ++k) {
      const double height = k >= 2 && k - 2 < heights.size() ? heights[k - 2] : 0.0;
      lanes_[lane(footholds[k].side)].push_back({footholds[k].center.head<2>(), height});
      flat_ = flat_ && height == 0.0;
    }
  }

  bool flat() const { return flat_; }
  /// `place`: the centre of the foot's sole.
  double height(Side side, const Eigen::Vector3d& place) const {
    if (flat_) return 0.0;
    double nearest = 1e300, height = 0.0;
    for (const Piece& piece : lanes_[lane(side)]) {
      const double distance = (piece.center - place.head<2>()).squaredNorm();
      if (distance >= nearest) continue;
      nearest = distance;
      height = piece.height;
    }
    return height;
  }
  /// Whose foot a contact belongs to, one per contact.
  std::vector<Side> sides = {};
  /// Centres of the soles in their frames: left, right.
  struct Sole {
    int frame = 0;
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
  };
  std::array<Sole, 2> soles = {};

 private:
  struct Piece {
    Eigen::Vector2d center;
    double height;
  };
  static std::size_t lane(Side side) { return side == Side::left ? 0 : 1; }
  std::array<std::vector<Piece>, 2> lanes_;
  bool flat_ = true;
};

}  // namespace carom::simulation
