// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots that land on several feet at once, base falling at 1 m/s, joints at rest.
//      [=====]          locked: one rigid body, rows (0,0,1,y,−x,0) of its foot points
//      /\   /\          free: all joints move; given by the Gram matrix and approach of its
//      contacts,
//     ‾  ‾ ‾  ‾         which decide everything but the momentum that passes the contacts by
// Numbers: reference/robots.json, computed independently of carom with Pinocchio 4.1 from the files
// of example-robot-data 6.0.0 (HyQ and Bolt SRDF standing, Talos reduced half_sitting), SI units.
// Counts exact, ξ and margin 1e-9, worst ξ of a pair 1e-3 (there a sweep), sequential spreads 1e-9.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "carom/analysis.h"
#include "carom/laws/propagative.h"
#include "carom/resolve.h"

namespace carom::test {
namespace {

struct Expected {
  std::vector<double> pair_worst;  ///< Pairs 0-1, 0-2, …
  double outcomes;
  int shortest, longest;
  double xi, margin;
  double worst;  ///< A lower bound by sampling; 0: not given.
  int rank;
};

using Mass = std::array<double, 21>;  // Upper triangle, rows first.

constexpr Mass hyq = {86.77400499999999,
                      0,
                      0,
                      0,
                      -3.900424489775643,
                      -1.3106417999999997,
                      86.77400499999999,
                      0,
                      3.900424489775643,
                      0,
                      3.418983599999914,
                      86.77400499999999,
                      1.3106417999999997,
                      -3.418983599999914,
                      0,
                      4.280051901610961,
                      -0.04548870615840683,
                      -0.2158751869561103,
                      11.699548661764526,
                      -0.009150573358213253,
                      12.759976052312018};
constexpr Mass bolt = {1.25387789,
                       0,
                       0,
                       0,
                       -0.05702668614798286,
                       6.537107992752054e-07,
                       1.25387789,
                       0,
                       0.05702668614798286,
                       0,
                       -0.023858306445946467,
                       1.25387789,
                       -6.537107992752054e-07,
                       0.023858306445946467,
                       0,
                       0.01785612385574871,
                       -2.497799494218765e-07,
                       -0.004315794129414345,
                       0.03230832277475614,
                       8.464492672136542e-09,
                       0.030059606956942344};
constexpr Mass talos = {90.272192,
                        0,
                        0,
                        0,
                        -12.871786388595657,
                        -0.11170139231332661,
                        90.272192,
                        0,
                        12.871786388595657,
                        0,
                        -0.2856121895803936,
                        90.272192,
                        0.11170139231332661,
                        0.2856121895803936,
                        0,
                        18.082173443433252,
                        0.005056399854316291,
                        1.021627848832817,
                        15.317221523550694,
                        0.0021559644769701646,
                        3.760681098235148};

/// Joints locked: a rigid body and its foot points in base axes.
struct LockedCase {
  std::string name;
  Mass mass;
  std::vector<std::array<double, 2>> feet;  ///< x, y [m].
  Expected expected;
  std::array<double, 2> sequential;  ///< Spread over orders at e = 0.3 and 0.6; 0: not given.
};

const std::array<double, 2> left_front = {0.3707734449570547, 0.32406698646242393};
const std::array<double, 2> right_front = {0.3707734449627345, -0.32406698646242443};
const std::array<double, 2> left_hind = {-0.37077344496275866, 0.32406698646245113};
const std::array<double, 2> right_hind = {-0.37077344495707887, -0.32406698646245063};

const std::vector<LockedCase> locked_cases = {
    {"hyq, four feet",
     hyq,
     {left_front, right_front, left_hind, right_hind},
     {{0.3864784553121349, 1.7057277983694563, 0.21028636023806058, 0.18863305236535396,
       1.6882547728358455, 0.04425648465527141},
      27,
      3,
      6,
      0.4596731786259405,
      0.4839821229620245,
      1.3775541043777912,
      3},
     {0, 0}},
    {"hyq, trot",
     hyq,
     {left_front, right_hind},
     {{0.21028636023806058},
      2,
      3,
      3,
      0.21002005764008205,
      0.4847195139139819,
      0.21028636023806066,
      2},
     {0.09491786913855244, 0.16172963460431833}},
    {"hyq, pace",
     hyq,
     {left_front, left_hind},
     {{1.7057277983694563}, 2, 1, 2, 0.963027450505103, 0.862788530808529, 1.7057277983694565, 2},
     {0.4137986863270903, 0.6268193118327522}},
    {"bolt, two feet",
     bolt,
     {{1.4142135795758293e-09, 0.025831839012293308},
      {1.4142135795758293e-09, -0.025831839012293308}},
     {{0.891050325924792}, 2, 1, 1, 0.8842176197602036, 0.9734653093677209, 0.8910503259247922, 2},
     {0.5747414528441326, 0.7073740958081631}},
    {"talos, two soles",
     talos,
     {{-0.008846952891378435, 0.08481724408885791}, {-0.008846952891378435, -0.0851827559111421}},
     {{0.7770818247387739}, 2, 1, 1, 0.7769978081778718, 0.9801610768106598, 0.7770818247387739, 2},
     {0.5050485753156169, 0.6215982465422977}},
};

/// Joints free: Gram matrix above the diagonal, approach along unit normals, energies [J].
struct FreeCase {
  std::string name;
  std::vector<double> gram, approach;
  Expected expected;
  double energy, constrained;
};

const std::vector<FreeCase> free_cases = {
    {"hyq, four feet",  // 18 coordinates
     {-4.043281982562237e-05, 0.0007292093816902866, -0.0006962268524429456, -0.0006891442314094603,
      0.0009230376365033776, 0.00014256066062221},
     {-0.6420566835952112, -0.6420252445566639, -0.6420287829676369, -0.6419319788483469},
     {{0.00016173127917051697, 0.0029168367512524547, 0.0027849067348053075, 0.002756576271061564,
       0.0036921489731600652, 0.0005702426366943489},
      24,
      4,
      4,
      0.0006530348446802189,
      0.5000461189041144,
      0.0061300919650894,
      4},
     43.38700249999999,
     0.8242033741111637},
    {"bolt, two feet",  // 12 coordinates
     {-0.0006170105002014563},
     {-0.155718799477192, -0.1557175187714562},
     {{0.0024680415310117513},
      2,
      2,
      2,
      0.0004855267067086304,
      0.7068886013721676,
      0.0024680415310118792,
      2},
     0.6269389450000001,
     0.024263115678619187},
    {"talos, two soles",  // 38 coordinates
     {0.005540695851369311},
     {-2.5803893325047897, -2.5787170629875145},
     {{0.022162443211781645},
      2,
      2,
      2,
      0.008485947202275126,
      0.7090630070210154,
      0.022162443211781718,
      2},
     45.136095999999995,
     6.617430238644152},
    {"talos, corners of the left sole",  // 38 coordinates; four contacts of rank three
     {-0.06311199785701033, 0.22503327396109446, -0.743700101103227, -0.7388787801139508,
      0.28205016606297456, 0.06804759433819886},
     {-0.9832229012244196, -0.9460693190251976, -0.9202503051662374, -0.8861609099058002},
     {{0.25194472392253386, 0.8770456533929323, 0.4223177708039618, 0.36598004763681197,
       1.0823953314700017, 0.2715594607627188},
      105,
      4,
      9,
      0.230244246880062,
      0.35742292012185106,
      0,
      3},
     45.136095999999995,
     3.424219803782025},
};

ImpactProblem make(const LockedCase& robot) {
  Eigen::MatrixXd M(6, 6);
  std::size_t next = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = i; j < 6; ++j) M(i, j) = M(j, i) = robot.mass[next++];
  std::vector<Contact> contacts;
  for (const auto& [x, y] : robot.feet) {
    Eigen::RowVectorXd row(6);
    row << 0, 0, 1, y, -x, 0;
    contacts.push_back({.normal = row});
  }
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v(2) = -1.0;
  return {M, contacts, v, {}, robot.name};
}

/// Unit masses, and rows that are a factor of the Gram matrix: W = V D Vᵀ, rows V √D.
ImpactProblem make(const FreeCase& robot) {
  const auto m = static_cast<Eigen::Index>(robot.approach.size());
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(m, m);
  std::size_t next = 0;
  for (Eigen::Index i = 0; i < m; ++i)
    for (Eigen::Index j = i + 1; j < m; ++j) W(i, j) = W(j, i) = robot.gram[next++];
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(W);
  const Eigen::Index rank = robot.expected.rank;
  const Eigen::VectorXd roots = eigen.eigenvalues().tail(rank).cwiseSqrt();
  const Eigen::MatrixXd V = eigen.eigenvectors().rightCols(rank), rows = V * roots.asDiagonal();
  const Eigen::VectorXd c = Eigen::VectorXd::Map(robot.approach.data(), m);
  std::vector<Contact> contacts;
  for (Eigen::Index i = 0; i < m; ++i) contacts.push_back({.normal = rows.row(i)});
  const Eigen::VectorXd v = roots.cwiseInverse().asDiagonal() * (V.transpose() * c);
  return {Eigen::MatrixXd::Identity(rank, rank), contacts, v, {}, robot.name};
}

/// `share`: momentum in the contacts over all momentum, by which ξ shrinks.
void expect_landing(const ImpactProblem& problem, const Expected& expected, double share) {
  const OutcomeSet set = all_outcomes(problem);
  EXPECT_TRUE(set.complete);
  EXPECT_EQ(set.count, expected.outcomes);
  EXPECT_EQ(set.shortest, expected.shortest);
  EXPECT_EQ(set.longest, expected.longest);
  EXPECT_NEAR(share * set.indeterminacy, expected.xi, 1e-9);

  const Certificate certificate = certify(problem);
  EXPECT_EQ(certificate.verdict, Certificate::Verdict::several);
  EXPECT_NEAR(certificate.feasibility_margin, expected.margin, 1e-9);
  ASSERT_EQ(certificate.pairs.size(), expected.pair_worst.size());
  for (std::size_t k = 0; k < certificate.pairs.size(); ++k)
    EXPECT_NEAR(certificate.pairs[k].indeterminacy_worst, expected.pair_worst[k],
                1e-3 * expected.pair_worst[k]);

  const WorstCase worst = worst_indeterminacy(problem);
  EXPECT_GE(worst.indeterminacy, 0.999 * expected.worst);
  EXPECT_GE(worst.indeterminacy, set.indeterminacy - 1e-12);

  const Outcome outcome = resolve(problem, Propagative{});
  EXPECT_EQ(outcome.uniqueness.verdict, Uniqueness::Verdict::several);
  EXPECT_EQ(outcome.uniqueness.outcomes, expected.outcomes);
  EXPECT_EQ(outcome.uniqueness.impulses_unique, expected.rank == problem.contact_count());
}

TEST(RobotsLanding, JointsLocked) {
  for (const LockedCase& robot : locked_cases) {
    SCOPED_TRACE(robot.name);
    const ImpactProblem problem = make(robot);
    expect_landing(problem, robot.expected, 1.0);
    for (const auto& [e, spread] :
         {std::pair(0.3, robot.sequential[0]), {0.6, robot.sequential[1]}}) {
      if (spread > 0.0) {
        EXPECT_NEAR(analyze(problem, {.restitution = e}).spread_orders, spread, 1e-9);
      }
    }
  }
}

TEST(RobotsLanding, JointsFree) {
  for (const FreeCase& robot : free_cases) {
    SCOPED_TRACE(robot.name);
    const ImpactProblem problem = make(robot);
    EXPECT_NEAR(problem.kinetic_energy(), robot.constrained, 1e-8 * robot.constrained);
    expect_landing(problem, robot.expected, std::sqrt(robot.constrained / robot.energy));
  }
}

// The count says nothing, the distance does; two contacts spread (1+e)²|w|√(T_c/T).
TEST(RobotsLanding, CountSaysNothing) {
  const Analysis free = analyze(make(free_cases[0])), locked = analyze(make(locked_cases[0]));
  EXPECT_EQ(free.outcomes.count, 24.0);
  EXPECT_EQ(locked.outcomes.count, 27.0);
  EXPECT_EQ(free.practical, Analysis::Practical::one);
  EXPECT_EQ(locked.practical, Analysis::Practical::several);
  const FreeCase& soles = free_cases[2];
  EXPECT_NEAR(soles.expected.xi, 4 * soles.gram[0] * std::sqrt(soles.constrained / soles.energy),
              0.022 * soles.expected.xi);
}

}  // namespace
}  // namespace carom::test
