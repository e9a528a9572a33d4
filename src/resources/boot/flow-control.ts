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

interface Schema {
  readonly name: string;
  readonly level: string;
  readonly precedence: number;
  readonly by?: "ByUser" | "ByNamespace";
  readonly rule: JsonObject;
}

const schema = ({ name, level, precedence, by, rule }: Schema): KubeObject =>
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

const SCHEMAS: readonly Schema[] = [
  { name: "catch-all", level: "catch-all", precedence: 10_000, by: "ByUser", rule: everything(...EVERYBODY) },
  { name: "exempt", level: "exempt", precedence: 1, rule: everything(group("system:masters")) },
  {
    name: "global-default",
    level: "global-default",
    precedence: 9900,
    by: "ByUser",
    rule: everything(...EVERYBODY),
  },
  {
    name: "kube-controller-manager",
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    rule: everything(CONTROLLER_MANAGER),
  },
  {
    name: "kube-scheduler",
    level: "workload-high",
    precedence: 800,
    by: "ByNamespace",
    rule: everything(SCHEDULER),
  },
  {
    name: "kube-system-service-accounts",
    level: "workload-high",
    precedence: 900,
    by: "ByNamespace",
    rule: everything(SYSTEM_ACCOUNTS),
  },
  {
    name: "probes",
    level: "exempt",
    precedence: 2,
    rule: {
      subjects: EVERYBODY,
      nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/healthz", "/readyz", "/livez"] }],
    },
  },
  {
    name: "service-accounts",
    level: "workload-low",
    precedence: 9000,
    by: "ByUser",
    rule: everything(group("system:serviceaccounts")),
  },
  {
    name: "system-leader-election",
    level: "leader-election",
    precedence: 100,
    by: "ByUser",
    rule: {
      subjects: [CONTROLLER_MANAGER, SCHEDULER, SYSTEM_ACCOUNTS],
      resourceRules: [leases("get", "create", "update")],
    },
  },
  {
    name: "system-node-high",
    level: "node-high",
    precedence: 400,
    by: "ByUser",
    rule: {
      subjects: [NODES],
      resourceRules: [
        {
          verbs: ["*"],
          apiGroups: [""],
          resources: ["nodes", "nodes/status"],
          clusterScope: true,
          namespaces: ["*"],
        },
        leases("*"),
      ],
    },
  },
  { name: "system-nodes", level: "system", precedence: 500, by: "ByUser", rule: everything(NODES) },
];

const FLOW_SCHEMAS: readonly KubeObject[] = SCHEMAS.map(schema);
