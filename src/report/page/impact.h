// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An impact on a page (format.ts, Impact): contacts with their speeds, impulses and works, the
// verdict in words, the outcomes with their ghosts. Input: the problem, its outcome, what moves.
// Output: the document; and the track of a single impact, with bodies that move straight before and
// after it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/outcome.h"
#include "carom/page.h"
#include "carom/problem.h"
#include "carom/scene.h"
#include "report/json/json_text.h"
#include "report/page/drawing/drawing.h"

namespace carom::report {

/// The model around an impact; drawing none: nothing to draw.
struct ImpactPlace {
  PageDrawing* drawing = nullptr;
  Eigen::VectorXd q = {};
  Eigen::VectorXd velocity = {};     ///< Of the model, before: the problem's and of locked joints.
  std::vector<int> velocities = {};  ///< Those of the model that the problem has, if not all.
  Scene::Units units = {};           ///< Of the curves of straight_track.
};

struct ImpactHead {
  std::int64_t index = 0;
  double time = 0.0;
  std::string law_note = {};  ///< "chattering captured".
  bool friction = false;      ///< The law has it, where the outcome does not say.
  std::vector<int> followed_by = {};
  double ghost_time = 0.0;  ///< How long ghosts move on at most; 0: chosen from the speeds.
};

/// `outcome` may hold branches; without them it has one.
[[nodiscard]] Json page_impact(const ImpactHead& head, const ImpactProblem& problem,
                               const Outcome& outcome, const ImpactPlace& place);

/// "The only outcome", "One of at least 7 outcomes", "Not checked".
[[nodiscard]] std::string verdict_words(const Uniqueness& uniqueness);
/// The law with its coefficient and settings: "propagative, restitution 1".
[[nodiscard]] std::string law_words(const Outcome& outcome);
/// Verdict of marks (format.ts): the practical one, else the law's own.
[[nodiscard]] std::uint8_t verdict_byte(const Outcome& outcome);
/// What is known as velocity after the impact: without an answer, that before it.
[[nodiscard]] const Eigen::VectorXd& velocity_after(const ImpactProblem& problem,
                                                    const Outcome& outcome);

/// Which of the model's velocities the problem has: all, or those of `place`. Empty: no match.
[[nodiscard]] std::vector<int> problem_velocities(const ImpactProblem& problem,
                                                  const ImpactPlace& place);
/// Velocities of the model for those of a problem; what is locked stays. Without a match: as before
/// the impact.
[[nodiscard]] Eigen::VectorXd model_velocity(const ImpactProblem& problem,
                                             const Eigen::VectorXd& velocity,
                                             const ImpactPlace& place);

/// A track (format.ts, Track, straight) of one impact at time 0. `span`: seconds before and after;
/// 0: chosen from the speeds, see straight_span.
[[nodiscard]] Json straight_track(int id, const std::string& label, const ImpactProblem& problem,
                                  const Outcome& outcome, const ImpactPlace& place,
                                  double span = 0.0);
/// Where a model is after a time at constant velocities: a free body's origin goes straight while
/// it turns, where Model::integrate would follow a screw.
[[nodiscard]] Eigen::VectorXd straight_posture(const Model& model, const Eigen::VectorXd& q,
                                               const Eigen::VectorXd& velocity, double time);
/// So long that the fastest point goes about a third of the picture, or until something is visibly
/// in something else; where bodies hang from each other, until one has turned by 0.3 rad or is at
/// the end of its range. `after`: of the model. The drawing is elsewhere then.
[[nodiscard]] double straight_span(const ImpactPlace& place, const Eigen::VectorXd& after);

// What moves around one impact, for pages of resolve, compare, design and analyze. Input: where a
// result came from. Output: the drawing, placed at the impact; without a model, an empty stage.

struct PageStage {
  /// Throws InvalidInput for a state that is not one of the model.
  explicit PageStage(const PageContext& context);
  PageStage(const PageStage&) = delete;

  /// Adds the drawing to a document, and its notes.
  void put(Json& document) const;
  /// Velocities before and after with names and units (format.ts, VelocityTable).
  Json velocity_table(const ImpactProblem& problem, const Outcome& outcome) const;
  /// Of the velocities of a problem.
  std::vector<std::string> velocity_names(const ImpactProblem& problem) const;

  std::optional<PageDrawing> drawing = {};
  ImpactPlace place = {};
};

}  // namespace carom::report
