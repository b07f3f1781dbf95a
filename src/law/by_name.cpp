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
  std::optional<double> LawSettings::* number = nullptr;
  std::optional<std::string> LawSettings::* word = nullptr;  ///< One of the two.
};

constexpr SettingEntry setting_entries[] = {
    {Given::restitution, "restitution", "coefficient", &LawSettings::restitution},
    {Given::policy, "policy", "order of reflections", nullptr, &LawSettings::policy},
    {Given::mode, "mode", "modes", nullptr, &LawSettings::mode},
    {Given::exponent, "exponent", "springs", &LawSettings::exponent},
    {Given::energy, "energy", "stores of energy", nullptr, &LawSettings::energy},
    {Given::method, "method", "choice of integration", nullptr, &LawSettings::method},
    {Given::tolerance, "tolerance", "integration", &LawSettings::tolerance},
};

struct LawEntry {
  const char* name;
  unsigned settings;
  Law (*make)(const LawSettings&);
};

template <class L>
Law make_law(const LawSettings& settings) {
  L law;
  if constexpr (requires { law.restitution; }) law.restitution = settings.restitution;
  if constexpr (requires { law.seed; }) law.seed = settings.seed;
  if constexpr (requires { law.policy; }) {
    if (settings.policy) law.policy = policy_from_string(*settings.policy);
  }
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
    {"propagative", Given::restitution | Given::policy, make_law<Propagative>},
    {"sequential", Given::restitution | Given::policy, make_law<Sequential>},
    {"plastic", Given::none, make_law<Plastic>},
    {"inert", Given::none, make_law<Inert>},
    {"newton", Given::restitution, make_law<Newton>},
    {"poisson", Given::restitution, make_law<Poisson>},
    {"regular", Given::restitution | Given::energy | Given::method | Given::tolerance,
     make_law<Regular>},
    {"slip_share", Given::restitution | Given::tolerance, make_law<SlipShare>},
    {"corner", Given::restitution | Given::mode, make_law<Corner>},
    {"compliant", Given::restitution | Given::exponent | Given::tolerance, make_law<Compliant>},
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
std::optional<std::string> text_of(const LawSettings& settings, const SettingEntry& entry) {
  if (entry.word) return settings.*entry.word;
  const std::optional<double>& value = settings.*entry.number;
  return value ? std::optional(shortest(*value)) : std::nullopt;
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
    const std::optional<std::string> value = text_of(settings, entry);
    if (!value || (law.settings & entry.setting)) continue;
    faults.push_back(std::string(entry.name) + " " + *value + ": law '" + law.name + "' has no " +
                     entry.lacks + "; leave it out, or choose one of " + laws_with(entry.setting));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

LawSettings with_defaults(LawSettings given, const std::map<std::string, std::string>& defaults) {
  for (const SettingEntry& entry : setting_entries) {
    const auto found = defaults.find(entry.name);
    if (found == defaults.end() || text_of(given, entry)) continue;
    if (entry.word)
      given.*entry.word = found->second;
    else
      given.*entry.number = number_of(entry.name, found->second);
  }
  if (const auto seed = defaults.find("seed"); seed != defaults.end()) {
    const double value = number_of("seed", seed->second);
    if (given.seed == 0) given.seed = static_cast<std::uint64_t>(value);
  }
  return given;
}

}  // namespace carom
