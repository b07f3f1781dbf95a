// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The hot path: no allocation from the second solve on, and the same bits from reused storage, from
// a fresh one, and from several threads.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

#include "carom/laws.h"
#include "support/allocations.h"
#include "support/friction_problems.h"
#include "support/problems.h"

namespace carom::test {
std::atomic<long> allocations{0};
}

// Counts every allocation of this program: operator new here, and malloc (which Eigen calls)
// through the linker's --wrap, set in cmake/tests.cmake.
extern "C" {
void* __real_malloc(std::size_t size);
void* __wrap_malloc(std::size_t size) {
  ++carom::test::allocations;
  return __real_malloc(size);
}
void* __real_realloc(void* memory, std::size_t size);
void* __wrap_realloc(void* memory, std::size_t size) {
  ++carom::test::allocations;
  return __real_realloc(memory, size);
}
}
void* operator new(std::size_t size) {
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace carom::test {
namespace {

std::vector<Law> laws() {
  return {Propagative{},
          Propagative{.restitution = 0.5},
          Sequential{.restitution = 0.9},
          Plastic{},
          Inert{},
          Propagative{.policy = Policy::random, .seed = 5},
          Newton{.restitution = 0.5},  // where there is no friction they take another way
          Poisson{.restitution = 0.0}};
}

std::vector<Law> friction_laws() {
  return {
      Newton{.restitution = 0.5},    Poisson{.restitution = 0.5},
      Regular{.restitution = 0.5},   Regular{.restitution = 0.5, .method = Regular::Method::layer},
      SlipShare{.restitution = 0.5}, Compliant{.restitution = 0.5}};
}

std::vector<ImpactProblem> friction_problems() {
  std::vector<ImpactProblem> problems;
  problems.push_back(block_on_floor(4, {0, 0, -1, 0, 0, 0}));
  problems.push_back(block_on_floor(4, {0.2, 0.1, -1, 0, 0, 0}));
  problems.push_back(block_on_floor(4, {0.5, -0.2, -1, 0.7, 1.5, 3}));
  problems.push_back(block_on_floor(16, {0.6, 0.3, -1, 0, 0, 4}));
  problems.push_back(random_foot(3, {.planar = true, .points = 2}));
  return problems;
}

TEST(HotPath, NoAllocationAfterTheFirstSolveWithFriction) {
  int counted = 0;
  for (const auto& problem : friction_problems()) {
    for (const Law& law : friction_laws()) {
      Workspace workspace;
      Outcome outcome;
      solve(problem, law, workspace, outcome);
      ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
      if (!outcome.notes.empty()) continue;  // A sentence for people takes memory.
      ++counted;
      const long before = allocations;
      for (int k = 0; k < 3; ++k) solve(problem, law, workspace, outcome);
      EXPECT_EQ(allocations - before, 0) << law.description().name << " on " << problem.name();
    }
  }
  EXPECT_GE(counted, 22) << "of 30: too many outcomes have something to say";
}

TEST(HotPath, FrictionGivesTheSameBitsFromReusedStorage) {
  for (const Law& law : friction_laws()) {
    Workspace workspace;
    Outcome reused;
    for (const auto& problem : friction_problems()) {
      solve(problem, law, workspace, reused);
      const Outcome fresh = solve_once(problem, law);
      EXPECT_EQ(reused.velocity_plus, fresh.velocity_plus) << law.description().name;
      EXPECT_EQ(reused.energy.after, fresh.energy.after) << law.description().name;
    }
  }
}

TEST(HotPath, TheCounterCounts) {
  const long before = allocations;
  const Eigen::VectorXd v = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(5 + before % 2));
  const std::vector<double> w(v.begin(), v.end());
  EXPECT_GE(allocations - before, 2) << v.sum() + w[0];
}

TEST(HotPath, NoAllocationAfterTheFirstSolve) {
  std::vector<ImpactProblem> problems;
  problems.push_back(cradle({1, 1, 1}, {1, 0, 0}));
  problems.push_back(random_problem(3, {.coordinates = 9, .contacts = 5, .tangents = 2}));
  problems.push_back(random_problem(4, {.coordinates = 8, .contacts = 3, .bilateral = 2}));
  problems.push_back(flat_foot(64, (Eigen::VectorXd(6) << 0, 0, -1, 0.2, 0, 0).finished()));
  for (const auto& problem : problems) {
    for (const Law& law : laws()) {
      Workspace workspace;
      Outcome outcome;
      solve(problem, law, workspace, outcome);
      const long before = allocations;
      for (int k = 0; k < 10; ++k) solve(problem, law, workspace, outcome);
      EXPECT_EQ(allocations - before, 0) << law.description().name << " on " << problem.name();
    }
  }
}

TEST(HotPath, SetVelocityDoesNotAllocate) {
  auto problem = cradle({1, 1, 1}, {1, 0, 0});
  const Eigen::VectorXd v = Eigen::Vector3d(2, 0, 0);
  const long before = allocations;
  for (int k = 0; k < 10; ++k) problem.set_velocity(v);
  EXPECT_EQ(allocations - before, 0);
}

TEST(SameBits, ReusedFreshAndThreaded) {
  const auto problem = random_problem(8, {.coordinates = 9, .contacts = 7});
  for (const Law& law : laws()) {
    const auto fresh = solve_once(problem, law);
    Workspace workspace;
    Outcome reused;
    solve(random_problem(9, {.coordinates = 4, .contacts = 2}), law, workspace, reused);
    solve(problem, law, workspace, reused);
    EXPECT_EQ(fresh.velocity_plus, reused.velocity_plus);
    std::vector<Outcome> outcomes(4);
    std::vector<std::thread> threads;
    for (auto& outcome : outcomes)
      threads.emplace_back([&] { outcome = solve_once(problem, law); });
    for (auto& thread : threads) thread.join();
    for (const auto& outcome : outcomes) EXPECT_EQ(outcome.velocity_plus, fresh.velocity_plus);
  }
}

}  // namespace
}  // namespace carom::test
