// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `map` finds by itself: A, B and C of RHex (S0 V, Figs. 2 and 3) and its two symmetries, with
// hips together and apart; zeros and kinks of the billiards curve (S3 Fig. 5), the zeros beyond
// π/2 at cos θ = −cos(π/m)/k too; the curves of the biped (S4 Fig. 2).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/map.h"
#include "reproduce/data/rhex.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;

/// All rows of a map.
class MapValues : public MapSink {
 public:
  void take(const MapRows& rows) override {
    values.insert(values.end(), rows.values.begin(), rows.values.end());
  }
  std::vector<double> values;
};

Eigen::MatrixXd map_values(const Map& map) {
  MapValues rows;
  map.run(rows);
  const auto width = static_cast<Eigen::Index>(map.columns().size());
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(rows.values.data(),
                                                                          map.point_count(), width);
}

MapFeatures features(const Map& map) {
  return find_features(map, 0,
                       map_values(map).col(static_cast<Eigen::Index>(map.options().axes.size())));
}

Map rhex_map(const SceneSettings& settings) {
  return {Variation::of_scene("rhex", settings, {"phi_r", "gamma"}),
          {.axes = {{"phi_r", -0.9 * pi, 0.9 * pi, 73}, {"gamma", -0.45 * pi, 0.45 * pi, 37}},
           .measures = {"inner_product"}}};
}

/// The critical point of RHex's map next to a place: (phi_r, gamma, s), or nothing.
Eigen::MatrixXd rhex_point(double phi_r, double gamma, CriticalPoint::Kind kind) {
  static const MapFeatures found = features(rhex_map({}));
  for (const CriticalPoint& point : found.points) {
    if (point.kind == kind && std::abs(point.at[0] - phi_r) < 0.05 &&
        std::abs(point.at[1] - gamma) < 0.05) {
      return list({point.at[0], point.at[1], point.value});
    }
  }
  return {};
}

void add_rhex(Table& table) {
  const auto add = [&](const char* name, const Eigen::Vector3d& at, CriticalPoint::Kind kind) {
    table.add(fmt::format("rhex.map.{}", name), [=] {
      return Reproduction{.source = "S0 V on a specified RHex, independent reference",
                          .quantity = fmt::format("{} {} as the map finds it: φ_R, γ [rad], s",
                                                  to_string(kind), name),
                          .published = at,
                          .computed = rhex_point(at[0], at[1], kind),
                          .digits = 7,
                          .note =
                              "the reference minimises s itself, which locates to 3e-8; in 40 "
                              "digits A is at 1.18520936319068, C at 1.12843925887625"};
    });
  };
  using Kind = CriticalPoint::Kind;
  for (const RhexPoint& point : rhex_points) {
    add(point.name, {point.phi_r, point.gamma, point.s},
        point.hessian[0] > 0.0 ? Kind::minimum : Kind::maximum);
  }
  for (const double hips : {0.0, 0.1}) {
    table.add(fmt::format("rhex.map.symmetry_{}", hips == 0.0 ? "together" : "apart"), [hips] {
      const Map map = rhex_map({{"hL", -hips}, {"hR", hips}});
      const auto s = map.function(0);
      double swapped = 0.0, mirrored = 0.0;
      for (double phi = -2.0; phi <= 2.0; phi += 0.25) {
        for (double gamma = -1.0; gamma <= 1.0; gamma += 0.25) {
          // Equal legs lu = ll: β = γ/2, so the left hip is at −φ_R − γ.
          const double here = s(Eigen::Vector2d(phi, gamma));
          const double other = s(Eigen::Vector2d(-phi - gamma, gamma));
          swapped = std::max(swapped, std::abs(here - other));
          mirrored = std::max(mirrored, std::abs(here - s(Eigen::Vector2d(-phi, -gamma))));
        }
      }
      if (hips > 0.0) swapped = 0.0;  // Swapping legs of hips apart is another machine.
      return Reproduction{
          .source = "S0 V on a specified RHex, independent reference",
          .quantity = fmt::format("largest change of s, legs swapped and mirrored, hips {} m apart",
                                  2.0 * hips),
          .published = list({0.0, 0.0}),
          .computed = list({swapped, mirrored}),
          .digits = 12,
          .note = hips > 0.0 ? "mirrored only: swapped hips are another machine" : ""};
    });
  }
}

Map billiards_map(double radius_c) {
  const double from = 2.0 * std::asin(1.0 / (1.0 + radius_c));
  return {Variation::of_scene("billiards", {{"radius_c", radius_c}}, {"theta"}),
          {.axes = {{"theta", from, pi, 401}}, .measures = {"indeterminacy"}}};
}

void add_billiards(Table& table) {
  table.add("billiards.map.zeros", [] {
    const double mass = 0.7 * 0.7 * 0.7, k = 1.0 / (1.0 + mass);
    std::vector<double> expected, found;
    for (const int m : {2, 3, 4}) {
      const double cosine = -std::cos(pi / m) / k;
      expected.push_back(std::acos(m == 2 ? 0.0 : cosine));
    }
    for (const ZeroCurve& zero : features(billiards_map(0.7)).zeros) {
      if (zero.points(0, 0) < pi - 1e-6) found.push_back(zero.points(0, 0));
    }
    return Reproduction{.source = "S3 VII-A, Fig. 5, corrected (31)",
                        .quantity = "zeros of ξ(θ), r_c = 0.7: cos θ = −cos(π/m)/k, m = 2, 3, 4",
                        .published = list(expected),
                        .computed = list(found),
                        .digits = 9,
                        .note = "S3 names the first alone"};
  });
  table.add("billiards.map.peaks", [] {
    std::vector<double> found;
    for (const CriticalPoint& point : features(billiards_map(0.7)).points) {
      if (point.kind == CriticalPoint::Kind::maximum) found.push_back(point.at[0]);
    }
    std::sort(found.begin(), found.end());
    return Reproduction{
        .source = reference,
        .quantity = "peaks of ξ(θ), r_c = 0.7, each a kink [rad]",
        .published = list({1.998749907067287, 2.5632080010942278, 2.9616756627938488}),
        .computed = list(found),
        .digits = 7,
        .note = "the reference holds them to 1e-8"};
  });
}

void add_biped(Table& table) {
  table.add("biped.map.curve", [] {
    // θ = 10, 35, 60 degrees at ρ = 0.25, μ = 1, q5 = 0 of the reference.
    const Map map(Variation::of_scene("biped", {}, {"theta"}),
                  {.axes = {{"theta", 10.0 * pi / 180.0, 60.0 * pi / 180.0, 51}},
                   .measures = {"constrained_energy", "admissible_energy", "normal_impulse",
                                "tangential_impulse", "post_impact_gap_rate"}});
    const Eigen::MatrixXd rows = map_values(map);
    return Reproduction{.source = "S4 Example 1, Fig. 2, independent reference",
                        .quantity = "T_c, T_a, λ_n, λ_t and lift of the stance foot at θ = 10°",
                        .published = list({0.161600438931, 7.04597541211, 3.09026182778,
                                           -0.20469275561, 0.0995142164795}),
                        .computed = rows.row(0).tail(5).transpose(),
                        .digits = 10};
  });
}

}  // namespace

void add_reference_maps(Table& table) {
  add_rhex(table);
  add_billiards(table);
  add_biped(table);
}

}  // namespace carom::published
