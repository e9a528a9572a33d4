import type { KubeObject } from "../../api/meta.ts";
import { Document } from "../../api/object/document.ts";
import { notFound } from "../../api/status.ts";
import { failingChecks } from "../health/health-checks.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { parseListOptions } from "./read/list-options.ts";
import type { Reads } from "./read/reads.ts";
import { selectionOf } from "./read/selection.ts";
import { groupResource, type Target } from "./target.ts";

/** Answers the GET of a component status, which is computed for each request. */
export async function getComponentStatus(reads: Reads, _: RequestContext, target: Target): Promise<Answer> {
  const found = (await componentStatuses(reads)).find(({ metadata }) => metadata.name === target.name);
  const resource = target.resource.missingAs ?? target.resource.plural;
  if (found === undefined) throw notFound({ ...groupResource(target), resource }, target.name);
  return { kind: "object", status: 200, shownAs: target.kind, document: new Document(found) };
}

/** Lists all component statuses; the list has no revision. */
export async function listComponentStatuses(
  reads: Reads,
  context: RequestContext,
  target: Target,
): Promise<Answer> {
  const { selectors } = parseListOptions(context.request.query);
  const selection = selectionOf(target.kind, selectors, target.name);
  const items = (await componentStatuses(reads)).filter((status) => selection.matches(status));
  return {
    kind: "list",
    shownAs: target.kind,
    listKind: target.kind.listKind,
    items: items.map((item) => new Document(item)),
    metadata: {},
    typedItems: false,
  };
}

/** Returns the statuses of a kube-apiserver without the other components: their ports refuse connections. */
async function componentStatuses({ storage }: Reads): Promise<readonly KubeObject[]> {
  const failing = await failingChecks({ storage, healthChecks: [] }, ["etcd"]);
  return [
    componentStatus("scheduler", refused(10_259)),
    componentStatus("controller-manager", refused(10_257)),
    componentStatus("etcd-0", failing.length === 0 ? undefined : "the store does not answer"),
  ];
}

const refused = (port: number): string =>
  `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`;

const componentStatus = (name: string, problem: string | undefined): KubeObject => ({
  kind: "ComponentStatus",
  apiVersion: "v1",
  metadata: { name },
  conditions: [
    { type: "Healthy", status: problem === undefined ? "True" : "False", message: problem ?? "ok" },
  ],
});
