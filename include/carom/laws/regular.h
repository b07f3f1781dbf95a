// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Regular law (S2, corrected): the impact followed in its normal impulse, with Coulomb friction at
// every point; each contact gives back e² of the energy that it took up, where it took it up;
// redundant points share by small compliance. Page: docs/laws/regular.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "carom/law.h"

namespace carom {

struct Regular {
  /// Energetic (Stronge), for all contacts. Unset: each contact's own.
  std::optional<double> restitution = {};
  /// Local error of the integration, relative to the approach speed.
  double tolerance = 1e-8;
  /// Where the energy that comes back is stored.
  enum class Energy {
    contact,  ///< At each contact by itself.
    group,    ///< In one store for each group of coupled contacts, with one coefficient: the first
              ///< definition. Jumps as a coupling vanishes.
  };
  Energy energy = Energy::contact;
  enum class Method {
    automatic,   ///< Events; where they fail, the compliant layer, and the outcome says so.
    events,      ///< Exact pieces and error-controlled ones between events; nothing else.
    layer,       ///< The same law with a small compliance, stiff integrator: a cross-check.
    increments,  ///< Fixed implicit increments of impulse, first order: a cross-check.
  };
  Method method = Method::automatic;

  LawDescription describe() const;
  void check() const;
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const;
};

std::string to_string(Regular::Energy energy);
std::string to_string(Regular::Method method);
/// Throws InvalidInput that lists the names and suggests the nearest.
Regular::Energy regular_energy_from_string(std::string_view name);
Regular::Method regular_method_from_string(std::string_view name);

}  // namespace carom
