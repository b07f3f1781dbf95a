// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": what moves. Bodies in a tree of joints, the points and spheres that may touch,
// loops that stay closed, springs, dampers and actuators. Input: a description, a robot file
// (robot.h) or a scene (scene.h). Output: problems (make_problem), kinematics, forces.
// A Model never changes; what is computed from a configuration lives in a ModelWorkspace, one per
// thread. Units: SI, radians, unless a scene says otherwise.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/problem.h"
#include "carom/terrain.h"

namespace carom {

/// A description may use those up to `free`; the others come from robot files.
enum class JointKind {
  fixed,
  revolute,
  prismatic,
  spherical,
  translation,
  free,
  continuous,  ///< A revolute joint without limits, stored as cosine and sine.
  planar,
  composite
};

/// A body and the joint that carries it. The body's frame is the joint's moving frame.
struct BodyDescription {
  std::string name = {};
  std::string parent = "world";
  std::string joint = {};  ///< Name; empty: the body's.
  JointKind kind = JointKind::fixed;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();              ///< Revolute and prismatic.
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< Of the joint, in the parent.
  double mass = 0.0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();   ///< Of mass, in the body's frame.
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< About the centre of mass, body axes.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double effort_limit = std::numeric_limits<double>::infinity();
  double velocity_limit = std::numeric_limits<double>::infinity();
  double armature = 0.0;  ///< Rotor inertia, added to the mass matrix's diagonal.
};

/// A sphere on a body; radius 0: a point. `body` names a body or any other frame, or "world".
struct ContactSphere {
  std::string body = "world";
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double radius = 0.0;
};

/// A plane on a body (or the world); what lies on the side of `normal` is outside.
struct ContactPlane {
  std::string body = "world";
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
};

/// Ground of any shape, fixed to the world.
struct ContactTerrain {
  std::shared_ptr<const Terrain> terrain = {};
  int rank = 0;  ///< 0: with the part of it that is nearest; 1: with the second nearest.
};

/// The end of a joint's range: its gap is q − bound, or bound − q at the upper end [rad, m]; the
/// candidate's sphere and tangents have no meaning.
struct JointStop {
  std::string joint = {};  ///< Of one coordinate.
  double bound = 0.0;
  bool upper = false;
};

/// The convex hull of some points of a body, and all within `radius` of it.
struct RoundHull {
  std::vector<Eigen::Vector3d> points = {};
  double radius = 0.0;
};

/// Two bodies, each made of convex parts: they touch where two parts are nearest. Of bodies that
/// are far apart (more than 1 cm between balls around them) the gap is that of these balls. The
/// candidate's sphere has no meaning.
struct ContactHulls {
  std::string first = {}, second = {};  ///< Bodies or other frames.
  std::shared_ptr<const std::vector<RoundHull>> first_hulls = {}, second_hulls = {};
};

/// What may touch: a sphere or point, and a plane, another sphere or terrain; a joint's stop; two
/// bodies of convex parts.
/// Its gap is the distance of the surfaces; the rows are ∂gap/∂q and the slip of the two material
/// points that touch.
struct ContactCandidate {
  std::string name = {};
  ContactSphere sphere = {};
  std::variant<ContactPlane, ContactSphere, ContactTerrain, JointStop, ContactHulls> against =
      ContactPlane{};
  int tangents = 2;  ///< 0: no friction rows; 1: planar, along `tangent`; 2: spatial.
  /// Direction (world) whose part in the tangent plane is the first tangent; the second is
  /// normal × first. Where it is along the normal, y then z stand in.
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();
  double friction = 0.0;
  std::optional<double> static_friction = {};
  std::optional<double> restitution = {};
  double stiffness = 1.0;
  bool stands = true;  ///< Motors that hold the robot carry it on such contacts with the ground.
  /// Of one of several points of a flat foot: the point of its sole (in the frame of the sphere)
  /// that stands for the foot where a landing is analysed.
  std::optional<Eigen::Vector3d> sole = {};

  /// Parts of the model touch each other, not what is around it: a joint's stop, or two hulls.
  bool is_internal() const {
    return std::holds_alternative<JointStop>(against) ||
           std::holds_alternative<ContactHulls>(against);
  }
};

/// A body that should not touch the ground, by spheres and points of its surface: where one does,
/// the robot has fallen.
struct WatchedBody {
  std::string name = {};
  std::vector<ContactSphere> points = {};
};

/// Room that a body takes, of a model without collision shapes: what of it must stay above the
/// ground (clearance.h). A part may have several, each with its own name.
struct BodySolid {
  std::string name = {};
  std::string body = {};  ///< Or another frame.
  RoundHull hull = {};
};

/// Two frames of bodies kept together: at a point, or rigidly.
struct LoopClosure {
  enum class Kind { point, weld };
  std::string name = {};
  Kind kind = Kind::point;
  std::string first = {}, second = "world";  ///< Bodies or other frames.
  Eigen::Isometry3d first_placement = Eigen::Isometry3d::Identity();
  Eigen::Isometry3d second_placement = Eigen::Isometry3d::Identity();
  /// Directions (world) along which it holds, one per column; empty: all three. A planar loop
  /// has two, and so no redundant row.
  Eigen::Matrix3Xd directions = {};
};

/// position(joint) = Σ coefficients[k] position(other)^k; no other: it is held at coefficients[0].
struct JointCoupling {
  std::string name = {};
  std::string joint = {}, other = {};
  std::vector<double> coefficients = {0.0, 1.0};
};

/// A spring and a damper on a joint of one coordinate: force −stiffness (q − rest) − damping v.
struct JointSpring {
  std::string joint = {};
  double stiffness = 0.0;
  double rest = 0.0;
  double damping = 0.0;
};

/// A spring and a damper between two points.
struct PointSpring {
  std::string name = {};
  std::string first = {}, second = "world";  ///< Bodies or other frames.
  Eigen::Vector3d first_point = Eigen::Vector3d::Zero(), second_point = Eigen::Vector3d::Zero();
  double stiffness = 0.0;
  double length = 0.0;  ///< At rest.
  double damping = 0.0;
};

/// A motor on a joint of one coordinate.
struct Actuator {
  std::string name = {};
  std::string joint = {};
  double gear = 1.0;  ///< Joint torque per unit of control.
  double effort_limit = std::numeric_limits<double>::infinity();
};

/// What a body looks like to a collision checker; carom takes sole corners and lowest points from
/// it, on request.
struct CollisionShape {
  enum class Kind { box, sphere, cylinder, capsule, ellipsoid, mesh };
  std::string frame = {};  ///< Body it is fixed to.
  Kind kind = Kind::box;
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
  /// Edges of a box; radius of a sphere; radius, length along z of a cylinder or capsule (without
  /// its caps); half axes of an ellipsoid; scale of a mesh.
  Eigen::Vector3d size = Eigen::Vector3d::Ones();
  std::string mesh = {};  ///< As the file names it, or resolved; read only when asked for.
};

/// What a body looks like in a picture. Nothing touches it.
struct VisualShape {
  CollisionShape shape = {};
  /// Red, green, blue, 0 to 1; none: the file says none.
  std::optional<Eigen::Vector3d> colour = {};
};

/// What a model carries beside its bodies.
struct ModelParts {
  std::vector<ContactCandidate> contacts = {};
  std::vector<LoopClosure> loops = {};
  std::vector<JointCoupling> couplings = {};
  std::vector<JointSpring> joint_springs = {};
  std::vector<PointSpring> point_springs = {};
  std::vector<Actuator> actuators = {};
  /// Joints that actuators move through tendons; what each gets of their force is not read.
  std::vector<std::string> tendon_joints = {};
  std::vector<CollisionShape> shapes = {};
  std::vector<BodySolid> solids = {};
  std::vector<VisualShape> visuals = {};
  /// Pairs of bodies that never touch each other, or always do (disable_collisions of an SRDF).
  std::vector<std::pair<std::string, std::string>> apart = {};
  std::vector<WatchedBody> watched = {};  ///< Bodies that are no feet; runs end where one touches.
  Terrain ground = {};                    ///< Under them; contacts say themselves what they touch.
  std::map<std::string, Eigen::VectorXd> postures = {};  ///< Named configurations.
  Eigen::VectorXd armature = {};                         ///< Per velocity; empty: none known.
  std::vector<std::string> warnings = {};                ///< Of the loader.
};

struct ModelDescription {
  std::string name = "model";
  std::vector<BodyDescription> bodies = {};  ///< Parents first; coordinates run depth first.
  Eigen::Vector3d gravity = {0.0, 0.0, -9.81};
  /// Joint coordinates = coordinate_map · q, for coordinates such as absolute angles; square,
  /// regular, only where no joint is spherical or free. Empty: the identity.
  Eigen::MatrixXd coordinate_map = {};
  std::vector<std::string> coordinate_names = {};  ///< Empty: the joints' names.
  ModelParts parts = {};
};

/// A joint of a model, as the model numbers its coordinates.
struct Joint {
  std::string name;
  JointKind kind = JointKind::revolute;
  int parent = -1;  ///< Index of the joint before it in the tree; -1: the world.
  int q = 0, q_size = 0;
  int v = 0, v_size = 0;
};

struct State {
  Eigen::VectorXd q;
  Eigen::VectorXd v;
};

class Multibody;  // Hides the library of rigid-body dynamics.
class ModelWorkspace;

class Model {
 public:
  /// Throws InvalidInput with all faults.
  explicit Model(const ModelDescription& description);
  Model(std::shared_ptr<const Multibody> bodies, ModelParts parts);

  const std::string& name() const;
  int configuration_size() const;
  int velocity_size() const;
  bool has_free_base() const;
  double total_mass() const;
  const Eigen::Vector3d& gravity() const;
  const std::vector<Joint>& joints() const;
  const std::vector<std::string>& coordinate_names() const;  ///< One per entry of q.
  const std::vector<std::string>& velocity_names() const;    ///< One per entry of v.
  const std::vector<std::string>& frame_names() const;       ///< Bodies, joints, sites.
  /// Limits of q; ±infinity where there is none (and for a free base).
  const Eigen::VectorXd& lower_limit() const;
  const Eigen::VectorXd& upper_limit() const;
  const Eigen::VectorXd& effort_limit() const;
  const Eigen::VectorXd& velocity_limit() const;

  const ModelParts& parts() const { return *parts_; }
  const std::vector<ContactCandidate>& contacts() const { return parts_->contacts; }
  /// The same bodies with other parts; throws InvalidInput with all faults (unknown frames …).
  [[nodiscard]] Model with(ModelParts parts) const;

  /// Index of a joint, frame or contact; throws InvalidInput that suggests the nearest name.
  int joint(std::string_view name) const;
  int frame(std::string_view name) const;
  int contact(std::string_view name) const;

  Eigen::VectorXd neutral() const;
  /// q ⊕ dv, on the manifold.
  Eigen::VectorXd integrate(const Eigen::VectorXd& q, const Eigen::VectorXd& dv) const;
  /// The dv with from ⊕ dv = to.
  Eigen::VectorXd difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  void integrate(const Eigen::Ref<const Eigen::VectorXd>& q,
                 const Eigen::Ref<const Eigen::VectorXd>& dv, Eigen::Ref<Eigen::VectorXd> to) const;
  /// Throws InvalidInput with all faults: sizes, NaN, a quaternion that is not of length 1.
  void check(const State& state) const;

  const Multibody& bodies() const { return *bodies_; }

 private:
  std::shared_ptr<const Multibody> bodies_;
  std::shared_ptr<const ModelParts> parts_;
};

/// The same model with this coefficient of friction at every contact, static and dynamic. Throws
/// InvalidInput for one that is negative or not finite.
[[nodiscard]] Model with_friction(const Model& model, double friction);
/// The same model with this coefficient of restitution at the contacts that have none. Throws
/// InvalidInput unless it is in [0,1].
[[nodiscard]] Model with_usual_restitution(const Model& model, double restitution);

/// What is computed from one configuration of one model. Nothing allocates after the first use.
class ModelWorkspace {
 public:
  explicit ModelWorkspace(const Model& model);
  ~ModelWorkspace();
  ModelWorkspace(ModelWorkspace&&) noexcept;
  ModelWorkspace& operator=(ModelWorkspace&&) noexcept;

  /// Kinematics, Jacobians and the mass matrix at q (not checked: see Model::check).
  void set_configuration(const Eigen::Ref<const Eigen::VectorXd>& q);
  const Eigen::VectorXd& configuration() const;
  /// With armature.
  const Eigen::MatrixXd& mass_matrix() const;

  Eigen::Isometry3d placement(int frame) const;
  Eigen::Vector3d position(int frame, const Eigen::Vector3d& point) const;
  /// World velocity of a point fixed to a frame, per velocity: 3 × velocity_size.
  void point_jacobian(int frame, const Eigen::Vector3d& point,
                      Eigen::Ref<Eigen::Matrix3Xd> jacobian) const;
  /// World angular velocity of a frame, per velocity.
  void angular_jacobian(int frame, Eigen::Ref<Eigen::Matrix3Xd> jacobian) const;

  /// Signed distance of a contact candidate's surfaces [m].
  double gap(int contact) const;
  /// 1 + tangents rows: ∂gap/∂q, then the slip along the tangents; one row: ∂gap/∂q alone.
  void contact_rows(int contact, Eigen::Ref<Eigen::MatrixXd> rows) const;
  /// Unit normal in world axes, and the point that touches.
  Eigen::Vector3d contact_normal(int contact) const;
  Eigen::Vector3d contact_point(int contact) const;

  /// Rows of loops, then of couplings; how far each is from holding.
  int bilateral_count() const;
  void bilateral_rows(Eigen::Ref<Eigen::MatrixXd> rows) const;
  void bilateral_residual(Eigen::Ref<Eigen::VectorXd> residual) const;
  const std::vector<std::string>& bilateral_names() const;

  /// C(q,v) v + g(q): what M a + bias = forces needs.
  void bias(const Eigen::Ref<const Eigen::VectorXd>& v, Eigen::Ref<Eigen::VectorXd> out);
  // After bias(v), at the same configuration: J̇ v, accelerations where the joints have none
  // [world].
  Eigen::Vector3d point_drift(int frame, const Eigen::Vector3d& point) const;
  Eigen::Vector3d angular_drift(int frame) const;
  /// Of the points of a contact that touch, the first one's less the other's; of round parts that
  /// roll, of their centres and turning. None at a joint's stop.
  Eigen::Vector3d contact_drift(int contact) const;
  Eigen::Vector3d center_of_mass_drift() const;
  /// Velocity of the centre of mass, per velocity: 3 × velocity_size.
  void center_of_mass_jacobian(Eigen::Ref<Eigen::Matrix3Xd> jacobian) const;
  /// Generalised force of springs and dampers.
  void passive_force(const Eigen::Ref<const Eigen::VectorXd>& v,
                     Eigen::Ref<Eigen::VectorXd> out) const;
  double kinetic_energy(const Eigen::Ref<const Eigen::VectorXd>& v) const;
  /// Of gravity and springs.
  double potential_energy() const;
  Eigen::Vector3d center_of_mass() const;

  const Model& model() const;

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

struct ProblemOptions {
  /// Contacts whose gap is within this of zero are closed [m]. Deeper ones are closed too.
  double touching = 1e-6;
  /// Names of contacts declared closed whatever their gap; empty: all that touch.
  std::vector<std::string> closed = {};
  /// Joints held rigid: their velocities leave the problem.
  std::vector<std::string> locked = {};
  std::string name = {};  ///< Empty: the model's.
};
/// Mass matrix, contact rows and bilateral rows at a state. Throws InvalidInput: a state off the
/// manifold, no contact closed (the smallest gap is named), a loop that is open, a locked joint
/// that moves.
[[nodiscard]] ImpactProblem make_problem(const Model& model, const State& state,
                                         const ProblemOptions& options = {});
[[nodiscard]] ImpactProblem make_problem(const Model& model, const State& state,
                                         const ProblemOptions& options, ModelWorkspace& workspace);
/// The same problem at another state, without allocation (where make_problem kept all tangents of
/// the candidates): its contacts are found in the model by their names and taken as closed whatever
/// their gaps; coefficients stay those of the problem. Throws InvalidInput as make_problem does,
/// and for a problem of another model or one with locked joints; the problem is then as before.
void update_problem(const Model& model, const State& state, ModelWorkspace& workspace,
                    ImpactProblem& problem);

}  // namespace carom
