// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": ξ at the worst incoming velocity that approaches every contact.
// Over independent blocks ξ² = Σ d_b² with d_b = ξ_b ‖p_b‖ and ‖p‖² = Σ ‖p_b‖², so the supremum is
// that of the worst block, with all momentum in it. One contact: 0. Two: closed form (pair.cpp).
// More: a seeded search, a lower bound. For given orders the two outcomes are linear in p, d = (A −
// B) p, so that beside random moves the search climbs along (A − B)ᵀ d.
#include <algorithm>
#include <optional>
#include <vector>

#include "analysis/orders/blocks.h"
#include "analysis/orders/enumerator.h"
#include "analysis/orders/pair.h"
#include "analysis/orders/sampling.h"
#include "base/random.h"
#include "carom/analysis.h"
#include "carom/tolerance.h"
#include "solver/farthest_pair.h"
#include "solver/hull_distance.h"

namespace carom {
namespace {

using analysis::ContactBlock;
using analysis::Enumerator;
using analysis::SpanCoordinates;
using Vector = Eigen::VectorXd;

/// Momentum of the other blocks in the velocity returned: it makes every contact approach and
/// lowers ξ there by half its square, 5e-9, which no report shows. Smaller: those contacts come
/// near to grazing (zero_tolerance).
constexpr double share_of_others = 1e-4;
/// A candidate approaches every contact by more than this, with ‖p‖ = 1: two decades above
/// zero_tolerance, below which a contact is grazing and drops out of the orders.
constexpr double least_approach = 1e-9;
constexpr std::size_t pair_budget = 200'000;
constexpr std::size_t draws_per_candidate = 32;
constexpr std::size_t steps_per_draw = 100'000;

/// The worst momentum of one block, in coordinates of its span.
class BlockSearch {
 public:
  BlockSearch(const ImpactProblem& problem, const std::vector<int>& contacts,
              const SearchOptions& options, std::size_t& states_left)
      : block_(problem, contacts),
        span_(problem, contacts),
        options_(options),
        states_left_(states_left),
        random_(options.seed) {
    block_.threshold = zero_tolerance;
  }

  /// `inside` approaches every contact. Sets worst() and value().
  void run(const Vector& inside) {
    for (int start = 0; start < options_.starts && states_left_ > 0; ++start) {
      z_ = start == 0 ? inside : scatter(inside);
      xi_ = evaluate(z_);
      climb();
      if (start == 0 || xi_ > value_) {
        value_ = xi_;
        worst_ = z_;
      }
    }
  }

  double value() const { return value_; }
  Vector worst() const { return span_.Q * worst_; }
  Vector coordinates(const Vector& whitened) const { return span_.Q.transpose() * whitened; }

 private:
  bool approaches_all(const Vector& z) const {
    return (span_.from_z * z).maxCoeff() < -least_approach;
  }

  Vector random_direction() {
    Vector d(span_.Q.cols());
    for (double& entry : d) {
      entry = random_.normal();
    }
    return d.normalized();
  }

  /// A random walk through the momenta that approach every contact.
  Vector scatter(Vector z) {
    constexpr int walk = 30;
    for (int k = 0; k < walk; ++k) {
      const Vector candidate = (z + 2.0 * random_.uniform() * random_direction()).normalized();
      if (approaches_all(candidate)) {
        z = candidate;
      }
    }
    return z;
  }

  void climb() {
    double step = 0.5;
    for (int k = 0; k < options_.steps && states_left_ > 0; ++k) {
      const bool uphill = k % 4 == 3 && gradient_.norm() > 0.0;
      const Vector direction = uphill ? Vector(gradient_.normalized()) : random_direction();
      const Vector candidate = (z_ + step * direction).normalized();
      const Vector gradient = gradient_;
      const double xi = approaches_all(candidate) ? evaluate(candidate) : -1.0;
      if (xi > xi_) {
        z_ = candidate;
        xi_ = xi;
        step = std::min(1.0, 1.5 * step);
      } else {
        gradient_ = gradient;
        // ‖z‖ = 1, and ξ changes by no more than about a step: shorter ones gain nothing that is
        // shown of a lower bound.
        step = std::max(1e-6, 0.8 * step);
      }
    }
  }

  /// ξ at z, and gradient_ there.
  double evaluate(const Vector& z) {
    block_.c = span_.from_z * z;
    gradient_.setZero(z.size());
    if (!sampled_ && search_.run(block_, options_.max_states)) {
      spend(search_.state_count());
      return measure(z);
    }
    if (!sampled_) {
      spend(search_.state_count());
      sampled_ = true;
    }
    return sample();
  }

  double measure(const Vector& z) {
    const auto& ends = search_.terminals();
    if (ends.size() < 2) {
      return 0.0;
    }
    ends_.resize(block_.size(), static_cast<Eigen::Index>(ends.size()));
    for (std::size_t k = 0; k < ends.size(); ++k) {
      ends_.col(static_cast<Eigen::Index>(k)) = Vector::Map(search_.c(ends[k]), block_.size());
    }
    const Eigen::MatrixXd points = span_.to_z * ends_;
    const auto pair = solver::farthest_pair(points, pair_budget);
    const Vector d = points.col(pair.first) - points.col(pair.second);
    gradient_ = pull_back(search_.path(ends[static_cast<std::size_t>(pair.first)]), d) -
                pull_back(search_.path(ends[static_cast<std::size_t>(pair.second)]), d);
    gradient_ -= gradient_.dot(z) * z;
    return pair.distance;
  }

  /// Aᵀd for the reflections A of a sequence.
  Vector pull_back(const std::vector<int>& sequence, Vector d) const {
    for (auto i = sequence.rbegin(); i != sequence.rend(); ++i) {
      const Vector u = span_.from_z.row(*i).transpose();
      d -= 2.0 * u.dot(d) * u;
    }
    return d;
  }

  double sample() {
    ends_.resize(block_.size(), static_cast<Eigen::Index>(draws_per_candidate));
    Eigen::Index count = 0;
    for (std::size_t k = 0; k < draws_per_candidate && states_left_ > 0; ++k) {
      if (order_.draw(block_, random_, steps_per_draw)) {
        ends_.col(count++) = order_.c;
      }
      spend(order_.sequence.size() + 1);
    }
    return solver::farthest_pair(span_.to_z * ends_.leftCols(count), pair_budget).distance;
  }

  /// A state of a large block costs as much as several of a small one.
  void spend(std::size_t states) {
    states *= 1 + static_cast<std::size_t>(block_.size()) / 16;
    states_left_ -= std::min(states, states_left_);
  }

  ContactBlock block_;
  SpanCoordinates span_;
  SearchOptions options_;
  std::size_t& states_left_;
  base::Random random_;
  Enumerator search_;
  analysis::RandomOrder order_;
  bool sampled_ = false;
  Eigen::MatrixXd ends_;
  Vector z_, gradient_, worst_;
  double xi_ = 0.0, value_ = 0.0;
};

struct BlockWorst {
  Vector momentum;  // Whitened, of length 1.
  double value = 0.0;
  bool closed_form = true;
};

/// Nothing if no momentum approaches every contact of the block.
std::optional<BlockWorst> worst_of_block(const ImpactProblem& problem,
                                         const std::vector<int>& contacts,
                                         const SearchOptions& options, std::size_t& states_left) {
  const Eigen::MatrixXd U = analysis::normals_of(problem, contacts);
  const auto hull = solver::hull_distance(U);
  if (hull.distance <= margin_tolerance) {
    return std::nullopt;
  }
  // The point of the hull nearest to 0 makes ⟨point,uᵢ⟩ ≥ distance² for every contact. For two
  // contacts it lies along u + v.
  BlockWorst worst{-hull.point / hull.distance};
  if (contacts.size() == 2) {
    worst.value = analysis::describe_pair(problem, contacts[0], contacts[1]).indeterminacy_worst;
  } else if (contacts.size() > 2) {
    BlockSearch search(problem, contacts, options, states_left);
    search.run(search.coordinates(worst.momentum));
    worst.momentum = search.worst();
    worst.value = search.value();
    worst.closed_form = false;
  }
  return worst;
}

}  // namespace

WorstCase worst_indeterminacy(const ImpactProblem& problem, const SearchOptions& options) {
  WorstCase result;
  std::vector<BlockWorst> worst;
  std::size_t states_left = options.max_total_states;
  for (const auto& contacts : analysis::coupled_blocks(problem.gram(), zero_tolerance)) {
    if (problem.normal_length()(contacts.front()) == 0.0) {
      continue;  // Held by the bilateral rows: never approaches.
    }
    auto block = worst_of_block(problem, contacts, options, states_left);
    if (!block) {
      return {};
    }
    result.method = block->closed_form ? result.method : WorstCase::Method::search;
    worst.push_back(std::move(*block));
  }
  if (worst.empty()) {
    return result;
  }
  const auto most =
      std::max_element(worst.begin(), worst.end(),
                       [](const BlockWorst& a, const BlockWorst& b) { return a.value < b.value; });
  Vector momentum = most->momentum;
  for (const BlockWorst& block : worst) {
    if (&block != &*most) {
      momentum += share_of_others * block.momentum;
    }
  }
  result.indeterminacy = most->value;
  result.velocity = problem.unwhiten(momentum.normalized());
  return result;
}

}  // namespace carom
