// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The table of laws. A new law: one line in it.
#include "cli/law_choice.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "carom/laws.h"
#include "solver/text.h"

namespace carom::cli {
namespace {

struct LawEntry {
  const char* name;
  bool has_coefficient, has_policy;
  Law (*make)(const LawSettings&);
};

template <class L>
Law make_plain(const LawSettings&) {
  return L{};
}

template <class L>
Law make_sequence(const LawSettings& settings) {
  L law;
  law.restitution = settings.restitution;
  law.seed = settings.seed;
  if (settings.policy) law.policy = policy_from_string(*settings.policy);
  return law;
}

constexpr LawEntry entries[] = {
    {"propagative", true, true, make_sequence<Propagative>},
    {"sequential", true, true, make_sequence<Sequential>},
    {"plastic", false, false, make_plain<Plastic>},
    {"inert", false, false, make_plain<Inert>},
};

const LawEntry& find_law(const std::string& name) {
  for (const LawEntry& entry : entries) {
    if (name == entry.name) return entry;
  }
  throw InvalidInput(fmt::format("unknown law '{}'; expected one of {}{}", name,
                                 solver::join(law_names()),
                                 solver::did_you_mean(name, law_names())));
}

void refuse_unused(const LawEntry& law, const LawSettings& settings) {
  std::vector<std::string> faults;
  if (settings.restitution && !law.has_coefficient) {
    faults.push_back(
        fmt::format("--restitution {}: law '{}' has no coefficient; leave it out, or "
                    "choose propagative or sequential",
                    *settings.restitution, law.name));
  }
  if (settings.policy && !law.has_policy) {
    faults.push_back(
        fmt::format("--policy {}: law '{}' has no order of reflections; leave it out, "
                    "or choose propagative or sequential",
                    *settings.policy, law.name));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const LawEntry& entry : entries) names.emplace_back(entry.name);
  return names;
}

std::vector<LawDescription> law_descriptions() {
  std::vector<LawDescription> descriptions;
  for (const LawEntry& entry : entries) descriptions.push_back(entry.make({}).description());
  return descriptions;
}

Law choose_law(const std::string& name, const LawSettings& settings, Unused unused) {
  const LawEntry& entry = find_law(name);
  if (unused == Unused::refuse) refuse_unused(entry, settings);
  return entry.make(settings);
}

}  // namespace carom::cli
