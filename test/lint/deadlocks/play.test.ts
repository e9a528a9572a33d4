import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/api/json.ts";
import { pointerOf } from "../../../src/explain/sources.ts";
import { parseYaml } from "../../../src/json/go-yaml/read-yaml.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { lint } from "../../../src/lint/lint.ts";
import { type Case, manifestsOf, PLANTED, SOUND } from "./cases.ts";
import { World } from "./world.ts";

const DEADLOCKS: ReadonlySet<string> = new Set(["blocks-own-pods", "wait-for-each-other", "cannot-start"]);

let world: World;
afterEach(() => world.stop());

const isConfiguration = ({ kind }: JsonObject): boolean => String(kind).endsWith("WebhookConfiguration");
const NODE_LEASES = { apiVersion: "v1", kind: "Namespace", metadata: { name: "kube-node-lease" } };

/** Everything is there and runs; then all pods are lost at once. */
async function afterLoss(one: Case): Promise<string[]> {
  world = await World.start();
  await world.wantEasily([NODE_LEASES, ...manifestsOf(one)]);
  expect(world.up).toEqual(servicesOf(one));
  await world.losePods();
  await world.settle();
  return world.up;
}

/** A cluster that has the webhook configurations, and gets the rest. */
async function fromNothing(one: Case): Promise<string[]> {
  world = await World.start();
  const all = manifestsOf(one);
  const first = all.filter((object) => isConfiguration(object) || object.kind === "CustomResourceDefinition");
  await world.want([NODE_LEASES, ...first, ...all.filter((object) => !first.includes(object))]);
  return world.up;
}

const servicesOf = ({ products }: Case): string[] => products.map(({ name }) => `${name}/${name}`).sort();

/** As the finding says it. */
async function fixIt({ fix, object, webhook }: Finding): Promise<void> {
  const plural = object.kind.startsWith("Mutating") ? "mutating" : "validating";
  const path = `/apis/admissionregistration.k8s.io/v1/${plural}webhookconfigurations/${object.name}`;
  const [, added] = /^add to namespaceSelector\.matchExpressions: (\{.*?\})/.exec(fix) ?? [];
  await world.change(path, webhook, (entry) => {
    if (added === undefined) return { ...entry, failurePolicy: "Ignore" };
    const selector = (entry.namespaceSelector ?? {}) as JsonObject;
    const expressions = (selector.matchExpressions ?? []) as JsonObject[];
    return {
      ...entry,
      namespaceSelector: { ...selector, matchExpressions: [...expressions, parseYaml(added)] },
    };
  });
}

describe.each(PLANTED)("planted: $name", (one) => {
  test("what lint says is so, and its fix helps", { timeout: 240_000 }, async () => {
    const manifests = manifestsOf(one).map((object) => ({ object, line: pointerOf }));
    const findings = (await lint({ manifests, now: 0 })).findings.filter(({ rule }) => DEADLOCKS.has(rule));
    const [finding] = findings;
    if (finding === undefined) throw new Error("nothing was found");
    const inRecovery = finding.rule !== "cannot-start";
    const up = await (inRecovery ? afterLoss : fromNothing)(one);
    expect(up).toEqual([]);
    await fixIt(finding);
    await world.settle();
    expect(world.up).toEqual(servicesOf(one));
  });
});

describe.each(PLANTED.filter(({ finds }) => finds.includes("cannot-start")))(
  "only at the start: $name",
  (one) => {
    test("pods come back once all else is there", { timeout: 240_000 }, async () => {
      expect(await afterLoss(one)).toEqual(servicesOf(one));
    });
  },
);

describe.each(SOUND)("sound: $name", (one) => {
  test("pods come back, and a cluster starts from nothing", { timeout: 240_000 }, async () => {
    expect(await afterLoss(one)).toEqual(servicesOf(one));
    await world.stop();
    expect(await fromNothing(one)).toEqual(servicesOf(one));
  });
});
