// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/mcap.h"

#include <algorithm>
#include <cmath>

#include "carom/version.h"

namespace carom::report {
namespace {

constexpr std::string_view mcap_magic("\x89MCAP0\r\n", 8);
enum Opcode : unsigned char {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  statistics = 0x0B,
  data_end = 0x0F
};
constexpr int state_id = 1, impacts_id = 2;  // of schemas and of channels

void put_text(std::string& text, std::string_view value) {
  put_little(text, value.size(), 4);
  text += value;
}
void put_record(std::string& text, Opcode opcode, std::string_view content) {
  text += static_cast<char>(opcode);
  put_little(text, content.size(), 8);
  text += content;
}

std::uint64_t nanoseconds(double time) {
  const double scaled = std::round(time * 1e9);
  return scaled > 0.0 && scaled < 1.8e19 ? static_cast<std::uint64_t>(scaled) : 0;
}

Json number_schema(const std::string& unit) {
  Json json = {{"type", Json::array({"number", "null"})}};
  if (!unit.empty()) json["description"] = unit;
  return json;
}

Json object_schema(const std::vector<Column>& columns) {
  Json json = {{"type", "object"}, {"properties", Json::object()}};
  for (const Column& column : columns) {
    json["properties"][column.name] = number_schema(column.unit);
  }
  return json;
}

std::vector<Column> contact_columns(const RunNames& names, const std::string& unit) {
  std::vector<Column> columns;
  for (const std::string& contact : names.contacts) columns.push_back({contact, unit});
  return columns;
}

std::vector<Column> torque_columns(const RunNames& names) {
  std::vector<Column> columns;
  for (const int velocity : names.driven) columns.push_back(names.torque_column(velocity, ""));
  return columns;
}

std::string state_schema(const RunNames& names) {
  Json properties = {{"time", number_schema("s")},
                     {"kind", {{"type", "string"}}},
                     {"q", object_schema(names.q)},
                     {"v", object_schema(names.v)},
                     {"energy", number_schema(names.energy_unit)},
                     {"gaps", object_schema(contact_columns(names, names.length_unit))},
                     {"forces", object_schema(contact_columns(names, names.force_unit))},
                     {"friction", object_schema(contact_columns(names, names.force_unit))}};
  if (!names.driven.empty()) {
    properties["torque"] = object_schema(torque_columns(names));
    properties["motor_work"] = number_schema(names.energy_unit);
  }
  return dump_json({{"type", "object"}, {"properties", properties}}, -1);
}

constexpr std::string_view impacts_schema =
    R"({"type":"object","description":"carom-outcome/1","properties":{"time":{"type":"number"}}})";

const char* word(TrajectoryRow::Kind kind) {
  switch (kind) {
    case TrajectoryRow::Kind::before_impact: return "before_impact";
    case TrajectoryRow::Kind::after_impact: return "after_impact";
    case TrajectoryRow::Kind::step: break;
  }
  return "step";
}

/// "name": for every column of one object.
void put_keys(const std::vector<Column>& columns, std::string_view object,
              std::vector<std::string>& keys) {
  std::string before = std::string(object) + "{";
  for (const Column& column : columns) {
    keys.push_back(before + dump_json(column.name, -1) + ":");
    before = ",";
  }
}

void put_value(double value, std::string& text) {
  if (std::isfinite(value)) {
    put_number(value, text);
  } else {
    text += "null";
  }
}

/// Schemas and channels, which stand at the start and again in the summary.
std::string descriptions(const std::string& state) {
  std::string text, content;
  const auto put_schema = [&](int id, std::string_view name, std::string_view data) {
    content.clear();
    put_little(content, static_cast<std::uint64_t>(id), 2);
    put_text(content, name);
    put_text(content, "jsonschema");
    put_text(content, data);
    put_record(text, schema, content);
  };
  const auto put_channel = [&](int id, std::string_view topic) {
    content.clear();
    put_little(content, static_cast<std::uint64_t>(id), 2);
    put_little(content, static_cast<std::uint64_t>(id), 2);
    put_text(content, topic);
    put_text(content, "json");
    put_little(content, 0, 4);  // no metadata
    put_record(text, channel, content);
  };
  put_schema(state_id, "carom.State", state);
  put_schema(impacts_id, "carom.Impact", impacts_schema);
  put_channel(state_id, "/state");
  put_channel(impacts_id, "/impacts");
  return text;
}

}  // namespace

McapFile::McapFile(const std::filesystem::path& path, const RunNames& names, const Counts& counts)
    : counts_(counts),
      state_schema_(state_schema(names)),
      driven_(!names.driven.empty()),
      file_(path, counts.body) {
  put_keys(names.q, ",\"q\":", keys_);
  put_keys(names.v, "},\"v\":", keys_);
  const std::vector<Column> contacts = contact_columns(names, {});
  put_keys(contacts, ",\"gaps\":", keys_);
  put_keys(contacts, "},\"forces\":", keys_);
  put_keys(contacts, "},\"friction\":", keys_);
  put_keys(torque_columns(names), ",\"torque\":", keys_);
  body_ = counts.body;
  if (counts.body == 0) {
    const std::string first = start();
    body_ = static_cast<std::int64_t>(first.size());
    file_.append(first);
  }
}

std::string McapFile::start() const {
  std::string text(mcap_magic), content;
  put_text(content, "");  // profile
  put_text(content, "carom " + std::string(version));
  put_record(text, header, content);
  return text + descriptions(state_schema_);
}

std::string McapFile::end() const {
  std::string text, content;
  put_little(content, 0, 4);  // no checksum
  put_record(text, data_end, content);
  const std::uint64_t summary = static_cast<std::uint64_t>(body_) + text.size();
  text += descriptions(state_schema_);
  content.clear();
  put_little(content, static_cast<std::uint64_t>(counts_.rows + counts_.impacts), 8);
  put_little(content, 2, 2);                              // schemas
  put_little(content, 2, 4);                              // channels
  for (int k = 0; k < 3; ++k) put_little(content, 0, 4);  // attachments, metadata, chunks
  put_little(content, nanoseconds(counts_.first), 8);
  put_little(content, nanoseconds(counts_.last), 8);
  put_little(content, 20, 4);  // bytes of the counts per channel
  put_little(content, state_id, 2);
  put_little(content, static_cast<std::uint64_t>(counts_.rows), 8);
  put_little(content, impacts_id, 2);
  put_little(content, static_cast<std::uint64_t>(counts_.impacts), 8);
  put_record(text, statistics, content);
  content.clear();
  put_little(content, summary, 8);
  put_little(content, 0, 8);  // no offsets of groups
  put_little(content, 0, 4);  // no checksum
  put_record(text, footer, content);
  return text + std::string(mcap_magic);
}

void McapFile::put_message(int id, std::int64_t sequence, double time, std::string_view data) {
  if (counts_.rows + counts_.impacts == 0) counts_.first = time;
  counts_.last = std::max(counts_.last, time);
  record_.clear();
  record_ += static_cast<char>(message);
  put_little(record_, data.size() + 22, 8);
  put_little(record_, static_cast<std::uint64_t>(id), 2);
  put_little(record_, static_cast<std::uint64_t>(sequence), 4);
  put_little(record_, nanoseconds(time), 8);  // logged
  put_little(record_, nanoseconds(time), 8);  // published
  record_ += data;
  body_ += static_cast<std::int64_t>(record_.size());
}

void McapFile::put(const TrajectoryRow& row) {
  text_ = "{\"time\":";
  put_value(row.time, text_);
  text_ += ",\"kind\":\"";
  text_ += word(row.kind);
  text_ += '"';
  std::size_t k = 0;
  const auto put_all = [&](const Eigen::VectorXd& values) {
    for (const double value : values) {
      text_ += keys_[k++];
      put_value(value, text_);
    }
  };
  put_all(row.state.q);
  put_all(row.state.v);
  text_ += k > 0 ? "},\"energy\":" : ",\"energy\":";
  put_value(row.energy, text_);
  put_all(row.gaps);
  put_all(row.forces);
  put_all(row.friction);
  if (row.gaps.size() > 0) text_ += '}';
  if (driven_) {
    put_all(row.torque);
    text_ += "},\"motor_work\":";
    put_value(row.motor_work, text_);
  }
  text_ += '}';
  put_message(state_id, counts_.rows, row.time, text_);
  ++counts_.rows;
  append();
}

void McapFile::put_impact(double time, std::string_view text) {
  put_message(impacts_id, counts_.impacts, time, text);
  ++counts_.impacts;
  append();
}

void McapFile::append() {
  file_.append(record_);
  if (file_.full()) flush();
}

void McapFile::flush() {
  file_.set_tail(end());
  file_.flush();
}

void McapFile::close() {
  flush();
  file_.close();
}

}  // namespace carom::report
