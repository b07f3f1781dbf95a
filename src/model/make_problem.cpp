// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a model and its state to a problem: the contacts that are closed, their rows, the rows of
// loops. Locked joints lose their columns: M and J of the motions that are left.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

}  // namespace carom
