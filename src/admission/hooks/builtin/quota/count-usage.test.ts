import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import type { Lookup } from "../../../ports.ts";
import { countUsage } from "./count-usage.ts";

const quotaOn = (names: readonly string[]): KubeObject => ({
  apiVersion: "v1",
  kind: "ResourceQuota",
  metadata: { name: "q", namespace: "n" },
  spec: { hard: Object.fromEntries(names.map((name) => [name, "9"])) },
});

/** A namespace with two objects of each kind. */
const lookup = {
  list: () => [{ metadata: { name: "a" } }, { metadata: { name: "b" } }],
} as unknown as Lookup;

test("resources are counted by the names that quotas have for them", async () => {
  const names = ["configmaps", "count/configmaps", "count/deployments.apps", "count/pods", "cpu", "unknown"];
  expect(await countUsage(lookup, quotaOn(names))).toEqual({
    configmaps: "2",
    "count/configmaps": "2",
    "count/deployments.apps": "2",
    "count/pods": "2",
    cpu: "0",
  });
});

test("a quota on a hundred thousand resources is counted in linear time, and others have turns", async () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `count/r${i}.g`);
  const counted = countUsage(lookup, quotaOn(names));
  let turns = 0;
  let isDone = false;
  counted.then(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  expect(Object.keys(await counted)).toHaveLength(100_000);
  expect(turns).toBeGreaterThan(500);
});
