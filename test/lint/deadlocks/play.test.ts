import { describe, expect, test } from "vitest";
import { pointerOf } from "../../../src/explain/sources.ts";
import { parseYaml } from "../../../src/go-yaml/read-yaml.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { Finding } from "../../../src/lint/finding.ts";
import { lint } from "../../../src/lint/lint.ts";
import { sampled } from "../../parts/sampled.ts";
import { type Case, manifestsOf, PLANTED, SOUND } from "./cases.ts";
import { gated } from "./containers.ts";
import { World } from "./world.ts";

const DEADLOCKS: ReadonlySet<string> = new Set(["blocks-own-pods", "wait-for-each-other", "cannot-start"]);

const isConfiguration = ({ kind }: JsonObject): boolean => String(kind).endsWith("WebhookConfiguration");
const NODE_LEASES = { apiVersion: "v1", kind: "Namespace", metadata: { name: "kube-node-lease" } };

async function inWorld(play: (world: World) => Promise<void>): Promise<void> {
  const world = await World.start();
  try {
    await play(world);
  } finally {
    await world.stop();
  }
}

/** Everything is there and runs; then all pods are lost at once. */
async function afterLoss(world: World, one: Case): Promise<void> {
  const services = servicesOf(one);
  world.wantEasily([NODE_LEASES, ...manifestsOf(one)].map(gated));
  await world.untilUp(services.length);
  expect(world.up).toEqual(services);
  await world.losePods();
}

/** A cluster that has the webhook configurations, and gets the rest. */
async function fromNothing(world: World, one: Case): Promise<void> {
  const all = manifestsOf(one).map(gated);
  const first = all.filter((object) => isConfiguration(object) || object.kind === "CustomResourceDefinition");
  world.want([NODE_LEASES, ...first, ...all.filter((object) => !first.includes(object))]);
}

async function comesUp(world: World, one: Case): Promise<void> {
  const services = servicesOf(one);
  await world.untilUp(services.length);
  expect(world.up).toEqual(services);
}

const servicesOf = ({ products }: Case): string[] => products.map(({ name }) => `${name}/${name}`).sort();

/** Applies the fix of a finding. */
async function fixIt(world: World, { fix, object, webhook }: Finding): Promise<void> {
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

const TIMEOUT = { timeout: 600_000 };

describe.concurrent.each(sampled(PLANTED))("planted: $name", (one) => {
  test("what lint says is so, and its fix helps", TIMEOUT, async () => {
    const manifests = manifestsOf(one).map((object) => ({ object, line: pointerOf }));
    const findings = (await lint({ manifests, now: 0 })).findings.filter(({ rule }) => DEADLOCKS.has(rule));
    const [finding] = findings;
    if (finding === undefined) throw new Error("nothing was found");
    await inWorld(async (world) => {
      const inRecovery = finding.rule !== "cannot-start";
      await (inRecovery ? afterLoss : fromNothing)(world, one);
      await world.untilStuck();
      expect(world.up).toEqual([]);
      await fixIt(world, finding);
      await comesUp(world, one);
    });
  });
});

describe.concurrent.each(sampled(PLANTED.filter(({ finds }) => finds.includes("cannot-start"))))(
  "only at the start: $name",
  (one) => {
    test("pods come back once all else is there", TIMEOUT, () =>
      inWorld(async (world) => {
        await afterLoss(world, one);
        await comesUp(world, one);
      }),
    );
  },
);

describe.concurrent.each(sampled(SOUND))("sound: $name", (one) => {
  test("pods come back, and a cluster starts from nothing", TIMEOUT, async () => {
    await inWorld(async (world) => {
      await afterLoss(world, one);
      await comesUp(world, one);
    });
    await inWorld(async (world) => {
      await fromNothing(world, one);
      await comesUp(world, one);
    });
  });
});
