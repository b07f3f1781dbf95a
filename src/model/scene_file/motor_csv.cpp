// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "model/scene_file/motor_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/pattern.h"
#include "base/text.h"
#include "carom/error.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

using Fields = std::vector<std::string_view>;

constexpr int most_rows = 1'000'000;
constexpr std::size_t most_csv_faults = 10;  // A file of another format has one in each line.

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// The fields of a line, without the quotes around them; commas between quotes are letters.
void split_line(std::string_view line, Fields& fields) {
  fields.clear();
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (line[i] != ',' || quoted)) continue;
    std::string_view field = without_blanks(line.substr(start, i - start));
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
      field = without_blanks(field.substr(1, field.size() - 2));
    }
    fields.push_back(field);
    start = i + 1;
  }
}

/// "hip [deg]": a name and its unit.
struct CsvColumn {
  std::string name = {}, unit = {};
};

CsvColumn column_of(std::string_view field) {
  const auto open = field.rfind('[');
  if (open == std::string_view::npos || !field.ends_with(']')) return {std::string(field), ""};
  return {std::string(without_blanks(field.substr(0, open))),
          std::string(without_blanks(field.substr(open + 1, field.size() - open - 2)))};
}

/// A field as messages show it.
std::string shown_field(std::string_view field) {
  TomlNode node{.kind = TomlNode::Kind::text, .text = std::string(field)};
  return shown(node);
}

class MotorCsvReader {
 public:
  MotorCsvReader(std::string where, std::string_view text, const std::vector<std::string>& joints,
                 std::string_view all, bool angles)
      : where_(std::move(where)), text_(text), joints_(joints), all_(all), angles_(angles) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  MotorCsv read() {
    std::string_view line;
    if (!next_line(line)) {
      throw InvalidInput(where_ + ": is empty; expected a line of names, time first");
    }
    read_names(line);
    choose_columns();
    if (!faults_.empty()) throw InvalidInput(faults_);
    while (faults_.size() < most_csv_faults && next_line(line)) read_row(line);
    if (faults_.empty() && times_.empty()) {
      add("no lines after the names; expected a time and its numbers in each");
    }
    if (!faults_.empty()) throw InvalidInput(faults_);
    const auto rows = static_cast<Eigen::Index>(times_.size());
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return {
        names_, Eigen::Map<const Eigen::VectorXd>(times_.data(), rows),
        Eigen::Map<const Rows>(values_.data(), rows, static_cast<Eigen::Index>(chosen_.size()))};
  }

 private:
  void add(const std::string& fault) {
    faults_.push_back(fmt::format("{}:{}: {}", where_, line_, fault));
  }

  /// The next line that is not blank; false: there is none.
  bool next_line(std::string_view& line) {
    while (!text_.empty()) {
      const auto end = std::min(text_.find('\n'), text_.size());
      line = text_.substr(0, end);
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      if (!without_blanks(line).empty()) return true;
    }
    return false;
  }

  void read_names(std::string_view line) {
    split_line(line, fields_);
    for (const std::string_view field : fields_) columns_.push_back(column_of(field));
    const CsvColumn& time = columns_.front();
    if (time.name != "time" || (!time.unit.empty() && time.unit != "s")) {
      add(fmt::format("the first column is {}; expected time, or time [s], and a comma",
                      shown_field(fields_.front())));
    }
    if (columns_.size() == 1) add("no column after the first; expected one for each joint");
    for (std::size_t k = 1; k < columns_.size(); ++k) {
      const auto same = [&](const CsvColumn& other) { return other.name == columns_[k].name; };
      const auto here = columns_.begin() + static_cast<long>(k);
      if (columns_[k].name.empty()) {
        add(fmt::format("column {} has no name; expected a joint", k + 1));
      } else if (std::find_if(columns_.begin(), here, same) != here) {
        add(fmt::format("column {} is '{}' again; expected each name once", k + 1,
                        columns_[k].name));
      }
    }
  }

  void choose(std::size_t column) {
    if (std::find(chosen_.begin(), chosen_.end(), column) != chosen_.end()) return;
    chosen_.push_back(column);
    names_.push_back(columns_[column].name);
  }

  void choose_columns() {
    std::vector<std::string> known;
    for (std::size_t k = 1; k < columns_.size(); ++k) known.push_back(columns_[k].name);
    const auto fits = [&](const std::string& joint, const std::string& column) {
      return base::is_pattern(joint) ? base::fits_pattern(joint, column) : joint == column;
    };
    const bool for_all = known.size() == 1 && known.front() == all_ && !joints_.empty() &&
                         std::find(joints_.begin(), joints_.end(), all_) == joints_.end();
    if (for_all) {
      chosen_ = {1};
      names_ = joints_;
    }
    for (const std::string& joint : for_all ? std::vector<std::string>{} : joints_) {
      bool found = false;
      for (std::size_t k = 0; k < known.size(); ++k) {
        if (!fits(joint, known[k])) continue;
        found = true;
        choose(k + 1);
      }
      if (found) continue;
      add(fmt::format(
          "no column for the joint '{}'; expected one of its name; the columns are {}{}", joint,
          base::join(known), base::did_you_mean(joint, known)));
    }
    for (std::size_t k = 1; joints_.empty() && k < columns_.size(); ++k) choose(k);
    for (const std::size_t column : chosen_) {
      const bool degrees = columns_[column].unit == "deg";
      if (degrees && !angles_) {
        add(fmt::format("'{}' is in [deg]; expected torques [N m]", columns_[column].name));
      }
      scales_.push_back(degrees ? std::numbers::pi / 180.0 : 1.0);
    }
  }

  void read_row(std::string_view line) {
    if (times_.size() == most_rows) {
      add(fmt::format("more than {} lines of numbers; expected at most that many", most_rows));
      text_ = {};
      return;
    }
    split_line(line, fields_);
    if (fields_.size() != columns_.size()) {
      return add(fmt::format("{} fields; expected {}, as the first line has", fields_.size(),
                             columns_.size()));
    }
    const double time = number(0);
    const bool first = times_.empty();
    if (!std::isnan(time) && first && time < 0.0) {
      add(fmt::format("time = {} s; expected 0 or more, from when the entry begins", time));
    }
    if (!std::isnan(time) && !first && time <= times_.back()) {
      add(fmt::format("time = {} s; expected more than {} s of the line before", time,
                      times_.back()));
    }
    times_.push_back(time);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      values_.push_back(scales_[k] * number(chosen_[k]));
    }
  }

  /// NaN, with a fault, where the field is none.
  double number(std::size_t column) {
    if (const auto value = parse_number(fields_[column])) return *value;
    add(fmt::format("{} = {}; expected a finite number", columns_[column].name,
                    shown_field(fields_[column])));
    return std::numeric_limits<double>::quiet_NaN();
  }

  std::string where_;
  std::string_view text_;
  const std::vector<std::string>& joints_;
  std::string_view all_;
  bool angles_;
  int line_ = 0;
  Fields fields_;
  std::vector<CsvColumn> columns_;
  std::vector<std::size_t> chosen_;
  std::vector<std::string> names_, faults_;
  std::vector<double> scales_, times_, values_;  // values: rows one after another
};

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

MotorCsv read_motor_csv(const std::filesystem::path& file, const std::vector<std::string>& joints,
                        std::string_view all, bool angles) {
  const std::string text = read_text_file(file, "a table as CSV");
  return MotorCsvReader(file.string(), text, joints, all, angles).read();
}

}  // namespace carom
