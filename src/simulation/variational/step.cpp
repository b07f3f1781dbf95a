// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Steps and nodes of the variational integrator (step.h): the equations are in rule.h, their
// solution in step_solver.h, nodes in tree.h.
// The first guess of v̄ is the straight line through the v̄ of the two steps before, which belong to
// the middles of these steps; a trial step from the same node is the nearer of the two.
#include "simulation/variational/step.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "simulation/variational/step_solver.h"

namespace carom::simulation {

struct VariationalStep::Work {
  using Past = VariationalMemory::Past;

  Work(const Model& source, const Controller& controller)
      : model(source), tree(model), forces(model, controller), rule(tree, forces), solver(rule) {
    const Eigen::Index n = rule.velocities();
    node.q = start.q = end.q = middle_q = work_q = VectorXd::Zero(tree.tree.configuration_size);
    node.rows = node.p = start.rows = start.p = end.rows = end.p = VectorXd::Zero(n);
    middle_v = work = VectorXd::Zero(n);
    x = VectorXd::Zero(rule.unknowns());
    for (Past* past : {&trial, &last, &older}) past->velocity = VectorXd::Zero(rule.unknowns());
    node.flights.resize(tree.floating.size());
    start.flights = end.flights = node.flights;
  }

  void forget() { trial.known = last.known = older.known = false; }
  void guess();
  void place_middle() {
    if (!middle_known) rule.middle(x, middle_q, middle_v);
    middle_known = true;
  }

  Model model;
  VariationalTree tree;
  VariationalForces forces;
  VariationalRule rule;
  VariationalSolver solver;
  VariationalNode node, start, end;
  double h = 0.0;  ///< Of the trial step.
  Past trial, last, older;
  VectorXd x, middle_q, middle_v, work, work_q;
  bool middle_known = false;
  int iterations = 0;
  std::string trouble;
};

void VariationalStep::Work::guess() {
  const Past* near = trial.known ? &trial : last.known ? &last : nullptr;
  if (near == nullptr) {
    rule.guess_from_momentum(x);
    return;
  }
  const Past& far = trial.known ? last : older;
  x = near->velocity;
  const double apart = near->middle - far.middle, ahead = 0.5 * h - near->middle;
  // Not from steps that are much closer to each other than to this one: rounding would grow.
  if (far.known && std::abs(ahead) <= 2.0 * apart) {
    x += (ahead / apart) * (near->velocity - far.velocity);
  }
  rule.guess_drift(x);
}

VariationalStep::VariationalStep(const Model& model, const Controller& controller)
    : work_(std::make_unique<Work>(model, controller)) {
  set_node(model.neutral(), VectorXd::Zero(model.velocity_size()));
}
VariationalStep::~VariationalStep() = default;

void VariationalStep::set_node(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  Work& w = *work_;
  w.node.q = q;
  w.tree.momentum(q, v, w.node.p);
  w.tree.split(w.node);
  w.forget();
}

const VectorXd& VariationalStep::q() const {
  work_->tree.place(work_->node);
  return work_->node.q;
}
const VectorXd& VariationalStep::p() const {
  work_->tree.sum(work_->node);
  return work_->node.p;
}

bool VariationalStep::step(double time, double h, const Ref<const VectorXd>& impulse) {
  Work& w = *work_;
  w.trouble.clear();
  w.start = w.node;
  w.tree.push(impulse, w.start);
  w.h = h;
  w.middle_known = false;
  w.rule.begin(w.start, time, h);
  if (h == 0.0) {
    w.rule.guess_from_momentum(w.x);
    w.end = w.start;
    w.iterations = 0;
    return w.x.allFinite();
  }
  w.guess();
  const VariationalSolver::Result result = w.solver.solve(w.x);
  w.iterations = w.solver.evaluations();
  if (result == VariationalSolver::Result::solved) {
    w.rule.finish(w.x, w.end);
    w.trial.velocity = w.x;
    w.trial.middle = 0.5 * h;
    w.trial.known = true;
    if (w.end.rows.allFinite() && w.end.q.allFinite()) return true;
    w.trial.known = false;
  }
  if (result == VariationalSolver::Result::bad_force) {
    w.trouble = fmt::format("the controller's force is not finite at t = {}", time + 0.5 * h);
  } else {
    w.trouble = fmt::format("the step of {} s at t = {} did not converge", h, time);
  }
  return false;
}

const VectorXd& VariationalStep::middle_q() const {
  work_->place_middle();
  return work_->middle_q;
}
const VectorXd& VariationalStep::middle_v() const {
  work_->place_middle();
  return work_->middle_v;
}
const VectorXd& VariationalStep::end_q() const {
  work_->tree.place(work_->end);
  return work_->end.q;
}
const VectorXd& VariationalStep::end_p() const {
  work_->tree.sum(work_->end);
  return work_->end.p;
}
int VariationalStep::iterations() const { return work_->iterations; }
const std::string& VariationalStep::trouble() const { return work_->trouble; }

void VariationalStep::commit(const Ref<const VectorXd>& impulse) {
  Work& w = *work_;
  w.node = w.end;
  w.tree.push(impulse, w.node);
  if (w.h > 0.0 && w.trial.known) {
    std::swap(w.older, w.last);
    w.older.middle -= w.h;
    std::swap(w.last.velocity, w.trial.velocity);
    w.last.middle = -0.5 * w.h;
    w.last.known = true;
  }
  w.trial.known = false;
}

void VariationalStep::velocity(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p,
                               Ref<VectorXd> v) {
  work_->tree.velocity(q, p, v);
}

void VariationalStep::momentum(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v,
                               Ref<VectorXd> p) {
  work_->tree.momentum(q, v, p);
}

double VariationalStep::energy(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p) {
  Work& w = *work_;
  w.tree.velocity(q, p, w.work);
  w.work_q = q;
  return 0.5 * p.dot(w.work) + w.tree.gravity_energy(w.work_q) + w.forces.energy(w.work_q, w.tree);
}

double VariationalStep::gravity_energy(const Ref<const VectorXd>& q) {
  work_->work_q = q;
  return work_->tree.gravity_energy(work_->work_q);
}

const FramePlacements& VariationalStep::placements(const Ref<const VectorXd>& q) {
  work_->work_q = q;
  work_->tree.place_in_world(work_->work_q);
  return work_->tree;
}

VariationalMemory VariationalStep::memory() const {
  const Work& w = *work_;
  VariationalMemory memory;
  memory.last = w.last;
  memory.older = w.older;
  memory.momentum = w.node.rows;
  memory.flights = w.node.flights;
  return memory;
}

bool VariationalStep::set_memory(const VariationalMemory& memory) {
  Work& w = *work_;
  const Eigen::Index unknowns = w.rule.unknowns();
  if (memory.momentum.size() != w.node.rows.size() || memory.last.velocity.size() != unknowns ||
      memory.older.velocity.size() != unknowns || memory.flights.size() != w.node.flights.size()) {
    return false;
  }
  w.last = memory.last;
  w.older = memory.older;
  w.node.rows = memory.momentum;
  w.node.flights = memory.flights;
  w.node.summed = false;
  w.trial.known = false;
  return true;
}

}  // namespace carom::simulation
