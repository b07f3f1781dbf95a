// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The landing under way: gathers its impacts, from the first touch until a while after the foot
// stands, when late corners have come down too.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "carom/simulation.h"

namespace carom::simulation {

class TouchdownLog {
 public:
  explicit TouchdownLog(const Model& model) : model_(model) {}

  /// `hit`: contacts that approached; `number`: of the impact in the run; `lands`: of a foot in the
  /// air: a landing begins with such a one.
  void add(const ImpactRecord& impact, const std::vector<int>& hit, double approach,
           std::int64_t number, bool lands);
  /// The foot stands.
  void stands(int step, const Foothold& planned, const Foothold& foothold, double touched,
              double time);
  /// The landing, once it is over at `time`, or at the end of a run.
  std::optional<Touchdown> take(double time, bool last);

  [[nodiscard]] Eigen::VectorXd memory() const;
  void set_memory(const Eigen::VectorXd& memory);

 private:
  template <class Log, class Visit>
  static void visit_numbers(Log& log, Visit visit);
  std::vector<std::string> names(const std::vector<int>& contacts) const;

  Model model_;
  bool begun_ = false;
  double stands_at_ = -1.0;  // < 0: not yet
  int jump_ = -1;            // velocity
  std::vector<std::vector<int>> points_;
  Touchdown touchdown_;
};

}  // namespace carom::simulation
