import type { Json } from "../../../../src/json/value.ts";
import { Scenario } from "../scenario.ts";
import { tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const spec = (more: Members): Json => ({ spec: more });
const LONG_AGO = "2001-02-03T04:05:06.000000Z";
const conditions = (...all: Json[]): Json => ({ conditions: all });
const condition = (more: Members): Json => ({
  type: "A",
  status: "True",
  reason: "R",
  message: "m",
  lastTransitionTime: "2001-02-03T04:05:06Z",
  ...more,
});
/** Leases, classes of priority and of runtimes, budgets, and registrations of API servers. */
export const otherTries = (): Scenario =>
  tries("tries-others", [
    {
      path: "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases",
      base: spec({ holderIdentity: "a", leaseDurationSeconds: 5 }),
      creates: [
        spec({ holderIdentity: "" }),
        spec({ renewTime: LONG_AGO, acquireTime: "2001-02-03T04:05:06Z" }),
        spec({ renewTime: "x" }),
        spec({ strategy: "OldestEmulationVersion" }),
        spec({ strategy: "a b" }),
        spec({ preferredHolder: "x" }),
        { spec: null },
      ],
      updates: [
        spec({ holderIdentity: null, strategy: "x y" }),
        spec({ preferredHolder: "b" }),
        { spec: null },
      ],
    },
    {
      path: "/apis/coordination.k8s.io/v1beta1/namespaces/{{ns}}/leasecandidates",
      base: spec({ leaseName: "l", strategy: "OldestEmulationVersion", binaryVersion: "1.36.0" }),
      onlyCreates: true,
      creates: [{}],
    },
    {
      path: "/apis/scheduling.k8s.io/v1/priorityclasses",
      base: { value: 7 },
      creates: [
        ...[1_000_000_000, 1_000_000_001, -2_147_483_648, null].map((value) => ({ value })),
        ...["system-node-critical", "system-x"].map((name) => ({ metadata: { name }, value: 2_000_001_000 })),
        { description: "x", globalDefault: false },
      ],
      updates: [{ description: "y" }],
    },
    {
      path: "/apis/node.k8s.io/v1/runtimeclasses",
      base: { handler: "h" },
      creates: [{ overhead: {} }, { scheduling: {} }],
      updates: [{ overhead: { podFixed: { cpu: "1" } } }, { scheduling: { nodeSelector: { a: "b" } } }],
    },
    {
      path: "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets",
      base: spec({ minAvailable: 1, selector: { matchLabels: { a: "b" } } }),
      creates: [
        ...[0, "50%"].flatMap((value) => [
          spec({ minAvailable: value }),
          spec({ minAvailable: null, maxUnavailable: value }),
        ]),
        spec({ selector: null }),
        spec({ selector: {} }),
        spec({ minAvailable: null }),
      ],
      updates: [spec({ selector: { matchLabels: { c: "d" } } }), spec({ minAvailable: 3 })],
      statuses: [
        {
          disruptionsAllowed: -1,
          currentHealthy: -1,
          desiredHealthy: -1,
          expectedPods: -1,
          observedGeneration: -1,
        },
        conditions({}),
        conditions(condition({ status: "x", reason: "a b" })),
        {
          disruptedPods: { p: "2001-02-03T04:05:06Z" },
          disruptionsAllowed: 1,
          currentHealthy: 1,
          desiredHealthy: 1,
          expectedPods: 1,
        },
        conditions(condition({}), condition({})),
      ],
    },
    {
      path: "/apis/apiregistration.k8s.io/v1/apiservices",
      base: {
        metadata: { name: "v1.{{id}}.example.com" },
        spec: {
          group: "{{id}}.example.com",
          version: "v1",
          groupPriorityMinimum: 5,
          versionPriority: 5,
          service: { name: "s", namespace: "none" },
          insecureSkipTLSVerify: true,
        },
      },
      creates: [
        { metadata: { name: "x" } },
        { metadata: { name: "v1.a/b" } },
        { metadata: { name: "v1.." } },
        spec({ version: "" }),
        spec({ version: "1" }),
        spec({ version: "V1" }),
        spec({ service: null }),
        spec({ service: null, insecureSkipTLSVerify: false }),
        spec({ caBundle: "eA==" }),
        spec({ insecureSkipTLSVerify: false, caBundle: "eA==" }),
        spec({ insecureSkipTLSVerify: false }),
        spec({ service: { name: "A b", namespace: "A b" } }),
      ],
      updates: [
        spec({ versionPriority: 7 }),
        spec({ group: "x" }),
        spec({ service: null }),
        { metadata: { labels: { a: "b" } } },
        { status: conditions(condition({})) },
      ],
      statuses: [
        conditions(condition({ type: "Available", status: "Other" })),
        conditions(condition({ type: "Other", status: "Unknown" })),
        conditions({ type: "", status: "" }),
        { conditions: null },
      ],
    },
  ]);

const REVIEWS = "/apis/authorization.k8s.io/v1";
const selectors = (member: string): readonly Json[] =>
  [
    {},
    { rawSelector: "a=b" },
    { rawSelector: "a=" },
    { rawSelector: "a in (" },
    { rawSelector: "a==b,c!=d" },
    { rawSelector: "a=b", requirements: [{ key: "a", operator: "In", values: ["b"] }] },
    { requirements: [] },
    { requirements: [{}] },
    { requirements: [{ key: "a", operator: "In" }] },
    { requirements: [{ key: "a", operator: "In", values: ["b", "c"] }] },
    { requirements: [{ key: "a b", operator: "Other", values: ["c d"] }] },
    { requirements: [{ key: "a", operator: "Exists", values: ["b"] }] },
    {
      requirements: [
        { key: "a", operator: "NotIn", values: ["b"] },
        { key: "c", operator: "DoesNotExist" },
      ],
    },
  ].map((selector) => ({ resourceAttributes: { verb: "list", resource: "pods", [member]: selector } }));

/** Reviews of access with valid and invalid attributes. */
export function reviewTries(): Scenario {
  const s = new Scenario("tries-reviews");
  const attributes: readonly Json[] = [
    {},
    { resourceAttributes: {} },
    { nonResourceAttributes: {} },
    { resourceAttributes: {}, nonResourceAttributes: {} },
    { resourceAttributes: { verb: "get", resource: "pods" } },
    {
      resourceAttributes: {
        verb: "*",
        group: "*",
        resource: "*",
        namespace: "x",
        name: "y",
        subresource: "z",
        version: "v",
      },
    },
    { nonResourceAttributes: { path: "/x", verb: "get" } },
    ...selectors("fieldSelector"),
    ...selectors("labelSelector"),
  ];
  for (const one of attributes) {
    const extra = one as Members;
    s.post(`${REVIEWS}/selfsubjectaccessreviews`, { spec: extra });
    s.post(`${REVIEWS}/subjectaccessreviews`, { spec: { user: "x", groups: ["system:masters"], ...extra } });
    s.post(`${REVIEWS}/subjectaccessreviews`, { spec: extra });
    s.post(`${REVIEWS}/namespaces/{{ns}}/localsubjectaccessreviews`, {
      spec: { user: "x", extra: { a: ["b"] }, ...extra },
    });
  }
  s.post(`${REVIEWS}/namespaces/{{ns}}/localsubjectaccessreviews`, {
    metadata: { namespace: "other" },
    spec: { user: "x", resourceAttributes: { namespace: "other" } },
  });
  s.post(`${REVIEWS}/namespaces/{{ns}}/localsubjectaccessreviews`, {
    spec: { user: "x", resourceAttributes: { namespace: "{{ns}}", verb: "get" } },
  });
  s.post(`${REVIEWS}/subjectaccessreviews`, {
    metadata: { name: "n", labels: { a: "b" } },
    spec: { user: "x", nonResourceAttributes: { path: "/" } },
  });
  for (const namespace of ["", "{{ns}}", "none", "*"])
    s.post(`${REVIEWS}/selfsubjectrulesreviews`, { spec: { namespace } });
  s.post(`${REVIEWS}/selfsubjectrulesreviews`, { metadata: { name: "n" }, spec: { namespace: "x" } }, [], {
    headers: { "impersonate-user": "nobody", "impersonate-group": "system:authenticated" },
  });
  const tokens: readonly Json[] = [
    {},
    { token: "" },
    { token: "wrong" },
    { token: "admin-token" },
    { token: "admin-token", audiences: ["other"] },
    { token: "admin-token", audiences: ["https://kubernetes.default.svc"] },
  ];
  for (const one of tokens) s.post("/apis/authentication.k8s.io/v1/tokenreviews", { spec: one });
  s.post("/apis/authentication.k8s.io/v1/tokenreviews", {
    metadata: { name: "n", namespace: "x" },
    spec: { token: "x" },
  });
  s.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {});
  s.post(
    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    { metadata: { name: "n" } },
    [["dryRun", "All"]],
    { headers: { "impersonate-user": "u", "impersonate-extra-a%2fb": "c", "impersonate-group": "g" } },
  );
  return s;
}
