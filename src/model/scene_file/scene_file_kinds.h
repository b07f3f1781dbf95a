// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scene files of robots and of bodies, motors, and what they share. Each reader of a kind calls
// finish() before it builds, so that faults found before it are thrown with its own.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/scene_file.h"
#include "model/scene_file/scene_file_reader.h"

namespace carom {

SceneFile read_robot_scene(SceneFileReader& reader, const FilePart& file,
                           const std::filesystem::path& folder);
SceneFile read_body_scene(SceneFileReader& reader, const FilePart& file);

/// The text of a file of at most 16 MiB; `kind` is what was expected: "a TOML file".
std::string read_text_file(const std::filesystem::path& file, std::string_view kind);

/// Where the files that a file names may lie, and what messages call that file.
struct FileRoot {
  /// In it or below (a link counts as lying there), so that a scene from elsewhere cannot make
  /// carom read files its user did not name. None: anywhere, for words of the user.
  std::optional<std::filesystem::path> folder = {};
  std::string of = "the scene file";
};
/// The file a key names; empty if it is missing or refused.
std::filesystem::path read_path(SceneFileReader& reader, const FilePart& part, std::string_view key,
                                const FileRoot& root);

/// [[motors.NAME]] of the file, in its order.
std::vector<MotorProgram> read_programs(SceneFileReader& reader, const FilePart& file,
                                        FileRoot root);

/// A fault for every key that a robot's or a body's file does not have; `own`: of this kind alone.
void check_model_keys(SceneFileReader& reader, const FilePart& file,
                      const std::vector<std::string>& own);

/// friction, static_friction, restitution, stiffness: those of a table, else those of the file.
void read_coefficients(SceneFileReader& reader, const FilePart& part, ContactCandidate& contact);
void apply_defaults(const FilePart& part, const ContactCandidate& defaults,
                    ContactCandidate& contact);
/// [[contact]], [[loop]], [[coupling]], [[spring]], [[actuator]], added to `parts`.
void read_parts(SceneFileReader& reader, const FilePart& file, ModelParts& parts);
/// `armature`: a number for every joint of one coordinate, or a table of joints.
void read_armature(SceneFileReader& reader, const FilePart& file, const Model& model,
                   ModelParts& parts);

/// The posture that `posture` says; `otherwise` where it says none or is wrong.
struct StartPosture {
  Eigen::VectorXd q;
  std::optional<std::string> name;
};
StartPosture read_posture(SceneFileReader& reader, const FilePart& file, const Model& model,
                          const StartPosture& otherwise);

/// How it stands and moves at the impact: stand, velocity or drop; lock, closed, touching.
struct SceneStart {
  State state;
  ProblemOptions options;
  std::optional<double> drop;
  std::vector<std::string> warnings;
};
SceneStart read_start(SceneFileReader& reader, const FilePart& file, const Model& model,
                      const Eigen::VectorXd& q);

/// The file of a robot or of bodies, from what was read; warnings of the model, then of the start.
SceneFile make_scene_file(SceneFile::Kind kind, const StartPosture& posture, const Model& model,
                          SceneStart start);

}  // namespace carom
