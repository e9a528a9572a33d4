import { expect, test } from "vitest";
import { SecretTexts } from "./secret-texts.ts";

test("a value that is part of another one gives away nothing of it", () => {
  const texts = new SecretTexts();
  texts.add("hunter2", () => "[a]");
  texts.add("hunter2-production", () => "[b]");
  expect(texts.mask("hunter2-production is like hunter2")).toBe("[b] is like [a]");
});

test("values are found within words, short ones nowhere", () => {
  const texts = new SecretTexts();
  texts.add("pass", () => "[a]");
  texts.add("no", () => "[b]");
  expect(texts.mask("no passwords")).toBe("no [a]words");
});

test("of very many values all are found where they stand as words", () => {
  const texts = new SecretTexts();
  for (let i = 0; i < 10_000; i++) texts.add(`value-${i}`, () => `[${i}]`);
  expect(texts.mask('denied: "value-9999" and (value-3)')).toBe('denied: "[9999]" and ([3])');
});
