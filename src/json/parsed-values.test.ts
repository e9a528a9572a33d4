import { expect, test } from "vitest";
import { ParsedValues } from "./parsed-values.ts";

const named = (name: string, forgotten: string[]) => ({ forgetValue: () => void forgotten.push(name) });

test("ParsedValues lets the oldest forget their values when all together are too many bytes", () => {
  const forgotten: string[] = [];
  const values = new ParsedValues(10);
  values.add(named("a", forgotten), 4);
  values.add(named("b", forgotten), 6);
  expect(forgotten).toEqual([]);
  values.add(named("c", forgotten), 5);
  expect(forgotten).toEqual(["a", "b"]);
});

test("ParsedValues keeps the newest, however long it is", () => {
  const forgotten: string[] = [];
  const values = new ParsedValues(10);
  values.add(named("a", forgotten), 100);
  expect(forgotten).toEqual([]);
  values.add(named("b", forgotten), 1);
  expect(forgotten).toEqual(["a"]);
});

test("ParsedValues goes on for ever", () => {
  const forgotten: string[] = [];
  const values = new ParsedValues(3);
  for (let i = 0; i < 10_000; i++) values.add(named(String(i), forgotten), 1);
  expect(forgotten).toHaveLength(9_997);
  expect(forgotten.at(-1)).toBe("9996");
});
