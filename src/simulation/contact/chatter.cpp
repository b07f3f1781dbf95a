// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/contact/chatter.h"

#include <algorithm>

namespace carom::simulation {

Chatter judge_chatter(const std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                      double time, double limit) {
  Chatter chatter;
  for (const int k : contacts) {
    const ContactMemory& contact = memory[static_cast<std::size_t>(k)];
    if (contact.impacts < 3) continue;
    const double interval = time - contact.last;
    if (!(interval < limit && contact.interval < limit && contact.previous < limit)) continue;
    chatter.captured = true;
    const double ratio = interval / contact.interval;
    if (!(ratio < 1.0 && contact.interval < contact.previous)) continue;
    chatter.accumulation =
        std::max(chatter.accumulation.value_or(time), time + interval * ratio / (1.0 - ratio));
  }
  return chatter;
}

void remember_impact(std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                     double time) {
  for (const int k : contacts) {
    ContactMemory& contact = memory[static_cast<std::size_t>(k)];
    const double interval = time - contact.last;
    if (contact.impacts == 0) {
      contact = {.impacts = 1, .last = time, .interval = 0.0, .previous = 0.0};
      continue;
    }
    ++contact.impacts;
    contact.previous = contact.interval;
    contact.interval = interval;
    contact.last = time;
  }
}

}  // namespace carom::simulation
