import type { KubeObject } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";

const API_VERSION = "flowcontrol.apiserver.k8s.io/v1";

/** Returns the priority levels and flow schemas of every new cluster. */
export const bootFlowControl = (): KubeObject[] => [...PRIORITY_LEVELS, ...FLOW_SCHEMAS];

/** Names of the objects that every server has, even if they are not stored. */
export const MANDATORY_FLOW_CONTROL: ReadonlySet<string> = new Set(["catch-all", "exempt"]);

/**
 * Returns the objects that a server restores, in the order of restoration: suggested ones before mandatory
 * ones, and priority levels before the flow schemas that refer to them.
 */
export const restoredFlowControl = (): { readonly object: KubeObject; readonly isMandatory: boolean }[] =>
  [false, true].flatMap((isMandatory) =>
    bootFlowControl()
      .filter(({ metadata }) => MANDATORY_FLOW_CONTROL.has(metadata.name ?? "") === isMandatory)
      .map((object) => ({ object, isMandatory })),
  );

/** Returns the mandatory objects of one kind, as they are in a new cluster. */
export const mandatoryFlowControl = (
  kind: "FlowSchema" | "PriorityLevelConfiguration",
): readonly KubeObject[] =>
  bootFlowControl().filter(
    (object) => object.kind === kind && MANDATORY_FLOW_CONTROL.has(object.metadata.name ?? ""),
  );

const object = (kind: string, name: string, spec: JsonObject): KubeObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name, annotations: { "apf.kubernetes.io/autoupdate-spec": "true" } },
  spec,
});

const limited = (name: string, shares: number, lendable: number, response: JsonObject): KubeObject =>
  object("PriorityLevelConfiguration", name, {
    type: "Limited",
    limited: { nominalConcurrencyShares: shares, lendablePercent: lendable, limitResponse: response },
  });

const queue = (queues: number, handSize: number): JsonObject => ({
  type: "Queue",
  queuing: { queues, handSize, queueLengthLimit: 50 },
});

const PRIORITY_LEVELS: readonly KubeObject[] = [
  limited("catch-all", 5, 0, { type: "Reject" }),
  object("PriorityLevelConfiguration", "exempt", {
    type: "Exempt",
    exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 },
  }),
  limited("global-default", 20, 50, queue(128, 6)),
  limited("leader-election", 10, 0, queue(16, 4)),
  limited("node-high", 40, 25, queue(64, 6)),
  limited("system", 30, 33, queue(64, 6)),
  limited("workload-high", 40, 50, queue(128, 6)),
  limited("workload-low", 100, 90, queue(128, 6)),
];

const user = (name: string): JsonObject => ({ kind: "User", user: { name } });
const group = (name: string): JsonObject => ({ kind: "Group", group: { name } });
const SYSTEM_ACCOUNTS: JsonObject = {
  kind: "ServiceAccount",
  serviceAccount: { namespace: "kube-system", name: "*" },
};
const EVERYBODY = [group("system:unauthenticated"), group("system:authenticated")];

const ALL_RESOURCES: JsonObject = {
  verbs: ["*"],
  apiGroups: ["*"],
  resources: ["*"],
  clusterScope: true,
  namespaces: ["*"],
};
const ALL_URLS: JsonObject = { verbs: ["*"], nonResourceURLs: ["*"] };

const everything = (...subjects: JsonObject[]): JsonObject => ({
  subjects,
  resourceRules: [ALL_RESOURCES],
  nonResourceRules: [ALL_URLS],
});

const schema = (
  name: string,
  level: string,
  precedence: number,
  rule: JsonObject,
  by?: "ByUser" | "ByNamespace",
): KubeObject =>
  object("FlowSchema", name, {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(by === undefined ? {} : { distinguisherMethod: { type: by } }),
    rules: [rule],
  });

const leases = (...verbs: string[]): JsonObject => ({
  verbs,
  apiGroups: ["coordination.k8s.io"],
  resources: ["leases"],
  namespaces: ["*"],
});

const CONTROLLER_MANAGER = user("system:kube-controller-manager");
const SCHEDULER = user("system:kube-scheduler");
const NODES = group("system:nodes");
const LEADERS: JsonObject = {
  subjects: [CONTROLLER_MANAGER, SCHEDULER, SYSTEM_ACCOUNTS],
  resourceRules: [leases("get", "create", "update")],
};
const NODE_STATES: JsonObject = {
  subjects: [NODES],
  resourceRules: [{ ...ALL_RESOURCES, apiGroups: [""], resources: ["nodes", "nodes/status"] }, leases("*")],
};

const FLOW_SCHEMAS: readonly KubeObject[] = [
  schema("catch-all", "catch-all", 10_000, everything(...EVERYBODY), "ByUser"),
  schema("exempt", "exempt", 1, everything(group("system:masters"))),
  schema("global-default", "global-default", 9900, everything(...EVERYBODY), "ByUser"),
  schema("kube-controller-manager", "workload-high", 800, everything(CONTROLLER_MANAGER), "ByNamespace"),
  schema("kube-scheduler", "workload-high", 800, everything(SCHEDULER), "ByNamespace"),
  schema("kube-system-service-accounts", "workload-high", 900, everything(SYSTEM_ACCOUNTS), "ByNamespace"),
  schema("probes", "exempt", 2, {
    subjects: EVERYBODY,
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
  }),
  schema("service-accounts", "workload-low", 9000, everything(group("system:serviceaccounts")), "ByUser"),
  schema("system-leader-election", "leader-election", 100, LEADERS, "ByUser"),
  schema("system-node-high", "node-high", 400, NODE_STATES, "ByUser"),
  schema("system-nodes", "system", 500, everything(NODES), "ByUser"),
];
