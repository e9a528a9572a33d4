import { parseGroupVersion } from "../../api/group-version.ts";
import { check } from "../../cel/check/check.ts";
import { admissionEnvironment } from "../../cel/kubernetes/environment.ts";
import { type Expr, qualifiedName } from "../../cel/parse/ast.ts";
import { parse } from "../../cel/parse/parse.ts";
import { childrenOf, walk } from "../../cel/parse/walk.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import { instantiate } from "../../cel/program.ts";
import { CelDouble, CelError, typeNameOf, type Value } from "../../cel/values/values.ts";
import { record, text } from "../../json/value.ts";
import type { Registry } from "../../resources/registry.ts";
import { nearest } from "../near.ts";
import { overloadHint as staticHint } from "../refused/overload-hint.ts";
import { shapeAt } from "../refused/shape-at.ts";
import { textReader } from "../text-table.ts";
import { elsewhere } from "./elsewhere.ts";
import type { Question } from "./matcher.ts";

/**
 * True if the error comes from a condition of the mutating phase that reads the name of an object that has
 * only generateName.
 */
export const isGeneratedName = (text: string, { attributes }: Pick<Question, "attributes">): boolean =>
  attributes.operation === "CREATE" && attributes.name === "" && /no such key: name\b/.test(text);

/** Errors of evaluations that always mean the same, with what helps. */
const usualHint = textReader({
  "index out of bounds": "the list has fewer entries: ask first for its size(…)",
  "type conversion error from 'string' to 'int'":
    "the text is no whole number: ask first, with matches('^[0-9]+$'); quantity(…) reads an amount such as 500m or 1Gi",
  "type conversion error from 'string' to": "the text does not have this form: ask first, with matches(…)",
  "quantities must match the regular expression": "the text is no quantity: ask first, with isQuantity(…)",
  "division by zero|modulus by zero": "ask first whether the divisor is 0",
  "unsupported index type 'string' in list":
    "a list is read by numbers: list.exists(x, x.name == 'a') asks for an entry",
  "no such overload: quantity\\((?:int|double)\\)": "a quantity is made of a text: quantity(string(…))",
  "no such overload: size$": "size() is of texts, lists and maps",
});

/** An expression that failed. */
export interface FailedExpression {
  readonly expression: string;
  /** The error, as the server tells it. */
  readonly text: string;
  /** The values that it was evaluated with. */
  readonly activation: Activation;
  /** True for a match condition: it sees no namespace. */
  readonly isCondition: boolean;
}

/** The request, and the kinds of its server; without them, no field is known to be undeclared. */
type Asked = Pick<Question, "attributes"> & Partial<Pick<Question, "registry">>;

/** Returns the reason for the error of an expression, in brackets; empty if the evaluation does not tell it. */
export function errorHint(failed: FailedExpression, question: Asked): string {
  const { text, expression, activation } = failed;
  if (isGeneratedName(text, question))
    return " (the name is still to be generated: there is only generateName)";
  const usual = usualHint(text)?.known;
  if (usual !== undefined) return ` (${usual})`;
  const absent = absentMember(expression, text, activation);
  if (absent === undefined) return overloadHint(expression, text, activation);
  if (absent.isNull) return nullHint(absent.of, failed, question);
  const { operation, kind, resource } = question.attributes;
  if (operation === "CONNECT" && absent.of === "object")
    return ` (on CONNECT object is a ${kind.kind}, not the ${resource.resource} itself)`;
  if (operation === "DELETE" && absent.guard === "has(request.name)")
    return " (request.name is absent when a collection is deleted: oldObject.metadata.name has it)";
  const other = absent.near === "" ? elsewhere(absent, activation) : "";
  const undeclared = undeclaredHint(absent, other, activation, question.registry);
  if (undeclared !== "") return undeclared;
  if (other !== "") return ` (${other} is there: is it meant? Otherwise ask first: ${absent.guard})`;
  const instead = absent.near === "" ? "" : `${absent.of} has ${absent.near}; `;
  return ` (${instead}ask first: ${absent.guard})`;
}

/** The cause if the kind has no such field, in brackets: has() of it is always false. Empty if the kind may have it. */
function undeclaredHint(
  { of, key, near }: AbsentMember,
  other: string,
  activation: Activation,
  registry: Registry | undefined,
): string {
  const [root = "", ...path] = of.split(".");
  if (root !== "object" && root !== "oldObject") return "";
  const { apiVersion, kind } = record(activation[root]);
  const { group, version } = parseGroupVersion(text(apiVersion));
  const shape = shapeAt(path, registry?.findKind(group, version, text(kind)));
  if (shape?.kind !== "object" || shape.preserveUnknown || shape.fields.has(key)) return "";
  const meant = near || nearest(key, shape.fields.keys());
  const instead =
    meant !== undefined ? `: "${meant}" is probably meant` : other === "" ? "" : `, but ${other} is there`;
  return ` (a ${text(kind)} cannot have ${[...path, key].join(".")}${instead})`;
}

function nullHint(
  name: string,
  { isCondition }: FailedExpression,
  { attributes: { operation, namespace, kind } }: Pick<Question, "attributes">,
): string {
  switch (name) {
    case "oldObject":
      return ` (oldObject is null on ${operation})`;
    case "object":
      return ` (object is null on ${operation}${operation === "DELETE" ? ": oldObject has it" : ""})`;
    case "params":
      return " (params is null without a parameter)";
    case "namespaceObject":
      if (isCondition)
        return " (namespaceObject is null in match conditions: request.namespace has the name, and a namespaceSelector sees the labels)";
      return namespace === "" || kind.kind === "Namespace"
        ? " (namespaceObject is null for what is in no namespace, and for namespaces)"
        : "";
    default:
      return ` (${name} is null)`;
  }
}

/** The read of an expression that failed, because the value does not have the member. */
export interface AbsentMember {
  /** The value that was read, as it is written: `object.metadata`. */
  readonly of: string;
  /** The member that is absent. */
  readonly key: string;
  /** True if that value is null. */
  readonly isNull: boolean;
  /** The question to ask before: `has(object.metadata.labels)`, `'a' in object.metadata.labels`. */
  readonly guard: string;
  /** A member that the value has instead, with nearly this name, or one that ends with it; empty if there is none. */
  readonly near: string;
}

/** Limit of the parts of an expression that are evaluated. */
const MOST_PARTS = 200;

/**
 * Finds the read that made an expression fail by evaluating its parts, or inside a macro by the absent key, if only one
 * read has it. Undefined if it fails for another reason than `error`, the text of the evaluation that counted.
 */
export function absentMember(
  expression: string,
  error: string,
  activation: Activation,
): AbsentMember | undefined {
  const parsed = parse(expression);
  if (parsed.kind === "issues") return undefined;
  const found = new Search(activation).failing(parsed.expr);
  if (found === undefined || !error.endsWith(found.error)) return undefined;
  return found.expr.kind === "comprehension"
    ? absentInLoop(found.expr, error)
    : absentAt(found.expr, found.operands[0]);
}

/** Says which values an operator or a function cannot take, in brackets; empty if the evaluation does not tell it. */
function overloadHint(expression: string, error: string, activation: Activation): string {
  const parsed = parse(expression);
  if (parsed.kind === "issues" || !error.endsWith("no such overload")) return "";
  const found = new Search(activation).failing(parsed.expr);
  const [a, b] = found?.operands ?? [];
  if (found === undefined || found.error !== "no such overload" || a === undefined || b === undefined)
    return "";
  const texts = [a, b].filter((one) => typeof one === "string");
  const [text] = texts;
  const cure =
    texts.length !== 1 || text === undefined
      ? ""
      : text.endsWith("%")
        ? ": ask for its type first, with type(…) == string"
        : /^[0-9.]+[a-zA-Z]+$/.test(text) && ![a, b].some(isTime)
          ? ": quantity(…) reads a quantity"
          : "";
  const usual = cure === "" ? typesHint(found.expr, found.operands) : cure;
  return ` (its operands are ${described(a)} and ${described(b)}${usual})`;
}

/** The right use of an operator or a function for operands of these types; empty if that is not known. */
function typesHint(expr: Expr, operands: readonly Value[]): string {
  if (expr.kind !== "call") return "";
  const types = operands.map((one) => {
    const name = typeNameOf(one);
    return name === "list" || name === "map" ? `${name}(dyn)` : name === "null_type" ? "null" : name;
  });
  const [target, ...others] = types;
  const told = expr.target === undefined ? `(${types.join(", ")})` : `${target}.(${others.join(", ")})`;
  const hint = staticHint(`found no matching overload for '${expr.name}' applied to '${told}'`);
  return hint === "" ? "" : `: ${hint.slice(" (".length, -1)}`;
}

const isTime = (value: Value): boolean => /Duration|Timestamp/i.test(typeNameOf(value));

function described(value: Value): string {
  if (isTime(value)) return /Duration/i.test(typeNameOf(value)) ? "a duration" : "a time";
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`;
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (value instanceof CelDouble) return `the number ${value.value}`;
  if (Array.isArray(value)) return "a list";
  return value === null || typeof value === "boolean" ? String(value) : "an object";
}

interface Failing {
  readonly expr: Expr;
  readonly error: string;
  /** Values of its parts. */
  readonly operands: readonly Value[];
}

class Search {
  readonly #environment = admissionEnvironment({ params: true, authorizer: false });
  readonly #activation: Activation;
  #left = MOST_PARTS;

  constructor(activation: Activation) {
    this.#activation = activation;
  }

  /** Returns the innermost part that fails; undefined if none does, or it cannot be told. */
  failing(expr: Expr): Failing | undefined {
    const value = this.#run(expr);
    if (!(value instanceof CelError)) return undefined;
    for (const part of this.#evaluated(expr)) {
      const found = this.#run(part);
      if (found === undefined) return undefined;
      if (found instanceof CelError) return this.failing(part);
    }
    const parts = expr.kind === "comprehension" ? [expr.range] : childrenOf(expr);
    const operands = parts.map((part) => this.#run(part));
    return operands.length === 0 || operands.includes(undefined)
      ? undefined
      : { expr, error: value.message, operands: operands as Value[] };
  }

  /** The parts that were evaluated, in order; those of a macro need its variables, only its range does not. */
  #evaluated(expr: Expr): readonly Expr[] {
    if (expr.kind === "comprehension") return [expr.range];
    if (expr.kind !== "call" || expr.name !== "_?_:_") return childrenOf(expr);
    const [condition, yes, no] = expr.args;
    if (condition === undefined || yes === undefined || no === undefined) return [];
    return [condition, this.#run(condition) === true ? yes : no];
  }

  #run(expr: Expr): Value | undefined {
    if (this.#left-- <= 0) return undefined;
    const checked = check(expr, this.#environment);
    if (checked.issues.length > 0) return undefined;
    const program = instantiate(checked, this.#environment);
    return "run" in program ? program.run(this.#activation).value : undefined;
  }
}

function absentInLoop(loop: Expr, error: string): AbsentMember | undefined {
  const [, key] = /no such key: (\S+)$/.exec(error) ?? [];
  const reads = new Map<string, AbsentMember>();
  walk(loop, (expr) => {
    const read = expr.kind === "select" && expr.test ? undefined : absentAt(expr, undefined);
    if (read !== undefined && key !== undefined && read.key === key) reads.set(read.guard, read);
  });
  const [only] = reads.values();
  return reads.size === 1 ? only : undefined;
}

function absentAt(expr: Expr, operand: Value | undefined): AbsentMember | undefined {
  const isNull = operand === null;
  if (expr.kind === "select") {
    const of = qualifiedName(expr.operand);
    const key = expr.field;
    const near = nearKey(key, operand);
    return of === undefined ? undefined : { of, key, isNull, near, guard: `has(${of}.${key})` };
  }
  if (expr.kind !== "call" || expr.name !== "_[_]") return undefined;
  const [read, key] = expr.args;
  const of = read && qualifiedName(read);
  if (of === undefined || key?.kind !== "literal" || typeof key.value !== "string") return undefined;
  const near = nearKey(key.value, operand);
  return { of, key: key.value, isNull, near, guard: `'${key.value}' in ${of}` };
}

/** A key with nearly this name, or one that ends with it: `jobTemplate` for `template`. */
function nearKey(key: string, operand: Value | undefined): string {
  if (typeof operand !== "object" || operand === null || Array.isArray(operand)) return "";
  const keys = Object.keys(operand);
  const last = key.slice(0, 1).toUpperCase() + key.slice(1);
  return nearest(key, keys) ?? keys.find((one) => one.endsWith(last)) ?? "";
}
