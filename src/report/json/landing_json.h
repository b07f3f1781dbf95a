// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The document of a landing, for documents that say more.
#pragma once

#include "carom/landing.h"
#include "report/json/json_text.h"

namespace carom::report {

Json landing_document(const Landing& landing);

}  // namespace carom::report
