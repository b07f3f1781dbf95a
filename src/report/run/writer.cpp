// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/writer.h"

namespace carom::report {

RunWriter::RunWriter(const std::filesystem::path& folder, const RunNames& names, bool mcap,
                     const RunNode& node, const FileLengths& lengths)
    : names_(names),
      header_(lengths.trajectory == 0 ? 1 : 0),
      rows_before_(node.facts.rows),
      impacts_before_(node.facts.impacts),
      impacts_taken_(node.facts.impacts),
      touchdowns_taken_(node.facts.walk ? node.facts.walk->steps : 0),
      trajectory_(folder / "trajectory.csv", lengths.trajectory),
      impacts_(folder / "impacts.json", lengths.impacts, "\n]\n"),
      events_(folder / "events.csv", lengths.events) {
  if (node.facts.walk) {
    walk_.emplace(folder / "walk.csv", lengths.walk);
    touchdowns_.emplace(folder / "touchdowns.json", lengths.touchdowns, "\n]\n");
  }
  if (mcap) {
    mcap_.emplace(folder / "trajectory.mcap", names,
                  McapFile::Counts{.body = lengths.mcap,
                                   .rows = node.facts.rows,
                                   .impacts = node.facts.impacts,
                                   .first = node.facts.start,
                                   .last = node.last_row});
  }
  if (header_ == 0) return;
  trajectory_.append(trajectory_header(names));
  impacts_.append("[");
  events_.append(events_header());
  if (walk_) walk_->append(walk_header(names.motors));
  if (touchdowns_) touchdowns_->append("[");
  flush();  // valid from the start
}

void RunWriter::take(const SimulationRecord& record) {
  for (const TrajectoryRow& row : record.rows) take_row(row);
  for (const ImpactRecord& impact : record.impacts) take_impact(impact);
  for (const ContactEvent& event : record.events) {
    text_.clear();
    put_event(event, names_, text_);
    events_.append(text_);
  }
  if (walk_) take_walk(record);
  for (RunFile* file : files()) {
    if (file->full()) file->flush();
  }
}

void RunWriter::take_row(const TrajectoryRow& row) {
  text_.clear();
  put_row(row, text_);
  trajectory_.append(text_);
  if (mcap_) mcap_->put(row);
}

void RunWriter::take_impact(const ImpactRecord& impact) {
  text_ = dump_json(impact_document(impact, names_), -1);
  impacts_.append((impacts_taken_++ == 0 ? "\n" : ",\n") + text_);
  if (mcap_) mcap_->put_impact(impact.time, text_);
}

void RunWriter::take_walk(const SimulationRecord& record) {
  for (const WalkSample& sample : record.walk) {
    if (!sample.row) continue;
    text_.clear();
    put_walk(sample, names_.motors, text_);
    walk_->append(text_);
  }
  for (const Touchdown& touchdown : record.touchdowns) {
    text_ = dump_json(touchdown_document(touchdown), -1);
    touchdowns_->append((touchdowns_taken_++ == 0 ? "\n" : ",\n") + text_);
  }
}

std::vector<RunFile*> RunWriter::files() {
  std::vector<RunFile*> all = {&trajectory_, &impacts_, &events_};
  if (walk_) all.push_back(&*walk_);
  if (touchdowns_) all.push_back(&*touchdowns_);
  return all;
}

FileLengths RunWriter::flush() {
  for (RunFile* file : files()) file->flush();
  if (mcap_) mcap_->flush();
  return {.trajectory = trajectory_.body(),
          .impacts = impacts_.body(),
          .events = events_.body(),
          .mcap = mcap_ ? mcap_->body() : 0,
          .walk = walk_ ? walk_->body() : 0,
          .touchdowns = touchdowns_ ? touchdowns_->body() : 0};
}

void RunWriter::salvage() {
  const auto try_to_flush = [](auto& file) {
    try {
      file.flush();
    } catch (const DiskFault&) {
      // The file is cut to whole records.
    }
  };
  for (RunFile* file : files()) try_to_flush(*file);
  if (mcap_) try_to_flush(*mcap_);
}

void RunWriter::close() {
  flush();
  for (RunFile* file : files()) file->close();
  if (mcap_) mcap_->close();
}

}  // namespace carom::report
