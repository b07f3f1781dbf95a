// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/page/columns.h"

namespace carom::report {
namespace {

/// Units of the entries of a joint's q (`velocity`: of its v).
std::vector<std::string> units_of(const Joint& joint, const std::string& length, bool velocity) {
  const std::string angle = velocity ? "rad/s" : "rad";
  const std::string way = velocity ? length + "/s" : length;
  const int size = velocity ? joint.v_size : joint.q_size;
  std::vector<std::string> units(static_cast<std::size_t>(size));
  const auto fill = [&](int from, int to, const std::string& unit) {
    for (int k = from; k < to && k < size; ++k) units[static_cast<std::size_t>(k)] = unit;
  };
  switch (joint.kind) {
    case JointKind::revolute: fill(0, size, angle); break;
    case JointKind::prismatic:
    case JointKind::translation: fill(0, size, way); break;
    case JointKind::spherical:  // a quaternion has no unit
    case JointKind::continuous: fill(0, velocity ? size : 0, angle); break;
    case JointKind::free:
      fill(0, 3, way);
      fill(3, velocity ? 6 : 3, angle);
      break;
    case JointKind::planar:
      fill(0, 2, way);
      fill(2, velocity ? 3 : 2, angle);
      break;
    case JointKind::fixed:
    case JointKind::composite: break;  // its joints are not told apart
  }
  return units;
}

std::vector<Column> columns_of(const Model& model, const std::string& length, bool velocity) {
  const auto& names = velocity ? model.velocity_names() : model.coordinate_names();
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({velocity ? "v_" + name : name, {}});
  for (const Joint& joint : model.joints()) {
    const auto units = units_of(joint, length, velocity);
    for (std::size_t k = 0; k < units.size(); ++k) {
      const std::size_t at = static_cast<std::size_t>(velocity ? joint.v : joint.q) + k;
      if (at < columns.size()) columns[at].unit = units[k];
    }
  }
  return columns;
}

}  // namespace

std::vector<Column> coordinate_columns(const Model& model, const std::string& length) {
  return columns_of(model, length, false);
}

std::vector<Column> velocity_columns(const Model& model, const std::string& length) {
  return columns_of(model, length, true);
}

}  // namespace carom::report
