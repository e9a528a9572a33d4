import { describe, expect, test } from "vitest";
import type { Answer } from "./case.ts";
import { isOneOf, isStillRemoved, isUnanswered } from "./unsteady.ts";

const answer = (status: number, body: Answer["body"] = {}): Answer => ({
  step: "1",
  status,
  headers: {},
  warnings: [],
  body,
});

describe("isUnanswered", () => {
  test.each([
    [
      "the client has waited too long",
      { ...answer(0), text: "HeadersTimeoutError: Headers Timeout Error" },
      true,
    ],
    ["the connection was closed", { ...answer(0), text: "SocketError: other side closed" }, false],
    ["a refusal", answer(504), false],
  ])("%s", (_name, one, is) => {
    expect(isUnanswered(one)).toBe(is);
  });
});

describe("isStillRemoved", () => {
  const definition = (metadata: { deletionTimestamp?: string }): Answer =>
    answer(200, { kind: "CustomResourceDefinition", metadata });
  const dying = definition({ deletionTimestamp: "{time}" });

  test.each([
    ["a dying definition that is gone here", dying, answer(404), true],
    ["a dying definition on both sides", dying, dying, false],
    ["a definition that lives", definition({}), answer(404), false],
    [
      "something else",
      answer(200, { kind: "Pod", metadata: { deletionTimestamp: "t" } }),
      answer(404),
      false,
    ],
  ])("%s", (_name, expected, got, is) => {
    expect(isStillRemoved(expected, got)).toBe(is);
  });
});

test("isOneOf accepts warnings in another order where their order varies", () => {
  const warned = (...warnings: string[]): Answer => ({ ...answer(200), warnings });
  expect(isOneOf([warned("a", "b", "c"), warned("b", "a", "c")], warned("c", "b", "a"), true)).toBe(true);
  expect(isOneOf([warned("a", "b", "c"), warned("b", "a", "c")], warned("c", "b"), true)).toBe(false);
  expect(isOneOf([warned("a", "b", "c")], warned("c", "b", "a"), true)).toBe(false);
});
