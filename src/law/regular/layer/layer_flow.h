// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law without modes: the compliant layer (layer_system.h) integrated by RODAS 4(3) with
// the exact derivative. Events are σ = 0 (compression ends or returns) and empty stores only.
// Steps beside a kink that do not grow give way to extrapolated implicit increments; a step that
// would hide the departure from a fold (negative determinant at its end) is shortened. Fallback and
// cross-check of the event-driven integration.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

#include "carom/laws/regular.h"
#include "carom/outcome.h"
#include "law/regular/energy_stores.h"
#include "law/regular/flow_end.h"
#include "law/regular/layer/layer_euler.h"
#include "law/regular/layer/layer_result.h"
#include "law/regular/layer/layer_system.h"
#include "law/regular/reduced_rows.h"
#include "solver/rodas.h"

namespace carom::law {

class LayerFlow {
 public:
  /// `contacts`: one coupled group; nothing else of the outcome is touched.
  FlowEnd run(const ImpactProblem& problem, std::span<const int> contacts, const Regular& settings,
              Outcome& outcome);

  /// Increments of size `h` (scaled impulse) instead of RODAS, compliance `delta`. The end state is
  /// in state().
  [[nodiscard]] bool follow_increments(double delta, double h);
  /// False when nothing approaches. Before the calls below.
  bool prepare(const ImpactProblem& problem, std::span<const int> contacts,
               const Regular& settings);
  const LayerSystem& system() const { return system_; }
  const Eigen::VectorXd& state() const { return y_; }
  /// Two runs whose error is proportional to a parameter that the second halves: keep the first,
  /// then extrapolate the second, unless they differ by more than `limit` (they took different
  /// ways). Returns the largest difference of their states, scaled.
  void keep_as_coarse() { coarse_ = y_; }
  double extrapolate(double limit);
  const LayerExchange& exchange() const { return exchange_; }
  /// Message, last velocity, residual of a follow… that failed.
  FlowEnd run_with(bool fine, const ImpactProblem& problem, Outcome& outcome);
  FlowEnd report_failure(const ImpactProblem& problem, Outcome& outcome) const;
  /// Events and notes of the last follow….
  void report_events(Outcome& outcome) const;

  /// Of the last run.
  struct Counts {
    int steps = 0, rejected = 0, creep = 0, extrapolated = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  enum class Phase { compression, release };
  enum class Way { rodas, creep, extrapolation, increment };
  bool follow(double delta, double tolerance);
  void begin(double delta);
  bool came_to_rest();
  bool lock();
  bool take_step();
  bool rodas_step();
  bool creep_step();
  bool extrapolation_step();
  bool jumps_fold();
  bool advance(double h);
  double error_norm() const;
  double cone_excess(const Eigen::VectorXd& after) const;
  bool finish_step(bool& done);
  bool finish_compression(bool& done);
  bool finish_release(bool& done);
  double resolved() const;
  template <class Value>
  bool locate(Value value);
  void commit();
  struct Overdraft {
    int store;
    double amount;
  };
  Overdraft overdraft(const Eigen::VectorXd& y) const;
  void log(Event::Kind kind);

  ReducedRows rows_;
  LayerSystem system_;
  LayerEuler euler_;
  solver::Rodas rodas_;
  Eigen::VectorXd y_, next_, coarse_, rate_;
  LayerExchange exchange_;
  EnergyStores stores_;
  Regular::Energy energy_ = Regular::Energy::contact;
  std::vector<Event> events_;
  Counts counts_;
  Phase phase_ = Phase::compression;
  Way way_ = Way::rodas;
  double tolerance_ = 1e-9;
  double h_ = 0.0;        ///< Of the next try.
  double step_ = 0.0;     ///< That led from y_ to next_.
  double sigma_ = 0.0;    ///< At y_.
  double impulse_ = 0.0;  ///< Total normal, scaled, at y_.
  int slow_ = 0;          ///< Steps of RODAS without growth, less those with.
  int other_ = 0;         ///< Steps by extrapolation in a row.
  bool jammed_ = false;
  const char* reason_ = "";
};

}  // namespace carom::law
