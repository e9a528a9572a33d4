import { admissionEnvironment } from "../cel/kubernetes/environment.ts";
import { type AskedRight, rightsAsked } from "../cel/libraries/authorizer.ts";
import { type Expr, qualifiedName } from "../cel/parse/ast.ts";
import { parse } from "../cel/parse/parse.ts";
import { childrenOf } from "../cel/parse/walk.ts";
import type { Activation } from "../cel/plan/frame.ts";
import { compile } from "../cel/program.ts";
import { toJson } from "../cel/values/to-json.ts";
import { CelError } from "../cel/values/values.ts";
import type { Json, JsonObject } from "../json/value.ts";

const ROOTS: ReadonlySet<string> = new Set(["object", "oldObject", "request", "namespaceObject", "params"]);

/**
 * Returns the fields that an expression reads from the request and the objects, with their values:
 * `{"request.name": "a"}`.
 */
export function valuesSeen(expression: string, activation: Activation): JsonObject {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return {};
  const isKnown = (name: string): boolean => activation[rootOf(name)] !== undefined;
  const environment = admissionEnvironment({ params: true, authorizer: false });
  const evaluated = (text: string): Json => {
    const program = compile(text, environment);
    return program.kind === "issues" ? null : shownValue(program.run(activation).value);
  };
  const names = [...new Set(namesIn(parsed.expr))].filter(isKnown);
  const items = itemsIn(parsed.expr).filter(({ range }) => isKnown(range));
  return Object.fromEntries([
    ...names.slice(0, MOST).map((name) => [name, evaluated(name)]),
    ...items
      .slice(0, MOST)
      .map(({ range, variable, name }) => [name, evaluated(`${range}.map(${variable}, ${name})`)]),
  ]);
}

interface ItemRead {
  /** The list as it is written: `object.spec.containers`. */
  readonly range: string;
  readonly variable: string;
  /** The read inside the macro: `c.resources.limits.memory`. */
  readonly name: string;
}

/** The reads of items inside macros such as `all(c, …)`; those of macros with two variables are left out. */
function itemsIn(expr: Expr): ItemRead[] {
  const inner = childrenOf(expr).flatMap(itemsIn);
  if (expr.kind !== "comprehension" || expr.variable2 !== undefined) return inner;
  const range = qualifiedName(expr.range);
  const { variable } = expr;
  const names = namesIn(expr.step, new Set([variable])).filter((name) => name !== variable);
  return range === undefined
    ? inner
    : [...[...new Set(names)].map((name) => ({ range, variable, name })), ...inner];
}

const MOST = 8;
const LONGEST = 200;

const rootOf = (name: string): string => name.split(".", 1)[0] ?? "";

function namesIn(expr: Expr, roots = ROOTS): string[] {
  const operand = expr.kind === "select" && expr.test ? expr.operand : expr;
  const name = qualifiedName(operand);
  if (name === undefined) return childrenOf(expr).flatMap((child) => namesIn(child, roots));
  return roots.has(rootOf(name)) ? [name] : [];
}

/** A value of CEL as JSON, shortened; an error as a text in parentheses. */
export function shownValue(value: ReturnType<typeof toJson> | unknown): Json {
  if (value instanceof CelError) return `(${value.message})`;
  try {
    const json = toJson(value as Parameters<typeof toJson>[0]);
    const text = JSON.stringify(json);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : json;
  } catch {
    return null;
  }
}

/**
 * Returns the rights that an expression asked for, with the answers: `{"the right to create pods in demo": false}`. The
 * variable `authorizer` has those of all expressions of a policy; an expression asked for those whose verb it names.
 */
export const rightsSeen = (expression: string, { authorizer }: Activation): JsonObject =>
  Object.fromEntries(
    rightsAsked(authorizer)
      .filter(({ verb }) => expression.includes(`'${verb}'`) || expression.includes(`"${verb}"`))
      .map((right) => [textOf(right), right.answer.decision === "allow"]),
  );

function textOf(right: AskedRight): string {
  const { user } = right;
  const whose = user.kind === "requester" ? "" : ` of system:serviceaccount:${user.namespace}:${user.name}`;
  if (right.kind === "path") return `the right${whose} to ${right.verb} ${right.path}`;
  const { verb, group, resource, subresource, namespace, name } = right;
  const what = `${resource}${subresource === "" ? "" : `/${subresource}`}${group === "" ? "" : `.${group}`}`;
  const which = name === "" ? what : `${what} ${name}`;
  return `the right${whose} to ${verb} ${which}${namespace === "" ? "" : ` in ${namespace}`}`;
}
