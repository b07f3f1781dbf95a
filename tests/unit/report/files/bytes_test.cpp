// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Files that are written in place, and files that are replaced whole.
#include "report/files/bytes.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "carom/error.h"
#include "support/files.h"

namespace carom::test {
namespace {

struct BytesTrial {
  fs::path folder = fs::temp_directory_path() / ("carom-bytes-" + std::to_string(::getpid()));
  BytesTrial() { fs::create_directories(folder); }
  ~BytesTrial() { fs::remove_all(folder); }
};

TEST(Bytes, InPlaceKeepsLinksAndNeighbours) {
  const BytesTrial trial;
  const fs::path file = trial.folder / "a.toml", link = trial.folder / "link.toml";
  put_bytes(file, "old, and longer");
  put_bytes(trial.folder / "link.toml.tmp", "mine");
  fs::create_symlink(file, link);
  report::write_in_place(link, "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(bytes_of(file), "new");
  EXPECT_EQ(bytes_of(trial.folder / "link.toml.tmp"), "mine");
}

TEST(Bytes, WhatCannotBeWrittenSaysWhy) {
  const BytesTrial trial;
  try {
    report::write_in_place(trial.folder / "none" / "a.toml", "x");
    FAIL();
  } catch (const report::DiskFault& fault) {
    EXPECT_EQ(fault.reason, "No such file or directory");
  }
}

TEST(Bytes, ReplacedWholeIsOldOrNew) {
  const BytesTrial trial;
  const fs::path file = trial.folder / "a.json", temporary = trial.folder / "a.json.tmp";
  put_bytes(file, "old");
  const auto fails = [&](report::ByteFile& into) {
    into.write_at(0, "half");
    throw InvalidInput("no more");
  };
  EXPECT_THROW(report::replace_whole(file, fails), InvalidInput);
  EXPECT_EQ(bytes_of(file), "old");
  EXPECT_FALSE(fs::exists(temporary));
  report::replace_whole(file, "new");
  EXPECT_EQ(bytes_of(file), "new");
}

TEST(Bytes, TheTemporaryFileOfAnotherProcessStays) {
  const BytesTrial trial;
  const fs::path file = trial.folder / "a.json", temporary = trial.folder / "a.json.tmp";
  const report::ByteFile other(temporary, report::ByteFile::Use::create);  // holds the lock
  EXPECT_THROW(report::replace_whole(file, "new"), InvalidInput);
  EXPECT_TRUE(fs::exists(temporary));
}

}  // namespace
}  // namespace carom::test
