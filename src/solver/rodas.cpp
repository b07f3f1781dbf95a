// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Coefficients of RODAS in the form without matrix products (Hairer & Wanner, section IV.7, and
// their program RODAS). The last stage starts from the embedded result, so a_6 is a_5 with 1
// appended; the result is that plus k_6, so k_6 is the error estimate.
#include "solver/rodas.h"

namespace carom::solver {
namespace {

constexpr double rodas_gamma = 0.25;
constexpr double rodas_a[5][4] = {
    {},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950}};
constexpr double rodas_c[6][5] = {
    {},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054}};
constexpr double rodas_dense[2][5] = {{10.12623508344586, -7.487995877610167, -34.80091861555747,
                                       -7.992771707568823, 1.025137723295662},
                                      {-0.6762803392801253, 6.087714651680015, 16.43084320892478,
                                       24.76722511418386, -6.594389125716872}};

}  // namespace

void Rodas::resize(Eigen::Index states, Eigen::Index size) {
  states_ = states;
  size_ = size;
  for (auto* v : {&start_, &argument_, &first_rate_, &rate_, &result_, &dense_a_, &dense_b_})
    v->resize(size);
  for (auto& k : k_) k.resize(size);
  // Rows: all entries; columns: the state, as f depends on nothing else.
  derivative_.setZero(size, states);
}

bool Rodas::factor(double h) {
  // E = I/(γh) − ∂f/∂y of the state's rows, the same for all six stages: one factorisation per
  // attempt. The quadratures' block would be I/(γh), and needs none.
  auto& E = lu_.matrix();
  E.resize(states_, states_);
  const double shift = 1.0 / (rodas_gamma * h);
  for (Eigen::Index j = 0; j < states_; ++j) {
    for (Eigen::Index i = 0; i < states_; ++i) E(i, j) = -derivative_(i, j);
    E(j, j) += shift;
  }
  return lu_.factor();
}

void Rodas::form_argument(int stage) {
  // a_6 is a_5 with 1 appended: the argument of stage 5 is still there.
  if (stage == stages - 1) {
    argument_ += k_[stages - 2];
    return;
  }
  // y + Σ aᵢⱼkⱼ.
  argument_ = start_;
  for (int j = 0; j < stage; ++j) argument_ += rodas_a[stage][j] * k_[static_cast<std::size_t>(j)];
}

// The quadratures' rows of the stage equation are explicit once the state's part is known.
void Rodas::solve_stage(int stage, double h) {
  // (I/(γh) − ∂f/∂y) kᵢ = f(y + Σ aᵢⱼkⱼ) + Σ cᵢⱼkⱼ/h: the right-hand side, then E⁻¹ on the state's
  // entries, which are the first ones.
  auto& k = k_[static_cast<std::size_t>(stage)];
  k = rate_;
  for (int j = 0; j < stage; ++j) k += (rodas_c[stage][j] / h) * k_[static_cast<std::size_t>(j)];
  lu_.solve(k.data());
  // A quadrature's row reads kᵢ/(γh) − Σ (∂f/∂state) k_state = right-hand side.
  for (Eigen::Index j = 0; j < states_; ++j)
    for (Eigen::Index i = states_; i < size_; ++i) k[i] += derivative_(i, j) * k[j];
  for (Eigen::Index i = states_; i < size_; ++i) k[i] *= rodas_gamma * h;
}

bool Rodas::finish() {
  // The argument of the last stage is the embedded result, of order 3; the result is that plus k_6,
  // which is thus the difference of the two: error().
  result_ = argument_ + k_[stages - 1];
  // Two more combinations of the stages, of which interpolate() makes a polynomial of order 3 that
  // meets both ends of the step.
  dense_a_.setZero();
  dense_b_.setZero();
  for (std::size_t j = 0; j + 1 < stages; ++j) {
    dense_a_ += rodas_dense[0][j] * k_[j];
    dense_b_ += rodas_dense[1][j] * k_[j];
  }
  return result_.allFinite();
}

}  // namespace carom::solver
