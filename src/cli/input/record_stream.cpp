// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Brackets are counted outside of strings; that is all of JSON that is looked at here.
#include "cli/input/record_stream.h"

namespace carom::cli {
namespace {

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r") == text.npos; }

/// Follows brackets and strings through a text given in pieces.
class BracketCounter {
 public:
  /// The byte after which the outermost bracket closes, or npos.
  std::size_t find_end(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (escaped_) {
        escaped_ = false;
      } else if (in_string_) {
        escaped_ = c == '\\';
        in_string_ = c != '"';
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if ((c == '}' || c == ']') && --depth_ <= 0) {
        return i + 1;
      }
    }
    return std::string_view::npos;
  }

 private:
  int depth_ = 0;
  bool in_string_ = false, escaped_ = false;
};

/// One object and nothing else on the line.
bool is_whole_object(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] != '{') return false;
  const auto end = BracketCounter().find_end(line);
  return end != std::string_view::npos && is_blank(line.substr(end));
}

}  // namespace

RecordStream::RecordStream(const std::string& path, Layout layout) : reader_(path) {
  if (layout == Layout::detect) detect_layout();
}

/// By line if the first line is a whole object, or if it is not but the second is a whole problem
/// (then the first is a bad line).
void RecordStream::detect_layout() {
  Line first, second;
  if (!read_line(first)) return;
  const bool more = !is_whole_object(first.text) && read_line(second);
  by_line_ =
      is_whole_object(first.text) || (more && is_whole_object(second.text) &&
                                      second.text.find("\"mass_matrix\"") != std::string::npos);
  if (more) waiting_.push_front(std::move(second));
  waiting_.push_front(std::move(first));
}

bool RecordStream::is_single() {
  for (Record record; ready_.size() < 2 && read_record(record);) {
    ready_.push_back(std::move(record));
  }
  return ready_.size() < 2;
}

bool RecordStream::next(Record& record) {
  if (ready_.empty()) return read_record(record);
  record = std::move(ready_.front());
  ready_.pop_front();
  return true;
}

/// The next line that is not blank.
bool RecordStream::read_line(Line& line) {
  if (!waiting_.empty()) {
    line = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
  }
  std::string_view text;
  while (reader_.next(text)) {
    if (is_blank(text)) continue;
    line.text.assign(text);
    line.number = reader_.line_number();
    return true;
  }
  return false;
}

bool RecordStream::read_record(Record& record) {
  Line line;
  if (!read_line(line)) return false;
  record.line = line.number;
  record.text = std::move(line.text);
  if (by_line_) return true;
  BracketCounter counter;
  std::size_t end = counter.find_end(record.text);
  for (int last = record.line; end == std::string::npos && read_line(line); last = line.number) {
    // Blank lines come back as line ends, so that positions in the text stay true.
    record.text.append(static_cast<std::size_t>(line.number - last), '\n');
    const std::size_t start = record.text.size();
    record.text += line.text;
    end = counter.find_end(line.text);
    if (end != std::string::npos) end += start;
  }
  if (end != std::string::npos && !is_blank(std::string_view(record.text).substr(end))) {
    waiting_.push_front({record.text.substr(end), line.number});
    record.text.resize(end);
  }
  return true;
}

}  // namespace carom::cli
