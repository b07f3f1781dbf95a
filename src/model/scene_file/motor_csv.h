// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Tables of motor programs as CSV: a line of names, `time` first, then a line for each time.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct MotorCsv {
  std::vector<std::string> joints = {};  ///< Names that stand for the columns.
  Eigen::VectorXd times = {};
  Eigen::MatrixXd values = {};  ///< A row per time.
};

/// `joints`: which columns, in which order; patterns stand for all that fit; empty: all. A single
/// column called `all` ("position", "torque") is for all of them. `angles`: columns in [deg] are
/// turned into radians; else they are refused. Throws InvalidInput, each fault "file:line: …".
MotorCsv read_motor_csv(const std::filesystem::path& file, const std::vector<std::string>& joints,
                        std::string_view all, bool angles);

/// The number that a text is, blanks around it and a plus sign allowed; nothing if it is none, or
/// not finite.
std::optional<double> parse_number(std::string_view text);

}  // namespace carom
