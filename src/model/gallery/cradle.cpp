// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's cradle: touching balls a, b, c, … from left to right on a line, x to the right (S3 Fig.
// 2a, Example 1), and a fixed wall to the right of the last one.
//   a → b → c ▏      gap a-b: x_b − x_a − 2r, row (−1, 1, 0);   gap c-wall: row (0, 0, −1)
// As a model: q = positions of the centres, the first at 0, r = 0.5 m; nothing rolls.
#include <fmt/format.h>

#include <string>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

constexpr double ball_radius = 0.5;  // [m] of the model; it cancels in the problem

struct Balls {
  Eigen::VectorXd masses, velocity;
};

Balls read_balls(SceneReader& reader) {
  const std::vector<double>& masses = reader.list("masses");
  const std::size_t balls = masses.size();
  constexpr auto most = static_cast<std::size_t>(ImpactProblem::max_size);
  if (balls == 0 || balls > most) {
    reader.add_fault(fmt::format("masses has {} entries; expected 1 to {}", balls, most));
  }
  reader.require_positive("masses");
  std::vector<double> velocity = reader.list("velocity");
  if (reader.given("velocity")) {
    reader.require_size("velocity", balls, "one per ball");
  } else {
    velocity.assign(balls, 0.0);
  }
  reader.finish();
  if (!reader.given("velocity")) {
    velocity.front() = 1.0;
  }
  return {as_vector(masses), as_vector(velocity)};
}

std::vector<Contact> make_contacts(std::size_t balls, bool wall) {
  std::vector<Contact> contacts;
  const auto size = static_cast<Eigen::Index>(balls);
  for (std::size_t k = 0; k + (wall ? 0 : 1) < balls; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const bool last = k + 1 == balls;
    Contact contact;
    contact.name = ball_name(k, balls) + "-" + (last ? "wall" : ball_name(k + 1, balls));
    contact.normal = Eigen::RowVectorXd::Zero(size);
    contact.normal(i) = -1.0;
    if (!last) contact.normal(i + 1) = 1.0;
    contact.restitution = ball_restitution;
    contacts.push_back(contact);
  }
  return contacts;
}

ContactCandidate touching(const std::string& left, const std::string& right) {
  const Eigen::Vector3d center = Eigen::Vector3d::Zero();
  return ball_contact(left + "-" + right, {right, center, ball_radius},
                      ContactSphere{left, center, ball_radius});
}

ContactCandidate at_wall(const std::string& ball, double wall) {
  return ball_contact(ball + "-wall", {ball, Eigen::Vector3d::Zero(), ball_radius},
                      ContactPlane{"world", {wall, 0.0, 0.0}, -Eigen::Vector3d::UnitX()});
}

}  // namespace

Scene cradle() {
  return {"cradle",
          "Newton's cradle: touching balls on a line, with or without a wall at the right end",
          "S3 Fig. 2a, Example 1",
          {{"masses", std::vector<double>{1.0, 1.0, 1.0}, "kg", "of the balls, left to right"},
           {"velocity", std::vector<double>{1.0, 0.0, 0.0}, "m/s",
            "of the balls, to the right; for other numbers of balls: the first moves at 1 m/s"},
           {"wall", false, "", "a fixed wall touches the last ball"}}};
}

ImpactProblem make_cradle(SceneReader& reader) {
  const Balls balls = read_balls(reader);
  const auto count = static_cast<std::size_t>(balls.masses.size());
  return ImpactProblem(balls.masses.asDiagonal().toDenseMatrix(),
                       make_contacts(count, reader.flag("wall")), balls.velocity, {}, "cradle");
}

SceneModel cradle_model(SceneReader& reader) {
  reader.require_finite("velocity");
  if (reader.list("masses").size() > most_joints) {
    reader.add_fault(fmt::format("masses has {} entries; expected at most {} for a model",
                                 reader.list("masses").size(), most_joints));
  }
  const Balls balls = read_balls(reader);
  const auto count = static_cast<std::size_t>(balls.masses.size());
  ModelDescription description{.name = "cradle"};
  Eigen::VectorXd q(balls.masses.size());
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const std::string name = ball_name(k, count);
    q[i] = 2.0 * ball_radius * static_cast<double>(k);
    description.bodies.push_back(
        slider(name, "world", name, Eigen::Vector3d::UnitX(), ball(balls.masses[i], ball_radius)));
    if (k == 0) continue;
    description.parts.contacts.push_back(touching(ball_name(k - 1, count), name));
  }
  if (reader.flag("wall")) {
    description.parts.contacts.push_back(
        at_wall(ball_name(count - 1, count), q[q.size() - 1] + ball_radius));
  }
  for (ContactCandidate& contact : description.parts.contacts) {
    contact.restitution = ball_restitution;
  }
  return {Model(description), {q, balls.velocity}};
}

}  // namespace carom::gallery
