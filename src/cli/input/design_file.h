// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A design as something the command reads again: the posture of a robot, or a scene.
#pragma once

#include <string>

#include "carom/design.h"
#include "cli/input/subject.h"

namespace carom::cli {

class DesignFile {
 public:
  /// Empty path: nothing is written. Throws InvalidInput for a kind of file that does not fit.
  DesignFile(std::string path, const Subject& subject);
  /// The first solution, or the start where that is one.
  void write(const Design& design) const;

 private:
  std::string path_;
  const Subject& subject_;
};

}  // namespace carom::cli
