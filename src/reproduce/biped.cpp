// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4's biped. Eqs. 2 to 5 and Example 1: what the text says about Figs. 2 and 3 (the curves carry
// no numbers). Legs and torso are point masses, inferred. Against an independent computation: every
// tenth degree of the curves (tolerance 1e-6; tests/published has every degree), the angles at
// which the stance foot stops lifting for four assumptions about inertia, and T_c = λ_n (l − R)
// sin(θ/2).
#include "reproduce/data/biped.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

/// Heel strike of the biped under law inert. Angles in degrees.
struct HeelStrike {
  double energy = 0.0, constrained = 0.0, admissible = 0.0;  ///< T, T_c, T_a before [J].
  double normal_impulse = 0.0, tangential_impulse = 0.0;     ///< [N·s]
  Eigen::VectorXd velocity_plus;                             ///< [1]: stance foot, normal.
};

constexpr double degree = std::numbers::pi / 180.0;
constexpr const char* inferred = "point-mass legs and torso are inferred";

HeelStrike heel_strike(double theta, double rho, double mu = 1.0, double q5 = 0.0,
                       const std::string& inertia = "point") {
  const ImpactProblem problem = make_scene("biped", {{"theta", theta * degree},
                                                     {"rho", rho},
                                                     {"mu", mu},
                                                     {"q5", q5 * degree},
                                                     {"inertia", inertia}});
  const Outcome outcome = run(problem, Inert{});
  const EnergySplit split = energy_split(problem);
  return {problem.kinetic_energy(),
          split.constrained,
          split.admissible,
          outcome.impulse[0].normal,
          outcome.impulse[0].tangential[0],
          outcome.velocity_plus};
}

/// The angle between the legs beyond which the stance foot does not lift, at μ = 1, q5 = 0 [deg].
double lift_limit(double rho, const std::string& inertia = "point") {
  double lifts = 10.0, stays = 179.0;
  while (stays - lifts > 1e-9) {
    const double middle = 0.5 * (lifts + stays);
    const bool up = heel_strike(middle, rho, 1.0, 0.0, inertia).velocity_plus[1] > 0.0;
    (up ? lifts : stays) = middle;
  }
  return lifts;
}

void add_equations(Table& table) {
  table.add("S4.eq3.orthogonal", [] {
    const ImpactProblem problem = make_scene("biped");
    const EnergyDirections directions = energy_directions(problem);
    const Eigen::MatrixXd P_c =
        directions.constrained * directions.constrained_momentum.transpose();
    const Eigen::MatrixXd P_a = directions.admissible * directions.admissible_momentum.transpose();
    return Reproduction{
        .source = "S4 after eq. (3)",
        .quantity = "largest entry of P_cᵀ M P_a, biped [kg m^2]",
        .published = number(0.0),
        .computed = number((P_c.transpose() * problem.mass_matrix() * P_a).cwiseAbs().maxCoeff())};
  });
  table.add("S4.eq4.split", [] {
    const ImpactProblem problem = make_scene("biped");
    const EnergyDirections directions = energy_directions(problem);
    const auto energy = [&](const Eigen::VectorXd& v) {
      return 0.5 * v.dot(problem.mass_matrix() * v);
    };
    return Reproduction{.source = "S4 eq. (4)",
                        .quantity = "T_c + T_a of v_c = P_c v and v_a = P_a v, biped: T [J]",
                        .published = number(problem.kinetic_energy()),
                        .computed = number(energy(directions.constrained_part(problem.velocity())) +
                                           energy(directions.admissible_part(problem.velocity())))};
  });
  table.add("S4.eq4.loss", [] {
    const ImpactProblem problem = make_scene("biped");
    return Reproduction{.source = "S4 after eq. (4)",
                        .quantity = "T⁺ of ideal constraints, biped: T_a⁻ [J]",
                        .published = number(energy_split(problem).admissible),
                        .computed = number(run(problem, Inert{}).energy.after)};
  });
  table.add("S4.eq5.left_side", [] {
    const ImpactProblem problem = make_scene("biped");
    const Outcome outcome = run(problem, Inert{});
    const EnergyDirections directions = energy_directions(problem);
    const Eigen::Vector2d impulse(outcome.impulse[0].normal, outcome.impulse[0].tangential[0]);
    return Reproduction{
        .source = "S4 eq. (5)",
        .quantity = "[∂T_c/∂v_c]⁺ = M v_c⁺ beside Aᵀλ̄, biped",
        .published = problem.contact_jacobian().transpose() * impulse,
        .computed = problem.mass_matrix() * directions.constrained_part(outcome.velocity_plus),
        .expected = Status::refuted,
        .note = "the left sides of (5) and (6) are jumps, after minus before; v_c⁺ itself is 0"};
  });
}

void add_figure_2(Table& table) {
  table.add("S4.fig2.lift_limit", [] {
    return Reproduction{
        .source = "S4 Example 1, Fig. 2",
        .quantity = "angle θ beyond which the stance foot of a point-foot walker stays down [deg]",
        .published = number(43.0),
        .computed = number(lift_limit(0.0)),
        .digits = 2,
        .expected = Status::refuted,
        .note = fmt::format("{}; legs as rods {:.4f}, torso as a rod {:.4f}, both {:.4f}: farther "
                            "off",
                            inferred, lift_limit(0.0, "leg_rod"), lift_limit(0.0, "torso_rod"),
                            lift_limit(0.0, "both_rods"))};
  });
  table.add("S4.fig2.radius", [] {
    double count = 0.0;
    for (int theta = 10; theta <= 60; ++theta) {
      const HeelStrike none = heel_strike(theta, 0.0), some = heel_strike(theta, 0.25),
                       large = heel_strike(theta, 0.5);
      const auto falls = [&](double HeelStrike::* part) {
        return std::abs(none.*part) > std::abs(some.*part) &&
               std::abs(some.*part) > std::abs(large.*part);
      };
      count += falls(&HeelStrike::constrained) && falls(&HeelStrike::normal_impulse) &&
               falls(&HeelStrike::tangential_impulse);
    }
    return Reproduction{.source = "S4 Example 1, Fig. 2",
                        .quantity =
                            "of the 51 angles θ = 10 … 60 degrees: where T_c, λ_n and |λ_t| fall "
                            "from ρ = 0 to 0.25 to 0.5",
                        .published = number(51.0),
                        .computed = number(count),
                        .note = inferred};
  });
  table.add("S4.fig2.angle", [] {
    double count = 0.0;
    for (const double rho : {0.0, 0.25, 0.5}) {
      HeelStrike last = heel_strike(10.0, rho);
      for (int theta = 11; theta <= (rho == 0.0 ? 43 : 60); ++theta) {
        const HeelStrike next = heel_strike(theta, rho);
        count += next.constrained > last.constrained && next.normal_impulse > last.normal_impulse &&
                 std::abs(next.tangential_impulse) > std::abs(last.tangential_impulse);
        last = next;
      }
    }
    return Reproduction{
        .source = "S4 Example 1, Fig. 2",
        .quantity =
            "of the 133 degrees that the three curves cover: where T_c, λ_n and |λ_t| grow with θ",
        .published = number(133.0),
        .computed = number(count),
        .note = inferred};
  });
}

double loss(double mu, double q5) { return heel_strike(40.0, 0.25, mu, q5).constrained; }
double sign(double value) { return value > 0.0 ? 1.0 : value < 0.0 ? -1.0 : 0.0; }

void add_figure_3(Table& table) {
  table.add("S4.fig3.lean", [] {
    double count = 0.0;
    for (const double mu : {0.1, 1.0, 10.0}) {
      for (int q5 = 1; q5 <= 20; ++q5) {
        count += loss(mu, q5) < loss(mu, 0.0) && loss(mu, 0.0) < loss(mu, -q5);
      }
    }
    return Reproduction{
        .source = "S4 Example 1, Fig. 3",
        .quantity =
            "of q5 = 1 … 20 degrees, three μ: where leaning forward loses less than upright, "
            "and backward more",
        .published = number(60.0),
        .computed = number(count),
        .note = fmt::format("{}; for μ = 10 the largest loss is at −15.9, not at −20 degrees",
                            inferred)};
  });
  table.add("S4.fig3.mass", [] {
    return Reproduction{
        .source = "S4 Example 1, Fig. 3",
        .quantity =
            "sign of the change of T_c with μ (0.1 to 1, 1 to 10), at q5 = −20, then at +20",
        .published = list({1.0, 1.0, -1.0, -1.0}),
        .computed = list(
            {sign(loss(1.0, -20.0) - loss(0.1, -20.0)), sign(loss(10.0, -20.0) - loss(1.0, -20.0)),
             sign(loss(1.0, 20.0) - loss(0.1, 20.0)), sign(loss(10.0, 20.0) - loss(1.0, 20.0))}),
        .note =
            fmt::format("{}; the curves cross between 1.7 and 2.5 degrees, not at 0", inferred)};
  });
}

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

void add_s4_biped(Table& table) {
  add_equations(table);
  add_figure_2(table);
  add_figure_3(table);
}

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
                        .computed = list(loss)};
  });
}

}  // namespace carom::published
