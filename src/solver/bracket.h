// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a function of one number changes its sign between two others: regula falsi, two secants and
// then a bisection, so that three values halve the bracket at least. Some twenty values find a
// smooth root to rounding.
// Beside it stand two searches that are not this one: of the compliant layer (layer_step.cpp),
// where a value is a step that may fail, and of the slip-share law (share_flow.cpp), where a
// step can be stopped by something else than the sign.
#pragma once

namespace carom::solver {

struct BracketEnd {
  double at, value;
};

/// `positive_at_low`: the sign that keeps a value on the side of `low`; where the value there is
/// zero it says which one is meant. Ends with high − low ≤ absolute + relative · high, or after
/// `most` values. Returns the side of `high`.
template <class Value>
double bracket_root(Value value, BracketEnd low, BracketEnd high, bool positive_at_low,
                    double absolute, double relative, int most) {
  for (int i = 0; i < most && high.at - low.at > absolute + relative * high.at; ++i) {
    double x = low.at - low.value * (high.at - low.at) / (high.value - low.value);
    if (i % 3 == 2 || !(x > low.at && x < high.at)) x = 0.5 * (low.at + high.at);
    if (!(x > low.at && x < high.at)) break;  // neighbours
    const double here = value(x);
    if (here == 0.0) return x;
    ((here > 0.0) == positive_at_low ? low : high) = {x, here};
  }
  return high.at;
}

}  // namespace carom::solver
