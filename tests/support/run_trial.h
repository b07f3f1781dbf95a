// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A folder for runs, models to run, and records that no simulation made.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <limits>
#include <string>

#include "carom/run.h"
#include "carom/scene.h"
#include "support/faults.h"
#include "support/files.h"

namespace carom::test {

/// While it lives no file may grow beyond `size`.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t size) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{size, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_ = {};
};

/// Two rods that land on both feet.
struct RunTrial {
  fs::path folder;  ///< An empty one.
  SceneModel scene = make_scene_model("vee", {{"height", 0.02}});
  SimulationOptions options = {};
  RunFolderOptions how = {};

  RunTrial() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / (std::string("carom-") + test->test_suite_name() + "-" +
                                             test->name() + "-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    options.law = Propagative{.restitution = 0.8};
    options.duration = 0.05;
    how.subject = R"({"scene": "vee", "parameters": {"height": 0.02}})";
    how.npz = how.mcap = true;
  }
  ~RunTrial() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  RunTrial(const RunTrial&) = delete;

  RunResult run(const std::string& name) const {
    return run_to_folder(folder / name, scene.model, scene.state, options, how);
  }
  RunResult resume(const std::string& name) const {
    RunFolderOptions again = how;
    again.resume = true;
    again.observe = {};
    return run_to_folder(folder / name, scene.model, scene.state, options, again);
  }
  /// Stops after so many questions; then `options.stop` is as before.
  RunResult stopped(const std::string& name, int after) {
    int steps = 0;
    how.progress = [&](int, double) { ++steps; };
    options.stop = [&] { return steps >= after; };
    RunResult result = run(name);
    how.progress = {};
    options.stop = {};
    return result;
  }
};

/// Numbers that are hard to write.
inline Eigen::VectorXd hard_numbers() {
  using limits = std::numeric_limits<double>;
  return Eigen::Vector<double, 9>(limits::denorm_min(), -0.0, 0.1 + 0.2, 1e300, limits::max(),
                                  -limits::min(), -1.0 / 3, 5e-320, 12345.0);
}

}  // namespace carom::test
