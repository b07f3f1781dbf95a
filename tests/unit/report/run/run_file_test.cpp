// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Files that grow by records: valid at every flush, cut back to whole records when the disk is
// full.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/files/bytes.h"
#include "support/run_trial.h"

namespace carom::test {
namespace {

using report::DiskFault;
using report::FolderLock;
using report::RunFile;

std::string disk_fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DiskFault& fault) {
    return fault.brief();
  }
  return {};
}

TEST(RunFile, TailStandsBehindTheRecordsAtEveryFlush) {
  const RunTrial trial;
  const fs::path path = trial.folder / "list";
  RunFile file(path, 0, "\n]\n");
  file.append("[");
  file.flush();
  EXPECT_EQ(bytes_of(path), "[\n]\n");
  file.append("\n1");
  EXPECT_EQ(bytes_of(path), "[\n]\n");
  file.append(",\n2");
  file.flush();
  EXPECT_EQ(bytes_of(path), "[\n1,\n2\n]\n");
  EXPECT_EQ(file.body(), 6);
  EXPECT_EQ(file.records(), 3);
  file.set_tail("!");  // shorter than the one there
  file.close();
  EXPECT_EQ(bytes_of(path), "[\n1,\n2!");
}

TEST(RunFile, GoesOnAfterItsBody) {
  const RunTrial trial;
  const fs::path path = trial.folder / "list";
  put_bytes(path, "[\n1,\n2,\n3 and half");
  {
    RunFile file(path, 6, "\n]\n");
    file.append(",\n9");
  }
  EXPECT_EQ(bytes_of(path), "[\n1,\n2,\n9\n]\n");
}

TEST(RunFile, NewFileIsEmptied) {
  const RunTrial trial;
  put_bytes(trial.folder / "rows", "old");
  RunFile(trial.folder / "rows", 0).append("n\n");
  EXPECT_EQ(bytes_of(trial.folder / "rows"), "n\n");
}

TEST(RunFile, FullDeviceIsAFault) {
  RunFile file("/dev/full", 0);
  file.append("row\n");
  EXPECT_EQ(disk_fault_of([&] { file.flush(); }),
            "/dev/full: cannot be written (No space left on device)");
}

TEST(RunFile, FullDiskKeepsWholeLines) {
  const RunTrial trial;
  const fs::path path = trial.folder / "rows";
  RunFile file(path, 0);
  file.append("first\n");
  file.flush();
  for (int k = 0; k < 10; ++k) file.append("line\n");
  const SmallDisk disk(23);  // ends within a line
  EXPECT_EQ(disk_fault_of([&] { file.flush(); }),
            path.string() + ": cannot be written (File too large)");
  EXPECT_EQ(bytes_of(path), "first\nline\nline\nline\n");
  EXPECT_EQ(file.records(), 4);
  EXPECT_EQ(file.body(), 21);
}

TEST(RunFile, FullDiskKeepsAListValid) {
  const RunTrial trial;
  const fs::path path = trial.folder / "list";
  RunFile file(path, 0, "\n]\n");
  file.append("[\n1");
  file.flush();
  file.append(",\n23456789");
  const SmallDisk disk(9);
  EXPECT_NE(disk_fault_of([&] { file.flush(); }), "");
  EXPECT_EQ(bytes_of(path), "[\n1\n]\n");
}

TEST(RunFile, WholeFilesAreReplacedOrLeft) {
  const RunTrial trial;
  const fs::path path = trial.folder / "whole";
  report::replace_whole(path, "old");
  {
    const SmallDisk disk(5);
    EXPECT_EQ(disk_fault_of([&] { report::replace_whole(path, "new and longer"); }),
              path.string() + ": cannot be written (File too large)");
  }
  EXPECT_EQ(report::read_whole(path), "old");
  EXPECT_THAT(names_in(trial.folder), testing::ElementsAre("whole"));
}

TEST(FolderLock, OneRunPerFolder) {
  const RunTrial trial;
  const FolderLock lock(trial.folder);
  EXPECT_THAT(faults_of([&] { const FolderLock second(trial.folder); }),
              testing::ElementsAre(trial.folder.string() +
                                   ": is being written by another run; expected one run per "
                                   "folder; wait for it or name another folder"));
}

}  // namespace
}  // namespace carom::test
