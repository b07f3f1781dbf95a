// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The track of a single impact: constant velocities v⁻ until time 0, v⁺ from there, no forces.
// Input: the problem, its outcome, what moves. Output: frames evenly spaced on both sides, two at
// time 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include "report/page/arrays.h"
#include "report/page/columns.h"
#include "report/page/impact.h"

namespace carom::report {
namespace {

using Eigen::VectorXd;

constexpr int side_frames = 41;
// A gap rate or slip over the speed of the impact. A choice: a law that closes a contact leaves
// rounding, about 1e-13; a motion that a drawing shows is above 1e-3.
constexpr double closed = 1e-9;

enum ContactState : std::uint8_t { open = 0, hit = 1, sticks = 2, slides = 3 };

/// Of the contacts of the problem, by candidate of the model.
struct States {
  std::vector<std::uint8_t> before, at, after;
};

States states_of(const ImpactProblem& problem, const VectorXd& after, const ImpactPlace& place) {
  const auto count = static_cast<std::size_t>(place.drawing->contacts());
  States states{std::vector<std::uint8_t>(count, open), std::vector<std::uint8_t>(count, open),
                std::vector<std::uint8_t>(count, open)};
  const VectorXd rates_before = problem.contact_jacobian() * problem.velocity();
  const VectorXd rates = problem.contact_jacobian() * after;
  const double speed = std::max(rates_before.cwiseAbs().maxCoeff(), rates.cwiseAbs().maxCoeff());
  const auto& candidates = place.drawing->model().contacts();
  for (int k = 0; k < problem.contact_count(); ++k) {
    const std::string& name = problem.labels()->contacts[static_cast<std::size_t>(k)];
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const auto& one) { return one.name == name; });
    if (found == candidates.end()) continue;
    const auto at = static_cast<std::size_t>(found - candidates.begin());
    states.at[at] = hit;
    const int row = problem.normal_row(k);
    const auto tangents = problem.contacts()[static_cast<std::size_t>(k)].tangents.rows();
    const auto state = [&](const VectorXd& at_rates) {
      if (std::abs(at_rates[row]) > closed * speed) return open;
      const double slip = tangents == 0 ? 0.0 : at_rates.segment(row + 1, tangents).norm();
      return slip <= closed * speed ? sticks : slides;
    };
    states.before[at] = state(rates_before);
    states.after[at] = state(rates);
  }
  return states;
}

/// Columns that grow by a frame at a time.
class StraightFrames {
 public:
  StraightFrames(const ImpactPlace& place, States states)
      : place_(place),
        states_of_(std::move(states)),
        columns_(coordinate_columns(model(), place.units.length)) {
    gaps_.resize(static_cast<std::size_t>(place.drawing->contacts()));
    coordinates_.resize(static_cast<std::size_t>(model().configuration_size()));
  }

  void add(double time, const VectorXd& velocity, bool after) {
    const VectorXd q = straight_posture(model(), place_.q, velocity, time);
    times_.push_back(time);
    place_.drawing->place(q, poses_, points_);
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      const double gap = q.allFinite() ? place_.drawing->workspace().gap(static_cast<int>(k))
                                       : std::numeric_limits<double>::quiet_NaN();
      gaps_[k].push_back(static_cast<float>(gap));
    }
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      coordinates_[k].push_back(static_cast<float>(q[static_cast<Eigen::Index>(k)]));
    }
    const auto& states = time == 0.0 ? states_of_.at : after ? states_of_.after : states_of_.before;
    states_.insert(states_.end(), states.begin(), states.end());
  }

  void put(Json& track) const {
    track["time"] = packed(times_);
    track["poses"] = packed(poses_);
    track["points"] = packed(points_);
    track["states"] = packed(states_);
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      put_channel(track, "gap_" + model().contacts()[k].name, place_.units.length, "gap", gaps_[k]);
    }
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      put_channel(track, columns_[k].name, columns_[k].unit, "coordinate", coordinates_[k]);
    }
  }

 private:
  const Model& model() const { return place_.drawing->model(); }
  static void put_channel(Json& track, const std::string& name, const std::string& unit,
                          const char* group, const std::vector<float>& values) {
    track["channels"].push_back(
        {{"name", name}, {"unit", unit}, {"group", group}, {"values", packed(values)}});
  }

  const ImpactPlace& place_;
  States states_of_;
  std::vector<Column> columns_;
  std::vector<double> times_ = {};
  std::vector<float> poses_ = {}, points_ = {};
  std::vector<std::uint8_t> states_ = {};
  std::vector<std::vector<float>> gaps_ = {}, coordinates_ = {};
};

}  // namespace

namespace {

/// How long the motion goes on before something is visibly in something else; no less than a tenth
/// of `span`.
double clear_span(const ImpactPlace& place, const VectorXd& velocity, double span) {
  constexpr int steps = 40;
  const double deep = 0.02 * place.drawing->radius();
  PageDrawing& drawing = *place.drawing;
  std::vector<float> poses, points;
  for (int k = 0; k <= steps; ++k) {
    const double time = span * k / steps;
    poses.clear();
    points.clear();
    drawing.place(straight_posture(drawing.model(), place.q, velocity, time), poses, points);
    for (int contact = 0; contact < drawing.contacts(); ++contact) {
      if (drawing.workspace().gap(contact) < -deep) return std::max(time, 0.1 * span);
    }
  }
  return span;
}

}  // namespace

VectorXd straight_posture(const Model& model, const VectorXd& q, const VectorXd& velocity,
                          double time) {
  if (!velocity.allFinite()) {
    return VectorXd::Constant(q.size(), std::numeric_limits<double>::quiet_NaN());
  }
  VectorXd to = model.integrate(q, time * velocity);
  for (const Joint& joint : model.joints()) {
    if (joint.kind == JointKind::free) {
      const Eigen::Quaterniond turn(q.segment<4>(joint.q + 3));  // stored as xyzw, as Eigen does
      to.segment<3>(joint.q) = q.segment<3>(joint.q) + time * (turn * velocity.segment<3>(joint.v));
    } else if (joint.kind == JointKind::planar) {
      const Eigen::Rotation2Dd turn(std::atan2(q[joint.q + 3], q[joint.q + 2]));
      to.segment<2>(joint.q) = q.segment<2>(joint.q) + time * (turn * velocity.segment<2>(joint.v));
    }
  }
  return to;
}

double straight_span(const ImpactPlace& place, const VectorXd& after) {
  if (place.drawing == nullptr) return 0.0;
  const double speed =
      std::max(place.drawing->speed(place.q, place.velocity), place.drawing->speed(place.q, after));
  const double span = 2.0 * place.drawing->radius() / 3.0 / speed;
  return speed > 0.0 && std::isfinite(span) ? clear_span(place, after, span) : 1.0;
}

Json straight_track(int id, const std::string& label, const ImpactProblem& problem,
                    const Outcome& outcome, const ImpactPlace& place, double span) {
  Json track = {{"id", id},
                {"label", label},
                {"parent", nullptr},
                {"impact", nullptr},
                {"status", to_string(outcome.status)},
                {"message", outcome.message},
                {"time", packed(std::vector<double>{0.0, 0.0})},
                {"poses", packed(std::vector<float>())},
                {"points", packed(std::vector<float>())},
                {"states", packed(std::vector<std::uint8_t>())},
                {"straight", true},
                {"channels", Json::array()}};
  ImpactHead head;
  if (place.drawing != nullptr) {
    std::vector<float> poses, points;
    place.drawing->place(place.q, poses, points);
    const VectorXd& own = velocity_after(problem, outcome);
    const VectorXd after = model_velocity(problem, own, place);
    if (!(span > 0.0)) span = straight_span(place, after);
    head.ghost_time = span;
    StraightFrames frames(place, states_of(problem, own, place));
    for (int k = 1 - side_frames; k <= 0; ++k) {
      frames.add(span * k / (side_frames - 1), place.velocity, false);
    }
    for (int k = 0; k < side_frames; ++k) frames.add(span * k / (side_frames - 1), after, true);
    frames.put(track);
  }
  track["marks"] = {
      {"time", packed(std::vector<double>{0.0})},
      {"verdict", packed(std::vector<std::uint8_t>{verdict_byte(outcome.uniqueness.verdict)})},
      {"lost", packed(std::vector<double>{outcome.ok() ? outcome.energy.lost : 0.0})}};
  track["impacts"] = Json::array({page_impact(head, problem, outcome, place)});
  track["elsewhere"] = "";
  return track;
}

}  // namespace carom::report
