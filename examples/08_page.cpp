// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A page to look at and to send: three balls under one law, then under every law.
#include <carom/carom.h>

#include <filesystem>
#include <iostream>

int main() {
  const carom::SceneSettings balls{{"masses", std::vector<double>{2, 1, 1}},
                                   {"velocity", std::vector<double>{1, 0, -1}}};
  const carom::SceneModel scene = carom::make_scene_model("cradle", balls);
  const carom::ImpactProblem problem = carom::make_problem(scene.model, scene.state);
  const carom::PageContext context{
      .title = "Three balls", .model = &scene.model, .state = scene.state};

  const carom::Outcome outcome = carom::resolve(problem, carom::Propagative{},
                                                {.branches = carom::ResolveOptions::Branches::all});
  const auto folder = std::filesystem::temp_directory_path();
  carom::write_page(folder / "three_balls.html", carom::to_html(outcome, problem, context));

  const carom::Comparison laws = carom::compare(
      problem,
      {.laws = {carom::Propagative{}, carom::Plastic{}, carom::Newton{.restitution = 1.0}}});
  carom::write_page(folder / "laws.html", carom::to_html(laws, problem, context));

  for (const char* name : {"three_balls.html", "laws.html"}) {
    std::cout << name << ": " << std::filesystem::file_size(folder / name) / 1000 << " kB\n";
    std::filesystem::remove(folder / name);
  }
  return outcome.branches.size() == 2 ? 0 : 1;
}
