// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "law": a pure function from a problem to an outcome.
// A law is any value type with describe() and solve(); no base class. `Law` holds any of them.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include "carom/laws/policy.h"
#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom {

/// Scratch memory of the solvers. Reuse one per thread: after its first use on problems of a size,
/// solving allocates nothing.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  struct Scratch;
  Scratch& scratch() { return *scratch_; }

 private:
  std::unique_ptr<Scratch> scratch_;
};

/// A law fills status, message, sequence, and either `velocity_plus` with `impulse`, or (simpler)
/// calls apply_impulses() below. Sizes are prepared before the call. Energy, residuals and
/// bilateral impulses are completed after it, by solve(), which turns `resolved` into
/// `not_converged` where the answer is not finite or misses what must hold by more than
/// LawDescription::residual_bound.
template <class L>
concept ImpactLaw = std::copyable<L> && requires(const L& law, const ImpactProblem& problem,
                                                 Workspace& workspace, Outcome& outcome) {
  { law.describe() } -> std::convertible_to<LawDescription>;
  law.solve(problem, workspace, outcome);
};

/// Any law, held by value.
class Law {
 public:
  /// Throws InvalidInput if the law has a check() and its settings fail it.
  template <class L>
    requires(!std::same_as<std::remove_cvref_t<L>, Law> && ImpactLaw<std::remove_cvref_t<L>>)
  Law(L&& law)  // NOLINT: implicit on purpose, a law is a Law
      : Law(std::make_shared<const Model<std::remove_cvref_t<L>>>(std::forward<L>(law))) {}

  const LawDescription& description() const { return *description_; }
  const std::shared_ptr<const LawDescription>& shared_description() const { return description_; }
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
    law_->solve(problem, workspace, outcome);
  }
  /// The same law with this coefficient of its own; laws without one are returned as they are.
  [[nodiscard]] Law with_restitution(double restitution) const {
    return Law(law_->with_restitution(restitution));
  }
  /// The same law with this order of reflections; laws without one are returned as they are.
  [[nodiscard]] Law with_policy(Policy policy) const { return Law(law_->with_policy(policy)); }

 private:
  struct Concept {
    virtual ~Concept() = default;
    virtual LawDescription describe() const = 0;
    virtual void check() const = 0;
    virtual void solve(const ImpactProblem&, Workspace&, Outcome&) const = 0;
    virtual std::shared_ptr<const Concept> with_restitution(double restitution) const = 0;
    virtual std::shared_ptr<const Concept> with_policy(Policy policy) const = 0;
  };
  template <class L>
  struct Model final : Concept {
    explicit Model(L l) : law(std::move(l)) {}
    LawDescription describe() const override { return law.describe(); }
    void check() const override {
      if constexpr (requires(const L& l) { l.check(); }) law.check();
    }
    void solve(const ImpactProblem& p, Workspace& w, Outcome& o) const override {
      law.solve(p, w, o);
    }
    std::shared_ptr<const Concept> with_restitution(double restitution) const override {
      L other = law;
      if constexpr (requires(L& l) { l.restitution = restitution; }) {
        other.restitution = restitution;
      }
      return std::make_shared<const Model<L>>(std::move(other));
    }
    std::shared_ptr<const Concept> with_policy(Policy policy) const override {
      L other = law;
      if constexpr (requires(L& l) { l.policy = policy; }) other.policy = policy;
      return std::make_shared<const Model<L>>(std::move(other));
    }
    L law;
  };
  explicit Law(std::shared_ptr<const Concept> law) : law_(std::move(law)) {
    law_->check();
    description_ = std::make_shared<const LawDescription>(law_->describe());
  }

  std::shared_ptr<const Concept> law_;
  std::shared_ptr<const LawDescription> description_;
};

/// The bare solve: outcome, energy ledger and residuals, no verdict on uniqueness. Reuses the
/// storage of `workspace` and `outcome`: allocation-free from the second call on. For the verdict:
/// resolve().
void solve(const ImpactProblem& problem, const Law& law, Workspace& workspace, Outcome& outcome);

/// For laws: velocity_plus = v⁻ + M⁻¹Jᵀ p with the impulses already in `outcome`.
void apply_impulses(const ImpactProblem& problem, Outcome& outcome);

}  // namespace carom
