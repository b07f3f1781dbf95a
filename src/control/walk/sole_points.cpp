// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Points under the soles of a robot that walks. Input: the rectangle of a sole, a number. Output:
// the model with a grid of points there: rows along the sole from back to front, in each row from
// left to right.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/walking.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom {
namespace {

constexpr int largest_grid = 16;

struct Grid {
  int along = 0, across = 0;
};

Grid grid_of(int points) {
  if (points == 8) return {4, 2};
  const int side = static_cast<int>(std::lround(std::sqrt(std::max(points, 0))));
  if (side >= 2 && side <= largest_grid && side * side == points) return {side, side};
  throw InvalidInput(
      fmt::format("points = {}; expected 8, or the square of a whole number from 2 to {} (4, 9, "
                  "16 …), under each foot",
                  points, largest_grid));
}

int joint_of(const Model& model, const std::string& frame) {
  return model.bodies().frame_joints[static_cast<std::size_t>(find_frame(model.bodies(), frame))];
}

/// `y`: of the sole's left and right edge, in the foot's frame.
void add_grid(const ContactCandidate& like, const std::string& frame, const WalkRobot& robot,
              double left, double right, const Grid& grid,
              std::vector<ContactCandidate>& contacts) {
  int number = 0;
  for (int i = 0; i < grid.along; ++i) {
    for (int j = 0; j < grid.across; ++j) {
      const double forwards = static_cast<double>(i) / (grid.along - 1);
      const double sideways = static_cast<double>(j) / (grid.across - 1);
      ContactCandidate point = like;
      point.name = fmt::format("{}_{}", frame, ++number);
      point.sphere = {.body = frame,
                      .center = {(1.0 - forwards) * robot.back + forwards * robot.front,
                                 (1.0 - sideways) * left + sideways * right, robot.sole}};
      contacts.push_back(std::move(point));
    }
  }
}

}  // namespace

Model with_sole_points(const Model& model, const WalkRobot& robot, int points) {
  const Grid grid = grid_of(points);
  ModelParts parts = model.parts();
  std::vector<ContactCandidate> contacts;
  for (const Side side : {Side::left, Side::right}) {
    const bool left = side == Side::left;
    const std::string& frame = left ? robot.left_foot : robot.right_foot;
    static_cast<void>(model.frame(frame));  // throws for a name it does not have
    const int joint = joint_of(model, frame);
    const auto under = [&](const ContactCandidate& contact) {
      return joint_of(model, contact.sphere.body) == joint;
    };
    const auto first = std::find_if(parts.contacts.begin(), parts.contacts.end(), under);
    if (first == parts.contacts.end()) {
      throw InvalidInput(
          fmt::format("{}: the {} foot, {}, has no contact; expected points under it", model.name(),
                      to_string(side), frame));
    }
    add_grid(*first, frame, robot, left ? robot.left : -robot.right,
             left ? robot.right : -robot.left, grid, contacts);
    std::erase_if(parts.contacts, under);
  }
  contacts.insert(contacts.end(), parts.contacts.begin(), parts.contacts.end());
  parts.contacts = std::move(contacts);
  return model.with(std::move(parts));
}

}  // namespace carom
