// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rules that the analysis of a landing, its page and its neighbours (maps, designs) share: how far
// orders are searched, which law is shown, what rotors a model may have had.
#pragma once

#include "carom/landing.h"

namespace carom::design {

/// Caps of the table, the brackets, the page's answers and the posture's steps: a landing asks for
/// some ten to forty spreads, and it is the distance that counts, not the list of outcomes.
[[nodiscard]] EnumerationOptions quick(EnumerationOptions options);

/// Caps of the verdict itself: those of the analysis, so that both are one number.
[[nodiscard]] EnumerationOptions as_asked(EnumerationOptions options);

/// The law where none is given: plastic at restitution 0, else propagative.
[[nodiscard]] Law usual_law(double restitution);
/// The law of the landing: that of the options as it is, else the usual one.
[[nodiscard]] Law landing_law(const LandingOptions& options);
/// The same law at another coefficient, for answers beside the one asked for.
[[nodiscard]] Law landing_law(const LandingOptions& options, double restitution);

/// Which joints are given a rotor inertia; a free base never is.
enum class Rotors { missing, all };
[[nodiscard]] Model with_rotors(const Model& model, double inertia, Rotors which);

/// The largest speed at which a contact closes [m/s]; 0: none does.
[[nodiscard]] double approach_speed(const ImpactProblem& problem);
/// Of the joints, from the problem's velocity to `after`, largest first, those that turn nothing
/// with inertia last; a free base has none. `velocities`: of the model, those of the problem.
[[nodiscard]] std::vector<VelocityJump> joint_jumps(const ImpactProblem& problem,
                                                    const Model& model, const Eigen::VectorXd& q,
                                                    const std::vector<int>& velocities,
                                                    const Eigen::VectorXd& after);

/// Whether rotors matter: a free base, and a joint among the velocities of the problem.
[[nodiscard]] bool has_rotors(const Model& model, const std::vector<int>& velocities);

}  // namespace carom::design
