// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies from URDF by Pinocchio and urdfdom. The text was checked before (urdf_check.cpp), so what
// they would print is not wanted: their log is switched off while they read.
#include <console_bridge/console.h>

#include <mutex>
#include <pinocchio/parsers/urdf.hpp>

#include "carom/error.h"
#include "model/pinocchio/pinocchio_model.h"
#include "model/robot/urdf_file.h"

namespace carom {
namespace {

/// The log of urdfdom belongs to the whole program: one reader at a time, and put back after.
class QuietLog {
 public:
  QuietLog() : lock_(mutex()), level_(console_bridge::getLogLevel()) {
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_NONE);
  }
  ~QuietLog() { console_bridge::setLogLevel(level_); }
  QuietLog(const QuietLog&) = delete;
  QuietLog& operator=(const QuietLog&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  std::lock_guard<std::mutex> lock_;
  console_bridge::LogLevel level_;
};

}  // namespace

std::shared_ptr<const Multibody> build_urdf(const std::string& text, bool free_base,
                                            const std::string& name) {
  pinocchio::Model model;
  try {
    const QuietLog quiet;
    if (free_base) {
      pinocchio::urdf::buildModelFromXML(text, pinocchio::JointModelFreeFlyer(), model);
    } else {
      pinocchio::urdf::buildModelFromXML(text, model);
    }
  } catch (const std::exception& error) {
    throw InvalidInput(name + ": " + error.what());
  }
  return make_multibody(std::move(model), name);
}

}  // namespace carom
