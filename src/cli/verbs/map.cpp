// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom map: measures over a grid of parameters, into a file, a picture, or onto the screen.

#include "carom/map.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/verbs/verbs.h"
#include "report/map/file.h"
#include "report/map/summary.h"
#include "report/plot/plot.h"

namespace carom::cli {
namespace {

/// Where the rows of a map go: a file or standard output, the ranges for the summary, the progress
/// bar.
class MapSinks : public MapSink {
 public:
  /// `file`: null if there is none. `keep`: all rows stay in memory. `print`: CSV on standard
  /// output.
  MapSinks(const Map& map, MapSink* file, bool keep, bool print);

  void prepare(MapRows& rows) const override;
  void take(const MapRows& rows) override;

  const std::vector<report::MapSummary::Range>& ranges() const { return ranges_; }
  const std::vector<double>& rows() const { return kept_; }

 private:
  const Map& map_;
  MapSink* file_;
  bool keep_, print_;
  std::vector<report::MapSummary::Range> ranges_;
  std::vector<double> kept_;
  Progress progress_;
  std::int64_t first_ = -1;
};

MapSinks::MapSinks(const Map& map, MapSink* file, bool keep, bool print)
    : map_(map),
      file_(file),
      keep_(keep),
      print_(print),
      ranges_(map.columns().size() - map.options().axes.size()),
      progress_("points", print) {
  if (print_) write_output(report::map_header(map.columns()));
}

void MapSinks::prepare(MapRows& rows) const {
  if (file_) file_->prepare(rows);
  if (print_) report::csv_rows(rows, rows.text);
}

void MapSinks::take(const MapRows& rows) {
  if (first_ < 0) first_ = rows.first;
  if (file_) file_->take(rows);
  if (print_) write_output(rows.text);
  if (keep_) kept_.insert(kept_.end(), rows.values.begin(), rows.values.end());
  const std::size_t width = map_.columns().size(), axes = width - ranges_.size();
  for (std::size_t k = axes; k < rows.values.size(); k += width) {
    for (std::size_t m = 0; m < ranges_.size(); ++m) ranges_[m].add(rows.values[k + m]);
  }
  const std::int64_t done = rows.first + rows.count - first_;
  progress_.update(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(done),
                   static_cast<std::uint64_t>(map_.point_count() - first_));
}

constexpr std::int64_t many_points = 1'000'000'000;
constexpr std::int64_t most_in_memory = 20'000'000;
constexpr std::int64_t most_on_page = 2'000'000;  // numbers

struct MapVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::vector<std::string> axes, measures, plots;
  std::string file;
  int threads = 0;
  bool resume = false, critical = false, yes = false;

  ExitCode run() const {
    solving.check();
    html.check();
    check_files();
    const Subject subject = input.open_varied();
    const Map map = make_map(subject, {axes, measures, solving, threads});
    check_size(map);
    std::unique_ptr<report::MapFile> target;
    if (!file.empty()) {
      target = report::MapFile::open(file, map.columns(), map.options(), subject.identity,
                                     map.point_count(), resume);
    }
    const bool needs_values = critical || !plots.empty() || html.wanted();
    const bool print = !target && !needs_values && !output.wants_json();
    const bool keep = !target && (needs_values || output.wants_json());
    report::MapSummary summary{.title = subject.title, .file = file};
    summary.resumed = target && target->rows() > 0;
    {
      const Interrupt interrupt;
      MapSinks sinks(map, target.get(), keep, print);
      summary.result = map.run(sinks, target ? target->rows() : 0, &Interrupt::asked);
      summary.ranges = sinks.ranges();
      if (target) target->finish(summary.result.finished);
      if (keep) summary.rows = sinks.rows();
    }
    if (!summary.result.finished) return stopped(map, summary);
    if (summary.resumed) set_ranges(map, summary);
    if (needs_values) show_features(map, summary);
    const std::string page = html.wanted() ? page_of(subject, map, summary) : "";
    if (!output.wants_json()) summary.rows.clear();
    finish(map, summary, print);
    if (html.wanted()) html.write(page, output);
    return ExitCode::answer;
  }

 private:
  void check_files() const {
    std::vector<std::string> faults;
    if (resume && file.empty()) {
      faults.push_back("--resume: no file to go on with; expected -o FILE too");
    }
    for (const std::string& plot : plots) {
      if (report::is_plot_file(plot)) continue;
      faults.push_back(fmt::format("--plot {}: expected a file *.png, *.svg or *.pdf", plot));
    }
    for (const std::string& plot : plots) {
      const std::string fault = folder_fault("--plot", plot);
      if (!fault.empty()) faults.push_back(fault);
    }
    if (!faults.empty()) throw InvalidInput(faults);
  }

  void check_size(const Map& map) const {
    if (map.point_count() > many_points && !yes) {
      throw InvalidInput(fmt::format(
          "the axes make {} points; expected at most {}; add --yes if it is meant, or take fewer",
          map.point_count(), many_points));
    }
    const bool keeps =
        critical || !plots.empty() || html.wanted() || (file.empty() && output.wants_json());
    if (keeps && map.point_count() > most_in_memory) {
      throw InvalidInput(fmt::format(
          "{} points are too many for pictures, critical points and JSON on standard output; "
          "expected at most {}; write the rows with -o FILE alone",
          map.point_count(), most_in_memory));
    }
    const auto measure_count =
        static_cast<std::int64_t>(map.columns().size() - map.options().axes.size());
    if (html.wanted() && map.point_count() > most_on_page / measure_count) {
      throw InvalidInput(fmt::format(
          "--html {}: {} points of {} are too many for a page; expected at most {} numbers; take "
          "fewer points for the page",
          html.file, map.point_count(), base::plural(measure_count, "measure"), most_on_page));
    }
  }

  ExitCode stopped(const Map& map, const report::MapSummary& summary) const {
    warn(fmt::format("stopped after {} of {} points{}", summary.result.rows, map.point_count(),
                     file.empty() ? "" : "; the same command with --resume goes on"));
    if (html.wanted()) warn("no page was written");
    return ExitCode::no_answer;
  }

  /// One measure of every row: kept, or read back from the file (which may be older than this run).
  Eigen::VectorXd column(const Map& map, const report::MapSummary& summary, std::size_t m) const {
    const std::size_t width = map.columns().size(), axis_count = map.options().axes.size();
    Eigen::VectorXd values(map.point_count());
    if (file.empty()) {
      for (Eigen::Index k = 0; k < values.size(); ++k) {
        values[k] = summary.rows[static_cast<std::size_t>(k) * width + axis_count + m];
      }
      return values;
    }
    const report::MapGrid grid = report::read_map_columns(file, map.columns()[axis_count + m].name);
    return Eigen::Map<const Eigen::VectorXd>(grid.values.data(), values.size());
  }

  /// Of the whole file, where this run made only a part of it.
  void set_ranges(const Map& map, report::MapSummary& summary) const {
    for (std::size_t m = 0; m < summary.ranges.size(); ++m) {
      summary.ranges[m] = {};
      for (const double value : column(map, summary, m)) summary.ranges[m].add(value);
    }
  }

  void show_features(const Map& map, report::MapSummary& summary) const {
    const auto& swept = map.options().axes;
    const bool on_page = html.wanted() && swept.size() <= 2 &&  // seconds, not minutes
                         std::all_of(swept.begin(), swept.end(),
                                     [](const MapAxis& axis) { return axis.count >= 3; });
    summary.features.resize(summary.ranges.size());
    const int marks = map.penetration_column();
    Eigen::VectorXd penetration;
    if (marks >= 0) penetration = column(map, summary, static_cast<std::size_t>(marks));
    for (const int index : map.shown_columns()) {
      const auto m = static_cast<std::size_t>(index);
      const Eigen::VectorXd values = column(map, summary, m);
      if (critical || on_page) summary.features[m] = find_features(map, index, values);
      for (const std::string& plot : plots) {
        write_picture(picture_name(map, plot, m), map, summary.title, index, values,
                      summary.features[m], penetration);
      }
    }
  }

  std::string page_of(const Subject& subject, const Map& map,
                      const report::MapSummary& summary) const {
    const Model model = subject.drawn();
    MapPage page{.title = summary.title,
                 .map = &map,
                 .features = summary.features,
                 .model = &model,
                 .units = subject.units,
                 .facts = input.facts()};
    page.values.resize(map.point_count(), static_cast<Eigen::Index>(summary.ranges.size()));
    for (std::size_t m = 0; m < summary.ranges.size(); ++m) {
      page.values.col(static_cast<Eigen::Index>(m)) = column(map, summary, m);
    }
    return to_html(page);
  }

  /// With several measures each has its picture: map.png → map-inner_product.png.
  static std::string picture_name(const Map& map, const std::string& plot, std::size_t measure) {
    const std::size_t axis_count = map.options().axes.size();
    if (map.shown_columns().size() == 1) return plot;
    std::string name = map.columns()[axis_count + measure].name;
    for (char& letter : name) {
      if (letter == ':' || letter == '/' || letter == ' ') letter = '_';
    }
    const auto dot = plot.rfind('.');
    return plot.substr(0, dot) + "-" + name + plot.substr(dot);
  }

  void finish(const Map& map, const report::MapSummary& summary, bool printed) const {
    if (output.wants_json()) {
      write_output(report::to_json(map, summary, output.json_indent()) + "\n");
    } else if (!printed) {
      write_output(paint_report(report::to_text(map, summary)));
    } else if (summary.result.unreachable + summary.result.unanswered > 0) {
      warn(fmt::format("unreachable: {}; a measure has no value: {}; marked nan",
                       base::plural(summary.result.unreachable, "point"),
                       base::plural(summary.result.unanswered, "point")));
    }
  }
};

std::string measure_help() {
  std::string text = "what is mapped, separated by commas: ";
  std::vector<std::string> names;
  for (const MeasureInfo& measure : all_measures()) names.push_back(measure.name);
  return text + base::join(names) + "; NAME:CONTACT or NAME:CONTACT:CONTACT for one of several";
}

}  // namespace

void add_map(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<MapVerb>();
  CLI::App& app = *command.add_subcommand("map", "sweep any parameter or joint over a grid");
  verb->input.declare(app, moving_file_help);
  app.add_option("--axis", verb->axes,
                 "NAME=FROM:TO:COUNT, once or more; the last one runs fastest (default: the figure "
                 "of the scene's source)")
      ->type_name("AXIS")
      ->allow_extra_args(false);
  app.add_option("--measure", verb->measures, measure_help())
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("-o,--output", verb->file, "write the rows to FILE (*.csv or *.npz)")
      ->type_name("FILE");
  app.add_option("--plot", verb->plots, "picture, *.png, *.svg or *.pdf; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_flag("--critical", verb->critical,
               "locate minima, maxima, saddles and zeros of every measure");
  app.add_flag("--resume", verb->resume, "go on with an unfinished FILE");
  app.add_flag("--yes", verb->yes, "more than 10^9 points are meant");
  app.add_option("--threads", verb->threads, "default: all cores; any number gives the same bits")
      ->type_name("N");
  verb->solving.declare_law(app,
                            "of impulses and what follows (default: the source's, else plastic at "
                            "restitution 0, else propagative)");
  verb->solving.declare_restitution(app, "of the law and of spreads (default: 1; robots: 0)");
  verb->solving.declare_law_settings(app);
  verb->output.declare(app);
  verb->html.declare(app);
  app.footer(
      "Examples:\n"
      "  carom map rhex --plot rhex.png --critical\n"
      "  carom map rhex --html rhex.html\n"
      "  carom map billiards --axis theta=60deg:180deg:481 --measure indeterminacy -o xi.csv\n"
      "  carom map biped --axis theta=10deg:60deg:51 --axis rho=0:0.5:3 "
      "--measure constrained_energy\n"
      "  carom map talos.urdf --contacts left_sole_link,right_sole_link "
      "--axis leg_left_4_joint=0.2:1.5:40 --measure inner_product,spread -o knee.csv");
  app.callback([verb, &code] { code = verb->run(); });
}

}  // namespace carom::cli
