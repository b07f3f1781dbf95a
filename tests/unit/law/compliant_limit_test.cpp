// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Compliant law where an impact has no end of its own, or so many events that rounding shows:
// chains of ever smaller bounces, springs that press each other for ever, slow squeezes. The
// problems were found by random search; each once gave NaN, no answer, or one that changed with the
// units.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "carom/laws/compliant.h"
#include "carom/laws/plastic.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Coordinates, contacts; mass matrix; velocity; per contact: normal, number of tangents, tangents,
// friction, restitution.
constexpr const char* energy_miss =
    "2 5 "
    "1.4271917230341684 -0.4804097284602493 "
    "-0.4804097284602493 1.051647056535534 "
    "0.057183901342818505 0.1001818855441957 "
    "0.9680398501038497 0.04108788479133548 0 "
    "0 0 "
    "-0.5327016700347255 0.06921893274944901 0 "
    "0 0 "
    "-0.07373170531118876 -0.6936557238728399 0 "
    "0 0 "
    "0.9680398501038497 0.04108788479133548 0 "
    "0 0 "
    "-0.08247921399315289 0.060779618362014946 0 "
    "0 0 ";

constexpr const char* nan =
    "4 4 "
    "0.44309174867785417 0.04583229494586835 -0.07947694947000329 0.06164331415286605 "
    "0.04583229494586835 0.5447340549004005 -0.0309273827517292 0.205618196630561 "
    "-0.07947694947000329 -0.0309273827517292 0.37377004843198475 0.10766842240463033 "
    "0.06164331415286605 0.205618196630561 0.10766842240463033 1.375448044198771 "
    "-0.19585746243344057 1.6185852055809677 -0.4009220272992475 1.1500282430604771 "
    "-1.7400073039825954 0.32397519276144676 -0.14494952840182587 0.2880624969663052 1 "
    "-0.8939862140401196 -1.0146181854947043 -1.2823387064175777 2.2271371817359364 "
    "0.3196899318686357 1 "
    "0.2706607276511145 0.3537023346243899 1.7850877658656759 -0.5798443075360566 1 "
    "1.7177623943675526 1.3466287811058433 0.7541452319507891 -1.0449422322046478 "
    "0.057941836423320736 1 "
    "1.2903249690476157 0.3135357173279546 -1.3878434469904408 -0.6019744725365728 1 "
    "0.9017787648195166 1.489014767693252 1.0546906413263826 1.0356862452306885 "
    "1.5 1 "
    "-0.7406353863058863 -1.8661428386766468 0.24590915892546988 0.5623731099707524 1 "
    "-0.5695423327419593 0.3038254424774489 0.6661964680238878 -0.0357680380429045 "
    "0.24793335747572443 1 ";

constexpr const char* nan2 =
    "3 5 "
    "1.017422828379787 0.15658658624837998 -0.3644640423382503 "
    "0.15658658624837998 0.9880152985220867 -0.5874622368651831 "
    "-0.3644640423382503 -0.5874622368651831 0.884303501495435 "
    "-0.4822388203961964 -2.190472536637683 -0.0993227640564506 "
    "-1.0703152481040605 -0.37620338328425007 0.4302797660515214 1 "
    "-0.10019190161024824 -0.9706488601342815 -1.4790925632497343 "
    "0.5 1 "
    "-0.9517046233146588 -1.4696909906433338 0.05265706678505075 1 "
    "-0.9404695575107297 1.2350375518467829 2.0330770684375556 "
    "0.5 1 "
    "2.752122127348305 -1.2449170596457144 -1.7410011986202345 1 "
    "-0.1728101694314645 -1.785812703601297 0.11355924510474952 "
    "0.5 1 "
    "0.7487286432973561 0.9426158422686356 -0.23440130088527072 1 "
    "-0.09531242529579971 0.2161840401103284 -0.08522100174262781 "
    "0.5 1 "
    "-0.4326785909096706 -0.07155722645402719 -0.7200949695586765 1 "
    "0.9296237080736659 0.09417017590062243 0.10390852023677964 "
    "0.8213983858667254 1 ";

constexpr const char* nan_body =
    "3 4 "
    "2.7848360204861504 0 0 "
    "0 2.7848360204861504 0 "
    "0 0 2.1307399585395173 "
    "1.0605943163243832 -0.10357925389387884 1.6799259238188584 "
    "-0.3191722823022268 0.9476967100343799 0.2893841174240734 1 "
    "0.9476967100343799 0.3191722823022268 -0.13355403357041262 "
    "1.5 0.6 "
    "6.123233995736766e-17 1 -0.3706289896360408 1 "
    "1 -6.123233995736766e-17 0.6503839530469524 "
    "1.5 0.6 "
    "0.9556590361145862 0.2944754772345906 -0.6759395888076115 1 "
    "0.2944754772345906 -0.9556590361145862 -0.560227995521837 "
    "1.5 0.6 "
    "-0.8021723344361148 0.5970925772987921 0.0280463932750587 1 "
    "0.5970925772987921 0.8021723344361148 -0.6680551199813638 "
    "1.5 0.6 ";

constexpr const char* units =
    "6 5 "
    "0.8366241440417983 0.3032189719674643 -0.019988210680012424 0.15184726682109323 "
    "0.047028797003973326 -0.057679797173273324 "
    "0.3032189719674643 1.301495076654333 -0.5461544788668317 -0.48124778842943394 "
    "0.19261260296616067 0.11835338907809874 "
    "-0.019988210680012424 -0.5461544788668317 0.7351942147307768 0.4271838028165955 "
    "-0.053652072907083626 -0.1969650561805775 "
    "0.15184726682109323 -0.48124778842943394 0.4271838028165955 1.4690384547795432 "
    "0.10906538457823257 -0.20785689515128528 "
    "0.047028797003973326 0.19261260296616067 -0.053652072907083626 0.10906538457823257 "
    "1.101216960476184 0.3567114368252527 "
    "-0.057679797173273324 0.11835338907809874 -0.1969650561805775 -0.20785689515128528 "
    "0.3567114368252527 1.3921109911695635 "
    "-1.7823286068470312 0.25182556935551154 -0.11114668678196378 1.3403698496696148 "
    "0.0666283880958303 1.4889854510019256 "
    "0.7502468239925026 -0.33638794796997673 -0.4451422377720768 0.36298477245223326 "
    "0.7268209021772095 0.6115511426279729 1 "
    "-0.42612602467788346 -0.7655798565319095 -0.9275679947431555 1.024488952034754 "
    "-0.10484872692055192 -0.3620877094069605 "
    "0.45506590708399874 0.3 "
    "1.3306456963102606 0.1000584894439773 -0.7172988811728235 -0.9763505415395538 "
    "0.9774014272439976 -0.8187416296276958 1 "
    "0.39278117878369295 0.7244529371748246 1.3692862912853188 -0.03850635305930672 "
    "0.7094345148035367 -0.891590849139092 "
    "0.2193487373798405 0.3 "
    "-0.3960916465769558 0.8766246540546802 0.6566928286334184 0.25417393127804755 "
    "-1.1395319694042445 0.7637150052124144 1 "
    "-0.5990775705995708 0.19689799542107775 0.033330825534490634 -0.4786394191474075 "
    "1.8838174237943184 -0.5745661988007781 "
    "0 0.3 "
    "0.1848075828144496 -1.2250765374860286 0.9070720945123261 2.0876495825169488 "
    "0.13666762796719364 0.4116146119153512 1 "
    "1.408195557721723 1.1028247897776835 -1.7133436557641184 -0.09004438869860273 "
    "1.6805311163051926 -1.0933829038851106 "
    "0 0.3 "
    "-0.9869463421945494 -0.46259002867834526 -0.6457034639804475 0.4916223261404946 "
    "0.6186226887138144 -0.7703866010731439 1 "
    "0.6672665424505522 0.020354380074840223 0.8283545054836655 -1.7887146768724882 "
    "-1.4820845620458227 -1.1680011915561435 "
    "0.9306556715871144 0.3 ";

constexpr const char* dup =
    "2 5 "
    "0.4761242877999065 0.061220955182905 "
    "0.061220955182905 0.5704705922359188 "
    "-1.41727758102935 0.37681407824422153 "
    "1.8061829538648038 0.08839414317157733 0 "
    "0 0.7 "
    "-0.5636056265694271 0.10072003919735509 0 "
    "0 0.7 "
    "-0.46931353436578116 -2.877710718882128 0 "
    "0 0.7 "
    "4.515457384662009 0.22098535792894333 0 "
    "0 0.7 "
    "0.14733094756084214 0.09702227038962176 0 "
    "0 0.7 ";

constexpr const char* generic =
    "2 5 "
    "0.5457103246143304 -0.22749410705404977 "
    "-0.22749410705404977 1.757564434493704 "
    "0.8541547172219084 1.3367604909133983 "
    "-0.9121340827576457 0.25490677825520874 0 "
    "0 1 "
    "1.5241605550241053 1.0937745243698704 0 "
    "0 1 "
    "-0.09314205986075712 -0.23793413086278203 0 "
    "0 1 "
    "-1.7494406854297933 -1.6729521778675704 0 "
    "0 1 "
    "-0.8457815746924643 0.8755425083978499 0 "
    "0 1 ";

constexpr const char* massratio =
    "3 2 "
    "14060241.14800752 -1.7050622448811406 1251648.3325206798 "
    "-1.7050622448811406 1.6499037707904914e-06 0.6785826556099862 "
    "1251648.3325206798 0.6785826556099862 17472222.053321782 "
    "-0.4045077532369966 1.3773677041676482 -0.5675932512493819 "
    "-1.2792067551961348 1.1849537689674543 1.5690434176807784 0 "
    "0 0 "
    "2.79602741834801 -0.5035671788492518 0.40331161318410386 0 "
    "0 0 ";

constexpr const char* nearanti =
    "2 2 "
    "1.5171738971181103 0.853504407534791 "
    "0.853504407534791 0.9197110699968822 "
    "0.05622699245778924 -0.6929483002746897 "
    "-1.0116690302773774 0.9660777434131508 0 "
    "0 1 "
    "1.0099923593041382 -0.9644438488287077 0 "
    "0 1 ";

ImpactProblem read_problem(const std::string& text, double mass = 1.0, double speed = 1.0) {
  std::istringstream in(text);
  const auto number = [&] {
    double value = 0.0;
    in >> value;
    return value;
  };
  const int n = static_cast<int>(number()), count = static_cast<int>(number());
  Eigen::MatrixXd M(n, n);
  Eigen::VectorXd v(n);
  for (int i = 0; i < n * n; ++i) M(i / n, i % n) = mass * number();
  for (double& entry : v) entry = speed * number();
  std::vector<Contact> contacts(static_cast<std::size_t>(count));
  for (auto& contact : contacts) {
    contact.normal.resize(n);
    for (double& entry : contact.normal) entry = number();
    contact.tangents.resize(static_cast<int>(number()), n);
    for (int i = 0; i < contact.tangents.size(); ++i) contact.tangents(i / n, i % n) = number();
    contact.friction = number();
    contact.restitution = number();
  }
  EXPECT_TRUE(in) << text;
  return {M, contacts, v};
}

void expect_sound(const Outcome& outcome) {
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  ASSERT_TRUE(outcome.velocity_plus.allFinite());
  EXPECT_LE(outcome.residuals.momentum, 1e-10);
  EXPECT_LE(outcome.residuals.penetration_rate, 1e-8);
  EXPECT_LE(outcome.residuals.friction_cone, 1e-9);
  EXPECT_LE(outcome.residuals.energy, 1e-7);
}

// The contacts enclose the velocity, and friction or the coefficient takes all energy.
TEST(CompliantLimit, EverSmallerBouncesEndAtRest) {
  for (const auto* text : {nan, nan2, nan_body}) {
    const auto problem = read_problem(text);
    const auto outcome = solve_once(problem, Compliant{});
    expect_sound(outcome);
    EXPECT_LE(outcome.velocity_plus.norm(), 1e-7 * problem.velocity().norm());
    EXPECT_THAT(outcome.notes, Contains(HasSubstr("ever smaller bounces without end")));
    EXPECT_THAT(outcome.collapsed, Not(IsEmpty()));
  }
}

// 1200 events of contacts that disperse: the last digit of a unit decides at the percent. Both say
// so, and by how much; without such a chain nothing is said.
TEST(CompliantLimit, SaysHowFarRoundingWasAmplified) {
  const auto one = solve_once(read_problem(units), Compliant{});
  const auto other = solve_once(read_problem(units, 7.0, 1.7), Compliant{});
  expect_sound(one), expect_sound(other);
  const double apart = (other.velocity_plus / 1.7 - one.velocity_plus).norm();
  const double said = one.residuals.law + other.residuals.law;
  EXPECT_GT(said, 1e-5);
  EXPECT_LE(apart, 20.0 * said * read_problem(units).velocity().norm());
  for (const auto* outcome : {&one, &other})
    EXPECT_THAT(outcome->notes, Contains(HasSubstr("events amplify rounding")));

  const auto few = solve_once(read_problem(units), Compliant{0.0});
  const auto few_scaled = solve_once(read_problem(units, 7.0, 1.7), Compliant{0.0});
  EXPECT_THAT(few.notes, IsEmpty());
  EXPECT_LE(few.residuals.law, 1e-10);
  EXPECT_LE((few_scaled.velocity_plus / 1.7 - few.velocity_plus).norm(), 1e-9);
}

// The contact that flies back to a closed one at 1e-12 m/s was taken for an impact, and the closed
// ones were left behind.
TEST(CompliantLimit, RedundantContactsWithoutReboundBalanceTheirEnergy) {
  const auto problem = read_problem(energy_miss);
  const auto outcome = solve_once(problem, Compliant{});
  expect_sound(outcome);
  EXPECT_LE(outcome.velocity_plus.norm(), 1e-9);
  EXPECT_LE(outcome.residuals.energy, 1e-11);
  EXPECT_LE(outcome.events.size(), 20u);
}

// Five walls around a point. At e < 1 the springs vibrate below their peaks for ever; any loss
// besides leads to rest.
TEST(CompliantLimit, TrappedSpringsComeToRest) {
  const auto outcome = solve_once(read_problem(dup), Compliant{});
  expect_sound(outcome);
  EXPECT_LE(outcome.velocity_plus.norm(), 1e-9);
  EXPECT_THAT(outcome.notes, Contains(HasSubstr("vibrate without end")));
  const auto plastic = solve_once(read_problem(generic), Compliant{0.0});
  expect_sound(plastic);
  EXPECT_LE(plastic.velocity_plus.norm(), 1e-9);
}

// At e = 1 no rest keeps the energy, and no other velocity separates all of them: there is no
// answer, and the contacts are named.
TEST(CompliantLimit, TrappedSpringsWithoutLossHaveNoEnd) {
  const auto outcome = solve_once(read_problem(generic), Compliant{});
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_THAT(outcome.message, HasSubstr("no end after"));
  EXPECT_THAT(outcome.message, HasSubstr("the normals of contact 2, contact 4, contact 5 cancel"));
  EXPECT_EQ(outcome.residuals.law, 1.0);
}

// A body of 1e-6 kg between 1e7 kg, and contacts that face each other to 1e-5 rad: the springs
// carry for 1e5 of their periods. Without friction and rebound the rest is the plastic projection.
// What v⁺ loses is rounding of the impulses, 1e6 N·s on 1e-6 kg, as under the plastic law.
TEST(CompliantLimit, SlowSqueezeIsPlastic) {
  for (const auto* text : {massratio, nearanti}) {
    const auto problem = read_problem(text);
    const auto outcome = solve_once(problem, Compliant{0.0});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const auto plastic = solve_once(problem, Plastic{});
    EXPECT_LE((outcome.velocity_plus - plastic.velocity_plus).norm(), 1e-3);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(outcome.impulse[i].normal / plastic.impulse[i].normal, 1.0, 1e-6);
    EXPECT_THAT(outcome.notes, Contains(HasSubstr("squeeze")));
    EXPECT_LE(outcome.residuals.energy, 1e-7);
  }
}

// Elastic, between walls at an angle: reflections of one contact alone are taken in one step each.
// The velocity turns by twice the angle at each, so it leaves after about π/angle of them.
TEST(CompliantLimit, NarrowWedgeKeepsItsEnergy) {
  for (const double angle : {1e-2, 1e-3}) {
    const ImpactProblem problem(
        Eigen::Matrix2d::Identity(),
        {{.normal = Eigen::RowVector2d(0, 1)},
         {.normal = Eigen::RowVector2d(std::sin(angle), -std::cos(angle)), .stiffness = 3.0}},
        Eigen::Vector2d(-0.3, -1));
    const auto outcome = solve_once(problem, Compliant{1.0});
    expect_sound(outcome);
    EXPECT_NEAR(outcome.energy.after, outcome.energy.before, 1e-9);
  }
}

// Decoupled bodies: one lands with friction and rebound, the other rests, leaves or lands too.
Contact at_coordinate(int size, int first, double mu) {
  Contact contact;
  contact.normal =
      Eigen::RowVectorXd::Unit(size, first + 1) + 0.4 * Eigen::RowVectorXd::Unit(size, first + 2);
  contact.tangents =
      Eigen::RowVectorXd::Unit(size, first) + 0.3 * Eigen::RowVectorXd::Unit(size, first + 2);
  contact.friction = mu;
  return contact;
}

TEST(CompliantLimit, FarContactChangesNothing) {
  const Eigen::Vector3d landing(0.5, -1.0, 0.3);
  Eigen::Vector3d masses(1.0, 1.0, 0.2);
  Eigen::VectorXd both(6);
  both << masses, 5.0 * masses;
  for (const double e : {0.0, 0.5, 1.0})
    for (const auto& far :
         {Eigen::Vector3d(0.2, 0, 0), {0.2, 0.7, 0}, {0.1, -3e-4, 0}, {1, -40, 3}}) {
      const auto alone =
          solve_once({masses.asDiagonal(), {at_coordinate(3, 0, 0.3)}, landing}, Compliant{e});
      const auto other =
          solve_once({5.0 * masses.asDiagonal(), {at_coordinate(3, 0, 0.6)}, far}, Compliant{e});
      Eigen::VectorXd v(6);
      v << landing, far;
      const auto outcome =
          solve_once({both.asDiagonal(), {at_coordinate(6, 0, 0.3), at_coordinate(6, 3, 0.6)}, v},
                     Compliant{e});
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      EXPECT_LE((outcome.velocity_plus.head(3) - alone.velocity_plus).norm(), 1e-14);
      EXPECT_LE((outcome.velocity_plus.tail(3) - other.velocity_plus).norm(), 1e-14 * v.norm());
      if (far[1] >= 0.0) {
        EXPECT_EQ(outcome.velocity_plus.tail(3), far);
      }
      EXPECT_EQ(outcome.events.back().kind, Event::Kind::ends);
    }
}

}  // namespace
}  // namespace carom::test
