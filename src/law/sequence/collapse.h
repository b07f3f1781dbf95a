// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The limit of a sequence of reflections that never ends (inelastic collapse).
#pragma once

#include <vector>

#include "carom/problem.h"
#include "law/scratch.h"
#include "law/sequence/reflections.h"

namespace carom::law {

/// Whether the order in which the last reflections of `sequence` came repeats for ever. If so,
/// scratch.lambda, scratch.approach and `works` become those of the limit, and scratch.fading marks
/// the contacts of the repeated order; if not, they stay. Expects scratch.lambda of the sequence.
/// `exhausted`: the sequence is as long as any may be, and needs not repeat in order.
bool collapses(const ImpactProblem& problem, const ReflectionSettings& settings,
               const std::vector<int>& sequence, bool exhausted, Workspace::Scratch& scratch,
               std::vector<ContactWork>& works);

/// Of a sequence that was cut in a collapse: scratch.lambda and scratch.approach become those of
/// the limit, the projection of the momentum on the feasible cone. False: no convergence, and
/// nothing changes.
bool take_limit(const ImpactProblem& problem, Workspace::Scratch& scratch);

}  // namespace carom::law
