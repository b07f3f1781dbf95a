// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Variations of a scene of the gallery. Where only its posture varies the model is built once
// (PosturePoint); where its geometry does, anew at every point (BuiltPoint); a scene whose problem
// is written out, such as billiards, has no model at all here (WrittenPoint).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "carom/model.h"
#include "design/refusal.h"
#include "design/variation/holding_torque.h"
#include "design/variation/source.h"
#include "design/variation/stay_closed.h"
#include "model/scene_parameters.h"

namespace carom::design {
namespace {

/// In place, lower triangle; plain loops, because the matrices are small. False: not definite.
bool cholesky(Eigen::MatrixXd& A) {
  const Eigen::Index n = A.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    if (!(A(j, j) > 0.0)) return false;
    const double inverse = 1.0 / std::sqrt(A(j, j));
    for (Eigen::Index i = j; i < n; ++i) A(i, j) *= inverse;
    for (Eigen::Index k = j + 1; k < n; ++k) {
      const double factor = A(k, j);
      for (Eigen::Index i = k; i < n; ++i) A(i, k) -= factor * A(i, j);
    }
  }
  return true;
}

}  // namespace

// n_i M⁻¹ n_jᵀ of some contacts' normals at a posture, without a problem: with M = L Lᵀ, the
// products of the columns of L⁻¹Nᵀ. The least that a map of inner products needs.
class NormalProducts {
 public:
  /// `contacts`: indices in model.contacts().
  NormalProducts(const Model& model, std::vector<int> contacts) : contacts_(std::move(contacts)) {
    const auto n = model.velocity_size();
    const auto count = static_cast<Eigen::Index>(contacts_.size());
    rows_.resize(1, n);
    columns_.resize(n, count);
    products_.resize(count, count);
  }

  /// At the workspace's configuration; the model has no loops. Nothing is allocated. NaN where the
  /// mass matrix is not positive definite.
  const Eigen::MatrixXd& at(const ModelWorkspace& workspace) {
    factor_ = workspace.mass_matrix();
    const Eigen::Index n = factor_.rows(), count = columns_.cols();
    if (!cholesky(factor_)) {
      products_.setConstant(std::numeric_limits<double>::quiet_NaN());
      return products_;
    }
    for (Eigen::Index k = 0; k < count; ++k) {
      workspace.contact_rows(contacts_[static_cast<std::size_t>(k)], rows_);
      columns_.col(k) = rows_.row(0).transpose();
      for (Eigen::Index j = 0; j < n; ++j) {
        const double solved = columns_(j, k) / factor_(j, j);
        columns_(j, k) = solved;
        for (Eigen::Index i = j + 1; i < n; ++i) columns_(i, k) -= solved * factor_(i, j);
      }
    }
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        products_(i, j) = products_(j, i) = columns_.col(i).dot(columns_.col(j));
      }
    }
    return products_;
  }

 private:
  std::vector<int> contacts_;
  Eigen::MatrixXd rows_, factor_, columns_, products_;
};

}  // namespace carom::design

namespace carom {
namespace {

/// A parameter, or one entry of a list.
struct SceneSlot {
  std::string name;
  std::optional<std::size_t> entry;
};

/// The value of a parameter: that given, else the default.
const ParameterValue* find_value(const Scene& scene, const SceneSettings& settings,
                                 std::string_view name) {
  if (const auto given = settings.find(name); given != settings.end()) return &given->second;
  const SceneParameter* parameter = find_parameter(scene, name);
  return parameter != nullptr ? &parameter->value : nullptr;
}

/// "name[2]" → name, 2.
SceneSlot parse_slot(const std::string& text) {
  const auto bracket = text.find('[');
  if (bracket == std::string::npos || !text.ends_with(']')) return {text, std::nullopt};
  std::size_t entry = 0;
  const char *first = text.data() + bracket + 1, *last = text.data() + text.size() - 1;
  const auto [end, error] = std::from_chars(first, last, entry);
  if (error != std::errc{} || end != last) return {text, std::nullopt};
  return {text.substr(0, bracket), entry};
}

[[noreturn]] void refuse(const Scene& scene, const SceneSettings& settings,
                         const std::string& name) {
  std::vector<std::string> names;
  for (const VariedParameter& known : varied_parameters(scene.name, settings)) {
    names.push_back(known.name);
  }
  const SceneSlot slot = parse_slot(name);
  const ParameterValue* value = find_value(scene, settings, slot.name);
  const auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr;
  std::string what = "unknown parameter";
  const SceneParameter* parameter = find_parameter(scene, slot.name);
  if (parameter != nullptr && parameter->for_run) {
    what = "changes runs, not their first impact:";
  } else if (list && slot.entry) {
    what = fmt::format("no such entry ({} has {}) in", slot.name, list->size());
  } else if (list) {
    what = fmt::format("a list of {} ({}[0] is its first entry):", list->size(), name);
  } else if (value) {
    what = "no number:";
  }
  throw InvalidInput(fmt::format("scene '{}': {} '{}'; expected one of {}{}", scene.name, what,
                                 name, base::join(names), base::did_you_mean(name, names)));
}

class SceneSource : public Variation::Source {
 public:
  SceneSource(std::string_view scene_name, const SceneSettings& given,
              const std::vector<std::string>& names, Variation::Closing how)
      : scene(&find_scene(scene_name)), settings(with_presets(*scene, given)), closing(how) {
    const std::vector<VariedParameter> known = varied_parameters(scene_name, given);
    for (const std::string& name : names) {
      const auto found = std::find_if(known.begin(), known.end(),
                                      [&](const auto& other) { return other.name == name; });
      if (found == known.end()) refuse(*scene, given, name);
      parameters.push_back(*found);
      slots.push_back(parse_slot(name));
      settings[slots.back().name] =
          ParameterValue(*find_value(*scene, settings, slots.back().name));
    }
    contacts = make_scene(scene_name, given).labels()->contacts;
    of_model = scene_problem_is_of_model(scene_name);
    mass_unit = scene->units.mass;
    length_unit = scene->units.length;
    usual_law = scene->law;
    ReleasedContacts before = released_contacts(scene_name);
    released = std::move(before.names);
    released_rows = std::move(before.rows);
    if (!of_model) return;
    posture = find_scene_posture(scene_name);
    const auto of_posture = [&](const SceneSlot& slot) {
      return std::find(posture->parameters.begin(), posture->parameters.end(), slot.name) !=
             posture->parameters.end();
    };
    if (posture && !std::all_of(slots.begin(), slots.end(), of_posture)) posture = nullptr;
    const SceneModel start = make_scene_model(scene_name, given);
    for (const Joint& joint : start.model.joints()) {
      const auto& coordinate = start.model.coordinate_names()[static_cast<std::size_t>(joint.q)];
      for (const SceneSlot& slot : slots) {
        if (slot.name == coordinate || slot.name == joint.name) held.push_back(joint.name);
      }
    }
  }

  std::unique_ptr<VariationPoint> make_point() const override;

  void write(const Eigen::Ref<const Eigen::VectorXd>& values, SceneSettings& to) const {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      ParameterValue& value = to.find(slots[k].name)->second;
      double& number = slots[k].entry ? std::get<std::vector<double>>(value)[*slots[k].entry]
                                      : std::get<double>(value);
      number = values[static_cast<Eigen::Index>(k)];
    }
  }

  const Scene* scene;
  SceneSettings settings;  // With every varied parameter in it.
  std::vector<SceneSlot> slots;
  Variation::Closing closing;
  std::vector<std::string> held;          // Coordinates that the parameters set.
  const ScenePosture* posture = nullptr;  // Only if nothing else varies.
  bool of_model = false;
};

/// The problem is written out by the scene.
class WrittenPoint : public VariationPoint {
 public:
  explicit WrittenPoint(const SceneSource& source) : source_(source), settings_(source.settings) {}
  bool move(const Eigen::Ref<const Eigen::VectorXd>& values) override {
    source_.write(values, settings_);
    why_ = design::refusal([&] { problem_ = make_scene(source_.scene->name, settings_); });
    return why_.empty();
  }
  const ImpactProblem& problem() override { return *problem_; }

 private:
  const SceneSource& source_;
  SceneSettings settings_;
  std::optional<ImpactProblem> problem_;
};

/// A model for every point.
class BuiltPoint : public VariationPoint {
 public:
  explicit BuiltPoint(const SceneSource& source) : source_(source), settings_(source.settings) {}
  bool move(const Eigen::Ref<const Eigen::VectorXd>& values) override {
    source_.write(values, settings_);
    problem_.reset();
    clearance_.reset();
    std::string open;  // What cannot be closed.
    why_ = design::refusal([&] {
      scene_ = make_scene_model(source_.scene->name, settings_);
      workspace_.emplace(scene_->model);
      if (source_.closing == Variation::Closing::follow) {
        open = design::stay_closed(*workspace_, source_.contacts, source_.held, scene_->state);
      } else {
        workspace_->set_configuration(scene_->state.q);
      }
    });
    if (why_.empty()) why_ = std::move(open);
    return why_.empty();
  }
  const ImpactProblem& problem() override {
    if (!problem_) {
      problem_ =
          make_problem(scene_->model, scene_->state,
                       {.closed = source_.contacts, .name = source_.scene->name}, *workspace_);
    }
    return *problem_;
  }
  Eigen::VectorXd opened() override { return design::opened(*workspace_, source_.contacts); }
  double holding_torque() override {
    return design::holding_torque(*workspace_, scene_->state, source_.contacts);
  }
  const State* state() const override { return &scene_->state; }
  const ModelWorkspace* workspace() override {
    if (workspace_->configuration() != scene_->state.q) {
      workspace_->set_configuration(scene_->state.q);
    }
    return &*workspace_;
  }
  const Clearance* clearance() override {
    if (!clearance_) clearance_.emplace(scene_->model, scene_->state.q, source_.contacts);
    return clearance_->empty() ? nullptr : &*clearance_;
  }

 private:
  const SceneSource& source_;
  SceneSettings settings_;
  std::optional<SceneModel> scene_;
  std::optional<ModelWorkspace> workspace_;
  std::optional<Clearance> clearance_;
  std::optional<ImpactProblem> problem_;
};

/// One model, one posture after the other.
class PosturePoint : public VariationPoint {
 public:
  explicit PosturePoint(const SceneSource& source)
      : source_(source),
        reader_(*source.scene, source.settings),
        scene_(make_scene_model(source.scene->name, source.settings)),
        workspace_(scene_.model),
        products_(scene_.model, design::contact_indices(scene_.model, source.contacts)),
        has_loops_(workspace_.bilateral_count() > 0),
        clearance_(scene_.model, scene_.state.q, source.contacts),
        problem_(make_problem(scene_.model, scene_.state,
                              {.closed = source.contacts, .name = source.scene->name})) {
    for (const SceneSlot& slot : source.slots)
      values_.push_back(&reader_.slot(slot.name, slot.entry));
  }

  bool move(const Eigen::Ref<const Eigen::VectorXd>& values) override {
    for (std::size_t k = 0; k < source_.slots.size(); ++k) {
      const double value = values[static_cast<Eigen::Index>(k)];
      if (!std::isfinite(value)) {
        why_ = source_.slots[k].name + " is not finite";
        return false;
      }
      *values_[k] = value;
    }
    source_.posture->set(reader_, scene_.state);
    if (reader_.has_faults()) {
      why_ = reader_.take_faults();
      return false;
    }
    is_current_ = is_problem_ = false;
    if (source_.closing == Variation::Closing::free || source_.posture->keeps_contacts) return true;
    why_ = design::stay_closed(workspace_, source_.contacts, source_.held, scene_.state);
    return why_.empty();
  }

  const ImpactProblem& problem() override {
    if (!is_problem_) update_problem(scene_.model, scene_.state, workspace_, problem_);
    is_current_ = is_problem_ = true;
    return problem_;
  }
  const Eigen::MatrixXd& inner_products() override {
    if (has_loops_) return VariationPoint::inner_products();
    configure();
    return products_.at(workspace_);
  }
  Eigen::VectorXd opened() override {
    configure();
    return design::opened(workspace_, source_.contacts);
  }
  double holding_torque() override {
    is_current_ = true;
    return design::holding_torque(workspace_, scene_.state, source_.contacts);
  }
  const State* state() const override { return &scene_.state; }
  const ModelWorkspace* workspace() override {
    configure();
    return &workspace_;
  }
  const Clearance* clearance() override { return clearance_.empty() ? nullptr : &clearance_; }

 private:
  void configure() {
    if (!is_current_) workspace_.set_configuration(scene_.state.q);
    is_current_ = true;
  }

  const SceneSource& source_;
  SceneReader reader_;
  std::vector<double*> values_;  // Of the slots, in the reader.
  SceneModel scene_;
  ModelWorkspace workspace_;
  design::NormalProducts products_;
  bool has_loops_;
  Clearance clearance_;
  ImpactProblem problem_;
  bool is_current_ = false, is_problem_ = false;
};

std::unique_ptr<VariationPoint> SceneSource::make_point() const {
  if (posture) return std::make_unique<PosturePoint>(*this);
  if (of_model) return std::make_unique<BuiltPoint>(*this);
  return std::make_unique<WrittenPoint>(*this);
}

}  // namespace

std::vector<VariedParameter> varied_parameters(std::string_view scene_name,
                                               const SceneSettings& given) {
  const Scene& scene = find_scene(scene_name);
  const SceneSettings settings = with_presets(scene, given);
  std::vector<VariedParameter> known;
  for (const SceneParameter& parameter : scene.parameters) {
    if (parameter.for_law || parameter.for_run) continue;
    const ParameterValue* value = find_value(scene, settings, parameter.name);
    if (const auto* number = std::get_if<double>(value)) {
      known.push_back({.name = parameter.name, .unit = parameter.unit, .start = *number});
    } else if (const auto* list = std::get_if<std::vector<double>>(value)) {
      for (std::size_t k = 0; k < list->size(); ++k) {
        known.push_back({.name = fmt::format("{}[{}]", parameter.name, k),
                         .unit = parameter.unit,
                         .start = (*list)[k]});
      }
    }
  }
  return known;
}

std::shared_ptr<const Variation::Source> design::scene_source(std::string_view scene,
                                                              const SceneSettings& settings,
                                                              const std::vector<std::string>& names,
                                                              Variation::Closing closing) {
  return std::make_shared<SceneSource>(scene, settings, names, closing);
}

}  // namespace carom
