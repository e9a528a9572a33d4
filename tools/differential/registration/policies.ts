import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { HookAnswer, Step } from "../case.ts";
import type { Random } from "../random.ts";
import { conditionsOf, namespaceSelectorOf, objectSelectorOf, rulesOf } from "./match.ts";
import { NAMESPACE, type Subject } from "./scene.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

interface Sort {
  readonly isMutating: boolean;
  readonly usesParams: boolean;
  /** Something about it may be refused. */
  readonly wrong: boolean;
}

/** Policies, their bindings and their parameters. */
export function policySteps(
  random: Random,
  subject: Subject,
  wrong: boolean,
): { steps: Step[]; hooks: Record<string, readonly HookAnswer[]> } {
  const made = random.times(1, 2, (i) => policyWithBindings(random, subject, i, wrong));
  return { steps: [...params(random), ...made.flat()], hooks: {} };
}

const PARAMS = "/api/v1/namespaces";

function params(random: Random): Step[] {
  const names = random.some(["p1", "p2"]);
  return names.map(
    (name): Step => ({
      name: `param ${name}`,
      method: "POST",
      path: `${PARAMS}/${random.pick([NAMESPACE, NAMESPACE, "default"])}/configmaps`,
      body: {
        metadata: { name: `${name}-{{id}}`, labels: { param: "{{id}}" } },
        data: { max: random.pick(["1", "2", "x"]) },
      },
      silent: true,
    }),
  );
}

function policyWithBindings(random: Random, subject: Subject, i: number, wrong: boolean): Step[] {
  const isMutating = random.chance(0.4);
  const word = isMutating ? "mutating" : "validating";
  const usesParams = random.chance(0.35);
  const sort: Sort = { isMutating, usesParams, wrong };
  const name = `p-{{id}}-${random.pick(["a", "b"])}${i}`;
  const spec = {
    ...commonSpec(random, subject, sort),
    ...(isMutating ? mutatingSpec(random, sort) : validatingSpec(random, sort)),
  };
  const policy: Step = {
    name: `policy ${i}`,
    method: "POST",
    path: `${REGISTRATION}/${word}admissionpolicies`,
    body: { metadata: { name }, spec },
    isSetup: true,
  };
  const bindings = random.times(
    1,
    random.chance(0.3) ? 2 : 1,
    (j): Step => ({
      name: `binding ${i} ${j}`,
      method: "POST",
      path: `${REGISTRATION}/${word}admissionpolicybindings`,
      body: {
        metadata: { name: `b-{{id}}-${i}${j}` },
        spec: bindingOf(random, name, sort),
      },
      isSetup: true,
    }),
  );
  return [policy, ...bindings];
}

function commonSpec(random: Random, subject: Subject, { isMutating, usesParams, wrong }: Sort): JsonObject {
  const byLabel = !subject.namespaced || random.chance(0.5);
  const objectSelector = objectSelectorOf(random, byLabel);
  const made: JsonObject = {
    matchConstraints: {
      resourceRules: rulesOf(random, subject, !byLabel).map((rule) =>
        isMutating && !wrong
          ? { ...rule, operations: random.pick([["CREATE"], ["CREATE", "UPDATE"], ["UPDATE"]]) }
          : rule,
      ),
      ...(subject.namespaced ? { namespaceSelector: namespaceSelectorOf(random) } : {}),
      ...(objectSelector === undefined ? {} : { objectSelector }),
      ...(random.chance(0.5) ? { matchPolicy: random.pick(["Exact", "Equivalent"]) } : {}),
      ...(random.chance(0.15) ? { excludeResourceRules: rulesOf(random, subject, true) } : {}),
    },
    matchConditions: conditionsOf(random, wrong),
    ...(random.chance(0.5) ? { failurePolicy: random.pick(["Fail", "Ignore"]) } : {}),
    ...(usesParams ? { paramKind: { apiVersion: "v1", kind: "ConfigMap" } } : {}),
  };
  if (!wrong) made.variables = random.pick<Json>(VARIABLES);
  else if (random.chance(0.4)) made.variables = random.pick<Json>(WRONG_VARIABLES);
  return made;
}

const VARIABLES: readonly Json[] = [
  [{ name: "n", expression: "object == null ? oldObject.metadata.name : object.metadata.name" }],
  [
    { name: "n", expression: "'x'" },
    { name: "big", expression: "variables.n + variables.n" },
  ],
  [{ name: "n", expression: "object.none.more" }],
  [{ name: "n", expression: "string(request.operation) + request.resource.resource" }],
];

const WRONG_VARIABLES: readonly Json[] = [
  [
    { name: "big", expression: "variables.n" },
    { name: "n", expression: "'x'" },
  ],
  [
    { name: "n", expression: "'a'" },
    { name: "n", expression: "'b'" },
  ],
  [{ name: "1x", expression: "1" }],
];

const VALIDATIONS: readonly string[] = [
  "true",
  "false",
  "object != null && object.metadata.name.startsWith('n')",
  "object.metadata.labels.tier == 'a'",
  "!has(object.metadata.labels.tier) || object.metadata.labels.tier != 'b'",
  "variables.n == 'x'",
  "variables.n.size() < 3",
  "request.operation == 'CREATE'",
  "oldObject == null",
  "object.spec.replicas <= 2",
  "namespaceObject != null && namespaceObject.metadata.labels.tier == 'a'",
  "authorizer.serviceAccount('default', 'default').path('/healthz').check('get').allowed()",
  "authorizer.requestResource.check('delete').allowed()",
  "object.kind == 'Pod'",
  "object.apiVersion.endsWith('v1')",
  "has(object.spec) && object.spec == oldObject.spec",
];

const WITH_PARAMS: readonly string[] = [
  "params.data.max == '1'",
  "params == null || int(params.data.max) < 2",
];

const WRONG_VALIDATIONS: readonly string[] = ["object.none.more", "1", "variables.none", "params.x"];

const MESSAGES: readonly string[] = [
  "'no: ' + variables.n",
  "'no: ' + object.metadata.name",
  "'two\\nlines'",
  "''",
  "'  '",
  "string(object.none.more)",
  "string(1) + '!'",
];

const WRONG_MESSAGES: readonly string[] = ["1", "string(params.data.max)", "variables.none"];

const pickFrom = (random: Random, { wrong }: Sort, good: readonly string[], bad: readonly string[]): string =>
  random.pick(wrong && random.chance(0.3) ? bad : good);

function validatingSpec(random: Random, sort: Sort): JsonObject {
  const { usesParams, wrong } = sort;
  const good = usesParams ? [...VALIDATIONS, ...WITH_PARAMS, ...WITH_PARAMS, ...WITH_PARAMS] : VALIDATIONS;
  const made: JsonObject = {
    validations: random.times(1, 2, () => ({
      expression: pickFrom(random, sort, good, WRONG_VALIDATIONS),
      ...(random.chance(0.4) ? { message: wrong ? random.pick(["no", "", "two\nlines"]) : "no" } : {}),
      ...(random.chance(0.4) ? { messageExpression: pickFrom(random, sort, MESSAGES, WRONG_MESSAGES) } : {}),
      ...(random.chance(0.3)
        ? {
            reason: random.pick([
              "Forbidden",
              "Unauthorized",
              "Invalid",
              "RequestEntityTooLarge",
              ...(wrong ? ["Other"] : []),
            ]),
          }
        : {}),
    })),
  };
  if (random.chance(0.3)) made.auditAnnotations = random.pick(wrong ? WRONG_ANNOTATIONS : ANNOTATIONS);
  if (wrong && random.chance(0.1)) delete made.validations;
  return made;
}

const ANNOTATIONS: readonly Json[] = [
  [{ key: "k", valueExpression: "'v'" }],
  [{ key: "k", valueExpression: "string(object.none)" }],
  [{ key: "k", valueExpression: "null" }],
  [
    { key: "a", valueExpression: "variables.n" },
    { key: "b", valueExpression: "string(1)" },
  ],
];

const WRONG_ANNOTATIONS: readonly Json[] = [
  [{ key: "bad key", valueExpression: "1" }],
  [
    { key: "a", valueExpression: "'x'" },
    { key: "a", valueExpression: "'x'" },
  ],
];

const APPLY: readonly string[] = [
  "Object{metadata: Object.metadata{labels: {'added': 'x'}}}",
  "Object{metadata: Object.metadata{annotations: {'by': variables.n}}}",
  "Object{spec: Object.spec{replicas: 3}}",
  "Object{}",
  "Object{metadata: Object.metadata{name: 'other'}}",
  "Object{metadata: Object.metadata{finalizers: ['example.com/x']}}",
];

const WRONG_APPLY: readonly string[] = [
  "Object{metadata: Object.metadata{labels: {'tier': params.data.max}}}",
  "Object{none: 1}",
  "object.none.more",
  "1",
];

const PATCHES: readonly string[] = [
  "[JSONPatch{op: 'add', path: '/metadata/labels/added', value: 'y'}]",
  "[JSONPatch{op: 'test', path: '/metadata/labels/tier', value: 'a'}, JSONPatch{op: 'replace', path: '/metadata/labels/tier', value: 'c'}]",
  "[JSONPatch{op: 'remove', path: '/metadata/labels/none'}]",
  "[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'a': 'b'}}]",
  "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('example.com/x'), value: 'y'}]",
  "[JSONPatch{op: 'add', path: '/unknown', value: 1}]",
  "[JSONPatch{op: 'replace', path: '/kind', value: 'Pod'}]",
  "[JSONPatch{op: 'other', path: '/x'}]",
  "has(object.spec) ? [JSONPatch{op: 'add', path: '/spec', value: object.spec}] : []",
];

const WRONG_PATCHES: readonly string[] = ["[]", "JSONPatch{op: 'add'}", "[JSONPatch{none: 1}]", "1"];

function mutatingSpec(random: Random, sort: Sort): JsonObject {
  return {
    reinvocationPolicy: random.pick(["Never", "IfNeeded"]),
    mutations: random.times(1, 2, () =>
      random.chance(0.5)
        ? {
            patchType: "ApplyConfiguration",
            applyConfiguration: { expression: pickFrom(random, sort, APPLY, WRONG_APPLY) },
          }
        : {
            patchType: "JSONPatch",
            jsonPatch: { expression: pickFrom(random, sort, PATCHES, WRONG_PATCHES) },
          },
    ),
  };
}

function bindingOf(random: Random, policyName: string, { isMutating, usesParams, wrong }: Sort): JsonObject {
  const made: JsonObject = { policyName: wrong && random.chance(0.1) ? "p-none" : policyName };
  if (!isMutating) made.validationActions = random.pick(wrong ? WRONG_ACTIONS : ACTIONS);
  if (wrong ? random.chance(0.3) : usesParams) made.paramRef = paramRefOf(random, wrong);
  if (random.chance(0.25))
    made.matchResources = random.pick<Json>([
      { objectSelector: { matchLabels: { tier: "a" } } },
      { namespaceSelector: { matchLabels: { tier: "a" } } },
      { resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["CREATE"] }] },
      {
        resourceRules: [
          {
            apiGroups: ["*"],
            apiVersions: ["*"],
            resources: ["*/*"],
            operations: ["*"],
            resourceNames: ["n-{{id}}"],
          },
        ],
      },
      {
        matchPolicy: "Exact",
        excludeResourceRules: [
          { apiGroups: ["*"], apiVersions: ["*"], resources: ["*/scale"], operations: ["*"] },
        ],
      },
    ]);
  return made;
}

const ACTIONS = [["Deny"], ["Deny"], ["Warn"], ["Audit"], ["Warn", "Audit"], ["Deny", "Audit"]];
const WRONG_ACTIONS = [["Deny", "Warn"], [], ["Other"], ["Deny", "Deny"]];

function paramRefOf(random: Random, wrong: boolean): JsonObject {
  const good: JsonObject[] = [
    { name: "p1-{{id}}" },
    { name: "p2-{{id}}" },
    { selector: { matchLabels: { param: "{{id}}" } } },
  ];
  return {
    ...random.pick<JsonObject>(wrong ? [{ name: "p1-{{id}}", selector: {} }, {}] : good),
    ...(random.chance(0.4) ? { namespace: random.pick([NAMESPACE, "default"]) } : {}),
    ...(!wrong || random.chance(0.5) ? { parameterNotFoundAction: random.pick(["Allow", "Deny"]) } : {}),
  };
}
