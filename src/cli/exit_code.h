// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the shell is told. Worse is larger.
#pragma once

namespace carom::cli {

enum class ExitCode {
  answer = 0,
  no_answer = 1,  ///< The physics or the numerics has none; also our own failures.
  bad_input = 2,
};

}  // namespace carom::cli
