// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An outcome as a table for people.
#include "carom/outcome.h"

#include <algorithm>
#include <cmath>

#include "base/enumerator_name.h"
#include "base/text.h"
#include "outcome/practical.h"

namespace carom {
namespace {

using base::number;
using base::pad;

constexpr std::size_t most_rows = 24;  // longer tables are cut, and say so

std::string tidy(double value, double scale) {
  // Of the largest entry: zero_tolerance, below which carom takes a relative quantity for zero;
  // shown are six digits.
  return number(std::abs(value) <= 1e-11 * scale ? 0.0 : value, 6);
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

struct ContactColumns {
  bool friction = false, restitution = false;
};

ContactColumns columns_of(const Outcome& outcome) {
  ContactColumns columns;
  for (const auto& impulse : outcome.impulse)
    columns.friction = columns.friction || impulse.tangent_count > 0;
  for (const auto& work : outcome.energy.contacts)
    columns.restitution = columns.restitution || work.restitution.has_value();
  return columns;
}

std::string tangential_text(const ContactImpulse& impulse, double scale) {
  if (impulse.tangent_count == 0) return "–";
  if (impulse.tangent_count == 1) return tidy(impulse.tangential[0], scale);
  return "(" + tidy(impulse.tangential[0], scale) + ", " + tidy(impulse.tangential[1], scale) + ")";
}

std::string contact_table(const Outcome& outcome) {
  const auto& names = outcome.labels->contacts;
  const ContactColumns columns = columns_of(outcome);
  std::size_t width = 7;
  for (const auto& name : names) width = std::max(width, name.size());
  std::string text = "  " + pad("contact", width, false) + pad("impulse [N·s]", 16);
  if (columns.friction) text += pad("tangential [N·s]", 28);
  text += pad("work [J]", 14);
  if (columns.friction) text += pad("friction work [J]", 20);
  if (columns.restitution) text += pad("returned/taken", 17);
  text += "\n";
  double impulse_scale = 0.0;
  for (const auto& impulse : outcome.impulse)
    impulse_scale = std::max(impulse_scale, std::abs(impulse.normal));
  const double energy_scale = outcome.energy.before;
  const std::size_t shown = std::min(names.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& impulse = outcome.impulse[i];
    const auto& work = outcome.energy.contacts[i];
    text += "  " + pad(names[i], width, false) + pad(tidy(impulse.normal, impulse_scale), 16);
    if (columns.friction) text += pad(tangential_text(impulse, impulse_scale), 28);
    text += pad(tidy(work.normal_work, energy_scale), 14);
    if (columns.friction)
      text += pad(impulse.tangent_count ? tidy(work.friction_work, energy_scale) : "–", 20);
    if (columns.restitution) text += pad(work.restitution ? number(*work.restitution, 4) : "–", 17);
    text += "\n";
  }
  if (shown < names.size())
    text += "  … and " + std::to_string(names.size() - shown) + " more contacts\n";
  return text;
}

std::string words(Event::Kind kind) {
  std::string text = to_string(kind);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

// What happened at which total normal impulse, a line each.
std::string events_text(const Outcome& outcome) {
  std::string text;
  const std::size_t shown = std::min(outcome.events.size(), most_rows);
  for (std::size_t k = 0; k < shown; ++k) {
    const Event& event = outcome.events[k];
    text += (k == 0 ? "events      " : "            ") + ("at " + number(event.impulse, 5)) +
            " N·s: " +
            (event.contact < 0
                 ? std::string("the impact: ")
                 : outcome.labels->contacts[static_cast<std::size_t>(event.contact)] + " ") +
            words(event.kind) + "\n";
  }
  if (shown < outcome.events.size())
    text += "            … " + std::to_string(outcome.events.size()) + " events in all\n";
  return text;
}

std::string notes_text(const Outcome& outcome) {
  std::string text;
  for (const std::string& note : outcome.notes) text += "note        " + note + "\n";
  return text;
}

// Those that are not zero.
std::string residuals_text(const Residuals& residuals) {
  std::string text;
  const auto add = [&](const char* name, double value, const char* unit) {
    if (value != 0.0) text += (text.empty() ? "" : ", ") + std::string(name) + number(value) + unit;
  };
  add("of the law ", residuals.law, "");
  add("approach ", residuals.penetration_rate, " m/s");
  add("momentum ", residuals.momentum, "");
  add("friction cone ", residuals.friction_cone, " N·s");
  add("energy ", residuals.energy, "");
  return text;
}

/// How well defined the impact is, then what is known of this law's outcome.
std::string verdict_text(const Outcome& outcome) {
  const auto& uniqueness = outcome.uniqueness;
  std::string text =
      outcome.practical
          ? "verdict     " + outcome::lines(*outcome.practical, "            ") + "this law    "
          : "verdict     ";
  switch (uniqueness.verdict) {
    case Uniqueness::Verdict::not_checked: {
      const std::string words = outcome::undecided_words(uniqueness);
      text += words == "not checked" ? words : "not proven: " + words;
      break;
    }
    case Uniqueness::Verdict::unique: text += "unique: the only outcome"; break;
    case Uniqueness::Verdict::several:
      text += "one of " + std::string(uniqueness.complete ? "" : "at least ") +
              number(uniqueness.outcomes, 12) +
              " outcomes, farthest apart ξ = " + number(uniqueness.indeterminacy, 4) +
              " of the momentum";
      break;
  }
  text += "\n";
  if (!uniqueness.reason.empty()) text += "            " + uniqueness.reason + "\n";
  if (!uniqueness.impulses_unique)
    text +=
        uniqueness.verdict == Uniqueness::Verdict::several
            ? "            the impulses at the contacts are not determined either\n"
            : "            the velocities are determined, the impulses at the contacts are not\n";
  return text;
}

}  // namespace

std::string to_string(Outcome::Status status) {
  return base::enumerator_name(status,
                               {"not_run", "resolved", "no_feasible_velocity", "not_converged"});
}

std::string to_string(Uniqueness::Verdict verdict) {
  return base::enumerator_name(verdict, {"not_checked", "unique", "several"});
}

std::string to_string(Event::Kind kind) {
  return base::enumerator_name(
      kind, {"begins_slipping", "begins_sticking", "reverses", "joins", "opens", "compression_ends",
             "compression_returns", "sub_impact", "ends"});
}

std::string Outcome::report() const {
  if (!labels) return "carom outcome: " + message + "\n";
  std::string text = labels->problem + "\n";
  text += "law         " + law_text(*this) + "\n";
  text += "status      " + to_string(status) + (message.empty() ? "" : ": " + message) + "\n";
  if (!ok()) {
    if (last_velocity.size() > 0)
      text += "last state  " + vector_text(last_velocity) + "; no answer\n";
    text += "residuals   " + residuals_text(residuals) + "\n";
    return text + notes_text(*this);
  }
  text += "velocity    " + vector_text(velocity_plus) + "\n";
  text += "energy      " + number(energy.before) + " J before, " +
          tidy(energy.after, energy.before) + " J after, " + tidy(energy.lost, energy.before) +
          " J lost\n";
  if (!law || !law->friction || !sequence.empty())
    text += "reflections " + sequence_text(sequence, *labels) + "\n";
  if (!impulse.empty()) text += contact_table(*this);
  return text + events_text(*this) + notes_text(*this) + verdict_text(*this);
}

}  // namespace carom
