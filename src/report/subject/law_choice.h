// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "carom/law_by_name.h"

namespace carom::report {

/// refuse_unused() of the law, its settings named as options of the command.
void refuse_unused_options(const std::string& law, const LawSettings& settings);

}  // namespace carom::report
