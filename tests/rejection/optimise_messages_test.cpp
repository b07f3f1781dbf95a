// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the optimisation refuses, by the text of the message.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/error.h"
#include "design/optimise/optimise.h"
#include "support/faults.h"

namespace carom::design {
namespace {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

OptimisationProblem valid() {
  OptimisationProblem problem;
  problem.start = Vector2d(0, 0);
  problem.lower = Vector2d(-1, -1);
  problem.upper = Vector2d(1, 1);
  problem.scale = Vector2d(1, 1);
  problem.residual = [](const VectorXd& x) { return VectorXd::Constant(1, x[0] - 0.5); };
  problem.objective = [](const VectorXd& x) { return x.squaredNorm(); };
  return problem;
}

template <class Call>
void expect_refused(const Call& call, const std::string& text) {
  const std::string said = test::refusal_of(call);
  EXPECT_NE(said.find(text), std::string::npos) << said;
}

void expect_refused(const OptimisationProblem& problem, const std::string& text,
                    const OptimisationOptions& options = {}) {
  expect_refused([&] { newton_root(problem, options); }, text);
  expect_refused([&] { nearest_root(problem, options); }, text);
  expect_refused([&] { minimise(problem, options); }, text);
  expect_refused([&] { nearest_roots(problem, options); }, text);
  expect_refused([&] { minima(problem, options); }, text);
}

TEST(OptimiseRefuses, Sizes) {
  auto problem = valid();
  problem.scale = Vector3d(1, 1, 1);
  expect_refused(problem, "optimise: size of scale = 3; expected 2, the size of start.");
  problem = valid();
  problem.lower.resize(1);
  expect_refused(problem, "optimise: size of lower = 1; expected 2, the size of start.");
  problem = valid();
  problem.upper.resize(0);
  expect_refused(problem, "optimise: size of upper = 0; expected 2, the size of start.");
  expect_refused(OptimisationProblem{},
                 "optimise: size of start = 0; expected at least 1 variable.");
}

TEST(OptimiseRefuses, BoundsAndScales) {
  auto problem = valid();
  problem.lower[1] = 2.0;
  expect_refused(problem, "optimise: lower[1] = 2; expected at most upper = 1; exchange them");
  problem = valid();
  problem.upper[0] = std::nan("");
  expect_refused(problem, "optimise: lower[0] = -1; expected at most upper = nan");
  problem = valid();
  problem.start[1] = 1.5;
  expect_refused(problem, "optimise: start[1] = 1.5; expected a finite number from -1 to 1;");
  problem.start[1] = std::nan("");
  expect_refused(problem, "optimise: start[1] = nan; expected a finite number from -1 to 1;");
  for (const double scale : {0.0, -1.0, std::nan("")}) {
    problem = valid();
    problem.scale[0] = scale;
    expect_refused(problem, "; expected a finite number > 0; give the size of a natural change.");
  }
}

TEST(OptimiseRefuses, EveryFaultAtOnce) {
  auto problem = valid();
  problem.start[0] = 7.0;
  problem.scale[1] = 0.0;
  const auto faults = test::faults_of([&] { minimise(problem); });
  EXPECT_EQ(faults.size(), 2U);
}

TEST(OptimiseRefuses, Options) {
  expect_refused(valid(), "optimise: iterations = 0; expected a finite number > 0.",
                 {.iterations = 0});
  expect_refused(valid(), "optimise: closed_tolerance = -1; expected a finite number > 0.",
                 {.closed_tolerance = -1.0});
  expect_refused(valid(), "optimise: residual_tolerance = nan; expected a finite number > 0.",
                 {.residual_tolerance = std::nan("")});
  expect_refused([] { minima(valid(), {}, {.starts = -1}); },
                 "optimise: starts = -1; expected at least 0.");
  expect_refused([] { nearest_roots(valid(), {}, {.spread = 0.0}); },
                 "optimise: spread = 0; expected a finite number > 0.");
  expect_refused([] { nearest_roots(valid(), {}, {.distance = 0.0}); },
                 "optimise: distance = 0; expected a finite number > 0.");
}

TEST(OptimiseRefuses, MissingFunctions) {
  auto problem = valid();
  problem.residual = nullptr;
  expect_refused([&] { newton_root(problem); },
                 "optimise: residual = (none); expected a function, or closed;");
  problem.objective = nullptr;
  expect_refused([&] { minimise(problem); }, "optimise: objective = (none); expected a function;");
  expect_refused([&] { pareto_front(valid(), nullptr, 3); },
                 "pareto_front: second = (none); expected a function;");
  const auto second = [](const VectorXd& x) { return x[0]; };
  expect_refused([&] { pareto_front(problem, second, 3); },
                 "pareto_front: objective = (none); expected a function;");
  expect_refused([&] { pareto_front(valid(), second, 1); },
                 "pareto_front: points = 1; expected at least 2, the two ends.");
}

TEST(OptimiseRefuses, NoValueAtTheStart) {
  auto problem = valid();
  problem.closed = [](const VectorXd& x) { return VectorXd::Constant(2, std::log(x[0])); };
  expect_refused(problem,
                 "optimise: closed[0] = -infinity at the start; expected a finite number;");
  problem = valid();
  problem.residual = [](const VectorXd&) { return Vector2d(1.0, std::nan("")); };
  expect_refused([&] { nearest_root(problem); },
                 "optimise: residual[1] = nan at the start; expected a finite number;");
  problem.objective = [](const VectorXd&) { return std::nan(""); };
  expect_refused([&] { minimise(problem); },
                 "optimise: objective[0] = nan at the start; expected a finite number;");
}

TEST(OptimiseRefuses, SizesThatChange) {
  auto problem = valid();
  problem.closed = [](const VectorXd& x) { return VectorXd(VectorXd::Ones(x[0] == 0.0 ? 1 : 2)); };
  expect_refused(problem, "optimise: size of closed = 2; expected 1, as at the start;");
  problem = valid();
  problem.residual = [](const VectorXd& x) {
    return VectorXd(VectorXd::Ones(x[0] == 0.0 ? 1 : 2));
  };
  expect_refused([&] { newton_root(problem); },
                 "optimise: size of residual = 2; expected 1, as at the start;");
}

}  // namespace
}  // namespace carom::design
