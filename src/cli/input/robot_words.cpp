// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A foot is known by its name, or by being the last link of its chain.
#include "cli/input/robot_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "model/multibody.h"

namespace carom::cli {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_names = 12;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void add_once(Names& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Frames whose names say foot; the clearest words first.
Names named_like_feet(const Model& robot) {
  Names found;
  for (const char* word : {"sole", "foot", "feet", "toe", "ankle"}) {
    for (const std::string& name : robot.frame_names()) {
      if (lower(name).find(word) != std::string::npos) add_once(found, name);
    }
  }
  return found;
}

/// Frames on joints that carry no other joint.
Names last_links(const Model& robot) {
  std::vector<bool> carries(robot.joints().size(), false);
  for (const Joint& joint : robot.joints()) {
    if (joint.parent >= 0) carries[static_cast<std::size_t>(joint.parent)] = true;
  }
  Names found;
  for (std::size_t k = 0; k < robot.frame_names().size(); ++k) {
    const int joint = robot.bodies().frame_joints[k];
    if (joint >= 0 && !carries[static_cast<std::size_t>(joint)]) {
      add_once(found, robot.frame_names()[k]);
    }
  }
  return found;
}

Names split(const std::string& text) {
  Names items;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    std::string item = text.substr(start, end - start);
    item.erase(0, item.find_first_not_of(' '));
    item.erase(item.find_last_not_of(' ') + 1);
    items.push_back(item);
    start = end + 1;
  }
  return items;
}

std::optional<double> to_number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_base(const Model& model, const Joint& joint) {
  return joint.kind == JointKind::free && &joint == &model.joints().front();
}

/// Throws InvalidInput unless it is a rotor inertia.
double rotor_inertia(const std::string& text, const std::string& where) {
  const auto value = to_number(text);
  if (!value || !(std::isfinite(*value) && *value >= 0.0)) {
    throw InvalidInput(
        fmt::format("--armature {}= '{}'; expected a number >= 0 [kg m²]", where, text));
  }
  return *value;
}

void set_armature(const Model& model, const std::string& item, Eigen::VectorXd& armature) {
  const std::size_t equals = item.find('=');
  if (equals == std::string::npos) {
    const double value = rotor_inertia(item, "");
    for (const Joint& joint : model.joints()) {
      if (!is_base(model, joint)) armature.segment(joint.v, joint.v_size).setConstant(value);
    }
    return;
  }
  const std::string name = item.substr(0, equals);
  const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(name))];
  if (is_base(model, joint)) {
    throw InvalidInput(fmt::format("--armature {}: is the free base; expected a joint", item));
  }
  armature.segment(joint.v, joint.v_size)
      .setConstant(rotor_inertia(item.substr(equals + 1), name + " "));
}

}  // namespace

std::string short_names(const Names& names) {
  Names shown(names.begin(),
              names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
  return base::join(shown) +
         (names.size() > most_names ? fmt::format(", … {} in all", names.size()) : "");
}

std::vector<std::string> usual_feet(const Model& robot) {
  const Names last = last_links(robot);
  for (const char* word : {"sole", "foot", "feet", "toe"}) {
    Names feet;
    std::vector<int> taken;  // joints: one frame of each
    for (std::size_t k = 0; k < robot.frame_names().size(); ++k) {
      const std::string& name = robot.frame_names()[k];
      const int joint = robot.bodies().frame_joints[k];
      const std::string words = lower(name);
      if (words.find(word) == std::string::npos || words.find("joint") != std::string::npos ||
          std::find(last.begin(), last.end(), name) == last.end() ||
          std::find(taken.begin(), taken.end(), joint) != taken.end()) {
        continue;
      }
      feet.push_back(name);
      taken.push_back(joint);
    }
    if (!feet.empty()) return feet;
  }
  return {};
}

std::string no_contacts_message(const Model& robot, const std::string& file) {
  Names feet = named_like_feet(robot);
  const bool named = !feet.empty();
  if (!named) feet = last_links(robot);
  if (feet.empty()) feet = robot.frame_names();
  return fmt::format(
      "{}: no contacts; expected --contacts with the frames that land, such as "
      "--contacts {}; {}: {}",
      file, feet.empty() ? "left_sole,right_sole" : feet.front(),
      named ? "frames named like feet" : "last links of the chains", short_names(feet));
}

Model with_armature(const Model& model, const std::optional<std::string>& text) {
  if (!text) return model;
  ModelParts parts = model.parts();
  if (parts.armature.size() == 0) parts.armature.setZero(model.velocity_size());
  Names faults;
  for (const std::string& item : split(*text)) {
    try {
      set_armature(model, item, parts.armature);
    } catch (const InvalidInput& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return model.with(std::move(parts));
}

std::vector<std::string> locked_joints(const Model& model, const std::optional<std::string>& text) {
  Names names, faults;
  if (!text) return names;
  for (const std::string& item : split(*text)) {
    if (item == "all") {
      for (const Joint& joint : model.joints()) {
        if (!is_base(model, joint) && joint.v_size > 0) add_once(names, joint.name);
      }
      continue;
    }
    try {
      static_cast<void>(model.joint(item));
      add_once(names, item);
    } catch (const InvalidInput& error) {
      faults.push_back(fmt::format("--lock: {}", error.what()));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return names;
}

}  // namespace carom::cli
