import { define } from "../definition.ts";
import { CRDS, HERE, type Members, NS, REG, Scenario } from "../scenario.ts";

const GROUP = "{{id}}.example.com";
const WIDGETS = `/apis/${GROUP}/v1/namespaces/{{ns}}/widgets`;
const op = (op: string, path: string, more = ""): string => `JSONPatch{op: '${op}', path: '${path}'${more}}`;

/** JSON patches; where they begin is `/spec` of a custom resource, or `/data` of a ConfigMap. */
const PATCHES: readonly string[] = [
  `[${op("add", "/AT/new", ", value: 'x'")}]`,
  `[${op("replace", "/AT/a", ", value: 'x'")}]`,
  `[${op("replace", "/AT/none", ", value: 'x'")}]`,
  `[${op("remove", "/AT/a")}]`,
  `[${op("remove", "/AT/none")}]`,
  `[${op("test", "/AT/a", ", value: 'v'")}, ${op("add", "/AT/b", ", value: 'y'")}]`,
  `[${op("test", "/AT/a", ", value: 'other'")}]`,
  `[${op("move", "/AT/b", ", from: '/AT/a'")}]`,
  `[${op("copy", "/AT/b", ", from: '/AT/a'")}]`,
  `[${op("copy", "/AT/b", ", from: '/AT/none'")}]`,
  `[${op("add", "/AT/b")}]`,
  `[${op("what", "/AT/b", ", value: 'x'")}]`,
  `[JSONPatch{op: 'add', value: 'x'}]`,
  `[JSONPatch{path: '/AT/b', value: 'x'}]`,
  `[JSONPatch{}]`,
  `[]`,
  `[${op("add", "AT/b", ", value: 'x'")}]`,
  `[${op("add", "", ", value: 'x'")}]`,
  `[${op("add", "/AT/n", ", value: 5")}]`,
  `[${op("add", "/AT/n", ", value: 1.5")}]`,
  `[${op("add", "/AT/n", ", value: true")}]`,
  `[${op("add", "/AT/n", ", value: null")}]`,
  `[${op("add", "/AT/n", ", value: [1, 2]")}]`,
  `[${op("add", "/AT/n", ", value: {'a': 'b'}")}]`,
  `[${op("add", "/AT/n", ", value: {1: 'b'}")}]`,
  `[${op("add", "/AT/n", ", value: b'abc'")}]`,
  `[${op("add", "/AT/n", ", value: 5u")}]`,
  `[${op("add", "/AT/n", ", value: duration('1h')")}]`,
  `[${op("add", "/AT/n", ", value: timestamp('2020-01-01T00:00:00Z')")}]`,
  `[${op("add", "/AT/n", ", value: optional.of('x')")}]`,
  `[${op("add", "/AT/n", ", value: quantity('1')")}]`,
  `[${op("add", "/AT/n", ", value: type(1)")}]`,
  `[${op("add", "/AT/n", ", value: object.metadata.name")}]`,
  `[${op("add", "/AT/n", ", value: object.metadata")}]`,
  `[${op("add", "/metadata/labels", ", value: Object.metadata.labels{x: 'y'}")}]`,
  `[${op("add", "/metadata", ", value: Object.metadata{name: 'other'}")}]`,
  `[${op("add", "/metadata/annotations", ", value: {'a': 'b', 'bad key': 'c'}")}]`,
  `[${op("add", "/metadata/finalizers", ", value: ['example.com/x']")}]`,
  `[${op("add", "/metadata/finalizers/-", ", value: 'example.com/x'")}]`,
  `[${op("replace", "/metadata/name", ", value: 'renamed'")}]`,
  `[${op("replace", "/kind", ", value: 'Other'")}]`,
  `[${op("replace", "/apiVersion", ", value: 'v9'")}]`,
  `[${op("replace", "", ", value: {'a': 'b'}")}]`,
  `[${op("add", "/unknown", ", value: 'x'")}]`,
  `has(object.metadata.labels) ? [${op("add", "/AT/b", ", value: 'x'")}] : []`,
  `[?optional.of(${op("add", "/AT/b", ", value: 'x'")}), ?optional.none()]`,
  `['a', 'b'].map(k, JSONPatch{op: 'add', path: '/AT/' + jsonpatch.escapeKey(k + '/~'), value: k})`,
  `[${op("add", "/AT/b", ", value: object.none")}]`,
  `[${op("add", "/AT/b", ", value: 1 / 0")}]`,
  "[1]",
  "{'a': 'b'}",
  "JSONPatch{op: 'add'}",
  "[JSONPatch{op: 5}]",
  "[JSONPatch{unknown: 'x'}]",
  "[dyn('x')]",
  "dyn([1])",
];

/** Apply configurations. */
const CONFIGURATIONS: readonly string[] = [
  "Object{metadata: Object.metadata{labels: {'x': 'y'}}}",
  "Object{metadata: Object.metadata{annotations: {'x': 'y'}, finalizers: ['example.com/x']}}",
  "Object{metadata: Object.metadata{name: 'other'}}",
  "Object{metadata: Object.metadata{labels: {'bad key': 'y'}}}",
  "Object{FIELD: Object.FIELD{a: 'x'}}",
  "Object{FIELD: Object.FIELD{b: 'x'}}",
  "Object{FIELD: {'b': 'x'}}",
  "Object{FIELD: Object.FIELD{n: 5}}",
  "Object{FIELD: Object.FIELD{list: ['x']}}",
  "Object{FIELD: Object.FIELD{keyed: [Object.FIELD.keyed{k: 'x', v: 'y'}]}}",
  "Object{FIELD: Object.FIELD{keyed: [Object.FIELD.keyed{v: 'y'}]}}",
  "Object{FIELD: Object.FIELD{set: ['x', 'y']}}",
  "Object{FIELD: Object.FIELD{atomic: Object.FIELD.atomic{k: 'v'}}}",
  "Object{FIELD: Object.FIELD{map: {'k': 'v'}}}",
  "Object{FIELD: null}",
  "Object{}",
  "Object{kind: 'Other'}",
  "Object{apiVersion: 'v9'}",
  "Object{unknown: 'x'}",
  "Object{metadata: Object.FIELD{}}",
  "Object{FIELD: Object.metadata{name: 'x'}}",
  "Object{?FIELD: optional.none()}",
  "Object{metadata: Object.metadata{?labels: optional.of({'x': 'y'})}}",
  "has(object.metadata.labels) ? Object{} : Object{metadata: Object.metadata{labels: {'x': 'y'}}}",
  "object",
  "{'a': 'b'}",
  "dyn(Object{})",
  "null",
  "'x'",
  "Object{metadata: Object.metadata{labels: {'x': 1 / 0 == 1 ? 'a' : 'b'}}}",
  "Object{metadata: Object.metadata{labels: object.none}}",
  "Object{status: Object.status{a: 'x'}}",
];

const SCHEMA: Members = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        a: { type: "string" },
        b: { type: "string" },
        n: { type: "integer" },
        list: { type: "array", items: { type: "string" } },
        set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        keyed: {
          type: "array",
          items: {
            type: "object",
            required: ["k"],
            properties: { k: { type: "string" }, v: { type: "string" } },
          },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
        },
        atomic: {
          type: "object",
          properties: { k: { type: "string" }, l: { type: "string" } },
          "x-kubernetes-map-type": "atomic",
        },
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    },
    status: { type: "object", properties: { a: { type: "string" } } },
  },
};

function patched(
  name: string,
  field: "spec" | "data",
  group: string,
  resource: string,
  path: string,
  body: (at: number) => Members,
): Scenario {
  const s = new Scenario(name);
  if (group !== "") {
    define(s, "Widget", [{ subresources: { status: {} }, schema: { openAPIV3Schema: SCHEMA } }]);
    s.removes(`${CRDS}/widgets.${GROUP}`);
    s.until(WIDGETS);
  }
  // For custom resources of another version, Go's error is about a conversion.
  const patches = PATCHES.filter((patch) => group === "" || !/'\/apiVersion'|path: ''/.test(patch));
  const mutations = [
    ...patches.map((expression) => ({
      patchType: "JSONPatch",
      jsonPatch: { expression: expression.replaceAll("/AT/", `/${field}/`).replaceAll("'AT/", `'${field}/`) },
    })),
    ...CONFIGURATIONS.map((expression) => ({
      patchType: "ApplyConfiguration",
      applyConfiguration: { expression: expression.replaceAll("FIELD", field) },
    })),
  ];
  for (const [at, mutation] of mutations.entries()) {
    const metadata = { name: `${resource}-{{id}}-${at}` };
    const rule = {
      apiGroups: [group],
      apiVersions: ["v1"],
      operations: ["CREATE"],
      resources: [resource],
      resourceNames: [`o${at}`],
    };
    const matchConstraints = { ...HERE, resourceRules: [rule] };
    const spec = {
      matchConstraints,
      reinvocationPolicy: "Never",
      failurePolicy: "Fail",
      mutations: [mutation],
    };
    s.post(`${REG}/mutatingadmissionpolicies`, { metadata, spec });
    s.post(
      `${REG}/mutatingadmissionpolicybindings`,
      { metadata, spec: { policyName: metadata.name, matchResources: HERE } },
      [],
      { silent: true },
    );
    s.removes(`${REG}/mutatingadmissionpolicybindings/${metadata.name}`);
    s.removes(`${REG}/mutatingadmissionpolicies/${metadata.name}`);
  }
  s.settle("policies");
  // In kube-apiserver the types of new kinds are available some time after the kinds.
  const ready = mutations.findIndex(({ patchType }) => patchType === "ApplyConfiguration");
  s.send("POST", path, body(ready), { until: 201, query: [["dryRun", "All"]] });
  for (const at of mutations.keys()) s.post(path, body(at), [["dryRun", "All"]]);
  return s;
}

export const custom = (): Scenario =>
  patched("policy-patches-custom", "spec", GROUP, "widgets", WIDGETS, (at) => ({
    apiVersion: `${GROUP}/v1`,
    kind: "Widget",
    metadata: { name: `o${at}` },
    spec: {
      a: "v",
      list: ["a"],
      set: ["a"],
      keyed: [{ k: "a", v: "1" }],
      atomic: { l: "w" },
      map: { a: "b" },
    },
  }));

export const builtin = (): Scenario =>
  patched("policy-patches-builtin", "data", "", "configmaps", `${NS}/configmaps`, (at) => ({
    metadata: { name: `o${at}` },
    data: { a: "v" },
  }));
