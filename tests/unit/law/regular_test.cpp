// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Regular law: closed forms (one point, rocking, spin, wedge), redundancy, events, agreement of its
// two integrators, invariants.
//
// One point in the plane, after Darboux, Keller and Stronge. With a = ⟨t,t⟩, b = ⟨t,n⟩, c = ⟨n,n⟩
// and P the normal impulse, slip in direction s changes (u, v) by (b − μsa, c − μsb) per unit of P,
// stick by (0, c − b²/a); stick holds while |b| ≤ μa, else slip restarts along sign b. So v(P) is
// linear in two pieces, its work is quadratic, and the end is where W = (1 − e²) W_c.
//
// Several contacts without friction: the release retraces the compression, so that
// v⁺ = v_c + e (v_c − v⁻) wherever no empty contact is reached on the way.
#include "carom/laws/regular.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "carom/error.h"
#include "carom/invariants.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct OnePoint {
  double a, b, c, mu, e, slip, approach;
};

ImpactProblem problem_of(const OnePoint& p) {
  Eigen::Matrix2d inverse;
  inverse << p.a, p.b, p.b, p.c;
  Contact contact{.normal = Eigen::RowVector2d(0, 1), .friction = p.mu};
  contact.tangents = Eigen::RowVector2d(1, 0);
  return ImpactProblem(inverse.inverse(), {contact}, Eigen::Vector2d(p.slip, -p.approach));
}

// Work and velocity of a velocity that starts at −w with slope k1 up to P = stop, then k2.
struct TwoPieces {
  double w, k1, k2, stop;
  double velocity(double P) const { return -w + (P < stop ? k1 * P : k1 * stop + k2 * (P - stop)); }
  double work(double P) const {
    const double first = std::min(P, stop), rest = P - first;
    return first * (-w + 0.5 * k1 * first) + rest * (velocity(first) + 0.5 * k2 * rest);
  }
  double end_of_compression() const {
    return k1 > 0 && w / k1 <= stop ? w / k1 : stop + (w - k1 * stop) / k2;
  }
  double end(double e) const {
    const double compressed = end_of_compression();
    const double goal = (1 - e * e) * work(compressed);
    double P = compressed, slope = k1;
    if (compressed < stop && work(stop) >= goal)
      return compressed + std::sqrt(2 * (goal - work(compressed)) / slope);
    P = std::max(compressed, stop);
    const double v = std::max(0.0, velocity(P)), missing = goal - work(P);
    return P + (-v + std::sqrt(v * v + 2 * k2 * missing)) / k2;
  }
};

Eigen::Vector2d closed_form(const OnePoint& p) {
  const auto slipping = [&](double s) {
    return Eigen::Vector2d(p.b - p.mu * s * p.a, p.c - p.mu * s * p.b);
  };
  const Eigen::Vector2d after = std::abs(p.b) <= p.mu * p.a
                                    ? Eigen::Vector2d(0.0, p.c - p.b * p.b / p.a)
                                    : slipping(p.b > 0 ? 1.0 : -1.0);
  Eigen::Vector2d first = after;
  double stop = 0.0;
  if (p.slip != 0.0) {
    first = slipping(p.slip > 0 ? 1.0 : -1.0);
    stop = first[0] * p.slip < 0.0 ? -p.slip / first[0] : 1e9;
  }
  const TwoPieces v{p.approach, first[1], after[1], stop};
  const double P = v.end(p.e);
  const double slipped = std::min(P, stop);
  return {p.slip + first[0] * slipped + after[0] * (P - slipped), v.velocity(P)};
}

TEST(RegularOnePoint, IsDarbouxKellerStronge) {
  const std::vector<OnePoint> cases{
      {3.0, 0.5, 1.2, 0.3, 0.5, 2.0, 1.0},    // slips throughout
      {3.0, 0.5, 1.2, 0.3, 0.5, 0.3, 1.0},    // stops in compression, sticks
      {3.0, 0.5, 1.2, 0.3, 0.9, 1.0, 1.0},    // stops in restitution, sticks
      {3.0, -1.5, 1.2, 0.3, 0.5, 0.4, 1.0},   // reverses in compression
      {3.0, -1.5, 1.2, 0.3, 1.0, 1.7, 1.0},   // reverses in restitution
      {3.0, -1.5, 1.2, 0.3, 0.5, 0.0, 1.0},   // slips from rest
      {3.0, 1.5, 1.2, 0.3, 0.5, 0.0, 1.0},    // slips from rest, the other way
      {3.0, 0.5, 1.2, 0.3, 0.0, 0.0, 1.0},    // sticks from rest, e = 0
      {3.0, 1.6, 1.0, 0.9, 0.5, 0.6, 1.0},    // Painlevé-like: pressed while it slips, then sticks
      {3.0, -1.6, 1.0, 0.9, 0.8, -0.6, 1.0},  // its mirror image
  };
  for (const auto& p : cases) {
    const auto outcome = solve_once(problem_of(p), Regular{.restitution = p.e});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_LE((outcome.velocity_plus - closed_form(p)).norm(), 1e-12)
        << p.b << " " << p.slip << ": " << outcome.velocity_plus.transpose() << " expected "
        << closed_form(p).transpose();
    EXPECT_TRUE(outcome.notes.empty());
    EXPECT_TRUE(outcome.uniqueness.impulses_unique);
    if (outcome.energy.contacts[0].restitution) {
      EXPECT_NEAR(*outcome.energy.contacts[0].restitution, p.e, 1e-9);
    }
  }
}

// In space the slip of one point turns; with ⟨T,n⟩ = 0 and equal tangents it keeps its direction
// and the plane formula holds along it.
TEST(RegularOnePoint, StraightSlipInSpace) {
  Contact contact{.normal = Eigen::RowVector3d(0, 0, 1), .friction = 0.4};
  contact.tangents = Eigen::MatrixXd::Identity(2, 3);
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), {contact}, Eigen::Vector3d(3, 4, -1));
  const auto outcome = solve_once(problem, Regular{.restitution = 0.5});
  const double slip = 5 - 0.4 * 1.5;
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d(0.6 * slip, 0.8 * slip, 0.5)).norm(), 1e-14);
}

ImpactProblem planar_block(double half_width, double half_height, double mu,
                           const Eigen::Vector3d& velocity) {
  Eigen::Matrix3d M = Eigen::Matrix3d::Identity();  // 1 kg, coordinates x, z, angle
  M(2, 2) = (half_width * half_width + half_height * half_height) / 3;
  std::vector<Contact> contacts;
  for (const double x : {-half_width, half_width}) {
    Contact contact{.normal = Eigen::RowVector3d(0, 1, x), .friction = mu};
    contact.tangents = Eigen::RowVector3d(1, 0, half_height);
    contacts.push_back(contact);
  }
  return ImpactProblem(M, contacts, velocity);
}

// Housner (1963): a block that rocks on one edge lands on the other; angular momentum about the new
// edge is kept and ω⁺/ω⁻ = 1 − 3/2 sin²α, tan α = width/height.
TEST(Regular, HousnersRockingRatio) {
  for (const double width : {0.1, 0.2, 0.35}) {
    const double height = 0.5, turn = -1.0;
    // The left edge rests: x′ − ω(−H) = 0, z′ + ω(−B) = 0.
    const Eigen::Vector3d velocity(-turn * height, turn * width, turn);
    const auto outcome =
        solve_once(planar_block(width, height, 2.0, velocity), Regular{.restitution = 0.0});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const double sine = std::sin(std::atan2(width, height));
    EXPECT_NEAR(outcome.velocity_plus[2] / turn, 1 - 1.5 * sine * sine, 1e-12);
    EXPECT_EQ(outcome.impulse[0].normal, 0.0) << "the old edge lifts by itself";
  }
}

// A body of 2 kg on `points` points of a circle of 0.1 m, 0.05 m below its centre of mass.
ImpactProblem round_foot(int points, double mu, const Eigen::VectorXd& velocity) {
  Eigen::VectorXd mass(6);
  mass << 2, 2, 2, 0.01, 0.01, 0.008;
  std::vector<Contact> contacts;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    const double x = 0.1 * std::cos(angle), y = 0.1 * std::sin(angle), z = -0.05;
    Contact contact{.normal = (Eigen::RowVectorXd(6) << 0, 0, 1, y, -x, 0).finished(),
                    .friction = mu};
    contact.tangents.resize(2, 6);
    contact.tangents << 1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x;
    contacts.push_back(contact);
  }
  return ImpactProblem(Eigen::MatrixXd(mass.asDiagonal()), contacts, velocity);
}

// A foot that lands flat and spins about its centre: every point rubs with its share of μ P at the
// distance d, so ω decreases by μ P d/I, P = (1 + e) m w.
TEST(Regular, PureSpin) {
  Eigen::VectorXd v(6);
  v << 0, 0, -1, 0, 0, 5;
  const auto outcome = solve_once(round_foot(4, 0.1, v), Regular{.restitution = 0.5});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_NEAR(outcome.velocity_plus[5], 5 - 0.1 * (1.5 * 2) * 0.1 / 0.008, 1e-12);
  EXPECT_NEAR(outcome.velocity_plus[2], 0.5, 1e-13);
}

// A point pressed into a wedge of half angle α sticks for good if μ > tan α: friction and normal
// impulses then balance, everything stops, and nothing rebounds whatever e is.
TEST(Regular, JamsInAWedge) {
  const double alpha = 0.3;
  const auto wedge = [&](double mu) {
    std::vector<Contact> contacts;
    for (const double side : {-1.0, 1.0}) {
      Contact contact{.normal = Eigen::RowVector2d(side * std::cos(alpha), std::sin(alpha)),
                      .friction = mu};
      contact.tangents = Eigen::RowVector2d(-side * std::sin(alpha), std::cos(alpha));
      contacts.push_back(contact);
    }
    return ImpactProblem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(0, -1));
  };
  const auto jammed = solve_once(wedge(0.5), Regular{.restitution = 0.8});
  ASSERT_TRUE(jammed.ok()) << jammed.message;
  EXPECT_LE(jammed.velocity_plus.norm(), 1e-12);
  EXPECT_THAT(jammed.notes, testing::Contains(HasSubstr("jam")));
  const auto rebounds = solve_once(wedge(0.1), Regular{.restitution = 0.8});
  EXPECT_GT(rebounds.velocity_plus[1], 0.1);
  EXPECT_TRUE(rebounds.notes.empty());
}

// Flat without spin: velocities do not depend on the number of points (S2 chapter 3), also when the
// slip stops on the way.
TEST(Regular, SixtyFourPointsUnderOneFoot) {
  Eigen::VectorXd v(6);
  v << 0.3, 0.1, -1, 0, 0, 0;
  Eigen::VectorXd reference;
  for (const int points : {4, 8, 64}) {
    const auto outcome = solve_once(round_foot(points, 0.2, v), Regular{.restitution = 0.5});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_FALSE(outcome.uniqueness.impulses_unique);
    if (points == 4) reference = outcome.velocity_plus;
    EXPECT_LE((outcome.velocity_plus - reference).norm(), 1e-10) << points;
  }
}

TEST(Regular, StiffnessSharesButDoesNotMoveWhatIsDetermined) {
  // Two coincident points, one three times as stiff: velocities as with one, impulses 1 : 3.
  Contact soft{.normal = Eigen::RowVector2d(0, 1), .friction = 0.5};
  soft.tangents = Eigen::RowVector2d(1, 0);
  Contact stiff = soft;
  stiff.stiffness = 3.0;
  const Eigen::Vector2d v(0.4, -1);
  const auto one =
      solve_once({Eigen::Matrix2d::Identity(), {soft}, v}, Regular{.restitution = 0.5});
  const auto two =
      solve_once({Eigen::Matrix2d::Identity(), {soft, stiff}, v}, Regular{.restitution = 0.5});
  EXPECT_LE((one.velocity_plus - two.velocity_plus).norm(), 1e-13);
  EXPECT_NEAR(two.impulse[1].normal / two.impulse[0].normal, 3.0, 1e-12);
  EXPECT_NEAR(two.impulse[1].tangential[0] / two.impulse[0].tangential[0], 3.0, 1e-9);
}

TEST(Regular, TellsWhatHappened) {
  const OnePoint reverses{3.0, -1.5, 1.2, 0.3, 0.5, 0.4, 1.0};
  const auto outcome = solve_once(problem_of(reverses), Regular{.restitution = 0.5});
  std::vector<Event::Kind> kinds;
  for (const auto& event : outcome.events) kinds.push_back(event.kind);
  EXPECT_THAT(kinds,
              ElementsAre(Event::Kind::joins, Event::Kind::begins_slipping, Event::Kind::reverses,
                          Event::Kind::compression_ends, Event::Kind::ends));
  EXPECT_NEAR(outcome.events[2].impulse, 0.4 / (1.5 + 0.3 * 3), 1e-8);
  EXPECT_NEAR(outcome.events.back().impulse, outcome.impulse[0].normal, 1e-12);
}

TEST(Regular, NothingApproaches) {
  Eigen::VectorXd v(6);
  v << 1, 0, 0, 0, 0, 0;
  const auto outcome = solve_once(round_foot(4, 0.3, v), Regular{.restitution = 0.5});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.velocity_plus, v);
  EXPECT_EQ(outcome.energy.lost, 0.0);
}

// Two contacts on two coordinates with the given coupling, both with coefficient e.
ImpactProblem pair_of(double coupling, double e, const Eigen::Vector2d& velocity) {
  Eigen::Matrix2d M;
  M << 1, coupling, coupling, 1;
  return {M,
          {{.normal = Eigen::RowVector2d(1, 0), .restitution = e},
           {.normal = Eigen::RowVector2d(0, 1), .restitution = e}},
          velocity};
}

// What nothing touches does not move, to the last bit; each ball does what it does alone.
TEST(RegularStores, DecoupledContactsAreImpactsOfTheirOwn) {
  for (const auto energy : {Regular::Energy::contact, Regular::Energy::group})
    for (const auto method :
         {Regular::Method::events, Regular::Method::layer, Regular::Method::increments})
      for (const double e : {0.0, 0.5, 1.0})
        for (const double other : {0.0, 0.4, -0.5}) {
          const auto outcome = solve_once(pair_of(0.0, e, {-1.0, other}),
                                          Regular{.energy = energy, .method = method});
          ASSERT_TRUE(outcome.ok()) << outcome.message;
          EXPECT_NEAR(outcome.velocity_plus[0], e, 1e-8);
          if (other < 0.0) {
            EXPECT_NEAR(outcome.velocity_plus[1], -e * other, 1e-8);
          } else {
            EXPECT_EQ(outcome.velocity_plus[1], other);
          }
        }
}

// A coupling that vanishes: the outcome tends to that without, in proportion.
TEST(RegularStores, ContinuousAsACouplingVanishes) {
  for (const double other : {0.0, 0.4, -0.5}) {
    const auto apart = solve_once(pair_of(0.0, 0.5, {-1.0, other}), Regular{});
    for (const double coupling : {1e-1, 1e-2, 1e-3, 1e-6, -1e-3, -1e-6}) {
      const auto outcome = solve_once(pair_of(coupling, 0.5, {-1.0, other}), Regular{});
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      EXPECT_LE((outcome.velocity_plus - apart.velocity_plus).norm(), 2.0 * std::abs(coupling))
          << coupling << " " << other;
    }
  }
}

// The first definition keeps one store for coupled contacts, and so jumps: with next to no coupling
// the resting contact shares the energy of the other, 0.5/√2 each.
TEST(RegularStores, OneStorePerGroupJumps) {
  const auto outcome =
      solve_once(pair_of(1e-6, 0.5, {-1.0, 0.0}), Regular{.energy = Regular::Energy::group});
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector2d::Constant(0.5 / std::sqrt(2.0))).norm(), 1e-5);
}

// A contact that rests beside one that lands: v⁺ = v_c + e (v_c − v⁻) pushes the resting one down,
// so it is held at 0 without work, and the landing one gives back its own energy.
TEST(RegularStores, EmptyContactsAreHeld) {
  const double e = 0.5, coupling = 0.1;
  const auto outcome = solve_once(pair_of(coupling, e, {-1.0, 0.0}), Regular{});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_GE(outcome.velocity_plus.minCoeff(), -1e-12);
  for (std::size_t j = 0; j < 2; ++j)
    if (outcome.energy.contacts[j].restitution) {
      EXPECT_NEAR(*outcome.energy.contacts[j].restitution, e, 1e-9) << j;
    }
}

// Cradle of three at e: v_c = (1, 1, 1)/3 and no contact is empty on the way.
TEST(RegularStores, ReleaseRetracesCompressionInACradle) {
  for (const double e : {0.3, 0.8, 1.0}) {
    const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Regular{.restitution = e});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const double slow = (1 - 2 * e) / 3, fast = (1 + e) / 3;
    EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d(slow, fast, fast)).norm(), 1e-10) << e;
  }
}

// Each contact has its own coefficient: what it gives back is e² of what it took up, at any number
// of contacts, unless they jam.
TEST(RegularStores, EveryContactGivesBackItsOwnShare) {
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto drawn = random_problem(seed, {.coordinates = 6, .contacts = 4, .tangents = 2});
    std::vector<Contact> contacts = drawn.contacts();
    for (std::size_t j = 0; j < contacts.size(); ++j)
      contacts[j].restitution = 0.2 + 0.2 * static_cast<double>(j);
    const auto outcome =
        solve_once({drawn.mass_matrix(), contacts, drawn.velocity()}, Regular{.tolerance = 1e-11});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_FALSE(outcome.restitution.has_value());
    if (!outcome.notes.empty()) continue;  // jammed, or by the layer
    for (std::size_t j = 0; j < contacts.size(); ++j) {
      const auto& work = outcome.energy.contacts[j];
      if (!work.restitution || outcome.impulse[j].normal < 1e-6) continue;
      EXPECT_NEAR(*work.restitution, *contacts[j].restitution, 1e-5) << seed << " " << j;
      ++checked;
    }
  }
  EXPECT_GT(checked, 60);
}

// A light body squeezed between heavy ones at an angle of 1e-6: the impulses are 1e12 times those
// of the light body's own approach. Reference: complementarity in 50 digits, both contacts closed.
TEST(Regular, SqueezedLightBody) {
  Eigen::Matrix3d M;
  M << 14060241.14800752, -1.7050622448811406, 1251648.3325206798, -1.7050622448811406,
      1.6499037707904914e-06, 0.6785826556099862, 1251648.3325206798, 0.6785826556099862,
      17472222.053321782;
  const ImpactProblem problem(
      M,
      {{.normal = Eigen::RowVector3d(-1.2792067551961348, 1.1849537689674543, 1.5690434176807784)},
       {.normal = Eigen::RowVector3d(2.79602741834801, -0.5035671788492518, 0.40331161318410386)}},
      Eigen::Vector3d(-0.4045077532369966, 1.3773677041676482, -0.5675932512493819));
  const auto outcome = solve_once(problem, Regular{.restitution = 0.0});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  const Eigen::Vector3d exact(0.18029971336242640, 0.69715601097528638, -0.37950322136432078);
  EXPECT_LE(problem.whiten(outcome.velocity_plus - exact).norm(), 1e-8 * problem.momentum_norm());
}

TEST(Regular, TwoIntegratorsAgree) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6, .contacts = 3, .tangents = 2});
    const auto events =
        solve_once(problem, Regular{.restitution = 0.4, .method = Regular::Method::events});
    const auto layer =
        solve_once(problem, Regular{.restitution = 0.4, .method = Regular::Method::layer});
    ASSERT_TRUE(events.ok() && layer.ok()) << seed << events.message << layer.message;
    EXPECT_LE(problem.whiten(events.velocity_plus - layer.velocity_plus).norm(),
              1e-6 * problem.momentum_norm())
        << seed;
  }
}

TEST(Regular, KeepsTheInvariants) {
  const std::vector<RandomSettings> kinds{
      {.coordinates = 3, .contacts = 2, .tangents = 1},
      {.coordinates = 6, .contacts = 3, .tangents = 2},
      {.coordinates = 8, .contacts = 3, .tangents = 2, .bilateral = 2},
      {.coordinates = 4, .contacts = 5, .tangents = 1, .redundant = true}};
  for (const auto& kind : kinds)
    for (std::uint64_t seed = 1; seed <= 15; ++seed)
      for (const double e : {0.0, 0.6, 1.0})
        EXPECT_THAT(
            check_law_invariants(random_problem(seed, kind), Regular{.restitution = e}, 1e-6),
            ElementsAre())
            << seed << " " << e;
}

TEST(Regular, RefusesBadSettings) {
  const auto message = [](const auto& action) -> std::string {
    return test::refusal_of([&] { action(); });
  };
  EXPECT_THAT(message([] { Law law(Regular{.tolerance = 0.0}); }),
              HasSubstr("law 'regular': tolerance = 0; expected 1e-13 <= tolerance"));
  EXPECT_THAT(message([] { Law law(Regular{.restitution = 1.5}); }),
              HasSubstr("expected 0 <= restitution <= 1"));
  EXPECT_THAT(message([] { regular_energy_from_string("contacts"); }),
              HasSubstr("energy = 'contacts'; expected one of contact, group; did you mean"));
  EXPECT_THAT(message([] { solve_once(cradle({1, 1}, {1, 0}), Regular{}); }),
              HasSubstr("restitution is missing"));
}

TEST(Regular, SaysThatStaticFrictionIsNotUsed) {
  Contact contact{.normal = Eigen::RowVector2d(0, 1), .friction = 0.2};
  contact.tangents = Eigen::RowVector2d(1, 0);
  contact.static_friction = 0.4;
  const auto outcome = solve_once({Eigen::Matrix2d::Identity(), {contact}, Eigen::Vector2d(1, -1)},
                                  Regular{.restitution = 0.5});
  EXPECT_THAT(outcome.notes, ElementsAre(HasSubstr("static friction (0.4")));
}

}  // namespace
}  // namespace carom::test
