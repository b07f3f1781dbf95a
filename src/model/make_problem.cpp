// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a model and its state to a problem: the contacts that are closed, their rows, the rows of
// loops. Locked joints lose their columns: M and J of the motions that are left.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "carom/model.h"
#include "model/loop_tolerance.h"
#include "model/multibody.h"

namespace carom {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Faults = std::vector<std::string>;

/// Rows are zero, or parallel, within this.
/// Relative. Rows are sums of products of rotations, with rounding of 1e-16 times the depth of the
/// tree. `parallel` compares 1 − cos, half the square of the angle: there it means 1e-6 rad.
constexpr double row_tolerance = 1e-12;

/// The velocities that stay: those of joints that are not locked.
std::vector<int> free_velocities(const Model& model, const State& state,
                                 const std::vector<std::string>& locked, Faults& faults) {
  std::vector<bool> held(static_cast<std::size_t>(model.velocity_size()), false);
  for (const std::string& name : locked) {
    const auto index = static_cast<std::size_t>(model.joint(name));
    const Joint& joint = model.joints()[index];
    if (!model.bodies().joint_is_coordinate[index]) {
      faults.push_back(
          fmt::format("locked joint '{}' is mixed with other joints by the coordinate "
                      "map of {}; expected a joint whose position is a coordinate",
                      name, model.name()));
      continue;
    }
    for (int k = joint.v; k < joint.v + joint.v_size; ++k) {
      held[static_cast<std::size_t>(k)] = true;
      if (state.v[k] != 0.0) {
        faults.push_back(
            fmt::format("locked joint '{}': velocity = {}; expected 0", name, state.v[k]));
      }
    }
  }
  std::vector<int> free;
  for (int k = 0; k < model.velocity_size(); ++k) {
    if (!held[static_cast<std::size_t>(k)]) free.push_back(k);
  }
  if (free.empty()) faults.push_back("every joint is locked; expected one that moves");
  return free;
}

[[noreturn]] void refuse_open(const Model& model, const ModelWorkspace& workspace,
                              double touching) {
  if (model.contacts().empty()) {
    throw InvalidInput(
        fmt::format("{}: no contacts; expected at least one point or sphere that may touch; name "
                    "the frames that touch the ground",
                    model.name()));
  }
  std::string gaps;
  constexpr std::size_t most = 8;
  for (std::size_t k = 0; k < std::min(model.contacts().size(), most); ++k) {
    gaps += fmt::format("{}'{}' {:.6g}", k == 0 ? "" : ", ", model.contacts()[k].name,
                        workspace.gap(static_cast<int>(k)));
  }
  if (model.contacts().size() > most) gaps += fmt::format(", … {} in all", model.contacts().size());
  throw InvalidInput(
      fmt::format("{}: nothing touches; gaps: {}; expected a gap of at most {}; move the posture "
                  "(the posture "
                  "solver puts named contacts on the ground) or declare contacts closed",
                  model.name(), gaps, touching));
}

std::vector<int> closed_contacts(const Model& model, const ModelWorkspace& workspace,
                                 const ProblemOptions& options) {
  std::vector<int> closed;
  for (const std::string& name : options.closed) closed.push_back(model.contact(name));
  if (closed.empty()) {
    for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
      if (workspace.gap(k) <= options.touching) closed.push_back(k);
    }
  }
  if (closed.empty()) refuse_open(model, workspace, options.touching);
  return closed;
}

bool parallel(const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b) {
  return a.norm() * b.norm() - std::abs(a.dot(b)) < row_tolerance * a.norm() * b.norm();
}

/// No row is small beside another and no two are nearly parallel: the common case, told in one
/// pass.
bool all_apart(const MatrixXd& rows) {
  if (rows.rows() > 3) return false;
  Eigen::Matrix3d products = Eigen::Matrix3d::Identity();
  products.topLeftCorner(rows.rows(), rows.rows()) = rows.lazyProduct(rows.transpose());
  const auto squares = products.diagonal();
  // Of squares: lengths within a factor of 1e3. A shortcut: far above row_tolerance, so that
  // whatever it lets pass the long way would keep too.
  bool apart = rows.rows() < 2 || squares.head(rows.rows()).minCoeff() > 1e-6 * squares.maxCoeff();
  for (Eigen::Index j = 0; j < rows.rows(); ++j)
    for (Eigen::Index i = 0; i < j; ++i)
      apart = apart && products(i, j) * products(i, j) < 0.9 * squares[i] * squares[j];
  return apart;
}

/// Tangents along which something can slip. In a mechanism that moves in a plane one of the two
/// rows vanishes, or both are parallel and turn into one along the plane. Without friction, rows
/// that only repeat the normal (few joints are left) say nothing.
MatrixXd moving_tangents(const MatrixXd& rows, double friction) {
  if (all_apart(rows)) return rows.bottomRows(rows.rows() - 1);
  const double size = rows.rowwise().norm().maxCoeff();
  std::vector<Eigen::RowVectorXd> kept;
  for (Eigen::Index k = 1; k < rows.rows(); ++k) {
    if (rows.row(k).norm() > row_tolerance * size) kept.emplace_back(rows.row(k));
  }
  if (kept.size() == 2 && parallel(kept[0], kept[1])) {
    const double sign = kept[0].dot(kept[1]) < 0.0 ? -1.0 : 1.0;
    const double a = kept[0].norm(), b = kept[1].norm();
    kept = {(a * kept[0] + sign * b * kept[1]) / std::hypot(a, b)};
  }
  if (friction == 0.0) {
    std::erase_if(kept, [&](const auto& row) { return parallel(row, rows.row(0)); });
  }
  MatrixXd tangents(static_cast<Eigen::Index>(kept.size()), rows.cols());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    tangents.row(static_cast<Eigen::Index>(k)) = kept[k];
  }
  return tangents;
}

Contact make_contact(const ContactCandidate& candidate, const MatrixXd& rows) {
  Contact contact;
  contact.name = candidate.name;
  contact.normal = rows.row(0);
  contact.tangents = moving_tangents(rows, candidate.friction);
  contact.friction = candidate.friction;
  contact.static_friction = candidate.static_friction;
  contact.restitution = candidate.restitution;
  contact.stiffness = candidate.stiffness;
  return contact;
}

std::vector<BilateralConstraint> make_bilateral(const ModelWorkspace& workspace,
                                                const std::vector<int>& free, Faults& faults) {
  const int count = workspace.bilateral_count();
  std::vector<BilateralConstraint> list;
  if (count == 0) return list;
  MatrixXd rows(count, workspace.model().velocity_size());
  VectorXd residual(count);
  workspace.bilateral_rows(rows);
  workspace.bilateral_residual(residual);
  for (int k = 0; k < count; ++k) {
    const std::string& name = workspace.bilateral_names()[static_cast<std::size_t>(k)];
    if (!(std::abs(residual[k]) <= loop_tolerance)) {
      faults.push_back(
          fmt::format("loop '{}' is open by {:.6g}; expected at most {}; close it with "
                      "the posture solver",
                      name, residual[k], loop_tolerance));
    }
    const Eigen::RowVectorXd row = rows(k, free);
    // A row that no free velocity moves holds by itself.
    if (row.norm() > 0.0) list.push_back({name, row});
  }
  return list;
}

}  // namespace

ImpactProblem make_problem(const Model& model, const State& state, const ProblemOptions& options) {
  ModelWorkspace workspace(model);
  return make_problem(model, state, options, workspace);
}

ImpactProblem make_problem(const Model& model, const State& state, const ProblemOptions& options,
                           ModelWorkspace& workspace) {
  model.check(state);
  Faults faults;
  const std::vector<int> free = free_velocities(model, state, options.locked, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  workspace.set_configuration(state.q);
  const std::vector<int> closed = closed_contacts(model, workspace, options);
  std::vector<Contact> contacts;
  contacts.reserve(closed.size());
  MatrixXd rows(3, model.velocity_size());
  const bool all_free = static_cast<int>(free.size()) == model.velocity_size();
  for (const int k : closed) {
    const ContactCandidate& candidate = model.contacts()[static_cast<std::size_t>(k)];
    auto block = rows.topRows(1 + candidate.tangents);
    workspace.contact_rows(k, block);
    if (all_free && candidate.tangents == 2)
      contacts.push_back(make_contact(candidate, rows));
    else
      contacts.push_back(
          make_contact(candidate, all_free ? MatrixXd(block) : MatrixXd(block(Eigen::all, free))));
  }
  auto bilateral = make_bilateral(workspace, free, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  const MatrixXd& mass = workspace.mass_matrix();
  const std::string name = options.name.empty() ? model.name() : options.name;
  if (all_free)
    return ImpactProblem(mass, std::move(contacts), state.v, std::move(bilateral), name);
  return ImpactProblem(mass(free, free), std::move(contacts), state.v(free), std::move(bilateral),
                       name);
}

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

// A problem made by make_problem, at another state of the same model: mass matrix and rows are
// written anew in its own storage. Nothing is allocated, unless a contact has fewer tangents than
// its candidate or something is wrong.
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
