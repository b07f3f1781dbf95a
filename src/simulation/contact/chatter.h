// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Chattering (Zeno): impacts of one contact that follow each other very fast. With intervals that
// shrink by a ratio ρ, the impacts end at t + Δ ρ/(1 − ρ), Δ the last interval.
#pragma once

#include <optional>
#include <vector>

#include "carom/simulation.h"

namespace carom::simulation {

struct Chatter {
  bool captured = false;               ///< The impact is to be plastic.
  std::optional<double> accumulation;  ///< When it would have ended.
};

/// What the memories say of an impact of `contacts` at `time`; they are not changed.
/// Captured: the last three intervals of a contact are below `limit`. It would have ended if they
/// shrink.
Chatter judge_chatter(const std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                      double time, double limit);
/// An impact at `time` in which `contacts` took an impulse.
void remember_impact(std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                     double time);

}  // namespace carom::simulation
