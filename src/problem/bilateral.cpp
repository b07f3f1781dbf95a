// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "problem/bilateral.h"

#include <cmath>

namespace carom::problem {
namespace {

/// A unit row whose new part is not longer than this depends on the others.
/// As OrthogonalBasis::dependence: rounding leaves 1e-16 to 1e-15, and R⁻¹ keeps six digits at the
/// worst.
constexpr double dependence = 1e-10;
/// A contact row of which not more than this share is left is held fast.
/// Of its length: what rounding and the basis leave of a row in its span, with the same room.
constexpr double held = 1e-10;

}  // namespace

// Pivoted Gram–Schmidt, every new direction orthogonalised twice. Rows that are not in the basis
// yet keep their whole length, in their own places: b̂ᵢ = Σ R(k,i) Q(k).
int Bilateral::orthonormalise() {
  for (Eigen::Index i = 0; i < count_; ++i) {
    length(i) = basis(i).norm();
    basis(i) /= length(i);
    for (Eigen::Index k = 0; k < count_; ++k) R(k, i) = T(k, i) = 0.0;
  }
  // Basis rows stand first; column i of R belongs to the row that was given as number order(i).
  // The order is kept in the last scratch column until the basis is complete.
  for (Eigen::Index i = 0; i < count_; ++i) coefficient(i) = static_cast<double>(i);
  for (rank_ = 0; rank_ < count_; ++rank_) {
    Eigen::Index pivot = rank_;
    double longest = -1.0;
    for (Eigen::Index i = rank_; i < count_; ++i) {
      const double rest = basis(i).norm();
      if (rest > longest) longest = rest, pivot = i;
    }
    if (!(longest > dependence)) break;
    swap(rank_, pivot);
    const auto given = static_cast<Eigen::Index>(coefficient(rank_));
    for (Eigen::Index k = 0; k < rank_; ++k) {
      const double overlap = basis(k).dot(basis(rank_));
      R(k, given) += overlap;
      basis(rank_) -= overlap * basis(k);
    }
    const double rest = basis(rank_).norm();
    R(rank_, given) = rest;
    basis(rank_) /= rest;
    for (Eigen::Index i = rank_ + 1; i < count_; ++i) {
      const double overlap = basis(rank_).dot(basis(i));
      R(rank_, static_cast<Eigen::Index>(coefficient(i))) = overlap;
      basis(i) -= overlap * basis(rank_);
    }
  }
  factor_reaction();
  return static_cast<int>(rank_);
}

void Bilateral::swap(Eigen::Index k, Eigen::Index other) {
  if (k == other) return;
  basis(k).swap(basis(other));
  std::swap(coefficient(k), coefficient(other));
}

// R = T Z by Gram–Schmidt on its rows; Z replaces R.
void Bilateral::factor_reaction() {
  const auto Z = [&](Eigen::Index k) { return storage_.row(first_ + k).segment(n_, count_); };
  for (Eigen::Index k = 0; k < rank_; ++k) {
    for (int pass = 0; pass < 2; ++pass) {
      for (Eigen::Index l = 0; l < k; ++l) {
        const double overlap = Z(l).dot(Z(k));
        T(k, l) += overlap;
        Z(k) -= overlap * Z(l);
      }
    }
    T(k, k) = Z(k).norm();
    Z(k) /= T(k, k);
  }
}

bool Bilateral::project(Eigen::Index contact, Eigen::Ref<Eigen::VectorXd> reaction) {
  const double whole = row(contact).norm();
  reaction.setZero();
  for (int pass = 0; pass < 2; ++pass) {
    for (Eigen::Index k = 0; k < rank_; ++k) coefficient(k) = basis(k).dot(row(contact));
    for (Eigen::Index k = 0; k < rank_; ++k) row(contact) -= coefficient(k) * basis(k);
    for (Eigen::Index k = 0; k < rank_; ++k) {
      for (Eigen::Index l = 0; l < k; ++l) coefficient(k) -= T(k, l) * coefficient(l);
      coefficient(k) /= T(k, k);
    }
    for (Eigen::Index i = 0; i < count_; ++i)
      for (Eigen::Index k = 0; k < rank_; ++k) reaction[i] -= R(k, i) * coefficient(k) / length(i);
  }
  if (row(contact).norm() > held * whole) return true;
  row(contact).setZero();
  return false;
}

}  // namespace carom::problem
