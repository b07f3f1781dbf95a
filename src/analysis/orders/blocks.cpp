// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Groups of contacts that influence each other, and the data that the searches take from a problem.
#include "analysis/orders/blocks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/decompositions.h"
#include "solver/orthogonal_basis.h"

namespace carom::analysis {

Eigen::MatrixXd normals_of(const ImpactProblem& problem, const std::vector<int>& contacts) {
  const Eigen::MatrixXd& all = problem.unit_normals();
  Eigen::MatrixXd U(all.rows(), static_cast<Eigen::Index>(contacts.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    U.col(static_cast<Eigen::Index>(k)) = all.col(contacts[k]);
  }
  return U;
}

/// A search over the graph with an edge where |Wᵢⱼ| > coupling. Contacts of different components
/// have orthogonal normals: a reflection at one leaves c of the other as it is.
std::vector<std::vector<int>> coupled_blocks(const Eigen::MatrixXd& gram, double coupling) {
  const int n = static_cast<int>(gram.rows());
  std::vector<std::vector<int>> blocks;
  std::vector<char> seen(static_cast<std::size_t>(n), 0);
  std::vector<int> open;
  for (int start = 0; start < n; ++start) {
    if (seen[static_cast<std::size_t>(start)]) {
      continue;
    }
    std::vector<int> block;
    open.assign(1, start);
    seen[static_cast<std::size_t>(start)] = 1;
    // All that is reachable from `start` is one component.
    while (!open.empty()) {
      const int i = open.back();
      open.pop_back();
      block.push_back(i);
      for (int j = 0; j < n; ++j) {
        if (!seen[static_cast<std::size_t>(j)] && std::abs(gram(i, j)) > coupling) {
          seen[static_cast<std::size_t>(j)] = 1;
          open.push_back(j);
        }
      }
    }
    // Ascending: results do not depend on how the graph was searched.
    std::sort(block.begin(), block.end());
    blocks.push_back(std::move(block));
  }
  return blocks;
}

/// cᵢ < −threshold for some i; else no order has anything to do here.
bool approaches(const ImpactProblem& problem, const std::vector<int>& block) {
  return std::any_of(block.begin(), block.end(),
                     [&](int i) { return problem.approach()(i) < -problem.grazing_threshold(); });
}

/// Contacts that can take part in an impact at all.
std::vector<int> free_contacts(const ImpactProblem& problem) {
  std::vector<int> contacts;
  for (int i = 0; i < problem.contact_count(); ++i) {
    // A normal that the bilateral rows block has length 0: it has no unit normal.
    if (problem.normal_length()(i) > 0.0) {
      contacts.push_back(i);
    }
  }
  return contacts;
}

/// Rank of the unit normals, at the tolerance of the basis.
int independent_count(const ImpactProblem& problem, const std::vector<int>& contacts) {
  solver::OrthogonalBasis basis;
  basis.reset(problem.coordinate_count(), static_cast<Eigen::Index>(contacts.size()));
  for (const int i : contacts) {
    // A column that depends on those before it adds nothing to the basis.
    basis.append(problem.unit_normals().col(i));
  }
  return static_cast<int>(basis.size());
}

ContactBlock::ContactBlock(const ImpactProblem& problem, std::vector<int> members,
                           const Eigen::VectorXd& restitution)
    : contacts(std::move(members)), threshold(problem.grazing_threshold()) {
  const Eigen::Index n = size();
  W.resize(n, n);
  c.resize(n);
  // A step at i sends cᵢ to (1 − κᵢ) cᵢ: κ = 2 reflects, κ = 1 stops. W and c are all that a
  // search needs: it never leaves contact space.
  kappa = Eigen::VectorXd::Constant(n, 2.0);
  for (Eigen::Index a = 0; a < n; ++a) {
    // Rows and columns of the problem's Gram matrix that belong to the block.
    const int i = contacts[static_cast<std::size_t>(a)];
    c(a) = problem.approach()(i);
    if (restitution.size() > 0) {
      kappa(a) = 1.0 + restitution(i);
    }
    for (Eigen::Index b = 0; b < n; ++b) {
      W(a, b) = problem.gram()(i, contacts[static_cast<std::size_t>(b)]);
    }
  }
}

SpanCoordinates::SpanCoordinates(const ImpactProblem& problem, const std::vector<int>& contacts)
    : SpanCoordinates(normals_of(problem, contacts)) {}

SpanCoordinates::SpanCoordinates(const Eigen::MatrixXd& columns) {
  // U = Q diag(s) Vᵀ, cut at the rank. With z = Qᵀp: c = Uᵀp = V diag(s) z, and z = diag(s)⁻¹Vᵀc.
  // Impulses lie in the span of U, so that p⁺ₐ − p⁺_b does, and its length is that of z.
  const solver::SingularValues svd = solver::singular_values(columns);
  const Eigen::VectorXd& s = svd.values;
  Eigen::Index rank = 0;
  while (rank < s.size() && s(rank) > solver::OrthogonalBasis::dependence * s(0)) {
    ++rank;
  }
  // Singular values below the threshold are rounding of dependent normals: dividing by them would
  // make distances of noise.
  Q = svd.U.leftCols(rank);
  from_z = svd.V.leftCols(rank) * s.head(rank).asDiagonal();
  to_z = s.head(rank).cwiseInverse().asDiagonal() * svd.V.leftCols(rank).transpose();
}

}  // namespace carom::analysis
