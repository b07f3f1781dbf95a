// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Values of JSON that may be anything, taken as what they should be, or as nothing.

export type Loose = Record<string, unknown>;

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
export function finite(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
export function texts(value: unknown): string[] {
  return typeof value === "string" ? [value] : list(value).map(String);
}
export function vector(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(finite);
}
