// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a Pinocchio model to ours; for the files of this folder.
#pragma once

#include <memory>
#include <pinocchio/algorithm/model.hpp>
#include <string>
#include <vector>

#include "model/multibody.h"

namespace carom {

/// Takes joints, frames, names, limits and rotor inertia from the model. `coordinate_map`: see
/// multibody.h; empty: none.
std::shared_ptr<const Multibody> make_multibody(pinocchio::Model&& model, std::string name,
                                                Eigen::MatrixXd coordinate_map = {},
                                                std::vector<std::string> coordinate_names = {});

/// The bodies as plain numbers (body_tree.cpp). Throws InvalidInput for a joint it cannot split.
BodyTree make_tree(const pinocchio::Model& model, const Eigen::MatrixXd& coordinate_map);

}  // namespace carom
