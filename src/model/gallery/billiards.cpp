// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Billiard break (S3 VII-A, Fig. 4): the cue ball c at the origin touches a and b at once.
//        c          a and b lie below c, at −θ/2 and +θ/2 from −y; q = (x_a,y_a,x_b,y_b,x_c,y_c)
//      a   b        gap a-c: |x_a − x_c| − (r_a + r_c)
// Row: ∂gap/∂(x_a,y_a) = (x_a − x_c)/(r_a + r_c), minus that for c; S3 prints the opposite sign.
// Masses r³ kg: the factor 4/3·π·density is common to all balls and cancels in every velocity.
// As a model the table is the world's x–y plane, gravity across it, nothing rolls; a and b may also
// hit each other, and do touch at the smallest angle (S3 has only the contacts with c).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

constexpr double angle_rounding = 1e-12;  // [rad] so that the limits themselves are accepted

double degrees(double angle) { return angle * 180.0 / std::numbers::pi; }

/// The angle at c where a and b touch, by the law of cosines.
double smallest_angle(double a, double b, double c) {
  const double to_a = a + c, to_b = b + c, across = a + b;
  return std::acos((to_a * to_a + to_b * to_b - across * across) / (2.0 * to_a * to_b));
}

Contact cue_contact(const std::string& name, Eigen::Index ball, const Eigen::Vector2d& from_cue) {
  Contact contact;
  contact.name = name;
  contact.normal = Eigen::RowVectorXd::Zero(6);
  contact.normal.segment<2>(2 * ball) = from_cue.transpose();
  contact.normal.segment<2>(4) = -from_cue.transpose();
  return contact;
}

void check_angle(SceneReader& reader, double a, double b, double c) {
  const double theta = reader.number("theta");
  const double low = smallest_angle(a, b, c);
  if (!(theta >= low - angle_rounding && theta <= std::numbers::pi + angle_rounding)) {
    reader.add_fault(
        fmt::format("theta = {} rad ({:.6g} deg); expected {} <= theta <= {} rad "
                    "({:.6g} to 180 deg); at the lower limit a and b touch",
                    theta, degrees(theta), low, std::numbers::pi, degrees(low)));
  }
}

/// Directions from c, radii, and the velocity of c.
struct Break {
  double a, b, c;
  Eigen::Vector2d to_a, to_b, velocity;
};

Break read_break(SceneReader& reader) {
  const double a = reader.number("radius_a"), b = reader.number("radius_b");
  const double c = reader.number("radius_c"), theta = reader.number("theta");
  for (const char* name : {"radius_a", "radius_b", "radius_c"}) {
    reader.require_positive(name);
  }
  if (std::min({a, b, c}) > 0.0) {
    check_angle(reader, a, b, c);
  }
  reader.require_size("velocity", 2, "(x, y) of the cue ball");
  reader.finish();
  const Eigen::Vector2d to_a(-std::sin(theta / 2.0), -std::cos(theta / 2.0));
  return {a,
          b,
          c,
          to_a,
          Eigen::Vector2d(-to_a.x(), to_a.y()),
          Eigen::Map<const Eigen::Vector2d>(reader.list("velocity").data())};
}

void add_ball(const std::string& name, double radius, ModelDescription& description) {
  description.bodies.push_back(
      slider("slide_" + name, "world", "x_" + name, Eigen::Vector3d::UnitX()));
  description.bodies.push_back(slider(name, "slide_" + name, "y_" + name, Eigen::Vector3d::UnitY(),
                                      ball(radius * radius * radius, radius)));
}

ContactCandidate between(const std::string& one, double radius, const std::string& other,
                         double other_radius) {
  const Eigen::Vector3d center = Eigen::Vector3d::Zero();
  return ball_contact(one + "-" + other, {one, center, radius},
                      ContactSphere{other, center, other_radius});
}

}  // namespace

Scene billiards() {
  return {"billiards",
          "billiard break: the cue ball c hits the resting balls a and b at once",
          "S3 VII-A, eq. (31), Figs. 4 and 5",
          {{"radius_a", 1.0, "m", "of ball a; the mass of every ball is its radius cubed"},
           {"radius_b", 1.0, "m", "of ball b"},
           {"radius_c", 1.0, "m", "of the cue ball c"},
           {"theta", 2.0 * std::numbers::pi / 3.0, "rad",
            "angle at c between the lines of centres to a and to b"},
           {"velocity", std::vector<double>{0.0, -1.0}, "m/s",
            "(x, y) of c; the bisector of theta is −y"}},
          {},
          {},
          {{"theta=60deg:180deg:481"}, {"indeterminacy", "inner_product"}}};  // Fig. 5
}

ImpactProblem make_billiards(SceneReader& reader) {
  const auto [a, b, c, to_a, to_b, cue_velocity] = read_break(reader);
  Eigen::VectorXd masses(6), velocity = Eigen::VectorXd::Zero(6);
  masses << Eigen::Vector2d::Constant(a * a * a), Eigen::Vector2d::Constant(b * b * b),
      Eigen::Vector2d::Constant(c * c * c);
  velocity.tail<2>() = cue_velocity;
  std::vector<Contact> contacts{cue_contact("a-c", 0, to_a), cue_contact("b-c", 1, to_b)};
  for (Contact& contact : contacts) contact.restitution = ball_restitution;
  return ImpactProblem(masses.asDiagonal().toDenseMatrix(), contacts, velocity, {}, "billiards");
}

SceneModel billiards_model(SceneReader& reader) {
  reader.require_finite("velocity");
  const auto [a, b, c, to_a, to_b, cue_velocity] = read_break(reader);
  ModelDescription description{.name = "billiards"};
  add_ball("a", a, description);
  add_ball("b", b, description);
  add_ball("c", c, description);
  description.parts.contacts = {between("a", a, "c", c), between("b", b, "c", c),
                                between("a", a, "b", b)};
  for (ContactCandidate& contact : description.parts.contacts) {
    contact.restitution = ball_restitution;
  }
  Eigen::VectorXd q = Eigen::VectorXd::Zero(6), v = Eigen::VectorXd::Zero(6);
  q << (a + c) * to_a, (b + c) * to_b, Eigen::Vector2d::Zero();
  v.tail<2>() = cue_velocity;
  return {Model(description), {q, v}};
}

}  // namespace carom::gallery
