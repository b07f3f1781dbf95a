// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S3 III and III-A: plastic impacts, and restitution as a blend p⁺ = α p_e + (1−α) p_p (eq. 16–18).
// On the cradle (1,1,1) at (1,0,0): p_e = (0,0,1), p_p = (1,1,1)/3, plastic loss 1/3 J.
#include <cmath>

#include "carom/laws/inert.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

constexpr double R = 0.5;

ImpactProblem equal_cradle() { return cradle({1.0, 1.0, 1.0}, {1.0, 0.0, 0.0}); }

struct Blend {
  Outcome elastic, plastic, between;
};

Blend solve_blend() {
  const ImpactProblem problem = equal_cradle();
  return {run(problem, Propagative{}), run(problem, Plastic{}),
          run(problem, Propagative{.restitution = R})};
}

/// α of the law's outcome, by projection on p_e − p_p.
double share_of_elastic(const Blend& blend) {
  const Eigen::VectorXd whole = blend.elastic.velocity_plus - blend.plastic.velocity_plus;
  return whole.dot(blend.between.velocity_plus - blend.plastic.velocity_plus) / whole.dot(whole);
}

void add_blend(Table& table) {
  table.add("S3.III-A.alpha", [] {
    return Reproduction{.source = "S3 III-A, α = √(1−R²)",
                        .quantity = "share of the elastic outcome at R = 0.5, cradle",
                        .published = number(std::sqrt(1.0 - R * R)),
                        .computed = number(share_of_elastic(solve_blend())),
                        .expected = Status::refuted,
                        .note = "the printed form swaps elastic and plastic; α = R"};
  });
  table.add("S3.III-A.alpha_corrected", [] {
    return Reproduction{.source = "S3 III-A, corrected",
                        .quantity = "the same, α = R",
                        .published = number(R),
                        .computed = number(share_of_elastic(solve_blend()))};
  });
  table.add("S3.eq16.energy", [] {
    const Blend blend = solve_blend();
    const double ratio = blend.between.energy.lost / blend.plastic.energy.lost;
    return Reproduction{.source = "S3 eq. (16)",
                        .quantity = "√(1 − ΔE/E_p) of the outcome at R = 0.5",
                        .published = number(R),
                        .computed = number(std::sqrt(1.0 - ratio))};
  });
  table.add("S3.eq18.projection", [] {
    const Blend blend = solve_blend();
    const Eigen::VectorXd& p = blend.plastic.velocity_plus;
    return Reproduction{.source = "S3 eq. (18)",
                        .quantity = "‖p_p‖² against ⟨p_p, p_e⟩, cradle [J]",
                        .published = number(p.dot(p)),
                        .computed = number(p.dot(blend.elastic.velocity_plus))};
  });
}

void add_plastic(Table& table) {
  table.add("S3.III-A.plastic_loss", [] {
    const Outcome plastic = run(equal_cradle(), Plastic{});
    return Reproduction{.source = "S3 III-A, E_p = ½‖p_p‖²",
                        .quantity = "energy lost in the plastic impact of the cradle [J]",
                        .published = number(1.0 / 6.0),
                        .computed = number(plastic.energy.lost),
                        .expected = Status::refuted,
                        .note = "½‖p_p‖² is what remains; lost is ½(‖p⁻‖² − ‖p_p‖²)"};
  });
  table.add("S3.III-A.plastic_loss_corrected", [] {
    const Outcome plastic = run(equal_cradle(), Plastic{});
    return Reproduction{.source = "S3 III-A, corrected",
                        .quantity = "the same, ½(‖p⁻‖² − ‖p_p‖²) [J]",
                        .published = number(1.0 / 3.0),
                        .computed = number(plastic.energy.lost)};
  });
  table.add("S3.eq11.pulling", [] {
    const Outcome outcome = run(pair(0.9, -1.0, -0.2), Inert{});
    double pulling = 0.0;
    for (const ContactImpulse& impulse : outcome.impulse) {
      pulling += impulse.normal < 0.0 ? 1.0 : 0.0;
    }
    return Reproduction{.source = "S3 eq. (10b), (11)",
                        .quantity = "pulling impulses of (11) at ⟨u,v⟩ = .9, ⟨p,·⟩ = −1, −.2",
                        .published = number(0.0),
                        .computed = number(pulling),
                        .expected = Status::refuted,
                        .note =
                            "the projection on the subspace contradicts λ ≥ 0; carom projects on "
                            "the feasible cone"};
  });
}

}  // namespace

void add_s3_restitution(Table& table) {
  add_blend(table);
  add_plastic(table);
}

}  // namespace carom::published
