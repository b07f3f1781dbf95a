// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inelastic collapse: the limit without the infinite sequence.
//
// The limit. Let A be the contacts that an infinite sequence uses for ever. Its gains are positive
// and sum to a finite λ (the momentum converges), and each contact of A is left at r times the
// approach it was met with, so that ⟨p*,uᵢ⟩ = 0 on A: p* is p without its part in span(A), whatever
// the order, and p* = p + Σ xᵢuᵢ with x ≥ 0 on A. If p* is feasible at the other contacts too,
// these are the conditions of the projection of p on the feasible cone, so p* is the plastic
// outcome of any momentum p of the tail. It is found by orthogonalisation of the unit normals,
// which keeps digits that W, of the squared condition, has lost: at a mass ratio of 1e8 it is good
// to 1e-12.
//
// That the sequence is infinite. The part of p in span(A) is z = Qᵀp. If the last reflections
// repeat a word i₁ … i_k, one round is linear,
//   z ← Z z,   Z = (I − κ a_k a_kᵀ) … (I − κ a₁ a₁ᵀ),   a_j = Qᵀu_{i_j},
// and the approaches of all contacts are c = c* + UᵀQ z. The word is replayed after 1, 3, 7, 15, …
// rounds, by squaring Z: every choice must be the policy's again until the approaches are grazing.
// So a sequence of 1e9 reflections costs 30 replays. For two contacts this is the criterion of
// docs/laws/sequential.md: real eigenvalues of Z. For more, a word that breaks only between these
// instants would be missed: z is a sum of k geometric sequences, which the doubling samples at each
// of their time scales.
//
// Without a word (several slow modes, or a random order) a million reflections are evidence enough.
// A pair that will separate turns while it shrinks, by √(r₁r₂) per reflection: with r ≤ 0.99
// nothing would be left of it. And each reflection takes at least (1 − r²)c² of ‖z‖²: what is left
// after a million of them lies where all approaches are small beside it, and fades. A is then what
// the second half of the sequence used, and the limit is the same projection. Not proved beyond
// pairs.
//
// Ledger. A reflection met at a_jᵀz loses ½κ(2−κ)(a_jᵀz)²; over all rounds the squares sum to
// bᵀXb with X = Σ zzᵀ, doubled along with Z, and b_j = a_j through the round up to j. Together they
// are ½‖z‖², to which they are scaled: X has lost digits to 1/(1 − ‖Z‖²), ‖z‖ has not.
#include "law/sequence/collapse.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "carom/tolerance.h"

namespace carom::law {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Dense squares of a matrix of that size, 60 times: seconds from a few hundred on.
constexpr int most_collapsing = 128;
// Of reflections that must repeat a word before it is believed. Fewer: words that change soon after
// are replayed in vain (each replay fails, nothing is wrong). More: long words are never believed.
constexpr std::size_t most_in_word = 200, least_repeated = 64;
// Beyond it a sequence of a million that separates in the end has something left of it.
constexpr double most_bounce = 0.99;
// 2^64 rounds fade any ratio below 1 that a double can tell from 1.
constexpr int most_doublings = 64;

// The shortest word that the end of the sequence repeats four times, and at least over 64
// reflections; empty: none. It begins with the contact that comes next.
std::vector<int> repeated_word(const std::vector<int>& sequence) {
  const std::size_t n = sequence.size();
  for (std::size_t k = 2; k <= most_in_word; ++k) {
    const std::size_t span = std::max(3 * k, least_repeated);
    if (n < span + k) break;
    const auto end = sequence.end();
    const auto shift = static_cast<std::ptrdiff_t>(k), length = static_cast<std::ptrdiff_t>(span);
    if (std::equal(end - length, end, end - length - shift)) return {end - shift, end};
  }
  return {};
}

// The contacts of the second half of the sequence.
std::vector<int> used_lately(const std::vector<int>& sequence) {
  std::vector<int> used(sequence.begin() + static_cast<std::ptrdiff_t>(sequence.size() / 2),
                        sequence.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

// The part of the momentum that fades, and what a round of the word does to it.
class Tail {
 public:
  Tail(const ImpactProblem& problem, const VectorXd& kappa, std::vector<int> word,
       const VectorXd& momentum)
      : problem_(problem), kappa_(kappa), word_(std::move(word)) {
    solver::OrthogonalBasis basis;
    basis.reset(momentum.size(), problem.contact_count());
    // Q: a basis of span(A), each contact of the word once; append() leaves out normals that depend
    // on others.
    used_.assign(static_cast<std::size_t>(problem.contact_count()), 0);
    for (const int i : word_) {
      if (std::exchange(used_[static_cast<std::size_t>(i)], char{1}) == 0)
        basis.append(problem.unit_normals().col(i));
    }
    // p = Q z + the part orthogonal to A, which no reflection of the word changes: limit_ is its
    // approaches, c*.
    z_ = basis.Q().transpose() * momentum;
    along_ = problem.unit_normals().transpose() * basis.Q();
    limit_ = problem.unit_normals().transpose() * (momentum - basis.Q() * z_);
    round_ = MatrixXd::Identity(z_.size(), z_.size());
    for (const int i : word_) reflect(i, round_);
  }

  const std::vector<char>& used() const { return used_; }
  int size() const { return static_cast<int>(z_.size()); }

  // The limit must be feasible. What grazes in it, within rounding of 0, is 0: contacts that depend
  // on A stay with A however small z is.
  bool limit_feasible() {
    const double threshold = problem_.grazing_threshold();
    for (Index i = 0; i < limit_.size(); ++i) {
      if (used_[static_cast<std::size_t>(i)] || std::abs(limit_[i]) <= threshold) limit_[i] = 0.0;
      if (limit_[i] < 0.0) return false;
    }
    return true;
  }

  // Whether the policy repeats the word until it only grazes.
  bool repeats(const ReflectionSettings& settings) {
    VectorXd z = z_;
    MatrixXd power = round_;
    squares_ = z * z.transpose();
    for (int doubling = 0; doubling < most_doublings; ++doubling) {
      // z is that after 2^doubling − 1 rounds, power is Z^(2^doubling), and squares_ is the sum of
      // zzᵀ over the rounds so far: X over twice as many is X + Z^n X Z^nᵀ.
      const double met = replay(z, settings);
      if (met < 0.0) return false;
      if (met <= problem_.grazing_threshold()) return true;
      z = power * z;
      squares_ += (power * squares_ * power.transpose()).eval();
      power = (power * power).eval();
    }
    return false;
  }

  // Without a word: whether a million reflections are evidence. The shares of the loss are then
  // those of one round over the contacts.
  bool fades() {
    squares_ = z_ * z_.transpose();
    return std::all_of(word_.begin(), word_.end(),
                       [&](int i) { return kappa_[i] <= 1.0 + most_bounce; });
  }

  // Adds what each contact loses in the tail.
  void add_works(std::vector<ContactWork>& works) const {
    MatrixXd through = MatrixXd::Identity(size(), size());
    VectorXd lost = VectorXd::Zero(limit_.size());
    for (const int i : word_) {
      // The approach met here is a_jᵀ(through z) = bᵀz at every round, and Σ (bᵀz)² = bᵀXb.
      const VectorXd b = through.transpose() * along_.row(i).transpose();
      lost[i] += kappa_[i] * (2.0 - kappa_[i]) * b.dot(squares_ * b);
      reflect(i, through);
    }
    const double all = lost.sum();
    if (!(all > 0.0)) return;
    for (Index i = 0; i < lost.size(); ++i)
      works[static_cast<std::size_t>(i)].normal_work -= 0.5 * z_.squaredNorm() * (lost[i] / all);
  }

 private:
  void reflect(int i, MatrixXd& map) const {
    const Eigen::RowVectorXd met = along_.row(i) * map;
    map -= kappa_[i] * along_.row(i).transpose() * met;
  }

  // One round from z. The fastest approach met; -1: the policy takes another contact. Ties are
  // relative to what is left of z, as the round is: they come out alike in every round.
  double replay(const VectorXd& z, const ReflectionSettings& settings) const {
    VectorXd c = limit_ + along_ * z;
    const double tie = zero_tolerance * z.norm();
    double fastest = 0.0;
    int last = word_.back();
    for (const int i : word_) {
      if (!forced(c, tie, settings.policy, last, i)) return -1.0;
      fastest = std::max(fastest, -c[i]);
      c -= kappa_[i] * c[i] * problem_.gram().col(i);
      last = i;
    }
    return fastest;
  }

  // Drawn at random, a contact repeats only where it is the only one that approaches.
  static bool forced(const VectorXd& c, double tie, Policy policy, int last, int expected) {
    if (policy != Policy::random) return next_contact(c, tie, policy, last) == expected;
    return next_contact(c, tie, Policy::first, last) == expected &&
           next_contact(c, tie, Policy::last, last) == expected;
  }

  const ImpactProblem& problem_;
  const VectorXd& kappa_;
  std::vector<int> word_;
  std::vector<char> used_;
  VectorXd z_, limit_;
  MatrixXd along_, round_, squares_;  // UᵀQ, Z, X
};

}  // namespace

bool take_limit(const ImpactProblem& problem, Workspace::Scratch& scratch) {
  scratch.target = -problem.whitened_velocity();
  for (int i = 0; i < problem.contact_count(); ++i)
    scratch.target -= scratch.lambda[i] * problem.unit_normals().col(i);
  // min ‖p + Σ xᵢuᵢ‖ over x ≥ 0, p the momentum of the tail. The residual of the solver is p*
  // itself, so that ⟨p*,uᵢ⟩ loses no digits to a sum of λ.
  if (!scratch.projection.solve(problem.unit_normals(), scratch.target)) return false;
  scratch.lambda += scratch.projection.x();
  scratch.approach.noalias() = problem.unit_normals().transpose() * scratch.projection.residual();
  return true;
}

bool collapses(const ImpactProblem& problem, const ReflectionSettings& settings,
               const std::vector<int>& sequence, bool exhausted, Workspace::Scratch& scratch,
               std::vector<ContactWork>& works) {
  std::vector<int> word = exhausted ? used_lately(sequence) : repeated_word(sequence);
  if (word.empty()) return false;
  // The momentum p⁻ + Σ λᵢuᵢ where the sequence stands.
  VectorXd momentum = problem.whitened_velocity();
  for (int i = 0; i < problem.contact_count(); ++i)
    momentum += scratch.lambda[i] * problem.unit_normals().col(i);
  Tail tail(problem, scratch.factor, std::move(word), momentum);
  if (tail.size() > most_collapsing || !tail.limit_feasible()) return false;
  if (exhausted ? !tail.fades() : !tail.repeats(settings)) return false;
  if (!take_limit(problem, scratch)) return false;
  tail.add_works(works);
  scratch.fading = tail.used();
  return true;
}

}  // namespace carom::law
