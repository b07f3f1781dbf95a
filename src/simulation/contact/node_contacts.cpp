// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts at a node (node_contacts.h).
#include "simulation/contact/node_contacts.h"

#include <algorithm>
#include <cmath>

namespace carom::simulation {

using Eigen::Vector2d;
using Eigen::VectorXd;

namespace {
// Of the largest speed seen: a contact neither closes, opens nor slips. Rates are sums of products
// whose rounding is 1e-16 of that speed, grown by the condition of M where an impact was solved:
// below that, what an impact leaves of an approach would be another impact at the same instant; far
// above, slow bounces would be swallowed.
constexpr double rest_share = 1e-9;
// Of the slip at the node before: what is left across it where a slip turns back is none.
constexpr double stops = 1e-3;
// Of a slip within one step of the grid; then it has come to rest. In space a slip that ends turns
// around zero without end (see comes_to_rest): this ends it.
constexpr int most_turns = 3;
}  // namespace

NodeContacts::NodeContacts(const Model& model, const SimulationOptions& options)
    : model_(model), options_(options), dynamics_(model, options.controller), geometry_(model) {
  turns_.assign(model.contacts().size(), 0);
  gaps_ = VectorXd::Zero(static_cast<Eigen::Index>(model.contacts().size()));
  watch();
}

/// Turns of slips are counted within one step of the grid.
void NodeContacts::begin_step() { turns_.assign(turns_.size(), 0); }

void NodeContacts::resume(const SimulationCheckpoint& checkpoint, const EventMemory& memory) {
  closing_speed_ = memory.closing_speed;
  slipping_speed_ = memory.slipping_speed;
  dynamics_.hold(checkpoint.held);
  watch();
}

ModelWorkspace& NodeContacts::workspace() {
  if (!workspace_) workspace_ = std::make_unique<ModelWorkspace>(model_);
  return *workspace_;
}

ContactModes& NodeContacts::modes() {
  if (!modes_) modes_ = std::make_unique<ContactModes>(model_);
  return *modes_;
}

/// A fall of one step counts as a speed too, for starts at rest.
double NodeContacts::rest_speed() const {
  return rest_share *
         std::max({closing_speed_, slipping_speed_, options_.step * model_.gravity().norm()});
}

/// Slips J_t v [m/s] are those of sliding contacts; the largest ever seen sets what counts as no
/// slip.
void NodeContacts::measure(const FramePlacements& placements, const State& node) {
  geometry_.gaps(placements, node.q, gaps_);
  slip_.assign(held().size(), Vector2d::Zero());
  for (std::size_t k = 0; k < slip_.size(); ++k) {
    if (!held()[k].sticks) slip_[k] = slip_of(held()[k].contact, node);
    slipping_speed_ = std::max(slipping_speed_, slip_[k].norm());
  }
}

/// J_t v [m/s].
Vector2d NodeContacts::slip_of(int contact, const State& there) {
  const int count = model_.contacts()[static_cast<std::size_t>(contact)].tangents;
  workspace().set_configuration(there.q);
  rows_.resize(3, model_.velocity_size());
  workspace().contact_rows(contact, rows_.topRows(1 + count));
  Vector2d result = Vector2d::Zero();
  for (int k = 0; k < count; ++k) result[k] = rows_.row(1 + k).dot(there.v);
  return result;
}

std::vector<int> NodeContacts::closed() const {
  std::vector<int> closed;
  for (int k = 0; k < static_cast<int>(gaps_.size()); ++k) {
    // A sustained contact stays closed even where projection leaves it above `touching`.
    const bool kept = std::any_of(held().begin(), held().end(),
                                  [&](const HeldContact& held) { return held.contact == k; });
    if (kept || gaps_[k] <= options_.touching) closed.push_back(k);
  }
  return closed;
}

bool NodeContacts::approaching(const std::vector<int>& closed, const State& node) {
  // Rates are J_n v [m/s], at the node's own configuration.
  workspace().set_configuration(node.q);
  rates_ = VectorXd::Zero(gaps_.size());
  rows_.resize(3, model_.velocity_size());
  double lowest = 0.0;
  for (const int k : closed) {
    workspace().contact_rows(k, rows_.topRows(1));
    rates_[k] = rows_.row(0).dot(node.v);
    // Sizes are summed: the rate itself may be the small difference of large speeds, and what is
    // rounding in it is a share of those.
    closing_speed_ = std::max(closing_speed_, rows_.row(0).cwiseAbs().dot(node.v.cwiseAbs()));
    lowest = std::min(lowest, rates_[k]);
  }
  return lowest < -rest_speed();
}

/// Whether a slip is over: it is zero; or it has turned back, with next to nothing across its old
/// direction. In space a slip that ends turns ever faster around zero: it may not do so for ever.
bool NodeContacts::comes_to_rest(int contact, double slipping, const SlipTurn& turn) {
  if (slipping <= rest_speed()) return true;
  if (contact != turn.contact) return false;
  return slipping <= stops * turn.from || ++turns_[static_cast<std::size_t>(contact)] >= most_turns;
}

/// Closed contacts without rate. One that stuck before keeps its anchor, so that rest over many
/// nodes does not creep.
std::vector<ContactModes::Candidate> NodeContacts::candidates_at(const std::vector<int>& closed,
                                                                 const SlipTurn& turn,
                                                                 const State& node) {
  workspace().set_configuration(node.q);
  std::vector<ContactModes::Candidate> candidates;
  for (const int k : closed) {
    // A contact that leaves is not sustained: forces change its rate in time, not at once.
    if (std::abs(rates_[k]) > rest_speed()) continue;
    ContactModes::Candidate candidate;
    candidate.contact = k;
    const double slipping = slip_of(k, node).norm();
    slipping_speed_ = std::max(slipping_speed_, slipping);
    candidate.rests = comes_to_rest(k, slipping, turn);
    candidate.anchor = workspace().contact_point(k);
    for (const HeldContact& kept : held()) {
      if (kept.contact == k && kept.sticks && candidate.rests) candidate.anchor = kept.anchor;
    }
    candidates.push_back(candidate);
  }
  return candidates;
}

/// Where a slip admits no forces (Painlevé: a rod pushed along its tip, which friction presses down
/// the harder it slides), rigid bodies jam: forces without bound end the slip at once (Génot and
/// Brogliato 1999, an impact without collision). The impulse that stops the contact alone is within
/// its cone then: ‖p_t‖/p_n = G_nn/|G_nt| <= μ is what leaves the slip without forces. Contacts
/// that it makes approach have an impact of their own.
bool NodeContacts::unjam(double time, const std::vector<int>& closed, State& node) {
  // One after the other, the fastest first; those before it stay where they stopped.
  std::vector<HeldContact> stopped;
  while (stopped.size() < closed.size() && modes().jams()) {
    HeldContact fastest;
    double slip = rest_speed();
    for (const ContactModes::Candidate& candidate : candidates_at(closed, {}, node)) {
      const double here = slip_of(candidate.contact, node).norm();
      const bool rough =
          model_.contacts()[static_cast<std::size_t>(candidate.contact)].friction > 0.0;
      if (!rough || here <= slip) continue;
      slip = here;
      fastest = {.contact = candidate.contact, .sticks = true, .anchor = candidate.anchor};
    }
    if (slip <= rest_speed()) return false;
    stopped.push_back(fastest);
    dynamics_.hold(stopped);
    if (!dynamics_.project(node)) return false;
    jammed_ = fastest.contact;
    approaching(closed, node);
    if (modes().resolve(time, node, candidates_at(closed, {}, node), dynamics_)) return true;
  }
  return false;
}

bool NodeContacts::sustain(double time, const std::vector<int>& closed, const SlipTurn& turn,
                           State& node) {
  jammed_ = -1;
  const bool found = modes().resolve(time, node, candidates_at(closed, turn, node), dynamics_);
  if (!found && !(modes().jams() && unjam(time, closed, node))) {
    trouble_ = modes().trouble();
    return false;
  }
  // φ = 0 and J v = 0 at the node: the integrators keep both from here on only if they hold at the
  // start.
  if (!held().empty() && !dynamics_.project(node)) {
    trouble_ = "held contacts cannot be kept together: " + dynamics_.trouble();
    return false;
  }
  watch();
  return true;
}

/// Without sustained contacts there are no slips to mark, and no dense matrices are made.
bool NodeContacts::mark_node(double time, const State& node) {
  if (held().empty() || dynamics_.mark_node(time, node.q, node.v)) return true;
  trouble_ = dynamics_.trouble();
  return false;
}

bool NodeContacts::modes_differ(double time_there, const State& there, double time,
                                const State& node) {
  const std::vector<HeldContact> now = held();
  std::vector<ContactModes::Candidate> candidates;
  for (const HeldContact& held : now) {
    candidates.push_back({.contact = held.contact, .rests = held.sticks, .anchor = held.anchor});
  }
  // A trial: resolve() leaves `dynamics_` with the modes found there. What the node holds is put
  // back, directions of slip included.
  const bool found = modes().resolve(time_there, there, candidates, dynamics_);
  const std::vector<HeldContact> then = modes().held();
  dynamics_.hold(now);
  dynamics_.mark_node(time, node.q, node.v);
  return !found || !std::equal(now.begin(), now.end(), then.begin(), then.end(),
                               [](const HeldContact& a, const HeldContact& b) {
                                 return a.sticks == b.sticks;
                               });
}

/// A sustained contact is kept at gap 0 by its force: the rounding of its gap would look like a
/// closing.
void NodeContacts::watch() {
  ignores_ = false;
  watched_.assign(static_cast<std::size_t>(gaps_.size()), true);
  for (const HeldContact& kept : held()) watched_[static_cast<std::size_t>(kept.contact)] = false;
}

/// Against an event at the node that changes nothing and would be found again for ever.
void NodeContacts::ignore_closed() {
  for (const int k : closed()) watched_[static_cast<std::size_t>(k)] = false;
  ignores_ = true;
}

void NodeContacts::note_changes(const std::vector<HeldContact>& before, double time,
                                std::vector<ContactEvent>& events) const {
  const auto find = [](const std::vector<HeldContact>& list, int contact) {
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const HeldContact& held) { return held.contact == contact; });
    return found == list.end() ? nullptr : &*found;
  };
  const auto add = [&](ContactEvent::Kind kind, int contact) {
    events.push_back({.kind = kind, .time = time, .contact = contact});
  };
  // One contact may close and slip at the same node: two events.
  for (int k = 0; k < static_cast<int>(gaps_.size()); ++k) {
    const HeldContact* was = find(before, k);
    const HeldContact* is = find(held(), k);
    if (was != nullptr && is == nullptr) add(ContactEvent::Kind::opens, k);
    if (is == nullptr) continue;
    if (was == nullptr) add(ContactEvent::Kind::closes, k);
    // Slip and stick are events of contacts with friction alone; one without it always slides.
    const bool rough = model_.contacts()[static_cast<std::size_t>(k)].friction > 0.0;
    if (rough && (was == nullptr || was->sticks != is->sticks)) {
      add(is->sticks ? ContactEvent::Kind::sticks : ContactEvent::Kind::slips, k);
    }
  }
}

}  // namespace carom::simulation
