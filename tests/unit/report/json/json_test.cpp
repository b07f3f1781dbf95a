// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The file formats: what is written has the keys of the contract, and reads back to the same bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "carom/error.h"
#include "carom/laws.h"
#include "carom/report.h"
#include "carom/resolve.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

std::vector<std::string> keys(const json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

ImpactProblem problem_with_everything() {
  RandomSettings settings;
  settings.tangents = 2;
  settings.bilateral = 1;
  const ImpactProblem random = random_problem(7, settings);
  std::vector<Contact> contacts = random.contacts();
  contacts[0].restitution = 0.1;
  contacts[1].static_friction = 2.0 / 3.0;
  contacts[2].stiffness = 2.5;
  return ImpactProblem(random.mass_matrix(), contacts, random.velocity(), random.bilateral(),
                       "Müller's \"test\"\n");
}

TEST(Json, ProblemReadsBackToTheSameBits) {
  const ImpactProblem written = problem_with_everything();
  const ImpactProblem read = problem_from_json(to_json(written));
  EXPECT_EQ(read.name(), written.name());
  EXPECT_EQ(read.mass_matrix(), written.mass_matrix());
  EXPECT_EQ(read.velocity(), written.velocity());
  EXPECT_EQ(read.contact_jacobian(), written.contact_jacobian());
  EXPECT_EQ(read.bilateral()[0].row, written.bilateral()[0].row);
  EXPECT_EQ(read.contacts()[0].restitution, 0.1);
  EXPECT_EQ(read.contacts()[1].restitution, std::nullopt);
  EXPECT_EQ(read.contacts()[1].static_friction, 2.0 / 3.0);
  EXPECT_EQ(read.contacts()[2].stiffness, 2.5);
  EXPECT_EQ(to_json(read, 2), to_json(written, 2));
}

TEST(Json, ProblemDefaultsAreThoseOfTheContract) {
  const auto problem = problem_from_json(
      R"({"mass_matrix": [[2]], "velocity": [-1], "contacts": [{"normal": [1]}]})");
  const Contact& contact = problem.contacts().at(0);
  EXPECT_EQ(problem.name(), "impact");
  EXPECT_EQ(contact.name, "contact 1");
  EXPECT_EQ(contact.friction, 0.0);
  EXPECT_EQ(contact.static_friction, std::nullopt);
  EXPECT_EQ(contact.restitution, std::nullopt);
  EXPECT_EQ(contact.stiffness, 1.0);
  EXPECT_EQ(problem.bilateral_count(), 0);
}

TEST(Json, NoContactIsAProblemToo) {
  const auto problem =
      problem_from_json(R"({"mass_matrix": [[2]], "velocity": [-1], "contacts": []})");
  EXPECT_EQ(problem.contact_count(), 0);
  EXPECT_EQ(resolve(problem, Propagative{}).velocity_plus[0], -1.0);
}

TEST(Json, OutcomeHasTheKeysOfTheContract) {
  const auto document =
      json::parse(to_json(resolve(cradle({1, 1, 1}, {1, 0, 0}), Propagative{.restitution = 0.5})));
  EXPECT_THAT(keys(document), IsSupersetOf({"format", "problem", "law", "status", "message",
                                            "velocity_plus", "impulse", "bilateral_impulse",
                                            "sequence", "energy", "uniqueness", "residuals"}));
  EXPECT_EQ(document["format"], "carom-outcome/1");
  EXPECT_EQ(document["law"],
            json::parse(R"({"name":"propagative","restitution":0.5,"policy":"most_violated"})"));
  EXPECT_TRUE(document["uniqueness"]["outcomes"].is_number_integer());
  EXPECT_THAT(keys(document["uniqueness"]),
              IsSupersetOf({"verdict", "reason", "outcomes", "impulses_unique", "complete",
                            "indeterminacy"}));
  EXPECT_FALSE(document.contains("branches"));
  EXPECT_FALSE(document.contains("certificate"));
  EXPECT_FALSE(document.contains("collapsed"));
}

TEST(Json, LawShowsTheCoefficientThatWasUsed) {
  std::vector<Contact> contacts = cradle({1, 1, 1}, {1, 0, 0}).contacts();
  const auto law_of = [&](const Law& law) {
    const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(1, 0, 0));
    return json::parse(to_json(resolve(problem, law), -1, false, &problem))["law"];
  };
  contacts[0].restitution = contacts[1].restitution = 0.25;
  EXPECT_EQ(law_of(Sequential{})["restitution"], 0.25);
  contacts[1].restitution = 0.75;
  EXPECT_EQ(law_of(Sequential{})["restitution"], json::parse("[0.25, 0.75]"));
  EXPECT_FALSE(law_of(Plastic{}).contains("restitution"));
  EXPECT_FALSE(law_of(Sequential{}).contains("seed"));
  const json random = law_of(Sequential{.policy = Policy::random, .seed = 42});
  EXPECT_EQ(random["seed"].dump(), "42");
}

TEST(Json, BranchesOnlyWhenAskedFor) {
  const auto problem = cradle({2, 1, 1}, {1, 0, -1});
  ResolveOptions options;
  options.branches = ResolveOptions::Branches::all;
  const auto document = json::parse(to_json(resolve(problem, Propagative{}, options)));
  ASSERT_EQ(document["branches"].size(), 2U);
  EXPECT_THAT(keys(document["branches"][0]),
              ElementsAre("longest", "sequence", "shortest", "velocity_plus"));
  const auto none = json::parse(to_json(resolve(problem, Propagative{}), -1, true));
  EXPECT_EQ(none["branches"], json::array());
}

TEST(Json, OutcomeReadsBack) {
  ResolveOptions all;
  all.branches = ResolveOptions::Branches::all;
  const ImpactProblem clamped(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  const Outcome outcomes[] = {
      resolve(cradle({2, 1, 1}, {1, 0, -1}), Propagative{.restitution = 0.3}, all),
      resolve(problem_with_everything(), Inert{}),
      resolve(problem_with_everything(), Sequential{.policy = Policy::random, .seed = 5}),
      resolve(cradle({1, 100, 1}, {1, 0, -1}), Sequential{.restitution = 0.0}),
      resolve(clamped, Propagative{}),
  };
  for (const Outcome& outcome : outcomes) {
    const std::string text = to_json(outcome);
    EXPECT_EQ(to_json(outcome_from_json(text)), text);
  }
  EXPECT_THAT(to_json(outcomes[4]), HasSubstr(R"("certificate":[{"contact":"contact 1",)"));
}

TEST(Json, NotFiniteIsNull) {
  Outcome outcome = resolve(cradle({1, 1}, {1, 0}), Propagative{});
  outcome.residuals.momentum = std::numeric_limits<double>::quiet_NaN();
  outcome.energy.after = std::numeric_limits<double>::infinity();
  const std::string text = to_json(outcome);
  EXPECT_TRUE(json::parse(text)["residuals"]["momentum"].is_null());
  EXPECT_TRUE(json::parse(text)["energy"]["after"].is_null());
  EXPECT_TRUE(std::isnan(outcome_from_json(text).residuals.momentum));
}

TEST(Json, BadNamesAreReplacedNotThrown) {
  const ImpactProblem problem(Eigen::MatrixXd::Identity(1, 1),
                              {{.name = "\xff", .normal = Eigen::RowVectorXd::Ones(1)}},
                              -Eigen::VectorXd::Ones(1));
  EXPECT_THAT(to_json(resolve(problem, Plastic{})), HasSubstr("\xEF\xBF\xBD"));
}

TEST(Json, AnalysisHasTheKeysOfTheContract) {
  const auto document = json::parse(to_json(analyze(cradle({1, 1, 1}, {1, 0, 0}))));
  EXPECT_THAT(keys(document),
              IsSupersetOf({"format", "contacts", "gram", "pairs", "feasibility_margin", "blocks",
                            "verdict", "scope", "reason", "restitution", "practical", "spread",
                            "constrained_energy_ratio", "indeterminacy", "indeterminacy_worst",
                            "worst_velocity", "sensitivity", "energy_split", "advice"}));
  EXPECT_EQ(document["format"], "carom-analysis/1");
  EXPECT_EQ(document["scope"], "orders");
  EXPECT_EQ(document["pairs"][0]["contacts"].size(), 2U);
  EXPECT_EQ(document["pairs"][0]["coxeter_order"], 3);
  EXPECT_NEAR(document["gram"][0][1].get<double>(), -0.5, 1e-12);
  for (const char* robot : {"base_linear", "base_angular", "locked"}) {
    EXPECT_TRUE(document["spread"][robot].is_null()) << robot;
  }
  EXPECT_THAT(keys(document["outcomes"]),
              IsSupersetOf({"count", "complete", "states", "shortest", "longest", "samples",
                            "unseen_probability"}));
}

TEST(Json, ReproductionComparesEveryItem) {
  for (const Reproduction& item : reproduce()) {
    EXPECT_EQ(to_string(item.status), to_string(item.expected)) << item.id;
    EXPECT_FALSE(item.source.empty() || item.quantity.empty()) << item.id;
  }
  EXPECT_EQ(reproduce({"S3.eq15"}).size(), 2U);
  EXPECT_THROW((void)reproduce({"S3.eq1"}), InvalidInput);
}

}  // namespace
}  // namespace carom::test
