// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The specified RHex of S0 V against an independent computation: posture, s and curvatures at A, B
// and C, and s over the body's angle. The whole map, 25 x 49 points, is in tests/published.
#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "carom/scene.h"
#include "reproduce/data/rhex.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr const char* rhex_reference = "S0 V on a specified RHex, independent reference";

double product_at(double phi_r, double gamma, double theta = 0.0) {
  return make_scene("rhex", {{"phi_r", phi_r}, {"gamma", gamma}, {"theta", theta}}).gram()(0, 1);
}

/// By central differences of step 1e-3, as the reference has them.
Eigen::Vector2d curvatures(const RhexPoint& at) {
  constexpr double h = 1e-3;
  const auto s = [&](int i, int j) { return product_at(at.phi_r + i * h, at.gamma + j * h); };
  const double mixed = (s(1, 1) - s(1, -1) - s(-1, 1) + s(-1, -1)) / 4.0;
  const Eigen::Matrix2d hessian{{s(1, 0) - 2.0 * s(0, 0) + s(-1, 0), mixed},
                                {mixed, s(0, 1) - 2.0 * s(0, 0) + s(0, -1)}};
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(hessian / (h * h)).eigenvalues();
}

void add_point(Table& table, const RhexPoint& point) {
  table.add(fmt::format("rhex.{}.stance", point.name), [&point] {
    const State state =
        make_scene_model("rhex", {{"phi_r", point.phi_r}, {"gamma", point.gamma}}).state;
    return Reproduction{
        .source = rhex_reference,
        .quantity = fmt::format("left hip [rad] and height y [m] at {}", point.name),
        .published = list({point.phi_l, point.y}),
        .computed = list({state.q[3], state.q[1]}),
        .digits = exact};
  });
  table.add(fmt::format("rhex.{}.s", point.name), [&point] {
    return Reproduction{.source = rhex_reference,
                        .quantity = fmt::format("s = ⟨u,v⟩ at {}", point.name),
                        .published = number(point.s),
                        .computed = number(product_at(point.phi_r, point.gamma)),
                        .digits = 9};
  });
  table.add(fmt::format("rhex.{}.curvatures", point.name), [&point] {
    return Reproduction{
        .source = rhex_reference,
        .quantity = fmt::format(
            "eigenvalues of the Hessian of s at {}, by differences of step 1e-3", point.name),
        .published = list({point.hessian[0], point.hessian[1]}),
        .computed = curvatures(point),
        .digits = 7};
  });
}

}  // namespace

void add_reference_rhex(Table& table) {
  for (const RhexPoint& point : rhex_points) add_point(table, point);
  table.add("rhex.theta", [] {
    std::vector<double> reference_values, found;
    for (const auto& [theta, s] : rhex_turned) {
      reference_values.push_back(s);
      found.push_back(product_at(0.8, 0.5, theta));
    }
    return Reproduction{.source = rhex_reference,
                        .quantity = "s at θ = 0, 0.1, 0.2, 0.4, φ_R = 0.8, γ = 0.5",
                        .published = list(reference_values),
                        .computed = list(found),
                        .digits = 9};
  });
}

}  // namespace carom::published
