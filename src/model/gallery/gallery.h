// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The built-in scenes: what each says about itself, and its problem.
#pragma once

#include "carom/problem.h"
#include "carom/scene.h"
#include "model/scene_parameters.h"

namespace carom::gallery {

Scene cradle();
ImpactProblem make_cradle(SceneReader& reader);

Scene billiards();
ImpactProblem make_billiards(SceneReader& reader);

Scene corner_ball();
ImpactProblem make_corner_ball(SceneReader& reader);

Scene block();
ImpactProblem make_block(SceneReader& reader);

}  // namespace carom::gallery
