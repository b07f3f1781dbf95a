// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gilbert, Johnson, Keerthi (1988): the point nearest to the origin of the difference of two hulls,
// {a − b}, by simplices of its vertices; the nearest point of a simplex is the best of all its
// faces, which no rounding can mislead. Where the origin is inside, the simplex grows to the
// polytope whose nearest face is one of the difference (van den Bergen 2001).
#include "model/hulls/convex_distance.h"

#include <array>
#include <cmath>
#include <limits>

namespace carom {
namespace {

using Eigen::Vector3d;

constexpr int most_rounds = 64;  // hulls of some 30 points need about 10
constexpr std::size_t most_vertices = 72, most_faces = 256;
// Of |v|²: the nearest point is within 1e-12 of |v| of the bound by its support; rounding leaves
// 1e-15 or so.
constexpr double converged = 1e-12;
// [m] Hulls so near have a common point: a hundred roundings of a robot's size, and less than what
// a touch is located to.
constexpr double common = 1e-12;
// [m] What is thinner has no volume: rounding of vertices is 1e-15, parts are millimetres thick.
constexpr double flat_within = 1e-9;
// Of the squared lengths of a face's edges: sine of the angle of a face that has no area.
constexpr double no_area = 1e-12;

/// A vertex of the difference, w = a − b.
struct Vertex {
  Vector3d w, a;
};

Vector3d farthest(const PlacedPoints& hull, const Vector3d& direction) {
  const Vector3d local = hull.placement.linear().transpose() * direction;
  std::size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < hull.points.size(); ++k) {
    const double along = local.dot(hull.points[k]);
    if (along <= most) continue;
    most = along;
    best = k;
  }
  return hull.placement * hull.points[best];
}

/// The vertex of first − second farthest along a direction.
Vertex support(const PlacedPoints& first, const PlacedPoints& second, const Vector3d& direction) {
  const Vector3d a = farthest(first, direction);
  return {a - farthest(second, -direction), a};
}

/// Vertices with the weights of the point nearest to the origin.
struct Simplex {
  std::array<Vertex, 4> vertices;
  std::array<double, 4> weights = {};
  int size = 0;
  Vector3d nearest = Vector3d::Zero();

  Vector3d on_first() const {
    Vector3d sum = Vector3d::Zero();
    for (int k = 0; k < size; ++k) sum += weights[at(k)] * vertices[at(k)].a;
    return sum;
  }
  bool has(const Vertex& vertex) const {
    for (int k = 0; k < size; ++k) {
      if (vertices[at(k)].w == vertex.w) return true;
    }
    return false;
  }
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
};

/// Weights of the point of the vertices' plane (line, point) nearest to the origin; false: it is
/// not inside, or they span no plane.
bool weights_of(const std::array<const Vector3d*, 4>& w, int size, std::array<double, 4>& weights) {
  const Vector3d& a = *w[0];
  weights = {1.0, 0.0, 0.0, 0.0};
  if (size == 1) return true;
  const Vector3d u = *w[1] - a;
  if (size == 2) {
    const double length = u.squaredNorm();
    if (!(length > 0.0)) return false;
    weights[1] = -u.dot(a) / length;
  } else if (size == 3) {
    const Vector3d v = *w[2] - a, n = u.cross(v);
    const double area = n.squaredNorm();
    if (!(area > no_area * no_area * u.squaredNorm() * v.squaredNorm())) return false;
    weights[1] = -n.dot(a.cross(v)) / area;
    weights[2] = -n.dot(u.cross(a)) / area;
  } else {
    const Vector3d v = *w[2] - a, t = *w[3] - a;
    const double volume = u.dot(v.cross(t));
    if (!(std::abs(volume) > no_area * u.norm() * v.norm() * t.norm())) return false;
    weights[1] = -a.dot(v.cross(t)) / volume;
    weights[2] = -u.dot(a.cross(t)) / volume;
    weights[3] = -u.dot(v.cross(a)) / volume;
  }
  weights[0] = 1.0 - weights[1] - weights[2] - weights[3];
  for (int k = 0; k < size; ++k) {
    if (!(weights[Simplex::at(k)] >= 0.0)) return false;
  }
  return true;
}

/// Keeps the face with the point nearest to the origin.
void reduce(Simplex& simplex) {
  const Simplex all = simplex;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned subset = 1; subset < (1u << all.size); ++subset) {
    std::array<const Vector3d*, 4> w = {};
    std::array<int, 4> chosen = {};
    int size = 0;
    for (int k = 0; k < all.size; ++k) {
      if ((subset >> k & 1u) == 0) continue;
      chosen[Simplex::at(size)] = k;
      w[Simplex::at(size++)] = &all.vertices[Simplex::at(k)].w;
    }
    std::array<double, 4> weights = {};
    if (!weights_of(w, size, weights)) continue;
    Vector3d nearest = Vector3d::Zero();
    for (int k = 0; size < 4 && k < size; ++k) {  // four vertices: the origin is inside
      nearest += weights[Simplex::at(k)] * *w[Simplex::at(k)];
    }
    const double length = nearest.squaredNorm();
    if (!(length < least)) continue;
    least = length;
    simplex.size = size;
    simplex.nearest = nearest;
    simplex.weights = weights;
    for (int k = 0; k < size; ++k) {
      simplex.vertices[Simplex::at(k)] = all.vertices[Simplex::at(chosen[Simplex::at(k)])];
    }
  }
}

/// How far a vertex is from the plane (line, point) of a simplex of three (two, one).
double off_simplex(const Simplex& simplex, const Vector3d& w) {
  const Vector3d& a = simplex.vertices[0].w;
  if (simplex.size == 1) return (w - a).norm();
  const Vector3d u = (simplex.vertices[1].w - a).normalized();
  if (simplex.size == 2) return u.cross(w - a).norm();
  return std::abs(u.cross(simplex.vertices[2].w - a).normalized().dot(w - a));
}

/// More vertices until there are four that span a volume; false: the difference is flat.
bool fill_out(const PlacedPoints& first, const PlacedPoints& second, Simplex& simplex) {
  while (simplex.size < 4) {
    const Vector3d& a = simplex.vertices[0].w;
    Vector3d u = Vector3d::Zero();
    if (simplex.size > 1) u = (simplex.vertices[1].w - a).normalized();
    Vertex best;
    double most = flat_within;
    for (int k = 0; k < 6; ++k) {
      Vector3d direction = (k < 3 ? 1.0 : -1.0) * Vector3d::Unit(k % 3);
      if (simplex.size == 2) direction = u.cross(direction);
      if (simplex.size == 3) {
        direction = (k < 3 ? 1.0 : -1.0) * u.cross(simplex.vertices[2].w - a);
      }
      const Vertex vertex = support(first, second, direction);
      const double off = off_simplex(simplex, vertex.w);
      if (!(off > most)) continue;
      most = off;
      best = vertex;
    }
    if (!(most > flat_within)) return false;
    simplex.vertices[Simplex::at(simplex.size++)] = best;
  }
  return true;
}

/// Across a flat difference (crossing edges), on the side of the guess.
Vector3d flat_normal(const Simplex& simplex, const Vector3d& guess) {
  const Vector3d& a = simplex.vertices[0].w;
  Vector3d normal = guess;
  if (simplex.size == 2) {
    const Vector3d u = (simplex.vertices[1].w - a).normalized();
    normal = guess - guess.dot(u) * u;
    if (normal.norm() <= flat_within * guess.norm()) normal = u.unitOrthogonal();
  } else if (simplex.size == 3) {
    normal = (simplex.vertices[1].w - a).cross(simplex.vertices[2].w - a);
    if (normal.dot(guess) < 0.0) normal = -normal;
  }
  return normal.normalized();
}

/// From a simplex with the origin inside to the nearest face of the difference.
class Expansion {
 public:
  Expansion(const PlacedPoints& first, const PlacedPoints& second, const Simplex& simplex)
      : first_(first), second_(second) {
    for (int k = 0; k < 4; ++k) {
      vertices_[count_++] = simplex.vertices[Simplex::at(k)];
      inside_ += 0.25 * simplex.vertices[Simplex::at(k)].w;
    }
    for (const auto& [a, b, c] :
         {std::array<std::size_t, 3>{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}) {
      add_face(a, b, c);
    }
  }

  ConvexDistance run() {
    Face best = nearest();
    for (int round = 0; round < most_rounds; ++round) {
      const Vertex vertex = support(first_, second_, best.normal);
      if (vertex.w.dot(best.normal) <= best.distance + common) break;
      if (count_ == most_vertices || !grow(vertex)) break;
      best = nearest();
    }
    // A face n at distance d: the first moves by −d n until the hulls only touch.
    Simplex face;
    face.size = 3;
    std::array<const Vector3d*, 4> w = {};
    for (int k = 0; k < 3; ++k) {
      face.vertices[Simplex::at(k)] = vertices_[best.corners[Simplex::at(k)]];
      w[Simplex::at(k)] = &face.vertices[Simplex::at(k)].w;
    }
    if (!weights_of(w, 3, face.weights)) reduce(face);
    return {-best.distance, -best.normal, face.on_first()};
  }

 private:
  struct Face {
    std::array<std::size_t, 3> corners = {};
    Vector3d normal = Vector3d::UnitZ();  ///< Outwards.
    double distance = std::numeric_limits<double>::infinity();
  };
  struct Edge {
    std::size_t from = 0, to = 0;
  };

  bool add_face(std::size_t a, std::size_t b, std::size_t c) {
    if (face_count_ == most_faces) return false;
    const Vector3d& origin = vertices_[a].w;
    const Vector3d u = vertices_[b].w - origin, v = vertices_[c].w - origin;
    Vector3d normal = u.cross(v);
    const double area = normal.norm();
    if (!(area > no_area * u.norm() * v.norm())) return false;
    normal /= normal.dot(origin - inside_) < 0.0 ? -area : area;
    faces_[face_count_++] = {{a, b, c}, normal, normal.dot(origin)};
    return true;
  }

  Face nearest() const {
    Face best;
    for (std::size_t k = 0; k < face_count_; ++k) {
      if (faces_[k].distance < best.distance) best = faces_[k];
    }
    return best;
  }

  /// Faces that see the vertex give way to those of their rim with it.
  bool grow(const Vertex& vertex) {
    rim_count_ = 0;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < face_count_; ++k) {
      const Face face = faces_[k];
      if (face.normal.dot(vertex.w) <= face.distance + common) {
        faces_[kept++] = face;
        continue;
      }
      for (std::size_t e = 0; e < 3; ++e) add_edge(face.corners[e], face.corners[(e + 1) % 3]);
    }
    face_count_ = kept;
    vertices_[count_++] = vertex;
    for (std::size_t k = 0; k < rim_count_; ++k) add_face(rim_[k].from, rim_[k].to, count_ - 1);
    return face_count_ > 0;
  }

  /// An edge of two faces that go is inside.
  void add_edge(std::size_t from, std::size_t to) {
    for (std::size_t k = 0; k < rim_count_; ++k) {
      if ((rim_[k].from == to && rim_[k].to == from) ||
          (rim_[k].from == from && rim_[k].to == to)) {
        rim_[k] = rim_[--rim_count_];
        return;
      }
    }
    if (rim_count_ < most_faces) rim_[rim_count_++] = {from, to};
  }

  const PlacedPoints& first_;
  const PlacedPoints& second_;
  Vector3d inside_ = Vector3d::Zero();  // of the polytope, also where the origin is on its rim
  std::array<Vertex, most_vertices> vertices_;
  std::array<Face, most_faces> faces_;
  std::array<Edge, most_faces> rim_;
  std::size_t count_ = 0, face_count_ = 0, rim_count_ = 0;
};

}  // namespace

ConvexDistance convex_distance(const PlacedPoints& first, const PlacedPoints& second,
                               const Vector3d& guess) {
  Simplex simplex;
  simplex.vertices[0] = support(first, second, -guess);
  simplex.size = 1;
  reduce(simplex);
  for (int round = 0; round < most_rounds && simplex.size < 4; ++round) {
    const Vector3d v = simplex.nearest;
    const double length = v.squaredNorm();
    if (length <= common * common) break;
    const Vertex vertex = support(first, second, -v);
    if (length - v.dot(vertex.w) <= converged * length || simplex.has(vertex)) break;
    simplex.vertices[Simplex::at(simplex.size++)] = vertex;
    reduce(simplex);
    if (simplex.size < 4 && simplex.nearest.squaredNorm() >= length) break;  // rounding
  }
  const double distance = simplex.nearest.norm();  // 0 of four vertices
  if (distance <= common) {
    const Vector3d shared = simplex.on_first();
    if (!fill_out(first, second, simplex)) {
      return {0.0, flat_normal(simplex, guess), shared};
    }
    return Expansion(first, second, simplex).run();
  }
  return {distance, simplex.nearest / distance, simplex.on_first()};
}

}  // namespace carom
