import type { Json } from "../../../../src/json/value.ts";
import { HERE, type Members, NS, REG, Scenario } from "../scenario.ts";
import { addPolicy } from "./policy.ts";

const MAP: Members = { apiVersion: "v1", kind: "ConfigMap" };
const ROLE: Members = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
const NOT_FOUND: readonly Members[] = [
  { parameterNotFoundAction: "Allow" },
  { parameterNotFoundAction: "Deny" },
];

/** References to parameters that are there, that are not, and that do not fit their kind. */
const REFS: readonly [Members | undefined, Members | undefined][] = [
  ...[
    { name: "good" },
    { name: "bad" },
    { name: "none" },
    { name: "good", namespace: "{{ns}}" },
    { name: "good", namespace: "none" },
    { selector: { matchLabels: { p: "all" } } },
    { selector: { matchLabels: { p: "one" } } },
    { selector: { matchLabels: { p: "none" } } },
    { selector: {} },
    {
      selector: { matchExpressions: [{ key: "p", operator: "In", values: ["one", "all"] }] },
      namespace: "{{ns}}",
    },
  ].flatMap((ref) => NOT_FOUND.map((more): [Members, Members] => [MAP, { ...ref, ...more }])),
  ...[
    { name: "{{id}}-good" },
    { name: "none" },
    { selector: { matchLabels: { p: "{{id}}" } } },
    { selector: { matchLabels: { p: "no-{{id}}" } } },
  ].flatMap((ref) => NOT_FOUND.map((more): [Members, Members] => [ROLE, { ...ref, ...more }])),
  [ROLE, { name: "{{id}}-good", namespace: "{{ns}}", parameterNotFoundAction: "Deny" }],
  [MAP, undefined],
  [undefined, { name: "good", parameterNotFoundAction: "Deny" }],
  [
    { apiVersion: "none.example.com/v1", kind: "None" },
    { name: "x", parameterNotFoundAction: "Deny" },
  ],
  [
    { apiVersion: "v1", kind: "None" },
    { name: "x", parameterNotFoundAction: "Allow" },
  ],
  [
    { apiVersion: "v1", kind: "ConfigMapList" },
    { name: "x", parameterNotFoundAction: "Deny" },
  ],
];

/** References that are refused. */
const REFUSED: readonly Json[] = [
  { name: "a", selector: {} },
  { selector: { matchLabels: { "a b": "c" } }, parameterNotFoundAction: "Deny" },
  "x",
];

const PARAM = "params == null ? 'null' : string(params.metadata.name)";
const matches = (at: number): Members => ({
  ...HERE,
  resourceRules: [
    {
      apiGroups: [""],
      apiVersions: ["v1"],
      operations: ["CREATE"],
      resources: ["secrets"],
      resourceNames: [`o${at}`],
    },
  ],
});

function setUp(s: Scenario): void {
  for (const [name, p] of [
    ["good", "one"],
    ["bad", "all"],
    ["third", "all"],
  ])
    s.post(`${NS}/configmaps`, {
      metadata: { name, labels: { p } },
      data: name === "bad" ? {} : { ok: "yes" },
    });
  s.post("/apis/rbac.authorization.k8s.io/v1/clusterroles", {
    metadata: { name: "{{id}}-good", labels: { p: "{{id}}" } },
    rules: [],
  });
  s.removes("/apis/rbac.authorization.k8s.io/v1/clusterroles/{{id}}-good");
}

function register(
  s: Scenario,
  sort: "validating" | "mutating",
  specOf: (at: number) => Members,
  bound: Members,
): void {
  for (const [at, [paramKind, paramRef]] of REFS.entries()) {
    const name = `${sort}-{{id}}-${at}`;
    const kind = paramKind === undefined ? {} : { paramKind };
    const ref = paramRef === undefined ? {} : { paramRef };
    const policy = { matchConstraints: matches(at), ...kind, ...specOf(at) };
    addPolicy(s, sort, name, policy, { matchResources: HERE, ...bound, ...ref });
  }
  for (const paramRef of REFUSED)
    s.post(
      `${REG}/${sort}admissionpolicybindings`,
      { metadata: { name: "refused-{{id}}" }, spec: { policyName: "x", ...bound, paramRef } },
      [["dryRun", "All"]],
    );
}

function ask(s: Scenario): void {
  s.settle("policies");
  for (const at of REFS.keys())
    s.post(`${NS}/secrets`, { metadata: { name: `o${at}` } }, [["dryRun", "All"]]);
}

export function validated(): Scenario {
  const s = new Scenario("policy-params-validating");
  s.hook("v", { text: "" });
  setUp(s);
  register(
    s,
    "validating",
    (at) => ({
      failurePolicy: at % 2 === 0 ? "Fail" : "Ignore",
      validations: [
        {
          expression: "params != null && has(params.data) && params.data.ok == 'yes'",
          messageExpression: `'of ' + (${PARAM})`,
        },
      ],
      auditAnnotations: [{ key: "param", valueExpression: "params == null ? 'null' : 'found'" }],
    }),
    { validationActions: ["Deny"] },
  );
  ask(s);
  return s;
}

export function mutated(): Scenario {
  const s = new Scenario("policy-params-mutating");
  setUp(s);
  register(
    s,
    "mutating",
    (at) => ({
      failurePolicy: at % 2 === 0 ? "Fail" : "Ignore",
      reinvocationPolicy: "Never",
      mutations: [
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: {
            expression: `Object{metadata: Object.metadata{labels: {'by-' + (${PARAM}): 'yes'}}}`,
          },
        },
      ],
    }),
    {},
  );
  ask(s);
  return s;
}
