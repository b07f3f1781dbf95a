// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's cradle: touching balls a, b, c, … from left to right on a line, x to the right (S3 Fig.
// 2a, Example 1), and a fixed wall to the right of the last one.
//   a → b → c ▏      gap a-b: x_b − x_a − 2r, row (−1, 1, 0);   gap c-wall: row (0, 0, −1)
#include <fmt/format.h>

#include <string>

#include "model/gallery/gallery.h"

namespace carom::gallery {
namespace {

/// Letters while there are enough of them, else numbers from 1 for all balls.
std::string ball_name(std::size_t ball, std::size_t count) {
  return count <= 26 ? std::string(1, static_cast<char>('a' + ball)) : std::to_string(ball + 1);
}

std::vector<Contact> make_contacts(std::size_t balls, bool wall) {
  std::vector<Contact> contacts;
  const auto size = static_cast<Eigen::Index>(balls);
  for (std::size_t i = 0; i + 1 < balls; ++i) {
    Contact contact;
    contact.name = ball_name(i, balls) + "-" + ball_name(i + 1, balls);
    contact.normal = Eigen::RowVectorXd::Zero(size);
    contact.normal(static_cast<Eigen::Index>(i)) = -1.0;
    contact.normal(static_cast<Eigen::Index>(i) + 1) = 1.0;
    contacts.push_back(contact);
  }
  if (wall) {
    Contact contact;
    contact.name = ball_name(balls - 1, balls) + "-wall";
    contact.normal = Eigen::RowVectorXd::Zero(size);
    contact.normal(size - 1) = -1.0;
    contacts.push_back(contact);
  }
  return contacts;
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
  const auto size = static_cast<Eigen::Index>(balls);
  const Eigen::VectorXd diagonal = Eigen::Map<const Eigen::VectorXd>(masses.data(), size);
  return ImpactProblem(diagonal.asDiagonal().toDenseMatrix(),
                       make_contacts(balls, reader.flag("wall")),
                       Eigen::Map<const Eigen::VectorXd>(velocity.data(), size), {}, "cradle");
}

}  // namespace carom::gallery
