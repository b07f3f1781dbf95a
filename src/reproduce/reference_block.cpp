// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Block impacts under the regular law against an independent computation: velocity after, works of
// the normal and friction impulses, net impulse. Tolerance of all: 1e-6 of the largest. Those where
// the two ways to store energy differ are there for both.
#include <fmt/format.h>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using Numbers = std::vector<double>;

struct Impact {
  const char* name;
  const char* what;
  double friction;
  Numbers rpy, velocity, after;
  double normal_work, friction_work;
  Numbers impulse;
  Regular::Energy energy = Regular::Energy::contact;
};

const std::vector<Impact> impacts = {
    {"R1.flat_drop",
     "flat drop",
     0.3,
     {0, 0, 0},
     {0, 0, -1.0, 0, 0, 0},
     {0, 0, 0.5, 0, 0, 0},
     -0.375,
     0,
     {0, 0, 1.5}},
    {"R3.slide_then_stick.group",
     "flat, slides, then sticks, one store",
     0.3,
     {0, 0, 0},
     {0.2, 0.1, -1.0, 0, 0, 0},
     {0, 0, 0.5000000000002855, 0, 0, 0},
     -0.37500000000010225,
     -0.024999999999754996,
     {-0.19999999999992754, -0.09999999999996377, 1.5000000000002855},
     Regular::Energy::group},
    {"R5.spin",
     "flat, spins",
     0.3,
     {0, 0, 0},
     {0, 0, -1.0, 0, 0, 20.0},
     {0, 0, 0.5, 0, 0, 10.454058453981608},
     -0.375,
     -0.9690422061357857,
     {0, 0, 1.5}},
    {"R6.slide_and_spin.group",
     "flat, slides and spins, one store",
     0.3,
     {0, 0, 0},
     {0.6, 0.3, -1.0, 0, 0, 4.0},
     {0.24439162338923126, 0.1184186138954689, 0.4999999999996185, 0, 0, 0.8248106158774009},
     -0.3749999999999085,
     -0.23919050797686137,
     {-0.3556083766107687, -0.1815813861045311, 1.4999999999996185},
     Regular::Energy::group},
    {"R8.all_rates.group",
     "flat, all rates, one store",
     0.3,
     {0, 0, 0},
     {0.5, -0.2, -1.0, 0.7, 1.5, 3.0},
     {0.11154128711681555, -0.06262145468183378, 0.5032323736020512, 0, 0, 0.3157428564672018},
     -0.37986423276194975,
     -0.16570892515370023,
     {-0.38845871288318445, 0.13737854531816623, 1.5032323736020512},
     Regular::Energy::group},
    {"R10.edge_sticks",
     "edge at 15 deg, sticks",
     0.9,
     {0, 0.2617993877991494, 0},
     {0, 0, -1.0, 0, 0, 0},
     {-0.5584614317020589, 0, -0.12978357377776972, 0, -7.52864673364651, 0},
     -0.21755410655555762,
     0,
     {-0.5584614317020589, 0, 0.8702164262222303}},
    {"R12.corner_slides",
     "corner, oblique, slides",
     0.3,
     {0.3, 0.4, 0.2},
     {0.5, 0.3, -1.0, 0.2, -0.4, 1.0},
     {0.3532146885471767, 0.3084598294381574, -0.4892052949852872, -7.116130152378021,
      -6.267707549597503, 0.15908045867527276},
     -0.12132999427212447,
     -0.13265283287911123,
     {-0.1467853114528233, 0.008459829438157436, 0.5107947050147128}},
    {"R16.corner_sticks",
     "corner, slides, then sticks",
     1.2,
     {0.3, 0.4, 0.2},
     {0.1, -0.14, -1.0, 0, 0, 0},
     {-0.46026514003874075, 0.3498268902343502, 0.020484154195489213, -3.3312918334655603,
      -4.0428757837608575, 0.22314844638936474},
     -0.2812437933704314,
     -0.008813708585622027,
     {-0.5602651400387407, 0.4898268902343502, 1.0204841541954892}},
    {"R14.rocking.group",
     "rocks over an edge, one store",
     0.3,
     {0, 0, 0},
     {0.1, 0, -0.2, 0, 2.0, 0},
     {0.0033779237264028456, 0, 0.12207358757865722, 0, 0, 0},
     -0.022352941176471665,
     -0.00352370658034893,
     {-0.09662207627359716, 0, 0.32207358757865723},
     Regular::Energy::group},
    {"rocking_1.edge_slides",
     "edge at 10 deg, dropped from 5 cm, slides",
     0.3,
     {0, 0.17453292519943295, 0},
     {0, 0, -0.9904544411531505, 0, 0, 0},
     {-0.17794978748921353, 0, -0.39728848285577245, 0, -9.939108460827104, 0},
     -0.14687596443412532,
     -0.043067992418714764,
     {-0.17794978748921353, 0, 0.593165958297378}},
    {"R3.slide_then_stick",
     "flat, slides, then sticks",
     0.3,
     {0, 0, 0},
     {0.2, 0.1, -1.0, 0, 0, 0},
     {-0.008466010890750634, -0.0019670941634421903, 0.497685304082799, 0.31619411926168123,
      -0.6208621940620077, 0.025735924248252644},
     -0.3750000000003896,
     -0.025103338638136685,
     {-0.20846601089075065, -0.1019670941634422, 1.497685304082799}},
    {"R8.all_rates",
     "flat, all rates",
     0.3,
     {0, 0, 0},
     {0.5, -0.2, -1.0, 0.7, 1.5, 3.0},
     {0.11118719105738922, -0.06526014658302073, 0.5004213713845949, -0.19300043577259685,
      -0.7383820029836793, 0.345873770795606},
     -0.3798642327601489,
     -0.16571037239562703,
     {-0.3888128089426108, 0.13473985341697928, 1.5004213713845949}},
    {"flat_all_rates_4",
     "flat, all rates, faster",
     0.3,
     {0, 0, 0},
     {0.8, 0.3, -1.0, 0.5, 1.5, 4.0},
     {0.41528426657302997, 0.1398618380453764, 0.5003031404565809, -0.24164259142843397,
      -0.6997281097967264, 1.1288310072567882},
     -0.3793193519988542,
     -0.31767030042697403,
     {-0.3847157334269701, -0.16013816195462358, 1.5003031404565808}},
};

Eigen::MatrixXd expected(const Impact& impact) {
  Numbers values = impact.after;
  values.insert(values.end(), {impact.normal_work, impact.friction_work});
  values.insert(values.end(), impact.impulse.begin(), impact.impulse.end());
  return list(values);
}

Eigen::MatrixXd found(const Impact& impact) {
  const Outcome outcome = run(make_scene("block", {{"friction", impact.friction},
                                                   {"rpy", impact.rpy},
                                                   {"velocity", impact.velocity}}),
                              Regular{.energy = impact.energy});
  if (!outcome.ok()) return {};
  Eigen::VectorXd values = Eigen::VectorXd::Zero(11);
  values.head(6) = outcome.velocity_plus;
  for (std::size_t i = 0; i < outcome.impulse.size(); ++i) {
    values[6] += outcome.energy.contacts[i].normal_work;
    values[7] += outcome.energy.contacts[i].friction_work;
    values[8] += outcome.impulse[i].tangential[0];
    values[9] += outcome.impulse[i].tangential[1];
    values[10] += outcome.impulse[i].normal;
  }
  return values;
}

}  // namespace

void add_reference_block(Table& table) {
  for (const Impact& impact : impacts) {
    table.add(fmt::format("block.{}", impact.name), [&impact] {
      return Reproduction{
          .source = "S2 corrected, independent reference",
          .quantity = fmt::format("velocity, works, net impulse of a block: {}", impact.what),
          .published = expected(impact),
          .computed = found(impact),
          .digits = 7};
    });
  }
}

}  // namespace carom::published
