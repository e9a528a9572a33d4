import { CRDS, Scenario } from "../scenario.ts";

const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
const TYPE = { apiVersion: "{{id}}.example.com/v1", kind: "Widget" };

const resource = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
/** A definition of a namespaced kind with one version. */
const definitionOf = (plural: string, kind: string, version: object) => ({
  metadata: { name: `${plural}.{{id}}.example.com` },
  spec: {
    group: "{{id}}.example.com",
    scope: "Namespaced",
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [{ name: "v1", served: true, storage: true, ...version }],
  },
});
const definition = definitionOf("widgets", "Widget", {
  schema: { openAPIV3Schema: { type: "object", properties: { inner: resource } } },
});

/** Metadata with several errors each, to compare which one is reported first. */
const MISTAKEN: readonly object[] = [
  { labels: { b: 1, a: [] }, annotations: [] },
  { uid: 1, labels: { b: 1, a: [] } },
  { ownerReferences: [{ uid: 1, kind: [], name: {} }], finalizers: "a" },
  { generation: "a", deletionGracePeriodSeconds: "b", creationTimestamp: 1 },
  { zebra: 1, ape: 2, labels: { x: "y" } },
  { zebra: { b: 1 }, ownerReferences: [{ uid: "u", older: 1, elder: 1, apiVersion: "v1" }], ape: 2 },
  { zebra: 1, ape: 2, labels: { x: 1 } },
  { managedFields: [{ zebra: 1, ape: 1, operation: 1 }], annotations: { a: 1 } },
  { managedFields: [{ time: 1, manager: 1 }], labels: 1 },
  { Labels: {}, Annotations: {}, labels: {} },
  { finalizers: [1, "a"], labels: [] },
];

/** Embedded resources with a part that is missing, null or of a wrong type. */
const MISTAKEN_INNER: readonly object[] = [
  { apiVersion: null },
  { kind: null },
  { apiVersion: "v1", kind: "Pod", metadata: null },
  { apiVersion: 1, kind: "Pod" },
  { apiVersion: "v1", kind: {} },
  { apiVersion: "a/b/c", kind: "Pod" },
  { apiVersion: "v1", kind: "Pod", metadata: [] },
  { apiVersion: "v1", kind: "Pod", metadata: { labels: null, annotations: { a: null } } },
  { apiVersion: "", metadata: { name: null, ownerReferences: [{ uid: null }] } },
  { metadata: { name: "Upper", labels: { "a b": "c" } } },
];

/** Mistakes in metadata, of the object and of one inside it, in every way to write it. */
export function metadata(): Scenario {
  const s = new Scenario("custom-metadata-mistakes");
  s.post(CRDS, definition);
  s.until(WIDGETS);
  s.removes(`${CRDS}/widgets.{{id}}.example.com`);
  s.post(WIDGETS, { ...TYPE, metadata: { name: "whole" } });
  for (const [i, wrong] of MISTAKEN.entries()) {
    const outer = { ...TYPE, metadata: { ...wrong, name: `a${i}` } };
    const inner = {
      ...TYPE,
      metadata: { name: `b${i}` },
      inner: { apiVersion: "v1", kind: "Pod", metadata: { ...wrong, name: "c" } },
    };
    for (const body of [outer, inner]) writeAll(s, body);
  }
  for (const [i, inner] of MISTAKEN_INNER.entries()) {
    const body = { ...TYPE, metadata: { name: `c${i}` }, inner };
    writeAll(s, body);
    s.apply(`${WIDGETS}/c${i}`, body, "m");
  }
  return s;
}

function writeAll(s: Scenario, body: { metadata: { name: string } }): void {
  for (const fieldValidation of ["Strict", "Warn"]) {
    s.post(WIDGETS, body, [["fieldValidation", fieldValidation]]);
    const own = { ...body, metadata: { ...body.metadata, name: "whole" } };
    const query: [string, string][] = [["fieldValidation", fieldValidation]];
    s.patch("merge", `${WIDGETS}/whole`, own, query);
    s.apply(`${WIDGETS}/whole`, own, "m", true, query);
  }
}

const GADGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/gadgets";
const GADGET = { apiVersion: "{{id}}.example.com/v1", kind: "Gadget" };

const ruled = {
  type: "object",
  properties: { n: { type: "integer" } },
  "x-kubernetes-validations": [{ rule: "!has(self.n) || self.n > 1", message: "too small" }],
};
const ruledDefinition = definitionOf("gadgets", "Gadget", {
  subresources: { status: {} },
  schema: { openAPIV3Schema: { type: "object", properties: { spec: ruled, status: ruled } } },
});

const LONG = { annotations: { a: "x".repeat(262_145) } };
const INVALID: readonly object[] = [
  {},
  { name: "Upper" },
  { name: "x", ...LONG },
  { name: "x", labels: { "a b": "c" } },
  { name: "x", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "a" }] },
  { name: "x", finalizers: ["a b"] },
  { generateName: "Up" },
];

/** After some mistakes in metadata, rules are not evaluated. */
export function metadataAndRules(): Scenario {
  const s = new Scenario("custom-metadata-rules");
  s.post(CRDS, ruledDefinition);
  s.until(GADGETS);
  s.removes(`${CRDS}/gadgets.{{id}}.example.com`);
  s.post(GADGETS, { ...GADGET, metadata: { name: "x" } });
  for (const metadata of INVALID)
    for (const part of [{ spec: { n: 1 } }, { spec: { n: 2 } }, { status: { n: 1 } }]) {
      const body = { ...GADGET, metadata, ...part };
      s.post(GADGETS, body);
      s.put(`${GADGETS}/x`, body);
      s.patch("merge", `${GADGETS}/x`, body);
      s.patch("merge", `${GADGETS}/x/status`, body);
      s.apply(`${GADGETS}/x`, body, "m", true);
      s.apply(`${GADGETS}/new`, body, "m", true);
    }
  return s;
}
