// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How a way of integrating the regular law ended. On `failed` the outcome says why (message) and
// holds the last velocity; the caller may try another way.
#pragma once

namespace carom::law {

enum class FlowEnd { finished, failed };

}  // namespace carom::law
