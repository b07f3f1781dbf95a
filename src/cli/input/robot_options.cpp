// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/robot_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace carom::cli {
namespace {

/// At commas, without the blanks around them; empty words stay.
std::vector<std::string> split(const std::optional<std::string>& text) {
  std::vector<std::string> words;
  if (!text) return words;
  for (std::size_t start = 0; start <= text->size();) {
    const std::size_t end = std::min(text->find(',', start), text->size());
    std::string word = text->substr(start, end - start);
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    words.push_back(std::move(word));
    start = end + 1;
  }
  return words;
}

}  // namespace

void RobotArguments::declare(CLI::App& verb) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, help)->type_name(type)->group("Robot files");
  };
  add("--contacts", contacts,
      "what lands: frames, points of frames FRAME[x,y,z], LINK:corners or LINK:lowest, auto "
      "for the feet that are found, separated by commas",
      "LIST");
  add("--posture", posture,
      "a posture of the SRDF or MJCF by name, or JSON (a file, or written out)", "NAME|FILE");
  add("--drop", drop, "height of the fall [m] (default: whatever gives 1 m/s)", "H");
  add("--velocity", velocity, "velocity before the impact instead: a JSON list, or its file",
      "LIST");
  add("--armature", armature, "rotor inertia [kg m²]: of all joints, or joint=value,…", "A");
  add("--lock", lock, "joints held rigid: all, or their names separated by commas", "JOINTS");
  add("--base", base, "free or fixed (default: as the file; a URDF's is free)", "KIND");
  verb.add_flag("--stand", stand,
                "move the joints, as little as it takes, until all contacts touch")
      ->group("Robot files");
  add("--touch", touch,
      "height above the lowest contact within which others count as closed [m] "
      "(default: 0.005)",
      "D");
  add("--srdf", srdf, "postures and rotor inertia (default: the one beside the URDF)", "FILE");
  verb.add_option("--packages", packages, "folder in which package:// names are looked for")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group("Robot files");
}

void RobotArguments::add_to(SubjectOptions& options) const {
  options.base = base;
  options.velocity = velocity;
  options.robot.package_folders.assign(packages.begin(), packages.end());
  if (srdf) options.robot.srdf = *srdf;
  StanceOptions& stance = options.stance;
  if (contacts) stance.contacts = split_contact_words(*contacts);
  if (contacts && stance.contacts.empty()) stance.contacts = {""};  // given, and nothing in it
  stance.posture = posture;
  stance.drop = drop;
  stance.armature = split(armature);
  stance.locked = split(lock);
  stance.stand = stand;
  stance.watch_all = watch_all;
  stance.touch = touch;
}

}  // namespace carom::cli
