// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The first instant of a trial step at which an open contact closes.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "simulation/integrator.h"

namespace carom::simulation {

class ClosingScan {
 public:
  /// `gaps`: at the node. `watched`: contacts looked at. `touching`: within this a contact counts
  /// as closed at the node, and must open before it can close. No value: none closes in (0, h].
  /// `failed` is set where the integrator gave no state.
  std::optional<double> first(Integrator& integrator, double h, const Eigen::VectorXd& gaps,
                              const std::vector<bool>& watched, double touching, bool& failed);

 private:
  double gap(Integrator& integrator, double s, Eigen::Index contact, bool& failed);
  double closing(Integrator& integrator, double h, double right, Eigen::Index contact,
                 double touching, bool& failed);
  std::optional<double> dip(Integrator& integrator, double h, Eigen::Index contact, bool& failed);

  Eigen::VectorXd start_, middle_, end_, trial_;
};

}  // namespace carom::simulation
