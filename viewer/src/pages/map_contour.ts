// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contour lines by marching squares.

/** Puts the lines where a grid has a level into a path; x(i) and y(j) say where a place between grid
 * points is. Cells with a corner that is not finite have none. */
export function contour(
  values: Float64Array,
  nx: number,
  ny: number,
  level: number,
  x: (i: number) => number,
  y: (j: number) => number,
  path: Path2D,
): void {
  const cross = (a: number, b: number): number => (level - a) / (b - a);
  for (let i = 0; i + 1 < nx; i++) {
    for (let j = 0; j + 1 < ny; j++) {
      const a = values[i * ny + j]!;
      const b = values[(i + 1) * ny + j]!;
      const c = values[(i + 1) * ny + j + 1]!;
      const d = values[i * ny + j + 1]!;
      const kind =
        (a > level ? 1 : 0) + (b > level ? 2 : 0) + (c > level ? 4 : 0) + (d > level ? 8 : 0);
      if (kind === 0 || kind === 15 || !Number.isFinite(a + b + c + d)) continue;
      const bottom = (): [number, number] => [i + cross(a, b), j];
      const right = (): [number, number] => [i + 1, j + cross(b, c)];
      const top = (): [number, number] => [i + cross(d, c), j + 1];
      const left = (): [number, number] => [i, j + cross(a, d)];
      const line = (from: [number, number], to: [number, number]): void => {
        path.moveTo(x(from[0]), y(from[1]));
        path.lineTo(x(to[0]), y(to[1]));
      };
      const high = a + b + c + d > 4 * level; // which way round a saddle
      if (kind === 1 || kind === 14) line(left(), bottom());
      else if (kind === 2 || kind === 13) line(bottom(), right());
      else if (kind === 4 || kind === 11) line(right(), top());
      else if (kind === 8 || kind === 7) line(top(), left());
      else if (kind === 3 || kind === 12) line(left(), right());
      else if (kind === 6 || kind === 9) line(bottom(), top());
      else if ((kind === 5) === high) {
        line(left(), top());
        line(bottom(), right());
      } else {
        line(left(), bottom());
        line(right(), top());
      }
    }
  }
}
