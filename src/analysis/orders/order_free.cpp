// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two theorems. Elastic: Coxeter angles (see certificate.cpp). Restitution 0 and ⟨uᵢ,uⱼ⟩ ≤ 0: a
// step at i solves cᵢ = 0 for λᵢ alone. Let λ* be the plastic solution. While λ ≤ λ*, cᵢ(λ) with λᵢ
// = λᵢ* is at least cᵢ(λ*) ≥ 0, as the off-diagonal entries of W are not positive, so the step ends
// at most at λᵢ*. Every order grows monotonically below λ*, and the limit of one that leaves no
// contact out is feasible with λ ≤ λ*, so it is λ* (the least element; Gauss–Seidel, Z-matrices).
#include "analysis/orders/order_free.h"

#include "analysis/orders/pair.h"
#include "carom/tolerance.h"

namespace carom::analysis {

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
