// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Postures by name and from JSON: an array in the model's order (a free base first: position, then
// quaternion xyzw), or an object of names and values. A name is a coordinate's or a joint's; a
// joint with several coordinates takes a list, one that turns without limits an angle.
#include "model/posture/posture_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/robot.h"

namespace carom {
namespace {

using Eigen::VectorXd;
using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

// [1] of the length of a quaternion that is normalised. A choice, as of model.cpp: files have
// seven digits and more; larger errors are mistakes in the entries.
constexpr double unit_tolerance = 1e-6;
constexpr const char* neutral_name = "neutral";

/// Names that robot files give to a stance, best first.
constexpr const char* stances[] = {"standing",          "stand",  "half_sitting",
                                   "straight_standing", "home",   "homing_nominal",
                                   "default",           "initial"};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// Like base::did_you_mean, but capitals are no edits.
std::string suggestion(std::string_view name, const Names& candidates) {
  for (const std::string& candidate : candidates) {
    if (lower_case(candidate) == lower_case(name)) {
      return fmt::format("; did you mean '{}'?", candidate);
    }
  }
  return base::did_you_mean(name, candidates);
}

std::string shown(const Json& value) {
  constexpr std::size_t longest = 40;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

/// "where:line:column" of a byte.
std::string place(std::string_view where, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto newline = before.rfind('\n');
  const std::size_t column =
      newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return fmt::format("{}:{}:{}", where, 1 + std::count(before.begin(), before.end(), '\n'), column);
}

Json parse(std::string_view text, std::string_view where) {
  constexpr int deepest = 4;  // lists of numbers in an object need two
  std::vector<Names> keys;
  const auto watch = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > deepest) {
      throw InvalidInput(fmt::format(
          "{}: lists are nested more than {} deep; expected numbers or names", where, deepest));
    }
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto key = value.get<std::string>();
      if (std::find(keys.back().begin(), keys.back().end(), key) != keys.back().end()) {
        throw InvalidInput(fmt::format("{}: '{}' is given twice; expected once", where, key));
      }
      keys.back().push_back(key);
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    std::size_t byte = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    while (byte > 0 && std::isalpha(static_cast<unsigned char>(text[byte - 1])) != 0) --byte;
    throw InvalidInput(fmt::format(
        "{}: not JSON; expected a list of finite numbers or an object of names and numbers",
        place(where, text, byte)));
  } catch (const Json::out_of_range&) {
    throw InvalidInput(
        fmt::format("{}: a number overflows; expected finite numbers up to 1.8e308", where));
  }
}

class PostureReader {
 public:
  PostureReader(const Model& model, std::string_view where) : model_(model), where_(where) {}

  VectorXd read(const Json& document) {
    VectorXd q;
    if (document.is_array()) {
      q = read_list(document);
    } else if (document.is_object()) {
      q = read_object(document);
    } else {
      fault(
          fmt::format("the posture is {}; expected a list of {} numbers, or an object such as "
                      "{{\"joint\": 0.5}}",
                      shown(document), model_.configuration_size()));
    }
    if (faults_.empty()) check_lengths(q);
    if (!faults_.empty()) throw InvalidInput(faults_);
    return with_unit_parts(model_, std::move(q));
  }

 private:
  void fault(const std::string& text) { faults_.push_back(fmt::format("{}: {}", where_, text)); }

  const std::string& coordinate(int index) const {
    return model_.coordinate_names()[static_cast<std::size_t>(index)];
  }

  std::optional<double> number(const Json& value, const std::string& what) {
    if (value.is_number()) return value.get<double>();
    fault(fmt::format("{} = {}; expected a number (rad or m)", what, shown(value)));
    return std::nullopt;
  }

  VectorXd read_list(const Json& list) {
    const int expected = model_.configuration_size();
    const auto size = static_cast<int>(list.size());
    if (size != expected) {
      fault(fmt::format("the posture has {} numbers; expected {}: {}{}", size, expected,
                        base::join(model_.coordinate_names()), size_remedy(size)));
      return {};
    }
    VectorXd q = VectorXd::Zero(expected);
    for (int k = 0; k < expected; ++k) {
      const auto index = static_cast<std::size_t>(k);
      q[k] = number(list[index], fmt::format("[{}] ({})", k, coordinate(k))).value_or(0.0);
    }
    return q;
  }

  std::string size_remedy(int size) const {
    if (!model_.has_free_base()) return "";
    const int joints = model_.configuration_size() - model_.joints().front().q_size;
    if (size == joints) {
      return "; put the free base in front: position x, y, z and quaternion x, y, z, w";
    }
    if (size == joints + 6) return "; the free base has a quaternion x, y, z, w, not three angles";
    return "";
  }

  VectorXd read_object(const Json& object) {
    VectorXd q = find_posture(model_, default_posture(model_));
    given_.assign(static_cast<std::size_t>(q.size()), 0);
    for (const auto& [name, value] : object.items()) {
      if (const int index = find_coordinate(name); index >= 0) {
        if (const auto entry = number(value, fmt::format("'{}'", name))) set(q, index, *entry);
      } else if (const Joint* joint = find_joint_of(name)) {
        read_joint(*joint, value, q);
      } else {
        fault(fmt::format("no joint '{}'; expected one of {}{}", name, base::join(known()),
                          suggestion(name, known())));
      }
    }
    return q;
  }

  int find_coordinate(const std::string& name) const {
    const Names& names = model_.coordinate_names();
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }

  /// Only joints whose coordinates are entries of q: with a coordinate map they are not.
  const Joint* find_joint_of(const std::string& name) const {
    for (const Joint& joint : model_.joints()) {
      if (joint.name == name && joint.q_size > 1 && coordinate(joint.q).starts_with(name)) {
        return &joint;
      }
    }
    return nullptr;
  }

  /// Every name that is accepted, a joint rather than its coordinates.
  Names known() const {
    Names names;
    for (const Joint& joint : model_.joints()) {
      if (find_joint_of(joint.name) != nullptr) {
        names.push_back(joint.name);
      } else {
        for (int k = 0; k < joint.q_size; ++k) names.push_back(coordinate(joint.q + k));
      }
    }
    return names;
  }

  void read_joint(const Joint& joint, const Json& value, VectorXd& q) {
    if (joint.kind == JointKind::continuous && value.is_number()) {
      set(q, joint.q, std::cos(value.get<double>()));
      set(q, joint.q + 1, std::sin(value.get<double>()));
      return;
    }
    if (!value.is_array() || static_cast<int>(value.size()) != joint.q_size) {
      Names entries;
      for (int k = 0; k < joint.q_size; ++k) entries.push_back(coordinate(joint.q + k));
      fault(fmt::format("'{}' = {}; expected {}a list of {} numbers: {}", joint.name, shown(value),
                        joint.kind == JointKind::continuous ? "an angle (rad), or " : "",
                        joint.q_size, base::join(entries)));
      return;
    }
    for (int k = 0; k < joint.q_size; ++k) {
      const auto index = static_cast<std::size_t>(k);
      const auto entry = number(value[index], fmt::format("'{}'[{}]", joint.name, k));
      if (entry) set(q, joint.q + k, *entry);
    }
  }

  void set(VectorXd& q, int index, double value) {
    char& given = given_[static_cast<std::size_t>(index)];
    if (given) fault(fmt::format("'{}' is given twice; expected once", coordinate(index)));
    given = 1;
    q[index] = value;
  }

  void check_lengths(const VectorXd& q) {
    for (const UnitPart& part : unit_parts(model_)) {
      const double length = q.segment(part.start, part.size).norm();
      if (std::abs(length - 1.0) <= unit_tolerance) continue;
      fault(fmt::format(
          "{} of joint '{}' has length {}; expected 1; {}",
          part.size == 4 ? "the quaternion (x, y, z, w)" : "(cosine, sine)",
          model_.joints()[static_cast<std::size_t>(part.joint)].name, base::number(length),
          part.size == 4 ? "no rotation is 0, 0, 0, 1" : "an angle a is cos a, sin a"));
    }
  }

  const Model& model_;
  std::string_view where_;
  Names faults_;
  std::vector<char> given_;
};

}  // namespace

std::vector<UnitPart> unit_parts(const Model& model) {
  std::vector<UnitPart> parts;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    const Joint& joint = model.joints()[j];
    const auto index = static_cast<int>(j);
    if (joint.kind == JointKind::free) parts.push_back({index, joint.q + 3, 4});
    if (joint.kind == JointKind::spherical && joint.q_size == 4) {
      parts.push_back({index, joint.q, 4});
    }
    if (joint.kind == JointKind::continuous) parts.push_back({index, joint.q, 2});
    if (joint.kind == JointKind::planar) parts.push_back({index, joint.q + 2, 2});
  }
  return parts;
}

VectorXd with_unit_parts(const Model& model, VectorXd q) {
  for (const UnitPart& part : unit_parts(model)) {
    const double length = q.segment(part.start, part.size).norm();
    // What is of length 1 to rounding keeps its bits: the length of a normalised vector is 1 to
    // two spacings of doubles, 2.2e-16 each above 1.
    if (std::abs(length - 1.0) > 4e-16) q.segment(part.start, part.size) /= length;
  }
  return q;
}

std::vector<std::string> posture_warnings(const Model& model, const VectorXd& q) {
  Names warnings;
  for (Eigen::Index k = 0; k < q.size(); ++k) {
    const double lower = model.lower_limit()[k], upper = model.upper_limit()[k];
    if (q[k] >= lower && q[k] <= upper) continue;
    const bool above = q[k] > upper;
    warnings.push_back(fmt::format(
        "'{}' = {} is {} its limit {}", model.coordinate_names()[static_cast<std::size_t>(k)],
        base::number(q[k]), above ? "above" : "below", base::number(above ? upper : lower)));
  }
  return warnings;
}

VectorXd find_posture(const Model& model, std::string_view name) {
  const auto& postures = model.parts().postures;
  if (const auto found = postures.find(std::string(name)); found != postures.end()) {
    return with_unit_parts(model, found->second);
  }
  if (name == neutral_name) return model.neutral();
  Names names;
  for (const auto& [known, q] : postures) names.push_back(known);
  names.emplace_back(neutral_name);
  throw InvalidInput(fmt::format("{}: no posture '{}'; expected one of {}{}", model.name(), name,
                                 base::join(names), suggestion(name, names)));
}

VectorXd posture_from_json(const Model& model, std::string_view text, std::string_view where) {
  return PostureReader(model, where).read(parse(text, where));
}

NamedPosture posture_from_words(const Model& model, const std::string& words,
                                std::string_view where) {
  if (words.starts_with('[') || words.starts_with('{')) {
    return {posture_from_json(model, words, where)};
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(words, ignored)) {
    return {posture_from_json(model, base::whole_file(words), words)};
  }
  return {find_posture(model, words), words};
}

std::string default_posture(const Model& model) {
  for (const char* name : stances) {
    if (model.parts().postures.contains(name)) return name;
  }
  return neutral_name;
}

}  // namespace carom
