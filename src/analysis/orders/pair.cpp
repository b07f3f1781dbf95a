// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two contacts: reflections in the plane of u and v, a wedge of opening 2γ = acos(−⟨u,v⟩).
// Steps: S3 Theorem 1, corrected: the worst case is ⌈π/2γ⌉. The worst velocity is
// p = −(u+v)/‖u+v‖: both orders take n = round(π/2γ) reflections and end |π − 2γn| off the axis of
// the wedge, one on each side, so ξ = 2|sin 2γn|. Collapse (S0's law): −⟨u,v⟩ ≥ 2√r/(1+r), with √r
// = tan x this is sin 2x ≤ cos 2γ, so r ≤ tan²(π/4 − γ).
#include "analysis/orders/pair.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "carom/tolerance.h"

namespace carom::analysis {
namespace {

constexpr double pi = std::numbers::pi;
/// Beyond this the values −cos(π/m) lie so close that rounding would hit one by chance.
constexpr double max_order = 1000.0;
/// Beyond this order three digits no longer tell a value from the next.
constexpr int max_shown = 10;

double wedge_opening(double w) { return std::acos(std::clamp(-w, -1.0, 1.0)); }

}  // namespace

std::optional<int> coxeter_order(double w) {
  const double opening = wedge_opening(w);
  const double m = std::round(pi / std::max(opening, pi / (2.0 * max_order)));
  if (m > max_order || std::abs(w + std::cos(pi / m)) > zero_tolerance) {
    return std::nullopt;
  }
  return static_cast<int>(m);
}

ContactPair describe_pair(const ImpactProblem& problem, int first, int second) {
  const double w = problem.gram()(first, second);
  ContactPair pair;
  pair.first = first;
  pair.second = second;
  pair.inner_product = w;
  pair.inner_product_raw =
      problem.delassus()(problem.normal_row(first), problem.normal_row(second));
  pair.coxeter_order = coxeter_order(w);
  // 2γ, from ⟨u,v⟩ = −cos 2γ.
  const double opening = wedge_opening(w);
  const bool opposite = w < -1.0 + zero_tolerance;
  // 2γ = π/m: m steps at most, one outcome. Else ⌈π/2γ⌉ and ξ = 2|sin 2γn|, see the top. Opposite
  // normals (2γ = 0) have no bound on the steps.
  if (pair.coxeter_order) {
    pair.worst_case_steps = pair.coxeter_order;
  } else if (!opposite) {
    pair.worst_case_steps = static_cast<int>(std::ceil(pi / opening));
    pair.indeterminacy_worst = 2.0 * std::abs(std::sin(opening * std::round(pi / opening)));
  }
  if (w < -zero_tolerance) {
    // Collapse (see the top): r ≤ tan²(π/4 − γ).
    const double root = std::tan(pi / 4.0 - opening / 2.0);
    pair.collapse_restitution = root * root;
  }
  return pair;
}

std::string coxeter_text(int order) {
  if (order <= 2) {
    return order == 1 ? "1" : "0";
  }
  const std::string text = "-cos(pi/" + std::to_string(order) + ")";
  return order <= max_shown ? text + " = " + base::number(-std::cos(pi / order), 3) : text;
}

std::string coxeter_interval(double w) {
  if (w > 0.0) {
    return "where only 0 and -cos(pi/m) are safe";
  }
  const double m = std::floor(pi / std::max(wedge_opening(w), 0.5 * pi / max_order));
  if (m >= max_order) {
    return "nearly opposite";
  }
  const int below = std::max(2, static_cast<int>(m));
  return "between " + coxeter_text(below) + " and " + coxeter_text(below + 1);
}

// Two theorems. Elastic: Coxeter angles (see certificate.cpp). Restitution 0 and ⟨uᵢ,uⱼ⟩ ≤ 0: a
// step at i solves cᵢ = 0 for λᵢ alone. Let λ* be the plastic solution. While λ ≤ λ*, cᵢ(λ) with λᵢ
// = λᵢ* is at least cᵢ(λ*) ≥ 0, as the off-diagonal entries of W are not positive, so the step ends
// at most at λᵢ*. Every order grows monotonically below λ*, and the limit of one that leaves no
// contact out is feasible with λ ≤ λ*, so it is λ* (the least element; Gauss–Seidel, Z-matrices).
OrderFree order_free(const ContactBlock& block) {
  if (block.size() == 1) {
    return OrderFree::decoupled;
  }
  const bool elastic = block.elastic();
  if (!elastic && !(block.kappa.array() == 1.0).all()) {
    return OrderFree::no;
  }
  for (Eigen::Index i = 0; i < block.size(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double w = block.W(i, j);
      if (elastic ? !coxeter_order(w) : w > zero_tolerance) {
        return OrderFree::no;
      }
    }
  }
  return elastic ? OrderFree::coxeter : OrderFree::plastic;
}

}  // namespace carom::analysis
