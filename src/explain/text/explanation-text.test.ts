import { expect, test } from "vitest";
import { causeOf } from "../ending/refusal.ts";
import type { CauseCode, Step } from "../explanation.ts";
import { causeLines } from "./cause-lines.ts";
import { foldedSteps, foldText } from "./explanation-text.ts";
import { PLAIN } from "./paint.ts";

const step = (name: string, code?: CauseCode): Step =>
  ({ kind: "webhook", name, called: code === undefined, ...(code && { why: { code } }) }) as unknown as Step;

test("webhooks for other requests are folded by their reason, and near misses are not", () => {
  const far = [..."abcde"].map((name) => step(name, "rules"));
  const { single, folded } = foldedSteps([
    step("x"),
    ...far,
    step("y", "object-selector"),
    step("z", "resource"),
  ]);
  expect(single.map(({ name }) => name)).toEqual(["x", "y", "z"]);
  expect(folded.map((fold) => foldText(fold, PLAIN))).toEqual([
    "  – 5 not called, no rule matches: a, b, c and 2 more",
  ]);
});

test("a few are not folded", () => {
  expect(foldedSteps([step("a", "rules"), step("b", "group")]).folded).toEqual([]);
});

test("a condition that saw no old object tells when there is none", () => {
  const saw = { oldObject: null, "object.spec.a": null };
  expect(causeLines({ ...causeOf("condition", "it is false"), saw }, PLAIN).slice(1)).toEqual([
    "      it saw oldObject: null, as for each CREATE or CONNECT",
    "      it saw object.spec.a: null",
  ]);
});
