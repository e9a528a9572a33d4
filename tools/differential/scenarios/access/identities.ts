import type { JsonObject } from "../../../../src/json/value.ts";
import { DRY, NS, Scenario } from "../scenario.ts";

const grouped = (g: string) => `/apis/${g}/namespaces/{{ns}}`;
const tpl = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };

interface Body {
  readonly kind: string;
  readonly [name: string]: unknown;
}
/** Version, collection, and an object without its metadata. */
type Tried = readonly [version: string, path: string, body: Body];
const KINDS: readonly Tried[] = [
  ["v1", `${NS}/configmaps`, { kind: "ConfigMap", data: { a: "b" } }],
  [
    "apps/v1",
    `${grouped("apps/v1")}/deployments`,
    { kind: "Deployment", spec: { selector: { matchLabels: { a: "b" } }, template: tpl } },
  ],
  [
    "autoscaling/v1",
    `${grouped("autoscaling/v1")}/horizontalpodautoscalers`,
    {
      kind: "HorizontalPodAutoscaler",
      spec: { scaleTargetRef: { apiVersion: "a/v1", kind: "X", name: "x" }, maxReplicas: 4 },
    },
  ],
  [
    "autoscaling/v2",
    `${grouped("autoscaling/v2")}/horizontalpodautoscalers`,
    {
      kind: "HorizontalPodAutoscaler",
      spec: { scaleTargetRef: { apiVersion: "a/v1", kind: "X", name: "x" }, maxReplicas: 4 },
    },
  ],
  [
    "events.k8s.io/v1",
    `${grouped("events.k8s.io/v1")}/events`,
    {
      kind: "Event",
      eventTime: "2001-02-03T04:05:06.000000Z",
      reportingController: "a.b/c",
      reportingInstance: "i",
      action: "a",
      reason: "r",
      type: "Normal",
      regarding: { namespace: "{{ns}}" },
    },
  ],
  ["v1", `${NS}/pods`, { kind: "Pod", spec: { containers: [{ name: "c", image: "i" }] } }],
  [
    "policy/v1",
    `${grouped("policy/v1")}/poddisruptionbudgets`,
    { kind: "PodDisruptionBudget", spec: { minAvailable: 1, selector: {} } },
  ],
];
const OTHER: Record<string, string[]> = {
  v1: ["v2", "apps/v1"],
  "apps/v1": ["apps/v1beta2", "v1"],
  "autoscaling/v1": ["autoscaling/v2", "autoscaling/v2beta2", "autoscaling/v2beta1", "v1"],
  "autoscaling/v2": ["autoscaling/v1", "autoscaling/v2beta2", "v1"],
  "events.k8s.io/v1": ["events.k8s.io/v1beta1", "v1"],
  "policy/v1": ["apps/v1"],
};
const METADATA: readonly JsonObject[] = [
  { name: "other" },
  { name: "" },
  { name: 5 },
  { namespace: "other" },
  { uid: "u" },
  { resourceVersion: "1" },
  { resourceVersion: "x" },
  { resourceVersion: 5 },
  { creationTimestamp: "" },
  { deletionTimestamp: "2001-02-03T04:05:06Z" },
  { deletionGracePeriodSeconds: 5 },
  { managedFields: [] },
  {
    managedFields: [
      {
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": {} },
      },
    ],
  },
  {
    managedFields: [{ manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "Odd", fieldsV1: {} }],
  },
  {
    managedFields: [
      { manager: "x", operation: "Update", apiVersion: "v1", fieldsV1: { "f:a": { "k:{": {} } } },
    ],
  },
  { managedFields: "x" },
  { generation: -1 },
  { generation: "x" },
  { clusterName: "x" },
  { initializers: {} },
  { labels: { a: 5 } },
  { labels: [] },
  { finalizers: ["x"] },
  { finalizers: ["a.b/c", "a.b/c"] },
  { ownerReferences: [{}] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "x", uid: "u" }] },
  {
    ownerReferences: [
      { apiVersion: "v1", kind: "Pod", name: "x", uid: "u", controller: true },
      { apiVersion: "v1", kind: "Pod", name: "y", uid: "v", controller: true },
    ],
  },
];

const STRICT: [string, string][] = [...DRY, ["fieldValidation", "Strict"]];
const PLACES = [
  "",
  "/apiVersion",
  "/kind",
  "/metadata",
  "/metadata/name",
  "/metadata/namespace",
  "/metadata/uid",
  "/metadata/creationTimestamp",
  "/metadata/managedFields",
  "/spec",
  "/data",
];

function otherMetadata(s: Scenario, [apiVersion, path, body]: Tried): void {
  const object = `${path}/a`;
  const { kind } = body;
  for (const metadata of METADATA) {
    for (const type of ["merge", "strategic"] as const) s.patch(type, object, { metadata }, DRY);
    const named = { name: "a", ...metadata };
    s.apply(object, { apiVersion, kind, metadata: named }, "m", true, DRY);
    s.put(object, { apiVersion, ...body, metadata: named }, DRY);
    s.post(path, { apiVersion, ...body, metadata: { name: "b", ...metadata } }, DRY);
  }
}

function otherVersions(s: Scenario, [version, path, body]: Tried): void {
  const object = `${path}/a`;
  const { kind } = body;
  const odd = ["x.y/v1", "", null, 5, "a/b/c", "v1/", "__internal", `${version.split("/")[0]}/__internal`];
  for (const apiVersion of [...(OTHER[version] ?? []), ...odd]) {
    for (const type of ["merge", "strategic"] as const) {
      for (const more of [{}, { kind }, { kind: "Odd" }]) s.patch(type, object, { apiVersion, ...more }, DRY);
      s.patch(type, object, { apiVersion, spec: { foo: 1 } }, STRICT);
    }
    s.apply(object, { apiVersion, kind, metadata: { name: "a" } }, "m", true, DRY);
  }
}

function otherKinds(s: Scenario, [apiVersion, path]: Tried): void {
  const object = `${path}/a`;
  for (const kind of ["Odd", "", null, 5, "Status", "Pod", "List"]) {
    for (const type of ["merge", "strategic"] as const) s.patch(type, object, { kind }, DRY);
    s.apply(object, { apiVersion, kind, metadata: { name: "a" } }, "m", true, DRY);
  }
}

function otherPlaces(s: Scenario, [, path]: Tried): void {
  for (const place of PLACES) {
    const send = (operation: object): string => s.patch("json", `${path}/a`, [operation], DRY);
    send({ op: "remove", path: place });
    for (const value of [{}, null, "x", [], [{ b: null, a: 1 }], 7])
      send({ op: "replace", path: place, value });
    send({ op: "copy", from: place, path: "/metadata/annotations" });
    send({ op: "move", from: place, path: "/metadata/x" });
  }
}

const DIRECTIVES = [{ $patch: "replace" }, { $patch: "delete" }];

/** Patches and bodies of some kinds with another identity, version or kind. */
export const identities: readonly (() => Scenario)[] = KINDS.map((tried, index) => () => {
  const [apiVersion, path, body] = tried;
  const s = new Scenario(`identities-${index}`);
  s.post(path, { apiVersion, metadata: { name: "a" }, ...body });
  for (const send of [otherMetadata, otherVersions, otherKinds, otherPlaces]) send(s, tried);
  for (const patch of DIRECTIVES) s.patch("strategic", `${path}/a`, patch, DRY);
  return s;
});
