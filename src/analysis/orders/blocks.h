// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Groups of contacts that influence each other. Reflections in different groups commute, so that
// searches run group by group, counts multiply and squared distances add.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/problem.h"

namespace carom::analysis {

/// Connected components of |gram(i,j)| > coupling, each sorted, ordered by their first contact.
std::vector<std::vector<int>> coupled_blocks(const Eigen::MatrixXd& gram, double coupling);

/// Whether some contact of the block approaches by more than grazing.
bool approaches(const ImpactProblem& problem, const std::vector<int>& block);

/// Contacts that the bilateral rows do not block entirely.
std::vector<int> free_contacts(const ImpactProblem& problem);

/// Number of linearly independent unit normals among `contacts`.
int independent_count(const ImpactProblem& problem, const std::vector<int>& contacts);

/// Columns of problem.unit_normals() for these contacts.
Eigen::MatrixXd normals_of(const ImpactProblem& problem, const std::vector<int>& contacts);

/// One group as the searches see it; everything in contact space, cᵢ = ⟨p,uᵢ⟩.
struct ContactBlock {
  ContactBlock(const ImpactProblem& problem, std::vector<int> members,
               const Eigen::VectorXd& restitution = {});

  int size() const { return static_cast<int>(contacts.size()); }
  bool elastic() const { return (kappa.array() == 2.0).all(); }

  std::vector<int> contacts;  ///< Indices in the problem.
  Eigen::MatrixXd W;          ///< ⟨uᵢ,uⱼ⟩.
  Eigen::VectorXd kappa;      ///< 1 + restitution: c ← c − κᵢcᵢ W.col(i).
  Eigen::VectorXd c;          ///< Before the impact.
  double threshold = 0.0;     ///< Used only while cᵢ < −threshold; also: the same momentum.
};

/// Orthonormal coordinates z of the momentum in the span of a block's normals: U = Q diag(s) Vᵀ,
/// c = Uᵀp = V diag(s) z. Distances of momenta in the mass metric are distances of z.
struct SpanCoordinates {
  SpanCoordinates(const ImpactProblem& problem, const std::vector<int>& contacts);
  /// The same of any columns, such as rows of friction too.
  explicit SpanCoordinates(const Eigen::MatrixXd& columns);
  Eigen::MatrixXd Q;       ///< Columns in whitened coordinates.
  Eigen::MatrixXd from_z;  ///< c = from_z · z.
  Eigen::MatrixXd to_z;    ///< z = to_z · c.
};

}  // namespace carom::analysis
