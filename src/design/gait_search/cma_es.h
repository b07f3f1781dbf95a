// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Least values of a function that may be rough, by evolution: CMA-ES of N. Hansen, "The CMA
// evolution strategy: a tutorial", arXiv:1604.00772, appendix A, with positive weights; restarts
// with twice the population of A. Auger and N. Hansen, CEC 2005. Input: a start, bounds, a seed.
// Output: candidates to ask for; the ranks of their values alone lead on.
//
// A generation: λ candidates x = m + σ y, y ~ N(0, C), ranked by value; w: weights of the best µ,
// falling as ln rank, µ_eff = 1/Σw²; n coordinates.
//   ȳ = Σ wᵢ yᵢ,  m ← m + σ ȳ
//   p_σ ← (1−c_σ) p_σ + √(c_σ (2−c_σ) µ_eff) C^(−½) ȳ     steps summed, in coordinates with C = 1
//   p_c ← (1−c_c) p_c + h √(c_c (2−c_c) µ_eff) ȳ          h = 0 while p_σ is long, else 1
//   C ← (1−c₁−c_µ + (1−h) c₁ c_c (2−c_c)) C + c₁ p_c p_cᵀ + c_µ Σ wᵢ yᵢ yᵢᵀ
//   σ ← σ exp(c_σ/d_σ (‖p_σ‖/χ − 1))                      χ: expected length of N(0, 1)
// Where selection does not matter √µ_eff C^(−½) ȳ is N(0, 1) and p_σ keeps the length χ: a longer
// path says that steps agree, and σ grows. p_c pᵀ_c (rank one) learns the direction in which they
// agree, Σ w y yᵀ (rank µ) the shape of the better half. The c are rates of learning (table 1).
//
// Departures: bounds are met by reflection, as a mirror at each bound would; the strategy goes on
// with the unreflected x, so that its moments stay those of a normal distribution. No coordinate
// spreads by more than half of what its bounds leave. With the same seed and values it asks for the
// same bits: a search that was interrupted goes on by telling it again what it was told.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace carom::design {

struct CmaOptions {
  int population = 0;  ///< 0: 4 + ⌊3 ln n⌋.
  double step = 1.0;   ///< σ of the first generation: a coordinate's usual change.
  std::uint64_t seed = 0;
  Eigen::VectorXd lower = {}, upper = {};  ///< Of coordinates; empty: none.
  /// It starts again where the spread of coordinates falls below this share of the first one, or
  /// values of a generation and of the best of some before differ by less than `flat`.
  double narrow = 1e-12, flat = 1e-12;
};

class CmaEs {
 public:
  CmaEs(const Eigen::VectorXd& start, CmaOptions options);

  /// Candidates of this generation, a column each; the same until tell().
  const Eigen::MatrixXd& ask() const { return asked_; }
  /// Their values; what is not finite counts as worst.
  void tell(const Eigen::VectorXd& values);

  int generation() const { return generation_; }  ///< Counted from 0, over all restarts.
  int restarts() const { return restarts_; }
  double step() const { return sigma_; }
  const Eigen::VectorXd& mean() const { return mean_; }

 private:
  void begin(int population);
  void draw();
  void update(const std::vector<Eigen::Index>& order);
  void limit_spread();
  bool is_stuck(const Eigen::VectorXd& values);
  Eigen::VectorXd fresh_mean();

  CmaOptions options_;
  Eigen::VectorXd start_;
  base::Random random_;
  int generation_ = 0, restarts_ = 0, age_ = 0;  // age: generations since the last restart

  // What follows from the population: Table 1.
  Eigen::VectorXd weights_;
  double effective_ = 0.0;  // µ_eff
  double c_sigma_ = 0.0, d_sigma_ = 0.0, c_c_ = 0.0, c_1_ = 0.0, c_mu_ = 0.0, chi_ = 0.0;

  Eigen::VectorXd mean_, path_sigma_, path_c_, lengths_;  // lengths: √ of the eigenvalues of C
  Eigen::MatrixXd covariance_, axes_;                     // axes: its eigenvectors
  double sigma_ = 1.0;
  Eigen::MatrixXd steps_, asked_;  // y, and x within the bounds
  std::vector<double> bests_;      // of generations since the last restart
};

}  // namespace carom::design
