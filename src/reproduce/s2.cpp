// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S2 chapters 3 and 5: does the outcome depend on the number of points under a block? Under the
// regular law, with the scene's block (S2 prints no numbers). "Published" is the outcome with four
// points, which S2 says every other number of points gives too.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "reproduce/published.h"
#include "solver/decompositions.h"

namespace carom::published {
namespace {

constexpr int landing_digits = 8;

struct PrintedLanding {
  const char* id;
  const char* source;
  const char* what;
  std::vector<double> velocity;
  double tilt;
  Status expected;  ///< Of the statement that the number of points does not matter.
  const char* note;
};

const std::vector<PrintedLanding>& landings() {
  static const double drop = std::sqrt(2.0 * 9.81 * 0.05);
  static const std::vector<PrintedLanding> list = {
      {"S2.3_1.flat_drop",
       "S2 3.1, Figs. 3.3 to 3.6",
       "flat drop",
       {0, 0, -1, 0, 0, 0},
       0.0,
       Status::met,
       ""},
      {"S2.3_2.edge_landing",
       "S2 3.2, Figs. 3.9 to 3.14",
       "landing on an edge, tilted 10 deg, from 5 cm",
       {0, 0, -drop, 0, 0, 0},
       10.0 * std::numbers::pi / 180.0,
       Status::met,
       ""},
      {"S2.3_2.rocking",
       "S2 3.2",
       "flat on the sole while it rocks over an edge",
       {0.1, 0, -0.2, 0, 2, 0},
       0.0,
       Status::met,
       ""},
      {"S2.3.slide",
       "S2 ch. 3, conclusion",
       "flat, sliding, no spin",
       {0.6, 0.3, -1, 0, 0, 0},
       0.0,
       Status::met,
       ""},
      {"S2.3.slide_then_stick",
       "S2 ch. 3, conclusion",
       "flat, sliding until it sticks, no spin",
       {0.2, 0.1, -1, 0, 0, 0},
       0.0,
       Status::refuted,
       "friction moves the centre of pressure between compression and release, and each point "
       "gives "
       "back its own energy; with one store for all (energy = group) the number does not matter"},
      {"S2.3.spin",
       "S2 ch. 3, conclusion",
       "flat, spinning at 20 rad/s",
       {0, 0, -1, 0, 0, 20},
       0.0,
       Status::refuted,
       "the torque of friction is μ times the mean lever under the pressure, which the points "
       "decide: 0.141, 0.121, 0.100, 0.087 m with 4, 8, 16, 64"},
      {"S2.3.slide_and_spin",
       "S2 ch. 3, conclusion",
       "flat, sliding and spinning",
       {0.6, 0.3, -1, 0, 0, 4},
       0.0,
       Status::refuted,
       "with spin the friction depends on a pressure that rigid mechanics leaves open"},
  };
  return list;
}

Eigen::MatrixXd after(const PrintedLanding& landing, int points) {
  return answer(run(make_scene("block", {{"points", 1.0 * points},
                                         {"velocity", landing.velocity},
                                         {"tilt", landing.tilt}}),
                    Regular{}));
}

/// What changes most, before the note.
std::string with_change(const char* note, const Eigen::MatrixXd& four,
                        const Eigen::MatrixXd& other) {
  if (other.size() != four.size()) return note;
  Eigen::Index worst = 0;
  const double change = (other - four).cwiseAbs().col(0).maxCoeff(&worst);
  constexpr const char* names[] = {"v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z"};
  return fmt::format("{} changes from {:.4f} to {:.4f}, by {:.2g}; {}", names[worst],
                     four(worst, 0), other(worst, 0), change, note);
}

void add_landings(Table& table) {
  for (const PrintedLanding& landing : landings()) {
    for (const int points : {8, 16, 64}) {
      table.add(fmt::format("{}.{}_points", landing.id, points), [&landing, points] {
        const Eigen::MatrixXd four = after(landing, 4), other = after(landing, points);
        const bool refuted = landing.expected == Status::refuted;
        return Reproduction{
            .source = landing.source,
            .quantity =
                fmt::format("velocity after with {} points, as with 4: {}", points, landing.what),
            .published = four,
            .computed = other,
            .digits = landing_digits,
            .expected = landing.expected,
            .note = refuted ? with_change(landing.note, four, other) : landing.note};
      });
    }
  }
}

/// Rank of the rows of two feet with four points each, under 34 coordinates: every foot moves as a
/// rigid body, at velocities that are independent combinations of the coordinates.
Eigen::Index rank_of_two_feet() {
  constexpr Eigen::Index coordinates = 34;
  const auto block = make_scene("block").contact_jacobian();  // 12 rows over a rigid body's six
  Eigen::MatrixXd rows(2 * block.rows(), coordinates);
  for (Eigen::Index foot = 0; foot < 2; ++foot) {
    const Eigen::MatrixXd motion =
        Eigen::MatrixXd::NullaryExpr(6, coordinates, [&](Eigen::Index i, Eigen::Index j) {
          return std::sin(1.0 + 7.0 * double(i + 6 * foot) * double(j + 1) + double(j * j));
        });
    rows.middleRows(foot * block.rows(), block.rows()) = block * motion;
  }
  return solver::PivotedQr(rows, 1e-9).rank();
}

void add_rank(Table& table) {
  table.add("S2.5.four_points_determinate", [] {
    return Reproduction{
        .source = "S2 ch. 5",
        .quantity = "independent rows of two feet with four points each (24 rows, 34 coordinates)",
        .published = number(24.0),
        .computed = number(double(rank_of_two_feet())),
        .digits = exact,
        .expected = Status::refuted,
        .note =
            "6 per flat foot, however many points: counting coordinates is not enough, and the "
            "impulses of four points are already undetermined"};
  });
}

}  // namespace

void add_s2(Table& table) {
  add_landings(table);
  add_rank(table);
}

}  // namespace carom::published
