// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motors of the two rods, and rows and checkpoints that no simulation made.
#pragma once

#include <limits>

#include "carom/control.h"
#include "carom/scene.h"
#include "carom/simulation.h"

namespace carom::test {

/// Both angles of "vee" hold; the second one has no limit.
inline MotorDrive vee_drive() {
  constexpr double none = std::numeric_limits<double>::infinity();
  MotorDrive drive;
  drive.program.name = "steady";
  drive.program.entries = {
      MotorEntry{.name = "hold", .joints = {"angle_1", "angle_2"}, .motion = MotorHold{}},
      MotorEntry{.name = "spin", .joints = {"angle_1"}, .motion = MotorSpin{.rate = 2.0}}};
  using Motor = MotorDrive::Motor;
  drive.motors = {{Motor{.q = 2, .v = 2, .stiffness = 10.0, .damping = 1.0, .limit = 4.0},
                   Motor{.q = 3, .v = 3, .stiffness = 10.0, .damping = 1.0, .limit = none}},
                  {Motor{.q = 2, .v = 2, .damping = 1.0, .limit = 5.0}}};
  drive.driven = {2, 3};
  return drive;
}

/// 12 J drawn of which 1 J came back; 11 J in all, of which 10.5 J are lost and 0.5 J are there.
inline ProgramMemory vee_memory() {
  ProgramMemory memory;
  memory.begins = {0.0, std::numeric_limits<double>::quiet_NaN()};
  memory.from = {0.1, -0.2, std::numeric_limits<double>::quiet_NaN()};
  memory.at_limit = {0.5, 0.0};
  memory.driven = 2.0;
  memory.work = {.start = 100.0,
                 .motors = 11.0,
                 .drawn = 12.0,
                 .impacts = -4.5,
                 .friction = -2.0,
                 .dampers = -4.0};
  return memory;
}

}  // namespace carom::test
