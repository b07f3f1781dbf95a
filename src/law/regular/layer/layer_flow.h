// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law without modes: the compliant layer (layer_system.h) integrated step by step
// (layer_step.h). Events are σ = 0 (compression ends or returns) and empty stores only. Fallback
// and cross-check of the event-driven integration.
// By increments: fixed implicit increments of the total normal impulse (backward Euler on the
// layer, compliance ε times the increment), the last one of each phase trimmed: first order,
// extrapolated once. An independent and slower way, for cross-checks.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "carom/laws/regular.h"
#include "carom/outcome.h"
#include "law/regular/energy_stores.h"
#include "law/regular/layer/layer_step.h"
#include "law/regular/layer/layer_system.h"
#include "law/regular/reduced_rows.h"

namespace carom::law {

/// Energy that each point took and gave back by its normal impulse, scaled.
struct LayerExchange {
  Eigen::VectorXd taken, returned;
  void reset(Eigen::Index points);
  /// Adds the normal works of a step.
  void add(const LayerSystem& system, const Eigen::VectorXd& before, const Eigen::VectorXd& after);
};

class LayerFlow {
 public:
  LayerFlow() : step_(system_, y_) {}
  LayerFlow(const LayerFlow&) = delete;
  LayerFlow& operator=(const LayerFlow&) = delete;

  /// `contacts`: one coupled group; nothing else of the outcome is touched. False: no answer; the
  /// outcome says why (message) and holds the last velocity.
  bool run(const ImpactProblem& problem, std::span<const int> contacts, const Regular& settings,
           Outcome& outcome);

 private:
  enum class Phase { compression, release };
  bool prepare(const ImpactProblem& problem, std::span<const int> contacts,
               const Regular& settings);
  bool run_increments(const ImpactProblem& problem, Outcome& outcome);
  double extrapolate(double limit);
  bool report_failure(const ImpactProblem& problem, Outcome& outcome) const;
  void report_events(Outcome& outcome) const;
  bool run_with(bool fine, const ImpactProblem& problem, Outcome& outcome);
  bool follow(double delta, double tolerance);
  bool follow_increments(double delta, double h);
  template <class Take>
  bool follow_by(Take take, int limit, const char* too_many);
  void begin(double delta);
  bool came_to_rest();
  bool lock();
  bool finish_step(bool& done);
  bool finish_compression(bool& done);
  bool finish_release(bool& done);
  double resolved() const;
  void commit();
  struct Overdraft {
    int store;
    double amount;
  };
  Overdraft overdraft(const Eigen::VectorXd& y) const;
  void log(Event::Kind kind);

  ReducedRows rows_;
  LayerSystem system_;
  Eigen::VectorXd y_, coarse_, rate_;
  LayerStep step_;
  LayerExchange exchange_;
  EnergyStores stores_;
  Regular::Energy energy_ = Regular::Energy::contact;
  std::vector<Event> events_;
  Phase phase_ = Phase::compression;
  double sigma_ = 0.0;    ///< At y_.
  double impulse_ = 0.0;  ///< Total normal, scaled, at y_.
  bool jammed_ = false;
  const char* reason_ = "";
};

}  // namespace carom::law
