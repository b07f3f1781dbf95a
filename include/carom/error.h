// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bad input, refused before anything is stored.
// Every fault reads "where: what = value; expected rule; remedy". "No answer" is not an error: it
// is Outcome::Status.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace carom {

/// Thrown for input that cannot be used. Carries every fault found, not only the first.
class InvalidInput : public std::invalid_argument {
 public:
  explicit InvalidInput(std::vector<std::string> faults);
  explicit InvalidInput(const std::string& fault);

  /// One line each, in the order found.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

}  // namespace carom
