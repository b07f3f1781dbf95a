// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": what is varied. Input: a scene of the gallery with its settings, or a model with
// its state, and the names of some parameters or joints. Output: the impact at any values of these.
// Sweeps (map.h) and optimisation (design.h) stand on it.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/clearance.h"
#include "carom/model.h"
#include "carom/problem.h"
#include "carom/scene.h"

namespace carom {

struct VariedParameter {
  std::string name;
  std::string unit;
  double start = 0.0;
  double lower = -std::numeric_limits<double>::infinity();  ///< Limits of a joint.
  double upper = std::numeric_limits<double>::infinity();
};

/// One place of a variation. Holds scratch: one per thread.
class VariationPoint {
 public:
  virtual ~VariationPoint() = default;
  /// Goes to the values. False: nothing stands there (a foot that does not reach the ground, a
  /// length below zero); why() says what.
  virtual bool move(const Eigen::Ref<const Eigen::VectorXd>& values) = 0;
  const std::string& why() const { return why_; }

  /// The impact here. Throws InvalidInput where none can be made.
  virtual const ImpactProblem& problem() = 0;
  /// The same as a status, for sweeps and searches: null where none can be made (a loop is open,
  /// a mass is zero); why() says what.
  const ImpactProblem* find_problem();
  /// n_i M⁻¹ n_jᵀ of the normals as given; cheaper than the problem where only postures vary.
  virtual const Eigen::MatrixXd& inner_products();
  /// How far contacts that touch at the start are open here, then loops; empty if they always hold.
  virtual Eigen::VectorXd opened() { return {}; }
  /// The largest joint torque that holds the posture here against gravity, standing on its
  /// contacts; NaN without a model, or where no contact forces balance it.
  virtual double holding_torque() { return std::numeric_limits<double>::quiet_NaN(); }
  /// The posture here, where there is a model.
  virtual const State* state() const { return nullptr; }
  /// The model here, at that posture; null: there is none.
  virtual const ModelWorkspace* workspace() { return nullptr; }
  /// What may not be below the ground or inside something else; null: nothing is known of it.
  virtual const Clearance* clearance() { return nullptr; }
  /// The deepest that something is; nothing where nothing is checked.
  Penetration penetration();

 protected:
  std::string why_;
  Eigen::MatrixXd inner_products_;
};

/// Never changes; any number of points may be made from it.
class Variation {
 public:
  /// What is done about contacts that touch at the start.
  enum class Closing {
    follow,  ///< The rest of the posture follows, as little as it takes, so that they stay closed.
    free     ///< Nothing: VariationPoint::opened says how far they are open.
  };

  /// Parameters of a scene of the gallery that are numbers; NAME[k] is entry k of a list, from 0.
  /// Throws InvalidInput that suggests the nearest name.
  static Variation of_scene(std::string_view scene, const SceneSettings& settings,
                            const std::vector<std::string>& names,
                            Closing closing = Closing::follow);
  /// Joints of a model (values of joints with one coordinate; changes from the start, by velocity
  /// name, for others), and: friction, armature (of every joint), speed (factor of the velocity).
  /// With Closing::free a free base moves too, by parameters added at the end. Contacts and locked
  /// joints are those of `options`.
  static Variation of_model(const Model& model, const State& state, const ProblemOptions& options,
                            const std::vector<std::string>& names,
                            Closing closing = Closing::follow);

  const std::vector<VariedParameter>& parameters() const;
  Eigen::VectorXd start() const;
  /// Units of mass and length: "kg", "m", unless the scene has others.
  const std::string& mass_unit() const;
  const std::string& length_unit() const;
  /// The names of the contacts of the problem at the start.
  const std::vector<std::string>& contacts() const;
  /// Contacts closed before that the impact releases, such as the biped's stance foot: names, and
  /// their normals as rows.
  const std::vector<std::string>& released() const;
  const Eigen::MatrixXd& released_rows() const;
  /// Whether something is known that may not be below the ground or inside something else.
  bool has_clearance() const;
  /// The law that the scene's source uses, by name; empty: none in particular.
  const std::string& usual_law() const;
  [[nodiscard]] std::unique_ptr<VariationPoint> make_point() const;

  class Source;
  explicit Variation(std::shared_ptr<const Source> source) : source_(std::move(source)) {}

 private:
  std::shared_ptr<const Source> source_;
};

/// Everything that can be varied in a scene, with units and defaults: entries of lists too.
[[nodiscard]] std::vector<VariedParameter> varied_parameters(std::string_view scene,
                                                             const SceneSettings& settings = {});
[[nodiscard]] std::vector<VariedParameter> varied_parameters(const Model& model,
                                                             const State& state);

}  // namespace carom
