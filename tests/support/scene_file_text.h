// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scene files from text, and the comparison of two problems.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "carom/scene_file.h"
#include "support/files.h"

namespace carom {

inline const std::filesystem::path scenes = test::project_root / "scenes";

inline SceneFile from(const std::string& text, const SceneOverrides& overrides = {}) {
  return scene_file_from_toml(text, "test.toml", scenes, overrides);
}

inline void expect_same(const ImpactProblem& a, const ImpactProblem& b, double tolerance) {
  ASSERT_EQ(a.coordinate_count(), b.coordinate_count());
  ASSERT_EQ(a.contact_jacobian().rows(), b.contact_jacobian().rows());
  const double mass = b.mass_matrix().norm();
  EXPECT_LE((a.mass_matrix() - b.mass_matrix()).norm(), tolerance * mass);
  EXPECT_LE((a.contact_jacobian() - b.contact_jacobian()).norm(), tolerance * b.contact_count());
  EXPECT_LE((a.velocity() - b.velocity()).norm(), tolerance * (1.0 + b.velocity().norm()));
  for (int k = 0; k < a.contact_count(); ++k) {
    const Contact& first = a.contacts()[static_cast<std::size_t>(k)];
    const Contact& second = b.contacts()[static_cast<std::size_t>(k)];
    EXPECT_EQ(first.friction, second.friction);
    EXPECT_EQ(first.restitution, second.restitution);
  }
}

}  // namespace carom
