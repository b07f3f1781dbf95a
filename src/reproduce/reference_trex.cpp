// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The specified TREX (S3 VII-B with the corrected tail) in three stances against an independent
// computation: tail, mass, inner products of stance foot u and tail v, ξ after a drop of 17 cm.
// Units cm, g.
#include <fmt/format.h>

#include "carom/analysis.h"
#include "carom/scene.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr const char* trex_reference = "S3 VII-B on a specified TREX, independent reference";
constexpr const char* stance_names[] = {"y",  "th", "pS", "gS", "pW", "gW",
                                        "pT", "r1", "r2", "lu", "ll"};

struct Stance {
  const char* name;
  double settings[11];
  double tail, mass, uu, vv, uv_raw, uv, xi;
};
// The optimised ⟨u,v⟩ and ξ are 0 to rounding.
// clang-format off
constexpr Stance stances[] = {
    {"initial",
     {12.261858218371883, 5.785110955042137, 5.13, 5.235987755982989, 1.99, 5.235987755982989, 0.0,
      7.0, 4.0, 8.0, 10.0},
     14.666666666666666, 1831.5042800147276, 0.11123841274761832, 0.0383524652123569,
     -2.781857781286278e-05, -0.0004259031866354848, 0.00023576328913430295},
    {"optimized",
     {12.261754088256055, 5.763259480105476, 4.996786330402094, 5.413498863298901,
      1.9919747769943423, 5.236702019054613, 0.07826299408672889, 6.953821934469509,
      4.096486569467052, 7.997654108923775, 9.989936343556286},
     15.842536696704743, 1826.0063211133067, 0.1126816761913954, 0.03920438973942195, 0.0, 0.0,
     0.0},
    {"straight_legs",
     {16.67487150339682, 5.614380637144648, 4.996786330402094, 6.283185307179586,
      1.8551936768123012, 6.283185307179586, 0.0, 6.953821934469509, 4.096486569467052,
      7.997654108923775, 9.989936343556286},
     15.842536696704743, 1826.0063211133067, 0.02013959790816472, 0.029669506248915095,
     0.00011368775483229759, 0.004650858565488202, 0.003965721944702048},
};
// clang-format on

SceneSettings settings(const Stance& stance) {
  SceneSettings result;
  for (std::size_t k = 0; k < 11; ++k) result[stance_names[k]] = stance.settings[k];
  return result;
}

void add_stance(Table& table, const Stance& stance) {
  const auto add = [&](const char* what, const char* quantity, const Eigen::MatrixXd& value,
                       Eigen::MatrixXd (*compute)(const Stance&)) {
    table.add(fmt::format("trex.{}.{}", stance.name, what), [&stance, quantity, value, compute] {
      return Reproduction{.source = trex_reference,
                          .quantity = quantity,
                          .published = value,
                          .computed = compute(stance),
                          .digits = 9};
    });
  };
  add("tail", "L_tail [cm]", number(stance.tail), [](const Stance& at) {
    const Model model = make_scene_model("trex", settings(at)).model;
    const auto tail = static_cast<std::size_t>(model.contact("tail"));
    return number(model.contacts()[tail].sphere.center.x());
  });
  add("mass", "total mass [g]", number(stance.mass), [](const Stance& at) {
    return number(make_scene_model("trex", settings(at)).model.total_mass());
  });
  add("raw", "⟨Dφ,Dφ⟩ of foot, tail, and of both [1/g]",
      list({stance.uu, stance.vv, stance.uv_raw}), [](const Stance& at) {
        const ImpactProblem problem = make_scene("trex", settings(at));
        const int u = problem.normal_row(0), v = problem.normal_row(1);
        const Eigen::MatrixXd& G = problem.delassus();
        return list({G(u, u), G(v, v), G(u, v)});
      });
  add("inner_product", "⟨u,v⟩ of the unit normals", number(stance.uv),
      [](const Stance& at) { return number(make_scene("trex", settings(at)).gram()(0, 1)); });
  add("xi", "ξ after a drop of 17 cm", number(stance.xi), [](const Stance& at) {
    return number(all_outcomes(make_scene("trex", settings(at))).indeterminacy);
  });
}

}  // namespace

void add_reference_trex(Table& table) {
  for (const Stance& stance : stances) add_stance(table, stance);
}

}  // namespace carom::published
