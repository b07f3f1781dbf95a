// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/energy_stores.h"

namespace carom::law {
namespace {

/// Share of what a store gives back below which it is empty. The event where one store empties is
/// found to rounding; stores that empty together with it (a flat drop on many points) are left with
/// some 1e-15 of their content each. Ten times smaller and they empty one after another, a piece of
/// the impact each; larger values would be lost energy.
constexpr double store_rounding = 1e-13;

}  // namespace

void EnergyStores::begin(std::span<const double> restitution, Regular::Energy energy) {
  shared_ = energy == Regular::Energy::group;
  stored_.assign(restitution.size(), 0);
  stores_.assign(shared_ ? std::size_t{1} : restitution.size(), {});
  // One store for all has one e: run_groups() of regular.cpp has refused groups whose contacts
  // differ, so that of the first point is that of all.
  for (std::size_t s = 0; s < stores_.size(); ++s)
    stores_[s].square = restitution[s] * restitution[s];
}

bool EnergyStores::settle(double nothing) {
  bool any = false;
  for (Store& s : stores_) {
    // Q = e²E − R > 0, beyond rounding of what was stored and beyond what the method resolves at
    // all.
    const double full = s.square * s.taken;
    s.filled = full - s.returned > store_rounding * full + nothing;
    any = any || s.filled;
  }
  for (std::size_t j = 0; j < stored_.size(); ++j)
    stored_[j] = stores_[shared_ ? 0 : j].filled ? 1 : 0;
  return any;
}

}  // namespace carom::law
