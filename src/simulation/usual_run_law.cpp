// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The law of a run where neither the user nor the scene names one.
#include <algorithm>

#include "carom/simulation.h"

namespace carom {

std::string usual_run_law(const Model& model, bool is_robot, const LawSettings& given) {
  const auto& contacts = model.contacts();
  const bool friction = std::any_of(contacts.begin(), contacts.end(),
                                    [](const auto& contact) { return contact.friction > 0.0; });
  if (friction) return "regular";
  return is_robot && !given.restitution && !given.policy ? "plastic" : "propagative";
}

}  // namespace carom
