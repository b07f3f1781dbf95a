// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law, event by event (docs/laws/regular.md): exact pieces where the rates are
// constant, Dormand–Prince 5(4) where slips turn, and between them the events: a point joins or
// opens, a slip stops, friction lets go, compression ends or returns, a store is empty, an empty
// point comes back to u = 0 and is held there.
// Two phases. Compression, while σ = min u_j < 0: every point at σ is active. Release, while some
// store is not empty: the stored points at σ_R, their lowest u, are active; empty points at u = 0
// are held. Input: coupled contacts of a problem. Output: impulses, works and events, or the reason
// of failure.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "carom/laws/regular.h"
#include "law/regular/energy_stores.h"
#include "law/regular/events/record.h"
#include "law/regular/flow_end.h"
#include "law/regular/rate/rate.h"
#include "law/regular/reduced_rows.h"
#include "law/regular/scaled_points.h"
#include "solver/rodas.h"

namespace carom::law {

class EventFlow {
 public:
  /// `contacts`: one coupled group; nothing else of the outcome is touched.
  FlowEnd run(const ImpactProblem& problem, std::span<const int> contacts, const Regular& settings,
              Outcome& outcome);

 private:
  enum class What {
    nothing,
    join,
    rest,
    end_of_compression,
    return_to_compression,
    empty_store,
    pattern
  };
  struct Cut {
    double length;
    What what;
    int index = -1;  // point, or store
  };

  // The loop (event_flow.cpp).
  void begin(const Regular& settings, Outcome& outcome);
  bool approaches(const ImpactProblem& problem, int point) const;
  bool too_slow(const ImpactProblem& problem) const;
  bool hidden_approach(const ImpactProblem& problem) const;
  void set_mode(Rate& rate, const std::vector<char>* also_rest = nullptr) const;
  /// An empty point in release: its level is 0 and not σ.
  bool is_empty(int point) const { return !compressing_ && !stores_.stored(point); }
  void keep(int point, const double impulse[3], double normal_work, double friction_work);
  bool segment();
  bool choose_rate();
  bool check_branch();
  bool hands_over() const;
  bool same_from_before();
  bool same_rate() const;
  double passing_length() const;
  bool apply(const Cut& cut);
  bool stalled() const;
  bool lock();
  void end();
  bool fail(const char* why);
  void refresh_velocities();
  double lowest() const;
  double sigma() const;
  double sigma_rate() const;

  // Pieces of constant rates (event_straight.cpp).
  bool constant_rates() const;
  /// A carrying slip in space, its speed, and how fast it moves across itself.
  bool can_turn(const Rate::Member& m) const;
  double slip_speed(const Rate::Member& m) const;
  double sideways_rate(const Rate::Member& m) const;
  bool go_straight(double most);
  Cut first_event() const;
  Cut phase_event() const;
  Cut first_empty_store() const;
  void move(double length);

  // Turning slips (event_turning.cpp).
  bool turn(double most);
  double first_guess() const;
  bool finish_at(const Cut& cut);
  bool land(const Cut& cut);

  // One Dormand–Prince step (event_step.cpp).
  bool evaluate(const double* state, int stage);
  bool try_step(double length);
  bool try_explicit_step(double length);
  double step_error() const;
  void accept_step();
  void keep_last_stage();
  void interpolate(double fraction, double* state) const;

  // The same for fast turning slips (event_stiff.cpp).
  struct StiffSystem;
  double turning_rate() const;
  void copy_stage(int stage, double* f) const;
  void differentiate(const double* state, Eigen::MatrixXd& D);
  bool try_stiff_step(double length);
  double stiff_error() const;

  // Events inside a step (event_location.cpp).
  enum class Kind { join, members, sigma, store };
  Cut locate();
  void search(Kind kind, int index, double start, double end, Cut& cut, What what);
  double measure(Kind kind, int index, double fraction);
  double released(int store, double fraction) const;
  double work_within_step(std::size_t member, double fraction) const;
  double opening(const Rate::Member& member) const;
  bool has_crossed(const Rate::Member& member) const;

  // Slips that are about to stop (event_stopping.cpp).
  double soonest_stop() const;
  bool try_stopping(double soonest);
  bool would_hold();
  bool stopping_increment(double length);
  bool passes_event(double length, int anchor) const;

  ReducedRows reduced_;
  ScaledPoints points_;
  Rate rate_, probe_;
  Record record_;
  EnergyStores stores_;
  Outcome* outcome_ = nullptr;
  std::vector<double> state_, velocities_;
  std::vector<char> stopping_;
  double tolerance_ = 1e-8;
  double impulse_ = 0.0;
  double epsilon_ = 1e-12;
  Rate::Tolerances tolerances_{2e-10, 1e-9};
  bool compressing_ = true, finished_ = false, jammed_ = false;
  double compressed_at_ = -1.0;  // impulse where compression last ended
  bool keep_rate_ = false;       // the last event changed the phase only
  int anchor_ = 0;               // the point whose normal velocity is σ
  int steps_ = 0, segments_ = 0;
  double next_step_ = 0.0, tried_stop_ = 0.0;
  std::string why_;

  // Stages of a step, seven of each: rate of (ζ, W) with W the normal work of the step, for its
  // error; per member share, force, powers.
  std::vector<double> stage_rate_, stage_share_, stage_force_, stage_power_;
  std::vector<double> trial_, dense_, probe_state_, offset_, end_velocities_;
  double length_ = 0.0;  // of the step just tried
  solver::Rodas rodas_;
  Eigen::VectorXd stiff_start_;
  mutable Eigen::VectorXd stiff_dense_;
  std::vector<double> response_;
  int rodas_rank_ = 0;
  bool stiff_ = false;
};

}  // namespace carom::law
