// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the kinds of scene files read their values with. Gathers every fault, each "file:line: part:
// what = value; expected rule", and throws them together; what cannot be read is left out, so that
// the rest is still checked.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/error.h"
#include "model/scene_file/toml_document.h"

namespace carom {

/// A table of the file, and what messages call it: "body 'thigh'", or "" for the whole file.
struct FilePart {
  const TomlNode& table;
  std::string label = {};
};

enum class NumberRange { any, not_negative, positive, fraction };

class SceneFileReader {
 public:
  using Names = std::vector<std::string>;

  /// `elsewhere`: the place of values that are not of the file.
  explicit SceneFileReader(std::string where, std::string elsewhere = "--set")
      : where_(std::move(where)), elsewhere_(std::move(elsewhere)) {}

  const std::string& where() const { return where_; }
  /// "file:line", or where else the value is from.
  std::string place(const TomlNode& node) const;
  void add(const TomlNode& node, const FilePart& part, std::string_view fault);
  void add(std::string fault) { faults_.push_back(std::move(fault)); }
  /// Faults found elsewhere: `node` is where they come from. Where a fault begins with the label of
  /// a part and one of its keys, "body 'thigh': mass = …", it gets the line of that key.
  void add(const TomlNode& node, const InvalidInput& error);
  /// A label such faults may begin with.
  void remember(std::string label, const TomlNode& table) { parts_[std::move(label)] = &table; }
  bool has_faults() const { return !faults_.empty(); }
  /// Throws InvalidInput if there is any fault.
  void finish() const;

  /// A fault for every key that is not known.
  void check_keys(const FilePart& part, const Names& known);
  /// A fault if the key is missing; `what` ends the sentence.
  const TomlNode* require(const FilePart& part, std::string_view key, std::string_view what);

  // The value of a key; nothing where it is missing, or of the wrong type, which is a fault.
  std::optional<bool> flag(const FilePart& part, std::string_view key);
  std::optional<std::string> text(const FilePart& part, std::string_view key);
  std::optional<std::string> word(const FilePart& part, std::string_view key, const Names& allowed);
  std::optional<double> number(const FilePart& part, std::string_view key,
                               NumberRange range = NumberRange::any);
  /// Also ±infinity, for limits; "40deg" is read too.
  std::optional<double> limit(const FilePart& part, std::string_view key);
  /// `size` < 0: any. `angles`: "40deg" is read too.
  std::optional<Eigen::VectorXd> numbers(const FilePart& part, std::string_view key, int size,
                                         bool angles = false);
  std::optional<Eigen::Vector3d> vector(const FilePart& part, std::string_view key,
                                        bool angles = false);
  /// Rows of `columns` numbers; < 0: as many as the first one has.
  std::optional<Eigen::MatrixXd> rows(const FilePart& part, std::string_view key, int columns,
                                      bool angles = false);
  /// [roll, pitch, yaw], R = Rz Ry Rx; "40deg" is read too.
  std::optional<Eigen::Matrix3d> turn(const FilePart& part, std::string_view key);
  /// {xyz = […], rpy = […]}, R = Rz Ry Rx; or a list of three numbers: xyz alone.
  std::optional<Eigen::Isometry3d> placement(const FilePart& part, std::string_view key);
  /// Strings of a list, with their places.
  std::vector<const TomlNode*> names(const FilePart& part, std::string_view key);
  /// The table of a key, or null; any other value is a fault, which ends in `expected`, or in
  /// "a table, [key]".
  const TomlNode* table(const FilePart& part, std::string_view key, std::string_view expected = {});
  /// Calls `act`; its faults are of this node. False: it was refused.
  template <class Act>
  bool accepts(const TomlNode& node, Act&& act) {
    try {
      act();
      return true;
    } catch (const InvalidInput& error) {
      add(node, error);
      return false;
    }
  }
  /// The tables of [[key]], each with a label of its name or number.
  std::vector<FilePart> parts(const FilePart& part, std::string_view key);

  /// A finite number, or text such as "40deg" or "0.7rad"; a fault, named `what`, if neither.
  std::optional<double> angle(const TomlNode& node, const FilePart& part, std::string_view what);

 private:
  std::optional<double> finite(const TomlNode& node, const FilePart& part, std::string_view what);

  const TomlNode& origin(std::string_view fault, const TomlNode& otherwise) const;

  std::string where_, elsewhere_;
  Names faults_;
  std::map<std::string, const TomlNode*, std::less<>> parts_;
};

/// Radians of "40deg", "0.7rad", "0.7"; nothing if it is none of these.
std::optional<double> parse_angle(std::string_view text);

}  // namespace carom
