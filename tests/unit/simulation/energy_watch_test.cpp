// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// When the energy of a run has left all reason: ten times what there is to move with, whatever the
// unit and the zero of the potential.
#include "simulation/energy_watch.h"

#include <gtest/gtest.h>

#include <limits>

namespace carom::simulation {
namespace {

/// 3 J moving, gravity at `zero`, all in units of `unit`: falls by 2, motors put in 1, so A = 6 and
/// energies up to 3 + 1 + 60 have a reason.
bool reasonable(double energy, double unit, double zero) {
  EnergyWatch watch;
  watch.start(unit * (3.0 + zero), unit * zero, 0.0);
  watch.take(unit * (3.0 + zero), unit * (zero - 2.0), unit);
  return watch.take(unit * (energy + zero), unit * zero, -5.0 * unit);
}

TEST(EnergyWatch, TenTimesWhatThereIs) {
  for (const double unit : {1e-9, 1.0, 1e12}) {
    for (const double zero : {0.0, -700.0, 300.0}) {
      EXPECT_TRUE(reasonable(63.9, unit, zero));
      EXPECT_FALSE(reasonable(64.1, unit, zero));
      EXPECT_TRUE(reasonable(-50.0, unit, zero)) << "losses need no reason";
    }
  }
  EXPECT_FALSE(reasonable(std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0));
}

TEST(EnergyWatch, RoundingAtRestIsNoEnergy) {
  EnergyWatch watch;
  watch.start(-3.0, -3.0, 1e-12);
  EXPECT_TRUE(watch.take(-3.0 + 4e-16, -3.0, 0.0));
  EXPECT_FALSE(watch.take(-3.0 + 1e-10, -3.0, 0.0));
}

TEST(EnergyWatch, GoesOnFromItsMemory) {
  EnergyWatch watch, other;
  watch.start(5.0, 2.0, 1e-3);
  watch.take(5.0, 0.5, 0.25);
  other.set_memory(watch.memory());
  EXPECT_EQ(other.available(), watch.available());
  EXPECT_EQ(other.available(), 3.0 + 0.25 + 1.5 + 1e-3);
}

}  // namespace
}  // namespace carom::simulation
