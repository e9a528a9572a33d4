import { expect, test } from "vitest";
import { exportsOf } from "../../scripts/check/parts/docstrings.mjs";

const shown = (text: string): string[] =>
  exportsOf(text).map(
    ({ name, line, isDocumented }) => `${line} ${name}${isDocumented ? " documented" : ""}`,
  );

test("counts functions, classes, interfaces and type aliases that are exported", () => {
  expect(
    shown(`export function a() {}
export async function* b() {}
export abstract class C {}
export interface D {}
export type E = string;
export type { F } from "f";
function g() {}`),
  ).toEqual(["1 a", "2 b", "3 C", "4 D", "5 E"]);
});

test("a constant counts if it is a function", () => {
  expect(
    shown(`export const a = (one: string): string => one;
export const b = async <T>(one: T, two = (1)) => one;
export const c: (one: string) => string = (one) => one;
export const d = function () {};
export const h = (one: string): { two: string; three: string }[] => [];
export const e = (1 + 2) * 3;
export const f = 4;
export const g = new Map([[1, () => 2]]);`),
  ).toEqual(["1 a", "2 b", "3 c", "4 d", "5 h"]);
});

test("a docstring is directly before its export", () => {
  expect(
    shown(`/** Of the file. */
import { z } from "z";

export function a() {}
/** A text with \`pods/*\`. */
export function b() {}
/**
 * Lines.
 */
// biome-ignore lint: a reason
export const c = () => 1;
/* A comment. */
export type D = {}
// A line.
export type E = {}`),
  ).toEqual(["4 a", "6 b documented", "11 c documented", "13 D", "15 E"]);
});

test("an overloaded function is one export", () => {
  expect(
    shown(`/** Both forms. */
export function a(one: string): string;
export function a(one: number): number;
export function a(one: unknown): unknown {}`),
  ).toEqual(["2 a documented"]);
});
