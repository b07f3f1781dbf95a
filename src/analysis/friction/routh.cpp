// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Paths of the Routh inclusion: pieces of constant shares by law/slip_share/share_flow.h, which
// knows slip, stick and their events. Four kinds of paths in turn, so that the ends of the
// reachable set, which are vertices, are met exactly: one contact at a time, until it closes (at
// random, or by a fixed priority); random shares until a contact closes; random shares of random
// length.
// Of a sample the extreme outcomes are listed, along coordinates and along the principal directions
// of the cloud, x − mean = Q diag(s) Vᵀ in whitened coordinates.
#include "analysis/friction/routh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "analysis/orders/blocks.h"
#include "base/random.h"
#include "base/text.h"
#include "law/slip_share/share_flow.h"
#include "solver/decompositions.h"

namespace carom::analysis {
namespace {

using Flow = law::ShareFlow;

// Of one path; then it is given up: a bound on time, counted as a path without an end.
constexpr int max_pieces = 4000;
// So many have a random length, then each lasts until a contact closes, so that a path can end.
constexpr int cut_pieces = 200;
// Relative to ‖p⁻‖: a thousandth of the flow's tolerance, so that its error does not start a piece.
constexpr double approach_end = 1e-10;
// Paths are compared at 1e-6 of ‖p⁻‖ (same_outcome), a decade above it.
constexpr double flow_tolerance = 1e-7;
constexpr double unlimited = std::numeric_limits<double>::infinity();

// Rows of the free contacts, scaled so that the largest speed and the largest mobility are 1.
struct ScaledRows {
  ScaledRows(const ImpactProblem& problem, bool friction) : contacts(free_contacts(problem)) {
    for (const int i : contacts) {
      const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
      const bool rough = friction && contact.friction > 0.0;
      const int tangents = rough ? static_cast<int>(contact.tangents.rows()) : 0;
      points.push_back({static_cast<int>(rows.size()), tangents, contact.friction,
                        contact.static_friction.value_or(contact.friction)});
      for (int k = 0; k <= tangents; ++k) rows.push_back(problem.normal_row(i) + k);
    }
    G = problem.delassus()(rows, rows);
    u = problem.contact_jacobian()(rows, Eigen::all) * problem.velocity();
    speed = u.size() > 0 ? u.lpNorm<Eigen::Infinity>() : 0.0;
    if (speed == 0.0) speed = 1.0;
    if (G.size() > 0) mobility = G.diagonal().maxCoeff();
    u /= speed;
    G /= mobility;
    end.resize(static_cast<Eigen::Index>(contacts.size()));
    for (Eigen::Index j = 0; j < end.size(); ++j)
      end[j] = approach_end * problem.momentum_norm() *
               problem.normal_length()[contacts[static_cast<std::size_t>(j)]] / speed;
  }

  std::vector<int> contacts, rows;
  std::vector<law::SharePoint> points;
  Eigen::MatrixXd G;
  Eigen::VectorXd u, end;
  double speed = 1.0, mobility = 1.0;
};

class Path {
 public:
  Path(const ScaledRows& rows, Flow& flow, std::uint64_t seed, int number)
      : rows_(rows), flow_(flow), random_(seed), kind_(number % 4) {
    random_ =
        base::Random(random_.bits() + static_cast<std::uint64_t>(number) * 0xD1342543DE82EF95ULL);
    priority_.resize(rows.contacts.size());
    std::iota(priority_.begin(), priority_.end(), 0);
    for (std::size_t k = priority_.size(); k > 1; --k)
      std::swap(priority_[k - 1], priority_[random_.below(k)]);
    impulse_.setZero(rows.u.size());
  }

  bool run(double e) {
    if (!compress(rows_.u)) return false;
    if (e == 0.0) return true;
    Eigen::VectorXd u = flow_.state().u;
    const Eigen::VectorXd change = rows_.G * impulse_;
    const double square = impulse_.dot(change), along = impulse_.dot(u);
    if (square == 0.0) return true;
    // ½ s² square + s along = e² (½ square − along): the energy that e² allows.
    const double allowed = e * e * std::max(0.0, 0.5 * square - along);
    const double s = (-along + std::sqrt(along * along + 2.0 * square * allowed)) / square;
    const double applied = std::clamp(s, 0.0, e);
    u += applied * change;
    impulse_ *= 1.0 + applied;
    return compress(u);
  }

  const Eigen::VectorXd& impulse() const { return impulse_; }
  const std::vector<int>& sequence() const { return sequence_; }

 private:
  // The inclusion from u, until nothing approaches.
  bool compress(const Eigen::VectorXd& u) {
    flow_.start(rows_.G, rows_.points, u);
    int pieces = 0;
    for (; find_approaching() && pieces < max_pieces; ++pieces) {
      choose_shares();
      note_first();
      flow_.carry(Flow::Rule::fixed, share_);
      const double length = kind_ == 3 && pieces < cut_pieces ? random_piece() : unlimited;
      const auto stop = flow_.advance(Flow::Goal::closes, 0.0, length);
      if (stop != Flow::Stop::goal && stop != Flow::Stop::length) return false;
    }
    impulse_ += flow_.state().impulse;
    return pieces < max_pieces;
  }

  double normal(int j) const {
    return flow_.state().u[rows_.points[static_cast<std::size_t>(j)].row];
  }

  bool find_approaching() {
    approaching_.clear();
    for (int j = 0; j < rows_.end.size(); ++j)
      if (normal(j) < -rows_.end[j]) approaching_.push_back(j);
    return !approaching_.empty();
  }

  void choose_shares() {
    share_.setZero(rows_.end.size());
    if (kind_ == 0) {
      share_[approaching_[random_.below(approaching_.size())]] = 1.0;
    } else if (kind_ == 1) {
      for (const int j : priority_) {
        if (std::find(approaching_.begin(), approaching_.end(), j) == approaching_.end()) continue;
        share_[j] = 1.0;
        return;
      }
    } else {
      // Flat on the simplex, or, every other time, near its edges.
      const double power = random_.uniform() < 0.5 ? 1.0 : 4.0;
      // No share is zero, or their sum could be: a draw of 0 has this weight, where the mean is 1
      // or more. The impulse that it adds is far below the flow's tolerance.
      for (const int j : approaching_)
        share_[j] = std::pow(-std::log(1.0 - random_.uniform()), power) + 1e-12;
      share_ /= share_.sum();
    }
  }

  double random_piece() {
    double longest = 0.0;  // of what closes one contact alone
    for (const int j : approaching_) {
      const int row = rows_.points[static_cast<std::size_t>(j)].row;
      longest = std::max(longest, -normal(j) / rows_.G(row, row));
    }
    return longest * (0.02 - 0.5 * std::log(1.0 - random_.uniform()));
  }

  void note_first() {
    for (const int j : approaching_) {
      const int contact = rows_.contacts[static_cast<std::size_t>(j)];
      // Of all shares: what is smaller moves the outcome by less than paths are compared at.
      if (share_[j] > 1e-6 &&
          std::find(sequence_.begin(), sequence_.end(), contact) == sequence_.end())
        sequence_.push_back(contact);
    }
  }

  const ScaledRows& rows_;
  Flow& flow_;
  base::Random random_;
  int kind_;
  std::vector<int> priority_, approaching_, sequence_;
  Eigen::VectorXd share_, impulse_;
};

// Of ‖p⁻‖: a decade above the error of a path (flow_tolerance). Reports show no more
// than six digits.
constexpr double same_outcome = 1e-6;
constexpr int coordinates_listed = 6;  // the base of a floating robot

class Extremes {
 public:
  Extremes(const ImpactProblem& problem, const RouthSample& sample, const Eigen::MatrixXd& cloud)
      : sample_(sample), cloud_(cloud), near_(same_outcome * problem.momentum_norm()) {}

  /// Adds the first outcome with the smallest value and the first with the largest.
  void add(const Eigen::VectorXd& value) {
    Eigen::Index low = 0, high = 0;
    value.minCoeff(&low);
    value.maxCoeff(&high);
    keep(low);
    keep(high);
  }
  std::vector<Branch> take() { return std::move(branches_); }

 private:
  void keep(Eigen::Index k) {
    for (const auto other : kept_)
      if ((cloud_.col(k) - cloud_.col(other)).norm() <= near_) return;
    kept_.push_back(k);
    branches_.push_back(sample_.outcomes[static_cast<std::size_t>(k)]);
  }

  const RouthSample& sample_;
  const Eigen::MatrixXd& cloud_;
  double near_;
  std::vector<Eigen::Index> kept_;
  std::vector<Branch> branches_;
};

}  // namespace

std::vector<Branch> extreme_outcomes(const ImpactProblem& problem, const RouthSample& sample) {
  const auto count = static_cast<Eigen::Index>(sample.outcomes.size());
  if (count == 0) return {};
  const Eigen::Index n = problem.coordinate_count();
  Eigen::MatrixXd velocities(n, count), cloud(n, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    velocities.col(k) = sample.outcomes[static_cast<std::size_t>(k)].velocity_plus;
    cloud.col(k) = problem.whiten(velocities.col(k));
  }
  Extremes extremes(problem, sample, cloud);
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(n, coordinates_listed); ++i)
    extremes.add(velocities.row(i).transpose());
  const Eigen::MatrixXd centred = cloud.colwise() - cloud.rowwise().mean();
  const solver::Eigensystem principal =
      solver::eigensystem(centred * centred.transpose() / double(count));
  const double least = same_outcome * problem.momentum_norm();
  for (Eigen::Index i = n - 1; i >= 0; --i)
    if (principal.values[i] > least * least)
      extremes.add(centred.transpose() * principal.vectors.col(i));
  return extremes.take();
}

void list_routh_branches(const ImpactProblem& problem, const ResolveOptions& options,
                         Outcome& outcome) {
  RouthOptions routh;
  routh.seed = options.seed;
  routh.samples = std::clamp(8 * options.draws, 1, routh.samples);
  routh.friction = outcome.law->friction;
  routh.restitution = outcome.restitution.value_or(0.0);
  const RouthSample sample = sample_routh(problem, routh);
  outcome.branches = extreme_outcomes(problem, sample);
  if (outcome.branches.size() > options.max_branches) outcome.branches.resize(options.max_branches);
  auto& reason = outcome.uniqueness.reason;
  reason += "; listed: " + std::to_string(outcome.branches.size()) + " extreme outcomes of " +
            std::to_string(routh.samples) +
            " sampled paths of the Routh inclusion, kinetic (Poisson) restitution " +
            base::number(routh.restitution);
  if (!outcome.restitution) reason += " because the contacts differ";
  if (sample.unfinished > 0)
    reason += "; " + std::to_string(sample.unfinished) + " paths did not end";
}

}  // namespace carom::analysis

namespace carom {

RouthSample sample_routh(const ImpactProblem& problem, const RouthOptions& options) {
  RouthSample sample;
  const analysis::ScaledRows rows(problem, options.friction);
  analysis::Flow flow;
  flow.tolerance = analysis::flow_tolerance;
  const double unit = rows.speed / rows.mobility;
  for (int k = 0; k < options.samples; ++k) {
    analysis::Path path(rows, flow, options.seed, k);
    if (!path.run(options.restitution)) {
      ++sample.unfinished;
      continue;
    }
    Eigen::VectorXd velocity = problem.velocity();
    for (std::size_t r = 0; r < rows.rows.size(); ++r)
      velocity += unit * path.impulse()[static_cast<Eigen::Index>(r)] *
                  problem.velocity_per_impulse().col(rows.rows[r]);
    sample.outcomes.push_back(
        {velocity, static_cast<int>(path.sequence().size()), -1, path.sequence()});
  }
  return sample;
}

}  // namespace carom
