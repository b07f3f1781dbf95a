// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A foot is known by its name, or by being the last link of its chain. Names are read word by word,
// at underscores and capitals: TorsoLeftIMU is no sole. What senses is no foot, though it may be
// fixed to one, nor is base_footprint, which is the robot's place on a map.
#include "model/robot/feet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "base/text.h"
#include "carom/stance.h"
#include "model/multibody.h"

namespace carom {
namespace {

using Names = std::vector<std::string>;

constexpr const char* foot_words[] = {"sole", "foot", "feet", "toe", "toes"};  // clearest first
// In a word of the name, or as a whole word, where others contain it (head, camber): nothing lands
// on these.
constexpr const char* sensing_parts[] = {"imu", "footprint", "sensor", "camera", "lidar", "laser"};
constexpr const char* sensing_words[] = {"head", "cam", "gps", "optical", "fsr", "gyro"};
// In a word of the name: something may land on them, and yet they are no feet.
constexpr const char* other_parts[] = {"hand", "palm", "finger", "joint"};
constexpr std::size_t most_names = 12;  // a line or two of a message; the count says the rest

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// "l_footLink2" → l, foot, link.
Names words_of(const std::string& name) {
  Names words(1);
  char last = '_';
  for (const char c : name) {
    const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    const bool begins = std::isupper(static_cast<unsigned char>(c)) != 0 &&
                        std::islower(static_cast<unsigned char>(last)) != 0;
    if ((!letter || begins) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += c;
    last = c;
  }
  for (std::string& word : words) word = lower(word);
  return words;
}

bool has_part(const std::string& word, std::span<const char* const> parts) {
  return std::ranges::any_of(parts, [&](const char* part) { return word.find(part) != word.npos; });
}

/// A word of the name begins or ends so ("footplate", "lfoot"), and none says that it is something
/// else.
bool says_foot(const std::string& name, const std::string& foot) {
  const Names words = words_of(name);
  if (named_like_sensor(name)) return false;
  if (std::ranges::any_of(words, [](const auto& word) { return has_part(word, other_parts); })) {
    return false;
  }
  return std::ranges::any_of(words, [&](const std::string& word) {
    return word.starts_with(foot) || word.ends_with(foot);
  });
}

void add_once(Names& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Frames whose names say foot, the clearest words first, and ankles behind them.
Names named_like_feet(const Model& robot) {
  Names found, words(std::begin(foot_words), std::end(foot_words));
  words.emplace_back("ankle");
  for (const std::string& word : words) {
    for (const std::string& name : robot.frame_names()) {
      if (says_foot(name, word)) add_once(found, name);
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

}  // namespace

bool named_like_ankle(const std::string& name) { return says_foot(name, "ankle"); }

bool named_like_sensor(const std::string& name) {
  return std::ranges::any_of(words_of(name), [](const std::string& word) {
    return has_part(word, sensing_parts) ||
           std::ranges::find(sensing_words, word) != std::end(sensing_words);
  });
}

Names landing_frames(const Model& robot) {
  Names frames = robot.frame_names();
  std::erase_if(frames, named_like_sensor);
  return frames;
}

std::string short_names(const Names& names) {
  Names shown(names.begin(),
              names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most_names)));
  return base::join(shown) +
         (names.size() > most_names ? fmt::format(", … {} in all", names.size()) : "");
}

bool named_like_foot(const std::string& name) {
  return std::any_of(std::begin(foot_words), std::end(foot_words),
                     [&](const char* word) { return says_foot(name, word); });
}

namespace {

/// Frames of the last links that are called so, one of each.
Names last_links_called(const Model& robot, const char* word) {
  const Names last = last_links(robot);
  Names feet;
  std::vector<int> taken;  // joints: one frame of each
  for (std::size_t k = 0; k < robot.frame_names().size(); ++k) {
    const std::string& name = robot.frame_names()[k];
    const int joint = robot.bodies().frame_joints[k];
    if (!says_foot(name, word) || std::find(last.begin(), last.end(), name) == last.end()) continue;
    const auto same = std::find(taken.begin(), taken.end(), joint);
    if (same == taken.end()) {
      feet.push_back(name);
      taken.push_back(joint);
    } else if (std::string& other = feet[static_cast<std::size_t>(same - taken.begin())];
               name.size() < other.size()) {
      other = name;  // FL_foot, not FL_foot_fixed
    }
  }
  return feet;
}

}  // namespace

std::vector<std::string> find_feet(const Model& robot) {
  for (const char* word : foot_words) {
    Names feet = last_links_called(robot, word);
    if (!feet.empty()) return feet;
  }
  return {};
}

std::vector<std::string> find_ankles(const Model& robot) {
  return last_links_called(robot, "ankle");
}

std::string no_contacts_message(const Model& robot, const std::string& where) {
  Names feet = named_like_feet(robot);
  const bool named = !feet.empty();
  if (!named) feet = last_links(robot);
  std::erase_if(feet, named_like_sensor);
  if (feet.empty()) feet = landing_frames(robot);
  return fmt::format(
      "{}: no contacts; expected --contacts with the frames that land, such as "
      "--contacts {}; {}: {}",
      where, feet.empty() ? "left_sole,right_sole" : feet.front(),
      named ? "frames named like feet" : "last links of the chains", short_names(feet));
}

}  // namespace carom
