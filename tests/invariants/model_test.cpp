// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What every model keeps, on seeded random trees of all kinds of joints, with and without a
// coordinate map. Each number is compared with differences of positions along integrate:
//   J = ∂x/∂v,   M = Σ m JᵀJ + armature,   bias = Σ m Jᵀ(ẍ − g) with v constant (d'Alembert),
// summed over the mass points of the bodies (support/random_models.h).
#include "carom/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <optional>

#include "carom/error.h"
#include "support/random_models.h"

namespace carom::test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// The kinds of trees, three seeds each.
std::vector<RandomModel> random_models() {
  std::vector<RandomModel> models;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    models.push_back(random_model(seed));
    models.push_back(random_model(10 + seed, {.bodies = 4, .armature = false}));
    models.push_back(
        random_model(20 + seed, {.bodies = 5, .vector_space = true, .coordinate_map = true}));
  }
  return models;
}

Matrix3Xd point_rates(const Model& model, ModelWorkspace& workspace, const VectorXd& q, int frame,
                      const Vector3d& point) {
  const int n = model.velocity_size();
  Matrix3Xd J(3, n);
  for (int k = 0; k < n; ++k) {
    J.col(k) = rate(model, workspace, q, VectorXd::Unit(n, k),
                    [&]() -> Vector3d { return workspace.position(frame, point); });
  }
  return J;
}

/// ẍ of a point along q ⊕ t v at t = 0, to fourth order.
Vector3d acceleration(const Model& model, ModelWorkspace& workspace, const VectorXd& q,
                      const VectorXd& v, int frame, const Vector3d& point) {
  constexpr double h = 2e-3;
  const auto place = [&](double t) {
    workspace.set_configuration(model.integrate(q, t * v));
    return workspace.position(frame, point);
  };
  const Vector3d sum =
      -place(-2 * h) + 16 * place(-h) - 30 * place(0) + 16 * place(h) - place(2 * h);
  return sum / (12 * h * h);
}

struct Sums {
  MatrixXd mass_matrix;
  VectorXd bias;
  double potential = 0.0;
};

Sums sum_over_points(const RandomModel& source, const Model& model, ModelWorkspace& workspace,
                     const VectorXd& q, const VectorXd& v) {
  const int n = model.velocity_size();
  const MatrixXd& map = source.description.coordinate_map;
  const MatrixXd S = map.size() > 0 ? map : MatrixXd::Identity(n, n);
  Sums sums{S.transpose() * source.joint_armature.asDiagonal() * S, VectorXd::Zero(n)};
  for (const MassPoint& point : source.points) {
    const int frame = model.frame(point.body);
    const Matrix3Xd J = point_rates(model, workspace, q, frame, point.place);
    const Vector3d a = acceleration(model, workspace, q, v, frame, point.place);
    workspace.set_configuration(q);
    sums.mass_matrix += point.mass * J.transpose() * J;
    sums.bias += point.mass * J.transpose() * (a - model.gravity());
    sums.potential -= point.mass * model.gravity().dot(workspace.position(frame, point.place));
  }
  return sums;
}

TEST(RandomModels, MassMatrixBiasAndEnergyFromTheirPoints) {
  for (const RandomModel& source : random_models()) {
    SCOPED_TRACE(source.description.name);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    base::Random random(1);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    const Sums sums = sum_over_points(source, model, workspace, q, v);
    const MatrixXd M = workspace.mass_matrix();
    VectorXd bias(v.size());
    workspace.bias(v, bias);
    EXPECT_LT((M - sums.mass_matrix).norm(), 1e-8 * M.norm());
    EXPECT_EQ(M, MatrixXd(M.transpose()));
    EXPECT_EQ(Eigen::LLT<MatrixXd>(M).info(), Eigen::Success);
    EXPECT_LT((bias - sums.bias).norm(), 1e-7 * (1.0 + bias.norm()));
    EXPECT_NEAR(workspace.potential_energy(), sums.potential,
                1e-9 * (1 + std::abs(sums.potential)));
    EXPECT_NEAR(workspace.kinetic_energy(v), 0.5 * v.dot(M * v),
                1e-11 * M.norm() * v.squaredNorm());
    double mass = 0.0;
    Vector3d moment = Vector3d::Zero();
    for (const MassPoint& point : source.points) {
      mass += point.mass;
      moment += point.mass * workspace.position(model.frame(point.body), point.place);
    }
    EXPECT_NEAR(model.total_mass(), mass, 1e-12 * mass);
    EXPECT_LT((workspace.center_of_mass() - moment / mass).norm(), 1e-12);
  }
}

// Bodies in an order that is not depth first, which the library below needs: refused or right,
// never wrong.
TEST(RandomModels, BodiesBreadthFirst) {
  RandomModel source = random_model(71, {.bodies = 5, .vector_space = true});
  for (const auto& [body, parent] :
       {std::pair(1, "b0"), std::pair(2, "b0"), std::pair(3, "b1"), std::pair(4, "b2")}) {
    source.description.bodies[static_cast<std::size_t>(body)].parent = parent;
  }
  std::optional<Model> built;
  try {
    built.emplace(source.description);
  } catch (const InvalidInput&) {
    return;
  }
  const Model& model = *built;
  ModelWorkspace workspace(model);
  base::Random random(1);
  const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
  source.joint_armature.setZero(v.size());
  const Sums sums = sum_over_points(source, model, workspace, q, v);
  MatrixXd M = workspace.mass_matrix();
  if (model.parts().armature.size() > 0) M.diagonal() -= model.parts().armature;
  EXPECT_LT((M - sums.mass_matrix).norm(), 1e-8 * M.norm());
}

TEST(RandomModels, JacobiansAreDifferencesOfPlaces) {
  for (const RandomModel& source : random_models()) {
    SCOPED_TRACE(source.description.name);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    base::Random random(2);
    const VectorXd q = random_configuration(model, random);
    const int n = model.velocity_size();
    Matrix3Xd J(3, n);
    for (const BodyDescription& body : source.description.bodies) {
      const int frame = model.frame(body.name);
      const Vector3d point = random_vector(random);
      const Matrix3Xd expected = point_rates(model, workspace, q, frame, point);
      workspace.point_jacobian(frame, point, J);
      EXPECT_LT((J - expected).norm(), 1e-8 * (1.0 + J.norm())) << body.name;
      const Eigen::Matrix3d R = workspace.placement(frame).linear();
      workspace.angular_jacobian(frame, J);
      for (int k = 0; k < n; ++k) {
        const Eigen::Matrix3d turn = rate(model, workspace, q, VectorXd::Unit(n, k), [&] {
          return Eigen::Matrix3d(workspace.placement(frame).linear());
        });
        const Eigen::Matrix3d W = turn * R.transpose();  // ω×
        EXPECT_LT((J.col(k) - Vector3d(W(2, 1), W(0, 2), W(1, 0))).norm(), 1e-8) << body.name;
      }
    }
  }
}

/// Point and sphere against planes of the world and of a body, sphere against spheres.
void add_contacts(RandomModel& source, base::Random& random) {
  const auto any_body = [&] {
    return "b" + std::to_string(random.below(source.description.bodies.size()));
  };
  for (int k = 0; k < 6; ++k) {
    ContactCandidate contact;
    contact.name = "c" + std::to_string(k);
    contact.sphere = {any_body(), random_vector(random, 0.3), k % 2 == 0 ? 0.0 : 0.1};
    contact.tangent = random_vector(random);
    const std::string other = k < 2 ? "world" : any_body();
    if (k < 4) {
      contact.against = ContactPlane{other, random_vector(random), random_vector(random)};
    } else {
      contact.against = ContactSphere{k == 4 ? "world" : other, random_vector(random), 0.2};
    }
    source.description.parts.contacts.push_back(contact);
  }
}

std::string second_body(const ContactCandidate& contact) {
  if (const auto* plane = std::get_if<ContactPlane>(&contact.against)) return plane->body;
  return std::get<ContactSphere>(contact.against).body;
}

TEST(RandomModels, NormalRowsAreDifferencesOfGaps) {
  for (RandomModel source : random_models()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(3);
    add_contacts(source, random);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    const VectorXd q = random_configuration(model, random);
    const int n = model.velocity_size();
    MatrixXd rows(3, n);
    for (int contact = 0; contact < 6; ++contact) {
      VectorXd expected(n);
      for (int k = 0; k < n; ++k) {
        expected[k] =
            rate(model, workspace, q, VectorXd::Unit(n, k), [&] { return workspace.gap(contact); });
      }
      workspace.contact_rows(contact, rows);
      EXPECT_LT((rows.row(0).transpose() - expected).norm(), 1e-8 * (1.0 + expected.norm()))
          << contact;
    }
  }
}

TEST(RandomModels, GapsFromTheirDefinition) {
  for (RandomModel source : random_models()) {
    base::Random random(4);
    add_contacts(source, random);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    workspace.set_configuration(random_configuration(model, random));
    for (int k = 0; k < 6; ++k) {
      const ContactCandidate& contact = model.contacts()[static_cast<std::size_t>(k)];
      const Isometry3d X = workspace.placement(model.frame(second_body(contact)));
      const Vector3d c =
          workspace.position(model.frame(contact.sphere.body), contact.sphere.center);
      double gap = 0.0;
      if (const auto* plane = std::get_if<ContactPlane>(&contact.against)) {
        gap = (X.linear() * plane->normal.normalized()).dot(c - X * plane->point);
      } else {
        const auto& sphere = std::get<ContactSphere>(contact.against);
        gap = (c - X * sphere.center).norm() - sphere.radius;
      }
      gap -= contact.sphere.radius;
      EXPECT_NEAR(workspace.gap(k), gap, 1e-12);
      const Vector3d n = workspace.contact_normal(k), x = workspace.contact_point(k);
      EXPECT_NEAR(n.norm(), 1.0, 1e-12);
      EXPECT_LT((c - x - contact.sphere.radius * n).norm(), 1e-12);
    }
  }
}

TEST(RandomModels, TangentialRowsAreTheSlipOfMaterialPoints) {
  for (RandomModel source : random_models()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(5);
    add_contacts(source, random);
    const Model model(source.description);
    ModelWorkspace workspace(model);
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    workspace.set_configuration(q);
    MatrixXd rows(3, model.velocity_size());
    for (int k = 0; k < 6; ++k) {
      const ContactCandidate& contact = model.contacts()[static_cast<std::size_t>(k)];
      const int first = model.frame(contact.sphere.body),
                second = model.frame(second_body(contact));
      const Vector3d x = workspace.contact_point(k), n = workspace.contact_normal(k);
      const Vector3d on_first = workspace.placement(first).inverse() * x;
      const Vector3d on_second = workspace.placement(second).inverse() * x;
      const Vector3d slip = rate(model, workspace, q, v, [&]() -> Vector3d {
        return workspace.position(first, on_first) - workspace.position(second, on_second);
      });
      workspace.contact_rows(k, rows);
      const Vector3d wish = contact.tangent.normalized();
      const Vector3d t1 = (wish - wish.dot(n) * n).normalized(), t2 = n.cross(t1);
      const Vector3d expected(n.dot(slip), t1.dot(slip), t2.dot(slip));
      EXPECT_LT((rows * v - expected).norm(), 1e-8 * (1.0 + expected.norm())) << k;
    }
  }
}

/// The same model seen from another frame: everything fixed to the world is moved by X.
ModelDescription moved_world(ModelDescription description, const Isometry3d& X, bool tangents) {
  description.gravity = X.linear() * description.gravity;
  for (BodyDescription& body : description.bodies) {
    if (body.parent == "world") body.placement = X * body.placement;
  }
  for (ContactCandidate& contact : description.parts.contacts) {
    if (tangents) contact.tangent = X.linear() * contact.tangent;
    if (auto* plane = std::get_if<ContactPlane>(&contact.against);
        plane && plane->body == "world") {
      *plane = {"world", X * plane->point, X.linear() * plane->normal};
    }
    if (auto* sphere = std::get_if<ContactSphere>(&contact.against);
        sphere && sphere->body == "world") {
      sphere->center = X * sphere->center;
    }
  }
  return description;
}

TEST(RandomModels, RowsDoNotDependOnTheWorldFrame) {
  for (RandomModel source : random_models()) {
    SCOPED_TRACE(source.description.name);
    base::Random random(6);
    add_contacts(source, random);
    const Isometry3d X = random_placement(random);
    const Model model(source.description), other(moved_world(source.description, X, true)),
        untold(moved_world(source.description, X, false));
    const VectorXd q = random_configuration(model, random), v = random_velocity(model, random);
    ModelWorkspace here(model), there(other), elsewhere(untold);
    for (ModelWorkspace* workspace : {&here, &there, &elsewhere}) workspace->set_configuration(q);
    EXPECT_LT((here.mass_matrix() - there.mass_matrix()).norm(), 1e-11 * here.mass_matrix().norm());
    VectorXd bias(v.size()), other_bias(v.size());
    here.bias(v, bias);
    there.bias(v, other_bias);
    EXPECT_LT((bias - other_bias).norm(), 1e-10 * (1.0 + bias.norm()));
    MatrixXd a(3, v.size()), b(3, v.size()), c(3, v.size());
    for (int k = 0; k < 6; ++k) {
      here.contact_rows(k, a);
      there.contact_rows(k, b);
      elsewhere.contact_rows(k, c);
      EXPECT_NEAR(here.gap(k), there.gap(k), 1e-11);
      EXPECT_LT((a - b).norm(), 1e-11 * (1.0 + a.norm())) << k;
      // Other tangents: the same normal row, the same slip up to a turn about the normal.
      EXPECT_LT((a.row(0) - c.row(0)).norm(), 1e-11 * (1.0 + a.norm())) << k;
      EXPECT_LT((a.bottomRows(2).transpose() * a.bottomRows(2) -
                 c.bottomRows(2).transpose() * c.bottomRows(2))
                    .norm(),
                1e-11 * (1.0 + a.squaredNorm()))
          << k;
    }
  }
}

TEST(RandomModels, IntegrateAndDifferenceAreInverse) {
  for (const RandomModel& source : random_models()) {
    const Model model(source.description);
    base::Random random(7);
    for (int k = 0; k < 5; ++k) {
      const VectorXd q = random_configuration(model, random);
      const VectorXd dv = random_velocity(model, random, 0.5);
      const VectorXd to = model.integrate(q, dv);
      EXPECT_LT((model.difference(q, to) - dv).norm(), 1e-10);
      EXPECT_LT((model.integrate(to, -dv) - q).norm(), 1e-10);
      EXPECT_LT(model.difference(q, q).norm(), 1e-12);
      EXPECT_NO_THROW(model.check({to, dv}));
    }
  }
}

}  // namespace
}  // namespace carom::test
