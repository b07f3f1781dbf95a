// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How far a point is from terrain. A union's distance is the smallest of its parts':
//   plane: n·(x − p);
//   box: in its axes, with a = |x| − half: |max(a, 0)| outside, the largest entry of a inside;
//   heights: (z − h(x, y)) n_z, the distance from the plane of the triangle straight below. Near a
//   ridge that is less than the distance from the surface itself, and its gradient is n everywhere.
// Outside the boxes' distance is exact, so that a sphere that rolls over an edge turns about it.
#include "carom/terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/check_description.h"

namespace carom {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double no_ground = -std::numeric_limits<double>::infinity();

double box_distance(const TerrainBox& box, const Vector3d& place, Vector3d& normal) {
  const Eigen::Matrix3d axes = box.placement.linear();
  const Vector3d local = axes.transpose() * (place - box.placement.translation());
  const Vector3d beyond = local.cwiseAbs() - 0.5 * box.size;
  const auto side = [&](Eigen::Index k) { return local[k] < 0.0 ? -1.0 : 1.0; };
  Eigen::Index face = 0;
  const double most = beyond.maxCoeff(&face);
  if (most <= 0.0 || beyond.cwiseMax(0.0).norm() == most) {  // within, or straight before a face
    normal = side(face) * axes.col(face);
    return most;
  }
  Vector3d away = beyond.cwiseMax(0.0);
  const double distance = away.norm();
  for (Eigen::Index k = 0; k < 3; ++k) away[k] *= side(k);
  normal = axes * (away / distance);
  return distance;
}

/// Height and slopes of a field at a place.
struct FieldPoint {
  double height = 0.0, along_x = 0.0, along_y = 0.0;
};

/// The cell of a coordinate in steps of the grid, and the place in it, 0 … 1.
struct GridPlace {
  Eigen::Index cell = 0;
  double share = 0.0;
  bool beyond = false;
};

GridPlace grid_place(double steps, Eigen::Index count) {
  const double last = static_cast<double>(count - 1);
  const double within = std::clamp(steps, 0.0, last);
  const double cell = std::min(std::floor(within), last - 1.0);
  return {static_cast<Eigen::Index>(cell), within - cell, steps < 0.0 || steps > last};
}

FieldPoint field_point(const HeightField& field, const Vector2d& place) {
  const Vector2d steps = (place - field.origin).cwiseQuotient(field.spacing);
  const GridPlace x = grid_place(steps.x(), field.heights.rows());
  const GridPlace y = grid_place(steps.y(), field.heights.cols());
  const auto h = [&](int i, int j) { return field.heights(x.cell + i, y.cell + j); };
  FieldPoint found;
  double rise_x = 0.0, rise_y = 0.0;
  if (x.share + y.share <= 1.0) {
    rise_x = h(1, 0) - h(0, 0);
    rise_y = h(0, 1) - h(0, 0);
    found.height = h(0, 0) + x.share * rise_x + y.share * rise_y;
  } else {
    rise_x = h(1, 1) - h(0, 1);
    rise_y = h(1, 1) - h(1, 0);
    found.height = h(1, 1) - (1.0 - x.share) * rise_x - (1.0 - y.share) * rise_y;
  }
  if (!x.beyond) found.along_x = rise_x / field.spacing.x();
  if (!y.beyond) found.along_y = rise_y / field.spacing.y();
  return found;
}

double field_distance(const HeightField& field, const Vector3d& place, Vector3d& normal) {
  const FieldPoint below = field_point(field, place.head<2>());
  normal = Vector3d(-below.along_x, -below.along_y, 1.0).normalized();
  return (place.z() - below.height) * normal.z();
}

/// The top of a box over a place: where the line straight up leaves it.
double box_height(const TerrainBox& box, const Vector2d& place) {
  const Eigen::Matrix3d turn = box.placement.linear().transpose();
  const Vector3d from = turn * (Vector3d(place.x(), place.y(), 0.0) - box.placement.translation());
  const Vector3d up = turn.col(2);
  double enters = no_ground, leaves = -no_ground;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double half = 0.5 * box.size[k];
    if (up[k] == 0.0) {
      if (std::abs(from[k]) > half) return no_ground;
      continue;
    }
    const double a = (-half - from[k]) / up[k], b = (half - from[k]) / up[k];
    enters = std::max(enters, std::min(a, b));
    leaves = std::min(leaves, std::max(a, b));
  }
  return enters <= leaves ? leaves : no_ground;
}

void check_field(const std::string& where, const HeightField& field,
                 std::vector<std::string>& faults) {
  if (field.heights.size() == 0) return;
  if (field.heights.rows() < 2 || field.heights.cols() < 2) {
    faults.push_back(fmt::format("{}: field has {} × {} heights; expected at least 2 × 2", where,
                                 field.heights.rows(), field.heights.cols()));
  }
  if (!field.heights.allFinite() || !field.origin.allFinite()) {
    faults.push_back(fmt::format(
        "{}: heights or origin of the field are not finite; expected numbers [m]", where));
  }
  if (!(field.spacing.allFinite() && field.spacing.minCoeff() > 0.0)) {
    faults.push_back(fmt::format("{}: spacing of the field = {}, {}; expected finite numbers > 0",
                                 where, field.spacing.x(), field.spacing.y()));
  }
}

}  // namespace

double Terrain::distance(const Vector3d& place, Vector3d& normal_there, int rank) const {
  double nearest = std::numeric_limits<double>::infinity(), second = nearest;
  Vector3d candidate = Vector3d::UnitZ(), first_normal = candidate, second_normal = candidate;
  const auto keep = [&](double found) {
    if (found < nearest) {
      second = nearest;
      second_normal = first_normal;
      nearest = found;
      first_normal = candidate;
    } else if (found < second) {
      second = found;
      second_normal = candidate;
    }
  };
  if (has_plane) {
    candidate = normal;
    keep(normal.dot(place - point));
  }
  for (const TerrainBox& box : boxes) keep(box_distance(box, place, candidate));
  if (field.heights.size() > 0) keep(field_distance(field, place, candidate));
  normal_there = rank == 0 ? first_normal : second_normal;
  return rank == 0 ? nearest : second;
}

double Terrain::height(const Vector2d& place) const {
  double highest = no_ground;
  if (has_plane && normal.z() > 0.0) {
    highest = point.z() - normal.head<2>().dot(place - point.head<2>()) / normal.z();
  }
  for (const TerrainBox& box : boxes) highest = std::max(highest, box_height(box, place));
  if (field.heights.size() > 0) highest = std::max(highest, field_point(field, place).height);
  return highest;
}

void check_terrain(const std::string& where, const Terrain& terrain,
                   std::vector<std::string>& faults) {
  if (!terrain.has_plane && terrain.boxes.empty() && terrain.field.heights.size() == 0) {
    faults.push_back(
        fmt::format("{}: terrain is empty; expected a plane, boxes or a field of heights", where));
  }
  // A unit normal typed with ten digits passes; gaps are then right to 1e-9 of a height of 1 m.
  constexpr double unit = 1e-9;
  if (terrain.has_plane &&
      !(terrain.point.allFinite() && std::abs(terrain.normal.norm() - 1.0) <= unit)) {
    faults.push_back(fmt::format(
        "{}: plane of the terrain is not finite or its normal has not length 1; expected a point "
        "and a unit normal",
        where));
  }
  for (std::size_t k = 0; k < terrain.boxes.size(); ++k) {
    const TerrainBox& box = terrain.boxes[k];
    if (!box.placement.matrix().allFinite() || !box.placement.linear().isUnitary(unit)) {
      faults.push_back(fmt::format(
          "{}: box {}: placement is not finite or no rotation; expected one", where, k + 1));
    }
    if (!(box.size.allFinite() && box.size.minCoeff() > 0.0)) {
      faults.push_back(fmt::format("{}: box {}: size = {}, {}, {}; expected finite edges > 0 [m]",
                                   where, k + 1, box.size.x(), box.size.y(), box.size.z()));
    }
  }
  check_field(where, terrain.field, faults);
}

}  // namespace carom
