// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Blocks of contacts whose outcome is known to be the same for every order, without a search.
#pragma once

#include <string>

#include "analysis/orders/blocks.h"

namespace carom::analysis {

enum class OrderFree {
  no,         ///< Not known: search.
  decoupled,  ///< One contact.
  coxeter,    ///< Elastic, every pair at a Coxeter angle.
  plastic,    ///< Restitution 0, no positive inner product.
};
OrderFree order_free(const ContactBlock& block);

}  // namespace carom::analysis
