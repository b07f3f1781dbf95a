// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/read_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "carom/error.h"
#include "carom/report.h"
#include "report/files/npz.h"
#include "report/run/state.h"
#include "simulation/trajectory_tree.h"

namespace carom::report {

RunNames names_in_table(const std::filesystem::path& path, const RunNames& names) {
  RunNames found = names;
  found.driven.clear();
  found.torque_limits.resize(0);
  std::string known = trajectory_header(found);
  known.pop_back();  // the end of the line
  std::size_t most = known.size() + 2 + label({"motor_work", names.energy_unit}).size();
  std::vector<std::string> fields;
  for (std::size_t v = 0; v < names.v.size(); ++v) {
    fields.push_back("," + csv_field(label(names.torque_column(static_cast<int>(v)))));
    most += fields.back().size();
  }
  const std::string text = ByteFile(path, ByteFile::Use::read).read_at(0, most);
  if (!text.starts_with(known)) return names;
  std::string_view rest = std::string_view(text).substr(known.size());
  for (std::size_t v = 0; v < fields.size(); ++v) {
    const std::string& field = fields[v];
    if (!rest.starts_with(field + ",")) continue;
    found.driven.push_back(static_cast<int>(v));
    rest.remove_prefix(field.size());
  }
  found.torque_limits = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(found.driven.size()),
                                                  std::numeric_limits<double>::infinity());
  return found;
}

RunTable::RunTable(const std::filesystem::path& path, const RunNames& names)
    : RunTable(path, trajectory_header(names), names.columns().size()) {}

RunTable::RunTable(const std::filesystem::path& path, const std::string& header,
                   std::size_t columns, int word)
    : file_(path, ByteFile::Use::read),
      lines_(file_, static_cast<std::int64_t>(header.size())),
      columns_(columns),
      word_(word) {
  if (file_.read_at(0, header.size()) == header) return;
  throw InvalidInput(
      fmt::format("{}:1: another header; expected that of this run; the file was changed: delete "
                  "the folder to start anew",
                  path.string()));
}

bool RunTable::next(std::vector<double>& row) {
  std::string_view line;
  if (!lines_.next(line)) return false;
  row.resize(columns_);
  const bool whole = std::count(line.begin(), line.end(), ',') + 1 == std::ssize(row);
  for (std::size_t k = 0; whole && k < columns_; ++k) {
    const std::string_view field = take_field(line);
    if (static_cast<int>(k) == word_ && !field.empty()) {
      row[k] = std::numeric_limits<double>::quiet_NaN();
    } else if (!read_number(field, row[k])) {
      break;
    }
    if (k + 1 == columns_) return true;
  }
  throw InvalidInput(fmt::format(
      "{}:{}: is not a row of {} {}; expected it as carom wrote it; the file was "
      "changed: delete the folder to start anew",
      file_.path().string(), lines_.count() + 1, columns_, word_ < 0 ? "numbers" : "values"));
}

namespace {

// Rows in memory at once: pieces of arrays of some ten kilobytes, of which a call of the system
// costs little; the rows of a large robot stay below some ten megabytes.
constexpr std::int64_t rows_per_block = 4096;

/// One array whose rows are some columns of the table.
struct Slice {
  std::string name;
  std::size_t first = 0, count = 0;
  bool flat = false;  ///< One dimension.
};

std::vector<Slice> slices_of(const RunNames& names) {
  const std::size_t q = names.q.size(), v = names.v.size(), contacts = names.contacts.size();
  std::vector<Slice> slices = {{"time", 0, 1, true},
                               {"q", 1, q},
                               {"v", 1 + q, v},
                               {"energy", 1 + q + v, 1, true},
                               {"gaps", 2 + q + v, contacts},
                               {"forces", 2 + q + v + contacts, contacts},
                               {"friction", 2 + q + v + 2 * contacts, contacts}};
  if (!names.driven.empty()) {
    const std::size_t torques = 2 + q + v + 3 * contacts;
    slices.push_back({"torque", torques, names.driven.size()});
    slices.push_back({"motor_work", torques + names.driven.size(), 1, true});
  }
  return slices;
}

std::vector<std::string> names_in(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

void write_rows(ZipWriter& zip, RunTable& table, const std::vector<Slice>& slices,
                std::int64_t rows) {
  std::vector<double> row;
  std::vector<std::string> blocks(slices.size());
  for (std::int64_t done = 0; done < rows;) {
    for (std::string& block : blocks) block.clear();
    const std::int64_t here = std::min(rows_per_block, rows - done);
    for (std::int64_t k = 0; k < here; ++k) {
      if (!table.next(row)) {
        throw InvalidInput(
            fmt::format("trajectory.csv: {} rows; expected {}; the file was changed: delete the "
                        "folder to start anew",
                        done + k, rows));
      }
      for (std::size_t i = 0; i < slices.size(); ++i) {
        const std::size_t size = blocks[i].size();
        blocks[i].resize(size + 8 * slices[i].count);
        char* at = blocks[i].data() + size;
        for (std::size_t j = 0; j < slices[i].count; ++j) {
          at = put_double(at, row[slices[i].first + j]);
        }
      }
    }
    for (std::size_t i = 0; i < slices.size(); ++i) zip.write(i, blocks[i]);
    done += here;
  }
}

}  // namespace

void write_npz(const std::filesystem::path& folder, const RunNames& names, std::int64_t rows,
               const std::string& settings) {
  RunTable table(folder / "trajectory.csv", names);
  const std::vector<Slice> slices = slices_of(names);
  std::vector<NpzArray> arrays;
  for (const Slice& slice : slices) {
    std::vector<std::int64_t> shape = {rows};
    if (!slice.flat) shape.push_back(static_cast<std::int64_t>(slice.count));
    arrays.push_back({slice.name, array_header("<f8", shape),
                      8 * static_cast<std::uint64_t>(rows) * slice.count});
  }
  arrays.push_back({"q_names", text_array(names_in(names.q), false)});
  arrays.push_back({"v_names", text_array(names_in(names.v), false)});
  arrays.push_back({"contacts", text_array(names.contacts, false)});
  if (!names.driven.empty()) {
    std::vector<std::string> torques;
    for (const int velocity : names.driven) {
      torques.push_back(names.torque_column(velocity, "").name);
    }
    arrays.push_back({"torque_names", text_array(torques, false)});
  }
  arrays.push_back({"run", text_array({settings}, true)});
  write_arrays(folder / "trajectory.npz", arrays,
               [&](ZipWriter& zip) { write_rows(zip, table, slices, rows); });
}

namespace {

namespace fs = std::filesystem;
using EventKind = ContactEvent::Kind;

std::map<std::string, int> contact_numbers(const RunNames& names) {
  std::map<std::string, int> numbers;
  for (std::size_t k = 0; k < names.contacts.size(); ++k) {
    numbers.try_emplace(names.contacts[k], static_cast<int>(k));
  }
  return numbers;
}

/// trajectory.csv.
class RowReader {
 public:
  using Item = TrajectoryRow;
  RowReader(const fs::path& folder, const RunNames& names)
      : names_(names), table_(folder / "trajectory.csv", names) {}

  bool next(TrajectoryRow& row) {
    if (!table_.next(numbers_)) return false;
    const auto contacts = static_cast<Eigen::Index>(names_.contacts.size());
    const double* at = numbers_.data();
    const auto take = [&](Eigen::Index count) {
      const Eigen::VectorXd values = Eigen::Map<const Eigen::VectorXd>(at, count);
      at += count;
      return values;
    };
    row.time = *at++;
    row.state.q = take(static_cast<Eigen::Index>(names_.q.size()));
    row.state.v = take(static_cast<Eigen::Index>(names_.v.size()));
    row.energy = *at++;
    row.gaps = take(contacts);
    row.forces = take(contacts);
    row.friction = take(contacts);
    if (!names_.driven.empty()) {
      row.torque = take(static_cast<Eigen::Index>(names_.driven.size()));
      row.motor_work = *at++;
    }
    return true;
  }

 private:
  const RunNames& names_;
  RunTable table_;
  std::vector<double> numbers_;
};

/// walk.csv; the columns of walk_header().
class SampleReader {
 public:
  using Item = WalkSample;
  SampleReader(const fs::path& folder, const RunNames& names)
      : motors_(names.motors),
        table_(folder / "walk.csv", walk_header(motors_), fixed + motors_.names.size(), 1) {}

  bool next(WalkSample& sample) {
    if (!table_.next(numbers_)) return false;
    const double* at = numbers_.data();
    sample = {};
    sample.time = at[0];
    sample.com << at[3], at[4], at[5];
    sample.dcm << at[9], at[10];
    sample.dcm_reference << at[11], at[12];
    sample.zmp << at[13], at[14];
    sample.zmp_reference << at[15], at[16];
    sample.margin = at[17];
    sample.tilt = at[18];
    int most = -1;
    for (const int v : motors_.velocities) most = std::max(most, v);
    sample.torque = Eigen::VectorXd::Zero(most + 1);
    for (std::size_t k = 0; k < motors_.velocities.size(); ++k) {
      sample.torque[motors_.velocities[k]] = at[fixed + k];
    }
    return true;
  }

 private:
  static constexpr std::size_t fixed = 22;  // columns before the torques
  WalkMotors motors_;
  RunTable table_;
  std::vector<double> numbers_;
};

std::string unquoted(std::string_view field) {
  if (!field.starts_with('"') || field.size() < 2) return std::string(field);
  std::string text;
  for (std::size_t k = 1; k + 1 < field.size(); ++k) {
    text += field[k];
    if (field[k] == '"') ++k;  // written twice
  }
  return text;
}

/// events.csv: "time,contact,event", the contact in quotes where it needs them.
class EventReader {
 public:
  using Item = ContactEvent;
  EventReader(const fs::path& folder, const RunNames& names)
      : path_(folder / "events.csv"), file_(path_), contacts_(contact_numbers(names)) {
    read();  // the header
  }

  bool next(ContactEvent& event) {
    if (!read()) return false;
    const std::string_view line = line_;
    const std::size_t first = line.find(','), last = line.rfind(',');
    bool good = first != line.npos && last > first;
    if (good) {
      const auto [end, error] = std::from_chars(line.data(), line.data() + first, event.time);
      good = error == std::errc() && end == line.data() + first;
      const auto contact = contacts_.find(unquoted(line.substr(first + 1, last - first - 1)));
      good = good && contact != contacts_.end();
      if (good) event.contact = contact->second;
      good = good && read_kind(line.substr(last + 1), event.kind);
    }
    if (good) return true;
    throw InvalidInput(
        fmt::format("{}:{}: is not an event of this run's contacts; expected it as carom wrote it; "
                    "the file was changed: delete the folder to start anew",
                    path_.string(), number_));
  }

 private:
  /// A record; names may hold line breaks in quotes.
  bool read() {
    if (!std::getline(file_, line_)) return false;
    ++number_;
    std::string more;
    while (std::count(line_.begin(), line_.end(), '"') % 2 != 0 && std::getline(file_, more)) {
      line_ += '\n' + more;
      ++number_;
    }
    return true;
  }

  static bool read_kind(std::string_view word, EventKind& found) {
    for (const EventKind kind :
         {EventKind::closes, EventKind::opens, EventKind::sticks, EventKind::slips}) {
      if (word != to_string(kind)) continue;
      found = kind;
      return true;
    }
    return false;
  }

  fs::path path_;
  std::ifstream file_;
  std::map<std::string, int> contacts_;
  std::string line_;
  std::int64_t number_ = 0;
};

/// A list of one line per entry (impacts.json, touchdowns.json).
class EntryReader {
 public:
  explicit EntryReader(const fs::path& path) : path_(path), file_(path) {}

  /// Calls `use` with the text of the next entry; what it throws becomes a message.
  template <class Use>
  bool next(const Use& use) {
    std::string line;
    do {
      if (!std::getline(file_, line)) return false;
    } while (!line.starts_with('{'));
    if (line.ends_with(',')) line.pop_back();
    try {
      use(line);
    } catch (const Json::exception& error) {
      throw changed(error.what());
    } catch (const InvalidInput& error) {
      throw changed(error.what());
    }
    ++index_;
    return true;
  }

 private:
  InvalidInput changed(const char* what) const {
    return InvalidInput(fmt::format(
        "{}: entry {}: {}; expected it as carom wrote it; the file was changed: delete the folder "
        "to start anew",
        path_.string(), index_, what));
  }

  fs::path path_;
  std::ifstream file_;
  std::size_t index_ = 0;
};

double finite_number(const Json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

Eigen::VectorXd finite_numbers(const Json& list) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(list.size()));
  for (std::size_t k = 0; k < list.size(); ++k) {
    values[static_cast<Eigen::Index>(k)] = finite_number(list[k]);
  }
  return values;
}

class ImpactReader {
 public:
  using Item = ImpactRecord;
  ImpactReader(const fs::path& folder, const RunNames& names)
      : entries_(folder / "impacts.json"), contacts_(contact_numbers(names)) {}

  bool next(ImpactRecord& impact) {
    return entries_.next([&](const std::string& line) {
      const Json json = Json::parse(line);
      impact = {};
      impact.time = finite_number(json.at("time"));
      impact.q = finite_numbers(json.at("q"));
      impact.velocity_minus = finite_numbers(json.at("velocity_minus"));
      impact.plastic = json.value("plastic", false);
      impact.captured = json.value("captured", false);
      impact.at_stop = json.value("at_stop", false);
      impact.followed_by = json.at("followed_by").get<std::vector<int>>();
      for (const Json& name : json.at("contacts")) {
        const auto found = contacts_.find(name.get<std::string>());
        if (found != contacts_.end()) impact.contacts.push_back(found->second);
      }
      impact.outcome = outcome_from_json(line, "impact");
    });
  }

 private:
  EntryReader entries_;
  std::map<std::string, int> contacts_;
};

class TouchdownReader {
 public:
  using Item = Touchdown;
  TouchdownReader(const fs::path& folder, const RunNames& /*names*/)
      : entries_(folder / "touchdowns.json") {}

  bool next(Touchdown& touchdown) {
    return entries_.next([&](const std::string& line) {
      const Json json = Json::parse(line);
      touchdown = {};
      touchdown.step = json.at("step").get<int>();
      touchdown.side = json.at("foot") == to_string(Side::left) ? Side::left : Side::right;
      touchdown.time = exact_double(json.at("time"));
      touchdown.duration = exact_double(json.at("duration"));
      touchdown.impacts = json.at("impacts").get<int>();
      touchdown.points = json.at("points").get<std::vector<std::vector<std::string>>>();
      touchdown.energy_lost = exact_double(json.at("energy_lost"));
      touchdown.largest_jump = exact_double(json.at("largest_jump"));
      touchdown.jump_joint = json.at("jump_joint").get<std::string>();
      touchdown.several = json.at("several").get<int>();
      touchdown.indeterminacy = exact_double(json.at("indeterminacy"));
      touchdown.spread = exact_double(json.at("spread"));
    });
  }

 private:
  EntryReader entries_;
};

/// A reader with its next item in hand.
template <class Reader>
class Ahead {
 public:
  Ahead(const fs::path& folder, const RunNames& names) : reader_(folder, names) { read(); }
  /// Moves all up to a time into the list; none: all.
  void take(std::optional<double> until, std::vector<typename Reader::Item>& list) {
    while (more_ && (!until || item_.time <= *until)) {
      list.push_back(std::move(item_));
      read();
    }
  }

 private:
  void read() { more_ = reader_.next(item_); }
  Reader reader_;
  typename Reader::Item item_ = {};
  bool more_ = false;
};

}  // namespace

void read_back(const fs::path& folder, const RunNames& names, bool walk,
               const std::function<void(const SimulationRecord&)>& use) {
  RowReader rows(folder, names);
  Ahead<ImpactReader> impacts(folder, names);
  Ahead<EventReader> events(folder, names);
  std::optional<Ahead<SampleReader>> samples;
  std::optional<Ahead<TouchdownReader>> touchdowns;
  if (walk) {
    samples.emplace(folder, names);
    touchdowns.emplace(folder, names);
  }
  SimulationRecord record;
  for (bool more = true; more;) {
    TrajectoryRow row;
    more = rows.next(row);
    std::optional<double> until;
    if (more) until = row.time;
    simulation::clear(record);
    impacts.take(until, record.impacts);
    events.take(until, record.events);
    if (samples) samples->take(until, record.walk);
    if (touchdowns) touchdowns->take(until, record.touchdowns);
    if (more) record.rows.push_back(std::move(row));
    use(record);
  }
}

}  // namespace carom::report
