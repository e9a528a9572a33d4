import { clone } from "../../../src/json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { Expressions } from "../cel/policies.ts";
import { applyEdit } from "../edit.ts";
import { editsOf, type Play } from "../kinds/play.ts";
import { literalOf, typedLiteral } from "./literals.ts";

/** A place in the object of a case, as a CEL path, and its value. */
interface Spot {
  readonly path: string;
  readonly value: Json;
}

/** Places whose names are plain words. */
function spotsOf(value: Json, path: string): Spot[] {
  const own = { path, value };
  if (!isJsonObject(value)) return [own];
  const inner = Object.entries(value).filter(([key]) => /^[a-zA-Z]\w*$/.test(key) && key !== "namespace");
  return [own, ...inner.flatMap(([key, item = null]) => spotsOf(item, `${path}.${key}`))];
}

/** Expressions about values of the object, and about members of every request. */
export function validations({ random, base }: Play): readonly string[] {
  const { path, value } = random.pick(spotsOf(base, "object").slice(1));
  const old = path.replace("object", "oldObject");
  const about = Array.isArray(value)
    ? [
        `${path}.size() > 1`,
        `${path}.all(x, x == ${path}[0])`,
        `${path}.exists(x, type(x) == string)`,
        `${path}[5] == 1`,
        `${path}.map(x, string(x)).join(',') != ''`,
      ]
    : isJsonObject(value)
      ? [`${path}.size() < 3`, `${path}.all(k, k != 'x')`, `${path}.exists(k, dyn(${path}[k]) == ${path}[k])`]
      : [`string(${path}) == 'x'`, `${path} == ${literalOf(value)}`, `${path} < 3`];
  return [
    ...about,
    `has(${path})`,
    `!has(${path}) || ${path} == ${old}`,
    `${path} == ${old}`,
    `oldObject != null && has(${old})`,
    `type(${path}) == type(${literalOf(value)})`,
    "object.metadata.?labels[?'app'].orValue('none') == 'a'",
    "object == oldObject",
    "object.metadata.creationTimestamp != null",
    "has(object.metadata.uid) && object.metadata.uid != ''",
    "has(object.metadata.generation) && object.metadata.generation > 1",
    "has(object.metadata.managedFields)",
    "has(object.metadata.namespace) && object.metadata.namespace == namespaceObject.metadata.name",
    "namespaceObject == null || namespaceObject.status.phase == 'Active'",
    "request.kind == request.requestKind && request.resource == request.requestResource",
    "has(request.subResource) && request.subResource == 'status'",
    "request.options.kind.endsWith('Options') && !has(request.options.dryRun)",
    "has(request.userInfo.extra) && 'scopes' in request.userInfo.extra",
    "request.userInfo.uid == 'admin-uid'",
    "request.name == variables.n",
    "params.data.max == '1'",
    "params == null || has(params.metadata.labels)",
    "params.spec.maxReplicas > 2",
    "params.rules.size() == 0",
    ...FOR_ALL,
    // A comparison of any type, which results in a boolean or an error.
    `dyn(${new Expressions(random).generated()}) == dyn(1)`,
  ];
}

const PODS = "authorizer.group('').resource('pods').namespace('{{ns}}')";

/** Expressions about rights, and about members of every request and every namespace. */
const FOR_ALL: readonly string[] = [
  "authorizer.requestResource.check('create').allowed()",
  "authorizer.requestResource.check('') == authorizer.requestResource.check('delete')",
  "authorizer.requestResource.check('get').reason() == '' && !authorizer.requestResource.check('get').errored()",
  `${PODS}.subresource('log').name('x').check('get').allowed()`,
  `${PODS}.labelSelector('a in (b, c)').fieldSelector('spec.nodeName=n').check('list').allowed()`,
  `${PODS}.labelSelector('a ==== b').check('list').errored()`,
  `${PODS}.fieldSelector('a!=b').check('watch').error() == ''`,
  "authorizer.serviceAccount('{{ns}}', 'default').group('apps').resource('deployments').check('get').allowed()",
  "authorizer.serviceAccount('{{ns}}', 'default').path('/api').check('get').reason().contains('RBAC')",
  "dyn(request).object == null && dyn(request).uid == ''",
  "request.kind.version in ['v1', 'v1beta1'] && request.resource.group.size() >= 0",
  "request.options.?propagationPolicy.orValue('none') == 'Orphan'",
  "request.?options.?fieldManager.hasValue()",
  "request.options.?dryRun[?0].orValue('') == 'All'",
  "'{{ns}}' == request.namespace || request.namespace == ''",
  "namespaceObject.metadata.labels.all(k, v, k.startsWith('kubernetes.io/') && v == namespaceObject.metadata.name)",
  "namespaceObject.?metadata.?annotations.hasValue()",
  "dyn(oldObject) != dyn(object)",
  "[object, oldObject].exists(o, o == null)",
  "object != null && object.metadata.?labels.orValue({}).transformList(k, v, k + v).all(x, x != '')",
  "object.metadata.?finalizers.orValue([]).size() == 0",
  "format.dns1123Label().validate(request.name).hasValue()",
  "quantity(variables.n).isInteger()",
  "sets.contains(request.userInfo.groups, ['system:authenticated'])",
];

export function messages({ random, base }: Play): readonly string[] {
  const { path } = random.pick(spotsOf(base, "object").slice(1));
  return [
    `'it is ' + string(${path})`,
    "'no: ' + variables.n + ' by ' + request.userInfo.username",
    "'%s in %s'.format([request.kind.kind, request.requestResource.version])",
    "'%s'.format([object.metadata])",
    "' padded '",
    "string(request.userInfo.groups.size()) + request.?subResource.orValue('-')",
    "namespaceObject.metadata.name + ': ' + request.options.kind",
    "'%s'.format([dyn(request.resource)]) + '%d'.format([request.userInfo.groups.size()])",
    "'x'.charAt(request.userInfo.groups.size())",
    "authorizer.requestResource.check('get').reason()",
    "'two\\nlines'",
    "params.metadata.name",
  ];
}

export const auditAnnotations = (play: Play): Json =>
  play.random.times(1, 2, (i) => ({
    key: `k${i}`,
    valueExpression: play.random.pick([...messages(play), "null", "''", "variables.n"]),
  }));

/** Mutations of both types, with values that the fields of the object accept. */
export function mutations(play: Play): readonly JsonObject[] {
  const apply = (expression: string): JsonObject => ({
    patchType: "ApplyConfiguration",
    applyConfiguration: { expression },
  });
  const patch = (expression: string): JsonObject => ({ patchType: "JSONPatch", jsonPatch: { expression } });
  return [
    apply("Object{metadata: Object.metadata{labels: {'by': 'policy'}}}"),
    apply("Object{metadata: Object.metadata{annotations: {'by': variables.n, 'p': params.metadata.name}}}"),
    apply(appliedOf(play)),
    apply(appliedOf(play)),
    apply(appliedOf(play)),
    patch(patchedOf(play)),
    patch(patchedOf(play)),
    patch("[JSONPatch{op: 'add', path: '/metadata/labels', value: {'by': 'policy'}}]"),
    patch("[JSONPatch{op: 'copy', from: '/metadata/name', path: '/metadata/generateName'}]"),
  ];
}

/** A configuration of the fields that some edits touch. */
function appliedOf(play: Play): string {
  const whole = clone(play.base);
  const edits = editsOf(play, 1, 2);
  for (const edit of edits) applyEdit(whole, clone(edit as unknown as Json) as never);
  const tops = new Set(edits.map(({ at }) => at.split("/")[1] ?? ""));
  const made: JsonObject = {};
  for (const top of tops) if (whole[top] !== undefined && top !== "apiVersion") made[top] = whole[top];
  return typedLiteral(made, { kind: "message", name: play.resource.typeName }, "Object");
}

function patchedOf(play: Play): string {
  const operations = editsOf(play, 1, 2).map(({ at, set }) =>
    set === undefined
      ? `JSONPatch{op: 'remove', path: ${literalOf(at)}}`
      : `JSONPatch{op: ${play.random.chance(0.8) ? "'add'" : "'replace'"}, path: ${literalOf(at)}, value: ${literalOf(set)}}`,
  );
  return `[${operations.join(", ")}]`;
}
