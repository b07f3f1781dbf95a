// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Energy is stored where it was taken up. With E_j the energy that contact j took up in
// compression, dE_j = −u_j l_j dP, and R_j what it gave back in release, dR_j = u_j l_j dP, its
// store holds
//   Q_j = e_j² E_j − R_j ≥ 0.
// A contact is *stored* while Q_j > 0. With energy = group all contacts of a coupled group share
// one store, Q = e² ΣE_j − ΣR_j. In scaled units (scaled_points.h).
#pragma once

#include <span>
#include <vector>

#include "carom/laws/regular.h"

namespace carom::law {

class EnergyStores {
 public:
  /// One store per point, or one for all of them; `restitution` per point.
  void begin(std::span<const double> restitution, Regular::Energy energy);
  int count() const { return static_cast<int>(stores_.size()); }
  int store_of(int point) const { return shared_ ? 0 : point; }

  /// Normal work of a piece of compression (E_j grows by −work), or of release (R_j by work).
  void compress(int point, double work) { at(store_of(point)).taken -= work; }
  void release(int point, double work) { at(store_of(point)).returned += work; }
  /// Q of a store.
  double left(int store) const {
    const Store& s = stores_[static_cast<std::size_t>(store)];
    return s.square * s.taken - s.returned;
  }
  /// Nothing is left in it, whatever rounding says.
  void empty(int store) {
    Store& s = at(store);
    s.returned = s.square * s.taken;
  }
  /// Decides which points are stored; true if any is. Stores with less than `nothing` are empty.
  bool settle(double nothing = exact);
  /// That of an exact integration: the energy of a scaled speed of 1e-10, half the tolerance of a
  /// tie, so that a contact that only touched is not stored.
  static constexpr double exact = 1e-20;
  bool stored(int point) const { return stored_[static_cast<std::size_t>(point)] != 0; }
  bool filled(int store) const { return stores_[static_cast<std::size_t>(store)].filled; }
  const std::vector<char>& stored() const { return stored_; }

 private:
  struct Store {
    double square = 0.0;  ///< e²
    double taken = 0.0, returned = 0.0;
    bool filled = false;
  };
  Store& at(int store) { return stores_[static_cast<std::size_t>(store)]; }

  std::vector<Store> stores_;
  std::vector<char> stored_;  // per point
  bool shared_ = false;
};

}  // namespace carom::law
