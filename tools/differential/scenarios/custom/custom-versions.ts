import { CRDS, Scenario, TABLE } from "../scenario.ts";

const PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const crd = (versions: object[], spec: object = {}, kind = "Gadget") => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${kind.toLowerCase()}s.{{id}}.example.com` },
  spec: {
    group: "{{id}}.example.com",
    scope: "Namespaced",
    names: { plural: `${kind.toLowerCase()}s`, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions,
    ...spec,
  },
});
const G = "{{id}}.example.com";
const AT = (v: string, kind = "gadgets") => `/apis/${G}/${v}/namespaces/{{ns}}/${kind}`;
const obj = (v: string, name: string, body: object = {}, meta: object = {}, kind = "Gadget") => ({
  apiVersion: `${G}/${v}`,
  kind,
  metadata: { name, ...meta },
  ...body,
});
const schema = (properties: object, more: object = {}) => ({
  openAPIV3Schema: { type: "object", properties, ...more },
});
function begin(name: string, body: { metadata: { name: string } }, ...until: string[]): Scenario {
  const s = new Scenario(name);
  s.post(CRDS, body);
  for (const u of until) s.until(u);
  s.removes(`${CRDS}/${body.metadata.name}`);
  return s;
}

/** Two versions with defaults and pruning each their own; storage version changes. */
export function versionsTwo(): Scenario {
  const v = (name: string, storage: boolean, properties: object, more: object = {}) => ({
    name,
    served: true,
    storage,
    schema: schema({
      spec: { type: "object", properties },
      status: { type: "object", properties: { phase: { type: "string" }, n: { type: "integer" } } },
    }),
    subresources: { status: {} },
    ...more,
  });
  const old = v(
    "v1alpha1",
    true,
    {
      a: { type: "string", default: "alpha" },
      only1: { type: "string" },
      n: { type: "integer", maximum: 10 },
    },
    { deprecated: true },
  );
  const nu = v(
    "v1",
    false,
    {
      a: { type: "string", default: "one" },
      only2: { type: "string", default: "two" },
      n: { type: "integer", maximum: 100 },
    },
    {
      additionalPrinterColumns: [
        { name: "N", type: "integer", jsonPath: ".spec.n" },
        { name: "Phase", type: "string", jsonPath: ".status.phase", priority: 1 },
        { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
      ],
    },
  );
  const s = begin("custom-versions", crd([old, nu]), AT("v1"), AT("v1alpha1"));
  s.post(AT("v1alpha1"), obj("v1alpha1", "a1", { spec: { only1: "x", only2: "y", n: 5 } }));
  s.post(AT("v1"), obj("v1", "b1", { spec: { only1: "x", only2: "y", n: 50 } }));
  s.get(AT("v1"), [], { headers: { accept: TABLE } });
  s.patch("merge", `${AT("v1")}/a1`, { spec: { n: 60 } });
  s.patch("merge", `${AT("v1alpha1")}/a1`, { spec: { a: "changed" } });
  s.patch("merge", `${AT("v1")}/a1`, { spec: { only2: null } });
  s.patch("merge", `${AT("v1")}/a1`, { spec: { only1: "again" } }, [["fieldValidation", "Strict"]]);
  s.patch("merge", `${AT("v1")}/a1/status`, { status: { phase: "Up", x: 1 } });
  s.patch("merge", `${AT("v1alpha1")}/a1/status`, { status: { n: "five" } });
  s.apply(`${AT("v1")}/c1`, obj("v1", "c1", { spec: { n: 1 } }), "one");
  s.apply(`${AT("v1alpha1")}/c1`, obj("v1alpha1", "c1", { spec: { n: 2 } }), "two");
  s.apply(`${AT("v1alpha1")}/c1`, obj("v1alpha1", "c1", { spec: { n: 2 } }), "two", true);
  s.apply(`${AT("v1")}/c1`, obj("v1", "c1", { spec: { a: "z" } }), "one");
  s.apply(`${AT("v1")}/c1`, obj("v1alpha1", "c1", { spec: { a: "z" } }), "one");
  s.apply(`${AT("v1")}/c1/status`, obj("v1", "c1", { status: { phase: "P" } }), "status");
  s.apply(
    `${AT("v1")}/c1/status`,
    obj("v1", "c1", { spec: { a: "q" }, status: { phase: "P", n: 3 } }),
    "status",
  );
  s.patch("json", `${CRDS}/gadgets.${G}`, [
    { op: "replace", path: "/spec/versions/0/storage", value: false },
    { op: "replace", path: "/spec/versions/1/storage", value: true },
  ]);
  s.patch("json", `${CRDS}/gadgets.${G}`, [{ op: "remove", path: "/spec/versions/0" }]);
  s.patch("merge", `${CRDS}/gadgets.${G}/status`, { status: { storedVersions: ["v1"] } });
  s.patch("json", `${CRDS}/gadgets.${G}`, [{ op: "replace", path: "/spec/versions/0/served", value: false }]);
  s.until(AT("v1alpha1"), 404);

  s.delete(AT("v1"), undefined, [["fieldSelector", "metadata.name=a1"]]);
  s.delete(AT("v1"), undefined, [["fieldSelector", "spec.n=5"]]);
  return s;
}

/** Definitions that are refused for typical errors in CEL and structure. */
export function refused(): Scenario {
  const s = new Scenario("custom-refused");
  const dry = (properties: object, more: object = {}, version: object = {}, spec: object = {}) =>
    s.post(
      CRDS,
      crd([{ name: "v1", served: true, storage: true, schema: schema(properties, more), ...version }], spec),
      [["dryRun", "All"]],
    );
  const rule = (rule: string, type: object = { type: "string" }, more: object = {}) =>
    dry({
      spec: {
        type: "object",
        properties: { f: { ...type, "x-kubernetes-validations": [{ rule, ...more }] } },
      },
    });
  rule("self > 0");
  rule("self.x");
  rule("oldSelf == self", { type: "string" }, { optionalOldSelf: true });
  rule("self.matches('[')");
  rule("self.format('%s')");
  rule("format.dns1123Label().validate(self).hasValue()");
  rule("cel.bind(x, self, x == self)");
  rule("math.greatest(self, 5) == 5", { type: "integer" });
  rule("base64.decode(self) == b'x'");
  rule("self.reverse() == self");
  rule("self == 'a'", { type: "string" }, { messageExpression: "self + 1" });
  rule("self == 'a'", { type: "string" }, { messageExpression: "5" });
  rule(
    "has(self.a)",
    { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
    { fieldPath: ".a[0]" },
  );
  rule(
    "has(self['a-b'])",
    { type: "object", properties: { "a-b": { type: "string" } } },
    { fieldPath: "['a-b']" },
  );
  rule("self.namespace == 'x'", { type: "object", properties: { namespace: { type: "string" } } });
  rule("true && 5");
  rule("self.metadata.name == 'x'", { type: "object" });
  rule("self.foo == 1", { type: "object", "x-kubernetes-preserve-unknown-fields": true });
  rule("self.spec.foo == 'x'", {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  });
  rule("self.kind == 'x' && self.metadata.name == 'y' && self.metadata.labels.a == 'b'", {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  });
  dry({
    spec: {
      type: "object",
      properties: {
        l: {
          type: "array",
          items: {
            type: "object",
            properties: { v: { type: "integer", "x-kubernetes-validations": [{ rule: "self >= oldSelf" }] } },
          },
        },
      },
    },
  });
  dry({ spec: { type: "object", default: { a: "x", b: 1 }, properties: { a: { type: "string" } } } });
  dry({
    spec: {
      type: "object",
      properties: {
        a: {
          type: "string",
          default: "x",
          "x-kubernetes-validations": [{ rule: "self == 'y'", message: "y only" }],
        },
      },
    },
  });
  dry({ spec: { properties: { a: {} } } });
  dry({ spec: { type: "object", additionalProperties: false } });
  dry({
    spec: { type: "object", additionalProperties: { type: "string" }, properties: { a: { type: "string" } } },
  });
  dry({ spec: { type: "array" } });
  dry({ spec: { type: "object", properties: { a: { type: "array", items: [{ type: "string" }] } } } });
  dry({ spec: { type: "object", $ref: "#/x" } });
  dry({ spec: { type: "object", uniqueItems: true } });
  dry({
    spec: { type: "object", id: "x", definitions: {}, patternProperties: { "^x": { type: "string" } } },
  });
  for (const sub of [
    {
      scale: { specReplicasPath: ".spec.r[0]", statusReplicasPath: "status.r", labelSelectorPath: ".spec.x" },
    },
  ])
    dry(
      {
        spec: { type: "object", properties: { r: { type: "integer" } } },
        status: { type: "object", properties: { r: { type: "integer" } } },
      },
      {},
      { subresources: sub },
    );
  for (const fields of [[{ jsonPath: ".spec.a" }, { jsonPath: ".spec.a" }], [{ jsonPath: "" }]])
    dry(
      {
        spec: {
          type: "object",
          properties: { a: { type: "string" }, list: { type: "array", items: { type: "string" } } },
        },
      },
      {},
      { selectableFields: fields },
    );
  for (const spec of [
    {
      names: {
        plural: "gadgets",
        kind: "Gadget",
        singular: "X Y",
        shortNames: ["A B", "ok"],
        categories: ["No Good"],
        listKind: "bad kind",
      },
    },
    { group: "x.k8s.io" },
  ])
    dry({ spec: { type: "object" } }, {}, {}, spec);
  for (const versions of [
    [
      { name: "v1", served: true, storage: true, schema: schema({}) },
      { name: "v1", served: true, storage: false, schema: schema({}) },
    ],
  ])
    s.post(CRDS, crd(versions), [["dryRun", "All"]]);
  return s;
}

/** Scale, status, selectable fields, generation, owner references, finalizers of custom resources. */
export function lives(): Scenario {
  const s = begin(
    "custom-lives",
    crd([
      {
        name: "v1",
        served: true,
        storage: true,
        schema: schema({
          spec: {
            type: "object",
            properties: { r: { type: "integer" }, color: { type: "string" }, on: { type: "boolean" } },
          },
          status: {
            type: "object",
            properties: {
              r: { type: "integer" },
              sel: { type: "string" },
              conditions: {
                type: "array",
                items: {
                  type: "object",
                  required: ["type"],
                  properties: {
                    type: { type: "string" },
                    status: { type: "string" },
                    lastTransitionTime: { type: "string", format: "date-time" },
                  },
                },
                "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["type"],
              },
            },
          },
        }),
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.r",
            statusReplicasPath: ".status.r",
            labelSelectorPath: ".status.sel",
          },
        },
        selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.on" }, { jsonPath: ".spec.r" }],
      },
    ]),
    AT("v1"),
  );
  const P = AT("v1");
  for (const [n, spec] of [
    ["a", { r: 1, color: "red", on: true }],
    ["b", { color: "blue" }],
    ["c", {}],
    ["d", { r: 0, color: "", on: false }],
  ] as [string, object][])
    s.post(P, obj("v1", n, { spec, status: { r: 5 } }, { labels: { n } }));
  for (const f of ["status.r=5"]) {
    s.get(P, [["fieldSelector", f]], { headers: { accept: PARTIALS } });
  }
  s.put(`${P}/a/scale`, {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "a" },
    spec: { replicas: 3 },
  });
  s.patch("merge", `${P}/a/scale`, { spec: { replicas: -1 } });
  s.patch("merge", `${P}/c/scale`, { spec: { replicas: 4 } });
  s.patch("merge", `${P}/a/scale`, { metadata: { labels: { x: "y" } }, spec: { replicas: 5 } });
  s.apply(
    `${P}/a/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 6 } },
    "scaler",
  );
  s.apply(
    `${P}/a/scale`,
    { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 6 } },
    "scaler",
    true,
  );
  s.apply(`${P}/a`, obj("v1", "a", { spec: { r: 7 } }), "owner");
  s.patch("merge", `${P}/a/status`, {
    status: {
      r: 3,
      sel: "x=y",
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2020-01-01T00:00:00Z" }],
    },
    spec: { r: 99 },
    metadata: { labels: { z: "z" } },
  });
  s.apply(
    `${P}/a/status`,
    obj("v1", "a", { status: { conditions: [{ type: "Mine", status: "False" }] } }),
    "cond",
  );
  s.apply(
    `${P}/a/status`,
    obj("v1", "a", { status: { conditions: [{ type: "Ready", status: "False" }] } }),
    "cond",
  );
  s.apply(`${P}/a/status`, obj("v1", "a", { status: {} }), "cond");
  s.delete(`${P}/a/status`);
  s.post(`${P}/a/status`, obj("v1", "a"));
  s.post(P, obj("v1", "f", { spec: { r: 1 } }, { finalizers: ["example.com/x"] }));
  s.delete(`${P}/f`, { preconditions: { uid: "nope" } });
  s.delete(`${P}/f`, { preconditions: { resourceVersion: "1" } });
  s.delete(`${P}/f`, { propagationPolicy: "Foreground" });
  s.delete(`${P}/f`, { gracePeriodSeconds: 30 });
  s.patch("merge", `${P}/f`, { spec: { r: 2 } });
  s.patch("merge", `${P}/f`, { metadata: { finalizers: ["example.com/x", "example.com/new"] } });
  s.patch("merge", `${P}/f/status`, { metadata: { finalizers: null } });
  s.patch("merge", `${P}/f`, { metadata: { finalizers: null } });
  s.get(`${P}/f`);
  s.post(
    P,
    obj(
      "v1",
      "o",
      {},
      {
        ownerReferences: [
          {
            apiVersion: "v1",
            kind: "ConfigMap",
            name: "x",
            uid: "u",
            controller: true,
            blockOwnerDeletion: true,
          },
          { apiVersion: "v1", kind: "Pod", name: "y", uid: "w", controller: true },
        ],
      },
    ),
  );
  s.post(
    P,
    obj(
      "v1",
      "o",
      {},
      { generateName: "x", labels: { "a b": "c" }, annotations: { "/": "x" }, finalizers: ["noslash"] },
    ),
  );
  s.post(P, { apiVersion: `${G}/v1`, kind: "Gadget", metadata: { generateName: "gen-" }, spec: { r: 1 } });
  s.post(P, obj("v2", "v2"));
  s.post(P, obj("v1", "k", {}, {}, "Other"));
  s.post(P, { metadata: { name: "nokind" } });
  s.post(P, obj("v1", "dup"));
  s.post(P, obj("v1", "dup"));
  s.put(`${P}/fresh3`, obj("v1", "other"));
  s.put(`${P}/dup`, obj("v1", "dup", {}, { uid: "wrong" }));
  s.put(`${P}/dup`, obj("v1", "dup", {}, { resourceVersion: "1" }));
  s.post(P, obj("v1", "strict", { spec: { r: 1, zzz: 1 }, extra: true }, { unknown: 1 }), [
    ["fieldValidation", "Strict"],
  ]);
  s.post(P, obj("v1", "warn", { spec: { r: 1, zzz: 1 }, extra: true }, { unknown: 1 }), [
    ["fieldValidation", "Warn"],
  ]);
  s.post(P, obj("v1", "ignore", { spec: { r: 1, zzz: 1 }, extra: true }), [["fieldValidation", "Ignore"]]);
  s.patch("merge", `${P}/warn`, { spec: { q: 1 }, top: 1 }, [["fieldValidation", "Strict"]]);
  s.patch("json", `${P}/warn`, [{ op: "add", path: "/spec/q", value: 1 }], [["fieldValidation", "Warn"]]);
  s.apply(`${P}/warn`, obj("v1", "warn", { spec: { q: 1 } }), "m", undefined, [["fieldValidation", "Warn"]]);
  s.send("POST", P, undefined, {
    text: `{"apiVersion":"${G}/v1","kind":"Gadget","metadata":{"name":"dupe","name":"dupe2"},"spec":{"r":1,"r":2}}`,
    query: [["fieldValidation", "Strict"]],
    headers: { "content-type": "application/json" },
  });
  return s;
}
