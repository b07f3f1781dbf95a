// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The local searches from any x, the change still measured from the problem's start: what
// multistart and fronts repeat.
#pragma once

#include <Eigen/Core>

#include "design/optimise/space.h"

namespace carom::design::optimise {

/// The nearest root that descent reaches from x.
OptimisationResult nearest_from(Space& space, Eigen::VectorXd x);
/// The minimum that descent reaches from x; `kinks` false: of its smooth stage alone.
OptimisationResult minimum_from(Space& space, Eigen::VectorXd x, bool kinks = true);

}  // namespace carom::design::optimise
