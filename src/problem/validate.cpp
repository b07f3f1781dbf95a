// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "problem/validate.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "base/text.h"
#include "problem/square_root.h"
#include "solver/decompositions.h"

namespace carom::problem {
namespace {

using base::number;
using Faults = std::vector<std::string>;
using Matrix = Eigen::Ref<const Eigen::MatrixXd>;

/// Entries of a matrix and its mirror image may differ by this share of the largest.
/// Products that make M have rounding of 1e-16 times n terms and the condition of its factors:
/// 1e-12 at most. Matrices typed with ten digits pass; a mistyped entry does not.
constexpr double asymmetry = 1e-10;
/// A pivot below this share of its diagonal entry: the matrix is singular to rounding.
/// Cholesky's pivots have rounding of 1e-16 times n terms of their diagonal entry; a pivot of less
/// than some hundred of these has no digit left.
constexpr double singular = 1e-13;

/// Which contact or bilateral row a fault belongs to; put into words only when there is one.
struct Place {
  const char* kind;
  const std::string& name;
  std::size_t index;
  std::string label() const {
    return name.empty() ? kind + (" " + std::to_string(index + 1)) : kind + (" '" + name + "'");
  }
  std::string operator+(std::string_view text) const { return (label() + ": ").append(text); }
};

std::string at(int row, int column) {
  return "[" + std::to_string(row) + "][" + std::to_string(column) + "]";
}

constexpr double most_entry = ImpactProblem::largest_entry,
                 least_entry = ImpactProblem::smallest_entry;

// Names the first entry that is NaN, infinite or too large; true if there is one.
template <class Derived, class What>
bool out_of_range(const Eigen::MatrixBase<Derived>& values, What what, Faults& faults) {
  // A sum that is too large is looked at entry by entry.
  if (values.size() == 0 || values.cwiseAbs().sum() <= most_entry) return false;
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      if (std::abs(values(i, j)) <= most_entry) continue;
      const bool is_vector = values.rows() == 1 || values.cols() == 1;
      const std::string place = is_vector ? "[" + std::to_string(std::max(i, j)) + "]"
                                          : at(static_cast<int>(i), static_cast<int>(j));
      faults.push_back(what() + place + " = " + number(values(i, j)) +
                       (std::isfinite(values(i, j))
                            ? "; expected |x| <= " + number(most_entry) +
                                  ", so that products of masses, rows and velocities are finite; "
                                  "choose units in which it is smaller"
                            : "; expected a finite number; check how it was computed"));
      return true;
    }
  }
  return false;
}

// Names a row that is zero (with the remedy `leave_out`) or so short that its square vanishes.
template <class Derived>
void check_length(const Eigen::MatrixBase<Derived>& row, const std::string& what,
                  const char* leave_out, Faults& faults) {
  const double longest = row.size() == 0 ? 0.0 : row.cwiseAbs().maxCoeff();
  if (longest >= least_entry) return;
  if (longest == 0.0) {
    faults.push_back(what + " = 0; expected a row with a nonzero entry; " + leave_out);
    return;
  }
  faults.push_back(what + " = " + number(longest) + " at most; expected an entry of at least " +
                   number(least_entry) +
                   ", so that its square is not zero; choose units in which " + "it is larger");
}

std::string count_rule(const std::string& what, Eigen::Index got, Eigen::Index expected) {
  return what + " has " + std::to_string(got) + " entries; expected " + std::to_string(expected) +
         ", one per coordinate of velocity";
}

void explain_not_definite(const Matrix& M, Faults& faults) {
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (M(i, i) <= 0.0) {
      faults.push_back("mass_matrix" + at(int(i), int(i)) + " = " + number(M(i, i)) +
                       "; expected > 0 on the diagonal; every coordinate needs inertia");
      return;
    }
  }
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    if (M(i, i) >= least_entry) continue;
    faults.push_back("mass_matrix" + at(int(i), int(i)) + " = " + number(M(i, i)) +
                     "; expected at least " + number(least_entry) +
                     " on the diagonal; choose units in which it is larger");
    return;
  }
  const Eigen::VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
  faults.push_back("mass_matrix: smallest eigenvalue (unit diagonal) = " +
                   number(solver::eigenvalues(scaled)[0]) +
                   "; expected a positive definite matrix; remove coordinates without inertia");
}

void check_mass_matrix(const Matrix& M, Eigen::Index size, Prepared& prepared, Faults& faults) {
  if (M.rows() != size || M.cols() != size) {
    faults.push_back("mass_matrix is " + std::to_string(M.rows()) + " x " +
                     std::to_string(M.cols()) + "; expected " + std::to_string(size) + " x " +
                     std::to_string(size) + ", one row and column per coordinate of velocity");
    return;
  }
  prepared.symmetry = symmetry(M);
  if (prepared.symmetry != Symmetry::none && is_positive_definite(M, prepared.factor)) return;
  if (out_of_range(M, [] { return std::string("mass_matrix"); }, faults)) return;
  const double scale = M.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = i + 1; j < size; ++j) {
      if (std::abs(M(i, j) - M(j, i)) <= asymmetry * scale) continue;
      faults.push_back("mass_matrix" + at(int(i), int(j)) + " = " + number(M(i, j)) + " but " +
                       at(int(j), int(i)) + " = " + number(M(j, i)) +
                       "; expected a symmetric matrix; symmetrise it or check its indices");
      return;
    }
  }
  explain_not_definite(M, faults);
}

void check_range(const Place& where, const char* what, double value, bool ok, const char* rule,
                 Faults& faults) {
  if (!ok) faults.push_back(where + what + " = " + number(value) + "; expected " + rule);
}

// Rows that are multiples of each other are one direction, whatever the masses.
template <class A, class B>
bool parallel(const A& a, const B& b) {
  if (a.size() != b.size()) return false;
  const double product = a.dot(b), squares = a.squaredNorm() * b.squaredNorm();
  if (product * product < 0.9 * squares || !(a.norm() * b.norm() > 0.0)) return false;
  // [rad] Normalising leaves 1e-16. Directions at a larger angle are two, whose momenta the mass
  // metric may spread.
  return (a / a.norm() - (product < 0.0 ? -1.0 : 1.0) * b / b.norm()).norm() <= 1e-12;
}

void check_directions(const Contact& contact, const Place& where, Faults& faults) {
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

void check_tangents(const Contact& contact, const Place& where, Eigen::Index size, Faults& faults) {
  const auto& T = contact.tangents;
  if (T.rows() == 0) return;
  if (T.rows() > 2) {
    faults.push_back(where + "tangents has " + std::to_string(T.rows()) +
                     " rows; expected 0, 1 (planar) or 2 (spatial)");
  } else if (T.cols() != size) {
    faults.push_back(where + count_rule("a tangent", T.cols(), size));
  } else if (!out_of_range(T, [&] { return where + "tangents"; }, faults)) {
    for (Eigen::Index k = 0; k < T.rows(); ++k)
      check_length(T.row(k), where + "tangents[" + std::to_string(k) + "]",
                   "leave it out if there is none", faults);
    check_directions(contact, where, faults);
  }
}

/// Inner products of the rows of a contact, all in one pass: in range, none zero, no two parallel?
/// False also where it is close; then each is looked at by itself.
bool rows_look_right(const Contact& contact, Eigen::Index size) {
  const Eigen::Index tangents = contact.tangents.rows();
  if (size == 0 || contact.normal.size() != size || tangents > 2) return false;
  if (tangents > 0 && contact.tangents.cols() != size) return false;
  const double* tangent = contact.tangents.data();
  double nn = 0.0, ns = 0.0, nt = 0.0, ss = 0.0, st = 0.0, tt = 0.0;
  for (Eigen::Index k = 0; k < size; ++k, tangent += tangents) {
    const double n = contact.normal[k];
    const double s = tangents > 0 ? tangent[0] : 0.0, t = tangents > 1 ? tangent[1] : 0.0;
    nn += n * n, ns += n * s, nt += n * t, ss += s * s, st += s * t, tt += t * t;
  }
  const auto apart = [](double product, double squares) {
    return product * product < 0.9 * squares;
  };
  const auto right = [](double square) {
    return square >= least_entry * least_entry && square <= most_entry * most_entry;
  };
  if (!right(nn)) return false;
  if (tangents == 0) return true;
  if (!right(ss)) return false;
  if (tangents == 1) return apart(ns, nn * ss);
  return right(tt) && apart(ns, nn * ss) && apart(nt, nn * tt) && apart(st, ss * tt);
}

void check_rows(const Contact& contact, const Place& where, Eigen::Index size, Faults& faults) {
  if (rows_look_right(contact, size)) return;
  if (contact.normal.size() != size) {
    faults.push_back(where + count_rule("normal", contact.normal.size(), size));
  } else if (!out_of_range(contact.normal, [&] { return where + "normal"; }, faults)) {
    check_length(contact.normal, where + "normal",
                 "a contact that moves nothing is no contact, leave it out", faults);
  }
  check_tangents(contact, where, size, faults);
}

void check_contact(const Contact& contact, const Place& where, Eigen::Index size, Faults& faults) {
  check_rows(contact, where, size, faults);
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

template <class Named>
bool names_unique(const std::vector<Named>& items) {
  std::vector<std::string_view> names;
  names.reserve(items.size());
  for (const auto& item : items)
    if (!item.name.empty()) names.push_back(item.name);
  std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) == names.end();
}

/// Numbers of the items whose name an earlier one has.
template <class Named>
std::set<std::size_t> repeated(const std::vector<Named>& items) {
  std::set<std::size_t> found;
  if (names_unique(items)) return found;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (!items[i].name.empty() && !seen.insert(items[i].name).second) found.insert(i);
  return found;
}

void check_name(const Place& place, const std::set<std::size_t>& repeats, Faults& faults) {
  if (repeats.empty() || !repeats.contains(place.index)) return;
  faults.push_back(std::string(place.kind) + " " + std::to_string(place.index + 1) + ": name = '" +
                   place.name + "' is used twice; expected unique names; rename one");
}

void check_bilateral(const std::vector<BilateralConstraint>& bilateral, Eigen::Index size,
                     Faults& faults) {
  const auto repeats = repeated(bilateral);
  for (std::size_t i = 0; i < bilateral.size(); ++i) {
    const auto& row = bilateral[i].row;
    const Place where{"bilateral", bilateral[i].name, i};
    check_name(where, repeats, faults);
    if (row.size() != size) {
      faults.push_back(where + count_rule("row", row.size(), size));
    } else if (!out_of_range(row, [&] { return where + "row"; }, faults)) {
      check_length(row, where + "row", "leave it out", faults);
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

Symmetry symmetry(const Matrix& matrix) {
  double sum = 0.0;  // NaN stays
  for (Eigen::Index j = 0; j < matrix.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i) sum += std::abs(matrix(i, j) - matrix(j, i));
  if (sum == 0.0) return Symmetry::exact;
  const Eigen::MatrixXd difference = matrix - matrix.transpose();
  const bool small = difference.cwiseAbs().maxCoeff() <= asymmetry * matrix.cwiseAbs().maxCoeff();
  return small && matrix.allFinite() ? Symmetry::to_rounding : Symmetry::none;
}

void symmetrise(Eigen::MatrixXd& matrix) {
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = 0; i < j; ++i) {
      const double above = matrix(i, j), below = matrix(j, i);
      if (above != below) matrix(i, j) = matrix(j, i) = 0.5 * (above + below);
    }
  }
}

bool is_positive_definite(const Matrix& mass_matrix, Eigen::MatrixXd& factor) {
  return square_root(mass_matrix, factor) > singular &&
         mass_matrix.diagonal().minCoeff() >= least_entry &&
         mass_matrix.diagonal().maxCoeff() <= most_entry;
}

bool satisfies(const Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>& row,
               const Eigen::Ref<const Eigen::VectorXd>& velocity) {
  // Of the summands: their rounding is 1e-16, a velocity that was projected on the row in other
  // steps leaves 1e-12, and one that opens a loop is seen by simulations at 1e-6.
  // Where all summands are themselves rounding of the whole velocity (joints of a robot that falls
  // without moving them), nothing violates anything: 1e-14, a hundred roundings of it.
  const double whole = 1e-14 * row.lpNorm<Eigen::Infinity>() * velocity.lpNorm<Eigen::Infinity>();
  return std::abs(row.dot(velocity)) <= 1e-9 * row.cwiseAbs().dot(velocity.cwiseAbs()) + whole;
}

std::vector<std::string> velocity_faults(const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                         const std::vector<BilateralConstraint>& bilateral) {
  Faults faults;
  if (out_of_range(velocity, [] { return std::string("velocity"); }, faults)) return faults;
  for (std::size_t i = 0; i < bilateral.size(); ++i) {
    const auto& row = bilateral[i].row;
    if (satisfies(row, velocity)) continue;
    faults.push_back(Place{"bilateral", bilateral[i].name, i}.label() +
                     ": row . velocity = " + number(row.dot(velocity)) +
                     "; expected 0, the constraint holds before the impact; project the velocity "
                     "on the constraint");
  }
  return faults;
}

std::vector<std::string> find_faults(const Matrix& mass_matrix,
                                     const std::vector<Contact>& contacts,
                                     const Eigen::Ref<const Eigen::VectorXd>& velocity,
                                     const std::vector<BilateralConstraint>& bilateral,
                                     Prepared& prepared) {
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
  const bool velocity_bad = out_of_range(velocity, [] { return std::string("velocity"); }, faults);
  check_mass_matrix(mass_matrix, size, prepared, faults);
  const auto repeats = repeated(contacts);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Place where{"contact", contacts[i].name, i};
    check_name(where, repeats, faults);
    check_contact(contacts[i], where, size, faults);
  }
  const std::size_t before = faults.size();
  check_bilateral(bilateral, size, faults);
  if (!velocity_bad && faults.size() == before) {
    for (auto& fault : velocity_faults(velocity, bilateral)) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace carom::problem
