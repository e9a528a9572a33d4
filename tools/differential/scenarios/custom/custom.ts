import { define } from "../definition.ts";
import { CRDS, Scenario, TABLE } from "../scenario.ts";

/** A definition of `widgets` in a group of the scenario's own. */
const definition = (version: object, spec: object = {}) => ({
  metadata: { name: "widgets.{{id}}.example.com" },
  spec: {
    group: "{{id}}.example.com",
    scope: "Namespaced",
    names: {
      plural: "widgets",
      singular: "widget",
      kind: "Widget",
      listKind: "WidgetList",
      shortNames: ["wd"],
      categories: ["all"],
    },
    versions: [{ name: "v1", served: true, storage: true, ...version }],
    ...spec,
  },
});
const WIDGETS = "/apis/{{id}}.example.com/v1/namespaces/{{ns}}/widgets";
const widget = (name: string, spec?: unknown, more: object = {}) => ({
  apiVersion: "{{id}}.example.com/v1",
  kind: "Widget",
  metadata: { name },
  ...(spec === undefined ? {} : { spec }),
  ...more,
});
const schema = (spec: object, more: object = {}) => ({
  schema: { openAPIV3Schema: { type: "object", properties: { spec, ...more } } },
});

function begin(name: string, version: object, spec: object = {}): Scenario {
  const s = new Scenario(name);
  s.post(CRDS, definition(version, spec));
  s.until(WIDGETS);
  s.removes(`${CRDS}/widgets.{{id}}.example.com`);
  return s;
}

/** Defaults, pruning, preserved unknown fields, int-or-string, nullable, embedded resources. */
export function shapes(): Scenario {
  const s = begin(
    "custom-shapes",
    schema({
      type: "object",
      default: {},
      properties: {
        size: { type: "integer", default: 3, minimum: 1, maximum: 10, multipleOf: 1 },
        mode: { type: "string", enum: ["a", "b"], default: "a" },
        port: { "x-kubernetes-int-or-string": true },
        free: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: { known: { type: "string" } },
        },
        maybe: { type: "string", nullable: true, default: "d" },
        list: {
          type: "array",
          maxItems: 3,
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string" }, v: { type: "number", default: 1.5 } },
          },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
        },
        set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        map: { type: "object", additionalProperties: { type: "integer" } },
        when: { type: "string", format: "date-time" },
        dur: { type: "string", format: "duration" },
        pattern: { type: "string", pattern: "^[a-z]+$", maxLength: 5, minLength: 2 },
        template: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
        nested: {
          type: "object",
          properties: { a: { type: "object", properties: { b: { type: "string", default: "deep" } } } },
        },
        one: {
          oneOf: [{ required: ["x"] }, { required: ["y"] }],
          type: "object",
          properties: { x: { type: "string" }, y: { type: "string" } },
        },
      },
    }),
  );
  for (const [i, spec] of [
    undefined,
    {},
    null,
    { size: 4, unknown: true },
    { size: "4" },
    { size: 0 },
    { size: 11 },
    { size: 2.5 },
    { size: 1e3 },
    { mode: "c" },
    { mode: null },
    { maybe: null },
    { port: 80 },
    { port: "http" },
    { port: true },
    { port: 1.5 },
    { free: { known: 5 } },
    { free: { any: { thing: [1, "2", null] } } },
    { list: [{ name: "a" }, { name: "b", v: 2 }] },
    { list: [{ name: "a" }, { name: "a" }] },
    { list: [{}] },
    { list: [{ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }] },
    { list: {} },
    { set: ["a", "b"] },
    { set: ["a", "a"] },
    { map: { a: 1, b: "2" } },
    { when: "2024-01-01T00:00:00Z" },
    { when: "yesterday" },
    { dur: "5m" },
    { dur: "five" },
    { pattern: "abc" },
    { pattern: "A" },
    { pattern: "abcdefg" },
    { template: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", labels: { "a b": "c" } } } },
    { template: {} },
    { template: { apiVersion: "v1", kind: "Pod", spec: { any: 1 } } },
    { nested: {} },
    { nested: { a: {} } },
    { nested: { a: null } },
    { one: {} },
    { one: { x: "1", y: "2" } },
    { one: { x: "1" } },
    [],
    "text",
  ].entries())
    s.post(WIDGETS, widget(`w${i}`, spec));
  s.post(WIDGETS, widget("strict", { unknown: 1, nested: { a: { c: 1 } }, list: [{ name: "x", z: 1 }] }), [
    ["fieldValidation", "Strict"],
  ]);
  s.post(WIDGETS, widget("warn", { unknown: 1, nested: { a: { c: 1 } } }, { extra: 1, status: { x: 1 } }), [
    ["fieldValidation", "Warn"],
  ]);
  s.post(WIDGETS, widget("ignore", { unknown: 1 }), [["fieldValidation", "Ignore"]]);
  s.post(WIDGETS, widget("wrong", {}), [["fieldValidation", "Wrong"]]);
  s.send("POST", WIDGETS, undefined, {
    text: '{"apiVersion":"{{id}}.example.com/v1","kind":"Widget","metadata":{"name":"dup"},"spec":{"size":1,"size":2,"a\\"b":1}}',
    query: [["fieldValidation", "Strict"]],
  });
  s.send("POST", WIDGETS, undefined, {
    text: '{"apiVersion":"{{id}}.example.com/v1","kind":"Widget","metadata":{"name":"dup"},"spec":{"size":1,"size":2,"a\\"b":1}}',
  });
  s.send("POST", WIDGETS, undefined, {
    text: "apiVersion: {{id}}.example.com/v1\nkind: Widget\nmetadata:\n  name: yaml\nspec:\n  size: 3\n  zzz: 1\n  aaa: 2\n",
    headers: { "content-type": "application/yaml" },
  });
  s.post(WIDGETS, { kind: "Widget", metadata: { name: "x" } });
  s.post(WIDGETS, { apiVersion: "{{id}}.example.com/v2", kind: "Widget", metadata: { name: "x" } });
  s.post(WIDGETS, { ...widget("gen", {}), metadata: { generateName: "gen-" } });
  s.patch("merge", `${WIDGETS}/w1`, { spec: { size: null, mode: "b", unknown: 5 } });
  s.patch("json", `${WIDGETS}/w1`, [{ op: "remove", path: "/spec/size" }]);
  s.apply(`${WIDGETS}/w1`, widget("w1", { list: [{ name: "applied" }], set: ["x"] }), "one");
  s.apply(`${WIDGETS}/w1`, widget("w1", { list: [{ name: "other", v: 4 }], size: 8 }), "three");
  s.apply(`${WIDGETS}/w1`, widget("w1", { nope: 1 }), "four");
  s.apply(`${WIDGETS}/w1`, widget("w1", { size: "x" }), "four");
  s.apply(`${WIDGETS}/w1`, widget("w1"), "two");
  s.get(`${WIDGETS}/w1`, [], { headers: { accept: "application/yaml" } });
  s.get(`${WIDGETS}/w1`, [], { headers: { accept: "application/vnd.kubernetes.protobuf" } });
  s.put(`${WIDGETS}/w1`, widget("w1", { size: 1 }, { metadata: { name: "w1", resourceVersion: "1" } }));
  return s;
}

/** Rules in CEL: messages, transitions, reasons, field paths, optional old values, ratcheting. */
export function rules(): Scenario {
  const rule = (rule: string, more: object = {}) => ({ rule, ...more });
  const s = begin(
    "custom-rules",
    schema({
      type: "object",
      "x-kubernetes-validations": [
        rule("self.min <= self.max", {
          messageExpression: "self.min > 8 ? 'min is far above max' : 'min is above max'",
          fieldPath: ".min",
          reason: "FieldValueForbidden",
        }),
        rule("!has(oldSelf.fixed) || self.fixed == oldSelf.fixed", { message: "fixed cannot change" }),
        rule("oldSelf.hasValue() || self.min > 0", { optionalOldSelf: true, message: "min begins above 0" }),
      ],
      properties: {
        min: { type: "integer", default: 1 },
        max: { type: "integer", default: 5 },
        fixed: { type: "string" },
        name: {
          type: "string",
          maxLength: 20,
          "x-kubernetes-validations": [
            rule("self.startsWith('w-')"),
            rule("self == oldSelf", { message: "name is immutable" }),
          ],
        },
        items: {
          type: "array",
          maxItems: 5,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
          items: {
            type: "object",
            required: ["k"],
            properties: { k: { type: "string", maxLength: 10 }, v: { type: "integer" } },
            "x-kubernetes-validations": [rule("self.v >= oldSelf.v", { message: "v only grows" })],
          },
          "x-kubernetes-validations": [
            rule("self.all(i, i.k != 'bad')", { message: "no bad" }),
            rule("self.map(i, i.v).sum() < 100", { reason: "FieldValueInvalid" }),
          ],
        },
        when: {
          type: "string",
          format: "date-time",
          "x-kubernetes-validations": [rule("self > timestamp('2020-01-01T00:00:00Z')")],
        },
        dur: {
          type: "string",
          format: "duration",
          "x-kubernetes-validations": [rule("self < duration('1h')")],
        },
        qty: {
          type: "string",
          maxLength: 20,
          "x-kubernetes-validations": [
            rule("isQuantity(self) && quantity(self).isLessThan(quantity('1Gi'))"),
          ],
        },
        ip: { type: "string", maxLength: 40, "x-kubernetes-validations": [rule("ip(self).family() == 4")] },
        div: { type: "integer", "x-kubernetes-validations": [rule("10 / self > 1")] },
        mapped: {
          type: "object",
          maxProperties: 3,
          additionalProperties: { type: "integer", "x-kubernetes-validations": [rule("self > 0")] },
        },
        old: { type: "string", maxLength: 10 },
      },
    }),
  );
  for (const [i, spec] of [
    {},
    { min: 6 },
    { min: 0 },
    { name: "x" },
    { name: "w-a" },
    { items: [{ k: "bad", v: 1 }] },
    {
      items: [
        { k: "a", v: 60 },
        { k: "b", v: 60 },
      ],
    },
    { items: [{ k: "a" }] },
    { when: "2019-01-01T00:00:00Z" },
    { when: "2021-01-01T00:00:00Z", dur: "2h" },
    { dur: "x" },
    { qty: "2Gi" },
    { qty: "many" },
    { ip: "::1" },
    { ip: "nope" },
    { div: 0 },
    { div: 3 },
    { div: 20 },
    { mapped: { a: 0, b: -1, c: 1 } },
    { min: 9, max: 1, name: "q", div: 0 },
  ].entries())
    s.post(WIDGETS, widget(`r${i}`, spec));
  s.post(
    WIDGETS,
    widget("t", {
      fixed: "a",
      name: "w-t",
      items: [
        { k: "a", v: 5 },
        { k: "b", v: 5 },
      ],
    }),
  );
  s.patch("merge", `${WIDGETS}/t`, { spec: { fixed: "b" } });
  s.patch("merge", `${WIDGETS}/t`, { spec: { fixed: null } });
  s.patch("merge", `${WIDGETS}/t`, { spec: { name: "w-u" } });
  s.patch("merge", `${WIDGETS}/t`, {
    spec: {
      items: [
        { k: "b", v: 4 },
        { k: "a", v: 6 },
      ],
    },
  });
  s.patch("merge", `${WIDGETS}/t`, { spec: { items: [{ k: "c", v: 1 }] } });
  s.patch("merge", `${WIDGETS}/t`, { spec: { min: 0 } });
  s.put(`${WIDGETS}/t`, widget("t", { min: 7 }));
  // Values that were already invalid may stay, but changed values must be valid.
  const crd = `${CRDS}/widgets.{{id}}.example.com`;
  s.post(WIDGETS, widget("ratchet", { old: "bad", max: 5, mapped: { a: 1 } }));
  for (const op of ["replace", "add"])
    s.patch("json", crd, [
      {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/old/pattern",
        value: "^good$",
      },
      {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/old/x-kubernetes-validations",
        value: [{ rule: "self == 'good'", message: "be good" }],
      },
      {
        op: "add",
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/extra",
        value: { type: "string", default: "new" },
      },
      {
        op,
        path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/max/maximum",
        value: 4,
      },
    ]);
  s.send("GET", `${WIDGETS}/none`, undefined, { until: 404 });
  s.send("POST", WIDGETS, widget("probe", { old: "x", max: 1 }), { until: 422, query: [["dryRun", "All"]] });
  s.get(`${WIDGETS}/ratchet`);
  s.patch("merge", `${WIDGETS}/ratchet`, { metadata: { labels: { a: "b" } } });
  s.patch("merge", `${WIDGETS}/ratchet`, { spec: { min: 2 } });
  s.patch("merge", `${WIDGETS}/ratchet`, { spec: { old: "worse" } });
  s.patch("merge", `${WIDGETS}/ratchet`, { spec: { max: 6 } });
  s.patch("merge", `${WIDGETS}/ratchet`, { spec: { old: "good", max: 4 } });
  s.apply(`${WIDGETS}/ratchet`, widget("ratchet", { old: "bad" }), "m", true);
  return s;
}

/** Definitions that are refused, and those that change. */
export function definitions(): Scenario {
  const s = new Scenario("custom-definitions");
  const ok = schema({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
  const post = (version: object, spec: object = {}) =>
    s.post(CRDS, definition(version, spec), [["dryRun", "All"]]);
  post(schema({ type: "object", properties: { a: { type: "array" } } }));
  post(schema({ type: "object", required: ["a"], properties: { a: { $ref: "#/x" } } }));
  post(schema({ type: "object", additionalProperties: true, properties: { a: { type: "string" } } }));
  post(
    schema({
      type: "object",
      properties: {
        a: {
          type: "array",
          items: { type: "object", properties: { k: { type: "string" } } },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k", "z"],
        },
      },
    }),
  );
  post(
    schema({
      type: "object",
      properties: { a: { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "set" } },
    }),
  );
  post(schema({ type: "object", properties: { a: { type: "string", pattern: "(" } } }));
  post(schema({ type: "object", anyOf: [{ properties: { a: { type: "string", default: "x" } } }] }));
  s.post(CRDS, {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "CustomResourceDefinition",
    metadata: { name: "x" },
  });
  s.post(CRDS, definition(ok));
  const crd = `${CRDS}/widgets.{{id}}.example.com`;
  s.until(WIDGETS);
  s.post(CRDS, definition(ok));
  s.get(CRDS, [["fieldSelector", "metadata.name=widgets.{{id}}.example.com"]], {
    headers: { accept: TABLE },
  });
  s.patch("merge", crd, { spec: { scope: "Cluster" } });
  s.patch("merge", crd, { spec: { group: "x.example.com" } });
  s.patch("merge", crd, { spec: { names: { kind: "Gadget", plural: "widgets" } } });
  s.patch("merge", crd, { spec: { names: { shortNames: ["wdg"] } } });
  s.patch("merge", crd, {
    spec: {
      versions: [
        { name: "v1", served: true, storage: false, ...ok },
        { name: "v2", served: true, storage: true, deprecated: true, ...ok },
      ],
    },
  });
  s.until("/apis/{{id}}.example.com/v2/namespaces/{{ns}}/widgets");
  s.post("/apis/{{id}}.example.com/v2/namespaces/{{ns}}/widgets", {
    ...widget("two", { a: 1 }),
    apiVersion: "{{id}}.example.com/v2",
  });
  s.patch("merge", `${crd}/status`, { status: { storedVersions: ["v2"] } });
  s.patch("merge", `${crd}/status`, { status: { storedVersions: [] } });
  s.patch("merge", `${crd}/status`, { status: { storedVersions: ["v3"] } });
  s.get("/apis/{{id}}.example.com");
  return s;
}

/** Columns, status, scale, selectable fields, two versions. */
export function subresources(): Scenario {
  const s = begin("custom-subresources", {
    ...schema(
      {
        type: "object",
        properties: {
          replicas: { type: "integer" },
          color: { type: "string" },
          on: { type: "boolean" },
          n: { type: "integer" },
          when: { type: "string", format: "date-time" },
          list: { type: "array", items: { type: "string" } },
        },
      },
      {
        status: {
          type: "object",
          properties: {
            replicas: { type: "integer" },
            selector: { type: "string" },
            conditions: {
              type: "array",
              items: {
                type: "object",
                required: ["type"],
                properties: { type: { type: "string" }, status: { type: "string" } },
              },
              "x-kubernetes-list-type": "map",
              "x-kubernetes-list-map-keys": ["type"],
            },
          },
        },
      },
    ),
    subresources: {
      status: {},
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      },
    },
    additionalPrinterColumns: [
      { name: "Color", type: "string", jsonPath: ".spec.color", description: "the color" },
      { name: "On", type: "boolean", jsonPath: ".spec.on" },
      { name: "N", type: "integer", jsonPath: ".spec.n", priority: 1, format: "int32" },
      { name: "When", type: "date", jsonPath: ".spec.when" },
      { name: "List", type: "string", jsonPath: ".spec.list" },
      { name: "First", type: "string", jsonPath: ".spec.list[0]" },
      { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      { name: "Label", type: "string", jsonPath: ".metadata.labels.app\\.io/x" },
      { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ],
    selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.n" }, { jsonPath: ".spec.on" }],
  });
  s.post(
    WIDGETS,
    widget(
      "a",
      { replicas: 2, color: "red", on: true, n: 5, when: "2020-01-01T00:00:00Z", list: ["x", "y"] },
      { status: { replicas: 9 }, metadata: { name: "a", labels: { "app.io/x": "l" } } },
    ),
  );
  s.post(WIDGETS, widget("b", { color: "blue", n: 7 }));
  s.post(WIDGETS, widget("c"));
  const a = `${WIDGETS}/a`;
  s.patch("merge", `${a}/status`, {
    status: {
      replicas: 1,
      selector: "app=x",
      conditions: [
        { type: "Ready", status: "True" },
        { type: "Other", status: "False" },
      ],
    },
    spec: { color: "green" },
    metadata: { labels: { z: "1" } },
  });
  s.patch("merge", `${a}/status`, { status: { replicas: "x" } });
  s.patch("merge", a, { status: { replicas: 50 }, spec: { n: 6 } });
  s.apply(
    `${a}/status`,
    widget("a", undefined, { status: { conditions: [{ type: "Applied", status: "True" }] } }),
    "m",
  );
  s.put(`${a}/scale`, {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "a" },
    spec: { replicas: 4 },
  });
  s.patch("merge", `${a}/scale`, { spec: { replicas: 5 } });
  s.patch("merge", `${a}/scale`, { spec: { replicas: -5 } });
  s.patch("json", `${a}/scale`, [{ op: "replace", path: "/spec/replicas", value: 6 }]);
  s.get(`${WIDGETS}/none/scale`);
  s.delete(`${a}/scale`);
  s.get(WIDGETS, [], { headers: { accept: TABLE } });
  s.get(WIDGETS, [], {
    headers: {
      accept:
        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json",
    },
  });
  for (const selector of ["spec.none=x", "status.replicas=1"]) s.get(WIDGETS, [["fieldSelector", selector]]);
  s.get("/apis/{{id}}.example.com/v1/widgets/a");
  return s;
}

/** Webhooks that convert, well and badly: each kind has its own. */
export function conversion(): Scenario {
  const s = new Scenario("custom-conversion");
  const any = schema({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
  const reply = (response: object) => ({
    text: JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      response: { uid: "{{uid}}", ...response },
    }),
  });
  const converted = (group: string, version: string, name: string) =>
    reply({
      result: { status: "Success" },
      convertedObjects: [{ apiVersion: `${group}/${version}`, kind: "Convert", metadata: { name } }],
    });
  const answers = (group: string) => [
    reply({ result: { status: "Failure", message: "cannot today" }, convertedObjects: [] }),
    reply({ result: { status: "Success" }, convertedObjects: [] }),
    { status: 500, text: "oh" },
    { text: "no json" },
    reply({ result: { status: "Failure" } }),
    converted(group, "v1", "w"),
    converted(group, "v2", "other"),
    converted(group, "v2", "w"),
  ];
  for (const [i] of answers("").entries()) {
    const group = `g${i}-{{id}}.example.com`;
    const hook = `convert${i}`;
    s.hook(hook, answers(group)[i] ?? {});
    define(
      s,
      "Convert",
      [
        { name: "v1", served: true, storage: true, ...any },
        { name: "v2", served: true, storage: false, ...any },
      ],
      {
        group,
        conversion: {
          strategy: "Webhook",
          webhook: {
            conversionReviewVersions: ["v1"],
            clientConfig: { url: `{{hooks}}/${hook}`, caBundle: "{{caBundle}}" },
          },
        },
      },
    );
    const at = (version: string) => `/apis/${group}/${version}/namespaces/{{ns}}/converts`;
    s.removes(`${CRDS}/converts.${group}`);
    s.until(at("v1"));
    s.until(at("v2"));
    s.post(at("v1"), { apiVersion: `${group}/v1`, kind: "Convert", metadata: { name: "w" }, spec: { a: 1 } });
    s.get(`${at("v2")}/w`);
    s.get(`${at("v1")}/w`);
    s.patch("merge", `${at("v1")}/w`, { spec: { a: 2 } });
    s.delete(`${at("v1")}/w`);
  }
  return s;
}
