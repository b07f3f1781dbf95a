// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Are the impulses of the contacts that took part determined by rigid mechanics?
#pragma once

#include "carom/problem.h"
#include "solver/orthogonal_basis.h"

namespace carom::law {

/// True if the first `rows_of(i)` rows of every contact i, normal first, are independent together.
template <class RowsOf>
bool rows_independent(const ImpactProblem& problem, solver::OrthogonalBasis& basis,
                      RowsOf rows_of) {
  int rows = 0;
  for (int i = 0; i < problem.contact_count(); ++i) rows += rows_of(i);
  if (rows > problem.coordinate_count()) return false;
  basis.reset(problem.coordinate_count(), rows);
  for (int i = 0; i < problem.contact_count(); ++i)
    for (int k = 0; k < rows_of(i); ++k)
      if (!basis.append(problem.whitened_rows().col(problem.normal_row(i) + k))) return false;
  return true;
}

}  // namespace carom::law
