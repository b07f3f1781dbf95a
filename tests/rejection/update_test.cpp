// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of a refused update, and that the problem is as before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/problem.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct UpdateParts {
  Eigen::MatrixXd mass_matrix = Eigen::Vector3d(1, 2, 3).asDiagonal();
  Eigen::MatrixXd rows = (Eigen::MatrixXd(3, 3) << 1, 0, 0, 0, 1, 0, 0.5, 0, 1).finished();
  Eigen::VectorXd velocity = Eigen::Vector3d(-1, -1, 1);
  Eigen::MatrixXd bilateral_rows = Eigen::RowVector3d(0, 1, 1);
};

ImpactProblem problem_to_update() {
  const UpdateParts parts;
  std::vector<Contact> contacts(2);
  contacts[0] = {.name = "foot", .normal = parts.rows.row(0), .tangents = parts.rows.row(1)};
  contacts[1] = {.name = "hand", .normal = parts.rows.row(2)};
  return ImpactProblem(parts.mass_matrix, contacts, parts.velocity,
                       {{.name = "hinge", .row = parts.bilateral_rows.row(0)}});
}

std::vector<std::string> update_faults(const UpdateParts& parts) {
  auto tried = problem_to_update();
  try {
    tried.update(parts.mass_matrix, parts.rows, parts.velocity, parts.bilateral_rows);
  } catch (const InvalidInput& error) {
    const auto before = problem_to_update();
    EXPECT_EQ(tried.mass_matrix(), before.mass_matrix());
    EXPECT_EQ(tried.delassus(), before.delassus());
    EXPECT_EQ(tried.velocity(), before.velocity());
    EXPECT_EQ(tried.whiten(before.velocity()), before.whitened_velocity()) << "the factor, too";
    return error.faults();
  }
  return {};
}

TEST(RejectUpdate, GoodPartsPass) {
  EXPECT_THAT(update_faults({}), ElementsAre());
  UpdateParts parts;
  parts.mass_matrix *= 1e-74;  // the smallest that are accepted
  parts.rows *= 1e-74;
  EXPECT_THAT(update_faults(parts), ElementsAre());
  parts.mass_matrix *= 1e-126;  // squares underflow
  parts.rows *= 1e-126;
  EXPECT_THAT(update_faults(parts),
              ElementsAre(HasSubstr("mass_matrix[0][0] = 1e-200; expected at least 1e-75"),
                          HasSubstr("contact 'foot': normal = 1e-200 at most; expected"),
                          HasSubstr("contact 'foot': tangents[0] = 1e-200 at most; expected"),
                          HasSubstr("contact 'hand': normal = 1e-200 at most; expected")));
}

TEST(RejectUpdate, SizesAllAtOnce) {
  UpdateParts parts;
  parts.mass_matrix.resize(2, 2);
  parts.rows.resize(4, 3);
  parts.velocity.resize(2);
  parts.bilateral_rows.resize(0, 0);
  EXPECT_THAT(update_faults(parts),
              ElementsAre("mass_matrix is 2 x 2; expected 3 x 3, as when the problem was made; for "
                          "other contacts make another problem",
                          HasSubstr("rows is 4 x 3; expected 3 x 3"),
                          HasSubstr("bilateral_rows is 0 x 0; expected 1 x 3"),
                          HasSubstr("velocity has 2 entries; expected 3")));
}

TEST(RejectUpdate, ValuesAllAtOnce) {
  UpdateParts parts;
  parts.mass_matrix(2, 2) = -1.0;
  parts.rows(0, 1) = NAN;
  parts.rows.row(1).setZero();
  parts.velocity[1] = INFINITY;
  parts.bilateral_rows.setZero();
  EXPECT_THAT(update_faults(parts), ElementsAre(HasSubstr("velocity[1] = infinity"),
                                                HasSubstr("mass_matrix[2][2] = -1; expected > 0"),
                                                HasSubstr("contact 'foot': normal[1] = nan"),
                                                HasSubstr("contact 'foot': tangents[0] = 0"),
                                                HasSubstr("bilateral 'hinge': row = 0")));
}

TEST(RejectUpdate, OneByOne) {
  UpdateParts parts;
  parts.mass_matrix(0, 1) = 0.5;
  EXPECT_THAT(update_faults(parts),
              ElementsAre(HasSubstr("mass_matrix[0][1] = 0.5 but [1][0] = 0")));
  parts.mass_matrix(0, 1) = 0.0, parts.mass_matrix(1, 0) = NAN;  // below the diagonal
  EXPECT_THAT(update_faults(parts), ElementsAre(HasSubstr("mass_matrix[1][0] = nan")));
  parts = {};
  parts.mass_matrix(0, 1) = parts.mass_matrix(1, 0) = 2.0;
  EXPECT_THAT(update_faults(parts), ElementsAre(HasSubstr("expected a positive definite matrix")));
  parts = {};
  parts.velocity[2] = 0.0;
  EXPECT_THAT(update_faults(parts),
              ElementsAre(HasSubstr("bilateral 'hinge': row . velocity = -1")));
}

}  // namespace
}  // namespace carom::test
