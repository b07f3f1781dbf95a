// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Problems in one file, told apart before anything is parsed: one per line (JSON Lines), or objects
// written over several lines, back to back. Which of the two is decided by the first lines. One
// record is held at a time.
#include "cli/input/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "carom/error.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/progress.h"
#include "report/json/json_text.h"
#include "report/subject/file_kind.h"

namespace carom::cli {
namespace {

constexpr std::size_t chunk = 1 << 18;

[[noreturn]] void refuse(const std::string& path) {
  const std::string reason = std::generic_category().message(errno);
  throw InvalidInput(fmt::format("{}: cannot be read: {}; expected a readable file",
                                 path == "-" ? "standard input" : path, reason));
}

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

Answer refusal(const InvalidInput& error, int line) {
  const report::Json json = {{"error", error.what()}, {"line", line}};
  return {report::dump_json(json, -1), ExitCode::bad_input};
}

}  // namespace

/// A file or standard input, line by line, in constant memory.
class LineReader {
 public:
  /// Throws InvalidInput if the file cannot be opened. "-" is standard input.
  explicit LineReader(const std::string& path) : path_(path) {
    file_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) refuse(path_);
    struct stat status = {};
    if (fstat(file_, &status) == 0 && S_ISREG(status.st_mode)) {
      size_ = static_cast<std::uint64_t>(status.st_size);
    }
  }

  ~LineReader() {
    if (file_ > STDIN_FILENO) close(file_);
  }

  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its end; valid until the next call. False at the end.
  bool next(std::string_view& line) {
    std::size_t searched = start_;
    std::size_t end = buffer_.find('\n', searched);
    while (end == std::string::npos) {
      searched = buffer_.size() - start_;
      if (!refill()) break;
      end = buffer_.find('\n', searched);
    }
    if (end == std::string::npos && start_ == buffer_.size()) return false;
    const std::size_t stop = end == std::string::npos ? buffer_.size() : end;
    line = std::string_view(buffer_).substr(start_, stop - start_);
    start_ = end == std::string::npos ? buffer_.size() : end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_number_;
    return true;
  }

  /// Everything that is left.
  std::string rest() {
    while (refill()) {
    }
    std::string text = buffer_.substr(start_);
    start_ = buffer_.size();
    return text;
  }

  int line_number() const { return line_number_; }  ///< Of the last line given; from 1.
  std::uint64_t bytes_read() const { return bytes_read_; }
  std::optional<std::uint64_t> size() const { return size_; }  ///< Of a regular file.

 private:
  bool refill() {
    flush_output();
    buffer_.erase(0, start_);
    start_ = 0;
    const std::size_t held = buffer_.size();
    buffer_.resize(held + chunk);
    ssize_t count = 0;
    do {
      count = read(file_, buffer_.data() + held, chunk);
    } while (count < 0 && errno == EINTR);
    if (count < 0) refuse(path_);
    buffer_.resize(held + static_cast<std::size_t>(count));
    bytes_read_ += static_cast<std::uint64_t>(count);
    return count > 0;
  }

  std::string path_;
  int file_ = -1;
  std::string buffer_;
  std::size_t start_ = 0;
  int line_number_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> size_;
};

/// The text of one problem, and where it starts.
struct Record {
  std::string text;
  int line = 0;
};

class RecordStream {
 public:
  enum class Layout { lines, detect };

  RecordStream(const std::string& path, Layout layout) : reader_(path) {
    if (layout == Layout::detect) detect_layout();
  }

  /// False at the end. Blank lines are passed over.
  bool next(Record& record) {
    if (ready_.empty()) return read_record(record);
    record = std::move(ready_.front());
    ready_.pop_front();
    return true;
  }

  /// True if the text holds one problem and nothing more. To be asked before next().
  bool is_single() {
    for (Record record; ready_.size() < 2 && read_record(record);) {
      ready_.push_back(std::move(record));
    }
    return ready_.size() < 2;
  }

  const LineReader& reader() const { return reader_; }

 private:
  struct Line {
    std::string text;
    int number;
  };

  /// The next line that is not blank.
  bool read_line(Line& line) {
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

  bool read_record(Record& record) {
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

  /// By line if the first line is a whole object, or if it is not but the second is a whole problem
  /// (then the first is a bad line).
  void detect_layout() {
    Line first, second;
    if (!read_line(first)) return;
    const bool more = !is_whole_object(first.text) && read_line(second);
    by_line_ =
        is_whole_object(first.text) || (more && is_whole_object(second.text) &&
                                        second.text.find("\"mass_matrix\"") != std::string::npos);
    if (more) waiting_.push_front(std::move(second));
    waiting_.push_front(std::move(first));
  }

  LineReader reader_;
  bool by_line_ = true;
  std::deque<Line> waiting_;
  std::deque<Record> ready_;
};

// Reads what is there and no more, so that a program at the other end of a pipe gets its answers as
// soon as it has asked: output is flushed before every wait for input.

// Brackets are counted outside of strings; that is all of JSON that is looked at here.

namespace {

/// One problem, or a batch: the first lines tell, unless the name does.
Input open_stream(const std::string& file) {
  std::error_code ignored;
  const bool by_name = file != "-" && std::filesystem::is_regular_file(file, ignored);
  const auto layout = by_name ? RecordStream::Layout::lines : RecordStream::Layout::detect;
  const std::string where = file == "-" ? "standard input" : file;
  auto records = std::make_shared<RecordStream>(file, layout);
  Input input;
  if (by_name || !records->is_single()) {
    input.batch = Batch{where, std::move(records)};
    return input;
  }
  Record record;
  records->next(record);
  // Line ends stand in for the blank lines before it, so that positions are those of the file.
  const auto blank = static_cast<std::size_t>(std::max(record.line - 1, 0));
  input.problem = problem_from_json(std::string(blank, '\n') + record.text, where);
  return input;
}

}  // namespace

Input open_input(const std::string& file, const SubjectOptions& options) {
  const bool stream = report::checked_kind(file, options) == FileKind::stream;
  return stream ? open_stream(file) : Input{open_subject(file, options)};
}

// The loop over a batch; nothing outlives its turn.

ExitCode run_batch(Batch& batch, const OutputOptions& output,
                   const std::function<Answer(const ImpactProblem&)>& answer) {
  if (output.indent) warn("--indent is not used for a batch: one line per problem");
  Progress progress;
  ExitCode worst = ExitCode::answer;
  Record record;
  for (std::uint64_t count = 1; batch.records->next(record); ++count) {
    Answer said;
    try {
      said = answer(problem_from_json(record.text, batch.where, record.line));
    } catch (const InvalidInput& error) {
      said = refusal(error, record.line);
    }
    said.json += '\n';
    write_output(said.json);
    worst = std::max(worst, said.code);
    const LineReader& reader = batch.records->reader();
    progress.update(count, reader.bytes_read(), reader.size());
  }
  return worst;
}

}  // namespace carom::cli
