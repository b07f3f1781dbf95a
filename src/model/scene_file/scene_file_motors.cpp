// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motor programs from TOML (docs/programs.md): [[motors.NAME]] of scene files, files of programs,
// and single entries from the shell. What numbers must be says model/motor_faults.h; here each
// fault gets the line of its key.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/motor_faults.h"
#include "model/scene_file/motor_csv.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* programs_format = "carom-motors/1";
const Words motion_keys = {"hold", "spin", "clock", "table", "torque"};
const Words entry_keys = {"name",  "summary",   "joints",  "joint",     "hold",
                          "spin",  "clock",     "table",   "torque",    "at",
                          "delay", "stiffness", "damping", "frequency", "limit"};

std::string below(const std::string& label, const std::string& word) {
  return label.empty() ? word : label + ": " + word;
}

/// One entry. Where a value cannot be read, one that is right stands in, so that the rest is still
/// checked and no fault follows from another.
class MotorEntryReader {
 public:
  MotorEntryReader(SceneFileReader& reader, const FilePart& part, const FileRoot& root)
      : reader_(reader), part_(part), root_(root) {}

  MotorEntry read() {
    reader_.check_keys(part_, entry_keys);
    if (const auto name = reader_.text(part_, "name")) entry_.name = *name;
    read_joints();
    read_motion();
    read_trigger();
    entry_.stiffness = reader_.number(part_, "stiffness");
    entry_.damping = reader_.number(part_, "damping");
    entry_.frequency = reader_.number(part_, "frequency");
    read_limit();
    if (!joints_given_ && entry_.joints.empty()) {
      reader_.add(part_.table, part_,
                  "joints is missing; expected names of joints, such as joints = [\"hip_*\"], or a "
                  "table from a file, whose columns they are");
      entry_.joints = {"*"};
    }
    return std::move(entry_);
  }

 private:
  void read_joints() {
    const TomlNode* one = part_.table.find("joint");
    const TomlNode* several = part_.table.find("joints");
    joints_given_ = one != nullptr || several != nullptr;
    if (!joints_given_) return;
    bool good = true;
    if (one != nullptr && several != nullptr) {
      reader_.add(*several, part_, "joint and joints are both given; expected one of them");
    } else if (one != nullptr) {
      const auto name = reader_.text(part_, "joint");
      good = name.has_value();
      entry_.joints = {name.value_or("*")};
    } else {
      for (const TomlNode* name : reader_.names(part_, "joints")) {
        entry_.joints.push_back(name->text);
      }
      good = several->kind == TomlNode::Kind::list && entry_.joints.size() == several->items.size();
    }
    if (!good || (one != nullptr && several != nullptr)) entry_.joints = {"*"};
  }

  void read_motion() {
    Words given;
    for (const std::string& key : motion_keys) {
      if (part_.table.find(key) != nullptr) given.push_back(key);
    }
    if (given.size() != 1) {
      reader_.add(given.empty() ? part_.table : *part_.table.find(given[1]), part_,
                  given.empty()
                      ? fmt::format("no motion; expected one of {}", base::join(motion_keys))
                      : fmt::format("{} are both given; expected one of them, and an entry for "
                                    "each other",
                                    base::join({given[0], given[1]}, " and ")));
      if (entry_.joints.empty() && !joints_given_) entry_.joints = {"*"};
      return;
    }
    const std::string& key = given.front();
    const TomlNode& node = *part_.table.find(key);
    if (key == "hold") read_hold(node);
    if (key == "spin") {
      entry_.motion = MotorSpin{.rate = reader_.angle(node, part_, key).value_or(0.0)};
    }
    if (key == "clock") read_clock();
    if (key == "table") read_table(node);
    if (key == "torque") read_torque(node);
  }

  void read_hold(const TomlNode& node) {
    MotorHold hold;
    const bool text = node.kind == TomlNode::Kind::text;
    if (text) hold.position = parse_angle(node.text);
    if (node.is_number() && std::isfinite(node.number)) hold.position = node.number;
    if (!hold.position && !(text && node.text == "start")) {
      reader_.add(node, part_,
                  fmt::format("hold = {}; expected \"start\", a finite number, or an angle such as "
                              "\"40deg\"",
                              shown(node)));
    }
    entry_.motion = hold;
  }

  void read_clock() {
    MotorClock clock;
    const TomlNode* node =
        reader_.table(part_, "clock", "a table {period, duty, sweep, middle, phase, clockwise}");
    if (node != nullptr) {
      const FilePart table{*node, below(part_.label, "clock")};
      reader_.check_keys(table, {"period", "duty", "sweep", "middle", "phase", "clockwise"});
      reader_.require(table, "period", "seconds");
      clock.period = reader_.number(table, "period").value_or(clock.period);
      reader_.require(table, "duty", "the slow part's share of the period");
      clock.duty = reader_.number(table, "duty").value_or(clock.duty);
      const auto angle = [&](const char* key, double otherwise) {
        const TomlNode* value = node->find(key);
        return value == nullptr ? otherwise : reader_.angle(*value, table, key).value_or(otherwise);
      };
      reader_.require(table, "sweep", "the angle of the slow part");
      clock.sweep = angle("sweep", clock.sweep);
      clock.middle = angle("middle", clock.middle);
      clock.clockwise = reader_.flag(table, "clockwise").value_or(false);
      read_phases(table, clock);
    }
    entry_.motion = std::move(clock);
  }

  void read_phases(const FilePart& table, MotorClock& clock) {
    const TomlNode* node = table.table.find("phase");
    if (node == nullptr) return;
    if (node->kind != TomlNode::Kind::list) {
      clock.phases = {reader_.number(table, "phase").value_or(0.0)};
    } else if (const auto phases = reader_.numbers(table, "phase", -1)) {
      clock.phases.assign(phases->begin(), phases->end());
    }
  }

  // ---- tables of positions and of torques ----

  void read_table(const TomlNode& node) {
    MotorTable table{.times = Eigen::VectorXd::Zero(1), .positions = Eigen::MatrixXd::Zero(1, 1)};
    if (node.kind == TomlNode::Kind::text) {
      read_file(part_, "table", "position", table.times, table.positions);
    } else if (node.kind == TomlNode::Kind::table) {
      const FilePart inner{node, below(part_.label, "table")};
      reader_.check_keys(inner, {"file", "time", "position", "repeat", "smooth"});
      table.smooth = reader_.flag(inner, "smooth").value_or(true);
      const bool repeats = reader_.flag(inner, "repeat").value_or(false);
      if (read_knots(inner, "position", table.times, table.positions)) table.repeats = repeats;
    } else {
      reader_.add(node, part_,
                  fmt::format("table = {}; expected a file such as \"trot.csv\", {{file, repeat, "
                              "smooth}} or {{time, position, repeat, smooth}}",
                              shown(node)));
      mean_any_joints();
    }
    entry_.motion = std::move(table);
  }

  void read_torque(const TomlNode& node) {
    MotorTorque torque{.times = Eigen::VectorXd::Zero(1),
                       .torques = Eigen::MatrixXd::Zero(1, 1),
                       .repeats = true};  // one knot: for ever
    if (node.is_number()) {
      torque.torques(0, 0) = reader_.number(part_, "torque").value_or(0.0);
    } else if (node.kind == TomlNode::Kind::text) {
      torque.repeats = !read_file(part_, "torque", "torque", torque.times, torque.torques);
    } else if (node.kind == TomlNode::Kind::table) {
      const FilePart inner{node, below(part_.label, "torque")};
      reader_.check_keys(inner, {"file", "time", "torque", "repeat"});
      const bool repeats = reader_.flag(inner, "repeat").value_or(false);
      if (read_knots(inner, "torque", torque.times, torque.torques)) torque.repeats = repeats;
    } else {
      reader_.add(
          node, part_,
          fmt::format("torque = {}; expected a number, a file such as \"kick.csv\", {{file, "
                      "repeat}} or {{time, torque, repeat}}",
                      shown(node)));
      mean_any_joints();
    }
    entry_.motion = std::move(torque);
  }

  /// From a file, or from the lists of the table. False: not read, nothing is changed.
  bool read_knots(const FilePart& table, const char* key, Eigen::VectorXd& times,
                  Eigen::MatrixXd& values) {
    const TomlNode* file = table.table.find("file");
    const bool lists = table.table.find("time") != nullptr || table.table.find(key) != nullptr;
    if (file != nullptr && lists) {
      reader_.add(*file, table,
                  fmt::format("file and lists are both given; expected file, or time and {}", key));
      mean_any_joints();
      return false;
    }
    if (file != nullptr) return read_file(table, "file", key, times, values);
    if (!lists) {
      reader_.add(table.table, table,
                  fmt::format("nothing to follow; expected file, or time and {}", key));
      mean_any_joints();
      return false;
    }
    reader_.require(table, "time", "a list of seconds");
    const auto at = reader_.numbers(table, "time", -1);
    reader_.require(table, key, "a list of numbers, or of rows with one for each joint");
    const auto rows = read_rows(table, key);
    if (!at || !rows) return false;
    times = *at;
    values = *rows;
    return true;
  }

  /// A list of numbers is a column.
  std::optional<Eigen::MatrixXd> read_rows(const FilePart& table, const char* key) {
    const bool angles = key == std::string_view("position");
    const TomlNode* node = table.table.find(key);
    const bool nested = node != nullptr && node->kind == TomlNode::Kind::list &&
                        !node->items.empty() && node->items.front().kind == TomlNode::Kind::list;
    if (nested) return reader_.rows(table, key, -1, angles);
    const auto column = reader_.numbers(table, key, -1, angles);
    if (!column) return {};
    return Eigen::MatrixXd(*column);
  }

  bool read_file(const FilePart& part, const char* key, std::string_view all,
                 Eigen::VectorXd& times, Eigen::MatrixXd& values) {
    const fs::path file = read_path(reader_, part, key, root_);
    if (!file.empty()) {
      try {
        MotorCsv csv = read_motor_csv(file, entry_.joints, all, all == "position");
        entry_.joints = std::move(csv.joints);
        times = std::move(csv.times);
        values = std::move(csv.values);
        return true;
      } catch (const InvalidInput& error) {
        for (const std::string& fault : error.faults()) reader_.add(fault);
      }
    }
    mean_any_joints();
    return false;
  }

  /// Joints that a file would have named: their absence is no fault of its own.
  void mean_any_joints() {
    if (!joints_given_) entry_.joints = {"*"};
  }

  // ---- when it begins, and limits ----

  void read_trigger() {
    const auto delay = reader_.number(part_, "delay");
    entry_.at.delay = delay.value_or(0.0);
    const TomlNode* node = part_.table.find("at");
    if (node == nullptr) return;
    std::optional<double> time;
    if (node->is_number()) {
      time = reader_.number(part_, "at");
      if (!time) return;
    } else if (node->kind == TomlNode::Kind::text) {
      time = parse_number(node->text);
    }
    if (!time) return read_event(*node);
    if (delay) {
      reader_.add(*node, part_,
                  "at is a time and delay is given; expected one of them; a delay is after an "
                  "event");
    }
    entry_.at.delay = *time;
  }

  void read_event(const TomlNode& node) {
    const std::string& text = node.text;  // Empty where it is none.
    if (text == "start") return;
    const auto name =
        text.starts_with("touch ") ? text.find_first_not_of(' ', 6) : std::string::npos;
    if (text == "first impact") {
      entry_.at.kind = MotorTrigger::Kind::first_impact;
    } else if (name != std::string::npos) {
      entry_.at.kind = MotorTrigger::Kind::touch;
      entry_.at.contact = text.substr(name);
    } else {
      reader_.add(
          node, part_,
          fmt::format("at = {}; expected a time [s], \"start\", \"first impact\" or \"touch "
                      "CONTACT\"{}",
                      shown(node), base::did_you_mean(text, {"start", "first impact"})));
    }
  }

  /// May be infinite: the motor gives what is asked of it.
  void read_limit() {
    const TomlNode* node = part_.table.find("limit");
    if (node == nullptr) return;
    if (node->is_number() && node->number == HUGE_VAL) {
      entry_.limit = node->number;
    } else {
      entry_.limit = reader_.number(part_, "limit");
    }
  }

  SceneFileReader& reader_;
  const FilePart& part_;
  const FileRoot& root_;
  MotorEntry entry_;
  bool joints_given_ = false;
};

/// Adds a fault of motor_faults() at the key it comes from.
void add_motor_fault(SceneFileReader& reader, const FilePart& part, const std::string& word,
                     const MotorFault& fault) {
  const auto find = [](const TomlNode& table, const Words& keys) -> const TomlNode* {
    for (const std::string& key : keys) {
      if (const TomlNode* node = table.find(key)) return node;
    }
    return nullptr;
  };
  Words keys = {fault.key};
  if (fault.key == "joints") keys = {"joints", "joint"};
  if (fault.key == "delay") keys = {"delay", "at"};
  if (const TomlNode* node = find(part.table, keys)) return reader.add(*node, part, fault.text);
  const TomlNode* motion = part.table.find(word);
  if (motion == nullptr) return reader.add(part.table, part, fault.text);
  if (fault.key == "phases") keys = {"phase"};
  if (fault.key == "times") keys = {"time", "file"};
  if (fault.key == "positions") keys = {"position", "file"};
  if (fault.key == "torques") keys = {"torque", "file"};
  const TomlNode* inner = find(*motion, keys);
  reader.add(inner != nullptr ? *inner : *motion, {*motion, below(part.label, word)}, fault.text);
}

MotorProgram read_program(SceneFileReader& reader, const TomlNode& list, const FileRoot& root) {
  MotorProgram program{.name = list.key};
  std::vector<FilePart> parts;
  for (const TomlNode& item : list.items) {
    const auto number = &item - list.items.data() + 1;
    if (item.kind != TomlNode::Kind::table) {
      reader.add(item, {list},
                 fmt::format("motors.{} {} = {}; expected a table, [[motors.{}]]", list.key, number,
                             shown(item), list.key));
      continue;
    }
    const TomlNode* name = item.find("name");
    const bool named = name != nullptr && name->kind == TomlNode::Kind::text && !name->text.empty();
    parts.push_back({item, named ? fmt::format("motors.{} '{}'", list.key, name->text)
                                 : fmt::format("motors.{} {}", list.key, number)});
    const FilePart& part = parts.back();
    const auto summary = reader.text(part, "summary");
    if (summary && parts.size() > 1) {
      reader.add(*item.find("summary"), part,
                 "summary in a further entry; expected it in the first, for the whole program");
    }
    if (summary && parts.size() == 1) program.summary = *summary;
    program.entries.push_back(MotorEntryReader(reader, part, root).read());
  }
  for (const MotorFault& fault : motor_faults(program)) {
    if (fault.entry < parts.size()) {
      add_motor_fault(reader, parts[fault.entry], motion_word(program.entries[fault.entry]), fault);
    } else if (list.items.empty()) {
      reader.add(list, {list}, fmt::format("motors.{}: {}", list.key, fault.text));
    }
  }
  return program;
}

}  // namespace

std::vector<MotorProgram> read_programs(SceneFileReader& reader, const FilePart& file,
                                        FileRoot root) {
  const TomlNode* motors = reader.table(file, "motors", "tables, [[motors.NAME]]");
  if (motors == nullptr) return {};
  root.of = "this file";
  std::vector<MotorProgram> programs;
  if (motors->items.empty()) {
    reader.add(*motors, file, "motors is empty; expected tables, [[motors.NAME]]");
  }
  for (const TomlNode& list : motors->items) {
    if (list.key.empty()) {
      reader.add(list, file, "motors has a program without a name; expected [[motors.NAME]]");
    } else if (list.kind != TomlNode::Kind::list) {
      reader.add(
          list, file,
          fmt::format("motors.{0} = {1}; expected tables, [[motors.{0}]]", list.key, shown(list)));
    } else {
      programs.push_back(read_program(reader, list, root));
    }
  }
  return programs;
}

std::vector<MotorProgram> programs_from_toml(std::string_view text, std::string_view where,
                                             const fs::path& folder) {
  TomlNode root = parse_toml(text, where);
  root.line = 1;
  SceneFileReader reader{std::string(where)};
  const FilePart file{root};
  reader.check_keys(file, {"format", "name", "source", "motors"});
  if (const auto format = reader.text(file, "format"); format && *format != programs_format) {
    reader.add(*root.find("format"), file,
               fmt::format("format = \"{}\"; expected \"{}\"", *format, programs_format));
  }
  static_cast<void>(reader.text(file, "name"));
  static_cast<void>(reader.text(file, "source"));
  reader.require(file, "motors", "tables, [[motors.NAME]]");
  std::vector<MotorProgram> programs = read_programs(reader, file, {folder});
  reader.finish();
  return programs;
}

std::vector<MotorProgram> load_programs(const fs::path& file) {
  return programs_from_toml(read_text_file(file, "a TOML file"), file.string(), file.parent_path());
}

MotorEntry motor_from_words(std::string_view words) {
  const std::string where = "--motor";
  const std::string expected =
      "expected words such as 'joint = \"hip\", spin = 12, at = \"first impact\"'";
  TomlNode root;
  try {
    root = parse_toml(fmt::format("motor = {{{}}}", words), where);
  } catch (const InvalidInput& error) {
    // The place counts letters of the line made here.
    const std::string& fault = error.faults().front();
    const auto message = fault.find("not TOML");
    throw InvalidInput(fmt::format("{}: {}; {}", where,
                                   message == std::string::npos ? fault : fault.substr(message),
                                   expected));
  }
  if (root.items.size() != 1 || root.items.front().kind != TomlNode::Kind::table) {
    throw InvalidInput(fmt::format("{}: more than one table; {}", where, expected));
  }
  const auto forget_lines = [](const auto& self, TomlNode& node) -> void {
    node.line = 0;
    for (TomlNode& child : node.items) self(self, child);
  };
  forget_lines(forget_lines, root);
  SceneFileReader reader(where, where);
  const FilePart part{root.items.front()};
  MotorProgram program;
  if (const TomlNode* summary = part.table.find("summary")) {
    reader.add(*summary, part, "summary of a single entry; expected none: programs have one");
  }
  program.entries = {MotorEntryReader(reader, part, {}).read()};
  for (const MotorFault& fault : motor_faults(program)) {
    add_motor_fault(reader, part, motion_word(program.entries.front()), fault);
  }
  reader.finish();
  return std::move(program.entries.front());
}

}  // namespace carom
