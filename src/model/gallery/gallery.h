// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The built-in scenes: what each says about itself, what moves in it (…_model), and its problem
// (make_…) where that has coordinates of its own; else the problem is that of the model. …_state:
// the state alone, where parameters of the posture leave the model as it is. …_start: as a run
// starts it, where that is not how it lands.
#pragma once

#include "carom/problem.h"
#include "carom/scene.h"
#include "model/scene_parameters.h"

namespace carom::gallery {

Scene cradle();
ImpactProblem make_cradle(SceneReader& reader);
SceneModel cradle_model(SceneReader& reader);

Scene billiards();
ImpactProblem make_billiards(SceneReader& reader);
SceneModel billiards_model(SceneReader& reader);

Scene corner_ball();
ImpactProblem make_corner_ball(SceneReader& reader);
SceneModel corner_ball_model(SceneReader& reader);

Scene block();
ImpactProblem make_block(SceneReader& reader);
SceneModel block_model(SceneReader& reader);
SceneModel block_start(SceneReader& reader);

Scene bouncing_ball();
SceneModel bouncing_ball_model(SceneReader& reader);
SceneModel bouncing_ball_start(SceneReader& reader);

Scene pendulum_cradle();
SceneModel pendulum_cradle_model(SceneReader& reader);

Scene double_pendulum();
SceneModel double_pendulum_model(SceneReader& reader);

Scene vee();
SceneModel vee_model(SceneReader& reader);
void vee_state(SceneReader& reader, State& state);

Scene chain();
SceneModel chain_model(SceneReader& reader);

Scene free_body();
SceneModel free_body_model(SceneReader& reader);

Scene rhex();
SceneModel rhex_model(SceneReader& reader);
void rhex_state(SceneReader& reader, State& state);
SceneModel rhex_start(SceneReader& reader);

Scene trex();
SceneModel trex_model(SceneReader& reader);
void trex_state(SceneReader& reader, State& state);
SceneModel trex_start(SceneReader& reader);

Scene biped();
SceneModel biped_model(SceneReader& reader);
void biped_state(SceneReader& reader, State& state);
ReleasedContacts biped_released();

Scene pantograph();
SceneModel pantograph_model(SceneReader& reader);

Scene atlas();
SceneModel atlas_model(SceneReader& reader);
SceneModel atlas_start(SceneReader& reader);

}  // namespace carom::gallery
