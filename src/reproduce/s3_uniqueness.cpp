// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 IV–V: how many reflections two contacts need, and for which inner products the outcome is one.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/propagative.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

using std::numbers::pi;

/// Half angles γ, some of them fractions of π; the last needs many reflections.
std::vector<double> half_angles() { return {0.7, 0.61, pi / 6.0, pi / 8.0, 0.3, 0.17, 0.1}; }

/// The most reflections over all orders and many momenta that approach at least one contact.
std::vector<double> most_reflections() {
  std::vector<double> worst;
  for (const double gamma : half_angles()) {
    int most = 0;
    for (int i = 0; i < 400; ++i) {
      const double angle = 2.0 * pi * (i + 0.5) / 400;
      const ImpactProblem problem = pair(-std::cos(2.0 * gamma), std::cos(angle), std::sin(angle));
      most = std::max(most, all_outcomes(problem).longest);
    }
    worst.push_back(most);
  }
  return worst;
}

std::vector<double> ceilings(double numerator) {
  std::vector<double> bounds;
  for (const double gamma : half_angles()) {
    bounds.push_back(std::ceil(numerator / gamma - 1e-12));
  }
  return bounds;
}

/// n contacts that are pairwise orthogonal in the metric of a full mass matrix: rows (L eᵢ)ᵀ.
ImpactProblem orthogonal_contacts(int count) {
  Eigen::Matrix4d M;
  M << 2.0, 0.3, -0.4, 0.1, 0.3, 1.5, 0.2, -0.2, -0.4, 0.2, 3.0, 0.5, 0.1, -0.2, 0.5, 1.0;
  const Eigen::Matrix4d L = Eigen::LLT<Eigen::Matrix4d>(M).matrixL();
  std::vector<Contact> contacts(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    contacts[static_cast<std::size_t>(i)].normal = L.col(i).transpose();
  }
  const Eigen::Vector4d approach(-1.0, -2.0, -0.5, -3.0);
  const Eigen::VectorXd velocity = L.transpose().triangularView<Eigen::Upper>().solve(approach);
  return ImpactProblem(M, contacts, velocity);
}

void add_existence(Table& table) {
  table.add("S3.theorem1.bound", [] {
    const auto worst = most_reflections(), bound = ceilings(pi);
    double violations = 0.0;
    for (std::size_t i = 0; i < worst.size(); ++i) violations += worst[i] > bound[i];
    return Reproduction{.source = "S3 Theorem 1",
                        .quantity = "sampled cases that need more than ⌈π/γ⌉ reflections",
                        .published = number(0.0),
                        .computed = number(violations),
                        .note = "holds, but is twice too large: next line"};
  });
  table.add("S3.theorem1.corrected", [] {
    return Reproduction{.source = "S3 Theorem 1, corrected",
                        .quantity = "most reflections at γ = .7 .61 π/6 π/8 .3 .17 .1: ⌈π/(2γ)⌉",
                        .published = list(ceilings(pi / 2.0)),
                        .computed = list(most_reflections())};
  });
}

void add_orthogonal(Table& table) {
  table.add("S3.lemma7.orthogonal", [] {
    return Reproduction{.source = "S3 Lemma 7, eq. (23), (24)",
                        .quantity = "⟨u,v⟩ with one outcome in two reflections (−.95 … .95)",
                        .published = list({0.0}),
                        .computed = list(unique_in(2))};
  });
  table.add("S3.theorem2.orthogonal", [] {
    std::vector<double> found;
    for (const int count : {2, 3, 4}) {
      const OutcomeSet outcomes = all_outcomes(orthogonal_contacts(count));
      found.insert(found.end(), {outcomes.count, 1.0 * outcomes.shortest, 1.0 * outcomes.longest});
    }
    return Reproduction{
        .source = "S3 Theorem 2",
        .quantity = "outcomes, fewest, most reflections of 2, 3, 4 orthogonal contacts",
        .published = list({1, 2, 2, 1, 3, 3, 1, 4, 4}),
        .computed = list(found)};
  });
}

void add_three_stage(Table& table) {
  table.add("S3.theorem3.inner_product", [] {
    return Reproduction{.source = "S3 Theorem 3, eq. (26), (27)",
                        .quantity = "⟨u,v⟩ with one outcome in three reflections (−.95 … .95)",
                        .published = list({-0.5}),
                        .computed = list(unique_in(3))};
  });
  table.add("S3.theorem3.proof", [] {
    // ⟨p,u⟩ = −2, ⟨p,v⟩ = −1: printed −2 − 2(1 + ½)(−3) = 7.
    const ImpactProblem problem = pair(-0.5, -2.0, -1.0);
    const Outcome outcome = run(problem, Propagative{});
    return Reproduction{.source = "S3 end of the proof of Theorem 3",
                        .quantity = "⟨p_f,u⟩ for ⟨p,u⟩ = −2, ⟨p,v⟩ = −1, with 2(1 − ⟨u,v⟩)",
                        .published = number(7.0),
                        .computed = number(problem.contacts()[0].normal.dot(outcome.velocity_plus)),
                        .expected = Status::refuted,
                        .note = "with 2(1 + ⟨u,v⟩) it is −⟨p,v⟩ = 1, as the text concludes"};
  });
  table.add("S3.V.intro.half", [] {
    const OutcomeSet outcomes = all_outcomes(pair(0.5, -1.0, -0.8));
    return Reproduction{
        .source = "S3 V, first paragraph",
        .quantity = "outcomes at ⟨u,v⟩ = +1/2, ⟨p,u⟩ = −1, ⟨p,v⟩ = −0.8",
        .published = number(1.0),
        .computed = number(outcomes.count),
        .expected = Status::refuted,
        .note = fmt::format("unique at 0 and −1/2 only; here ξ = {:.6f}", outcomes.indeterminacy)};
  });
  table.add("S3.V.cradle.normal", [] {
    const ImpactProblem problem = cradle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0});
    const double half = std::sqrt(0.5);
    return Reproduction{
        .source = "S3 V, cradle",
        .quantity = "unit normal u = [−1, 1, 0]·√(m/2), m = 1 kg",
        .published = list({-half, half, 0.0}),
        .computed = problem.contacts()[0].normal.transpose() / problem.normal_length()[0]};
  });
  table.add("S3.V.cradle.inner_product", [] {
    const ImpactProblem problem = cradle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0});
    return Reproduction{.source = "S3 V, cradle",
                        .quantity = "⟨u,v⟩ of three equal balls",
                        .published = number(-0.5),
                        .computed = number(problem.gram()(0, 1))};
  });
}

}  // namespace

void add_s3_uniqueness(Table& table) {
  add_existence(table);
  add_orthogonal(table);
  add_three_stage(table);
}

}  // namespace carom::published
