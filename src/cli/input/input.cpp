// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/input.h"

#include <algorithm>
#include <filesystem>

#include "carom/report.h"
#include "report/subject/file_kind.h"

namespace carom::cli {
namespace {

/// One problem, or a batch: the first lines tell, unless the name does.
Input open_stream(const std::string& file) {
  std::error_code ignored;
  const bool by_name = file != "-" && std::filesystem::is_regular_file(file, ignored);
  const auto layout = by_name ? RecordStream::Layout::lines : RecordStream::Layout::detect;
  const std::string where = file == "-" ? "standard input" : file;
  auto records = std::make_unique<RecordStream>(file, layout);
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

}  // namespace carom::cli
