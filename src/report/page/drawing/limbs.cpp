// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which limb each body belongs to, for colours. Input: the tree with its masses. Output: 0 for the
// trunk, 1, 2 … for what hangs from it. The trunk is the root and every body below it from which
// still two heavy parts hang (a torso with arms); a chain, or a hand with light fingers, is a limb.
#include <vector>

#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

// Of the mass that hangs from a body: an arm is 7 % or more of a torso with arms and head, a
// finger, a camera or a rod of a closed loop less. With half of it, hands and loops become trunks;
// with twice as much, torsos become limbs.
constexpr double heavy = 0.06;
// Of the whole: what branches and is lighter is a hand or a foot.
constexpr double trunk_mass = 0.2;

}  // namespace

std::vector<int> limbs_of(const BodyTree& tree) {
  const std::size_t count = tree.joints.size();
  std::vector<int> limbs(count, 0);
  if (count == 0 || tree.joints[0].kind != TreeJoint::Kind::free) return limbs;
  std::vector<double> below(count);
  for (std::size_t k = count; k-- > 0;) {
    below[k] += tree.joints[k].mass;
    if (tree.joints[k].parent >= 0)
      below[static_cast<std::size_t>(tree.joints[k].parent)] += below[k];
  }
  // Heavy parts at each body, or at the next body below where several hang.
  std::vector<int> parts(count, 0);
  for (std::size_t k = count; k-- > 1;) {
    const int parent = tree.joints[k].parent;
    if (parent < 0) return std::vector<int>(count, 0);  // a second tree: no trunk is known
    const auto at = static_cast<std::size_t>(parent);
    if (below[k] >= heavy * below[at]) parts[at] += parts[k] >= 2 ? 2 : 1;
  }
  int found = 0;
  for (std::size_t k = 1; k < count; ++k) {
    const auto parent = static_cast<std::size_t>(tree.joints[k].parent);
    if (limbs[parent] > 0) {
      limbs[k] = limbs[parent];
    } else if (parts[k] < 2 || below[k] < trunk_mass * below[0]) {
      limbs[k] = ++found;
    }
  }
  return found >= 2 ? limbs : std::vector<int>(count, 0);
}

}  // namespace carom::report
