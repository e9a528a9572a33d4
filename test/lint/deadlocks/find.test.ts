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

const UNDECLARED: Case = {
  name: "a namespace that is not among the manifests",
  products: [
    {
      name: "a",
      hooks: [
        {
          resource: "pods",
          namespaceSelector: { matchExpressions: [{ key: "control-plane", operator: "DoesNotExist" }] },
        },
      ],
    },
  ],
  finds: ["blocks-own-pods"],
};

describe("of a namespace that is not among the manifests", () => {
  const manifests = manifestsOf(UNDECLARED)
    .filter(({ kind }) => kind !== "Namespace")
    .map((object) => ({ object, line: pointerOf }));

  test("it is a hint, which says what is not known", async () => {
    const { findings } = await lint({ manifests, now: 0 });
    expect(findings.find(({ rule }) => rule === "blocks-own-pods")).toMatchObject({
      severity: "info",
      message: expect.stringContaining(
        "unless namespace a, which is not among the manifests, has the label control-plane",
      ),
    });
  });

  test("nothing is said where its Service or its pods are not", async () => {
    for (const missing of ["Service", "Deployment"]) {
      const rest = manifests.filter(({ object }) => object.kind !== missing);
      const { findings } = await lint({ manifests: rest, now: 0 });
      expect(findings.filter(({ rule }) => DEADLOCKS.has(rule))).toEqual([]);
    }
  });
});
