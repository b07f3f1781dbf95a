// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Faults of a description of bodies, and of the parts that refer to them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Throws InvalidInput with every fault of the bodies and of the coordinate map.
void check_description(const ModelDescription& description);
/// The bodies, each followed by all that hangs on it: joints of one branch must be neighbours.
std::vector<std::size_t> depth_first(const ModelDescription& description);
/// What is odd about bodies that can be used.
std::vector<std::string> description_warnings(const ModelDescription& description);

/// Throws InvalidInput with every fault of contacts, loops, couplings, springs, actuators,
/// postures and armature; `bodies` knows the names. Fills empty names.
void check_parts(const Multibody& bodies, ModelParts& parts);
/// Adds every fault of terrain: numbers that are not finite, a normal that is no direction, boxes
/// without size, a grid of fewer than 2 × 2 heights or without spacing, nothing at all.
void check_terrain(const std::string& where, const Terrain& terrain,
                   std::vector<std::string>& faults);

}  // namespace carom
