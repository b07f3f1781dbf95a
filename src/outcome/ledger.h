// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sizes an outcome for a problem, and completes what a law left open: energies, residuals, hinges.
#pragma once

#include <cstddef>
#include <limits>

#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom::outcome {

/// Everything zero and of the right size; keeps storage. Works are NaN: "not filled by the law".
void prepare(const ImpactProblem& problem, Outcome& outcome);
/// Energies are compared with this where the energy before is smaller [J].
inline constexpr double smallest_energy = std::numeric_limits<double>::min();

/// Calls take(row of contact_jacobian(), impulse along it) for all rows of all contacts.
template <class Take>
void for_each_row(const ImpactProblem& problem, const Outcome& outcome, Take take) {
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    const int row = problem.normal_row(i);
    take(row, impulse.normal);
    for (int k = 0; k < impulse.tangent_count; ++k)
      take(row + 1 + k, impulse.tangential[static_cast<std::size_t>(k)]);
  }
}

/// What must not be positive at one contact, along its rows as given: approach left [m/s], pull and
/// excess over the friction cone [N·s].
struct ContactMeasures {
  double approach = 0.0, pull = 0.0, cone = 0.0;
};
ContactMeasures measure_contact(const ImpactProblem& problem, const Outcome& outcome, int contact);

/// The largest of these along unit normals, as momenta in the mass metric [kg^1/2 m/s], and the
/// energy gained [J].
struct Measures : ContactMeasures {
  double gain = 0.0;
  bool finite = true;  ///< No NaN or infinity in impulses and velocity.
};
/// After a law: bilateral impulses, energies, works the law did not fill, residuals. Without an
/// answer: withhold().
Measures complete(const ImpactProblem& problem, Outcome& outcome);

/// No answer: nothing is left that could pass for one. Residuals stay if there are any; else they
/// are those of the last velocity, or of the velocity before. They are never all zero.
void withhold(const ImpactProblem& problem, Outcome& outcome);

}  // namespace carom::outcome
