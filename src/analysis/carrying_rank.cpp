// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "analysis/carrying_rank.h"

#include <algorithm>
#include <cmath>

#include "analysis/orders/blocks.h"
#include "carom/tolerance.h"
#include "law/rows/coupled_groups.h"
#include "solver/orthogonal_basis.h"

namespace carom::analysis {
namespace {

// Impulses and rates relative to ‖p⁻‖, friction relative to its limit. Laws of sums and projections
// leave 1e-12: three decades below. Laws that integrate leave 1e-8: such an impulse counts as
// carried and such a slip as stick, which adds rows and can only make the answer "not determined".
constexpr double small = 1e-9;

int friction_rows(const Contact& contact, bool friction) {
  const double mu = std::max(contact.friction, contact.static_friction.value_or(0.0));
  return friction && mu > 0.0 ? static_cast<int>(contact.tangents.rows()) : 0;
}

bool slipped_one_way(const Contact& contact, const ContactImpulse& impulse) {
  const double limit = contact.friction * impulse.normal;
  return limit > 0.0 &&
         std::hypot(impulse.tangential[0], impulse.tangential[1]) >= (1.0 - small) * limit;
}

}  // namespace

bool impulses_determined(const ImpactProblem& problem, bool friction, const Outcome& outcome) {
  const double scale = small * problem.momentum_norm();
  const auto& columns = problem.whitened_rows();
  solver::OrthogonalBasis basis;
  basis.reset(problem.coordinate_count(), columns.cols());
  bool carried = false, independent = true;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const auto& contact = problem.contacts()[k];
    const auto& impulse = outcome.impulse[k];
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const bool carries = std::abs(impulse.normal) * length > scale;
    const bool closed = contact.normal.dot(outcome.velocity_plus) <= scale * length;
    if (!carries && !closed) continue;
    carried = carried || carries;
    const int row = problem.normal_row(i), tangents = friction_rows(contact, friction);
    if (carries && tangents > 0 && slipped_one_way(contact, impulse)) {
      Eigen::VectorXd column = impulse.normal * columns.col(row);
      for (int t = 0; t < tangents; ++t)
        column += impulse.tangential[static_cast<std::size_t>(t)] * columns.col(row + 1 + t);
      independent = basis.append(column) && independent;
      continue;
    }
    for (int t = 0; t <= tangents; ++t)
      independent = basis.append(columns.col(row + t)) && independent;
  }
  return independent || !carried;
}

std::vector<std::vector<int>> coupled_contacts(const ImpactProblem& problem, bool friction) {
  const int n = problem.contact_count();
  const auto tangents = [&](int i) {
    return friction_rows(problem.contacts()[static_cast<std::size_t>(i)], friction);
  };
  Eigen::MatrixXd coupling = Eigen::MatrixXd::Zero(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (law::coupled(problem, a, tangents(a), b, tangents(b))) coupling(a, b) = 1.0;
  std::vector<std::vector<int>> blocks;
  for (auto& block : coupled_blocks(coupling, zero_tolerance)) {
    std::erase_if(block, [&](int i) { return problem.normal_length()[i] == 0.0; });
    if (!block.empty()) blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace carom::analysis
