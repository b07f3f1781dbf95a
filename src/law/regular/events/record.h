// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What an impact has done so far, per point: impulses, works along the path and events.
#pragma once

#include <vector>

#include "carom/outcome.h"
#include "law/regular/rate/rate.h"

namespace carom::law {

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

}  // namespace carom::law
