// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A problem made by make_problem, at another state of the same model: mass matrix and rows are
// written anew in its own storage. Nothing is allocated, unless a contact has fewer tangents than
// its candidate or something is wrong.
#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/model.h"
#include "model/loop_tolerance.h"

namespace carom {
namespace {

void check_same(const Model& model, const ModelWorkspace& workspace, const ImpactProblem& problem) {
  std::vector<std::string> faults;
  if (&workspace.model().parts() != &model.parts())
    faults.push_back("workspace: made for model '" + workspace.model().name() +
                     "' with other parts; expected one made for '" + model.name() +
                     "'; make a workspace of this model");
  if (problem.coordinate_count() != model.velocity_size())
    faults.push_back("problem '" + problem.name() + "' has " +
                     std::to_string(problem.coordinate_count()) + " coordinates; expected " +
                     std::to_string(model.velocity_size()) + ", as model '" + model.name() +
                     "' has; make it anew where joints are locked");
  const auto& names = workspace.bilateral_names();
  const auto same = [&](const BilateralConstraint& row) {
    const auto at = static_cast<std::size_t>(&row - problem.bilateral().data());
    return at < names.size() && row.name == names[at];
  };
  if (problem.bilateral().size() != names.size() ||
      !std::all_of(problem.bilateral().begin(), problem.bilateral().end(), same))
    faults.push_back("problem '" + problem.name() + "' has " +
                     std::to_string(problem.bilateral_count()) + " bilateral rows; expected the " +
                     std::to_string(names.size()) + " of model '" + model.name() +
                     "'; make it anew");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

/// The candidate of a contact; the same number as last time in most calls.
int find_candidate(const Model& model, const Contact& contact, int guess) {
  const auto& candidates = model.contacts();
  const auto at = static_cast<std::size_t>(guess);
  if (at < candidates.size() && candidates[at].name == contact.name) return guess;
  for (std::size_t k = 0; k < candidates.size(); ++k)
    if (candidates[k].name == contact.name) return static_cast<int>(k);
  return model.contact(contact.name);  // which names the nearest
}

/// False if a contact has not all tangents of its candidate: make_problem left out what nothing
/// moves.
bool fill_contacts(const Model& model, const ModelWorkspace& workspace,
                   const ImpactProblem& problem, Eigen::Ref<Eigen::MatrixXd> rows) {
  int guess = 0;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const Contact& contact = problem.contacts()[static_cast<std::size_t>(i)];
    const int found = find_candidate(model, contact, guess);
    const int tangents = model.contacts()[static_cast<std::size_t>(found)].tangents;
    if (tangents != contact.tangents.rows()) return false;
    workspace.contact_rows(found, rows.middleRows(problem.normal_row(i), 1 + tangents));
    guess = found + 1;
  }
  return true;
}

bool loops_closed(const ModelWorkspace& workspace, ImpactProblem::RowStorage& storage) {
  if (storage.residual.size() == 0) return true;
  workspace.bilateral_rows(storage.bilateral_rows);
  workspace.bilateral_residual(storage.residual);
  return storage.residual.cwiseAbs().maxCoeff() <= loop_tolerance;
}

/// By way of a new problem, which also says what is wrong.
void update_from_new(const Model& model, const State& state, ModelWorkspace& workspace,
                     ImpactProblem& problem) {
  const ImpactProblem made =
      make_problem(model, state, {.closed = problem.labels()->contacts}, workspace);
  Eigen::MatrixXd bilateral_rows(made.bilateral_count(), made.coordinate_count());
  for (int i = 0; i < made.bilateral_count(); ++i)
    bilateral_rows.row(i) = made.bilateral()[static_cast<std::size_t>(i)].row;
  problem.update(made.mass_matrix(), made.contact_jacobian(), made.velocity(), bilateral_rows);
}

}  // namespace

void update_problem(const Model& model, const State& state, ModelWorkspace& workspace,
                    ImpactProblem& problem) {
  model.check(state);
  check_same(model, workspace, problem);
  workspace.set_configuration(state.q);
  auto storage = problem.row_storage();
  if (fill_contacts(model, workspace, problem, storage.rows) && loops_closed(workspace, storage))
    problem.update(workspace.mass_matrix(), storage.rows, state.v, storage.bilateral_rows);
  else
    update_from_new(model, state, workspace, problem);
}

}  // namespace carom
