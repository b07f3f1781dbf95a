// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The compliant impact from first touch to the last separation: expand the motion in a series, go
// to the first event or to the end of the series' accuracy, change what the contacts do, repeat.
#pragma once

#include <vector>

#include "carom/outcome.h"
#include "law/compliant/limit.h"
#include "law/compliant/motion.h"

namespace carom::law {

class CompliantFlow {
 public:
  static constexpr int max_bounces = 1'000'000;  ///< Of one contact alone: cheap.
  static constexpr int max_logged = 10'000;      ///< Events; later ones are only counted.
  /// In units of the approach speed: a slip that fades below it has stopped. The rest of it is
  /// taken out by the friction impulse that stops it, so that only second-order terms are lost.
  static constexpr double rest_speed = 1e-8;

  CompliantMotion motion;
  CompliantLimit limit;  ///< How it ended.
  // Of a step, in units of the approach speed: four digits above rounding, and a thousand steps
  // add up to 1e-8, the resting speed.
  double tolerance = 1e-11;
  int steps = 0, bounces = 0, event_count = 0;
  bool shared = false;  ///< Friction of redundant resting points was distributed by convention.

  /// Follows the impact; events are in scaled impulse. False: `limit.end` is one of the last two.
  bool run(std::vector<Event>& events);

 private:
  enum class Change {
    compression_ends,
    separates,
    reloads,
    joins,
    slip_stops,
    slip_shows,
    breaks_loose,
    force_vanishes,
    force_peaks,
    presses,
    leaves
  };
  struct Pending {
    double time;
    int contact;
    Change change;
  };

  double margin(int contact, Change change, double t) const;
  bool watches(const CompliantContact& contact, Change change) const;
  void look(int contact, Change change, double horizon);
  double first_crossing(int contact, Change change, double limit) const;
  double dip(int contact, Change change, double low, double high) const;
  double root(int contact, Change change, double low, double high) const;
  void happen(const Pending& pending, std::vector<Event>& events);
  void begin_carrying(int contact, CompliantContact::Normal normal, std::vector<Event>& events);
  void stop_carrying(int contact, CompliantContact::Normal normal, std::vector<Event>& events);
  void log(Event::Kind kind, int contact, std::vector<Event>& events);
  void look_ahead();
  void fade_slips();
  void rest_stopped_slips();
  bool step(std::vector<Event>& events);
  bool bounce_alone(std::vector<Event>& events);
  double flight_time() const;
  bool over() const;
  bool settle_rest(std::vector<Event>& events);
  bool load_pressed(std::vector<Event>& events);
  bool hold_all();
  void gather_rest_points();
  bool apply_rest(std::vector<Event>& events);

  std::vector<Pending> pending_;
  std::vector<int> rest_contact_;
  RestProblem rest_;
  Eigen::VectorXd drive_, slip_before_;
  double first_ = 0.0;
  bool decide_rest_ = false;
  bool flying_ = false;  ///< No spring carries: speeds are constant.
  int joins_ = 0, idle_ = 0;
};

}  // namespace carom::law
