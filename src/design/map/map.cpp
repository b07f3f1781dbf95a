// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every row depends on its own values alone, so the number of threads cannot change a bit. Rows
// flow through a pipeline in pieces: numbered, computed and prepared by any thread, taken in order.
#include "carom/map.h"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "design/map/critical_points.h"
#include "design/map/measures.h"
#include "design/map/zero_curves.h"

namespace carom {

/// The measures of a map, and which value belongs to the variation and which to the restitution.
class Map::Measures {
 public:
  Measures(const Variation& variation, const MapOptions& options)
      : plan(variation, options.measures) {
    const auto& parameters = variation.parameters();
    for (std::size_t k = 0; k < options.axes.size(); ++k) {
      const auto found = std::find_if(parameters.begin(), parameters.end(), [&](const auto& other) {
        return other.name == options.axes[k].name;
      });
      if (found == parameters.end()) {
        restitution_axis = static_cast<int>(k);
      } else {
        slots.push_back({k, found - parameters.begin()});
      }
    }
  }

  struct Slot {
    std::size_t axis;
    std::ptrdiff_t parameter;
  };
  design::MeasurePlan plan;
  std::vector<Slot> slots;
  int restitution_axis = -1;
};

namespace {

constexpr std::int64_t rows_per_piece = 256;

/// What one thread needs.
struct Worker {
  Worker(const Map& map, const Map::Measures& measures)
      : options(map.options()),
        layout(measures),
        probe(map.variation(), measures.plan, law_maker(map)),
        start(map.variation().start()) {}

  static design::MeasureProbe::LawAt law_maker(const Map& map) {
    const MapOptions& told = map.options();
    if (told.law_at) return told.law_at;
    if (told.law) return [law = *told.law](double) { return law; };
    return [variation = map.variation()](double restitution) {
      return design::default_law(variation, restitution);
    };
  }

  /// `row`: the axes are set, the measures follow.
  design::PointStatus fill(double* row) {
    Eigen::VectorXd& values = start;
    for (const auto& slot : layout.slots) values[slot.parameter] = row[slot.axis];
    const double restitution =
        layout.restitution_axis < 0 ? options.restitution : row[layout.restitution_axis];
    return probe.values(values, restitution, row + options.axes.size());
  }

  Penetration penetration(const Eigen::VectorXd& at) {
    for (const auto& slot : layout.slots) {
      start[slot.parameter] = at[static_cast<Eigen::Index>(slot.axis)];
    }
    return probe.point().move(start) ? probe.point().penetration() : Penetration{};
  }

  const MapOptions& options;
  const Map::Measures& layout;
  design::MeasureProbe probe;
  Eigen::VectorXd start;
};

void check_axis(const MapAxis& axis, std::vector<std::string>& faults) {
  const std::string where = fmt::format("axis {} = {}:{}:{}", axis.name, base::number(axis.from),
                                        base::number(axis.to), axis.count);
  if (!std::isfinite(axis.from) || !std::isfinite(axis.to)) {
    faults.push_back(where + "; expected finite ends");
  } else if (axis.count < 1) {
    faults.push_back(where + ": empty; expected a count >= 1");
  } else if (axis.from > axis.to) {
    faults.push_back(fmt::format("{}: reversed; expected FROM < TO; write {}:{}:{}", where,
                                 base::number(axis.to), base::number(axis.from), axis.count));
  } else if (axis.from == axis.to && axis.count > 1) {
    faults.push_back(where + ": empty; expected FROM < TO, or a count of 1");
  } else if (axis.from < axis.to && axis.count == 1) {
    faults.push_back(where + "; expected a count >= 2 between different ends");
  }
}

std::int64_t count_points(const std::vector<MapAxis>& axes, std::vector<std::string>& faults) {
  std::int64_t points = 1;
  for (const MapAxis& axis : axes) {
    if (axis.count > 0 && points > std::numeric_limits<std::int64_t>::max() / axis.count) {
      faults.push_back("the axes make more points than can be counted; expected fewer");
      return 0;
    }
    points *= std::max<std::int64_t>(axis.count, 0);
  }
  return points;
}

void check_names(const Variation& variation, const MapOptions& options,
                 std::vector<std::string>& faults) {
  std::vector<std::string> names;
  for (const VariedParameter& parameter : variation.parameters()) names.push_back(parameter.name);
  names.emplace_back("restitution");
  for (std::size_t k = 0; k < options.axes.size(); ++k) {
    const std::string& name = options.axes[k].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      faults.push_back(fmt::format("axis '{}' is not varied; expected one of {}{}", name,
                                   base::join(names), base::did_you_mean(name, names)));
    }
    for (std::size_t i = 0; i < k; ++i) {
      if (options.axes[i].name == name)
        faults.push_back(fmt::format("axis '{}' is given twice; expected it once", name));
    }
  }
}

}  // namespace

Map::Map(Variation variation, MapOptions options)
    : variation_(std::move(variation)), options_(std::move(options)) {
  std::vector<std::string> faults;
  if (options_.axes.empty()) faults.push_back("no axis; expected at least one");
  for (const MapAxis& axis : options_.axes) check_axis(axis, faults);
  check_names(variation_, options_, faults);
  if (!(options_.restitution >= 0.0 && options_.restitution <= 1.0)) {
    faults.push_back(fmt::format("restitution = {}; expected 0 <= restitution <= 1",
                                 base::number(options_.restitution)));
  }
  for (const MapAxis& axis : options_.axes) {
    if (axis.name != "restitution" || (axis.from >= 0.0 && axis.to <= 1.0)) continue;
    faults.push_back(fmt::format("axis restitution = {}:{}; expected within 0 … 1",
                                 base::number(axis.from), base::number(axis.to)));
  }
  if (options_.threads < 0) {
    faults.push_back(fmt::format("threads = {}; expected >= 0 (0: all cores)", options_.threads));
  }
  point_count_ = count_points(options_.axes, faults);
  base::gather(faults, [&] { measures_ = std::make_shared<const Measures>(variation_, options_); });
  if (!faults.empty()) throw InvalidInput(faults);
  for (const MapAxis& axis : options_.axes) {
    MapColumn column{axis.name, ""};
    for (const VariedParameter& parameter : variation_.parameters()) {
      if (parameter.name == axis.name) column.unit = parameter.unit;
    }
    columns_.push_back(std::move(column));
  }
  const auto& titles = measures_->plan.titles();
  columns_.insert(columns_.end(), titles.begin(), titles.end());
}

Eigen::VectorXd Map::axis_values(std::int64_t row) const {
  Eigen::VectorXd values(static_cast<Eigen::Index>(options_.axes.size()));
  for (Eigen::Index k = values.size(); k-- > 0;) {
    const MapAxis& axis = options_.axes[static_cast<std::size_t>(k)];
    values[k] = axis.at(row % axis.count);
    row /= axis.count;
  }
  return values;
}

namespace {

using Piece = std::shared_ptr<MapRows>;

struct Counts {
  std::atomic<std::int64_t> unreachable{0}, unanswered{0};
};

/// False: the run was stopped, and the piece is not whole.
bool compute(const Map& map, Worker& worker, MapRows& rows, const std::function<bool()>& stop,
             Counts& counts) {
  const std::size_t width = map.columns().size(), axes = map.options().axes.size();
  rows.values.resize(static_cast<std::size_t>(rows.count) * width);
  std::int64_t unreachable = 0, unanswered = 0;
  for (std::int64_t k = 0; k < rows.count; ++k) {
    double* row = rows.values.data() + static_cast<std::size_t>(k) * width;
    std::int64_t index = rows.first + k;
    for (std::size_t a = axes; a-- > 0;) {
      const MapAxis& axis = map.options().axes[a];
      row[a] = axis.at(index % axis.count);
      index /= axis.count;
    }
    const design::PointStatus status = worker.fill(row);
    unreachable += status == design::PointStatus::unreachable;
    unanswered += status == design::PointStatus::unanswered;
    if (stop && (k & 15) == 15 && stop()) return false;
  }
  counts.unreachable += unreachable;
  counts.unanswered += unanswered;
  return true;
}

}  // namespace

MapResult Map::run(MapSink& sink, std::int64_t first, const std::function<bool()>& stop) const {
  const int cores = tbb::this_task_arena::max_concurrency();
  const int threads = options_.threads > 0 ? options_.threads : cores;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Worker>> workers;
  Counts counts;
  MapResult result{.rows = first};
  std::int64_t next = first;
  std::atomic<bool> stopped{false};

  const auto number = [&](tbb::flow_control& control) -> Piece {
    if (next >= point_count_ || stopped || (stop && stop())) {
      control.stop();
      return nullptr;
    }
    auto rows = std::make_shared<MapRows>();
    rows->first = next;
    rows->count = std::min(rows_per_piece, point_count_ - next);
    next += rows->count;
    return rows;
  };
  const auto fill = [&](Piece rows) -> Piece {
    std::unique_ptr<Worker>& worker = workers.local();
    if (!worker) worker = std::make_unique<Worker>(*this, *measures_);
    if (stopped || !compute(*this, *worker, *rows, stop, counts)) {
      stopped = true;
      return nullptr;
    }
    sink.prepare(*rows);
    return rows;
  };
  bool broken = false;
  const auto take = [&](const Piece& rows) {
    broken = broken || rows == nullptr;  // What follows a gap is left for the next run.
    if (broken) return;
    sink.take(*rows);
    result.rows = rows->first + rows->count;
  };
  arena.execute([&] {
    tbb::parallel_pipeline(
        static_cast<std::size_t>(4 * threads),
        tbb::make_filter<void, Piece>(tbb::filter_mode::serial_in_order, number) &
            tbb::make_filter<Piece, Piece>(tbb::filter_mode::parallel, fill) &
            tbb::make_filter<Piece, void>(tbb::filter_mode::serial_in_order, take));
  });
  result.unreachable = counts.unreachable;
  result.unanswered = counts.unanswered;
  result.finished = result.rows == point_count_;
  return result;
}

std::function<double(const Eigen::VectorXd&)> Map::function(int measure) const {
  auto self = std::make_shared<Map>(*this);
  auto worker = std::make_shared<Worker>(*self, *self->measures_);
  auto row = std::make_shared<std::vector<double>>(columns_.size());
  const std::size_t axes = options_.axes.size();
  // `self` is held because the worker refers to it.
  return [self, worker, row, axes, measure](const Eigen::VectorXd& at) {
    std::copy(at.data(), at.data() + axes, row->data());
    worker->fill(row->data());
    return (*row)[axes + static_cast<std::size_t>(measure)];
  };
}

std::function<Penetration(const Eigen::VectorXd&)> Map::penetration_function() const {
  auto self = std::make_shared<Map>(*this);
  auto worker = std::make_shared<Worker>(*self, *self->measures_);
  return [self, worker](const Eigen::VectorXd& at) { return worker->penetration(at); };
}

bool Map::shows_penetration(const std::vector<std::string>& measures) {
  return std::find(measures.begin(), measures.end(), penetration) != measures.end();
}

int Map::penetration_column() const {
  for (std::size_t k = options_.axes.size(); k < columns_.size(); ++k) {
    if (columns_[k].name == penetration) return static_cast<int>(k - options_.axes.size());
  }
  return -1;
}

std::vector<int> Map::shown_columns() const {
  std::vector<int> shown;
  const int count = static_cast<int>(columns_.size() - options_.axes.size());
  for (int k = 0; k < count; ++k) {
    if (count == 1 || k != penetration_column()) shown.push_back(k);
  }
  return shown;
}

namespace {

/// Which of the features cannot be.
void mark_penetrations(const Map& map, MapFeatures& features) {
  if (!map.variation().has_clearance()) return;
  const auto penetration = map.penetration_function();
  for (CriticalPoint& point : features.points) point.penetration = penetration(point.at);
  for (ZeroCurve& zero : features.zeros) {
    zero.penetration.resize(zero.points.cols());
    for (Eigen::Index k = 0; k < zero.points.cols(); ++k) {
      Penetration here = penetration(zero.points.col(k));
      zero.penetration[k] = here.depth;
      if (here.depth > zero.deepest.depth) zero.deepest = std::move(here);
    }
  }
}

}  // namespace

MapFeatures find_features(const Map& map, int measure, const Eigen::VectorXd& values,
                          double tolerance) {
  std::vector<design::GridAxis> axes;
  std::vector<std::string> faults;
  for (const MapAxis& axis : map.options().axes) {
    if (axis.count < 3) {
      faults.push_back(fmt::format("critical points: axis {} has {} values; expected at least 3",
                                   axis.name, axis.count));
    }
    axes.push_back({axis.name, axis.from, axis.to, static_cast<int>(axis.count)});
  }
  constexpr std::size_t most_axes = 4;
  if (axes.size() > most_axes) {
    faults.push_back(
        fmt::format("critical points: {} axes; expected at most {}", axes.size(), most_axes));
  }
  if (!faults.empty()) throw InvalidInput(faults);
  const auto field = map.function(measure);
  MapFeatures features;
  features.points = design::find_critical_points(field, axes, values, {.tolerance = tolerance});
  features.zeros = design::find_zero_curves(field, axes, values, tolerance);
  mark_penetrations(map, features);
  return features;
}

}  // namespace carom
