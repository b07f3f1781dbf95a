// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A folder for runs, models to run, and records that no simulation made.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/error.h"
#include "carom/run.h"
#include "carom/scene.h"

namespace carom::test {

namespace fs = std::filesystem;

inline std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void put_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}
/// All files below a folder, by their names in it.
inline std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    files[name] = entry.is_directory() ? "/" : bytes_of(entry.path());
  }
  return files;
}
inline std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_in(folder)) names.push_back(name);
  return names;
}
inline std::vector<std::string> faults_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.faults();
  }
  return {};
}

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
    int asked = 0;
    options.stop = [&] { return ++asked > after; };
    RunResult result = run(name);
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
