// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See tree_passes.h. A joint of one axis turns by R = R₀ + sin θ R₀[a] + (1 − cos θ) R₀[a]².
// The weight of a subtree is (m g, h × g), h its moment of mass: m is constant, so only h is
// summed.
#include "simulation/variational/tree_passes.h"

namespace carom::simulation {
namespace {

using Kind = TreeJoint::Kind;

/// [x] y = x × y.
Matrix3d cross_matrix(const Vector3d& x) {
  Matrix3d m;
  m << 0.0, -x.z(), x.y(), x.z(), 0.0, -x.x(), -x.y(), x.x(), 0.0;
  return m;
}

/// What of a link does not depend on q, worked out once.
TreeLink make_link(const TreeJoint& joint) {
  TreeLink link;
  link.kind = joint.kind;
  link.parent = joint.parent;
  link.q = joint.q;
  link.v = joint.v;
  link.block = joint.v_size() > 1;
  // Blocks have no one axis: their columns are unit vectors, in add_columns and take_rows.
  const bool turns = joint.kind == Kind::revolute || joint.kind == Kind::continuous;
  // Of the one column s = (along · a, a): a hinge has 0, a slider no angular part, a screw its
  // pitch, the way per radian.
  const double along = joint.kind == Kind::prismatic ? 1.0 : turns ? joint.pitch : 0.0;
  link.slides = along != 0.0;
  link.base = {joint.placement.linear(), joint.placement.translation()};
  // R₀[a] and R₀[a]²: a pass then needs one sine and one cosine per joint, and no product of
  // matrices.
  link.first = link.base.R * cross_matrix(joint.axis);
  link.second = link.first * cross_matrix(joint.axis);
  link.linear = along * joint.axis;
  link.slide = link.base.R * link.linear;
  link.angular = turns ? joint.axis : Vector3d::Zero();
  link.mass = link.subtree_mass = joint.mass;
  link.moment = joint.mass * joint.center;
  // About the link's origin: I_c − m [c]².
  const Matrix3d lever = cross_matrix(joint.center);
  link.inertia = joint.inertia - joint.mass * lever * lever;
  return link;
}

/// R = R₀ R(q), t = t₀ + R₀ x. Planar: (x, y, cos, sin); free: position, then the quaternion (x,
/// y, z, w); spherical: the quaternion.
void place_block(const TreeLink& link, const double* q, Place& place) {
  place = link.base;
  if (link.kind == Kind::planar) {
    Matrix3d turn = Matrix3d::Identity();
    turn.topLeftCorner<2, 2>() << q[2], -q[3], q[3], q[2];
    place.t += link.base.R.leftCols<2>() * Eigen::Map<const Eigen::Vector2d>(q);
    place.R = link.base.R * turn;
    return;
  }
  if (link.kind == Kind::free) {
    place.t += link.base.R * Eigen::Map<const Vector3d>(q);
    q += 3;
  }
  place.R = link.base.R * Eigen::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
}

/// R of one axis by the formula of the top; t moves along the axis where the joint slides.
inline void place_link(const TreeLink& link, const double* q, Place& place) {
  if (link.block) {
    place_block(link, q, place);
    return;
  }
  place.t = link.base.t;
  if (link.slides) place.t += link.slide * q[0];
  if (link.kind == Kind::prismatic) {
    place.R = link.base.R;
    return;
  }
  // A continuous joint has (cos, sin) as coordinates, a revolute one its angle.
  double cosine = q[0], sine = q[1 - (link.kind == Kind::revolute)];
  if (link.kind == Kind::revolute) {
    const double angle = q[0];
    cosine = std::cos(angle);
    sine = std::sin(angle);
  }
  place.R = link.base.R + sine * link.first + (1.0 - cosine) * link.second;
}

/// Momentum of the link alone.
inline void own_momentum(const TreeLink& link, const Spatial& v, Spatial& H) {
  // H = (m v + ω × h, I ω + h × v), h = m c, about the link's origin.
  H.linear = link.mass * v.linear + v.angular.cross(link.moment);
  H.angular.noalias() = link.inertia * v.angular;
  H.angular += link.moment.cross(v.linear);
}

/// v = X v_parent + s q̇.
inline void move_link(const TreeLink& link, const Place& X, const double* v, const Spatial* parent,
                      Spatial& velocity) {
  if (parent != nullptr) {
    to_child(X, *parent, velocity);
  } else {
    velocity = {};
  }
  add_columns(link, v, velocity);
}

/// ‖x‖₁.
double sum(const Vector3d& x) { return std::abs(x.x()) + std::abs(x.y()) + std::abs(x.z()); }

}  // namespace

TreePasses::TreePasses(const BodyTree& tree) {
  // Parents stand before their children: a loop forwards is a pass down the tree, a loop backwards
  // a pass up.
  for (const TreeJoint& joint : tree.joints) {
    links.push_back(make_link(joint));
    TreeLink& link = links.back();
    link.root = link.parent < 0 ? static_cast<int>(links.size()) - 1
                                : links[static_cast<std::size_t>(link.parent)].root;
  }
  for (std::size_t i = links.size(); i-- > 0;) {
    if (links[i].parent < 0) continue;
    // [kg], constant: summed once.
    links[static_cast<std::size_t>(links[i].parent)].subtree_mass += links[i].subtree_mass;
  }
  place.resize(links.size());
  world.resize(links.size());
  velocity.resize(links.size());
  momentum.resize(links.size());
  moment.assign(links.size(), Vector3d::Zero());
  pull_.assign(links.size(), Vector3d::Zero());
}

void TreePasses::place_links(const double* q) {
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) place_link(links[i], q + links[i].q, place[i]);
}

/// After its position alone has changed.
void TreePasses::place_root(int link, const double* q) {
  place_link(links[link], q + links[link].q, place[link]);
}

/// Down: velocities. Up: momenta. The second half of pass(), at places that are given.
void TreePasses::move_links(const double* v) {
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) {
    const TreeLink& link = links[i];
    move_link(link, place[i], v + link.v, link.parent < 0 ? nullptr : &velocity[link.parent],
              velocity[i]);
    own_momentum(link, velocity[i], momentum[i]);
  }
  // H of a subtree: that of its link, and X* H of each child. Children are complete when they are
  // added.
  for (std::size_t i = n; i-- > 0;) {
    if (links[i].parent >= 0) add_to_parent(place[i], momentum[i], momentum[links[i].parent]);
  }
}

void TreePasses::pass(const double* q, const double* v, bool moments) {
  // Down: places, velocities, momenta of single links; up: momenta of subtrees.
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) {
    const TreeLink& link = links[i];
    place_link(link, q + link.q, place[i]);
    move_link(link, place[i], v + link.v, link.parent < 0 ? nullptr : &velocity[link.parent],
              velocity[i]);
    own_momentum(link, velocity[i], momentum[i]);
  }
  for (std::size_t i = n; i-- > 0;) {
    if (links[i].parent >= 0) add_to_parent(place[i], momentum[i], momentum[links[i].parent]);
  }
  // Only where weights or places of floating roots are asked for.
  if (moments) sum_moments();
}

/// Up: [kg m], at each link's origin and in its axes.
void TreePasses::sum_moments() {
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) moment[i] = links[i].moment;
  for (std::size_t i = n; i-- > 0;) {
    const int parent = links[i].parent;
    if (parent < 0) continue;
    // h of the parent's subtree: R h + m t of each child, m the mass of the child's subtree.
    moment[parent].noalias() += place[i].R * moment[i];
    moment[parent] += links[i].subtree_mass * place[i].t;
  }
}

void TreePasses::place_in_world() {
  for (std::size_t i = 0; i < links.size(); ++i) {
    world[i] = links[i].parent < 0 ? place[i] : world[links[i].parent] * place[i];
  }
}

/// c = t + R h/m of the whole tree.
Vector3d TreePasses::center_of_mass(int root) const {
  return place[root].t + place[root].R * (moment[root] / links[root].subtree_mass);
}

/// p = sᵀH.
void TreePasses::momentum_rows(double* p) const {
  for (std::size_t i = 0; i < links.size(); ++i) take_rows(links[i], momentum[i], p + links[i].v);
}

/// One pass down after pass(): velocities and subtree momenta are there.
void TreePasses::rows(const std::vector<Vector3d>& pull, double* p, double* force, double* size_p,
                      double* size_force) {
  const std::size_t n = links.size();
  for (std::size_t i = 0; i < n; ++i) {
    const TreeLink& link = links[i];
    const Spatial& H = momentum[i];
    const Spatial& v = velocity[i];
    Spatial f;  // what acts on the rows: −v_before ×* H + W
    // For one column s, sᵀ(s q̇ ×* H) = 0: the link's own velocity does as well as the parent's.
    if (link.block) {
      Spatial before;  // in link axes
      if (link.parent >= 0) to_child(place[i], velocity[link.parent], before);
      f.linear = H.linear.cross(before.angular);
      f.angular = H.angular.cross(before.angular) + H.linear.cross(before.linear);
    } else {
      f.angular = H.angular.cross(v.angular) + H.linear.cross(v.linear);
      if (link.slides) f.linear = H.linear.cross(v.angular);
    }
    // W: the weight (m a, h × a) of the subtree in the field a, turned into link axes on the way
    // down.
    const Vector3d& field = pull[link.root];
    if (field != Vector3d::Zero()) {
      const Vector3d& above = link.parent < 0 ? field : pull_[link.parent];
      pull_[i].noalias() = place[i].R.transpose() * above;
      f.angular += moment[i].cross(pull_[i]);
      if (link.slides || link.block) f.linear += link.subtree_mass * pull_[i];
    }
    // p = sᵀH, T_q − V_q = sᵀf.
    take_rows(link, H, p + link.v);
    take_rows(link, f, force + link.v);
    // Sizes of the terms of these rows, for the solver's test of rounding.
    const double linear_p = link.slides || link.block ? sum(H.linear) : 0.0;
    const double linear_f = link.slides || link.block ? sum(f.linear) : 0.0;
    const double all_p = linear_p + sum(H.angular), all_f = linear_f + sum(f.angular);
    for (int k = 0; k < link.columns(); ++k) {
      size_p[link.v + k] = all_p;
      size_force[link.v + k] = all_f;
    }
  }
}

void TreePasses::add_weights(int root, const Vector3d& field, double* force) {
  for (std::size_t i = static_cast<std::size_t>(root); i < links.size(); ++i) {
    const TreeLink& link = links[i];
    if (link.root != root) continue;
    // The field in link axes, turned once per joint on the way down; the weight of a subtree in it
    // is (m a, h × a). With the field P/m the rows are J_comᵀP. Other trees lie between the links
    // of this one and feel nothing.
    pull_[i].noalias() = place[i].R.transpose() * (link.parent < 0 ? field : pull_[link.parent]);
    const Spatial weight = {link.subtree_mass * pull_[i], moment[i].cross(pull_[i])};
    double row[6];
    take_rows(link, weight, row);
    for (int k = 0; k < link.columns(); ++k) force[link.v + k] += row[k];
  }
}

void TreePasses::add_wrenches(std::vector<Spatial>& wrench, double* force) const {
  for (std::size_t i = links.size(); i-- > 0;) {
    const TreeLink& link = links[i];
    // All that is below has been added by now: sᵀ of the sum, then on to the parent.
    double row[6];
    take_rows(link, wrench[i], row);
    for (int k = 0; k < link.columns(); ++k) force[link.v + k] += row[k];
    if (link.parent >= 0) add_to_parent(place[i], wrench[i], wrench[link.parent]);
  }
}

}  // namespace carom::simulation
