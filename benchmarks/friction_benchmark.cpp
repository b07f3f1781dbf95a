// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What an impact with friction costs: the regular law on a flat box with 4, 16 and 64 points and on
// two feet under 36 coordinates, at its default accuracy, and the other laws on the same box. What
// this does not prove: random feet are no robot.
#include <Eigen/Geometry>
#include <random>
#include <string>

#include "benchmarks/friction_box.h"

namespace {

using namespace carom;
namespace box = friction_box;

void regular(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  box::solve(state, box::problem(impact, int(state.range(1))), Regular{});
}
BENCHMARK(regular)
    ->ArgNames({"impact", "points"})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {4, 16, 64}})
    ->Unit(benchmark::kMicrosecond);

template <class L>
void law(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  box::solve(state, box::problem(impact), L{});
}
BENCHMARK(law<Newton>)->ArgName("impact")->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);
BENCHMARK(law<Poisson>)->ArgName("impact")->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);
BENCHMARK(law<Compliant>)->ArgName("impact")->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);
BENCHMARK(law<SlipShare>)->ArgName("impact")->DenseRange(0, 4)->Unit(benchmark::kMicrosecond);

constexpr int coordinates = 36;

/// Rows of one rigid foot, from the rows of its six velocities.
void add_foot(const char* side, const Eigen::MatrixXd& foot, double friction,
              std::vector<Contact>& contacts) {
  const double x = 0.1, y = 0.05, z = -0.05;  // [m]
  for (const auto& [px, py] : {std::pair{-x, -y}, {x, -y}, {x, y}, {-x, y}}) {
    const Eigen::Vector3d lever(px, py, z);
    Eigen::Matrix<double, 3, 6> at_point;
    at_point.leftCols<3>().setIdentity();
    for (int k = 0; k < 3; ++k) at_point.col(3 + k) = Eigen::Vector3d::Unit(k).cross(lever);
    const Eigen::MatrixXd rows = at_point * foot;
    Contact contact;
    contact.name = std::string(side) + std::to_string(contacts.size() + 1);
    contact.normal = rows.row(2);
    contact.tangents = rows.topRows(2);
    contact.friction = friction;
    contact.restitution = box::restitution;
    contacts.push_back(contact);
  }
}

/// Both feet come down flat at 1 m/s; `slide` and `twist` are those of the left one.
ImpactProblem two_feet(double friction, double slide, double twist) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  const auto random = [&](int rows, int columns) -> Eigen::MatrixXd {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine); });
  };
  const Eigen::MatrixXd root = random(coordinates, coordinates);
  const Eigen::MatrixXd M =
      root * root.transpose() / coordinates + Eigen::MatrixXd::Identity(coordinates, coordinates);
  // Mostly moved by coordinates of their own, and light to turn, so that a sole lands as a whole.
  Eigen::MatrixXd feet = 0.05 * random(12, coordinates);
  feet.leftCols(12) += Eigen::MatrixXd::Identity(12, 12);
  feet.middleRows(3, 3) *= 10.0;
  feet.bottomRows(3) *= 10.0;
  std::vector<Contact> contacts;
  add_foot("left", feet.topRows(6), friction, contacts);
  add_foot("right", feet.bottomRows(6), friction, contacts);
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(12);
  wanted << slide, 0, -1, 0, 0, twist, 0, 0, -1, 0, 0, 0;
  const Eigen::VectorXd velocity =
      feet.transpose() * (feet * feet.transpose()).ldlt().solve(wanted);
  return ImpactProblem(M, contacts, velocity, {}, "two feet");
}

void regular_two_feet(benchmark::State& state, double friction, double slide, double twist) {
  box::solve(state, two_feet(friction, slide, twist), Regular{});
}
BENCHMARK_CAPTURE(regular_two_feet, land, 0.3, 0.0, 0.0)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(regular_two_feet, slide_then_stick, 0.6, 0.5, 0.0)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(regular_two_feet, twist_then_stick, 0.6, 0.5, 3.0)->Unit(benchmark::kMicrosecond);

}  // namespace
