// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/recorded.h"

#include <fmt/format.h>

#include "report/page/document.h"
#include "report/run/folder.h"

namespace carom::report {

RecordedRun::RecordedRun(const Model& model, const State& start, const SimulationOptions& options,
                         const RunFolderOptions& how, Json identity, RunState state)
    : RunSums(model, start, options, std::move(state), {how.progress, how.observe}),
      model_(model),
      options_(options),
      how_(how),
      identity_(std::move(identity)),
      names_(names_of(model, how.units)),
      tree_(model, start, options, state_.tree) {}

void RecordedRun::begin(const simulation::TreeNode& node) {
  RunSums::begin(node);
  if (page_) page_->begin(node.id, at(node).facts.walk.has_value());
}

void RecordedRun::fork(const simulation::TreeNode& branch) {
  RunSums::fork(branch);
  if (page_) page_->add_branch(branch.parent, branch.id, branch.fork->time);
}

void RecordedRun::keep(const simulation::TreeNode& node, const SimulationRecord& record) {
  if (page_) page_->take(node.id, record);
  for (const std::string& note : record.notes) {
    state_.note(node.id == 0 ? note : fmt::format("trajectory {}: {}", node.id, note));
  }
}

void RecordedRun::end(const simulation::TreeNode& node, const Simulation& simulation) {
  RunSums::end(node, simulation);
  if (page_) page_->end(node.id);
}

RunResult RecordedRun::result() const {
  RunResult result = overall(state_.nodes, true);
  result.notes = state_.all_notes();
  return result;
}

Json RecordedRun::document(const RunResult& result) const {
  return run_document(identity_, state_, result);
}

void RecordedRun::start_page() {
  const std::string& title = how_.title.empty() ? model_.name() : how_.title;
  page_ = std::make_unique<RunPage>(
      model_, names_, options_.law, identity_,
      RunPageHead{.title = title, .units = how_.units, .stop = options_.stop});
  for (const RunNode& one : state_.nodes) {
    if (one.facts.id > 0) page_->add_branch(one.facts.parent, one.facts.id, one.facts.start);
  }
}

std::string RecordedRun::page(const Json& document) { return page_html(page_->document(document)); }

}  // namespace carom::report
