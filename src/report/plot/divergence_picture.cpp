// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 Fig. 8: how far the momenta of two orders of impact diverge, over time.
#include <limits>

#include "carom/report.h"
#include "report/plot/plot.h"

namespace carom {

void write_picture(const std::filesystem::path& file, const Divergence& divergence,
                   const std::string& title) {
  report::CurvePlot plot;
  plot.title = title;
  plot.x_label = "time [s]";
  plot.y_label = "difference of momentum, of the momentum";
  plot.curves.push_back({.label = {}, .x = divergence.times, .y = divergence.momentum});
  // What is 0 has no place on a logarithmic axis.
  for (double& value : plot.curves[0].y) {
    if (!(value > 0.0)) value = std::numeric_limits<double>::quiet_NaN();
  }
  report::write_plot(file, plot);
}

}  // namespace carom
