// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pictures of maps: formats, same bytes each time, faults by their text, and what is to be seen,
// by the colours of the PNG's pixels.
#include "report/plot/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <numbers>
#include <sstream>

#include "report/plot/frame.h"
#include "support/constants.h"
#include "support/faults.h"

namespace carom::report {
namespace {

using std::numbers::pi;
using test::not_a_number;
using testing::HasSubstr;

std::filesystem::path folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path = std::filesystem::path(testing::TempDir()) / "carom_plot_test" / test->name();
  std::filesystem::create_directories(path);
  return path;
}

template <typename Plot>
std::string plot_bytes(const Plot& plot, const std::string& name) {
  const auto file = folder() / name;
  write_plot(file, plot);
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

template <typename Plot>
std::string plot_refusal(const Plot& plot, const std::filesystem::path& file = "unused.png") {
  return test::refusal_of([&] { write_plot(file, plot); });
}

template <typename Function>
ContourPlot map_of(int points, Function function) {
  ContourPlot plot{.title = "a map",
                   .x_label = "hip [rad]",
                   .y_label = "knee [rad]",
                   .value_label = "loss [J]",
                   .x = Eigen::VectorXd::LinSpaced(points, -pi, pi),
                   .y = Eigen::VectorXd::LinSpaced(points, -pi / 2, pi / 2),
                   .values = Eigen::MatrixXd(points, points),
                   .marks = {},
                   .zero_curves = {}};
  for (int i = 0; i < points; ++i) {
    for (int j = 0; j < points; ++j) plot.values(i, j) = function(plot.x[i], plot.y[j]);
  }
  return plot;
}

ContourPlot waves() {
  return map_of(41, [](double x, double y) { return std::sin(x) * std::cos(y) + 0.2; });
}

CurvePlot curve_of(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  return {.title = "",
          .x_label = "mass [kg]",
          .y_label = "loss [J]",
          .curves = {{.label = "first", .x = x, .y = y}},
          .marks = {}};
}

CurvePlot straight() {
  return curve_of(Eigen::VectorXd::LinSpaced(11, 0, 1), Eigen::VectorXd::LinSpaced(11, 1, 2));
}

/// The picture as pixels.
class Pixels {
 public:
  template <typename Plot>
  explicit Pixels(const Plot& plot) {
    write_plot(folder() / "pixels.png", plot);
    surface_ = cairo_image_surface_create_from_png((folder() / "pixels.png").c_str());
    width = cairo_image_surface_get_width(surface_);
    height = cairo_image_surface_get_height(surface_);
  }
  Pixels(const Pixels&) = delete;
  Pixels& operator=(const Pixels&) = delete;
  ~Pixels() { cairo_surface_destroy(surface_); }

  bool is(int column, int row, const Colour& colour) const {
    const unsigned char* line =
        cairo_image_surface_get_data(surface_) + row * cairo_image_surface_get_stride(surface_);
    const std::uint32_t pixel = reinterpret_cast<const std::uint32_t*>(line)[column];
    const auto near = [pixel](int shift, double channel) {
      return std::abs(((pixel >> shift) & 0xff) - 255.0 * channel) <= 1.5;
    };
    return near(16, colour.red) && near(8, colour.green) && near(0, colour.blue);
  }

  int count(const Colour& colour) const {
    int sum = 0;
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) sum += is(column, row, colour);
    }
    return sum;
  }

  // Whether the outermost pixels are blank.
  bool has_blank_edge() const {
    for (int k = 0; k < width; ++k) {
      if (!is(k, 0, white) || !is(k, height - 1, white)) return false;
    }
    for (int k = 0; k < height; ++k) {
      if (!is(0, k, white) || !is(width - 1, k, white)) return false;
    }
    return true;
  }

  int width = 0, height = 0;

 private:
  cairo_surface_t* surface_;
};

constexpr Colour hatching{0.96, 0.96, 0.96};

TEST(Plot, KnowsItsExtensions) {
  for (const char* name : {"a.png", "b.svg", "c.pdf", "dir.x/D.PNG"})
    EXPECT_TRUE(is_plot_file(name));
  for (const char* name : {"a.csv", "png", "a", ".png", "a.png.json"})
    EXPECT_FALSE(is_plot_file(name)) << name;
}

TEST(Plot, WritesEachFormat) {
  EXPECT_EQ(plot_bytes(waves(), "a.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_THAT(plot_bytes(waves(), "a.svg"), HasSubstr("<svg"));
  EXPECT_EQ(plot_bytes(waves(), "a.pdf").substr(0, 5), "%PDF-");
  EXPECT_EQ(plot_bytes(straight(), "b.PNG").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_THAT(plot_bytes(straight(), "b.svg"), HasSubstr("<svg"));
  EXPECT_EQ(plot_bytes(straight(), "b.pdf").substr(0, 5), "%PDF-");
}

TEST(Plot, IsThatLargeOnPaper) {
  // 120 × 90 mm are 340.157 × 255.118 pt, at 300 dots per inch 1417 × 1063.
  EXPECT_THAT(plot_bytes(waves(), "a.svg"),
              HasSubstr("width=\"340.15748pt\" height=\"255.11811pt\""));
  const Pixels pixels(waves());
  EXPECT_EQ(pixels.width, 1417);
  EXPECT_EQ(pixels.height, 1063);
}

TEST(Plot, PngStatesItsResolution) {
  const std::string png = plot_bytes(waves(), "a.png");
  ASSERT_EQ(png.substr(37, 4), "pHYs");
  std::uint32_t check = 0xffffffffu;  // CRC-32 of type and data, as the PNG standard asks
  for (const char c : png.substr(37, 13)) {
    check ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) check = (check >> 1) ^ (check & 1 ? 0xedb88320u : 0u);
  }
  std::uint32_t stored = 0, dots = 0;
  for (int k = 0; k < 4; ++k) stored = stored << 8 | static_cast<unsigned char>(png[50 + k]);
  for (int k = 0; k < 4; ++k) dots = dots << 8 | static_cast<unsigned char>(png[41 + k]);
  EXPECT_EQ(stored, ~check);
  EXPECT_EQ(dots, 11811u);  // per metre
}

TEST(Plot, SameInputSameBytes) {
  for (const char* extension : {".png", ".svg", ".pdf"}) {
    const std::string name = extension;
    EXPECT_EQ(plot_bytes(waves(), "a" + name), plot_bytes(waves(), "b" + name)) << name;
    EXPECT_EQ(plot_bytes(straight(), "c" + name), plot_bytes(straight(), "d" + name)) << name;
  }
  EXPECT_THAT(plot_bytes(waves(), "e.pdf"), HasSubstr("/CreationDate (20260101000000Z)"));
}

TEST(Plot, RefusesFiles) {
  EXPECT_EQ(plot_refusal(waves(), "map.gif"),
            "map.gif: extension = '.gif'; expected .png, .svg or .pdf");
  EXPECT_EQ(plot_refusal(straight(), "map"), "map: extension = ''; expected .png, .svg or .pdf");
  const auto nowhere = folder() / "none" / "map.svg";
  EXPECT_EQ(plot_refusal(waves(), nowhere),
            nowhere.string() +
                ": cannot be written: No such file or directory; expected a file that may be "
                "written in a folder that exists");
}

TEST(Plot, RefusesContourInput) {
  ContourPlot sizes = waves();
  sizes.values.conservativeResize(41, 40);
  sizes.zero_curves = {{.x = {1.0, 2.0}, .y = {1.0}}};
  EXPECT_EQ(plot_refusal(sizes),
            "plot: size of values = 41 × 40; expected that of x by that of y, 41 × 41\n"
            "plot: zero curve 0: sizes of x and y = 2 and 1; expected the same");
  ContourPlot falling = waves();
  falling.x[3] = falling.x[2];
  falling.y[0] = not_a_number;
  EXPECT_THAT(plot_refusal(falling), HasSubstr("plot: x[3] = -2.82743 after -2.82743; expected "
                                               "increasing numbers; sort the axis"));
  EXPECT_THAT(plot_refusal(falling), HasSubstr("plot: y[0] = nan; expected a finite number"));
  ContourPlot narrow = waves();
  narrow.x.conservativeResize(1);
  narrow.values.conservativeResize(1, 41);
  EXPECT_EQ(plot_refusal(narrow), "plot: size of x = 1; expected at least 2; draw curves instead");
}

TEST(Plot, RefusesCurveInput) {
  CurvePlot sizes = straight();
  sizes.curves[0].y.conservativeResize(3);
  sizes.curves[0].x[4] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(plot_refusal(sizes),
            "plot: curve 'first': sizes of x and y = 11 and 3; expected the same\n"
            "plot: curve 'first': x[4] = infinity; expected a finite number");
  EXPECT_EQ(plot_refusal(CurvePlot{}), "plot: points on curves = 0; expected at least one");
}

TEST(Plot, RefusesMarksAndText) {
  CurvePlot mark = straight();
  mark.marks = {{.x = 0.5, .y = 1.5, .label = "A", .shape = '?'}};
  EXPECT_EQ(plot_refusal(mark), "plot: mark 'A': shape = '?'; expected one of o, s, x, d, ^, v");
  CurvePlot text = straight();
  text.title = "\xff";
  EXPECT_EQ(
      plot_refusal(text, "a.png"),
      "a.png: drawing = input string not valid UTF-8; expected text in UTF-8; check the title "
      "and the labels");
}

TEST(Plot, NothingLeavesThePage) {
  std::string long_text;
  for (int k = 0; k < 60; ++k) long_text += "many words ";
  ContourPlot map = waves();
  map.title = map.x_label = map.y_label = map.value_label = long_text;
  map.marks = {{pi, pi / 2, long_text, 'o'}, {-pi, -pi / 2, "corner", 's'}};
  EXPECT_TRUE(Pixels(map).has_blank_edge());
  map.values(3, 3) = not_a_number;
  map.values *= 1e-7;
  EXPECT_TRUE(Pixels(map).has_blank_edge());
  CurvePlot curves = straight();
  curves.title = curves.x_label = curves.y_label = long_text;
  curves.curves.push_back({long_text, curves.curves[0].x.array() + 1e7, curves.curves[0].y});
  EXPECT_TRUE(Pixels(curves).has_blank_edge());
  EXPECT_TRUE(Pixels(straight()).has_blank_edge());
  // Wide numbers below, narrow ones and no label on the left.
  CurvePlot wide = curve_of(Eigen::VectorXd::LinSpaced(2, 1.0, 1.00000004), Eigen::Vector2d(0, 5));
  wide.y_label = "";
  EXPECT_TRUE(Pixels(wide).has_blank_edge());
  EXPECT_TRUE(Pixels(waves()).has_blank_edge());
}

TEST(Plot, BandsHaveTheirColours) {
  const Pixels signs(waves());
  EXPECT_GT(signs.count(to_colour(diverging_oklab(1.0))), 1000);
  EXPECT_LT(signs.count(hatching), 500);  // such greys occur at the edges of letters
  const Pixels positive(map_of(41, [](double x, double) { return x + pi; }));
  EXPECT_GT(positive.count(to_colour(sequential_oklab(0.0))), 1000);
  EXPECT_GT(positive.count(to_colour(sequential_oklab(1.0))), 1000);
  // A little rounding below zero does not turn the colours over.
  const Pixels rounding(map_of(41, [](double x, double) { return x + pi - 1e-9; }));
  EXPECT_GT(rounding.count(to_colour(sequential_oklab(0.0))), 1000);
}

TEST(Plot, WhereThereIsNoValueItIsHatched) {
  const auto half = [](double x, double) { return x > 0.0 ? not_a_number : x; };
  const int some = Pixels(map_of(41, half)).count(hatching);
  const int all = Pixels(map_of(41, [](double, double) { return not_a_number; })).count(hatching);
  EXPECT_GT(some, 100000);
  EXPECT_NEAR(all, 2 * some, 0.2 * all);
  const auto endless = [](double x, double) {
    return x > 0.0 ? std::numeric_limits<double>::infinity() : x;
  };
  EXPECT_EQ(Pixels(map_of(41, endless)).count(hatching), some);
}

TEST(Plot, ASingleValueIsOneColour) {
  const Pixels pixels(map_of(9, [](double, double) { return 3.25e-5; }));
  EXPECT_GT(pixels.count(to_colour(sequential_oklab(0.5))), 500000);
}

TEST(Plot, APlateauAtALevelShowsNoRounding) {
  // Zero up to rounding on one half, where a level of the colours is zero.
  const auto ramp = [](double sign) {
    return map_of(61, [sign](double x, double y) {
      const double noise = std::sin(1e5 * x * y) > 0.0 ? 1e-17 : sign * 1e-17;
      return x > 0.0 ? x : std::min(0.0, x + 1.5) + noise;
    });
  };
  EXPECT_EQ(plot_bytes(ramp(-1.0), "a.svg"), plot_bytes(ramp(1.0), "b.svg"));
}

TEST(Plot, GapsInCurvesStayOpen) {
  CurvePlot plot = straight();
  const int whole = Pixels(plot).count(curve_colour(0));
  plot.curves[0].y.segment(3, 4).setConstant(not_a_number);
  const int open = Pixels(plot).count(curve_colour(0));
  EXPECT_NEAR(open, 0.5 * whole, 0.05 * whole);
  plot.curves[0].y[5] = 1.5;  // alone between gaps: a dot
  EXPECT_GT(Pixels(plot).count(curve_colour(0)), open + 50);
  plot.curves[0].y.setConstant(not_a_number);
  EXPECT_EQ(Pixels(plot).count(curve_colour(0)), 0);
}

TEST(Plot, LegendForSeveralCurves) {
  CurvePlot plot = straight();
  const int alone = Pixels(plot).count(curve_colour(0));
  plot.curves.push_back({"second", plot.curves[0].x, Eigen::VectorXd::Constant(11, 1.5)});
  const Pixels both(plot);
  EXPECT_GT(both.count(curve_colour(1)), 500);
  // The frame is lower by the legend, yet its sample adds 20 pt of line.
  plot.curves[0].label = plot.curves[1].label = "";
  EXPECT_GT(both.count(curve_colour(0)), Pixels(plot).count(curve_colour(0)));
  EXPECT_GT(alone, 500);
}

TEST(Plot, ManyDecadesGetALogarithmicAxis) {
  // An exponential is then straight, and so the same picture as its logarithm but for the labels.
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(401, 0.0, 4.0);
  const Pixels logarithmic(curve_of(x, Eigen::exp(x.array() * std::log(10.0)).matrix()));
  const Pixels linear(curve_of(x, x));
  EXPECT_NEAR(logarithmic.count(curve_colour(0)), linear.count(curve_colour(0)),
              0.05 * linear.count(curve_colour(0)));
  // One value of zero: linear, and the curve lies low, then climbs steeply.
  Eigen::VectorXd touching = Eigen::exp(x.array() * std::log(10.0));
  touching[0] = 0.0;
  EXPECT_GT(Pixels(curve_of(x, touching)).count(curve_colour(0)),
            1.1 * logarithmic.count(curve_colour(0)));
}

TEST(Plot, MarksOutsideAreLeftOut) {
  const std::string none = plot_bytes(waves(), "none.svg");
  ContourPlot plot = waves();
  plot.marks = {{10.0, 0.0, "far", 'o'}, {not_a_number, 0.0, "nowhere", 's'}};
  EXPECT_EQ(plot_bytes(plot, "outside.svg"), none);
  const int without = Pixels(waves()).count(black);
  for (const char shape : std::string("osxd^v")) {
    plot.marks = {{0.5, 0.0, "", shape}};
    EXPECT_GT(Pixels(plot).count(black), without + 100) << shape;
  }
}

TEST(Plot, ZeroCurvesAreDrawnAndBreakAtNaN) {
  ContourPlot plot = waves();
  const int before = Pixels(plot).count(black);
  plot.zero_curves = {{.x = {-2.0, -1.0, not_a_number, 1.0, 2.0}, .y = {0.5, 0.5, 0.5, 0.5, 0.5}}};
  const int broken = Pixels(plot).count(black);
  plot.zero_curves[0].x[2] = 0.0;
  const int whole = Pixels(plot).count(black);
  EXPECT_GT(broken, before + 500);
  EXPECT_GT(whole, broken + 500);
}

TEST(Plot, LargeGridsStaySmallFiles) {
  const ContourPlot plot = map_of(1000, [](double x, double y) {
    return std::sin(9.0 * x) * std::sin(8.0 * y) + 0.3 * std::sin(3e3 * x * y) + x;
  });
  for (const char* name : {"a.svg", "a.pdf"}) EXPECT_LT(plot_bytes(plot, name).size(), 3000000u);
  const ContourPlot smooth = map_of(1000, [](double x, double y) { return std::hypot(x, y); });
  EXPECT_LT(plot_bytes(smooth, "b.svg").size(), 300000u);
  // Of 1000 nodes 401 are used, the first at 0, 2, 5 and 7: what is missing between is not seen.
  ContourPlot first = smooth, second = smooth, seen = smooth;
  first.values(1, 1) = second.values(3, 4) = seen.values(2, 5) = not_a_number;
  EXPECT_EQ(plot_bytes(first, "c.svg"), plot_bytes(second, "d.svg"));
  EXPECT_NE(plot_bytes(first, "c.svg"), plot_bytes(seen, "e.svg"));
}

TEST(Plot, ExtremeNumbers) {
  EXPECT_TRUE(Pixels(map_of(9, [](double x, double) { return 1e299 * x; })).has_blank_edge());
  EXPECT_TRUE(Pixels(map_of(9, [](double x, double) { return 1e-290 * x; })).has_blank_edge());
  EXPECT_TRUE(Pixels(map_of(9, [](double x, double) { return 5e-324 * x; })).has_blank_edge());
  EXPECT_TRUE(Pixels(map_of(9, [](double x, double) { return 1.7e308 * x; })).has_blank_edge());
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(5, 0, 1);
  const Eigen::VectorXd wide = (x.array() * 1380.0 - 690.0).exp();  // 599 decades
  for (const CurvePlot& plot : {curve_of(x, 1e300 * x), curve_of(1e300 * x, x), curve_of(x, wide),
                                curve_of(x, 1e-305 * x), curve_of(x.head(1), x.head(1))}) {
    const Pixels pixels(plot);
    EXPECT_TRUE(pixels.has_blank_edge());
    EXPECT_GT(pixels.count(curve_colour(0)), 50);
  }
}

}  // namespace
}  // namespace carom::report
