// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Block impacts under the regular law against an independent computation: velocity after, works of
// the normal and friction impulses, net impulse. Tolerance of all: 1e-6 of the largest. Those where
// the two ways to store energy differ are there for both.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "reproduce/data/block_impacts.h"
#include "reproduce/data/regular.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

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
