import { describe, expect, test } from "vitest";
import { pointerOf } from "../../src/explain/sources.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Budget, budgetsOf } from "../../src/lint/budget/budget.ts";
import { Model } from "../../src/lint/model/model.ts";
import { createCluster } from "../../src/testing/create-cluster.ts";
import { faults } from "../../src/testing/faults.ts";

interface Hook {
  readonly timeoutSeconds: number;
  readonly reinvocationPolicy?: "IfNeeded";
  readonly failurePolicy?: "Ignore";
}

const configuration = (phase: "Mutating" | "Validating", hooks: readonly Hook[]): JsonObject => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: `${phase}WebhookConfiguration`,
  metadata: { name: "hooks" },
  webhooks: hooks.map((hook, index) => ({
    name: `${phase.toLowerCase()}-${index}.example.com`,
    clientConfig: { service: { namespace: "default", name: "hooks" } },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...hook,
  })),
});

async function predicted(manifests: readonly JsonObject[]): Promise<Budget> {
  const model = new Model(
    manifests.map((object) => ({ object, line: pointerOf })),
    { now: 0 },
  );
  const found = (await budgetsOf(model)).find(
    ({ operation, resource }) => `${operation} ${resource}` === "CREATE configmaps",
  );
  if (found === undefined) throw new Error("nobody is asked");
  return found;
}

/** Every webhook answers a millisecond before its time is over, and mutating ones change the object each time. */
async function measured(manifests: readonly JsonObject[], hooks: ReadonlyMap<string, Hook>) {
  let calls = 0;
  const change = (object: { metadata: { annotations?: Record<string, string> } }): void => {
    object.metadata.annotations = { calls: String(++calls) };
  };
  const cluster = await createCluster({
    manifests: manifests as never,
    webhooks: Object.fromEntries(
      [...hooks.keys()].map((name) => [name, name.startsWith("m") ? change : () => undefined]),
    ) as never,
  });
  for (const [name, { timeoutSeconds }] of hooks) cluster.fault(name, faults.slow(timeoutSeconds * 1000 - 1));
  const before = cluster.clock.now();
  const result = await cluster.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
  const seconds = (cluster.clock.now() - before) / 1000;
  await cluster.close();
  return { seconds, message: result.message };
}

const IF_NEEDED = { reinvocationPolicy: "IfNeeded" } as const;
const IGNORE = { failurePolicy: "Ignore" } as const;

const CASES: readonly (readonly [string, readonly Hook[], readonly Hook[], number])[] = [
  ["one", [{ timeoutSeconds: 10 }], [], 10],
  ["three in turn", [{ timeoutSeconds: 3 }, { timeoutSeconds: 4 }, { timeoutSeconds: 5 }], [], 12],
  ["the first again", [{ timeoutSeconds: 3, ...IF_NEEDED }, { timeoutSeconds: 4 }], [], 10],
  [
    "the last one need not be asked again",
    [{ timeoutSeconds: 3 }, { timeoutSeconds: 4, ...IF_NEEDED }],
    [],
    7,
  ],
  [
    "both again",
    [{ timeoutSeconds: 2, ...IF_NEEDED }, { timeoutSeconds: 3, ...IF_NEEDED }, { timeoutSeconds: 1 }],
    [],
    11,
  ],
  [
    "validating ones side by side",
    [],
    [{ timeoutSeconds: 3 }, { timeoutSeconds: 9 }, { timeoutSeconds: 4 }],
    9,
  ],
  [
    "both phases",
    [{ timeoutSeconds: 5, ...IF_NEEDED }, { timeoutSeconds: 5 }],
    [{ timeoutSeconds: 6 }, { timeoutSeconds: 7, ...IGNORE }],
    22,
  ],
];

const OVER: readonly (readonly [string, readonly Hook[], readonly Hook[]])[] = [
  ["nobody is named", Array.from({ length: 4 }, () => ({ timeoutSeconds: 10, ...IGNORE })), []],
  ["the last one is named", Array.from({ length: 4 }, () => ({ timeoutSeconds: 10 })), []],
  ["nothing is left for validating ones", [{ timeoutSeconds: 30, ...IGNORE }], [{ timeoutSeconds: 10 }]],
];

const setUp = (mutating: readonly Hook[], validating: readonly Hook[]) => ({
  manifests: [configuration("Mutating", mutating), configuration("Validating", validating)],
  hooks: new Map([
    ...mutating.map((hook, index) => [`mutating-${index}.example.com`, hook] as const),
    ...validating.map((hook, index) => [`validating-${index}.example.com`, hook] as const),
  ]),
});

describe("budgetsOf", () => {
  test.each(CASES)("says how long a request takes: %s", async (_, mutating, validating, seconds) => {
    const { manifests, hooks } = setUp(mutating, validating);
    const budget = await predicted(manifests);
    const { seconds: real } = await measured(manifests, hooks);
    expect(budget.seconds).toBe(seconds);
    expect(Math.abs(real - budget.seconds)).toBeLessThan(0.05 * real);
    expect(budget.error).toBeUndefined();
  });

  test.each(OVER)("says how a request ends that takes too long: %s", async (_, mutating, validating) => {
    const { manifests, hooks } = setUp(mutating, validating);
    const budget = await predicted(manifests);
    const { seconds, message } = await measured(manifests, hooks);
    expect(budget.seconds).toBe(40);
    expect(budget.limit).toBe(34);
    expect(Math.abs(seconds - 34)).toBeLessThan(0.05 * 34);
    expect(withoutAddress(budget.error ?? "")).toBe(withoutAddress(message));
  });
});

/** Message of a failed call without the address, which the engine does not know. */
const withoutAddress = (message: string): string => message.replace(/Post "[^"]*"/, "Post");
