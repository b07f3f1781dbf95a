// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 VII-A: the billiard break, eq. (31) and Fig. 5. The radii of Fig. 5 are not printed.
// Against an independent computation: ξ(θ) at its zeros, its peaks and where a and b touch, for
// equal balls and for a light cue ball (r_c = 0.7). Tolerance 1e-10.
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
        .expected = Status::refuted,
        .note = "the printed signs are those of −φ_a; inner products do not change"};
  });
  table.add("S3.eq31.raw", [] {
    const ImpactProblem problem = billiards(light_cue, 2.0 * pi / 3.0);
    const double cue_mass = std::pow(light_cue, 3);
    return Reproduction{.source = "S3 eq. (31)",
                        .quantity = "⟨Dφ_a, Dφ_b⟩ = cos θ / m_c at θ = 2π/3, r_c = 0.7 [1/kg]",
                        .published = number(std::cos(2.0 * pi / 3.0) / cue_mass),
                        .computed = number(only_pair(problem).inner_product_raw)};
  });
  table.add("S3.eq31.masses", [] {
    const double equal = only_pair(billiards(1.0, 2.0 * pi / 3.0)).inner_product;
    const double light = only_pair(billiards(light_cue, 2.0 * pi / 3.0)).inner_product;
    return Reproduction{.source = "S3 VII-A, after (31)",
                        .quantity = "change of ⟨u,v⟩ from r_c = 1 to 0.7 at θ = 2π/3",
                        .published = number(0.0),
                        .computed = number(light - equal),
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
        .computed = list({indeterminacy(1.0, pi / 2.0), indeterminacy(light_cue, pi / 2.0)})};
  });
  table.add("S3.fig5.grazing", [] {
    return Reproduction{.source = "S3 Fig. 5",
                        .quantity = "ξ at θ = π, grazing, for r_c = 1 and 0.7",
                        .published = list({0.0, 0.0}),
                        .computed = list({indeterminacy(1.0, pi), indeterminacy(light_cue, pi)})};
  });
  table.add("S3.fig5.smallest_angle", [] {
    return Reproduction{.source = "S3 VII-A",
                        .quantity = "angle where a and b touch, \"close to π/6\" [rad]",
                        .published = number(pi / 6.0),
                        .digits = 1,
                        .expected = Status::not_recoverable,
                        .note = "the radii are not printed; equal balls give π/3"};
  });
  table.add("S3.fig5.curve", [] {
    return Reproduction{.source = "S3 Fig. 5",
                        .quantity = "ξ(θ) between its zeros",
                        .digits = 0,
                        .expected = Status::not_recoverable,
                        .note = "a curve without numbers, for radii that are not printed"};
  });
}

struct BilliardPoint {
  const char* name;
  const char* what;
  double radius_c, theta, xi;
};

constexpr BilliardPoint billiard_points[] = {
    {"equal.touching", "a and b touch", 1.0, 1.0471975511965979, 0.75},
    {"equal.zero_m2", "zero of order 2", 1.0, 1.5707963267948968, 0.0},
    {"equal.peak", "peak", 1.0, 2.2370357369972327, 0.6180339833348488},
    {"equal.zero_m3", "zero of order 3", 1.0, 3.141592653589793, 0.0},
    {"light.touching", "a and b touch", 0.7, 1.2577498509901035, 0.7946501957868094},
    {"light.zero_m2", "zero of order 2", 0.7, 1.5707963267948968, 0.0},
    {"light.peak_1", "first peak", 0.7, 1.998749907067287, 0.9333644677433495},
    {"light.zero_m3", "zero of order 3", 0.7, 2.3070275414035994, 0.0},
    {"light.peak_2", "second peak", 0.7, 2.5632080010942278, 0.4921622252461819},
    {"light.zero_m4", "zero of order 4", 0.7, 2.822895381507897, 0.0},
    {"light.peak_3", "third peak", 0.7, 2.9616756627938488, 0.06203765388235955},
};

}  // namespace

void add_s3_billiards(Table& table) {
  add_equation_31(table);
  add_figure_5(table);
}

void add_reference_billiards(Table& table) {
  for (const BilliardPoint& point : billiard_points) {
    table.add(fmt::format("billiards.{}", point.name), [&point] {
      const OutcomeSet outcomes = all_outcomes(billiards(point.radius_c, point.theta));
      return Reproduction{.source = reference,
                          .quantity = fmt::format("ξ at r_c = {}, {}, θ = {:.6f}", point.radius_c,
                                                  point.what, point.theta),
                          .published = number(point.xi),
                          .computed = number(outcomes.indeterminacy),
                          .digits = 10};
    });
  }
}

}  // namespace carom::published
