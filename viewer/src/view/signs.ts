// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Signs of contacts: a shape, a colour and a word each, the same in the picture and in its legend.

export interface Sign {
  word: string;
  path: string; // around 0 0
  colour: string; // variable
  filled: boolean;
}

/** By ContactState. */
export const signs: Sign[] = [
  {
    word: "open",
    path: "M-2.5,0a2.5,2.5 0 1,0 5,0a2.5,2.5 0 1,0 -5,0Z",
    colour: "--open",
    filled: false,
  },
  {
    word: "hit",
    path: "M0,-8L2.3,-2.3L8,0L2.3,2.3L0,8L-2.3,2.3L-8,0L-2.3,-2.3Z",
    colour: "--hit",
    filled: true,
  },
  { word: "sticks", path: "M-4,-4H4V4H-4Z", colour: "--sticks", filled: true },
  { word: "slides", path: "M0,-5.5L5.2,4L-5.2,4Z", colour: "--slides", filled: true },
];
