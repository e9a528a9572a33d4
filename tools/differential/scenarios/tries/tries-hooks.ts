import type { Json } from "../../../../src/json/value.ts";
import type { Members, Scenario } from "../scenario.ts";
import { conditions, spec, type Tries, tries } from "./tries.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const rule = (more: Members = {}): Members => ({
  operations: ["CREATE"],
  apiGroups: ["none.example.com"],
  apiVersions: ["v1"],
  resources: ["nothing"],
  ...more,
});
const hook = (more: Members = {}): Members => ({
  name: "a.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://x.example.com/a" },
  failurePolicy: "Ignore",
  rules: [rule()],
  ...more,
});
const hooks = (...all: Members[]): Json => ({ webhooks: all.map(hook) });
const client = (clientConfig: Json): Json => hooks({ clientConfig });
const service = (more: Members): Json => client({ service: { name: "s", namespace: "n", ...more } });

const RULES: readonly Members[] = [
  ...[
    ["pods/*", "pods/status"],
    ["*/status", "pods/status"],
  ].map((resources) => rule({ resources })),
];
const CONDITIONS: readonly Json[] = [
  [{ name: "a", expression: "x" }],
  [{ name: "a", expression: "1" }],
  [
    { name: "a", expression: "true" },
    { name: "a", expression: "false" },
  ],
  [{ name: "a", expression: "object.x == 1 &&" }],
  [{ name: "a", expression: "variables.x" }],
  [{ name: "a", expression: "params.x" }],
  Array.from({ length: 65 }, (_, n) => ({ name: `n${n}`, expression: "true" })),
];
const CHANGES: readonly Json[] = [
  { webhooks: [] },
  hooks({}, {}),
  ...["https://x:y"].map((url) => client({ url })),
  ...["", "/", "x", "/a//b", "/a/", "/a?b", "/a b", "/%zz", "//", "/a/.", "/a/..", "/A_b-c.d"].map((path) =>
    service({ path }),
  ),
  ...RULES.map((one) => hooks({ rules: [one] })),
  ...CONDITIONS.map((matchConditions) => hooks({ matchConditions })),
  { metadata: { name: "x.static.k8s.io" } },
];
const configuration = (resource: string): Tries => ({
  path: `${REGISTRATION}/${resource}`,
  base: hooks({}),
  creates: CHANGES,
  updates: CHANGES.slice(0, -2),
});

/** Configurations of webhooks. */
export const hookTries = (): Scenario =>
  tries(
    "tries-hooks",
    ["validatingwebhookconfigurations", "mutatingwebhookconfigurations"].map(configuration),
  );

const matching = (more: Members): Members => ({ matchConstraints: { resourceRules: [rule()], ...more } });
const COMMON: readonly Json[] = [
  ...RULES.map((one) => spec(matching({ resourceRules: [one] }))),
  ...CONDITIONS.map((matchConditions) => spec({ matchConditions })),
  ...[
    { apiVersion: "/v1", kind: "K" },
    { apiVersion: "/", kind: "K" },
  ].map((paramKind) => spec({ paramKind })),
  spec({
    variables: [
      { name: "a", expression: "variables.b" },
      { name: "b", expression: "1" },
    ],
  }),
  spec({ variables: [{ name: "a", expression: "x" }] }),
  { metadata: { name: "x.static.k8s.io" } },
];
const validation = (more: Members): Json => spec({ validations: [{ expression: "true", ...more }] });
const annotation = (more: Members): Json =>
  spec({ auditAnnotations: [{ key: "a", valueExpression: "'x'", ...more }] });
const VALIDATING: readonly Json[] = [
  validation({ expression: "x +" }),
  validation({ messageExpression: "x +" }),
  annotation({ valueExpression: "1" }),
  annotation({ valueExpression: `'${"x".repeat(5200)}'` }),
  spec({
    auditAnnotations: Array.from({ length: 21 }, (_, n) => ({ key: `k${n}`, valueExpression: "'x'" })),
  }),
];
const mutation = (more: Members): Json =>
  spec({
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" }, ...more }],
  });
const MUTATING: readonly Json[] = [
  mutation({ applyConfiguration: { expression: "1" } }),
  mutation({ applyConfiguration: { expression: "Object{x}" } }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: "" } }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: " [] " } }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: "1" } }),
];
const STATUSES: readonly Json[] = [
  {
    typeChecking: {
      expressionWarnings: [
        { fieldRef: "", warning: "" },
        { fieldRef: "  ", warning: "w" },
        { fieldRef: "spec.validations[0].expression", warning: "w" },

        { fieldRef: "a}b{", warning: "w" },
        { fieldRef: "x[?(@.a==1)]", warning: "w" },
      ],
    },
  },
  conditions({}),
  conditions({
    type: "A b",
    status: "Other",
    reason: "a b",
    message: "x".repeat(40_000),
    observedGeneration: -1,
  }),
  conditions({ type: "A" }, { type: "A" }),
];
const BINDINGS: readonly Json[] = [
  spec({ paramRef: { name: "x", parameterNotFoundAction: "Deny" } }),
  ...RULES.map((one) => spec({ matchResources: { resourceRules: [one] } })),
  { metadata: { name: "x.static.k8s.io" } },
];

/** Policies and their bindings. */
export const policyTries = (): Scenario =>
  tries("tries-policies", [
    {
      path: `${REGISTRATION}/validatingadmissionpolicies`,
      base: spec({ ...matching({}), validations: [{ expression: "true" }] }),
      creates: [...COMMON, ...VALIDATING],
      updates: [...COMMON, ...VALIDATING],
      statuses: STATUSES,
    },
    {
      path: `${REGISTRATION}/mutatingadmissionpolicies`,
      base: spec({
        ...matching({}),
        reinvocationPolicy: "Never",
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      }),
      creates: [...COMMON, ...MUTATING],
      updates: [...COMMON, ...MUTATING],
    },
    {
      path: `${REGISTRATION}/validatingadmissionpolicybindings`,
      base: spec({ policyName: "none-{{id}}", validationActions: ["Deny"] }),
      creates: BINDINGS,
      updates: BINDINGS,
    },
    {
      path: `${REGISTRATION}/mutatingadmissionpolicybindings`,
      base: spec({ policyName: "none-{{id}}" }),
      creates: BINDINGS,
      updates: BINDINGS,
    },
  ]);
