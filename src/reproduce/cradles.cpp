// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's cradles against an independent computation from the corrected equations of S3: every
// elastic outcome, the plastic one (projection on the cone) and the propagative one at R = 0.5.
// Tolerance 1e-12.
// Cradles of n equal balls at velocities n, n−1, …, 1: Coxeter groups of type A, with a wall type
// B. One outcome; n(n−1)/2 reflections, with a wall n². Counts from an independent enumeration.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "carom/analysis.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using Numbers = std::vector<double>;

struct Cradle {
  Numbers masses, velocity;
  bool wall;
  std::vector<Numbers> elastic;  ///< Sorted.
  Numbers plastic, half;
};

const std::vector<Cradle> cradles = {
    {{1, 1, 1},
     {1, 0, 0},
     false,
     {{0, 0, 1}},
     {0.333333333333333, 0.333333333333333, 0.333333333333333},
     {0.166666666666667, 0.166666666666667, 0.666666666666667}},
    {{1, 1, 1, 1},
     {1, 0, 0, 0},
     false,
     {{0, 0, 0, 1}},
     {0.25, 0.25, 0.25, 0.25},
     {0.125, 0.125, 0.125, 0.625}},
    {{1, 1, 1, 1},
     {1, 1, 1, 0},
     false,
     {{0, 1, 1, 1}},
     {0.75, 0.75, 0.75, 0.75},
     {0.375, 0.875, 0.875, 0.875}},
    {{1, 1, 1, 1, 1},
     {1, 1, 0, 0, 0},
     false,
     {{0, 0, 0, 0.999999999999999, 1}},
     {0.4, 0.4, 0.4, 0.4, 0.4},
     {0.2, 0.2, 0.2, 0.7, 0.7}},
    {{1, 1, 1, 1, 1},
     {1, 1, 1, 1, 0},
     false,
     {{0, 1, 1, 1, 1}},
     {0.8, 0.8, 0.8, 0.8, 0.8},
     {0.4, 0.9, 0.9, 0.9, 0.9}},
    {{1, 1, 1, 1, 1},
     {2, 0, 0, 0, -1},
     false,
     {{-0.999999999999999, 0, 0, 0, 2}},
     {0.200000000000001, 0.2, 0.2, 0.2, 0.2},
     {-0.399999999999999, 0.0999999999999998, 0.1, 0.1, 1.1}},
    {{1, 2, 1},
     {1, 0, 0},
     false,
     {{-0.333333333333334, 0.222222222222222, 0.888888888888889}},
     {0.25, 0.25, 0.25},
     {-0.0416666666666669, 0.236111111111111, 0.569444444444445}},
    {{1, 2, 3},
     {1, 0, 0},
     false,
     {{-0.333333333333334, -0.133333333333333, 0.533333333333334}},
     {0.166666666666667, 0.166666666666667, 0.166666666666667},
     {-0.0833333333333335, 0.0166666666666666, 0.35}},
    {{2, 1, 1},
     {1, 0, -1},
     false,
     {{-0.555555555555555, 0.777777777777778, 1.33333333333333},
      {-0.333333333333333, 0, 1.66666666666667}},
     {0.25, 0.25, 0.25},
     {-0.152777777777778, 0.513888888888889, 0.791666666666667}},
    {{1, 0.414213562373095, 1},
     {1, 0.1, -0.4},
     false,
     {{-0.468629150101525, 0.431370849898476, 0.931370849898476}},
     {0.265685424949238, 0.265685424949238, 0.265685424949238},
     {-0.101471862576143, 0.348528137423857, 0.598528137423857}},
    {{1, 1, 1},
     {1, 0.5, -0.3},
     true,
     {{-0.999999999999999, -0.5, -0.3}},
     {0, 0, 0},
     {-0.5, -0.25, -0.15}},
    {{1, 1, 1}, {0, 0, 1}, false, {{0, 0, 1}}, {0, 0, 1}, {0, 0, 1}},
};

/// Rows: outcomes, sorted by their entries.
Eigen::MatrixXd rows(std::vector<Numbers> outcomes) {
  std::sort(outcomes.begin(), outcomes.end());
  if (outcomes.size() == 1) return list(outcomes.front());
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(outcomes.size()),
                         static_cast<Eigen::Index>(outcomes.front().size()));
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    matrix.row(static_cast<Eigen::Index>(i)) = list(outcomes[i]).transpose();
  }
  return matrix;
}

Eigen::MatrixXd elastic_outcomes(const ImpactProblem& problem) {
  std::vector<Numbers> outcomes;
  for (const Branch& branch : all_outcomes(problem).branches) {
    outcomes.emplace_back(branch.velocity_plus.begin(), branch.velocity_plus.end());
  }
  return rows(std::move(outcomes));
}

struct LongCradle {
  int balls;
  bool wall;
  double steps;
};

constexpr LongCradle long_cradles[] = {
    {3, false, 3},  {4, false, 6}, {5, false, 10}, {6, false, 15}, {7, false, 21},
    {8, false, 28}, {2, true, 4},  {3, true, 9},   {4, true, 16},  {5, true, 25}};

Reproduction compute(const LongCradle& chain) {
  const auto count = static_cast<std::size_t>(chain.balls);
  std::vector<double> velocity(count), expected{1.0, chain.steps, chain.steps};
  for (std::size_t i = 0; i < count; ++i) {
    velocity[i] = chain.balls - static_cast<double>(i);
    expected.push_back(chain.wall ? -velocity[i] : static_cast<double>(i + 1));
  }
  const OutcomeSet outcomes =
      all_outcomes(cradle(std::vector<double>(count, 1.0), velocity, chain.wall));
  std::vector<double> found{outcomes.count, 1.0 * outcomes.shortest, 1.0 * outcomes.longest};
  const Eigen::VectorXd& after = outcomes.branches.at(0).velocity_plus;
  found.insert(found.end(), after.begin(), after.end());
  return {
      .source = reference,
      .quantity = fmt::format("{} equal balls{}: outcomes, fewest and most reflections, velocity",
                              chain.balls, chain.wall ? " and a wall" : ""),
      .published = list(expected),
      .computed = list(found)};
}

}  // namespace

void add_reference_cradles(Table& table) {
  for (std::size_t i = 0; i < cradles.size(); ++i) {
    const Cradle& c = cradles[i];
    const std::string name = fmt::format("masses ({}) at ({}){}", fmt::join(c.masses, ", "),
                                         fmt::join(c.velocity, ", "), c.wall ? " with a wall" : "");
    const auto add = [&](const char* kind, const Eigen::MatrixXd& published, auto compute) {
      table.add(fmt::format("cradle.{}.{}", i + 1, kind), [=] {
        return Reproduction{.source = reference,
                            .quantity = fmt::format("{} outcome [m/s], {}", kind, name),
                            .published = published,
                            .computed = compute(cradle(c.masses, c.velocity, c.wall))};
      });
    };
    add("elastic", rows(c.elastic), elastic_outcomes);
    add("plastic", list(c.plastic),
        [](const ImpactProblem& problem) { return run(problem, Plastic{}).velocity_plus; });
    add("half", list(c.half), [](const ImpactProblem& problem) {
      return run(problem, Propagative{.restitution = 0.5}).velocity_plus;
    });
  }
}

void add_reference_coxeter(Table& table) {
  for (const LongCradle& chain : long_cradles) {
    table.add(fmt::format("coxeter.{}{}", chain.wall ? "B" : "A", chain.balls),
              [&chain] { return compute(chain); });
  }
}

}  // namespace carom::published
