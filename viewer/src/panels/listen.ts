// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Listening to the player for as long as an element is part of the page.
import type { Player } from "../player";

/** Calls `update` on every change; ends by itself once the element was shown and is no more. */
export function whileShown(element: HTMLElement, player: Player, update: () => void): void {
  let shown = false;
  const stop = player.listen(() => {
    if (element.isConnected) shown = true;
    else if (shown) return void stop();
    update();
  });
}
