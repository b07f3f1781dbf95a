// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where to move the joints so that the outcomes of a landing come closer together.
#pragma once

#include <optional>
#include <vector>

#include "carom/landing.h"
#include "design/landing/posture_probe.h"

namespace carom::design {

/// None: fewer than two contacts.
std::optional<PostureGradient> posture_gradient(PostureProbe& probe, const Model& model);

/// Steepest descent of the estimate of the spread at `restitution`, contacts kept closed; stops
/// where nothing is gained, or the outcomes are practically one.
std::vector<PostureStep> posture_steps(PostureProbe& probe, const Model& model, double restitution,
                                       const LandingOptions& options,
                                       const std::vector<int>& velocities);

}  // namespace carom::design
