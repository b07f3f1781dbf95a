// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where to move the joints so that the outcomes of a landing come closer together.
#pragma once

#include "carom/landing.h"

namespace carom::design {

/// Fills gradient and steps of a landing whose spreads are known.
void search_posture(const ImpactProblem& problem, const Model& model, const State& state,
                    const LandingOptions& options, Landing& landing);

}  // namespace carom::design
