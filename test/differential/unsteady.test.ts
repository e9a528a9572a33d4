import { describe, expect, test } from "vitest";
import type { Answer } from "./case.ts";
import { isForgottenPast, isStillRemoved } from "./unsteady.ts";

const answer = (status: number, body: Answer["body"] = {}): Answer => ({
  step: "1",
  status,
  headers: {},
  warnings: [],
  body,
});

const EXPIRED = answer(410, { message: "The resourceVersion for the provided list is too old." });
const first = { query: [["resourceVersion", "1"]] } as const;

describe("isForgottenPast", () => {
  test.each([
    ["one has the first revision, the other has not", first, [answer(200), EXPIRED], true],
    ["the other way round", first, [EXPIRED, answer(200)], true],
    ["both have forgotten it", first, [EXPIRED, EXPIRED], false],
    ["another refusal", first, [answer(400), EXPIRED], false],
    ["another revision", { query: [["resourceVersion", "12"]] }, [answer(200), EXPIRED], false],
    ["no revision", {}, [answer(200), EXPIRED], false],
  ] as const)("%s", (_name, step, answers, is) => {
    expect(isForgottenPast(step, answers)).toBe(is);
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
