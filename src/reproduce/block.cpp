// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S2 chapters 3 and 5: does the outcome depend on the number of points under a block? Under the
// regular law, with the scene's block (S2 prints no numbers). "Published" is the outcome with four
// points, which S2 says every other number of points gives too.
// Against an independent computation: velocity after, works of the normal and friction impulses,
// net impulse. Tolerance of all: 1e-6 of the largest. Those where the two ways to store energy
// differ are there for both.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string_view>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "reproduce/data/block_impacts.h"
#include "reproduce/data/regular.h"
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
        .expected = Status::refuted,
        .note =
            "6 per flat foot, however many points: counting coordinates is not enough, and the "
            "impulses of four points are already undetermined"};
  });
}

using Numbers = std::vector<double>;

struct Impact {
  const char* name;
  const char* what;
  double friction;
  Numbers rpy, velocity, after;
  double normal_work, friction_work;
  Numbers impulse;
  Regular::Energy energy = Regular::Energy::contact;
};

/// Those of data/block_impacts.h: their names and what they show. The reference is of one store of
/// energy per coupled group; where that of each contact gives the same, the latter is asked.
struct Named {
  const char* id;
  const char* name;
  const char* what;
  Regular::Energy energy = Regular::Energy::contact;
};
constexpr Named named[] = {
    {"R1_central_flat_n4", "R1.flat_drop", "flat drop"},
    {"R3_flat_slide_stops_then_sticks_n4", "R3.slide_then_stick.group",
     "flat, slides, then sticks, one store", Regular::Energy::group},
    {"R5_flat_spin_n4", "R5.spin", "flat, spins"},
    {"R6_flat_slide_spin_n4", "R6.slide_and_spin.group", "flat, slides and spins, one store",
     Regular::Energy::group},
    {"R8_flat_all_rates_n4", "R8.all_rates.group", "flat, all rates, one store",
     Regular::Energy::group},
    {"R10_edge15deg_drop_stick_mu0.9_n4", "R10.edge_sticks", "edge at 15 deg, sticks"},
    {"R12_corner_oblique", "R12.corner_slides", "corner, oblique, slides"},
    {"R16_corner_slip_stops_then_sticks", "R16.corner_sticks", "corner, slides, then sticks"},
    {"R14_rocking_flat_block_pivot_edge_n4", "R14.rocking.group", "rocks over an edge, one store",
     Regular::Energy::group},
};

/// The reference is good to 1e-10 (BlockImpact::error): what is smaller is zero.
template <class List>
Numbers without_noise(const List& values) {
  Numbers clean(values.begin(), values.end());
  for (double& value : clean) value = std::abs(value) < 1e-10 ? 0.0 : value;
  return clean;
}

Impact impact_of(const Named& which) {
  for (const BlockImpact& block : block_impacts()) {
    if (std::string_view(block.id) != which.id) continue;
    const Numbers works = without_noise(Numbers{block.normal_work, block.friction_work});
    return {which.name,
            which.what,
            block.friction,
            {block.rpy.begin(), block.rpy.end()},
            {block.velocity.begin(), block.velocity.end()},
            without_noise(block.velocity_plus),
            works[0],
            works[1],
            without_noise(block.net_impulse),
            which.energy};
  }
  throw std::logic_error(std::string("no reference of a block is named ") + which.id);
}

Numbers regular_velocity(const char* name) {
  for (const RegularCase& impact : regular_cases) {
    if (std::string_view(impact.name) == name) return impact.velocity_plus;
  }
  throw std::logic_error(std::string("no reference of the regular law is named ") + name);
}

/// Energy stored per contact (data/regular.h), with friction's work and the net impulse of the same
/// computation; the first impact of a block that rocks.
const std::vector<Impact>& further_impacts() {
  static const std::vector<Impact> list = {
      {"rocking_1.edge_slides",
       "edge at 10 deg, dropped from 5 cm, slides",
       0.3,
       {0, 0.17453292519943295, 0},
       {0, 0, -0.9904544411531505, 0, 0, 0},
       {-0.17794978748921353, 0, -0.39728848285577245, 0, -9.939108460827104, 0},
       -0.14687596443412532,
       -0.043067992418714764,
       {-0.17794978748921353, 0, 0.593165958297378}},
      {"R3.slide_then_stick",
       "flat, slides, then sticks",
       0.3,
       {0, 0, 0},
       {0.2, 0.1, -1.0, 0, 0, 0},
       regular_velocity("R3_flat_slide_stops_then_sticks_n4"),
       -0.3750000000003896,
       -0.025103338638136685,
       {-0.20846601089075065, -0.1019670941634422, 1.497685304082799}},
      {"R8.all_rates",
       "flat, all rates",
       0.3,
       {0, 0, 0},
       {0.5, -0.2, -1.0, 0.7, 1.5, 3.0},
       regular_velocity("R8_flat_all_rates_n4"),
       -0.3798642327601489,
       -0.16571037239562703,
       {-0.3888128089426108, 0.13473985341697928, 1.5004213713845949}},
      {"flat_all_rates_4",
       "flat, all rates, faster",
       0.3,
       {0, 0, 0},
       {0.8, 0.3, -1.0, 0.5, 1.5, 4.0},
       regular_velocity("block_flat_all_rates_4"),
       -0.3793193519988542,
       -0.31767030042697403,
       {-0.3847157334269701, -0.16013816195462358, 1.5003031404565808}},
  };
  return list;
}

const std::vector<Impact>& all_impacts() {
  static const std::vector<Impact> list = [] {
    std::vector<Impact> all;
    for (const Named& entry : named) all.push_back(impact_of(entry));
    for (const Impact& impact : further_impacts()) all.push_back(impact);
    return all;
  }();
  return list;
}

Eigen::MatrixXd expected(const Impact& impact) {
  Numbers values = impact.after;
  values.insert(values.end(), {impact.normal_work, impact.friction_work});
  values.insert(values.end(), impact.impulse.begin(), impact.impulse.end());
  return list(values);
}

Eigen::MatrixXd found(const Impact& impact) {
  const Outcome outcome = run(make_scene("block", {{"friction", impact.friction},
                                                   {"rpy", impact.rpy},
                                                   {"velocity", impact.velocity}}),
                              Regular{.energy = impact.energy});
  if (!outcome.ok()) return {};
  Eigen::VectorXd values = Eigen::VectorXd::Zero(11);
  values.head(6) = outcome.velocity_plus;
  for (std::size_t i = 0; i < outcome.impulse.size(); ++i) {
    values[6] += outcome.energy.contacts[i].normal_work;
    values[7] += outcome.energy.contacts[i].friction_work;
    values[8] += outcome.impulse[i].tangential[0];
    values[9] += outcome.impulse[i].tangential[1];
    values[10] += outcome.impulse[i].normal;
  }
  return values;
}

}  // namespace

void add_s2(Table& table) {
  add_landings(table);
  add_rank(table);
}

void add_reference_block(Table& table) {
  for (const Impact& impact : all_impacts()) {
    table.add(fmt::format("block.{}", impact.name), [&impact] {
      return Reproduction{
          .source = "S2 corrected, independent reference",
          .quantity = fmt::format("velocity, works, net impulse of a block: {}", impact.what),
          .published = expected(impact),
          .computed = found(impact),
          .digits = 7};
    });
  }
}

}  // namespace carom::published
