// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// `carom reproduce`: published numbers beside the same numbers computed now. "met" is equality to
// the stated number of digits; whatever else comes out is "refuted". The statements are in
// the other files of this folder.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/enumerator_name.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "report/json/json_text.h"
#include "reproduce/published.h"

namespace carom {
namespace {

using Status = Reproduction::Status;

const published::Table& full_table() {
  using namespace published;
  static const Table table = [] {
    Table t;
    for (const auto add : {add_s3_maps,
                           add_s3_uniqueness,
                           add_s3_restitution,
                           add_s3_billiards,
                           add_s3_trex,
                           add_s0,
                           add_s0_rhex,
                           add_s0_rhex_gaits,
                           add_s1,
                           add_s2,
                           add_s4_biped,
                           add_s4_pantograph,
                           add_reference_cradles,
                           add_reference_coxeter,
                           add_reference_billiards,
                           add_reference_corner,
                           add_reference_block,
                           add_reference_biped,
                           add_reference_pantograph,
                           add_reference_rhex,
                           add_reference_trex,
                           add_reference_atlas,
                           add_reference_maps,
                           add_reference_design}) {
      add(t);
    }
    return t;
  }();
  return table;
}

/// Half a unit of the last digit compared, of the largest published entry (or of 1 for zeros).
double tolerance(const Eigen::MatrixXd& published, int digits) {
  const double largest = published.cwiseAbs().maxCoeff();
  const double magnitude = largest > 0.0 ? std::floor(std::log10(largest)) + 1.0 : 1.0;
  return 0.5 * std::pow(10.0, magnitude - digits);
}

Status compare(const Reproduction& item) {
  if (item.computed.size() == 0 && item.expected == Status::not_recoverable) {
    return Status::not_recoverable;
  }
  if (item.published.rows() != item.computed.rows() ||
      item.published.cols() != item.computed.cols()) {
    return Status::refuted;
  }
  const double error = (item.published - item.computed).cwiseAbs().maxCoeff();
  return error <= tolerance(item.published, item.digits) ? Status::met : Status::refuted;
}

Reproduction compute(const published::Entry& entry) {
  Reproduction item = entry.compute();
  item.id = entry.id;
  item.status = compare(item);
  return item;
}

bool selected(const std::string& id, const std::string& wanted) {
  return id == wanted || id.starts_with(wanted + ".");
}

/// Every id and every start of one: "S3", "S3.eq15", "S3.eq15.uvu".
std::vector<std::string> names_for_ids() {
  std::vector<std::string> names;
  for (const std::string& id : reproduction_ids()) {
    for (auto dot = id.find('.'); dot != id.npos; dot = id.find('.', dot + 1)) {
      const std::string start = id.substr(0, dot);
      if (std::find(names.begin(), names.end(), start) == names.end()) names.push_back(start);
    }
    names.push_back(id);
  }
  return names;
}

void check_ids(const std::vector<std::string>& ids) {
  const std::vector<std::string> known = names_for_ids();
  std::vector<std::string> faults;
  for (const std::string& wanted : ids) {
    if (std::find(known.begin(), known.end(), wanted) != known.end()) continue;
    faults.push_back(
        fmt::format("id '{}' is unknown; expected an id of 'carom reproduce', or the "
                    "start of one such as S3 or cradle.1{}",
                    wanted, base::did_you_mean(wanted, known)));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

report::Json value_json(const Eigen::MatrixXd& value) {
  if (value.size() == 0) return nullptr;
  if (value.size() == 1) return value(0, 0);
  return value.cols() == 1 ? report::list_of(value.col(0)) : report::rows_of(value);
}

}  // namespace

std::vector<std::string> reproduction_ids() {
  std::vector<std::string> ids;
  for (const published::Entry& entry : full_table().entries) ids.push_back(entry.id);
  return ids;
}

std::vector<Reproduction> reproduce(const std::vector<std::string>& ids) {
  check_ids(ids);
  std::vector<Reproduction> items;
  for (const published::Entry& entry : full_table().entries) {
    const auto wants = [&](const std::string& wanted) { return selected(entry.id, wanted); };
    if (ids.empty() || std::any_of(ids.begin(), ids.end(), wants)) items.push_back(compute(entry));
  }
  return items;
}

std::string to_string(Reproduction::Status status) {
  return base::enumerator_name(status, {"met", "refuted", "not_recoverable"});
}

std::string to_json(const std::vector<Reproduction>& items, int indent) {
  report::Json list = report::Json::array();
  for (const Reproduction& item : items) {
    list.push_back(report::Json{{"id", item.id},
                                {"source", item.source},
                                {"quantity", item.quantity},
                                {"published", value_json(item.published)},
                                {"computed", value_json(item.computed)},
                                {"digits", item.digits},
                                {"status", to_string(item.status)},
                                {"expected", to_string(item.expected)},
                                {"note", item.note}});
  }
  return report::dump_json(list, indent);
}

}  // namespace carom
