// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/corner/tie.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

namespace carom::law {
namespace {

// Relative to one: eigenvalues of G with unit rows, entries of a relation whose largest is one,
// sums beside their terms. Rounding leaves 1e-15. An eigenvalue is the square of a length, so that
// rows that depend on each other to 1e-5 still have their relation, as rows given to five digits
// do; a second relation would have to be as near.
constexpr double vanishing = 1e-10;

bool small(double value, double scale) { return std::abs(value) <= vanishing * scale; }

}  // namespace

bool CornerRows::find_relation() {
  // Unit rows in the mass metric, so that the threshold has no unit.
  const Eigen::Vector4d length = delassus.diagonal().cwiseSqrt();
  if (!(length.minCoeff() > 0.0)) return false;
  const Eigen::Vector4d shrink = length.cwiseInverse();
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> unit(shrink.asDiagonal() * delassus *
                                                      shrink.asDiagonal());
  if (unit.eigenvalues()[0] > vanishing || unit.eigenvalues()[1] <= vanishing) return false;
  relation = shrink.cwiseProduct(unit.eigenvectors().col(0));
  relation /= relation.cwiseAbs().maxCoeff();
  // G⁺ = (G + a aᵀ)⁻¹ − a aᵀ with the unit a of the null space, scaled like G.
  const Eigen::Vector4d null = relation.normalized();
  const double scale = delassus.trace();
  const Eigen::Matrix4d full = delassus + scale * null * null.transpose();
  inverse = full.inverse() - null * null.transpose() / scale;
  return true;
}

double CornerRows::tie(const std::array<double, 2>& ratio) const {
  const double above = relation[0] + relation[1] * ratio[0];
  const double below = relation[2] - relation[3] * ratio[1];
  if (small(above, 1.0) && small(below, 1.0)) return std::numeric_limits<double>::quiet_NaN();
  return std::abs(above / below);
}

Eigen::Vector4d CornerRows::direction(const std::array<double, 2>& ratio) const {
  const double share = tie(ratio);
  return {1.0, ratio[0], share, share * ratio[1]};
}

// With p_n1 = B₂ and p_n2 = B₁, B₁ = a_n1 + a_t1 c₁, B₂ = a_n2 − a_t2 c₂ (one sign), the rate of a
// slip is linear in its own ratio.
std::optional<double> CornerRows::sticking_ratio(int contact,
                                                 const std::array<double, 2>& ratio) const {
  const auto& G = delassus;
  const int own = 2 * contact, other = 2 - own, slip = own + 1;
  const double other_ratio = ratio[static_cast<std::size_t>(1 - contact)];
  const std::array<double, 2> sign{1.0, -1.0};
  const double own_slope = sign[static_cast<std::size_t>(contact)] * relation[own + 1];
  const double other_share = relation[other] + sign[static_cast<std::size_t>(1 - contact)] *
                                                   relation[other + 1] * other_ratio;
  // Impulses: p_own = other_share, p_other = relation[own] + own_slope · m.
  const double other_effect = G(slip, other) + G(slip, other + 1) * other_ratio;
  const double constant = relation[own] * other_effect + other_share * G(slip, own);
  const double slope = own_slope * other_effect + other_share * G(slip, slip);
  if (small(slope, std::abs(own_slope * other_effect) + std::abs(other_share) * G(slip, slip)))
    return std::nullopt;
  const double m = -constant / slope;
  if ((relation[own] + own_slope * m) * other_share <= 0.0) return std::nullopt;
  return m;
}

// Both slips constant: G_tt x = −G_tn p for x = (c₁, α c₂), p = (1, α): linear in α, and the tie
// B₁ = α B₂ with B₁ = a_n1 + a_t1 x₁, α B₂ = α a_n2 − a_t2 x₂ is then linear in α too.
std::optional<std::array<double, 2>> CornerRows::both_sticking() const {
  const auto& G = delassus;
  Eigen::Matrix2d tangent, mixed;
  tangent << G(1, 1), G(1, 3), G(3, 1), G(3, 3);
  mixed << G(1, 0), G(1, 2), G(3, 0), G(3, 2);
  if (small(tangent.determinant(), G(1, 1) * G(3, 3))) return std::nullopt;
  const Eigen::Matrix2d x = -tangent.inverse() * mixed;  // x = x.col(0) + α x.col(1)
  const double constant = relation[0] + relation[1] * x(0, 0) + relation[3] * x(1, 0);
  const double slope = relation[2] - relation[3] * x(1, 1) - relation[1] * x(0, 1);
  if (small(slope, 1.0)) return std::nullopt;
  const double share = constant / slope;
  if (!(share > 0.0)) return std::nullopt;
  return std::array<double, 2>{x(0, 0) + share * x(0, 1), x(1, 0) / share + x(1, 1)};
}

}  // namespace carom::law
