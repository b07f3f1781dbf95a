// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What two subjects have in common if they are the same: files of maps and runs keep it, so that
// those of something else are not resumed.
#pragma once

#include <string>

#include "carom/subject.h"

namespace carom::report {

/// JSON in one line. `file` is read again for its fingerprint, unless it is a scene of the gallery.
std::string variation_identity(const Subject& subject, const std::string& file);
std::string run_identity(const Subject& subject, const std::string& file);

}  // namespace carom::report
