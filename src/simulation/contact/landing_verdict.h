// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How well defined an impact of a run is. Input: the contacts of the impact, its outcome. Output:
// the practical verdict on what lands: contacts that close a moment later count as simultaneous,
// and the points of a sole as one contact, as an analysis of the landing has a foot. Otherwise a
// robot whose soles differ by a hair lands on one corner after the other, each alone, and nothing
// seems open.
#pragma once

#include <vector>

#include "carom/model.h"
#include "carom/outcome.h"
#include "carom/simulation.h"

namespace carom::simulation {

/// Whether the verdict may differ from that on the contacts as they are.
bool lands_together(const Model& model, const SimulationOptions& options);

/// `workspace` stands at the impact's configuration.
PracticalVerdict landing_verdict(const Model& model, const State& state,
                                 const std::vector<int>& contacts, const Outcome& outcome,
                                 const SimulationOptions& options, ModelWorkspace& workspace);

}  // namespace carom::simulation
