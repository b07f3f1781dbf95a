// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Meshes on a page: small ones as they are, large ones within their budget and still the same form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "report/page/drawing/parts.h"

namespace carom::test {
namespace {

using report::page_mesh;
using report::PageMesh;

/// A ball of radius 1 by circles of latitude.
Mesh ball_mesh(int circles, int around) {
  Mesh mesh;
  for (int i = 0; i <= circles; ++i) {
    const double polar = std::numbers::pi * i / circles;
    for (int j = 0; j < around; ++j) {
      const double turn = 2.0 * std::numbers::pi * j / around;
      mesh.points.emplace_back(std::sin(polar) * std::cos(turn), std::sin(polar) * std::sin(turn),
                               std::cos(polar));
    }
  }
  for (int i = 0; i < circles; ++i) {
    for (int j = 0; j < around; ++j) {
      const int a = i * around + j, b = i * around + (j + 1) % around;
      mesh.triangles.push_back({a, a + around, b});
      mesh.triangles.push_back({b, a + around, b + around});
    }
  }
  return mesh;
}

TEST(PageMesh, SmallOnesAreScaledAndKept) {
  const Mesh mesh{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}}, .triangles = {{0, 1, 2}}};
  const PageMesh page = page_mesh(mesh, {2.0, 3.0, -1.0}, 10);
  EXPECT_FALSE(page.thinned);
  EXPECT_EQ(page.vertices, (std::vector<float>{0, 0, 0, 2, 0, 0, 0, 3, 0}));
  EXPECT_EQ(page.triangles, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(PageMesh, LargeOnesAreThinnedToTheirBudgetAndStayRound) {
  for (const std::size_t budget : {100u, 1000u, 4000u}) {
    const PageMesh page = page_mesh(ball_mesh(150, 300), {0.5, 0.5, 0.5}, budget);
    EXPECT_TRUE(page.thinned);
    EXPECT_LE(page.triangles.size() / 3, budget);
    EXPECT_GE(page.triangles.size() / 3, budget / 5);
    for (std::size_t k = 0; k < page.vertices.size(); k += 3) {
      const double size = std::hypot(page.vertices[k], page.vertices[k + 1], page.vertices[k + 2]);
      EXPECT_GT(size, 0.35);
      EXPECT_LT(size, 0.5001);
    }
    for (const std::uint32_t corner : page.triangles) EXPECT_LT(corner, page.vertices.size() / 3);
  }
}

TEST(PageMesh, SameInputSameNumbers) {
  const PageMesh one = page_mesh(ball_mesh(60, 60), {1, 1, 1}, 500);
  const PageMesh two = page_mesh(ball_mesh(60, 60), {1, 1, 1}, 500);
  EXPECT_EQ(one.vertices, two.vertices);
  EXPECT_EQ(one.triangles, two.triangles);
}

TEST(PageMesh, OddNumbersAreLeftOut) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Mesh mesh{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {nan, 0, 0}},
                  .triangles = {{0, 1, 3}, {0, 1, 2}, {0, 1, 7}}};
  EXPECT_EQ(page_mesh(mesh, {1, 1, 1}, 10).triangles, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(page_mesh({}, {1, 1, 1}, 10).triangles.empty());
}

/// A box of many triangles is still that box: its sides stay flat, its corners stay corners.
TEST(PageMesh, FlatSidesStayFlat) {
  Mesh box;
  constexpr int count = 30;
  for (int side = 0; side < 6; ++side) {
    const int axis = side % 3;
    const int first = static_cast<int>(box.points.size());
    for (int i = 0; i <= count; ++i) {
      for (int j = 0; j <= count; ++j) {
        Eigen::Vector3d point;
        point[axis] = side < 3 ? 1.0 : -1.0;
        point[(axis + 1) % 3] = 2.0 * i / count - 1.0;
        point[(axis + 2) % 3] = 2.0 * j / count - 1.0;
        box.points.push_back(point);
      }
    }
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j) {
        const int a = first + i * (count + 1) + j, b = a + count + 1;
        box.triangles.push_back({a, b, a + 1});
        box.triangles.push_back({a + 1, b, b + 1});
      }
    }
  }
  const PageMesh page = page_mesh(box, {1, 1, 1}, 3000);
  EXPECT_TRUE(page.thinned);
  EXPECT_LE(page.triangles.size() / 3, 3000u);
  for (std::size_t k = 0; k < page.vertices.size(); k += 3) {
    float farthest = 0.0F;
    for (std::size_t c = 0; c < 3; ++c)
      farthest = std::max(farthest, std::abs(page.vertices[k + c]));
    EXPECT_NEAR(farthest, 1.0F, 1e-5F);
  }
}

}  // namespace
}  // namespace carom::test
