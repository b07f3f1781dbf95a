// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The contacts of a model at a node of its motion. Input: the node's state. Output: gaps, rates and
// slips; which contacts are closed, which of them approach; which are sustained from here on, at
// rest or sliding (modes.h), and what that changes (closes, opens, sticks, slips).
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "model/contact_geometry.h"
#include "simulation/contact/held_dynamics.h"
#include "simulation/contact/modes.h"

namespace carom::simulation {

/// A sliding contact whose slip turned back: that ended the part of a step before the node.
struct SlipTurn {
  int contact = -1;   ///< -1: none.
  double from = 0.0;  ///< Its slip at the node before.
};

class NodeContacts {
 public:
  /// Both must outlive it.
  NodeContacts(const Model& model, const SimulationOptions& options);

  /// The largest speeds of a contact so far: along its normal as a sum of sizes, and of slip.
  double closing_speed() const { return closing_speed_; }
  double slipping_speed() const { return slipping_speed_; }
  /// Slower than this a contact neither closes nor opens nor slips.
  double rest_speed() const;

  /// Gaps, and slips of sustained contacts, at the node.
  void measure(const FramePlacements& placements, const State& node);
  const Eigen::VectorXd& gaps() const { return gaps_; }
  /// Of sustained contact `index`, along its tangents; 0 where it sticks.
  const Eigen::Vector2d& slip(std::size_t index) const { return slip_[index]; }
  /// Of any contact at any state.
  Eigen::Vector2d slip_of(int contact, const State& there);

  /// Within `touching`, or sustained.
  std::vector<int> closed() const;
  /// Sets rates() of the closed contacts; whether one approaches.
  bool approaching(const std::vector<int>& closed, const State& node);
  const Eigen::VectorXd& rates() const { return rates_; }  ///< Of gaps; 0 of open contacts.

  /// Of the closed contacts that neither approach nor leave, the active ones are sustained from
  /// here on, and the node is projected on them. After approaching(). False: trouble().
  bool sustain(double time, const std::vector<int>& closed, const SlipTurn& turn, State& node);
  /// The contact whose slip sustain() had to end by impulses, since friction admits no forces there
  /// (modes.h); -1: none. The node's velocity has jumped.
  int jammed() const { return jammed_; }
  /// Directions of slip at the node (HeldDynamics::mark_node). False: trouble().
  bool mark_node(double time, const State& node);
  /// Whether the modes at `there` differ from those of the node; sustained contacts stay as they
  /// are. True, too, where no forces are found.
  bool modes_differ(double time_there, const State& there, double time, const State& node);
  const std::vector<HeldContact>& held() const { return dynamics_.held(); }
  HeldDynamics& dynamics() { return dynamics_; }
  /// What has changed since `before` was sustained.
  void note_changes(const std::vector<HeldContact>& before, double time,
                    std::vector<ContactEvent>& events) const;

  /// Contacts to look at for closing: all but the sustained ones.
  const std::vector<bool>& watched() const { return watched_; }
  void watch();
  /// Closed contacts are not watched until the next watch().
  void ignore_closed();
  bool ignores() const { return ignores_; }

  void begin_step();  ///< Of the grid.
  void resume(const SimulationCheckpoint& checkpoint, const EventMemory& memory);
  ModelWorkspace& workspace();  ///< Dense; made when first needed.
  const std::string& trouble() const { return trouble_; }

 private:
  std::vector<ContactModes::Candidate> candidates_at(const std::vector<int>& closed,
                                                     const SlipTurn& turn, const State& node);
  bool unjam(double time, const std::vector<int>& closed, State& node);
  bool comes_to_rest(int contact, double slipping, const SlipTurn& turn);
  ContactModes& modes();

  const Model& model_;
  const SimulationOptions& options_;
  HeldDynamics dynamics_;
  ContactGeometry geometry_;
  std::unique_ptr<ModelWorkspace> workspace_;
  std::unique_ptr<ContactModes> modes_;
  Eigen::VectorXd gaps_, rates_;
  std::vector<Eigen::Vector2d> slip_;  // one per sustained contact
  std::vector<bool> watched_;
  std::vector<int> turns_;  // of each contact's slip within this step of the grid
  Eigen::MatrixXd rows_;
  double closing_speed_ = 0.0, slipping_speed_ = 0.0;
  bool ignores_ = false;
  int jammed_ = -1;
  std::string trouble_;
};

}  // namespace carom::simulation
