// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is said about a robot whose contacts nobody gave.
#pragma once

#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// "a, b, c, … 18 in all".
std::string short_names(const std::vector<std::string>& names);

/// A word of the name begins or ends with sole, foot, feet or toe, and none says that it is a hand,
/// a sensor or a joint.
bool named_like_foot(const std::string& name);

/// Likewise of ankle.
bool named_like_ankle(const std::string& name);

/// A word of the name says sensor, IMU, camera, head or base_footprint: nothing lands on it.
bool named_like_sensor(const std::string& name);
/// All other frames: what a message may propose for --contacts.
std::vector<std::string> landing_frames(const Model& robot);

/// Last links that are called ankles: the feet of a robot where nothing else says foot.
std::vector<std::string> find_ankles(const Model& robot);

/// The fault of a robot without contacts, with the frames that look like feet. `where` names it.
std::string no_contacts_message(const Model& robot, const std::string& where);

}  // namespace carom
