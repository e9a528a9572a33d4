import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const FLOW = "/apis/flowcontrol.apiserver.k8s.io/v1";
const spec = (more: Members): Json => ({ spec: more });
const resources = (more: Members = {}): Members => ({
  verbs: ["get"],
  apiGroups: ["example.com"],
  resources: ["things"],
  namespaces: ["none"],
  ...more,
});
const urls = (more: Members = {}): Members => ({ verbs: ["get"], nonResourceURLs: ["/none"], ...more });
const user = { kind: "User", user: { name: "nobody-{{id}}" } };
const rules = (more: Members): Json =>
  spec({ rules: [{ subjects: [user], resourceRules: [resources()], ...more }] });
const subject = (more: Json): Json => rules({ subjects: [more] });
const onResources = (more: Members): Json => rules({ resourceRules: [resources(more)] });
const onUrls = (more: Members): Json => rules({ nonResourceRules: [urls(more)] });

const SCHEMAS: readonly Json[] = [
  ...[0, -1, 1, 10_000, 10_001].map((matchingPrecedence) => spec({ matchingPrecedence })),
  spec({ priorityLevelConfiguration: { name: "" } }),
  spec({ priorityLevelConfiguration: null }),
  spec({ priorityLevelConfiguration: { name: "A b" } }),
  spec({ priorityLevelConfiguration: { name: "exempt" } }),
  spec({ distinguisherMethod: { type: "Other" } }),
  spec({ distinguisherMethod: { type: "" } }),
  spec({ distinguisherMethod: { type: "ByUser" } }),
  spec({ rules: [] }),
  spec({ rules: [{}] }),
  rules({ subjects: [] }),
  rules({ resourceRules: [], nonResourceRules: [] }),
  subject({}),
  subject({ kind: "Other" }),
  subject({ kind: "User" }),
  subject({ kind: "User", user: { name: "" } }),
  subject({ kind: "User", user: { name: "x" }, group: { name: "y" } }),
  subject({ kind: "User", user: { name: "x" }, serviceAccount: { name: "y", namespace: "z" } }),
  subject({ kind: "Group" }),
  subject({ kind: "Group", group: { name: "" } }),
  subject({ kind: "Group", group: { name: "x" }, user: { name: "y" } }),
  subject({ kind: "Group", group: { name: "x" }, serviceAccount: { name: "y", namespace: "z" } }),
  subject({ kind: "ServiceAccount" }),
  subject({ kind: "ServiceAccount", serviceAccount: { name: "", namespace: "" } }),
  subject({ kind: "ServiceAccount", serviceAccount: { name: "A b", namespace: "A b" } }),
  subject({ kind: "ServiceAccount", serviceAccount: { name: "*", namespace: "*" } }),
  subject({
    kind: "ServiceAccount",
    serviceAccount: { name: "x", namespace: "y" },
    user: { name: "u" },
    group: { name: "g" },
  }),
  onResources({ verbs: [] }),
  onResources({ verbs: ["*", "get"] }),
  onResources({ verbs: ["other", ""] }),
  onResources({ apiGroups: [] }),
  onResources({ apiGroups: ["*", "x"] }),
  onResources({ resources: [] }),
  onResources({ resources: ["*", "x"] }),
  onResources({ namespaces: [] }),
  onResources({ namespaces: ["*", "x"] }),
  onResources({ namespaces: ["A b", ""] }),
  onResources({ namespaces: null, clusterScope: true }),
  onResources({ namespaces: null, clusterScope: false }),
  onResources({ verbs: ["get", "get"], apiGroups: ["", ""] }),
  onUrls({}),
  onUrls({ verbs: [] }),
  onUrls({ verbs: ["*", "get"] }),
  onUrls({ verbs: ["list", "watch"] }),
  onUrls({ nonResourceURLs: [] }),
  onUrls({ nonResourceURLs: ["*", "/x"] }),
  ...["", "x", "/", "/x y", "//x", "/x//y", "/*", "/x/*", "/x*", "/*/x", "/x/**", "/*/*", "/x\t"].map((url) =>
    onUrls({ nonResourceURLs: [url] }),
  ),
];

const limited = (more: Members): Json => spec({ limited: { limitResponse: { type: "Reject" }, ...more } });
const queuing = (more: Members): Json =>
  limited({
    limitResponse: { type: "Queue", queuing: { queues: 8, handSize: 2, queueLengthLimit: 5, ...more } },
  });
const LEVELS: readonly Json[] = [
  spec({ type: "" }),
  spec({ type: "Other" }),
  spec({ type: "Exempt" }),
  spec({ type: "Exempt", limited: null, exempt: {} }),
  spec({ limited: null }),
  spec({ limited: null, exempt: {} }),
  spec({ exempt: {} }),
  ...[-1, 0, 1].map((nominalConcurrencyShares) => limited({ nominalConcurrencyShares })),
  ...[-1, 0, 100, 101].map((lendablePercent) => limited({ lendablePercent })),
  ...[-1, 0, 100, 5000].map((borrowingLimitPercent) => limited({ borrowingLimitPercent })),
  limited({ limitResponse: null }),
  limited({ limitResponse: {} }),
  limited({ limitResponse: { type: "Other" } }),
  limited({ limitResponse: { type: "Queue" } }),
  limited({ limitResponse: { type: "Reject", queuing: {} } }),
  limited({ limitResponse: { type: "Other", queuing: {} } }),
  limited({ limitResponse: { type: "Queue", queuing: {} } }),
  queuing({ queues: 0 }),
  queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
  queuing({ queues: 10_000_001 }),
  queuing({ handSize: 0 }),
  queuing({ handSize: 9 }),
  queuing({ queueLengthLimit: 0 }),
  queuing({ queues: 10_000_000, handSize: 3 }),
  queuing({ queues: 1024, handSize: 7 }),
  queuing({ queues: 64, handSize: 64 }),
  { metadata: { annotations: { "flowcontrol.k8s.io/preserve-zero-concurrency-shares": "" } } },
  { metadata: { name: "exempt" } },
  { metadata: { name: "catch-all" } },
  { metadata: { name: "exempt" }, spec: { type: "Exempt", limited: null } },
];
const conditions = (...all: Json[]): Json => ({ conditions: all });
const STATUSES: readonly Json[] = [
  conditions({ type: "" }),
  conditions({ type: "A" }, { type: "A" }),
  conditions({ type: "Dangling", status: "Other" }),
  conditions({
    type: "Dangling",
    status: "True",
    reason: "a b",
    message: "m",
    lastTransitionTime: "2001-02-03T04:05:06Z",
  }),
  conditions({}, {}),
  { conditions: null },
];

/** Schemas of flows and their levels. */
export const flowTries = (): Scenario =>
  tries("tries-flows", [
    {
      path: `${FLOW}/flowschemas`,
      base: spec({
        priorityLevelConfiguration: { name: "none-{{id}}" },
        matchingPrecedence: 9999,
        rules: [{ subjects: [user], resourceRules: [resources()] }],
      }),
      // Priority and fairness is off in the reference here, so the status of stored objects is never written.
      onlyCreates: true,
      creates: [
        ...SCHEMAS,
        { metadata: { name: "exempt" }, spec: { matchingPrecedence: 1 } },
        { metadata: { name: "catch-all" } },
        { metadata: { name: "A b" } },
      ],
    },
    {
      path: `${FLOW}/prioritylevelconfigurations`,
      base: spec({
        type: "Limited",
        limited: { nominalConcurrencyShares: 0, limitResponse: { type: "Reject" } },
      }),
      creates: LEVELS,
      updates: LEVELS.slice(0, -3),
      statuses: STATUSES,
    },
    ...["exempt", "catch-all"].flatMap((name) => [
      { path: `${FLOW}/flowschemas`, base: { metadata: { name } }, onlyCreates: true, creates: [{}] },
      {
        path: `${FLOW}/prioritylevelconfigurations`,
        base: { metadata: { name } },
        onlyCreates: true,
        creates: [{}],
      },
    ]),
  ]);
