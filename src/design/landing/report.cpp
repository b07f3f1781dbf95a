// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A landing as a screen of text, in the order in which a person reads it: the practical verdict in
// m/s and rad/s of the base, its brackets, the worst pair, the energy that meets the contacts, ξ
// and the certificate, what the law says happens, the posture, advice.
#include <algorithm>
#include <string>
#include <vector>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/landing.h"
#include "design/landing/advice.h"
#include "outcome/practical.h"

namespace carom {
namespace {

using analysis::contact_name;
using analysis::report_line;
using base::number;
using base::pad;
using base::percent;
using base::plural;
using design::spread_text;

constexpr std::size_t most_items = 6;

std::string title(const Landing& landing) {
  const auto& contacts = landing.analysis.labels->contacts;
  std::vector<std::string> names(
      contacts.begin(),
      contacts.begin() + static_cast<std::ptrdiff_t>(std::min(contacts.size(), most_items)));
  if (names.size() < contacts.size()) names.push_back("…");
  return landing.analysis.labels->problem + ": " +
         plural(static_cast<double>(contacts.size()), "contact") + " (" + base::join(names) +
         "), approach " + number(landing.approach_speed, 4) + " m/s\n";
}

std::string table(const Landing& landing) {
  constexpr std::size_t width = 14;
  std::string e = pad("", 12) + pad("restitution", width, false);
  std::string spread = pad("", 12) + pad("spread", width, false);
  std::string linear = pad("", 12) + pad("base m/s", width, false);
  std::string angular = pad("", 12) + pad("base rad/s", width, false);
  bool base = false;
  for (const LandingSpread& at : landing.restitutions) {
    e += pad(number(at.spread.restitution, 3), 12);
    const double value = at.spread.value();
    spread += pad((at.spread.complete || value == 0.0 ? "" : ">= ") + percent(value), 12);
    if (!at.base_linear) continue;
    base = true;
    linear += pad(design::rate_text(at.base_linear->norm()), 12);
    angular += pad(design::rate_text(at.base_angular->norm()), 12);
  }
  return e + "\n" + spread + "\n" + (base ? linear + "\n" + angular + "\n" : "");
}

std::string mass_text(const Landing& landing) {
  const Eigen::VectorXd& mass = landing.effective_mass;
  if (mass.size() == 0) return "";
  const double low = mass.minCoeff(), high = mass.maxCoeff();
  const std::string least = number(low, 3), most = number(high, 3);
  return "; effective mass " + (least == most ? least : least + " to " + most) +
         " kg per contact, of " + number(landing.total_mass, 4) + " kg";
}

std::string outcome_text(const Landing& landing) {
  const Outcome& outcome = landing.outcome;
  if (!outcome.ok()) return to_string(outcome.status) + ": " + outcome.message;
  std::vector<std::string> impulses;
  for (std::size_t k = 0; k < std::min(outcome.impulse.size(), most_items); ++k) {
    impulses.push_back(contact_name(landing.analysis, static_cast<int>(k)) + " " +
                       number(outcome.impulse[k].normal, 3));
  }
  if (impulses.size() < outcome.impulse.size()) impulses.push_back("…");
  std::vector<std::string> lifts;
  for (const int contact : landing.lifting) {
    if (lifts.size() == most_items) break;
    lifts.push_back(contact_name(landing.analysis, contact) + " at " +
                    number(landing.gap_rate_after[contact], 3) + " m/s");
  }
  if (lifts.size() < landing.lifting.size()) lifts.push_back("…");
  return "law " + outcome.law->name + ": impulses " + base::join(impulses) + " N·s, " +
         number(outcome.energy.lost, 3) + " J lost; " +
         (lifts.empty() ? "no contact lifts" : "lifts: " + base::join(lifts));
}

std::string jumps_text(const Landing& landing) {
  if (landing.jumps.empty()) return "locked: none jumps";
  std::vector<std::string> items;
  for (const VelocityJump& jump : landing.jumps) {
    if (items.size() == most_items) break;
    items.push_back(landing.velocity_names[static_cast<std::size_t>(jump.velocity)] + " " +
                    number(jump.after - jump.before, 3) +
                    (jump.exceeds() ? " (over its limit " + number(jump.limit, 3) + ")" : ""));
  }
  return "jump by " + base::join(items) + (items.size() < landing.jumps.size() ? ", …" : "") +
         " rad/s";
}

std::string gradient_text(const Landing& landing) {
  const PostureGradient& gradient = *landing.gradient;
  const double largest = gradient.closed.cwiseAbs().maxCoeff();
  // Change of w per rad: the differences leave 1e-10; a motion that helps has 1e-3 and more.
  if (!(largest > 1e-9)) return "no motion that keeps the contacts closed moves the worst pair";
  const Eigen::VectorXd tenth = 0.1 / largest * gradient.closed;
  return "w of " + contact_name(landing.analysis, gradient.first) + " and " +
         contact_name(landing.analysis, gradient.second) + " changes by " +
         number(tenth.dot(gradient.closed), 2) + " with " +
         design::motion_text(landing, tenth, most_items) + ", contacts kept closed";
}

}  // namespace

std::string Landing::summary() const {
  if (!analysis.labels) return "carom landing: analyze_landing was not called";
  std::string text = analysis.labels->problem + ", " +
                     plural(static_cast<double>(analysis.labels->contacts.size()), "contact") +
                     ": " + analysis::practical_words(spread.practical) + " " +
                     outcome::circumstances(spread.spread) + " (" + spread_text(spread) + ")";
  if (with_rotors) {
    text += "; with rotor inertia " + number(rotor_inertia) +
            " kg m²: " + percent(with_rotors->spread.value());
  }
  if (without_rotors) text += "; without rotor inertia: " + percent(without_rotors->spread.value());
  if (locked) {
    text += "; joints locked: " + analysis::practical_words(locked->practical) + ", " +
            spread_text(*locked);
  }
  return text + ".";
}

std::string Landing::report() const {
  if (!analysis.labels) return "carom landing: analyze_landing was not called\n";
  std::string text = title(*this);
  text += analysis::verdict_lines(analysis);
  if (spread.base_linear && spread.spread.value() > 0.0) {
    text += report_line("base", design::base_line(spread));
  }
  const bool alone = analysis.labels->contacts.size() < 2;
  if (!alone) text += table(*this);
  if (with_rotors && !alone) {
    text += report_line("rotors", "with " + number(rotor_inertia) + " kg m² at every joint: " +
                                      analysis::practical_words(with_rotors->practical) + ", " +
                                      spread_text(*with_rotors));
  }
  if (without_rotors && !alone) {
    text += report_line(
        "rotors", "without their inertia: " + analysis::practical_words(without_rotors->practical) +
                      ", " + spread_text(*without_rotors));
  }
  if (locked && !alone) {
    text += report_line("locked",
                        analysis::practical_words(locked->practical) + ": " + spread_text(*locked));
  }
  if (!alone) text += report_line("worst pair", analysis::worst_pair_text(analysis));
  text += report_line("energy", analysis::energy_text(analysis) + mass_text(*this));
  text += analysis::certificate_lines(analysis);
  text += report_line("after", outcome_text(*this));
  text += report_line("joints", jumps_text(*this));
  if (gradient) text += report_line("posture", gradient_text(*this));
  text += analysis::pair_table(analysis);
  for (const std::string& sentence : advice) text += "- " + sentence + "\n";
  return text;
}

}  // namespace carom
