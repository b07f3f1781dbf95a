// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/usual_map.h"

namespace carom::cli {

UsualMap usual_map(std::string_view scene) {
  if (scene == "rhex") {  // S0 Fig. 3
    return {{"phi_r=-180deg:180deg:241", "gamma=-90deg:90deg:121"}, {"inner_product"}};
  }
  if (scene == "billiards") {  // S3 Fig. 5
    return {{"theta=60deg:180deg:481"}, {"indeterminacy", "inner_product"}};
  }
  if (scene == "trex") {
    return {{"pS=280deg:310deg:61", "gS=285deg:330deg:61"}, {"inner_product"}};
  }
  if (scene == "biped") {  // S4 Figs. 2 and 3
    return {{"theta=10deg:60deg:101"},
            {"constrained_energy", "admissible_energy", "normal_impulse", "tangential_impulse",
             "post_impact_gap_rate"}};
  }
  if (scene == "pantograph") {
    return {{"gamma=0deg:90deg:91"}, {"constrained_energy", "normal_impulse"}};
  }
  if (scene == "vee") return {{"half_angle=5deg:85deg:161"}, {"inner_product", "indeterminacy"}};
  return {};
}

}  // namespace carom::cli
