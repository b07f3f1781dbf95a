// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Three things decide how far apart the outcomes of a landing are, measured on 19 real robots: how
// far the knees are bent, the inertia of the rotors, and whether joints are locked. Each sentence
// is from a figure of the landing.
#include "design/landing/advice.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/advice.h"
#include "analysis/analysis_report.h"
#include "base/text.h"
#include "base/words.h"
#include "model/multibody.h"

namespace carom::design {
namespace {

using analysis::contact_name;
using analysis::practical_words;
using base::number;
using base::percent;

std::string at_restitution(double e) {
  return e == 0.0 ? "without bounce" : "at restitution " + number(e, 3);
}

/// "roll" if the difference is mostly about one axis of the base.
std::string axis_word(const Eigen::Vector3d& angular) {
  static constexpr const char* words[] = {"roll", "pitch", "yaw"};
  constexpr double mostly = 0.9;
  Eigen::Index axis = 0;
  if (!(angular.cwiseAbs().maxCoeff(&axis) > mostly * angular.norm())) return "";
  return std::string(" of ") + words[axis];
}

void about_rotors(const Landing& landing, std::vector<std::string>& advice) {
  if (landing.with_rotors && landing.locked) {
    advice.push_back("the model has no rotor inertia: the truth lies between none (" +
                     percent(landing.spread.spread.value()) + ") and joints locked (" +
                     spread_text(*landing.locked) + "); " + number(landing.rotor_inertia) +
                     " kg m² at every joint: " + spread_text(*landing.with_rotors) +
                     "; give it its armature");
  } else if (landing.without_rotors) {
    const std::string with = percent(landing.spread.spread.value());
    const std::string without = percent(landing.without_rotors->spread.value());
    if (landing.without_rotors->spread.value() < landing.spread.spread.value()) {
      advice.push_back("rotor inertia raises the spread from " + without + " to " + with);
    } else if (with == without) {
      advice.push_back("rotor inertia changes nothing here: the spread is " + with +
                       " with it and without");
    } else {
      advice.push_back("rotor inertia does no harm: without it the spread is " + without);
    }
  }
}

/// The joint whose rotor moves the worst coupling most.
void about_worst_rotor(const Landing& landing, std::vector<std::string>& advice) {
  const auto& pairs = landing.analysis.certificate.pairs;
  if (pairs.empty() || landing.rotor_gradient.size() == 0) return;
  if (landing.spread.practical == Analysis::Practical::one && !landing.without_rotors) return;
  const ContactPair& pair = pairs[analysis::by_coupling(landing.analysis.certificate).front()];
  const double w = pair.inner_product;
  Eigen::VectorXd growth = (w < 0.0 ? -1.0 : 1.0) * landing.rotor_gradient;
  if (landing.spread.base_linear) growth.head<6>().setZero();  // a base has no rotor
  Eigen::Index joint = 0;
  // The gradient is per kg m²; the sentence is per 0.001 kg m², about one small rotor.
  const double per_gram = 1e-3 * growth.cwiseAbs().maxCoeff(&joint);
  // A choice: |w| lies within 0 and 1 and matters from about 0.01, so ten such rotors that change
  // it by 0.001 are no news; rounding is far below.
  constexpr double worth_saying = 1e-4;
  if (per_gram < worth_saying) return;
  advice.push_back("rotor inertia counts most at " +
                   landing.velocity_names[static_cast<std::size_t>(joint)] + ": each 0.001 kg m² " +
                   (growth[joint] > 0.0 ? "adds " : "takes ") + number(per_gram, 2) +
                   (growth[joint] > 0.0 ? " to" : " from") + " |w| of the worst pair");
}

void about_posture(const Landing& landing, std::vector<std::string>& advice) {
  if (landing.steps.empty()) return;
  const PostureStep& first = landing.steps.front();
  const PostureStep& last = landing.steps.back();
  const double e = first.spread.spread.restitution;
  double now = landing.spread.spread.value();
  for (const LandingSpread& other : landing.restitutions) {
    if (other.spread.restitution == e) now = other.spread.value();
  }
  if (first.spread.spread.value() >= now) return;
  std::string line =
      "bend the posture, contacts kept closed: " + motion_text(landing, first.change, 6) +
      " takes the spread " + at_restitution(e) + " from " + percent(now) + " to " +
      percent(first.spread.spread.value());
  if (landing.steps.size() > 1 && last.spread.spread.value() < first.spread.spread.value()) {
    const double farthest = last.change.cwiseAbs().maxCoeff();
    line += "; on to " + number(farthest, 2) +
            " rad in the same manner: " + percent(last.spread.spread.value());
  }
  advice.push_back(line);
}

void about_locked(const Landing& landing, std::vector<std::string>& advice) {
  if (!landing.locked || landing.locked->practical == Analysis::Practical::one) return;
  if (landing.spread.practical != Analysis::Practical::one) return;
  if (landing.velocities.size() <= 6) return;
  advice.push_back(
      "let the joints give while landing: locked, or held by stiff gears, they make it " +
      practical_words(landing.locked->practical) + ", " + spread_text(*landing.locked));
}

/// Points of one body are strongly coupled whatever the posture.
void about_feet(const Model& model, const ImpactProblem& problem,
                std::vector<std::string>& advice) {
  std::map<int, std::vector<int>> by_body;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const std::string& name = problem.contacts()[static_cast<std::size_t>(i)].name;
    const auto index = static_cast<std::size_t>(model.contact(name));
    const int frame = model.frame(model.contacts()[index].sphere.body);
    by_body[model.bodies().frame_joints[static_cast<std::size_t>(frame)]].push_back(i);
  }
  constexpr std::size_t flat = 3;
  for (const auto& [joint, members] : by_body) {
    if (members.size() < flat || joint < 0) continue;
    double worst = 0.0;
    for (const int i : members)
      for (const int j : members)
        if (i < j && std::abs(problem.gram()(i, j)) > std::abs(worst)) worst = problem.gram()(i, j);
    constexpr double strong = 0.1;
    if (std::abs(worst) < strong) continue;
    advice.push_back(std::to_string(members.size()) + " contacts stand under one body (joint " +
                     model.joints()[static_cast<std::size_t>(joint)].name + "), coupled up to " +
                     number(worst, 2) +
                     " whatever the posture: take one contact at its sole for a flat foot, its "
                     "corners only for landings on an edge");
  }
}

void about_jumps(const Landing& landing, std::vector<std::string>& advice) {
  std::vector<std::string> over;
  for (const VelocityJump& jump : landing.jumps) {
    if (jump.exceeds()) {
      over.push_back(landing.velocity_names[static_cast<std::size_t>(jump.velocity)] + " " +
                     number(jump.after, 3) + " (limit " + number(jump.limit, 3) + ")");
    }
  }
  if (over.empty()) return;
  constexpr std::size_t most = 4;
  const std::size_t count = over.size();
  if (count > most) over.resize(most);
  advice.push_back("joints leave the impact faster than they may: " + base::join(over) +
                   (count > most ? ", … " + std::to_string(count) + " in all" : "") + " rad/s");
}

void about_kicks(const Landing& landing, std::vector<std::string>& advice) {
  if (landing.kicked.empty() || landing.approach_speed == 0.0) return;
  const KickedOpen& worst = landing.kicked.front();
  // Of the approach speed: after a landing at 1 m/s such a contact rises by v²/2g = 5e-8 m,
  // which nobody sees.
  constexpr double worth_saying = 1e-3;
  if (worst.gap_rate < worth_saying * landing.approach_speed) return;
  advice.push_back("if " + contact_name(landing.analysis, worst.first) + " lands before " +
                   contact_name(landing.analysis, worst.second) + ", it is kicked open again at " +
                   number(worst.gap_rate, 3) + " m/s");
}

}  // namespace

std::string rate_text(double value) { return number(value < base::no_share ? 0.0 : value, 2); }

std::string base_text(const LandingSpread& spread) {
  const double angular = spread.base_angular->norm();
  return rate_text(spread.base_linear->norm()) + " m/s and " + rate_text(angular) + " rad/s" +
         (angular < base::no_share ? "" : axis_word(*spread.base_angular));
}

std::string base_line(const LandingSpread& spread) {
  const bool all = spread.spread.velocities_complete && spread.spread.complete &&
                   spread.spread.stiffness.has_value();
  return std::string("outcomes differ by ") + (all ? "up to " : "at least ") + base_text(spread);
}

std::string spread_text(const LandingSpread& spread) {
  const double value = spread.spread.value();
  if (value == 0.0) return spread.spread.complete ? "0 %" : "0 % in the orders tried";
  std::string text = (spread.spread.complete ? "" : "at least ") + percent(value);
  if (spread.base_angular) text += ", base " + base_text(spread);
  return text;
}

std::string motion_text(const Landing& landing, const Eigen::VectorXd& change, std::size_t most) {
  // The base follows: its own entries come with the joints'.
  std::vector<Eigen::Index> order;
  const auto& names = landing.velocity_names;
  for (Eigen::Index k = 0; k < change.size(); ++k) order.push_back(k);
  if (landing.spread.base_linear) order.erase(order.begin(), order.begin() + 6);
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(change[a]) > std::abs(change[b]);
  });
  std::vector<std::string> items;
  double largest = order.empty() ? 0.0 : std::abs(change[order.front()]);
  for (const Eigen::Index k : order) {
    constexpr double small = 0.2;
    if (items.size() == most || std::abs(change[k]) < small * largest) break;
    items.push_back(names[static_cast<std::size_t>(k)] + (change[k] > 0.0 ? " +" : " ") +
                    number(change[k], 2));
  }
  return base::join(items) + (items.size() < order.size() ? " … rad" : " rad");
}

std::vector<std::string> advise(const Model& model, const ImpactProblem& problem,
                                const Landing& landing) {
  std::vector<std::string> advice;
  about_posture(landing, advice);
  about_rotors(landing, advice);
  about_worst_rotor(landing, advice);
  about_locked(landing, advice);
  about_feet(model, problem, advice);
  about_kicks(landing, advice);
  about_jumps(landing, advice);
  advice.insert(advice.end(), landing.analysis.advice.begin(), landing.analysis.advice.end());
  return advice;
}

}  // namespace carom::design
