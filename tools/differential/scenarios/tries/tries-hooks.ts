import type { Json } from "../../../../src/json/value.ts";
import type { Scenario } from "../scenario.ts";
import { type Tries, tries } from "./tries.ts";

interface Members {
  readonly [key: string]: Json;
}
const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const spec = (more: Members): Json => ({ spec: more });
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
  rule({ operations: [] }),
  rule({ operations: ["OTHER"] }),
  rule({ operations: ["*", "CREATE"] }),
  rule({ operations: ["CREATE", "CREATE", ""] }),
  rule({ operations: ["CONNECT"] }),
  rule({ apiGroups: [] }),
  rule({ apiGroups: ["*", "x"] }),
  rule({ apiGroups: ["", "A b"] }),
  rule({ apiVersions: [] }),
  rule({ apiVersions: ["*", "v1"] }),
  rule({ apiVersions: ["", "x"] }),
  rule({ scope: "Other" }),
  rule({ scope: "" }),
  rule({ scope: "Namespaced" }),
  rule({ scope: null }),
  ...[
    [],
    [""],
    ["*", "pods"],
    ["*/*", "pods"],
    ["*/*", "pods/status"],
    ["pods/*", "pods/status"],
    ["*/status", "pods/status"],
    ["*/status", "*/scale"],
    ["*", "pods/status"],
    ["a/b/c"],
    ["*/*", "*"],
    ["pods/", "/status"],
    ["pods", "pods"],
  ].map((resources) => rule({ resources })),
];
const SELECTORS: readonly Json[] = [
  {},
  null,
  { matchLabels: { "a b": "c d" } },
  { matchExpressions: [{ key: "a", operator: "In" }] },
  { matchExpressions: [{ key: "a", operator: "Other", values: ["b"] }] },
  { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] },
];
const CONDITIONS: readonly Json[] = [
  [{ name: "a", expression: "true" }],
  [{ name: "", expression: "true" }],
  [{ name: "A b", expression: "true" }],
  [{ name: "a", expression: "" }],
  [{ name: "a", expression: "x" }],
  [{ name: "a", expression: "1" }],
  [
    { name: "a", expression: "true" },
    { name: "a", expression: "false" },
  ],
  [{ name: "a", expression: "object.x == 1 &&" }],
  [{ name: "a/b", expression: "has(object.x)" }],
  [{ name: "a", expression: "variables.x" }],
  [{ name: "a", expression: "params.x" }],
  [{ name: "a", expression: "authorizer.group('').resource('pods').check('get').allowed()" }],
  [{ name: "a", expression: "  " }],
  Array.from({ length: 65 }, (_, n) => ({ name: `n${n}`, expression: "true" })),
];
const CHANGES: readonly Json[] = [
  { webhooks: [] },
  { webhooks: null },
  hooks({}, {}),
  hooks({ name: "a" }),
  hooks({ name: "" }),
  hooks({ name: "A.b.c" }),
  hooks({ name: "a.b" }),
  hooks({ name: `${"x".repeat(64)}.b.c` }),
  ...[[], ["v2"], ["v1", "v1"], ["v2", "v1"], ["", "v1"], ["A b"], ["v1beta1"]].map(
    (admissionReviewVersions) => hooks({ admissionReviewVersions }),
  ),
  ...["Some", "Unknown", "None", "NoneOnDryRun", "", "Other", null].map((sideEffects) =>
    hooks({ sideEffects }),
  ),
  ...["Fail", "Other", "", null].map((failurePolicy) => hooks({ failurePolicy })),
  ...["Exact", "Equivalent", "Other", "", null].map((matchPolicy) => hooks({ matchPolicy })),
  ...[0, 1, 30, 31, -1, null].map((timeoutSeconds) => hooks({ timeoutSeconds })),
  ...["Never", "IfNeeded", "Other", ""].map((reinvocationPolicy) => hooks({ reinvocationPolicy })),
  ...SELECTORS.flatMap((selector) => [
    hooks({ namespaceSelector: selector }),
    hooks({ objectSelector: selector }),
  ]),
  client(null),
  client({}),
  client({ url: "https://x", service: { name: "s", namespace: "n" } }),
  ...[
    "",
    "x",
    "http://x",
    "https://",
    "https://x?y",
    "https://x#y",
    "https://u:p@x",
    "https://x:y",
    "%zz",
    "https://x/a b",
    "HTTPS://x",
    "https:x",
  ].map((url) => client({ url })),
  service({}),
  service({ name: "" }),
  service({ namespace: "" }),
  service({ name: "A b", namespace: "A b" }),
  service({ port: 0 }),
  service({ port: 70_000 }),
  service({ port: 8443 }),
  ...["", "/", "x", "/a//b", "/a/", "/a?b", "/a b", "/%zz", "//", "/a/.", "/a/..", "/A_b-c.d"].map((path) =>
    service({ path }),
  ),
  client({ url: "https://x", caBundle: "eA==" }),
  client({ url: "https://x", caBundle: "" }),
  ...RULES.map((one) => hooks({ rules: [one] })),
  hooks({ rules: [] }),
  ...CONDITIONS.map((matchConditions) => hooks({ matchConditions })),
  { metadata: { name: "A b" } },
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
  spec({ matchConstraints: null }),
  spec({ matchConstraints: {} }),
  ...RULES.map((one) => spec(matching({ resourceRules: [one] }))),
  ...RULES.slice(0, 6).map((one) => spec(matching({ excludeResourceRules: [one] }))),
  ...[["a/b"], [".."], ["a", "a"], ["", "x"], ["a%b"]].map((resourceNames) =>
    spec(matching({ resourceRules: [rule({ resourceNames })] })),
  ),
  ...["Other", "", "Exact"].map((matchPolicy) => spec(matching({ matchPolicy }))),
  ...SELECTORS.flatMap((selector) => [
    spec(matching({ namespaceSelector: selector })),
    spec(matching({ objectSelector: selector })),
  ]),
  ...CONDITIONS.map((matchConditions) => spec({ matchConditions })),
  ...["Ignore", "Other", "", null].map((failurePolicy) => spec({ failurePolicy })),
  ...[
    {},
    { apiVersion: "v1" },
    { kind: "K" },
    { apiVersion: "v1", kind: "ConfigMap" },
    { apiVersion: "a/b/c", kind: "K" },
    { apiVersion: "/v1", kind: "K" },
    { apiVersion: "A b/v1", kind: "K" },
    { apiVersion: "apps/", kind: "K" },
    { apiVersion: "apps/1", kind: "A b" },
    { apiVersion: "/", kind: "K" },
  ].map((paramKind) => spec({ paramKind })),
  spec({
    variables: [
      { name: "a", expression: "1" },
      { name: "a", expression: "2" },
    ],
  }),
  spec({ variables: [{ name: "A b", expression: "1" }] }),
  spec({ variables: [{ name: "", expression: "" }] }),
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
  spec({ validations: [] }),
  spec({ validations: null, auditAnnotations: [{ key: "a", valueExpression: "'x'" }] }),
  validation({ expression: "" }),
  validation({ expression: "  " }),
  validation({ expression: "1" }),
  validation({ expression: "x +" }),
  validation({ message: "a\nb" }),
  validation({ message: " " }),
  validation({ expression: "true ||\nfalse" }),
  validation({ expression: "true ||\nfalse", message: "m" }),
  validation({ messageExpression: "" }),
  validation({ messageExpression: " " }),
  validation({ messageExpression: "1" }),
  validation({ messageExpression: "'a' + object.x" }),
  validation({ messageExpression: "x +" }),
  ...["Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge", "Other", "", null].map((reason) =>
    validation({ reason }),
  ),
  annotation({}),
  annotation({ key: "" }),
  annotation({ key: "A b" }),
  annotation({ key: "x".repeat(70) }),
  annotation({ valueExpression: "" }),
  annotation({ valueExpression: "1" }),
  annotation({ valueExpression: "null" }),
  annotation({ valueExpression: `'${"x".repeat(5200)}'` }),
  spec({
    auditAnnotations: [
      { key: "a", valueExpression: "'x'" },
      { key: "a", valueExpression: "'y'" },
    ],
  }),
  spec({
    auditAnnotations: Array.from({ length: 21 }, (_, n) => ({ key: `k${n}`, valueExpression: "'x'" })),
  }),
];
const mutation = (more: Members): Json =>
  spec({
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" }, ...more }],
  });
const MUTATING: readonly Json[] = [
  spec({ mutations: [] }),
  mutation({ patchType: "" }),
  mutation({ patchType: "Other" }),
  mutation({ patchType: null }),
  mutation({ applyConfiguration: null }),
  mutation({ applyConfiguration: { expression: "" } }),
  mutation({ applyConfiguration: { expression: "1" } }),
  mutation({ applyConfiguration: { expression: "Object{x}" } }),
  mutation({ jsonPatch: { expression: "[]" } }),
  mutation({ patchType: "JSONPatch" }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: "" } }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: " [] " } }),
  mutation({ patchType: "JSONPatch", applyConfiguration: null, jsonPatch: { expression: "1" } }),
  mutation({
    patchType: "JSONPatch",
    applyConfiguration: null,
    jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/x', value: 1}]" },
  }),
  ...["Never", "IfNeeded", "Other", "", null].map((reinvocationPolicy) => spec({ reinvocationPolicy })),
];
const conditions = (...all: Json[]): Json => ({ conditions: all });
const STATUSES: readonly Json[] = [
  { observedGeneration: 3 },
  { typeChecking: {} },
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
  conditions({
    type: "A",
    status: "True",
    reason: "R",
    message: "m",
    lastTransitionTime: "2001-02-03T04:05:06Z",
  }),
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
  spec({ policyName: "" }),
  spec({ policyName: "A b" }),
  spec({ policyName: "a/b" }),
  spec({ paramRef: {} }),
  spec({ paramRef: { name: "x" } }),
  spec({ paramRef: { name: "x", parameterNotFoundAction: "Deny" } }),
  spec({ paramRef: { name: "a/b", parameterNotFoundAction: "Allow" } }),
  spec({ paramRef: { name: "x", parameterNotFoundAction: "Other" } }),
  spec({ paramRef: { name: "x", namespace: "A b", parameterNotFoundAction: "" } }),
  spec({ paramRef: { name: "x", selector: {}, parameterNotFoundAction: "Deny" } }),
  spec({ paramRef: { selector: {}, parameterNotFoundAction: "Deny" } }),
  spec({ paramRef: { selector: { matchLabels: { "a b": "c" } }, parameterNotFoundAction: "Deny" } }),
  spec({ validationActions: [] }),
  spec({ validationActions: ["Deny", "Warn"] }),
  spec({ validationActions: ["Deny", "Deny"] }),
  spec({ validationActions: ["Other", ""] }),
  spec({ validationActions: ["Audit", "Warn"] }),
  spec({ matchResources: {} }),
  ...RULES.map((one) => spec({ matchResources: { resourceRules: [one] } })),
  ...SELECTORS.map((selector) =>
    spec({ matchResources: { namespaceSelector: selector, objectSelector: selector } }),
  ),
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
