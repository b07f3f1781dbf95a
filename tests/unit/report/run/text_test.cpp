// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Headers, rows and entries of a run's files, and checkpoints: every double comes back with the
// same bits.
#include "report/run/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "report/run/read_back.h"
#include "report/run/state.h"
#include "support/drive_trial.h"
#include "support/run_trial.h"

namespace carom::report {
namespace {

using test::hard_numbers;
using test::put_bytes;
using test::RunTrial;
using testing::ElementsAre;

void expect_same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  ASSERT_EQ(a.size(), b.size());
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[k]), std::bit_cast<std::uint64_t>(b[k])) << k;
  }
}

Model all_joints() {
  ModelDescription description;
  const auto add = [&](const char* name, JointKind kind) {
    BodyDescription body;
    body.name = name;
    body.kind = kind;
    body.mass = 1.0;
    body.inertia.setIdentity();
    description.bodies.push_back(body);
  };
  add("slide", JointKind::prismatic);
  add("arm", JointKind::revolute);
  add("ball", JointKind::spherical);
  add("box", JointKind::free);
  ContactCandidate contact;
  contact.name = "box, \"left\"";
  contact.sphere.body = "box";
  description.parts.contacts = {contact};
  return Model(description);
}

TEST(RunText, HeaderNamesUnits) {
  const Model model = all_joints();
  const std::string header = trajectory_header(names_of(model, {}));
  const auto& q = model.coordinate_names();
  const auto& v = model.velocity_names();
  ASSERT_EQ(q.size(), 13u);
  ASSERT_EQ(v.size(), 11u);
  EXPECT_EQ(header, "time [s]," + q[0] + " [m]," + q[1] + " [rad]," + q[2] + "," + q[3] + "," +
                        q[4] + "," + q[5] + "," + q[6] + " [m]," + q[7] + " [m]," + q[8] + " [m]," +
                        q[9] + "," + q[10] + "," + q[11] + "," + q[12] + ",v_" + v[0] +
                        " [m/s],v_" + v[1] + " [rad/s],v_" + v[2] + " [rad/s],v_" + v[3] +
                        " [rad/s],v_" + v[4] + " [rad/s],v_" + v[5] + " [m/s],v_" + v[6] +
                        " [m/s],v_" + v[7] + " [m/s],v_" + v[8] + " [rad/s],v_" + v[9] +
                        " [rad/s],v_" + v[10] +
                        " [rad/s],energy [J],\"gap_box, \"\"left\"\" [m]\",\"force_box, "
                        "\"\"left\"\" [N]\",\"friction_box, \"\"left\"\" [N]\"\n");
}

TEST(RunText, OtherUnits) {
  const SceneModel vee = make_scene_model("vee");
  EXPECT_EQ(trajectory_header(names_of(vee.model, {.mass = "g", .length = "cm"})),
            "time [s],x [cm],y [cm],angle_1 [rad],angle_2 [rad],v_x [cm/s],v_y [cm/s],v_angle_1 "
            "[rad/s],v_angle_2 [rad/s],energy [g cm^2/s^2],gap_foot 1 [cm],gap_foot 2 [cm],"
            "force_foot 1 [g cm/s^2],force_foot 2 [g cm/s^2],friction_foot 1 [g cm/s^2],"
            "friction_foot 2 [g cm/s^2]\n");
}

TEST(RunText, RowsReadBackToTheSameBits) {
  const RunTrial trial;
  const RunNames names = names_of(trial.scene.model, {});
  const Eigen::VectorXd hard = hard_numbers();
  TrajectoryRow row{.time = 0.1, .state = {hard.head(4), hard.segment(4, 4)}, .gaps = hard.tail(2)};
  row.forces = hard.segment(2, 2);
  row.friction = hard.segment(5, 2);
  row.energy = -1e-17;
  std::string text = trajectory_header(names);
  for (int k = 0; k < 30000; ++k) put_row(row, text);  // more than a block
  put_bytes(trial.folder / "t.csv", text);
  RunTable table(trial.folder / "t.csv", names);
  std::vector<double> values;
  for (int k = 0; k < 30000; ++k) {
    ASSERT_TRUE(table.next(values));
    if (k % 9999 != 0) continue;
    Eigen::VectorXd expected(16);
    expected << 0.1, hard.head(8), -1e-17, hard.tail(2), row.forces, row.friction;
    ASSERT_EQ(values.size(), 16u);
    expect_same_bits(Eigen::Map<Eigen::VectorXd>(values.data(), 16), expected);
  }
  EXPECT_FALSE(table.next(values));
}

/// After the friction of contacts; rows of a run without motors are as they were.
TEST(RunText, TorquesOfAMotorProgram) {
  const RunTrial trial;
  const RunNames names = names_of(trial.scene.model, {}, test::vee_drive());
  const std::string before = trajectory_header(names_of(trial.scene.model, {}));
  EXPECT_EQ(trajectory_header(names),
            before.substr(0, before.size() - 1) +
                ",torque_angle_1 [N m],torque_angle_2 [N m],motor_work [J]\n");
  EXPECT_THAT(
      trajectory_header(
          names_of(trial.scene.model, {.mass = "g", .length = "cm"}, test::vee_drive())),
      testing::EndsWith(",torque_angle_1 [g cm^2/s^2],torque_angle_2 [g cm^2/s^2],motor_work "
                        "[g cm^2/s^2]\n"));
  expect_same_bits(names.torque_limits,
                   Eigen::Vector2d(5.0, std::numeric_limits<double>::infinity()));
  MotorDrive slides = test::vee_drive();
  slides.driven = {0};
  EXPECT_THAT(trajectory_header(names_of(trial.scene.model, {}, slides)),
              testing::HasSubstr(",torque_x [N],motor_work [J]"));
}

TrajectoryRow hard_row() {
  const Eigen::VectorXd hard = hard_numbers();
  TrajectoryRow row{.time = 0.1, .state = {hard.head(4), hard.segment(4, 4)}, .gaps = hard.tail(2)};
  row.forces = hard.segment(2, 2);
  row.friction = hard.segment(5, 2);
  return row;
}

/// Both forms of a table, whatever the run that reads them has.
TEST(RunText, TablesWithAndWithoutTorquesReadBack) {
  const RunTrial trial;
  const RunNames plain = names_of(trial.scene.model, {});
  const RunNames driven = names_of(trial.scene.model, {}, test::vee_drive());
  TrajectoryRow row = hard_row();
  std::string text = trajectory_header(plain);
  put_row(row, text);
  fs::create_directories(trial.folder / "plain");
  put_bytes(trial.folder / "plain/trajectory.csv", text);
  row.torque = Eigen::Vector2d(0.1 + 0.2, -1e-310);
  row.motor_work = -1.0 / 3;
  text = trajectory_header(driven);
  put_row(row, text);
  fs::create_directories(trial.folder / "driven");
  put_bytes(trial.folder / "driven/trajectory.csv", text);
  for (const RunNames& reader : {plain, driven}) {
    for (const char* folder : {"plain", "driven"}) {
      SCOPED_TRACE(folder);
      const RunNames names = names_in_table(trial.folder / folder / "trajectory.csv", reader);
      EXPECT_EQ(trajectory_header(names),
                trajectory_header(folder == std::string("plain") ? plain : driven));
      std::vector<TrajectoryRow> rows;
      read_back(trial.folder / folder, names, false, [&](const SimulationRecord& record) {
        rows.insert(rows.end(), record.rows.begin(), record.rows.end());
      });
      ASSERT_EQ(rows.size(), 1u);
      expect_same_bits(rows[0].friction, row.friction);
      if (folder == std::string("plain")) {
        EXPECT_EQ(rows[0].torque.size(), 0);
      } else {
        expect_same_bits(rows[0].torque, row.torque);
        EXPECT_EQ(rows[0].motor_work, -1.0 / 3);
      }
    }
  }
  // What a run goes on with must be its own.
  EXPECT_THROW(RunTable(trial.folder / "plain/trajectory.csv", driven), InvalidInput);
  EXPECT_THROW(RunTable(trial.folder / "driven/trajectory.csv", plain), InvalidInput);
  put_bytes(trial.folder / "other.csv", "time [s]\n");
  EXPECT_THROW(
      RunTable(trial.folder / "other.csv", names_in_table(trial.folder / "other.csv", plain)),
      InvalidInput);
}

TEST(RunText, NumbersThatAreNone) {
  std::string text;
  put_number(std::nan(""), text);
  put_number(-std::numeric_limits<double>::infinity(), text);
  put_number(0.1 + 0.2, text);
  EXPECT_EQ(text, "nan-inf0.30000000000000004");
}

TEST(RunText, Events) {
  const RunTrial trial;
  std::string text = events_header();
  put_event({.kind = ContactEvent::Kind::slips, .time = 0.25, .contact = 1},
            names_of(trial.scene.model, {}), text);
  EXPECT_EQ(text, "time [s],contact,event\n0.25,foot 2,slips\n");
}

TEST(RunText, ImpactIsAnOutcomeWithItsTime) {
  const RunTrial trial;
  ImpactRecord impact;
  impact.time = 0.3;
  impact.step = 7;
  impact.contacts = {1};
  impact.gaps = Eigen::Vector2d(0.5, 1e-17);
  impact.q = trial.scene.state.q;
  impact.velocity_minus = trial.scene.state.v;
  impact.captured = true;
  impact.accumulation = 0.31;
  impact.alternatives = {Eigen::Vector4d(1, 2, 3, 4)};
  impact.followed_by = {3};
  const Json json = impact_document(impact, names_of(trial.scene.model, {}));
  EXPECT_EQ(json.at("format"), "carom-outcome/1");
  EXPECT_EQ(json.at("time"), 0.3);
  EXPECT_EQ(json.at("step"), 7);
  EXPECT_EQ(json.at("contacts"), Json({"foot 2"}));
  EXPECT_EQ(json.at("gaps"), Json({0.5, 1e-17}));
  EXPECT_EQ(json.at("velocity_minus"), Json({0.0, -2.0, 0.0, 0.0}));
  EXPECT_EQ(json.at("plastic"), false);
  EXPECT_EQ(json.at("captured"), true);
  EXPECT_EQ(json.at("accumulation"), 0.31);
  EXPECT_EQ(json.at("alternatives"), Json::array({Json({1.0, 2.0, 3.0, 4.0})}));
  EXPECT_EQ(json.at("followed_by"), Json({3}));
  EXPECT_TRUE(json.contains("uniqueness"));
}

TEST(RunState, CheckpointReadsBackToTheSameBits) {
  const Eigen::VectorXd hard = hard_numbers();
  RunState state;
  state.nodes.resize(2);
  state.tree.nodes.resize(2);
  state.nodes[0].facts.status = RunStatus::diverged;
  state.nodes[0].facts.energy_change = 1e-320;
  state.nodes[0].facts.first_several = 4;
  state.nodes[0].reference_energy = -0.0;
  state.nodes[0].last_row = 0.7;
  state.nodes[1].facts.id = 1;
  state.nodes[1].facts.parent = 0;
  state.nodes[1].facts.folder = "branch_1";
  SimulationCheckpoint& at = state.tree.at;
  at.time = 0.1 + 0.2;
  at.step = (std::int64_t{1} << 53) + 1;
  at.integration_steps = 12;
  at.halvings = 3;
  at.impacts = 5;
  at.impacts_in_step = 2;
  at.q = hard;
  at.v = -hard;
  at.held = {{.contact = 2, .sticks = true, .anchor = {-0.0, 1.0 / 3, 1e-310}}};
  at.contacts = {{.impacts = 3, .last = 0.1, .interval = 1e-9, .previous = 2e-9}};
  at.contacts[0].last = -std::numeric_limits<double>::infinity();
  EventMemory events{.closing_speed = 1e-310, .slipping_speed = 0.1, .energy = {.work = -0.0}};
  VariationalMemory variational{.last = {.known = true, .middle = -0.1, .velocity = hard},
                                .momentum = -hard};
  variational.flights = {{.center = {0.3, -0.0, 1e-310}}};
  events.integrator = variational;
  at.memory = events;
  state.tree.nodes[1].fork = at;
  events.integrator = RungeKuttaMemory{0.3};
  state.tree.nodes[1].fork->memory = events;
  state.tree.begun = true;
  state.tree.current = 1;
  state.lengths = {.trajectory = 10, .impacts = 20, .events = 30, .mcap = 40};
  state.notes = {"a note"};
  state.tree.not_followed = 9;
  const std::string text = state_text(state);
  const RunState back = state_from(text, "here");
  EXPECT_EQ(state_text(back), text);
  expect_same_bits(back.tree.at.q, hard);
  expect_same_bits(back.tree.at.v, -hard);
  expect_same_bits(back.tree.at.held.at(0).anchor, at.held[0].anchor);
  const auto& memory = std::get<EventMemory>(back.tree.at.memory);
  EXPECT_EQ(memory.closing_speed, 1e-310);
  EXPECT_EQ(memory.slipping_speed, 0.1);
  EXPECT_TRUE(std::signbit(memory.energy.work));
  const auto& steps = std::get<VariationalMemory>(memory.integrator);
  EXPECT_TRUE(steps.last.known);
  EXPECT_FALSE(steps.older.known);
  EXPECT_EQ(steps.last.middle, -0.1);
  expect_same_bits(steps.last.velocity, hard);
  expect_same_bits(steps.momentum, -hard);
  expect_same_bits(steps.flights.at(0).center, variational.flights[0].center);
  const auto& forked = std::get<EventMemory>(back.tree.nodes[1].fork->memory);
  EXPECT_EQ(std::get<RungeKuttaMemory>(forked.integrator).inner_step, 0.3);
  EXPECT_EQ(back.tree.at.contacts.at(0).last, at.contacts[0].last);
  EXPECT_EQ(back.tree.at.step, at.step);
  EXPECT_TRUE(std::signbit(back.nodes[0].reference_energy));
  EXPECT_EQ(back.nodes[0].facts.status, RunStatus::diverged);
  EXPECT_EQ(back.nodes[0].facts.folder, "");
  EXPECT_EQ(back.nodes[1].facts.folder, "branch_1");
  ASSERT_TRUE(back.tree.nodes[1].fork.has_value());
  expect_same_bits(back.tree.nodes[1].fork->q, hard);
  EXPECT_EQ(back.lengths.mcap, 40);
}

TEST(RunState, ProgramOfACheckpointReadsBackToTheSameBits) {
  SimulationCheckpoint at;
  EXPECT_FALSE(to_document(at).contains("program"));
  EXPECT_FALSE(
      checkpoint_from(to_document(at)).program.has_value());  // as earlier versions wrote it
  at.program = test::vee_memory();
  at.program->at_limit[1] = std::numeric_limits<double>::infinity();
  at.program->work.friction = -0.0;
  at.program->work.dampers = 5e-324;
  const Json json = Json::parse(dump_json(to_document(at), -1));
  const SimulationCheckpoint back = checkpoint_from(json);
  EXPECT_EQ(to_document(back).dump(), to_document(at).dump());
  ASSERT_TRUE(back.program.has_value());
  const ProgramMemory& program = *back.program;
  ASSERT_EQ(program.begins.size(), 2u);
  EXPECT_TRUE(std::isnan(program.begins[1]));
  ASSERT_EQ(program.from.size(), 3u);
  EXPECT_EQ(program.from[1], -0.2);
  EXPECT_TRUE(std::isnan(program.from[2]));
  EXPECT_EQ(program.at_limit, at.program->at_limit);
  EXPECT_EQ(program.driven, 2.0);
  EXPECT_TRUE(std::signbit(program.work.friction));
  EXPECT_EQ(program.work.dampers, 5e-324);
  EXPECT_EQ(program.work.impacts, -4.5);
}

/// Positions in checkpoint.json, as files of earlier versions have them.
TEST(RunState, MemoryIsListsOfNumbersByPosition) {
  const auto lists_of = [](const auto& memory) {
    SimulationCheckpoint checkpoint;
    checkpoint.memory = memory;
    return to_document(checkpoint).at("memory").dump();
  };
  EventMemory events{
      .closing_speed = 1.0, .slipping_speed = 2.0, .energy = {3.0, 4.0, 5.0, 6.0, 7.0}};
  EXPECT_EQ(lists_of(events), "[[1.0,2.0,3.0,4.0,5.0,6.0,7.0]]");
  events.integrator = RungeKuttaMemory{0.25};
  EXPECT_EQ(lists_of(events), "[[1.0,2.0,3.0,4.0,5.0,6.0,7.0],[0.25]]");
  const auto one = [](double value) { return Eigen::VectorXd::Constant(1, value).eval(); };
  events.integrator =
      VariationalMemory{.last = {.known = true, .middle = -0.5, .velocity = one(10.0)},
                        .older = {.known = false, .middle = -1.5, .velocity = one(11.0)},
                        .momentum = one(12.0),
                        .flights = {{.center = {1.0, 2.0, 3.0},
                                     .momentum = {4.0, 5.0, 6.0},
                                     .spin = {7.0, 8.0, 9.0}}},
                        .reaction = one(13.0)};
  EXPECT_EQ(lists_of(events),
            "[[1.0,2.0,3.0,4.0,5.0,6.0,7.0],[1.0,0.0,-0.5,-1.5],[12.0],"
            "[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0],[10.0],[11.0],[13.0]]");
  const WalkMemory walk{.relaxed = 1,
                        .failed = 2,
                        .start = one(3.0),
                        .points = {{.closed = true, .level = -0.5, .anchor = {1.0, 2.0, 3.0}}},
                        .controller = one(4.0),
                        .landing = one(5.0)};
  EXPECT_EQ(lists_of(walk), "[[1.0,2.0],[3.0],[1.0,-0.5,1.0,2.0,3.0],[4.0],[5.0]]");
}

/// Lists of no run are read as no memory: going on from it is refused.
TEST(RunState, MemoryOfAnotherFormIsNone) {
  Json json = to_document(SimulationCheckpoint{});
  for (const char* lists : {"[]", "[[1]]", "[[1,2,3,4,5,6,7],[1,2]]", "[[1,2],[3],[1,2,3],[4],[5]]",
                            "[[1,2,3,4,5,6,7],[1,0,0,0],[],[1],[],[],[]]"}) {
    json["memory"] = Json::parse(lists);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(checkpoint_from(json).memory)) << lists;
  }
  json["memory"] = Json::parse("[[1,2],[3],[1,0,1,2,3],[4],[5]]");
  EXPECT_EQ(std::get<WalkMemory>(checkpoint_from(json).memory).points.size(), 1u);
}

TEST(RunState, NotesStandOnceAndAreLimited) {
  RunState state;
  state.nodes.resize(1);
  for (int k = 0; k < 600; ++k) state.note("note " + std::to_string(k));
  state.note("note 3");
  state.tree.not_followed = 2;
  const auto notes = state.all_notes();
  ASSERT_EQ(notes.size(), 502u);
  EXPECT_EQ(notes[500], "100 more notes are not shown");
  EXPECT_EQ(notes[501],
            "2 further outcomes are not followed: the tree has all 1 trajectories it may have "
            "(max_trajectories)");
}

}  // namespace
}  // namespace carom::report
