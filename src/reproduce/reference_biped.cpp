// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4's biped against an independent computation: every tenth degree of the curves of Figs. 2 and 3
// (tolerance 1e-6; tests/published has every degree), the angles at which the stance foot stops
// lifting for four assumptions about inertia, and T_c = λ_n (l − R) sin(θ/2).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "reproduce/data/biped.h"
#include "reproduce/published.h"
#include "reproduce/s4.h"

namespace carom::published {
namespace {

constexpr const char* biped_source = "S4 corrected, independent reference";
constexpr const char* columns = "T, T_c, T_a, λ_n, λ_t, q̇⁺ (5)";
constexpr int biped_digits = 8;  // of numbers below 100: 5e-7

/// What `carom reproduce` calls the curves of the data, in their order.
constexpr const char* theta_names[] = {"point_feet", "quarter_feet", "half_feet"};
constexpr const char* torso_names[] = {"light_torso", "even_torso", "heavy_torso"};

Eigen::RowVectorXd row_of(double energy, double constrained, double admissible, double normal,
                          double tangential, const Eigen::VectorXd& velocity_plus) {
  Eigen::RowVectorXd row(10);
  row << energy, constrained, admissible, normal, tangential, velocity_plus.transpose();
  return row;
}

/// Every tenth degree.
template <class Compute>
Reproduction compare_curve(const BipedCurve& curve, const std::string& quantity, Compute compute) {
  std::vector<const BipedPoint*> points;
  for (const BipedPoint& point : curve.points) {
    if (std::fmod(point.angle, 10.0) == 0.0) points.push_back(&point);
  }
  Eigen::MatrixXd published(points.size(), 10), computed(points.size(), 10);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const BipedPoint& point = *points[k];
    published.row(at) =
        row_of(point.energy, point.constrained, point.admissible, point.normal_impulse,
               point.tangential_impulse, Eigen::Map<const Eigen::VectorXd>(point.velocity_plus, 5));
    const HeelStrike strike = compute(point.angle);
    computed.row(at) =
        row_of(strike.energy, strike.constrained, strike.admissible, strike.normal_impulse,
               strike.tangential_impulse, strike.velocity_plus);
  }
  return {.source = biped_source,
          .quantity = quantity,
          .published = published,
          .computed = computed,
          .digits = biped_digits};
}

}  // namespace

void add_reference_biped(Table& table) {
  for (std::size_t k = 0; k < biped_over_theta.size(); ++k) {
    table.add(fmt::format("biped.theta.{}", theta_names[k]), [&curve = biped_over_theta[k]] {
      return compare_curve(
          curve, fmt::format("{} at θ = 10, 20 … 60 degrees, ρ = {}", columns, curve.parameter),
          [&](double theta) { return heel_strike(theta, curve.parameter); });
    });
  }
  for (std::size_t k = 0; k < biped_over_torso.size(); ++k) {
    table.add(fmt::format("biped.q5.{}", torso_names[k]), [&curve = biped_over_torso[k]] {
      return compare_curve(
          curve, fmt::format("{} at q5 = −20, −10 … 20 degrees, μ = {}", columns, curve.parameter),
          [&](double q5) { return heel_strike(40.0, 0.25, curve.parameter, q5); });
    });
  }
  for (const LiftCrossing& lift : lift_crossings) {
    table.add(fmt::format("biped.lift.{}", lift.inertia), [&lift] {
      std::vector<double> published, computed;
      for (std::size_t k = 0; k < 3 && lift.theta[k] > 0.0; ++k) {
        published.push_back(lift.theta[k]);
        computed.push_back(lift_limit(0.25 * static_cast<double>(k), lift.inertia));
      }
      return Reproduction{.source = biped_source,
                          .quantity = "θ beyond which the stance foot stays, ρ = 0, 0.25, … [deg]",
                          .published = list(published),
                          .computed = list(computed),
                          .digits = biped_digits};
    });
  }
  table.add("biped.loss", [] {
    std::vector<double> loss, arm;
    for (const double rho : {0.0, 0.25, 0.5}) {
      const HeelStrike strike = heel_strike(40.0, rho);
      loss.push_back(strike.constrained);
      arm.push_back(strike.normal_impulse * 0.8 * (1.0 - rho) *
                    std::sin(20.0 * std::numbers::pi / 180.0));
    }
    return Reproduction{.source = biped_source,
                        .quantity = "T_c = λ_n (l − R) sin(θ/2), exactly, at θ = 40 degrees [J]",
                        .published = list(arm),
                        .computed = list(loss),
                        .digits = exact};
  });
}

}  // namespace carom::published
