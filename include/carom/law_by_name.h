// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The laws of the library by name, for whoever reads names: files, the command, other languages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/law.h"

namespace carom {

/// What some laws can be given beside their name. Nothing: the law's own default.
struct LawSettings {
  std::optional<double> restitution = {};
  std::optional<std::string> policy = {};  ///< Of propagative and sequential.
  std::optional<std::string> mode = {};    ///< Of corner.
  std::optional<double> exponent = {};     ///< Of compliant.
  std::optional<std::string> energy = {};  ///< Of regular.
  std::optional<std::string> method = {};  ///< Of regular.
  std::optional<double> tolerance = {};    ///< Of laws that integrate.
  std::uint64_t seed = 0;                  ///< Of policy random.
};

/// All laws, in the order of docs/laws.
[[nodiscard]] std::vector<std::string> law_names();
/// Likewise, each with the settings it has by default.
[[nodiscard]] std::vector<LawDescription> law_descriptions();
/// The members of LawSettings that a law has, by name; `seed` comes with `policy`. Throws
/// InvalidInput for an unknown law.
[[nodiscard]] std::vector<std::string> law_setting_names(std::string_view law);

/// Settings that the law does not have are ignored. Throws InvalidInput for an unknown law, policy,
/// mode, energy or method (with the nearest name) or a bad number.
[[nodiscard]] Law law_by_name(std::string_view name, const LawSettings& settings = {});
/// Several; no names: every law.
[[nodiscard]] std::vector<Law> laws_by_name(const std::vector<std::string>& names,
                                            const LawSettings& settings = {});
/// Throws InvalidInput with a fault for every setting given that the law does not have. Each fault
/// begins with the name of the setting.
void refuse_unused(std::string_view law, const LawSettings& settings);

/// `given`, and where it has nothing, what a scene or its file says to the law (law_settings() in
/// scene.h, SceneFile::law_settings); entries of other names are not looked at. Throws InvalidInput
/// for a number that is none.
[[nodiscard]] LawSettings with_defaults(LawSettings given,
                                        const std::map<std::string, std::string>& defaults);

}  // namespace carom
