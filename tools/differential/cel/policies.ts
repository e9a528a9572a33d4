import type { JsonObject } from "../../../src/json/value.ts";
import { Generator } from "../../../test/cel/generate.ts";
import type { Random } from "../random.ts";

/** Values in a policy of the variables in generated expressions. */
const VARIABLES: Readonly<Record<string, string>> = {
  i: "7",
  u: "3u",
  d: "2.5",
  s: "'Ünïcode text'",
  b: "b'hello'",
  f: "true",
  t: "timestamp('2026-01-02T03:04:05.123456789Z')",
  p: "duration('1h30m')",
  li: "[3, 1, 2, 3]",
  ls: "['b', 'a', '']",
  m: "{'a': 1, 'b': 2}",
};

/** Expressions about variables that only policies have. */
const OWN = [
  "object.metadata.name",
  "object.data.a",
  "object.data['a']",
  "object.data.missing",
  "object.spec.replicas",
  "oldObject == null",
  "oldObject.metadata.name",
  "request.operation",
  "request.kind.kind + request.resource.resource",
  "request.userInfo.username",
  "request.userInfo.groups.exists(g, g == 'system:masters')",
  "request.options.fieldManager",
  "request.dryRun",
  "request.missing",
  "namespaceObject.metadata.name == request.namespace",
  "namespaceObject.metadata.labels['kubernetes.io/metadata.name'].size()",
  "namespaceObject.status.phase",
  "params.data.x",
  "params == null",
  "authorizer.group('').resource('pods').namespace('default').check('get').allowed()",
  "authorizer.requestResource.check('delete').reason()",
  "authorizer.path('/healthz').check('get').allowed()",
  "authorizer.serviceAccount('default', 'x').group('apps').resource('deployments').check('get').allowed()",
  "variables.v0",
  "variables.missing",
  "object.data.all(k, k != 'zz')",
  "object.data.map(k, object.data[k])",
  "object.metadata.labels.exists(k, k.startsWith('c'))",
  "has(object.metadata.annotations) ? object.metadata.annotations : {}",
  "object.?data.?b.orValue('none')",
  "lists.range(200).map(x, lists.range(200).map(y, x * y)).size()",
  "lists.range(100000).all(x, x >= 0)",
  "'a'.replace('a', 'b'.replace('b', 'cc'))",
  "'x'.matches('(a+)+b')",
  "1 / 0",
  "[1, 2, 3][5]",
  "dyn('a') + 1",
  "1 + 'a'",
  "foo",
  "object.",
  "((((1",
  "'unclosed",
  "",
  "   ",
  "true //x",
  "a ? b",
  "size()",
  "object.metadata.name.nothing()",
  "[1, 'a'].all(x, x == 1)",
  "{'a': 1}.a.b",
  "has(1)",
  "x.map(1, 2)",
  "quantity('1Gi').isGreaterThan(quantity(object.data.a))",
  "ip('1.2.3.4').family() == cidr('1.2.3.0/24').prefixLength()",
  "isQuantity(object.data.a)",
  "jsonpatch.escapeKey('a/b')",
  "JSONPatch{op: 'add', path: '/a', value: 1}",
  "Object{spec: Object.spec{replicas: 1}}",
  "optional.of(1).value()",
  "optional.none().value()",
];

export class Expressions {
  readonly #random: Random;
  readonly #generator: Generator;

  constructor(random: Random) {
    this.#random = random;
    this.#generator = new Generator(random.int(1, 2 ** 31 - 1));
  }

  /** An expression of any type. Its variables are replaced by their values. */
  any(): string {
    return this.#random.chance(0.35) ? this.#random.pick(OWN) : this.generated();
  }

  generated(): string {
    return this.#filled(this.#generator.expression());
  }

  of(type: "bool" | "string", depth = 2): string {
    return this.#filled(this.#generator.of(type, depth));
  }

  /** Texts are left alone. */
  #filled(expression: string): string {
    return expression.replace(
      /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<![\w.])(?:li|ls|[iudsbftpm])(?![\w'"(:])/g,
      (found) => VARIABLES[found] ?? found,
    );
  }
}

/** Validations that report their result as a warning: one for each that fails. */
export const validationOf = (random: Random, expressions: Expressions): JsonObject => {
  const turn = random.next();
  if (turn < 0.35) return { expression: `dyn(${expressions.any()}) == dyn('never')` };
  if (turn < 0.6) return { expression: "false", messageExpression: `string(${expressions.of("string")})` };
  if (turn < 0.8)
    return { expression: `!(${expressions.of("bool")})`, messageExpression: expressions.of("string", 1) };
  return {
    expression: expressions.of("bool"),
    ...(random.chance(0.3) ? { message: random.pick(["no", "a\nb", "", " x "]) } : {}),
    ...(random.chance(0.3) ? { messageExpression: expressions.any() } : {}),
    ...(random.chance(0.2)
      ? { reason: random.pick(["Invalid", "Forbidden", "Unauthorized", "RequestEntityTooLarge", "Other"]) }
      : {}),
  };
};
