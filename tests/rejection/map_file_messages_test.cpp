// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the file of a map refuses, by the text of the message, and that nothing was changed by it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <functional>
#include <stdexcept>

#include "report/files/zip.h"
#include "report/map/file.h"
#include "support/faults.h"
#include "support/map_file_trial.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class MapFileRejection : public testing::Test {
 protected:
  /// The faults of an action that must change nothing, without the folder.
  std::vector<std::string> refused(const std::function<void()>& action) const {
    const auto before = files_in(trial.folder);
    std::vector<std::string> faults = faults_of(action);
    EXPECT_EQ(files_in(trial.folder), before);
    for (std::string& fault : faults) {
      const std::string folder = trial.folder.string() + "/";
      for (std::size_t at; (at = fault.find(folder)) != fault.npos;) fault.erase(at, folder.size());
    }
    return faults;
  }
  std::vector<std::string> create(const std::string& name) const {
    return refused([&] { trial.create(trial.folder / name); });
  }
  std::vector<std::string> resume(const std::string& name) const {
    return refused([&] { trial.resume(trial.folder / name); });
  }
  std::vector<std::string> read(const std::string& name, const std::string& column) const {
    return refused(
        [&] { static_cast<void>(report::read_map_columns(trial.folder / name, column)); });
  }
  /// Replaces a piece of a file.
  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = bytes_of(trial.folder / name);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, text.npos) << from;
    put_bytes(trial.folder / name, text.replace(at, from.size(), to));
  }

  MapTrial trial;
};

TEST_F(MapFileRejection, Place) {
  EXPECT_THAT(create("map.txt"), ElementsAre("map.txt: extension = '.txt'; expected .csv or .npz"));
  EXPECT_THAT(resume("map"), ElementsAre("map: extension = ''; expected .csv or .npz"));
  fs::create_directory(trial.folder / "folder.npz");
  EXPECT_THAT(create("folder.npz"), ElementsAre("folder.npz: is a directory; expected a file"));
  const fs::path missing = trial.folder / "no" / "map.csv";
  EXPECT_THAT(faults_of([&] { trial.create(missing); }),
              ElementsAre(missing.string() + ": folder '" + (trial.folder / "no").string() +
                          "' does not exist; expected an existing folder; make it first"));
}

TEST_F(MapFileRejection, SubjectThatIsNoJson) {
  trial.subject = "{rhex}";
  EXPECT_THAT(create("map.csv"), ElementsAre(HasSubstr("subject of the map:1:2: not JSON")));
}

TEST_F(MapFileRejection, UnfinishedMapInTheWay) {
  trial.killed("map.csv", 3);
  trial.killed("map.npz", 3);
  EXPECT_THAT(create("map.csv"),
              ElementsAre("map.csv: is an unfinished map of 12 points; expected a new file or a "
                          "finished map; --resume goes on with it, or delete map.csv"));
  EXPECT_THAT(create("map.npz"),
              ElementsAre("map.npz: is an unfinished map of 12 points; expected a new file or a "
                          "finished map; --resume goes on with it, or delete map.npz.part"));
}

TEST_F(MapFileRejection, OtherJsonInTheWay) {
  put_bytes(trial.folder / "map.csv.json", "{\"mine\": 1}");
  EXPECT_THAT(create("map.csv"),
              ElementsAre("map.csv.json: has no format; expected the settings of a map "
                          "('carom-map/1'); move or delete this file"));
  put_bytes(trial.folder / "map.csv.json", "{\"format\": \"carom-map/2\"}");
  EXPECT_THAT(resume("map.csv"),
              ElementsAre("map.csv.json: format = \"carom-map/2\"; expected 'carom-map/1'; it was "
                          "written by another version of carom"));
  put_bytes(trial.folder / "map.csv.json", "{\"format\": \"carom-map/1\"}");
  EXPECT_THAT(resume("map.csv"),
              ElementsAre(testing::MatchesRegex(
                  "map.csv.json: is not the settings of a map: .*key 'axes' not found; expected "
                  "them as carom wrote them; delete this file to start anew")));
  trial.killed("other.csv", 3);
  edit("other.csv.json", "\"points\": 12", "\"points\": 13");
  EXPECT_THAT(resume("other.csv"), ElementsAre(HasSubstr("points are not those of the axes; ")));
}

TEST_F(MapFileRejection, NothingToGoOnWith) {
  EXPECT_THAT(resume("map.csv"),
              ElementsAre("map.csv.json: does not exist; expected the settings of the map to go on "
                          "with; start without --resume"));
  trial.killed("map.csv", 3);
  trial.killed("map.npz", 3);
  fs::remove(trial.folder / "map.csv");
  fs::remove(trial.folder / "map.npz.part");
  EXPECT_THAT(resume("map.csv"), ElementsAre("map.csv: cannot be opened: No such file or "
                                             "directory; expected a writable file"));
  EXPECT_THAT(resume("map.npz"), ElementsAre("map.npz.part: cannot be opened: No such file or "
                                             "directory; expected a writable file"));
}

TEST_F(MapFileRejection, OtherMaps) {
  constexpr const char* last =
      ": is another map; expected the one to go on with; ask for that one, or name another file";
  for (const std::string name : {"map.csv", "map.npz"}) {
    SCOPED_TRACE(name);
    trial.killed(name, 3);
    const auto differs = [&](const std::function<void(MapTrial&)>& change) {
      const MapOptions options = trial.options;
      const auto columns = trial.columns;
      const auto subject = trial.subject;
      change(trial);
      std::vector<std::string> faults = resume(name);
      EXPECT_FALSE(faults.empty());
      if (!faults.empty()) {
        EXPECT_EQ(faults.back(), name + last);
        faults.pop_back();
      }
      for (std::string& fault : faults) fault.erase(0, name.size() + 2);
      trial.options = options;
      trial.columns = columns;
      trial.subject = subject;
      return faults;
    };
    EXPECT_THAT(differs([](auto& map) { map.options.axes[0].count = 6; }),
                ElementsAre("axes: phi_r -1:0.7:3 in the file, -1:0.7:6 asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) { map.options.axes[1].from = -0.0; }),
                ElementsAre("axes: gamma 0:0.1:4 in the file, -0:0.1:4 asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) {
                  std::swap(map.options.axes[0], map.options.axes[1]);
                  std::swap(map.columns[0], map.columns[1]);
                }),
                ElementsAre("axes: phi_r [rad], gamma [rad] in the file, gamma [rad], phi_r [rad] "
                            "asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) { map.columns[3].unit = "m"; }),
                ElementsAre("measures: inner_product_raw [1/kg], spread:a:b [] in the file, "
                            "inner_product_raw [1/kg], spread:a:b [m] asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) { map.columns.pop_back(); }),
                ElementsAre("measures: inner_product_raw [1/kg], spread:a:b [] in the file, "
                            "inner_product_raw [1/kg] asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) {
                  map.subject = R"({"scene": "biped", "settings": {"mass": 2, "legs": [1, 2]}})";
                }),
                ElementsAre("subject.scene: rhex in the file, biped asked; expected the same",
                            "subject.settings.mass: 2.5 in the file, 2 asked; expected the same"));
    EXPECT_THAT(
        differs([](auto& map) {
          map.subject = R"({"scene": "rhex", "law": 1, "settings": {"mass": 2.5}})";
        }),
        ElementsAre("subject.settings.legs: [1,2] in the file, nothing asked; expected the same",
                    "subject.law: nothing in the file, 1 asked; expected the same"));
    EXPECT_THAT(
        differs([](auto& map) {
          map.options.law = NamedLaw{0.75};
          map.options.restitution = 0.3;
        }),
        ElementsAre("law.settings.restitution: 0.5 in the file, 0.75 asked; expected the same",
                    "restitution: 0.25 in the file, 0.3 asked; expected the same"));
    EXPECT_THAT(differs([](auto& map) { map.options.law.reset(); }),
                ElementsAre(testing::MatchesRegex("law: .*named.* in the file, null asked; .*")));
    edit(name + ".json", "\"version\": \"", "\"version\": \"9.");
    EXPECT_THAT(differs([](auto&) {}),
                ElementsAre(testing::MatchesRegex("version: 9[.0-9]+ in the file, [.0-9]+ asked; "
                                                  "expected the same")));
  }
}

TEST_F(MapFileRejection, ChangedCsv) {
  constexpr const char* last = "; the file was changed: delete it to start anew";
  trial.killed("map.csv", 6);
  const std::string text = bytes_of(trial.folder / "map.csv");
  edit("map.csv", "gamma [rad]", "gamma [deg]");
  EXPECT_THAT(resume("map.csv"),
              ElementsAre(std::string("map.csv:1: 'phi_r [rad],gamma [deg],inner_product_raw "
                                      "[1/kg],spread:a:b []'; expected the header 'phi_r "
                                      "[rad],gamma [rad],inner_product_raw [1/kg],spread:a:b []'") +
                          last));
  put_bytes(trial.folder / "map.csv", text.substr(0, text.find('\n') + 1) + "-1,1e-300,0,0\n");
  EXPECT_THAT(resume("map.csv"),
              ElementsAre(std::string("map.csv: row 1: gamma = '1e-300'; expected 0") + last));
  put_bytes(trial.folder / "map.csv", text.substr(0, text.find('\n') + 1) + "-1,0,0\n12,13");
  EXPECT_THAT(
      resume("map.csv"),
      ElementsAre(std::string("map.csv: row 1: spread:a:b = ''; expected a number") + last));
  std::string longer = text;
  for (int k = 0; k < 7; ++k) longer += "1,2,3,4\n";
  put_bytes(trial.folder / "map.csv", longer);
  EXPECT_THAT(resume("map.csv"),
              ElementsAre(std::string("map.csv: 13 rows; expected at most 12") + last));
}

TEST_F(MapFileRejection, ChangedFinishedMaps) {
  const fs::path csv = trial.whole("map.csv"), npz = trial.whole("map.npz");
  fs::resize_file(csv, fs::file_size(csv) - 1);
  EXPECT_THAT(resume("map.csv"),
              ElementsAre("map.csv: 11 whole rows; expected the 12 of a finished map; the file was "
                          "changed: delete it to start anew"));
  fs::remove(npz);
  EXPECT_THAT(resume("map.npz"), ElementsAre("map.npz: cannot be opened: No such file or "
                                             "directory; expected a readable file"));
}

TEST_F(MapFileRejection, LongSpool) {
  trial.killed("map.npz", 12);
  put_bytes(trial.folder / "map.npz.part", std::string(13 * 16, 'x'));
  EXPECT_THAT(resume("map.npz"),
              ElementsAre("map.npz.part: 13 rows; expected at most 12; the file was changed: "
                          "delete it to start anew"));
}

TEST_F(MapFileRejection, TwoRunsAtOnce) {
  const auto file = trial.create(trial.folder / "map.csv");
  EXPECT_THAT(resume("map.csv"),
              ElementsAre("map.csv: is being written by another run; expected one run per file; "
                          "wait for it or name another file"));
}

TEST_F(MapFileRejection, FullDisk) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const std::string name : {"map.csv", "map.npz"}) {
    const fs::path path = trial.folder / name;
    const auto file = trial.create(path);
    trial.feed(*file, 12);
    const rlimit small{100, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const auto faults = faults_of([&] { file->finish(true); });
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_THAT(faults, ElementsAre(path.string() + (name == "map.npz" ? ".part" : "") +
                                    ": cannot be written: File too large; expected a working disk "
                                    "with room on it"));
  }
}

TEST_F(MapFileRejection, PlaceTakenMeanwhile) {
  const auto file = trial.create(trial.folder / "map.npz");
  trial.feed(*file, 12);
  fs::create_directory(trial.folder / "map.npz");
  EXPECT_THAT(faults_of([&] { file->finish(true); }),
              ElementsAre(testing::MatchesRegex(".*map.npz: cannot be replaced by map.npz.tmp: .*; "
                                                "expected a writable file")));
  EXPECT_FALSE(fs::exists(trial.folder / "map.npz.tmp"));
  EXPECT_EQ(fs::file_size(trial.folder / "map.npz.part"), 12 * 16u);
}

TEST_F(MapFileRejection, Reading) {
  trial.whole("map.csv");
  EXPECT_THAT(read("map.csv", "spread:b"),
              ElementsAre("map.csv: measure = 'spread:b'; expected one of inner_product_raw, "
                          "spread:a:b; did you mean 'spread:a:b'?"));
  EXPECT_THAT(read("map.csv", "gamma"), ElementsAre(HasSubstr("measure = 'gamma'; expected")));
  edit("map.csv", "0.30000000000000004", "zero");
  EXPECT_THAT(read("map.csv", "inner_product_raw"),
              ElementsAre("map.csv: row 2: inner_product_raw = 'zero'; expected a number; make the "
                          "map anew"));
  EXPECT_THAT(read("none.csv", "spread"),
              ElementsAre("none.csv.json: cannot be opened: No such file or directory; expected a "
                          "readable file"));
  fs::create_directory(trial.folder / "folder.csv.json");
  EXPECT_THAT(read("folder.csv", "spread"), ElementsAre(HasSubstr("folder.csv.json: cannot be ")));
}

TEST_F(MapFileRejection, ReadingNpz) {
  constexpr const char* last = "; expected an NPZ file by carom map; make the map anew";
  const fs::path path = trial.whole("map.npz");
  const std::string bytes = bytes_of(path);
  const auto broken = [&](const std::string& content) {
    put_bytes(path, content);
    return read("map.npz", "spread:a:b");
  };
  EXPECT_THAT(broken("short"), ElementsAre(std::string("map.npz: is no zip file") + last));
  EXPECT_THAT(broken(bytes.substr(0, bytes.size() - 1)),
              ElementsAre(std::string("map.npz: is no zip file") + last));
  EXPECT_THAT(broken(bytes.substr(bytes.size() - 100)),
              ElementsAre(std::string("map.npz: ends early") + last));
  EXPECT_THAT(broken("12345" + bytes),
              ElementsAre(std::string("map.npz: has no directory") + last));
  std::string packed = bytes;
  packed[packed.find("PK\1\2") + 10] = 8;
  EXPECT_THAT(broken(packed), ElementsAre(std::string("map.npz: is compressed") + last));
  put_bytes(path, bytes);
  edit("map.npz", "\x93NUMPY", "xNUMPY");  // of the first axis: not asked for
  edit("map.npz.json", "spread:a:b", "spread:a:c");
  EXPECT_THAT(read("map.npz", "spread:a:c"),
              ElementsAre("map.npz: has no array 'spread:a:c'; expected one per measure; make the "
                          "map anew"));
  put_bytes(path, bytes);
  edit("map.npz.json", "\"count\": 3", "\"count\": 4");
  edit("map.npz.json", "\"points\": 12", "\"points\": 16");
  EXPECT_THAT(read("map.npz", "inner_product_raw"),
              ElementsAre("map.npz: array 'inner_product_raw' has 12 numbers; expected 16; make "
                          "the map anew"));
}

TEST_F(MapFileRejection, OurOwnFaults) {
  for (const std::string name : {"map.csv", "map.npz"}) {
    auto file = trial.create(trial.folder / name);
    EXPECT_THROW(file->take(trial.make_rows(0, 2)), std::logic_error);  // not prepared
    MapRows later = trial.make_rows(3, 2);
    file->prepare(later);
    EXPECT_THROW(file->take(later), std::logic_error);
    trial.feed(*file, 12);
    MapRows further = trial.make_rows(0, 1);
    further.first = 12;
    file->prepare(further);
    EXPECT_THROW(file->take(further), std::logic_error);
    file->finish(true);
    EXPECT_THROW(trial.resume(trial.folder / name)->take(further), std::logic_error);
  }
  EXPECT_THROW(report::MapFile::open(trial.folder / "a.csv", trial.columns, trial.options,
                                     trial.subject, 13, false),
               std::logic_error);
  report::ByteFile file(trial.folder / "a.zip", report::ByteFile::Use::create);
  report::ZipWriter zip(file, {{.name = "a", .size = 3}});
  EXPECT_THROW(zip.finish(), std::logic_error);
}

}  // namespace
}  // namespace carom::test
