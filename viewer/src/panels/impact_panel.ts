// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT

import { h } from "../dom";
import type { Page } from "../format";
import type { Player } from "../player";
export function impactPanel(page: Page, _player: Player): HTMLElement {
  return h("section", {}, page.title);
}
