// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Cradles of n equal balls at velocities n, n−1, …, 1: Coxeter groups of type A, with a wall type
// B. One outcome; n(n−1)/2 reflections, with a wall n². Counts from an independent enumeration.
#include <fmt/format.h>

#include "carom/analysis.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

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
      .computed = list(found),
      .digits = exact};
}

}  // namespace

void add_reference_coxeter(Table& table) {
  for (const LongCradle& chain : long_cradles) {
    table.add(fmt::format("coxeter.{}{}", chain.wall ? "B" : "A", chain.balls),
              [&chain] { return compute(chain); });
  }
}

}  // namespace carom::published
