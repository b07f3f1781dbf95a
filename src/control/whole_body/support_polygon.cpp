// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Convex hull by Andrew's monotone chain. The polygon of points `inset` inside is the hull clipped
// by every edge moved inwards (Sutherland and Hodgman); the nearest point of a convex polygon lies
// on one of its edges or is the point itself.
#include "control/whole_body/support_polygon.h"

#include <algorithm>
#include <limits>

namespace carom::control {

using Eigen::Vector2d;

namespace {

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

Vector2d middle_of(const std::vector<Vector2d>& points) {
  Vector2d sum = Vector2d::Zero();
  for (const Vector2d& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

Vector2d nearest_of(const Vector2d& from, const Vector2d& to, const Vector2d& point) {
  const Vector2d along = to - from;
  const double length = along.squaredNorm();
  if (length == 0.0) return from;
  return from + std::clamp((point - from).dot(along) / length, 0.0, 1.0) * along;
}

}  // namespace

void SupportPolygon::close() {
  std::sort(points_.begin(), points_.end(), [](const Vector2d& a, const Vector2d& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  hull_.clear();
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t base = hull_.size();
    for (auto point = begin; point != end; ++point) {
      while (hull_.size() >= base + 2 &&
             cross(hull_.back() - hull_[hull_.size() - 2], *point - hull_.back()) <= 0.0) {
        hull_.pop_back();
      }
      hull_.push_back(*point);
    }
    hull_.pop_back();  // the next chain begins with it
  };
  if (points_.size() < 3) {
    hull_ = points_;
    return;
  }
  add_chain(points_.begin(), points_.end());
  add_chain(points_.rbegin(), points_.rend());
}

double SupportPolygon::margin(const Vector2d& point) const {
  if (hull_.size() < 3 || !point.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  double inside_by = std::numeric_limits<double>::infinity();
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < hull_.size(); ++k) {
    const Vector2d& from = hull_[k];
    const Vector2d& to = hull_[(k + 1) % hull_.size()];
    inside_by = std::min(inside_by, cross(to - from, point - from) / (to - from).norm());
    nearest = std::min(nearest, (point - nearest_of(from, to, point)).norm());
  }
  return inside_by >= 0.0 ? inside_by : -nearest;
}

Vector2d SupportPolygon::inside(const Vector2d& point, double inset) const {
  if (hull_.empty()) return point;
  if (hull_.size() < 3) return middle_of(hull_);
  shrunk_ = hull_;
  for (std::size_t k = 0; k < hull_.size() && !shrunk_.empty(); ++k) {
    const Vector2d along = (hull_[(k + 1) % hull_.size()] - hull_[k]).normalized();
    const auto depth = [&](const Vector2d& p) { return cross(along, p - hull_[k]) - inset; };
    clipped_.clear();
    for (std::size_t i = 0; i < shrunk_.size(); ++i) {
      const Vector2d& from = shrunk_[i];
      const Vector2d& to = shrunk_[(i + 1) % shrunk_.size()];
      const double a = depth(from), b = depth(to);
      if (a >= 0.0) clipped_.push_back(from);
      if ((a < 0.0) != (b < 0.0)) clipped_.push_back(from + a / (a - b) * (to - from));
    }
    shrunk_.swap(clipped_);
  }
  if (shrunk_.empty()) return middle_of(hull_);
  bool within = true;
  Vector2d best = shrunk_.front();
  for (std::size_t k = 0; k < shrunk_.size(); ++k) {
    const Vector2d& from = shrunk_[k];
    const Vector2d& to = shrunk_[(k + 1) % shrunk_.size()];
    within = within && cross(to - from, point - from) >= 0.0;
    const Vector2d candidate = nearest_of(from, to, point);
    if ((candidate - point).squaredNorm() < (best - point).squaredNorm()) best = candidate;
  }
  return within ? point : best;
}

}  // namespace carom::control
