// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Matrices of normally distributed numbers, column by column.
#pragma once

#include <Eigen/Core>

#include "base/random.h"

namespace carom::test {

inline Eigen::MatrixXd random_matrix(base::Random& random, Eigen::Index rows,
                                     Eigen::Index columns) {
  Eigen::MatrixXd A(rows, columns);
  for (double& entry : A.reshaped()) entry = random.normal();
  return A;
}

}  // namespace carom::test
