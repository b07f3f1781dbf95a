// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Accelerations with sustained contacts and closed loops (held_dynamics.h has the equations).
// Input: time, state, which contacts are sustained. Output: acceleration and reactions.
// Method: M = L Lᵀ, a = M⁻¹(τ − bias) + M⁻¹Wᵀr with the shortest r (reaction.h);
//   γ = J̇ v on planes that never move from the accelerations that points have without v̇
//   (ModelWorkspace::contact_drift), normal and tangents being constant there; else, and with
//   loops, γ = d/ds [J(q ⊕ s v) v] at s = 0 by five points at distance s, s max|v| = 1e-3 rad, or
//   of the radii where a sphere rests against a sphere: truncation (1e-3)⁴ and rounding 1e-16/1e-3,
//   in proportion to γ, are then both below 1e-12.
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

}  // namespace

HeldDynamics::HeldDynamics(const Model& model, const Controller& controller)
    : model_(model), controller_(controller) {
  hold({});
}

// Dense matrices of a long chain take gigabytes: they are made when first needed.
void HeldDynamics::prepare() {
  if (workspace_) return;
  workspace_ = std::make_unique<ModelWorkspace>(model_);
  shifted_ = std::make_unique<ModelWorkspace>(model_);
  const auto& bodies = model_.bodies();
  for (const ContactCandidate& candidate : model_.contacts()) {
    bool fixed_plane = false;
    if (const auto* plane = std::get_if<ContactPlane>(&candidate.against)) {
      const auto frame = static_cast<std::size_t>(find_frame(bodies, plane->body));
      fixed_plane = bodies.frame_joints[frame] == -1;
    } else if (const auto* ground = std::get_if<ContactTerrain>(&candidate.against)) {
      fixed_plane = ground->terrain->is_plane();
    }
    // A point (sphere of radius 0) on a plane that never moves has a place to stick to; what
    // rolls, or stands on what moves, has only a condition on its velocity.
    on_fixed_plane_.push_back(fixed_plane);
    anchored_.push_back(fixed_plane && candidate.sphere.radius == 0.0);
  }
  const int n = model_.velocity_size();
  for (VectorXd* vector : {&force_sum_, &bias_, &free_, &acceleration_}) vector->setZero(n);
  block_ = MatrixXd::Zero(3, n);
  q_moved_ = model_.neutral();
  q_full_ = q_moved_;
  v_full_ = VectorXd::Zero(n);
  lay_out();
}

const ContactCandidate& HeldDynamics::candidate(const HeldContact& contact) const {
  return model_.contacts()[static_cast<std::size_t>(contact.contact)];
}
int HeldDynamics::tangents(const HeldContact& contact) const { return candidate(contact).tangents; }

/// Rows of each contact, and storage: all that depends on which contacts are sustained.
void HeldDynamics::lay_out() {
  Eigen::Index rows = workspace_->bilateral_count();
  places_.clear();
  for (const HeldContact& contact : held_) {
    places_.push_back({.row = rows,
                       .tangents = contact.sticks ? tangents(contact) : 0,
                       .anchored = anchored_[static_cast<std::size_t>(contact.contact)]});
    rows += 1 + places_.back().tangents;
  }
  const int n = model_.velocity_size();
  for (MatrixXd* matrix : {&J_, &W_, &J_shifted_}) matrix->setZero(rows, n);
  for (MatrixXd* matrix : {&X_, &Z_}) matrix->setZero(n, rows);
  for (VectorXd* vector : {&phi_, &gamma_, &right_, &reaction_}) vector->setZero(rows);
  slides_.resize(held_.size());
  for (Slide& slide : slides_) slide.rows.setZero(2, n);
  sliding_ = 0;
  shortest_length_ = 1.0;
  drifts_ = workspace_->bilateral_count() == 0;
  for (const HeldContact& contact : held_) {
    drifts_ = drifts_ && on_fixed_plane_[static_cast<std::size_t>(contact.contact)];
    const auto* other = std::get_if<ContactSphere>(&candidate(contact).against);
    // On terrain a sphere may turn about an edge, which is a sphere of radius 0.
    const bool edges = std::holds_alternative<ContactTerrain>(candidate(contact).against);
    // A sphere that rolls around another turns its rows within the sum of the radii: γ's
    // differences must be short beside that length [m].
    const double radii = other == nullptr && !edges
                             ? 0.0
                             : candidate(contact).sphere.radius + (edges ? 0.0 : other->radius);
    if (radii > 0.0) shortest_length_ = std::min(shortest_length_, radii);
  }
}

/// J at the workspace's configuration.
void HeldDynamics::fill_rows(const ModelWorkspace& at, MatrixXd& rows) {
  Eigen::Index row = at.bilateral_count();
  at.bilateral_rows(rows.topRows(row));
  for (const HeldContact& contact : held_) {
    const int count = 1 + (contact.sticks ? tangents(contact) : 0);
    at.contact_rows(contact.contact, rows.middleRows(row, count));
    row += count;
  }
}

/// J_n − μ tᵀ J_t.
void HeldDynamics::set_sliding_row(std::size_t index, Eigen::Index row,
                                   const Ref<const VectorXd>& v, std::size_t& slide_count) {
  const int count = tangents(held_[index]);
  const double friction = candidate(held_[index]).friction;
  if (count == 0 || friction == 0.0) return;
  workspace_->contact_rows(held_[index].contact, block_.topRows(1 + count));
  // Slip J_t v, and the size of what is summed in it: rounding of the sum is a share of that.
  Vector2d slip = Vector2d::Zero();
  double scale = 1.0;
  for (int k = 0; k < count; ++k) {
    for (Eigen::Index j = 0; j < v.size(); ++j) {
      slip[k] += block_(1 + k, j) * v[j];
      scale += std::abs(block_(1 + k, j) * v[j]);
    }
  }
  // The first slip seen after hold() or mark_node() is the node's. A later one that points against
  // it has passed zero within the trial step: friction goes on as it was.
  Slip& node = slips_[index];
  const bool slipping = slip.norm() > no_slip * scale;
  if (slipping && !node.known) node = {slip.normalized(), true};
  if (!node.known) return;
  const bool onward = slip.dot(node.direction) >= 0.0;
  const Vector2d direction =
      slipping ? Vector2d((onward ? 1.0 : -1.0) * slip.normalized()) : node.direction;
  for (int k = 0; k < count; ++k) W_.row(row) -= friction * direction[k] * block_.row(1 + k);
  Slide& slide = slides_[slide_count++];
  slide.row = row;
  slide.friction = friction;
  slide.tangents = count;
  slide.rows.topRows(count) = block_.middleRows(1, count);
  slide.onward = onward;
}

void HeldDynamics::set_sticking_violation(const HeldContact& contact, Eigen::Index row) {
  const int count = tangents(contact);
  if (count == 0) return;
  if (!anchored_[static_cast<std::size_t>(contact.contact)]) {
    phi_.segment(row, count).setZero();
    return;
  }
  const Vector3d normal = workspace_->contact_normal(contact.contact);
  const Vector3d along = first_tangent(candidate(contact).tangent, normal);
  const Vector3d apart = workspace_->contact_point(contact.contact) - contact.anchor;
  phi_[row] = along.dot(apart);
  if (count > 1) phi_[row + 1] = normal.cross(along).dot(apart);
}

void HeldDynamics::set_rows(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  prepare();
  workspace_->set_configuration(q);
  Eigen::Index row = workspace_->bilateral_count();
  workspace_->bilateral_residual(phi_.head(row));
  fill_rows(*workspace_, J_);
  // W differs from J in normal rows of contacts that slide, nowhere else.
  W_ = J_;
  std::size_t slide_count = 0;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    phi_[row] = workspace_->gap(held_[k].contact);
    if (held_[k].sticks) {
      set_sticking_violation(held_[k], row + 1);
    } else {
      set_sliding_row(k, row, v, slide_count);
    }
    row += 1 + (held_[k].sticks ? tangents(held_[k]) : 0);
  }
  sliding_ = slide_count;
}

/// γ of contacts on planes that never move, after the workspace's bias(v).
void HeldDynamics::set_drifts() {
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const auto [row, count, anchored] = places_[k];
    const Vector3d drift = workspace_->contact_drift(held_[k].contact);
    const Vector3d normal = workspace_->contact_normal(held_[k].contact);
    gamma_[row] = normal.dot(drift);
    if (count == 0) continue;
    const Vector3d along = first_tangent(candidate(held_[k]).tangent, normal);
    gamma_[row + 1] = along.dot(drift);
    if (count > 1) gamma_[row + 2] = normal.cross(along).dot(drift);
  }
}

/// γ by differences.
void HeldDynamics::set_gamma(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  gamma_.setZero();
  const double fastest = v.lpNorm<Eigen::Infinity>();
  if (!(fastest > 0.0)) return;
  // γ = J̇v is the derivative of J(q ⊕ s v) v at s = 0, v fixed: differences along the motion need
  // no second derivatives of the kinematics.
  const double s = difference_step * shortest_length_ / fastest;
  constexpr std::array<std::pair<double, double>, 4> points = {
      {{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}};
  // Weights of the five-point formula f' = (f₋₂ − 8 f₋₁ + 8 f₁ − f₂)/(12 s).
  for (const auto& [place, weight] : points) {
    free_ = (place * s) * v;
    model_.integrate(q, free_, q_moved_);
    shifted_->set_configuration(q_moved_);
    fill_rows(*shifted_, J_shifted_);
    gamma_.noalias() += (weight / (12.0 * s)) * J_shifted_.lazyProduct(v);
  }
}

/// M = L Lᵀ at the workspace's configuration. False: M is not positive definite.
bool HeldDynamics::factor() {
  L_ = workspace_->mass_matrix();
  return solver::cholesky_in_place(L_);
}

/// L⁻¹ rowsᵀ.
void HeldDynamics::to_metric(const MatrixXd& rows, MatrixXd& out) const {
  out = rows.transpose();
  for (Eigen::Index k = 0; k < out.cols(); ++k) solver::solve_lower(L_, out.col(k));
}

/// `free_`: L⁻¹(τ − bias).
bool HeldDynamics::set_free(double time, const Ref<const VectorXd>& q,
                            const Ref<const VectorXd>& v) {
  workspace_->passive_force(v, force_sum_);
  if (controller_) {
    q_full_ = q;
    v_full_ = v;
    controller_.add_force(time, q_full_, v_full_, force_sum_);
    if (!force_sum_.allFinite()) {
      trouble_ = fmt::format("the controller's force is not finite at t = {:.9g} s", time);
      return false;
    }
  }
  workspace_->bias(v, bias_);
  free_ = force_sum_ - bias_;
  if (!factor()) {
    trouble_ = fmt::format("the mass matrix is not positive definite at t = {:.9g} s", time);
    return false;
  }
  solver::solve_lower(L_, free_);
  return true;
}

bool HeldDynamics::evaluate(double time, const Ref<const VectorXd>& q,
                            const Ref<const VectorXd>& v) {
  trouble_.clear();
  // Differences of γ first: they use `free_` as memory, which set_free fills afterwards.
  if (J_.rows() > 0 && !drifts_) set_gamma(q, v);
  set_rows(q, v);
  if (!set_free(time, q, v)) return false;
  if (J_.rows() > 0 && drifts_) set_drifts();
  // Without rows a = M⁻¹(τ − bias).
  if (J_.rows() > 0) {
    // With a = L⁻ᵀ(free + Z r), X = L⁻¹Jᵀ, Z = L⁻¹Wᵀ:  J a + γ = 0  is  XᵀZ r = −γ − Xᵀfree.
    to_metric(J_, X_);
    to_metric(W_, Z_);
    right_ = -gamma_;
    right_.noalias() -= X_.transpose().lazyProduct(free_);
    // X ≠ Z where contacts slide: the equations are not symmetric, and for large μ they may have
    // no solution (the solver then leaves the least squares).
    shortest_.solve(X_, Z_, right_);
    reaction_ = shortest_.r();
    free_.noalias() += Z_.lazyProduct(reaction_);
  }
  acceleration_ = free_;
  solver::solve_lower_transposed(L_, acceleration_);
  if (acceleration_.allFinite() && reaction_.allFinite()) return true;
  trouble_ = fmt::format("the acceleration is not finite at t = {:.9g} s", time);
  return false;
}

/// Of contacts that begin to slide: as if they stuck. False: there are none.
bool HeldDynamics::find_directions(double time, const Ref<const VectorXd>& q,
                                   const Ref<const VectorXd>& v) {
  const auto unknown = [&](std::size_t k) {
    return !held_[k].sticks && !slips_[k].known && tangents(held_[k]) > 0 &&
           candidate(held_[k]).friction > 0.0;
  };
  std::vector<std::size_t> wanted;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    if (unknown(k)) wanted.push_back(k);
  }
  if (wanted.empty()) return false;
  // Those contacts stick for one evaluation; the friction that takes is what slip begins against.
  for (const std::size_t k : wanted) held_[k].sticks = true;
  lay_out();
  // The rows of `reaction_` are those of this layout: read before it changes back.
  const bool good = evaluate(time, q, v);
  const double largest = good ? reaction_.lpNorm<Eigen::Infinity>() : 0.0;
  Eigen::Index row = workspace_->bilateral_count();
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const int count = tangents(held_[k]);
    Vector2d friction = Vector2d::Zero();
    for (int i = 0; held_[k].sticks && i < count; ++i) friction[i] = reaction_[row + 1 + i];
    row += 1 + (held_[k].sticks ? count : 0);
    if (wanted.empty() || wanted.front() != k) continue;
    wanted.erase(wanted.begin());
    held_[k].sticks = false;
    // Slip begins against the friction that held it. Without such friction the contact has no
    // direction, and slides without friction for now.
    if (friction.norm() > no_slip * largest) slips_[k] = {-friction.normalized(), true};
  }
  lay_out();
  return true;
}

/// Symmetric: friction has no part in a projection, W is not used.
void HeldDynamics::correct(const VectorXd& excess) {
  // The change M⁻¹Jᵀr with J M⁻¹Jᵀr = −excess: in the mass metric the nearest state on the
  // linearised rows, as an impulse of the rows would take it.
  to_metric(J_, X_);
  right_ = -excess;
  shortest_.solve(X_, X_, right_);
  free_.noalias() = X_.lazyProduct(shortest_.r());
  solver::solve_lower_transposed(L_, free_);
}

void HeldDynamics::hold(std::vector<HeldContact> contacts) {
  const ModelParts& parts = model_.parts();
  if (!workspace_ && contacts.empty() && parts.loops.empty() && parts.couplings.empty()) return;
  prepare();
  held_ = std::move(contacts);
  // All directions of slip are forgotten: the first evaluation sets them anew.
  slips_.assign(held_.size(), Slip{});
  lay_out();
}

/// Twice where a contact begins to slide: once to find its direction, once with it.
bool HeldDynamics::set_state(double time, const Ref<const VectorXd>& q,
                             const Ref<const VectorXd>& v) {
  prepare();
  return evaluate(time, q, v) && (!find_directions(time, q, v) || evaluate(time, q, v));
}

bool HeldDynamics::mark_node(double time, const Ref<const VectorXd>& q,
                             const Ref<const VectorXd>& v) {
  prepare();
  slips_.assign(held_.size(), Slip{});
  set_rows(q, v);
  // Slips above rounding have their directions from set_rows. The others slide against the
  // friction that would hold them, and that takes an evaluation.
  for (std::size_t k = 0; k < held_.size(); ++k) {
    if (!held_[k].sticks && !slips_[k].known) return set_state(time, q, v);
  }
  return true;
}

// Newton's method with the shortest change at every iteration; it ends where φ no longer falls.
bool HeldDynamics::project(State& state) {
  if (row_count() == 0) return true;
  trouble_.clear();
  double before = std::numeric_limits<double>::infinity(), size = before;
  for (int k = 0; k < max_iterations; ++k) {
    set_rows(state.q, state.v);
    size = phi_.lpNorm<Eigen::Infinity>();
    if (!factor() || !std::isfinite(size)) break;
    // φ is as small as it gets: below `closed_to`, and no longer falling by ten. Then the velocity,
    // whose equations are linear, in one correction.
    if (size == 0.0 || (size <= closed_to && size > 0.1 * before)) {
      right_.noalias() = J_.lazyProduct(state.v);
      gamma_ = right_;
      correct(gamma_);
      state.v += free_;
      return state.v.allFinite();
    }
    // J at the new q serves the next iteration; q moves along the group, q ⊕ M⁻¹Jᵀr.
    before = size;
    correct(phi_);
    q_moved_ = state.q;
    model_.integrate(q_moved_, free_, state.q);
  }
  trouble_ = fmt::format("held contacts and loops cannot be closed: {:.3g} is left", size);
  return false;
}

}  // namespace carom::simulation
