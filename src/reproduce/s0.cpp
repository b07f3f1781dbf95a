// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S0 II–IV: restitution in each reflection, commuting maps, and what a small angle between contacts
// does (eq. 16–19). Unit normals u ⊥ v, a unit row w ⊥ v, metric of a full mass matrix. Derivatives
// are central differences of reflections at v + εw, then u.
#include <Eigen/Cholesky>
#include <cmath>

#include "carom/analysis.h"
#include "carom/laws/propagative.h"
#include "carom/laws/sequential.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr int finite_difference_digits = 8;
using Row = Eigen::RowVectorXd;

/// Rows given by their components in coordinates where the metric is the ordinary one.
struct Scenery {
  Eigen::Matrix4d M, L;
  Row u, v, w, p;

  explicit Scenery(const Eigen::Vector4d& direction = {0.6, 0.0, 0.8, 0.0}) {
    M << 2.0, 0.3, -0.4, 0.1, 0.3, 1.5, 0.2, -0.2, -0.4, 0.2, 3.0, 0.5, 0.1, -0.2, 0.5, 1.0;
    L = Eigen::LLT<Eigen::Matrix4d>(M).matrixL();
    u = row({1.0, 0.0, 0.0, 0.0});
    v = row({0.0, 1.0, 0.0, 0.0});
    w = row(direction);
    p = row({-1.3, -0.8, 0.5, 1.1});
  }
  Row row(const Eigen::Vector4d& components) const { return (L * components).transpose(); }
  double dot(const Row& a, const Row& b) const { return inner(M, a, b); }
  Row reflected(const Row& momentum, const Row& normal) const {
    return momentum * momentum_map(M, normal, Propagative{});
  }
  /// d/dε of the outcome, v + εw first or last.
  Row difference(bool tilted_first) const {
    constexpr double h = 1e-5;
    const auto outcome = [&](double e) {
      return tilted_first ? reflected(reflected(p, v + e * w), u)
                          : reflected(reflected(p, u), v + e * w);
    };
    return (outcome(h) - outcome(-h)) / (2.0 * h);
  }
  /// +2 p M⁻¹(vᵀw + wᵀv − 2⟨u,w⟩vᵀu), as printed.
  Row printed_18() const {
    return 2.0 * (dot(p, v) * w + dot(p, w) * v - 2.0 * dot(u, w) * dot(p, v) * u);
  }
  Eigen::VectorXd velocity() const { return Eigen::LLT<Eigen::Matrix4d>(M).solve(p.transpose()); }
  ImpactProblem problem() const {
    Contact tilted, other;
    tilted.normal = v;
    other.normal = u;
    return ImpactProblem(M, {tilted, other}, velocity());
  }
};

/// The inner products −.95 … .95 at which the maps of two contacts commute.
std::vector<double> commuting(double restitution) {
  std::vector<double> found;
  for (int i = -19; i <= 19; ++i) {
    const double w = i / 20.0;
    const Eigen::Matrix2d M = Eigen::Matrix2d::Identity();
    const Sequential law{.restitution = restitution};
    const auto U = momentum_map(M, Eigen::RowVector2d(1.0, 0.0), law);
    const auto V = momentum_map(M, Eigen::RowVector2d(w, std::sqrt(1.0 - w * w)), law);
    if ((U * V - V * U).norm() < 1e-12) found.push_back(w);
  }
  return found;
}

void add_restitution(Table& table) {
  table.add("S0.II.plastic_loss", [] {
    const Scenery s;
    const Outcome outcome =
        run(ImpactProblem(s.M, {Contact{.name = "u", .normal = s.u}}, s.velocity()),
            Sequential{.restitution = 0.0});
    return Reproduction{.source = "S0 II, K_⊥",
                        .quantity = "energy lost by one plastic contact [J]",
                        .published = number(std::pow(s.dot(s.p, s.u), 2) / 2.0),
                        .computed = number(outcome.energy.lost)};
  });
  table.add("S0.II.root_e", [] {
    constexpr double e = 0.49;
    const Scenery s;
    const Outcome outcome =
        run(ImpactProblem(s.M, {Contact{.name = "u", .normal = s.u}}, s.velocity()),
            Sequential{.restitution = std::sqrt(e)});
    const double loss = (1.0 - e) * std::pow(s.dot(s.p, s.u), 2) / 2.0;
    return Reproduction{.source = "S0 II",
                        .quantity = "energy lost at e = 0.49, Newton coefficient √e = 0.7 [J]",
                        .published = number(loss),
                        .computed = number(outcome.energy.lost),
                        .note = "S0's e is a ratio of energies, e = R²"};
  });
}

void add_commuting(Table& table) {
  table.add("S0.eq13.commuting", [] {
    return Reproduction{.source = "S0 eq. (13), (15)",
                        .quantity = "⟨u,v⟩ where Γ(u)Γ(v) = Γ(v)Γ(u), e = 1",
                        .published = list({0.0}),
                        .computed = list(commuting(1.0))};
  });
  table.add("S0.eq13.commuting_inelastic", [] {
    return Reproduction{.source = "S0 eq. (13), (15)",
                        .quantity = "the same at e = 0.25",
                        .published = list({0.0}),
                        .computed = list(commuting(0.5))};
  });
  table.add("S0.III.only_way", [] {
    const Eigen::Matrix3d M = Eigen::Matrix3d::Identity();
    const auto U = momentum_map(M, Eigen::RowVector3d(-1, 1, 0), Propagative{});
    const auto V = momentum_map(M, Eigen::RowVector3d(0, -1, 1), Propagative{});
    return Reproduction{.source = "S0 III, \"the only way\"",
                        .quantity = "‖Γ(u)Γ(v) − Γ(v)Γ(u)‖ of the cradle, whose outcome is one",
                        .published = number(0.0),
                        .computed = number((U * V - V * U).norm()),
                        .expected = Status::refuted,
                        .note = "maps need not commute: every Coxeter angle π/m has one outcome"};
  });
}

void add_perturbation(Table& table) {
  table.add("S0.eq17.sign", [] {
    const Scenery s;
    // At ε = 0 the printed bracket is I − 2M⁻¹(vᵀv − uᵀu).
    const Row printed = s.p - 2.0 * s.dot(s.p, s.v) * s.v + 2.0 * s.dot(s.p, s.u) * s.u;
    return Reproduction{.source = "S0 eq. (17)",
                        .quantity = "p Γ(v)Γ(u), u ⊥ v, with − uᵀu as printed [kg m/s]",
                        .published = printed.transpose(),
                        .computed = s.reflected(s.reflected(s.p, s.v), s.u).transpose(),
                        .expected = Status::refuted,
                        .note = "the last term is + uᵀu"};
  });
  table.add("S0.eq18.sign", [] {
    const Scenery s;
    return Reproduction{.source = "S0 eq. (18)",
                        .quantity = "dp/dε of p Γ(v+εw)Γ(u) against finite differences [kg m/s]",
                        .published = s.printed_18().transpose(),
                        .computed = s.difference(true).transpose(),
                        .digits = finite_difference_digits,
                        .expected = Status::refuted,
                        .note = "the sign is the opposite"};
  });
  table.add("S0.eq18.corrected", [] {
    const Scenery s;
    const Eigen::VectorXd velocity = outcome_sensitivity(s.problem(), 0, 1, s.w);
    return Reproduction{.source = "S0 eq. (18), corrected",
                        .quantity = "the same by outcome_sensitivity [kg m/s]",
                        .published = s.difference(true).transpose(),
                        .computed = s.M * velocity,
                        .digits = finite_difference_digits};
  });
  table.add("S0.IV.orthogonal_change", [] {
    const Scenery s;
    const Row after = s.reflected(s.reflected(s.p, s.v), s.u);
    return Reproduction{.source = "S0 IV, after (18)",
                        .quantity = "⟨dp, p₊⟩ [J]",
                        .published = number(0.0),
                        .computed = number(s.dot(s.difference(true), after)),
                        .digits = finite_difference_digits};
  });
  table.add("S0.eq19.norm", [] {
    const Scenery s;
    const Row change = s.difference(true);
    return Reproduction{
        .source = "S0 eq. (19)",
        .quantity = "‖dp‖² = 4(⟨p,v⟩² + ⟨p,w⟩²) [J]",
        .published = number(4.0 * (std::pow(s.dot(s.p, s.v), 2) + std::pow(s.dot(s.p, s.w), 2))),
        .computed = number(s.dot(change, change)),
        .digits = finite_difference_digits};
  });
  table.add("S0.IV.sign_flip", [] {
    const Scenery s;
    return Reproduction{.source = "S0 IV",
                        .quantity = "dp of the other order is −dp, w = 0.6u + 0.8t [kg m/s]",
                        .published = -s.difference(true).transpose(),
                        .computed = s.difference(false).transpose(),
                        .digits = finite_difference_digits,
                        .expected = Status::refuted,
                        .note = "only for w = ±u: next line"};
  });
  table.add("S0.IV.sign_flip_along_u", [] {
    const Scenery s({1.0, 0.0, 0.0, 0.0});
    return Reproduction{.source = "S0 IV",
                        .quantity = "the same for w = u [kg m/s]",
                        .published = -s.difference(true).transpose(),
                        .computed = s.difference(false).transpose(),
                        .digits = finite_difference_digits};
  });
}

}  // namespace

void add_s0(Table& table) {
  add_restitution(table);
  add_commuting(table);
  add_perturbation(table);
}

}  // namespace carom::published
