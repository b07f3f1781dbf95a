// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "carom/error.h"

#include "solver/text.h"

namespace carom {

InvalidInput::InvalidInput(std::vector<std::string> faults)
    : std::invalid_argument(solver::join(faults, "\n")), faults_(std::move(faults)) {}

InvalidInput::InvalidInput(const std::string& fault)
    : InvalidInput(std::vector<std::string>{fault}) {}

}  // namespace carom
