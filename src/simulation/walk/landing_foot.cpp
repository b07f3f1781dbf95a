// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/walk/landing_foot.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::simulation {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double settles = 0.15;  // after the foot stands [s]

}  // namespace

void TouchdownLog::add(const ImpactRecord& impact, const std::vector<int>& hit, double approach,
                       std::int64_t number, bool lands) {
  if (!begun_ && !lands) return;
  if (!begun_) {
    begun_ = true;
    touchdown_ = {};
    touchdown_.time = impact.time;
    touchdown_.approach = approach;
    touchdown_.first_impact = number;
    touchdown_.indeterminacy = touchdown_.spread = std::numeric_limits<double>::quiet_NaN();
    stands_at_ = -1.0;
    jump_ = -1;
    points_.clear();
  }
  ++touchdown_.impacts;
  touchdown_.energy_lost += impact.outcome.energy.lost;
  points_.push_back(hit);
  const VectorXd& after = impact.outcome.velocity_plus;
  for (Index k = 6; k < after.size(); ++k) {
    const double jump = std::abs(after[k] - impact.velocity_minus[k]);
    if (jump <= touchdown_.largest_jump) continue;
    touchdown_.largest_jump = jump;
    jump_ = static_cast<int>(k);
  }
  const Uniqueness& uniqueness = impact.outcome.uniqueness;
  if (uniqueness.verdict == Uniqueness::Verdict::several) ++touchdown_.several;
  if (uniqueness.verdict != Uniqueness::Verdict::not_checked || uniqueness.draws > 0) {
    touchdown_.indeterminacy = std::fmax(touchdown_.indeterminacy, uniqueness.indeterminacy);
  }
  if (impact.outcome.practical) {
    touchdown_.spread = std::fmax(touchdown_.spread, impact.outcome.practical->value());
  }
}

void TouchdownLog::stands(int step, const Foothold& planned, const Foothold& foothold,
                          double touched, double time) {
  if (!begun_) return;  // it never left the ground
  touchdown_.step = step;
  touchdown_.side = foothold.side;
  touchdown_.planned = planned;
  touchdown_.foothold = foothold;
  touchdown_.time = std::min(touchdown_.time, touched);
  touchdown_.duration = time - touchdown_.time;
  stands_at_ = time;
}

std::vector<std::string> TouchdownLog::names(const std::vector<int>& contacts) const {
  std::vector<std::string> names;
  for (const int k : contacts) {
    names.push_back(model_.contacts()[static_cast<std::size_t>(k)].name);
  }
  return names;
}

std::optional<Touchdown> TouchdownLog::take(double time, bool last) {
  if (!begun_ || stands_at_ < 0.0 || (!last && time < stands_at_ + settles)) return {};
  begun_ = false;
  Touchdown done = touchdown_;
  for (const auto& hit : points_) done.points.push_back(names(hit));
  if (jump_ >= 0) done.jump_joint = model_.velocity_names()[static_cast<std::size_t>(jump_)];
  return done;
}

/// The numbers of a landing, in the order of its memory.
template <class Log, class Visit>
void TouchdownLog::visit_numbers(Log& log, Visit visit) {
  auto& touchdown = log.touchdown_;
  const auto foothold = [&](auto& place) {
    visit(place.side);
    for (auto& x : place.center) visit(x);
    visit(place.heading);
  };
  visit(log.begun_);
  visit(log.stands_at_);
  visit(log.jump_);
  visit(touchdown.step);
  visit(touchdown.side);
  visit(touchdown.time);
  visit(touchdown.duration);
  visit(touchdown.approach);
  visit(touchdown.impacts);
  visit(touchdown.first_impact);
  visit(touchdown.energy_lost);
  visit(touchdown.largest_jump);
  visit(touchdown.several);
  visit(touchdown.indeterminacy);
  visit(touchdown.spread);
  foothold(touchdown.planned);
  foothold(touchdown.foothold);
}

VectorXd TouchdownLog::memory() const {
  std::vector<double> out;
  visit_numbers(*this, [&](const auto& x) { out.push_back(static_cast<double>(x)); });
  for (const auto& hit : points_) {
    out.push_back(static_cast<double>(hit.size()));
    for (const int k : hit) out.push_back(k);
  }
  return Eigen::Map<const VectorXd>(out.data(), static_cast<Index>(out.size()));
}

void TouchdownLog::set_memory(const VectorXd& memory) {
  const double* from = memory.data();
  const double* const end = from + memory.size();
  const auto whole = [&] { return static_cast<int>(*from++); };
  visit_numbers(*this, [&]<class Number>(Number& x) { x = static_cast<Number>(*from++); });
  points_.clear();
  while (from < end) {
    points_.emplace_back();
    for (int left = whole(); left > 0 && from < end; --left) points_.back().push_back(whole());
  }
}

}  // namespace carom::simulation
