// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where an impact stands between two events: the state ζ, the phase, what the contacts stored and
// what was done so far. Everything is scaled (scaled_points.h).
#pragma once

#include <vector>

#include "carom/laws/regular.h"
#include "carom/outcome.h"
#include "law/regular/energy_stores.h"
#include "law/regular/rate/rate.h"
#include "law/regular/scaled_points.h"

namespace carom::law {

/// What an impact has done so far, per point: impulses, works along the path and events.
class Record {
 public:
  enum class State : char { free, slips, sticks };
  struct Point {
    double impulse[3] = {0.0, 0.0, 0.0};  ///< normal, two tangents
    double taken = 0.0, returned = 0.0;   ///< normal work below and above zero
    double friction_work = 0.0;
    State state = State::free;
    bool passed_rest = false;  ///< its slip went through zero since the state was noted
  };

  void begin(int points);
  /// One piece of the impact at one point: impulse, normal and friction work of the piece.
  void add(int point, const double impulse[3], double normal_work, double friction_work);
  /// Writes down what changed since the last call: who carries, slips, sticks.
  void note_states(const std::vector<Rate::Member>& members, double impulse, Outcome& outcome,
                   const ScaledPoints& points);
  void note(Event::Kind kind, int contact, double impulse, Outcome& outcome) const {
    outcome.events.push_back({kind, contact, impulse});
  }
  /// Impulses and works of the outcome, in its units.
  void write(const ScaledPoints& points, Outcome& outcome) const;

  std::vector<Point>& points() { return points_; }
  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
  std::vector<State> next_;
};

/// The end of a piece of the impact: after which impulse, and why there.
struct EventCut {
  enum class What {
    nothing,
    join,
    rest,
    end_of_compression,
    return_to_compression,
    empty_store,
    pattern
  };
  double length;
  What what;
  int index = -1;  ///< point, or store
};

struct EventState {
  ScaledPoints points;
  Record record;
  EnergyStores stores;
  std::vector<double> zeta;
  std::vector<double> velocities;  ///< of the rows, three per point
  double impulse = 0.0;            ///< P
  bool compressing = true;
  int anchor = 0;          ///< the point whose normal velocity is σ
  double epsilon = 0.0;    ///< compliance of the present rate
  int steps = 0;           ///< pieces and tries so far
  double tolerance = 0.0;  ///< of the law: error of a turning step
  Rate::Tolerances tolerances{};

  /// Before the impact; `points` is built.
  void begin(const Regular& settings);
  /// Velocities of the rows at a state.
  void velocities_at(const double* state, std::vector<double>& out) const;
  /// What rounding makes of a velocity: some fifty units in the last place of the fastest one, for
  /// sums of a few terms over some pieces.
  double noise() const { return 1e-14 * points.fastest; }

  double normal_velocity(int point) const {
    return velocities[static_cast<std::size_t>(3 * point)];
  }
  double lowest() const;
  double sigma() const { return normal_velocity(anchor); }
  double sigma_rate(const Rate& rate) const;
  /// An empty point in release: its level is 0 and not σ.
  bool is_empty(int point) const { return !compressing && !stores.stored(point); }
  /// The mode at this state into `rate`; `also_rest` as in Rate::set_mode.
  void set_mode(Rate& rate, const std::vector<char>* also_rest = nullptr) const;
  /// An active slip in space, its speed, and how fast it moves across itself.
  bool can_turn(const Rate::Member& m) const;
  double slip_speed(const Rate::Member& m) const;
  double sideways_rate(const Rate::Member& m, const Rate& rate) const;

  /// One piece of the impact at one point, into the record and into its store.
  void keep(int point, const double piece[3], double normal_work, double friction_work);
};

}  // namespace carom::law
