import { describe, expect, test } from "vitest";
import { pointerOf } from "../../../src/explain/sources.ts";
import { lint } from "../../../src/lint/lint.ts";
import { type Case, manifestsOf, PLANTED, SOUND } from "./cases.ts";

const DEADLOCKS: ReadonlySet<string> = new Set(["blocks-own-pods", "wait-for-each-other", "cannot-start"]);

async function deadlocksIn(one: Case) {
  const manifests = manifestsOf(one).map((object) => ({ object, line: pointerOf }));
  const { findings } = await lint({ manifests, now: 0 });
  return findings.filter(({ rule }) => DEADLOCKS.has(rule));
}

describe.each([...PLANTED, ...SOUND])("$name", (one) => {
  test(`finds ${one.finds.join() || "nothing"}`, async () => {
    const found = await deadlocksIn(one);
    expect(found.map(({ rule }) => rule)).toEqual(one.finds);
    for (const { fix } of found) expect(fix).not.toBe("");
  });
});
