// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S1: the ball in a corner, Table I and what section VI says of it. The inertia (disk) and the
// energetic restitution 0.46234 are inferred from Table I; S1 prints neither.
// Against an independent computation: the three modes of the law corner, and springs of different
// stiffness at ground (1) and wall (2). Tolerance 1e-6; lists in the order t1, n1, t2, n2, where
// the reference counts p_n2 along the wall's normal.
#include "carom/laws/corner.h"

#include <fmt/format.h>

#include "carom/laws/compliant.h"
#include "carom/scene.h"
#include "reproduce/data/corner.h"
#include "reproduce/published.h"
#include "solver/decompositions.h"

namespace carom::published {
namespace {

const std::vector<double> table_1 = {-3.004, 3.832, -5.178};
constexpr int table_digits = 4;  // digits of Table I

Outcome corner_ball(CornerMode mode) {
  return run(make_scene("corner_ball"), Corner{.mode = mode});
}

void add_table_1(Table& table) {
  const auto add = [&](const char* id, CornerMode mode, Status expected, const char* note) {
    table.add(id, [=] {
      return Reproduction{
          .source = "S1 Table I",
          .quantity =
              "velocity after the impact (x, y [m/s], spin [rad/s]), mode " + to_string(mode),
          .published = list(table_1),
          .computed = answer(corner_ball(mode)),
          .digits = table_digits,
          .expected = expected,
          .note = note};
    });
  };
  add("S1.table1.published_table", CornerMode::published_table, Status::met,
      "e* = 0.46234 is fitted, S1 prints none (0.462312 to 0.462374 give the same digits); disk "
      "½mR² inferred; both friction signs turn where the slip at the wall stops");
  add("S1.table1.literal", CornerMode::literal, Status::refuted,
      "section VI as written, each friction sign turning at its own stop, does not give Table I");
  add("S1.table1.stick_tested", CornerMode::stick_tested, Status::refuted,
      "with the stick test of section V the wall sticks, and Table I does not follow");
}

/// p_t2/|p_n2| that keeps v_t2 = 0 while the ground slips at p_t1/|p_n1| = c1, normal impulses tied
/// by (20): the rate of v_t2 vanishes.
double holding_ratio(double c1) {
  const Eigen::MatrixXd G = make_scene("corner_ball").delassus();  // rows n1, t1, n2, t2
  const double ground = G(3, 0) + c1 * G(3, 1);
  return -(ground + (1.0 + c1) * G(3, 2)) / (ground + (1.0 + c1) * G(3, 3));
}

void add_section_6(Table& table) {
  table.add("S1.VI.wall_slips", [] {
    return Reproduction{
        .source = "S1 VI, with the stick test of V",
        .quantity = "friction that holds the wall where its slip stops; slip needs more than μ_s",
        .published = number(0.5),
        .computed = number(std::abs(holding_ratio(-0.25))),
        .digits = 3,
        .expected = Status::refuted,
        .note = "2/11 < μ_s = 0.5: the wall sticks, by S1's own test; VI says that both slip"};
  });
  table.add("S1.eq20.sign", [] {
    // Perfectly plastic, and no slip stops before the end: one tie throughout.
    const auto problem = make_scene(
        "corner_ball", {{"velocity", std::vector<double>{10.0, -9.0, 0.0}}, {"restitution", 0.0}});
    const Outcome outcome = run(problem, Corner{.mode = CornerMode::literal});
    return Reproduction{
        .source = "S1 eq. (20)",
        .quantity = "μ12 = p_n2/p_n1, both pushing, at c1 = −0.25, c2 = 0.25",
        .published = number(-0.6),
        .computed = number(outcome.impulse.at(1).normal / outcome.impulse.at(0).normal),
        .digits = 6,
        .expected = Status::refuted,
        .note = "with the printed sign the wall pulls; Table I needs +(1 + c1)/(1 + c2)"};
  });
}

/// S1's (28): the change of kinetic energy without the block of the tangential velocities alone.
double work_by_equation_28(const ImpactProblem& problem, const Eigen::VectorXd& after) {
  const Eigen::MatrixXd J = problem.contact_jacobian(), A = problem.mass_matrix();
  const Eigen::MatrixXd inverse = solver::CompleteOrthogonal(J).pseudo_inverse();
  const auto tangential = [&](const Eigen::VectorXd& v) {
    const Eigen::VectorXd c = J * v;
    const Eigen::VectorXd part = inverse.col(1) * c[1] + inverse.col(3) * c[3];
    return 0.5 * part.dot(A * part);
  };
  const Eigen::VectorXd& before = problem.velocity();
  return 0.5 * after.dot(A * after) - problem.kinetic_energy() -
         (tangential(after) - tangential(before));
}

void add_energy(Table& table) {
  table.add("S1.eq28.normal_work", [] {
    const ImpactProblem problem = make_scene("corner_ball");
    const Outcome outcome = run(problem, Corner{.mode = CornerMode::published_table});
    const auto& works = outcome.energy.contacts;
    return Reproduction{
        .source = "S1 eq. (28)",
        .quantity = "net normal work of the impact of Table I [J]",
        .published = number(work_by_equation_28(problem, outcome.velocity_plus)),
        .computed = number(works.at(0).normal_work + works.at(1).normal_work),
        .digits = 4,
        .expected = Status::refuted,
        .note =
            "(28) keeps the products of normal and tangential velocities; the work of the "
            "normal impulses is Σ∫v_n dp_n"};
  });
  table.add("S1.VI.energy.total", [] {
    const Outcome outcome = corner_ball(CornerMode::published_table);
    const bool lost = outcome.energy.after < outcome.energy.before;
    return Reproduction{.source = "S1 VI, Fig. 6",
                        .quantity = "the impact of Table I loses energy in total (1: yes)",
                        .published = number(1.0),
                        .computed = number(lost ? 1.0 : 0.0)};
  });
  table.add("S1.VI.energy.ground", [] {
    const Outcome outcome = corner_ball(CornerMode::published_table);
    return Reproduction{
        .source = "S1 VI, energetically consistent",
        .quantity = "energetic restitution of the ground in the impact of Table I",
        .published = number(0.46234),
        .computed = number(outcome.energy.contacts.at(0).restitution.value_or(0.0)),
        .digits = 3,
        .expected = Status::refuted,
        .note = "consistent in total only: the ground returns more than it took, from the wall"};
  });
}

using Numbers = std::vector<double>;
constexpr const char* corner_source = "S1 corrected, independent reference";
constexpr int corner_digits = 8;  // of the works, the largest numbers: 5e-7

void append(Numbers& values, const Numbers& more) {
  values.insert(values.end(), more.begin(), more.end());
}

/// Velocity, works and, if wanted, impulses in the order of the reference.
Eigen::MatrixXd found(const Outcome& outcome, bool impulses) {
  if (!outcome.ok()) return {};
  Numbers values(outcome.velocity_plus.begin(), outcome.velocity_plus.end());
  for (const ContactWork& work : outcome.energy.contacts) {
    append(values, {work.friction_work, work.normal_work});
  }
  if (impulses) {
    for (const ContactImpulse& impulse : outcome.impulse) {
      append(values, {impulse.tangential[0], impulse.normal});
    }
  }
  return list(values);
}

Reproduction compute(const CornerPathCase& chain) {
  Numbers expected = chain.after;
  append(expected, chain.works);
  return {.source = corner_source,
          .quantity = fmt::format("velocity and works, law corner, mode {}, e = {}",
                                  to_string(chain.mode), chain.restitution),
          .published = list(expected),
          .computed = found(run(make_scene("corner_ball", {{"restitution", chain.restitution}}),
                                Corner{.mode = chain.mode}),
                            false),
          .digits = corner_digits};
}

Reproduction compute(const CornerSprings& given) {
  Numbers expected = given.after;
  append(expected, given.works);
  append(expected, given.impulse);
  const ImpactProblem scene = make_scene("corner_ball", {{"restitution", given.restitution}});
  std::vector<Contact> contacts = scene.contacts();
  contacts[1].stiffness = given.ratio;
  const ImpactProblem problem(scene.mass_matrix(), contacts, scene.velocity());
  return {.source = corner_source,
          .quantity = fmt::format("velocity, works, impulses, law compliant, e = {}, stiffness of "
                                  "the wall {} of the ground's",
                                  given.restitution, given.ratio),
          .published = list(expected),
          .computed = found(run(problem, Compliant{}), true),
          .digits = corner_digits};
}

}  // namespace

void add_s1(Table& table) {
  add_table_1(table);
  add_section_6(table);
  add_energy(table);
}

void add_reference_corner(Table& table) {
  for (const CornerPathCase& chain : corner_paths) {
    table.add(fmt::format("corner.{}", chain.name), [&chain] { return compute(chain); });
  }
  for (std::size_t i = 0; i < corner_springs.size(); ++i) {
    table.add(fmt::format("corner.springs.{}", i + 1), [i] { return compute(corner_springs[i]); });
  }
}

}  // namespace carom::published
