import type { JsonObject } from "../../../src/json/value.ts";
import type { Case, Step } from "../case.ts";
import { definition } from "../cel/definitions.ts";
import { Expressions, validationOf } from "../cel/policies.ts";
import { shownValues } from "../cel/values.ts";
import type { Random } from "../random.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const POLICIES = `${REGISTRATION}/validatingadmissionpolicies`;
const BINDINGS = `${REGISTRATION}/validatingadmissionpolicybindings`;
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const MAPS = "/api/v1/namespaces/{{ns}}/configmaps";
const DRY: readonly (readonly [string, string])[] = [["dryRun", "All"]];

/** Random expressions in policies and in definitions of custom resources. `only`: values, policies, compile or definitions. */
export function celCase(random: Random, only?: string): Case {
  const sort = only ?? random.pick(["values", "values", "policies", "compile", "definitions", "definitions"]);
  if (sort === "definitions")
    return { area: "cel", steps: random.times(2, 4, (i) => definitionStep(random, i)) };
  if (sort === "compile") return { area: "cel", steps: random.times(2, 4, (i) => compileStep(random, i)) };
  return { area: "cel", steps: evaluation(random, sort === "values") };
}

const definitionStep = (random: Random, i: number): Step => ({
  name: `define ${i}`,
  method: "POST",
  path: DEFINITIONS,
  query: DRY,
  body: definition(random),
});

const policyOf = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] },
      ],
      objectSelector: { matchLabels: { case: name } },
    },
    ...spec,
  },
});

/** Errors of expressions in all places of a policy. */
function compileStep(random: Random, i: number): Step {
  const expressions = new Expressions(random);
  const spec: JsonObject = {
    ...(random.chance(0.3) ? { paramKind: { apiVersion: "v1", kind: "ConfigMap" } } : {}),
    ...(random.chance(0.4)
      ? {
          variables: random.times(1, 3, (n) => ({
            name: random.pick([`v${n}`, "v0", "bad name"]),
            expression: expressions.any(),
          })),
        }
      : {}),
    ...(random.chance(0.3)
      ? {
          matchConditions: random.times(1, 2, (n) => ({
            name: `c${n}`,
            expression: random.chance(0.5) ? expressions.any() : expressions.of("bool"),
          })),
        }
      : {}),
    ...(random.chance(0.3)
      ? {
          auditAnnotations: random.times(1, 2, (n) => ({
            key: `k${n}`,
            valueExpression: random.chance(0.5) ? expressions.any() : expressions.of("string"),
          })),
        }
      : {}),
    validations: random.times(1, 3, () => ({
      expression: expressions.any(),
      ...(random.chance(0.4) ? { messageExpression: expressions.any() } : {}),
    })),
  };
  return { name: `try ${i}`, method: "POST", path: POLICIES, query: DRY, body: policyOf("p-{{id}}", spec) };
}

/** Results of expressions as warnings, one for each validation. */
function evaluation(random: Random, showsValues: boolean): Step[] {
  const expressions = new Expressions(random);
  const specOf = (): JsonObject =>
    showsValues ? { validations: shownValues(random, expressions) } : policySpec(random, expressions);
  const policies = random.times(4, 8, (i) => policySteps(random, specOf(), i));
  return [...policies.flatMap(([made]) => made), ...IN_EFFECT, ...policies.flatMap(([, asked]) => asked)];
}

/** A last policy, whose effect can be seen: those before it are in effect, too. */
const IN_EFFECT: readonly Step[] = [
  {
    name: "last policy",
    method: "POST",
    path: POLICIES,
    body: {
      metadata: { name: "z-{{id}}" },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
          ],
          objectSelector: { matchLabels: { probe: "{{id}}" } },
        },
        validations: [{ expression: "false" }],
      },
    },
    silent: true,
    isSetup: true,
  },
  {
    name: "last binding",
    method: "POST",
    path: BINDINGS,
    body: { metadata: { name: "z-{{id}}" }, spec: { policyName: "z-{{id}}", validationActions: ["Deny"] } },
    silent: true,
    isSetup: true,
  },
  {
    name: "in effect",
    method: "POST",
    path: MAPS,
    query: DRY,
    body: { metadata: { name: "z-{{id}}", labels: { probe: "{{id}}" } } },
    until: 422,
    isSetup: true,
  },
];

const policySpec = (random: Random, expressions: Expressions): JsonObject => ({
  ...(random.chance(0.1) ? { failurePolicy: "Ignore" } : {}),
  ...(random.chance(0.2) ? { variables: [{ name: "v0", expression: expressions.any() }] } : {}),
  ...(random.chance(0.15) ? { matchConditions: [{ name: "c", expression: expressions.of("bool", 1) }] } : {}),
  validations: random.times(1, 3, () => validationOf(random, expressions)),
});

/** Steps that create a policy, and steps that trigger it. */
function policySteps(random: Random, spec: JsonObject, i: number): [Step[], Step[]] {
  const name = `p${i}-{{id}}`;
  const actions = random.chance(0.85) ? ["Warn"] : ["Deny"];
  const onlyAfter = { step: `policy ${i}`, status: 201 };
  const made: Step[] = [
    { name: `policy ${i}`, method: "POST", path: POLICIES, body: policyOf(name, spec) },
    {
      name: `binding ${i}`,
      method: "POST",
      path: BINDINGS,
      body: { metadata: { name }, spec: { policyName: name, validationActions: actions } },
      silent: true,
      onlyAfter,
    },
  ];
  const asked = random.times(1, 2, (n) => ({ ...objectStep(random, `object ${i}.${n}`, name), onlyAfter }));
  return [made, asked];
}

const objectStep = (random: Random, name: string, policy: string): Step => ({
  name,
  method: "POST",
  path: MAPS,
  query: [...DRY, ...(random.chance(0.3) ? ([["fieldManager", "me"]] as const) : [])],
  body: {
    metadata: { name: "x-{{id}}", labels: { case: policy, c: "d" } },
    ...(random.chance(0.9) ? { data: random.pick<JsonObject>([{ a: "1Gi" }, { a: "x", b: "y" }, {}]) } : {}),
  },
});
