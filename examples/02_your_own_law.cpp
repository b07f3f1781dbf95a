// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A law of your own: any value type with describe() and solve(). Here: Newton's kinematic law for
// frictionless contacts that are all used at once, (n·v)⁺ = −e (n·v)⁻. carom checks it against what
// must always hold; with coupled contacts it pulls, and the check says so.
#include <carom/carom.h>

#include <Eigen/LU>
#include <iostream>

struct AllAtOnce {
  double e = 1.0;

  carom::LawDescription describe() const {
    return {.name = "all_at_once", .parameters = {{"restitution", e}}};
  }
  void solve(const carom::ImpactProblem& problem, carom::Workspace&,
             carom::Outcome& outcome) const {
    const auto& J = problem.contact_jacobian();
    const Eigen::VectorXd p =
        -(1.0 + e) * problem.delassus().fullPivLu().solve(J * problem.velocity());
    for (std::size_t i = 0; i < outcome.impulse.size(); ++i)
      outcome.impulse[i].normal = p[static_cast<Eigen::Index>(i)];
    carom::apply_impulses(problem, outcome);
    outcome.status = carom::Outcome::Status::resolved;
  }
};

int main() {
  const auto problem = carom::make_scene("cradle");
  std::cout << carom::resolve(problem, AllAtOnce{}).report();

  const auto separating = carom::make_scene("cradle", {{"velocity", std::vector{0.0, 0.0, 1.0}}});
  const auto complaints = carom::check_law_invariants(separating, AllAtOnce{});
  std::cout << "\nOn balls that separate already:\n";
  for (const auto& complaint : complaints) std::cout << "  " << complaint << "\n";
  return complaints.empty() ? 1 : 0;  // this law is wrong, and the check must see it
}
