// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-problem/1 in and out. Faults of form (missing, misspelt, of the wrong type, ragged) are
// found here; faults of value (sizes, symmetry, ranges, names) by ImpactProblem itself. A document
// with both kinds shows both: what has the wrong form is left out and the rest is still checked.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom {
namespace report {
namespace {

constexpr const char* problem_format = "carom-problem/1";
using Names = std::vector<std::string>;

class ProblemReader {
 public:
  explicit ProblemReader(const Place& place) : place_(place) {}

  ImpactProblem read(const Json& document) {
    if (!document.is_object()) {
      add("", fmt::format("the document is {}; expected one object {{\"mass_matrix\": …}}; for "
                          "several problems write one object per line",
                          shown(document)));
      throw InvalidInput(faults_);
    }
    if (document.contains("format") && document["format"] != problem_format) {
      add("",
          fmt::format("format = {}; expected \"{}\"", shown(document["format"]), problem_format));
      throw InvalidInput(faults_);
    }
    check_keys(document, "",
               {"format", "name", "comment", "mass_matrix", "velocity", "contacts", "bilateral"});
    auto mass_matrix = rows(document, "", "mass_matrix", Need::required);
    auto velocity = row(document, "", "velocity");
    std::vector<Contact> contacts = read_contacts(document);
    std::vector<BilateralConstraint> bilateral = read_bilateral(document);
    const std::string name = text(document, "", "name", "impact");
    if (!mass_matrix || !velocity) stand_in(contacts, mass_matrix, velocity);
    return build(*mass_matrix, std::move(contacts), *velocity, std::move(bilateral), name);
  }

 private:
  enum class Need { optional, required };

  void add(const std::string& part, const std::string& fault) {
    faults_.push_back(place_.name() + ": " + (part.empty() ? "" : part + ": ") + fault);
  }

  /// Blameless values for what could not be read, so that the contacts are still checked.
  void stand_in(const std::vector<Contact>& contacts, std::optional<Eigen::MatrixXd>& mass_matrix,
                std::optional<Eigen::VectorXd>& velocity) const {
    const Eigen::Index size = velocity           ? velocity->size()
                              : mass_matrix      ? mass_matrix->rows()
                              : contacts.empty() ? 0
                                                 : contacts.front().normal.size();
    if (size == 0) throw InvalidInput(faults_);
    if (!mass_matrix) mass_matrix = Eigen::MatrixXd::Identity(size, size);
    if (!velocity) velocity = Eigen::VectorXd::Zero(size);
  }

  ImpactProblem build(Eigen::MatrixXd mass_matrix, std::vector<Contact> contacts,
                      Eigen::VectorXd velocity, std::vector<BilateralConstraint> bilateral,
                      const std::string& name) {
    try {
      ImpactProblem problem(std::move(mass_matrix), std::move(contacts), std::move(velocity),
                            std::move(bilateral), name);
      if (faults_.empty()) return problem;
    } catch (const InvalidInput& error) {
      for (const std::string& fault : error.faults()) add("", fault);
    }
    throw InvalidInput(faults_);
  }

  void check_keys(const Json& object, const std::string& part, const Names& known) {
    for (const auto& [key, value] : object.items()) {
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      add(part, fmt::format("unknown key '{}'; expected one of {}{}", key, base::join(known),
                            base::did_you_mean(key, known)));
    }
  }

  /// The value of a key; a fault if it is needed and missing.
  const Json* find(const Json& object, const std::string& part, const char* key, Need need) {
    const auto found = object.find(key);
    if (found != object.end()) return &*found;
    if (need == Need::required) add(part, fmt::format("{} is missing; it is required", key));
    return nullptr;
  }

  std::string text(const Json& object, const std::string& part, const char* key,
                   const std::string& otherwise) {
    const Json* value = find(object, part, key, Need::optional);
    if (value == nullptr) return otherwise;
    if (value->is_string()) return value->get<std::string>();
    add(part, fmt::format("{} = {}; expected a string", key, shown(*value)));
    return otherwise;
  }

  std::optional<double> number(const Json& object, const std::string& part, const char* key) {
    const Json* value = find(object, part, key, Need::optional);
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    add(part, fmt::format("{} = {}; expected a number", key, shown(*value)));
    return std::nullopt;
  }

  /// Numbers of a list into `values`; a fault at the first entry that is none.
  bool read_numbers(const Json& list, const std::string& part, const std::string& what,
                    Eigen::VectorXd& values) {
    if (!list.is_array()) {
      add(part, fmt::format("{} = {}; expected a list of numbers", what, shown(list)));
      return false;
    }
    values.resize(static_cast<Eigen::Index>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_number()) {
        add(part, fmt::format("{}[{}] = {}; expected a number", what, i, shown(list[i])));
        return false;
      }
      values[static_cast<Eigen::Index>(i)] = list[i].get<double>();
    }
    return true;
  }

  std::optional<Eigen::VectorXd> row(const Json& object, const std::string& part, const char* key) {
    const Json* list = find(object, part, key, Need::required);
    Eigen::VectorXd values;
    if (list == nullptr || !read_numbers(*list, part, key, values)) return std::nullopt;
    return values;
  }

  std::optional<Eigen::MatrixXd> rows(const Json& object, const std::string& part, const char* key,
                                      Need need) {
    const Json* list = find(object, part, key, need);
    if (list == nullptr) return std::nullopt;
    if (!list->is_array() || (!list->empty() && !list->front().is_array())) {
      add(part, fmt::format("{} = {}; expected a list of rows, [[…], …]", key, shown(*list)));
      return std::nullopt;
    }
    Eigen::MatrixXd matrix;
    Eigen::VectorXd values;
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string what = fmt::format("{}[{}]", key, i);
      if (!read_numbers((*list)[i], part, what, values)) return std::nullopt;
      if (i == 0) matrix.resize(static_cast<Eigen::Index>(list->size()), values.size());
      if (values.size() != matrix.cols()) {
        add(part, fmt::format("{} has {} entries; expected {}, as many as {}[0]", what,
                              values.size(), matrix.cols(), key));
        return std::nullopt;
      }
      matrix.row(static_cast<Eigen::Index>(i)) = values.transpose();
    }
    return matrix;
  }

  /// The list of objects under a key, with the label of each for messages.
  std::vector<std::pair<const Json*, std::string>> parts(const Json& document, const char* key,
                                                         const std::string& kind, Need need) {
    std::vector<std::pair<const Json*, std::string>> list;
    const Json* array = find(document, "", key, need);
    if (array == nullptr) return list;
    if (!array->is_array()) {
      add("", fmt::format("{} = {}; expected a list of objects", key, shown(*array)));
      return list;
    }
    for (std::size_t i = 0; i < array->size(); ++i) {
      const Json& part = (*array)[i];
      const std::string position = fmt::format("{} {}", kind, i + 1);
      if (!part.is_object()) {
        add("", fmt::format("{} = {}; expected an object", position, shown(part)));
        continue;
      }
      const std::string name = text(part, position, "name", "");
      list.emplace_back(&part, name.empty() ? position : fmt::format("{} '{}'", kind, name));
    }
    return list;
  }

  std::vector<Contact> read_contacts(const Json& document) {
    std::vector<Contact> contacts;
    for (const auto& [object, part] : parts(document, "contacts", "contact", Need::required)) {
      check_keys(*object, part,
                 {"name", "comment", "normal", "tangents", "friction", "static_friction",
                  "restitution", "stiffness"});
      Contact contact;
      contact.name = name_of(*object, part, "contact", contacts.size());
      if (const auto value = number(*object, part, "friction")) contact.friction = *value;
      if (const auto value = number(*object, part, "stiffness")) contact.stiffness = *value;
      contact.static_friction = number(*object, part, "static_friction");
      contact.restitution = number(*object, part, "restitution");
      if (const auto tangents = rows(*object, part, "tangents", Need::optional)) {
        contact.tangents = *tangents;
      }
      const auto normal = row(*object, part, "normal");
      if (!normal) continue;
      contact.normal = normal->transpose();
      contacts.push_back(std::move(contact));
    }
    return contacts;
  }

  std::vector<BilateralConstraint> read_bilateral(const Json& document) {
    std::vector<BilateralConstraint> bilateral;
    for (const auto& [object, part] : parts(document, "bilateral", "bilateral", Need::optional)) {
      check_keys(*object, part, {"name", "comment", "row"});
      const auto values = row(*object, part, "row");
      if (!values) continue;
      bilateral.push_back(
          {name_of(*object, part, "bilateral", bilateral.size()), values->transpose()});
    }
    return bilateral;
  }

  /// The name given; else none, or "contact 3" where a part before it was left out.
  static std::string name_of(const Json& object, const std::string& part, const char* kind,
                             std::size_t before) {
    const auto name = object.find("name");
    if (name != object.end() && name->is_string() && *name != "") return name->get<std::string>();
    return part == fmt::format("{} {}", kind, before + 1) ? "" : part;
  }

  const Place& place_;
  Names faults_;
};

Json contact_json(const Contact& contact) {
  Json json = {{"name", contact.name},
               {"normal", list_of(contact.normal.transpose())},
               {"tangents", rows_of(contact.tangents)},
               {"friction", contact.friction}};
  if (contact.static_friction) json["static_friction"] = *contact.static_friction;
  if (contact.restitution) json["restitution"] = *contact.restitution;
  json["stiffness"] = contact.stiffness;
  return json;
}

}  // namespace
}  // namespace report

ImpactProblem problem_from_json(std::string_view text, std::string_view where, int line) {
  const report::Place place{where, line};
  const report::Json document = report::parse_json(text, place, ImpactProblem::max_size);
  return report::ProblemReader(place).read(document);
}

std::string to_json(const ImpactProblem& problem, int indent) {
  report::Json json = {{"format", report::problem_format},
                       {"name", problem.name()},
                       {"mass_matrix", report::rows_of(problem.mass_matrix())},
                       {"velocity", report::list_of(problem.velocity())},
                       {"contacts", report::Json::array()},
                       {"bilateral", report::Json::array()}};
  for (const Contact& contact : problem.contacts()) {
    json["contacts"].push_back(report::contact_json(contact));
  }
  for (const BilateralConstraint& constraint : problem.bilateral()) {
    json["bilateral"].push_back(report::Json{{"name", constraint.name},
                                             {"row", report::list_of(constraint.row.transpose())}});
  }
  return report::dump_json(json, indent);
}

}  // namespace carom
