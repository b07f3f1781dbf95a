// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `carom reproduce` is made of: tables of published statements, each with the function that
// computes it again, and the small problems that several of them share.
// Status comes from comparing the two numbers, never from the table.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "carom/law.h"
#include "carom/report.h"

namespace carom::published {

using Status = Reproduction::Status;

struct Entry {
  std::string id;
  std::function<Reproduction()> compute;  ///< Everything but id and status.
};
struct Table {
  std::vector<Entry> entries;
  void add(std::string id, std::function<Reproduction()> compute) {
    entries.push_back({std::move(id), std::move(compute)});
  }
};

// One per file of this folder, in the order shown to people.
void add_s3_maps(Table& table);
void add_s3_uniqueness(Table& table);
void add_s3_restitution(Table& table);
void add_s3_billiards(Table& table);
void add_s3_trex(Table& table);
void add_s0(Table& table);
void add_s0_rhex(Table& table);
void add_s0_rhex_gaits(Table& table);
void add_s1(Table& table);
void add_s2(Table& table);
void add_s4_biped(Table& table);
void add_s4_pantograph(Table& table);
void add_reference_cradles(Table& table);
void add_reference_coxeter(Table& table);
void add_reference_billiards(Table& table);
void add_reference_corner(Table& table);
void add_reference_block(Table& table);
void add_reference_biped(Table& table);
void add_reference_pantograph(Table& table);
void add_reference_rhex(Table& table);
void add_reference_trex(Table& table);
void add_reference_atlas(Table& table);
void add_reference_maps(Table& table);
void add_reference_design(Table& table);

inline constexpr const char* reference = "S3 corrected, independent reference";

Eigen::MatrixXd number(double value);
Eigen::MatrixXd list(const std::vector<double>& values);

Outcome run(const ImpactProblem& problem, const Law& law);
/// The velocity after, or nothing if the law gave no answer.
inline Eigen::MatrixXd answer(const Outcome& outcome) {
  return outcome.ok() ? Eigen::MatrixXd(outcome.velocity_plus) : Eigen::MatrixXd();
}

/// ⟨a,b⟩ = a M⁻¹ bᵀ.
double inner(const Eigen::MatrixXd& mass_matrix, const Eigen::RowVectorXd& a,
             const Eigen::RowVectorXd& b);

/// The matrix Γ of p⁺ = p⁻Γ at one contact, row by row through the law itself.
Eigen::MatrixXd momentum_map(const Eigen::MatrixXd& mass_matrix, const Eigen::RowVectorXd& normal,
                             const Law& law);

/// Balls on a line, S3 Example 1.
ImpactProblem cradle(const std::vector<double>& masses, const std::vector<double>& velocity,
                     bool wall = false);
/// S3 VII-A.
ImpactProblem billiards(double radius_c, double theta);

/// Two contacts "u", "v" in a plane with ⟨u,v⟩ = inner_product, met at approaches ⟨p,u⟩, ⟨p,v⟩.
ImpactProblem pair(double inner_product, double approach_u, double approach_v);

/// Directions (⟨p,u⟩, ⟨p,v⟩) with both negative.
std::vector<std::pair<double, double>> both_violated(int count);

/// Of −0.95, −0.9, …, 0.95: the inner products for which every doubly violated momentum has one
/// outcome, reached in exactly `steps` reflections.
std::vector<double> unique_in(int steps);

}  // namespace carom::published
