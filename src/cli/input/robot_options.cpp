// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a robot file and the options beside it to a model just before it lands. The ground is put
// under the lowest contact: a free base is moved up or down, for a fixed base the ground is. So any
// posture lands; the other contacts count as closed within --touch, or --stand closes them.
// A fall through the height H ends at √(2 g H); without --drop and --velocity it is 1 m/s, so that
// every figure is per m/s.
#include "cli/input/robot_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "cli/input/gather_faults.h"
#include "cli/input/line_reader.h"
#include "cli/input/robot_words.h"
#include "cli/screen/output.h"
#include "model/posture/posture_file.h"
#include "report/json/json_text.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Faults = std::vector<std::string>;

constexpr double default_touch = 0.005;  // [m]
constexpr double default_speed = 1.0;    // [m/s]

RobotOptions loader_options(const RobotArguments& arguments) {
  RobotOptions options;
  if (arguments.base) {
    if (*arguments.base != "free" && *arguments.base != "fixed") {
      throw InvalidInput(fmt::format("--base = '{}'; expected free or fixed{}", *arguments.base,
                                     base::did_you_mean(*arguments.base, {"free", "fixed"})));
    }
    options.base = *arguments.base == "free" ? RobotOptions::Base::free : RobotOptions::Base::fixed;
  }
  for (const std::string& folder : arguments.packages) options.package_folders.emplace_back(folder);
  if (arguments.srdf) options.srdf = *arguments.srdf;
  return options;
}

bool is_file(const std::string& text) {
  std::error_code ignored;
  return fs::is_regular_file(text, ignored);
}

/// The posture, and its name if it has one.
struct Posture {
  Eigen::VectorXd q;
  std::string name;
};

Posture find_start(const Model& model, const RobotArguments& arguments) {
  const std::string text = arguments.posture.value_or(default_posture(model));
  const bool written_out = text.starts_with('[') || text.starts_with('{');
  if (written_out) return {posture_from_json(model, text, "--posture"), ""};
  if (is_file(text)) return {posture_from_json(model, LineReader(text).rest(), text), ""};
  return {find_posture(model, text), text};
}

Eigen::VectorXd falling(const Model& model, const Eigen::VectorXd& q, double speed) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.velocity_size());
  const Joint& base = model.joints().front();
  const Eigen::Quaterniond turn(q[base.q + 6], q[base.q + 3], q[base.q + 4], q[base.q + 5]);
  v.segment<3>(base.v) = turn.normalized().conjugate() * Eigen::Vector3d(0.0, 0.0, -speed);
  return v;
}

/// A list of numbers in JSON, or the file that holds one.
Eigen::VectorXd read_velocity(const Model& model, const std::string& text) {
  const bool file = !text.starts_with('[') && is_file(text);
  const std::string where = file ? text : "--velocity";
  const report::Json json =
      report::parse_json(file ? LineReader(text).rest() : text, {.where = where});
  const auto size = static_cast<std::size_t>(model.velocity_size());
  const bool numbers = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [](const auto& x) { return x.is_number(); });
  if (!numbers || json.size() != size) {
    throw InvalidInput(
        fmt::format("{}: {}; expected a list of {} numbers: {}", where,
                    numbers ? fmt::format("{} numbers", json.size()) : report::shown(json), size,
                    short_names(model.velocity_names())));
  }
  Eigen::VectorXd v(model.velocity_size());
  for (std::size_t k = 0; k < size; ++k) v[static_cast<Eigen::Index>(k)] = json[k].get<double>();
  return v;
}

Eigen::VectorXd find_velocity(const Model& model, const Eigen::VectorXd& q,
                              const RobotArguments& arguments) {
  if (arguments.velocity && arguments.drop) {
    throw InvalidInput("--drop and --velocity are both given; expected one of them");
  }
  if (arguments.velocity) return read_velocity(model, *arguments.velocity);
  if (arguments.at_rest) return Eigen::VectorXd::Zero(model.velocity_size());
  if (!model.has_free_base()) {
    throw InvalidInput(fmt::format(
        "{}: the base is fixed, so nothing falls; expected --velocity with {} numbers ({}), or "
        "--base free",
        model.name(), model.velocity_size(), short_names(model.velocity_names())));
  }
  if (!arguments.drop) return falling(model, q, default_speed);
  const double gravity = model.gravity().norm();
  if (!(std::isfinite(*arguments.drop) && *arguments.drop > 0.0)) {
    throw InvalidInput(
        fmt::format("--drop = {} m; expected a height > 0", base::number(*arguments.drop)));
  }
  if (gravity == 0.0) {
    throw InvalidInput("--drop: the model has no gravity; expected --velocity instead");
  }
  return falling(model, q, std::sqrt(2.0 * gravity * *arguments.drop));
}

std::vector<double> gaps_at(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  std::vector<double> gaps;
  for (std::size_t k = 0; k < model.contacts().size(); ++k) {
    gaps.push_back(workspace.gap(static_cast<int>(k)));
  }
  return gaps;
}

/// Moves a free base, or the ground under a fixed one, so that the lowest contact touches.
void put_on_ground(Model& model, Eigen::VectorXd& q) {
  const std::vector<double> gaps = gaps_at(model, q);
  const double lowest = *std::min_element(gaps.begin(), gaps.end());
  if (model.has_free_base()) {
    q[model.joints().front().q + 2] -= lowest;
    return;
  }
  ModelParts parts = model.parts();
  for (ContactCandidate& contact : parts.contacts) {
    if (auto* plane = std::get_if<ContactPlane>(&contact.against)) plane->point.z() += lowest;
  }
  model = model.with(std::move(parts));
}

void stand_up(const Model& model, Eigen::VectorXd& q) {
  const PostureResult result = solve_posture(model, q);
  if (!result.converged) throw InvalidInput(fmt::format("--stand: {}", result.message));
  if (!result.message.empty()) warn(fmt::format("--stand: {}", result.message));
  if (!result.at_limit.empty()) {
    warn(fmt::format("--stand: joints at their limits: {}", base::join(result.at_limit)));
  }
  q = result.q;
}

void check_gaps(const Model& model, const Eigen::VectorXd& q, double touch) {
  const std::vector<double> gaps = gaps_at(model, q);
  if (*std::max_element(gaps.begin(), gaps.end()) <= touch) return;
  std::vector<std::string> items;
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    items.push_back(fmt::format("'{}' {} m", model.contacts()[k].name,
                                base::number(std::abs(gaps[k]) < 1e-12 ? 0.0 : gaps[k], 4)));
  }
  throw InvalidInput(fmt::format(
      "{}: not all contacts touch when the lowest does; gaps: {}; expected at most {} m (--touch); "
      "add --stand to move the joints until all touch, or give another --posture",
      model.name(), base::join(items), base::number(touch)));
}

Model with_contacts(const Model& robot, const std::string& file, const Eigen::VectorXd& q,
                    const RobotArguments& arguments) {
  const std::vector<std::string> feet =
      arguments.at_rest && !arguments.contacts ? usual_feet(robot) : std::vector<std::string>();
  if (!arguments.contacts && feet.empty()) throw InvalidInput(no_contacts_message(robot, file));
  if (!arguments.contacts) {
    warn(fmt::format("no --contacts: takes what is named like feet, {}", short_names(feet)));
  }
  const std::vector<std::string> words =
      arguments.contacts ? split_contact_words(*arguments.contacts) : feet;
  if (words.empty()) throw InvalidInput(no_contacts_message(robot, file));
  ModelParts parts = robot.parts();
  parts.contacts = ground_contacts(robot, words, q);
  return robot.with(std::move(parts));
}

void report_warnings(const Model& robot, const Eigen::VectorXd& q) {
  std::vector<std::string> warnings = robot.parts().warnings;
  for (const std::string& text : posture_warnings(robot, q)) warnings.push_back("posture: " + text);
  constexpr std::size_t most = 3;
  for (std::size_t k = 0; k < std::min(warnings.size(), most); ++k) warn(warnings[k]);
  if (warnings.size() > most) warn(fmt::format("… and {} more warnings", warnings.size() - most));
}

}  // namespace

void RobotArguments::declare(CLI::App& verb) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, help)->type_name(type)->group("Robot files");
  };
  add("--contacts", contacts,
      "what lands: frames, points of frames FRAME[x,y,z], LINK:corners or LINK:lowest, separated "
      "by commas",
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

std::vector<std::string> RobotArguments::given() const {
  std::vector<std::string> names;
  const auto check = [&](const char* name, bool is_given) {
    if (is_given) names.emplace_back(name);
  };
  check("--contacts", contacts.has_value());
  check("--posture", posture.has_value());
  check("--drop", drop.has_value());
  check("--velocity", velocity.has_value());
  check("--armature", armature.has_value());
  check("--lock", lock.has_value());
  check("--base", base.has_value());
  check("--stand", stand);
  check("--touch", touch.has_value());
  check("--srdf", srdf.has_value());
  check("--packages", !packages.empty());
  return names;
}

ModelInput open_robot(const std::string& file, const RobotArguments& arguments) {
  Model model = load_robot(file, loader_options(arguments));
  Faults faults;
  Posture start{model.neutral(), ""};
  gather(faults, [&] { start = find_start(model, arguments); });
  report_warnings(model, start.q);
  gather(faults, [&] { model = with_contacts(model, file, start.q, arguments); });
  gather(faults, [&] { model = with_armature(model, arguments.armature); });
  ProblemOptions options;
  gather(faults, [&] { options.locked = locked_joints(model, arguments.lock); });
  const double touch = arguments.touch.value_or(default_touch);
  if (!(std::isfinite(touch) && touch >= 0.0)) {
    faults.push_back(fmt::format("--touch = {} m; expected touch >= 0", base::number(touch)));
  }
  Eigen::VectorXd velocity;
  gather(faults, [&] { velocity = find_velocity(model, start.q, arguments); });
  if (!faults.empty()) throw InvalidInput(faults);

  put_on_ground(model, start.q);
  if (arguments.stand) {
    stand_up(model, start.q);
    velocity = find_velocity(model, start.q, arguments);  // the base may have turned
  } else if (!arguments.at_rest || arguments.touch) {
    check_gaps(model, start.q, touch);
  }
  for (const ContactCandidate& contact : model.contacts()) options.closed.push_back(contact.name);
  options.name = start.name.empty() ? model.name() : model.name() + ", " + start.name;
  return {std::move(model), {start.q, velocity}, std::move(options), 0.0};
}

}  // namespace carom::cli
