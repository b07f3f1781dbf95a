// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Lists of joints and frames on the command line, and the words about them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom::cli {

/// "a, b, c, … 18 in all".
std::string short_names(const std::vector<std::string>& names);

/// Frames at the ends of the legs that are named like feet, one for each; none: empty.
std::vector<std::string> usual_feet(const Model& robot);
/// What to say when a robot has no contacts: the frames that look like feet.
std::string no_contacts_message(const Model& robot, const std::string& file);

/// --armature: "0.01" for every joint but a free base, or "joint=0.01,other=0.02". Throws
/// InvalidInput with all faults.
Model with_armature(const Model& model, const std::optional<std::string>& text);

/// --lock: "all" but a free base, or names. Throws InvalidInput with all faults.
std::vector<std::string> locked_joints(const Model& model, const std::optional<std::string>& text);

}  // namespace carom::cli
