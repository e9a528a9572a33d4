import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import { equal } from "../json/equal.ts";
import { type ApiClient, itemsOf } from "./api-client.ts";
import { type Controller, isDying } from "./controller.ts";
import { deletionConditions } from "./namespace-conditions.ts";

/**
 * Empties a namespace that is being deleted and lets it go: deletes everything in it, tells what is left and waits for it,
 * then takes `kubernetes` out of spec.finalizers.
 */
export const namespaceDeletion: Controller = {
  name: "namespace-controller",
  alias: "namespace",
  kinds: ["v1/Namespace"],
  start({ host, api, queue }) {
    const namespaces = queue((name) => finish(api, name, host.now()));
    return ({ object, deleted }) => {
      if (!deleted && isDying(object)) namespaces.add(object.metadata.name ?? "");
    };
  },
};

async function finish(api: ApiClient, name: string, now: number): Promise<boolean> {
  const { status, body } = await api.get(`/api/v1/namespaces/${name}`);
  if (status !== 200) return status === 404;
  const namespace = body as KubeObject;
  const finalizers = (namespace.spec as { finalizers?: string[] } | undefined)?.finalizers ?? [];
  if (namespace.metadata.deletionTimestamp === undefined || !finalizers.includes("kubernetes")) return true;
  const tally: Tally = { resources: new Map(), finalizers: new Map(), failures: [] };
  for (const collection of await collections(api, name)) await empty(api, collection, tally);
  if (tally.resources.size + tally.failures.length === 0) return finalize(api, name, namespace);
  await tell(api, name, namespace, tally, now);
  return false;
}

interface Tally {
  readonly resources: Map<string, number>;
  readonly finalizers: Map<string, number>;
  readonly failures: string[];
}

interface Collection {
  readonly path: string;
  /** `pods.`, `deployments.apps`. */
  readonly title: string;
}

async function tell(
  api: ApiClient,
  name: string,
  namespace: KubeObject,
  tally: Tally,
  now: number,
): Promise<void> {
  const status = (namespace.status ?? {}) as { conditions?: JsonObject[] };
  const before = status.conditions ?? [];
  const conditions = deletionConditions(tally, before, now);
  if (equal(conditions, before)) return;
  const body = { ...namespace, status: { ...status, conditions } };
  await api.send("PUT", `/api/v1/namespaces/${name}/status`, body);
}

/** Paths of everything namespaced that can be listed and deleted. */
async function collections(api: ApiClient, namespace: string): Promise<Collection[]> {
  const groups = (await api.get("/apis")).body.groups as unknown as {
    versions: { groupVersion: string }[];
    preferredVersion: { groupVersion: string };
  }[];
  const roots = ["/api/v1", ...groups.map((g) => `/apis/${g.preferredVersion.groupVersion}`)];
  const found: Collection[] = [];
  for (const root of roots) {
    const resources = ((await api.get(root)).body.resources ?? []) as unknown as Resource[];
    for (const { name, namespaced, verbs } of resources)
      if (namespaced && verbs.includes("list") && verbs.includes("delete") && !name.includes("/"))
        found.push({ path: `${root}/namespaces/${namespace}/${name}`, title: `${name}.${groupOf(root)}` });
  }
  return found;
}

interface Resource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

const groupOf = (root: string): string => (root.startsWith("/apis/") ? (root.split("/")[2] ?? "") : "");

/** Deletes a collection, and notes what is still there. */
async function empty(api: ApiClient, { path, title }: Collection, tally: Tally): Promise<void> {
  const listed = await api.get(path);
  if (listed.status !== 200) return;
  const found = itemsOf(listed.body);
  if (found.length === 0) return;
  const problems: string[] = [];
  for (const { metadata } of found) {
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0) continue;
    const { status, body } = await api.send(
      "DELETE",
      `${path}/${encodeURIComponent(metadata.name ?? "")}`,
      AT_ONCE,
    );
    if (status >= 400 && status !== 404) problems.push(String(body.message ?? status));
  }
  if (problems.length > 0) tally.failures.push(`unexpected items still remain: ${problems[0]}`);
  const left = itemsOf((await api.get(path)).body);
  if (left.length > 0) tally.resources.set(title, left.length);
  for (const finalizer of left.flatMap(({ metadata }) => metadata.finalizers ?? []))
    tally.finalizers.set(finalizer, (tally.finalizers.get(finalizer) ?? 0) + 1);
}

const AT_ONCE: JsonObject = {
  kind: "DeleteOptions",
  apiVersion: "v1",
  propagationPolicy: "Background",
  gracePeriodSeconds: 0,
};

async function finalize(api: ApiClient, name: string, namespace: KubeObject): Promise<boolean> {
  const spec = (namespace.spec ?? {}) as JsonObject;
  const finalizers = ((spec.finalizers ?? []) as string[]).filter((f) => f !== "kubernetes");
  const { status } = await api.send("PUT", `/api/v1/namespaces/${name}/finalize`, {
    ...namespace,
    spec: { ...spec, finalizers },
  });
  return status === 200 || status === 404;
}
