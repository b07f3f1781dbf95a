// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stores of energy: what is left, when a store is empty, one store per point or one for all.
#include "law/regular/energy_stores.h"

#include <gtest/gtest.h>

#include <array>

namespace carom::test {
namespace {

using law::EnergyStores;

TEST(EnergyStores, EachPointGivesBackWhatItTookUp) {
  EnergyStores stores;
  stores.begin(std::array{0.5, 0.0, 1.0}, Regular::Energy::contact);
  EXPECT_EQ(stores.count(), 3);
  stores.compress(0, -4.0), stores.compress(1, -1.0);
  EXPECT_TRUE(stores.settle());
  EXPECT_TRUE(stores.stored(0));
  EXPECT_FALSE(stores.stored(1)) << "e = 0";
  EXPECT_FALSE(stores.stored(2)) << "took up nothing";
  stores.release(0, 0.25);
  EXPECT_DOUBLE_EQ(stores.left(0), 0.75);
  stores.compress(0, -4.0);  // compression returned: what is stored adds up
  EXPECT_DOUBLE_EQ(stores.left(0), 1.75);
  stores.release(0, 1.75 * (1.0 - 1e-15));
  EXPECT_FALSE(stores.settle()) << "rounding is nothing";
}

TEST(EnergyStores, OneForAll) {
  EnergyStores stores;
  stores.begin(std::array{0.5, 0.5}, Regular::Energy::group);
  EXPECT_EQ(stores.count(), 1);
  stores.compress(0, -4.0);
  EXPECT_TRUE(stores.settle());
  EXPECT_TRUE(stores.stored(1)) << "shares the store of the other";
  stores.release(1, 1.0);
  EXPECT_FALSE(stores.settle());
}

TEST(EnergyStores, SmallEnergiesCountAndCanBeEmptied) {
  EnergyStores stores;
  stores.begin(std::array{0.5}, Regular::Energy::contact);
  stores.compress(0, -4e-12), stores.release(0, 0.25e-12);
  EXPECT_DOUBLE_EQ(stores.left(0), 0.75e-12);
  EXPECT_TRUE(stores.settle());
  stores.empty(0);
  EXPECT_EQ(stores.left(0), 0.0);
  EXPECT_FALSE(stores.settle());
}

}  // namespace
}  // namespace carom::test
