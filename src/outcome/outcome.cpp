// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An outcome as a table for people.
#include "carom/outcome.h"

#include <algorithm>
#include <cmath>

#include "solver/text.h"

namespace carom {
namespace {

using solver::number;
using solver::pad;

constexpr std::size_t most_rows = 24;  // longer tables are cut, and say so

std::string tidy(double value, double scale) {
  return number(std::abs(value) <= 1e-13 * scale ? 0.0 : value, 6);
}

std::string vector_text(const Eigen::VectorXd& v) {
  const double scale = v.size() ? v.cwiseAbs().maxCoeff() : 0.0;
  const auto shown = std::min<Eigen::Index>(v.size(), 12);
  std::string text = "(";
  for (Eigen::Index i = 0; i < shown; ++i) text += (i ? ", " : "") + tidy(v[i], scale);
  if (shown < v.size()) text += ", … " + std::to_string(v.size()) + " in all";
  return text + ")";
}

std::string sequence_text(const std::vector<int>& sequence, const Labels& labels) {
  if (sequence.empty()) return "none";
  std::string text;
  const std::size_t shown = std::min<std::size_t>(sequence.size(), 16);
  for (std::size_t k = 0; k < shown; ++k)
    text += (k ? ", " : "") + labels.contacts[static_cast<std::size_t>(sequence[k])];
  if (shown < sequence.size()) text += ", … " + std::to_string(sequence.size()) + " in all";
  return text;
}

std::string law_text(const Outcome& outcome) {
  if (!outcome.law) return "no law";
  std::string text = outcome.law->name;
  if (outcome.restitution) text += ", restitution " + number(*outcome.restitution);
  for (const auto& parameter : outcome.law->parameters) {
    if (parameter.name == "restitution" || parameter.name == "seed") continue;
    const auto* word = std::get_if<std::string>(&parameter.value);
    text +=
        ", " + parameter.name + " " + (word ? *word : number(std::get<double>(parameter.value)));
  }
  return text;
}

std::string contact_table(const Outcome& outcome) {
  const auto& names = outcome.labels->contacts;
  std::size_t width = 7;
  for (const auto& name : names) width = std::max(width, name.size());
  std::string text = "  " + pad("contact", width, false) + pad("impulse [N·s]", 16) +
                     pad("work [J]", 14) + pad("friction work [J]", 20) + "\n";
  double impulse_scale = 0.0;
  for (const auto& impulse : outcome.impulse)
    impulse_scale = std::max(impulse_scale, std::abs(impulse.normal));
  const double energy_scale = outcome.energy.before;
  const std::size_t shown = std::min(names.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& impulse = outcome.impulse[i];
    const auto& work = outcome.energy.contacts[i];
    text += "  " + pad(names[i], width, false) + pad(tidy(impulse.normal, impulse_scale), 16) +
            pad(tidy(work.normal_work, energy_scale), 14) +
            pad(impulse.tangent_count ? tidy(work.friction_work, energy_scale) : "–", 20) + "\n";
  }
  if (shown < names.size())
    text += "  … and " + std::to_string(names.size() - shown) + " more contacts\n";
  return text;
}

std::string verdict_text(const Outcome& outcome) {
  const auto& uniqueness = outcome.uniqueness;
  std::string text = "verdict     ";
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::not_checked: text += "not checked"; break;
    case Uniqueness::Verdict::unique: text += "unique: the only outcome"; break;
    case Uniqueness::Verdict::several:
      text += "one of " + std::string(uniqueness.complete ? "" : "at least ") +
              number(uniqueness.outcomes, 12) +
              " outcomes, farthest apart ξ = " + number(uniqueness.indeterminacy, 4);
      break;
  }
  text += "\n";
  if (!uniqueness.reason.empty()) text += "            " + uniqueness.reason + "\n";
  if (!uniqueness.impulses_unique)
    text += "            the velocities are determined, the impulses at the contacts are not\n";
  return text;
}

}  // namespace

std::string to_string(Outcome::Status status) {
  switch (status) {
    case Outcome::Status::not_run: return "not_run";
    case Outcome::Status::resolved: return "resolved";
    case Outcome::Status::no_feasible_velocity: return "no_feasible_velocity";
    case Outcome::Status::not_converged: return "not_converged";
  }
  return "not_run";
}

std::string to_string(Uniqueness::Verdict verdict) {
  switch (verdict) {
    case Uniqueness::Verdict::not_checked: return "not_checked";
    case Uniqueness::Verdict::unique: return "unique";
    case Uniqueness::Verdict::several: return "several";
  }
  return "not_checked";
}

std::string to_string(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::begins_slipping: return "begins_slipping";
    case Event::Kind::begins_sticking: return "begins_sticking";
    case Event::Kind::reverses: return "reverses";
    case Event::Kind::joins: return "joins";
    case Event::Kind::opens: return "opens";
    case Event::Kind::compression_ends: return "compression_ends";
    case Event::Kind::compression_returns: return "compression_returns";
    case Event::Kind::sub_impact: return "sub_impact";
    case Event::Kind::ends: return "ends";
  }
  return "ends";
}

std::string Outcome::report() const {
  if (!labels) return "carom outcome: " + message + "\n";
  std::string text = labels->problem + "\n";
  text += "law         " + law_text(*this) + "\n";
  text += "status      " + to_string(status) + (message.empty() ? "" : ": " + message) + "\n";
  if (!ok()) return text;
  text += "velocity    " + vector_text(velocity_plus) + "\n";
  text += "energy      " + number(energy.before) + " J before, " +
          tidy(energy.after, energy.before) + " J after, " + tidy(energy.lost, energy.before) +
          " J lost\n";
  text += "reflections " + sequence_text(sequence, *labels) + "\n";
  if (!impulse.empty()) text += contact_table(*this);
  return text + verdict_text(*this);
}

}  // namespace carom
