import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { lintText } from "./lint-text.ts";

/** A policy, or a webhook with a condition, in few words. */
interface Given {
  readonly validation?: string;
  readonly condition?: string;
  readonly messageExpression?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly operations?: string[];
  /** `group/plural`. Default: pods. */
  readonly resource?: string;
  /** The condition is that of a webhook. */
  readonly webhook?: boolean;
  readonly mutation?: string;
  readonly spec?: JsonObject;
}

const RULES = new Set([
  "unguarded-map",
  "null-object",
  "never-holds",
  "quantity-as-text",
  "unanchored-match",
  "not-stored-field",
  "absent-here",
  "invalid-configuration",
  "type-error",
  "constant-expression",
]);

function manifestOf(given: Given): JsonObject {
  const { validation, condition, messageExpression, variables = {}, mutation, spec = {} } = given;
  const [group = "", plural = ""] = (given.resource ?? "/pods").split(/\/(.*)/);
  const rule = {
    apiGroups: [group],
    apiVersions: ["v1"],
    operations: given.operations ?? ["CREATE", "UPDATE"],
    resources: [plural],
  };
  const conditions =
    condition === undefined ? {} : { matchConditions: [{ name: "c", expression: condition }] };
  const apiVersion = "admissionregistration.k8s.io/v1";
  if (given.webhook === true)
    return {
      apiVersion,
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "hooks" },
      webhooks: [
        {
          name: "hook.example.com",
          clientConfig: { url: "https://hooks.example.com/" },
          rules: [rule],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          ...conditions,
        },
      ],
    };
  return {
    apiVersion,
    kind: mutation === undefined ? "ValidatingAdmissionPolicy" : "MutatingAdmissionPolicy",
    metadata: { name: "policy" },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      variables: Object.entries(variables).map(([name, expression]) => ({ name, expression })),
      ...conditions,
      ...(mutation === undefined
        ? {
            validations: [
              {
                expression: validation ?? "request.userInfo.username != 'a'",
                ...(messageExpression !== undefined && { messageExpression }),
              },
            ],
          }
        : {
            reinvocationPolicy: "Never",
            mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: mutation } }],
          }),
      ...spec,
    },
  };
}

const found = async (given: Given) =>
  (await lintText(JSON.stringify(manifestOf(given)))).findings.filter(({ rule }) => RULES.has(rule));

const V = "/spec/validations/0/expression";
const C = "/spec/matchConditions/0/expression";
const WC = "/webhooks/0/matchConditions/0/expression";
const M = "/spec/validations/0/messageExpression";

test.each<[string, Given, string, RegExp]>([
  [
    "a label without a guard",
    { validation: "object.metadata.labels['team'] != 'x'" },
    `unguarded-map ${V}`,
    /without labels/,
  ],
  [
    "an annotation without a guard",
    { validation: "object.metadata.annotations['team'] == 'x'" },
    `unguarded-map ${V}`,
    /without annotations/,
  ],
  [
    "in, of labels that may be absent",
    { validation: "'team' in object.metadata.labels" },
    `unguarded-map ${V}`,
    /without labels/,
  ],
  [
    "a key of labels that are guarded",
    { validation: "!has(object.metadata.labels) || object.metadata.labels['team'] != 'x'" },
    `unguarded-map ${V}`,
    /without the key team/,
  ],
  [
    "a label in a condition of a webhook",
    { webhook: true, condition: "object.metadata.labels['team'] == 'x'" },
    `unguarded-map ${WC}`,
    /without labels/,
  ],
  [
    "a label in a variable",
    { variables: { team: "object.metadata.labels['team']" }, validation: "variables.team != 'x'" },
    "unguarded-map /spec/variables/0/expression",
    /without labels/,
  ],
  [
    "a label as a field",
    { validation: "object.metadata.labels.team == 'x'" },
    `unguarded-map ${V}`,
    /without labels/,
  ],
  [
    "a label of a template",
    { resource: "apps/deployments", validation: "object.spec.template.metadata.annotations['team'] != 'x'" },
    `unguarded-map ${V}`,
    /without annotations/,
  ],
  [
    "exists over annotations",
    { validation: "!object.metadata.annotations.exists(k, k == 'a')" },
    `unguarded-map ${V}`,
    /without annotations/,
  ],
  [
    "has of a map key",
    { validation: "!has(object.metadata.labels['a.b/c'])" },
    `invalid-configuration ${V}`,
    /'a\.b\/c' in object\.metadata\.labels/,
  ],
  [
    "a misspelt variable",
    { variables: { names: "['a']" }, validation: "size(variables.Names) == 0" },
    `invalid-configuration ${V}`,
    /"names"/,
  ],
  [
    "a misspelt root",
    { validation: "objekt.metadata.name != 'a'" },
    `invalid-configuration ${V}`,
    /"object"/,
  ],
  ["a misspelt field", { validation: "object.spec.containrs.size() > 0" }, `type-error ${V}`, /"containers"/],
  [
    "a misspelt field of request",
    { validation: "request.userInf.username != 'a'" },
    `invalid-configuration ${V}`,
    /"userInfo"/,
  ],
  [
    "a condition about another kind",
    { resource: "apps/deployments", condition: "request.kind.kind == 'Pod'" },
    `never-holds ${C}`,
    /Deployment/,
  ],
  [
    "a condition about another resource",
    { webhook: true, condition: "request.resource.resource == 'pod'" },
    `never-holds ${WC}`,
    /pods/,
  ],
  [
    "a condition about a kind of the object",
    { condition: "object.kind == 'Deployment'" },
    `never-holds ${C}`,
    /Pod/,
  ],
  [
    "a condition about another group",
    { condition: "request.resource.group == 'apps'" },
    `never-holds ${C}`,
    /never/,
  ],
  [
    "a condition about a subresource",
    { condition: "request.subResource == 'exec'" },
    `never-holds ${C}`,
    /never/,
  ],
  [
    "object on DELETE in a validation",
    { operations: ["DELETE"], validation: "object.metadata.name != 'a'" },
    `null-object ${V}`,
    /object is null/,
  ],
  [
    "object on DELETE in a message",
    {
      operations: ["DELETE"],
      validation: "oldObject.metadata.name != 'a'",
      messageExpression: "'no ' + object.metadata.name",
    },
    `null-object ${M}`,
    /object is null/,
  ],
  [
    "metadata on CONNECT",
    { resource: "/pods/exec", operations: ["CONNECT"], validation: "object.metadata.name != 'a'" },
    `absent-here ${V}`,
    /PodExecOptions/,
  ],
  [
    "namespaceObject of a namespace",
    { resource: "/namespaces", validation: "namespaceObject.metadata.name != 'a'" },
    `null-object ${V}`,
    /cluster-scoped/,
  ],
  [
    "namespaceObject of a node",
    { resource: "/nodes", validation: "'a' in namespaceObject.metadata.labels" },
    `null-object ${V}`,
    /cluster-scoped/,
  ],
  [
    "the name of a collection",
    { operations: ["DELETE"], validation: "request.name != 'a'" },
    `absent-here ${V}`,
    /deletecollection/,
  ],
  [
    "a quantity compared as a text",
    {
      validation:
        "object.spec.containers.all(c, has(c.resources.limits) && c.resources.limits['memory'] <= '512Mi')",
    },
    `quantity-as-text ${V}`,
    /quantity\(/,
  ],
  [
    "a quantity compared with a text in a volume claim",
    { resource: "/persistentvolumeclaims", validation: "object.spec.resources.requests.storage < '10Gi'" },
    `quantity-as-text ${V}`,
    /quantity\(/,
  ],
  [
    "a match without an anchor",
    { validation: "object.spec.containers.all(c, c.image.matches('registry.example.com/'))" },
    `unanchored-match ${V}`,
    /\^/,
  ],
  [
    "stringData of a secret",
    { resource: "/secrets", validation: "!has(object.stringData) || size(object.stringData) < 5" },
    `not-stored-field ${V}`,
    /data/,
  ],
])("%s is found", async (_what, given, expected, told) => {
  const all = await found(given);
  expect(all.map(({ rule, path }) => `${rule} ${path}`)).toEqual([expected]);
  expect(`${all[0]?.message} ${all[0]?.fix}`).toMatch(told);
});

test.each<[string, Given]>([
  [
    "a guarded label",
    {
      validation:
        "has(object.metadata.labels) && 'team' in object.metadata.labels && object.metadata.labels['team'] != ''",
    },
  ],
  ["an optional label", { validation: "object.metadata.?labels['team'].orValue('') != 'x'" }],
  [
    "a guard in a condition",
    {
      condition: "has(object.metadata.labels) && 'team' in object.metadata.labels",
      validation: "object.metadata.labels['team'] != 'x'",
    },
  ],
  [
    "a guard in a variable",
    {
      variables: { labels: "has(object.metadata.labels) ? object.metadata.labels : {}" },
      validation: "!('team' in variables.labels)",
    },
  ],
  [
    "a label that the selector demands",
    {
      validation: "object.metadata.labels['team'] != 'x'",
      spec: {
        matchConstraints: {
          objectSelector: { matchLabels: { team: "y" } },
          resourceRules: [
            { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] },
          ],
        },
      },
    },
  ],
  [
    "an error that another part absorbs",
    {
      validation: "object.metadata.labels['team'] == 'x' || true == true || object.metadata.name == 'a'",
      condition: "request.namespace != 'kube-system'",
    },
  ],
  [
    "an earlier validation that demands labels",
    {
      spec: {
        validations: [
          { expression: "has(object.metadata.labels) && 'team' in object.metadata.labels" },
          { expression: "object.metadata.labels['team'] != 'x'" },
        ],
      },
    },
  ],
  [
    "labels of the namespace, which has always one",
    { validation: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] != 'a'" },
  ],
  [
    "oldObject on UPDATE",
    {
      operations: ["UPDATE"],
      validation:
        "object.spec.nodeName == oldObject.spec.nodeName || true != false && object.metadata.name == ''",
    },
  ],
  ["a condition about its kind", { condition: "request.kind.kind == 'Pod'" }],
  ["a condition about one of two operations", { condition: "request.operation == 'CREATE'" }],
  ["a condition about another kind, by not", { condition: "request.kind.kind != 'Deployment'" }],
  [
    "a condition that may hold by its second part",
    { condition: "request.kind.kind == 'Deployment' || request.namespace == 'a'" },
  ],
  [
    "object in a guarded deletion",
    {
      operations: ["UPDATE", "DELETE"],
      validation: "object == null || object.spec.hostNetwork == oldObject.spec.hostNetwork || true",
    },
  ],
  ["the name of a request to create", { validation: "request.name != 'a'" }],
  [
    "the name of a collection, guarded",
    { operations: ["DELETE"], validation: "!has(request.name) || request.name != 'a'" },
  ],
  [
    "options of a CONNECT",
    {
      resource: "/pods/exec",
      operations: ["CONNECT"],
      validation: "!has(object.tty) || object.tty == false",
    },
  ],
  [
    "a quantity compared as one",
    {
      resource: "/persistentvolumeclaims",
      validation: "quantity(object.spec.resources.requests.storage).isLessThan(quantity('10Gi'))",
    },
  ],
  [
    "a quantity that equals a text",
    { resource: "/persistentvolumeclaims", validation: "object.spec.resources.requests.storage == '10Gi'" },
  ],
  [
    "an anchored match",
    { validation: "object.spec.containers.all(c, c.image.matches('^registry[.]example[.]com/'))" },
  ],
  ["a match at the end", { validation: "object.spec.containers.all(c, !c.image.matches('.*:latest$'))" }],
  ["a match that forbids", { validation: "object.spec.containers.all(c, !c.image.matches('latest'))" }],
  ["data of a secret", { resource: "/secrets", validation: "!has(object.data) || size(object.data) < 5" }],
  ["namespaceObject of pods", { validation: "namespaceObject.metadata.name != 'a'" }],
  ["has of a field", { validation: "has(object.metadata.labels)" }],
  [
    "a mutation with a guard",
    { mutation: "Object{metadata: Object.metadata{labels: {'a': has(object.metadata.labels) ? 'b' : 'c'}}}" },
  ],
])("nothing is said of %s", async (_what, given) => {
  expect(
    (await found(given))
      .filter(({ rule }) => rule !== "constant-expression")
      .map(({ rule, path, message }) => `${rule} ${path} ${message}`),
  ).toEqual([]);
});
