// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The measures of a map or a design: names to columns, and their values at a point.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/analysis.h"
#include "carom/map.h"

namespace carom::design {

/// Of a measure or an objective that a point does not have.
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Names of all_measures(), in its order.
enum class Measure {
  inner_product,
  inner_product_raw,
  indeterminacy,
  indeterminacy_worst,
  constrained_energy,
  admissible_energy,
  energy_ratio,
  energy_lost,
  normal_impulse,
  tangential_impulse,
  post_impact_gap_rate,
  feasibility_margin,
  outcomes,
  spread,
  spread_orders,
  spread_stiffness,
  holding_torque,
  penetration,
  status
};

/// One column.
struct MeasureColumn {
  Measure measure = Measure::inner_product;
  int first = -1, second = -1;  ///< Contacts; -1: none, the worst pair.
};

/// How a point ended.
enum class PointStatus { answered = 0, unreachable = 1, unanswered = 2 };

class MeasurePlan {
 public:
  /// Throws InvalidInput with all faults.
  MeasurePlan(const Variation& variation, const std::vector<std::string>& words);

  const std::vector<MeasureColumn>& columns() const { return columns_; }
  const std::vector<MapColumn>& titles() const { return titles_; }
  /// No column needs the problem of the impact.
  bool only_products() const { return only_products_; }

 private:
  void add(const Variation& variation, const std::string& word, std::vector<std::string>& faults);
  void add_column(const Variation& variation, MeasureColumn column);

  std::vector<MeasureColumn> columns_;
  std::vector<MapColumn> titles_;
  bool only_products_ = true;
};

/// The law of impulses where none is given: the scene's usual one, else plastic at restitution 0,
/// else propagative.
Law default_law(const Variation& variation, double restitution);

/// Values of a plan's columns at one point after the other; one per thread.
class MeasureProbe {
 public:
  using LawAt = std::function<Law(double restitution)>;
  MeasureProbe(const Variation& variation, const MeasurePlan& plan, LawAt law);

  /// Writes one value per column; NaN where there is none.
  PointStatus values(const Eigen::Ref<const Eigen::VectorXd>& at, double restitution, double* out);
  VariationPoint& point() { return *point_; }

 private:
  void from_products(double* out);
  PointStatus from_problem(double restitution, double* out);
  double value(const MeasureColumn& column, double restitution);
  double pair_value(const MeasureColumn& column, const Eigen::MatrixXd& products) const;
  double impulse_value(const MeasureColumn& column);
  double gap_rate(int contact);
  const OutcomeSet& outcome_set();
  double order_spread(double restitution);
  const Spread& spread(double restitution);
  const EnergySplit& split();
  bool solved(double restitution);

  const Variation variation_;
  const MeasurePlan& plan_;
  LawAt make_law_;
  std::unique_ptr<VariationPoint> point_;
  std::optional<Law> law_;
  double law_restitution_ = -1.0;
  Workspace workspace_;
  Outcome outcome_;
  const ImpactProblem* problem_ = nullptr;
  bool is_solved_ = false;
  std::optional<OutcomeSet> outcomes_;
  std::optional<Spread> spread_;
  std::optional<EnergySplit> split_;
};

}  // namespace carom::design
