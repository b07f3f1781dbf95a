// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A map of the billiard break, and a stance of TREX whose landing has one outcome.
#include <carom/carom.h>

#include <iostream>

namespace {

/// Keeps the rows of a map.
struct Rows : carom::MapSink {
  void take(const carom::MapRows& rows) override {
    values.insert(values.end(), rows.values.begin(), rows.values.end());
  }
  std::vector<double> values;
};

}  // namespace

int main() {
  const carom::Map map(carom::Variation::of_scene("billiards", {{"radius_c", 0.7}}, {"theta"}),
                       {.axes = {{"theta", 1.3, 3.1, 181}}, .measures = {"indeterminacy"}});
  Rows rows;
  map.run(rows);
  Eigen::VectorXd xi(map.point_count());
  for (Eigen::Index k = 0; k < xi.size(); ++k) {
    xi[k] = rows.values[static_cast<std::size_t>(2 * k + 1)];
  }
  std::cout << "The break of a light cue ball has one outcome at theta =";
  for (const carom::ZeroCurve& zero : carom::find_features(map, 0, xi).zeros) {
    std::cout << " " << zero.points(0, 0);
  }
  std::cout << " rad\n\n";

  const auto variation = carom::Variation::of_scene("trex", {}, carom::varied_group("trex", "all"),
                                                    carom::Variation::Closing::free);
  const carom::Design design = carom::find_design(variation);
  std::cout << design.report();
  return design.status == carom::Design::Status::found ? 0 : 1;
}
