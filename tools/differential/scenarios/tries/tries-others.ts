import type { Json } from "../../../../src/json/value.ts";
import { type Members, Scenario } from "../scenario.ts";
import { conditions, spec, tries } from "./tries.ts";

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
      creates: [spec({ strategy: "a b" })],
      updates: [],
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
      creates: [],
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
      creates: [],
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
      creates: [],
      updates: [],
      statuses: [conditions({ type: "", status: "" })],
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
    spec: { user: "x", resourceAttributes: { namespace: "{{ns}}", verb: "get" } },
  });
  s.post(`${REVIEWS}/subjectaccessreviews`, {
    metadata: { name: "n", labels: { a: "b" } },
    spec: { user: "x", nonResourceAttributes: { path: "/" } },
  });
  return s;
}
