// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Each cell emits directed pieces of the outline of {f ≥ level}, high side to the left where x and
// y rise: across the cell along f = level, and along those of its edges that no neighbour shares.
// Pieces are then joined by the names of their ends, which are whole numbers and so join exactly.
#include "report/plot/contour_bands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "design/map/marching_squares.h"

namespace carom::report {
namespace {

using Index = Eigen::Index;

/// A point of an outline and its name: a node, or the crossing on an edge or diagonal.
struct End {
  std::int64_t name = 0;
  Point at;
};

struct Piece {
  End from, to;
};

struct Node {
  Index i = 0, j = 0;
};

/// Pieces of outlines of one level.
class Tracer {
 public:
  Tracer(const ContourGrid& grid, double level, bool with_border)
      : grid_(grid), level_(level), with_border_(with_border) {
    corners_.resize(std::max<Index>(grid.x.size() - 1, 0), std::max<Index>(grid.y.size() - 1, 0));
    for (Index j = 0; j < corners_.cols(); ++j) {
      for (Index i = 0; i < corners_.rows(); ++i) {
        corners_(i, j) = grid.values.block<2, 2>(i, j).array().isFinite().count() & 0xff;
      }
    }
  }

  std::vector<Piece> pieces() {
    for (Index j = 0; j < corners_.cols(); ++j) {
      for (Index i = 0; i < corners_.rows(); ++i) visit(i, j);
    }
    return std::move(pieces_);
  }

 private:
  double value(const Node& n) const { return grid_.values(n.i, n.j); }
  bool high(const Node& n) const { return value(n) >= level_; }
  bool drawn(Index i, Index j) const {
    return i >= 0 && j >= 0 && i < corners_.rows() && j < corners_.cols() && corners_(i, j) >= 3;
  }

  std::int64_t name(const Node& n, int kind) const {
    return 4 * (static_cast<std::int64_t>(n.i) * grid_.y.size() + n.j) + kind;
  }
  End node(const Node& n) const { return {name(n, 0), {grid_.x[n.i], grid_.y[n.j]}}; }

  // From the same end whichever cell asks, so that both get the same bits.
  End crossing(const Node& p, const Node& q) const {
    const bool ordered = p.i != q.i ? p.i < q.i : p.j < q.j;
    const Node &a = ordered ? p : q, &b = ordered ? q : p;
    const bool along_x = a.j == b.j, along_y = a.i == b.i;
    const Node cell{a.i, std::min(a.j, b.j)};
    const double share = (level_ - value(a)) / (value(b) - value(a));
    return {name(cell, along_x   ? 1
                       : along_y ? 2
                                 : 3),
            {grid_.x[a.i] + share * (grid_.x[b.i] - grid_.x[a.i]),
             grid_.y[a.j] + share * (grid_.y[b.j] - grid_.y[a.j])}};
  }

  // Whether no neighbour of cell (i, j) shares the edge from p to q, walked with the cell on the
  // left.
  bool is_border(Index i, Index j, const Node& p, const Node& q) const {
    if (p.i != q.i && p.j != q.j) return true;
    if (p.j == q.j) return !drawn(i, p.j == j ? j - 1 : j + 1);
    return !drawn(p.i == i ? i - 1 : i + 1, j);
  }

  void visit(Index i, Index j) {
    if (!drawn(i, j)) return;
    std::array<Node, 4> nodes{{{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}}};
    const auto missing = std::remove_if(nodes.begin(), nodes.end(),
                                        [this](const Node& n) { return !std::isfinite(value(n)); });
    const auto count = static_cast<std::size_t>(missing - nodes.begin());
    std::array<bool, 4> is_high{};
    for (std::size_t k = 0; k < count; ++k) is_high[k] = high(nodes[k]);
    std::array<End, 4> crossed;  // Of edges, from node k to the next.
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t next = (k + 1) % count;
      const Node &p = nodes[k], &q = nodes[next];
      if (is_high[k] != is_high[next]) crossed[k] = crossing(p, q);
      // The outline follows what of a border is high.
      if (!with_border_ || (!is_high[k] && !is_high[next]) || !is_border(i, j, p, q)) continue;
      pieces_.push_back({is_high[k] ? node(p) : crossed[k], is_high[next] ? node(q) : crossed[k]});
    }
    const auto centre = [&]() -> std::optional<bool> {
      double mean = 0.0;
      for (const Node& n : nodes) mean += 0.25 * value(n);
      return mean >= level_;
    };
    for (const design::CellLine& line : design::lines_of_cell(is_high, count, centre)) {
      pieces_.push_back({crossed[line.exit], crossed[line.entry]});
    }
  }

  const ContourGrid& grid_;
  double level_;
  bool with_border_;
  Eigen::Array<unsigned char, Eigen::Dynamic, Eigen::Dynamic> corners_;  // finite ones of each cell
  std::vector<Piece> pieces_;
};

/// Joins pieces, each used once, in an order that depends on nothing but their names.
class Joiner {
 public:
  explicit Joiner(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {
    std::stable_sort(pieces_.begin(), pieces_.end(),
                     [](const Piece& a, const Piece& b) { return a.from.name < b.from.name; });
    used_.assign(pieces_.size(), 0);
    for (const Piece& piece : pieces_) ends_.push_back(piece.to.name);
    std::sort(ends_.begin(), ends_.end());
  }

  // Open lines from their beginnings, then closed ones, which repeat their first point.
  std::vector<Polyline> lines() {
    std::vector<Polyline> result;
    for (const bool open : {true, false}) {
      for (std::size_t k = 0; k < pieces_.size(); ++k) {
        const auto start = pieces_[k].from.name;
        if (used_[k] || (open && std::binary_search(ends_.begin(), ends_.end(), start))) continue;
        result.push_back(follow(k));
      }
    }
    return result;
  }

 private:
  Polyline follow(std::size_t k) {
    const auto start = pieces_[k].from.name;
    Polyline line{pieces_[k].from.at};
    while (k < pieces_.size()) {
      used_[k] = 1;
      line.push_back(pieces_[k].to.at);
      if (pieces_[k].to.name == start) break;
      k = unused_from(pieces_[k].to.name);
    }
    return line;
  }

  std::size_t unused_from(std::int64_t name) const {
    const auto found =
        std::lower_bound(pieces_.begin(), pieces_.end(), name,
                         [](const Piece& piece, std::int64_t n) { return piece.from.name < n; });
    for (auto k = static_cast<std::size_t>(found - pieces_.begin());
         k < pieces_.size() && pieces_[k].from.name == name; ++k) {
      if (!used_[k]) return k;
    }
    return pieces_.size();
  }

  std::vector<Piece> pieces_;
  std::vector<char> used_;
  std::vector<std::int64_t> ends_;
};

// Places of at most most + 1 of `count` numbers, spread evenly, with both ends.
std::vector<Index> spread(Index count, Index most) {
  const Index cells = std::min(count - 1, most);
  std::vector<Index> kept;
  for (Index k = 0; k <= cells; ++k) kept.push_back((k * (count - 1) + cells / 2) / cells);
  return kept;
}

}  // namespace

std::vector<Polyline> outlines_above(const ContourGrid& grid, double level) {
  std::vector<Polyline> outlines = Joiner(Tracer(grid, level, true).pieces()).lines();
  for (Polyline& outline : outlines) outline.pop_back();
  return outlines;
}

std::vector<Polyline> level_lines(const ContourGrid& grid, double level) {
  return Joiner(Tracer(grid, level, false).pieces()).lines();
}

ContourGrid thinned(const ContourGrid& grid, Index most) {
  if (grid.x.size() <= most + 1 && grid.y.size() <= most + 1) return grid;
  const auto rows = spread(grid.x.size(), most), columns = spread(grid.y.size(), most);
  return {grid.x(rows), grid.y(columns), grid.values(rows, columns)};
}

}  // namespace carom::report
