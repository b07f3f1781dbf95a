// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One touch-down under several laws and with several numbers of points. The walk goes to the tick
// in which the foot first touches. From the state at that touch, once all points of both feet make
// one impact; and from the beginning of that tick, once for every law and number of points, the
// walk goes on until the foot stands. S2 chapters 3 and 5 claim that the outcome does not depend on
// the number of points.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/laws/regular.h"
#include "carom/simulation.h"
#include "carom/touchdown.h"
#include "model/multibody.h"
#include "model/names.h"
#include "outcome/practical.h"

namespace carom {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double patience = 0.5;  // from the first touch until the foot stands [s]
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Where the walk is when the foot is about to touch.
struct Start {
  SimulationCheckpoint tick;
  double time = 0.0, approach = 0.0;
  State touch;
};

/// Contacts under each foot are of the foot's joint.
std::vector<Side> sides_of(const Model& model, const WalkRobot& robot) {
  const auto& joints = model.bodies().frame_joints;
  const auto joint = [&](const std::string& frame) {
    return joints[static_cast<std::size_t>(find_frame(model.bodies(), frame))];
  };
  const int right = joint(robot.right_foot);
  std::vector<Side> sides;
  for (const ContactCandidate& contact : model.contacts()) {
    sides.push_back(joint(contact.sphere.body) == right ? Side::right : Side::left);
  }
  return sides;
}

SimulationOptions walking(const Walk& walk, const TouchdownOptions& how, const Law& law,
                          double duration) {
  SimulationOptions options;
  options.law = law;
  options.walk = walk;
  options.step = how.period;
  options.duration = duration;
  options.verdict = false;
  options.stop = how.stop;
  return options;
}

double longest(const WalkGait& gait) {
  return 2.0 * gait.shift + (gait.steps + 1) * (gait.single_support + gait.double_support) + 2.0;
}

/// To the tick of the first touch; nothing: stopped.
std::optional<Start> walk_there(const Model& model, const State& from, const Walk& walk,
                                const TouchdownOptions& how, Side side) {
  Simulation simulation(model, from, walking(walk, how, how.walk_law, longest(walk.gait)));
  const std::vector<Side> sides = sides_of(model, walk.robot);
  SimulationRecord record;
  Start start;
  int step = -1;
  for (bool more = true; more;) {
    if (step >= how.step) start.tick = simulation.checkpoint();
    record = {};
    more = simulation.advance(record);
    const bool under_way = step == how.step;
    if (!record.walk.empty()) step = record.walk.back().step;
    if (!under_way) continue;
    for (const ImpactRecord& impact : record.impacts) {
      const bool foot = std::any_of(impact.contacts.begin(), impact.contacts.end(), [&](int k) {
        return sides[static_cast<std::size_t>(k)] == side;
      });
      if (!foot) continue;
      start.time = impact.time;
      start.touch = {impact.q, impact.velocity_minus};
      return start;
    }
  }
  if (simulation.status() == RunStatus::stopped) return {};
  throw InvalidInput(fmt::format(
      "touch-down of step {}: the walk ended before it: {}; expected a walk that makes this step",
      how.step + 1, simulation.message()));
}

/// The same instant with other points: those of the foot that swings are open.
SimulationCheckpoint with_points(const SimulationCheckpoint& tick, const Model& model,
                                 const WalkRobot& robot, Side swing) {
  SimulationCheckpoint result = tick;
  ModelWorkspace at(model);
  at.set_configuration(tick.q);
  const std::vector<Side> sides = sides_of(model, robot);
  std::vector<WalkMemory::Point> points(sides.size());
  for (std::size_t k = 0; k < sides.size(); ++k) {
    points[k].closed = sides[k] != swing;
    points[k].anchor = at.contact_point(static_cast<int>(k));
  }
  std::get<WalkMemory>(result.memory).points = std::move(points);
  result.contacts.assign(sides.size(), {});
  return result;
}

void find_jump(const Model& model, const VectorXd& before, const VectorXd& after, double& largest,
               std::string& joint) {
  for (Index k = 6; k < std::min(before.size(), after.size()); ++k) {
    const double jump = std::abs(after[k] - before[k]);
    if (jump <= largest) continue;
    largest = jump;
    joint = model.velocity_names()[static_cast<std::size_t>(k)];
  }
}

/// The rest of the landing, as it happens.
void follow(const Model& model, const SimulationCheckpoint& tick, const Walk& walk,
            const TouchdownOptions& how, const Law& law, TouchdownRow& row) {
  Simulation simulation(model, tick, walking(walk, how, law, tick.time + patience));
  SimulationRecord record;
  for (bool more = true; more;) {
    record = {};
    more = simulation.advance(record);
    for (const Touchdown& touchdown : record.touchdowns) {
      if (touchdown.step != how.step) continue;
      row.stands = true;
      row.impacts = touchdown.impacts;
      row.energy_lost = touchdown.energy_lost;
      row.sequence_jump = touchdown.largest_jump;
      row.sequence = touchdown.sequence();
      return;
    }
  }
  row.trouble = simulation.status() == RunStatus::finished
                    ? fmt::format("the foot does not stand within {} s", base::number(patience))
                    : simulation.message();
}

/// Of the point of the landing foot that is nearest to the ground.
double first_speed(const Model& model, const WalkRobot& robot, Side side,
                   const ImpactProblem& problem, const VectorXd& q) {
  ModelWorkspace at(model);
  at.set_configuration(q);
  const std::vector<Side> sides = sides_of(model, robot);
  double lowest = std::numeric_limits<double>::infinity(), speed = 0.0;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const double gap = at.gap(static_cast<int>(k));
    if (sides[k] != side || gap >= lowest) continue;
    lowest = gap;
    speed = -problem.contacts()[k].normal.dot(problem.velocity());
  }
  return speed;
}

double mass_norm(const ImpactProblem& problem, const VectorXd& v) {
  return std::sqrt(std::max(0.0, v.dot(problem.mass_matrix() * v)));
}

void check(const Walk& walk, const TouchdownOptions& how) {
  std::vector<std::string> faults;
  if (walk.gait.motion == WalkMotion::stand) {
    faults.emplace_back("touch-down: it stands; expected motion = walk or quasi_static");
  } else if (how.step < 0 || how.step >= walk.gait.steps) {
    faults.push_back(fmt::format("touch-down: step = {}; expected 1 to {}, the steps of the walk",
                                 how.step + 1, walk.gait.steps));
  }
  if (how.points.empty()) {
    faults.emplace_back("touch-down: no number of points; expected at least one, such as 4");
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

class Rows {
 public:
  Rows(const Walk& walk, const TouchdownOptions& how, const Start& start, Side side,
       TouchdownComparison& out)
      : walk_(walk), how_(how), start_(start), side_(side), out_(out) {}

  /// All numbers of points under one law. False: stopped.
  bool add(const Law& law) {
    std::vector<TouchdownRow> rows;
    for (std::size_t i = 0; i < out_.models.size(); ++i) {
      if (how_.stop && how_.stop()) return false;
      TouchdownRow row{.law = law.description().name, .points = how_.points[i]};
      try {
        row.outcome = outcome(out_.problems[i], law);
      } catch (const InvalidInput& error) {
        out_.left_out.push_back({row.law, error.faults().front()});
        return true;
      }
      const VectorXd& before = out_.problems[i].velocity();
      if (row.outcome.ok()) {
        find_jump(out_.models[i], before, row.outcome.velocity_plus, row.largest_jump,
                  row.jump_joint);
      }
      row.difference = difference(rows.empty() ? row : rows.front(), row, out_.problems[i]);
      follow(out_.models[i], with_points(start_.tick, out_.models[i], walk_.robot, side_), walk_,
             how_, law, row);
      if (how_.stop && how_.stop()) return false;
      rows.push_back(std::move(row));
      ++done_;
      if (how_.progress) how_.progress(done_, all());
    }
    for (TouchdownRow& row : rows) out_.rows.push_back(std::move(row));
    return true;
  }

 private:
  int all() const { return static_cast<int>(how_.laws.size() * how_.points.size()); }

  Outcome outcome(const ImpactProblem& problem, const Law& law) {
    // Springs at many points take seconds: a sample of them, minutes.
    const bool slow = law.description().name == "compliant";
    // The practical verdict is of the impact: one for all rows would be asked once, not here.
    ResolveOptions how = how_.resolve;
    how.practical = false;
    if (how_.verdict && !slow) return resolve(problem, law, how);
    Outcome result;
    solve(problem, law, scratch_, result);
    return result;
  }

  static double difference(const TouchdownRow& first, const TouchdownRow& row,
                           const ImpactProblem& problem) {
    if (!first.outcome.ok() || !row.outcome.ok()) return not_a_number;
    return mass_norm(problem, row.outcome.velocity_plus - first.outcome.velocity_plus) /
           mass_norm(problem, problem.velocity());
  }

  const Walk& walk_;
  const TouchdownOptions& how_;
  const Start& start_;
  Side side_;
  TouchdownComparison& out_;
  Workspace scratch_;
  int done_ = 0;
};

}  // namespace

TouchdownOptions::TouchdownOptions() : walk_law(Regular{}) {}

std::string Touchdown::sequence(std::size_t most) const {
  std::vector<std::string> counts;
  for (const auto& hit : points) {
    if (counts.size() == most) break;
    counts.push_back(std::to_string(hit.size()));
  }
  return base::join(counts, "+") + (points.size() > most ? "+…" : "");
}

Comparison TouchdownComparison::at_points(std::size_t k) const {
  Comparison comparison{.outcomes = {}, .left_out = left_out};
  // Rows of a law stand together, one for each number of points.
  for (std::size_t row = k; k < problems.size() && row < rows.size(); row += problems.size()) {
    comparison.outcomes.push_back(rows[row].outcome);
  }
  return comparison;
}

TouchdownComparison compare_touchdown(const Model& model, const State& start, const Walk& walk,
                                      const TouchdownOptions& options) {
  check(walk, options);
  TouchdownOptions how = options;
  if (how.laws.empty()) how.laws.push_back(how.walk_law);
  TouchdownComparison out;
  out.step = how.step;
  out.side = how.step % 2 == 0 ? walk.gait.first : other(walk.gait.first);
  for (const int points : how.points) {
    out.models.push_back(with_sole_points(model, walk.robot, points));
  }
  const std::optional<Start> there = walk_there(out.models.front(), start, walk, how, out.side);
  if (!there) {
    out.complete = false;
    return out;
  }
  out.time = there->time;
  out.state = there->touch;
  for (std::size_t i = 0; i < out.models.size(); ++i) {
    ProblemOptions problem;
    problem.name = fmt::format("touch-down, {} points per foot", how.points[i]);
    for (const ContactCandidate& contact : out.models[i].contacts()) {
      problem.closed.push_back(contact.name);
    }
    out.problems.push_back(make_problem(out.models[i], out.state, problem));
  }
  out.approach =
      first_speed(out.models.front(), walk.robot, out.side, out.problems.front(), out.state.q);
  Rows rows(walk, how, *there, out.side, out);
  for (const Law& law : how.laws) {
    if (rows.add(law)) continue;
    out.complete = false;
    break;
  }
  return out;
}

// ---- as a table for people, and what it says of S2's claim ----

namespace {

using base::number;
using base::pad;

struct Column {
  const char* name;
  std::size_t width;
  bool right;
};
constexpr Column columns[] = {{"law", 13, false},         {"points", 7, true},
                              {"lost [J]", 11, true},     {"jump [rad/s]", 14, true},
                              {"differs by", 12, true},   {"verdict", 22, false},
                              {"impacts", 9, true},       {"lost [J]", 11, true},
                              {"jump [rad/s]", 14, true}, {"points that hit", 15, false}};

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Column& column = columns[k];
    line += column.right ? pad(cells[k], column.width) : "  " + pad(cells[k], column.width, false);
  }
  while (line.ends_with(' ')) line.pop_back();
  return line + "\n";
}

std::string verdict(const Uniqueness& uniqueness) {
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::unique: return "one outcome";
    case Uniqueness::Verdict::several: return "several, ξ = " + number(uniqueness.indeterminacy, 2);
    case Uniqueness::Verdict::not_checked: break;
  }
  return outcome::undecided_words(uniqueness);
}

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, text.rfind('+', most - 1) + 1) + "…";
}

std::string row_text(const TouchdownRow& row, bool first) {
  std::vector<std::string> cells = {first ? row.law : "", std::to_string(row.points)};
  if (row.outcome.ok()) {
    cells.insert(cells.end(), {number(row.outcome.energy.lost, 5), number(row.largest_jump, 4),
                               std::isnan(row.difference) ? "–" : number(row.difference, 2),
                               verdict(row.outcome.uniqueness)});
  } else {
    cells.insert(cells.end(), {"–", "–", "–", to_string(row.outcome.status)});
  }
  if (row.stands) {
    cells.insert(cells.end(), {std::to_string(row.impacts), number(row.energy_lost, 5),
                               number(row.sequence_jump, 4), shortened(row.sequence, 20)});
  } else {
    cells.insert(cells.end(), {"–", "–", "–", "no answer"});
  }
  return line_of(cells);
}

/// The law for which the number of points matters most, and least.
std::string claim(const TouchdownComparison& comparison) {
  double worst = -1.0, least = 1e300;
  std::string worst_law, least_law;
  for (std::size_t k = 0; k < comparison.rows.size(); k += comparison.models.size()) {
    double largest = -1.0;  // of one law, over all numbers of points that have an answer
    for (std::size_t i = 1; i < comparison.models.size(); ++i) {
      largest = std::fmax(largest, comparison.rows[k + i].difference);
    }
    if (largest < 0.0) continue;
    const std::string& law = comparison.rows[k].law;
    if (largest > worst) worst_law = law, worst = largest;
    if (largest < least) least_law = law, least = largest;
  }
  if (worst < 0.0) return {};
  return "the number of points changes the velocities after one impact by at most " +
         number(worst, 2) + " of those before (" + worst_law + "), at least " + number(least, 2) +
         " (" + least_law + "), in the mass metric\n";
}

}  // namespace

std::string TouchdownComparison::report() const {
  std::string text = "touch-down of step " + std::to_string(step + 1) + ", " + to_string(side) +
                     " foot, t = " + number(time, 7) + " s, first point " + number(approach, 3) +
                     " m/s\n\n";
  text +=
      pad("", 22) + "    all points of both feet in one impact" + pad("", 26) + "as it happens\n";
  std::vector<std::string> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  text += line_of(names);
  std::string law;
  for (const TouchdownRow& row : rows) {
    text += row_text(row, row.law != law);
    law = row.law;
  }
  text += "\n" + claim(*this);
  for (const TouchdownRow& row : rows) {
    if (row.stands) continue;
    text += "no answer: " + row.law + ", " + std::to_string(row.points) +
            " points: " + (row.outcome.ok() ? row.trouble : row.outcome.message) + "\n";
  }
  for (const LeftOut& left : left_out)
    text += "does not apply: " + left.law + ": " + left.reason + "\n";
  if (!complete) text += "stopped before all rows were done\n";
  return text;
}

}  // namespace carom
