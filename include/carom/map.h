// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": sweeps. Input: a variation, a grid over its parameters, measures by name. Output:
// one row per grid point, in order: the axes, then the measures; NaN where there is none.
//   carom map rhex --axis phi_r=-180deg:180deg:400 --axis gamma=-90deg:90deg:200
// Any number of threads gives the same bits. Page: docs/maps.md.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/law.h"
#include "carom/variation.h"

namespace carom {

/// What a map can show.
struct MeasureInfo {
  std::string name;
  std::string unit;  ///< Of SI scenes; in others kg and m become their units.
  std::string meaning;
};
const std::vector<MeasureInfo>& all_measures();

struct MapAxis {
  std::string name;
  double from = 0.0, to = 0.0;
  std::int64_t count = 0;
  /// Value number k: the ends are met exactly.
  double at(std::int64_t k) const;
};

struct MapOptions {
  std::vector<MapAxis> axes = {};  ///< Names are those of the variation; "restitution" too.
  /// NAME, NAME:CONTACT, NAME:CONTACT:CONTACT. Without contacts a measure of pairs is that of the
  /// pair with the largest |inner product|; a measure of contacts has one column for each.
  std::vector<std::string> measures = {};
  std::optional<Law> law = {};  ///< Of impulses and what follows from them.
  /// The law at a restitution, where that is an axis; none: `law`, or a usual one.
  std::function<Law(double restitution)> law_at = {};
  double restitution = 1.0;  ///< Newton coefficient of spreads.
  int threads = 0;           ///< 0: all cores.
};

struct MapColumn {
  std::string name;
  std::string unit;
};

/// Some rows of a map, one after the other.
struct MapRows {
  std::int64_t first = 0;  ///< Index of the first row.
  std::int64_t count = 0;
  std::vector<double> values = {};  ///< Row-major: axes, then measures.
  std::string text = {};            ///< For the sink's own use.
};

/// Takes the rows of a map.
class MapSink {
 public:
  virtual ~MapSink() = default;
  /// Called on any thread, several at a time: what can be done without the other rows.
  virtual void prepare(MapRows&) const {}
  /// Called in the order of the rows, one at a time.
  virtual void take(const MapRows& rows) = 0;
};

/// How a run ended.
struct MapResult {
  std::int64_t rows = 0;         ///< Rows that are done, those before `first` included.
  std::int64_t unreachable = 0;  ///< Of this run: points where nothing stands.
  std::int64_t unanswered = 0;   ///< Of this run: points where some measure has no value.
  bool finished = false;
};

class Map {
 public:
  /// Throws InvalidInput with all faults: axes, names (the nearest is suggested), measures.
  Map(Variation variation, MapOptions options);

  const MapOptions& options() const { return options_; }
  const Variation& variation() const { return variation_; }
  /// Axes, then measures.
  const std::vector<MapColumn>& columns() const { return columns_; }
  std::int64_t point_count() const { return point_count_; }
  /// The measure that marks postures that cannot be; make_map() (subject.h) adds it to every map
  /// that has it. Beside other measures it has no picture and no critical points of its own.
  static constexpr const char* penetration = "penetration";
  static bool shows_penetration(const std::vector<std::string>& measures);
  /// Its index among the measure columns; -1: the map has none.
  int penetration_column() const;
  /// The measure columns that have pictures and critical points of their own.
  std::vector<int> shown_columns() const;
  /// The values of the axes at a row; the last axis runs fastest.
  Eigen::VectorXd axis_values(std::int64_t row) const;

  /// Rows from `first` on go to the sink. `stop`, if given, is asked often; true ends the run after
  /// whole rows.
  MapResult run(MapSink& sink, std::int64_t first = 0,
                const std::function<bool()>& stop = {}) const;
  /// One measure column (counted from 0 after the axes) as a function of the axes, for refinement:
  /// NaN where it has no value. Not thread-safe: make one per thread.
  std::function<double(const Eigen::VectorXd&)> function(int measure) const;
  /// What is inside what, as a function of the axes; nothing where nothing stands or is checked.
  /// Not thread-safe either.
  std::function<Penetration(const Eigen::VectorXd&)> penetration_function() const;

  class Measures;

 private:
  Variation variation_;
  MapOptions options_;
  std::vector<MapColumn> columns_;
  std::int64_t point_count_ = 0;
  std::shared_ptr<const Measures> measures_;
};

/// A point where a measure is level, or a kink that is a minimum or maximum.
struct CriticalPoint {
  enum class Kind { minimum, maximum, saddle, degenerate };
  Kind kind = Kind::degenerate;
  bool smooth = false;  ///< False: at a kink, no Hessian.
  Eigen::VectorXd at;   ///< In the axes' units.
  double value = 0.0;
  Eigen::VectorXd hessian_eigenvalues;  ///< Ascending; empty at a kink.
  double uncertainty = 0.0;             ///< Estimated error of `at`, largest component.
  Penetration penetration = {};         ///< Of the posture there, which then cannot be.
};
std::string to_string(CriticalPoint::Kind kind);

/// Where a measure is zero: points of one axis, curves over two.
struct ZeroCurve {
  Eigen::MatrixXd points;  ///< Columns; one column: an isolated zero.
  bool closed = false;     ///< The last point joins the first, which is not repeated.
  /// Of every point the depth of the penetration; empty: nothing is checked.
  Eigen::VectorXd penetration = {};
  Penetration deepest = {};  ///< Of all its points.
  bool partly_inside() const { return deepest.depth > 0.0; }
  bool wholly_inside() const { return penetration.size() > 0 && penetration.minCoeff() > 0.0; }
};

struct MapFeatures {
  std::vector<CriticalPoint> points;  ///< Inside the axes, lowest value first.
  std::vector<ZeroCurve> zeros;       ///< None for three axes and more.
};
/// Critical points and zeros of one measure column, refined on the measure itself. `values`: that
/// column of every row. Throws InvalidInput for more than four axes.
[[nodiscard]] MapFeatures find_features(const Map& map, int measure, const Eigen::VectorXd& values,
                                        double tolerance = 1e-9);

/// Reads "NAME=FROM:TO:COUNT"; angles may be in degrees where the parameter's unit is rad. Throws
/// InvalidInput.
[[nodiscard]] MapAxis parse_axis(std::string_view text, const std::vector<VariedParameter>& known);

/// Axes and measures of the figure in a scene's source; empty: the scene has none. Throws
/// InvalidInput for an unknown scene, and for settings that varied_parameters() refuses.
[[nodiscard]] MapOptions usual_map(std::string_view scene, const SceneSettings& settings = {});
/// The measures of a map where none are chosen: the coupling of contacts, of a single one what it
/// takes and loses.
[[nodiscard]] std::vector<std::string> usual_measures(const Variation& variation);

}  // namespace carom
