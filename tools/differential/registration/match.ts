import type { Json, JsonObject } from "../../../src/json/value.ts";
import type { Random } from "../random.ts";
import { NAMESPACE, type Subject } from "./scene.ts";

/** A rule that has something to do with the subject, most of the time. */
export function ruleOf(
  random: Random,
  { group, versions, plural, subresources, unserved = [] }: Subject,
  scoped: boolean,
): JsonObject {
  const subs = subresources.length === 0 ? ["status"] : subresources;
  const scope = random.pick<Json>(["*", "Namespaced", "Cluster", null, "*"]);
  return {
    apiGroups: random.pick([
      [group],
      [group],
      ["*"],
      ["other.example.com", group],
      ["other.example.com"],
      ["apps", "autoscaling"],
    ]),
    apiVersions: random.pick([
      ["*"],
      [random.pick([...versions, ...unserved])],
      [random.pick([...versions, ...unserved])],
      [...versions],
      ["v9"],
    ]),
    resources: random.pick([
      [plural],
      [plural],
      [plural],
      ["*"],
      ["*/*"],
      [`${plural}/*`],
      [`*/${random.pick(subs)}`],
      [`${plural}/${random.pick(subs)}`],
      [plural, `${plural}/${random.pick(subs)}`],
      ["others"],
    ]),
    operations: random.pick([
      ["*"],
      ["*"],
      ["CREATE"],
      ["UPDATE"],
      ["CREATE", "UPDATE"],
      ["DELETE"],
      ["CONNECT"],
      ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    ]),
    ...(scoped ? { scope: "Namespaced" } : scope === null ? {} : { scope }),
  };
}

export const rulesOf = (random: Random, subject: Subject, scoped: boolean): JsonObject[] =>
  random.times(1, 2, () => ruleOf(random, subject, scoped));

/** Labels of the namespace are random too: see `namespaceStep`. */
export function namespaceSelectorOf(random: Random): JsonObject {
  const own: JsonObject = { key: "kubernetes.io/metadata.name", operator: "In", values: [NAMESPACE] };
  return { matchExpressions: [own, ...expressionsOf(random)] };
}

const expressionsOf = (random: Random): JsonObject[] =>
  random.chance(0.6)
    ? []
    : [
        random.pick<JsonObject>([
          { key: "tier", operator: "In", values: ["a", "b"] },
          { key: "tier", operator: "NotIn", values: ["a"] },
          { key: "tier", operator: "Exists" },
          { key: "tier", operator: "DoesNotExist" },
          { key: "none", operator: "NotIn", values: ["x"] },
        ]),
      ];

export function objectSelectorOf(random: Random, confined: boolean): JsonObject | undefined {
  if (confined)
    return {
      matchLabels: { case: "{{id}}" },
      ...(random.chance(0.3) ? { matchExpressions: expressionsOf(random) } : {}),
    };
  return random.pick<JsonObject | undefined>([
    undefined,
    undefined,
    {},
    { matchLabels: { tier: "a" } },
    { matchExpressions: expressionsOf(random) },
  ]);
}

/** A condition that matches only requests of this case, however wide the rules are. */
export const OWN = `(has(request.namespace) && request.namespace == '${NAMESPACE}') || (has(request.name) && request.name.endsWith('{{id}}'))`;

export const CONDITIONS: readonly string[] = [
  "true",
  "false",
  "request.operation == 'CREATE'",
  "request.operation != 'DELETE' && has(object.metadata) && object.metadata.name.startsWith('n')",
  "object.metadata.labels.tier == 'a'",
  "oldObject == null",
  "object != null && has(object.spec) && has(object.spec.replicas) && object.spec.replicas > 1",
  "has(request.subResource) && request.subResource == 'scale'",
  "request.requestKind.version == request.kind.version",
  "request.kind.version == 'v1'",
  "request.dryRun",
  "request.options.kind == 'CreateOptions'",
  "has(request.options) && has(request.options.fieldManager)",
  "request.userInfo.username == 'admin'",
  "'system:masters' in request.userInfo.groups",
  "authorizer.group('').resource('pods').namespace('default').check('get').allowed()",
  "authorizer.requestResource.check('delete').allowed()",
  "authorizer.path('/healthz').check('get').allowed()",
  "authorizer.serviceAccount('default', 'default').path('/healthz').check('get').allowed()",
  "authorizer.serviceAccount('default', 'default').group('').resource('pods').namespace('default').name('p').subresource('log').check('get').allowed()",
  "authorizer.serviceAccount('kube-system', 'x').group('authorization.k8s.io').resource('selfsubjectaccessreviews').check('create').allowed()",
  "authorizer.serviceAccount('kube-system', 'x').group('').resource('pods').check('get').reason() == ''",
  "authorizer.serviceAccount('', 'x').path('/healthz').check('get').allowed()",
  "authorizer.serviceAccount('UPPER', 'no good').path('/healthz').check('get').allowed()",
  "authorizer.group('').resource('pods').labelSelector('a=b').fieldSelector('x=y').check('list').allowed()",
  "authorizer.path('/healthz').check('get').errored()",
  "namespaceObject.metadata.labels.tier == 'a'",
  "object.none.more == 1",
  "quantity('1Gi').isGreaterThan(quantity('1Mi'))",
  "object.metadata.name.matches('^n')",
  "[1, 2].all(x, x > 0)",
];

const WRONG_CONDITIONS: readonly string[] = [
  "object.metadata.name",
  "1 + 1",
  "variables.x == 1",
  "params.x == 1",
  "object..x",
];

export function conditionsOf(random: Random, wrong: boolean): JsonObject[] {
  return random.times(0, random.pick([0, 1, 1, 2]), (i) => ({
    name: !wrong || random.chance(0.9) ? `c${i}` : random.pick(["", "bad name", "own", "example.com/c"]),
    expression: random.pick(wrong && random.chance(0.3) ? WRONG_CONDITIONS : CONDITIONS),
  }));
}
