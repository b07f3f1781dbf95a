// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "model/scene_file/scene_file_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "base/text.h"

namespace carom {
namespace {

std::string labelled(const FilePart& part, std::string_view fault) {
  return part.label.empty() ? std::string(fault) : fmt::format("{}: {}", part.label, fault);
}

/// What is wrong with the number, or "".
std::string range_fault(double value, NumberRange range, std::string_view key) {
  switch (range) {
    case NumberRange::any: return "";
    case NumberRange::not_negative: return value >= 0.0 ? "" : fmt::format("{} >= 0", key);
    case NumberRange::positive: return value > 0.0 ? "" : fmt::format("{} > 0", key);
    case NumberRange::fraction:
      return value >= 0.0 && value <= 1.0 ? "" : fmt::format("0 <= {} <= 1", key);
  }
  return "";
}

Eigen::Matrix3d rotation(const Eigen::Vector3d& rpy) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

}  // namespace

std::optional<double> parse_angle(std::string_view text) {
  double unit = 1.0;
  if (text.ends_with("deg")) unit = std::numbers::pi / 180.0;
  if (text.ends_with("deg") || text.ends_with("rad")) text.remove_suffix(3);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value * unit;
}

std::string SceneFileReader::place(const TomlNode& node) const {
  return node.line > 0 ? fmt::format("{}:{}", where_, node.line) : elsewhere_;
}

void SceneFileReader::add(const TomlNode& node, const FilePart& part, std::string_view fault) {
  faults_.push_back(fmt::format("{}: {}", place(node), labelled(part, fault)));
}

const TomlNode& SceneFileReader::origin(std::string_view fault, const TomlNode& otherwise) const {
  for (const auto& [label, table] : parts_) {
    if (!fault.starts_with(label + ": ")) continue;
    fault.remove_prefix(label.size() + 2);
    const TomlNode* value = table->find(fault.substr(0, fault.find_first_of(" [:")));
    return value != nullptr ? *value : *table;
  }
  return otherwise;
}

void SceneFileReader::add(const TomlNode& node, const InvalidInput& error) {
  for (const std::string& fault : error.faults()) {
    const bool placed = fault.starts_with(where_ + ":") || fault.starts_with(elsewhere_);
    faults_.push_back(placed ? fault : fmt::format("{}: {}", place(origin(fault, node)), fault));
  }
}

void SceneFileReader::finish() const {
  if (!faults_.empty()) throw InvalidInput(faults_);
}

void SceneFileReader::check_keys(const FilePart& part, const Names& known) {
  for (const TomlNode& item : part.table.items) {
    if (std::find(known.begin(), known.end(), item.key) != known.end()) continue;
    add(item, part,
        fmt::format("unknown key '{}'; expected one of {}{}", item.key, base::join(known),
                    base::did_you_mean(item.key, known)));
  }
}

const TomlNode* SceneFileReader::require(const FilePart& part, std::string_view key,
                                         std::string_view what) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) add(part.table, part, fmt::format("{} is missing; expected {}", key, what));
  return node;
}

std::optional<bool> SceneFileReader::flag(const FilePart& part, std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->kind == TomlNode::Kind::boolean) return node->flag;
  add(*node, part, fmt::format("{} = {}; expected true or false", key, shown(*node)));
  return {};
}

std::optional<std::string> SceneFileReader::text(const FilePart& part, std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->kind == TomlNode::Kind::text && !node->text.empty()) return node->text;
  add(*node, part, fmt::format("{} = {}; expected text, not empty", key, shown(*node)));
  return {};
}

std::optional<std::string> SceneFileReader::word(const FilePart& part, std::string_view key,
                                                 const Names& allowed) {
  const auto found = text(part, key);
  if (!found || std::find(allowed.begin(), allowed.end(), *found) != allowed.end()) return found;
  add(*part.table.find(key), part,
      fmt::format("{} = \"{}\"; expected one of {}{}", key, *found, base::join(allowed),
                  base::did_you_mean(*found, allowed)));
  return {};
}

std::optional<double> SceneFileReader::finite(const TomlNode& node, const FilePart& part,
                                              std::string_view what) {
  if (node.is_number() && std::isfinite(node.number)) return node.number;
  add(node, part, fmt::format("{} = {}; expected a finite number", what, shown(node)));
  return {};
}

std::optional<double> SceneFileReader::angle(const TomlNode& node, const FilePart& part,
                                             std::string_view what) {
  if (node.is_number()) return finite(node, part, what);
  if (node.kind == TomlNode::Kind::text) {
    if (const auto value = parse_angle(node.text)) return value;
  }
  add(node, part,
      fmt::format("{} = {}; expected a finite number, or an angle such as \"40deg\"", what,
                  shown(node)));
  return {};
}

std::optional<double> SceneFileReader::number(const FilePart& part, std::string_view key,
                                              NumberRange range) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  const auto value = finite(*node, part, key);
  if (!value) return {};
  const std::string rule = range_fault(*value, range, key);
  if (rule.empty()) return value;
  add(*node, part, fmt::format("{} = {}; expected {}", key, shown(*node), rule));
  return {};
}

std::optional<double> SceneFileReader::limit(const FilePart& part, std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->is_number() && std::isinf(node->number)) return node->number;
  return angle(*node, part, key);
}

std::optional<Eigen::VectorXd> SceneFileReader::numbers(const FilePart& part, std::string_view key,
                                                        int size, bool angles) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->kind != TomlNode::Kind::list) {
    add(*node, part, fmt::format("{} = {}; expected a list of numbers", key, shown(*node)));
    return {};
  }
  const auto count = static_cast<int>(node->items.size());
  if (size >= 0 && count != size) {
    add(*node, part, fmt::format("{} has {} numbers; expected {}", key, count, size));
    return {};
  }
  Eigen::VectorXd values(count);
  bool good = true;
  for (int i = 0; i < count; ++i) {
    const TomlNode& item = node->items[static_cast<std::size_t>(i)];
    const std::string what = fmt::format("{}[{}]", key, i);
    const auto value = angles ? angle(item, part, what) : finite(item, part, what);
    good = good && value;
    values[i] = value.value_or(0.0);
  }
  if (!good) return {};
  return values;
}

std::optional<Eigen::Vector3d> SceneFileReader::vector(const FilePart& part, std::string_view key,
                                                       bool angles) {
  const auto values = numbers(part, key, 3, angles);
  if (!values) return {};
  return Eigen::Vector3d(*values);
}

std::optional<Eigen::MatrixXd> SceneFileReader::rows(const FilePart& part, std::string_view key,
                                                     int columns, bool angles) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->kind != TomlNode::Kind::list) {
    add(*node, part, fmt::format("{} = {}; expected a list of rows", key, shown(*node)));
    return {};
  }
  if (columns < 0)
    columns = node->items.empty() ? 0 : static_cast<int>(node->items.front().items.size());
  Eigen::MatrixXd matrix(node->items.size(), columns);
  bool good = true;
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    // A row is read as the only key of a table, so that a list has one reader.
    TomlNode holder;
    holder.items.push_back(node->items[i]);
    holder.items.front().key = fmt::format("{}[{}]", key, i);
    const auto row = numbers({holder, part.label}, holder.items.front().key, columns, angles);
    good = good && row;
    if (row) matrix.row(static_cast<Eigen::Index>(i)) = row->transpose();
  }
  if (!good) return {};
  return matrix;
}

std::optional<Eigen::Matrix3d> SceneFileReader::turn(const FilePart& part, std::string_view key) {
  const auto rpy = vector(part, key, true);
  if (!rpy) return {};
  return rotation(*rpy);
}

std::optional<Eigen::Isometry3d> SceneFileReader::placement(const FilePart& part,
                                                            std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  if (node->kind == TomlNode::Kind::list) {
    const auto xyz = vector(part, key);
    if (!xyz) return {};
    result.translation() = *xyz;
    return result;
  }
  if (node->kind != TomlNode::Kind::table) {
    add(*node, part,
        fmt::format("{} = {}; expected {{xyz = [x, y, z], rpy = [roll, pitch, yaw]}}", key,
                    shown(*node)));
    return {};
  }
  const std::string separator = part.label.empty() ? "" : ": ";
  const FilePart inner{*node, fmt::format("{}{}{}", part.label, separator, key)};
  check_keys(inner, {"xyz", "rpy"});
  if (const auto xyz = vector(inner, "xyz")) result.translation() = *xyz;
  if (const auto rotated = turn(inner, "rpy")) result.linear() = *rotated;
  return result;
}

const TomlNode* SceneFileReader::table(const FilePart& part, std::string_view key,
                                       std::string_view expected) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr || node->kind == TomlNode::Kind::table) return node;
  const std::string usual = fmt::format("a table, [{}]", key);
  add(*node, part,
      fmt::format("{} = {}; expected {}", key, shown(*node), expected.empty() ? usual : expected));
  return nullptr;
}

std::vector<const TomlNode*> SceneFileReader::names(const FilePart& part, std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  if (node->kind != TomlNode::Kind::list) {
    add(*node, part, fmt::format("{} = {}; expected a list of names", key, shown(*node)));
    return {};
  }
  std::vector<const TomlNode*> found;
  for (const TomlNode& item : node->items) {
    if (item.kind == TomlNode::Kind::text && !item.text.empty()) {
      found.push_back(&item);
    } else {
      add(item, part, fmt::format("{} has an entry {}; expected a name", key, shown(item)));
    }
  }
  return found;
}

std::vector<FilePart> SceneFileReader::parts(const FilePart& part, std::string_view key) {
  const TomlNode* node = part.table.find(key);
  if (node == nullptr) return {};
  std::vector<FilePart> found;
  if (node->kind != TomlNode::Kind::list) {
    add(*node, part, fmt::format("{0} = {1}; expected tables, [[{0}]]", key, shown(*node)));
    return found;
  }
  for (const TomlNode& item : node->items) {
    const std::string number = fmt::format("{} {}", key, &item - node->items.data() + 1);
    if (item.kind != TomlNode::Kind::table) {
      add(item, part, fmt::format("{} = {}; expected a table", number, shown(item)));
      continue;
    }
    const TomlNode* name = item.find("name");
    const bool named = name != nullptr && name->kind == TomlNode::Kind::text && !name->text.empty();
    found.push_back({item, named ? fmt::format("{} '{}'", key, name->text) : number});
  }
  return found;
}

}  // namespace carom
