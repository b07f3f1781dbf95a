// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The table of laws. A new law: one line in it.
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "carom/error.h"
#include "carom/law_by_name.h"
#include "carom/laws.h"

namespace carom {
namespace {

/// What a law can be given, beside its name.
struct Given {
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
};

struct SettingEntry {
  Given::Setting setting;
  const char* name;
  const char* lacks;  ///< What a law without it does not have.
};

constexpr SettingEntry setting_entries[] = {
    {Given::restitution, "restitution", "coefficient"},
    {Given::policy, "policy", "order of reflections"},
    {Given::mode, "mode", "modes"},
    {Given::exponent, "exponent", "springs"},
    {Given::energy, "energy", "stores of energy"},
    {Given::method, "method", "choice of integration"},
    {Given::tolerance, "tolerance", "integration"},
};

struct LawEntry {
  const char* name;
  unsigned settings;
  Law (*make)(const LawSettings&);
};

template <class L>
Law plain_law(const LawSettings&) {
  return L{};
}

template <class L>
Law law_of_reflections(const LawSettings& settings) {
  L law;
  law.restitution = settings.restitution;
  law.seed = settings.seed;
  if (settings.policy) law.policy = policy_from_string(*settings.policy);
  return law;
}

template <class L>
Law law_of_impulses(const LawSettings& settings) {
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
    {"propagative", Given::restitution | Given::policy, law_of_reflections<Propagative>},
    {"sequential", Given::restitution | Given::policy, law_of_reflections<Sequential>},
    {"plastic", Given::none, plain_law<Plastic>},
    {"inert", Given::none, plain_law<Inert>},
    {"newton", Given::restitution, law_of_impulses<Newton>},
    {"poisson", Given::restitution, law_of_impulses<Poisson>},
    {"regular", Given::restitution | Given::energy | Given::method | Given::tolerance,
     law_of_impulses<Regular>},
    {"slip_share", Given::restitution | Given::tolerance, law_of_impulses<SlipShare>},
    {"corner", Given::restitution | Given::mode, law_of_impulses<Corner>},
    {"compliant", Given::restitution | Given::exponent | Given::tolerance,
     law_of_impulses<Compliant>},
};

const LawEntry& find_law(std::string_view name) {
  for (const LawEntry& entry : law_entries) {
    if (name == entry.name) return entry;
  }
  throw InvalidInput("unknown law '" + std::string(name) + "'; expected one of " +
                     base::join(law_names()) + base::did_you_mean(name, law_names()));
}

std::string laws_with(Given::Setting setting) {
  std::vector<std::string> names;
  for (const LawEntry& entry : law_entries)
    if (entry.settings & setting) names.emplace_back(entry.name);
  return base::join(names);
}

/// As few digits as read back to the same number, six at least allowed.
std::string shortest(double value) {
  int digits = 6;
  while (digits < 17 && std::strtod(base::number(value, digits).c_str(), nullptr) != value) {
    ++digits;
  }
  return base::number(value, digits);
}

/// The setting's value as text; none: it is not given.
std::optional<std::string> text_of(const LawSettings& settings, Given::Setting setting) {
  const auto of_number = [](const std::optional<double>& value) {
    return value ? std::optional(shortest(*value)) : std::nullopt;
  };
  switch (setting) {
    case Given::restitution: return of_number(settings.restitution);
    case Given::policy: return settings.policy;
    case Given::mode: return settings.mode;
    case Given::exponent: return of_number(settings.exponent);
    case Given::energy: return settings.energy;
    case Given::method: return settings.method;
    case Given::tolerance: return of_number(settings.tolerance);
    case Given::none: break;
  }
  return std::nullopt;
}

double number_of(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() && *end == '\0' && std::isfinite(value)) return value;
  throw InvalidInput(name + " = '" + text + "'; expected a number");
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

std::vector<std::string> law_setting_names(std::string_view law) {
  const LawEntry& entry = find_law(law);
  std::vector<std::string> names;
  for (const SettingEntry& setting : setting_entries)
    if (entry.settings & setting.setting) names.emplace_back(setting.name);
  return names;
}

Law law_by_name(std::string_view name, const LawSettings& settings) {
  return find_law(name).make(settings);
}

std::vector<Law> laws_by_name(const std::vector<std::string>& names, const LawSettings& settings) {
  std::vector<Law> laws;
  for (const std::string& name : names.empty() ? law_names() : names) {
    laws.push_back(law_by_name(name, settings));
  }
  return laws;
}

void refuse_unused(std::string_view name, const LawSettings& settings) {
  const LawEntry& law = find_law(name);
  std::vector<std::string> faults;
  for (const SettingEntry& entry : setting_entries) {
    const std::optional<std::string> value = text_of(settings, entry.setting);
    if (!value || (law.settings & entry.setting)) continue;
    faults.push_back(std::string(entry.name) + " " + *value + ": law '" + law.name + "' has no " +
                     entry.lacks + "; leave it out, or choose one of " + laws_with(entry.setting));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

LawSettings with_defaults(LawSettings given, const std::map<std::string, std::string>& defaults) {
  const auto words = [&](const char* name, std::optional<std::string>& value) {
    const auto found = defaults.find(name);
    if (!value && found != defaults.end()) value = found->second;
  };
  const auto number = [&](const char* name, std::optional<double>& value) {
    const auto found = defaults.find(name);
    if (!value && found != defaults.end()) value = number_of(name, found->second);
  };
  number("restitution", given.restitution);
  words("policy", given.policy);
  words("mode", given.mode);
  number("exponent", given.exponent);
  words("energy", given.energy);
  words("method", given.method);
  number("tolerance", given.tolerance);
  std::optional<double> seed;
  number("seed", seed);
  if (seed && given.seed == 0) given.seed = static_cast<std::uint64_t>(*seed);
  return given;
}

}  // namespace carom
