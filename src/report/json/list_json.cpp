// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Lists of what there is, out: scenes with their parameters, laws with what they declare.
#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom {

using report::Json;

std::string to_json(const std::vector<Scene>& scenes, int indent) {
  Json list = Json::array();
  for (const Scene& scene : scenes) {
    Json parameters = Json::array();
    for (const SceneParameter& parameter : scene.parameters) {
      const Json value = std::visit([](const auto& v) { return Json(v); }, parameter.value);
      Json entry{{"name", parameter.name},
                 {"default", value},
                 {"unit", parameter.unit},
                 {"meaning", parameter.meaning}};
      if (!parameter.words.empty()) entry["words"] = parameter.words;
      if (parameter.for_law) entry["for_law"] = true;
      if (parameter.for_run) entry["for_run"] = true;
      if (parameter.varies) entry["varies"] = true;
      parameters.push_back(entry);
    }
    Json one{{"name", scene.name},
             {"summary", scene.summary},
             {"source", scene.source},
             {"parameters", parameters}};
    for (const SceneProgram& known : scene.programs) {
      one["programs"].push_back(
          Json{{"name", known.program.name}, {"summary", known.program.summary}});
    }
    list.push_back(std::move(one));
  }
  return report::dump_json(list, indent);
}

std::string to_json(const std::vector<LawDescription>& laws, int indent) {
  report::Json list = report::list_from(laws, [&](const LawDescription& law) {
    return Json{{"name", law.name},
                {"summary", law.summary},
                {"coefficient", law.coefficient},
                {"source", law.source},
                {"pulls", law.pulls},
                {"leaves_approach", law.leaves_approach},
                {"gains_energy", law.gains_energy},
                {"depends_on_order", law.depends_on_order},
                {"compares_contacts", law.compares_contacts},
                {"counts_contacts", law.counts_contacts},
                {"jumps", law.jumps},
                {"several_with_friction", law.several_with_friction},
                {"friction", law.friction},
                {"requires_restitution", law.requires_restitution}};
  });
  return report::dump_json(list, indent);
}

}  // namespace carom
