import { describe, expect, test } from "vitest";
import { pointerOf } from "../../../src/explain/sources.ts";
import { Model } from "../../../src/lint/model/model.ts";
import { namedWebhooks } from "../../../src/lint/outage/missing-params.ts";
import { type OutageRow, outageOf } from "../../../src/lint/outage/outage.ts";
import { createCluster } from "../../../src/testing/create-cluster.ts";
import { faults } from "../../../src/testing/faults.ts";
import type { TestCluster } from "../../../src/testing/test-cluster.ts";
import { isShort, sampled } from "../../parts/sampled.ts";
import { configurationOf, NAMESPACES, OBJECTS, PLANTED, stored } from "./planted.ts";

/** Effect on a request: none; or it fails, or takes a number of seconds longer. */
type Effect = string;

const predicted = (row: OutageRow | undefined, hangs: boolean): Effect => {
  if (row === undefined) return "nothing";
  const fails = row.outcome === "fails" || (row.outcome === "fails-slowly" && hangs);
  return `${fails ? "fails" : "is answered"} after ${hangs ? row.seconds : 0} s`;
};

async function real(
  cluster: TestCluster,
  plural: string,
  operation: string,
  namespace: string,
): Promise<Effect> {
  const { cluster: isCluster, spec, apiVersion, kind } = OBJECTS[plural] ?? { apiVersion: "", kind: "" };
  const place = isCluster === true ? {} : { namespace };
  const object = {
    apiVersion,
    kind,
    metadata: { name: operation === "CREATE" ? "new" : "old", ...place },
    ...(spec && { spec }),
  };
  const before = cluster.clock.now();
  const dry = { dryRun: true };
  const result =
    operation === "CREATE"
      ? await cluster.create(object, dry)
      : operation === "UPDATE"
        ? await cluster.patch(
            { ...object, name: "old" } as never,
            { metadata: { annotations: { a: "b" } } } as never,
            dry as never,
          )
        : await cluster.delete({ apiVersion, kind, name: "old", ...place } as never, dry as never);
  const seconds = Math.round((cluster.clock.now() - before) / 1000);
  const asked = [...result.webhooksCalled, ...Object.keys(result.webhooksFailed)];
  if (asked.length === 0) return result.allowed ? "nothing" : `was refused: ${result.message}`;
  return `${result.allowed ? "is answered" : "fails"} after ${seconds} s`;
}

describe.each(isShort ? sampled(PLANTED) : PLANTED)("planted: $name", (planted) => {
  test("what --down says is so", { timeout: 240_000 }, async () => {
    const configuration = configurationOf(planted);
    const manifests = [...NAMESPACES, configuration];
    const model = new Model(
      manifests.map((object) => ({ object, line: pointerOf })),
      { now: 0 },
    );
    const { rows } = await outageOf(model, namedWebhooks(model, ["planted"]));
    const cluster = await createCluster({ manifests: [...NAMESPACES, ...stored()] as never });
    await cluster.load(configuration as never);
    for (const hangs of [false, true]) {
      planted.hooks.forEach((_, index) => {
        cluster.fault(`h${index}.example.com`, hangs ? faults.hang() : faults.refused());
      });
      for (const [plural, { cluster: isCluster }] of Object.entries(OBJECTS))
        for (const operation of ["CREATE", "UPDATE", "DELETE"])
          for (const namespace of isCluster === true ? [""] : ["shop", "guard"]) {
            const row = rows.find(
              (one) =>
                one.resource === plural &&
                one.operation === operation &&
                (namespace === "" ? one.namespaces.length === 0 : one.namespaces.includes(namespace)),
            );
            const what = `${operation} ${plural} ${namespace}: `;
            expect(what + (await real(cluster, plural, operation, namespace))).toBe(
              what + predicted(row, hangs),
            );
          }
    }
    await cluster.close();
  });
});
