// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "problem": the mass matrix, the closed contacts and the velocity at the instant of impact.
// Input: raw matrices (or, from a model, make_problem). Output: what every law needs, factored
// once.
//   M = U Uᵀ,   ⟨a,b⟩ = a M⁻¹ bᵀ for rows a, b (S3 eq. 5),   p⁻ = M v⁻.
// Bilateral rows B v = 0 hold throughout: every contact row is projected on their null space, in
// the mass metric, so that the laws never see them.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// One closed contact, as the user describes it.
struct Contact {
  std::string name = {};           ///< Unique; empty: "contact 1", "contact 2", …
  Eigen::RowVectorXd normal = {};  ///< ∂gap/∂q; normal·velocity < 0 is approach.
  Eigen::MatrixXd tangents = {};   ///< 0, 1 or 2 rows, orthonormal in the tangent plane.
  double friction = 0.0;           ///< Dynamic coefficient, ≥ 0.
  std::optional<double> static_friction = {};  ///< Default: friction.
  std::optional<double> restitution = {};      ///< In [0,1]; its meaning is the law's.
  double stiffness = 1.0;                      ///< Relative, > 0.
};

/// A constraint that holds before, during and after the impact; its impulse has any sign.
struct BilateralConstraint {
  std::string name = {};
  Eigen::RowVectorXd row = {};
};

/// Names, shared between a problem and its outcomes.
struct Labels {
  std::string problem;
  std::vector<std::string> contacts;
  std::vector<std::string> bilateral;
};

class ImpactProblem {
 public:
  /// Validates everything and throws InvalidInput with all faults, before anything is stored.
  ImpactProblem(Eigen::MatrixXd mass_matrix, std::vector<Contact> contacts,
                Eigen::VectorXd velocity, std::vector<BilateralConstraint> bilateral = {},
                std::string name = "impact");

  /// The largest number of coordinates or of contacts accepted (dense matrices of that size).
  static constexpr int max_size = 2048;
  /// Entries of masses, rows and velocities are at most the first; the largest entry of each row
  /// and the diagonal of the mass matrix at least the second. Products of four (M v v, n M⁻¹ n)
  /// then neither overflow nor vanish.
  static constexpr double largest_entry = 1e75, smallest_entry = 1e-75;

  const std::string& name() const { return labels_->problem; }
  int coordinate_count() const { return static_cast<int>(velocity_.size()); }
  int contact_count() const { return static_cast<int>(contacts_.size()); }
  int bilateral_count() const { return static_cast<int>(bilateral_.size()); }
  const std::vector<Contact>& contacts() const { return contacts_; }
  const std::vector<BilateralConstraint>& bilateral() const { return bilateral_; }
  const std::shared_ptr<const Labels>& labels() const { return labels_; }

  const Eigen::MatrixXd& mass_matrix() const { return mass_matrix_; }
  const Eigen::VectorXd& velocity() const { return velocity_; }

  /// The same contacts met at another velocity: nothing is factored again, nothing is allocated.
  /// Throws InvalidInput for a wrong size, an entry that is NaN or too large, or a velocity that
  /// violates a bilateral row.
  void set_velocity(const Eigen::Ref<const Eigen::VectorXd>& velocity);
  /// The same contacts (names, coefficients, numbers of rows) at another state: `rows` as
  /// contact_jacobian(), `bilateral_rows` one per bilateral constraint. Up to 256 coordinates
  /// nothing is allocated. Throws InvalidInput with all faults; the problem is then as before.
  void update(const Eigen::Ref<const Eigen::MatrixXd>& mass_matrix,
              const Eigen::Ref<const Eigen::MatrixXd>& rows,
              const Eigen::Ref<const Eigen::VectorXd>& velocity,
              const Eigen::Ref<const Eigen::MatrixXd>& bilateral_rows = Eigen::MatrixXd());
  /// Room for the rows that update() takes, so that its caller needs none of its own; and a number
  /// for each bilateral row. What is in it lasts until the next call of anything but const.
  struct RowStorage {
    Eigen::Ref<Eigen::MatrixXd> rows, bilateral_rows;
    Eigen::Ref<Eigen::VectorXd> residual;
  };
  RowStorage row_storage();

  /// Rows of all contacts, contact-major, normal first (then tangents).
  const Eigen::MatrixXd& contact_jacobian() const { return jacobian_; }
  /// Row of contact i's normal in contact_jacobian().
  int normal_row(int contact) const { return normal_rows_[static_cast<std::size_t>(contact)]; }
  /// J M⁻¹ Jᵀ on the null space of the bilateral rows, over contact_jacobian()'s rows.
  const Eigen::MatrixXd& delassus() const { return delassus_; }
  /// M⁻¹ Jᵀ on the null space of the bilateral rows: velocity change per unit impulse of each row.
  const Eigen::MatrixXd& velocity_per_impulse() const { return velocity_per_impulse_; }

  /// ⟨uᵢ,uⱼ⟩ of the unit normals; the diagonal is exactly 1, or 0 for a blocked contact.
  const Eigen::MatrixXd& gram() const { return gram_; }
  /// ‖nᵢ‖ in the mass metric [kg^-1/2]; 0 when the bilateral rows block the contact entirely.
  const Eigen::VectorXd& normal_length() const { return normal_length_; }
  /// Columns: unit normals in coordinates where the mass metric is the ordinary one (U⁻¹ uᵀ).
  const Eigen::MatrixXd& unit_normals() const { return unit_normals_; }
  /// Columns: velocity change per unit of momentum along each unit normal, M⁻¹uᵀ.
  const Eigen::MatrixXd& unit_response() const { return unit_response_; }
  /// Columns: all rows of the contacts (tangents too) in coordinates of the ordinary metric.
  const Eigen::MatrixXd& whitened_rows() const { return whitened_rows_; }
  /// whitened_rows() with the rows of contact i times row_factor()[i], for laws that do not compare
  /// speeds of different contacts: the lengths of its rows, in whatever unit, are then no matter.
  /// One factor for normal and tangents keeps the friction cone. Impulses along these rows times
  /// the factor are impulses along the rows as given.
  const Eigen::MatrixXd& balanced_rows() const {
    return balanced_ ? whitened_rows_ : balanced_rows_;
  }
  /// A power of two (products are exact): 1 for a contact whose longest row is at least 1/64 of the
  /// longest of all contacts in the mass metric, else such that it becomes so.
  const Eigen::VectorXd& row_factor() const { return row_factor_; }

  /// ⟨p⁻,uᵢ⟩: approach speeds along unit normals [kg^1/2 m/s]; negative is approach.
  const Eigen::VectorXd& approach() const { return approach_; }
  /// M v⁻.
  const Eigen::VectorXd& momentum() const { return momentum_; }
  /// Uᵀ v⁻: the momentum in coordinates where the mass metric is the ordinary one.
  const Eigen::VectorXd& whitened_velocity() const { return whitened_velocity_; }
  /// ‖p⁻‖ in the mass metric; √(2K).
  double momentum_norm() const { return momentum_norm_; }
  double kinetic_energy() const { return 0.5 * momentum_norm_ * momentum_norm_; }
  /// A contact is used only while its approach is below minus this.
  double grazing_threshold() const;

  /// Uᵀ v: the velocity in coordinates where the mass metric is the ordinary one, and back.
  Eigen::VectorXd whiten(const Eigen::Ref<const Eigen::VectorXd>& velocity) const;
  Eigen::VectorXd unwhiten(const Eigen::Ref<const Eigen::VectorXd>& whitened) const;
  /// The same into a vector of the right size, without allocation.
  void unwhiten(const Eigen::VectorXd& whitened, Eigen::VectorXd& velocity) const;
  /// U⁻¹ aᵀ: any row there, as the columns of whitened_rows() but not projected on anything.
  Eigen::VectorXd whiten_row(const Eigen::Ref<const Eigen::RowVectorXd>& row) const;

  /// Bilateral impulses that accompany contact impulses, per unit impulse of each contact row
  /// (minimum norm when bilateral rows are redundant).
  const Eigen::MatrixXd& bilateral_per_impulse() const { return bilateral_per_impulse_; }
  /// False when the bilateral rows are redundant, so that their impulses are not determined.
  bool bilateral_independent() const { return bilateral_independent_; }

 private:
  void build_rows();
  void build_metric();
  void build_normals();
  void balance_rows();
  void update_velocity();
  void take_rows(const Eigen::Ref<const Eigen::MatrixXd>& rows,
                 const Eigen::Ref<const Eigen::MatrixXd>& bilateral_rows);

  std::shared_ptr<const Labels> labels_;
  std::vector<Contact> contacts_;
  std::vector<BilateralConstraint> bilateral_;
  std::vector<int> normal_rows_;
  Eigen::MatrixXd mass_matrix_;
  Eigen::VectorXd velocity_;
  Eigen::MatrixXd factor_;  // U, in the upper triangle
  Eigen::MatrixXd jacobian_, row_space_;
  Eigen::MatrixXd whitened_rows_, balanced_rows_, delassus_, velocity_per_impulse_;
  Eigen::MatrixXd unit_normals_, unit_response_, gram_, bilateral_per_impulse_;
  Eigen::VectorXd normal_length_, row_factor_, approach_, whitened_velocity_, momentum_;
  double momentum_norm_ = 0.0;
  bool balanced_ = true;  // every factor is 1: balanced_rows_ is not used
  bool bilateral_independent_ = true;
};

/// The same impact with this coefficient of friction at every contact, static and dynamic. Throws
/// InvalidInput for a coefficient that is negative or not finite, and for contacts without tangents
/// where it is not 0.
[[nodiscard]] ImpactProblem with_friction(const ImpactProblem& problem, double friction);
/// The coefficient of restitution that every contact has; none: one has none, they differ, or there
/// is no contact.
[[nodiscard]] std::optional<double> common_restitution(const ImpactProblem& problem);

}  // namespace carom
