// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The loop over a batch; nothing outlives its turn.
#include "cli/input/batch.h"

#include <algorithm>

#include "carom/error.h"
#include "carom/report.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "report/json/json_text.h"

namespace carom::cli {
namespace {

Answer refusal(const InvalidInput& error, int line) {
  const report::Json json = {{"error", error.what()}, {"line", line}};
  return {report::dump_json(json, -1), ExitCode::bad_input};
}

}  // namespace

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
