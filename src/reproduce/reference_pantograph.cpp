// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4's pantograph against an independent computation in two coordinates: here it is a loop of four
// links, so that masses and impulses go through the bilateral rows.
#include <cmath>
#include <numbers>

#include "carom/laws/inert.h"
#include "reproduce/data/pantograph.h"
#include "reproduce/published.h"
#include "reproduce/s4.h"

namespace carom::published {
namespace {

constexpr const char* pantograph_source = "S4, independent reference";
constexpr double one_degree = std::numbers::pi / 180.0;

Reproduction item(const char* quantity, Eigen::MatrixXd published, Eigen::MatrixXd computed,
                  int digits) {
  return {.source = pantograph_source,
          .quantity = quantity,
          .published = std::move(published),
          .computed = std::move(computed),
          .digits = digits};
}

/// Mass matrix of the end effector (xx, xy, yy): the kinetic energy of unit velocities of it.
Eigen::MatrixXd end_effector_mass() {
  const auto mass = [](double gamma) {  // along one direction
    const double speed = end_effector_speed(pantograph(gamma));
    return 2.0 * 0.010 / (speed * speed);
  };
  const double xx = mass(0.0), yy = mass(90.0);
  return list({xx, mass(45.0) - 0.5 * (xx + yy), yy});
}

}  // namespace

void add_reference_pantograph(Table& table) {
  table.add("pantograph.angles", [] {
    return item("q1 … q4 of the inferred configuration [deg]",
                list({std::begin(pantograph_angles), std::end(pantograph_angles)}),
                pantograph(90.0).state.q / one_degree, 11);
  });
  table.add("pantograph.mass", [] {
    return item("mass matrix of the end effector, xx, xy, yy [kg]",
                list({std::begin(pantograph_mass), std::end(pantograph_mass)}), end_effector_mass(),
                9);
  });
  table.add("pantograph.normal_mass", [] {
    return item("1/(A M⁻¹ Aᵀ) on the null space of the loop [kg]", number(pantograph_normal_mass),
                number(1.0 / make_scene("pantograph").delassus()(0, 0)), 9);
  });
  table.add("pantograph.full_loss", [] {
    return item("γ at which all kinetic energy is lost [deg]", number(pantograph_full_loss),
                number(full_loss_angle()), 11);
  });
  table.add("pantograph.impulse", [] {
    std::vector<double> published, impulses;
    for (const PantographCase& impact : pantograph_cases) {
      published.push_back(impact.reference_impulse);
      const SceneModel scene = pantograph(impact.gamma);
      impulses.push_back(1e3 *
                         run(make_problem(scene.model, scene.state), Inert{}).impulse[0].normal);
    }
    return item("ideal normal impulse at 10 mJ, cases 1 to 4 [N·ms]", list(published),
                list(impulses), 9);
  });
}

}  // namespace carom::published
