// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4 Example 2, the pantograph: Table 3 to every printed digit, in a configuration inferred from
// it. Table 4 is measured, with friction and an impact of finite duration: the ideal impulse stands
// beside it, and no equality is claimed.
// Against an independent computation in two coordinates: here it is a loop of four links, so that
// masses and impulses go through the bilateral rows.
#include "reproduce/data/pantograph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr double deg = std::numbers::pi / 180.0;
constexpr const char* inferred_from = "configuration inferred from Table 3";
constexpr std::array gammas{97.58, 90.0, 75.0, 60.0};                   // Table 3 [deg]
constexpr std::array measured_impulses{109.57, 105.93, 101.26, 84.97};  // Table 4 [N·ms]
constexpr std::array measured_losses{9.937, 9.482, 8.506, 6.531};       // Table 4, T_c [mJ]

Eigen::Vector2d end_effector_velocity(const SceneModel& scene, const Eigen::VectorXd& velocity) {
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  Eigen::Matrix3Xd jacobian(3, scene.model.velocity_size());
  workspace.point_jacobian(scene.model.frame("end_effector"), Eigen::Vector3d::Zero(), jacobian);
  return (jacobian * velocity).head<2>();
}

/// With its end effector moving at `gamma` degrees from the wall, 10 mJ.
SceneModel pantograph(double gamma) {
  return make_scene_model("pantograph", {{"gamma", gamma * deg}});
}

/// Angle of the end effector's velocity when the links move at `velocity` [deg].
double end_effector_direction(const SceneModel& scene, const Eigen::VectorXd& velocity) {
  const Eigen::Vector2d v = end_effector_velocity(scene, velocity);
  return std::atan2(v.y(), v.x()) / deg;
}

/// [m/s]
double end_effector_speed(const SceneModel& scene) {
  return end_effector_velocity(scene, scene.state.v).norm();
}

/// The direction in which all energy is lost, in (0, 180) [deg].
double full_loss_angle() {
  const SceneModel scene = pantograph(90.0);
  const EnergyDirections directions = energy_directions(make_problem(scene.model, scene.state));
  const double angle = end_effector_direction(scene, directions.constrained.col(0));
  return angle < 0.0 ? angle + 180.0 : angle;
}

EnergySplit split_at(double gamma) {
  const SceneModel scene = pantograph(gamma);
  return energy_split(make_problem(scene.model, scene.state));
}

/// Of ideal constraints [N·ms].
double ideal_impulse(double gamma) {
  const SceneModel scene = pantograph(gamma);
  return 1e3 * run(make_problem(scene.model, scene.state), Inert{}).impulse[0].normal;
}

/// One value per case.
template <class Compute>
Eigen::MatrixXd cases(Compute compute) {
  std::vector<double> values;
  for (const double gamma : gammas) values.push_back(compute(gamma));
  return list(values);
}

void add_table_3(Table& table) {
  const auto add = [&](const char* id, const char* quantity, std::vector<double> printed,
                       int digits, double (*compute)(double)) {
    table.add(id, [=] {
      return Reproduction{.source = "S4 Table 3",
                          .quantity = fmt::format("{}, cases 1 to 4", quantity),
                          .published = list(printed),
                          .computed = cases(compute),
                          .digits = digits,
                          .note = inferred_from};
    });
  };
  add("S4.table3.speed", "speed of the end effector at 10 mJ [m/s]",
      {0.1955, 0.1921, 0.1857, 0.1812}, 4,
      [](double gamma) { return end_effector_speed(pantograph(gamma)); });
  add("S4.table3.constrained", "T_c [mJ]", {10.0, 9.82, 8.57, 6.56}, 4,
      [](double gamma) { return 1e3 * split_at(gamma).constrained; });
  add("S4.table3.admissible", "T_a [mJ]", {0.0, 0.18, 1.43, 3.44}, 3,
      [](double gamma) { return 1e3 * split_at(gamma).admissible; });
  add("S4.table3.ratio", "ξ = T_c/T", {1.0, 0.98, 0.86, 0.66}, 3, [](double gamma) {
    const EnergySplit split = split_at(gamma);
    return split.constrained / (split.constrained + split.admissible);
  });
}

std::string compared() {
  std::string text = "measured, with friction and a finite duration; ideal impulse";
  for (std::size_t k = 0; k < gammas.size(); ++k) {
    const double ideal = ideal_impulse(gammas[k]);
    text += fmt::format("{} {:.2f} (measured {:+.1f} %)", k == 0 ? "" : ",", ideal,
                        100.0 * (measured_impulses[k] / ideal - 1.0));
  }
  text += "; from the measured T_c, √(2 T_c/(A M⁻¹Aᵀ)),";
  const double mass = 1.0 / make_scene("pantograph").delassus()(0, 0);
  for (std::size_t k = 0; k < gammas.size(); ++k) {
    const double ideal = std::sqrt(2e3 * measured_losses[k] * mass);
    text += fmt::format("{} {:.2f} ({:+.1f} %)", k == 0 ? "" : ",", ideal,
                        100.0 * (measured_impulses[k] / ideal - 1.0));
  }
  return text;
}

/// Cases from the largest impulse to the smallest, counted from 1.
template <class Impulses>
std::vector<double> ranking(const Impulses& impulses) {
  std::vector<double> order{1.0, 2.0, 3.0, 4.0};
  const auto at = [&](double k) { return impulses[static_cast<std::size_t>(k) - 1]; };
  std::sort(order.begin(), order.end(), [&](double a, double b) { return at(a) > at(b); });
  return order;
}

void add_table_4(Table& table) {
  table.add("S4.table4.impulse", [] {
    return Reproduction{.source = "S4 Table 4",
                        .quantity = "measured normal impulse, cases 1 to 4 [N·ms]",
                        .published = list({measured_impulses.begin(), measured_impulses.end()}),
                        .digits = 5,
                        .expected = Status::not_recoverable,
                        .note = compared()};
  });
  table.add("S4.table4.order", [] {
    std::array<double, gammas.size()> ideal{};
    std::transform(gammas.begin(), gammas.end(), ideal.begin(), ideal_impulse);
    return Reproduction{.source = "S4 Table 4",
                        .quantity = "cases from the largest impulse to the smallest",
                        .published = list(ranking(measured_impulses)),
                        .computed = list(ranking(ideal)),
                        .note = inferred_from};
  });
}

constexpr const char* pantograph_source = "S4, independent reference";

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

void add_s4_pantograph(Table& table) {
  add_table_3(table);
  table.add("S4.example2.full_loss", [] {
    return Reproduction{.source = "S4 Example 2",
                        .quantity = "γ at which all kinetic energy is lost, ξ = 1 [deg]",
                        .published = number(97.58),
                        .computed = number(full_loss_angle()),
                        .digits = 4,
                        .note = inferred_from};
  });
  add_table_4(table);
}

void add_reference_pantograph(Table& table) {
  table.add("pantograph.angles", [] {
    return item("q1 … q4 of the inferred configuration [deg]",
                list({std::begin(pantograph_angles), std::end(pantograph_angles)}),
                pantograph(90.0).state.q / deg, 11);
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
      impulses.push_back(ideal_impulse(impact.gamma));
    }
    return item("ideal normal impulse at 10 mJ, cases 1 to 4 [N·ms]", list(published),
                list(impulses), 9);
  });
}

}  // namespace carom::published
