// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Minimal sequences (S3 Definition 1): no proper subsequence ends feasible. Corrected:
// only subsequences that are themselves greedy count, each contact approaching when it is used.
#pragma once

#include <cstddef>
#include <vector>

#include "analysis/orders/enumerator.h"

namespace carom::analysis {

struct MinimalOutcome {
  Enumerator::State terminal = 0;
  int shortest = 0, longest = 0;  ///< Over the minimal sequences that end here.
  std::vector<int> sequence;      ///< A shortest one, contacts of the block.
};
struct MinimalOutcomes {
  std::vector<MinimalOutcome> kept;  ///< In order of length, then of discovery.
  bool complete = true;
};
/// `search` must have run to its end. `max_work`: states compared before giving up.
MinimalOutcomes minimal_outcomes(const Enumerator& search, int contact_count, std::size_t max_work);

}  // namespace carom::analysis
