// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 VII-A: the billiard break, eq. (31) and Fig. 5. The radii of Fig. 5 are not printed.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;
constexpr double light_cue = 0.7;

ContactPair only_pair(const ImpactProblem& problem) { return certify(problem).pairs.at(0); }

double indeterminacy(double radius_c, double theta) {
  return all_outcomes(billiards(radius_c, theta)).indeterminacy;
}

void add_equation_31(Table& table) {
  table.add("S3.billiards.rows", [] {
    // a lies below c, so its gap shrinks when a moves up and c down.
    const ImpactProblem problem = billiards(1.0, 2.0 * pi / 3.0);
    const double x = std::sin(pi / 3.0), y = std::cos(pi / 3.0);
    return Reproduction{
        .source = "S3 VII-A, Dφ_a",
        .quantity = "row of the gap a-c over (x_a,y_a,x_b,y_b,x_c,y_c), θ = 2π/3",
        .published = list({x, y, 0.0, 0.0, -x, -y}),
        .computed = problem.contacts()[0].normal.transpose(),
        .digits = exact,
        .expected = Status::refuted,
        .note = "the printed signs are those of −φ_a; inner products do not change"};
  });
  table.add("S3.eq31.raw", [] {
    const ImpactProblem problem = billiards(light_cue, 2.0 * pi / 3.0);
    const double cue_mass = std::pow(light_cue, 3);
    return Reproduction{.source = "S3 eq. (31)",
                        .quantity = "⟨Dφ_a, Dφ_b⟩ = cos θ / m_c at θ = 2π/3, r_c = 0.7 [1/kg]",
                        .published = number(std::cos(2.0 * pi / 3.0) / cue_mass),
                        .computed = number(only_pair(problem).inner_product_raw),
                        .digits = exact};
  });
  table.add("S3.eq31.masses", [] {
    const double equal = only_pair(billiards(1.0, 2.0 * pi / 3.0)).inner_product;
    const double light = only_pair(billiards(light_cue, 2.0 * pi / 3.0)).inner_product;
    return Reproduction{.source = "S3 VII-A, after (31)",
                        .quantity = "change of ⟨u,v⟩ from r_c = 1 to 0.7 at θ = 2π/3",
                        .published = number(0.0),
                        .computed = number(light - equal),
                        .digits = exact,
                        .expected = Status::refuted,
                        .note =
                            "⟨u,v⟩ = k cos θ, k = √(m_a m_b/((m_a+m_c)(m_b+m_c))); only the zero "
                            "at π/2 is free of the masses"};
  });
}

void add_figure_5(Table& table) {
  table.add("S3.fig5.right_angle", [] {
    return Reproduction{
        .source = "S3 Fig. 5",
        .quantity = "ξ at θ = π/2 for r_c = 1 and 0.7",
        .published = list({0.0, 0.0}),
        .computed = list({indeterminacy(1.0, pi / 2.0), indeterminacy(light_cue, pi / 2.0)}),
        .digits = exact};
  });
  table.add("S3.fig5.grazing", [] {
    return Reproduction{.source = "S3 Fig. 5",
                        .quantity = "ξ at θ = π, grazing, for r_c = 1 and 0.7",
                        .published = list({0.0, 0.0}),
                        .computed = list({indeterminacy(1.0, pi), indeterminacy(light_cue, pi)}),
                        .digits = exact};
  });
  table.add("S3.fig5.smallest_angle", [] {
    return Reproduction{.source = "S3 VII-A",
                        .quantity = "angle where a and b touch, \"close to π/6\" [rad]",
                        .published = number(pi / 6.0),
                        .computed = {},
                        .digits = 1,
                        .expected = Status::not_recoverable,
                        .note = "the radii are not printed; equal balls give π/3"};
  });
  table.add("S3.fig5.curve", [] {
    return Reproduction{.source = "S3 Fig. 5",
                        .quantity = "ξ(θ) between its zeros",
                        .published = {},
                        .computed = {},
                        .digits = 0,
                        .expected = Status::not_recoverable,
                        .note = "a curve without numbers, for radii that are not printed"};
  });
}

}  // namespace

void add_s3_billiards(Table& table) {
  add_equation_31(table);
  add_figure_5(table);
}

}  // namespace carom::published
