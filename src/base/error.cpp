// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "carom/error.h"

#include "base/text.h"

namespace carom {

InvalidInput::InvalidInput(std::vector<std::string> faults)
    : std::invalid_argument(base::join(faults, "\n")), faults_(std::move(faults)) {}

InvalidInput::InvalidInput(const std::string& fault)
    : InvalidInput(std::vector<std::string>{fault}) {}

}  // namespace carom
