// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the angles between normals decide.
//        \  v        u  /      wedge of opening 2γ, ⟨u,v⟩ = −cos 2γ
//         \     2γ     /       m steps and one outcome iff 2γ = π/m (Coxeter)
// Expected: S3 corrected (⌈π/2γ⌉ instead of S3's ⌈π/γ⌉; −½ and not +½), equal cradle collapse 7 −
// 4√3, and sweeps over all incoming directions by plain reflections in the plane.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "carom/analysis.h"
#include "support/greedy_orders.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using CertificateVerdict = Certificate::Verdict;
using Scope = Certificate::Scope;
using std::numbers::pi;
using testing::HasSubstr;

ImpactProblem planes(const std::vector<Eigen::RowVectorXd>& normals) {
  const Eigen::Index n = normals.front().size();
  std::vector<Contact> contacts;
  for (const auto& normal : normals) contacts.push_back({.normal = normal});
  return {Eigen::MatrixXd::Identity(n, n), contacts, Eigen::VectorXd::Zero(n)};
}

TEST(Certificate, EqualCradleIsUniqueOverOrders) {
  const Certificate certificate = certify(cradle({1, 1, 1}, {1, 0, 0}));
  EXPECT_EQ(certificate.verdict, CertificateVerdict::unique);
  EXPECT_EQ(certificate.scope, Scope::orders);
  EXPECT_THAT(certificate.reason, HasSubstr("-cos(pi/3) = -0.5"));
  ASSERT_EQ(certificate.pairs.size(), 1u);
  const ContactPair& pair = certificate.pairs[0];
  EXPECT_NEAR(pair.inner_product, -0.5, 1e-15);
  EXPECT_NEAR(pair.inner_product_raw, -1.0, 1e-15);  // rows (−1,1,0), (0,−1,1), masses 1
  EXPECT_EQ(pair.coxeter_order, 3);
  EXPECT_EQ(pair.worst_case_steps, 3);
  EXPECT_EQ(pair.indeterminacy_worst, 0.0);
  EXPECT_NEAR(pair.collapse_restitution.value(), 7.0 - 4.0 * std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(certificate.feasibility_margin, 0.5, 1e-15);  // ‖(u+v)/2‖
  EXPECT_EQ(certificate.blocks, (std::vector<std::vector<int>>{{0, 1}}));
}

TEST(Certificate, UnequalCradleHasSeveral) {  // masses 2,1,1: w = −√(1/3) = −0.577
  const Certificate certificate = certify(cradle({2, 1, 1}, {1, 0, -1}));
  EXPECT_EQ(certificate.verdict, CertificateVerdict::several);
  EXPECT_EQ(certificate.scope, Scope::none);
  EXPECT_NEAR(certificate.pairs[0].inner_product, -1.0 / std::sqrt(3.0), 1e-15);
  EXPECT_FALSE(certificate.pairs[0].coxeter_order);
  EXPECT_THAT(certificate.reason,
              HasSubstr("contact 1 and contact 2 meet at -0.577, between -cos(pi/3) = -0.5 and "
                        "-cos(pi/4) = -0.707"));
}

TEST(Certificate, OnlyOrthogonalContactsAreSafeUnderEveryLaw) {
  const auto two = planes({Eigen::RowVector3d(1, 0, 0), Eigen::RowVector3d(0, 2, 0)});
  EXPECT_EQ(certify(two).scope, Scope::every_law);
  const auto twice = planes(
      {Eigen::RowVector3d(1, 0, 0), Eigen::RowVector3d(0, 2, 0), Eigen::RowVector3d(3, 0, 0)});
  EXPECT_EQ(certify(twice).verdict, CertificateVerdict::unique);
  EXPECT_EQ(certify(twice).scope, Scope::every_law);
  EXPECT_EQ(certify(twice).pairs[1].coxeter_order, 1);  // the same mirror
  EXPECT_EQ(certify(planes({Eigen::RowVector3d(1, 0, 0)})).scope, Scope::every_law);
  EXPECT_EQ(certify(ImpactProblem(Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 0))).verdict,
            CertificateVerdict::unique);
}

TEST(Certificate, PlusOneHalfIsNotUnique) {  // S3 V says ±½; −½ only
  EXPECT_EQ(certify(pair(0.5, {0, -1})).verdict, CertificateVerdict::several);
  EXPECT_EQ(certify(pair(-0.5, {0, -1})).verdict, CertificateVerdict::unique);
  EXPECT_GT(all_outcomes(pair(0.5, {0, -1})).count, 1.0);
}

TEST(Certificate, RecognisesCoxeterAnglesAndNothingElse) {
  for (int m = 2; m <= 40; ++m) {
    const double w = -std::cos(pi / m);
    EXPECT_EQ(certify(pair(w, {0, -1})).pairs[0].coxeter_order, m);
    EXPECT_EQ(certify(pair(w, {0, -1})).pairs[0].worst_case_steps, m);
    EXPECT_FALSE(certify(pair(w + 1e-9, {0, -1})).pairs[0].coxeter_order) << m;
    EXPECT_FALSE(certify(pair(w - 1e-9, {0, -1})).pairs[0].coxeter_order) << m;
  }
}

// Every incoming direction of the half plane that approaches at least one contact.
TEST(Certificate, WorstCaseOfAPairAgainstASweep) {
  base::Random random(5);
  for (int k = 0; k < 40; ++k) {
    const double w = random.uniform(-0.97, 0.97);
    const ContactPair expected = certify(pair(w, {0, -1})).pairs[0];
    int steps = 0;
    double xi = 0.0;
    for (int a = 0; a < 4000; ++a) {
      const double angle = 2.0 * pi * (a + 0.5) / 4000;
      const auto problem = pair(w, {std::sin(angle), -std::cos(angle)});
      bool finished = false;
      const auto ends = distinct_ends(GreedyOrders(problem), 1e-10, &finished);
      ASSERT_TRUE(finished);
      for (const auto& end : ends) steps = std::max(steps, end.longest);
      if (problem.approach().maxCoeff() < 0.0) xi = std::max(xi, largest_distance(ends));
    }
    EXPECT_EQ(steps, expected.worst_case_steps) << w;
    EXPECT_NEAR(xi, expected.indeterminacy_worst, 2e-3) << w;
    EXPECT_LE(xi, expected.indeterminacy_worst + 1e-12) << w;
  }
}

// Alternating reflections with Newton coefficient r: endless at the threshold and below, finite
// above.
TEST(Certificate, CollapseThreshold) {
  for (const double w : {-0.3, -0.5, -0.8, -0.95}) {
    const double threshold = certify(pair(w, {0, -1})).pairs[0].collapse_restitution.value();
    for (const double factor : {0.97, 1.03}) {
      const double r = factor * threshold;
      bool endless = false;
      for (double first = 0.02; first < 1.0; first += 0.02) {
        double c[2] = {-first, -(1.0 - first)};
        int step = 0;
        for (; step < 150 && c[step % 2] < 0.0; ++step) {
          const double used = c[step % 2];
          c[step % 2] = -r * used;
          c[1 - step % 2] -= (1 + r) * used * w;
        }
        endless = endless || step == 150;
      }
      EXPECT_EQ(endless, factor < 1.0) << "w = " << w << ", r = " << r;
    }
  }
}

// Two walls at a right angle and a third contact between them, implied by the two: the pairs with
// it are no Coxeter angles, but none of them can be met alone. Geometry does not decide; here is a
// velocity with two outcomes.
TEST(Certificate, UnknownWhenNoBadPairSharesAFace) {
  const Eigen::RowVector2d between(std::cos(pi / 6), std::sin(pi / 6));
  auto problem = planes({Eigen::RowVector2d(1, 0), Eigen::RowVector2d(0, 1), between});
  EXPECT_EQ(certify(problem).verdict, CertificateVerdict::unknown);
  EXPECT_EQ(certify(problem).scope, Scope::none);
  problem.set_velocity(Eigen::Vector2d(-1, -0.2));
  EXPECT_GT(all_outcomes(problem).count, 1.0);
  // Without the wall that hides it, the same angle decides.
  EXPECT_EQ(certify(planes({Eigen::RowVector2d(1, 0), between})).verdict,
            CertificateVerdict::several);
}

// A cone of four walls: opposite walls (inner product 0.4) have the wider spread but share no face;
// neighbours (0.7) do.
TEST(Certificate, FaceHiddenByOtherContacts) {
  const double c = std::sqrt(0.7), s = std::sqrt(0.3);
  const auto cone = planes({Eigen::RowVector3d(s, 0, c), Eigen::RowVector3d(-s, 0, c),
                            Eigen::RowVector3d(0, s, c), Eigen::RowVector3d(0, -s, c)});
  const Certificate certificate = certify(cone);
  ASSERT_GT(certificate.pairs[0].indeterminacy_worst, certificate.pairs[1].indeterminacy_worst);
  EXPECT_EQ(certificate.verdict, CertificateVerdict::several);
  EXPECT_THAT(certificate.reason, HasSubstr("contact 1 and contact 3 meet at 0.7"));
}

TEST(Certificate, HundredsOfRedundantContacts) {
  const Certificate certificate = certify(flat_foot(120, Eigen::VectorXd::Zero(6)));
  EXPECT_EQ(certificate.pairs.size(), 7140u);
  EXPECT_EQ(certificate.verdict, CertificateVerdict::several);
  // Only neighbours on the rim share a face.
  int first = 0, second = 0;
  ASSERT_EQ(std::sscanf(certificate.reason.c_str(), "contact %d and contact %d", &first, &second),
            2);
  EXPECT_TRUE(second - first == 1 || second - first == 119) << certificate.reason;
}

TEST(Certificate, OppositeContactsSeparateNever) {
  const auto problem = planes({Eigen::RowVector2d(1, 0), Eigen::RowVector2d(-2, 0)});
  const Certificate certificate = certify(problem);
  EXPECT_EQ(certificate.verdict, CertificateVerdict::unknown);
  EXPECT_THAT(certificate.reason, HasSubstr("no velocity separates every contact"));
  EXPECT_LE(certificate.feasibility_margin, 1e-9);
  EXPECT_NEAR(certificate.hull_weights.sum(), 1.0, 1e-12);
  EXPECT_LE((problem.unit_normals() * certificate.hull_weights).norm(), 1e-9);
  EXPECT_FALSE(certificate.pairs[0].worst_case_steps);
  EXPECT_FALSE(certificate.pairs[0].coxeter_order);
  EXPECT_NEAR(certificate.pairs[0].collapse_restitution.value(), 1.0, 1e-7);
}

TEST(Certificate, TriangleOfMirrorsIsNotUnique) {  // every pair −½, but Σu = 0: an affine group
  const auto problem = planes({Eigen::RowVector2d(1, 0), Eigen::RowVector2d(-0.5, std::sqrt(0.75)),
                               Eigen::RowVector2d(-0.5, -std::sqrt(0.75))});
  EXPECT_EQ(certify(problem).verdict, CertificateVerdict::unknown);
}

TEST(Certificate, BlocksDependOnTheCoupling) {
  const auto problem = planes(
      {Eigen::RowVector3d(1, 0, 0), Eigen::RowVector3d(1e-4, 1, 0), Eigen::RowVector3d(0, 0, 1)});
  EXPECT_EQ(certify(problem).blocks, (std::vector<std::vector<int>>{{0, 1}, {2}}));
  EXPECT_EQ(certify(problem, 1e-3).blocks, (std::vector<std::vector<int>>{{0}, {1}, {2}}));
}

TEST(Certificate, BlockedContactsAreLeftOut) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(1, 0, 0)},
                                {.normal = Eigen::RowVector3d(0, 1, 0)},
                                {.normal = Eigen::RowVector3d(0, -1, 1)}};
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(0, -1, 0),
                              {{.row = Eigen::RowVector3d(1, 0, 0)}});
  const Certificate certificate = certify(problem);
  ASSERT_EQ(certificate.pairs.size(), 1u);
  EXPECT_EQ(certificate.pairs[0].first, 1);
  EXPECT_NEAR(certificate.pairs[0].inner_product, -std::sqrt(0.5), 1e-15);
  EXPECT_EQ(certificate.pairs[0].coxeter_order, 4);
  EXPECT_GT(certificate.feasibility_margin, 0.1);
  EXPECT_EQ(certificate.hull_weights(0), 0.0);
}

}  // namespace
}  // namespace carom::test
