// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What stands at a point of a map: the variation goes there, its state is drawn. A variation may
// change the model itself (the length of a leg): its contact rows then differ from those of the
// model that is drawn, which is seen at the first postures and said.
#include <algorithm>
#include <utility>

#include "report/page/arrays.h"
#include "report/page/map.h"

namespace carom::report {
namespace {

constexpr std::int64_t most_bytes = 6'000'000;  // of all postures, in base64
constexpr int most_compared = 24;

bool fits(const State* state, const Model& model) {
  return state != nullptr && state->q.size() == model.configuration_size() && state->q.allFinite();
}

}  // namespace

std::optional<MapPostures> MapPostures::make(const MapPage& page) {
  if (page.model == nullptr) return std::nullopt;
  std::unique_ptr<VariationPoint> point = page.map->variation().make_point();
  if (!point->move(page.map->variation().start())) return std::nullopt;
  if (!fits(point->state(), *page.model)) return std::nullopt;
  return MapPostures(page, std::move(point));
}

MapPostures::MapPostures(const MapPage& page, std::unique_ptr<VariationPoint> point)
    : map_(page.map),
      point_(std::move(point)),
      drawing_(*page.model, point_->state()->q),
      workspace_(*page.model),
      values_(page.map->variation().start()) {}

std::int64_t MapPostures::room() const {
  const std::int64_t numbers = 7 * drawing_.bodies() + 3 * drawing_.contacts();
  return most_bytes * 3 / 16 / std::max<std::int64_t>(numbers, 1) - count_;
}

std::optional<int> MapPostures::add(const Eigen::VectorXd& axis_values) {
  if (room() <= 0) return std::nullopt;
  const auto& parameters = map_->variation().parameters();
  const auto& axes = map_->options().axes;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].name == parameters[k].name) {
        values_[static_cast<Eigen::Index>(k)] = axis_values[static_cast<Eigen::Index>(i)];
      }
    }
  }
  if (!point_->move(values_) || !fits(point_->state(), drawing_.model())) return std::nullopt;
  if (compared_++ < most_compared) {
    const ImpactProblem* problem = point_->find_problem();
    if (problem == nullptr) return std::nullopt;
    compare_shape(*problem);
  }
  drawing_.place(point_->state()->q, poses_, points_);
  at_.push_back(list_of(axis_values));
  return static_cast<int>(count_++);
}

/// Contact rows of the problem here against those of the model drawn.
void MapPostures::compare_shape(const ImpactProblem& problem) {
  // Of the row: one shape computed in two ways differs by rounding, 1e-15; a changed length by
  // the share that it changes, which is seen in a drawing from 1e-3. A choice between.
  constexpr double same = 1e-9;
  const Model& model = drawing_.model();
  if (problem.coordinate_count() != model.velocity_size()) return;  // some joints are locked
  workspace_.set_configuration(point_->state()->q);
  row_.resize(1, model.velocity_size());
  for (const Contact& contact : problem.contacts()) {
    workspace_.contact_rows(model.contact(contact.name), row_);
    const double size = std::max(row_.norm(), contact.normal.norm());
    same_shape_ = same_shape_ && (row_.row(0) - contact.normal).norm() <= same * size;
  }
}

Json MapPostures::document() const {
  return {{"at", at_}, {"poses", packed(poses_)}, {"points", packed(points_)}};
}

std::vector<std::string> MapPostures::notes() const {
  std::vector<std::string> notes = drawing_.notes();
  if (!same_shape_) {
    notes.emplace_back(
        "The axes change the shape of the model itself: postures are drawn with the shape that it "
        "has at the start.");
  }
  return notes;
}

}  // namespace carom::report
