// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What Workspace holds: the vectors and solvers of the laws.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "carom/law.h"
#include "law/rows/coupled_groups.h"
#include "solver/least_norm.h"
#include "solver/nonnegative_least_squares.h"
#include "solver/orthogonal_basis.h"

namespace carom {

namespace law {
class EventFlow;
class LayerFlow;
struct SlipShareScratch;
struct NewtonScratch;
struct CompliantScratch;
}  // namespace law

struct Workspace::Scratch {
  Eigen::VectorXd approach;  ///< ⟨p,uᵢ⟩ during a sequence
  Eigen::VectorXd lambda;    ///< momentum gained along each unit normal
  Eigen::VectorXd factor;    ///< κᵢ = 1 + Newton coefficient
  Eigen::VectorXd target;    ///< right-hand side of a projection
  Eigen::VectorXd plastic_approach, difference;
  std::vector<char> fading;  ///< contacts of an inelastic collapse
  solver::NonnegativeLeastSquares projection;
  solver::LeastNorm least_norm;
  solver::OrthogonalBasis basis;
  law::CoupledGroups groups;
  // Made by the law that needs it, at its first use.
  std::shared_ptr<law::EventFlow> event_flow;
  std::shared_ptr<law::LayerFlow> layer_flow;
  std::shared_ptr<law::SlipShareScratch> slip_share;
  std::shared_ptr<law::NewtonScratch> newton;  ///< Also of poisson.
  std::shared_ptr<law::CompliantScratch> compliant;
};

}  // namespace carom
