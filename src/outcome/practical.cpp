// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "outcome/practical.h"

#include <algorithm>
#include <cmath>

#include "base/enumerator_name.h"
#include "base/text.h"
#include "base/words.h"

namespace carom {

using base::number;
using base::percent;

namespace outcome {

std::string practical_words(const std::optional<Practical>& practical) {
  if (!practical) return "no outcome";
  switch (*practical) {
    case Practical::one: return "practically one outcome";
    case Practical::slight: return "slightly different outcomes";
    case Practical::several: break;
  }
  return "several outcomes";
}

std::string circumstances(const PracticalVerdict& verdict) {
  const double e = verdict.restitution;
  return (std::isnan(e) ? std::string("at each contact's restitution")
                        : "at restitution " + number(e, 3)) +
         (verdict.friction ? ", with friction" : "");
}

std::string distances(const PracticalVerdict& verdict) {
  const bool least = !verdict.complete && verdict.orders > 0.0;
  return "over orders of closing " + std::string(least ? "at least " : "") +
         percent(verdict.orders) + ", over stiffness ratios 0.1 to 10 of the contacts " +
         (verdict.stiffness ? percent(*verdict.stiffness) : std::string("not tried"));
}

std::string lines(const PracticalVerdict& verdict, const std::string& indent) {
  const std::string sentence = verdict.sentence() + "\n";
  return verdict.ends && verdict.value() > 0.0 ? sentence + indent + distances(verdict) + "\n"
                                               : sentence;
}

std::string undecided_words(const Uniqueness& uniqueness) {
  if (uniqueness.outcomes != 1.0) return "not checked";
  if (uniqueness.draws > 0) return std::to_string(uniqueness.draws) + " draws agree";
  return uniqueness.complete ? "not checked" : "orders tried agree";
}

}  // namespace outcome

double PracticalVerdict::value() const { return std::max(orders, stiffness.value_or(0.0)); }

std::optional<Practical> PracticalVerdict::grade() const {
  if (!ends) return std::nullopt;
  if (value() < one_below) return Practical::one;
  return value() < slight_below ? Practical::slight : Practical::several;
}

std::string PracticalVerdict::sentence() const {
  const std::string head = outcome::practical_words(grade()) + " " + outcome::circumstances(*this);
  if (!ends) return head + ": no order of reflections ends";
  if (value() > 0.0) {
    // A lower bound shows that there are several outcomes; it does not show that there is one.
    const bool all = complete && stiffness;
    const bool open = !all && grade() != Practical::several;
    return head + (open ? ", in what was tried" : "") + ": " + (all ? "up to " : "at least ") +
           percent(value()) + " of the momentum apart";
  }
  // Nothing found is a proof only where every order was tried.
  return head + ": " +
         (complete && stiffness
              ? "neither the order of closing nor the stiffness of the contacts "
                "makes a difference"
              : "no difference found in the orders of closing" +
                    std::string(stiffness ? " and stiffness ratios" : "") + " that were tried");
}

std::string PracticalVerdict::brief() const {
  if (!ends) return "no outcome";
  return to_string(*grade()) + (value() > 0.0 ? (complete ? ", " : ", ≥ ") + percent(value()) : "");
}

std::string to_string(Practical practical) {
  return base::enumerator_name(practical, {"one", "slight", "several"});
}

}  // namespace carom
