import { members, objectOf, path } from "./shapes.mjs";

const MAPS = path("v1", "configmaps");
const VERSION = "admissionregistration.k8s.io/v1";
const at = (resource) => path(VERSION, resource, false);
const RULE = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
const constraints = { matchConstraints: { resourceRules: [RULE] } };
const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": "longest" } };

const small = { path: MAPS, body: { metadata: { name: "longest" }, data: { a: "b" } } };
const great = (item) => ({ path: MAPS, body: { metadata: { name: "longest" }, data: members(item) } });
const letters = (i) => [`k${i}`, "abcab"];
const oneText = { path: MAPS, body: { metadata: { name: "longest" }, data: { a: "ab".repeat(500_000) } } };

const policy = (kind, resource, spec) => [
  { path: at(resource), body: objectOf(VERSION, kind, { spec: { ...constraints, ...spec } }) },
  {
    path: at(resource.replace("policies", "policybindings")),
    body: objectOf(VERSION, `${kind}Binding`, {
      spec: {
        policyName: "longest",
        matchResources: { namespaceSelector },
        ...(kind.startsWith("Val") ? { validationActions: ["Warn"] } : {}),
      },
    }),
  },
];
const validated = (rule, more = {}) =>
  policy("ValidatingAdmissionPolicy", "validatingadmissionpolicies", {
    validations: [{ expression: rule }],
    ...more,
  });
const mutated = (expression, more = {}) =>
  policy("MutatingAdmissionPolicy", "mutatingadmissionpolicies", {
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }],
    ...more,
  });

const RULES = {
  "a text of each key": "object.data.all(k, object.data[k] != 'x')",
  "a list of all texts, sorted": "object.data.map(k, object.data[k]).sort().size() >= 0",
  "a text replaced": "object.data.all(k, object.data[k].replace('a', 'bb') != 'x')",
  "an author's regular expression": "object.data.all(k, !object.data[k].matches('(x+x+)+y'))",
  "texts split and joined": "object.data.map(k, object.data[k].split('b').join('c')).size() > 0",
  "sums of lists": "object.data.map(k, size(k)).sum() > 0",
  "two loops": "object.data.all(k, object.data.exists(l, l == k))",
  "a filter": "object.data.filter(k, k.startsWith('k1')).size() > 0",
  "a message of the object": "object.data.size() == 0",
};
const TEXT_RULES = {
  "an author's regular expression": "!object.data.a.matches('(a|b)*c')",
  "all matches": "object.data.a.findAll('[ab]').size() >= 0",
  replacements: "object.data.a.replace('a', 'bbb').size() > 0",
  "a split": "object.data.a.split('').size() > 0",
  "upper case": "object.data.a.upperAscii() != 'x'",
  "an index": "object.data.a.indexOf('bb') < 0 && object.data.a.lastIndexOf('bb') < 0",
  "a quotation": "strings.quote(object.data.a) != ''",
  "a quantity": "!isQuantity(object.data.a)",
  "a URL": "!isURL(object.data.a)",
};

/** `answer(request)` returns the `response` of the review, or the whole HTTP response. */
const hooked = (answer, of = small, more = {}) => ({
  ...of,
  webhook: { rules: [RULE], namespaceSelector, ...more, answer },
});
const patchOf = (operations) => ({
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
});
const added = (count, value = "v") =>
  Array.from({ length: count }, (_, i) => ({ op: "add", path: `/data/n${i}`, value }));

/** Policies and webhooks that are called for an object of 3 MB, or that return large answers. */
export const HOOK_KINDS = Object.fromEntries([
  ...Object.entries(RULES).map(([name, rule]) => [
    `policy, ${name}`,
    () => ({ before: validated(rule), ...great(letters) }),
  ]),
  ...Object.entries(TEXT_RULES).map(([name, rule]) => [
    `policy on a text of 1 MB, ${name}`,
    () => ({ before: validated(rule), ...oneText }),
  ]),
  [
    "policy, condition",
    () => ({
      before: validated("true", {
        matchConditions: [{ name: "a", expression: "object.data.all(k, object.data[k] != 'x')" }],
      }),
      ...great(letters),
    }),
  ],
  [
    "policy, message",
    () => ({
      before: validated("false", {
        validations: [
          { expression: "false", messageExpression: "object.data.map(k, object.data[k]).join('')" },
        ],
      }),
      ...great(letters),
    }),
  ],
  [
    "policy, annotation",
    () => ({
      before: validated("true", {
        auditAnnotations: [{ key: "a", valueExpression: "object.data.map(k, object.data[k]).join('')" }],
      }),
      ...great(letters),
    }),
  ],
  [
    "policy, variables",
    () => ({
      before: validated("variables.a.size() > 0", {
        variables: [{ name: "a", expression: "object.data.map(k, {'name': k, 'value': object.data[k]})" }],
      }),
      ...great(letters),
    }),
  ],
  [
    "mutating policy, an operation for each key",
    () => ({
      before: mutated("object.data.map(k, JSONPatch{op: 'replace', path: '/data/' + k, value: 'w'})"),
      ...great(letters),
    }),
  ],
  [
    "mutating policy, a new map",
    () => ({
      before: mutated(
        "[JSONPatch{op: 'replace', path: '/data', value: object.data.map(k, k).size() > 0 ? {'a': 'b'} : {}}]",
      ),
      ...great(letters),
    }),
  ],
  [
    "mutating policy, apply",
    () => ({
      before: mutated("", {
        mutations: [
          {
            patchType: "ApplyConfiguration",
            applyConfiguration: { expression: "Object{data: object.data.transformMap(k, v, v + 'x')}" },
          },
        ],
      }),
      ...great(letters),
    }),
  ],
  [
    "mutating policy, apply one label",
    () => ({
      before: mutated("", {
        mutations: [
          {
            patchType: "ApplyConfiguration",
            applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'a': 'b'}}}" },
          },
        ],
      }),
      ...great(letters),
    }),
  ],
  ["webhook, a great object", () => hooked(() => ({}), great(letters))],
  [
    "webhook, condition on a great object",
    () =>
      hooked(() => ({}), great(letters), {
        matchConditions: [{ name: "a", expression: "object.data.all(k, object.data[k] != 'x')" }],
      }),
  ],
  [
    "webhook, one label of a great object",
    () => hooked(() => patchOf([{ op: "add", path: "/metadata/labels", value: { a: "b" } }]), great(letters)),
  ],
  ["webhook, 100,000 operations", () => hooked(() => patchOf(added(100_000)))],
  [
    "webhook, 10,000 operations on a great object",
    () => hooked(() => patchOf(added(10_000)), great(letters)),
  ],
  ["webhook, a patch of 6 MB", () => hooked(() => patchOf(added(1, "v".repeat(6_000_000))))],
  [
    "webhook, a value of 6 MB",
    () => hooked(() => patchOf([{ op: "replace", path: "/data", value: members(letters, 5_500_000) }])),
  ],
  [
    "webhook, 8 MB of warnings",
    () => hooked(() => ({ warnings: Array.from({ length: 300_000 }, (_, i) => `warning ${i}`) })),
  ],
  [
    "webhook, 7 MB of annotations",
    () => hooked(() => ({ auditAnnotations: members((i) => [`a${i}`, "v"], 7_000_000) })),
  ],
  ["webhook, unknown fields", () => hooked(() => members((i) => [`u${i}`, 1], 7_000_000))],
  [
    "webhook, a refusal of 7 MB",
    () => hooked(() => ({ allowed: false, status: { message: "x".repeat(7_000_000) } })),
  ],
  [
    "webhook, causes",
    () =>
      hooked(() => ({
        allowed: false,
        status: {
          details: { causes: Array.from({ length: 100_000 }, (_, i) => ({ message: `m${i}`, field: "a" })) },
        },
      })),
  ],
  [
    "webhook, an error of 1 MB in YAML",
    () => hooked(() => ({ http: { status: 500, type: "application/yaml", body: "a: [\n".repeat(200_000) } })),
  ],
  [
    "webhook, an answer in YAML",
    () =>
      hooked(() => ({ http: { status: 200, type: "application/yaml", body: "a: b\n".repeat(1_500_000) } })),
  ],
  [
    "webhook, one key for 8 MB",
    () =>
      hooked(() => ({
        http: { status: 200, type: "application/json", body: `{${'"a":1,'.repeat(1_300_000)}"b":1}` },
      })),
  ],
]);
