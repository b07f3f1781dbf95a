// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a problem costs from its matrices, 35 coordinates and eight contacts of three rows: made new
// (validated, named, allocated), updated in place, and met at another velocity, beside the dense
// Cholesky factor of the same mass matrix. "tree": a base of six coordinates and five branches, the
// contacts at the ends of two of them, as on a humanoid; "dense": no zeros to skip. The whole way
// from a robot is in landing_benchmark.cpp.
#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>
#include <random>

#include "carom/carom.h"

namespace {

using namespace carom;

constexpr int base = 6, coordinates = 35;

struct Parts {
  Eigen::MatrixXd mass_matrix;
  std::vector<Contact> contacts;
  Eigen::VectorXd velocity = Eigen::VectorXd::Ones(coordinates);
};

/// Four branches of seven coordinates and a short one on the base.
Parts make_parts(bool tree) {
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  constexpr int length = 7;
  const auto row = [&](int branch) {
    Eigen::RowVectorXd r =
        Eigen::RowVectorXd::NullaryExpr(coordinates, [&] { return normal(engine); });
    if (!tree) return r;
    const int first = base + length * branch, last = std::min(first + length, coordinates);
    r.segment(base, first - base).setZero();
    r.tail(coordinates - last).setZero();
    return r;
  };
  Parts parts;
  parts.mass_matrix = 0.1 * Eigen::MatrixXd::Identity(coordinates, coordinates);
  for (int body = 0; body < 40; ++body) {
    const Eigen::RowVectorXd r = row(body % 5);
    parts.mass_matrix += r.transpose() * r;
  }
  for (int k = 0; k < 8; ++k) {
    Contact contact;
    contact.normal = row(k / 4);
    contact.tangents.resize(2, coordinates);
    for (int t = 0; t < 2; ++t) contact.tangents.row(t) = row(k / 4);
    contact.friction = 0.8;
    parts.contacts.push_back(contact);
  }
  return parts;
}

void dense_factor(benchmark::State& state, bool tree) {
  const Parts parts = make_parts(tree);
  Eigen::LLT<Eigen::MatrixXd> factor(coordinates);
  for (auto _ : state) {
    factor.compute(parts.mass_matrix);
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(dense_factor, tree, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(dense_factor, dense, false)->Unit(benchmark::kMicrosecond);

void make(benchmark::State& state, bool tree) {
  const Parts parts = make_parts(tree);
  for (auto _ : state) {
    const ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
    benchmark::DoNotOptimize(problem.gram().data());
  }
}
BENCHMARK_CAPTURE(make, tree, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(make, dense, false)->Unit(benchmark::kMicrosecond);

void update(benchmark::State& state, bool tree) {
  const Parts parts = make_parts(tree);
  ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  const Eigen::MatrixXd rows = problem.contact_jacobian();
  for (auto _ : state) {
    problem.update(parts.mass_matrix, rows, parts.velocity);
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(update, tree, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(update, dense, false)->Unit(benchmark::kMicrosecond);

void set_velocity(benchmark::State& state) {
  const Parts parts = make_parts(true);
  ImpactProblem problem(parts.mass_matrix, parts.contacts, parts.velocity);
  for (auto _ : state) {
    problem.set_velocity(parts.velocity);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(set_velocity)->Unit(benchmark::kMicrosecond);

}  // namespace
