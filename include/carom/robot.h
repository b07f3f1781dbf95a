// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": robots from files, where they touch, how they stand.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model.h"

namespace carom {

struct RobotOptions {
  enum class Base { as_file, free, fixed };
  /// as_file: a URDF's root is free; an MJCF's is free where it has a free joint.
  Base base = Base::as_file;
  /// Where package://NAME/… is looked for, beside the folders above the file. Meshes are read only
  /// for contacts that ask for them.
  std::vector<std::filesystem::path> package_folders = {};
  /// Postures and rotor inertia; empty: one of the robot's name beside the file or in ../srdf.
  std::filesystem::path srdf = {};
};

/// Reads URDF or MJCF, by its content. Throws InvalidInput with the file and line.
[[nodiscard]] Model load_robot(const std::filesystem::path& file, const RobotOptions& options = {});

/// Contacts with the ground z = 0 from words, each one of
///   FRAME            the origin of a frame (a body, a joint, a site);
///   FRAME[x,y,z]     a point of it;
///   LINK:corners     the four lower corners of its collision box;
///   LINK:lowest      the lowest points of its collision shapes (meshes too) at `q`;
///   LINK:sole        the middle of these, of a flat foot; the link's origin where it lies in the
///   sole.
/// Throws InvalidInput that suggests the nearest name.
[[nodiscard]] std::vector<ContactCandidate> ground_contacts(const Model& model,
                                                            const std::vector<std::string>& words,
                                                            const Eigen::VectorXd& q);

/// The stops of a robot's joints: one contact per finite limit of each joint of one coordinate,
/// "JOINT lower stop" and "JOINT upper stop", without friction. Joints that follow others
/// (ModelParts::couplings) have none, nor has a joint whose limits leave no room, or whose position
/// is no coordinate.
[[nodiscard]] std::vector<ContactCandidate> joint_stops(const Model& robot,
                                                        double restitution = 0.0);

/// The robot's bodies that may touch each other, by their collision shapes: one contact per pair,
/// "A - B", of bodies that move against each other and are no neighbours in the tree (also not past
/// bodies without shapes, nor where ModelParts::apart has them). Spheres and capsules are exact;
/// boxes and cylinders have edges rounded by 1 mm; meshes and ellipsoids are the hulls of their
/// extreme points in 26 directions, 1 mm thicker. Pairs that overlap or are nearer than 2 mm at `q`
/// are left out, and beyond 400 those that are farthest apart; `notes` says so. Throws InvalidInput
/// where no shape can be read.
[[nodiscard]] std::vector<ContactCandidate> self_contacts(const Model& robot,
                                                          const Eigen::VectorXd& q,
                                                          std::vector<std::string>& notes);

/// What of the terrain's boxes is inside the robot's bodies, by the same shapes: "box 1 is 0.2 m
/// inside 'trunk'". Bodies are known to runs by points alone, which a post between them misses.
[[nodiscard]] std::vector<std::string> boxes_inside(const Model& robot, const Eigen::VectorXd& q,
                                                    const Terrain& terrain);

/// The same model on other ground: each contact against a plane fixed to the world is put against
/// the terrain, as a plane where that is all it is. Nothing is moved. Throws InvalidInput with all
/// faults of the terrain.
[[nodiscard]] Model on_terrain(const Model& model, const Terrain& terrain);

/// What of a robot may touch the ground z = 0, and what should not.
struct RobotContacts {
  std::vector<ContactCandidate> contacts = {};
  std::vector<WatchedBody> watched = {};  ///< Every other body that has collision shapes.
  std::vector<std::string> notes = {};    ///< What was taken for feet, what could not be read.
};
/// Contacts and watched bodies from the collision shapes. A word "auto" stands for the feet: the
/// bodies that find_feet() names (stance.h), else the last bodies of the chains that are lowest at
/// `q`. Of each the lowest points at `q` are contacts (the sole), then further extreme points, at
/// most 16; a round foot has its lowest point or sphere alone. Other words are those of
/// ground_contacts(); the bodies that carry these are feet, with no points but these. Each other
/// body with shapes is watched by points of its surface, and so is the knee of a shank that ends in
/// a round foot. `all`: the watched points are contacts too, and nothing is watched. Throws
/// InvalidInput: words that are none, no foot found; a mesh that cannot be read is left out, with a
/// note.
[[nodiscard]] RobotContacts robot_contacts(const Model& robot, const Eigen::VectorXd& q,
                                           const std::vector<std::string>& words = {"auto"},
                                           bool all = false);

/// The words of "a,b[0,0,1],c:corners": commas inside brackets do not separate.
[[nodiscard]] std::vector<std::string> split_contact_words(std::string_view text);

/// A posture of the model by name, or from JSON: an array in the model's order, or an object of
/// joint names and values (others as in the default posture). Throws InvalidInput.
[[nodiscard]] Eigen::VectorXd find_posture(const Model& model, std::string_view name);
[[nodiscard]] Eigen::VectorXd posture_from_json(const Model& model, std::string_view text,
                                                std::string_view where);
/// A posture, and its name if it has one.
struct NamedPosture {
  Eigen::VectorXd q;
  std::string name = {};
};
/// A posture in words: a name, JSON written out, or the file that holds it. `where` names JSON that
/// is written out in messages. Throws InvalidInput.
[[nodiscard]] NamedPosture posture_from_words(const Model& model, const std::string& words,
                                              std::string_view where);
/// The name of the posture taken where none is given: a standing one if there is, else "neutral".
[[nodiscard]] std::string default_posture(const Model& model);

struct PostureOptions {
  std::vector<std::string> contacts = {};  ///< To be put on their surfaces; empty: all.
  std::vector<std::string> held = {};      ///< Joints that keep their positions.
  double tolerance = 1e-10;                ///< [m] of every gap, and of loops.
  int iterations = 200;
  bool joint_limits = true;
};
/// The posture nearest to `start` with the named contacts closed and the loops too.
struct PostureResult {
  Eigen::VectorXd q;
  bool converged = false;
  double largest_gap = 0.0;
  double change = 0.0;  ///< Length of difference(start, q).
  int iterations = 0;
  std::vector<std::string> at_limit;  ///< Joints that ended at a limit.
  std::string message;
};
[[nodiscard]] PostureResult solve_posture(const Model& model, const Eigen::VectorXd& start,
                                          const PostureOptions& options = {});

}  // namespace carom
