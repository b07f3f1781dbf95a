// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Accelerations with sustained contacts and closed loops (held_dynamics.h has the equations).
// Input: time, state, which contacts are sustained. Output: acceleration and reactions.
// Method: M = L Lᵀ, a = M⁻¹(τ − bias) + M⁻¹Wᵀr with the shortest r (reaction.h);
//   γ = d/ds [J(q ⊕ s v) v] at s = 0 by five points at distance s, s max|v| = 1e-3 rad, or of the
//   radii where a sphere rests against a sphere: truncation (1e-3)⁴ and rounding 1e-16/1e-3, in
//   proportion to γ, are then both below 1e-12.
// Slip direction t: that of J_t v, but never turned by more than a right angle from its direction
// at the node: a trial step that passes slip 0 goes on smoothly, with the friction it had, and the
// event is found where slip changes sign. hold() forgets directions; the first evaluation after it,
// or mark_node, sets them. Slip that is zero there (a contact that begins to slide): t is opposite
// to the friction that would make it stick.
// φ of a sticking contact: for a point against a plane fixed in the world, its distance from the
// anchor along the tangents; else 0: rolling is a condition on velocities alone (not holonomic),
// and an anchor on what moves has no place in the world.
#include "simulation/contact/held_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "model/contact_geometry.h"
#include "model/multibody.h"
#include "model/names.h"
#include "simulation/contact/reaction.h"
#include "solver/decompositions.h"

namespace carom::simulation {

using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

// s max|v| of γ, see above: ten times larger, truncation is (1e-2)⁴ = 1e-8 of γ; ten times smaller,
// rounding is 1e-12 of it.
constexpr double difference_step = 1e-3;
// Of 1 + Σ|J_t||v|: the direction of slip is unknown. Slips of 1e-16 are rounding; the size is that
// of rest_share (node_contacts.cpp), below which a slip counts as none.
constexpr double no_slip = 1e-9;
// Of project: Newton's method from a drift within a step, or from a start closed to loop_tolerance.
constexpr int max_iterations = 30;
// φ where Newton's method may end, if it no longer falls by ten [the model's length]: a tenth of
// the default `touching`, so that a contact that is kept counts as touching. Rounding of φ is 1e-16
// of the model's size.
constexpr double closed_to = 1e-10;

/// The last direction of slip, in the tangents' coordinates.
struct Slip {
  Vector2d direction = Vector2d::Zero();
  bool known = false;
};

}  // namespace

struct HeldDynamics::Work {
  Work(const Model& source, const Controller& force)
      : model(source), controller(force), workspace(source), shifted(source) {
    const auto& bodies = model.bodies();
    for (const ContactCandidate& candidate : model.contacts()) {
      bool fixed_plane = false;
      if (const auto* plane = std::get_if<ContactPlane>(&candidate.against)) {
        const auto frame = static_cast<std::size_t>(find_frame(bodies, plane->body));
        fixed_plane = bodies.frame_joints[frame] == -1;
      } else if (const auto* ground = std::get_if<ContactTerrain>(&candidate.against)) {
        fixed_plane = ground->terrain->is_plane();
      }
      anchored.push_back(fixed_plane && candidate.sphere.radius == 0.0);
    }
    const int n = model.velocity_size();
    for (VectorXd* vector : {&force_sum, &bias, &free, &acceleration}) vector->setZero(n);
    block = MatrixXd::Zero(3, n);
    q_moved = model.neutral();
    q_full = q_moved;
    v_full = VectorXd::Zero(n);
  }

  const ContactCandidate& candidate(const HeldContact& contact) const {
    return model.contacts()[static_cast<std::size_t>(contact.contact)];
  }
  int tangents(const HeldContact& contact) const { return candidate(contact).tangents; }

  /// Rows of each contact, and storage: all that depends on which contacts are sustained.
  void lay_out() {
    Eigen::Index rows = workspace.bilateral_count();
    places.clear();
    for (const HeldContact& contact : held) {
      places.push_back({.row = rows,
                        .tangents = contact.sticks ? tangents(contact) : 0,
                        .anchored = anchored[static_cast<std::size_t>(contact.contact)]});
      rows += 1 + places.back().tangents;
    }
    const int n = model.velocity_size();
    for (MatrixXd* matrix : {&J, &W, &J_shifted}) matrix->setZero(rows, n);
    for (MatrixXd* matrix : {&X, &Z}) matrix->setZero(n, rows);
    for (VectorXd* vector : {&phi, &gamma, &right, &reaction}) vector->setZero(rows);
    slides.resize(held.size());
    for (Slide& slide : slides) slide.rows.setZero(2, n);
    sliding = 0;
    shortest_length = 1.0;
    for (const HeldContact& contact : held) {
      const auto* other = std::get_if<ContactSphere>(&candidate(contact).against);
      // On terrain a sphere may turn about an edge, which is a sphere of radius 0.
      const bool edges = std::holds_alternative<ContactTerrain>(candidate(contact).against);
      const double radii = other == nullptr && !edges
                               ? 0.0
                               : candidate(contact).sphere.radius + (edges ? 0.0 : other->radius);
      if (radii > 0.0) shortest_length = std::min(shortest_length, radii);
    }
  }

  void set_rows(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  void set_sliding_row(std::size_t index, Eigen::Index row, const Ref<const VectorXd>& v,
                       std::size_t& slide_count);
  void set_sticking_violation(const HeldContact& contact, Eigen::Index row);
  void fill_rows(const ModelWorkspace& at, MatrixXd& rows);
  void set_gamma(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  bool set_free(double time, const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  bool evaluate(double time, const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  bool find_directions(double time, const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  bool factor();
  void to_metric(const MatrixXd& rows, MatrixXd& out) const;
  /// The shortest change in the mass metric that adds −`excess` to J·: into `free`.
  void correct(const VectorXd& excess);

  Model model;
  Controller controller;
  ModelWorkspace workspace, shifted;
  std::vector<HeldContact> held;
  std::vector<Place> places;  // one per sustained contact
  std::vector<Slip> slips;    // one per sustained contact, at the node
  std::vector<Slide> slides;  // storage; the first `sliding` of them are in use
  std::size_t sliding = 0;
  std::vector<bool> anchored;  // one per contact of the model
  MatrixXd J, W, J_shifted, block, L, X, Z;
  VectorXd phi, gamma, right, reaction, force_sum, bias, free, acceleration;
  VectorXd q_moved, q_full, v_full;
  double shortest_length = 1.0;  // over which rows turn where bodies move without turning
  ShortestReaction shortest;
  std::string trouble;
};

/// J at the workspace's configuration.
void HeldDynamics::Work::fill_rows(const ModelWorkspace& at, MatrixXd& rows) {
  Eigen::Index row = at.bilateral_count();
  at.bilateral_rows(rows.topRows(row));
  for (const HeldContact& contact : held) {
    const int count = 1 + (contact.sticks ? tangents(contact) : 0);
    at.contact_rows(contact.contact, rows.middleRows(row, count));
    row += count;
  }
}

/// J_n − μ tᵀ J_t.
void HeldDynamics::Work::set_sliding_row(std::size_t index, Eigen::Index row,
                                         const Ref<const VectorXd>& v, std::size_t& slide_count) {
  const int count = tangents(held[index]);
  const double friction = candidate(held[index]).friction;
  if (count == 0 || friction == 0.0) return;
  workspace.contact_rows(held[index].contact, block.topRows(1 + count));
  // Slip J_t v, and the size of what is summed in it: rounding of the sum is a share of that.
  Vector2d slip = Vector2d::Zero();
  double scale = 1.0;
  for (int k = 0; k < count; ++k) {
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      slip[k] += block(1 + k, j) * v[j];
      scale += std::abs(block(1 + k, j) * v[j]);
    }
  }
  // The first slip seen after hold() or mark_node() is the node's. A later one that points against
  // it has passed zero within the trial step: friction goes on as it was.
  Slip& node = slips[index];
  const bool slipping = slip.norm() > no_slip * scale;
  if (slipping && !node.known) node = {slip.normalized(), true};
  if (!node.known) return;
  const bool onward = slip.dot(node.direction) >= 0.0;
  const Vector2d direction =
      slipping ? Vector2d((onward ? 1.0 : -1.0) * slip.normalized()) : node.direction;
  for (int k = 0; k < count; ++k) W.row(row) -= friction * direction[k] * block.row(1 + k);
  Slide& slide = slides[slide_count++];
  slide.row = row;
  slide.friction = friction;
  slide.tangents = count;
  slide.rows.topRows(count) = block.middleRows(1, count);
  slide.onward = onward;
}

void HeldDynamics::Work::set_sticking_violation(const HeldContact& contact, Eigen::Index row) {
  const int count = tangents(contact);
  if (count == 0) return;
  if (!anchored[static_cast<std::size_t>(contact.contact)]) {
    phi.segment(row, count).setZero();
    return;
  }
  const Vector3d normal = workspace.contact_normal(contact.contact);
  const Vector3d along = first_tangent(candidate(contact).tangent, normal);
  const Vector3d apart = workspace.contact_point(contact.contact) - contact.anchor;
  phi[row] = along.dot(apart);
  if (count > 1) phi[row + 1] = normal.cross(along).dot(apart);
}

void HeldDynamics::Work::set_rows(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  workspace.set_configuration(q);
  Eigen::Index row = workspace.bilateral_count();
  workspace.bilateral_residual(phi.head(row));
  fill_rows(workspace, J);
  W = J;
  std::size_t slide_count = 0;
  for (std::size_t k = 0; k < held.size(); ++k) {
    phi[row] = workspace.gap(held[k].contact);
    if (held[k].sticks) {
      set_sticking_violation(held[k], row + 1);
    } else {
      set_sliding_row(k, row, v, slide_count);
    }
    row += 1 + (held[k].sticks ? tangents(held[k]) : 0);
  }
  sliding = slide_count;
}

void HeldDynamics::Work::set_gamma(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  gamma.setZero();
  const double fastest = v.lpNorm<Eigen::Infinity>();
  if (!(fastest > 0.0)) return;
  const double s = difference_step * shortest_length / fastest;
  constexpr std::array<std::pair<double, double>, 4> points = {
      {{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}};
  // Weights of the five-point formula f' = (f₋₂ − 8 f₋₁ + 8 f₁ − f₂)/(12 s).
  for (const auto& [place, weight] : points) {
    free = (place * s) * v;
    model.integrate(q, free, q_moved);
    shifted.set_configuration(q_moved);
    fill_rows(shifted, J_shifted);
    gamma.noalias() += (weight / (12.0 * s)) * J_shifted.lazyProduct(v);
  }
}

bool HeldDynamics::Work::factor() {
  L = workspace.mass_matrix();
  return solver::cholesky_in_place(L);
}

/// L⁻¹ rowsᵀ.
void HeldDynamics::Work::to_metric(const MatrixXd& rows, MatrixXd& out) const {
  out = rows.transpose();
  for (Eigen::Index k = 0; k < out.cols(); ++k) solver::solve_lower(L, out.col(k));
}

/// `free`: L⁻¹(τ − bias).
bool HeldDynamics::Work::set_free(double time, const Ref<const VectorXd>& q,
                                  const Ref<const VectorXd>& v) {
  workspace.passive_force(v, force_sum);
  if (controller) {
    q_full = q;
    v_full = v;
    controller.add_force(time, q_full, v_full, force_sum);
    if (!force_sum.allFinite()) {
      trouble = fmt::format("the controller's force is not finite at t = {:.9g} s", time);
      return false;
    }
  }
  workspace.bias(v, bias);
  free = force_sum - bias;
  if (!factor()) {
    trouble = fmt::format("the mass matrix is not positive definite at t = {:.9g} s", time);
    return false;
  }
  solver::solve_lower(L, free);
  return true;
}

bool HeldDynamics::Work::evaluate(double time, const Ref<const VectorXd>& q,
                                  const Ref<const VectorXd>& v) {
  trouble.clear();
  if (J.rows() > 0) set_gamma(q, v);
  set_rows(q, v);
  if (!set_free(time, q, v)) return false;
  if (J.rows() > 0) {
    // With a = L⁻ᵀ(free + Z r), X = L⁻¹Jᵀ, Z = L⁻¹Wᵀ:  J a + γ = 0  is  XᵀZ r = −γ − Xᵀfree.
    to_metric(J, X);
    to_metric(W, Z);
    right = -gamma;
    right.noalias() -= X.transpose().lazyProduct(free);
    shortest.solve(X, Z, right);
    reaction = shortest.r();
    free.noalias() += Z.lazyProduct(reaction);
  }
  acceleration = free;
  solver::solve_lower_transposed(L, acceleration);
  if (acceleration.allFinite() && reaction.allFinite()) return true;
  trouble = fmt::format("the acceleration is not finite at t = {:.9g} s", time);
  return false;
}

/// Of contacts that begin to slide: as if they stuck. False: there are none.
bool HeldDynamics::Work::find_directions(double time, const Ref<const VectorXd>& q,
                                         const Ref<const VectorXd>& v) {
  const auto unknown = [&](std::size_t k) {
    return !held[k].sticks && !slips[k].known && tangents(held[k]) > 0 &&
           candidate(held[k]).friction > 0.0;
  };
  std::vector<std::size_t> wanted;
  for (std::size_t k = 0; k < held.size(); ++k) {
    if (unknown(k)) wanted.push_back(k);
  }
  if (wanted.empty()) return false;
  // Those contacts stick for one evaluation; the friction that takes is what slip begins against.
  for (const std::size_t k : wanted) held[k].sticks = true;
  lay_out();
  const bool good = evaluate(time, q, v);
  const double largest = good ? reaction.lpNorm<Eigen::Infinity>() : 0.0;
  Eigen::Index row = workspace.bilateral_count();
  for (std::size_t k = 0; k < held.size(); ++k) {
    const int count = tangents(held[k]);
    Vector2d friction = Vector2d::Zero();
    for (int i = 0; held[k].sticks && i < count; ++i) friction[i] = reaction[row + 1 + i];
    row += 1 + (held[k].sticks ? count : 0);
    if (wanted.empty() || wanted.front() != k) continue;
    wanted.erase(wanted.begin());
    held[k].sticks = false;
    if (friction.norm() > no_slip * largest) slips[k] = {-friction.normalized(), true};
  }
  lay_out();
  return true;
}

void HeldDynamics::Work::correct(const VectorXd& excess) {
  to_metric(J, X);
  right = -excess;
  shortest.solve(X, X, right);
  free.noalias() = X.lazyProduct(shortest.r());
  solver::solve_lower_transposed(L, free);
}

HeldDynamics::HeldDynamics(const Model& model, const Controller& controller)
    : model_(model), controller_(controller) {
  hold({});
}
HeldDynamics::~HeldDynamics() = default;

// Dense matrices of a long chain take gigabytes: they are made when first needed.
HeldDynamics::Work& HeldDynamics::work() const {
  if (!work_) {
    work_ = std::make_unique<Work>(model_, controller_);
    work_->lay_out();
  }
  return *work_;
}

void HeldDynamics::hold(std::vector<HeldContact> contacts) {
  const ModelParts& parts = model_.parts();
  if (!work_ && contacts.empty() && parts.loops.empty() && parts.couplings.empty()) return;
  work();
  work_->held = std::move(contacts);
  work_->slips.assign(work_->held.size(), Slip{});
  work_->lay_out();
}

const std::vector<HeldContact>& HeldDynamics::held() const {
  static const std::vector<HeldContact> none;
  return work_ ? work_->held : none;
}
int HeldDynamics::row_count() const { return work_ ? static_cast<int>(work_->J.rows()) : 0; }

bool HeldDynamics::set_state(double time, const Ref<const VectorXd>& q,
                             const Ref<const VectorXd>& v) {
  return work().evaluate(time, q, v) &&
         (!work_->find_directions(time, q, v) || work_->evaluate(time, q, v));
}

const VectorXd& HeldDynamics::acceleration() const { return work().acceleration; }
const VectorXd& HeldDynamics::reaction() const { return work().reaction; }
const VectorXd& HeldDynamics::drift() const { return work().gamma; }

void HeldDynamics::set_rows(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  work().set_rows(q, v);
}

bool HeldDynamics::mark_node(double time, const Ref<const VectorXd>& q,
                             const Ref<const VectorXd>& v) {
  Work& inside = work();
  inside.slips.assign(inside.held.size(), Slip{});
  inside.set_rows(q, v);
  const auto unknown = [&](std::size_t k) {
    return !inside.held[k].sticks && !inside.slips[k].known;
  };
  for (std::size_t k = 0; k < inside.held.size(); ++k) {
    if (unknown(k)) return set_state(time, q, v);
  }
  return true;
}

const MatrixXd& HeldDynamics::rows() const { return work().J; }
std::span<const HeldDynamics::Place> HeldDynamics::places() const { return work().places; }
std::span<const HeldDynamics::Slide> HeldDynamics::slides() const {
  return {work().slides.data(), work().sliding};
}
const MatrixXd& HeldDynamics::force_rows() const { return work().W; }
const VectorXd& HeldDynamics::violation() const { return work().phi; }
const MatrixXd& HeldDynamics::mass_matrix() const { return work().workspace.mass_matrix(); }

// Newton's method with the shortest change at every iteration; it ends where φ no longer falls.
bool HeldDynamics::project(State& state) {
  if (row_count() == 0) return true;
  Work& work = *work_;
  work.trouble.clear();
  double before = std::numeric_limits<double>::infinity(), size = before;
  for (int k = 0; k < max_iterations; ++k) {
    work.set_rows(state.q, state.v);
    size = work.phi.lpNorm<Eigen::Infinity>();
    if (!work.factor() || !std::isfinite(size)) break;
    // φ is as small as it gets: below `closed_to`, and no longer falling by ten. Then the velocity,
    // whose equations are linear, in one correction.
    if (size == 0.0 || (size <= closed_to && size > 0.1 * before)) {
      work.right.noalias() = work.J.lazyProduct(state.v);
      work.gamma = work.right;
      work.correct(work.gamma);
      state.v += work.free;
      return state.v.allFinite();
    }
    before = size;
    work.correct(work.phi);
    work.q_moved = state.q;
    work.model.integrate(work.q_moved, work.free, state.q);
  }
  work.trouble = fmt::format("held contacts and loops cannot be closed: {:.3g} is left", size);
  return false;
}

const std::string& HeldDynamics::trouble() const { return work().trouble; }

}  // namespace carom::simulation
