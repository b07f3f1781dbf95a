// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Searches of gaits: on a body in flight, whose speed is what it starts with, and on rhex.
#include "carom/gait_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/report.h"
#include "carom/subject.h"
#include "support/faults.h"

namespace carom {
namespace {

using End = GaitFigures::End;
using testing::HasSubstr;

/// rhex 10 m up; its speed is 3 − (a − 1)² − (b + 0.5)². There is no run for a above 1.8.
GaitProblem flight() {
  GaitProblem problem;
  problem.variables = {{.name = "a", .unit = "s", .start = 0.0, .lower = -2.0, .upper = 2.0},
                       {.name = "b", .start = 0.5, .lower = -1.0, .upper = 1.0, .scale = 0.3}};
  problem.identity = "flight";
  problem.make = [scene = make_scene_start("rhex")](const Eigen::VectorXd& values) {
    if (values[0] > 1.8) throw InvalidInput("a: too large");
    GaitRun run{.model = scene.model, .start = scene.state};
    run.start.q[1] += 10.0;
    run.start.v.setZero();
    run.start.v[0] = 3.0 - std::pow(values[0] - 1.0, 2) - std::pow(values[1] + 0.5, 2);
    run.options.duration = 0.02;
    run.options.step = 2e-3;
    return run;
  };
  return problem;
}

std::string all_of(const GaitSearch& search) { return to_json(search, "", -1); }

TEST(GaitSearch, FindsTheFastest) {
  const GaitSearch found = search_gait(flight(), {.evaluations = 150, .seed = 1});
  EXPECT_EQ(found.status, GaitSearch::Status::found);
  EXPECT_NEAR(found.start.figures.speed, 3.0 - 1.0 - 1.0, 1e-6);
  EXPECT_NEAR(found.best.figures.speed, 3.0, 1e-3);
  EXPECT_NEAR(found.best.values[0], 1.0, 0.05);
  EXPECT_NEAR(found.best.values[1], -0.5, 0.05);
  EXPECT_LE(found.points.size(), 150U);
  EXPECT_EQ(found.points.front().generation, 0);
  EXPECT_EQ(found.history.back().evaluations, static_cast<int>(found.points.size()));
  EXPECT_TRUE(found.front.empty()) << "nobody asked for verdicts";
  EXPECT_TRUE(std::isnan(found.best.figures.spread));
  EXPECT_TRUE(std::isnan(found.best.figures.cost)) << "no motors";
}

TEST(GaitSearch, ImpossibleNumbersAreValuesThatLeadBack) {
  GaitProblem problem = flight();
  problem.variables[0].start = 1.7;
  const GaitSearch found = search_gait(problem, {.evaluations = 60, .seed = 2});
  const auto impossible = [](const TriedGait& point) {
    return point.figures.end == End::impossible;
  };
  const auto one = std::find_if(found.points.begin(), found.points.end(), impossible);
  ASSERT_NE(one, found.points.end());
  EXPECT_EQ(one->figures.message, "a: too large");
  for (const TriedGait& point : found.points) {
    if (!impossible(point)) {
      EXPECT_LT(point.objective, one->objective);
    }
  }
  EXPECT_EQ(found.best.figures.end, End::finished);
}

TEST(GaitSearch, AllImpossibleIsAnAnswerToo) {
  GaitProblem problem = flight();
  problem.make = [](const Eigen::VectorXd&) -> GaitRun { throw InvalidInput("nothing runs"); };
  const GaitSearch found = search_gait(problem, {.evaluations = 30});
  EXPECT_EQ(found.status, GaitSearch::Status::none);
  EXPECT_THAT(found.report(), HasSubstr("No gait of"));
}

TEST(GaitSearch, SameBitsForAnyNumberOfThreads) {
  const std::string one =
      all_of(search_gait(flight(), {.evaluations = 60, .seed = 3, .threads = 1}));
  for (const int threads : {2, 3}) {
    EXPECT_EQ(all_of(search_gait(flight(), {.evaluations = 60, .seed = 3, .threads = threads})),
              one);
  }
  EXPECT_NE(all_of(search_gait(flight(), {.evaluations = 60, .seed = 4})), one);
}

/// A search that is stopped after so many runs, and its last state as it comes back from a file.
GaitSearchState interrupted(GaitSearchOptions options, int runs) {
  GaitSearchState last;
  std::atomic<int> done = 0;
  options.stop = [&] { return done >= runs; };
  options.progress = [&](const GaitProgress&) { ++done; };
  options.checkpoint = [&](const GaitSearchState& state) { last = state; };
  const GaitSearch found = search_gait(flight(), options);
  EXPECT_EQ(found.status, GaitSearch::Status::stopped);
  EXPECT_EQ(found.points.size(), last.points.size()) << "whole generations alone";
  EXPECT_FALSE(last.finished);
  return gait_search_state_from_json(to_json(last));
}

TEST(GaitSearch, GoesOnWithTheBytesOfAnUndisturbedSearch) {
  GaitSearchOptions options{.evaluations = 60, .seed = 5, .threads = 2};
  GaitSearchState state;
  options.checkpoint = [&](const GaitSearchState& now) { state = now; };
  const std::string undisturbed = all_of(search_gait(flight(), options));
  EXPECT_TRUE(state.finished);
  const std::string last_state = to_json(state);
  for (const int runs : {8, 9, 31}) {
    options.resume = interrupted(options, runs);
    EXPECT_EQ(all_of(search_gait(flight(), options)), undisturbed) << runs;
    EXPECT_EQ(to_json(state), last_state) << runs;
  }
  options.resume = state;
  int runs = 0;
  options.progress = [&](const GaitProgress&) { ++runs; };
  EXPECT_EQ(all_of(search_gait(flight(), options)), undisturbed);
  EXPECT_EQ(runs, 0) << "it was finished";
  options.evaluations = 90;
  EXPECT_GT(search_gait(flight(), options).points.size(), 70U) << "a larger budget goes on";
}

TEST(GaitSearch, RefusesTheStateOfAnotherSearch) {
  GaitSearchOptions options{.evaluations = 60, .seed = 6};
  options.resume = interrupted(options, 20);
  GaitSearchOptions other = options;
  other.seed = 7;
  EXPECT_THAT(test::refusal_of([&] { static_cast<void>(search_gait(flight(), other)); }),
              HasSubstr("the state is that of another search; expected the same scene"));
  options.resume->points[3].values[0] += 1e-9;
  EXPECT_THAT(test::refusal_of([&] { static_cast<void>(search_gait(flight(), options)); }),
              HasSubstr("the state holds other points than this search asks for"));
}

TEST(GaitSearch, FrontIsWhatNothingBeats) {
  const auto point = [](double speed, double spread, End end = End::finished) {
    TriedGait one;
    one.figures = {.end = end, .speed = speed, .spread = spread};
    return one;
  };
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(gait_front({point(1.0, 0.1), point(2.0, 0.3), point(1.5, 0.3), point(0.5, 0.05),
                          point(2.0, 0.2), point(3.0, unknown), point(9.0, 0.0, End::fell)}),
              testing::ElementsAre(3, 0, 4));
  EXPECT_THAT(gait_front({}), testing::IsEmpty());
}

TEST(GaitSearch, ObjectiveLeadsToRunsThatHoldOut) {
  const auto terms = parse_gait_target("speed+2*spread+0.5*cost");
  GaitFigures figures{.end = End::finished, .share = 1.0, .speed = 3.0, .spread = 0.1, .cost = 0.4};
  EXPECT_DOUBLE_EQ(gait_objective(figures, terms), -3.0 + 0.2 + 0.2);
  GaitFigures early{.end = End::diverged, .share = 0.2}, late{.end = End::fell, .share = 0.9};
  GaitFigures nowhere{.end = End::finished, .share = 1.0};
  EXPECT_LT(gait_objective(figures, terms), gait_objective(nowhere, terms));
  EXPECT_LT(gait_objective(nowhere, terms), gait_objective(late, terms));
  EXPECT_LT(gait_objective(late, terms), gait_objective(early, terms));
  EXPECT_LT(gait_objective(early, terms), gait_objective({.end = End::impossible}, terms));
}

TEST(GaitSearch, TargetsAsText) {
  EXPECT_EQ(to_string(parse_gait_target("speed+0.1*spread+0.2*cost")), "speed+0.1*spread+0.2*cost");
  EXPECT_EQ(to_string(parse_gait_target("cost")), "cost");
}

// ---- rhex ----

GaitSubject rhex(const std::vector<std::string>& vary, double duration = 0.4,
                 const char* program = "walk") {
  GaitChoice choice{.vary = vary};
  choice.run.duration = duration;
  return open_gait("rhex", {.program = program}, choice);
}

TEST(GaitSearch, MeasuresTheSecondHalfOfARun) {
  const GaitSubject gait = rhex({"clock"}, 0.4, "run");  // few impacts: verdicts take time
  Eigen::VectorXd start(static_cast<Eigen::Index>(gait.problem.variables.size()));
  for (Eigen::Index k = 0; k < start.size(); ++k) {
    start[k] = gait.problem.variables[static_cast<std::size_t>(k)].start;
  }
  const GaitRun run = gait.problem.make(start);
  const GaitFigures figures = measure_gait(run);
  ASSERT_EQ(figures.end, End::finished);
  // The same from the rows of a run with verdicts throughout: the change of the options half way
  // moves nothing.
  const Trajectory whole = simulate(run.model, run.start, run.options);
  const auto center = [&](double time) {
    const TrajectoryRow* best = nullptr;
    for (const TrajectoryRow& row : whole.record.rows) {
      if (!best || std::abs(row.time - time) < std::abs(best->time - time)) best = &row;
    }
    ModelWorkspace workspace(run.model);
    workspace.set_configuration(best->state.q);
    return workspace.center_of_mass();
  };
  EXPECT_EQ(figures.way[0], center(0.4)[0] - center(0.2)[0]);
  EXPECT_NEAR(figures.speed, std::abs(figures.way[0]) / 0.2, 1e-12);
  double worst = 0.0;
  std::int64_t impacts = 0;
  for (const ImpactRecord& impact : whole.record.impacts) {
    if (impact.time <= 0.2) continue;
    ++impacts;
    if (impact.outcome.practical) worst = std::max(worst, impact.outcome.practical->value());
  }
  EXPECT_EQ(figures.spread, worst);
  EXPECT_EQ(figures.impacts, impacts);
  EXPECT_GT(figures.cost, 0.0);
  EXPECT_TRUE(std::isnan(measure_gait(run, false).spread));
  EXPECT_EQ(measure_gait(run, false).speed, figures.speed);
}

TEST(GaitSearch, EffortIsCapped) {
  const GaitSubject gait = rhex({"clock.period"});
  const GaitRun run = gait.problem.make(Eigen::VectorXd::Constant(1, 0.5));
  const GaitFigures figures = measure_gait(run, false, {.effort = 0.3});
  EXPECT_EQ(figures.end, End::costly);
  EXPECT_GT(figures.share, 0.1);
  EXPECT_LT(figures.share, 0.6);
}

TEST(GaitSearch, NumbersOfProgramAndScene) {
  const GaitSubject gait = rhex({"clock", "knee_stiffness"});
  std::vector<std::string> names;
  for (const GaitVariable& one : gait.problem.variables) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("clock.period", "clock.duty", "clock.sweep",
                                          "clock.middle", "clock.phase[1]", "knee_stiffness"));
  EXPECT_EQ(gait.of_program, 5U);
  Eigen::VectorXd values(6);
  values << 0.4, 0.6, 1.1, 0.1, 0.45, 55.0;
  EXPECT_THAT(gait.settings(values), testing::ElementsAre("knee_stiffness=55"));
  const GaitRun run = gait.problem.make(values);
  EXPECT_EQ(run.model.parts().joint_springs.front().stiffness, 55.0);
  EXPECT_EQ(run.options.drive->program.entries.front().motion.index(), 2U);
  EXPECT_EQ(std::get<MotorClock>(run.options.drive->program.entries.front().motion).phases[1],
            0.45);
  EXPECT_EQ(std::get<MotorClock>(gait.program(values).entries.front().motion).duty, 0.6);
}

TEST(GaitSearch, RhexOnAnyNumberOfThreads) {
  const GaitSubject gait = rhex({"clock"}, 0.2, "run");
  const GaitSearchOptions options{
      .evaluations = 9, .population = 4, .seed = 1, .threads = 1, .front = true};
  GaitSearchOptions more = options;
  more.threads = 3;
  const GaitSearch found = search_gait(gait.problem, options);
  EXPECT_EQ(all_of(search_gait(gait.problem, more)), all_of(found));
  EXPECT_FALSE(found.front.empty());
  EXPECT_THAT(found.report(5), HasSubstr("Front of spread against speed"));
}

}  // namespace
}  // namespace carom
