// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Support point of an ellipsoid x = A u, |u| = 1, in direction −n: x = −A² n / |A n|. A cylinder's
// lowest point of an end is at radius r against the part of `up` across its axis; a cylinder that
// stands upright touches with its rim, for which eight points stand.
#include "model/robot/collision_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "base/text.h"
#include "carom/error.h"
#include "model/robot/mesh_file.h"

namespace carom {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using ShapeKind = CollisionShape::Kind;

// Sine of the tilt below which a cylinder touches with its rim: a rim of 0.1 m is then level to
// 1e-7 m, which no landing shows; rotations composed in a file are rounded by 1e-15.
constexpr double upright = 1e-6;
constexpr int rim_points = 8;
// A sole is wider than this many times the depth that is looked at; a ball of 5 cm radius is not.
constexpr double sole_width = 20.0;

std::vector<CollisionPoint> box_corners(const CollisionShape& box) {
  std::vector<CollisionPoint> corners;
  for (int k = 0; k < 8; ++k) {
    const Vector3d signs(k & 4 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 1 ? 0.5 : -0.5);
    corners.push_back({box.placement * Vector3d(signs.cwiseProduct(box.size)), 0.0});
  }
  return corners;
}

std::vector<CollisionPoint> rim(const CollisionShape& shape, double z) {
  std::vector<CollisionPoint> points;
  const double r = shape.size(0);
  for (int k = 0; k < rim_points; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / rim_points;
    points.push_back(
        {shape.placement * Vector3d(r * std::cos(angle), r * std::sin(angle), z), 0.0});
  }
  return points;
}

/// `across`: the part of up perpendicular to the axis, in the shape's own axes.
std::vector<CollisionPoint> cylinder_points(const CollisionShape& shape, const Vector3d& across) {
  std::vector<CollisionPoint> points;
  const double r = shape.size(0), half = 0.5 * shape.size(1);
  for (const double z : {-half, half}) {
    if (across.norm() > upright) {
      const Vector3d edge = Vector3d(0.0, 0.0, z) - r * across.normalized();
      points.push_back({shape.placement * edge, 0.0});
      continue;
    }
    const auto more = rim(shape, z);
    points.insert(points.end(), more.begin(), more.end());
  }
  return points;
}

/// Corners of the convex hull, by Andrew's monotone chain; points on an edge are left out.
std::vector<std::size_t> hull_corners(const std::vector<Vector2d>& flat) {
  std::vector<std::size_t> order(flat.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto before = [&](std::size_t a, std::size_t b) {
    return std::tuple(flat[a].x(), flat[a].y(), a) < std::tuple(flat[b].x(), flat[b].y(), b);
  };
  std::sort(order.begin(), order.end(), before);
  // [m] The same point: rounding of coordinates of metres is 1e-15, vertices of meshes in single
  // precision repeat bit by bit, and no part has features of a nanometre.
  order.erase(
      std::unique(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return (flat[a] - flat[b]).norm() < 1e-9; }),
      order.end());
  if (order.size() < 3) return order;
  const double size = (flat[order.front()] - flat[order.back()]).norm();
  const auto turns_left = [&](std::size_t a, std::size_t b, std::size_t c) {
    // Of the square of the hull's width: a corner that stands out by less than about 1e-9 of it
    // lies on an edge. Rounding is 1e-16 of that square.
    const Vector2d u = flat[b] - flat[a], v = flat[c] - flat[b];
    return u.x() * v.y() - u.y() * v.x() > 1e-9 * size * size;
  };
  std::vector<std::size_t> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const std::size_t k : order) {
      while (hull.size() >= start + 2 && !turns_left(hull[hull.size() - 2], hull.back(), k)) {
        hull.pop_back();
      }
      hull.push_back(k);
    }
    hull.pop_back();
    std::reverse(order.begin(), order.end());
  }
  return hull;
}

/// The farthest of the given points in `count` directions, each once, in their order.
std::vector<std::size_t> farthest(const std::vector<Vector2d>& flat,
                                  const std::vector<std::size_t>& from, std::size_t count) {
  std::vector<std::size_t> chosen;
  for (std::size_t k = 0; k < count; ++k) {
    // Half a step off the axes, so that a rectangle with rounded edges gives its corners.
    const double angle =
        2.0 * std::numbers::pi * (static_cast<double>(k) + 0.5) / static_cast<double>(count);
    const Vector2d direction(std::cos(angle), std::sin(angle));
    chosen.push_back(*std::max_element(from.begin(), from.end(), [&](auto a, auto b) {
      return flat[a].dot(direction) < flat[b].dot(direction);
    }));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

double width(const std::vector<Vector2d>& flat, const std::vector<std::size_t>& from) {
  double largest = 0.0;
  for (const std::size_t a : from) {
    for (const std::size_t b : from) largest = std::max(largest, (flat[a] - flat[b]).norm());
  }
  return largest;
}

/// Points seen along `up`.
std::vector<Vector2d> flatten(const std::vector<CollisionPoint>& points, const Vector3d& up) {
  const Vector3d x = up.unitOrthogonal(), y = up.cross(x);
  std::vector<Vector2d> flat;
  for (const CollisionPoint& point : points) {
    flat.emplace_back(x.dot(point.center), y.dot(point.center));
  }
  return flat;
}

std::vector<Vector3d> unit_directions(Directions kind) {
  std::vector<Vector3d> result;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const int count = std::abs(x) + std::abs(y) + std::abs(z);
        if (count == 0 || (count == 2 && kind == Directions::faces_corners)) continue;
        result.push_back(Vector3d(x, y, z).normalized());
      }
    }
  }
  return result;
}

/// Point of an ellipsoid farthest along a direction, both in its own axes.
Vector3d ellipsoid_support(const Vector3d& half_axes, const Vector3d& direction) {
  const Vector3d scaled = half_axes.cwiseProduct(direction);
  return half_axes.cwiseProduct(scaled) / scaled.norm();
}

bool in_order(const CollisionPoint& a, const CollisionPoint& b) {
  for (int k = 0; k < 3; ++k) {
    // [m] Coordinates that differ by rounding alone must not decide the order.
    if (std::abs(a.center(k) - b.center(k)) > 1e-9) return a.center(k) < b.center(k);
  }
  return a.radius < b.radius;
}

}  // namespace

const std::vector<Vector3d>* ShapeMeshes::of(const CollisionShape& shape) {
  static const std::vector<Vector3d> none;
  if (shape.kind != ShapeKind::mesh) return &none;
  const auto [found, is_new] = points_.try_emplace(shape.mesh);
  if (is_new) {
    try {
      found->second = read_mesh(shape.mesh).points;
    } catch (const InvalidInput& error) {
      notes_.push_back(fmt::format("collision mesh of '{}' is left out: {}", shape.frame,
                                   error.faults().front()));
    }
  }
  return found->second.empty() ? nullptr : &found->second;
}

std::string point_name(const std::string& link, const Vector3d& at) {
  // [m] Rounding of the placement; names show six digits, and a nanometre is none of them.
  const auto entry = [&](int k) { return base::number(std::abs(at(k)) < 1e-9 ? 0.0 : at(k), 6); };
  return link + "[" + entry(0) + ", " + entry(1) + ", " + entry(2) + "]";
}

double height(const CollisionPoint& point, const Vector3d& up) {
  return up.dot(point.center) - point.radius;
}

std::vector<CollisionPoint> lower_corners(const CollisionShape& box, const Vector3d& up) {
  const Vector3d down = -(box.placement.linear().transpose() * up);
  Eigen::Index axis = 0;
  down.cwiseAbs().maxCoeff(&axis);
  std::vector<CollisionPoint> corners;
  for (const CollisionPoint& corner : box_corners(box)) {
    const Vector3d local = box.placement.inverse() * corner.center;
    if (local(axis) * down(axis) > 0.0) corners.push_back(corner);
  }
  std::sort(corners.begin(), corners.end(), in_order);
  return corners;
}

std::vector<CollisionPoint> support_points(const CollisionShape& shape, const Vector3d& up) {
  if (shape.kind != ShapeKind::mesh) return support_points(shape, up, {});
  return support_points(shape, up, read_mesh(shape.mesh).points);
}

std::vector<CollisionPoint> support_points(const CollisionShape& shape, const Vector3d& up,
                                           const std::vector<Vector3d>& mesh) {
  const Vector3d local_up = shape.placement.linear().transpose() * up;
  const Vector3d& s = shape.size;
  switch (shape.kind) {
    case ShapeKind::box: return box_corners(shape);
    case ShapeKind::sphere: return {{shape.placement.translation(), s(0)}};
    case ShapeKind::capsule:
      return {{shape.placement * Vector3d(0.0, 0.0, -0.5 * s(1)), s(0)},
              {shape.placement * Vector3d(0.0, 0.0, 0.5 * s(1)), s(0)}};
    case ShapeKind::cylinder:
      return cylinder_points(shape, Vector3d(local_up.x(), local_up.y(), 0.0));
    case ShapeKind::ellipsoid:
      return {{shape.placement * ellipsoid_support(s, Vector3d(-local_up)), 0.0}};
    case ShapeKind::mesh: break;
  }
  std::vector<CollisionPoint> points;
  for (const Vector3d& point : mesh) {
    points.push_back({shape.placement * Vector3d(s.cwiseProduct(point)), 0.0});
  }
  return points;
}

std::vector<CollisionPoint> extreme_points(const CollisionShape& shape, Directions directions,
                                           const std::vector<Vector3d>& mesh) {
  std::vector<CollisionPoint> points;
  if (shape.kind == ShapeKind::cylinder) {
    for (const double z : {-0.5 * shape.size(1), 0.5 * shape.size(1)}) {
      const auto more = rim(shape, z);
      points.insert(points.end(), more.begin(), more.end());
    }
    return points;
  }
  const bool round = shape.kind == ShapeKind::ellipsoid;
  if (!round && shape.kind != ShapeKind::mesh) {
    return support_points(shape, Vector3d::UnitZ(), mesh);
  }
  std::vector<std::size_t> taken;
  for (const Vector3d& direction : unit_directions(directions)) {
    if (round) {
      points.push_back({shape.placement * ellipsoid_support(shape.size, direction), 0.0});
      continue;
    }
    const Vector3d scaled = shape.size.cwiseProduct(direction);
    std::size_t best = 0;
    for (std::size_t k = 1; k < mesh.size(); ++k) {
      if (scaled.dot(mesh[k]) > scaled.dot(mesh[best])) best = k;
    }
    if (mesh.empty() || std::find(taken.begin(), taken.end(), best) != taken.end()) continue;
    taken.push_back(best);
    points.push_back({shape.placement * Vector3d(shape.size.cwiseProduct(mesh[best])), 0.0});
  }
  return points;
}

double width_across(const std::vector<CollisionPoint>& points, const Vector3d& up) {
  const std::vector<Vector2d> flat = flatten(points, up);
  return width(flat, hull_corners(flat));
}

std::optional<Vector3d> middle_of_sole(const std::vector<CollisionPoint>& sole,
                                       const Vector3d& up) {
  const std::vector<Vector2d> flat = flatten(sole, up);
  const std::vector<std::size_t> hull = hull_corners(flat);
  // Centroid of the hull by its triangles from the first corner, and whether the origin is inside:
  // left of every edge.
  double area = 0.0;
  Vector2d moment = Vector2d::Zero();
  bool inside = true;
  const auto cross = [](const Vector2d& a, const Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
  };
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vector2d& first = flat[hull.front()];
    const Vector2d &a = flat[hull[k]], &b = flat[hull[(k + 1) % hull.size()]];
    const double triangle = 0.5 * cross(a - first, b - first);
    area += triangle;
    moment += triangle * (first + a + b) / 3.0;
    inside = inside && cross(b - a, -a) >= 0.0;
  }
  // [m²] A square centimetre: feet of robots that stand have twenty and more, a bar has none.
  constexpr double smallest_sole = 1e-4;
  if (!(area > smallest_sole)) return std::nullopt;
  double lowest = std::numeric_limits<double>::infinity();
  for (const CollisionPoint& point : sole) lowest = std::min(lowest, height(point, up));
  if (inside && std::abs(lowest) <= sole_depth) return Vector3d::Zero();
  const Vector3d x = up.unitOrthogonal(), y = up.cross(x);
  const Vector2d middle = moment / area;
  return Vector3d(middle.x() * x + middle.y() * y + lowest * up);
}

std::vector<CollisionPoint> lowest_points(const std::vector<CollisionPoint>& points,
                                          const Vector3d& up, double depth, std::size_t most) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const CollisionPoint& point : points) lowest = std::min(lowest, height(point, up));
  std::vector<CollisionPoint> low, result;
  for (const CollisionPoint& point : points) {
    if (height(point, up) > lowest + depth) continue;
    (point.radius > 0.0 ? result : low).push_back(point);
  }
  const std::vector<Vector2d> flat = flatten(low, up);
  std::vector<std::size_t> corners = hull_corners(flat);
  if (corners.size() > 2 && width(flat, corners) < sole_width * depth) {
    std::size_t lowest_one = 0;
    for (std::size_t k = 1; k < low.size(); ++k) {
      if (height(low[k], up) < height(low[lowest_one], up)) lowest_one = k;
    }
    corners = {lowest_one};
  }
  if (corners.size() > most) corners = farthest(flat, corners, most);
  for (const std::size_t k : corners) result.push_back(low[k]);
  std::sort(result.begin(), result.end(), in_order);
  // [m] The same point, as in hull_corners().
  const auto same = [](const CollisionPoint& a, const CollisionPoint& b) {
    return (a.center - b.center).norm() < 1e-9 && std::abs(a.radius - b.radius) < 1e-9;
  };
  result.erase(std::unique(result.begin(), result.end(), same), result.end());
  return result;
}

}  // namespace carom
