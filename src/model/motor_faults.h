// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is wrong with a motor program, taken apart: check_program() says it with the names of
// program and entry, readers of files with the line of the key.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/motor_program.h"

namespace carom {

struct MotorFault {
  std::size_t entry = 0;  ///< Beyond the last one: of the program.
  /// Of the entry, or of its motion: joints, name, delay, contact, stiffness …; rate, position,
  /// duty, phases, times, positions, torques …
  std::string key = {};
  std::string text = {};  ///< "duty = 1.2; expected …".
};

/// In the order of the entries; of the times and the rows of a table the first fault alone.
std::vector<MotorFault> motor_faults(const MotorProgram& program);

/// What entries are called by, each its own unless names are given twice: the name; else the word
/// of the motion, with #2, #3 … where it is taken.
std::vector<std::string> entry_labels(const MotorProgram& program);

}  // namespace carom
