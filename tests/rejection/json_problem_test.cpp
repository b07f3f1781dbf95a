// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of a bad document, by its text, with its place; all faults come at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "carom/error.h"
#include "carom/report.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> document_faults(const std::string& text, int line = 0) {
  return faults_of([&] { (void)problem_from_json(text, "f.json", line); });
}

/// A good document with one part replaced; "" leaves the key out.
std::string document(const std::string& key = "", const std::string& value = "") {
  std::string text;
  const std::pair<std::string, std::string> parts[] = {
      {"mass_matrix", "[[1,0],[0,2]]"},
      {"velocity", "[1,0]"},
      {"contacts", R"([{"name":"a-b","normal":[-1,1]}])"}};
  bool replaced = false;
  for (const auto& [name, standard] : parts) {
    replaced = replaced || name == key;
    const std::string& used = name == key ? value : standard;
    if (!used.empty()) text += (text.empty() ? "" : ",") + ("\"" + name + "\":" + used);
  }
  if (!replaced && !key.empty()) text += ",\"" + key + "\":" + value;
  return "{" + text + "}";
}

std::string contact(const std::string& fields) {
  return document("contacts", "[{\"name\":\"a-b\",\"normal\":[-1,1]," + fields + "}]");
}

TEST(RejectJson, GoodDocumentPasses) {
  EXPECT_THAT(document_faults(document()), ElementsAre());
  EXPECT_THAT(document_faults(document("format", "\"carom-problem/1\"")), ElementsAre());
  EXPECT_THAT(document_faults(document("comment", "\"from a book\"")), ElementsAre());
}

TEST(RejectJson, EndsEarly) {
  EXPECT_THAT(document_faults("{\"mass_matrix\": [[1]],\n \"velocity\": [1,\n\n"),
              ElementsAre(AllOf(StartsWith("f.json:2:17: JSON ends early while parsing value"),
                                HasSubstr("expected"))));
  EXPECT_THAT(document_faults(""), ElementsAre(StartsWith("f.json:1:1: JSON ends early")));
  EXPECT_THAT(document_faults("{\"a", 17), ElementsAre(StartsWith("f.json:17:4: JSON ends early")));
}

TEST(RejectJson, NotJson) {
  EXPECT_THAT(document_faults("{\n  \"velocity\": [1,]\n}"),
              ElementsAre(StartsWith("f.json:2:18: not JSON")));
  EXPECT_THAT(document_faults("{} {}"), ElementsAre(StartsWith("f.json:1:4: not JSON")));
  EXPECT_THAT(document_faults("{'velocity': [1]}"),
              ElementsAre(StartsWith("f.json:1:2: not JSON")));
  EXPECT_THAT(document_faults(std::string(100000, '[')),
              ElementsAre(HasSubstr("lists and objects are nested more than 32 deep")));
}

TEST(RejectJson, NotFinite) {
  for (const char* word : {"NaN", "nan", "Infinity", "-Infinity", "-inf"}) {
    EXPECT_THAT(
        document_faults(document("velocity", std::string("[1,") + word + "]")),
        ElementsAre(AllOf(StartsWith("f.json:1:"), HasSubstr(std::string(": ") + word + ";"),
                          EndsWith("NaN and infinities are not numbers here"))))
        << word;
  }
  EXPECT_THAT(document_faults(document("velocity", "[1,1e999]")),
              ElementsAre(HasSubstr("1e999 overflows; expected a finite number")));
  EXPECT_THAT(document_faults(document("velocity", "[1,null]")),
              ElementsAre("f.json: velocity[1] = null; expected a number"));
}

TEST(RejectJson, UnknownKeys) {
  EXPECT_THAT(
      document_faults(document("velocty", "[1,0]")),
      ElementsAre(AllOf(StartsWith("f.json: unknown key 'velocty'; expected one of format,"),
                        EndsWith("did you mean 'velocity'?"))));
  EXPECT_THAT(
      document_faults(contact("\"frction\":0.3")),
      ElementsAre(AllOf(StartsWith("f.json: contact 'a-b': unknown key 'frction'; expected"),
                        EndsWith("did you mean 'friction'?"))));
  EXPECT_THAT(document_faults(document("bilateral", R"([{"rows":[0,1],"row":[0,1]}])")),
              ElementsAre(HasSubstr("bilateral 1: unknown key 'rows'")));
}

TEST(RejectJson, KeysTwice) {
  EXPECT_THAT(document_faults(contact("\"normal\":[1,1]")),
              ElementsAre("f.json: key 'normal' is given twice in one object; expected once"));
}

TEST(RejectJson, Format) {
  EXPECT_THAT(document_faults(document("format", "\"carom-problem/2\"")),
              ElementsAre("f.json: format = \"carom-problem/2\"; expected \"carom-problem/1\""));
  EXPECT_THAT(document_faults(R"({"format":"carom-outcome/1","status":"resolved"})"), SizeIs(1));
}

TEST(RejectJson, Missing) {
  for (const char* key : {"mass_matrix", "velocity", "contacts"}) {
    EXPECT_THAT(document_faults(document(key, "")),
                ElementsAre(std::string("f.json: ") + key + " is missing; it is required"));
  }
  EXPECT_THAT(document_faults(document("contacts", R"([{"name":"a-b"}])")),
              ElementsAre("f.json: contact 'a-b': normal is missing; it is required"));
  EXPECT_THAT(document_faults(document("bilateral", R"([{"name":"h"}])")),
              ElementsAre("f.json: bilateral 'h': row is missing; it is required"));
}

TEST(RejectJson, Types) {
  EXPECT_THAT(document_faults("[1,2]"),
              ElementsAre(StartsWith("f.json: the document is [1,2]; expected")));
  EXPECT_THAT(document_faults(document("mass_matrix", "[1,2]")),
              ElementsAre("f.json: mass_matrix = [1,2]; expected a list of rows, [[…], …]"));
  EXPECT_THAT(document_faults(document("velocity", "\"fast\"")),
              ElementsAre("f.json: velocity = \"fast\"; expected a list of numbers"));
  EXPECT_THAT(document_faults(document("velocity", "[1,true]")),
              ElementsAre("f.json: velocity[1] = true; expected a number"));
  EXPECT_THAT(document_faults(document("contacts", "{}")),
              ElementsAre("f.json: contacts = {}; expected a list of objects"));
  EXPECT_THAT(document_faults(document("contacts", "[[1,0]]")),
              ElementsAre("f.json: contact 1 = [1,0]; expected an object"));
  EXPECT_THAT(document_faults(document("name", "3")),
              ElementsAre("f.json: name = 3; expected a string"));
  EXPECT_THAT(document_faults(contact("\"friction\":\"0.3\"")),
              ElementsAre("f.json: contact 'a-b': friction = \"0.3\"; expected a number"));
  EXPECT_THAT(document_faults(contact("\"tangents\":[1,0]")),
              ElementsAre(HasSubstr("tangents = [1,0]; expected a list of rows")));
}

TEST(RejectJson, Sizes) {
  EXPECT_THAT(
      document_faults(document("mass_matrix", "[[1,0],[0]]")),
      ElementsAre("f.json: mass_matrix[1] has 1 entries; expected 2, as many as mass_matrix[0]"));
  EXPECT_THAT(document_faults(document("mass_matrix", "[[1]]")),
              ElementsAre(StartsWith("f.json: mass_matrix is 1 x 1; expected 2 x 2")));
  EXPECT_THAT(document_faults(document("contacts", R"([{"name":"a-b","normal":[1]}])")),
              ElementsAre(StartsWith("f.json: contact 'a-b': normal has 1 entries; expected 2")));
}

TEST(RejectJson, ValuesCarryThePlace) {
  EXPECT_THAT(
      document_faults(contact("\"restitution\":1.3")),
      ElementsAre("f.json: contact 'a-b': restitution = 1.3; expected 0 <= restitution <= 1"));
  EXPECT_THAT(document_faults(contact("\"friction\":-0.1"), 12),
              ElementsAre(StartsWith("f.json:12: contact 'a-b': friction = -0.1; expected")));
  EXPECT_THAT(document_faults(document("mass_matrix", "[[1,0.5],[0,1]]")),
              ElementsAre(HasSubstr("expected a symmetric matrix")));
  EXPECT_THAT(document_faults(document("bilateral", R"([{"name":"h","row":[1,0]}])")),
              ElementsAre(HasSubstr("f.json: bilateral 'h': row . velocity = 1; expected 0")));
}

TEST(RejectJson, TooManyContactsAtOnce) {
  std::string contacts;
  for (int i = 0; i < 100000; ++i)
    contacts += (i > 0 ? "," : "") + std::string(R"({"normal":[1,0]})");
  EXPECT_THAT(document_faults(document("contacts", "[" + contacts + "]")),
              ElementsAre("f.json: contacts has more than 2048 entries; expected at most 2048"));
}

TEST(RejectJson, AllFaultsAtOnce) {
  const auto found = document_faults(R"({
    "mass_matrix": [[1,0],[0]], "velocity": [1,"x"], "typo": 1,
    "contacts": [{"normal": "up"}, {"normal": [1,0], "restitution": 2}, {"normal": [0,0]}]})");
  EXPECT_THAT(found, SizeIs(6));
  EXPECT_THAT(found, Each(StartsWith("f.json: ")));
  EXPECT_THAT(found, Contains(HasSubstr("unknown key 'typo'")));
  EXPECT_THAT(found, Contains(HasSubstr("mass_matrix[1] has 1 entries")));
  EXPECT_THAT(found, Contains(HasSubstr("velocity[1] = \"x\"")));
  EXPECT_THAT(found, Contains(HasSubstr("contact 1: normal = \"up\"")));
  EXPECT_THAT(found, Contains(HasSubstr("contact 2': restitution = 2")));
  EXPECT_THAT(found, Contains(HasSubstr("contact 3': normal = 0")));
}

TEST(RejectJson, OutcomeDocuments) {
  const auto outcome_faults = [](const std::string& text) -> std::string {
    return test::refusal_of([&] { (void)outcome_from_json(text, "o.json"); });
  };
  EXPECT_THAT(outcome_faults("{}"), HasSubstr("o.json: format is missing or another; expected"));
  EXPECT_THAT(outcome_faults("[]"), HasSubstr("expected \"carom-outcome/1\""));
  EXPECT_THAT(outcome_faults(R"({"format":"carom-outcome/1"})"), HasSubstr("law is missing"));
  EXPECT_THAT(outcome_faults(R"({"format":"carom-outcome/1","law":null,"status":"fine"})"),
              HasSubstr("\"fine\" is not a known word here"));
  EXPECT_THAT(outcome_faults(R"({"format":"carom-outcome/1","law":null,"status":"not_run",
                                 "message":1})"),
              HasSubstr("message = 1 has the wrong type"));
}

}  // namespace
}  // namespace carom::test
