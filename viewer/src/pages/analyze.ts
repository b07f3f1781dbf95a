// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT

import { h } from "../dom";
import type { Page } from "../format";

export function analyzePage(page: Page): HTMLElement {
  return h("section", {}, page.title);
}
