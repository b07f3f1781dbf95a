// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The first event of a trial step, at which the step is cut:
//   a contact closes                 (ClosingScan);
//   a slip turns back                root of slip · its direction at the node;
//   a sustained contact would pull, or leave its friction cone: root of what is left to that, if
//                                    the modes at the state change there; else halving.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "carom/model.h"
#include "simulation/contact/node_contacts.h"
#include "simulation/integrator.h"

namespace carom::simulation {

/// The first instant of a trial step at which an open contact closes.
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
  std::optional<double> below_within(Integrator& integrator, Eigen::Index contact, double touching,
                                     bool& failed);

  Eigen::VectorXd start_, middle_, end_, trial_;
  std::vector<double> inner_;   // ends of inner steps of this trial
  Eigen::MatrixXd inner_gaps_;  // a column per end
  bool inner_known_ = false;
};

class EventSearch {
 public:
  /// All must outlive it.
  EventSearch(const Model& model, const SimulationOptions& options, NodeContacts& contacts,
              Integrator& integrator)
      : model_(model), options_(options), contacts_(contacts), integrator_(integrator) {}

  struct Event {
    std::optional<double> at = {};  ///< In (0, size]; none: nothing happens.
    SlipTurn turn = {};             ///< If it is a slip that turns back.
  };
  /// Of the integrator's trial step of this size from `node`. No value: the integrator gave no
  /// state somewhere in it.
  std::optional<Event> first(double time, const State& node, double size);

 private:
  Event first_of_all(double size);
  Event of_sustained(double size);
  State state_at(double s);
  double slip_along(double s, std::size_t index);
  double first_change(double right, double size);
  double margin(double s);
  bool modes_change(double s);

  const Model& model_;
  const SimulationOptions& options_;
  NodeContacts& contacts_;
  Integrator& integrator_;
  ClosingScan scan_;
  double time_ = 0.0;  // of the node
  const State* node_ = nullptr;
};

}  // namespace carom::simulation
