// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pictures of maps for print: curves over one parameter, filled contours over two.
// Stage report. Input: the numbers and their labels; output: a PNG (300 dpi), SVG or PDF file of
// 120 × 90 mm, chosen by its extension. Same input, same bytes. Drawn with Cairo.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <vector>

namespace carom::report {

/// A point to point at. Left out if it lies outside of the axes or is not finite.
struct PlotMark {
  double x = 0.0, y = 0.0;
  std::string label;
  char shape = 'o';  ///< 'o' disc, 's' square, 'x' cross, 'd' diamond, '^' and 'v' triangles.
};

/// A curve over a contour plot; a NaN breaks it.
struct PlotLine {
  std::vector<double> x, y;
};

/// Curves over one axis. The y axis is logarithmic, and says so, if all values are positive and
/// span more than three decades.
struct CurvePlot {
  std::string title, x_label, y_label;
  struct Curve {
    std::string label;     ///< For the legend, drawn if there are several curves.
    Eigen::VectorXd x, y;  ///< NaN or infinity in y: a gap.
  };
  std::vector<Curve> curves;
  std::vector<PlotMark> marks;
  struct Barred {
    Eigen::VectorXd x, depth;
  };
  Barred barred = {};  ///< Hatched where the depth is above 0: what is there cannot be.
};

/// Filled bands with iso lines. Values of both signs get colours that part at zero; positive ones
/// that span more than three decades get bands of their logarithms.
struct ContourPlot {
  std::string title, x_label, y_label, value_label;
  Eigen::VectorXd x, y;    ///< Strictly increasing, at least two each.
  Eigen::MatrixXd values;  ///< values(i, j) at x[i], y[j]; NaN or infinity: hatched, "no value".
  Eigen::MatrixXd barred = {};  ///< As values; hatched above 0: cannot be. Empty: nothing is.
  std::vector<PlotMark> marks;
  std::vector<PlotLine> zero_curves;  ///< Drawn strong; the colour bar shows the same stroke at 0.
};

/// Both throw InvalidInput: unknown extension, file that cannot be written, sizes that differ,
/// axes that are not finite or do not increase, unknown mark, text that is no UTF-8.
void write_plot(const std::filesystem::path& file, const CurvePlot& plot);
void write_plot(const std::filesystem::path& file, const ContourPlot& plot);
/// Whether the extension is .png, .svg or .pdf, in small or capital letters.
bool is_plot_file(const std::filesystem::path& file);

}  // namespace carom::report
