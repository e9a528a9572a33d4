import { TextLimit } from "../../../api/validation/field-error.ts";
import { type ForeignForms, foreignForms } from "../../../go/foreign-value.ts";
import { goDynamicType, goFormat } from "../../../go/format.ts";
import { quote } from "../../../go/quote.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";
import { elementOf } from "./sets/compare.ts";
import type { ListMergeType, MapMergeType, MergeType, ScalarMergeType } from "./sets/merge-type.ts";
import { formatElement, formatPath, UnkeyedItemError } from "./sets/path-element.ts";

interface Problem {
  readonly at: Trail;
  readonly message: string;
}

/** Path of a value: its element, and the path of its parent. Undefined is the root. */
type Trail = { readonly parent: Trail; readonly element: string } | undefined;

function formatTrail(trail: Trail): string {
  const elements: string[] = [];
  for (let at = trail; at !== undefined; at = at.parent) elements.push(at.element);
  return formatPath(elements.reverse());
}

/** Relaxations of the validation of an applied object. */
export interface ValidationRules {
  /** True if lists may have two items with the same key; default false. */
  readonly allowDuplicates?: boolean;
  /**
   * True if the value is the result of an expression: then null is a value of its own, which no type accepts,
   * and there can be values that JSON cannot represent. Default: false; null is an absent value.
   */
  readonly fromExpression?: boolean;
}

/** Returns the problems of a value of a type, in the words of structured-merge-diff; undefined if it is valid. */
export function problemsOf(type: MergeType, value: Json, rules: ValidationRules = {}): string | undefined {
  const problems: string[] = [];
  const limit = new TextLimit();
  for (const { at, message } of check(type, value, undefined, rules)) {
    if (limit.isReached) break;
    const path = formatTrail(at);
    const problem = path === "" ? message : `${path}: ${message}`;
    problems.push(problem);
    limit.count(problem);
  }
  if (problems.length <= 1) return problems[0];
  return ["errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
}

function* check(type: MergeType, value: Json, at: Trail, rules: ValidationRules): Generator<Problem> {
  if (value === null) {
    const message = rules.fromExpression === true ? nullProblem(type) : undefined;
    if (message !== undefined) yield { at, message };
    return;
  }
  const foreign = rules.fromExpression === true ? foreignForms(value) : undefined;
  if (foreign !== undefined) {
    if (type.kind !== "open") yield { at, message: foreignProblem(type, foreign) };
  } else if (type.kind === "scalar") yield* checkScalar(type, value, at);
  else if (type.kind === "map") yield* checkMap(type, value, at, rules);
  else if (type.kind === "list") yield* checkList(type, value, at, rules);
}

/** True if a value is valid, by a check that does not read its content. */
function fits(type: MergeType, value: Json): boolean {
  if (value === null || type.kind !== "scalar") return false;
  const kind = typeof value === "bigint" ? "number" : typeof value;
  if (type.accepts === "untyped") return kind !== "object";
  return kind === (type.accepts === "numeric" ? "number" : type.accepts);
}

function* checkScalar({ accepts }: ScalarMergeType, value: Json, at: Trail): Generator<Problem> {
  const kind = typeof value === "bigint" ? "number" : typeof value;
  if (accepts === "numeric" && kind !== "number")
    yield { at, message: `expected numeric (int or float), got ${goDynamicType(value)}` };
  if (accepts === "string" && kind !== "string")
    yield { at, message: `expected string, got ${goSyntax(value)}` };
  if (accepts === "boolean" && kind !== "boolean")
    yield { at, message: `expected boolean, got ${goValue(value)}` };
  if (accepts === "untyped" && kind === "object")
    yield { at, message: `expected any scalar, got ${goValue(value)}` };
}

/** Returns the problem of a value that JSON cannot represent, which fits no type. */
function foreignProblem(type: MergeType, { type: goType, plain, source }: ForeignForms): string {
  if (type.kind !== "scalar") return `expected ${type.kind}, got &{${plain}}`;
  if (type.accepts === "string") return `expected string, got &value.valueUnstructured{Value:${source}}`;
  if (type.accepts === "numeric") return `expected numeric (int or float), got ${goType}`;
  return `expected ${type.accepts === "boolean" ? "boolean" : "any scalar"}, got &{${plain}}`;
}

/** Returns the reference's problem of a null value of an expression. The reference represents it as a number. */
function nullProblem(type: MergeType): string | undefined {
  if (type.kind === "open") return undefined;
  if (type.kind !== "scalar") return `expected ${type.kind}, got &{NULL_VALUE}`;
  if (type.accepts === "string") return "expected string, got &value.valueUnstructured{Value:0}";
  if (type.accepts === "numeric") return "expected numeric (int or float), got structpb.NullValue";
  return type.accepts === "boolean" ? "expected boolean, got &{NULL_VALUE}" : undefined;
}

/** Go's formats of the wrapped value, as `%v` and as source text (`%#v`). */
const goValue = (value: Json): string => `&{${goFormat(value)}}`;
const goSyntax = (value: Json): string => `&value.valueUnstructured{Value:${goSource(value)}}`;

function goSource(value: Json | undefined): string {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSource).join(", ")}}`;
  if (typeof value !== "object") return goFormat(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${quote(key)}:${goSource(value[key])}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}

function* checkMap(type: MapMergeType, value: Json, at: Trail, rules: ValidationRules): Generator<Problem> {
  if (!isJsonObject(value)) {
    yield { at, message: `expected map, got ${goValue(value)}` };
    return;
  }
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    const below = type.fields.get(key)?.type ?? type.element;
    // Most members pass this quick check. There can be very many of them, so nothing is allocated for members
    // that pass.
    if (below !== undefined && fits(below, member)) continue;
    if (below === undefined) {
      yield { at: { parent: at, element: `f:${key}` }, message: "field not declared in schema" };
      return;
    }
    yield* check(below, member, { parent: at, element: `f:${key}` }, rules);
  }
}

function* checkList(type: ListMergeType, value: Json, at: Trail, rules: ValidationRules): Generator<Problem> {
  if (!Array.isArray(value)) {
    yield { at, message: `expected list, got ${goValue(value)}` };
    return;
  }
  const seen = new Set<string>();
  for (const [i, item] of value.entries()) {
    const element = type.relation === "atomic" ? `i:${i}` : tryElement(type, item, rules);
    if (element instanceof UnkeyedItemError) {
      yield { at, message: `element ${i}: ${element.message}` };
      return;
    }
    if (seen.has(element) && rules.allowDuplicates !== true)
      yield { at, message: `duplicate entries for key ${formatElement(element)}` };
    seen.add(element);
    if (fits(type.item, item)) continue;
    yield* check(type.item, item, { parent: at, element }, rules);
  }
}

function tryElement(
  type: ListMergeType,
  item: Json,
  { fromExpression }: ValidationRules,
): string | UnkeyedItemError {
  if (type.relation === "map" && fromExpression === true && foreignForms(item) !== undefined)
    return new UnkeyedItemError("associative list with keys may not have non-map elements");
  try {
    return elementOf(type, item);
  } catch (error) {
    if (error instanceof UnkeyedItemError) return error;
    throw error;
  }
}
