// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/words.h"
#include "outcome/practical.h"
#include "report/page/document.h"

namespace carom::report {
namespace {

constexpr std::size_t most_motors = 4;  // named in a sentence; the files have all

/// What rounding leaves of the energies beside it is nothing.
double without_noise(double value, double scale) {
  return std::abs(value) <= 1e-12 * scale ? 0.0 : value;  // some thousand roundings
}

std::string signed_number(double value) {
  return (value < 0.0 ? "−" : "+") + base::number(std::abs(value));
}

std::string motors_sentence(const std::vector<LimitReached>& limits) {
  std::vector<std::string> names;
  for (const LimitReached& one : limits) {
    if (names.size() == most_motors) break;
    names.push_back(fmt::format("'{}' ({} N m, from t = {} s)", one.joint,
                                base::number(one.limit, 3), base::number(one.time, 3)));
  }
  std::string text = fmt::format("{} reached {} limit: {}",
                                 base::plural(static_cast<double>(limits.size()), "motor"),
                                 limits.size() == 1 ? "its" : "their", base::join(names));
  if (limits.size() > names.size())
    text += fmt::format(" and {} more", limits.size() - names.size());
  return text + ".";
}

}  // namespace

std::string energy_text(const RunTrajectory& t, const std::string& unit) {
  const double scale = std::max({std::abs(t.energy_start), std::abs(t.energy_end),
                                 std::abs(t.kinetic_start), std::abs(t.kinetic_end)});
  const auto parts = [&](double all, double kinetic) {
    const double own = std::max(std::abs(all), std::abs(kinetic));
    const auto shown = [&](double value) { return base::number(without_noise(value, own)); };
    return fmt::format("{} {} (kinetic {}, potential {})", base::number(all), unit, shown(kinetic),
                       shown(all - kinetic));
  };
  const double change = t.energy_end - t.energy_start;
  const double between = without_noise(change + t.energy_lost, scale);
  return fmt::format("energy: {} → {}\n  change {} {} = {} in impacts, {} between them\n",
                     parts(t.energy_start, t.kinetic_start), parts(t.energy_end, t.kinetic_end),
                     signed_number(without_noise(change, scale)), unit,
                     signed_number(without_noise(-t.energy_lost, scale)), signed_number(between));
}

std::string spread_sentence(const SpreadSums& sums) {
  if (sums.worst_impact < 0) return "";
  const std::string friction = sums.friction ? ", with friction" : "";
  if (sums.worst == 0.0) {
    return fmt::format("No order of closing and no stiffness of the contacts changes an impact{}.",
                       friction);
  }
  const PracticalVerdict verdict{.orders = sums.worst};
  return fmt::format("Worst spread: {} of the momentum at t = {} s, {}{}.",
                     base::percent(sums.worst), base::number(sums.worst_time),
                     outcome::practical_words(verdict.grade()), friction);
}

std::string spread_counts(const SpreadSums& sums) {
  if (sums.worst_impact < 0) return "";
  std::vector<std::string> items;
  const auto add = [&](std::int64_t count, const std::string& words) {
    if (count > 0) items.push_back(fmt::format("{} {}", count, words));
  };
  add(sums.one, "with " + outcome::practical_words(Practical::one));
  add(sums.slight, "with " + outcome::practical_words(Practical::slight));
  add(sums.several, "with " + outcome::practical_words(Practical::several));
  add(sums.not_asked, "not asked");
  return base::join(items);
}

namespace {

/// What sentences on the whole of a run have: SI, also of models in grams and centimetres.
struct ShownUnits {
  double length_factor = 1.0, energy_factor = 1.0;
  std::string length = {}, energy = {};
};
ShownUnits shown_units(const Scene::Units& units) {
  if (units.mass != "g" || units.length != "cm")
    return {.length = units.length, .energy = energy_unit(units)};
  // By definition: 1 cm = 1e-2 m, 1 g cm²/s² = 1e-7 J.
  return {.length_factor = 1e-2, .energy_factor = 1e-7, .length = "m", .energy = "J"};
}

/// "It went 1.53 m in 5 s (0.306 m/s); cost of transport 0.42."
std::string travel_sentence(const ProgramSums& sums, const ShownUnits& units) {
  const double cost = sums.cost();
  if (std::isnan(cost)) {
    return fmt::format("It stayed where it was for {} s.", base::number(sums.duration, 4));
  }
  const double distance = units.length_factor * sums.distance;
  return fmt::format("It went {} {} in {} s ({} {}/s); cost of transport {}.",
                     base::number(distance, 3), units.length, base::number(sums.duration, 4),
                     base::number(distance / sums.duration, 3), units.length,
                     base::number(cost, 3));
}

/// "Motors put in 12.3 J (took back 1.1 J); impacts took 4.2 J, friction 3 J, dampers 3.9 J; the
/// robot has 0.1 J more than at the start; 1e-07 of it is unexplained."
std::string energy_sentence(const ProgramSums& sums, const ShownUnits& units) {
  const WorkMemory& work = sums.work;
  const double all = std::abs(work.drawn) + std::abs(work.impacts) + std::abs(work.friction) +
                     std::abs(work.dampers);
  if (all == 0.0) return "Motors put in no energy, and nothing was lost.";
  const auto amount = [&](double energy) {
    return fmt::format("{} {}", base::number(units.energy_factor * without_noise(energy, all), 3),
                       units.energy);
  };
  std::string text = "Motors put in " + amount(work.drawn);
  const double back = without_noise(work.drawn - work.motors, all);
  if (back != 0.0) text += fmt::format(" (took back {})", amount(back));
  std::vector<std::string> takers;
  for (const auto& [name, taken] :
       {std::pair("impacts", work.impacts), std::pair("friction", work.friction),
        std::pair("dampers", work.dampers)}) {
    if (without_noise(taken, all) == 0.0) continue;
    takers.push_back(fmt::format("{}{} {}", name, takers.empty() ? " took" : "", amount(-taken)));
  }
  text += "; " + (takers.empty() ? "nothing was lost" : base::join(takers));
  const double change = without_noise(sums.energy_end - work.start, all);
  if (change != 0.0) {
    text += fmt::format("; it has {} {} than at the start", amount(std::abs(change)),
                        change > 0.0 ? "more" : "less");
  }
  const double rest = std::abs(sums.relative_unexplained());
  // Rounding of some thousand sums: nobody needs to explain it.
  return text +
         (rest <= 1e-12 ? "." : fmt::format("; {} of it is unexplained.", base::number(rest, 1)));
}

std::string shares_sentence(const std::vector<LimitShare>& shares) {
  std::vector<LimitShare> largest = shares;
  std::stable_sort(largest.begin(), largest.end(),
                   [](const LimitShare& a, const LimitShare& b) { return a.share > b.share; });
  std::vector<std::string> names;
  for (const LimitShare& one : largest) {
    if (names.size() == most_motors) break;
    names.push_back(fmt::format("'{}' {} of the time", one.joint, base::percent(one.share)));
  }
  std::string text =
      fmt::format("{} at {} limit: {}", shares.size() == 1 ? "A motor was" : "Motors were",
                  shares.size() == 1 ? "its" : "their", base::join(names));
  if (shares.size() > names.size())
    text += fmt::format(" and {} more", shares.size() - names.size());
  return text + ".";
}

}  // namespace

std::vector<std::string> program_sentences(const ProgramSums& sums, const Scene::Units& units) {
  const ShownUnits shown = shown_units(units);
  std::vector<std::string> sentences = {travel_sentence(sums, shown), energy_sentence(sums, shown)};
  if (sums.impacts > 0) {
    sentences.push_back(fmt::format(
        "{} of {} simultaneous, of two contacts or more.",
        sums.simultaneous == 0 ? "None" : std::to_string(sums.simultaneous),
        sums.impacts == 1
            ? "1 impact was"
            : fmt::format("{} impacts {}", sums.impacts, sums.simultaneous == 1 ? "was" : "were")));
  }
  if (!sums.at_limit.empty()) sentences.push_back(shares_sentence(sums.at_limit));
  return sentences;
}

std::string program_text(const ProgramSums& sums, const Scene::Units& units) {
  std::string text;
  for (const std::string& sentence : program_sentences(sums, units)) text += sentence + "\n";
  return text;
}

std::vector<std::string> landing_sentences(const LandingSums& sums, bool finished) {
  std::vector<std::string> sentences;
  const std::string heights =
      std::isnan(sums.base_height_start)
          ? ""
          : fmt::format(" The base went from {} m to {} m above the origin.",
                        base::number(sums.base_height_start, 4),
                        base::number(sums.base_height_end, 4));
  if (sums.fall) {
    sentences.push_back(fmt::format("The robot fell: '{}' touched the ground at t = {} s.{}",
                                    sums.fall->body, base::number(sums.fall->time, 4), heights));
  } else if (sums.settled) {
    sentences.push_back(fmt::format("The robot is at rest.{}", heights));
  } else if (finished) {
    sentences.push_back(fmt::format("The robot still moves, at up to {} m/s or rad/s.{}",
                                    base::number(sums.speed, 3), heights));
  }
  constexpr double seen = 1e-4;  // [m]
  if (sums.slip > seen) {
    sentences.push_back(fmt::format("The farthest that a point slid along the ground is {} mm.",
                                    base::number(1e3 * sums.slip, 3)));
  }
  if (!sums.limits.empty()) sentences.push_back(motors_sentence(sums.limits));
  return sentences;
}

std::string landing_text(const RunTrajectory& trajectory) {
  std::string text;
  const bool finished = trajectory.status == RunStatus::finished;
  for (const std::string& sentence : landing_sentences(*trajectory.landing, finished)) {
    text += sentence + "\n";
  }
  return text;
}

}  // namespace carom::report
