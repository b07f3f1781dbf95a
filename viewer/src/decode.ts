// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Base64 to arrays.
import type { Bytes, Floats, Indices } from "./format";

function bytesOf(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}

export function decodeBytes(bytes: Bytes): Uint8Array {
  return bytesOf(bytes.u8);
}
export function decodeFloats(floats: Floats): Float64Array {
  if ("f64" in floats) return new Float64Array(bytesOf(floats.f64).buffer);
  return Float64Array.from(new Float32Array(bytesOf(floats.f32).buffer));
}
export function decodeIndices(indices: Indices): Uint32Array {
  return new Uint32Array(bytesOf(indices.u32).buffer);
}
