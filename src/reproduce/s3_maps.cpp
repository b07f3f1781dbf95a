// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 II–IV: the momentum map Γ, its properties, and Newton's cradle (Example 1).
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/propagative.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using Rows3 = Eigen::Matrix3d;

Eigen::MatrixXd cradle_map(int contact) {
  const Eigen::RowVector3d u(-1.0, 1.0, 0.0), v(0.0, -1.0, 1.0);
  return momentum_map(Rows3::Identity(), contact == 0 ? u : v, Propagative{});
}

Rows3 swap(int first, int second) {
  Rows3 rows = Rows3::Identity();
  rows.row(first).swap(rows.row(second));
  return rows;
}

/// A mass matrix and a row without any symmetry, for properties that hold in general.
Eigen::MatrixXd some_mass_matrix() {
  Eigen::Matrix3d matrix;
  matrix << 2.0, 0.3, -0.4, 0.3, 1.5, 0.2, -0.4, 0.2, 3.0;
  return matrix;
}
const Eigen::RowVector3d some_row(0.7, -1.1, 0.4);

void add_example_1(Table& table) {
  table.add("S3.example1.map_u", [] {
    return Reproduction{.source = "S3 Example 1",
                        .quantity = "Γ(u) of the three-ball cradle",
                        .published = swap(0, 1),
                        .computed = cradle_map(0)};
  });
  table.add("S3.example1.map_v", [] {
    return Reproduction{.source = "S3 Example 1",
                        .quantity = "Γ(v) of the three-ball cradle",
                        .published = swap(1, 2),
                        .computed = cradle_map(1)};
  });
  table.add("S3.eq15.uvu", [] {
    return Reproduction{.source = "S3 eq. (15)",
                        .quantity = "Γ(u)Γ(v)Γ(u): the momenta are reversed",
                        .published = swap(0, 2),
                        .computed = cradle_map(0) * cradle_map(1) * cradle_map(0)};
  });
  table.add("S3.eq15.vuv", [] {
    return Reproduction{.source = "S3 eq. (15)",
                        .quantity = "Γ(v)Γ(u)Γ(v): the same in the other order",
                        .published = swap(0, 2),
                        .computed = cradle_map(1) * cradle_map(0) * cradle_map(1)};
  });
  table.add("S3.example1.steps", [] {
    const OutcomeSet outcomes = all_outcomes(cradle({1.0, 1.0, 1.0}, {2.0, 1.0, 0.0}));
    return Reproduction{.source = "S3 Example 1",
                        .quantity = "reflections when both contacts approach (fewest, most)",
                        .published = list({3, 3}),
                        .computed = list({1.0 * outcomes.shortest, 1.0 * outcomes.longest}),
                        .note = "two when only the first ball moves"};
  });
}

void add_properties(Table& table) {
  table.add("S3.eq8.involution", [] {
    const auto map = momentum_map(some_mass_matrix(), some_row, Propagative{});
    return Reproduction{.source = "S3 eq. (8)",
                        .quantity = "Γ(u)Γ(u) for a general mass matrix",
                        .published = Rows3::Identity(),
                        .computed = map * map};
  });
  table.add("S3.eq9.scale", [] {
    const auto M = some_mass_matrix();
    const Eigen::MatrixXd difference =
        momentum_map(M, 7.0 * some_row, Propagative{}) - momentum_map(M, some_row, Propagative{});
    return Reproduction{.source = "S3 eq. (9)",
                        .quantity = "largest entry of Γ(7u) − Γ(u)",
                        .published = number(0.0),
                        .computed = number(difference.cwiseAbs().maxCoeff())};
  });
  table.add("S3.eq21.angle", [] {
    const auto M = some_mass_matrix();
    const auto map = momentum_map(M, some_row, Propagative{});
    const Eigen::RowVector3d a(1.0, 2.0, -0.5), b(-0.3, 0.4, 1.2);
    return Reproduction{.source = "S3 Lemma 5, eq. (21)",
                        .quantity = "⟨aΓ, bΓ⟩ against ⟨a, b⟩",
                        .published = number(inner(M, a, b)),
                        .computed = number(inner(M, a * map, b * map))};
  });
  table.add("S3.lemma6.rotation", [] {
    // Alternate reflections of r₀ = (u+v)/‖u+v‖ turn it by 2γ each.
    const double gamma = 0.2, w = -std::cos(2.0 * gamma);
    const Eigen::RowVector2d u(1.0, 0.0), v(w, std::sqrt(1.0 - w * w));
    const Eigen::RowVector2d start = (u + v).normalized();
    const Eigen::Matrix2d M = Eigen::Matrix2d::Identity();
    const Eigen::MatrixXd maps[] = {momentum_map(M, u, Propagative{}),
                                    momentum_map(M, v, Propagative{})};
    std::vector<double> expected, found;
    Eigen::RowVectorXd r = start;
    for (int i = 1; i <= 6; ++i) {
      r = r * maps[i % 2];
      expected.push_back(std::cos(2.0 * i * gamma));
      found.push_back(r.dot(start));
    }
    return Reproduction{.source = "S3 Lemma 6",
                        .quantity = "⟨rᵢ, r₀⟩ = cos(2iγ), i = 1 … 6, γ = 0.2",
                        .published = list(expected),
                        .computed = list(found)};
  });
}

}  // namespace

void add_s3_maps(Table& table) {
  add_example_1(table);
  add_properties(table);
  table.add("S3.set_S", [] {
    const Outcome outcome = run(cradle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}), Propagative{});
    return Reproduction{.source = "S3 III, set S",
                        .quantity = "cradle at (1,0,0) with the approaching contacts only [m/s]",
                        .published = list({0.0, 1.0, 0.0}),
                        .computed = outcome.velocity_plus,
                        .expected = Status::refuted,
                        .note =
                            "S leaves out b-c, which the first reflection makes approach; all "
                            "closed contacts belong in it"};
  });
}

}  // namespace carom::published
