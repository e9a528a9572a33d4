import { kubeObject } from "../../../api/object/kube-object.ts";
import { type JsonObject, record } from "../../../json/value.ts";
import type { Pod } from "../../../types/tables/core/v1-types.ts";
import { type ApiClient, type ApiResult, createApiClient } from "../../base/api-client.ts";
import { asUser } from "../../base/as-user.ts";
import { type ControllerHost, isDying } from "../../base/controller.ts";
import type { WorkloadContext, WorkloadController } from "../../shared/context.ts";
import { keyOf, objectPath, PODS } from "../../shared/kinds.ts";
import type { ObjectCache } from "../../shared/object-cache.ts";
import { type FakeNode, fakeNode, nodeLease, nodeObject } from "./node-objects.ts";
import {
  endedStatus,
  nextStage,
  type Place,
  readinessChanged,
  resizedStatus,
  runningStatus,
  type Stage,
} from "./pod-stages.ts";

const HEARTBEAT_MS = 10_000;
const NODES = "/api/v1/nodes";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
const BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
/**
 * ClusterRoleBinding that gives the group `system:nodes` the rights of kubelets. The reference has a separate
 * authorizer for that.
 */
const NODES_BINDING = "sallyport:fake-nodes";

/** Registers fake nodes, renews their Leases, and writes the status of their pods as if they ran. */
export function fakeNodes(host: ControllerHost, count: number): WorkloadController {
  const nodes = new Map(Array.from({ length: count }, (_, n) => [fakeNode(n).name, fakeNode(n)]));
  return {
    start(context) {
      const kubelets = new Map([...nodes].map(([name]) => [name, kubeletClient(host, name)]));
      const beats = context.queue(async (name, again) => {
        const isDone = await register(context, nodes.get(name), kubelets.get(name));
        if (isDone) again(HEARTBEAT_MS);
        return isDone;
      });
      const admin = createApiClient(host.handle, host.token, "sallyport-fake-nodes");
      const bindings = context.queue(async () => {
        const isDone = await allowNodes(admin);
        if (isDone) for (const name of nodes.keys()) beats.add(name);
        return isDone;
      });
      bindings.add(NODES_BINDING);
      const pods = context.queue((key, again) => {
        const pod = context.cache.find(PODS, key);
        const node = nodes.get(pod?.spec?.nodeName ?? "");
        const api = kubelets.get(node?.name ?? "");
        if (pod === undefined || node === undefined || api === undefined) return Promise.resolve(true);
        return play({ ...context, api, node }, pod, again);
      });
      context.cache.listen(PODS, ({ object, deleted }) => {
        if (!deleted && nodes.has(PODS.of(object).spec?.nodeName ?? "")) pods.add(keyOf(object));
      });
    },
  };
}

const kubeletClient = (host: ControllerHost, name: string): ApiClient =>
  createApiClient(host.handle, asUser(host, `system:node:${name}`, ["system:nodes"]), "kubelet");

async function allowNodes(api: ApiClient): Promise<boolean> {
  const { status } = await api.send("POST", BINDINGS, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: NODES_BINDING },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "system:node" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:nodes" }],
  });
  return status === 201 || status === 409;
}

/** Creates the node if it is missing, and renews its Lease. */
async function register(
  { now }: WorkloadContext,
  node: FakeNode | undefined,
  api: ApiClient | undefined,
): Promise<boolean> {
  if (node === undefined || api === undefined) return true;
  const found = await api.get(`${NODES}/${node.name}`);
  const there = found.status === 404 ? await api.send("POST", NODES, nodeObject(node, now())) : found;
  if (there.status >= 300) return false;
  const uid = kubeObject(there.body).metadata.uid ?? "";
  const lease = nodeLease(node.name, uid, now());
  const { spec } = lease;
  const renewed = await api.patch("merge", `${LEASES}/${node.name}`, { spec: record(spec) });
  return renewed.status === 404
    ? (await api.send("POST", LEASES, lease)).status === 201
    : renewed.status === 200;
}

type Kubelet = Pick<WorkloadContext, "now" | "cache"> & { readonly api: ApiClient; readonly node: FakeNode };

async function play(kubelet: Kubelet, pod: Pod, again: (milliseconds: number) => void): Promise<boolean> {
  if (readinessChanged(pod) && !isDying(pod)) return settle(kubelet, await writeRunning(kubelet, pod));
  const resized = isDying(pod) ? undefined : resizedStatus(pod);
  if (resized !== undefined) return settle(kubelet, await writeStatus(kubelet.api, pod, resized));
  const stage = nextStage(pod);
  if (stage === undefined) return true;
  const wait = stage.at - kubelet.now();
  if (wait > 0) {
    again(wait);
    return true;
  }
  return settle(kubelet, await take(kubelet, pod, stage));
}

/**
 * Waits until the cache contains the written pod. Returns true also if the pod is gone or was changed: its
 * own change causes the next sync.
 */
async function settle({ cache }: Kubelet, { status, body }: ApiResult): Promise<boolean> {
  if (status < 300) await cache.caughtUp(PODS, kubeObject(body).metadata.resourceVersion);
  return status < 300 || status === 404 || status === 409;
}

function take(kubelet: Kubelet, pod: Pod, stage: Stage): Promise<ApiResult> {
  const { api, now } = kubelet;
  switch (stage.do) {
    case "run":
      return writeRunning(kubelet, pod);
    case "succeed":
    case "fail":
      return writeStatus(api, pod, endedStatus(pod, stage.do === "fail", now()));
    case "delete":
      return api.send("DELETE", objectPath(PODS, pod), {
        apiVersion: "v1",
        kind: "DeleteOptions",
        gracePeriodSeconds: 0,
        preconditions: { uid: pod.metadata.uid },
      });
  }
}

const writeRunning = ({ api, node, cache, now }: Kubelet, pod: Pod): Promise<ApiResult> =>
  writeStatus(api, pod, runningStatus(pod, placeOf(node, cache, pod), now()));

const writeStatus = (api: ApiClient, pod: Pod, status: JsonObject): Promise<ApiResult> =>
  api.patch("strategic", `${objectPath(PODS, pod)}/status`, { metadata: { uid: pod.metadata.uid }, status });

/**
 * Returns the addresses of a pod: that of the node for the host network, the address that it has already, or
 * a free one.
 */
function placeOf(node: FakeNode, cache: ObjectCache, pod: Pod): Place {
  const hostIP = node.address;
  if (pod.spec?.hostNetwork === true) return { hostIP, podIP: hostIP };
  if (pod.status?.podIP !== undefined) return { hostIP, podIP: pod.status.podIP };
  return { hostIP, podIP: freeAddress(node, cache, pod) };
}

const given = new WeakMap<ObjectCache, Map<string, string>>();

/**
 * Returns a free address of the node. Used addresses are recorded here, because two pods can start before the
 * status of the first one is written.
 */
function freeAddress({ podPrefix }: FakeNode, cache: ObjectCache, pod: Pod): string {
  const addresses = given.get(cache) ?? new Map<string, string>();
  given.set(cache, addresses);
  for (let last = 2; last < 255; last++) {
    const address = `${podPrefix}.${last}`;
    const holder = addresses.get(address);
    if (holder === undefined || !holds(cache, holder)) {
      addresses.set(address, `${keyOf(pod)}/${pod.metadata.uid}`);
      return address;
    }
  }
  return `${podPrefix}.255`;
}

function holds(cache: ObjectCache, holder: string): boolean {
  const [namespace = "", name = "", uid] = holder.split("/");
  const pod = cache.get(PODS, namespace, name);
  return pod?.metadata.uid === uid && pod?.status?.phase !== "Succeeded" && pod?.status?.phase !== "Failed";
}
