// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Advice, each sentence from a figure of the analysis; measured on real robots:
//   two contacts: spread(e) ≈ (1+e)² |w| √(T_c/T), w the inner product of their unit normals, where
//   no sequence is infinite; e = 0: w ≤ 0 is harmless, w > 0 kicks the contact that closed first
//   open again, by |w| √(T_c/T).
// What a sentence says of two contacts among others is computed, not estimated: of these two alone.
#include "analysis/advice.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "analysis/orders/blocks.h"
#include "analysis/orders/pair.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/tolerance.h"

namespace carom::analysis {
namespace {

using base::number;
using base::percent;

/// Below this share of the energy the body has not landed yet.
constexpr double small_share = 0.1;

std::string names(const Analysis& analysis, const ContactPair& pair) {
  const auto& contact = analysis.labels->contacts;
  return contact[static_cast<std::size_t>(pair.first)] + " and " +
         contact[static_cast<std::size_t>(pair.second)];
}

std::string nearest_coxeter(double w) {
  const double opening = std::acos(std::clamp(-w, -1.0, 1.0));
  constexpr double narrowest = 0.05;  // Beyond m = 60 the angles are no target to aim at.
  if (opening < narrowest) {
    return "";
  }
  const double exact = std::numbers::pi / opening;
  int nearest = 2;
  for (const int m : {static_cast<int>(std::floor(exact)), static_cast<int>(std::ceil(exact))}) {
    if (m >= 2 && std::abs(w + std::cos(std::numbers::pi / m)) <
                      std::abs(w + std::cos(std::numbers::pi / nearest))) {
      nearest = m;
    }
  }
  return nearest == 2 ? "" : ", or " + coxeter_text(nearest) + " over orders alone";
}

/// How far apart the outcomes are if these two contacts are alone. Of two contacts at the verdict's
/// restitution it is the verdict itself: nothing is said twice.
std::string alone_text(const ImpactProblem& problem, const Analysis& analysis,
                       const ContactPair& pair, double restitution) {
  if (problem.contact_count() < 3 && restitution == analysis.restitution) return "";
  if (restitution > 0.0 && analysis.own_restitution.size() > 0) return "";
  std::vector<Contact> two;
  for (const int k : {pair.first, pair.second}) {
    two.push_back(problem.contacts()[static_cast<std::size_t>(k)]);
  }
  const ImpactProblem alone(problem.mass_matrix(), std::move(two), problem.velocity(),
                            problem.bilateral(), problem.name());
  const PracticalVerdict verdict =
      practical_spread(alone, Eigen::Vector2d::Constant(restitution), false);
  if (!verdict.ends) return "";
  return "; outcomes of these two alone at restitution " + number(restitution, 3) + " are " +
         percent(verdict.value()) + " of the momentum apart";
}

void about_worst_pair(const ImpactProblem& problem, const Analysis& analysis,
                      const ContactPair& pair, std::vector<std::string>& advice) {
  const double w = pair.inner_product;
  if (pair.coxeter_order == 2) {
    return;
  }
  if (!pair.coxeter_order) {
    std::string line = names(analysis, pair) + " are the most coupled, inner product " +
                       number(w, 3) + "; 0 would make them independent" + nearest_coxeter(w);
    line += alone_text(problem, analysis, pair, analysis.restitution);
    advice.push_back(line);
  } else if (*pair.coxeter_order > 2) {
    advice.push_back(
        "the outcome is the same over orders, not over laws: contacts of different "
        "stiffness can still spread it; only inner product 0 is safe under every law");
  }
}

void about_no_bounce(const ImpactProblem& problem, const Analysis& analysis,
                     const std::vector<std::size_t>& order, std::vector<std::string>& advice) {
  // Inner products of normals decide where no friction acts.
  const std::string without = analysis.spread_friction
                                  ? "without bounce (restitution 0) and without friction "
                                  : "without bounce (restitution 0) ";
  const auto& pairs = analysis.certificate.pairs;
  const auto positive = std::find_if(order.begin(), order.end(), [&](std::size_t k) {
    return pairs[k].inner_product > zero_tolerance;
  });
  if (positive == order.end()) {
    advice.push_back(without + "neither order nor stiffness matters: no inner product is positive");
    return;
  }
  const ContactPair& pair = pairs[*positive];
  if (pair.coxeter_order == 1) {
    return;
  }
  advice.push_back(without + names(analysis, pair) + ", inner product " +
                   number(pair.inner_product, 3) +
                   ", are safe only if they close at exactly the same instant: the second kicks "
                   "the first open again" +
                   alone_text(problem, analysis, pair, 0.0));
}

void about_collapse(const Analysis& analysis, std::vector<std::string>& advice) {
  const ContactPair* worst = nullptr;
  for (const ContactPair& pair : analysis.certificate.pairs) {
    if (pair.collapse_restitution &&
        (!worst || *pair.collapse_restitution > *worst->collapse_restitution)) {
      worst = &pair;
    }
  }
  const bool common = analysis.own_restitution.size() == 0;
  if (worst && common && analysis.restitution > 0.0 &&
      *worst->collapse_restitution >= analysis.restitution) {
    advice.push_back(
        "law sequential: up to restitution " + number(*worst->collapse_restitution, 3) + " " +
        names(analysis, *worst) +
        " can rattle without end (inelastic collapse); law propagative has no such case");
  }
}

}  // namespace

std::vector<std::size_t> by_coupling(const Certificate& certificate) {
  std::vector<std::size_t> order(certificate.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(certificate.pairs[a].inner_product) >
           std::abs(certificate.pairs[b].inner_product);
  });
  return order;
}

std::vector<std::string> advise(const ImpactProblem& problem, const Analysis& analysis) {
  std::vector<std::string> advice;
  const auto& pairs = analysis.certificate.pairs;
  if (analysis.certificate.feasibility_margin <= margin_tolerance) {
    advice.push_back(
        "no velocity opens all contacts at once: a body is clamped between them; "
        "elastic sequences may never end, use law plastic");
  }
  if (!pairs.empty()) {
    const std::vector<std::size_t> order = by_coupling(analysis.certificate);
    about_worst_pair(problem, analysis, pairs[order.front()], advice);
    if (pairs[order.front()].coxeter_order != 2) {
      about_no_bounce(problem, analysis, order, advice);
    }
    about_collapse(analysis, advice);
  }
  if (!analysis.impulses_unique) {
    const std::vector<int> contacts = free_contacts(problem);
    advice.push_back(std::to_string(contacts.size()) + " contacts, " +
                     std::to_string(independent_count(problem, contacts)) +
                     " of them independent: velocities are determined, impulses at single contacts "
                     "are not");
  }
  if (analysis.constrained_energy_ratio > 0.0 && analysis.constrained_energy_ratio < small_share) {
    advice.push_back("only " + percent(analysis.constrained_energy_ratio) +
                     " of the kinetic energy meets the contacts: the body has not landed yet, its "
                     "motion goes on above the contacts");
  }
  return advice;
}

}  // namespace carom::analysis
