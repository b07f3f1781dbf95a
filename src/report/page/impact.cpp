// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gap rates are J v of the problem's rows. The impulse vector of a contact is n p_n + Σ t_k p_k
// with the model's world normal and tangents; a problem may have dropped or merged tangents along
// which nothing moves, so each of its tangent rows r is traced back as the shortest c with
// Σ c_k (t_kᵀ J) = r.
#include "report/page/impact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "design/landing/spread.h"
#include "model/contact_geometry.h"
#include "report/page/document.h"
#include "solver/decompositions.h"

namespace carom::report {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr std::size_t longest_sequence = 400;  // reflections listed
constexpr std::size_t most_events = 400;
constexpr std::size_t most_shown = 12;
constexpr int ghosts = 9;
// Of the picture's diameter, how far apart ghosts shall be: beside each other, not far away.
constexpr double ghosts_apart = 0.05;
// Likewise: less is a line's width, and no eye tells the ghosts apart.
constexpr double unseen = 0.005;

Json cut(const std::vector<int>& sequence) {
  return Json(std::vector<int>(
      sequence.begin(),
      sequence.begin() + static_cast<std::ptrdiff_t>(std::min(sequence.size(), longest_sequence))));
}

int candidate_of(const ImpactPlace& place, const std::string& name) {
  if (place.drawing == nullptr) return -1;
  const auto& contacts = place.drawing->model().contacts();
  const auto found = std::find_if(contacts.begin(), contacts.end(),
                                  [&](const auto& contact) { return contact.name == name; });
  return found == contacts.end() ? -1 : static_cast<int>(found - contacts.begin());
}

/// The impulse of a contact in the world.
Vector3d impulse_vector(const ImpactProblem& problem, const ContactImpulse& impulse, int contact,
                        int candidate, const std::vector<int>& velocities,
                        const ImpactPlace& place) {
  const ModelWorkspace& workspace = place.drawing->workspace();
  const ContactCandidate& shape =
      place.drawing->model().contacts()[static_cast<std::size_t>(candidate)];
  const Vector3d normal = workspace.contact_normal(candidate);
  Vector3d vector = impulse.normal * normal;
  const auto& tangents = problem.contacts()[static_cast<std::size_t>(contact)].tangents;
  if (shape.tangents == 0 || tangents.rows() == 0 || velocities.empty()) return vector;
  MatrixXd rows(1 + shape.tangents, place.drawing->model().velocity_size());
  workspace.contact_rows(candidate, rows);
  const MatrixXd along = rows.bottomRows(shape.tangents)(Eigen::all, velocities);
  const solver::CompleteOrthogonal traced(along.transpose());
  const Vector3d first = first_tangent(shape.tangent, normal);
  for (int k = 0; k < std::min<int>(impulse.tangent_count, static_cast<int>(tangents.rows()));
       ++k) {
    const VectorXd parts = traced.solve(tangents.row(k).transpose());
    Vector3d direction = parts[0] * first;
    if (shape.tangents > 1) direction += parts[1] * normal.cross(first);
    vector += impulse.tangential[static_cast<std::size_t>(k)] * direction;
  }
  return vector;
}

Json contacts_json(const ImpactProblem& problem, const Outcome& outcome, const ImpactPlace& place) {
  const VectorXd before = problem.contact_jacobian() * problem.velocity();
  const VectorXd after = problem.contact_jacobian() * velocity_after(problem, outcome);
  const std::vector<int> velocities =
      place.drawing == nullptr ? std::vector<int>() : problem_velocities(problem, place);
  Json list = Json::array();
  for (int k = 0; k < problem.contact_count(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const std::string& name = problem.labels()->contacts[at];
    const ContactImpulse impulse =
        outcome.ok() && at < outcome.impulse.size() ? outcome.impulse[at] : ContactImpulse();
    const ContactWork work = outcome.ok() && at < outcome.energy.contacts.size()
                                 ? outcome.energy.contacts[at]
                                 : ContactWork();
    Json tangential = Json::array();
    for (int t = 0; t < impulse.tangent_count; ++t) {
      tangential.push_back(impulse.tangential[static_cast<std::size_t>(t)]);
    }
    const int candidate = candidate_of(place, name);
    Json one = {{"name", name},
                {"candidate", candidate < 0 ? Json(nullptr) : Json(candidate)},
                {"approach", before[problem.normal_row(k)]},
                {"separation", after[problem.normal_row(k)]},
                {"impulse", impulse.normal},
                {"tangential", std::move(tangential)},
                {"point", nullptr},
                {"vector", nullptr},
                {"normal_work", work.normal_work},
                {"friction_work", work.friction_work}};
    // An impulse at a joint's stop is a torque, or a force along its axis: no arrow shows it.
    const bool arrow =
        candidate >= 0 &&
        !std::holds_alternative<JointStop>(
            place.drawing->model().contacts()[static_cast<std::size_t>(candidate)].against);
    if (arrow) {
      one["point"] = list_of(place.drawing->workspace().contact_point(candidate));
      one["vector"] = list_of(impulse_vector(problem, impulse, k, candidate, velocities, place));
    }
    list.push_back(std::move(one));
  }
  return list;
}

Json page_events(const Outcome& outcome) {
  Json list = Json::array();
  for (const Event& event : outcome.events) {
    if (list.size() == most_events) break;
    list.push_back({{"kind", to_string(event.kind)},
                    {"contact", event.contact < 0 ? Json(nullptr) : Json(event.contact)},
                    {"impulse", event.impulse}});
  }
  return list;
}

struct Ranked {
  Branch branch;
  double distance = 0.0;
};

/// The law's own first, then the farthest from it.
std::vector<Ranked> ranked(const ImpactProblem& problem, const Outcome& outcome) {
  const double norm = problem.momentum_norm();
  std::vector<Ranked> others;
  Branch own{.velocity_plus = outcome.velocity_plus,
             .shortest = static_cast<int>(outcome.sequence.size()),
             .longest = static_cast<int>(outcome.sequence.size()),
             .sequence = outcome.sequence};
  for (const Branch& branch : outcome.branches) {
    if (outcome.uniqueness.verdict == Uniqueness::Verdict::unique) break;
    if (branch.velocity_plus.size() != outcome.velocity_plus.size()) continue;
    if (!branch.velocity_plus.allFinite()) continue;
    const double apart = problem.whiten(branch.velocity_plus - outcome.velocity_plus).norm();
    const double distance = norm > 0.0 ? apart / norm : 0.0;
    // Of the incoming momentum. A choice: the same outcome reached by another sequence differs by
    // rounding, about 1e-13; what differs less than this is shown as the same number.
    if (distance <= 1e-9) {
      own.shortest = branch.shortest;
      own.longest = branch.longest;
    } else {
      others.push_back({branch, distance});
    }
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const Ranked& a, const Ranked& b) { return a.distance > b.distance; });
  others.insert(others.begin(), {std::move(own), 0.0});
  if (others.size() > most_shown) others.resize(most_shown);
  return others;
}

/// "40 ms", "1.2 s".
std::string instant_words(double time) {
  return time < 1.0 ? base::number(1000.0 * time, 2) + " ms" : base::number(time, 2) + " s";
}

/// When ghosts are drawn.
struct GhostHorizon {
  double time = 0.0;       ///< After the impact; 0: none are drawn.
  std::string words = {};  ///< For people.
};

/// So long that the outcomes differ visibly, and no longer than a posture stays one (see
/// straight_span). A body that hangs from none moves on as long as its own motion is shown.
GhostHorizon ghost_horizon(const ImpactHead& head, const ImpactPlace& place,
                           const std::vector<VectorXd>& velocities) {
  if (place.drawing == nullptr || velocities.size() < 2) return {};
  PageDrawing& drawing = *place.drawing;
  double longest = head.ghost_time;
  for (const VectorXd& velocity : velocities) {
    if (head.ghost_time > 0.0 && !drawing.articulated()) break;
    const double span = straight_span(place, velocity);
    longest = longest > 0.0 ? std::min(longest, span) : span;
  }
  const auto farthest = [&](double time) {
    const VectorXd own = straight_posture(drawing.model(), place.q, velocities[0], time);
    double most = 0.0;
    for (const VectorXd& velocity : velocities) {
      const VectorXd other = straight_posture(drawing.model(), place.q, velocity, time);
      most = std::max(most, drawing.apart(own, other));
    }
    return most;
  };
  const double size = 2.0 * drawing.radius(), apart = farthest(longest);
  GhostHorizon horizon{.time = longest};
  if (!(apart >= unseen * size)) {
    return {.words = fmt::format(
                "The outcomes are practically one to the eye: {} after the impact they differ by "
                "{} % of the picture. No ghosts are drawn.",
                instant_words(longest), base::number(100.0 * apart / size, 2))};
  }
  // Distances grow nearly evenly while angles are small.
  if (drawing.articulated() && apart > ghosts_apart * size) {
    horizon.time = longest * ghosts_apart * size / apart;
  }
  horizon.words = fmt::format("Ghosts: each outcome {} after the impact, if nothing else acted.",
                              instant_words(horizon.time));
  return horizon;
}

/// `horizon`: is set.
Json branches_json(const ImpactHead& head, const ImpactProblem& problem, const Outcome& outcome,
                   const ImpactPlace& place, GhostHorizon& horizon) {
  Json list = Json::array();
  if (!outcome.ok()) return list;
  std::vector<Ranked> all = ranked(problem, outcome);
  std::vector<VectorXd> velocities;
  for (const Ranked& one : all) {
    if (place.drawing == nullptr) break;
    velocities.push_back(model_velocity(problem, one.branch.velocity_plus, place));
  }
  horizon = ghost_horizon(head, place, velocities);
  const double time = horizon.time;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto& [branch, distance] = all[k];
    std::vector<double> times;
    std::vector<float> poses, points;
    for (int step = 0; step < ghosts && time > 0.0; ++step) {
      times.push_back(time * step / (ghosts - 1));
      const Model& model = place.drawing->model();
      place.drawing->place(straight_posture(model, place.q, velocities[k], times.back()), poses,
                           points);
    }
    list.push_back(
        {{"label", k == 0 ? std::string("the law's own") : fmt::format("outcome {}", k + 1)},
         {"velocity", list_of(branch.velocity_plus)},
         {"distance", distance},
         {"sequence", cut(branch.sequence)},
         {"shortest", branch.shortest},
         {"longest", branch.longest},
         {"ghost_times", times},
         {"poses", packed(poses)}});
  }
  return list;
}

}  // namespace

namespace {

/// How well defined the impact is; null: not asked.
Json practical_json(const Outcome& outcome) {
  const auto grade = outcome.practical ? outcome.practical->grade() : std::nullopt;
  if (!grade) return nullptr;
  const bool some = outcome.practical->value() > 0.0;
  return {{"verdict", to_string(*grade)},
          {"words", outcome.practical->sentence()},
          {"distances", some ? outcome::distances(*outcome.practical) : std::string()}};
}

}  // namespace

std::string verdict_words(const Uniqueness& uniqueness) {
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::unique: return "The only outcome";
    case Uniqueness::Verdict::several:
      return fmt::format("One of {}{} outcomes", uniqueness.complete ? "" : "at least ",
                         base::number(uniqueness.outcomes, 12));
    case Uniqueness::Verdict::not_checked: break;
  }
  return "Not checked";
}

std::string law_words(const Outcome& outcome) {
  if (!outcome.law) return "";
  std::string words = outcome.law->name;
  if (outcome.restitution) {
    words += fmt::format(", restitution {}", base::number(*outcome.restitution));
  }
  for (const auto& [name, value] : outcome.law->parameters) {
    const auto* word = std::get_if<std::string>(&value);
    const bool usual = word != nullptr && *word == "most_violated";
    if (name == "restitution" || name == "seed" || usual) continue;
    words += fmt::format(", {} {}", name,
                         word != nullptr ? *word : base::number(std::get<double>(value)));
  }
  return words;
}

std::uint8_t verdict_byte(const Outcome& outcome) {
  const auto grade = outcome.practical ? outcome.practical->grade() : std::nullopt;
  if (grade) {
    switch (*grade) {
      case Practical::one: return 1;
      case Practical::several: return 2;
      case Practical::slight: return 3;
    }
  }
  switch (outcome.uniqueness.verdict) {
    case Uniqueness::Verdict::unique: return 1;
    case Uniqueness::Verdict::several: return 2;
    case Uniqueness::Verdict::not_checked: break;
  }
  return 0;
}

const VectorXd& velocity_after(const ImpactProblem& problem, const Outcome& outcome) {
  const bool known = outcome.ok() && outcome.velocity_plus.size() == problem.coordinate_count();
  return known ? outcome.velocity_plus : problem.velocity();
}

std::vector<int> problem_velocities(const ImpactProblem& problem, const ImpactPlace& place) {
  const Model& model = place.drawing->model();
  const int wanted = problem.coordinate_count(), all = model.velocity_size();
  if (wanted == all) {
    std::vector<int> found(static_cast<std::size_t>(all));
    std::iota(found.begin(), found.end(), 0);
    return found;
  }
  if (static_cast<int>(place.velocities.size()) == wanted) return place.velocities;
  return {};
}

VectorXd model_velocity(const ImpactProblem& problem, const VectorXd& velocity,
                        const ImpactPlace& place) {
  VectorXd all = place.velocity;
  const std::vector<int> velocities = problem_velocities(problem, place);
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    all[velocities[k]] = velocity[static_cast<Eigen::Index>(k)];
  }
  return all;
}

Json page_impact(const ImpactHead& head, const ImpactProblem& problem, const Outcome& outcome,
                 const ImpactPlace& place) {
  if (place.drawing != nullptr) {
    std::vector<float> poses, points;
    place.drawing->place(place.q, poses, points);
  }
  const Uniqueness& uniqueness = outcome.uniqueness;
  std::string law = law_words(outcome);
  if (!head.law_note.empty()) law += (law.empty() ? "" : ", ") + head.law_note;
  const bool checked = uniqueness.verdict != Uniqueness::Verdict::not_checked;
  const double before = problem.kinetic_energy();
  Json json = {{"index", head.index},
               {"time", head.time},
               {"law", law},
               {"status", to_string(outcome.status)},
               {"message", outcome.message},
               {"practical", practical_json(outcome)},
               {"verdict", to_string(uniqueness.verdict)},
               {"words", verdict_words(uniqueness)},
               {"reason", uniqueness.reason},
               {"outcomes", count_of(uniqueness.outcomes)},
               {"complete", uniqueness.complete},
               {"indeterminacy", checked ? Json(uniqueness.indeterminacy) : Json(nullptr)},
               {"impulses_unique", uniqueness.impulses_unique},
               {"notes", outcome.notes},
               {"energy",
                {{"before", outcome.ok() ? outcome.energy.before : before},
                 {"after", outcome.ok() ? outcome.energy.after : before},
                 {"lost", outcome.ok() ? outcome.energy.lost : 0.0}}},
               {"contacts", contacts_json(problem, outcome, place)},
               {"sequence", cut(outcome.sequence)},
               {"reflections", outcome.sequence.size()},
               {"events", page_events(outcome)}};
  GhostHorizon horizon;
  json["branches"] = branches_json(head, problem, outcome, place, horizon);
  json["ghosts"] = horizon.words;
  const bool friction = head.friction || (outcome.law && outcome.law->friction);
  if (friction && json["branches"].size() > 1) {
    json["notes"].push_back(
        "The outcomes listed are extremes of a sample over every way in which the contacts may "
        "share the impulse; the verdict counts those of the law itself.");
  }
  json["followed_by"] = head.followed_by;
  return json;
}

// The track of a single impact: constant velocities v⁻ until time 0, v⁺ from there, no forces.
// Input: the problem, its outcome, what moves. Output: frames evenly spaced on both sides, two at
// time 0.

namespace {

using Eigen::VectorXd;

constexpr int side_frames = 41;
// A gap rate or slip over the speed of the impact. A choice: a law that closes a contact leaves
// rounding, about 1e-13; a motion that a drawing shows is above 1e-3.
constexpr double closed = 1e-9;

enum ContactState : std::uint8_t { open = 0, hit = 1, sticks = 2, slides = 3 };

/// Of the contacts of the problem, by candidate of the model.
struct States {
  std::vector<std::uint8_t> before, at, after;
};

States states_of(const ImpactProblem& problem, const VectorXd& after, const ImpactPlace& place) {
  const auto count = static_cast<std::size_t>(place.drawing->contacts());
  States states{std::vector<std::uint8_t>(count, open), std::vector<std::uint8_t>(count, open),
                std::vector<std::uint8_t>(count, open)};
  const VectorXd rates_before = problem.contact_jacobian() * problem.velocity();
  const VectorXd rates = problem.contact_jacobian() * after;
  const double speed = std::max(rates_before.cwiseAbs().maxCoeff(), rates.cwiseAbs().maxCoeff());
  for (int k = 0; k < problem.contact_count(); ++k) {
    const std::string& name = problem.labels()->contacts[static_cast<std::size_t>(k)];
    const int candidate = candidate_of(place, name);
    if (candidate < 0) continue;
    const auto at = static_cast<std::size_t>(candidate);
    states.at[at] = hit;
    const int row = problem.normal_row(k);
    const auto tangents = problem.contacts()[static_cast<std::size_t>(k)].tangents.rows();
    const auto state = [&](const VectorXd& at_rates) {
      if (std::abs(at_rates[row]) > closed * speed) return open;
      const double slip = tangents == 0 ? 0.0 : at_rates.segment(row + 1, tangents).norm();
      return slip <= closed * speed ? sticks : slides;
    };
    states.before[at] = state(rates_before);
    states.after[at] = state(rates);
  }
  return states;
}

/// Columns that grow by a frame at a time.
class StraightFrames {
 public:
  StraightFrames(const ImpactPlace& place, States states)
      : place_(place),
        states_of_(std::move(states)),
        columns_(coordinate_columns(model(), place.units.length)) {
    gaps_.resize(static_cast<std::size_t>(place.drawing->contacts()));
    coordinates_.resize(static_cast<std::size_t>(model().configuration_size()));
  }

  void add(double time, const VectorXd& velocity, bool after) {
    const VectorXd q = straight_posture(model(), place_.q, velocity, time);
    times_.push_back(time);
    place_.drawing->place(q, poses_, points_);
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      const double gap = q.allFinite() ? place_.drawing->workspace().gap(static_cast<int>(k))
                                       : std::numeric_limits<double>::quiet_NaN();
      gaps_[k].push_back(static_cast<float>(gap));
    }
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      coordinates_[k].push_back(static_cast<float>(q[static_cast<Eigen::Index>(k)]));
    }
    const auto& states = time == 0.0 ? states_of_.at : after ? states_of_.after : states_of_.before;
    states_.insert(states_.end(), states.begin(), states.end());
  }

  void put(Json& track) const {
    track["time"] = packed(times_);
    track["poses"] = packed(poses_);
    track["points"] = packed(points_);
    track["states"] = packed(states_);
    for (std::size_t k = 0; k < gaps_.size(); ++k) {
      put_channel(track, "gap_" + model().contacts()[k].name, place_.units.length, "gap", gaps_[k]);
    }
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      put_channel(track, columns_[k].name, columns_[k].unit, "coordinate", coordinates_[k]);
    }
  }

 private:
  const Model& model() const { return place_.drawing->model(); }
  static void put_channel(Json& track, const std::string& name, const std::string& unit,
                          const char* group, const std::vector<float>& values) {
    track["channels"].push_back(
        {{"name", name}, {"unit", unit}, {"group", group}, {"values", packed(values)}});
  }

  const ImpactPlace& place_;
  States states_of_;
  std::vector<Column> columns_;
  std::vector<double> times_ = {};
  std::vector<float> poses_ = {}, points_ = {};
  std::vector<std::uint8_t> states_ = {};
  std::vector<std::vector<float>> gaps_ = {}, coordinates_ = {};
};

}  // namespace

namespace {

// [rad] Farther, a leg that moves on straight is no leg any more.
constexpr double most_turn = 0.3;

/// How long a posture stays one: until a joint has turned far, or is at the end of its range.
double joint_span(const Model& model, const VectorXd& q, const VectorXd& velocity, double span) {
  for (const Joint& joint : model.joints()) {
    const bool base = joint.parent < 0 && joint.v_size >= 6;
    const int from = base ? 3 : 0;  // the base's turning counts, its way does not
    const bool slides = joint.kind == JointKind::prismatic || joint.kind == JointKind::translation;
    for (int k = from; k < joint.v_size; ++k) {
      const double rate = velocity[joint.v + k];
      if (!slides && rate != 0.0) span = std::min(span, most_turn / std::abs(rate));
      if (joint.q_size != 1 || joint.v_size != 1 || rate == 0.0) continue;
      const double end = rate > 0.0 ? model.upper_limit()[joint.q] : model.lower_limit()[joint.q];
      const double left = (end - q[joint.q]) / rate;
      // A joint that starts at its end, or beyond it, says nothing of how long.
      if (std::isfinite(left) && left > 0.0) span = std::min(span, left);
    }
  }
  return span;
}

/// How long the motion goes on before something is visibly in something else; no less than a tenth
/// of `span`.
double clear_span(const ImpactPlace& place, const VectorXd& velocity, double span) {
  constexpr int steps = 40;
  const double deep = 0.02 * place.drawing->radius();
  PageDrawing& drawing = *place.drawing;
  std::vector<float> poses, points;
  for (int k = 0; k <= steps; ++k) {
    const double time = span * k / steps;
    poses.clear();
    points.clear();
    drawing.place(straight_posture(drawing.model(), place.q, velocity, time), poses, points);
    for (int contact = 0; contact < drawing.contacts(); ++contact) {
      if (drawing.workspace().gap(contact) < -deep) return std::max(time, 0.1 * span);
    }
  }
  return span;
}

}  // namespace

VectorXd straight_posture(const Model& model, const VectorXd& q, const VectorXd& velocity,
                          double time) {
  if (!velocity.allFinite()) {
    return VectorXd::Constant(q.size(), std::numeric_limits<double>::quiet_NaN());
  }
  VectorXd to = model.integrate(q, time * velocity);
  for (const Joint& joint : model.joints()) {
    if (joint.kind == JointKind::free) {
      const Eigen::Quaterniond turn(q.segment<4>(joint.q + 3));  // stored as xyzw, as Eigen does
      to.segment<3>(joint.q) = q.segment<3>(joint.q) + time * (turn * velocity.segment<3>(joint.v));
    } else if (joint.kind == JointKind::planar) {
      const Eigen::Rotation2Dd turn(std::atan2(q[joint.q + 3], q[joint.q + 2]));
      to.segment<2>(joint.q) = q.segment<2>(joint.q) + time * (turn * velocity.segment<2>(joint.v));
    }
  }
  return to;
}

double straight_span(const ImpactPlace& place, const VectorXd& after) {
  if (place.drawing == nullptr) return 0.0;
  const double speed =
      std::max(place.drawing->speed(place.q, place.velocity), place.drawing->speed(place.q, after));
  const double span = 2.0 * place.drawing->radius() / 3.0 / speed;
  if (!(speed > 0.0) || !std::isfinite(span)) return 1.0;
  if (!place.drawing->articulated()) return clear_span(place, after, span);
  const Model& model = place.drawing->model();
  return clear_span(place, after,
                    std::min(joint_span(model, place.q, after, span),
                             joint_span(model, place.q, -place.velocity, span)));
}

Json straight_track(int id, const std::string& label, const ImpactProblem& problem,
                    const Outcome& outcome, const ImpactPlace& place, double span) {
  Json track = {{"id", id},
                {"label", label},
                {"parent", nullptr},
                {"impact", nullptr},
                {"status", to_string(outcome.status)},
                {"message", outcome.message},
                {"time", packed(std::vector<double>{0.0, 0.0})},
                {"poses", packed(std::vector<float>())},
                {"points", packed(std::vector<float>())},
                {"states", packed(std::vector<std::uint8_t>())},
                {"straight", true},
                {"channels", Json::array()}};
  ImpactHead head;
  if (place.drawing != nullptr) {
    std::vector<float> poses, points;
    place.drawing->place(place.q, poses, points);
    const VectorXd& own = velocity_after(problem, outcome);
    const VectorXd after = model_velocity(problem, own, place);
    if (!(span > 0.0)) span = straight_span(place, after);
    head.ghost_time = span;
    StraightFrames frames(place, states_of(problem, own, place));
    for (int k = 1 - side_frames; k <= 0; ++k) {
      frames.add(span * k / (side_frames - 1), place.velocity, false);
    }
    for (int k = 0; k < side_frames; ++k) frames.add(span * k / (side_frames - 1), after, true);
    frames.put(track);
  }
  track["marks"] = {
      {"time", packed(std::vector<double>{0.0})},
      {"verdict", packed(std::vector<std::uint8_t>{verdict_byte(outcome)})},
      {"lost", packed(std::vector<double>{outcome.ok() ? outcome.energy.lost : 0.0})}};
  track["impacts"] = Json::array({page_impact(head, problem, outcome, place)});
  track["elsewhere"] = "";
  return track;
}

PageStage::PageStage(const PageContext& context) {
  place.units = context.units;
  if (context.model == nullptr) return;
  context.model->check(context.state);
  drawing.emplace(*context.model, context.state.q);
  place.drawing = &*drawing;
  place.q = context.state.q;
  place.velocity = context.state.v;
  place.velocities = design::moving_velocities(*context.model, context.locked);
}

void PageStage::put(Json& document) const {
  if (!drawing) return;
  document["drawing"] = drawing->document();
  for (const std::string& note : drawing->notes()) document["details"].push_back(note);
}

Json PageStage::velocity_table(const ImpactProblem& problem, const Outcome& outcome) const {
  std::vector<std::string> units(static_cast<std::size_t>(problem.coordinate_count()));
  if (drawing) {
    const std::vector<Column> columns = velocity_columns(drawing->model(), place.units.length);
    const std::vector<int> which = problem_velocities(problem, place);
    for (std::size_t k = 0; k < which.size(); ++k) {
      units[k] = columns[static_cast<std::size_t>(which[k])].unit;
    }
  }
  return {{"names", velocity_names(problem)},
          {"units", std::move(units)},
          {"before", list_of(problem.velocity())},
          {"after", outcome.ok() ? Json(list_of(outcome.velocity_plus)) : Json(nullptr)}};
}

std::vector<std::string> PageStage::velocity_names(const ImpactProblem& problem) const {
  std::vector<std::string> names;
  if (drawing) {
    for (const int k : problem_velocities(problem, place)) {
      names.push_back(drawing->model().velocity_names()[static_cast<std::size_t>(k)]);
    }
  }
  while (static_cast<int>(names.size()) < problem.coordinate_count()) {
    names.push_back(fmt::format("velocity {}", names.size() + 1));
  }
  return names;
}

}  // namespace carom::report
