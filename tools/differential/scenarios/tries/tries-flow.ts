import type { Json } from "../../../../src/json/value.ts";
import type { Members, Scenario } from "../scenario.ts";
import { conditions, spec, tries } from "./tries.ts";

const FLOW = "/apis/flowcontrol.apiserver.k8s.io/v1";
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
  subject({ kind: "Group", group: { name: "" } }),
  subject({ kind: "ServiceAccount", serviceAccount: { name: "", namespace: "" } }),
  subject({ kind: "ServiceAccount", serviceAccount: { name: "A b", namespace: "A b" } }),
  subject({
    kind: "ServiceAccount",
    serviceAccount: { name: "x", namespace: "y" },
    user: { name: "u" },
    group: { name: "g" },
  }),
  onResources({ namespaces: ["*", "x"] }),
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
  spec({ type: "Other" }),
  spec({ limited: null, exempt: {} }),
  ...[-1, 0, 100, 5000].map((borrowingLimitPercent) => limited({ borrowingLimitPercent })),
  limited({ limitResponse: {} }),
  limited({ limitResponse: { type: "Other" } }),
  limited({ limitResponse: { type: "Queue" } }),
  limited({ limitResponse: { type: "Reject", queuing: {} } }),
  queuing({ queues: -1, handSize: -1, queueLengthLimit: -1 }),
  queuing({ queues: 10_000_001 }),
  queuing({ queues: 64, handSize: 64 }),
  { metadata: { name: "exempt" } },
  { metadata: { name: "catch-all" } },
  { metadata: { name: "exempt" }, spec: { type: "Exempt", limited: null } },
];
const STATUSES: readonly Json[] = [conditions({}, {}), { conditions: null }];

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
      creates: [...SCHEMAS, { metadata: { name: "exempt" }, spec: { matchingPrecedence: 1 } }],
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
