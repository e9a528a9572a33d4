import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { equal } from "../../json/equal.ts";
import { type JsonObject, membersOf, record, records, text, texts } from "../../json/value.ts";
import { type ApiClient, type ApiResult, itemsOf } from "../base/api-client.ts";
import { type Controller, isDying } from "../base/controller.ts";
import { deletionConditions, type Remainder } from "./namespace-conditions.ts";

/**
 * Completes the deletion of a namespace: deletes everything in it, reports the remaining objects in its
 * status, waits for them, then removes `kubernetes` from spec.finalizers.
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
  const namespace = kubeObject(body);
  const finalizers = membersOf<{ finalizers: string[] }>(namespace.spec).finalizers ?? [];
  if (namespace.metadata.deletionTimestamp === undefined || !finalizers.includes("kubernetes")) return true;
  const tally: Tally = { resources: new Map(), finalizers: new Map(), failures: [] };
  const all = await collections(api, name, tally);
  const emptied = await emptyInOrder({ api, namespace, tally, now }, all);
  if (emptied === "replaced") return false;
  if (tally.resources.size + tally.failures.length === 0) return finalize(api, name, namespace);
  // While pods remain, the reference reports no counts.
  const told = emptied === "done" ? tally : { ...tally, resources: NONE, finalizers: NONE };
  await tell(api, name, namespace, told, now);
  return false;
}

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Deletes pods first. Objects that pods may need, such as NetworkPolicies, stay until the pods are gone
 * (pkg/controller/namespace/deletion/namespaced_resources_deleter.go, deleteAllContent).
 */
async function emptyInOrder(
  emptying: Emptying,
  all: readonly Collection[],
): Promise<"done" | "replaced" | "pods remain"> {
  for (const phase of [all.filter(isOfPods), all.filter((one) => !isOfPods(one))]) {
    for (const collection of phase) if ((await empty(emptying, collection)) === "replaced") return "replaced";
    if (emptying.tally.resources.has(PODS)) return "pods remain";
  }
  return "done";
}

/** One attempt to empty a namespace. */
interface Emptying {
  readonly api: ApiClient;
  readonly namespace: KubeObject;
  readonly tally: Tally;
  readonly now: number;
}

const PODS = "pods.";
const isOfPods = ({ title }: Collection): boolean => title === PODS;

interface Tally {
  readonly resources: Map<string, number>;
  readonly finalizers: Map<string, number>;
  readonly failures: string[];
}

interface Collection {
  readonly path: string;
  /** Resource and group, for example `pods.`, `deployments.apps`. */
  readonly title: string;
  /** Name of the resource in errors, for example `apps/v1, Resource=deployments`. */
  readonly goName: string;
  /** True if one request can delete all its objects. */
  readonly isDeletable: boolean;
}

async function tell(
  api: ApiClient,
  name: string,
  namespace: KubeObject,
  tally: Remainder,
  now: number,
): Promise<void> {
  const status = membersOf<{ conditions?: JsonObject[] }>(namespace.status);
  const before = status.conditions ?? [];
  const conditions = deletionConditions(tally, before, now);
  if (equal(conditions, before)) return;
  const body = { ...namespace, status: { ...status, conditions } };
  await api.send("PUT", `/api/v1/namespaces/${name}/status`, body);
}

/**
 * Returns the paths of all namespaced resources that can be listed and deleted. A group whose resources
 * cannot be listed counts as a failure, so the namespace stays.
 */
async function collections(api: ApiClient, namespace: string, tally: Tally): Promise<Collection[]> {
  const { status, body } = await api.get("/apis");
  if (status !== 200) throw new Error(`the groups cannot be listed: ${status}`);
  const roots = [
    "/api/v1",
    ...records(body.groups).map((group) => `/apis/${text(record(group.preferredVersion).groupVersion)}`),
  ];
  const found: Collection[] = [];
  for (const root of roots) {
    const listed = await api.get(root);
    if (listed.status !== 200 && listed.status !== 404) tally.failures.push(saidBy(listed));
    for (const resource of records(listed.body.resources)) {
      const [name, verbs] = [text(resource.name), texts(resource.verbs)];
      if (
        resource.namespaced === true &&
        verbs.includes("list") &&
        verbs.includes("delete") &&
        !name.includes("/")
      )
        found.push({
          path: `${root}/namespaces/${namespace}/${name}`,
          title: `${name}.${groupOf(root)}`,
          goName: `${groupOf(root)}/${root.split("/").at(-1)}, Resource=${name}`,
          isDeletable: verbs.includes("deletecollection"),
        });
    }
  }
  return found;
}

const saidBy = ({ status, body }: ApiResult): string => String(body.message ?? status);

const groupOf = (root: string): string => (root.startsWith("/apis/") ? (root.split("/")[2] ?? "") : "");

/**
 * Deletes the objects of a collection, and counts those that remain, such as pods within their grace period.
 * No object can be created, because the namespace is Terminating: an object that is not in the list now will
 * not exist later (deleteAllContentForGroupVersionResource).
 */
async function empty(emptying: Emptying, collection: Collection): Promise<"done" | "replaced"> {
  const { api, namespace, tally, now } = emptying;
  const { path, title, goName } = collection;
  const listed = await api.get(path);
  // The resource is no longer served, or does not support lists.
  if (listed.status === 404 || listed.status === 405) return "done";
  if (listed.status !== 200) tally.failures.push(saidBy(listed));
  const found = itemsOf(listed.body);
  if (listed.status !== 200 || found.length === 0) return "done";
  // The check follows the list. If it finds the same namespace, all objects of the list were in this
  // namespace.
  if (!(await isStill(api, namespace))) return "replaced";
  const problems = await removeAll(api, collection, found);
  if (problems.length > 0) {
    tally.failures.push(problems[0] ?? "");
    return "done";
  }
  if (isOfPods(collection)) await endOverdue(api, path, found, now);
  const again = await api.get(path);
  if (again.status !== 200) tally.failures.push(saidBy(again));
  const left = itemsOf(again.body);
  if (left.length === 0) return "done";
  tally.resources.set(title, left.length);
  const finalizers = left.flatMap(({ metadata }) => metadata.finalizers ?? []);
  for (const finalizer of finalizers)
    tally.finalizers.set(finalizer, (tally.finalizers.get(finalizer) ?? 0) + 1);
  const isGraceful = isOfPods(collection) && mayStillEnd(namespace, found, now);
  if (!isGraceful && finalizers.length === 0)
    tally.failures.push(
      `unexpected items still remain in namespace: ${namespace.metadata.name} for gvr: ${goName}`,
    );
  return "done";
}

/**
 * Returns true if the longest grace period of the pods, counted from the deletion of the namespace, is not
 * over (estimateGracefulTermination).
 */
function mayStillEnd({ metadata }: KubeObject, pods: readonly KubeObject[], now: number): boolean {
  const seconds = pods
    .filter(({ status }) => !isEnded(membersOf<{ phase: string }>(status).phase))
    .map(
      ({ spec }) =>
        membersOf<{ terminationGracePeriodSeconds: number }>(spec).terminationGracePeriodSeconds ?? 0,
    );
  return now - Date.parse(metadata.deletionTimestamp ?? "") < Math.max(0, ...seconds) * 1000;
}

const isEnded = (phase: string | undefined): boolean => phase === "Succeeded" || phase === "Failed";

/**
 * Deletes pods whose grace period is over and which no node has ended. Without a kubelet nothing else would
 * delete them.
 */
async function endOverdue(
  api: ApiClient,
  path: string,
  pods: readonly KubeObject[],
  now: number,
): Promise<void> {
  const overdue = pods.filter(
    ({ metadata: { deletionTimestamp = "", finalizers = [] } }) =>
      finalizers.length === 0 && Date.parse(deletionTimestamp) <= now,
  );
  for (const pod of overdue) await remove(api, path, pod, { gracePeriodSeconds: 0 });
}

/**
 * Returns true if the namespace still exists with the same uid. Another controller can have completed the
 * deletion, and a client can have created a namespace of the same name since.
 */
async function isStill(api: ApiClient, { metadata }: KubeObject): Promise<boolean> {
  const { status, body } = await api.get(`/api/v1/namespaces/${metadata.name}`);
  return status === 200 && kubeObject(body).metadata.uid === metadata.uid;
}

const SIDE_BY_SIDE = 16;

/** Deletes objects, with one request if the resource allows it. Returns the errors. */
async function removeAll(
  api: ApiClient,
  { path, isDeletable }: Collection,
  objects: readonly KubeObject[],
): Promise<string[]> {
  if (isDeletable) {
    const answer = await api.send("DELETE", path, IN_THE_BACKGROUND);
    if (answer.status !== 404 && answer.status !== 405) return answer.status < 400 ? [] : [saidBy(answer)];
  }
  const problems: string[] = [];
  for (let at = 0; at < objects.length; at += SIDE_BY_SIDE) {
    const some = objects.slice(at, at + SIDE_BY_SIDE);
    problems.push(...(await Promise.all(some.map((object) => remove(api, path, object)))).flat());
  }
  return problems;
}

/** Deletes an object with this uid. Returns the errors. */
async function remove(
  api: ApiClient,
  path: string,
  { metadata }: KubeObject,
  more: JsonObject = {},
): Promise<string[]> {
  const { name = "", uid = "", deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp !== undefined && finalizers.length > 0) return [];
  const options = { ...IN_THE_BACKGROUND, ...more, preconditions: { uid } };
  const answer = await api.send("DELETE", `${path}/${encodeURIComponent(name)}`, options);
  return answer.status < 400 || answer.status === 404 || answer.status === 409 ? [] : [saidBy(answer)];
}

const IN_THE_BACKGROUND: JsonObject = {
  kind: "DeleteOptions",
  apiVersion: "v1",
  propagationPolicy: "Background",
};

async function finalize(api: ApiClient, name: string, namespace: KubeObject): Promise<boolean> {
  const spec = record(namespace.spec);
  const finalizers = texts(spec.finalizers).filter((f) => f !== "kubernetes");
  const { status } = await api.send("PUT", `/api/v1/namespaces/${name}/finalize`, {
    ...namespace,
    spec: { ...spec, finalizers },
  });
  return status === 200 || status === 404;
}
