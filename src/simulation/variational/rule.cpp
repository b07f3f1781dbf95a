// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See rule.h. With x = h v̄, f = T_q − V_q + τ in the middle:
//   vector rows   r = p₀ − p̄ + ½h f,                      p₁ = p₀ + h f
//   group rows    r = Jl(x)ᵀp₀ − p̄ + ½h Jl(x/2)ᵀf,
//                 p₁ = Ad(x)ᵀp₀ + Jr(x)⁻ᵀ ½h (Jl + Jr)(x/2)ᵀf
//   floating tree r = −p̄ (linear rows), π and τ − J_comᵀF in the others,
//                 P₁ = P₀ + h (m g + F), c₁ = c₀ + h (P₀ + P₁)/(2m), L₁ = L₀ + R₁ (what f adds).
// Jr, Jl: right and left Jacobians of the exponential; Jr⁻ᵀJlᵀ = Adᵀ.
#include "simulation/variational/rule.h"

#include "simulation/variational/tree_group.h"

namespace carom::simulation {
namespace {

using Kind = TreeJoint::Kind;

/// Jl(x/2)ᵀ f + Jr(x/2)ᵀ f.
Vector3d both(const Vector3d& x, const Vector3d& f) {
  const Vector3d half = 0.5 * x;
  return left_transposed(half, f) + left_transposed(Vector3d(-half), f);
}

Spatial scaled(double factor, const Spatial& x) { return {factor * x.linear, factor * x.angular}; }
Spatial plus(const Spatial& a, const Spatial& b) {
  return {a.linear + b.linear, a.angular + b.angular};
}

}  // namespace

VariationalRule::VariationalRule(VariationalTree& tree, VariationalForces& forces)
    : tree_(tree), forces_(forces), n_(tree.tree.velocity_size) {
  // Moments of mass are needed for weights in the rows, and to place floating roots.
  moments_ = tree.weighs || (forces.see_places() && !tree.floating.empty());
  q_ = VectorXd::Zero(tree.tree.configuration_size);
  v_ = full_v_ = p_joint_ = force_joint_ = size_p_joint_ = size_force_joint_ = VectorXd::Zero(n_);
  p_ = force_ = tau_ = work_ = diagonal_ = VectorXd::Zero(n_);
  residual = scale = VectorXd::Zero(unknowns());
  pull_ = tree.weight;
  drift_.assign(tree.passes.links.size(), Vector3d::Zero());
  outer_.assign(tree.floating.size(), Vector3d::Zero());
  float_of_.assign(tree.passes.links.size(), -1);
  for (std::size_t k = 0; k < tree.floating.size(); ++k) {
    float_of_[static_cast<std::size_t>(tree.floating[k].root)] = static_cast<int>(k);
  }
  for (std::size_t i = 0; i < tree.passes.links.size(); ++i) {
    if (tree.passes.links[i].block) groups_.push_back(static_cast<int>(i));
  }
}

/// `diagonal_` is what joins M in the quasi-Newton matrix: the midpoint q₀ + ½h v̄ makes a
/// spring's row ½h · K ½h v̄, a damper's ½h D v̄.
void VariationalRule::begin(const VariationalNode& start, double time, double h) {
  start_ = &start;
  time_ = time;
  h_ = h;
  forces_.set_slopes();
  diagonal_ = tree_.armature + 0.25 * h * h * forces_.stiffness + 0.5 * h * forces_.damping;
}

void VariationalRule::guess_from_momentum(VectorXd& x) {
  // v̄ ≈ M⁻¹p₀: off by the order of h.
  tree_.passes.place_links(tree_.joint_q(start_->q));
  tree_.factorise(tree_.armature);
  tree_.solve(start_->rows, work_);
  x.head(n_) = work_;
  guess_drift(x);
}

void VariationalRule::guess_drift(VectorXd& x) const {
  for (std::size_t k = 0; k < tree_.floating.size(); ++k) {
    x.segment<3>(n_ + 3 * static_cast<Eigen::Index>(k)) =
        // u = (P₀ + P₁)/(2m) with P₁ of the weight alone, P₀ + h m g.
        start_->flights[k].momentum / tree_.floating[k].mass + 0.5 * h_ * tree_.floating[k].gravity;
  }
}

bool VariationalRule::apply_forces(const VectorXd& x) {
  tau_.setZero();
  if (forces_.none()) return true;
  // Forces see the whole motion: floating roots are put where their centre of mass is in the middle
  // of the step, and move with it.
  full_v_ = v_;
  for (std::size_t k = 0; k < tree_.floating.size(); ++k) {
    const FloatingTree& root = tree_.floating[k];
    const Vector3d u = x.segment<3>(n_ + 3 * static_cast<Eigen::Index>(k));
    if (!moments_) continue;
    // com(q̄) = (c₀ + c₁)/2 = c₀ + ½h u; the velocity is v̄_lin + R̄ᵀu.
    tree_.put_root(k, start_->flights[k].center + 0.5 * h_ * u, q_);
    const int size = root.planar ? 2 : 3;
    const Vector3d local = tree_.passes.place[root.root].R.transpose() * u;
    full_v_.segment(root.v, size) += local.head(size);
    drift_[root.root] = u;
    tree_.passes.place_root(root.root, q_.data());
  }
  return forces_.evaluate(time_ + 0.5 * h_, q_, full_v_, drift_, tree_, tau_);
}

void VariationalRule::drift_rows(const VectorXd& x) {
  for (std::size_t k = 0; k < tree_.floating.size(); ++k) {
    const FloatingTree& root = tree_.floating[k];
    const int size = root.planar ? 2 : 3;
    Vector3d local = Vector3d::Zero();
    local.head(size) = tau_.segment(root.v, size);
    // F, the force on the tree as a whole, moves the centre of mass. In the rows of the joints its
    // part J_comᵀF is taken away again: as weights in a field −F/m.
    outer_[k] = tree_.passes.place[root.root].R * local;
    pull_[root.root] = tree_.weight[root.root];
    if (moments_) pull_[root.root] -= outer_[k] / root.mass;
    const Vector3d push = 0.5 * h_ * (root.gravity + outer_[k] / root.mass);
    const Vector3d before = start_->flights[k].momentum / root.mass;
    const auto at = n_ + 3 * static_cast<Eigen::Index>(k);
    residual.segment<3>(at) = before + push - x.segment<3>(at);
    scale.segment<3>(at).setConstant(before.cwiseAbs().sum() + push.cwiseAbs().sum());
  }
}

bool VariationalRule::evaluate(const VectorXd& x) {
  // Middle of the step: q̄ = q₀ ⊕ ½h v̄, and momentum p̄ and T_q there in one pass over the tree.
  v_ = x.head(n_);
  tree_.advance(start_->q, v_, 0.5 * h_, q_);
  const double* q = tree_.joint_q(q_);
  const double* v = tree_.joint_v(v_);
  tree_.passes.pass(q, v, moments_);
  if (!apply_forces(x)) return false;
  drift_rows(x);
  tree_.passes.rows(pull_, p_joint_.data(), force_joint_.data(), size_p_joint_.data(),
                    size_force_joint_.data());
  // Rows of the joints to rows of the model (Sᵀ where coordinates are mapped, with the armature of
  // the joints), and with each row the sum of sizes of its terms: its rounding is a share of that.
  // r = p₀ − p̄ + ½h f, f = T_q − V_q + τ.
  auto rows = residual.head(n_);
  auto sizes = scale.head(n_);
  // `sizes`: Σ|terms| of each row, p̄, ½h f and p₀: with a map by |Sᵀ|.
  if (tree_.mapped()) {
    const Eigen::MatrixXd& S = tree_.tree.coordinate_map;
    p_joint_.array() += tree_.tree.armature.array() * Eigen::Map<const Eigen::ArrayXd>(v, n_);
    p_.noalias() = S.transpose() * p_joint_;
    force_.noalias() = S.transpose() * force_joint_;
    force_ += tau_;
    size_p_joint_ += 0.5 * h_ * size_force_joint_;
    sizes.noalias() = S.cwiseAbs().transpose().lazyProduct(size_p_joint_);
    sizes.array() += 0.5 * h_ * tau_.array().abs() + start_->rows.array().abs();
  } else {
    p_ = p_joint_;
    force_ = force_joint_ + tau_;
    sizes.array() = size_p_joint_.array() + start_->rows.array().abs() +
                    0.5 * h_ * (size_force_joint_.array() + tau_.array().abs());
  }
  p_.array() += tree_.armature.array() * v_.array();
  // As if all joints were vectors; rows of joints that turn in space are then written over.
  rows = start_->rows - p_ + 0.5 * h_ * force_;
  group_residuals();
  return true;
}

/// Their rows of r, over those of vector joints. Joints whose group is a vector space keep the
/// rule of S3.
void VariationalRule::group_residuals() {
  for (const int i : groups_) {
    const TreeLink& link = tree_.passes.links[i];
    const double* p0 = start_->rows.data() + link.v;
    double* r = residual.data() + link.v;
    const double *p = p_.data() + link.v, *f = force_.data() + link.v, *v = v_.data() + link.v;
    const bool floating = floats(static_cast<std::size_t>(i));
    if (floating) {
      // v̄ is relative to the centre of mass: the tree's linear momentum in it is zero. The motion
      // of the centre has rows of its own (drift_rows).
      const int size = link.kind == Kind::planar ? 2 : 3;
      for (int k = 0; k < size; ++k) r[k] = -p[k];
      if (link.kind == Kind::planar) continue;
    }
    if (floating || link.kind == Kind::spherical) {
      // SO(3): r = Jl(x)ᵀp₀ − p̄ + ½h Jl(x/2)ᵀf.
      const int shift = floating ? 3 : 0;
      using Rows = Eigen::Map<const Vector3d>;
      const Vector3d turn = h_ * Rows(v + shift);
      Eigen::Map<Vector3d>{r + shift} =
          left_transposed(turn, Rows(p0 + shift)) - Rows(p + shift) +
          0.5 * h_ * left_transposed(Vector3d(0.5 * turn), Rows(f + shift));
      continue;
    }
    // SE(3), of a free or planar joint that does not float (it has armature, or a parent).
    const Spatial move = scaled(h_, spread(link.kind, v));
    const Spatial kept = left_transposed(move, spread(link.kind, p0));
    const Spatial pushed = left_transposed(scaled(0.5, move), spread(link.kind, f));
    gather(link.kind,
           plus(plus(kept, scaled(-1.0, spread(link.kind, p))), scaled(0.5 * h_, pushed)), r);
  }
}

void VariationalRule::factorise() { tree_.factorise(diagonal_); }

void VariationalRule::precondition(VectorXd& dx) {
  // x ← x + (M + ¼h²K + ½hD)⁻¹ r; rows of u are solved for u already: their step is r.
  work_ = residual.head(n_);
  tree_.solve(work_, v_);
  dx.head(n_) = v_;
  dx.tail(dx.size() - n_) = residual.tail(dx.size() - n_);
}

void VariationalRule::finish(const VectorXd& x, VariationalNode& end) {
  // q₁ = q₀ ⊕ h v̄ and p₁ = p₀ + h f, f of the last evaluation; then the centres of mass, and the
  // rows of joints that turn in space.
  v_ = x.head(n_);
  tree_.advance(start_->q, v_, h_, end.q);
  end.rows = start_->rows + h_ * force_;
  end.placed = tree_.floating.empty();
  end.summed = false;
  for (std::size_t k = 0; k < tree_.floating.size(); ++k) {
    const FloatingTree& root = tree_.floating[k];
    const Flight& from = start_->flights[k];
    Flight& to = end.flights[k];
    // P₁ = P₀ + h (m g + F), c₁ = c₀ + h (P₀ + P₁)/(2m): free flight is a parabola to rounding,
    // whatever the solver left in x.
    to.momentum = from.momentum + h_ * (root.mass * root.gravity + outer_[k]);
    to.center = from.center + (0.5 * h_ / root.mass) * (from.momentum + to.momentum);
  }
  group_ends(end);
}

/// p₁ of the joints that turn in space, over the vector rows that finish() has set.
void VariationalRule::group_ends(VariationalNode& end) {
  for (const int i : groups_) {
    const TreeLink& link = tree_.passes.links[i];
    const double* p0 = start_->rows.data() + link.v;
    double* p1 = end.rows.data() + link.v;
    const double *f = force_.data() + link.v, *v = v_.data() + link.v;
    using Rows = Eigen::Map<const Vector3d>;
    if (floats(static_cast<std::size_t>(i))) {
      const auto k = static_cast<std::size_t>(float_of_[i]);
      const bool planar = link.kind == Kind::planar;
      for (int row = 0; row < (planar ? 2 : 3); ++row) p1[row] = 0.0;
      if (planar) continue;
      // The spin L is kept in the world: without forces its bits stay, step after step. Its rows
      // are those of L in the axes at the end.
      const Eigen::Quaterniond turn(end.q.data() + link.q + 3);
      const Matrix3d R = link.base.R * turn.toRotationMatrix();
      const Vector3d x = h_ * Rows(v + 3);
      const Vector3d push = right_inverse_transposed(x, Vector3d(0.5 * h_ * both(x, Rows(f + 3))));
      end.flights[k].spin = start_->flights[k].spin + R * push;
      Eigen::Map<Vector3d>{p1 + 3} = R.transpose() * end.flights[k].spin;
    } else if (link.kind == Kind::spherical) {
      const Vector3d x = h_ * Rows(v);
      // p₁ = Ad(x)ᵀp₀ + Jr(x)⁻ᵀ ½h (Jl + Jr)(x/2)ᵀf: p₀ turned, and an increment. Angular momentum
      // is then kept to rounding, whatever the solver left in x.
      Eigen::Map<Vector3d>{p1} = turn_back(x, Rows(p0)) +
                                 right_inverse_transposed(x, Vector3d(0.5 * h_ * both(x, Rows(f))));
    } else {
      // The same on SE(3).
      const Spatial x = scaled(h_, spread(link.kind, v)), force = spread(link.kind, f);
      const Spatial sum =
          plus(left_transposed(scaled(0.5, x), force), left_transposed(scaled(-0.5, x), force));
      gather(link.kind,
             plus(move_back(x, spread(link.kind, p0)),
                  right_inverse_transposed(x, scaled(0.5 * h_, sum))),
             p1);
    }
  }
}

/// As apply_forces places it: com(q̄) = c₀ + ½h u, velocity v̄_lin + R̄ᵀu.
void VariationalRule::middle(const VectorXd& x, VectorXd& q, VectorXd& v) {
  v = x.head(n_);
  tree_.advance(start_->q, v, 0.5 * h_, q);
  if (tree_.floating.empty()) return;
  tree_.passes.place_links(q.data());
  tree_.passes.sum_moments();
  for (std::size_t k = 0; k < tree_.floating.size(); ++k) {
    const FloatingTree& root = tree_.floating[k];
    const Vector3d u = x.segment<3>(n_ + 3 * static_cast<Eigen::Index>(k));
    tree_.put_root(k, start_->flights[k].center + 0.5 * h_ * u, q);
    const int size = root.planar ? 2 : 3;
    const Vector3d local = tree_.passes.place[root.root].R.transpose() * u;
    v.segment(root.v, size) += local.head(size);
  }
}

}  // namespace carom::simulation
