// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The table of laws. A new law: one line in it.
#include "cli/input/law_choice.h"

#include <fmt/format.h>

#include "base/text.h"
#include "carom/error.h"
#include "carom/laws.h"

namespace carom::cli {
namespace {

/// What a law can be told, beside its name.
enum Setting : unsigned {
  none = 0,
  restitution = 1,
  policy = 2,
  mode = 4,
  exponent = 8,
  method = 16,
  tolerance = 32,
  energy = 64,
};

struct LawEntry {
  const char* name;
  unsigned settings;
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

template <class L>
Law make_with_friction(const LawSettings& settings) {
  L law;
  law.restitution = settings.restitution;
  if constexpr (requires { law.tolerance; })
    law.tolerance = settings.tolerance.value_or(law.tolerance);
  if constexpr (requires { law.exponent; }) law.exponent = settings.exponent.value_or(law.exponent);
  if constexpr (requires { law.mode; }) {
    if (settings.mode) law.mode = corner_mode_from_string(*settings.mode);
  }
  if constexpr (requires { law.energy; }) {
    if (settings.energy) law.energy = regular_energy_from_string(*settings.energy);
  }
  if constexpr (requires { law.method; }) {
    if (settings.method) law.method = regular_method_from_string(*settings.method);
  }
  return law;
}

constexpr LawEntry law_entries[] = {
    {"propagative", restitution | policy, make_sequence<Propagative>},
    {"sequential", restitution | policy, make_sequence<Sequential>},
    {"plastic", none, make_plain<Plastic>},
    {"inert", none, make_plain<Inert>},
    {"newton", restitution, make_with_friction<Newton>},
    {"poisson", restitution, make_with_friction<Poisson>},
    {"regular", restitution | energy | method | tolerance, make_with_friction<Regular>},
    {"slip_share", restitution | tolerance, make_with_friction<SlipShare>},
    {"corner", restitution | mode, make_with_friction<Corner>},
    {"compliant", restitution | exponent | tolerance, make_with_friction<Compliant>},
};

const LawEntry& find_law(const std::string& name) {
  for (const LawEntry& entry : law_entries) {
    if (name == entry.name) return entry;
  }
  throw InvalidInput(fmt::format("unknown law '{}'; expected one of {}{}", name,
                                 base::join(law_names()), base::did_you_mean(name, law_names())));
}

std::string laws_with(Setting setting) {
  std::vector<std::string> names;
  for (const LawEntry& entry : law_entries)
    if (entry.settings & setting) names.emplace_back(entry.name);
  return base::join(names);
}

}  // namespace

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const LawEntry& entry : law_entries) names.emplace_back(entry.name);
  return names;
}

std::vector<LawDescription> law_descriptions() {
  std::vector<LawDescription> descriptions;
  for (const LawEntry& entry : law_entries) descriptions.push_back(entry.make({}).description());
  return descriptions;
}

Law choose_law(const std::string& name, const LawSettings& settings) {
  return find_law(name).make(settings);
}

void refuse_unused(const std::string& name, const LawSettings& settings) {
  const LawEntry& law = find_law(name);
  std::vector<std::string> faults;
  const auto refuse = [&](Setting setting, const char* option, const auto& value,
                          const char* what) {
    if (!value || (law.settings & setting)) return;
    faults.push_back(fmt::format("{} {}: law '{}' has no {}; leave it out, or choose one of {}",
                                 option, *value, law.name, what, laws_with(setting)));
  };
  refuse(restitution, "--restitution", settings.restitution, "coefficient");
  refuse(policy, "--policy", settings.policy, "order of reflections");
  refuse(mode, "--mode", settings.mode, "modes");
  refuse(exponent, "--exponent", settings.exponent, "springs");
  refuse(energy, "--energy", settings.energy, "stores of energy");
  refuse(method, "--method", settings.method, "choice of integration");
  refuse(tolerance, "--tolerance", settings.tolerance, "integration");
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace carom::cli
