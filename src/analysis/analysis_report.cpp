// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An analysis as a screen of text, in the order in which a person reads it: the
// practical verdict, the worst pair, the energy that meets the contacts, ξ and the certificate,
// pairs, advice. The verdict's is the first number; every other distance says what it is of.
#include "analysis/analysis_report.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "analysis/advice.h"
#include "base/enumerator_name.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/tolerance.h"

namespace carom::analysis {
namespace {

using base::number;
using base::pad;
using base::percent;
using base::plural;

constexpr std::size_t most_pairs = 12;  // The rest is counted.
constexpr std::size_t most_blocks = 6;

std::string outcomes_text(const Analysis& analysis) {
  const OutcomeSet& set = analysis.outcomes;
  std::string text = std::string(set.complete ? "" : "at least ") + plural(set.count, "outcome") +
                     " over orders at restitution 1" +
                     (analysis.spread_friction ? ", without friction" : "");
  if (set.count > 1.0) {
    text += ", farthest apart ξ = " + number(set.indeterminacy, 4) + " of the momentum";
  }
  if (set.samples > 0) {
    text += "; " + std::to_string(set.samples) + " orders sampled, " +
            (set.unseen_probability < 0.5 ? "at most " + percent(set.unseen_probability) +
                                                " of all orders end elsewhere (95 % confidence)"
                                          : std::string("many more outcomes may exist"));
  } else {
    text += "; " + std::to_string(set.shortest) +
            (set.longest == set.shortest
                 ? ""
                 : " to " + (set.longest < 0 ? std::string("∞") : std::to_string(set.longest))) +
            (set.longest == 1 ? " reflection" : " reflections");
  }
  return text;
}

std::string worst_text(const Analysis& analysis) {
  if (analysis.worst.velocity.size() == 0) {
    return "no velocity approaches every contact";
  }
  const bool closed = analysis.worst.method == WorstCase::Method::closed_form;
  const double worst = analysis.worst.indeterminacy;
  return std::string("ξ = ") + (closed || worst < base::no_share ? "" : "at least ") +
         number(worst < base::no_share ? 0.0 : worst, 4) +
         (closed ? " (closed form)" : " (search)") + " of the momentum at restitution 1" +
         (analysis.spread_friction ? ", without friction," : "") +
         " and the worst velocity that approaches every contact";
}

std::string certificate_text(const Certificate& certificate) {
  std::string head = to_string(certificate.verdict);
  if (certificate.scope == Certificate::Scope::orders) {
    head += " over orders";
  } else if (certificate.scope == Certificate::Scope::every_law) {
    head += " under every law";
  }
  return head + ": " + certificate.reason;
}

std::string blocks_text(const Analysis& analysis) {
  const auto& blocks = analysis.certificate.blocks;
  std::vector<std::string> items;
  for (std::size_t b = 0; b < std::min(blocks.size(), most_blocks); ++b) {
    std::vector<std::string> members;
    for (std::size_t k = 0; k < std::min(blocks[b].size(), most_pairs); ++k) {
      members.push_back(contact_name(analysis, blocks[b][k]));
    }
    if (members.size() < blocks[b].size()) {
      members.push_back("… " + std::to_string(blocks[b].size()) + " in all");
    }
    items.push_back("{" + base::join(members) + "}");
  }
  if (items.size() < blocks.size()) {
    items.push_back("… " + std::to_string(blocks.size()) + " in all");
  }
  return base::join(items, " ");
}

std::string pair_row(const Analysis& analysis, std::size_t index, std::size_t width) {
  const ContactPair& pair = analysis.certificate.pairs[index];
  const auto optional_text = [](const auto& value) {
    return value ? number(static_cast<double>(*value), 3) : std::string("–");
  };
  const std::string names =
      contact_name(analysis, pair.first) + ", " + contact_name(analysis, pair.second);
  return "  " + pad(names, width, false) + pad(number(pair.inner_product, 4), 14) +
         pad(optional_text(pair.coxeter_order), 9) + pad(optional_text(pair.worst_case_steps), 7) +
         pad(number(pair.indeterminacy_worst, 3), 11) +
         pad(optional_text(pair.collapse_restitution), 11) +
         pad(number(analysis.sensitivity[index].bound, 3), 14) +
         pad(number(analysis.sensitivity[index].bound_any, 3), 14) + "\n";
}

}  // namespace

const std::string& contact_name(const Analysis& analysis, int contact) {
  return analysis.labels->contacts[static_cast<std::size_t>(contact)];
}

std::string report_line(const std::string& label, const std::string& text) {
  return pad(label, 12, false) + text + "\n";
}

std::string practical_text(const Analysis& analysis) {
  if (analysis.labels->contacts.size() < 2) {
    return "one outcome: one contact at most leaves no order to choose";
  }
  return analysis.verdict().sentence();
}

std::string verdict_lines(const Analysis& analysis) {
  if (analysis.labels->contacts.size() < 2) return report_line("verdict", practical_text(analysis));
  return pad("verdict", 12, false) + outcome::lines(analysis.verdict(), pad("", 12));
}

std::string worst_pair_text(const Analysis& analysis) {
  if (analysis.certificate.pairs.empty()) {
    return "none: one contact at most";
  }
  const ContactPair& pair =
      analysis.certificate.pairs[analysis::by_coupling(analysis.certificate).front()];
  const double w = pair.inner_product;
  const char* sign = w > zero_tolerance    ? " (positive: each opens the other)"
                     : w < -zero_tolerance ? " (negative: each presses the other)"
                                           : " (orthogonal: independent)";
  return contact_name(analysis, pair.first) + " and " + contact_name(analysis, pair.second) +
         ", inner product " + number(std::abs(w) < zero_tolerance ? 0.0 : w, 4) + sign;
}

std::string energy_text(const Analysis& analysis) {
  const EnergySplit& normals = analysis.normal_split;
  const EnergySplit& all = analysis.split;
  std::string text = percent(analysis.constrained_energy_ratio) + " of the kinetic energy, " +
                     number(normals.constrained, 4) + " J of " +
                     number(normals.constrained + normals.admissible, 4) +
                     " J, is in the normal rows of the contacts";
  if (all.rank > normals.rank) {
    text += "; with their tangents " + number(all.constrained, 4) + " J";
  }
  return text;
}

std::string certificate_lines(const Analysis& analysis) {
  const bool alone = analysis.labels->contacts.size() < 2;
  std::string text = alone ? "" : report_line("elastic", outcomes_text(analysis));
  if (!alone) text += report_line("worst case", worst_text(analysis));
  text += report_line("certificate", certificate_text(analysis.certificate));
  if (alone) return text;
  text += report_line("margin", number(analysis.certificate.feasibility_margin, 4) +
                                    " (0: no velocity separates every contact)");
  text += report_line("blocks", blocks_text(analysis));
  if (!analysis.impulses_unique) {
    text += report_line("impulses", "not determined at single contacts");
  }
  return text;
}

std::string pair_table(const Analysis& analysis) {
  const auto order = analysis::by_coupling(analysis.certificate);
  const std::size_t shown = std::min(order.size(), most_pairs);
  if (shown == 0) {
    return "";
  }
  std::size_t width = 8;
  for (std::size_t k = 0; k < shown; ++k) {
    const ContactPair& pair = analysis.certificate.pairs[order[k]];
    width = std::max(width, contact_name(analysis, pair.first).size() +
                                contact_name(analysis, pair.second).size() + 2);
  }
  std::string text = "pairs\n  " + pad("contacts", width, false) + pad("inner product", 14) +
                     pad("Coxeter", 9) + pad("steps", 7) + pad("worst ξ", 11) +
                     pad("collapse", 11) + pad("in plane/rad", 14) + pad("any turn/rad", 14) + "\n";
  for (std::size_t k = 0; k < shown; ++k) {
    text += pair_row(analysis, order[k], width);
  }
  if (shown < order.size()) {
    text += "  … and " + std::to_string(order.size() - shown) + " pairs that are less coupled\n";
  }
  return text;
}

}  // namespace carom::analysis

namespace carom {

PracticalVerdict Analysis::verdict() const {
  constexpr double each_its_own = std::numeric_limits<double>::quiet_NaN();
  return {.restitution = own_restitution.size() == 0 ? restitution : each_its_own,
          .orders = spread_orders,
          .stiffness = spread_stiffness,
          .complete = spread_complete,
          .ends = practical.has_value(),
          .friction = spread_friction};
}

std::string Analysis::report() const {
  if (!labels) {
    return "carom analysis: analyze was not called\n";
  }
  using namespace analysis;
  std::string text = labels->problem + ": " +
                     plural(static_cast<double>(labels->contacts.size()), "contact") + "\n";
  text += verdict_lines(*this);
  text += report_line("worst pair", worst_pair_text(*this));
  text += report_line("energy", energy_text(*this));
  text += certificate_lines(*this);
  text += pair_table(*this);
  for (const std::string& sentence : advice) {
    text += "- " + sentence + "\n";
  }
  return text;
}

std::string to_string(Certificate::Verdict verdict) {
  return base::enumerator_name(verdict, {"unique", "several", "unknown"});
}

std::string to_string(Certificate::Scope scope) {
  return base::enumerator_name(scope, {"none", "orders", "every_law"});
}

std::string to_string(WorstCase::Method method) {
  return method == WorstCase::Method::closed_form ? "closed_form" : "search";
}

}  // namespace carom
