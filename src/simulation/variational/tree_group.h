// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Configurations of the joints: q ⊕ dv, and the Jacobians of SE(3) that free and planar joints
// inside a tree need (SE(2) is a part of SE(3)).
//   Jl(x)ᵀ y = Σ (ad_xᵀ)ᵏ y/(k+1)!,  Jr(x) = Jl(−x).
#pragma once

#include <Eigen/Core>

#include "model/body_tree.h"
#include "simulation/variational/tree_passes.h"

namespace carom::simulation {

/// The joint's entries of q ⊕ dv; `turn_only`: the position of a free or planar joint is copied.
void advance_joint(TreeJoint::Kind kind, bool turn_only, const double* q, const double* dv,
                   double scale, double* to);

/// Entries of a planar or free joint as a spatial vector, and back.
Spatial spread(TreeJoint::Kind kind, const double* rows);
void gather(TreeJoint::Kind kind, const Spatial& value, double* rows);

Spatial left_transposed(const Spatial& x, const Spatial& y);           ///< Jl(x)ᵀ y
Spatial right_inverse_transposed(const Spatial& x, const Spatial& y);  ///< Jr(x)⁻ᵀ y
Spatial move_back(const Spatial& x, const Spatial& y);                 ///< exp(ad_x)ᵀ y

}  // namespace carom::simulation
