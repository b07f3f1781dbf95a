// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The invariants that every law must keep, as one check for our laws and for users' laws. What
// holds of one outcome is read from it; the rest compares outcomes of problems that are the same
// impact:
//   coordinates     v = T v′, M′ = TᵀMT, J′ = J T; then v⁺ = T v⁺′
//   units           v → s v, M → k M; all rows → r J
//   rows            those of one contact times r: the unit of its gap
//   contacts twice  each with half the stiffness: springs side by side
//   a far contact   M → diag(M, m): a body of its own; nearly, M → [M εUw√mᵀ; . m] with ‖w‖ = 1,
//                   M = UUᵀ, so that ε is the coupling in the mass metric
// and of problems that are nearly the same. Not used: what a law declares not to keep.
#include "carom/invariants.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "outcome/ledger.h"
#include "solver/decompositions.h"

namespace carom {
namespace {

// A small change of the problem: of the velocity (relative; a hundred times zero_tolerance, so that
// it is seen), and the coupling to another body: 1e5 times zero_tolerance, above which contacts
// count as coupled, and a hundredth of small_outcome.
constexpr double small_velocity = 1e-9, small_coupling = 1e-6;
// What a small change may change, relative. A jump is a hundred times more; an outcome that is
// merely steep would have to amplify the velocity 1e5 times, or the coupling 100 times.
constexpr double small_outcome = 1e-4;
// residuals.law is an estimate of the error, from one draw: ten such draws spread over a decade.
constexpr double stated_error = 20.0;

// Some contact rubs: its friction and a direction for it are given.
bool rough(const ImpactProblem& problem) {
  return std::any_of(problem.contacts().begin(), problem.contacts().end(),
                     [](const Contact& c) { return c.friction > 0.0 && c.tangents.rows() > 0; });
}

// What a problem is made of, to be changed and built anew. Scales, whitened rows and the rest of
// what a problem derives then belong to the changed one.
struct Parts {
  Eigen::MatrixXd mass_matrix;
  std::vector<Contact> contacts;
  Eigen::VectorXd velocity;
  std::vector<BilateralConstraint> bilateral;

  explicit Parts(const ImpactProblem& problem)
      : mass_matrix(problem.mass_matrix()),
        contacts(problem.contacts()),
        velocity(problem.velocity()),
        bilateral(problem.bilateral()) {}
  ImpactProblem build() const { return {mass_matrix, contacts, velocity, bilateral}; }

  // Another unit of one gap.
  // J of one contact → r J: its impulse is p/r then, while v⁺ and the friction cone stay, since
  // normal and tangents are scaled alike.
  void scale_rows(std::size_t contact, double factor) {
    contacts[contact].normal *= factor;
    contacts[contact].tangents *= factor;
  }
};

// What the law itself says: solve() without its gate, which would hide a wrong answer.
Outcome solve_once(const ImpactProblem& problem, const Law& law) {
  Workspace workspace;
  Outcome outcome;
  // prepare and complete as around every law, so that the ledger and the residuals are there.
  outcome::prepare(problem, outcome);
  law.solve(problem, workspace, outcome);
  outcome::complete(problem, outcome);
  return outcome;
}

// None: the law is not defined for this problem (a fixed number of contacts, say) and refuses it.
std::optional<Eigen::VectorXd> velocity_after(const ImpactProblem& problem, const Law& law) {
  try {
    Workspace workspace;
    Outcome outcome;
    solve(problem, law, workspace, outcome);
    return outcome.velocity_plus;
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

// Contacts that are added change what such a law draws.
bool draws_at_random(const LawDescription& law) {
  return std::any_of(law.parameters.begin(), law.parameters.end(),
                     [](const auto& parameter) { return parameter.name == "seed"; });
}

// A body of its own with one contact like the first one of a problem: coordinates along its normal
// and its tangents, as light as the lightest contact; at `direction` = ±1 it has about the energy
// of the whole problem and slips, at 0 it rests.
ImpactProblem far_body(const ImpactProblem& problem, double direction) {
  // 1/‖n‖² is the mass that a normal impulse sees: the largest ‖n‖ [kg^-½] is the lightest contact.
  // At the speed |p⁻| ‖n‖ [m/s] that mass has the energy ½|p⁻|² of the problem.
  const double length = problem.normal_length().maxCoeff();
  const double speed = problem.momentum_norm() * length;
  Contact contact = problem.contacts()[0];
  const Eigen::Index n = 1 + contact.tangents.rows();
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(n, n);
  contact.name = "far";
  contact.normal = unit.row(0);
  contact.tangents = unit.bottomRows(n - 1);
  Eigen::VectorXd velocity = Eigen::VectorXd::Constant(n, 0.5 * std::abs(direction) * speed);
  velocity[0] = direction * speed;
  // Normal and tangents are coupled, so that friction matters to the normal velocity; the matrix is
  // positive definite for every number of tangents.
  const Eigen::MatrixXd mass = 0.8 * unit + Eigen::MatrixXd::Constant(n, n, 0.2);
  return {mass / (length * length), {contact}, velocity};
}

// Both in one problem, coupled by `coupling` in the mass metric.
ImpactProblem side_by_side(const ImpactProblem& problem, const ImpactProblem& far,
                           double coupling) {
  const Eigen::Index n = problem.coordinate_count(), k = far.coordinate_count();
  base::Random random(2);
  // A fixed seed: the check must say the same each time. A random w has a part along every row.
  Eigen::VectorXd w(n);
  for (double& entry : w) entry = random.normal();
  Parts parts(problem);
  parts.mass_matrix.conservativeResizeLike(Eigen::MatrixXd::Zero(n + k, n + k));
  parts.mass_matrix.bottomRightCorner(k, k) = far.mass_matrix();
  // ε U w √m with M = U Uᵀ, as M unwhiten(w) = U w. In the mass metric the unit vectors along w
  // and along the far normal coordinate then have the product ε.
  parts.mass_matrix.col(n).head(n) = coupling * std::sqrt(far.mass_matrix()(0, 0)) *
                                     problem.mass_matrix() * problem.unwhiten(w.normalized());
  parts.mass_matrix.row(n).head(n) = parts.mass_matrix.col(n).head(n).transpose();
  parts.velocity.conservativeResize(n + k);
  parts.velocity.tail(k) = far.velocity();
  // Rows of the problem do not touch the far body's coordinates, and its rows only those.
  const auto widen = [&](auto& rows) {
    rows.conservativeResizeLike(Eigen::MatrixXd::Zero(rows.rows(), n + k));
  };
  for (auto& contact : parts.contacts) widen(contact.normal), widen(contact.tangents);
  for (auto& constraint : parts.bilateral) widen(constraint.row);
  Contact contact = far.contacts()[0];
  contact.normal = Eigen::RowVectorXd::Unit(n + k, n);
  contact.tangents = Eigen::MatrixXd::Identity(n + k, n + k).bottomRows(k - 1);
  parts.contacts.push_back(contact);
  return parts.build();
}

class InvariantCheck {
 public:
  InvariantCheck(const ImpactProblem& problem, const Law& law, double tolerance)
      : problem_(problem),
        law_(law),
        tolerance_(tolerance),
        speed_(problem.momentum_norm()),
        outcome_(solve_once(problem, law)) {
    // A law that gains energy is compared by what it makes of the impact.
    scale_ =
        outcome_.ok() ? std::max(speed_, problem.whiten(outcome_.velocity_plus).norm()) : speed_;
  }

  std::vector<std::string> run();

 private:
  // A complaint names what fails and by how much. A value that is NaN makes `holds` false.
  void expect(bool holds, const std::string& what, double value) {
    if (!holds) complaints_.push_back(what + " = " + base::number(value));
  }
  void compare(const std::string& what, const std::optional<Eigen::VectorXd>& velocity,
               double tolerance);
  void same_bits();
  void says_why();
  void balances();
  void declared();
  void units();
  void coordinates();
  void renumbering();
  void row_lengths();
  void contacts_twice();
  void perturbation();
  void far_contact(double direction, double coupling, double tolerance);

  const ImpactProblem& problem_;
  const Law& law_;
  double tolerance_, speed_, scale_;
  Outcome outcome_;
  std::vector<std::string> complaints_;
};

// No state may survive in the law and no order may depend on addresses: two solves agree to the
// last bit, not to a tolerance.
void InvariantCheck::same_bits() {
  const Outcome again = solve_once(problem_, law_);
  if (again.velocity_plus != outcome_.velocity_plus || again.sequence != outcome_.sequence)
    complaints_.push_back("two solves of one problem differ");
}

// Without an answer there is no v⁺ but a message; where the law did not converge, also a residual
// that shows how far it was from an answer.
void InvariantCheck::says_why() {
  const Residuals& r = outcome_.residuals;
  if (outcome_.velocity_plus.size() > 0)
    complaints_.push_back("no answer, yet a velocity is given");
  if (outcome_.message.empty()) complaints_.push_back("no answer, and no message that says why");
  if (outcome_.status == Outcome::Status::not_converged &&
      std::max({r.momentum, r.penetration_rate, r.friction_cone, r.energy, r.law}) == 0.0)
    complaints_.push_back("not converged, yet every residual is zero");
}

// What mechanics asks of every law: momentum changes by the impulses, energy by their works, and
// B v⁺ = 0.
void InvariantCheck::balances() {
  expect(outcome_.residuals.momentum <= tolerance_, "momentum residual",
         outcome_.residuals.momentum);
  expect(outcome_.residuals.energy <= tolerance_, "energy ledger residual",
         outcome_.residuals.energy);
  for (const auto& constraint : problem_.bilateral()) {
    // The last is below any speed, and keeps the scale from being zero where nothing moves.
    const double scale = constraint.row.norm() * std::max({outcome_.velocity_plus.norm(),
                                                           problem_.velocity().norm(), 1e-300});
    const double rate = std::abs(constraint.row.dot(outcome_.velocity_plus));
    expect(rate <= tolerance_ * scale, "bilateral '" + constraint.name + "' rate", rate);
  }
  expect(std::isfinite(speed_) && outcome_.velocity_plus.allFinite(), "speed", speed_);
}

// What a law promises unless it declares otherwise: n·v⁺ ≥ 0, p_n ≥ 0, |p_t| ≤ μ p_n and no gain
// of energy.
void InvariantCheck::declared() {
  const LawDescription& law = law_.description();
  for (int i = 0; i < problem_.contact_count(); ++i) {
    const auto& impulse = outcome_.impulse[static_cast<std::size_t>(i)];
    const auto& contact = problem_.contacts()[static_cast<std::size_t>(i)];
    const double length = problem_.normal_length()[i];
    // Blocked by bilateral rows: no impulse can move it, and v_n/‖n‖ does not exist.
    if (length == 0.0) continue;
    // In the mass metric, n·v/‖n‖ and p ‖n‖ both have the unit of |p⁻|, kg^½ m/s: one tolerance
    // serves both, whatever the unit of the gap.
    const double rate = contact.normal.dot(outcome_.velocity_plus) / length;
    if (!law.leaves_approach)
      expect(rate >= -tolerance_ * speed_, "approach left at '" + contact.name + "'", rate);
    if (law.pulls) continue;
    expect(impulse.normal * length >= -tolerance_ * speed_, "pull at '" + contact.name + "'",
           impulse.normal);
    // The greater coefficient: an impulse may be static friction from start to end.
    const double mu = std::max(contact.friction, contact.static_friction.value_or(0.0));
    const double excess = std::hypot(impulse.tangential[0], impulse.tangential[1]) -
                          mu * std::max(0.0, impulse.normal);
    expect(excess * length <= tolerance_ * speed_, "friction cone excess at '" + contact.name + "'",
           excess);
  }
  const double gain = outcome_.energy.after - outcome_.energy.before;
  if (!law.gains_energy) expect(gain <= tolerance_ * outcome_.energy.before, "energy gain", gain);
}

// No velocity: the law refuses that problem, and there is nothing to compare.
void InvariantCheck::compare(const std::string& what,
                             const std::optional<Eigen::VectorXd>& velocity, double tolerance) {
  if (!velocity) return;
  if (velocity->size() != outcome_.velocity_plus.size()) {
    complaints_.push_back(what + " changes whether there is an outcome");
    return;
  }
  // ‖v⁺ − v⁺′‖ in the mass metric, in units of the impact's own scale.
  const double change = problem_.whiten(*velocity - outcome_.velocity_plus).norm();
  // A law that says how far its own answer is to be trusted is taken at its word.
  const double trusted = std::max(tolerance, stated_error * outcome_.residuals.law);
  expect(change <= trusted * scale_, what + " moves the outcome by", change);
}

// M → k M, v → s v: v⁺ → s v⁺, for v⁺ depends on ratios of masses only and is homogeneous in v. All
// rows → r J: v⁺ stays, and no ratio of two contacts changes.
void InvariantCheck::units() {
  Parts parts(problem_);
  parts.mass_matrix *= 1000.0;  // kg → g
  // A power of two: the scaling itself does not round.
  parts.velocity *= 64.0;
  auto velocity = velocity_after(parts.build(), law_);
  if (velocity) *velocity /= 64.0;
  compare("a change of units", velocity, tolerance_);
  parts = Parts(problem_);
  for (std::size_t i = 0; i < parts.contacts.size(); ++i) parts.scale_rows(i, 1000.0);  // m → mm
  compare("a change of the unit of all gaps", velocity_after(parts.build(), law_), tolerance_);
}

// v = T v′, M′ = TᵀMT, J′ = J T: energies and contact velocities are the same numbers, so that
// v⁺ = T v⁺′. A law that takes a norm of coordinates instead of the mass metric fails here.
void InvariantCheck::coordinates() {
  const Eigen::Index n = problem_.coordinate_count();
  base::Random random(1);
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(n, n);
  // Near the identity, so that the condition of T takes no digits from the comparison.
  for (Eigen::Index i = 0; i < T.size(); ++i) T.data()[i] += 0.3 * random.normal() / double(n);
  Parts parts(problem_);
  parts.mass_matrix = T.transpose() * parts.mass_matrix * T;
  // Rounding leaves TᵀMT unsymmetric in its last digits; a mass matrix is symmetric.
  parts.mass_matrix = (0.5 * (parts.mass_matrix + parts.mass_matrix.transpose())).eval();
  solver::PivotedLu(T).solve(parts.velocity, parts.velocity);
  for (auto& contact : parts.contacts) {
    contact.normal = (contact.normal * T).eval();
    if (contact.tangents.rows() > 0) contact.tangents = (contact.tangents * T).eval();
  }
  for (auto& constraint : parts.bilateral) constraint.row = (constraint.row * T).eval();
  auto velocity = velocity_after(parts.build(), law_);
  if (velocity && velocity->size() == n) *velocity = (T * *velocity).eval();
  compare("a change of coordinates", velocity, tolerance_);
}

// The number of a contact is a name. A reversed list puts every pair of contacts the other way
// round.
void InvariantCheck::renumbering() {
  Parts parts(problem_);
  std::reverse(parts.contacts.begin(), parts.contacts.end());
  compare("renumbering the contacts", velocity_after(parts.build(), law_), tolerance_);
}

// Gaps in mm beside gaps in km: a law that compares rates or impulses of two contacts as they are
// given changes its answer. Unit rows in the mass metric do not.
void InvariantCheck::row_lengths() {
  Parts parts(problem_);
  for (std::size_t i = 0; i < parts.contacts.size(); ++i)
    parts.scale_rows(i, i % 2 == 0 ? 1000.0 : 0.001);
  compare("a change of the unit of single gaps", velocity_after(parts.build(), law_), tolerance_);
}

// Only the first; all, which keeps shares and orders, of laws that count contacts or go by order.
void InvariantCheck::contacts_twice() {
  Parts parts(problem_);
  const bool all = law_.description().counts_contacts || law_.description().depends_on_order;
  const std::size_t copies = all ? parts.contacts.size() : 1;
  for (std::size_t i = 0; i < copies; ++i) {
    // Two springs side by side have the sum of their stiffness: half each keeps the contact as it
    // was.
    parts.contacts[i].stiffness *= 0.5;
    parts.contacts.push_back(parts.contacts[i]);
    parts.contacts.back().name += " again";
  }
  compare(all ? "giving every contact twice" : "giving a contact twice",
          velocity_after(parts.build(), law_), tolerance_);
}

// Along the rows of the contacts, which bilateral rows leave free.
// Each row adds its column of M⁻¹Jᵀ, of the size small_velocity/(number of rows) in the mass
// metric and with a random sign: v⁻ moves by at most small_velocity |p⁻|.
void InvariantCheck::perturbation() {
  Parts parts(problem_);
  base::Random random(3);
  const auto& rows = problem_.whitened_rows();
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    const double length = rows.col(j).norm(), sign = random.uniform() < 0.5 ? -1.0 : 1.0;
    if (length > 0.0)
      parts.velocity += sign * small_velocity * speed_ / (length * double(rows.cols())) *
                        problem_.velocity_per_impulse().col(j);
  }
  compare("a small change of the velocity", velocity_after(parts.build(), law_), small_outcome);
}

// M → diag(M, m), or nearly so: both bodies must move as if the other were not there, whether the
// far contact rests, leaves or approaches. A global clock, a global norm or a global choice of
// order would couple them.
void InvariantCheck::far_contact(double direction, double coupling, double tolerance) {
  const std::string what = std::string(coupling == 0.0 ? "a" : "a nearly") +
                           " decoupled contact that " +
                           (direction == 0.0  ? "rests"
                            : direction < 0.0 ? "approaches"
                                              : "leaves");
  const ImpactProblem far = far_body(problem_, direction);
  const auto alone = velocity_after(far, law_);
  const auto both = velocity_after(side_by_side(problem_, far, coupling), law_);
  if (!alone || !both) return;
  const Eigen::Index n = problem_.coordinate_count(), k = far.coordinate_count();
  if (both->size() != n + k) return compare(what, both, tolerance);
  compare(what, Eigen::VectorXd(both->head(n)), tolerance);
  if (alone->size() != k) return;
  const double change = far.whiten(both->tail(k) - *alone).norm();
  expect(change <= tolerance * scale_, what + " differs from the same alone by", change);
}

std::vector<std::string> InvariantCheck::run() {
  const LawDescription& law = law_.description();
  same_bits();
  if (!outcome_.ok()) {
    says_why();
    return std::move(complaints_);
  }
  // From here on there is an answer to compare with.
  balances();
  declared();
  units();
  coordinates();
  if (!law.depends_on_order) renumbering();
  const bool several = law.several_with_friction && rough(problem_);
  if (!law.compares_contacts && !several) row_lengths();
  // A law that jumps may do so at any small change, so that nothing is asked of it there.
  const bool continuous = !law.depends_on_order && !law.jumps && !several;
  if (continuous) perturbation();
  // The rest adds contacts, which changes what a law draws at random.
  if (draws_at_random(law) || problem_.contact_count() == 0) return std::move(complaints_);
  contacts_twice();
  if (speed_ == 0.0 || problem_.normal_length().maxCoeff() == 0.0) return std::move(complaints_);
  for (const double direction : {0.0, 1.0, -1.0}) {
    far_contact(direction, 0.0, tolerance_);
    // Exactly decoupled: to the tolerance. Nearly: the outcome may move with the coupling, not
    // jump.
    if (continuous) far_contact(direction, small_coupling, small_outcome);
  }
  return std::move(complaints_);
}

}  // namespace

std::vector<std::string> check_law_invariants(const ImpactProblem& problem, const Law& law,
                                              double tolerance) {
  return InvariantCheck(problem, law, tolerance).run();
}

}  // namespace carom
