// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Groups of coupled contacts, on bodies whose contacts are given in mixed order.
#include "law/rows/coupled_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom::test {
namespace {

using testing::ElementsAre;

using law::CoupledGroups;

std::vector<std::vector<int>> groups_of(
    const ImpactProblem& problem, int (*tangents)(const Contact&) = law::tangents_with_friction) {
  CoupledGroups groups;
  groups.find(problem, tangents);
  std::vector<std::vector<int>> found;
  for (int g = 0; g < groups.count(); ++g)
    found.emplace_back(groups.group(g).begin(), groups.group(g).end());
  return found;
}

Contact at(int coordinate, int other = -1) {
  Contact contact{.normal = Eigen::RowVectorXd::Zero(4)};
  contact.normal[coordinate] = 1.0;
  if (other >= 0) contact.normal[other] = -1.0;
  return contact;
}

TEST(CoupledGroups, ThroughOthersAndInMixedOrder) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(4, 4);
  const Eigen::VectorXd v = Eigen::VectorXd::Zero(4);
  EXPECT_THAT(groups_of({M, {at(0), at(3), at(1, 2), at(0, 1)}, v}),
              ElementsAre(ElementsAre(0, 2, 3), ElementsAre(1)));
  EXPECT_TRUE(groups_of({M, {}, v}).empty());
}

TEST(CoupledGroups, TangentsCountWithFriction) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(4, 4);
  const Eigen::VectorXd v = Eigen::VectorXd::Zero(4);
  Contact rubs = at(0);
  rubs.tangents = Eigen::RowVector4d(0, 1, 0, 0);
  EXPECT_EQ(groups_of({M, {rubs, at(1)}, v}).size(), 2u);
  rubs.friction = 0.1;
  EXPECT_EQ(groups_of({M, {rubs, at(1)}, v}).size(), 1u);
  EXPECT_EQ(groups_of({M, {rubs, at(1)}, v}, law::no_tangents).size(), 2u);
}

TEST(CoupledGroups, BlockedContactsAreInNone) {
  const Eigen::MatrixXd M = Eigen::MatrixXd::Identity(4, 4);
  const Eigen::VectorXd v = Eigen::VectorXd::Zero(4);
  EXPECT_THAT(groups_of({M, {at(0), at(1)}, v, {{.row = Eigen::RowVector4d(1, 0, 0, 0)}}}),
              ElementsAre(ElementsAre(1)));
}

}  // namespace
}  // namespace carom::test
