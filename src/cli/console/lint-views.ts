import type { JsonObject } from "../../json/value.ts";
import { needsGraph } from "../../lint/bring-up/graph.ts";
import { lint } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { namedWebhooks } from "../../lint/outage/missing-params.ts";
import { nameText, outageOf } from "../../lint/outage/outage.ts";
import { columnsOf } from "../../lint/output/graphs.ts";
import { readWholeCluster } from "../lint/read-whole-cluster.ts";
import type { Upstream } from "./upstream.ts";

const input = async ({ client }: Upstream) => ({
  ...(await readWholeCluster(client)),
  complete: true,
  now: Date.now(),
});

/** Returns the findings of `sallyport lint`. */
export async function lintFindings(upstream: Upstream): Promise<JsonObject> {
  const { findings, notes } = await lint(await input(upstream));
  return {
    findings: findings.map((finding) => ({ ...finding, object: { ...finding.object } })),
    notes: [...notes],
  };
}

/** Returns the resources that webhooks depend on, and the webhooks that are called about these resources. */
export async function graph(upstream: Upstream): Promise<JsonObject> {
  const given = await input(upstream);
  const model = new Model(given.manifests, given);
  const needs = await needsGraph(model);
  const columns = columnsOf(needs);
  const ids = new Map(
    [...needs.nodes].map(([id, { kind, inCircle }]) => [
      id,
      { id, kind, inCircle, column: columns.get(id) ?? 0 },
    ]),
  );
  // Webhooks with a URL depend on no resources of the cluster.
  for (const one of model.webhooks) {
    const id = `Webhook ${nameText(one)}`;
    if (!ids.has(id)) ids.set(id, { id, kind: "Webhook", inCircle: false, column: 0 });
  }
  return { nodes: [...ids.values()], edges: needs.edges.map((edge) => ({ ...edge })) };
}

/** Returns the outcome of requests while a webhook is down. */
export async function outage(upstream: Upstream, webhook: string): Promise<JsonObject> {
  const given = await input(upstream);
  const model = new Model(given.manifests, given);
  const { rows, recovery } = await outageOf(model, namedWebhooks(model, [webhook]));
  return {
    rows: rows.map((row) => ({
      ...row,
      namespaces: [...row.namespaces],
      by: [...row.by],
      only: [...row.only],
    })),
    recovery: recovery.map(({ backend, answer }) => ({ backend, answer })),
  };
}
