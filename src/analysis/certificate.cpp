// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": what the normals alone say about uniqueness, for every incoming velocity.
// If every pair is ⟨uᵢ,uⱼ⟩ = −cos(π/m), m = 1, 2, 3, …, the reflections generate a finite Coxeter
// group whose chamber is the feasible cone: all orders end alike (S3 Theorems 2 and 3 are m = 2 and
// 3; S3's +½ is an error). Only m = 2 is safe under every law. A pair at another angle gives
// several outcomes for some velocities if it shares a face of codimension two of the cone: there
// only these two contacts act.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/orders/blocks.h"
#include "analysis/orders/pair.h"
#include "base/random.h"
#include "base/text.h"
#include "carom/analysis.h"
#include "carom/tolerance.h"
#include "law/sequence/reflections.h"
#include "solver/hull_distance.h"

namespace carom {
namespace {

using base::number;

std::string names(const ImpactProblem& problem, const ContactPair& pair) {
  const auto& contact = problem.labels()->contacts;
  return contact[static_cast<std::size_t>(pair.first)] + " and " +
         contact[static_cast<std::size_t>(pair.second)];
}

/// Three digits, more where they would read 1.
std::string inner_text(const ContactPair& pair) {
  return number(pair.inner_product, std::abs(pair.inner_product) < 0.99 ? 3 : 9);
}

/// Whether some momentum touches both contacts of the pair and separates every other one.
bool shares_face(const ImpactProblem& problem, const std::vector<int>& contacts,
                 const ContactPair& pair) {
  if (!pair.worst_case_steps) {
    return false;  // Opposite normals.
  }
  const Eigen::MatrixXd& U = problem.unit_normals();
  const double w = pair.inner_product;
  const Eigen::VectorXd u = U.col(pair.first);
  const Eigen::VectorXd v = (U.col(pair.second) - w * u).normalized();
  Eigen::MatrixXd others(U.rows(), static_cast<Eigen::Index>(contacts.size()));
  Eigen::Index count = 0;
  for (const int k : contacts) {
    if (k == pair.first || k == pair.second) {
      continue;
    }
    const double along_u = u.dot(U.col(k)), along_v = v.dot(U.col(k));
    const Eigen::VectorXd rest = U.col(k) - along_u * u - along_v * v;
    if (rest.norm() > margin_tolerance) {
      others.col(count++) = rest.normalized();
      continue;
    }
    // In the plane of the pair, u_k = a u_i + b u_j: implied by the two if a, b >= 0, else it cuts
    // the wedge between them away.
    const double b = along_v / std::sqrt(1.0 - w * w);
    const double a = along_u - b * w;
    if (a < -margin_tolerance || b < -margin_tolerance) {
      return false;
    }
  }
  return count == 0 || solver::hull_distance(others.leftCols(count)).distance > margin_tolerance;
}

std::string infeasible_reason(const ImpactProblem& problem, const Certificate& certificate) {
  std::vector<std::string> involved;
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (certificate.hull_weights(i) > margin_tolerance) {
      involved.push_back(problem.labels()->contacts[static_cast<std::size_t>(i)]);
    }
  }
  return "no velocity separates every contact: the normals of " + base::join(involved) +
         " cancel; reflections need not end";
}

std::string coxeter_reason(const ImpactProblem& problem, const std::vector<ContactPair>& pairs) {
  constexpr std::size_t shown = 3;
  std::vector<std::string> items;
  std::size_t coupled = 0;
  for (const ContactPair& pair : pairs) {
    if (*pair.coxeter_order != 2 && ++coupled <= shown) {
      items.push_back(names(problem, pair) + ": " + analysis::coxeter_text(*pair.coxeter_order));
    }
  }
  if (coupled > shown) {
    items.push_back("and " + std::to_string(coupled - shown) + " more");
  }
  return "every pair of contacts is orthogonal or meets at a Coxeter angle (" +
         base::join(items, "; ") +
         "): every order of elastic reflections gives the same outcome; springs of different "
         "stiffness may still disagree";
}

/// Sets verdict, scope and reason when every pair is at a Coxeter angle.
void judge_coxeter(const ImpactProblem& problem, Certificate& certificate) {
  const auto& pairs = certificate.pairs;
  certificate.verdict = Certificate::Verdict::unique;
  const bool decoupled = std::all_of(
      pairs.begin(), pairs.end(), [](const ContactPair& pair) { return *pair.coxeter_order <= 2; });
  certificate.scope = decoupled ? Certificate::Scope::every_law : Certificate::Scope::orders;
  if (pairs.empty()) {
    certificate.reason = "one contact at most: there is no order to choose";
  } else if (decoupled) {
    certificate.reason =
        "the contacts are orthogonal in the mass metric: none changes the approach of another, so "
        "neither order nor stiffness matters";
  } else {
    certificate.reason = coxeter_reason(problem, pairs);
  }
}

/// First contact that the ray from `from` along `along` meets, and the point where; -1: none.
int first_met(const ImpactProblem& problem, const std::vector<int>& contacts, int except,
              const Eigen::VectorXd& along, Eigen::VectorXd& from) {
  int met = -1;
  double shortest = std::numeric_limits<double>::infinity();
  for (const int k : contacts) {
    const double speed = problem.unit_normals().col(k).dot(along);
    const double gap = problem.unit_normals().col(k).dot(from);
    if (k != except && speed < 0.0 && gap < -shortest * speed) {
      met = k;
      shortest = -gap / speed;
    }
  }
  if (met >= 0) {
    from += shortest * along;
  }
  return met;
}

/// A face of codimension two by two random rays: from the inside to a wall, along it to the next.
std::optional<ContactPair> random_face(const ImpactProblem& problem,
                                       const std::vector<int>& contacts, Eigen::VectorXd at,
                                       base::Random& random) {
  Eigen::VectorXd along(at.size());
  const auto draw = [&] {
    for (double& x : along) {
      x = random.normal();
    }
  };
  draw();
  const int first = first_met(problem, contacts, -1, along, at);
  if (first < 0) {
    return std::nullopt;
  }
  draw();
  along -= problem.unit_normals().col(first).dot(along) * problem.unit_normals().col(first);
  const int second = first_met(problem, contacts, first, along, at);
  if (second < 0) {
    return std::nullopt;
  }
  return analysis::describe_pair(problem, std::min(first, second), std::max(first, second));
}

/// A pair at no Coxeter angle that shares a face: the one with the widest spread, or, where
/// hundreds of redundant contacts hide the faces, any that random rays find.
std::optional<ContactPair> find_proof(const ImpactProblem& problem,
                                      const std::vector<int>& contacts,
                                      const std::vector<ContactPair>& open,
                                      const Certificate& certificate) {
  constexpr std::size_t tried_in_order = 200;
  constexpr int rays = 2000;
  for (std::size_t k = 0; k < std::min(open.size(), tried_in_order); ++k) {
    if (shares_face(problem, contacts, open[k])) {
      return open[k];
    }
  }
  base::Random random(0);
  const Eigen::VectorXd inside = problem.unit_normals() * certificate.hull_weights;
  for (int k = 0; k < (open.size() > tried_in_order ? rays : 0); ++k) {
    const auto pair = random_face(problem, contacts, inside, random);
    if (pair && !pair->coxeter_order && shares_face(problem, contacts, *pair)) {
      return pair;
    }
  }
  return std::nullopt;
}

/// Looks for a pair that proves several outcomes.
void judge_others(const ImpactProblem& problem, const std::vector<int>& contacts,
                  Certificate& certificate) {
  std::vector<ContactPair> open;
  std::copy_if(certificate.pairs.begin(), certificate.pairs.end(), std::back_inserter(open),
               [](const ContactPair& pair) { return !pair.coxeter_order; });
  std::stable_sort(open.begin(), open.end(), [](const ContactPair& a, const ContactPair& b) {
    return a.indeterminacy_worst > b.indeterminacy_worst;
  });
  const auto proof = find_proof(problem, contacts, open, certificate);
  if (!proof) {
    certificate.reason = "no two contacts at an angle that is not a Coxeter angle (" +
                         names(problem, open.front()) + ": " + inner_text(open.front()) +
                         ") can be met alone: geometry does not decide";
    return;
  }
  certificate.verdict = Certificate::Verdict::several;
  certificate.reason =
      names(problem, *proof) + " meet at " + inner_text(*proof) + ", " +
      analysis::coxeter_interval(proof->inner_product) +
      ": for some velocities two orders of the same reflections end differently (by "
      "these two alone: up to " +
      number(100.0 * proof->indeterminacy_worst, 3) + " % of the momentum)";
}

}  // namespace

Certificate certify(const ImpactProblem& problem, double coupling) {
  Certificate certificate;
  const std::vector<int> contacts = analysis::free_contacts(problem);
  for (std::size_t a = 0; a < contacts.size(); ++a) {
    for (std::size_t b = a + 1; b < contacts.size(); ++b) {
      certificate.pairs.push_back(analysis::describe_pair(problem, contacts[a], contacts[b]));
    }
  }
  certificate.blocks = analysis::coupled_blocks(problem.gram(), coupling);
  auto hull = law::hull_of_normals(problem);
  if (!contacts.empty()) certificate.feasibility_margin = hull.distance;
  certificate.hull_weights = std::move(hull.weights);

  const auto& pairs = certificate.pairs;
  if (certificate.feasibility_margin <= margin_tolerance) {
    certificate.reason = infeasible_reason(problem, certificate);
  } else if (std::all_of(pairs.begin(), pairs.end(),
                         [](const ContactPair& pair) { return pair.coxeter_order.has_value(); })) {
    judge_coxeter(problem, certificate);
  } else {
    judge_others(problem, contacts, certificate);
  }
  return certificate;
}

}  // namespace carom
