// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Trajectories on a page: what is kept exactly, what is thinned, and how much of it there is.
#include "report/run/page/track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/faults.h"
#include "support/page_run_trial.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::Json;
using testing::ElementsAre;
using testing::HasSubstr;
using EventKind = ContactEvent::Kind;

std::vector<std::string> channel_names(const Json& track, const std::string& group) {
  std::vector<std::string> names;
  for (const Json& channel : track.at("channels")) {
    if (channel.at("group") == group) names.push_back(channel.at("name"));
  }
  return names;
}

std::string track_refusal(PageRunTrial& trial) {
  return refusal_of([&] { (void)trial.track(); });
}

TEST(PageTrack, EveryRowOfAShortRun) {
  PageRunTrial trial;
  trial.put_rows(grid(100, {0.505}));
  trial.put_impacts({trial.impact(0.505)});
  trial.put_events({});
  const Json track = trial.track();
  const auto times = doubles(track.at("time"));
  ASSERT_EQ(times.size(), 103u);
  EXPECT_EQ(times, grid(100, {0.505}));
  EXPECT_EQ(floats(track.at("poses")).size(), 103u * 2 * 7);
  EXPECT_EQ(floats(track.at("points")).size(), 103u * 2 * 3);
  EXPECT_EQ(channel_names(track, "energy"), std::vector<std::string>{"energy"});
  EXPECT_THAT(channel_names(track, "gap"), ElementsAre("gap_foot 1", "gap_foot 2"));
  EXPECT_THAT(channel_names(track, "coordinate"), ElementsAre("x", "y", "angle_1", "angle_2"));
  EXPECT_EQ(channel_names(track, "velocity").size(), 4u);
  EXPECT_EQ(channel_names(track, "force").size(), 4u);
  EXPECT_EQ(doubles(track.at("channels")[0].at("values"))[51], 10.0 * 0.505);
  EXPECT_EQ(floats(track.at("channels")[2].at("values"))[100], 2.0F * static_cast<float>(0.98));
  const auto states = bytes(track.at("states"));
  EXPECT_EQ(states.size(), 206u);
  EXPECT_THAT(std::vector<int>(states.begin() + 100, states.begin() + 108),
              ElementsAre(0, 0, 1, 1, 1, 1, 0, 0));
  EXPECT_EQ(track.at("label"), "propagative");
  EXPECT_FALSE(track.at("straight").get<bool>());
  EXPECT_EQ(track.at("impacts").size(), 1u);
  EXPECT_EQ(track.at("impacts")[0].at("contacts")[1].at("name"), "foot 2");
  EXPECT_EQ(track.at("elsewhere"), "");
}

TEST(PageTrack, AnInstantHasTwoFramesWhateverHappenedAtIt) {
  PageRunTrial trial;
  trial.put_rows({0.0, 0.0, 0.0, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.75, 1.0});
  trial.put_impacts({trial.impact(0.0), trial.impact(0.5), trial.impact(0.5)});
  const Json track = trial.track();  // without events.csv: nothing carries
  EXPECT_THAT(doubles(track.at("time")), ElementsAre(0.0, 0.0, 0.25, 0.5, 0.5, 0.75, 1.0));
  EXPECT_THAT(doubles(track.at("marks").at("time")), ElementsAre(0.0, 0.5, 0.5));
}

TEST(PageTrack, ImpactsStayExactWhenTheRestIsThinned) {
  PageRunTrial trial;
  const std::vector<double> impacts = {0.1 + 1e-7, 0.3 + 1e-7, 0.70000001};
  trial.put_rows(grid(20'000, impacts));
  trial.put_impacts({trial.impact(impacts[0]), trial.impact(impacts[1]), trial.impact(impacts[2])});
  trial.put_events({});
  const auto times = doubles(trial.track().at("time"));
  EXPECT_LE(times.size(), 3000u + 2 * 3 + 2);
  EXPECT_GT(times.size(), 2900u);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), 1.0);
  for (const double impact : impacts) EXPECT_EQ(std::count(times.begin(), times.end(), impact), 2);
  for (std::size_t k = 1; k < times.size(); ++k) EXPECT_LT(times[k] - times[k - 1], 1.0 / 1400);
}

TEST(PageTrack, StaysWithinItsBytes) {
  PageRunTrial trial;
  trial.put_rows(grid(20'000, {0.5}));
  trial.put_impacts({trial.impact(0.5)});
  trial.put_events({});
  for (const double bytes : {100e3, 300e3}) {
    trial.share.frame_bytes = bytes;
    Json track = trial.track();
    track.erase("impacts");
    EXPECT_LT(static_cast<double>(track.dump().size()), 1.1 * bytes + 3000);
    EXPECT_GT(static_cast<double>(track.dump().size()), 0.7 * bytes);
  }
  trial.share.frame_bytes = 1.0;
  EXPECT_GE(doubles(trial.track().at("time")).size(), 200u);
}

TEST(PageTrack, TenThousandImpacts) {
  PageRunTrial trial;
  std::vector<ImpactRecord> impacts;
  std::vector<double> times;
  for (int k = 0; k < 10'000; ++k) {
    times.push_back((k + 0.5) / 10'000);
    impacts.push_back(trial.impact(times.back(), k % 4000 == 3999));
  }
  trial.put_rows(grid(1000, times));
  trial.put_impacts(impacts);
  trial.put_events({});
  const Json track = trial.track();
  EXPECT_EQ(doubles(track.at("marks").at("time")), times);
  EXPECT_EQ(bytes(track.at("marks").at("verdict"))[3999], 2);
  EXPECT_EQ(bytes(track.at("marks").at("verdict"))[4000], 1);
  EXPECT_LE(track.at("impacts").size(), 1000u);
  EXPECT_GT(track.at("impacts").size(), 500u);
  EXPECT_EQ(track.at("elsewhere"), "impacts.json");
  std::vector<int> indices;
  for (const Json& impact : track.at("impacts")) indices.push_back(impact.at("index"));
  EXPECT_TRUE(std::is_sorted(indices.begin(), indices.end()));
  for (const int several : {3999, 7999}) EXPECT_THAT(indices, testing::Contains(several));
  EXPECT_LE(doubles(track.at("time")).size(), 3000u + 2 * 2000 + 2);
}

TEST(PageTrack, DetailsStayWithinTheirBytes) {
  PageRunTrial trial;
  std::vector<ImpactRecord> impacts;
  for (int k = 0; k < 200; ++k) impacts.push_back(trial.impact(k / 200.0, k == 77));
  trial.put_rows({0.0, 1.0});
  trial.put_impacts(impacts);
  trial.share.impact_bytes = 50e3;
  const Json details = trial.track().at("impacts");
  EXPECT_LE(details.dump().size(), 51e3);
  EXPECT_GE(details.dump().size(), 20e3);
  EXPECT_TRUE(std::any_of(details.begin(), details.end(),
                          [](const Json& one) { return one.at("index") == 77; }));
  trial.share.impact_bytes = 1.0;
  EXPECT_LE(trial.track().at("impacts").size(), 1u);
}

TEST(PageTrack, SeveralOutcomesAreListedAgain) {
  PageRunTrial trial;
  ASSERT_EQ(trial.outcome.uniqueness.verdict, Uniqueness::Verdict::several);
  trial.put_rows({0.0, 0.5, 0.5, 1.0});
  trial.put_impacts({trial.impact(0.5, true), trial.impact(0.5, true)});
  trial.source.listings = 1;
  const Json impacts = trial.track().at("impacts");
  EXPECT_GE(impacts[0].at("branches").size(), 2u);
  EXPECT_EQ(impacts[1].at("branches").size(), 1u);
  EXPECT_EQ(trial.source.listings, 0u);
}

TEST(PageTrack, EventsTellWhoCarries) {
  PageRunTrial trial;
  std::vector<double> times;
  for (int k = 0; k <= 10; ++k) times.push_back(k / 10.0);
  trial.put_rows(times);
  trial.put_impacts({});
  trial.put_events({{.kind = EventKind::closes, .time = 0.25, .contact = 1},
                    {.kind = EventKind::slips, .time = 0.25, .contact = 1},
                    {.kind = EventKind::sticks, .time = 0.5, .contact = 1},
                    {.kind = EventKind::opens, .time = 0.85, .contact = 1}});
  const auto states = bytes(trial.track().at("states"));
  std::vector<int> second;
  for (std::size_t k = 1; k < states.size(); k += 2) second.push_back(states[k]);
  EXPECT_THAT(second, ElementsAre(0, 0, 0, 3, 3, 2, 2, 2, 2, 0, 0));
}

TEST(PageTrack, NeighboursOfEventsAreKept) {
  PageRunTrial trial;
  trial.put_rows(grid(20'000, {}));
  trial.put_impacts({});
  trial.put_events({{.kind = EventKind::closes, .time = 0.333321, .contact = 0}});
  const auto times = doubles(trial.track().at("time"));
  EXPECT_THAT(times, testing::Contains(6666.0 / 20'000));
  EXPECT_THAT(times, testing::Contains(6667.0 / 20'000));
}

TEST(PageTrack, ABranchCarriesWhatItsParentDid) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  trial.put_events({{.kind = EventKind::closes, .time = 0.1, .contact = 0},
                    {.kind = EventKind::sticks, .time = 0.1, .contact = 0},
                    {.kind = EventKind::opens, .time = 0.5, .contact = 0}});
  trial.add_trajectory(0, 0.5);
  trial.put_rows({0.5, 1.0}, "branch_1");
  trial.put_events({{.kind = EventKind::slips, .time = 0.8, .contact = 0}}, "branch_1");
  const Json track = trial.track(1);
  EXPECT_THAT(bytes(track.at("states")), ElementsAre(2, 0, 3, 0));
  EXPECT_EQ(track.at("label"), "trajectory 1");
  EXPECT_EQ(track.at("parent"), 0);
}

TEST(PageTrack, OddNumbersAreShownAsNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  PageRunTrial trial;
  std::string text = report::trajectory_header(trial.source.names);
  TrajectoryRow odd = trial.row(0.5);
  odd.energy = odd.state.q[1] = odd.gaps[0] = nan;
  for (const TrajectoryRow& row : {trial.row(0.0), odd, trial.row(1.0)}) report::put_row(row, text);
  std::ofstream(trial.folder / "trajectory.csv") << text;
  const Json track = trial.track();
  EXPECT_TRUE(std::isnan(doubles(track.at("channels")[0].at("values"))[1]));
  EXPECT_TRUE(std::isnan(floats(track.at("channels")[1].at("values"))[1]));
  EXPECT_EQ(doubles(track.at("channels")[0].at("values"))[2], 10.0);
  EXPECT_FALSE(std::isfinite(floats(track.at("poses"))[2 * 7 + 2]));
  const double infinite = std::numeric_limits<double>::infinity();
  trial.put_rows({0.0, 0.5, nan, nan, nan, infinite, infinite});
  EXPECT_LE(doubles(trial.track().at("time")).size(), 5u);
}

TEST(PageTrack, ChangedFilesAreNamed) {
  PageRunTrial trial;
  trial.put_rows({0.0, 1.0});
  std::ofstream(trial.folder / "impacts.json") << "[\n{\"time\": 1}\n]\n";
  EXPECT_THAT(track_refusal(trial),
              testing::AllOf(HasSubstr("impacts.json: entry 0: "),
                             HasSubstr("the file was changed: delete the folder "
                                       "to start anew")));
  trial.put_impacts({});
  std::ofstream(trial.folder / "events.csv") << "time [s],contact,event\n0.5,foot 9,closes\n";
  EXPECT_THAT(track_refusal(trial),
              HasSubstr("events.csv:2: is not an event of this run's contacts; "
                        "expected it as carom wrote it; the file was changed"));
  std::ofstream(trial.folder / "trajectory.csv") << "time\n";
  EXPECT_THAT(track_refusal(trial), HasSubstr("trajectory.csv:1: another header"));
}

TEST(PageTrack, ImpactsAreChosenSeveralFirst) {
  std::vector<std::uint8_t> verdicts(100, 1);
  verdicts[33] = verdicts[66] = 2;
  const auto chosen = report::chosen_impacts(verdicts, 6);
  EXPECT_THAT(chosen, ElementsAre(0u, 24u, 33u, 50u, 66u, 75u));
  EXPECT_EQ(report::chosen_impacts(verdicts, 200).size(), 100u);
  EXPECT_TRUE(report::chosen_impacts(verdicts, 0).empty());
}

TEST(ReadBack, NamesInQuotes) {
  PageRunTrial trial;
  trial.source.names.contacts = {"a,\"b\"\nc", "foot 2"};
  trial.put_events({{.kind = EventKind::slips, .time = 0.25, .contact = 0},
                    {.kind = EventKind::opens, .time = 0.5, .contact = 1}});
  trial.put_rows({0.0, 1.0});
  std::vector<ContactEvent> events;
  report::read_back(trial.folder, trial.source.names, false, [&](const SimulationRecord& record) {
    events.insert(events.end(), record.events.begin(), record.events.end());
  });
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].contact, 0);
  EXPECT_EQ(events[0].kind, EventKind::slips);
  EXPECT_EQ(events[1].contact, 1);
  EXPECT_EQ(events[1].time, 0.5);
}

/// What the page holds of a run is bounded: rows come in one at a time, for as long as it takes.
TEST(PageTrack, LongRunsAreThinnedWhileTheyGo) {
  PageRunTrial trial;
  report::PageTrack track(trial.source, {}, false, 1.0);
  constexpr int steps = 200'000;
  SimulationRecord record;
  for (int k = 0; k <= steps; ++k) {
    record.rows = {trial.row(static_cast<double>(k) / steps)};
    record.impacts.clear();
    record.events.clear();
    if (k == steps / 3) {
      record.rows.push_back(record.rows.front());
      record.impacts = {trial.impact(record.rows.front().time)};
    }
    if (k == steps / 7) {
      record.events = {{.kind = EventKind::closes, .time = record.rows.front().time}};
    }
    track.take(record);
    ASSERT_LE(track.held(), 18'000u);
  }
  track.end();
  const auto times = doubles(track.document(trial.trajectories[0], trial.share).at("time"));
  EXPECT_GT(times.size(), 2500u);
  EXPECT_LE(times.size(), 3000u + 2 + 4);
  EXPECT_EQ(times.front(), 0.0);
  EXPECT_EQ(times.back(), 1.0);
  EXPECT_EQ(std::count(times.begin(), times.end(), static_cast<double>(steps / 3) / steps), 2);
  EXPECT_THAT(times, testing::Contains(static_cast<double>(steps / 7) / steps));
  for (std::size_t k = 1; k < times.size(); ++k) EXPECT_LT(times[k] - times[k - 1], 1.0 / 900);
}

}  // namespace
}  // namespace carom::test
