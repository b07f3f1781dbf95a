// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The specified TREX (S3 VII-B with the corrected tail) in three stances against an independent
// computation: tail, mass, inner products of stance foot u and tail v, ξ after a drop of 17 cm.
// Units cm, g.
#include <fmt/format.h>

#include <cmath>

#include "carom/analysis.h"
#include "carom/scene.h"
#include "reproduce/data/trex.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr const char* trex_reference = "S3 VII-B on a specified TREX, independent reference";
constexpr const char* stance_names[] = {"y",  "th", "pS", "gS", "pW", "gW",
                                        "pT", "r1", "r2", "lu", "ll"};

SceneSettings settings(const TrexStance& stance) {
  SceneSettings result;
  for (std::size_t k = 0; k < 11; ++k) result[stance_names[k]] = stance.settings[k];
  return result;
}

/// The optimised ⟨u,v⟩ and ξ are 0 to rounding, far below what the reference promises.
double without_noise(double value) { return std::abs(value) < 1e-15 ? 0.0 : value; }

void add_stance(Table& table, const TrexStance& stance) {
  const auto add = [&](const char* what, const char* quantity, const Eigen::MatrixXd& value,
                       Eigen::MatrixXd (*compute)(const TrexStance&)) {
    table.add(fmt::format("trex.{}.{}", stance.name, what), [&stance, quantity, value, compute] {
      return Reproduction{.source = trex_reference,
                          .quantity = quantity,
                          .published = value,
                          .computed = compute(stance),
                          .digits = 9};
    });
  };
  add("tail", "L_tail [cm]", number(stance.tail), [](const TrexStance& at) {
    const Model model = make_scene_model("trex", settings(at)).model;
    const auto tail = static_cast<std::size_t>(model.contact("tail"));
    return number(model.contacts()[tail].sphere.center.x());
  });
  add("mass", "total mass [g]", number(stance.total), [](const TrexStance& at) {
    return number(make_scene_model("trex", settings(at)).model.total_mass());
  });
  add("raw", "⟨Dφ,Dφ⟩ of foot, tail, and of both [1/g]",
      list({stance.uu, stance.vv, without_noise(stance.uv_raw)}), [](const TrexStance& at) {
        const ImpactProblem problem = make_scene("trex", settings(at));
        const int u = problem.normal_row(0), v = problem.normal_row(1);
        const Eigen::MatrixXd& G = problem.delassus();
        return list({G(u, u), G(v, v), G(u, v)});
      });
  add("inner_product", "⟨u,v⟩ of the unit normals", number(without_noise(stance.uv)),
      [](const TrexStance& at) { return number(make_scene("trex", settings(at)).gram()(0, 1)); });
  add("xi", "ξ after a drop of 17 cm", number(without_noise(stance.xi)), [](const TrexStance& at) {
    return number(all_outcomes(make_scene("trex", settings(at))).indeterminacy);
  });
}

}  // namespace

void add_reference_trex(Table& table) {
  for (const TrexStance& stance : trex_stances) add_stance(table, stance);
}

}  // namespace carom::published
