import { describe, expect } from "vitest";
import { pointerOf } from "../../../src/explain/sources.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { Model } from "../../../src/lint/model/model.ts";
import { namedWebhooks } from "../../../src/lint/outage/missing-params.ts";
import { outageOf } from "../../../src/lint/outage/outage.ts";
import { longTest, sampled } from "../../parts/sampled.ts";
import { gated } from "../deadlocks/containers.ts";
import { World } from "../deadlocks/world.ts";
import { configurationOf, NAMESPACES, OBJECTS, PLANTED, stored } from "./planted.ts";
import { SeenWrites, saidOf } from "./writes.ts";

const NODE_LEASES = { apiVersion: "v1", kind: "Namespace", metadata: { name: "kube-node-lease" } };
/** Number of rounds after which every component of the server has tried its work. */
const ROUNDS = 8;

/**
 * A Deployment of a namespace, and a Service for its pods: those of the webhooks in `guard`, those of another product
 * in `shop`.
 */
function product(name: string): JsonObject[] {
  const metadata = { name, namespace: name };
  const labels = { app: name };
  const spec = { containers: [{ name: "c", image: "registry.example.com/c" }] };
  const template = { metadata: { labels }, spec };
  return [
    { apiVersion: "v1", kind: "Service", metadata, spec: { selector: labels, ports: [{ port: 443 }] } },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata,
      spec: { selector: { matchLabels: labels }, template },
    },
  ];
}

const PRODUCTS = [...product("guard"), ...product("shop")];
const UP = ["guard/guard", "shop/shop"];

/** Creates each object in each namespace, and scales the Deployment in `shop`. */
async function askForAll({ ask }: World): Promise<void> {
  for (const { apiVersion, kind, spec, cluster } of Object.values(OBJECTS))
    for (const namespace of cluster === true ? [""] : ["shop", "guard"]) {
      const path = pathOf(apiVersion, kind, namespace);
      const of = (name: string) => ({ apiVersion, kind, metadata: { name }, ...(spec && { spec }) });
      await ask("POST", path, of("new"));
      const annotations = { metadata: { annotations: { a: "b" } } };
      await ask("PATCH", `${path}/old`, annotations, { "content-type": "application/merge-patch+json" });
      await ask("DELETE", `${path}/old`);
    }
  const scale = { spec: { replicas: 3 } };
  const deployment = `${pathOf("apps/v1", "Deployment", "shop")}/shop`;
  await ask("PATCH", deployment, scale, { "content-type": "application/merge-patch+json" });
}

function pathOf(apiVersion: string, kind: string, namespace: string): string {
  const root = apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`;
  return `${root}${namespace === "" ? "" : `/namespaces/${namespace}`}/${kind.toLowerCase()}s`;
}

/** Starts everything, then stops all webhooks while controllers and users continue. */
async function breakDown(world: World, manifests: readonly JsonObject[], writes: SeenWrites): Promise<void> {
  world.wantEasily([...manifests, ...stored()].map(gated));
  await world.untilUp(UP.length);
  await world.rounds(1);
  await world.whileDown(() =>
    writes.during(async () => {
      await askForAll(world);
      await world.rounds(ROUNDS);
    }),
  );
}

/** Tests the prediction: the pods of the webhooks are created again after all pods are lost, or they are not. */
async function comesBack(world: World, answer: string | undefined): Promise<void> {
  await world.losePods();
  if (answer === "yes") await world.untilUp(UP.length);
  else await world.untilStuck();
  expect({ answer, up: world.up }).toEqual(answer === "yes" ? { answer, up: UP } : { answer: "no", up: [] });
}

describe.concurrent.each(sampled(PLANTED))("planted: $name", (planted) => {
  longTest("what --down says is so for everybody who works on a server", { timeout: 600_000 }, async () => {
    const manifests = [NODE_LEASES, ...NAMESPACES, ...PRODUCTS, configurationOf(planted)];
    const known = manifests.map((object) => ({ object, line: pointerOf }));
    const model = new Model(known, { now: 0 });
    const { rows, recovery } = await outageOf(model, namedWebhooks(model, ["planted"]));
    const writes = new SeenWrites();
    const world = await World.start([writes]);
    try {
      await breakDown(world, manifests, writes);
      for (const write of writes.all)
        expect({ ...write, said: saidOf(rows, write) }).toEqual({ ...write, said: write.effect });
      expect(new Set(writes.all.map(({ user }) => user)).size).toBeGreaterThan(2);
      await comesBack(world, recovery[0]?.answer);
    } finally {
      await world.stop();
    }
  });
});
