// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "problem/validate.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <set>

#include "solver/text.h"

namespace carom::problem {
namespace {

using solver::number;
using Faults = std::vector<std::string>;

std::string at(int row, int column) {
  return "[" + std::to_string(row) + "][" + std::to_string(column) + "]";
}

// Names the first entry that is NaN or infinite; true if there is one.
template <class Derived>
bool non_finite(const Eigen::MatrixBase<Derived>& values, const std::string& what, Faults& faults) {
  if (values.allFinite()) return false;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      if (std::isfinite(values(i, j))) continue;
      const bool is_vector = values.rows() == 1 || values.cols() == 1;
      const std::string place = is_vector ? "[" + std::to_string(std::max(i, j)) + "]"
                                          : at(static_cast<int>(i), static_cast<int>(j));
      faults.push_back(what + place + " = " + number(values(i, j)) +
                       "; expected a finite number; check how it was computed");
      return true;
    }
  }
  return true;
}

std::string count_rule(const std::string& what, Eigen::Index got, Eigen::Index expected) {
  return what + " has " + std::to_string(got) + " entries; expected " + std::to_string(expected) +
         ", one per coordinate of velocity";
}

void check_positive_definite(const Eigen::MatrixXd& M, Faults& faults) {
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (M(i, i) <= 0.0) {
      faults.push_back("mass_matrix" + at(int(i), int(i)) + " = " + number(M(i, i)) +
                       "; expected > 0 on the diagonal; every coordinate needs inertia");
      return;
    }
  }
  // Scaled to a unit diagonal, so that grams beside tonnes are no fault.
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
  const Eigen::LLT<Eigen::MatrixXd> factor(scaled);
  const bool fine = factor.info() == Eigen::Success &&
                    factor.matrixLLT().diagonal().cwiseAbs2().minCoeff() > 1e-13;
  if (fine) return;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scaled, Eigen::EigenvaluesOnly);
  faults.push_back(
      "mass_matrix: smallest eigenvalue (unit diagonal) = " + number(eigen.eigenvalues()[0]) +
      "; expected a positive definite matrix; remove coordinates without inertia");
}

void check_mass_matrix(const Eigen::MatrixXd& M, Eigen::Index size, Faults& faults) {
  if (M.rows() != size || M.cols() != size) {
    faults.push_back("mass_matrix is " + std::to_string(M.rows()) + " x " +
                     std::to_string(M.cols()) + "; expected " + std::to_string(size) + " x " +
                     std::to_string(size) + ", one row and column per coordinate of velocity");
    return;
  }
  if (non_finite(M, "mass_matrix", faults)) return;
  const double scale = size ? M.cwiseAbs().maxCoeff() : 0.0;
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      if (std::abs(M(i, j) - M(j, i)) <= 1e-10 * scale) continue;
      faults.push_back("mass_matrix" + at(int(i), int(j)) + " = " + number(M(i, j)) + " but " +
                       at(int(j), int(i)) + " = " + number(M(j, i)) +
                       "; expected a symmetric matrix; symmetrise it or check its indices");
      return;
    }
  }
  check_positive_definite(M, faults);
}

void check_range(const std::string& where, const char* what, double value, bool ok,
                 const char* rule, Faults& faults) {
  if (!ok) faults.push_back(where + what + " = " + number(value) + "; expected " + rule);
}

// Rows that are multiples of each other are one direction, whatever the masses.
bool parallel(const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b) {
  if (a.size() != b.size()) return false;
  const double lengths = a.norm() * b.norm();
  if (!(lengths > 0.0)) return false;
  return (a / a.norm() - (a.dot(b) < 0.0 ? -1.0 : 1.0) * b / b.norm()).norm() <= 1e-12;
}

void check_directions(const Contact& contact, const std::string& where, Faults& faults) {
  const auto& T = contact.tangents;
  for (Eigen::Index k = 0; k < T.rows(); ++k) {
    if (!parallel(T.row(k), contact.normal)) continue;
    faults.push_back(where + "tangents[" + std::to_string(k) +
                     "] is parallel to the normal row; expected a direction in the tangent plane; "
                     "check the order of the rows");
  }
  if (T.rows() == 2 && parallel(T.row(0), T.row(1))) {
    faults.push_back(where +
                     "tangents[0] and tangents[1] are parallel; expected two directions, "
                     "orthonormal in the tangent plane; leave one out for a planar contact");
  }
}

void check_tangents(const Contact& contact, const std::string& where, Eigen::Index size,
                    Faults& faults) {
  const auto& T = contact.tangents;
  if (T.rows() == 0) return;
  if (T.rows() > 2) {
    faults.push_back(where + "tangents has " + std::to_string(T.rows()) +
                     " rows; expected 0, 1 (planar) or 2 (spatial)");
  } else if (T.cols() != size) {
    faults.push_back(where + count_rule("a tangent", T.cols(), size));
  } else if (!non_finite(T, where + "tangents", faults)) {
    for (Eigen::Index k = 0; k < T.rows(); ++k) {
      if (T.row(k).cwiseAbs().maxCoeff() > 0.0) continue;
      faults.push_back(where + "tangents[" + std::to_string(k) +
                       "] = 0; expected a row with a nonzero entry; leave it out if there is none");
    }
    check_directions(contact, where, faults);
  }
}

void check_contact(const Contact& contact, const std::string& where, Eigen::Index size,
                   Faults& faults) {
  if (contact.normal.size() != size) {
    faults.push_back(where + count_rule("normal", contact.normal.size(), size));
  } else if (!non_finite(contact.normal, where + "normal", faults) &&
             (size == 0 || contact.normal.cwiseAbs().maxCoeff() == 0.0)) {
    faults.push_back(where +
                     "normal = 0; expected a row with a nonzero entry; a contact that moves "
                     "nothing is no contact, leave it out");
  }
  check_tangents(contact, where, size, faults);
  const double mu = contact.friction;
  check_range(where, "friction", mu, std::isfinite(mu) && mu >= 0.0, "friction >= 0", faults);
  if (contact.static_friction) {
    const double s = *contact.static_friction;
    check_range(where, "static_friction", s, std::isfinite(s) && s >= 0.0, "static_friction >= 0",
                faults);
    if (s >= 0.0 && s < mu) {
      faults.push_back(
          where + "static_friction = " + number(s) + " is below friction = " + number(mu) +
          "; expected static_friction >= friction; swap them, or leave " + "static_friction out");
    }
  }
  const double most = std::max(mu, contact.static_friction.value_or(0.0));
  if (most > 0.0 && contact.tangents.rows() == 0) {
    faults.push_back(where + "friction = " + number(most) +
                     " without tangents; expected one row (planar) or two (spatial) in the tangent "
                     "plane; add them, or set friction to 0");
  }
  if (contact.restitution) {
    const double e = *contact.restitution;
    check_range(where, "restitution", e, e >= 0.0 && e <= 1.0, "0 <= restitution <= 1", faults);
  }
  const double k = contact.stiffness;
  check_range(where, "stiffness", k, std::isfinite(k) && k > 0.0, "stiffness > 0", faults);
}

std::string label(const std::string& kind, const std::string& name, std::size_t index) {
  return name.empty() ? kind + " " + std::to_string(index + 1) : kind + " '" + name + "'";
}

void check_names(const std::string& kind, const std::string& name, std::size_t index,
                 std::set<std::string>& seen, Faults& faults) {
  if (!name.empty() && !seen.insert(name).second) {
    faults.push_back(kind + " " + std::to_string(index + 1) + ": name = '" + name +
                     "' is used twice; expected unique names; rename one");
  }
}

void check_bilateral(const std::vector<BilateralConstraint>& bilateral, Eigen::Index size,
                     Faults& faults) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < bilateral.size(); ++i) {
    const auto& row = bilateral[i].row;
    const std::string where = label("bilateral", bilateral[i].name, i) + ": ";
    check_names("bilateral", bilateral[i].name, i, names, faults);
    if (row.size() != size) {
      faults.push_back(where + count_rule("row", row.size(), size));
    } else if (!non_finite(row, where + "row", faults) &&
               (size == 0 || row.cwiseAbs().maxCoeff() == 0.0)) {
      faults.push_back(where + "row = 0; expected a row with a nonzero entry; leave it out");
    }
  }
}

void check_size(const char* what, Eigen::Index got, Faults& faults) {
  if (got <= ImpactProblem::max_size) return;
  faults.push_back(std::string(what) + " = " + std::to_string(got) + "; expected at most " +
                   std::to_string(ImpactProblem::max_size) +
                   "; split the problem into impacts that do not touch each other");
}

}  // namespace

std::vector<std::string> velocity_faults(const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                         const std::vector<BilateralConstraint>& bilateral) {
  Faults faults;
  for (std::size_t i = 0; i < bilateral.size(); ++i) {
    const auto& row = bilateral[i].row;
    const double rate = row.dot(velocity);
    const double scale = row.cwiseAbs().dot(velocity.cwiseAbs());
    if (std::abs(rate) <= 1e-9 * scale) continue;
    faults.push_back(label("bilateral", bilateral[i].name, i) +
                     ": row . velocity = " + number(rate) +
                     "; expected 0, the constraint holds before the impact; project the velocity "
                     "on the constraint");
  }
  return faults;
}

std::vector<std::string> find_faults(const Eigen::MatrixXd& mass_matrix,
                                     const std::vector<Contact>& contacts,
                                     const Eigen::VectorXd& velocity,
                                     const std::vector<BilateralConstraint>& bilateral) {
  Faults faults;
  const Eigen::Index size = velocity.size();
  check_size("number of coordinates", size, faults);
  check_size("number of contacts", static_cast<Eigen::Index>(contacts.size()), faults);
  check_size("number of bilateral rows", static_cast<Eigen::Index>(bilateral.size()), faults);
  if (!faults.empty()) return faults;
  if (size == 0) {
    faults.push_back("velocity has 0 entries; expected at least one coordinate");
    return faults;
  }
  const bool velocity_bad = non_finite(velocity, "velocity", faults);
  check_mass_matrix(mass_matrix, size, faults);
  std::set<std::string> names;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    check_names("contact", contacts[i].name, i, names, faults);
    check_contact(contacts[i], label("contact", contacts[i].name, i) + ": ", size, faults);
  }
  const std::size_t before = faults.size();
  check_bilateral(bilateral, size, faults);
  if (!velocity_bad && faults.size() == before) {
    for (auto& fault : velocity_faults(velocity, bilateral)) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace carom::problem
