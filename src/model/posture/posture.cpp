// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// solve_posture: names to indices, a start inside the limits, the solver (posture_solver.h), and
// what came of it in words. Where the way from `start` is stuck, as with a straight leg whose foot
// cannot go up to first order, it is tried again from a few seeded postures beside it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "model/posture/posture_file.h"
#include "model/posture/posture_solver.h"

namespace carom {
namespace {

using Eigen::VectorXd;
using Names = std::vector<std::string>;

/// [rad, m] How far the second and later tries start from the first.
constexpr double beside[] = {0.05, 0.05, 0.2, 0.2, 0.5, 0.5};
/// Names listed in a message.
constexpr std::size_t most_named = 5;

template <class F>
void gather(Names& faults, F f) {
  try {
    f();
  } catch (const InvalidInput& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

struct Question {
  VectorXd start;
  std::vector<int> contacts;
  std::vector<int> held;
};

/// Each name once, however often it is given.
void add(std::vector<int>& list, int index) {
  if (std::find(list.begin(), list.end(), index) == list.end()) list.push_back(index);
}

Question checked(const Model& model, const VectorXd& start, const PostureOptions& options) {
  Names faults;
  Question question;
  gather(faults, [&] { model.check({start, VectorXd::Zero(model.velocity_size())}); });
  for (const std::string& name : options.contacts) {
    gather(faults, [&] { add(question.contacts, model.contact(name)); });
  }
  if (options.contacts.empty()) {
    for (std::size_t k = 0; k < model.contacts().size(); ++k) {
      // Nothing stands on the stop of a joint, which joint_limits keeps to, or on itself.
      if (model.contacts()[k].is_internal()) continue;
      question.contacts.push_back(static_cast<int>(k));
    }
  }
  for (const std::string& name : options.held) {
    gather(faults, [&] { add(question.held, model.joint(name)); });
  }
  if (!(options.tolerance > 0.0 && std::isfinite(options.tolerance))) {
    faults.push_back(fmt::format("posture: tolerance = {} m; expected > 0 and finite",
                                 base::number(options.tolerance)));
  }
  if (options.iterations < 1) {
    faults.push_back(fmt::format("posture: iterations = {}; expected >= 1", options.iterations));
  }
  if (!faults.empty()) throw InvalidInput(faults);
  question.start = with_unit_parts(model, start);
  return question;
}

/// Names of what g holds: the contacts, then loops and couplings, in the order of its entries.
Names constraint_names(const Model& model, const std::vector<int>& contacts) {
  Names names;
  for (const int contact : contacts) {
    names.push_back(
        fmt::format("contact '{}'", model.contacts()[static_cast<std::size_t>(contact)].name));
  }
  const ModelWorkspace workspace(model);
  for (const std::string& name : workspace.bilateral_names()) {
    names.push_back(fmt::format("'{}'", name));
  }
  return names;
}

/// The parts shown, and how many of `count` are not.
std::string listed(Names parts, std::size_t count) {
  if (count > parts.size()) parts.push_back(fmt::format("{} more", count - parts.size()));
  return base::join(parts);
}

std::string left_open(const Names& names, const VectorXd& residual, double tolerance,
                      std::size_t contacts) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!(std::abs(residual[static_cast<Eigen::Index>(k)]) <= tolerance)) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(residual[static_cast<Eigen::Index>(a)]) >
           std::abs(residual[static_cast<Eigen::Index>(b)]);
  });
  Names parts;
  for (std::size_t k = 0; k < std::min(order.size(), most_named); ++k) {
    const std::string value = base::number(residual[static_cast<Eigen::Index>(order[k])], 4);
    parts.push_back(order[k] < contacts
                        ? fmt::format("{} is left at gap {} m", names[order[k]], value)
                        : fmt::format("{} is left open by {}", names[order[k]], value));
  }
  return listed(parts, order.size());
}

Names joints_at_limit(const Model& model, const posture::Target& target, const VectorXd& q) {
  const std::vector<char> there = target.at_limit(q);
  Names names;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const std::string& name = model.joints()[static_cast<std::size_t>(target.joints()[k])].name;
    if (there[k] && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

/// Brings q on the constraints, from `first` or from beside it; the best q if none gets there.
bool reach(posture::Solver& solver, posture::Target& target, const VectorXd& first, VectorXd& q) {
  q = first;
  if (solver.restore(q)) return true;
  double best = target.evaluate(q).residual.norm();
  base::Random random(1);
  for (const double size : beside) {
    VectorXd x(target.size());
    for (double& entry : x) entry = size * random.normal();
    VectorXd other = target.moved(first, x);
    if (solver.restore(other)) {
      q = other;
      return true;
    }
    const double residual = target.evaluate(other).residual.norm();
    if (residual < best) {
      best = residual;
      q = other;
    }
  }
  return false;
}

std::string clipping_message(const Model& model, const VectorXd& start, const VectorXd& inside) {
  Names moved;
  std::size_t count = 0;
  for (Eigen::Index k = 0; k < start.size(); ++k) {
    // [rad, m] Clipping takes 1e-12 (on_limit) as on the limit. The message has six digits: a
    // smaller move shows only in coordinates below 1e-3.
    if (std::abs(start[k] - inside[k]) < 1e-9) continue;
    ++count;
    if (moved.size() == most_named) continue;
    moved.push_back(fmt::format("'{}' from {} to {}",
                                model.coordinate_names()[static_cast<std::size_t>(k)],
                                base::number(start[k]), base::number(inside[k])));
  }
  if (moved.empty()) return "";
  return "the start is outside the joint limits and was moved to them: " + listed(moved, count);
}

}  // namespace

PostureResult solve_posture(const Model& model, const VectorXd& start,
                            const PostureOptions& options) {
  const Question question = checked(model, start, options);
  posture::Target target(model, question.start, question.contacts, question.held,
                         options.joint_limits);
  posture::Solver solver(target, options.tolerance, options.iterations);
  const VectorXd inside = target.clipped(question.start);

  PostureResult result;
  Names messages;
  if (const std::string text = clipping_message(model, question.start, inside); !text.empty()) {
    messages.push_back(text);
  }
  result.converged = reach(solver, target, inside, result.q);
  bool nearest = result.converged && solver.descend(result.q);
  const posture::Evaluation at = target.evaluate(result.q);
  result.largest_gap = at.largest();
  result.change = std::sqrt(2.0 * at.cost);
  result.iterations = solver.iterations();
  result.at_limit = joints_at_limit(model, target, result.q);
  if (!result.converged) {
    messages.push_back(fmt::format(
        "no posture near the start closes all of them: {}{}; start nearer to the stance, name "
        "fewer contacts{}",
        left_open(constraint_names(model, question.contacts), at.residual, options.tolerance,
                  question.contacts.size()),
        result.at_limit.empty() ? "" : "; at a limit: " + base::join(result.at_limit),
        question.held.empty() ? "" : " or hold fewer joints"));
  } else if (!nearest) {
    messages.push_back(fmt::format(
        "the contacts are closed, but the nearest such posture was not reached in {} iterations",
        result.iterations));
  }
  result.message = base::join(messages, "; ");
  return result;
}

}  // namespace carom
