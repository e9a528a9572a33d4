import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Step } from "../case.ts";
import type { Play } from "../kinds/play.ts";
import { CONDITIONS } from "../registration/match.ts";
import { auditAnnotations, messages, mutations, validations } from "./expressions.ts";
import { EVERYTHING, OWN, ruleOf } from "./scene.ts";

const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";

/**
 * At most one policy of each type with one binding, because several are evaluated in any order, and their parameters.
 */
export function policySteps(play: Play): Step[] {
  const { random } = play;
  const made: Step[][] = [];
  if (random.chance(0.65)) made.push(policy(play, true, 1));
  if (random.chance(0.6)) made.push(policy(play, false, 2));
  return made.length === 0 ? [] : [...params(play), ...made.flat()];
}

/** Kinds of parameters: a small existing object whose fields are known. */
const PARAMS: readonly (readonly [string, string, string, JsonObject])[] = [
  ["v1", "ConfigMap", "/api/v1/namespaces/{{ns}}/configmaps", { data: { max: "1", word: "x" } }],
  ["v1", "Secret", "/api/v1/namespaces/{{ns}}/secrets", { data: { max: "MQ==" } }],
  ["v1", "ServiceAccount", "/api/v1/namespaces/{{ns}}/serviceaccounts", {}],
  [
    "autoscaling/v1",
    "HorizontalPodAutoscaler",
    "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers",
    { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } } },
  ],
  [
    "rbac.authorization.k8s.io/v1",
    "ClusterRole",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    { rules: [] },
  ],
];

const params = ({ random }: Play): Step[] =>
  PARAMS.filter(() => random.chance(0.8)).map(([, kind, path, body]) => ({
    name: `param ${kind}`,
    method: "POST",
    path,
    body: { metadata: { name: "param-{{id}}", labels: { param: "{{id}}" } }, ...body },
    silent: true,
  }));

function policy(play: Play, isMutating: boolean, i: number): Step[] {
  const { random, resource } = play;
  const word = isMutating ? "mutating" : "validating";
  const param = resource.namespaced && random.chance(0.4) ? random.pick(PARAMS) : undefined;
  const name = `p-{{id}}-${i}`;
  const spec: JsonObject = {
    ...commonSpec(play, isMutating),
    ...(isMutating ? mutatingSpec(play) : validatingSpec(play)),
    ...(param === undefined ? {} : { paramKind: { apiVersion: param[0], kind: param[1] } }),
  };
  const actions = isMutating ? {} : { validationActions: random.pick(ACTIONS) };
  const paramRef = param ? { paramRef: paramRefOf(play, param[1]) } : {};
  const binding = {
    metadata: { name: `b-{{id}}-${i}` },
    spec: { policyName: name, ...actions, ...paramRef },
  };
  const body = { metadata: { name }, spec };
  return [
    post(`policy ${i}`, `${REGISTRATION}/${word}admissionpolicies`, body),
    post(`binding ${i}`, `${REGISTRATION}/${word}admissionpolicybindings`, binding),
  ];
}

const post = (name: string, path: string, body: JsonObject): Step => ({
  name,
  method: "POST",
  path,
  body,
  isSetup: true,
});

const ACTIONS = [["Deny"], ["Deny"], ["Warn"], ["Audit"], ["Warn", "Audit"], ["Deny", "Audit"]];

function paramRefOf({ random }: Play, kind: string): JsonObject {
  const isWide = kind === "ClusterRole";
  return {
    ...random.pick<JsonObject>([
      { name: "param-{{id}}" },
      { selector: { matchLabels: { param: "{{id}}" } } },
    ]),
    ...(!isWide && random.chance(0.5) ? { namespace: "{{ns}}" } : {}),
    parameterNotFoundAction: random.pick(["Allow", "Deny"]),
  };
}

/** Several errors of conditions are one error, in their order. */
const conditionsOf = (play: Play): JsonObject[] =>
  play.random.times(0, play.random.chance(0.3) ? 2 : 0, (i) => ({
    name: `c${i}`,
    expression: play.random.pick(CONDITIONS),
  }));

function commonSpec(play: Play, isMutating: boolean): JsonObject {
  const { random, resource } = play;
  const isWide = resource.namespaced && random.chance(0.7);
  const rule = isWide ? { ...EVERYTHING, scope: "Namespaced" } : ruleOf(random, resource);
  const operations = isMutating ? random.pick([["CREATE"], ["UPDATE"], ["CREATE", "UPDATE"]]) : ["*"];
  // Parameters are read before conditions are evaluated, so the policy must not match objects of other cases.
  const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": "{{ns}}" } };
  return {
    matchConstraints: {
      resourceRules: [{ ...rule, operations }],
      ...(resource.namespaced ? { namespaceSelector } : {}),
    },
    matchConditions: [{ name: "own", expression: OWN }, ...conditionsOf(play)],
    failurePolicy: random.pick(["Fail", "Fail", "Ignore"]),
    variables: random.pick<Json>([
      [{ name: "n", expression: "object == null ? oldObject.metadata.name : object.metadata.name" }],
      [
        { name: "n", expression: "'x'" },
        { name: "twice", expression: "variables.n + variables.n" },
      ],
      [{ name: "n", expression: "string(request.operation) + '/' + request.resource.resource" }],
    ]),
  };
}

const mutatingSpec = (play: Play): JsonObject => ({
  reinvocationPolicy: play.random.pick(["Never", "IfNeeded"]),
  mutations: play.random.times(1, 2, () => play.random.pick(mutations(play))),
});

function validatingSpec(play: Play): JsonObject {
  const { random } = play;
  const made: JsonObject = {
    validations: random.times(1, 3, () => ({
      expression: random.pick(validations(play)),
      ...(random.chance(0.3) ? { message: "no" } : {}),
      ...(random.chance(0.5) ? { messageExpression: random.pick(messages(play)) } : {}),
      ...(random.chance(0.3)
        ? { reason: random.pick(["Forbidden", "Unauthorized", "Invalid", "RequestEntityTooLarge"]) }
        : {}),
    })),
  };
  if (random.chance(0.4)) made.auditAnnotations = auditAnnotations(play);
  return made;
}
