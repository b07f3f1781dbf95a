// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every draw has its own seed, so that its result depends on nothing but its number.
#include "analysis/friction/closing_draws.h"

#include <cmath>
#include <utility>

#include "base/random.h"
#include "carom/error.h"

namespace carom::analysis {
namespace {

constexpr int max_closings = 1000;  // of one draw; then it is given up
// Of ‖p⁻‖: an order ends when no contact approaches faster. Outcomes are compared at 1e-6 of it
// (sampled_verdict.cpp), so that what is left is not seen; rounding of a closing is 1e-12.
constexpr double order_ends = 1e-9;

base::Random random_of(std::uint64_t seed, std::uint64_t kind, int draw) {
  base::Random mixer(seed + kind * 0x51ED270B0903CULL);
  return base::Random(mixer.bits() + static_cast<std::uint64_t>(draw) * 0xD1342543DE82EF95ULL);
}

// The contacts one by one, each the only contact of its problem.
std::vector<ImpactProblem> single_problems(const ImpactProblem& problem) {
  std::vector<ImpactProblem> singles;
  for (const auto& contact : problem.contacts())
    singles.emplace_back(problem.mass_matrix(), std::vector<Contact>{contact}, problem.velocity(),
                         problem.bilateral(), problem.name());
  return singles;
}

std::vector<int> approaching(const ImpactProblem& problem, const Eigen::VectorXd& velocity) {
  std::vector<int> result;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const double rate = problem.contacts()[static_cast<std::size_t>(i)].normal.dot(velocity);
    if (rate < -order_ends * problem.momentum_norm() * length) result.push_back(i);
  }
  return result;
}

}  // namespace

ClosingDraws draw_stiffness(const ImpactProblem& problem, const Law& law, int count,
                            std::uint64_t seed) {
  ClosingDraws draws;
  Workspace workspace;
  Outcome outcome;
  for (int draw = 0; draw < count; ++draw) {
    base::Random random = random_of(seed, 1, draw);
    std::vector<Contact> contacts = problem.contacts();
    for (auto& contact : contacts) contact.stiffness *= std::pow(10.0, random.uniform(-1.0, 1.0));
    const ImpactProblem drawn(problem.mass_matrix(), std::move(contacts), problem.velocity(),
                              problem.bilateral(), problem.name());
    solve(drawn, law, workspace, outcome);
    if (outcome.ok())
      draws.velocities.push_back(outcome.velocity_plus);
    else
      ++draws.unfinished;
  }
  return draws;
}

ClosingDraws draw_orders(const ImpactProblem& problem, const Law& law, int count,
                         std::uint64_t seed) {
  ClosingDraws draws;
  Workspace workspace;
  Outcome outcome;
  auto singles = single_problems(problem);
  for (int draw = 0; draw < count; ++draw) {
    base::Random random = random_of(seed, 2, draw);
    Eigen::VectorXd velocity = problem.velocity();
    auto left = approaching(problem, velocity);
    int closings = 0;
    for (; !left.empty() && closings < max_closings; ++closings) {
      auto& single = singles[static_cast<std::size_t>(left[random.below(left.size())])];
      try {
        single.set_velocity(velocity);
        solve(single, law, workspace, outcome);
      } catch (const InvalidInput&) {
        // The law wants another number of contacts.
        return {.velocities = {}, .unfinished = 0, .refused = true};
      }
      if (!outcome.ok()) break;
      velocity = outcome.velocity_plus;
      left = approaching(problem, velocity);
    }
    if (left.empty())
      draws.velocities.push_back(velocity);
    else
      ++draws.unfinished;
  }
  return draws;
}

}  // namespace carom::analysis
