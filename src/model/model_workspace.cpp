// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What follows from one configuration. A sphere c, r of body 1 against a plane n of body 2:
//   gap = n·(c − p) − r;   against a sphere c₂, r₂: gap = |c − c₂| − r − r₂, n = (c − c₂)/|c − c₂|.
// Both have ∂gap/∂q = nᵀ(J₁(x) − J₂(x)) at any point x of the line through c along n: the turning
// of the plane is in J₂. We take x = c − r n, so that the same Jacobians give the slip of the
// material points that touch. Terrain is a plane fixed to the world with the normal where it is
// nearest: exact on its flat pieces and at its edges. A joint's stop: gap = ±(q_j − bound), ±e_j.
// Hulls: gap = |a − b| − r₁ − r₂ of their nearest points, with the same rows at any x of their
// line.
#include <array>

#include "carom/model.h"
#include "model/contact_geometry.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom {

using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct ModelWorkspace::Scratch {
  explicit Scratch(const Model& source)
      : model(source), bodies(source.bodies().make_scratch()), geometry(source) {
    const int n = model.velocity_size();
    q = model.neutral();
    jacobian = Matrix3Xd::Zero(3, n);
    for (const LoopClosure& loop : model.parts().loops) {
      loop_frames.push_back(
          {find_frame(model.bodies(), loop.first), find_frame(model.bodies(), loop.second)});
      for (int k = 0; k < loop_directions(loop); ++k) {
        names.push_back(
            loop.name + "." +
            (loop.directions.cols() == 0 ? std::string(1, "xyz"[k]) : std::to_string(k + 1)));
      }
      if (loop.kind != LoopClosure::Kind::weld) continue;
      for (const char* turn : {".rx", ".ry", ".rz"}) names.push_back(loop.name + turn);
    }
    for (const JointCoupling& coupling : model.parts().couplings) {
      coupled.push_back({find_joint(model.bodies(), coupling.joint),
                         coupling.other.empty() ? -1 : find_joint(model.bodies(), coupling.other)});
      names.push_back(coupling.name);
    }
    for (const PointSpring& spring : model.parts().point_springs) {
      spring_frames.push_back(
          {find_frame(model.bodies(), spring.first), find_frame(model.bodies(), spring.second)});
    }
    for (const JointSpring& spring : model.parts().joint_springs) {
      spring_joints.push_back(find_joint(model.bodies(), spring.joint));
    }
  }

  static int loop_directions(const LoopClosure& loop) {
    return loop.directions.cols() == 0 ? 3 : static_cast<int>(loop.directions.cols());
  }

  const Joint& joint(int index) const { return model.joints()[static_cast<std::size_t>(index)]; }

  Touch touch(int contact) const { return geometry.touch(*bodies, q, contact); }

  Vector3d at(int frame, const Vector3d& point) const { return bodies->placement(frame) * point; }

  /// J₁(x₁) − J₂(x₂) into `jacobian`.
  void relative_jacobian(int first, const Vector3d& x1, int second, const Vector3d& x2) const {
    jacobian.setZero();
    bodies->add_point_jacobian(first, x1, 1.0, jacobian);
    bodies->add_point_jacobian(second, x2, -1.0, jacobian);
  }

  /// Calls `use` with each joint coupling's residual and slope.
  template <class Use>
  void each_coupling(const Use& use) const {
    const auto& couplings = model.parts().couplings;
    for (std::size_t k = 0; k < couplings.size(); ++k) {
      const auto [index, other] = coupled[k];
      const double x = other < 0 ? 0.0 : q[joint(other).q];
      double value = 0.0, slope = 0.0;
      for (std::size_t c = couplings[k].coefficients.size(); c-- > 0;) {
        slope = slope * x + value;
        value = value * x + couplings[k].coefficients[c];
      }
      use(index, other, q[joint(index).q] - value, slope);
    }
  }

  Model model;
  std::unique_ptr<MultibodyScratch> bodies;
  ContactGeometry geometry;
  VectorXd q;
  mutable Matrix3Xd jacobian;
  std::vector<std::array<int, 2>> loop_frames, coupled, spring_frames;
  std::vector<int> spring_joints;
  std::vector<std::string> names;
};

ModelWorkspace::ModelWorkspace(const Model& model) : scratch_(std::make_unique<Scratch>(model)) {
  set_configuration(scratch_->q);
}
ModelWorkspace::~ModelWorkspace() = default;
ModelWorkspace::ModelWorkspace(ModelWorkspace&&) noexcept = default;
ModelWorkspace& ModelWorkspace::operator=(ModelWorkspace&&) noexcept = default;

const Model& ModelWorkspace::model() const { return scratch_->model; }
const VectorXd& ModelWorkspace::configuration() const { return scratch_->q; }
const MatrixXd& ModelWorkspace::mass_matrix() const { return scratch_->bodies->mass_matrix(); }

void ModelWorkspace::set_configuration(const Ref<const VectorXd>& q) {
  scratch_->q = q;
  scratch_->bodies->set_configuration(scratch_->q);
  const VectorXd& armature = scratch_->model.parts().armature;
  if (armature.size() > 0) scratch_->bodies->mass_matrix().diagonal() += armature;
}

Eigen::Isometry3d ModelWorkspace::placement(int frame) const {
  return scratch_->bodies->placement(frame);
}

Vector3d ModelWorkspace::position(int frame, const Vector3d& point) const {
  return scratch_->at(frame, point);
}

void ModelWorkspace::point_jacobian(int frame, const Vector3d& point,
                                    Ref<Matrix3Xd> jacobian) const {
  jacobian.setZero();
  scratch_->bodies->add_point_jacobian(frame, scratch_->at(frame, point), 1.0, jacobian);
}

void ModelWorkspace::angular_jacobian(int frame, Ref<Matrix3Xd> jacobian) const {
  jacobian.setZero();
  scratch_->bodies->add_angular_jacobian(frame, 1.0, jacobian);
}

double ModelWorkspace::gap(int contact) const { return scratch_->touch(contact).gap; }

Vector3d ModelWorkspace::contact_normal(int contact) const {
  return scratch_->touch(contact).normal;
}

Vector3d ModelWorkspace::contact_point(int contact) const { return scratch_->touch(contact).point; }

void ModelWorkspace::contact_rows(int contact, Ref<MatrixXd> rows) const {
  const Touch touch = scratch_->touch(contact);
  const auto& candidate = scratch_->model.contacts()[static_cast<std::size_t>(contact)];
  if (touch.velocity >= 0) {
    rows.setZero();
    rows(0, touch.velocity) = touch.sign;
    return;
  }
  scratch_->relative_jacobian(touch.first, touch.point, touch.second, touch.point);
  const Matrix3Xd& J = scratch_->jacobian;
  rows.row(0).noalias() = touch.normal.transpose() * J;
  if (candidate.tangents > 0 && rows.rows() > 1) {
    const Vector3d along = first_tangent(candidate.tangent, touch.normal);
    rows.row(1).noalias() = along.transpose() * J;
    if (candidate.tangents > 1) rows.row(2).noalias() = touch.normal.cross(along).transpose() * J;
  }
}

int ModelWorkspace::bilateral_count() const { return static_cast<int>(scratch_->names.size()); }
const std::vector<std::string>& ModelWorkspace::bilateral_names() const { return scratch_->names; }

void ModelWorkspace::bilateral_rows(Ref<MatrixXd> rows) const {
  const auto& loops = scratch_->model.parts().loops;
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const auto [first, second] = scratch_->loop_frames[k];
    const int count = Scratch::loop_directions(loops[k]);
    scratch_->relative_jacobian(first, scratch_->at(first, loops[k].first_placement.translation()),
                                second,
                                scratch_->at(second, loops[k].second_placement.translation()));
    if (loops[k].directions.cols() == 0) {
      rows.middleRows(row, 3) = scratch_->jacobian;
    } else {
      rows.middleRows(row, count).noalias() = loops[k].directions.transpose() * scratch_->jacobian;
    }
    row += count;
    if (loops[k].kind == LoopClosure::Kind::weld) {
      scratch_->jacobian.setZero();
      scratch_->bodies->add_angular_jacobian(first, 1.0, scratch_->jacobian);
      scratch_->bodies->add_angular_jacobian(second, -1.0, scratch_->jacobian);
      rows.middleRows(row, 3) = scratch_->jacobian;
      row += 3;
    }
  }
  scratch_->each_coupling([&](int index, int other, double, double slope) {
    rows.row(row).setZero();
    rows(row, scratch_->joint(index).v) = 1.0;
    if (other >= 0) rows(row, scratch_->joint(other).v) -= slope;
    ++row;
  });
}

void ModelWorkspace::bilateral_residual(Ref<VectorXd> residual) const {
  const auto& loops = scratch_->model.parts().loops;
  Eigen::Index row = 0;
  for (std::size_t k = 0; k < loops.size(); ++k) {
    const auto [first, second] = scratch_->loop_frames[k];
    const Eigen::Isometry3d a = scratch_->bodies->placement(first) * loops[k].first_placement;
    const Eigen::Isometry3d b = scratch_->bodies->placement(second) * loops[k].second_placement;
    const Vector3d apart = a.translation() - b.translation();
    const int count = Scratch::loop_directions(loops[k]);
    if (loops[k].directions.cols() == 0) {
      residual.segment<3>(row) = apart;
    } else {
      residual.segment(row, count).noalias() = loops[k].directions.transpose() * apart;
    }
    row += count;
    if (loops[k].kind == LoopClosure::Kind::weld) {
      const Eigen::AngleAxisd turn(a.linear() * b.linear().transpose());
      residual.segment<3>(row) = turn.angle() * turn.axis();
      row += 3;
    }
  }
  scratch_->each_coupling([&](int, int, double apart, double) { residual[row++] = apart; });
}

void ModelWorkspace::bias(const Ref<const VectorXd>& v, Ref<VectorXd> out) {
  scratch_->bodies->bias(v, out);
}

Vector3d ModelWorkspace::point_drift(int frame, const Vector3d& point) const {
  return scratch_->bodies->point_drift(frame, scratch_->at(frame, point));
}

Vector3d ModelWorkspace::angular_drift(int frame) const {
  return scratch_->bodies->angular_drift(frame);
}

Vector3d ModelWorkspace::contact_drift(int contact) const {
  const auto& candidate = scratch_->model.contacts()[static_cast<std::size_t>(contact)];
  const Touch touch = scratch_->touch(contact);
  if (touch.velocity >= 0) return Vector3d::Zero();
  const auto of = [&](int frame, const Vector3d& center, double radius) {
    Vector3d drift = scratch_->bodies->point_drift(frame, center);
    if (radius > 0.0) drift -= radius * scratch_->bodies->angular_drift(frame).cross(touch.normal);
    return drift;
  };
  if (!std::holds_alternative<ContactHulls>(candidate.against)) {
    const ContactSphere& sphere = candidate.sphere;
    const Vector3d drift = of(touch.first, scratch_->at(touch.first, sphere.center), sphere.radius);
    if (touch.second == 0) return drift;
    return drift - scratch_->bodies->point_drift(touch.second, touch.point);
  }
  const Vector3d& n = touch.normal;
  const Vector3d other = touch.point - (touch.gap + touch.second_radius) * n;
  Vector3d second = scratch_->bodies->point_drift(touch.second, other);
  second += touch.second_radius * scratch_->bodies->angular_drift(touch.second).cross(n);
  return of(touch.first, touch.point + touch.first_radius * n, touch.first_radius) - second;
}

Vector3d ModelWorkspace::center_of_mass_drift() const {
  return scratch_->bodies->center_of_mass_drift();
}

void ModelWorkspace::center_of_mass_jacobian(Ref<Matrix3Xd> jacobian) const {
  scratch_->bodies->center_of_mass_jacobian(jacobian);
}

void ModelWorkspace::passive_force(const Ref<const VectorXd>& v, Ref<VectorXd> out) const {
  out.setZero();
  const ModelParts& parts = scratch_->model.parts();
  for (std::size_t k = 0; k < parts.joint_springs.size(); ++k) {
    const JointSpring& spring = parts.joint_springs[k];
    const Joint& joint = scratch_->joint(scratch_->spring_joints[k]);
    out[joint.v] -=
        spring.stiffness * (scratch_->q[joint.q] - spring.rest) + spring.damping * v[joint.v];
  }
  for (std::size_t k = 0; k < parts.point_springs.size(); ++k) {
    const PointSpring& spring = parts.point_springs[k];
    const auto [first, second] = scratch_->spring_frames[k];
    const Vector3d a = scratch_->at(first, spring.first_point);
    const Vector3d b = scratch_->at(second, spring.second_point);
    const double length = (a - b).norm();
    if (length == 0.0) continue;
    const Vector3d along = (a - b) / length;
    scratch_->relative_jacobian(first, a, second, b);
    const double rate = along.dot(scratch_->jacobian * v);
    const double force = spring.stiffness * (length - spring.length) + spring.damping * rate;
    out.noalias() -= scratch_->jacobian.transpose() * (force * along);
  }
}

double ModelWorkspace::kinetic_energy(const Ref<const VectorXd>& v) const {
  const MatrixXd& M = mass_matrix();
  double sum = 0.0;
  for (Eigen::Index k = 0; k < v.size(); ++k) sum += v[k] * M.col(k).dot(v);
  return 0.5 * sum;
}

double ModelWorkspace::potential_energy() const {
  double energy = scratch_->bodies->potential_energy();
  const ModelParts& parts = scratch_->model.parts();
  for (std::size_t k = 0; k < parts.joint_springs.size(); ++k) {
    const double stretch =
        scratch_->q[scratch_->joint(scratch_->spring_joints[k]).q] - parts.joint_springs[k].rest;
    energy += 0.5 * parts.joint_springs[k].stiffness * stretch * stretch;
  }
  for (std::size_t k = 0; k < parts.point_springs.size(); ++k) {
    const PointSpring& spring = parts.point_springs[k];
    const auto [first, second] = scratch_->spring_frames[k];
    const double stretch =
        (scratch_->at(first, spring.first_point) - scratch_->at(second, spring.second_point))
            .norm() -
        spring.length;
    energy += 0.5 * spring.stiffness * stretch * stretch;
  }
  return energy;
}

Vector3d ModelWorkspace::center_of_mass() const { return scratch_->bodies->center_of_mass(); }

}  // namespace carom
