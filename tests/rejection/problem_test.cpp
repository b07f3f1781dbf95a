// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of a bad problem, by its text; and that all faults come at once.
#include "carom/problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/laws.h"
#include "support/constants.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct ProblemParts {
  Eigen::MatrixXd mass_matrix = Eigen::Matrix2d::Identity();
  std::vector<Contact> contacts{{.name = "a", .normal = Eigen::RowVector2d(1, 0)},
                                {.name = "b", .normal = Eigen::RowVector2d(0, 1)}};
  Eigen::VectorXd velocity = Eigen::Vector2d(-1, -1);
  std::vector<BilateralConstraint> bilateral;
};

std::vector<std::string> part_faults(const ProblemParts& parts) {
  return faults_of([&] {
    const ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity, parts.bilateral);
  });
}

TEST(RejectProblem, GoodPartsPass) { EXPECT_THAT(part_faults({}), ElementsAre()); }

TEST(RejectProblem, NotFinite) {
  ProblemParts parts;
  parts.velocity[1] = NAN;
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("velocity[1] = nan; expected a finite number")));
  parts = {};
  parts.mass_matrix(0, 1) = infinity;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("mass_matrix[0][1] = infinity; expected")));
  parts = {};
  parts.contacts[1].normal[0] = -infinity;
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("contact 'b': normal[0] = -infinity; expected")));
  parts = {};
  parts.contacts[0].tangents = Eigen::RowVector2d(0, NAN);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("contact 'a': tangents[1] = nan")));
  parts = {};
  parts.bilateral = {{.name = "h", .row = Eigen::RowVector2d(NAN, 0)}};
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("bilateral 'h': row[0] = nan")));
}

// Squares and products of what is too large overflow, of what is too small vanish; both once
// passed for "does not approach".
TEST(RejectProblem, TooLarge) {
  const std::string rule =
      "; expected |x| <= 1e+75, so that products of masses, rows and velocities are finite; choose "
      "units in which it is smaller";
  ProblemParts parts;
  parts.velocity[1] = -1e308;
  EXPECT_THAT(part_faults(parts), ElementsAre("velocity[1] = -1e+308" + rule));
  parts = {};
  parts.mass_matrix(1, 1) = 1e160;
  EXPECT_THAT(part_faults(parts), ElementsAre("mass_matrix[1][1] = 1e+160" + rule));
  parts = {};
  parts.contacts[0].normal[0] = -1e160;
  EXPECT_THAT(part_faults(parts), ElementsAre("contact 'a': normal[0] = -1e+160" + rule));
  parts = {};
  parts.contacts[1].tangents = (Eigen::Matrix2d() << 1, 0, 0, 1e308).finished();
  EXPECT_THAT(part_faults(parts), ElementsAre("contact 'b': tangents[1][1] = 1e+308" + rule));
  parts = {};
  parts.bilateral = {{.name = "h", .row = Eigen::RowVector2d(1e80, -1e80)}};
  EXPECT_THAT(part_faults(parts), ElementsAre("bilateral 'h': row[0] = 1e+80" + rule));
  parts = {};
  parts.velocity *= 1e75;
  parts.contacts[0].normal *= 1e75;
  parts.mass_matrix *= 1e75;
  ASSERT_THAT(part_faults(parts), ElementsAre()) << "just not too large";
  const auto outcome = solve_once({parts.mass_matrix, parts.contacts, parts.velocity}, Plastic{});
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 0));
}

TEST(RejectProblem, TooSmall) {
  ProblemParts parts;
  parts.contacts[0].normal *= 1e-200;
  EXPECT_THAT(part_faults(parts),
              ElementsAre("contact 'a': normal = 1e-200 at most; expected an entry of at least "
                          "1e-75, so that its square is not zero; choose units in which it is "
                          "larger"));
  parts = {};
  parts.contacts[1].tangents = Eigen::RowVector2d(1e-80, 0);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("tangents[0] = 1e-80 at most; expected")));
  parts = {};
  parts.bilateral = {{.name = "h", .row = Eigen::RowVector2d(1e-80, -1e-80)}};
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("bilateral 'h': row = 1e-80 at most; expected")));
  parts = {};
  parts.mass_matrix *= 1e-80;
  EXPECT_THAT(part_faults(parts),
              ElementsAre("mass_matrix[0][0] = 1e-80; expected at least 1e-75 on the diagonal; "
                          "choose units in which it is larger"));
  parts = {};
  parts.contacts[0].normal *= 1e-75;
  parts.mass_matrix *= 1e75;
  const auto outcome = solve_once({parts.mass_matrix, parts.contacts, parts.velocity}, Plastic{});
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 0)) << "just not too small";
}

TEST(RejectProblem, SetVelocity) {
  ProblemParts parts;
  ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  EXPECT_THAT(faults_of([&] { problem.set_velocity(Eigen::Vector2d(0, NAN)); }),
              ElementsAre(HasSubstr("velocity[1] = nan; expected a finite number")));
  EXPECT_THAT(faults_of([&] { problem.set_velocity(Eigen::Vector2d(1e100, 0)); }),
              ElementsAre(HasSubstr("velocity[0] = 1e+100; expected |x| <= 1e+75")));
  EXPECT_EQ(problem.velocity(), parts.velocity);
}

TEST(RejectProblem, Update) {
  ProblemParts parts;
  ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  const Eigen::MatrixXd rows = problem.contact_jacobian();
  const auto faults = [&](const Eigen::MatrixXd& M, const Eigen::MatrixXd& J,
                          const Eigen::Vector2d& v) {
    return faults_of([&] { problem.update(M, J, v); });
  };
  Eigen::MatrixXd changed = rows;
  changed(1, 0) = 1e160;
  EXPECT_THAT(faults(parts.mass_matrix, changed, parts.velocity),
              ElementsAre(HasSubstr("contact 'b': normal[0] = 1e+160; expected |x| <= 1e+75")));
  changed = rows;
  changed.row(1) *= 1e-200;
  EXPECT_THAT(faults(parts.mass_matrix, changed, parts.velocity),
              ElementsAre(HasSubstr("contact 'b': normal = 1e-200 at most; expected an entry")));
  EXPECT_THAT(faults(parts.mass_matrix, rows, Eigen::Vector2d(0, 1e308)),
              ElementsAre(HasSubstr("velocity[1] = 1e+308; expected")));
  EXPECT_THAT(faults(1e100 * parts.mass_matrix, rows, parts.velocity),
              ElementsAre(HasSubstr("mass_matrix[0][0] = 1e+100; expected")));
  EXPECT_EQ(problem.contact_jacobian(), rows);
  EXPECT_THAT(faults(2.0 * parts.mass_matrix, rows, parts.velocity), ElementsAre());
}

TEST(RejectProblem, Sizes) {
  ProblemParts parts;
  parts.mass_matrix = Eigen::Matrix3d::Identity();
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("mass_matrix is 3 x 3; expected 2 x 2")));
  parts = {};
  parts.contacts[0].normal = Eigen::RowVector3d(1, 0, 0);
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("contact 'a': normal has 3 entries; expected 2")));
  parts = {};
  parts.contacts[0].tangents = Eigen::RowVector3d(1, 0, 0);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("a tangent has 3 entries; expected 2")));
  parts.contacts[0].tangents = Eigen::MatrixXd::Ones(3, 2);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("tangents has 3 rows; expected 0, 1")));
  parts.contacts[0].tangents = Eigen::MatrixXd::Zero(1, 2);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("tangents[0] = 0; expected a row")));
  parts = {};
  parts.bilateral = {{.row = Eigen::RowVector3d(1, 0, 0)}};
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("bilateral 1: row has 3 entries; expected 2")));
  parts.bilateral = {{.row = Eigen::RowVector2d(0, 0)}};
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("bilateral 1: row = 0; expected a row")));
  parts = {};
  parts.velocity.resize(0);
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("velocity has 0 entries")));
}

TEST(RejectProblem, MassMatrix) {
  ProblemParts parts;
  parts.mass_matrix(0, 1) = 0.5;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("mass_matrix[0][1] = 0.5 but [1][0] = 0; "
                                                        "expected a symmetric matrix")));
  parts.mass_matrix << 1, 2, 2, 1;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("smallest eigenvalue (unit diagonal) = -1; "
                                                        "expected a positive definite matrix")));
  parts.mass_matrix << 1, 1, 1, 1;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("expected a positive definite matrix")));
  parts.mass_matrix << 1, 0, 0, 0;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("mass_matrix[1][1] = 0; expected > 0")));
  parts.mass_matrix << 1e-9, 0, 0, 1e9;
  EXPECT_THAT(part_faults(parts), ElementsAre()) << "a nanogram beside a gigagram is no fault";
}

TEST(RejectProblem, ContactValues) {
  ProblemParts parts;
  parts.contacts[0].normal.setZero();
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("contact 'a': normal = 0; expected a row")));
  parts = {};
  parts.contacts[1].name = "a";
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("contact 2: name = 'a' is used twice")));
  parts = {};
  parts.contacts[0].friction = -0.1;
  parts.contacts[0].static_friction = -0.2;
  parts.contacts[0].restitution = 1.3;
  parts.contacts[1].restitution = NAN;
  parts.contacts[1].stiffness = 0.0;
  EXPECT_THAT(part_faults(parts),
              ElementsAre("contact 'a': friction = -0.1; expected friction >= 0",
                          "contact 'a': static_friction = -0.2; expected static_friction >= 0",
                          "contact 'a': restitution = 1.3; expected 0 <= restitution <= 1",
                          "contact 'b': restitution = nan; expected 0 <= restitution <= 1",
                          "contact 'b': stiffness = 0; expected stiffness > 0"));
}

TEST(RejectProblem, Friction) {
  ProblemParts parts;
  parts.contacts[0].friction = 0.3;
  EXPECT_THAT(part_faults(parts),
              ElementsAre("contact 'a': friction = 0.3 without tangents; expected one row (planar) "
                          "or two (spatial) in the tangent plane; add them, or set friction to 0"));
  parts.contacts[0].friction = 0.0;
  parts.contacts[0].static_friction = 0.3;
  EXPECT_THAT(part_faults(parts), ElementsAre(HasSubstr("friction = 0.3 without tangents")));
  parts.contacts[0].friction = 0.5;
  parts.contacts[0].tangents = Eigen::RowVector2d(0, 1);
  EXPECT_THAT(part_faults(parts),
              ElementsAre("contact 'a': static_friction = 0.3 is below friction = 0.5; expected "
                          "static_friction >= friction; swap them, or leave static_friction out"));
  parts.contacts[0].static_friction = 0.5;
  EXPECT_THAT(part_faults(parts), ElementsAre()) << "equal is fine";
  parts.contacts[0].tangents = Eigen::RowVector2d(0, 0);
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("contact 'a': tangents[0] = 0; expected a row")));
}

TEST(RejectProblem, TangentDirections) {
  ProblemParts parts;
  parts.contacts[1].tangents = Eigen::RowVector2d(0, -3);
  EXPECT_THAT(part_faults(parts),
              ElementsAre("contact 'b': tangents[0] is parallel to the normal row; expected a "
                          "direction in the tangent plane; check the order of the rows"));
  parts.contacts[1].tangents = Eigen::RowVector2d(1e-9, -3);
  EXPECT_THAT(part_faults(parts), ElementsAre()) << "nearly parallel is the user's business";
  parts.contacts[1].tangents = (Eigen::Matrix2d() << 1, 0, -2, 0).finished();
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("contact 'b': tangents[0] and tangents[1] are parallel")));
}

TEST(RejectProblem, TooManyContacts) {
  ProblemParts parts;
  parts.contacts.assign(3000, parts.contacts[0]);
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("number of contacts = 3000; expected at most 2048; split")));
}

TEST(RejectProblem, VelocityViolatesAHinge) {
  ProblemParts parts;
  parts.bilateral = {{.name = "hinge", .row = Eigen::RowVector2d(1, 1)}};
  EXPECT_THAT(part_faults(parts),
              ElementsAre(HasSubstr("bilateral 'hinge': row . velocity = -2; expected 0")));
}

TEST(RejectProblem, AllFaultsAtOnce) {
  ProblemParts parts;
  parts.velocity[0] = NAN;
  parts.mass_matrix(1, 1) = -1;
  parts.contacts[0].friction = -1;
  parts.contacts[1].normal.setZero();
  EXPECT_EQ(part_faults(parts).size(), 4u);
}

Outcome solved(const ImpactProblem& problem, const Law& law) { return solve_once(problem, law); }

std::vector<std::string> law_faults(const ImpactProblem& problem, const Law& law) {
  return faults_of([&] { solved(problem, law); });
}

TEST(RejectLaw, RestitutionMissing) {
  ProblemParts parts;
  const ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  for (const Law& law :
       {Law(Newton{}), Law(Poisson{}), Law(Regular{}), Law(SlipShare{}), Law(Compliant{})}) {
    const std::string name = law.description().name;
    EXPECT_THAT(
        law_faults(problem, law),
        ElementsAre("contact 'a': restitution is missing; expected a value in [0,1], law '" + name +
                        "' has no default; add it, or set one for all contacts",
                    HasSubstr("contact 'b': restitution is missing")))
        << name;
    EXPECT_TRUE(law.description().requires_restitution);
  }
  EXPECT_THAT(law_faults(problem, Regular{.restitution = 0.5}), ElementsAre());
}

TEST(RejectLaw, RestitutionDiffersUnderOneCoefficient) {
  ProblemParts parts;
  parts.contacts[0].restitution = 0.25;
  parts.contacts[1].restitution = 0.75;
  const ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  for (const Law& law : {Law(SlipShare{})}) {
    EXPECT_THAT(law_faults(problem, law),
                ElementsAre("contact 'b': restitution = 0.75 but 'a' has 0.25; expected one value, "
                            "law '" +
                            law.description().name +
                            "' has one coefficient for the whole impact; make them equal, or set "
                            "one for all contacts"));
  }
  for (const Law& law : {Law(Newton{}), Law(Poisson{}), Law(Compliant{}), Law(Regular{})})
    EXPECT_THAT(law_faults(problem, law), ElementsAre()) << "one coefficient per contact";
}

TEST(RejectLaw, RestitutionDiffersInOneStore) {
  ProblemParts parts;
  parts.contacts[0].restitution = 0.25;
  parts.contacts[1].restitution = 0.75;
  const Regular law{.energy = Regular::Energy::group};
  EXPECT_THAT(law_faults({parts.mass_matrix, parts.contacts, parts.velocity}, law), ElementsAre())
      << "nothing couples the contacts";
  parts.mass_matrix(0, 1) = parts.mass_matrix(1, 0) = 0.1;
  EXPECT_THAT(law_faults({parts.mass_matrix, parts.contacts, parts.velocity}, law),
              ElementsAre("contact 'b': restitution = 0.75 but 'a', which it is coupled to, has "
                          "0.25; expected one value, law 'regular' with energy = group has one "
                          "store for both; make them equal, or use energy = contact"));
}

TEST(RejectLaw, Coefficients) {
  const auto message = [](auto law) -> std::string {
    return test::refusal_of([&] { const Law built(law); });
  };
  EXPECT_EQ(message(Propagative{.restitution = 1.5}),
            "law 'propagative': restitution = 1.5; expected 0 <= restitution <= 1");
  EXPECT_EQ(message(Sequential{.restitution = -0.1}),
            "law 'sequential': restitution = -0.1; expected 0 <= restitution <= 1");
  EXPECT_EQ(message(Sequential{.restitution = NAN}),
            "law 'sequential': restitution = nan; expected 0 <= restitution <= 1");
}

TEST(RejectLaw, PropagativeNeedsOneCoefficient) {
  ProblemParts parts;
  parts.contacts[0].restitution = 0.2;
  const ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  EXPECT_THROW(solve_once(problem, Propagative{}), InvalidInput);
  EXPECT_TRUE(solve_once(problem, Propagative{.restitution = 0.2}).ok());
  EXPECT_TRUE(solve_once(problem, Sequential{}).ok());
}

TEST(RejectLaw, UnknownPolicySuggestsTheNearest) {
  const std::string said = test::refusal_of([&] { (void)policy_from_string("most_violatd"); });
  EXPECT_THAT(said, HasSubstr("policy = 'most_violatd'; expected one of most_violated, "
                              "least_violated, first, last, round_robin, random"));
  EXPECT_THAT(said, HasSubstr("did you mean 'most_violated'?"));
}

}  // namespace
}  // namespace carom::test
